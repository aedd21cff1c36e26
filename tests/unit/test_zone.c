/* SPDX-License-Identifier: MIT
 * test_zone.c - sequences of areas against their definition, point by point; coarse zones;
 * the table of exact ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/game.h"
#include "engine/table/ztable.h"
#include "engine/zone/rule.h"
#include "engine/zone/zone.h"
#include "tests/unit/seed.h"

enum { ROUNDS = 300, POINTS_MAX = BOARD_MAX * BOARD_MAX };

/* A zone as the definition has it: the index of each point, 0 = in no area. */
typedef struct {
	unsigned areas, points;
	unsigned index[POINTS_MAX];
} model_t;

static void make(rng_t *rng, unsigned areas, unsigned side, zone_t *zone, model_t *model)
{
	const unsigned points = side * side;

	zone_init(zone, areas, side, side);
	*model = (model_t){.areas = areas, .points = points};
	for (unsigned n = rng_below(rng, points); n > 0; n--) {
		const unsigned p = rng_below(rng, points), index = 1 + rng_below(rng, areas + 3);
		const unsigned capped = index < areas ? index : areas;

		zone_add(zone, p, index);
		if (model->index[p] == 0 || capped < model->index[p])
			model->index[p] = capped;
	}
}

static void assert_agrees(const zone_t *zone, const model_t *model)
{
	for (unsigned p = 0; p < model->points; p++)
		assert_int_equal(zone_index(zone, p), model->index[p]);
	for (unsigned i = 1; i < zone->areas; i++) {
		bits_t inner = zone->area[i - 1];

		bits_subtract(&inner, &zone->area[i]);
		assert_true(bits_is_empty(&inner));
	}
}

static void sequences(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const unsigned areas = 1 + rng_below(&rng, ZONE_AREAS_MAX);
		const unsigned side = 2 + rng_below(&rng, BOARD_MAX - 1);
		zone_t a, b, copy;
		model_t m, n;

		make(&rng, areas, side, &a, &m);
		make(&rng, areas, side, &b, &n);
		assert_agrees(&a, &m);
		zone_copy(&copy, &a);
		zone_unite(&copy, &b);
		for (unsigned p = 0; p < n.points; p++)
			if (m.index[p] != 0 && (n.index[p] == 0 || m.index[p] < n.index[p]))
				n.index[p] = m.index[p];
		assert_agrees(&copy, &n);

		/* The last area stands for those behind it, so what is in it stays. */
		zone_unroll(&copy);
		for (unsigned p = 0; p < n.points; p++)
			if (n.index[p] > 1 && n.index[p] < areas)
				n.index[p]--;
			else if (n.index[p] == areas && areas > 1)
				n.index[p] = areas - 1;
		for (unsigned p = 0; p < n.points; p++)
			assert_int_equal(zone_index(&copy, p), n.index[p]);
		zone_add_all(&copy, areas);
		for (unsigned p = 0; p < n.points; p++)
			assert_int_equal(zone_index(&copy, p),
			                 n.index[p] != 0 ? n.index[p] : areas);
		zone_clear(&copy);
		for (unsigned p = 0; p < n.points; p++)
			assert_int_equal(zone_index(&copy, p), 0);
	}
}

/* A coarse zone is never smaller than the zone it was made from, and the union of two is
 * the bitwise or. */
static void coarse_zones(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const unsigned areas = 1 + rng_below(&rng, ZONE_AREAS_MAX);
		const unsigned side = 2 + rng_below(&rng, BOARD_MAX - 1);
		zone_cells_t cells;
		zone_t zone, back;
		model_t m;
		uint64_t coarse;

		make(&rng, areas, side, &zone, &m);
		zone_cells_init(&cells, &zone);
		assert_int_equal(bits_count(&cells.board), side * side);
		coarse = zone_coarse(&cells, &zone);
		assert_true((coarse & ~ZONE_COARSE_ALL) == 0);
		zone_init(&back, areas, side, side);
		zone_from_coarse(&cells, coarse, &back);
		for (unsigned p = 0; p < m.points; p++)
			if (m.index[p] != 0)
				assert_in_range(zone_index(&back, p), 1, m.index[p]);
		assert_true(zone_coarse(&cells, &back) == coarse);
		zone_from_coarse(&cells, ZONE_COARSE_ALL, &back);
		for (unsigned p = 0; p < m.points; p++)
			assert_int_equal(zone_index(&back, p), 1);
	}
}

/* On a board of 6x6 every point has its own cell. */
static void coarse_is_exact_on_small_boards(void **state)
{
	rng_t rng = seed_take();
	zone_cells_t cells;
	zone_t zone, back;
	model_t m;

	(void)state;
	make(&rng, 1, 6, &zone, &m);
	zone_cells_init(&cells, &zone);
	zone_init(&back, 1, 6, 6);
	zone_from_coarse(&cells, zone_coarse(&cells, &zone), &back);
	assert_agrees(&back, &m);
}

/* What was kept comes back for the questions that its fact answers, and for no others. */
static void kept_zones(void **state)
{
	static const struct {
		zfact_t kept, asked;
		bool found;
	} rows[] = {
	        {{true, false, 1, 9}, {true, false, 1, 9}, true},
	        {{true, false, 1, 9}, {true, false, 3, 21}, true},
	        {{true, false, 1, 9}, {true, false, 0, 9}, false},
	        {{true, false, 1, 9}, {true, false, 1, 7}, false},
	        {{true, false, 1, 9}, {false, false, 1, 9}, false},
	        {{false, false, 2, 9}, {false, false, 2, 9}, true},
	        {{false, false, 2, 9}, {false, false, 1, 5}, true},
	        {{false, false, 2, 9}, {false, false, 3, 9}, false},
	        {{false, false, 2, 9}, {false, false, 2, 11}, false},
	        {{false, false, 2, 9}, {false, true, 2, 9}, false},
	        {{false, true, 2, 9}, {false, true, 2, 99}, true},
	        {{false, true, 2, 9}, {false, false, 1, 99}, true},
	        {{false, true, 2, 9}, {true, false, 2, 99}, false},
	};
	ztable_t *zt = ztable_create(1 << 16);
	const hashkey_t key = {0x123456789abcdef0, 0x0fedcba987654321},
	                other = {key.lo, key.hi + 1};
	zone_t zone, out;

	(void)state;
	assert_non_null(zt);
	zone_init(&zone, 4, 9, 9);
	zone_add(&zone, 3, 1);
	zone_add(&zone, 80, 2);
	zone_init(&out, 4, 9, 9);
	assert_false(ztable_find(zt, key, rows[0].asked, &out));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ztable_store(zt, key, rows[i].kept, &zone, 1);
		assert_false(ztable_find(zt, other, rows[i].asked, &out));
		assert_int_equal(ztable_find(zt, key, rows[i].asked, &out), rows[i].found);
		if (!rows[i].found)
			continue;
		assert_int_equal(zone_index(&out, 3), 1);
		assert_int_equal(zone_index(&out, 80), 2);
		assert_int_equal(zone_index(&out, 4), 3); /* not kept: everything */
	}
	ztable_clear(zt);
	assert_false(ztable_find(zt, key, rows[12].kept, &out));
	ztable_free(zt);
}

/* A key of zeroes is a key as any other. */
static void an_empty_table_knows_nothing(void **state)
{
	ztable_t *zt = ztable_create(1);
	const zfact_t fact = {.proven = false};
	zone_t out;

	(void)state;
	zone_init(&out, 1, 9, 9);
	assert_false(ztable_find(zt, (hashkey_t){0, 0}, fact, &out));
	zone_add(&out, 7, 1);
	ztable_store(zt, (hashkey_t){0, 0}, fact, &out, 1);
	zone_clear(&out);
	assert_true(ztable_find(zt, (hashkey_t){0, 0}, fact, &out));
	assert_int_equal(zone_index(&out, 7), 1);
	ztable_free(zt);
}

/* A bucket is all there is: the zone of what took work outlives many others, but not for ever. */
static void zones_that_took_work_stay(void **state)
{
	enum { WORK = 1000, OTHERS = 200, AGES = 30 };

	ztable_t *zt = ztable_create(1);
	const zfact_t fact = {.proven = true, .order = 1, .plies = 5};
	const hashkey_t key = {3, UINT64_C(77) << 48};
	zone_t zone, out;

	(void)state;
	zone_init(&zone, 1, 9, 9);
	zone_init(&out, 1, 9, 9);
	zone_add(&zone, 7, 1);
	ztable_store(zt, key, fact, &zone, WORK);
	zone_clear(&zone);
	for (unsigned i = 0; i < OTHERS; i++) {
		const hashkey_t other = {i, (uint64_t)(100 + i) << 48 | 1};

		ztable_store(zt, other, fact, &zone, 1);
		assert_true(ztable_find(zt, other, fact, &out));
		assert_int_equal(zone_index(&out, 7), 0);
	}
	assert_true(ztable_find(zt, key, fact, &out));
	assert_int_equal(zone_index(&out, 7), 1);
	for (unsigned i = 0; i < AGES; i++) /* of keys that count */
		ztable_store(zt, (hashkey_t){i, (uint64_t)(400 + i) << 48}, fact, &zone, 1);
	assert_false(ztable_find(zt, key, fact, &out));
	ztable_free(zt);
}

/* names_are_sound looks at a table of rules, and returns how many there are. */
static unsigned names_are_sound(const zone_rule_t *table)
{
	unsigned count = 0;

	for (const zone_rule_t *rule = table; rule->name != NULL; rule++, count++) {
		assert_true(strlen(rule->name) > 0 && strlen(rule->help) > 0);
		assert_true(zone_rule_keeps(rule));
		assert_ptr_equal(zone_rule_find(table, rule->name),
		                 rule); /* the first of its name */
	}
	return count;
}

static void rules_have_names(void **state)
{
	(void)state;
	assert_int_equal(names_are_sound(zone_rules), ZONE_RULE_COUNT);
	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		const zone_rule_t *rule = (*game)->zones != NULL ? (*game)->zones->rules : NULL;

		assert_true(((*game)->zones != NULL) == (rule != NULL));
		assert_true(rule == NULL || names_are_sound(rule) > 0);
		for (; rule != NULL && rule->name != NULL; rule++)
			assert_null(zone_rule_find(zone_rules, rule->name));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(sequences),
	        cmocka_unit_test(coarse_zones),
	        cmocka_unit_test(coarse_is_exact_on_small_boards),
	        cmocka_unit_test(kept_zones),
	        cmocka_unit_test(an_empty_table_knows_nothing),
	        cmocka_unit_test(zones_that_took_work_stay),
	        cmocka_unit_test(rules_have_names),
	};

	return cmocka_run_group_tests_name("zone", tests, NULL, NULL);
}
