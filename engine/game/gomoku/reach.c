/* SPDX-License-Identifier: MIT
 * reach.c - which points can matter to a win by fours.
 *
 * Exchange   In a win by fours (order 1) each attacker's move takes one of the last two points of
 *            an open window, and the defender takes the other, or by the rule caro what else stops
 *            the window (stops.h): an exchange.
 *
 * Claim      The position is not won by fours. If an attacker's stone on m makes it so, m is in the
 *            set that reach_find writes.
 *
 * Proof      Let W be a win by fours from the position with the stone on m. Play the exchanges of W
 *            from the position without that stone, for as long as they are exchanges there, too.
 *            Where that ends, one of two things holds. Either m is a point of a row of W: without
 *            the stone on m the window of this row is open and lacks three stones, m being one of
 *            them. Or the stone on m keeps the defender from completing a window in which m alone
 *            is missing. If neither were so, W would win without the stone on m, in as many moves.
 *            So explore plays all exchanges in every order, and wherever it comes it adds the empty
 *            points of both kinds of windows.
 *
 * Given up   There may be many exchanges. After GOMOKU_REACH_NODES positions, or with more than
 *            GOMOKU_REACH_EXCHANGES exchanges that wait, explore gives up, and close_set finds a
 *            set that may be too large, never too small. Points of the set count as stones of the
 *            attacker's: whenever an open window of his lacks two stones or fewer, its empty points
 *            join the set. So he gets both points of each exchange. By the same proof m is in the
 *            set, or one of the points of a window that lacks at most three, or the only point
 *            missing in a window of the defender's, whose replies are in the set and count as his
 *            stones there. All these points are written.
 *
 * Caro       The stone on m may also close a window of the defender's in which one stone is
 *            missing, at its end. So the ends of such windows are added. If explore gives up, all
 *            empty points are written.
 *
 * Renju      Without the stone on m an exchange of W may also fail by what black may not play.
 *            The attacker black: m may free his move of the exchange, which is forbidden without m.
 *            So the points are added where a stone of either side could free it (renju_add_bans).
 *            The defender black: m may forbid his reply, after which W has won. So the points are
 *            added where an attacker's stone could forbid it (renju_add_frees).
 *            Other verdicts that m turns need no points. W does not play an attack that is
 *            forbidden. A reply that is forbidden without m loses without m as well. A black stone
 *            on m closes windows of black's own, where a row would be too long: if black attacks he
 *            has fewer fours with it; if he defends, m is white.
 *            If explore gives up in Renju, all empty points are written: it is hard to tell what
 *            stones on the points of the set would forbid. */
#include "engine/game/gomoku/reach.h"

#include <string.h>

#include "engine/game/gomoku/renju.h"
#include "engine/game/gomoku/stops.h"
#include "engine/tuning/tuning.h"

/* limit: room for what GOMOKU_REACH_NODES and GOMOKU_REACH_EXCHANGES may be at most. */
enum { NODES_MOST = 128, EXCHANGES_MOST = 1024 };

/* The attacker's point of a window that lacks two, and the defender's. */
typedef struct {
	uint16_t x, y;
} exchange_t;

/* A position of the tree: the exchange that led to it, and those not yet played. */
typedef struct {
	exchange_t came;
	uint16_t next, end;
} step_t;

/* All exchanges in every order. */
typedef struct {
	gomoku_t board; /* a copy, to play on */
	points_t *out;
	uint64_t seen[NODES_MOST];
	step_t step[NODES_MOST];
	exchange_t exchange[EXCHANGES_MOST];
	unsigned nodes, depth;
} tree_t;

/* The set being closed. */
typedef struct {
	const gomoku_t *board;
	points_t reached;
	points_t *out;
	uint32_t stone[2][LINES_MAX]; /* of either side, the reached points counting as its own */
} distance_t;

static void add_reached(distance_t *reach, unsigned p)
{
	const lines_t *geo = reach->board->geo;

	if (reach->reached.has[p])
		return;
	points_add(&reach->reached, p);
	points_add(reach->out, p);
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++)
		for (unsigned side = 0; side < 2; side++)
			reach->stone[side][geo->line[d][p]] |= UINT32_C(1) << geo->place[d][p];
}

/* spread looks at the windows that hold the reached point p. */
static void spread(distance_t *reach, unsigned p)
{
	const gomoku_t *board = reach->board;
	const unsigned k = board->k;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const unsigned stride = board->geo->stride[d];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			uint32_t left, have;
			unsigned count;

			if (!gomoku_board_is_open(board, SIDE_ATTACKER, line, from))
				continue;
			have = reach->stone[SIDE_ATTACKER][line] >> from & board->row;
			count = row_count(have);
			if (count + 3 < k)
				continue;
			for (left = board->row & ~have; left != 0; left &= left - 1) {
				const unsigned i = from + (unsigned)__builtin_ctz(left);
				const unsigned q = p + i * stride - place * stride;

				if (count + 2 >= k)
					add_reached(reach, q);
				else
					points_add(reach->out, q);
			}
		}
	}
}

/* add_blocks adds the points that alone are missing in a window of the defender through
 * the reached point p. */
static void add_blocks(distance_t *reach, unsigned p)
{
	const gomoku_t *board = reach->board;
	const unsigned k = board->k;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const unsigned stride = board->geo->stride[d];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			uint32_t left;

			if (!gomoku_board_is_open(board, SIDE_DEFENDER, line, from))
				continue;
			left = board->row & ~(reach->stone[SIDE_DEFENDER][line] >> from);
			if (left == 0 || (left & (left - 1)) != 0)
				continue;
			points_add(reach->out, p + (from + (unsigned)__builtin_ctz(left)) * stride -
			                               place * stride);
		}
	}
}

/* add_ends adds the empty ends of a window. */
static void add_ends(const gomoku_t *board, const walk_t *walk, points_t *out)
{
	const unsigned line = board->geo->line[walk->d][walk->first];
	const unsigned place = board->geo->place[walk->d][walk->first];
	const uint32_t empty = gomoku_board_empty(board, line);

	if (empty >> (place - 1) & 1)
		points_add(out, walk->first - walk->stride);
	if (empty >> (place + board->k) & 1)
		points_add(out, walk->first + board->k * walk->stride);
}

/* add_last adds the points where the defender would complete his row. */
static void add_last(tree_t *tree)
{
	walk_t walk = walk_start(&tree->board, SIDE_DEFENDER, tree->board.k - 1u);

	while (walk_next(&walk)) {
		if (tree->board.caro)
			add_ends(&tree->board, &walk, tree->out);
		points_add(tree->out, walk_point(&walk));
	}
}

/* add_exchanges adds those where the attacker takes x, if he may, and the defender y or `end`. */
static void add_exchanges(tree_t *tree, step_t *step, const stops_t *must, unsigned x, unsigned y,
                          unsigned end)
{
	if (must->threats > 0 && !stops_has(must, x))
		return;
	tree->exchange[step->end++] = (exchange_t){(uint16_t)x, (uint16_t)y};
	if (end != GRID_NO_POINT)
		tree->exchange[step->end++] = (exchange_t){(uint16_t)x, (uint16_t)end};
}

/* enter looks at the position that `came` led to; false when there is no room for it. */
static bool enter(tree_t *tree, exchange_t came)
{
	gomoku_t *board = &tree->board;
	const uint16_t from = tree->depth > 0 ? tree->step[tree->depth - 1].end : 0;
	step_t *step = &tree->step[tree->depth++];
	walk_t walk = walk_start(board, SIDE_ATTACKER, board->k - 2u);
	stops_t must;

	tree->seen[tree->nodes++] = board->key.lo;
	*step = (step_t){came, from, from};
	if (from + (board->caro ? 4u : 2u) * walk.left > GOMOKU_REACH_EXCHANGES)
		return false;
	add_last(tree);
	stops_find(board, SIDE_DEFENDER, &must);
	while (walk_next(&walk)) {
		const unsigned end = stops_far_end(board, SIDE_ATTACKER, &walk);
		const unsigned x = walk_point(&walk);
		const unsigned y = walk_point(&walk);

		points_add(tree->out, x);
		points_add(tree->out, y);
		if (end != GRID_NO_POINT)
			points_add(tree->out, end);
		add_exchanges(tree, step, &must, x, y, end);
		add_exchanges(tree, step, &must, y, x, end);
	}
	walk = walk_start(board, SIDE_ATTACKER, board->k - 3u);
	while (walk_next(&walk))
		while (walk.empty != 0)
			points_add(tree->out, walk_point(&walk));
	return true;
}

/* is_seen: has the tree come to the position after that exchange? */
static bool is_seen(const tree_t *tree, exchange_t exchange)
{
	const gomoku_hashwords_t *hash = tree->board.geo->hash;
	const uint64_t key = tree->board.key.lo ^ hash->stone[SIDE_ATTACKER][exchange.x].lo ^
	                     hash->stone[SIDE_DEFENDER][exchange.y].lo;

	for (unsigned i = 0; i < tree->nodes; i++)
		if (tree->seen[i] == key)
			return true;
	return false;
}

static void take_back(tree_t *tree, exchange_t exchange)
{
	gomoku_board_remove(&tree->board, SIDE_DEFENDER, exchange.y);
	gomoku_board_remove(&tree->board, SIDE_ATTACKER, exchange.x);
}

/* add_points adds the empty points of a set. */
static void add_points(tree_t *tree, bits_t set)
{
	while (!bits_is_empty(&set)) {
		const unsigned p = bits_take(&set);

		if (tree->board.at[p] == COLOUR_NONE)
			points_add(tree->out, p);
	}
}

/* play_exchange plays it where Renju lets both sides do so, unless the tree has come to what
 * follows before, and adds the points that decide whether they may. */
static bool play_exchange(tree_t *tree, exchange_t exchange)
{
	gomoku_t *board = &tree->board;
	const bool seen = is_seen(tree, exchange);
	bits_t reads = {{0}};
	bool is_free = true;

	if (seen && board->rule != RULE_RENJU)
		return false;
	if (board->restrained[SIDE_ATTACKER]) {
		is_free = !renju_add_bans(board, SIDE_ATTACKER, exchange.x, &reads);
		add_points(tree, reads);
	}
	if (!is_free || (seen && !board->restrained[SIDE_DEFENDER]))
		return false;
	gomoku_board_place(board, SIDE_ATTACKER, exchange.x);
	if (board->restrained[SIDE_DEFENDER]) {
		is_free = renju_add_frees(board, SIDE_DEFENDER, exchange.y, &reads);
		add_points(tree, reads);
	}
	if (is_free && !seen) {
		gomoku_board_place(board, SIDE_DEFENDER, exchange.y);
		return true;
	}
	gomoku_board_remove(board, SIDE_ATTACKER, exchange.x);
	return false;
}

/* explore goes through the tree; false when it is too large. */
static bool explore(const gomoku_t *board, points_t *out)
{
	tree_t tree;

	memcpy(&tree.board, board, offsetof(gomoku_t, played));
	tree.out = out;
	tree.nodes = 0;
	tree.depth = 0;
	if (!enter(&tree, (exchange_t){0, 0}))
		return false;
	while (tree.depth > 0) {
		step_t *step = &tree.step[tree.depth - 1];
		exchange_t exchange;

		if (step->next == step->end) {
			if (--tree.depth > 0)
				take_back(&tree, step->came);
			continue;
		}
		exchange = tree.exchange[step->next++];
		if (!play_exchange(&tree, exchange))
			continue;
		if (tree.nodes == GOMOKU_REACH_NODES || !enter(&tree, exchange))
			return false;
	}
	return true;
}

/* close_set adds what the set of all that the attacker may get finds. */
static void close_set(const gomoku_t *board, points_t *out)
{
	const unsigned k = board->k;
	distance_t reach = {.board = board, .out = out};

	memcpy(reach.stone, board->stone, sizeof(reach.stone));
	for (unsigned lacks = 1; lacks <= 3; lacks++) {
		walk_t walk = walk_start(board, SIDE_ATTACKER, k - lacks);

		while (walk_next(&walk))
			while (walk.empty != 0) {
				const unsigned p = walk_point(&walk);

				if (lacks < 3)
					add_reached(&reach, p);
				else
					points_add(out, p);
			}
	}
	for (unsigned i = 0; i < reach.reached.count; i++)
		spread(&reach, reach.reached.point[i]);
	for (unsigned i = 0; i < reach.reached.count; i++)
		add_blocks(&reach, reach.reached.point[i]);
	for (walk_t walk = walk_start(board, SIDE_DEFENDER, k - 1); walk_next(&walk);)
		points_add(out, walk_point(&walk));
}

void reach_find(const gomoku_t *board, points_t *out)
{
	if (explore(board, out))
		return;
	if (board->rule != RULE_RENJU && board->rule != RULE_CARO) {
		close_set(board, out);
		return;
	}
	for (unsigned p = 0; p < board->geo->area; p++)
		if (board->at[p] == COLOUR_NONE)
			points_add(out, p);
}
