/* SPDX-License-Identifier: MIT
 * test_dfpn_roads.c - neither a dear lower order nor a wide higher one starves the other.
 *
 * A game that is a tree, whole in this file. Which tree is the one row of the problem:
 *
 * wide      order 1: WIDTH threats with WIDTH answers each, DEEP times over, come to nothing;
 *           there are too many lines to go through. Order 2: the first move is slow, and then
 *           nothing helps.
 * ladder    order 1: a ladder of DEEP threats with one answer each ends in a win. Order 2:
 *           WIDTH slow moves with WIDTH answers each, DEEP times over, come to nothing. */
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "tests/unit/solver_help.h"

enum { WIDTH = 30, DEEP = 30, ANSWERS = 3, FINISH = 100 };

/* What stands after some moves. */
typedef struct {
	uint64_t path; /* all moves so far */
	uint8_t road;  /* road_t */
	uint8_t level; /* threats on it so far */
	bool ready;    /* the attacker's next move finishes, if he is to move */
} spot_t;

typedef enum { ROAD_NONE, ROAD_FAST, ROAD_SLOW } road_t;

typedef struct {
	position_t base;
	bool ladder;
	unsigned plies;
	spot_t spot[PLAYED_MAX]; /* after so many plies */
} roads_t;

static const game_t roads_game;

static const roads_t *roads_of(const position_t *pos)
{
	return (const roads_t *)pos;
}

static const spot_t *spot_of(const position_t *pos)
{
	return &roads_of(pos)->spot[roads_of(pos)->plies];
}

static err_t roads_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	roads_t *r = mem_alloc(sizeof(*r));

	if (r == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	r->base = (position_t){.game = &roads_game, .bytes = sizeof(*r), .used = sizeof(*r)};
	r->ladder = strcmp(problem->rows, "ladder") == 0;
	r->spot[0].path = r->ladder;
	*out = &r->base;
	return ERR_OK;
}

/* advance is the attacker's move. */
static void advance(const roads_t *r, spot_t *spot, move_t move)
{
	if (spot->road == ROAD_NONE)
		spot->road = move == 0 ? (r->ladder ? ROAD_FAST : ROAD_SLOW)
		                       : (r->ladder ? ROAD_SLOW : ROAD_FAST);
	spot->level++;
	spot->ready = spot->road == ROAD_FAST || (!r->ladder && spot->level > 1);
}

/* is_parried: does an answer there end the threat? */
static bool is_parried(const roads_t *r, const spot_t *spot)
{
	return spot->road == ROAD_FAST && !(r->ladder && spot->level == DEEP);
}

static void roads_play(position_t *pos, move_t move)
{
	roads_t *r = (roads_t *)pos;
	spot_t spot = r->spot[r->plies];

	spot.path = rng_mix(spot.path ^ rng_mix(move + 1u));
	if (pos->turn == SIDE_ATTACKER && move != FINISH)
		advance(r, &spot, move);
	else if (pos->turn == SIDE_DEFENDER && move != MOVE_PASS && is_parried(r, &spot))
		spot.ready = false;
	assert_true(r->plies + 1 < PLAYED_MAX);
	r->spot[++r->plies] = spot;
	pos->turn = (side_t)!pos->turn;
}

static void roads_undo(position_t *pos)
{
	roads_t *r = (roads_t *)pos;

	r->spot[r->plies--] = (spot_t){.path = 0};
	pos->turn = (side_t)!pos->turn;
}

static hashkey_t roads_key(const position_t *pos)
{
	const uint64_t path = rng_mix(spot_of(pos)->path ^ pos->turn);

	return (hashkey_t){rng_mix(path), rng_mix(path + 1)};
}

static move_t roads_finish(const position_t *pos)
{
	return spot_of(pos)->ready ? FINISH : MOVE_NONE;
}

/* roads_lost: the road has come to its end. */
static bool roads_lost(const position_t *pos)
{
	return pos->turn == SIDE_ATTACKER && spot_of(pos)->level == DEEP && !spot_of(pos)->ready;
}

static unsigned roads_distance(const position_t *pos)
{
	return spot_of(pos)->ready ? 1 : 2;
}

static unsigned write_moves(unsigned count, move_t *out)
{
	for (unsigned i = 0; i < count; i++)
		out[i] = (move_t)i;
	return count;
}

static unsigned roads_moves(const position_t *pos, move_t *out)
{
	const roads_t *r = roads_of(pos);
	const spot_t *spot = spot_of(pos);
	const bool narrow = spot->road == (r->ladder ? ROAD_FAST : ROAD_SLOW);

	if (pos->turn == SIDE_DEFENDER)
		return write_moves(narrow ? (r->ladder ? 1 : ANSWERS) : WIDTH, out);
	if (spot->level == DEEP)
		return 0;
	return write_moves(spot->road == ROAD_NONE ? WIDTH + 1 : narrow ? 1 : WIDTH, out);
}

static unsigned roads_attacks(const position_t *pos, unsigned order, const bits_t *within,
                              move_t *out)
{
	(void)order;
	assert_null(within);
	return roads_moves(pos, out);
}

static unsigned roads_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	assert_null(within);
	return roads_moves(pos, out);
}

static bool roads_legal(const position_t *pos, move_t move)
{
	move_t moves[WIDTH + 1];

	return move < roads_moves(pos, moves) || (move == FINISH && spot_of(pos)->ready);
}

static void roads_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	(void)pos;
	strbuf_add(out, move == MOVE_PASS ? "pass" : "move");
}

static colour_t roads_attacker(const position_t *pos)
{
	(void)pos;
	return COLOUR_BLACK;
}

static const game_t roads_game = {
        .name = "roads",
        .goals = "arrive",
        .help = "wide or ladder",
        .create = roads_create,
        .play = roads_play,
        .undo = roads_undo,
        .legal = roads_legal,
        .key = roads_key,
        .finish = roads_finish,
        .lost = roads_lost,
        .distance = roads_distance,
        .attacks = roads_attacks,
        .replies = roads_replies,
        .legal_moves = roads_moves,
        .move_text = roads_move_text,
        .attacker = roads_attacker,
};

static result_t solve_roads(const char *rows, int order, uint64_t nodes)
{
	solver_t *s = make(1);
	request_t request = {
	        .problem = {.game = "roads", .rows = rows},
	        .limits = {.order = order, .nodes = nodes, .engine = ALGORITHM_DFPN},
	};
	const result_t got = solve(s, &request);

	solver_destroy(s);
	return got;
}

static void a_wide_lower_order_does_not_starve_the_moves(void **state)
{
	result_t got = solve_roads("wide", 1, 1000000);

	(void)state;
	assert_int_equal(got.value, VALUE_UNDECIDED);
	got = solve_roads("wide", 2, 1000000);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.order, 2);
	assert_int_equal(got.best, 0);
}

static void a_wide_order_does_not_starve_the_ladder_below(void **state)
{
	const result_t got = solve_roads("ladder", 2, 10000);

	(void)state;
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.best, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_wide_lower_order_does_not_starve_the_moves),
	        cmocka_unit_test(a_wide_order_does_not_starve_the_ladder_below),
	};

	assert_int_equal(game_register(&roads_game), ERR_OK);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
