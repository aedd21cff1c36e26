/* SPDX-License-Identifier: MIT
 * placement.c - see placement.h. */
#include "server/fleet/placement.h"

#include <assert.h>
#include <string.h>

#include "engine/base/strbuf.h"

enum {
	FORGET_MS = 60000, /* a worker that was silent for so long may lose its number */
	MEMORY = 16,       /* weight of the past: the mean of about so many jobs */
};

int placement_find(const placement_t *p, const char *name)
{
	for (unsigned i = 0; i < p->workers; i++)
		if (p->worker[i].places > 0 && strcmp(p->worker[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* is_gone: may its entry be given to another? One that was shut out is remembered. */
static bool is_gone(const fleet_worker_t *w, uint64_t now_ms)
{
	return w->places == 0 ||
	       (w->out == 0 && !w->is_shut_out && now_ms - w->heard_ms > FORGET_MS);
}

static int free_entry(placement_t *p, uint64_t now_ms)
{
	for (unsigned i = 0; i < p->workers; i++)
		if (is_gone(&p->worker[i], now_ms))
			return (int)i;
	return p->workers < PLACEMENT_WORKERS ? (int)p->workers++ : -1;
}

void placement_told(placement_t *p, unsigned worker, unsigned free_places, uint64_t now_ms)
{
	fleet_worker_t *w = &p->worker[worker];

	w->free = w->places > w->out ? w->places - w->out : 0;
	if (w->free > free_places)
		w->free = free_places;
	w->heard_ms = now_ms;
}

int placement_heard(placement_t *p, const char *name, unsigned places, unsigned free_places,
                    uint64_t now_ms)
{
	int number = placement_find(p, name);
	fleet_worker_t *w;

	assert(places > 0 && free_places <= places);
	if (number < 0) {
		number = free_entry(p, now_ms);
		if (number < 0)
			return -1;
		w = &p->worker[number];
		*w = (fleet_worker_t){.places = places};
		strbuf_copy(w->name, sizeof(w->name), name);
	}
	p->worker[number].places = places;
	p->worker[number].has_left = false;
	placement_told(p, (unsigned)number, free_places, now_ms);
	return number;
}

void placement_left(placement_t *p, unsigned worker)
{
	p->worker[worker].has_left = true;
}

bool placement_takes(const placement_t *p, unsigned worker, uint64_t now_ms, uint64_t silence_ms)
{
	const fleet_worker_t *w = &p->worker[worker];

	return !w->has_left && !w->is_shut_out && now_ms - w->heard_ms <= silence_ms;
}

int placement_choose(placement_t *p, uint64_t now_ms, uint64_t silence_ms)
{
	int choice = -1;

	for (unsigned i = 0; i < p->workers; i++) {
		const unsigned at = (p->next + i) % p->workers;
		const fleet_worker_t *w = &p->worker[at];

		if (w->free > 0 && placement_takes(p, at, now_ms, silence_ms) &&
		    (choice < 0 || w->free > p->worker[choice].free))
			choice = (int)at;
	}
	if (choice >= 0)
		p->next = (unsigned)choice + 1;
	return choice;
}

void placement_sent(placement_t *p, unsigned worker)
{
	fleet_worker_t *w = &p->worker[worker];

	w->out++;
	if (w->free > 0)
		w->free--;
}

void placement_back(placement_t *p, unsigned worker)
{
	assert(p->worker[worker].out > 0);
	p->worker[worker].out--;
}

void placement_shut_out(placement_t *p, unsigned worker)
{
	p->worker[worker].is_shut_out = true;
}

static void kind_name(char out[PLACEMENT_NAME_BYTES], const char *game, const char *goal)
{
	strbuf_t text;

	strbuf_init(&text, out, PLACEMENT_NAME_BYTES);
	strbuf_printf(&text, "%s %s", game, goal);
}

int placement_kind(placement_t *p, const char *game, const char *goal)
{
	char name[PLACEMENT_NAME_BYTES];
	unsigned k = 0;

	kind_name(name, game, goal);
	while (k < p->kinds && strcmp(p->kind[k].name, name) != 0)
		k++;
	if (k == PLACEMENT_KINDS)
		return -1;
	if (k == p->kinds) {
		p->kind[k].mean_ms = 0;
		strbuf_copy(p->kind[k].name, sizeof(p->kind[k].name), name);
		p->kinds++;
	}
	return (int)k;
}

void placement_learn(placement_t *p, int kind, double ms)
{
	double *mean = kind >= 0 ? &p->kind[kind].mean_ms : NULL;

	if (mean != NULL)
		*mean += *mean > 0 ? (ms - *mean) / MEMORY : ms;
}

double placement_expected_ms(const placement_t *p, int kind)
{
	return kind >= 0 ? p->kind[kind].mean_ms : 0;
}

bool placement_may_leave(double expected_ms, double ran_ms, double small_ms)
{
	return expected_ms >= small_ms || ran_ms >= small_ms;
}
