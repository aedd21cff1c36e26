/* SPDX-License-Identifier: MIT
 * rigid_case.h - random small boards of the games in which stones stay, and stones put
 * where a zone bears them (engine/game/rigid.h).
 *
 * Ownership the position of a case is the caller's: position_free. */
#ifndef TESTS_UNIT_RIGID_CASE_H
#define TESTS_UNIT_RIGID_CASE_H

#include "engine/zone/zone.h"
#include "tests/unit/rigid_naive.h"
#include "tests/unit/seed.h"

enum { ORDERS = 3 };

/* The games and rules that have zone schemes. */
typedef struct {
	const char *game, *options;
	naive_game_t naive;
	unsigned k;
	bool exact, caro;
} kind_t;

static const kind_t kinds[] = {
        {.game = "gomoku", .options = "k=3", .naive = NAIVE_GOMOKU, .k = 3},
        {.game = "gomoku", .options = "k=4", .naive = NAIVE_GOMOKU, .k = 4},
        {"gomoku", "k=3 rule=standard", NAIVE_GOMOKU, 3, true, false},
        {"gomoku", "k=3 rule=caro", NAIVE_GOMOKU, 3, true, true},
        {.game = "hex", .naive = NAIVE_HEX},
        {.game = "atarigo", .naive = NAIVE_ATARIGO},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* A random board, and the position of it with either side to move. */
typedef struct {
	position_t *pos;
	naive_t board;
	colour_t attacker, defender;
	rng_t *rng;
} case_t;

static inline unsigned below(rng_t *rng, unsigned n)
{
	return (unsigned)(rng_next(rng) % n);
}

/* begin_case makes a random board; false: it is none, or over. */
static inline bool begin_case(const kind_t *kind, rng_t *rng, case_t *c)
{
	char rows[ROWS_TEXT_MAX];
	const unsigned stones = 1 + below(rng, 8);
	problem_t problem = {.game = kind->game, .options = kind->options, .rows = rows};
	errinfo_t why;
	char *out = rows;

	*c = (case_t){.rng = rng, .attacker = below(rng, 2) ? COLOUR_BLACK : COLOUR_WHITE};
	c->defender = naive_other(c->attacker);
	c->board = (naive_t){
	        .game = kind->naive, .k = kind->k, .exact = kind->exact, .caro = kind->caro};
	c->board.width = 3 + below(rng, 3);
	c->board.height = c->board.width == 5 ? 3 + below(rng, 2) : 3 + below(rng, 3);
	for (unsigned y = 0; y < c->board.height; y++) {
		for (unsigned x = 0; x < c->board.width; x++)
			*out++ = below(rng, 10) >= stones ? '.' : below(rng, 2) ? 'X' : 'O';
		*out++ = '/';
	}
	out[-1] = '\0';
	problem.attacker = c->attacker;
	if (game_create(&problem, &c->pos, &why) != ERR_OK)
		return false;
	naive_read(&c->board, c->pos);
	return true;
}

/* give_turn lets the attacker play anywhere, so that the defender is to move; false: he
 * cannot. */
static inline bool give_turn(case_t *c)
{
	move_t moves[MOVES_MAX];
	const unsigned count = c->pos->game->legal_moves(c->pos, moves);

	if (count == 0)
		return false;
	c->pos->game->play(c->pos, moves[below(c->rng, count)]);
	naive_read(&c->board, c->pos);
	return !naive_won(&c->board, c->attacker) && !naive_won(&c->board, c->defender);
}

/* begin_zone makes an empty zone; the order says how many areas. */
static inline void begin_zone(const case_t *c, zone_t *zone)
{
	c->pos->game->zones->begin(c->pos, 1 + below(c->rng, ORDERS), zone);
	assert_true(zone->areas > 1);
}

/* bears: do fewer than j of the stones lie on area j, for every j? */
static inline bool bears(const zone_t *zone, const bits_t *stones)
{
	for (unsigned i = 0; i < zone->areas; i++) {
		bits_t on = zone->area[i];

		bits_intersect(&on, stones);
		if (bits_count(&on) > i)
			return false;
	}
	return true;
}

/* fill puts random stones of both colours where the zone bears them. */
static inline naive_t fill(const case_t *c, const zone_t *zone)
{
	naive_t after = c->board;
	const unsigned area = naive_area(&after), most = 1 + below(c->rng, 6);
	const unsigned whose = below(c->rng, 4); /* of one colour, or of both */
	bits_t stones = {{0}};

	for (unsigned tries = 0; tries < 4 * area && bits_count(&stones) < most; tries++) {
		const unsigned p = below(c->rng, area);

		if (after.at[p] != COLOUR_NONE)
			continue;
		bits_add(&stones, p);
		if (bears(zone, &stones))
			after.at[p] = (uint8_t)(whose > 1 ? 1 + below(c->rng, 2) : 1 + whose);
		else
			bits_remove(&stones, p);
	}
	return after;
}

#endif
