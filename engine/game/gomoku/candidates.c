/* SPDX-License-Identifier: MIT
 * candidates.c - the moves of either side, in the order in which they tend to decide.
 *
 * A move is left out only where a proof says so:
 *
 * Attacks   If the defender can make a row with the next move, the attacker has to play the
 *           missing point, or what else stops him (stops.h); two such points mostly leave no
 *           attack. Otherwise: to win within `order`
 *           moves after a pass, the attacker needs a window that lacks no more than `order`
 *           stones then. If the best window lacks order + 1 now, the attack is in such a window.
 *           At order 1 only fours are left: a win by fours. At order 2 the move must allow a win
 *           by fours that was not there before (reach.c), as three in a row does; where there was
 *           one, order 1 wins already.
 * Replies   If the attacker can make a row with the next move, the defender has to play the
 *           missing point, or what else stops that, or to complete a row first.
 *
 * The order of the moves matters for speed alone. A point scores for each open window of either
 * side that holds it, by the number of stones in the window. */
#include "engine/game/gomoku/candidates.h"

#include <string.h>

#include "engine/game/gomoku/reach.h"
#include "engine/game/gomoku/stops.h"
#include "engine/tuning/tuning.h"

enum {
	SCORE_MOST = 255, /* size: of a counting sort */
};

/* What a window with so many stones lacking is worth to a point in it, own and theirs. */
typedef struct {
	uint8_t lacks[2][K_MOST + 1]; /* by side */
} weights_t;

typedef struct {
	uint16_t of[GRID_AREA_MAX];
} scores_t;

static bool may_play(const gomoku_t *board, unsigned p)
{
	return !board->restrained[board->base.turn] || gomoku_board_legal(board, (move_t)p);
}

/* add_all_last adds every point with which `side` completes its row. */
static void add_all_last(const gomoku_t *board, side_t side, points_t *out)
{
	walk_t walk = walk_start(board, side, board->k - 1u);

	while (walk_next(&walk))
		points_add(out, walk_point(&walk));
}

static unsigned write_points(const points_t *points, const bits_t *within, move_t *out)
{
	for (unsigned i = 0; i < points->count; i++)
		out[i] = points->point[i];
	return bits_keep(within, out, points->count);
}

static void add_window_points(const gomoku_t *board, side_t side, unsigned stones, points_t *out)
{
	walk_t walk = walk_start(board, side, stones);

	while (walk_next(&walk))
		while (walk.empty != 0)
			points_add(out, walk_point(&walk));
}

static void add_empty(const gomoku_t *board, const bits_t *within, points_t *out)
{
	bits_t left;

	if (within != NULL) {
		for (left = *within; !bits_is_empty(&left);) {
			const unsigned p = bits_take(&left);

			if (board->at[p] == COLOUR_NONE)
				points_add(out, p);
		}
		return;
	}
	for (unsigned p = 0; p < board->geo->area; p++)
		if (board->at[p] == COLOUR_NONE)
			points_add(out, p);
}

/* keep_within drops the points that are not in a set, if one is given. */
static void keep_within(points_t *points, const bits_t *within)
{
	points->count = bits_keep(within, points->point, points->count);
}

/* add_scores adds `weight` to each empty point of the windows of a kind. */
static void add_scores(const gomoku_t *board, side_t side, unsigned stones, unsigned weight,
                       scores_t *scores)
{
	walk_t walk = walk_start(board, side, stones);

	while (walk_next(&walk))
		while (walk.empty != 0) {
			const unsigned p = walk_point(&walk);

			scores->of[p] = (uint16_t)(scores->of[p] + weight);
		}
}

static void score_windows(const gomoku_t *board, const weights_t *weights, scores_t *scores)
{
	for (unsigned side = 0; side < 2; side++)
		for (unsigned lacks = 1; lacks < board->k; lacks++)
			if (weights->lacks[side][lacks] != 0)
				add_scores(board, (side_t)side, board->k - lacks,
				           weights->lacks[side][lacks], scores);
}

/* insert puts p into a short list, after those with the same score. */
static void insert(move_t *out, unsigned count, unsigned p, const scores_t *scores)
{
	unsigned i = count;

	for (; i > 0 && scores->of[out[i - 1]] < scores->of[p]; i--)
		out[i] = out[i - 1];
	out[i] = (move_t)p;
}

/* sort_points writes the points that may be played, highest scores first. */
static unsigned sort_points(const gomoku_t *board, const points_t *points, const scores_t *scores,
                            move_t *out)
{
	uint16_t start[SCORE_MOST + 2] = {0};
	uint8_t rank[GRID_AREA_MAX];
	uint16_t point[GRID_AREA_MAX];
	unsigned count = 0;

	if (points->count <= GOMOKU_SORT_SHORT) {
		for (unsigned i = 0; i < points->count; i++)
			if (may_play(board, points->point[i]))
				insert(out, count++, points->point[i], scores);
		return count;
	}
	for (unsigned i = 0; i < points->count; i++) {
		const unsigned p = points->point[i];
		const unsigned s = scores->of[p] < SCORE_MOST ? scores->of[p] : SCORE_MOST;

		if (!may_play(board, p))
			continue;
		rank[count] = (uint8_t)(SCORE_MOST - s);
		point[count++] = (uint16_t)p;
		start[SCORE_MOST - s + 1]++;
	}
	for (unsigned s = 1; s <= SCORE_MOST; s++)
		start[s] = (uint16_t)(start[s] + start[s - 1]);
	for (unsigned i = 0; i < count; i++)
		out[start[rank[i]]++] = (move_t)point[i];
	return count;
}

move_t gomoku_candidates_finish(const gomoku_t *board)
{
	walk_t walk = walk_start(board, SIDE_ATTACKER, board->k - 1u);

	assert(board->base.turn == SIDE_ATTACKER);
	if (gomoku_board_is_over(board) || !walk_next(&walk))
		return MOVE_NONE;
	return (move_t)walk_point(&walk);
}

unsigned gomoku_candidates_distance(const gomoku_t *board)
{
	unsigned lacks = 1;

	if (gomoku_board_has_won(board, SIDE_DEFENDER))
		return DISTANCE_NEVER;
	while (lacks <= board->k && board->n[SIDE_ATTACKER][board->k - lacks] == 0)
		lacks++;
	return lacks <= board->k ? lacks : DISTANCE_NEVER;
}

/* through counts the open windows of the attacker that hold an empty point, by the stones that
 * they lack. */
static void through(const gomoku_t *board, unsigned p, unsigned lacking[K_MOST + 1])
{
	const unsigned k = board->k;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t own = board->stone[SIDE_ATTACKER][line];

		for (unsigned from = place - (k - 1); from <= place; from++)
			if (gomoku_board_is_open(board, SIDE_ATTACKER, line, from))
				lacking[k - row_count(own >> from & board->row)]++;
	}
}

unsigned gomoku_candidates_distance_after(const gomoku_t *board, move_t move)
{
	const unsigned k = board->k, before = gomoku_candidates_distance(board);
	unsigned lacking[K_MOST + 1] = {0};
	unsigned closed = 2 * LINE_DIRECTIONS; /* by a stone next to a row, at most */

	if (move >= board->geo->area || before > k)
		return 0;
	through(board, move, lacking);
	if (board->base.turn == SIDE_DEFENDER) {
		if (board->n[SIDE_DEFENDER][k - 1] > 0)
			return 0;
		closed = lacking[before] + (board->caro ? 2 * LINE_DIRECTIONS : 0);
	} else {
		for (unsigned lacks = 1; lacks <= before + 1 && lacks <= k; lacks++)
			if (lacking[lacks] > 0)
				return lacks - 1;
		if (!board->exact[SIDE_ATTACKER])
			return before;
	}
	return board->n[SIDE_ATTACKER][k - before] > closed ? before : 0;
}

/* fours writes the moves that make a four, those that make two of them first. */
static unsigned fours(const gomoku_t *board, const bits_t *within, move_t *out)
{
	const unsigned k = board->k;
	walk_t walk = walk_start(board, SIDE_ATTACKER, k - 2);
	points_t points = {.count = 0};
	uint16_t other[GRID_AREA_MAX]; /* where it then threatens to finish */
	scores_t scores;

	while (walk_next(&walk)) {
		const unsigned first = walk_point(&walk);
		const unsigned pair[2] = {first, walk_point(&walk)};

		for (unsigned i = 0; i < 2; i++) {
			const unsigned p = pair[i], q = pair[!i];

			if (!points.has[p]) {
				points_add(&points, p);
				other[p] = (uint16_t)q;
				scores.of[p] = 0;
			}
			scores.of[p] = (uint16_t)(other[p] == q ? scores.of[p] + GOMOKU_FOUR_PAIR
			                                        : SCORE_MOST);
		}
	}
	keep_within(&points, within);
	if (points.count > 1 && k > 3) {
		walk = walk_start(board, SIDE_ATTACKER, k - 3);
		while (walk_next(&walk))
			while (walk.empty != 0) {
				const unsigned p = walk_point(&walk);

				if (points.has[p])
					scores.of[p] = (uint16_t)(scores.of[p] + GOMOKU_FOUR_AHEAD);
			}
	}
	return sort_points(board, &points, &scores, out);
}

/* makes_four: does the attacker's stone on p leave a window that lacks one? */
static bool makes_four(const gomoku_t *board, unsigned p)
{
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t own = board->stone[SIDE_ATTACKER][line];

		for (unsigned from = place - (board->k - 1u); from <= place; from++)
			if (gomoku_board_is_open(board, SIDE_ATTACKER, line, from) &&
			    row_count(own >> from & board->row) + 2 >= board->k)
				return true;
	}
	return false;
}

/* quiet_attacks writes the attacks when nobody can finish at once. */
static unsigned quiet_attacks(const gomoku_t *board, unsigned order, const bits_t *within,
                              move_t *out)
{
	TUNED_TABLE weights_t weights = {
	        {{0, GOMOKU_ATTACK_ATTACKER_1, GOMOKU_ATTACK_ATTACKER_2, GOMOKU_ATTACK_ATTACKER_3,
	          GOMOKU_ATTACK_ATTACKER_4, GOMOKU_ATTACK_ATTACKER_5, GOMOKU_ATTACK_ATTACKER_6},
	         {0, GOMOKU_ATTACK_DEFENDER_1, GOMOKU_ATTACK_DEFENDER_2, GOMOKU_ATTACK_DEFENDER_3,
	          GOMOKU_ATTACK_DEFENDER_4, GOMOKU_ATTACK_DEFENDER_5, GOMOKU_ATTACK_DEFENDER_6}}};
	const unsigned distance = gomoku_candidates_distance(board);
	points_t points = {.count = 0};
	scores_t scores = {{0}};
	unsigned count;

	if (order == 1)
		return fours(board, within, out);
	if (order != ORDER_ANY && distance == order + 1)
		add_window_points(board, SIDE_ATTACKER, board->k - distance, &points);
	else if (order == 2)
		reach_find(board, &points);
	else
		add_empty(board, within, &points);
	keep_within(&points, within);
	score_windows(board, &weights, &scores);
	count = sort_points(board, &points, &scores, out);
	if (order == ORDER_ANY && count == 0 && gomoku_board_must_pass(board))
		out[count++] = MOVE_PASS;
	return count;
}

unsigned gomoku_candidates_attacks(const gomoku_t *board, unsigned order, const bits_t *within,
                                   move_t *out)
{
	const unsigned distance = gomoku_candidates_distance(board);
	points_t points = {.count = 0};
	stops_t stops;

	assert(board->base.turn == SIDE_ATTACKER);
	if (gomoku_board_is_over(board) || (order != ORDER_ANY && distance > order + 1))
		return 0;
	stops_find(board, SIDE_DEFENDER, &stops);
	if (distance > 1 && stops.threats == 0)
		return quiet_attacks(board, order, within, out);
	if (distance == 1)
		add_all_last(board, SIDE_ATTACKER, &points);
	for (unsigned i = 0; i < stops.count && order > 0; i++)
		if (may_play(board, stops.point[i]) &&
		    (distance == 1 || order > 1 || makes_four(board, stops.point[i])))
			points_add(&points, stops.point[i]);
	if (order > 0 && stops.threats == 0)
		for (unsigned p = 0; p < board->geo->area; p++)
			if (board->at[p] == COLOUR_NONE && may_play(board, p))
				points_add(&points, p);
	return write_points(&points, within, out);
}

unsigned gomoku_candidates_replies(const gomoku_t *board, const bits_t *within, move_t *out)
{
	TUNED_TABLE weights_t weights = {
	        {{0, GOMOKU_REPLY_ATTACKER_1, GOMOKU_REPLY_ATTACKER_2, GOMOKU_REPLY_ATTACKER_3,
	          GOMOKU_REPLY_ATTACKER_4, GOMOKU_REPLY_ATTACKER_5, GOMOKU_REPLY_ATTACKER_6},
	         {0, GOMOKU_REPLY_DEFENDER_1, GOMOKU_REPLY_DEFENDER_2, GOMOKU_REPLY_DEFENDER_3,
	          GOMOKU_REPLY_DEFENDER_4, GOMOKU_REPLY_DEFENDER_5, GOMOKU_REPLY_DEFENDER_6}}};
	points_t points = {.count = 0};
	scores_t scores = {{0}};
	stops_t stops;

	assert(board->base.turn == SIDE_DEFENDER);
	if (gomoku_board_is_over(board))
		return 0;
	stops_find(board, SIDE_ATTACKER, &stops);
	if (stops.threats > 0) {
		if (board->n[SIDE_DEFENDER][board->k - 1] > 0)
			add_all_last(board, SIDE_DEFENDER, &points);
		for (unsigned i = 0; i < stops.count; i++)
			if (!points.has[stops.point[i]] && may_play(board, stops.point[i]))
				points_add(&points, stops.point[i]);
		return write_points(&points, within, out);
	}
	add_empty(board, within, &points);
	score_windows(board, &weights, &scores);
	return sort_points(board, &points, &scores, out);
}

unsigned gomoku_candidates_legal_moves(const gomoku_t *board, move_t *out)
{
	unsigned count = 0;

	if (gomoku_board_is_over(board))
		return 0;
	for (unsigned p = 0; p < board->geo->area; p++)
		if (board->at[p] == COLOUR_NONE && may_play(board, p))
			out[count++] = (move_t)p;
	return count;
}
