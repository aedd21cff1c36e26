/* SPDX-License-Identifier: MIT
 * gate.h - a lock for two: who waits is let in next.
 *
 * Threads   any two.
 */
#ifndef ENGINE_STORE_GATE_H
#define ENGINE_STORE_GATE_H

#include <pthread.h>

typedef struct {
	pthread_mutex_t next;   /* held by whoever waits, from then until he is inside */
	pthread_mutex_t inside; /* held by whoever is */
} gate_t;

void gate_init(gate_t *gate);
void gate_fini(gate_t *gate);

/* gate_enter waits until nobody is inside; gate_leave lets the other one in. */
void gate_enter(gate_t *gate);
void gate_leave(gate_t *gate);

#endif
