/* SPDX-License-Identifier: MIT
 * test_proof_cache.c - the tree of verdicts by their zones against a list that is gone through. */
#include "engine/base/mem.h"
#include "engine/table/proof_cache.h"
#include "tests/unit/seed.h"

enum {
	POINTS = 12, /* few, so that boards agree by chance, */
	APART = 31,  /* and in all words of a set */
	STOCKS = 3,
	ADDED = 300,
	ASKED = 4000,
	ASKINGS = 3,       /* questions */
	ZONE_LEAST = 4,    /* points of a zone: so many are drawn, with returns */
	ZONE_MORE = 8,     /* and up to so many more */
	FOUND_LEAST = 300, /* of those asked */
	FULL_BYTES = 1 << 15,
	KEPT_LEAST = 95, /* of those added to a full tree, */
	KEPT_MOST = 105, /* and no more */
	SAME = 1100,     /* zones that no point parts; a leaf takes 1,024 */
	BEGUN = 200,     /* trees: their nodes move some times */
};

static cached_question_t draw_scene(rng_t *rng)
{
	cached_question_t scene = {.key = {1 + rng_below(rng, ASKINGS), 7},
	                           .stocks = rng_below(rng, STOCKS)};

	for (unsigned p = 0; p < POINTS; p++) {
		const unsigned at = (unsigned)rng_below(rng, 3);

		if (at > 0)
			bits_add(&scene.stones[at - 1], APART * p);
	}
	return scene;
}

static cached_verdict_t draw_verdict(rng_t *rng)
{
	cached_verdict_t verdict = {.best = (move_t)rng_below(rng, POINTS),
	                            .plies = 1,
	                            .stocked = rng_below(rng, 2) > 0,
	                            .value =
	                                    rng_below(rng, 2) > 0 ? VALUE_PROVEN : VALUE_DISPROVEN};
	const unsigned count = ZONE_LEAST + (unsigned)rng_below(rng, ZONE_MORE);

	for (unsigned i = 0; i < count; i++)
		bits_add(&verdict.zone, APART * (unsigned)rng_below(rng, POINTS));
	return verdict;
}

/* holds: do the boards agree on the verdict's zone, and ask the same, with the same stocks if it
 * depends on them? */
static bool holds(const cached_question_t *kept, const cached_verdict_t *verdict,
                  const cached_question_t *asked)
{
	if (kept->key.lo != asked->key.lo || (verdict->stocked && kept->stocks != asked->stocks))
		return false;
	for (unsigned p = 0; p < APART * POINTS; p += APART)
		for (unsigned side = 0; side < 2; side++)
			if (bits_has(&verdict->zone, p) &&
			    bits_has(&kept->stones[side], p) != bits_has(&asked->stones[side], p))
				return false;
	return true;
}

static void finds_what_holds(void **state)
{
	static cached_question_t scene[ADDED];
	static cached_verdict_t verdict[ADDED];
	rng_t rng = seed_take();
	proof_cache_t *p = proof_cache_create(1 << 20);
	unsigned found = 0;

	(void)state;
	assert_non_null(p);
	for (unsigned i = 0; i < ADDED; i++) {
		scene[i] = draw_scene(&rng);
		verdict[i] = draw_verdict(&rng);
		verdict[i].plies = (uint16_t)i; /* which tells it */
		proof_cache_add(p, &scene[i], &verdict[i]);
	}
	for (unsigned i = 0; i < ASKED; i++) {
		const cached_question_t asked = draw_scene(&rng);
		bool known = false;
		cached_verdict_t out;

		for (unsigned k = 0; k < ADDED && !known; k++)
			known = holds(&scene[k], &verdict[k], &asked);
		assert_int_equal(proof_cache_find(p, &asked, &out), known);
		if (!known)
			continue;
		found++;
		assert_true(holds(&scene[out.plies], &verdict[out.plies], &asked));
		assert_memory_equal(&out.zone, &verdict[out.plies].zone, sizeof(out.zone));
		assert_int_equal(out.stocked, verdict[out.plies].stocked);
		assert_int_equal(out.best, verdict[out.plies].best);
		assert_int_equal(out.value, verdict[out.plies].value);
	}
	assert_in_range(found, FOUND_LEAST, ASKED - FOUND_LEAST);
	proof_cache_free(p);
}

/* A tree may be begun just where the nodes have to move: what is added then is kept as well. */
static void a_first_verdict_is_kept_when_the_nodes_move(void **state)
{
	rng_t rng = seed_take();
	proof_cache_t *p = proof_cache_create(1 << 20);
	cached_question_t scene = draw_scene(&rng);
	cached_verdict_t verdict = draw_verdict(&rng), out;

	(void)state;
	assert_non_null(p);
	for (unsigned i = 1; i <= BEGUN; i++) {
		scene.key.lo = i;
		verdict.plies = (uint16_t)i;
		proof_cache_add(p, &scene, &verdict);
		assert_true(proof_cache_find(p, &scene, &out));
		assert_int_equal(out.plies, i);
	}
	proof_cache_free(p);
}

/* What finds no room is dropped, what was kept stays. */
static void full_trees_stay(void **state)
{
	rng_t rng = seed_take();
	proof_cache_t *p = proof_cache_create(FULL_BYTES);
	static cached_question_t scene[ADDED];
	unsigned kept = 0;
	cached_verdict_t out;

	(void)state;
	assert_non_null(p);
	for (unsigned i = 0; i < ADDED; i++) {
		cached_verdict_t verdict = draw_verdict(&rng);

		scene[kept] = draw_scene(&rng);
		/* what makes each another's: all that were kept are found, by themselves */
		scene[kept].stocks = i;
		verdict.stocked = true;
		verdict.plies = (uint16_t)kept;
		proof_cache_add(p, &scene[kept], &verdict);
		kept += proof_cache_find(p, &scene[kept], &out);
		for (unsigned k = 0; k < kept; k++) {
			assert_true(proof_cache_find(p, &scene[k], &out));
			assert_int_equal(out.plies, k);
		}
	}
	assert_in_range(kept, KEPT_LEAST, KEPT_MOST);
	proof_cache_free(p);
}

/* Verdicts on the same zone are one leaf, which is full some day. */
static void full_leaves_stay(void **state)
{
	rng_t rng = seed_take();
	proof_cache_t *p = proof_cache_create(1 << 20);
	cached_question_t scene = draw_scene(&rng);
	cached_verdict_t verdict = draw_verdict(&rng), out;
	unsigned kept = 0;

	(void)state;
	assert_non_null(p);
	verdict.stocked = true;
	for (unsigned i = 0; i < SAME; i++) {
		scene.stocks = i;
		proof_cache_add(p, &scene, &verdict);
		kept += proof_cache_find(p, &scene, &out);
		scene.stocks = 0;
		assert_true(proof_cache_find(p, &scene, &out));
	}
	assert_int_equal(kept, 1024);
	proof_cache_free(p);
}

/* Without memory nothing is kept, and nothing is harmed. */
static void memory_may_fail(void **state)
{
	rng_t rng = seed_take();
	const size_t before = mem_live();

	(void)state;
	for (long n = 0; n < 8; n++) {
		proof_cache_t *p;
		cached_verdict_t out;

		mem_fail_after(n);
		p = proof_cache_create(1 << 20);
		for (unsigned i = 0; i < 100 && p != NULL; i++) {
			const cached_question_t scene = draw_scene(&rng);
			const cached_verdict_t verdict = draw_verdict(&rng);

			proof_cache_add(p, &scene, &verdict);
			proof_cache_find(p, &scene, &out);
		}
		mem_fail_after(-1);
		proof_cache_free(p);
		assert_int_equal(mem_live(), before);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(finds_what_holds),
	        cmocka_unit_test(a_first_verdict_is_kept_when_the_nodes_move),
	        cmocka_unit_test(full_trees_stay),
	        cmocka_unit_test(full_leaves_stay),
	        cmocka_unit_test(memory_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
