/* SPDX-License-Identifier: MIT
 * answer_cache.c - a hash table of answers, by what was asked; the boards are compared on the
 * zone.
 *
 * Design     Nobody tells the cache of moves. It keeps a zone, and what stood on the zone, with
 *            each answer, so that undoing moves, other lines and other clients' boards find the
 *            answer as well. A question (goal, stones, who moves, ko, threats) has one set of
 *            SLOTS answers, for as many local positions; the answer that was not used for longest
 *            is replaced first.
 *
 * What holds   A proof serves every order limit from its own on, and a disproof by orders every
 *            limit up to its own. That somebody has to take a ko rests on both, and serves the
 *            same limit alone. Questions with a limit of depth, with another driver, with a
 *            certain algorithm or schedule (which may promise the least depth), and answers with
 *            guessed zones are neither kept nor looked for. A question about moves has a limit
 *            of depth, or wants the least (limits_bound), so what is denied within some moves
 *            alone is never found by one without that limit, nor by one about more moves. */
#include "engine/solve/answer_cache.h"

#include <pthread.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum { SLOTS = 8, PARTS = 16, LINE_KEPT = 40 }; /* size: answers of a question, locks, moves */

/* An answer. */
typedef struct {
	hashkey_t question;
	uint64_t used; /* when it was last found or made; 0: no answer */
	bits_t zone;
	bits_t stones[2]; /* on the zone: black, white */
	uint8_t value, scope, order, ko, threats, engine;
	uint8_t limit; /* of the order that it was asked with */
	uint16_t depth;
	move_t best;
	uint16_t line_length;
	move_t line[LINE_KEPT];
} answer_t;

typedef struct {
	pthread_mutex_t lock;
	uint64_t clock; /* ticks with each use */
	answer_t *answer;
} part_t;

struct answer_cache {
	size_t sets; /* of each part */
	part_t part[PARTS];
};

/* A question as it is looked for. */
typedef struct {
	hashkey_t key;
	bits_t stones[2];
} lookup_t;

err_t answer_cache_create(size_t answers, answer_cache_t **out)
{
	answer_cache_t *m = mem_alloc(sizeof(*m));

	*out = NULL;
	if (m == NULL)
		return ERR_NOMEM;
	m->sets = answers / (SLOTS * PARTS) > 0 ? answers / (SLOTS * PARTS) : 1;
	for (unsigned i = 0; i < PARTS; i++)
		pthread_mutex_init(&m->part[i].lock, NULL);
	for (unsigned i = 0; i < PARTS; i++) {
		m->part[i].answer = mem_alloc_array(m->sets * SLOTS, sizeof(answer_t));
		if (m->part[i].answer == NULL) {
			answer_cache_free(m);
			return ERR_NOMEM;
		}
	}
	*out = m;
	return ERR_OK;
}

void answer_cache_free(answer_cache_t *m)
{
	if (m == NULL)
		return;
	for (unsigned i = 0; i < PARTS; i++) {
		mem_free(m->part[i].answer, m->sets * SLOTS * sizeof(answer_t));
		pthread_mutex_destroy(&m->part[i].lock);
	}
	mem_free(m, sizeof(*m));
}

bool answer_cache_takes(const limits_t *limits)
{
	return limits->driver == DRIVER_LAMBDA && limits->engine == ALGORITHM_AUTO &&
	       limits->schedule == SCHEDULE_AUTO && limits->zoning == ZONING_SOUND &&
	       limits->depth == DEPTH_MAX && !limits->shortest;
}

/* ask makes the question; false for one that is not remembered. */
static bool ask(const position_t *root, const limits_t *limits, bool ko, lookup_t *out)
{
	if (root->game->zones == NULL || root->game->zones->question == NULL ||
	    !answer_cache_takes(limits))
		return false;
	out->key = root->game->zones->question(root, out->stones);
	if (ko) {
		out->key.lo = rng_mix(out->key.lo + 1);
		out->key.hi = rng_mix(out->key.hi + 1);
	}
	return true;
}

static part_t *part_of(answer_cache_t *m, const lookup_t *q, answer_t **set)
{
	part_t *part = &m->part[q->key.lo % PARTS];

	*set = &part->answer[q->key.hi % m->sets * SLOTS];
	return part;
}

/* agrees: is the board the same on the answer's zone? */
static bool agrees(const answer_t *a, const lookup_t *q)
{
	for (unsigned i = 0; i < BITS_WORDS; i++)
		if (((a->stones[0].word[i] ^ q->stones[0].word[i]) & a->zone.word[i]) != 0 ||
		    ((a->stones[1].word[i] ^ q->stones[1].word[i]) & a->zone.word[i]) != 0)
			return false;
	return true;
}

static bool serves(const answer_t *a, const lookup_t *q, const limits_t *limits)
{
	const unsigned order = (unsigned)limits->order;

	assert(limits->order >= 0 && limits->order <= ORDER_MAX); /* no default any more */
	return a->used != 0 && a->question.lo == q->key.lo && a->question.hi == q->key.hi &&
	       (a->ko != KO_FIGHT || a->limit == order) &&
	       (a->value == VALUE_PROVEN     ? a->order <= order
	        : a->scope == SCOPE_ABSOLUTE ? true
	                                     : a->order >= order) &&
	       agrees(a, q);
}

static void write_result(const answer_t *a, result_t *out)
{
	assert(a->value != VALUE_UNDECIDED && a->line_length <= LINE_KEPT);
	assert(out->zone.areas == 1); /* no other answers are kept */
	out->state = JOB_DONE;
	out->value = (value_t)a->value;
	out->scope = (scope_t)a->scope;
	out->engine = (algorithm_t)a->engine;
	out->driver = DRIVER_LAMBDA;
	out->order = a->order;
	out->depth = a->depth;
	out->best = a->best;
	out->ko = (ko_t)a->ko;
	out->threats = a->threats;
	out->line_length = a->line_length;
	for (unsigned i = 0; i < a->line_length; i++)
		out->line[i] = a->line[i];
	out->zone.area[0] = a->zone;
}

bool answer_cache_find(answer_cache_t *m, const position_t *root, const limits_t *limits, bool ko,
                       result_t *out)
{
	lookup_t q;
	answer_t *set;
	part_t *part;
	bool found = false;

	if (!ask(root, limits, ko, &q))
		return false;
	part = part_of(m, &q, &set);
	pthread_mutex_lock(&part->lock);
	for (unsigned i = 0; i < SLOTS && !found; i++) {
		if (!serves(&set[i], &q, limits))
			continue;
		set[i].used = ++part->clock;
		root->game->zones->begin(root, 0, &out->zone);
		write_result(&set[i], out);
		found = true;
	}
	pthread_mutex_unlock(&part->lock);
	return found;
}

static void fill(answer_t *a, const lookup_t *q, unsigned limit, const result_t *r)
{
	*a = (answer_t){.question = q->key,
	                .zone = r->zone.area[0],
	                .stones = {q->stones[0], q->stones[1]},
	                .value = (uint8_t)r->value,
	                .scope = (uint8_t)r->scope,
	                .order = (uint8_t)r->order,
	                .ko = (uint8_t)r->ko,
	                .threats = (uint8_t)r->threats,
	                .limit = (uint8_t)limit,
	                .engine = (uint8_t)r->engine,
	                .depth = (uint16_t)r->depth,
	                .best = r->best};
	a->line_length = (uint16_t)(r->line_length < LINE_KEPT ? r->line_length : LINE_KEPT);
	memcpy(a->line, r->line, a->line_length * sizeof(a->line[0]));
	for (unsigned i = 0; i < 2; i++)
		bits_intersect(&a->stones[i], &a->zone);
}

void answer_cache_keep(answer_cache_t *m, const position_t *root, const limits_t *limits, bool ko,
                       const result_t *r)
{
	lookup_t q;
	answer_t *set, *oldest;
	part_t *part;

	if (r->state != JOB_DONE || r->value == VALUE_UNDECIDED || r->zone.areas != 1 ||
	    (ko && r->ko == KO_UNASKED) || !ask(root, limits, ko, &q))
		return;
	assert(r->scope == SCOPE_ABSOLUTE || r->scope == SCOPE_ORDER); /* no guess, see ask */
	part = part_of(m, &q, &set);
	pthread_mutex_lock(&part->lock);
	oldest = set;
	for (unsigned i = 0; i < SLOTS; i++) {
		if (serves(&set[i], &q, limits)) {
			oldest = &set[i]; /* somebody was first: no need for two */
			break;
		}
		if (set[i].used < oldest->used)
			oldest = &set[i];
	}
	fill(oldest, &q, (unsigned)limits->order, r);
	oldest->used = ++part->clock;
	pthread_mutex_unlock(&part->lock);
}
