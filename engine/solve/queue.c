/* SPDX-License-Identifier: MIT
 * queue.c - start-time fair queueing (Goyal, Vin and Cheng 1996) over clients.
 *
 * Why        One client asked for four statuses, hundreds of questions of 2 ms each, and all of
 *            them stood before the next question of everybody else. A limit on how many a client
 *            may have waiting is either too large for fairness or too small for a client that is
 *            alone.
 *
 * Order      A lane is one client's tasks: its young ones, first come first served, then its old
 *            ones, in turn. The lane that has had least worker time is served next. A lane that
 *            begins to wait counts as having had at least as much as the one that is being served:
 *            idle time cannot be saved up. A lane that comes back and is ahead by no more than
 *            CREDIT_NS counts as a newcomer: otherwise, with ten greedy clients, a small job would
 *            wait for ten turns if the one before it was just answered. No lane falls behind by
 *            more than QUEUE_DEBT_NS: what a client was given while nobody else wanted it is not
 *            held against it. Among equals, lanes with young tasks go first, then the one that
 *            has waited longest; since it had so much that the bound held, if it did: where the
 *            least served one is passed over (queue_take_that), the others are all at the bound.
 *
 * Weights    A client that weighs w is charged a w-th of the time that it had, and gets w times
 *            as much as one that weighs 1 while both want all they can get. What ends is no work,
 *            and waits for nobody's turn. Classes of accounts are weights (server/peers.c).
 *
 * Lanes      There are LANES of them, LANE_WAYS to each value of a hash; the one of a client
 *            that waits for nothing is given to another when it is needed, the least served one
 *            first, since `had_ns` below `now_ns` says nothing. When all lanes of a hash value have
 *            tasks waiting, which takes hundreds of clients at once, clients share: fair to fewer,
 *            but nothing has to be allocated under the lock, and nothing can fail.
 *
 * Cost       A binary heap: O(log clients); with one client, a comparison. Weights are counted in a
 *            table, which is searched: there are as many as whoever runs it has named.
 */
#include "engine/solve/queue.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/solve/task.h"

enum { CREDIT_NS = NS_PER_MS }; /* latency: see Order */

static lane_t *ways_of(const queue_t *q, uint64_t client)
{
	const uint64_t hash = client * 0x9e3779b97f4a7c15u;
	const unsigned first = (unsigned)(hash >> 32) % (LANES / LANE_WAYS) * LANE_WAYS;

	return (lane_t *)&q->lane[first];
}

/* lane_find returns the lane of a client, NULL: he has none. */
static lane_t *lane_find(const queue_t *q, uint64_t client)
{
	lane_t *way = ways_of(q, client);

	for (unsigned i = 0; i < LANE_WAYS; i++)
		if (way[i].client == client)
			return &way[i];
	return NULL;
}

/* lane_give finds a lane for a client who may have none. */
static lane_t *lane_give(queue_t *q, uint64_t client)
{
	lane_t *way = ways_of(q, client), *free = NULL;

	for (unsigned i = 0; i < LANE_WAYS; i++) {
		if (way[i].client == client)
			return &way[i];
		if (way[i].place == 0 && (free == NULL || way[i].had_ns < free->had_ns))
			free = &way[i];
	}
	if (free == NULL)
		return &way[0]; /* shared */
	free->client = client;
	free->had_ns = q->now_ns;
	return free;
}

static bool goes_before(const lane_t *a, const lane_t *b)
{
	if (a->turn_ns != b->turn_ns)
		return a->turn_ns < b->turn_ns;
	if ((a->young.head != NULL) != (b->young.head != NULL))
		return a->young.head != NULL;
	return a->since < b->since;
}

static void heap_set(queue_t *q, unsigned at, lane_t *lane)
{
	q->heap[at] = lane;
	lane->place = at + 1;
}

/* heap_mend moves a lane whose key has changed to where it belongs. */
static void heap_mend(queue_t *q, lane_t *lane)
{
	unsigned at = lane->place - 1;

	assert(lane->place > 0 && lane->place <= q->count && q->heap[at] == lane);
	while (at > 0) {
		const unsigned above = (at - 1) / 2;

		if (!goes_before(lane, q->heap[above]))
			break;
		heap_set(q, at, q->heap[above]);
		at = above;
	}
	for (;;) {
		unsigned child = 2 * at + 1;

		if (child + 1 < q->count && goes_before(q->heap[child + 1], q->heap[child]))
			child++;
		if (child >= q->count || !goes_before(q->heap[child], lane))
			break;
		heap_set(q, at, q->heap[child]);
		at = child;
	}
	heap_set(q, at, lane);
}

static void heap_drop(queue_t *q, lane_t *lane)
{
	const unsigned at = lane->place - 1;
	lane_t *last;

	assert(lane->place > 0 && lane->place <= q->count && q->heap[at] == lane);
	last = q->heap[--q->count];
	lane->place = 0;
	if (last == lane)
		return;
	heap_set(q, at, last);
	heap_mend(q, last);
}

/* said_update tells those who run whether young tasks wait in a lane. */
static void said_update(queue_t *q, lane_t *lane)
{
	const bool is = lane->young.head != NULL;

	if (is == atomic_load_explicit(&lane->said_young, memory_order_relaxed))
		return;
	/* Relaxed, both: they only say when to make room. */
	atomic_store_explicit(&lane->said_young, is, memory_order_relaxed);
	if (is)
		atomic_fetch_add_explicit(&q->young, 1, memory_order_relaxed);
	else
		atomic_fetch_sub_explicit(&q->young, 1, memory_order_relaxed);
}

static task_t *first_of(const lane_t *lane)
{
	return lane->young.head != NULL ? lane->young.head : lane->old.head;
}

/* weigh counts a lane under another weight; 0: under none. */
static void weigh(queue_t *q, lane_t *lane, unsigned weight)
{
	unsigned at = 0;

	if (lane->weight == weight)
		return;
	while (lane->weight > 0 && q->weight[at].weight != lane->weight)
		at++;
	if (lane->weight > 0 && --q->weight[at].lanes == 0)
		memmove(&q->weight[at], &q->weight[at + 1],
		        (--q->weights - at) * sizeof(q->weight[0]));
	lane->weight = weight;
	for (at = 0; at < q->weights && q->weight[at].weight > weight; at++)
		;
	if (weight == 0)
		return;
	if (at == q->weights || q->weight[at].weight != weight) {
		assert(q->weights < LANES); /* there is a lane for each */
		memmove(&q->weight[at + 1], &q->weight[at],
		        (q->weights++ - at) * sizeof(q->weight[0]));
		q->weight[at] = (weight_t){.weight = weight};
	}
	q->weight[at].lanes++;
}

/* lane_changed puts a lane where it belongs after its tasks have changed. */
static void lane_changed(queue_t *q, lane_t *lane)
{
	const bool waits = lane->young.head != NULL || lane->old.head != NULL;

	if (waits && lane->place == 0) {
		if (lane->had_ns < q->now_ns)
			lane->had_ns = q->now_ns;
		lane->turn_ns =
		        lane->had_ns > q->now_ns + CREDIT_NS ? lane->had_ns - CREDIT_NS : q->now_ns;
		lane->since = ++q->numbers;
		assert(q->count < LANES); /* each lane is in the heap once */
		heap_set(q, q->count++, lane);
	}
	if (waits)
		heap_mend(q, lane);
	else if (lane->place > 0)
		heap_drop(q, lane);
	weigh(q, lane, waits ? first_of(lane)->weight : 0);
	said_update(q, lane);
}

void queue_put(queue_t *q, task_t *t, uint64_t client, queue_place_t place)
{
	lane_t *lane = lane_give(q, client);
	tasks_t *tasks = place == QUEUE_ENDING ? &q->ending
	                 : place == QUEUE_OLD  ? &lane->old
	                                       : &lane->young;
	task_t *before = place == QUEUE_FIRST ? NULL : tasks->tail, *after;

	assert(t->among == NULL);
	while (before != NULL && before->priority < t->priority && place != QUEUE_ENDING)
		before = before->previous;
	after = before != NULL ? before->next : tasks->head;
	t->lane = lane;
	t->among = tasks;
	t->previous = before;
	t->next = after;
	*(before != NULL ? &before->next : &tasks->head) = t;
	*(after != NULL ? &after->previous : &tasks->tail) = t;
	if (place != QUEUE_ENDING)
		lane_changed(q, lane);
}

void queue_remove(queue_t *q, task_t *t)
{
	tasks_t *tasks = t->among;

	assert(tasks != NULL);
	*(t->previous != NULL ? &t->previous->next : &tasks->head) = t->next;
	*(t->next != NULL ? &t->next->previous : &tasks->tail) = t->previous;
	t->among = NULL;
	t->next = t->previous = NULL;
	if (tasks != &q->ending)
		lane_changed(q, t->lane);
}

const task_t *queue_next(const queue_t *q)
{
	if (q->ending.head != NULL)
		return q->ending.head;
	return q->count > 0 ? first_of(q->heap[0]) : NULL;
}

/* serve takes a task of a lane out; NULL is accepted. */
static task_t *serve(queue_t *q, task_t *t)
{
	if (t == NULL)
		return NULL;
	if (t->lane == q->heap[0] && t->lane->turn_ns > q->now_ns)
		q->now_ns = t->lane->turn_ns;
	queue_remove(q, t);
	return t;
}

task_t *queue_take(queue_t *q)
{
	task_t *ending = q->ending.head;

	if (ending != NULL) {
		queue_remove(q, ending);
		return ending;
	}
	return serve(q, q->count > 0 ? first_of(q->heap[0]) : NULL);
}

task_t *queue_fresh(const lane_t *lane)
{
	task_t *t = lane->young.head;

	return t != NULL && t->ran_ns == 0 ? t : NULL;
}

task_t *queue_take_fresh(queue_t *q)
{
	lane_t *choice = NULL;

	for (unsigned i = 0; i < q->count; i++) {
		lane_t *lane = q->heap[i];

		if (queue_fresh(lane) != NULL && (choice == NULL || goes_before(lane, choice)))
			choice = lane;
	}
	return serve(q, choice != NULL ? first_of(choice) : NULL);
}

/* that_suits returns the first task of a lane that suits, of those at the heads of its lists, or
 * NULL. */
static task_t *that_suits(const lane_t *lane, bool (*suits)(const task_t *t, void *context),
                          void *context)
{
	if (lane->young.head != NULL && suits(lane->young.head, context))
		return lane->young.head;
	return lane->old.head != NULL && suits(lane->old.head, context) ? lane->old.head : NULL;
}

task_t *queue_take_that(queue_t *q, bool (*suits)(const task_t *t, void *context), void *context)
{
	task_t *choice = NULL;

	for (unsigned i = 0; i < q->count; i++) {
		task_t *t = choice == NULL || goes_before(q->heap[i], choice->lane)
		                    ? that_suits(q->heap[i], suits, context)
		                    : NULL;

		if (t != NULL)
			choice = t;
	}
	return serve(q, choice);
}

void queue_charge(queue_t *q, uint64_t client, uint64_t ns)
{
	lane_t *lane = lane_give(q, client);

	if (lane->had_ns < q->now_ns)
		lane->had_ns = q->now_ns;
	lane->had_ns += ns;
	if (lane->had_ns > q->now_ns + QUEUE_DEBT_NS) {
		lane->had_ns = q->now_ns + QUEUE_DEBT_NS;
		lane->since = ++q->numbers; /* others may have had as much: see Order */
	}
	lane->turn_ns = lane->had_ns;
	if (lane->place > 0)
		heap_mend(q, lane);
}

unsigned queue_heaviest(const queue_t *q)
{
	return q->weights > 0 ? q->weight[0].weight : 0;
}

uint64_t queue_had(const queue_t *q, uint64_t client)
{
	const lane_t *lane = lane_find(q, client);

	return lane == NULL || lane->had_ns < q->now_ns ? q->now_ns : lane->had_ns;
}

bool queue_others_young(const queue_t *q, const lane_t *lane)
{
	const unsigned young = atomic_load_explicit(&q->young, memory_order_relaxed);

	return young > 1 ||
	       (young == 1 &&
	        (lane == NULL || !atomic_load_explicit(&lane->said_young, memory_order_relaxed)));
}
