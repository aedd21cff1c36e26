/* SPDX-License-Identifier: MIT
 * needless.c - fours that a win by fours need not begin with.
 *
 * The points of windows that lack two are where fours can be made now; call them F. A four on x
 * is answered on y, the other point of its window: an exchange. Several that lead nowhere are all
 * played in all subsets, and a search that fails goes through these. Let S be a win by fours, of
 * m exchanges. Those it begins with are of windows that lack two now, until one is not, whose
 * window W lacks more: some of the first ones have filled it up. Or there is none such, and the
 * last wins by a second window W. Of the first ones let x be in W. What W lacks is x, other points
 * of F, the point of the exchange by W, and its answer; y is not in W. So x is in an open window
 * without y that lacks three, or that has another point of F. If not, and if it does not win at
 * once, it is needless. Let S begin with needless fours. The first that is not may as well come
 * before them, if the order is all the same: then a win by fours of m exchanges begins with it.
 *
 * Order      is all the same while the defender gets no four, and no four closes another's window.
 *            A needless four of which that is not sure is tied: it counts as one that is needed.
 *            Tied are points of F that together could give him a four, two answers or more, and
 *            where rows are exact those of which one is next to the window of another. If one
 *            answer alone gives him a four, the attacker has to follow with a four where that is
 *            stopped; if he can, by some window that lacks two or has a point of F, nothing is
 *            needless. If not, that exchange is not among the first ones, whatever comes before.
 * Renju      the order might matter for what black may play. Where he defends, all of F must be
 *            free to him whichever of F he holds: so he is forbidden no answer before W. Where he
 *            attacks, all this is said of the game in which he may play everywhere: if in that
 *            game none of the others wins, nor do these. That they do not is known if nothing he
 *            was forbidden has been left out, here or below (zone_t.notes, set where a zone is
 *            closed); else the needless ones are tried as well.
 * Standard   what his own stones do to the defender's exact rows no zone says: nothing is needless.
 * Zone       attacker's stones that keep off area 1 make no new point of F: windows that lack three
 *            are in it. Any stones of his close windows at most, and a stone of black's has no say
 *            where white attacks. So a needless four stays one, and not tied, as long as none comes
 *            into an open window through it, without y, that lacks four; of those that lack c,
 *            fewer than c - 3. Where a four is tried in vain all of these are in the zone for lack
 *            of one more, so it does not become larger; and reach.c finds them after that exchange.
 *
 * Of 120 puzzles by Renju's rules, with 60,000 nodes for each third one, 18 of 40 were proven so,
 * and 14 without; by the same idea without what is said of order, and zones, 20, and three were
 * called disproven that are won.
 */
#include "engine/game/gomoku/needless.h"

#include "engine/game/gomoku/renju.h"
#include "engine/game/gomoku/walk.h"

enum {
	FOURS_MOST = 32, /* with more points nothing is called needless */
	FOLLOWS = 3,     /* a window that lacks so many lacks two after the four */
};

/* A point on which a four can be made. */
typedef struct {
	uint16_t point, reply;
	bool wins; /* there are two points to reply on */
} four_t;

typedef struct {
	four_t four[FOURS_MOST];
	unsigned count;
	uint32_t marked[LINES_MAX]; /* the points, as bits of lines */
} fours_t;

static void mark(const gomoku_t *board, fours_t *fours, unsigned p)
{
	for (unsigned d = 0; d < DIRECTIONS; d++)
		fours->marked[board->geo->line[d][p]] |= UINT32_C(1) << board->geo->place[d][p];
}

static bool add_four(const gomoku_t *board, fours_t *fours, unsigned p, unsigned reply)
{
	for (unsigned i = 0; i < fours->count; i++)
		if (fours->four[i].point == p) {
			fours->four[i].wins |= fours->four[i].reply != reply;
			return true;
		}
	if (fours->count == FOURS_MOST)
		return false;
	fours->four[fours->count++] = (four_t){(uint16_t)p, (uint16_t)reply, false};
	mark(board, fours, p);
	return true;
}

/* find_fours: false when there are too many. */
static bool find_fours(const gomoku_t *board, fours_t *fours)
{
	walk_t walk = walk_start(board, SIDE_ATTACKER, board->k - 2u);

	while (walk_next(&walk)) {
		const unsigned x = walk_point(&walk);
		const unsigned y = walk_point(&walk);

		if (!add_four(board, fours, x, y) || !add_four(board, fours, y, x))
			return false;
	}
	return true;
}

/* holds: is point p one of the window from bit `from` of that line? */
static inline bool holds(const gomoku_t *board, unsigned d, unsigned line, unsigned from,
                         unsigned p)
{
	return board->geo->line[d][p] == line && board->geo->place[d][p] - from < board->k;
}

/* is_needed: has the four a window through it in which it may be of use? */
static bool is_needed(const gomoku_t *board, const fours_t *fours, const four_t *four)
{
	const unsigned p = four->point, k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t own = board->stone[SIDE_ATTACKER][line];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			if (!mnk_is_open(board, SIDE_ATTACKER, line, from) ||
			    holds(board, d, line, from, four->reply))
				continue;
			if (row_count(own >> from & board->row) + FOLLOWS >= k ||
			    row_count(fours->marked[line] >> from & board->row) > 1)
				return true;
		}
	}
	return four->wins;
}

/* is_followed: could the attacker make a four on z, `lost` being the defender's by then, if he had
 * other fours before? */
static bool is_followed(const gomoku_t *board, const fours_t *fours, unsigned z, unsigned lost)
{
	const unsigned k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][z], place = board->geo->place[d][z];
		const uint32_t own = board->stone[SIDE_ATTACKER][line];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			if (!mnk_is_open(board, SIDE_ATTACKER, line, from) ||
			    holds(board, d, line, from, lost))
				continue;
			if (row_count(own >> from & board->row) + 2 >= k ||
			    (fours->marked[line] >> from & board->row) != 0)
				return true;
		}
	}
	return false;
}

/* is_countered: does the answer to a four make one of the defender's, which another may follow? */
static bool is_countered(const gomoku_t *board, const fours_t *fours, const four_t *four)
{
	const unsigned p = four->reply, k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t their = board->stone[SIDE_DEFENDER][line];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			const uint32_t have = their >> from & board->row;
			unsigned z;

			if (!mnk_is_open(board, SIDE_DEFENDER, line, from) ||
			    row_count(have) + 2 != k)
				continue;
			z = from + (unsigned)__builtin_ctz(board->row & ~have &
			                                   ~(UINT32_C(1) << (place - from)));
			z = p + z * board->geo->stride[d] - place * board->geo->stride[d];
			if (z != four->point && is_followed(board, fours, z, p))
				return true;
		}
	}
	return false;
}

/* joins: could answers to several fours, p among them, make a four of the defender's? */
static bool joins(const gomoku_t *board, const fours_t *fours, unsigned p)
{
	const unsigned k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t their = board->stone[SIDE_DEFENDER][line];
		const uint32_t both = their | fours->marked[line];

		for (unsigned from = place - (k - 1); from <= place; from++)
			if (mnk_is_open(board, SIDE_DEFENDER, line, from) &&
			    row_count(both >> from & board->row) + 1 >= k &&
			    row_count(their >> from & board->row) + 2 < k)
				return true;
	}
	return false;
}

/* add_closing adds the points of fours of which one could close the window of another. */
static void add_closing(const gomoku_t *board, const fours_t *fours, bits_t *out)
{
	walk_t walk = walk_start(board, SIDE_ATTACKER, board->k - 2u);

	while (walk_next(&walk)) {
		const unsigned line = board->geo->line[walk.d][walk.first];
		const unsigned place = board->geo->place[walk.d][walk.first];
		const uint32_t marked = fours->marked[line];

		if ((marked >> (place - 1) & 1) != 0)
			bits_add(out, walk.first - walk.stride);
		if ((marked >> (place + board->k) & 1) != 0)
			bits_add(out, walk.first + board->k * walk.stride);
		if (((marked >> (place - 1) | marked >> (place + board->k)) & 1) == 0)
			continue;
		bits_add(out, walk_point(&walk));
		bits_add(out, walk_point(&walk));
	}
}

/* is_safe: is it the same in whatever order the fours are played, but for those in question? */
static bool is_safe(const gomoku_t *board, const fours_t *fours)
{
	for (unsigned i = 0; i < fours->count; i++) {
		const four_t *four = &fours->four[i];

		if ((!four->wins && is_countered(board, fours, four)) ||
		    (board->restrained[SIDE_ATTACKER] &&
		     renju_verdict(board, SIDE_ATTACKER, four->point) > RENJU_FIVE) ||
		    (board->restrained[SIDE_DEFENDER] &&
		     !renju_is_plain(board, SIDE_DEFENDER, four->point, fours->marked)))
			return false;
	}
	return true;
}

void needless_find(const gomoku_t *board, bits_t *out)
{
	fours_t fours = {.count = 0};
	bits_t tied = {{0}}; /* points for whose fours the order may matter */

	*out = (bits_t){{0}};
	if ((board->exact[SIDE_DEFENDER] && !board->restrained[SIDE_DEFENDER]) ||
	    board->n[SIDE_DEFENDER][board->k - 1] > 0 ||
	    board->n[SIDE_ATTACKER][board->k - 1] > 0 || mnk_is_over(board) ||
	    !find_fours(board, &fours))
		return;
	for (unsigned i = 0; i < fours.count; i++)
		if (!is_needed(board, &fours, &fours.four[i]))
			bits_add(out, fours.four[i].point);
	if (bits_is_empty(out))
		return;
	if (!is_safe(board, &fours)) {
		*out = (bits_t){{0}};
		return;
	}
	if (board->exact[SIDE_ATTACKER])
		add_closing(board, &fours, &tied);
	for (unsigned i = 0; i < fours.count; i++)
		if (joins(board, &fours, fours.four[i].point))
			bits_add(&tied, fours.four[i].point);
	for (unsigned i = 0; i < fours.count; i++)
		if (bits_has(&tied, fours.four[i].point) || bits_has(&tied, fours.four[i].reply))
			bits_remove(out, fours.four[i].point);
}

/* add_windows adds the windows of one point to the zone. */
static void add_windows(const gomoku_t *board, const four_t *four, zone_t *zone)
{
	const unsigned p = four->point, k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const unsigned stride = board->geo->stride[d];
		const uint32_t own = board->stone[SIDE_ATTACKER][line];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			unsigned lacks;

			if (!mnk_is_open(board, SIDE_ATTACKER, line, from) ||
			    holds(board, d, line, from, four->reply))
				continue;
			lacks = k - row_count(own >> from & board->row);
			assert(lacks > FOLLOWS);
			for (unsigned i = 0; i < k; i++)
				zone_add(zone, p + (from + i) * stride - place * stride,
				         lacks - FOLLOWS);
		}
	}
}

void needless_zone(const gomoku_t *board, const bits_t *set, zone_t *zone)
{
	fours_t fours = {.count = 0};

	if (!find_fours(board, &fours))
		return;
	for (unsigned i = 0; i < fours.count; i++)
		if (bits_has(set, fours.four[i].point))
			add_windows(board, &fours.four[i], zone);
}
