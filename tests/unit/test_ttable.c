/* SPDX-License-Identifier: MIT
 * test_ttable.c - the table: merging against a naive model, replacement, age,
 * torn writes, huge pages.
 *
 * The truth behind the random tests: each key has, for every order, the least
 * depth that is proven there (or never). Whatever is stored is true; so all that
 * is read must be.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/table/ttable.h"
#include "tests/unit/seed.h"

enum { NEVER = 10000, BUCKET_BYTES = 64, MIB = 1 << 20 };

static int no_memory_is_left(void **state)
{
	(void)state;
	mem_fail_after(-1);
	return mem_live() == 0 ? 0 : -1;
}

static ttable_t *make(size_t bytes)
{
	ttable_t *tt;

	assert_int_equal(ttable_create(bytes, &tt), ERR_OK);
	assert_non_null(tt);
	return tt;
}

static bool knows_nothing(const ttentry_t *e)
{
	static const ttentry_t nothing = {.move = MOVE_NONE};

	return memcmp(e->proven, nothing.proven, sizeof(e->proven)) == 0 &&
	       memcmp(e->failed, nothing.failed, sizeof(e->failed)) == 0 && e->move == MOVE_NONE &&
	       e->work == 0;
}

static bool is_there(const ttable_t *tt, hashkey_t key)
{
	ttentry_t e;
	bool hit;

	memset(&e, 0xee, sizeof(e));
	hit = ttable_probe(tt, key, &e);
	assert_int_equal(hit, !knows_nothing(&e));
	return hit;
}

static void sizes_are_powers_of_two(void **state)
{
	static const struct {
		size_t bytes, of_array;
	} rows[] = {{64, 64},
	            {65, 64},
	            {127, 64},
	            {128, 128},
	            {1000, 512},
	            {MIB, MIB},
	            {3 * MIB, 2 * MIB},
	            {8 * MIB - 1, 4 * MIB},
	            {64 * MIB, 64 * MIB}};
	ttable_t *tt = (ttable_t *)state;

	assert_int_equal(ttable_create(0, &tt), ERR_RANGE);
	assert_null(tt);
	tt = (ttable_t *)state;
	assert_int_equal(ttable_create(BUCKET_BYTES - 1, &tt), ERR_RANGE);
	assert_null(tt);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ttable_stats_t s;

		tt = make(rows[i].bytes);
		ttable_stats(tt, &s);
		assert_int_equal(s.bytes, rows[i].of_array);
		assert_int_equal(s.entries, rows[i].of_array / 32);
		assert_int_equal(s.used, 0);
		ttable_free(tt);
	}
	ttable_free(NULL);
}

static void no_memory_is_an_error(void **state)
{
	(void)state;
	for (long n = 0;; n++) {
		ttable_t *tt = (ttable_t *)state;

		mem_fail_after(n);
		if (ttable_create(MIB, &tt) == ERR_OK) {
			assert_true(n > 0);
			ttable_free(tt);
			break;
		}
		assert_null(tt);
		assert_int_equal(mem_live(), 0);
	}
	mem_fail_after(-1);
	assert_int_equal(ttable_create(SIZE_MAX / 2, &(ttable_t *){NULL}), ERR_NOMEM);
}

static void keys_are_told_apart(void **state)
{
	static const hashkey_t keys[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {UINT64_MAX, 0}};
	enum { KEYS = sizeof(keys) / sizeof(keys[0]) };
	ttable_t *tt = make(1024); /* 16 buckets, at most two of these keys in one */

	(void)state;
	for (unsigned i = 0; i < KEYS; i++) {
		ttentry_t e;

		for (unsigned j = i; j < KEYS; j++)
			assert_false(is_there(tt, keys[j]));
		ttable_prefetch(tt, keys[i]);
		ttable_store_proven(tt, keys[i], 1, 2 * i + 1, (move_t)i, 0);
		for (unsigned j = 0; j <= i; j++) {
			assert_true(ttable_probe(tt, keys[j], &e));
			assert_int_equal(e.move, j);
			assert_true(ttable_proven(&e, 1, 2 * j + 1));
			assert_int_equal(ttable_proven_plies(&e, 1, 1), 2 * j + 1);
		}
	}
	assert_false(is_there(tt, (hashkey_t){16, 2})); /* of bucket 0, too */
	ttable_clear(tt);
	for (unsigned i = 0; i < KEYS; i++)
		assert_false(is_there(tt, keys[i]));
	ttable_free(tt);
}

static void depths_of_both_parities(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);
	hashkey_t attack = {1, 11}, defence = {1, 12};
	ttentry_t e;

	(void)state;
	for (unsigned d = DEPTH_MAX; d >= 3; d -= 2) {
		ttable_store_proven(tt, attack, 2, d, 7, 1);
		ttable_store_proven(tt, defence, 2, d - 1, 7, 1);
		assert_true(ttable_probe(tt, attack, &e));
		assert_true(ttable_proven(&e, 2, d));
		assert_false(ttable_proven(&e, 2, d - 2));
		assert_true(ttable_proven(&e, ORDER_MAX, DEPTH_MAX));
		assert_false(ttable_proven(&e, 1, DEPTH_MAX));
		assert_int_equal(ttable_proven_plies(&e, 2, DEPTH_MAX), d);
		assert_int_equal(ttable_proven_plies(&e, 1, DEPTH_MAX), 0);
		assert_true(ttable_probe(tt, defence, &e));
		assert_true(ttable_proven(&e, 2, d - 1));
		assert_false(ttable_proven(&e, 2, d - 3));
		assert_int_equal(ttable_proven_plies(&e, 3, 2), d - 1);
	}
	ttable_clear(tt);
	for (unsigned d = 1; d <= DEPTH_MAX; d += 2) {
		ttable_store_failed(tt, attack, 2, d, false, MOVE_NONE, 1);
		assert_true(ttable_probe(tt, attack, &e));
		assert_true(ttable_failed(&e, 2, d));
		assert_true(ttable_failed(&e, 0, 1));
		assert_false(d < DEPTH_MAX && ttable_failed(&e, 2, d + 2));
		assert_false(ttable_failed(&e, 3, 1));
		assert_false(ttable_disproven(&e, 0));
	}
	ttable_store_failed(tt, attack, 1, 1, true, MOVE_NONE, 1);
	assert_true(ttable_probe(tt, attack, &e));
	assert_true(ttable_disproven(&e, 0) && ttable_disproven(&e, 1));
	assert_false(ttable_disproven(&e, 2));
	assert_true(ttable_failed(&e, 1, DEPTH_MAX) && ttable_failed(&e, 2, DEPTH_MAX));
	ttable_free(tt);
}

static void moves_follow_the_rules(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);
	hashkey_t key = {5, 6};
	ttentry_t e;

	(void)state;
#define MOVE_IS(expected)                               \
	do {                                            \
		assert_true(ttable_probe(tt, key, &e)); \
		assert_int_equal(e.move, expected);     \
	} while (0)
	ttable_store_failed(tt, key, 1, 3, false, MOVE_NONE, 1);
	MOVE_IS(MOVE_NONE);
	ttable_store_failed(tt, key, 1, 5, false, 10, 1);
	MOVE_IS(10);
	ttable_store_failed(tt, key, 1, 7, false, MOVE_NONE, 1);
	MOVE_IS(10);
	ttable_store_failed(tt, key, 1, 9, false, 11, 1);
	MOVE_IS(11);
	ttable_store_proven(tt, key, 2, 21, 12, 1);
	MOVE_IS(12);
	ttable_store_failed(tt, key, 1, 15, false, 13, 1); /* a failure after a proof */
	MOVE_IS(12);
	ttable_store_proven(tt, key, 3, 21, 14, 1); /* nothing new */
	MOVE_IS(12);
	ttable_store_proven(tt, key, 3, 19, 15, 1); /* shorter at a higher order */
	MOVE_IS(15);
	ttable_store_proven(tt, key, 2, 17, MOVE_NONE, 1);
	MOVE_IS(15);
#undef MOVE_IS
	ttable_free(tt);
}

static void work_is_the_greatest_logarithm(void **state)
{
	static const struct {
		uint64_t nodes;
		uint8_t work;
	} rows[] = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}, {1000, 9}, {5, 9}, {UINT64_MAX, 63}};
	ttable_t *tt = make(BUCKET_BYTES);
	hashkey_t key = {5, 6};
	ttentry_t e;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ttable_store_failed(tt, key, 1, 3, false, MOVE_NONE, rows[i].nodes);
		assert_true(ttable_probe(tt, key, &e));
		assert_int_equal(e.work, rows[i].work);
	}
	ttable_free(tt);
}

/* The naive model: a list of everything that was said. */

enum { MODEL_KEYS = 64, FACTS_MAX = 400 };

typedef struct {
	bool proven, forever;
	unsigned order, plies;
} fact_t;

typedef struct {
	hashkey_t key;
	unsigned parity;               /* of its depths */
	unsigned least[TTABLE_ORDERS]; /* the truth: proven from here on, or NEVER */
	fact_t fact[FACTS_MAX];
	unsigned facts;
	move_t move;
	uint8_t work;
} model_t;

static void model_init(model_t *m, rng_t *rng, uint64_t lo)
{
	unsigned least = rng_below(rng, 2) ? NEVER : DEPTH_MAX;

	*m = (model_t){.key = {lo, rng_next(rng)}, .move = MOVE_NONE};
	m->parity = rng_below(rng, 2);
	for (unsigned i = 0; i < TTABLE_ORDERS; i++) {
		if (rng_below(rng, 3) == 0)
			least = rng_below(rng, least == NEVER ? DEPTH_MAX : least + 1);
		if (least < 2 - m->parity) /* even depths begin at 2 */
			least = 2 - m->parity;
		m->least[i] = least;
	}
}

/* said tells whether the facts so far imply the one in question. */
static bool said(const model_t *m, fact_t q)
{
	for (unsigned i = 0; i < m->facts; i++) {
		fact_t f = m->fact[i];

		if (f.proven != q.proven)
			continue;
		if (f.proven && f.order <= q.order && f.plies <= q.plies)
			return true;
		if (!f.proven && f.order >= q.order &&
		    (f.forever || (!q.forever && f.plies >= q.plies)))
			return true;
	}
	return false;
}

static bool said_any_proof(const model_t *m)
{
	return said(m, (fact_t){.proven = true, .order = ORDER_MAX, .plies = DEPTH_MAX});
}

static unsigned random_plies(rng_t *rng, unsigned parity)
{
	return 2 * rng_below(rng, DEPTH_MAX / 2) + parity + (parity == 0 ? 2 : 0);
}

/* random_fact makes a true statement about the key. */
static fact_t random_fact(const model_t *m, rng_t *rng)
{
	fact_t f = {.order = rng_below(rng, TTABLE_ORDERS)};

	f.plies = random_plies(rng, m->parity);
	if (rng_below(rng, 2) && m->least[f.order] != NEVER) /* near the edge */
		f.plies = (m->least[f.order] + 2 * rng_below(rng, 5)) / 2 * 2 + m->parity;
	if (f.plies > DEPTH_MAX)
		f.plies = DEPTH_MAX - (m->parity == 0);
	f.proven = f.plies >= m->least[f.order];
	f.forever = m->least[f.order] == NEVER && rng_below(rng, 4) == 0;
	return f;
}

static void model_add(model_t *m, fact_t f, move_t move, uint8_t work)
{
	bool any = said_any_proof(m), news = !said(m, f);

	if (move != MOVE_NONE && (m->move == MOVE_NONE || !any || (f.proven && news)))
		m->move = move;
	m->work = work > m->work ? work : m->work;
	m->fact[m->facts++] = f;
}

static void store(ttable_t *tt, hashkey_t key, fact_t f, move_t move, uint64_t nodes)
{
	if (f.proven)
		ttable_store_proven(tt, key, f.order, f.plies, move, nodes);
	else
		ttable_store_failed(tt, key, f.order, f.plies, f.forever, move, nodes);
}

/* assert_agrees asks the entry all there is to ask. */
static void assert_agrees(const model_t *m, const ttentry_t *e)
{
	assert_int_equal(e->move, m->move);
	assert_int_equal(e->work, m->work);
	for (unsigned o = 0; o < TTABLE_ORDERS; o++) {
		fact_t q = {.order = o};
		unsigned least = 0;

		for (q.plies = m->parity == 0 ? 2 : 1; q.plies <= DEPTH_MAX; q.plies += 2) {
			q.proven = true;
			if (said(m, q) && least == 0)
				least = q.plies;
			assert_int_equal(ttable_proven(e, o, q.plies), said(m, q));
			q.proven = false;
			assert_int_equal(ttable_failed(e, o, q.plies), said(m, q));
		}
		assert_int_equal(ttable_proven_plies(e, o, m->parity), least);
		q.forever = true;
		assert_int_equal(ttable_disproven(e, o), said(m, q));
	}
}

static void merging_agrees_with_the_model(void **state)
{
	static model_t model[MODEL_KEYS];
	ttable_t *tt = make(MODEL_KEYS * BUCKET_BYTES); /* a bucket a key: nothing is lost */
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < MODEL_KEYS; i++)
		model_init(&model[i], &rng, i);
	for (unsigned round = 0; round < 60 * MODEL_KEYS; round++) {
		model_t *m = &model[rng_below(&rng, MODEL_KEYS)];
		fact_t f = random_fact(m, &rng);
		move_t move = rng_below(&rng, 3) ? (move_t)rng_below(&rng, 400) : MOVE_NONE;
		uint8_t work = (uint8_t)rng_below(&rng, 40);
		ttentry_t e;

		if (m->facts == FACTS_MAX)
			continue;
		store(tt, m->key, f, move, 1ull << work);
		model_add(m, f, move, work);
		assert_true(ttable_probe(tt, m->key, &e));
		if (round % 8 == 0)
			assert_agrees(m, &e);
	}
	for (unsigned i = 0; i < MODEL_KEYS; i++) {
		ttentry_t e;

		if (ttable_probe(tt, model[i].key, &e))
			assert_agrees(&model[i], &e);
		else
			assert_int_equal(model[i].facts, 0);
	}
	ttable_free(tt);
}

/* is_true: does an entry say nothing but the truth about its key? */
static bool is_true(const model_t *m, const ttentry_t *e)
{
	for (unsigned o = 0; o < TTABLE_ORDERS; o++) {
		unsigned plies = ttable_proven_plies(e, o, m->parity);

		if (e->proven[o] != 0 && plies < m->least[o])
			return false;
		if (ttable_disproven(e, o) && m->least[o] != NEVER)
			return false;
		if (!ttable_disproven(e, o) && e->failed[o] != 0 && m->least[o] != NEVER &&
		    2u * e->failed[o] - 2 + m->parity >= m->least[o])
			return false;
	}
	return true;
}

static void a_crowded_table_tells_no_lies(void **state)
{
	enum { KEYS = 500 };
	static model_t model[KEYS];
	ttable_t *tt = make(64 * BUCKET_BYTES);
	rng_t rng = seed_take();
	unsigned hits = 0, misses = 0;

	(void)state;
	for (unsigned i = 0; i < KEYS; i++)
		model_init(&model[i], &rng, rng_next(&rng));
	for (unsigned round = 0; round < 100000; round++) {
		model_t *m = &model[rng_below(&rng, KEYS)];
		ttentry_t e;

		if (ttable_probe(tt, m->key, &e)) {
			hits++;
			assert_true(is_true(m, &e));
		} else {
			misses++;
		}
		store(tt, m->key, random_fact(m, &rng), (move_t)rng_below(&rng, 400),
		      1u << rng_below(&rng, 20));
		assert_true(is_there(tt, m->key)); /* the newest is always kept */
	}
	assert_true(hits > 10000 && misses > 10000);
	ttable_free(tt);
}

/* Replacement: one bucket, keys (0, hi). hi % 64 == 0 counts for the age. */

static hashkey_t uncounted(uint64_t i)
{
	return (hashkey_t){0, 64 * i + 1};
}

static hashkey_t counted(uint64_t i)
{
	return (hashkey_t){0, 64 * i};
}

static void hope(ttable_t *tt, hashkey_t key, unsigned work)
{
	ttable_store_failed(tt, key, 1, 9, false, 3, 1ull << work);
}

static void fact(ttable_t *tt, hashkey_t key, unsigned work)
{
	if (key.hi / 64 % 2)
		ttable_store_proven(tt, key, 1, 9, 3, 1ull << work);
	else
		ttable_store_failed(tt, key, 1, 9, true, 3, 1ull << work);
}

#define ASSERT_HAS(tt, a, b, gone)                           \
	do {                                                 \
		assert_true(is_there(tt, uncounted(a)));     \
		assert_true(is_there(tt, uncounted(b)));     \
		assert_false(is_there(tt, uncounted(gone))); \
	} while (0)

static void the_least_work_goes(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);

	(void)state;
	hope(tt, uncounted(1), 9);
	hope(tt, uncounted(2), 4); /* the empty slot first */
	hope(tt, uncounted(1), 2); /* an old acquaintance needs no room */
	ASSERT_HAS(tt, 1, 2, 3);
	hope(tt, uncounted(3), 6);
	ASSERT_HAS(tt, 1, 3, 2);
	hope(tt, uncounted(4), 0);
	ASSERT_HAS(tt, 1, 4, 3);
	hope(tt, uncounted(4), 12); /* it grew, now the other is the least */
	hope(tt, uncounted(5), 0);
	ASSERT_HAS(tt, 4, 5, 1);
	ttable_free(tt);
}

static void a_hope_spares_facts(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);

	(void)state;
	for (uint64_t i = 1; i <= 4; i++) { /* proofs and disproofs, in either slot */
		ttable_clear(tt);
		if (i % 4 < 2)
			fact(tt, uncounted(i), 0);
		hope(tt, uncounted(10), 30);
		if (i % 4 >= 2)
			fact(tt, uncounted(i), 0);
		hope(tt, uncounted(11), 1);
		ASSERT_HAS(tt, i, 11, 10);
		hope(tt, uncounted(12), 1);
		ASSERT_HAS(tt, i, 12, 11);
	}
	fact(tt, uncounted(20), 5); /* a fact may take any slot: the least worth */
	ASSERT_HAS(tt, 4, 20, 12);
	fact(tt, uncounted(21), 5);
	ASSERT_HAS(tt, 20, 21, 4);
	fact(tt, uncounted(21), 9);
	hope(tt, uncounted(13), 0); /* two facts: one has to go */
	ASSERT_HAS(tt, 21, 13, 20);
	ttable_free(tt);
}

static void a_fact_is_worth_a_little_more(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);

	(void)state;
	fact(tt, uncounted(1), 5);
	hope(tt, uncounted(2), 6);
	fact(tt, uncounted(3), 1);
	ASSERT_HAS(tt, 1, 3, 2);
	ttable_clear(tt);
	fact(tt, uncounted(1), 5);
	hope(tt, uncounted(2), 8);
	fact(tt, uncounted(3), 1);
	ASSERT_HAS(tt, 2, 3, 1);
	ttable_free(tt);
}

static void age_wears_off_worth(void **state)
{
	ttable_t *tt = make(BUCKET_BYTES);
	uint64_t i;

	(void)state;
	hope(tt, uncounted(1), 10);
	hope(tt, uncounted(2), 5);
	for (i = 3; i < 2000; i++) {
		hope(tt, uncounted(i), 5);
		assert_true(is_there(tt, uncounted(1)));
	}
	for (i = 1; is_there(tt, uncounted(1)); i++) {
		hope(tt, counted(i), 5); /* a generation each, in the least of tables */
		assert_true(i < 60);
	}
	assert_in_range(i, 3, 12); /* 10 - age under 5 */

	hope(tt, uncounted(1), 10);
	for (i = 100; i < 160; i++) {
		hope(tt, counted(i), 5);
		hope(tt, uncounted(1), 5); /* who is stored again stays young */
		assert_true(is_there(tt, uncounted(1)));
	}
	ttable_free(tt);
}

static void a_generation_is_an_eighth(void **state)
{
	enum { SLOTS = 1 << 15, OLD = 400 };
	ttable_t *tt = make(SLOTS * 32);
	rng_t rng = seed_take();
	unsigned eighths = 0, alive = OLD;

	(void)state;
	for (uint64_t i = 0; i < OLD; i++)
		hope(tt, (hashkey_t){i, 1}, 20);
	for (; alive > OLD / 2 && eighths < 100; eighths++) {
		for (unsigned i = 0; i < SLOTS / 8; i++)
			hope(tt, (hashkey_t){rng_next(&rng), rng_next(&rng)}, 8);
		alive = 0;
		for (uint64_t i = 0; i < OLD; i++)
			alive += is_there(tt, (hashkey_t){i, 1});
	}
	/* Work 20 goes when it is 12 generations older than its neighbour of work 8,
	 * which gets a new one every four: after 19 or so. Were a generation half or
	 * twice as long, it would be 14 or 31. */
	print_message("half are gone after %u eighths\n", eighths);
	assert_in_range(eighths, 16, 24);
	ttable_free(tt);
}

static void used_is_estimated(void **state)
{
	ttable_t *tt = make(MIB);
	rng_t rng = seed_take();
	ttable_stats_t s;
	uint64_t previous = 0;

	(void)state;
	for (unsigned n = 4096; n <= 8 * 32768; n *= 2) {
		ttable_clear(tt);
		for (unsigned i = 0; i < n; i++)
			hope(tt, (hashkey_t){rng_next(&rng), rng_next(&rng)}, 3);
		ttable_stats(tt, &s);
		assert_int_equal(s.entries, 32768);
		assert_true(s.used <= s.entries && s.used >= previous);
		if (n == 4096) /* nearly nothing was replaced; sigma is 60 */
			assert_in_range(s.used, 3500, 4500);
		previous = s.used;
	}
	assert_true(s.used > 32768 * 99ull / 100);
	ttable_free(tt);

	tt = make(BUCKET_BYTES);
	hope(tt, uncounted(1), 1);
	ttable_stats(tt, &s);
	assert_int_equal(s.used, 1);
	hope(tt, uncounted(2), 1);
	hope(tt, uncounted(3), 1);
	ttable_stats(tt, &s);
	assert_int_equal(s.used, 2);
	ttable_free(tt);
}

/* More than 4096 new entries: pages turn huge while the table is in use. */
static void huge_pages_lose_nothing(void **state)
{
	enum { KEYS = 20000 };
	ttable_t *tt = make(8 * MIB);
	rng_t first = seed_take(), rng = first;
	unsigned there = 0;

	(void)state;
	for (unsigned i = 0; i < KEYS; i++) {
		hashkey_t key = {rng_next(&rng), rng_next(&rng)};

		ttable_store_proven(tt, key, i % TTABLE_ORDERS, i % 250 * 2 + 1, (move_t)i, i);
	}
	rng = first;
	for (unsigned i = 0; i < KEYS; i++) {
		hashkey_t key = {rng_next(&rng), rng_next(&rng)};
		ttentry_t e;

		if (!ttable_probe(tt, key, &e))
			continue;
		there++;
		assert_int_equal(e.move, i);
		assert_int_equal(ttable_proven_plies(&e, i % TTABLE_ORDERS, 1), i % 250 * 2 + 1);
	}
	assert_true(there > KEYS * 99 / 100); /* three in a bucket are rare here */
	ttable_free(tt);
}

enum { TORN_THREADS = 4, TORN_KEYS = 12, TORN_ROUNDS = 600000 };

typedef struct {
	ttable_t *tt;
	rng_t rng;
	unsigned hits, lies;
} hammer_t;

static pthread_barrier_t together;

/* Every store of a proof names its depth as its move, and a merge keeps either
 * both or none of an older one. So an entry of two writers shows: depth and move
 * differ. The key shows in them too: key k is proven from k * 40 + 3 to 39 and fails
 * at k * 40 + 1. */
static void *hammer(void *arg)
{
	hammer_t *h = arg;

	pthread_barrier_wait(&together);
	for (unsigned i = 0; i < TORN_ROUNDS; i++) {
		unsigned k = rng_below(&h->rng, TORN_KEYS);
		unsigned plies = k * 40 + 3 + 2 * rng_below(&h->rng, 19);
		hashkey_t key = {0, rng_mix(k)}; /* all in one bucket */
		ttentry_t e;

		if (rng_below(&h->rng, 4) == 0)
			ttable_store_failed(h->tt, key, 3, k * 40 + 1, false, MOVE_NONE, 1);
		else
			ttable_store_proven(h->tt, key, 0, plies, (move_t)plies, 1);
		if (!ttable_probe(h->tt, key, &e))
			continue;
		h->hits++;
		plies = ttable_proven_plies(&e, 0, 1);
		if (plies != 0 && (e.move != plies || plies / 40 != k))
			h->lies++;
		if (e.failed[0] != 0 && e.failed[0] != k * 20 + 1)
			h->lies++;
	}
	return NULL;
}

static void torn_writes_are_misses(void **state)
{
	static hammer_t h[TORN_THREADS];
	pthread_t thread[TORN_THREADS];
	ttable_t *tt = make(BUCKET_BYTES);
	rng_t rng = seed_take();

	(void)state;
	assert_int_equal(pthread_barrier_init(&together, NULL, TORN_THREADS), 0);
	for (unsigned i = 0; i < TORN_THREADS; i++) {
		h[i] = (hammer_t){.tt = tt, .rng = {rng_next(&rng)}};
		assert_int_equal(pthread_create(&thread[i], NULL, hammer, &h[i]), 0);
	}
	for (unsigned i = 0; i < TORN_THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_true(h[i].hits > TORN_ROUNDS / 10);
		assert_int_equal(h[i].lies, 0);
	}
	assert_int_equal(pthread_barrier_destroy(&together), 0);
	ttable_free(tt);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, no_memory_is_left, no_memory_is_left)

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(sizes_are_powers_of_two),       TEST(no_memory_is_an_error),
	        TEST(keys_are_told_apart),           TEST(depths_of_both_parities),
	        TEST(moves_follow_the_rules),        TEST(work_is_the_greatest_logarithm),
	        TEST(merging_agrees_with_the_model), TEST(a_crowded_table_tells_no_lies),
	        TEST(the_least_work_goes),           TEST(a_hope_spares_facts),
	        TEST(a_fact_is_worth_a_little_more), TEST(age_wears_off_worth),
	        TEST(a_generation_is_an_eighth),     TEST(used_is_estimated),
	        TEST(huge_pages_lose_nothing),       TEST(torn_writes_are_misses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
