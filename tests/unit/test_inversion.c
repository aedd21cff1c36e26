/* SPDX-License-Identifier: MIT
 * test_inversion.c - Thomsen's R*-zone, by hand: which liberties count, and for whom.
 *
 * One fight in which every definition has something to say: the block to capture, three
 * blocks around it, two blocks around these, one more behind. And two positions where
 * the rule is wrong. */
#include "engine/game/go/zone/inversion.h"

#include "tests/unit/go_help.h"
#include "tests/unit/solver_help.h"

/* White D5 is the target. Around it C5 (liberties C4, D7, E6), E4 (D4, E3, F4) and F5
 * (F4, F6, G5); around them white B5 (A5, A6, B4, B7) and C7 (B7, D7); C8 is behind C7
 * (B8, C9, D8). */
#define FIGHT                                                                              \
	"........./..X....../..O....../.OXX...../.OXOOX.../....X..../........./........./" \
	"........."

/* A ladder to the upper right, and the stone that breaks it. */
#define LADDER                                                                             \
	"........./......O../........./........./........./..XO...../...XX..../........./" \
	"........."

typedef struct {
	unsigned order;
	bool proven;
	const char *shadow, *in, *out;
} case_t;

static bits_t points(const position_t *pos, const char *text)
{
	char copy[256], *rest = NULL;
	bits_t set = {{0}};

	assert_true(strlen(text) < sizeof(copy));
	memcpy(copy, text, strlen(text) + 1);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		const move_t move = pos->game->move_parse(pos, word);

		assert_true(move < BITS_POINTS);
		bits_add(&set, move);
	}
	return set;
}

static void check(const position_t *pos, const case_t *c)
{
	const bits_t shadow = points(pos, c->shadow);
	bits_t in = points(pos, c->in), out = points(pos, c->out), zone;

	inversion_zone((const go_t *)pos, c->order, c->proven, &shadow, &zone);
	bits_subtract(&in, &zone);
	bits_intersect(&out, &zone);
	if (!bits_is_empty(&in) || !bits_is_empty(&out))
		fail_msg("order %u, shadow %s: not %s without %s", c->order, c->shadow, c->in,
		         c->out);
}

static void test_blocks_around(void **state)
{
	static const case_t cases[] = {
	        /* blocks with fewer than 4 quasi-liberties surround a tree of order 2 */
	        {2, true, "E6 D4", "E6 D4 E7 F6 C4 D3 D7 E3 F4 G5", "B7 B8 A5 G6 C8"},
	        /* of order 1, fewer than 3: F5 has 3 */
	        {1, true, "E6 D4", "C4 D7 E3 F4", "G5 B7 B8"},
	        /* unless one of them is a shadow stone's; and C5 has 3 now */
	        {1, true, "D4 G5", "F6 F4 E3", "D7 E6 B7"},
	        /* of order 0, those that can be captured at once, of which there are none */
	        {0, true, "D3", "D3 C3 E3 D2 D4", "C4 D7 E6 F4 G5"},
	        /* C8 is three away: fewer than 3 at order 3, and than 4 at order 4 */
	        {3, true, "E6 D4", "D7 G5", "B7 C9 B8 A5"},
	        {4, true, "E6 D4", "D7 G5 C9 B8 D8", "B7 A5"},
	};
	position_t *pos = go_position(FIGHT, "D5", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(pos, &cases[i]);
	position_free(pos);
}

static void test_blocks_around_these(void **state)
{
	static const case_t cases[] = {
	        /* the defender fears for C7, which has 2 where fewer than 3 are few */
	        {2, false, "E6 D4", "E6 D4 B7 D7", "G5 E3 A5 C9"},
	        {1, false, "E6 D4", "E6 D4", "B7 D7 G5 E3 A5"},
	        /* but a stone next to them may bring both into the target */
	        {1, false, "E6 B7", "D7 A5 A6 B4", "C9 G5 E3 D8"},
	        /* the target itself, when nothing was played */
	        {0, false, "", "E6 D4", "C4 D7 B7 E3 F4"},
	};
	position_t *pos = go_position(FIGHT, "D5", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(pos, &cases[i]);
	position_free(pos);
}

/* What the ladder runs into becomes part of the target. */
static void test_breaker(void **state)
{
	static const char path[] = "D5 E4 F4 E5 E6 F5 G5 F6 F7 G6 H6 G7";
	const case_t cases[] = {
	        {1, false, path, "H8 G9 F8 H7 C5 E7", "H9 F9 J8 C6 E8 H3"},
	        {1, true, path, "F8 H7 C5 E7", "H8 G9 H9 F9"},
	        {0, false, path, "H7", "H8 G9"}, /* it has 3 where fewer than 3 are few */
	};
	position_t *pos = go_position(LADDER, "D4", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(pos, &cases[i]);
	position_free(pos);
}

/* Stones of both sides cast shadows, leaves do not. */
static void test_shadow(void **state)
{
	position_t *pos = go_position(FIGHT, "D5", NULL);
	const zone_ops_t *rules = pos->game->inversion;
	bits_t expected = points(pos, "E6 D4 D3");
	zone_t zone;

	(void)state;
	rules->begin(pos, 2, &zone);
	assert_int_equal(zone.areas, 1);
	rules->far(pos, 1, &zone);
	rules->lost(pos, &zone);
	assert_true(bits_is_empty(&zone.area[0]));
	rules->move(pos, pos->game->move_parse(pos, "E6"), &zone);
	rules->answered(pos, pos->game->move_parse(pos, "D4"), false, false, &zone);
	rules->answered(pos, pos->game->move_parse(pos, "A1"), true, false, &zone);
	rules->finish(pos, pos->game->move_parse(pos, "D3"), &zone);
	rules->move(pos, MOVE_PASS, &zone);
	assert_memory_equal(&zone.area[0], &expected, sizeof(expected));
	position_free(pos);
}

/* The side to move wants what the result denies it. */
static void test_must(void **state)
{
	position_t *pos = go_position(FIGHT, "D5", NULL);
	const zone_ops_t *rules = pos->game->inversion;
	bits_t must, expected;
	zone_t zone;

	(void)state;
	rules->begin(pos, 3, &zone);
	zone.area[0] = points(pos, "F7 D3");
	for (unsigned order = 1; order <= 3; order++) {
		rules->must(pos, order, &zone, &must);
		inversion_zone((const go_t *)pos, order - 1, false, &zone.area[0], &expected);
		assert_memory_equal(&must, &expected, sizeof(must));
	}
	pos->game->play(pos, pos->game->move_parse(pos, "E6"));
	for (unsigned order = 1; order <= 3; order++) {
		rules->must(pos, order, &zone, &must);
		inversion_zone((const go_t *)pos, order - 1, true, &zone.area[0], &expected);
		assert_memory_equal(&must, &expected, sizeof(must));
	}
	position_free(pos);
}

/* A result tells the R*-zone, not the shadow stones that it was found with. */
static void test_told(void **state)
{
	position_t *pos = go_position(LADDER, "D4", NULL);
	bits_t in = points(pos, "D5 E4 H6 G7 C5 F8 H8 G9"), out = points(pos, "C4 H9 J8 A1");
	solver_t *s = make(1);
	request_t r = ask(LADDER, "D4", 1);
	result_t result;

	(void)state;
	r.limits.zoning = ZONING_INVERSION;
	result = solve(s, &r);
	assert_int_equal(result.value, VALUE_DISPROVEN);
	assert_int_equal(result.zone.areas, 1);
	bits_subtract(&in, &result.zone.area[0]);
	bits_intersect(&out, &result.zone.area[0]);
	assert_true(bits_is_empty(&in));
	assert_true(bits_is_empty(&out));
	solver_destroy(s);
	position_free(pos);
}

static void check_verdict(zoning_t zoning, const char *rows, const char *target, value_t value,
                          scope_t scope)
{
	solver_t *s = make(1);
	request_t r = ask(rows, target, 2);
	result_t result;

	r.limits.zoning = zoning;
	result = solve(s, &r);
	assert_int_equal(result.state, JOB_DONE);
	assert_int_equal(result.value, value);
	assert_int_equal(result.scope, scope);
	solver_destroy(s);
}

/* After black F2 the threat is G4, which takes F4's liberties and the target's. White F5
 * answers it from afar: once black has played G4, that stone and G5 can be captured at G6.
 * The block G5 is no neighbour of the target until then; Thomsen's text calls such blocks
 * quasi-surrounding and leaves them open. */
static void test_wrong_proof(void **state)
{
	static const char rows[] = "......./......./......X/....XO./.....XO/...O..O/.......";

	(void)state;
	check_verdict(ZONING_NONE, rows, "G3", VALUE_DISPROVEN, SCOPE_ORDER);
	check_verdict(ZONING_SOUND, rows, "G3", VALUE_DISPROVEN, SCOPE_ORDER);
	check_verdict(ZONING_INVERSION, rows, "G3", VALUE_PROVEN, SCOPE_HEURISTIC);
}

/* A quiet attack that follows E2 is missed. */
static void test_wrong_failure(void **state)
{
	static const char rows[] = "......./......X/......X/...O.X./......X/.....OO/..X.XO.";

	(void)state;
	check_verdict(ZONING_NONE, rows, "F1", VALUE_PROVEN, SCOPE_ABSOLUTE);
	check_verdict(ZONING_SOUND, rows, "F1", VALUE_PROVEN, SCOPE_ABSOLUTE);
	check_verdict(ZONING_INVERSION, rows, "F1", VALUE_DISPROVEN, SCOPE_HEURISTIC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_blocks_around), cmocka_unit_test(test_blocks_around_these),
	        cmocka_unit_test(test_breaker),       cmocka_unit_test(test_shadow),
	        cmocka_unit_test(test_must),          cmocka_unit_test(test_told),
	        cmocka_unit_test(test_wrong_proof),   cmocka_unit_test(test_wrong_failure),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
