/* SPDX-License-Identifier: MIT
 * enclosed_draw.c - see enclosed_draw.h. Whatever breaks a rule (a block without liberties, a wall
 * that can be captured, no stone to name) is thrown away and drawn again. */
#include "tests/bench/enclosed_draw.h"

#include <stdio.h>

enum {
	OUTSIDE_MOST = 3,
	NAMED = 2,
	MORE_POINTS = 14,
	POINTS_MOST = 28,
	TRIES = 400,
	HUNDRED = 100
};

static const char *const goals[ENCLOSED_GOALS] = {[ENCLOSED_LIVE] = "live",
                                                  [ENCLOSED_LIVE_ANY] = "live-any",
                                                  [ENCLOSED_CAPTURE_ANY] = "capture-any",
                                                  [ENCLOSED_CAPTURE_ALL] = "capture-all"};
static const char *const places[ENCLOSED_PLACES] = {"corner", "side", "centre"};

/* The rectangle that a patch stays in, and the point that it grows from. */
static const struct {
	unsigned row, column, least_row, least_column, beyond_row, beyond_column;
} bounds[ENCLOSED_PLACES] = {{0, 0, 0, 0, 6, 6}, {0, 3, 0, 1, 5, 6}, {3, 3, 1, 1, 6, 6}};

const char *enclosed_goal_name(enclosed_goal_t goal)
{
	return goals[goal];
}

const char *enclosed_place_name(unsigned place)
{
	return places[place];
}

static uint64_t point(unsigned row, unsigned column)
{
	return (uint64_t)1 << (row * ENCLOSED_STRIDE + column);
}

static uint64_t rectangle(unsigned row, unsigned column, unsigned beyond_row,
                          unsigned beyond_column)
{
	uint64_t points = 0;

	for (unsigned y = row; y < beyond_row; y++)
		for (unsigned x = column; x < beyond_column; x++)
			points |= point(y, x);
	return points;
}

/* one_of returns a point of a set that is not empty. */
static uint64_t one_of(rng_t *rng, uint64_t points)
{
	for (unsigned n = rng_below(rng, (uint32_t)__builtin_popcountll(points)); n > 0; n--)
		points &= points - 1;
	return points & (0 - points);
}

/* What is on the board: points, and the stones of the side inside and of the wall's. */
typedef struct {
	uint64_t area, patch, outside, wall, inner, other;
} drawn_t;

static uint64_t draw_patch(rng_t *rng, unsigned place, unsigned wanted)
{
	const uint64_t within = rectangle(bounds[place].least_row, bounds[place].least_column,
	                                  bounds[place].beyond_row, bounds[place].beyond_column);
	uint64_t patch = point(bounds[place].row, bounds[place].column);

	while ((unsigned)__builtin_popcountll(patch) < wanted) {
		const uint64_t grown = enclosed_beside(patch, within & ~patch);

		if (grown == 0)
			break;
		patch |= one_of(rng, grown);
	}
	return patch;
}

/* draw_stones puts a stone on most points beside the wall, on few of the others; how many differs
 * from board to board, so that some live and some do not. */
static void draw_stones(rng_t *rng, drawn_t *d)
{
	const uint64_t edge = enclosed_beside(d->wall | d->outside, d->patch);
	const unsigned inner_edge = 60 + rng_below(rng, 40), other_edge = rng_below(rng, 8);
	const unsigned inner_rest = rng_below(rng, 50), other_rest = rng_below(rng, 20);

	for (uint64_t left = d->patch; left != 0; left &= left - 1) {
		const uint64_t at = left & (0 - left);
		const unsigned inner = (edge & at) != 0 ? inner_edge : inner_rest;
		const unsigned other = (edge & at) != 0 ? other_edge : other_rest;
		const unsigned lot = rng_below(rng, HUNDRED);

		if (lot < inner)
			d->inner |= at;
		else if (lot < inner + other)
			d->other |= at;
	}
}

/* all_breathe: does each block of `stones` have a liberty among `empty`? */
static bool all_breathe(uint64_t stones, uint64_t empty)
{
	for (uint64_t left = stones, block; left != 0; left &= ~block) {
		block = enclosed_block(left & (0 - left), stones);
		if (enclosed_beside(block, empty) == 0)
			return false;
	}
	return true;
}

/* is_sound: no block lacks a liberty, and no wall can be captured. */
static bool is_sound(const drawn_t *d)
{
	const uint64_t region = d->patch | d->outside;
	const uint64_t empty = d->area & ~(d->inner | d->other | d->wall);

	for (uint64_t left = d->wall, block; left != 0; left &= ~block) {
		block = enclosed_block(left & (0 - left), d->wall);
		if (enclosed_beside(block, empty & ~region) == 0)
			return false;
	}
	return all_breathe(d->inner, empty) && all_breathe(d->other | d->wall, empty);
}

static void draw_board(rng_t *rng, unsigned place, unsigned wanted, unsigned outside, drawn_t *d)
{
	*d = (drawn_t){.area = rectangle(0, 0, ENCLOSED_SIDE, ENCLOSED_SIDE)};
	d->patch = draw_patch(rng, place, wanted);
	for (; outside > 0; outside--) {
		const uint64_t near = enclosed_beside(d->patch, d->area & ~d->patch & ~d->outside);

		if (near == 0)
			break;
		d->outside |= one_of(rng, near);
	}
	d->wall = enclosed_beside(d->patch | d->outside, d->area & ~(d->patch | d->outside));
	draw_stones(rng, d);
}

static void add_name(char *text, size_t room, const char *between, unsigned at)
{
	const size_t length = strlen(text);

	(void)snprintf(text + length, room - length, "%s%c%u", length > 0 ? between : "",
	               "ABCDEFG"[at % ENCLOSED_STRIDE], ENCLOSED_SIDE - at / ENCLOSED_STRIDE);
}

static void add_names(char *text, size_t room, const char *between, uint64_t points)
{
	for (; points != 0; points &= points - 1)
		add_name(text, room, between, (unsigned)__builtin_ctzll(points));
}

/* draw_named names one stone each of as many blocks as the goal wants; false: there are too few. */
static bool draw_named(rng_t *rng, const drawn_t *d, enclosed_problem_t *out)
{
	const unsigned most = out->goal == ENCLOSED_LIVE_ANY ? 0
	                      : out->goal == ENCLOSED_LIVE   ? 1
	                                                     : NAMED;
	const unsigned least = out->goal == ENCLOSED_CAPTURE_ANY ? 1 : most;
	uint64_t left = d->inner;
	unsigned count = 0;

	if (left == 0)
		return false;
	for (; count < most && left != 0; count++) {
		const uint64_t at = one_of(rng, left);

		out->named |= at;
		left &= ~enclosed_block(at, d->inner);
	}
	return count >= least;
}

static void write_texts(const drawn_t *d, char inner, enclosed_problem_t *out)
{
	char *to = out->rows, region[ENCLOSED_TEXT - sizeof("region=")] = "";

	for (unsigned y = 0; y < ENCLOSED_SIDE; y++) {
		for (unsigned x = 0; x < ENCLOSED_SIDE; x++) {
			const uint64_t at = point(y, x);

			*to++ = (char)((d->inner & at) != 0               ? inner
			               : ((d->other | d->wall) & at) != 0 ? 'X' + 'O' - inner
			                                                  : '.');
		}
		*to++ = '/';
	}
	to[-1] = '\0';
	add_names(region, sizeof(region), ",", d->patch | d->outside);
	(void)snprintf(out->options, sizeof(out->options), "region=%s", region);
	add_names(out->target, sizeof(out->target), " ", out->named);
}

static void write_question(const drawn_t *d, rng_t *rng, enclosed_problem_t *out)
{
	const bool lives = out->goal == ENCLOSED_LIVE || out->goal == ENCLOSED_LIVE_ANY;
	const bool is_black = rng_below(rng, 2) == 0; /* the attacker */
	problem_t *p = &out->request.problem;

	write_texts(d, is_black == lives ? 'X' : 'O', out);
	out->region = d->patch | d->outside;
	out->board.stones[!lives] = d->inner;
	out->board.stones[lives] = d->other | d->wall;
	out->board.left = out->named;
	out->board.ko = ENCLOSED_NO_KO;
	out->board.turn = p->first == SIDE_DEFENDER;
	p->game = "go";
	p->rows = out->rows;
	p->goal = goals[out->goal];
	p->target = out->target[0] != '\0' ? out->target : NULL;
	p->options = out->options;
	p->attacker = is_black ? COLOUR_BLACK : COLOUR_WHITE;
	p->attacker_threats = out->board.threats[0] = (uint8_t)rng_below(rng, 3);
	p->defender_threats = out->board.threats[1] = (uint8_t)rng_below(rng, 3);
}

void enclosed_draw(uint64_t seed, unsigned number, unsigned least, unsigned most,
                   enclosed_problem_t *out)
{
	rng_t rng = {rng_mix(seed << 32 ^ rng_mix(number))};
	const unsigned kind = number % (2 * ENCLOSED_GOALS);
	unsigned empty = least + rng_below(&rng, most - least + 1);
	drawn_t d;

	for (unsigned tries = 1;; tries++) {
		unsigned points;

		*out = (enclosed_problem_t){.goal = (enclosed_goal_t)(kind / 2),
		                            .place =
		                                    number / (2 * ENCLOSED_GOALS) % ENCLOSED_PLACES,
		                            .outside = rng_below(&rng, OUTSIDE_MOST + 1)};
		if (tries % TRIES == 0) /* perhaps there is no such board */
			empty = least + rng_below(&rng, most - least + 1);
		points = empty + 2 + rng_below(&rng, MORE_POINTS);
		draw_board(&rng, out->place, points < POINTS_MOST ? points : POINTS_MOST,
		           out->outside, &d);
		out->empty = (unsigned)__builtin_popcountll((d.patch | d.outside) &
		                                            ~(d.inner | d.other));
		if (out->empty == empty && is_sound(&d) && draw_named(&rng, &d, out))
			break;
	}
	out->request.problem.first = (side_t)(kind % 2);
	write_question(&d, &rng, out);
	(void)snprintf(out->name, sizeof(out->name), "%s%s-%u-%u-%s", goals[out->goal],
	               kind % 2 != 0 ? "-second" : "", (unsigned)seed, number, places[out->place]);
}

int enclosed_ask(enclosed_t *judge, const enclosed_problem_t *p)
{
	judge->area = rectangle(0, 0, ENCLOSED_SIDE, ENCLOSED_SIDE);
	judge->region = p->region;
	judge->named = p->named;
	judge->goal = p->goal;
	return enclosed_judge(judge, &p->board);
}
