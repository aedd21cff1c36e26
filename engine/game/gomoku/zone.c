/* SPDX-License-Identifier: MIT
 * zone.c - the zone rules of Gomoku: for each kind of fact the points that it rests on.
 *
 * Task       rigid.h says what the zone of a fact promises: if stones S are added on empty points,
 *            fewer than j of them on area j for every j, the fact still holds. Each rule below has
 *            to show that of its fact. The index of a point is the least j whose area j has it.
 *
 * Windows    A side has its row when it holds all points of one of its open windows, and no stone
 *            ever opens a window. So after S has been added a side needs m stones or fewer for a
 *            row only if one of its open windows that lacks c stones has c - m stones of S or more
 *            on it. If the points of this window have the index c - m, S has fewer there. (In the
 *            words of the theorems, the open windows are the essential victory sets.) Points that
 *            hold stones are put into areas as well, to no effect: no stone can be added there.
 *
 * finish     The fact: the move completes a row. The other points of its window hold stones, so the
 *            point of the move gets index 1. The defender must not have won before: his windows
 *            that lack c stones get index c.
 * far        The fact: the attacker needs more than m stones. His windows that lack c stones get
 *            index c - m.
 * lost       The fact: the attacker has no open window, and never will; or the defender has a row.
 *            No further points, but for exact rows.
 * close      The fact: an attack that was left out fails, because the defender completes his row at
 *            a point p. He can unless a stone of S lies on p, so p gets index 1. If he has two such
 *            points, any attack leaves one of them, and both get index 1. Besides, neither S nor
 *            the attack after it may give the attacker a row. That needs no further points: in the
 *            unrolled zone of the order below his windows that lack c stones have an index of c - 1
 *            or less, because that zone is of the same position and rests on `far` with m of 1 or
 *            more.
 *
 * Exact rows (rule=standard)   An own stone next to a row makes it too long. The rows that a side
 *            relies on are those of finish, lost and close; the points at either end of one such
 *            row get index 1. Next to other windows a stone of the holder's closes windows of his
 *            own, on which the fact does not rest, or windows of the other side, which helps him.
 * Caro (rule=caro)   A row with a stone of the other side at both ends does not win, and rows are
 *            exact. Besides what is said of these, a stone of the other side at an end of a row
 *            that a side relies on may close it: both ends get index 1 anyhow. No stone ever opens
 *            a window here, either. An attack that is left out stops some rows of the defender's
 *            and not all; which one remains depends on the attack, so that close adds the points
 *            and ends of all. At order 2 an attack may close a window of the defender's at its end:
 *            reach.c finds these ends, as it finds the points of the windows.
 *
 * Attacks left out for their distance   Where the distance is order + 1, the search leaves out the
 *            attacks that are in no window lacking order + 1 stones. The points of such windows are
 *            in area 1 of the zone that stands for the order below. That zone may have more points
 *            than these rules give. Attacks on these do not lower the distance and are left out as
 *            well; the unrolled zone answers for them: a window that lacks c stones after the
 *            attack lacked c before, or it lacked c + 1, which was then more than the distance.
 *
 * Attacks left out at order 2   The search leaves out attacks that no exchange of fours has to do
 *            with (reach.c). Let X be the zone of the order below as these rules make it from the
 *            tree of its search alone. Exchanges lead to each node of that tree. At each node the
 *            windows that lack three stones or fewer are in area 1 once X is unrolled, and so are
 *            the point that blocks the defender and his reply. reach.c finds all of these points,
 *            because it plays all exchanges in every order. So an attack that is left out is not in
 *            area 1 of X. (The ends of exact rows are in area 1, and reach.c does not find them; an
 *            attacker's stone does no harm there.) The zone that stands for the order below may be
 *            larger than X, as it may come out of the table; it contains X. So once it is unrolled,
 *            it bears the attack.
 *            Must-play makes another zone of order 1. If the answer d to one attack disposes of
 *            other attacks b, the zone has only the zone of d, unrolled, and nothing for b. Let a
 *            be an attack that is left out at order 2, and S stones that the zone bears. In open
 *            windows S has no attacker's stone at the node of d: a window that lacks c has the
 *            index c - 2 there, and has been unrolled twice since, so that windows up to c = 5 are
 *            in area 1. So S is of no use after b and d. Nor is a, because reach.c went through the
 *            exchange of b and d. At nodes whose attacks were tried, S and a together complete no
 *            window that lacks four stones, as before. With k = 6 an open window that lacks six may
 *            hold a stone of S, so attacks are not narrowed there (NARROW_MOST).
 *
 * Renju      Black may not play everywhere (renju.h), and his own stones may free a point or forbid
 *            it anywhere near. So in Renju S has stones of one side only: of white where black is
 *            the holder, of black where white is. All of the above holds, because rows in windows
 *            are fives, which are never forbidden. The ends of exact rows are not needed, because
 *            no stone of the holder's is added.
 * move       Black is the holder and plays m. White stones make m forbidden only by way of the
 *            threes that were weighed for m (renju.c, "White"). If there were any, all points that
 *            the verdict reads get index 1.
 * close      White is the holder, and black may not play on some points that matter. All points
 *            that these verdicts read get index 1, so that black still may not play there. (A legal
 *            move that S makes illegal is one move less for black.) Where black attacks and white
 *            threatens to complete his row, only the point where black could block matters.
 *            What these two rules add to area 1 at order 1, reach.c finds as well. In its tree an
 *            attack on p is part of an exchange, unless the defender's threat rules it out, and a
 *            reply whose verdict is weighed is the other part of one. Attacks whose distance is
 *            order + 1 and attacks left to a pass fail whether they may be played or not.
 *            Must-play rests on a position with fewer stones, where black's moves need not be
 *            legal. So in Renju no move is idle. */
#include "engine/game/gomoku/zone.h"

#include "engine/game/gomoku/gomoku.h"
#include "engine/game/gomoku/renju.h"
#include "engine/game/gomoku/walk.h"
#include "engine/game/rigid.h"

#include <string.h>

enum { NARROW_MOST = 5, WORD_BITS = 64, PAIRS = BITS_WORDS / 2, PAIRS_USUAL = 2 };

static const gomoku_t *board_of(const position_t *pos)
{
	assert(pos->game->create == gomoku_game.create); /* or a copy, of a test */
	return (const gomoku_t *)pos;
}

static void begin(const position_t *pos, unsigned order, zone_t *zone)
{
	const gomoku_t *board = board_of(pos);

	rigid_begin(board->geo->width, board->geo->height, order, zone);
}

/* A set of points in pairs of words, which processors take at once: this was a fifth of the time of
 * a search, and takes less than half as long so. Boards of up to 256 points, 15x15 among them, fill
 * PAIRS_USUAL pairs. */
typedef uint64_t pair_t __attribute__((vector_size(16)));

typedef struct {
	pair_t pair[PAIRS];
} pairs_t;

_Static_assert(sizeof(pairs_t) == sizeof(bits_t), "no word is left over");
_Static_assert(sizeof(pairs_t) == sizeof(((windows_t *)NULL)->word[0]),
               "windows are named by their points");

/* spread adds to a set of points in so many pairs those `by` further on. */
static inline void spread(pairs_t *points, unsigned by, unsigned pairs)
{
	pair_t before = {0, 0};

	assert(by > 0 && by < WORD_BITS);
	for (unsigned i = 0; i < pairs; i++) {
		const pair_t here = points->pair[i];

		points->pair[i] |= here << by |
		                   __builtin_shufflevector(before, here, 1, 2) >> (WORD_BITS - by);
		before = here;
	}
}

/* add_spread adds the points of windows, whose first points are given, by direction: these, moved
 * by 0 to k - 1 strides. Each step doubles how many there are. Inlined for the number of pairs. */
static inline __attribute__((always_inline)) void add_spread(const gomoku_t *board,
                                                             const windows_t *open, unsigned pairs,
                                                             bits_t *out)
{
	pairs_t all;

	memcpy(&all, out, sizeof(all));
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned stride = board->geo->stride[d];
		pairs_t points;

		memcpy(&points, open->word[d], sizeof(points));
		spread(&points, stride, pairs);
		if (board->k >= 4)
			spread(&points, 2 * stride, pairs);
		if (board->k != 4)
			spread(&points, (board->k - (board->k >= 4 ? 4u : 2u)) * stride, pairs);
		for (unsigned i = 0; i < pairs; i++)
			all.pair[i] |= points.pair[i];
	}
	memcpy(out, &all, sizeof(all));
}

/* add_windows adds the points of all windows of `side` with so many stones. */
static void add_windows(const gomoku_t *board, side_t side, unsigned stones, bits_t *out)
{
	if (board->n[side][stones] == 0)
		return;
	if (board->geo->words <= 2 * PAIRS_USUAL)
		add_spread(board, &board->open[side][stones], PAIRS_USUAL, out);
	else
		add_spread(board, &board->open[side][stones], PAIRS, out);
}

/* add_reach adds the points with which `side` might reach its row, for the fact that it
 * needs more than `moves` stones. Windows without stones are on nearly all of the board,
 * so they count as all of it. */
static void add_reach(const gomoku_t *board, side_t side, unsigned moves, zone_t *zone)
{
	bits_t points = {{0}};
	unsigned lacks = 1;

	for (unsigned i = 0; i + 1u < zone->areas; i++) {
		for (; lacks <= moves + 1 + i && lacks < board->k; lacks++)
			add_windows(board, side, board->k - lacks, &points);
		bits_unite(&zone->area[i], &points);
	}
	if (board->n[side][0] > 0)
		zone_add_all(zone, rigid_index(board->k, moves));
}

/* add_ends adds, where rows must be exact, the points next to either end of a window. */
static void add_ends(const gomoku_t *board, const walk_t *walk, zone_t *zone)
{
	const unsigned line = board->geo->line[walk->d][walk->first];
	const unsigned place = board->geo->place[walk->d][walk->first];

	if ((board->rule != RULE_STANDARD && !board->caro) ||
	    !zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_FRAIL]))
		return;
	if (board->geo->valid[line] >> (place - 1) & 1)
		zone_add(zone, walk->first - walk->stride, 1);
	if (board->geo->valid[line] >> (place + board->k) & 1)
		zone_add(zone, walk->first + board->k * walk->stride, 1);
}

static void finish(const position_t *pos, move_t move, zone_t *zone)
{
	const gomoku_t *board = board_of(pos);
	walk_t walk = walk_start(board, SIDE_ATTACKER, board->k - 1u);
	bool found;

	zone_add_all(zone, zone->areas);
	if (zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_COUNTER]))
		add_reach(board, SIDE_DEFENDER, 0, zone);
	if (!zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_FINISH]))
		return;
	zone_add(zone, move, 1);
	do {
		found = walk_next(&walk);
		assert(found);
	} while (found && walk_point(&walk) != move);
	if (found)
		add_ends(board, &walk, zone);
	else
		zone_add_all(zone, 1); /* sound, whatever the board says */
}

static void far(const position_t *pos, unsigned moves, zone_t *zone)
{
	zone_add_all(zone, zone->areas);
	if (zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_REACH]))
		add_reach(board_of(pos), SIDE_ATTACKER, moves, zone);
}

static void lost(const position_t *pos, zone_t *zone)
{
	const gomoku_t *board = board_of(pos);
	walk_t walk = walk_start(board, SIDE_DEFENDER, board->k);

	if (walk_next(&walk))
		add_ends(board, &walk, zone);
}

/* idle: with fewer stones of the other side, who has it succeeds all the same. Where a row
 * may be too long, a stone may be better not there. For attacks with k over NARROW_MOST see
 * above. */
static bool idle(const position_t *pos, move_t move, const zone_t *zone)
{
	const gomoku_t *board = board_of(pos);

	(void)move;
	(void)zone;
	return board->rule == RULE_FREESTYLE &&
	       (pos->turn == SIDE_DEFENDER || board->k <= NARROW_MOST);
}

static bool never_idle(const position_t *pos)
{
	return board_of(pos)->rule != RULE_FREESTYLE;
}

static void move(const position_t *pos, move_t move, zone_t *zone)
{
	const gomoku_t *board = board_of(pos);
	bits_t reads = {{0}};

	rigid_move(pos, move, zone);
	if (!board->restrained[pos->turn] || !zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_BANNED]))
		return;
	(void)renju_add_frees(board, pos->turn, move, &reads);
	zone_add_set(zone, &reads, 1);
}

/* close_forced adds up to two points where the defender completes his row, by the rule caro all of
 * them, and returns how many there are. */
static unsigned close_forced(const gomoku_t *board, unsigned last[2], zone_t *zone)
{
	walk_t walk = walk_start(board, SIDE_DEFENDER, board->k - 1u);
	unsigned count = 0;

	while ((count < 2 || board->caro) && walk_next(&walk)) {
		const unsigned p = walk_point(&walk);

		if (count > 0 && last[0] == p && !board->caro)
			continue;
		if (count < 2)
			last[count++] = p;
		if (!zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_FORCED]))
			continue;
		zone_add(zone, p, 1);
		add_ends(board, &walk, zone);
	}
	return count;
}

/* close_bans adds what forbids black, who is to move, the points of a set. */
static void close_bans(const gomoku_t *board, bits_t points, zone_t *zone)
{
	bits_t reads = {{0}};

	while (!bits_is_empty(&points)) {
		const unsigned p = bits_take(&points);

		if (board->at[p] == COLOUR_NONE)
			(void)renju_add_bans(board, board->base.turn, p, &reads);
	}
	zone_add_set(zone, &reads, 1);
}

static void close(const position_t *pos, const bits_t *must, zone_t *zone)
{
	const gomoku_t *board = board_of(pos);
	bits_t points = *must;
	unsigned last[2], count = 0;

	if (pos->turn == SIDE_ATTACKER)
		count = close_forced(board, last, zone);
	if (!board->restrained[pos->turn] || !zone_rule_keeps(&gomoku_rules[GOMOKU_RULE_FREED]) ||
	    count > 1)
		return;
	if (count == 1) {
		const bool matters = bits_has(must, last[0]);

		points = (bits_t){{0}};
		if (matters)
			bits_add(&points, last[0]);
	}
	close_bans(board, points, zone);
}

const zone_rule_t gomoku_rules[GOMOKU_RULE_COUNT + 1] = {GOMOKU_RULES(ZONE_RULE_ROW)};

const zone_ops_t gomoku_zones = {
        .rules = gomoku_rules,
        .prunes_from = 2, /* fours have one answer */
        .begin = begin,
        .finish = finish,
        .far = far,
        .lost = lost,
        .move = move,
        .must = rigid_must,
        .idle = idle,
        .never_idle = never_idle,
        .close = close,
};
