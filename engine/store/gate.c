/* SPDX-License-Identifier: MIT
 * gate.c - two mutexes that are taken one after the other.
 *
 * Under load commits follow each other at once. A mutex alone goes to the thread that has just left
 * it, again and again, since that one runs and the other has to be woken: a copy waited for seconds
 * between two commits. Here who waits has `next`, and the other one stops at that. */
#include "engine/store/gate.h"

void gate_init(gate_t *gate)
{
	pthread_mutex_init(&gate->next, NULL);
	pthread_mutex_init(&gate->inside, NULL);
}

void gate_fini(gate_t *gate)
{
	pthread_mutex_destroy(&gate->inside);
	pthread_mutex_destroy(&gate->next);
}

void gate_enter(gate_t *gate)
{
	pthread_mutex_lock(&gate->next);
	pthread_mutex_lock(&gate->inside);
	pthread_mutex_unlock(&gate->next);
}

void gate_leave(gate_t *gate)
{
	pthread_mutex_unlock(&gate->inside);
}
