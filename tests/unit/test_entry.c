/* SPDX-License-Identifier: MIT
 * test_entry.c - what an entry says: depths, moves, work, and merging against a
 * naive model.
 *
 * The truth behind the random tests: each key has, for every order, the least
 * depth that is proven there (or never). Whatever is stored is true; so all that
 * is read must be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/seed.h"
#include "tests/unit/table_help.h"

enum { NEVER = 10000 };

static void depths_of_both_parities(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);
	hashkey_t attack = {1, 11}, defence = {1, 12};
	ttentry_t e;

	(void)state;
	for (unsigned d = DEPTH_MAX; d >= 3; d -= 2) {
		ttable_store_proven(tt, attack, 2, d, 7, 1, ZONE_COARSE_ALL);
		ttable_store_proven(tt, defence, 2, d - 1, 7, 1, ZONE_COARSE_ALL);
		assert_true(ttable_probe(tt, attack, &e));
		assert_true(entry_proven(&e, 2, d));
		assert_false(entry_proven(&e, 2, d - 2));
		assert_true(entry_proven(&e, ORDER_MAX, DEPTH_MAX));
		assert_false(entry_proven(&e, 1, DEPTH_MAX));
		assert_int_equal(entry_proven_plies(&e, 2, DEPTH_MAX), d);
		assert_int_equal(entry_proven_plies(&e, 1, DEPTH_MAX), 0);
		assert_true(ttable_probe(tt, defence, &e));
		assert_true(entry_proven(&e, 2, d - 1));
		assert_false(entry_proven(&e, 2, d - 3));
		assert_int_equal(entry_proven_plies(&e, 3, 2), d - 1);
	}
	ttable_clear(tt);
	for (unsigned d = 1; d <= DEPTH_MAX; d += 2) {
		ttable_store_failed(tt, attack, 2, d, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
		assert_true(ttable_probe(tt, attack, &e));
		assert_true(entry_failed(&e, 2, d));
		assert_true(entry_failed(&e, 0, 1));
		assert_false(d < DEPTH_MAX && entry_failed(&e, 2, d + 2));
		assert_false(entry_failed(&e, 3, 1));
		assert_false(entry_disproven(&e, 0));
	}
	ttable_store_failed(tt, attack, 1, 1, true, MOVE_NONE, 1, ZONE_COARSE_ALL);
	assert_true(ttable_probe(tt, attack, &e));
	assert_true(entry_disproven(&e, 0) && entry_disproven(&e, 1));
	assert_false(entry_disproven(&e, 2));
	assert_true(entry_failed(&e, 1, DEPTH_MAX) && entry_failed(&e, 2, DEPTH_MAX));
	ttable_free(tt);
}

static void contradictions_are_left_out(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);
	hashkey_t won = {1, 21}, held = {1, 22};
	ttentry_t e;

	(void)state;
	ttable_store_proven(tt, won, 2, 9, 7, 1, ZONE_COARSE_ALL);
	assert_true(ttable_agrees(tt, won, 2, 7, false));
	assert_false(ttable_agrees(tt, won, 2, 9, false));
	assert_false(ttable_agrees(tt, won, 3, DEPTH_MAX, false));
	ttable_store_failed(tt, won, 3, 11, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
	ttable_store_failed(tt, won, 2, 1, true, MOVE_NONE, 1, ZONE_COARSE_ALL);
	assert_true(ttable_probe(tt, won, &e));
	assert_true(entry_proven(&e, 2, 9) && entry_proven(&e, 3, 9));
	assert_false(entry_failed(&e, 1, 1));
	ttable_store_failed(tt, held, 2, 9, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
	assert_true(ttable_agrees(tt, held, 2, 11, true));
	assert_true(ttable_agrees(tt, held, 3, 9, true));
	assert_false(ttable_agrees(tt, held, 1, 9, true));
	ttable_store_proven(tt, held, 1, 7, 7, 1, ZONE_COARSE_ALL);
	assert_true(ttable_probe(tt, held, &e));
	assert_true(entry_failed(&e, 2, 9) && entry_failed(&e, 1, 9));
	assert_false(entry_proven(&e, ORDER_MAX, DEPTH_MAX));
	ttable_free(tt);
}

static void moves_follow_the_rules(void **state)
{
	ttable_t *tt = table_make(BUCKET_BYTES);
	hashkey_t key = {5, 6};
	ttentry_t e;

	(void)state;
#define MOVE_IS(expected)                               \
	do {                                            \
		assert_true(ttable_probe(tt, key, &e)); \
		assert_int_equal(e.move, expected);     \
	} while (0)
	ttable_store_failed(tt, key, 1, 3, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
	MOVE_IS(MOVE_NONE);
	ttable_store_failed(tt, key, 1, 5, false, 10, 1, ZONE_COARSE_ALL);
	MOVE_IS(10);
	ttable_store_failed(tt, key, 1, 7, false, MOVE_NONE, 1, ZONE_COARSE_ALL);
	MOVE_IS(10);
	ttable_store_failed(tt, key, 1, 9, false, 11, 1, ZONE_COARSE_ALL);
	MOVE_IS(11);
	ttable_store_proven(tt, key, 2, 21, 12, 1, ZONE_COARSE_ALL);
	MOVE_IS(12);
	ttable_store_failed(tt, key, 1, 15, false, 13, 1,
	                    ZONE_COARSE_ALL); /* a failure after a proof */
	MOVE_IS(12);
	ttable_store_proven(tt, key, 3, 21, 14, 1, ZONE_COARSE_ALL); /* nothing new */
	MOVE_IS(12);
	ttable_store_proven(tt, key, 3, 19, 15, 1, ZONE_COARSE_ALL); /* shorter at a higher order */
	MOVE_IS(15);
	ttable_store_proven(tt, key, 2, 17, MOVE_NONE, 1, ZONE_COARSE_ALL);
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
	ttable_t *tt = table_make(BUCKET_BYTES);
	hashkey_t key = {5, 6};
	ttentry_t e;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ttable_store_failed(tt, key, 1, 3, false, MOVE_NONE, rows[i].nodes,
		                    ZONE_COARSE_ALL);
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
		ttable_store_proven(tt, key, f.order, f.plies, move, nodes, ZONE_COARSE_ALL);
	else
		ttable_store_failed(tt, key, f.order, f.plies, f.forever, move, nodes,
		                    ZONE_COARSE_ALL);
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
			assert_int_equal(entry_proven(e, o, q.plies), said(m, q));
			q.proven = false;
			assert_int_equal(entry_failed(e, o, q.plies), said(m, q));
		}
		assert_int_equal(entry_proven_plies(e, o, m->parity), least);
		q.forever = true;
		assert_int_equal(entry_disproven(e, o), said(m, q));
	}
}

static void merging_agrees_with_the_model(void **state)
{
	static model_t model[MODEL_KEYS];
	ttable_t *tt = table_make(MODEL_KEYS * BUCKET_BYTES); /* a bucket a key: nothing is lost */
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
		unsigned plies = entry_proven_plies(e, o, m->parity);

		if (e->proven[o] != 0 && plies < m->least[o])
			return false;
		if (entry_disproven(e, o) && m->least[o] != NEVER)
			return false;
		if (!entry_disproven(e, o) && e->failed[o] != 0 && m->least[o] != NEVER &&
		    2u * e->failed[o] - 2 + m->parity >= m->least[o])
			return false;
	}
	return true;
}

static void a_crowded_table_tells_no_lies(void **state)
{
	enum { KEYS = 500 };
	static model_t model[KEYS];
	ttable_t *tt = table_make(64 * BUCKET_BYTES);
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

/* Two entries of one position, of searches by a guess, may contradict each other. */
static void bug_united_entries_contradicted_each_other(void **state)
{
	ttentry_t e = {.move = MOVE_NONE}, other = {.move = MOVE_NONE};

	(void)state;
	entry_add_failed(&e, 2, 9, true, 5, 1);
	entry_add_proven(&other, 1, 7, 6, 2);
	entry_unite(&e, &other);
	entry_check(&e);
	assert_true(entry_disproven(&e, 2) && !entry_proven(&e, 2, 9));
	assert_true(entry_proven(&e, 3, 7)); /* which nothing contradicts */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(depths_of_both_parities),
	        TEST(contradictions_are_left_out),
	        TEST(moves_follow_the_rules),
	        TEST(work_is_the_greatest_logarithm),
	        TEST(merging_agrees_with_the_model),
	        TEST(a_crowded_table_tells_no_lies),
	        TEST(bug_united_entries_contradicted_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
