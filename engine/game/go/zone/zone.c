/* SPDX-License-Identifier: MIT
 * zone.c - what a result of Go depends on: the points of the board that must stay as they are.
 *
 * The holder of a result is the side that succeeds; the other side tries to prevent that. Let Z be
 * the zone of a result on a board B, and let a board B' agree with B on Z, with the same side to
 * move and the same ko. Then B' has the same result. The proof is by induction from the leaves; the
 * words in brackets are the names of rules, each of which a test drops in turn.
 *
 * The holder's move m, after which B needs Z1. B' must allow m, and agree with B on Z1 after it.
 *            So m and its neighbours are in Z (near): what m touches is the same, and so is the ko
 *            that it makes. A block that m captures is in Z with all its neighbours (capture): it
 *            has no other liberty on B' either. A block next to m that m does not capture is in Z
 *            with a liberty that it keeps (stands). Unless m has an empty neighbour or captures,
 *            one of the own blocks that it joins is in Z with a liberty (breath): m is no suicide.
 *
 * The other side's move r, where B needs Z1 if that side passes. If r is not on Z1 and captures no
 *            stone on it, B after r agrees with B after the pass, and r is answered. So only moves
 *            on Z1 are tried, and the last liberties of the holder's blocks in atari that have a
 *            stone on Z1 (saver). For each move tried, Z has what its answer needs. It remains to
 *            show that r does the same on B' as on B. The holder's blocks with a stone on Z are in
 *            Z whole, with two liberties (two): a move that does not capture them on B does not on
 *            B'. Such a block with a single liberty is in Z with its neighbours (atari): the move
 *            there captures it on both boards. Where r is suicide on B, it is suicide on B': its
 *            neighbours are in Z, and of these the blocks of its own side with all their
 *            neighbours (suicide); the holder's blocks among them have two liberties by the rule
 *            before.
 *
 * Ko         The pass lifts a ban. The attacker may be the other side and banned from a point. Then
 *            a move of his anywhere lifts the ban, while the lower order, which stands for "he
 *            passes, and so does the defender", was asked with the ban. So no move of his is like
 *            the pass (`lifts`), unless the goal is further away than the lower order could ever
 *            reach: every attack is tried, and the zone of the failure is the whole board until an
 *            attack turns out to be idle. A ban on the defender is lifted by his pass as by any
 *            move.
 *
 * Idle       Let r be answered with the zone Z2, let neither r nor a stone that it captures be on
 *            Z2, and let r cost no threat to retake a ko. Then B after a pass agrees on Z2 as
 *            well, so Z2 will do for the pass too. (A move that spends a threat leaves its side
 *            worse off than the pass does, so the pass may need another answer.) Z2 says nothing
 *            of moves that reach the goal at once, if the defender succeeds by something else than
 *            the target's escape: in a race he succeeds by a capture. So where no lower order has
 *            shown that there is no such move, what keeps the goal away is in Z (sudden).
 *
 * Cycles     A failure may rest on "this position stands on the line already". On B' the line leads
 *            to the same two boards only if the moves of both sides on the way do the same to all
 *            points, not only to those on Z. So the other side's moves that lead into a cycle are
 *            treated like the holder's (cycle).
 */
#include "engine/game/go/zone/zone.h"

#include "engine/game/go/board/board.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/goal.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/zone/rules.h"

static bits_t *points_of(zone_t *zone)
{
	assert(zone->areas == 1);
	return &zone->area[0];
}

static void zone_begin(const position_t *pos, unsigned order, zone_t *zone)
{
	const geometry_t *geo = board_of(pos)->geo;

	(void)order;
	zone_init(zone, 1, geo->width, geo->height);
}

static void zone_of_finish(const position_t *pos, move_t move, zone_t *zone)
{
	const go_t *go = board_of(pos);

	go->goal->needs_finish(go, move, points_of(zone));
}

static void zone_of_far(const position_t *pos, unsigned moves, zone_t *zone)
{
	const go_t *go = board_of(pos);

	if (zone_rule_keeps(&go_rules[GO_RULE_FAR]))
		go->goal->needs_far(go, moves, points_of(zone));
}

static void zone_of_lost(const position_t *pos, zone_t *zone)
{
	const go_t *go = board_of(pos);

	if (zone_rule_keeps(&go_rules[GO_RULE_LIFE]))
		go->goal->needs_lost(go, points_of(zone));
}

/* add_enemy adds the points by which the enemy block on `stone`, a neighbour of the move, is
 * captured or stands on another board as it does here. */
static void add_enemy(const go_t *go, unsigned stone, unsigned move, bits_t *out)
{
	const block_t *block = board_block(go, stone);

	if (block->libs == 1) {
		if (zone_rule_keeps(&go_rules[GO_RULE_CAPTURE]))
			needs_block_and_near(go, stone, out);
	} else if (zone_rule_keeps(&go_rules[GO_RULE_STANDS])) {
		board_add_block(go, stone, out);
		needs_liberties(block, 1, move, out);
	}
}

/* breathes: would a stone on `move` have an empty neighbour, or capture something? */
static bool breathes(const go_t *go, unsigned move)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] == COLOUR_NONE)
			return true;
		if (go->at[q] != COLOUR_EDGE && go->at[q] != go->colour[go->base.turn] &&
		    board_block(go, q)->libs == 1)
			return true;
	}
	return false;
}

/* add_breath adds a block that the move joins and that has another liberty, together with that. */
static void add_breath(const go_t *go, unsigned move, bits_t *out)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] != go->colour[go->base.turn] || board_block(go, q)->libs < 2)
			continue;
		board_add_block(go, q, out);
		needs_liberties(board_block(go, q), 1, move, out);
		return;
	}
	assert(false && "a legal move has a liberty");
	bits_unite(out, &go->geo->all);
}

void zone_add_move(const go_t *go, move_t move, bits_t *out)
{
	assert(move < go->geo->area);
	bits_add(out, move);
	if (zone_rule_keeps(&go_rules[GO_RULE_NEAR]))
		needs_near(go, move, out);
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];

		if (go->at[q] != COLOUR_NONE && go->at[q] != COLOUR_EDGE &&
		    go->at[q] != go->colour[go->base.turn])
			add_enemy(go, q, move, out);
	}
	if (zone_rule_keeps(&go_rules[GO_RULE_BREATH]) && !breathes(go, move))
		add_breath(go, move, out);
}

static void zone_of_move(const position_t *pos, move_t move, zone_t *zone)
{
	if (move != MOVE_PASS)
		zone_add_move(board_of(pos), move, points_of(zone));
}

static void zone_of_answered(const position_t *pos, move_t move, bool quiet, bool cyclic,
                             zone_t *zone)
{
	(void)quiet;
	if (cyclic && zone_rule_keeps(&go_rules[GO_RULE_CYCLE]))
		zone_of_move(pos, move, zone);
}

/* holders_stones returns the points of a set that have a stone of the holder's. */
static bits_t holders_stones(const go_t *go, const bits_t *points)
{
	const side_t holder = go->base.turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	bits_t stones = board_stones(go, go->colour[holder]);

	bits_intersect(&stones, points);
	return stones;
}

void zone_of_moves(const go_t *go, const bits_t *zone, bits_t *must)
{
	const bits_t stones = holders_stones(go, zone);

	*must = *zone;
	for (unsigned i = 0; i < BITS_WORDS && zone_rule_keeps(&go_rules[GO_RULE_SAVER]); i++) {
		for (uint64_t word = stones.word[i]; word != 0; word &= word - 1) {
			const block_t *block = board_block(go, bits_point(i, word));

			if (block->libs == 1)
				bits_unite(must, &block->lib);
		}
	}
	if (go->goal->strikes)
		bits_unite(must, &go->stones); /* one that may be taken back now is empty */
	bits_intersect(must, &go->empty);
}

static void zone_of_must(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must)
{
	(void)order;
	assert(zone->areas == 1);
	zone_of_moves(board_of(pos), &zone->area[0], must);
}

/* is_within: may the goal be no more than that many moves away? */
static bool is_within(const position_t *pos, unsigned moves)
{
	const go_t *go = board_of(pos);
	const hints_t *hints = go->goal->hints;

	return (hints->distance_within != NULL ? hints->distance_within(pos, moves)
	                                       : go->goal->distance(go)) <= moves;
}

static bool zone_lifts(const position_t *pos, unsigned order)
{
	const go_t *go = board_of(pos);

	return pos->turn == SIDE_ATTACKER && go->ko != POINT_NONE && is_within(pos, order) &&
	       zone_rule_keeps(&go_rules[GO_RULE_KO]);
}

static void zone_of_steps(const position_t *pos, unsigned order, zone_t *zone)
{
	const go_t *go = board_of(pos);

	if (go->goal->needs_steps != NULL && zone_rule_keeps(&go_rules[GO_RULE_STEPS]))
		go->goal->needs_steps(go, order, points_of(zone));
}

static void zone_of_apart(const position_t *pos, zone_t *zone)
{
	const go_t *go = board_of(pos);

	if (go->goal->sudden && zone_rule_keeps(&go_rules[GO_RULE_SUDDEN]))
		go->goal->needs_far(go, 1, points_of(zone));
}

static bool zone_idle(const position_t *pos, move_t move, const zone_t *zone)
{
	const go_t *go = board_of(pos);
	bits_t points = zone->area[0];

	assert(zone->areas == 1 && (move == MOVE_PASS || board_legal(go, move)));
	if (move == MOVE_PASS)
		return true;
	if (go->goal->strikes)
		bits_unite(&points, &go->stones);
	if (bits_has(&points, move) ||
	    (move == go->ko && zone_rule_keeps(&go_rules[GO_RULE_SPENT])))
		return false;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[move][d];
		bits_t block = {{0}};

		if (go->at[q] == COLOUR_NONE || go->at[q] == COLOUR_EDGE ||
		    go->at[q] == go->colour[pos->turn] || board_block(go, q)->libs > 1)
			continue;
		board_add_block(go, q, &block);
		bits_intersect(&block, &points);
		if (!bits_is_empty(&block))
			return false;
	}
	return true;
}

/* add_suicide adds the points by which a move on `p` is suicide, if it is. */
static void add_suicide(const go_t *go, unsigned p, bits_t *out)
{
	if (!legal_is_suicide(go, p))
		return;
	needs_near(go, p, out);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[go->geo->near[p][d]] == go->colour[go->base.turn])
			needs_block_and_near(go, go->geo->near[p][d], out);
}

/* add_suicides does so for all moves on `must`. */
static void add_suicides(const go_t *go, const bits_t *must, bits_t *out)
{
	bits_t left = *must;

	bits_intersect(&left, &go->empty);
	while (!bits_is_empty(&left))
		add_suicide(go, bits_take(&left), out);
}

/* close_block adds all of the holder's block on a stone, with two liberties or all its neighbours,
 * and takes its stones out of *left. */
static void close_block(const go_t *go, unsigned stone, bits_t *left, bits_t *out)
{
	const block_t *block = board_block(go, stone);
	bits_t stones = {{0}};

	board_add_block(go, stone, &stones);
	bits_subtract(left, &stones);
	if (block->libs > 1 && zone_rule_keeps(&go_rules[GO_RULE_TWO])) {
		bits_unite(out, &stones);
		needs_liberties(block, 2, POINT_NONE, out);
	} else if (block->libs == 1 && zone_rule_keeps(&go_rules[GO_RULE_ATARI])) {
		needs_block_and_near(go, stone, out);
	}
}

void zone_close(const go_t *go, const bits_t *must, bits_t *out)
{
	bits_t left;

	if (zone_rule_keeps(&go_rules[GO_RULE_SUICIDE]))
		add_suicides(go, must, out);
	left = holders_stones(go, out);
	while (!bits_is_empty(&left))
		close_block(go, bits_take(&left), &left, out);
}

static void zone_of_close(const position_t *pos, const bits_t *must, zone_t *zone)
{
	zone_close(board_of(pos), must, points_of(zone));
}

static hashkey_t zone_question(const position_t *pos, bits_t stones[2])
{
	const go_t *go = board_of(pos);

	stones[0] = board_stones(go, COLOUR_BLACK);
	stones[1] = board_stones(go, COLOUR_WHITE);
	return board_question(go);
}

const zone_rule_t go_rules[GO_RULE_COUNT + 1] = {GO_RULES(ZONE_RULE_ROW)};

const zone_ops_t go_zones = {
        .rules = go_rules,
        .is_plain = true,
        .question = zone_question,
        .begin = zone_begin,
        .finish = zone_of_finish,
        .far = zone_of_far,
        .lost = zone_of_lost,
        .move = zone_of_move,
        .answered = zone_of_answered,
        .must = zone_of_must,
        .lifts = zone_lifts,
        .idle = zone_idle,
        .apart = zone_of_apart,
        .steps = zone_of_steps,
        .close = zone_of_close,
};
