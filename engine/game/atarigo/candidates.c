/* SPDX-License-Identifier: MIT
 * candidates.c - the moves of either side, in the order in which they tend to
 * decide the first capture.
 *
 * What is left out is left out by proof:
 *
 * Either     a stone that leaves an own block in atari, when it captures nothing, is
 *            captured next. So with a block in atari there is one move at most, on
 *            its last liberty, and with two last liberties there is none.
 * Attacks    to capture within `order` moves after a pass, some block of the
 *            defender may have no more than `order` liberties then. When all have
 *            more now, only a stone on a liberty of one with order + 1 takes the
 *            last one too many away.
 * Stuck      where a defender without a move loses, an attacker may aim at that. No
 *            two empty points may be left side by side then, and a stone parts four
 *            such pairs at most.
 * Passing    an attacker who may only pass gains nothing by it at any order: the
 *            pass that asks for the threat then gives back the same position at a
 *            lower order, and at order 0 it has no finish. So it is a candidate of
 *            full-width play alone, where the defender may be the one who runs out
 *            of moves.
 *
 * A defender who must move and can only lose gets one of his moves all the same, so
 * that the plies of the proof are right. */
#include "engine/game/atarigo/candidates.h"

#include "engine/game/atarigo/atari_liberties.h"
#include "engine/game/rank.h"
#include "engine/tuning/tuning.h"

enum { SAFE = 2 }; /* rule: liberties that keep a block for one move */

enum { WORTHS = 5 }; /* size: a stone next to a block, by the block's liberties: 0, 1, 2, 3, more */

/* rank_of ranks a move by the blocks around it and the liberties it gets. */
static unsigned rank_of(const atari_t *go, unsigned p)
{
	TUNED_TABLE uint8_t worth_of_enemy[WORTHS] = {0, ATARIGO_ENEMY_1, ATARIGO_ENEMY_2,
	                                              ATARIGO_ENEMY_3, ATARIGO_ENEMY_4};
	TUNED_TABLE uint8_t worth_of_own[WORTHS] = {0, ATARIGO_OWN_1, ATARIGO_OWN_2, ATARIGO_OWN_3,
	                                            ATARIGO_OWN_4};
	const uint16_t *near = go->geo->near[p];
	const unsigned own = go->colour[go->base.turn];
	uint16_t seen[DIRECTIONS];
	unsigned worth = ATARIGO_LIBERTY * atari_after(go, p, 4), count = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned at = go->at[near[d]];
		unsigned libs, i;

		if (at == COLOUR_NONE || at == ATARI_EDGE)
			continue;
		for (i = 0; i < count && seen[i] != go->id[near[d]]; i++)
			;
		if (i < count)
			continue;
		seen[count++] = go->id[near[d]];
		libs = go->block[go->id[near[d]]].libs;
		if (libs >= WORTHS)
			libs = WORTHS - 1;
		worth += at == own ? worth_of_own[libs] : worth_of_enemy[libs];
	}
	return worth < RANK_WORST ? RANK_WORST - worth : 0;
}

/* write writes the points of a set where the side to move gets enough liberties,
 * best ones first. */
static unsigned write(const atari_t *go, const bits_t *points, unsigned enough, move_t *out)
{
	bits_t left = *points;
	ranked_t ranked;

	rank_begin(&ranked);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (enough == 0 || atari_after(go, p, enough) == enough)
			rank_add(&ranked, (move_t)p, rank_of(go, p));
	}
	return rank_write(&ranked, out);
}

/* keep_safe drops the points that do not lift every own block out of atari. What is
 * left must still be tested for the liberties of the stone itself. */
static void keep_safe(const atari_t *go, bits_t *points)
{
	bits_t last = {{0}};

	atari_last(go, go->base.turn, &last);
	if (bits_is_empty(&last))
		return;
	bits_intersect(points, &last);
	if (bits_count(&last) > 1)
		*points = (bits_t){{0}};
}

/* liberties adds the liberties of the defender's blocks that have `libs` of them. */
static void liberties(const atari_t *go, unsigned libs, bits_t *out)
{
	bits_t left = go->roots[SIDE_DEFENDER];

	while (!bits_is_empty(&left)) {
		const string_t *block = &go->block[bits_take(&left)];

		if (block->libs == libs)
			bits_unite(out, &block->lib);
	}
}

/* stuck_distance bounds the attacker's moves until the defender is stuck. */
static unsigned stuck_distance(const atari_t *go, unsigned most)
{
	unsigned stones;

	if (!atari_ends_stuck(go))
		return DISTANCE_NEVER;
	stones = atari_parting(go, most);
	return stones > 0 ? stones : 1;
}

/* leaves_stuck: is the defender stuck after an attacker's move that captures
 * nothing? Plays it and takes it back, so the board is as it was. */
static bool leaves_stuck(const atari_t *go, unsigned p)
{
	atari_t *board = (atari_t *)go;
	bool stuck;

	atari_play(board, (move_t)p);
	stuck = atari_stuck(board);
	atari_undo(board);
	return stuck;
}

move_t atarigo_candidates_finish(const atari_t *go)
{
	bits_t points = {{0}};

	assert(go->base.turn == SIDE_ATTACKER);
	if (go->captured)
		return MOVE_NONE;
	atari_last(go, SIDE_DEFENDER, &points);
	if (!bits_is_empty(&points))
		return (move_t)bits_take(&points);
	if (stuck_distance(go, 2) > 1)
		return MOVE_NONE;
	atari_legal_points(go, &points);
	while (!bits_is_empty(&points)) {
		const unsigned p = bits_take(&points);

		if (leaves_stuck(go, p))
			return (move_t)p;
	}
	return MOVE_NONE;
}

unsigned atarigo_candidates_distance(const atari_t *go)
{
	const unsigned least = atari_least(go, SIDE_DEFENDER);
	const unsigned stuck = least > 1 ? stuck_distance(go, least) : least;

	if (least == 0)
		return 1; /* captured already */
	return stuck < least ? stuck : least;
}

unsigned atarigo_candidates_attacks(const atari_t *go, unsigned order, const bits_t *within,
                                    move_t *out)
{
	const unsigned least = atari_least(go, SIDE_DEFENDER);
	const bool all = order == ORDER_ANY || stuck_distance(go, order + 2) <= order + 1;
	bits_t points, near = {{0}};

	assert(go->base.turn == SIDE_ATTACKER && go->captured == 0);
	if (!all && least > order + 1)
		return 0;
	atari_legal_points(go, &points);
	if (order == ORDER_ANY && bits_is_empty(&points) && !go->rules.stuck_loses) {
		out[0] = MOVE_PASS;
		return 1;
	}
	if (within != NULL)
		bits_intersect(&points, within);
	if (least == 1)
		return write(go, &points, 0, out);
	if (!all && least == order + 1) {
		liberties(go, least, &near);
		bits_intersect(&points, &near);
	}
	keep_safe(go, &points);
	return write(go, &points, SAFE, out);
}

unsigned atarigo_candidates_replies(const atari_t *go, const bits_t *within, move_t *out)
{
	bits_t points, doomed, captures = {{0}};
	unsigned count;

	assert(go->base.turn == SIDE_DEFENDER && go->captured == 0);
	atari_last(go, SIDE_ATTACKER, &captures);
	atari_legal_points(go, &points);
	if (within != NULL) {
		bits_intersect(&captures, within);
		bits_intersect(&points, within);
	}
	count = write(go, &captures, 0, out);
	bits_subtract(&points, &captures);
	doomed = points;
	keep_safe(go, &points);
	count += write(go, &points, SAFE, out + count);
	if (count == 0 && !go->rules.free_pass && !bits_is_empty(&doomed))
		out[count++] = (move_t)bits_take(&doomed);
	return count;
}

/* open_points counts the empty points with at least two empty neighbours, [0], and
 * with at least three, [1]. */
static void open_points(const atari_t *go, unsigned count[2])
{
	bits_t left = go->empty;

	count[0] = count[1] = 0;
	while (!bits_is_empty(&left)) {
		const uint16_t *near = go->geo->near[bits_take(&left)];
		unsigned free = 0;

		for (unsigned d = 0; d < DIRECTIONS; d++)
			free += go->at[near[d]] == COLOUR_NONE;
		count[0] += free >= 2;
		count[1] += free >= 3;
	}
}

/* A stone on a point with k empty neighbours stands with k liberties at least, and
 * any stone takes that away from five points at most. With such moves in hand the
 * defender is not squeezed as long as the distance lasts: to answer 2 or 3 is to say
 * so of the next one or two moves of his. By then he must not be stuck either. */
unsigned atarigo_candidates_squeeze(const atari_t *go)
{
	enum { SPOILT = 5 }; /* bound: points that a stone spoils, see above */
	const unsigned ahead = go->base.turn == SIDE_ATTACKER; /* stones before his move */
	unsigned open[2], stones = BITS_POINTS;

	if (go->rules.free_pass)
		return DISTANCE_NEVER;
	if (atari_ends_stuck(go))
		stones = atari_parting(go, ahead + 5);
	open_points(go, open);
	if (open[1] > SPOILT * ahead && open[0] > SPOILT * (ahead + 2) && stones > ahead + 4)
		return 3;
	return open[0] > SPOILT * ahead && stones > ahead + 2 ? 2 : 1;
}
