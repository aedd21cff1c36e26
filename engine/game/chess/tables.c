/* SPDX-License-Identifier: MIT
 * tables.c - builds the tables of chess.
 *
 * Sliders    Hyperbola quintessence: on a line, (occupied - slider) flips every
 *            bit up to the first blocker above the slider; the same on the
 *            byte-swapped board does it below. Ranks, which byte-swapping leaves
 *            alone, have a table of 512 bytes. Magic bitboards need one lookup less,
 *            but some 840 KiB that would push the transposition table's
 *            neighbours out of the second-level cache; these are 2 KiB, the same
 *            on every processor, and need no search for constants.
 *
 * Hash       Zobrist's (1970), from fixed seeds: keys are the same in every run. */
#include "engine/game/chess/tables.h"

#include "engine/base/rng.h"
#include "engine/game/chess/board.h"

#include <pthread.h>

tables_t chess_tables;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint64_t step(unsigned square, int dx, int dy)
{
	const int x = (int)(square & 7) + dx, y = (int)(square >> 3) + dy;

	return x < 0 || x > 7 || y < 0 || y > 7 ? 0 : square_bit((unsigned)(y * 8 + x));
}

/* ray walks from a square to the edge. */
static uint64_t ray(unsigned square, int dx, int dy)
{
	uint64_t set = 0, next;

	for (int i = 1; (next = step(square, i * dx, i * dy)) != 0; i++)
		set |= next;
	return set;
}

static void build_steps(unsigned s)
{
	static const int knight[8][2] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
	                                 {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
	tables_t *t = &chess_tables;

	for (unsigned i = 0; i < 8; i++)
		t->knight[s] |= step(s, knight[i][0], knight[i][1]);
	for (int dx = -1; dx <= 1; dx++)
		for (int dy = -1; dy <= 1; dy++)
			if (dx != 0 || dy != 0)
				t->king[s] |= step(s, dx, dy);
	t->pawn[WHITE][s] = step(s, -1, 1) | step(s, 1, 1);
	t->pawn[BLACK][s] = step(s, -1, -1) | step(s, 1, -1);
	t->file[s] = ray(s, 0, 1) | ray(s, 0, -1);
	t->diagonal[s] = ray(s, 1, 1) | ray(s, -1, -1);
	t->antidiagonal[s] = ray(s, -1, 1) | ray(s, 1, -1);
}

/* build_line follows one direction from a square. */
static void build_line(unsigned s, int dx, int dy)
{
	const uint64_t whole = ray(s, dx, dy) | ray(s, -dx, -dy) | square_bit(s);
	uint64_t between = 0, next;

	for (int i = 1; (next = step(s, i * dx, i * dy)) != 0; i++) {
		const unsigned to = (unsigned)__builtin_ctzll(next);

		chess_tables.between[s][to] = between;
		chess_tables.line[s][to] = whole;
		between |= next;
	}
}

static void build_lines(unsigned s)
{
	for (int dx = -1; dx <= 1; dx++)
		for (int dy = -1; dy <= 1; dy++)
			if (dx != 0 || dy != 0)
				build_line(s, dx, dy);
}

/* build_rank: the reach of a rook on a rank. */
static void build_rank(unsigned file, unsigned inner)
{
	const unsigned occupied = inner << 1;
	unsigned reach = 0;

	for (unsigned x = 0; x < 8; x++) {
		const unsigned low = x < file ? x : file, high = x < file ? file : x;
		const unsigned between = ((1u << high) - 1) & ~((2u << low) - 1);

		if (x != file && (occupied & between) == 0)
			reach |= 1u << x;
	}
	chess_tables.rank[file][inner] = (uint8_t)reach;
}

static void build_castling(void)
{
	uint8_t *kept = chess_tables.castling_kept;

	for (unsigned s = 0; s < SQUARES; s++)
		kept[s] = CASTLE_ALL;
	kept[A1] = CASTLE_ALL ^ CASTLE_WHITE_LONG;
	kept[H1] = CASTLE_ALL ^ CASTLE_WHITE_SHORT;
	kept[E1] = CASTLE_BLACK_LONG | CASTLE_BLACK_SHORT;
	kept[A8] = CASTLE_ALL ^ CASTLE_BLACK_LONG;
	kept[H8] = CASTLE_ALL ^ CASTLE_BLACK_SHORT;
	kept[E8] = CASTLE_WHITE_LONG | CASTLE_WHITE_SHORT;
}

static hashkey_t random_key(rng_t *rng)
{
	hashkey_t key;

	key.lo = rng_next(rng);
	key.hi = rng_next(rng);
	return key;
}

static void build_hash(void)
{
	rng_t rng = {.state = UINT64_C(0x6368657373206d61)};
	tables_t *t = &chess_tables;

	for (unsigned colour = 0; colour < 2; colour++)
		for (unsigned kind = 0; kind < KINDS; kind++)
			for (unsigned s = 0; s < SQUARES; s++)
				t->piece[colour][kind][s] = random_key(&rng);
	for (unsigned i = 0; i < 16; i++)
		t->castling[i] = random_key(&rng);
	for (unsigned i = 0; i < 8; i++)
		t->en_passant[i] = random_key(&rng);
	t->black_to_move = random_key(&rng);
	t->black_attacks = random_key(&rng);
}

static void build(void)
{
	for (unsigned s = 0; s < SQUARES; s++) {
		build_steps(s);
		build_lines(s);
	}
	for (unsigned file = 0; file < 8; file++)
		for (unsigned inner = 0; inner < 64; inner++)
			build_rank(file, inner);
	build_castling();
	build_hash();
}

void chess_tables_build(void)
{
	(void)pthread_once(&once, build);
}
