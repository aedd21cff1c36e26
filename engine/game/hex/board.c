/* SPDX-License-Identifier: MIT
 * board.c - stones on both views, and the key.
 *
 * A stone is a bit in either view, so undo clears it and has nothing to rebuild;
 * the distance is computed once a move, when it can have changed. Hash words come
 * straight from rng_mix: two calls a move, no table. */
#include "engine/game/hex/board.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

static hashkey_t word_of(uint64_t fact)
{
	return (hashkey_t){rng_mix(fact ^ UINT64_C(0x68657820776f7264)),
	                   rng_mix(rng_mix(fact ^ UINT64_C(0x686578206869)) + 1)};
}

static void toggle(hashkey_t *key, uint64_t fact)
{
	const hashkey_t word = word_of(fact);

	key->lo ^= word.lo;
	key->hi ^= word.hi;
}

/* The facts that a key is made of. */
static uint64_t fact_of_stone(unsigned cell, unsigned colour)
{
	return (uint64_t)cell << 2 | colour;
}

enum { FACT_DEFENDER_TURN = 1 << 16, FACT_QUESTION = 1 << 30 };

hashkey_t hex_board_key(const hex_t *hex)
{
	const unsigned size = (unsigned)hex->width << 8 | hex->height;
	const unsigned attacker = hex->colour[SIDE_ATTACKER];
	hashkey_t key = word_of(FACT_QUESTION | size << 2 | attacker);

	for (unsigned c = 0; c < (unsigned)hex->width * hex->height; c++)
		if (hex_board_at(hex, c) != COLOUR_NONE)
			toggle(&key, fact_of_stone(c, hex_board_at(hex, c)));
	if (hex->base.turn == SIDE_DEFENDER)
		toggle(&key, FACT_DEFENDER_TURN);
	return key;
}

/* flip puts a stone of `side` on a cell, or takes it away. */
static void flip(hex_t *hex, unsigned cell, side_t side)
{
	for (unsigned s = 0; s < 2; s++) {
		const bool black = hex->colour[s] == COLOUR_BLACK;
		const unsigned x = black ? cell % hex->width : cell / hex->width;
		const unsigned y = black ? cell / hex->width : cell % hex->width;
		cells_t *set = s == side ? &hex->view[s].own : &hex->view[s].other;

		set->row[y] ^= (uint16_t)(1u << x);
	}
}

unsigned hex_board_cell(const hex_t *hex, side_t side, unsigned x, unsigned y)
{
	return hex->colour[side] == COLOUR_BLACK ? y * hex->width + x : x * hex->width + y;
}

colour_t hex_board_at(const hex_t *hex, unsigned cell)
{
	const side_t black =
	        hex->colour[SIDE_ATTACKER] == COLOUR_BLACK ? SIDE_ATTACKER : SIDE_DEFENDER;
	const view_t *v = &hex->view[black];
	const unsigned x = cell % hex->width, y = cell / hex->width;

	assert(y < hex->height);
	if (v->own.row[y] >> x & 1)
		return COLOUR_BLACK;
	return v->other.row[y] >> x & 1 ? COLOUR_WHITE : COLOUR_NONE;
}

err_t hex_board_create(const grid_t *grid, colour_t attacker, side_t turn, hex_t **out)
{
	const size_t bytes = sizeof(hex_t) + PLAYED_MAX * sizeof(hex_frame_t);
	const uint8_t width = (uint8_t)grid->width, height = (uint8_t)grid->height;
	hex_t *hex = mem_alloc(bytes);

	assert(attacker == COLOUR_BLACK || attacker == COLOUR_WHITE);
	*out = hex;
	if (hex == NULL)
		return ERR_NOMEM;
	hex->base.bytes = (uint32_t)bytes;
	hex->base.used = (uint32_t)sizeof(*hex);
	hex->base.turn = turn;
	hex->width = width;
	hex->height = height;
	hex->colour[SIDE_ATTACKER] = (uint8_t)attacker;
	hex->colour[SIDE_DEFENDER] = (uint8_t)(COLOUR_BLACK + COLOUR_WHITE - attacker);
	for (unsigned s = 0; s < 2; s++) {
		const bool black = hex->colour[s] == COLOUR_BLACK;

		hex->view[s].width = black ? width : height;
		hex->view[s].height = black ? height : width;
	}
	for (unsigned c = 0; c < grid->width * grid->height; c++)
		if (grid->at[c] != COLOUR_NONE)
			flip(hex, c, grid->at[c] == attacker ? SIDE_ATTACKER : SIDE_DEFENDER);
	hex->distance = (uint16_t)hex_view_distance(&hex->view[SIDE_ATTACKER]);
	hex->key = hex_board_key(hex);
	return ERR_OK;
}

static side_t other_side(side_t side)
{
	return side == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

void hex_board_play(hex_t *hex, move_t move)
{
	const side_t side = hex->base.turn;
	const unsigned before = hex->distance;

	(void)before;
	assert(hex->plies < PLAYED_MAX);
	hex->played[hex->plies++] =
	        (hex_frame_t){.key = hex->key, .move = move, .distance = hex->distance};
	hex->base.used += (uint32_t)sizeof(hex_frame_t);
	if (move != MOVE_PASS) {
		assert(hex_board_at(hex, move) == COLOUR_NONE);
		flip(hex, move, side);
		toggle(&hex->key, fact_of_stone(move, hex->colour[side]));
		hex->distance = (uint16_t)hex_view_distance(&hex->view[SIDE_ATTACKER]);
		assert(side == SIDE_DEFENDER ? hex->distance >= before : hex->distance <= before);
		assert(hex->distance + 1u >= before); /* a stone saves one move at most */
	}
	toggle(&hex->key, FACT_DEFENDER_TURN);
	hex->base.turn = other_side(side);
}

void hex_board_undo(hex_t *hex)
{
	const hex_frame_t *frame;

	assert(hex->plies > 0);
	frame = &hex->played[--hex->plies];
	hex->base.used -= (uint32_t)sizeof(hex_frame_t);
	hex->base.turn = other_side(hex->base.turn);
	if (frame->move != MOVE_PASS)
		flip(hex, frame->move, hex->base.turn);
	hex->key = frame->key;
	hex->distance = frame->distance;
}
