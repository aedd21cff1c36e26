/* SPDX-License-Identifier: MIT
 * test_go_zone.c - what Go's rules put into a zone, by hand, and which results have one.
 * That zones are sound is for tests/zones to show. */
#include "engine/game/go/zone/zone.h"

#include "engine/search/search.h"
#include "tests/unit/go_help.h"
#include "tests/unit/solver_help.h"

/* assert_zone compares with a drawing: '*' in the zone, '.' not. */
static void assert_zone(const zone_t *zone, const char *drawn)
{
	assert_int_equal(zone->areas, 1);
	for (unsigned y = 0; y < zone->height; y++)
		for (unsigned x = 0; x < zone->width; x++) {
			const bool is = zone_index(zone, y * zone->width + x) == 1;
			const char want = drawn[y * (zone->width + 1u) + x];

			if (is != (want == '*'))
				fail_msg("column %u of row %u: %d", x + 1, y + 1, is);
		}
}

static move_t point(const position_t *pos, const char *text)
{
	const move_t move = pos->game->move_parse(pos, text);

	assert_true(move != MOVE_NONE);
	return move;
}

static zone_t empty_zone(const position_t *pos)
{
	zone_t zone;

	go_zones.begin(pos, 3, &zone);
	return zone;
}

static void leaves(void **state)
{
	position_t *pos = go_position("...../.OX../.OX../.X.../.....", "B4", NULL);
	zone_t zone = empty_zone(pos);

	(void)state;
	go_zones.far(pos, 1, &zone); /* the block and two of its three liberties */
	assert_zone(&zone, ".*.../**.../.*.../...../.....");
	position_free(pos);

	pos = go_position("...../XOX../XOX../.X.../.....", "B4", NULL);
	zone = empty_zone(pos);
	go_zones.finish(pos, point(pos, "B5"), &zone);
	assert_zone(&zone, ".*.../***../***../.*.../.....");
	position_free(pos);

	/* Two eyes in the corner; the stone beside has nothing to do with them. */
	pos = go_position(".O.OX/OOOOX/XXXX./...../O....", "A4", NULL);
	zone = empty_zone(pos);
	assert_true(pos->game->lost(pos));
	go_zones.lost(pos, &zone);
	assert_zone(&zone, "****./****./...../...../.....");
	position_free(pos);
}

static void moves_of_the_holder(void **state)
{
	position_t *pos = go_position("..X../.XO../..X../...../....O", "C4", NULL);
	zone_t zone = empty_zone(pos);

	(void)state;
	go_zones.move(pos, point(pos, "D4"), &zone); /* captures: all around both */
	assert_zone(&zone, "..**./.****/..**./...../.....");
	position_free(pos);

	pos = go_position("...../.OX../.OX../.X.../.....", "B4", NULL);
	zone = empty_zone(pos);
	go_zones.move(pos, point(pos, "B5"), &zone); /* the block keeps a liberty: A4 */
	assert_zone(&zone, "***../**.../.*.../...../.....");
	position_free(pos);

	/* Without an empty neighbour: an own block with a liberty. */
	pos = go_position("..OO./OXOX./.O.X./OOOX./.....", "C4", NULL);
	zone = empty_zone(pos);
	go_zones.move(pos, point(pos, "C3"), &zone);
	assert_int_equal(zone_index(&zone, point(pos, "D4")), 1);
	assert_int_equal(zone_index(&zone, point(pos, "D2")), 1);
	position_free(pos);
}

static void moves_of_the_other_side(void **state)
{
	position_t *pos = go_position("...../..OX./.OX.X/..OX./.....", "B3", NULL);
	zone_t zone = empty_zone(pos);
	bits_t must;

	(void)state;
	/* The attacker's stone C3 is in the zone and has one liberty, D3. */
	pos->game->play(pos, point(pos, "A1"));
	zone_add(&zone, point(pos, "C3"), 1);
	go_zones.must(pos, 1, &zone, &must);
	assert_int_equal(bits_count(&must), 1);
	assert_true(bits_has(&must, point(pos, "D3")));
	go_zones.close(pos, &must, &zone);
	assert_zone(&zone, "...../..*../.***./..*../.....");
	/* D3 captures what the zone needs; A5 does nothing. */
	assert_false(go_zones.idle(pos, point(pos, "D3"), &zone));
	zone = empty_zone(pos);
	zone_add(&zone, point(pos, "C3"), 1);
	assert_false(go_zones.idle(pos, point(pos, "D3"), &zone));
	assert_true(go_zones.idle(pos, point(pos, "A5"), &zone));
	position_free(pos);
}

/* An attacker who may not retake can lift the ban by a move anywhere. */
static void a_ban_lets_no_attack_go(void **state)
{
	position_t *pos = go_position(".XO../X.XO./.XO../...../X....", "A1", "B4");

	(void)state;
	assert_true(go_zones.lifts(pos, 2));
	assert_false(go_zones.lifts(pos, 1)); /* two liberties: too many for order 0 anyhow */
	pos->game->play(pos, point(pos, "E5"));
	assert_false(go_zones.lifts(pos, 2));
	position_free(pos);
}

static result_t answer(solver_t *s, const char *rows, const char *target, limits_t limits)
{
	request_t r = ask(rows, target, limits.order);

	r.limits = limits;
	return solve(s, &r);
}

static void who_has_a_zone(void **state)
{
	solver_t *s = make(1);
	result_t r;

	(void)state;
	r = answer(s, CORNER, "A3", (limits_t){.order = 1});
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_zone(&r.zone, "***/**./*..");
	assert_int_equal(zone_index(&r.zone, r.best), 1);
	r = answer(s, CORNER, "A3", (limits_t){.order = 0});
	assert_int_equal(r.value, VALUE_DISPROVEN);
	assert_zone(&r.zone, "**./*../...");
	r = answer(s, open_board, "K10", (limits_t){.order = 3, .depth = 5});
	assert_int_equal(r.state, JOB_DONE);
	assert_int_equal(r.value, VALUE_UNDECIDED);
	assert_int_equal(r.zone.areas, 1);
	r = answer(s, open_board, "K10", (limits_t){.order = HARD_ORDER, .nodes = 1000});
	assert_int_equal(r.state, JOB_EXPIRED);
	assert_int_equal(r.zone.areas, 0);
	r = answer(s, CORNER, "A3", (limits_t){.order = 1, .zoning = ZONING_NONE});
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.zone.areas, 0);
	r = answer(s, CORNER, "A3", (limits_t){.order = 1, .driver = DRIVER_PLAIN});
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.zone.areas, 1);
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(leaves),
	        cmocka_unit_test(moves_of_the_holder),
	        cmocka_unit_test(moves_of_the_other_side),
	        cmocka_unit_test(a_ban_lets_no_attack_go),
	        cmocka_unit_test(who_has_a_zone),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
