/* SPDX-License-Identifier: MIT
 * go_enclosed.h - who wins a question of life and death in a small region, from the rules alone:
 * every position that can come about is written down, with all its moves, and what the attacker has
 * won is marked until nothing changes. So lines that go round for ever are nobody's win but the
 * defender's.
 *
 * Nothing of the engine is used. A board is two words of bits, eight a row. Life is what no number
 * of the defender's moves in a row takes: all of them are tried. A stone of the defender's that was
 * taken in a ko is not captured yet while he is to move and has a threat left to take back with.
 *
 * Ownership enclosed_free releases what enclosed_make made.
 * Errors    enclosed_judge returns -1 for a question of more positions than there is room for.
 */
#ifndef TESTS_UNIT_GO_ENCLOSED_H
#define TESTS_UNIT_GO_ENCLOSED_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ENCLOSED_STRIDE = 8, ENCLOSED_NO_KO = 64, ENCLOSED_MOVES = 12, ENCLOSED_UNLIMITED = 3 };

typedef enum {
	ENCLOSED_LIVE,
	ENCLOSED_LIVE_ANY,
	ENCLOSED_CAPTURE_ANY,
	ENCLOSED_CAPTURE_ALL
} enclosed_goal_t;

/* Stones and ko threats by side, the attacker's first; `left` are the stones that capture-all still
 * wants. */
typedef struct {
	uint64_t stones[2], left;
	uint8_t ko, turn, threats[2];
} enclosed_board_t;

typedef struct {
	enclosed_board_t board;
	uint32_t edge, edges;
	bool won, is_end;
} enclosed_state_t;

typedef struct {
	uint64_t stones[2], taken;
	uint32_t serial; /* of the question that it was written for */
} enclosed_fall_t;

typedef struct {
	uint32_t serial, state;
} enclosed_slot_t;

typedef struct {
	uint64_t area, region, named; /* named: no point means any block */
	enclosed_goal_t goal;
	enclosed_state_t *state;
	enclosed_slot_t *slot;
	uint32_t *edge;
	enclosed_fall_t *fall;
	uint32_t room, states, edges, falls, serial;
	bool full;
} enclosed_t;

/* enclosed_make makes room for so many positions, a power of two. */
static inline void enclosed_make(enclosed_t *e, uint32_t room)
{
	memset(e, 0, sizeof(*e));
	e->room = room;
	e->state = malloc(room * sizeof(*e->state));
	e->slot = calloc(2 * (size_t)room, sizeof(*e->slot));
	e->edge = malloc(ENCLOSED_MOVES * (size_t)room * sizeof(*e->edge));
	e->fall = calloc(2 * (size_t)room, sizeof(*e->fall));
	assert(e->state != NULL && e->slot != NULL && e->edge != NULL && e->fall != NULL);
}

static inline void enclosed_free(enclosed_t *e)
{
	free(e->state);
	free(e->slot);
	free(e->edge);
	free(e->fall);
}

static inline uint64_t enclosed_beside(uint64_t points, uint64_t area)
{
	return (points << 1 | points >> 1 | points << ENCLOSED_STRIDE | points >> ENCLOSED_STRIDE) &
	       area;
}

/* enclosed_block is the block of `stones` that has a stone of `from`. */
static inline uint64_t enclosed_block(uint64_t from, uint64_t stones)
{
	uint64_t block = from, before = 0;

	while (block != before) {
		before = block;
		block |= enclosed_beside(block, stones);
	}
	return block;
}

/* enclosed_put puts a stone of a side on an empty point and takes off what it captures, which it
 * returns; *legal: it is no suicide. */
static inline uint64_t enclosed_put(const enclosed_t *e, uint64_t stones[2], unsigned side,
                                    uint64_t point, bool *legal)
{
	const uint64_t empty = e->area & ~(stones[0] | stones[1] | point);
	uint64_t near = enclosed_beside(point, stones[!side]), captured = 0;

	stones[side] |= point;
	while (near != 0) {
		const uint64_t block = enclosed_block(near & (0 - near), stones[!side]);

		near &= ~block;
		if (enclosed_beside(block, empty) == 0)
			captured |= block;
	}
	stones[!side] &= ~captured;
	*legal = captured != 0 || enclosed_beside(enclosed_block(point, stones[side]), empty) != 0;
	return captured;
}

/* enclosed_open is the point of a stone of the defender's that he may take back now, or nothing. */
static inline uint64_t enclosed_open(const enclosed_board_t *b)
{
	return b->turn == 1 && b->threats[1] > 0 && b->ko != ENCLOSED_NO_KO ? (uint64_t)1 << b->ko
	                                                                    : 0;
}

static inline bool enclosed_play(const enclosed_t *e, enclosed_board_t *b, unsigned at)
{
	const uint64_t point = at < 64 ? (uint64_t)1 << at : 0; /* a region has no more points */
	const unsigned side = b->turn;
	uint64_t captured, block;
	bool legal;

	if (at == b->ko && b->threats[side] < ENCLOSED_UNLIMITED)
		b->threats[side]--;
	captured = enclosed_put(e, b->stones, side, point, &legal);
	block = enclosed_block(point, b->stones[side]);
	b->ko = ENCLOSED_NO_KO;
	if (captured != 0 && (captured & (captured - 1)) == 0 && block == point &&
	    enclosed_beside(point, e->area & ~(b->stones[0] | b->stones[1])) == captured)
		b->ko = (uint8_t)__builtin_ctzll(captured);
	b->turn = !side;
	b->left &= b->stones[1] | enclosed_open(b);
	return legal;
}

static inline uint64_t enclosed_hash(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t hash = a * 0x9e3779b97f4a7c15;

	hash = (hash ^ hash >> 29 ^ b) * 0xbf58476d1ce4e5b9;
	hash = (hash ^ hash >> 32 ^ c) * 0x94d049bb133111eb;
	return hash ^ hash >> 31;
}

/* enclosed_falls is what of the attacker's is taken in some way in which the defender may go on
 * alone; his stones only become more, so nothing comes again. */
static inline uint64_t enclosed_falls(enclosed_t *e, const uint64_t stones[2])
{
	uint64_t at = enclosed_hash(stones[0], stones[1], 0), taken = 0;
	uint64_t left = e->region & e->area & ~(stones[0] | stones[1]);

	for (;; at++) {
		enclosed_fall_t *f = &e->fall[at % (2 * e->room)];

		if (f->serial != e->serial)
			break;
		if (f->stones[0] == stones[0] && f->stones[1] == stones[1])
			return f->taken;
	}
	if (e->falls >= e->room) {
		e->full = true;
		return 0;
	}
	for (; left != 0; left &= left - 1) {
		uint64_t after[2] = {stones[0], stones[1]};
		bool legal;
		const uint64_t captured = enclosed_put(e, after, 1, left & (0 - left), &legal);

		if (legal)
			taken |= captured | enclosed_falls(e, after);
	}
	while (e->fall[at % (2 * e->room)].serial == e->serial)
		at++;
	e->fall[at % (2 * e->room)] = (enclosed_fall_t){{stones[0], stones[1]}, taken, e->serial};
	e->falls++;
	return taken;
}

/* enclosed_ends: is the game over? *won: for the attacker. */
static inline bool enclosed_ends(enclosed_t *e, const enclosed_board_t *b, bool *won)
{
	const uint64_t own = e->named != 0 ? e->named & b->stones[0] : b->stones[0];
	const bool attacks = b->turn == 0;
	uint64_t alive;

	*won = false;
	if (e->goal == ENCLOSED_CAPTURE_ANY)
		*won = (e->named & ~b->stones[1] & ~enclosed_open(b)) != 0;
	else if (e->goal == ENCLOSED_CAPTURE_ALL)
		*won = b->left == 0;
	else if (e->named != 0 && (e->goal == ENCLOSED_LIVE ? own != e->named : own == 0))
		return true;
	else if (attacks) {
		alive = own & ~enclosed_falls(e, b->stones);
		*won = e->goal == ENCLOSED_LIVE ? alive == own : alive != 0;
	}
	return *won;
}

/* enclosed_state returns the number of a position, a new one or not. */
static inline uint32_t enclosed_state(enclosed_t *e, const enclosed_board_t *b)
{
	uint64_t at = enclosed_hash(b->stones[0] ^ b->left << 7, b->stones[1],
	                            (uint64_t)b->ko << 5 | (uint64_t)b->threats[0] << 3 |
	                                    (uint64_t)b->threats[1] << 1 | b->turn);

	for (;; at++) {
		enclosed_slot_t *slot = &e->slot[at % (2 * e->room)];
		const enclosed_board_t *old;

		if (slot->serial != e->serial) {
			if (e->states == e->room) {
				e->full = true;
				return 0;
			}
			e->state[e->states] = (enclosed_state_t){.board = *b};
			*slot = (enclosed_slot_t){e->serial, e->states};
			return e->states++;
		}
		old = &e->state[slot->state].board;
		if (old->stones[0] == b->stones[0] && old->stones[1] == b->stones[1] &&
		    old->left == b->left && old->ko == b->ko && old->turn == b->turn &&
		    old->threats[0] == b->threats[0] && old->threats[1] == b->threats[1])
			return slot->state;
	}
}

static inline void enclosed_link(enclosed_t *e, uint32_t from, const enclosed_board_t *to)
{
	if (e->edges == ENCLOSED_MOVES * e->room) {
		e->full = true;
		return;
	}
	e->edge[e->edges++] = enclosed_state(e, to);
	e->state[from].edges++;
}

static inline void enclosed_expand(enclosed_t *e, uint32_t at)
{
	const enclosed_board_t board = e->state[at].board;
	uint64_t left = e->region & e->area & ~(board.stones[0] | board.stones[1]);
	bool won;

	e->state[at].edge = e->edges;
	e->state[at].is_end = enclosed_ends(e, &board, &won);
	e->state[at].won = won;
	if (e->state[at].is_end)
		return;
	for (; left != 0; left &= left - 1) {
		const unsigned point = (unsigned)__builtin_ctzll(left);
		enclosed_board_t after = board;

		if ((point != board.ko || board.threats[board.turn] > 0) &&
		    enclosed_play(e, &after, point))
			enclosed_link(e, at, &after);
	}
	if (board.turn == 1) {
		enclosed_board_t after = board;

		after.turn = 0;
		after.ko = ENCLOSED_NO_KO;
		after.left &= after.stones[1];
		enclosed_link(e, at, &after);
	}
}

/* enclosed_wins: are enough moves of the position won? */
static inline bool enclosed_wins(const enclosed_t *e, const enclosed_state_t *s)
{
	const bool attacks = s->board.turn == 0;

	for (uint32_t i = 0; i < s->edges; i++)
		if (e->state[e->edge[s->edge + i]].won == attacks)
			return attacks;
	return !attacks;
}

/* enclosed_judge returns 1 if the attacker wins, 0 if he does not, -1: there are too many
 * positions. Area, region, named and goal have been set. */
static inline int enclosed_judge(enclosed_t *e, const enclosed_board_t *root)
{
	bool changed = true;

	e->serial++;
	e->states = e->edges = e->falls = 0;
	e->full = false;
	enclosed_state(e, root);
	for (uint32_t i = 0; i < e->states && !e->full; i++)
		enclosed_expand(e, i);
	if (e->full)
		return -1;
	while (changed) {
		changed = false;
		for (uint32_t i = e->states; i-- > 0;) {
			enclosed_state_t *s = &e->state[i];

			if (s->is_end || s->won || !enclosed_wins(e, s))
				continue;
			s->won = changed = true;
		}
	}
	return e->state[0].won;
}

#endif
