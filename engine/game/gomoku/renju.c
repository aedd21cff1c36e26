/* SPDX-License-Identifier: MIT
 * renju.c - overlines, double-fours and double-threes out of the bits of four lines.
 *
 * Only the points next to the run through a stone can make it a five or a straight
 * four, so each line is judged by its run and the two gaps at its ends. A line
 * has no more than one three: two of them would need the stones between their
 * straight fours to be there and not to be there.
 *
 * Whether a three counts hangs on whether its straight four may be played, which
 * is the same question with one stone more. The stack of these questions is
 * explicit and as deep as there are empty points; nearly always the first look
 * finds fewer than two lines that could be threes, and no stack is needed.
 *
 * Reads      A look at p asks of a line how long the run through p is, and how long it becomes
 *            when one gap next to it is filled, or two: five, four, or more than five. It goes
 *            outwards over black stones up to the third empty point at most. Nor does it
 *            matter what lies more than READ_FAR away: a run through p that comes to a point
 *            five away has six stones, and more of them make it no less an overline. So with
 *            these points as they are, of p and of all points that it was asked about, every
 *            look comes out the same, whatever else changes.
 *
 * White      A white stone makes no row of black's longer and fills a gap at most: fives,
 *            overlines, fours, and lines that may be threes do not become more. So what is
 *            free with fewer than two of these lines stays free.
 */
#include "engine/game/gomoku/renju.h"

#include <string.h>

enum { WORD_BITS = 32, FOUR = 4, FIVE = 5, GAPS = 2, READ_FAR = 5, READ_EMPTY = 3 };

/* The bits within READ_FAR of one. */
enum { NEAR = (1 << (2 * READ_FAR + 1)) - 1 };

static_assert((int)LINE_PAD > (int)READ_FAR, "they are bits of the word");

/* A question: is this point forbidden? */
typedef struct {
	uint16_t point;
	uint16_t extend[LINE_DIRECTIONS][GAPS]; /* make a straight four, or GRID_NO_POINT */
	uint8_t d, gap;                         /* being asked about */
	uint8_t threes;                         /* found so far */
} question_t;

/* The run of stones around a bit of a line. */
typedef struct {
	unsigned from, length;
} run_t;

static run_t run_at(uint32_t stones, unsigned place)
{
	const uint32_t below = ~stones & ((UINT32_C(1) << place) - 1);
	const uint32_t above = ~stones >> place;
	run_t run;

	assert((stones >> place & 1) != 0);
	run.from = WORD_BITS - (unsigned)__builtin_clz(below); /* LINE_PAD keeps them from 0 */
	run.length = place - run.from + (unsigned)__builtin_ctz(above);
	return run;
}

/* makes_five: does a stone on the empty point `gap` make a run of five with the
 * stone on `place`? */
static bool makes_five(uint32_t stones, uint32_t empty, unsigned gap, unsigned place)
{
	return (empty >> gap & 1) != 0 && run_at(stones | UINT32_C(1) << gap, place).length == FIVE;
}

static unsigned count_fives(uint32_t stones, uint32_t empty, run_t run)
{
	return (unsigned)makes_five(stones, empty, run.from - 1, run.from) +
	       (unsigned)makes_five(stones, empty, run.from + run.length, run.from);
}

/* makes_straight_four: does a stone on `gap` make a straight four with `place`? */
static bool makes_straight_four(uint32_t stones, uint32_t empty, unsigned gap, unsigned place)
{
	const uint32_t bit = UINT32_C(1) << gap;
	run_t run;

	if ((empty & bit) == 0)
		return false;
	run = run_at(stones | bit, place);
	return run.length == FOUR && count_fives(stones | bit, empty & ~bit, run) == GAPS;
}

/* find_extensions notes the points that make a straight four of the line's stones, and
 * tells whether there are any. */
static bool find_extensions(uint32_t stones, uint32_t empty, run_t run, unsigned stride,
                            unsigned place, unsigned p, uint16_t out[GAPS])
{
	const unsigned gaps[GAPS] = {run.from - 1, run.from + run.length};
	bool any = false;

	for (unsigned i = 0; i < GAPS; i++) {
		const bool makes = makes_straight_four(stones, empty, gaps[i], place);

		out[i] = GRID_NO_POINT;
		if (makes)
			out[i] = (uint16_t)(p + gaps[i] * stride - place * stride);
		any |= makes;
	}
	return any;
}

/* look judges the stone on q->point, `black` being the other stones of its colour, as
 * far as one look can: RENJU_FREE with *lines the number of lines that may be threes. */
static renju_t look(const gomoku_t *board, side_t side, const uint32_t *black, question_t *q,
                    unsigned *lines)
{
	const lines_t *geo = board->geo;
	const unsigned p = q->point;
	unsigned fours = 0;
	bool overline = false;

	*lines = 0;
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = geo->line[d][p], place = geo->place[d][p];
		const uint32_t stones = black[line] | UINT32_C(1) << place;
		const uint32_t empty = geo->valid[line] & ~(board->stone[!side][line] | stones);
		const run_t run = run_at(stones, place);
		unsigned fives;

		q->extend[d][0] = q->extend[d][1] = GRID_NO_POINT;
		if (run.length == FIVE)
			return RENJU_FIVE;
		if (run.length > FIVE) {
			overline = true;
			continue;
		}
		fives = count_fives(stones, empty, run);
		fours += fives == GAPS && run.length == FOUR ? 1 : fives;
		if (fives == 0)
			*lines += find_extensions(stones, empty, run, geo->stride[d], place, p,
			                          q->extend[d]);
	}
	if (overline)
		return RENJU_OVERLINE;
	return fours >= 2 ? RENJU_DOUBLE_FOUR : RENJU_FREE;
}

/* add_reads adds the points that a look at p goes by, `black` being the other stones. */
static void add_reads(const gomoku_t *board, side_t side, const uint32_t *black, unsigned p,
                      bits_t *reads)
{
	const lines_t *geo = board->geo;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = geo->line[d][p], place = geo->place[d][p];

		for (int step = -1; step <= 1; step += 2) {
			unsigned empty = 0;

			for (int i = step; i >= -READ_FAR && i <= READ_FAR; i += step) {
				const unsigned at = (unsigned)((int)place + i);

				if ((geo->valid[line] >> at & 1) == 0)
					break;
				bits_add(reads, (unsigned)((int)p + i * geo->stride[d]));
				if ((board->stone[!side][line] >> at & 1) != 0)
					break;
				if ((black[line] >> at & 1) == 0 && ++empty == READ_EMPTY)
					break;
			}
		}
	}
}

static void toggle(const gomoku_t *board, uint32_t *black, unsigned p)
{
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++)
		black[board->geo->line[d][p]] ^= UINT32_C(1) << board->geo->place[d][p];
}

/* next_extension moves on to the next straight four to ask about, and tells
 * whether there is one. */
static bool next_extension(question_t *q)
{
	for (; q->d < LINE_DIRECTIONS; q->d++, q->gap = 0)
		for (; q->gap < GAPS; q->gap++)
			if (q->extend[q->d][q->gap] != GRID_NO_POINT)
				return true;
	return false;
}

/* answer takes in what the straight four asked about turned out to be. */
static void answer(question_t *q, renju_t verdict)
{
	q->gap++;
	if (verdict != RENJU_FREE)
		return;
	q->threes++;
	q->d++;
	q->gap = 0;
}

/* weigh_threes answers `first`, in which two lines may be threes, and adds what the looks go
 * by to *reads, unless it is NULL. */
static renju_t weigh_threes(const gomoku_t *board, side_t side, const question_t *first,
                            bits_t *reads)
{
	question_t stack[GRID_AREA_MAX];
	uint32_t black[LINES_MAX];
	unsigned depth = 1;

	memcpy(black, board->stone[side], sizeof(black));
	stack[0] = *first;
	toggle(board, black, first->point);
	for (;;) {
		question_t *q = &stack[depth - 1];
		renju_t verdict;
		unsigned lines;

		if (q->threes < 2 && next_extension(q)) {
			stack[depth] = (question_t){.point = q->extend[q->d][q->gap]};
			verdict = look(board, side, black, &stack[depth], &lines);
			if (reads != NULL)
				add_reads(board, side, black, stack[depth].point, reads);
			if (verdict == RENJU_FREE && lines >= 2) {
				assert(depth + 1 < GRID_AREA_MAX);
				toggle(board, black, stack[depth++].point);
				continue;
			}
			answer(q, verdict);
			continue;
		}
		verdict = q->threes >= 2 ? RENJU_DOUBLE_THREE : RENJU_FREE;
		if (--depth == 0)
			return verdict;
		toggle(board, black, q->point);
		answer(&stack[depth - 1], verdict);
	}
}

/* is_plain: is p free, and does that show without a look? Nothing is forbidden, nor is a five made,
 * where only one line has two other stones near enough to count, and none has four: what one line
 * forbids alone, an overline or two fours, takes so many. */
static bool is_plain(const gomoku_t *board, side_t side, unsigned p)
{
	unsigned lines = 0;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const uint32_t near = board->stone[side][line] >> (place - READ_FAR) & NEAR;
		const uint32_t past_one = near & (near - 1), past_two = past_one & (past_one - 1);

		if (past_one == 0)
			continue;
		if (++lines == 2 || (past_two & (past_two - 1)) != 0)
			return false;
	}
	return true;
}

static renju_t judge(const gomoku_t *board, side_t side, unsigned p, bits_t *reads, bool *weighed)
{
	question_t q = {.point = (uint16_t)p};
	unsigned lines;
	renju_t verdict;

	assert(board->at[p] == COLOUR_NONE && board->restrained[side]);
	*weighed = false;
	if (reads == NULL && is_plain(board, side, p))
		return RENJU_FREE;
	verdict = look(board, side, board->stone[side], &q, &lines);
	*weighed = verdict == RENJU_FREE && lines >= 2;
	if (reads != NULL)
		add_reads(board, side, board->stone[side], p, reads);
	return *weighed ? weigh_threes(board, side, &q, reads) : verdict;
}

renju_t renju_verdict(const gomoku_t *board, side_t side, unsigned p)
{
	bool weighed;

	return judge(board, side, p, NULL, &weighed);
}

renju_t renju_reads(const gomoku_t *board, side_t side, unsigned p, bits_t *reads)
{
	bool weighed;

	return judge(board, side, p, reads, &weighed);
}

bool renju_add_frees(const gomoku_t *board, side_t side, unsigned p, bits_t *out)
{
	bits_t reads = {{0}};
	bool weighed;

	if (judge(board, side, p, NULL, &weighed) > RENJU_FIVE)
		return false;
	if (!weighed)
		return true;
	(void)judge(board, side, p, &reads, &weighed);
	bits_unite(out, &reads);
	return true;
}

bool renju_add_bans(const gomoku_t *board, side_t side, unsigned p, bits_t *out)
{
	bool weighed;

	if (judge(board, side, p, NULL, &weighed) <= RENJU_FIVE)
		return false;
	(void)judge(board, side, p, out, &weighed);
	return true;
}
