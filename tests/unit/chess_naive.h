/* SPDX-License-Identifier: MIT
 * chess_naive.h - the rules of chess once more, for tests: a board of letters, every
 * move tried and taken back by copying. Shares no code with the engine, and is
 * written to be seen right, not to be fast. */
#ifndef TESTS_UNIT_CHESS_NAIVE_H
#define TESTS_UNIT_CHESS_NAIVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAIVE_MOVES_MAX = 512, NAIVE_TEXT_MAX = 6 };

/* at[file][rank] is a FEN letter or '.'. */
typedef struct {
	char at[8][8];
	bool white;  /* to move */
	bool can[4]; /* K Q k q */
	int ep_file; /* a pawn has just come two steps down this file; -1 none */
} naive_t;

typedef struct {
	int fx, fy, tx, ty;
	char promotion; /* "qrbn" or NUL */
} naive_move_t;

static inline bool naive_on_board(int x, int y)
{
	return x >= 0 && x < 8 && y >= 0 && y < 8;
}

static inline bool naive_is_white(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool naive_is_own(const naive_t *b, int x, int y, bool white)
{
	return b->at[x][y] != '.' && naive_is_white(b->at[x][y]) == white;
}

/* naive_read reads a FEN that is known to be good. */
static inline naive_t naive_read(const char *fen)
{
	naive_t b = {.ep_file = -1};
	int x = 0, y = 7;

	for (; *fen != ' '; fen++) {
		if (*fen == '/') {
			x = 0;
			y--;
		} else if (isdigit((unsigned char)*fen)) {
			for (int n = *fen - '0'; n > 0; n--)
				b.at[x++][y] = '.';
		} else {
			b.at[x++][y] = *fen;
		}
	}
	b.white = fen[1] == 'w';
	for (fen += 3; *fen != ' '; fen++)
		for (int i = 0; i < 4; i++)
			if (*fen == "KQkq"[i])
				b.can[i] = true;
	if (fen[1] != '-')
		b.ep_file = fen[1] - 'a';
	return b;
}

/* naive_write writes a FEN; the square of en passant whether or not it can happen. */
static inline void naive_write(const naive_t *b, char out[100])
{
	char *p = out;

	for (int y = 7; y >= 0; y--) {
		for (int x = 0; x < 8; x++)
			*p++ = b->at[x][y];
		*p++ = y > 0 ? '/' : ' ';
	}
	*p++ = b->white ? 'w' : 'b';
	*p++ = ' ';
	for (int i = 0; i < 4; i++)
		if (b->can[i])
			*p++ = "KQkq"[i];
	if (p[-1] == ' ')
		*p++ = '-';
	if (b->ep_file < 0)
		(void)sprintf(p, " - 0 1");
	else
		(void)sprintf(p, " %c%c 0 1", 'a' + b->ep_file, b->white ? '6' : '3');
}

/* naive_slides: does a piece on (x, y) reach (tx, ty) in steps of (dx, dy)? */
static inline bool naive_slides(const naive_t *b, int x, int y, int tx, int ty, int dx, int dy,
                                int steps)
{
	for (int i = 1; i <= steps; i++) {
		x += dx;
		y += dy;
		if (!naive_on_board(x, y))
			return false;
		if (x == tx && y == ty)
			return true;
		if (b->at[x][y] != '.')
			return false;
	}
	return false;
}

/* naive_hits: does the piece on (x, y) attack (tx, ty)? */
static inline bool naive_hits(const naive_t *b, int x, int y, int tx, int ty)
{
	const char piece = b->at[x][y];
	const int ax = abs(tx - x), ay = abs(ty - y);
	const int steps = toupper((unsigned char)piece) == 'K' ? 1 : 7;

	switch (toupper((unsigned char)piece)) {
	case 'P':
		return ax == 1 && ty - y == (naive_is_white(piece) ? 1 : -1);
	case 'N':
		return (ax == 1 && ay == 2) || (ax == 2 && ay == 1);
	case 'B':
		if (ax != ay)
			return false;
		break;
	case 'R':
		if (ax != 0 && ay != 0)
			return false;
		break;
	default:
		break;
	}
	for (int dx = -1; dx <= 1; dx++)
		for (int dy = -1; dy <= 1; dy++)
			if ((dx != 0 || dy != 0) && naive_slides(b, x, y, tx, ty, dx, dy, steps))
				return true;
	return false;
}

static inline bool naive_attacked(const naive_t *b, int tx, int ty, bool by_white)
{
	for (int x = 0; x < 8; x++)
		for (int y = 0; y < 8; y++)
			if (naive_is_own(b, x, y, by_white) && naive_hits(b, x, y, tx, ty))
				return true;
	return false;
}

static inline bool naive_in_check(const naive_t *b, bool white)
{
	for (int x = 0; x < 8; x++)
		for (int y = 0; y < 8; y++)
			if (b->at[x][y] == (white ? 'K' : 'k'))
				return naive_attacked(b, x, y, !white);
	abort();
}

/* naive_lose_rights: whatever leaves or enters these squares ends a right. */
static inline void naive_lose_rights(naive_t *b, int x, int y)
{
	static const int squares[4][2] = {{7, 0}, {0, 0}, {7, 7}, {0, 7}};

	for (int i = 0; i < 4; i++)
		if ((x == squares[i][0] && y == squares[i][1]) || (x == 4 && y == (i < 2 ? 0 : 7)))
			b->can[i] = false;
}

static inline naive_t naive_play(const naive_t *before, naive_move_t m)
{
	naive_t b = *before;
	const char piece = b.at[m.fx][m.fy];
	const bool pawn = toupper((unsigned char)piece) == 'P';

	if (pawn && m.fx != m.tx && b.at[m.tx][m.ty] == '.')
		b.at[m.tx][m.fy] = '.'; /* en passant */
	b.at[m.fx][m.fy] = '.';
	b.at[m.tx][m.ty] = piece;
	if (m.promotion != '\0')
		b.at[m.tx][m.ty] =
		        b.white ? (char)toupper((unsigned char)m.promotion) : m.promotion;
	if (toupper((unsigned char)piece) == 'K' && abs(m.tx - m.fx) == 2) {
		const int rook = m.tx > m.fx ? 7 : 0;

		b.at[(m.fx + m.tx) / 2][m.fy] = b.at[rook][m.fy];
		b.at[rook][m.fy] = '.';
	}
	naive_lose_rights(&b, m.fx, m.fy);
	naive_lose_rights(&b, m.tx, m.ty);
	b.ep_file = pawn && abs(m.ty - m.fy) == 2 ? m.fx : -1;
	b.white = !b.white;
	return b;
}

/* naive_may_step: is this move of a pawn one? */
static inline bool naive_may_step(const naive_t *b, naive_move_t m)
{
	const int up = b->white ? 1 : -1, steps = (m.ty - m.fy) * up;

	if (m.tx == m.fx)
		return b->at[m.tx][m.ty] == '.' &&
		       (steps == 1 || (steps == 2 && m.fy == (b->white ? 1 : 6) &&
		                       b->at[m.fx][m.fy + up] == '.'));
	if (abs(m.tx - m.fx) != 1 || steps != 1)
		return false;
	if (b->at[m.tx][m.ty] != '.')
		return true; /* own pieces were ruled out */
	return m.tx == b->ep_file && m.fy == (b->white ? 4 : 3);
}

static inline bool naive_may_castle(const naive_t *b, naive_move_t m)
{
	const int home = b->white ? 0 : 7, rook = m.tx > m.fx ? 7 : 0, step = m.tx > m.fx ? 1 : -1;

	if (m.fx != 4 || m.fy != home || m.ty != home || abs(m.tx - 4) != 2)
		return false;
	if (!b->can[(b->white ? 0 : 2) + (rook == 0)])
		return false;
	for (int x = 4 + step; x != rook; x += step)
		if (b->at[x][home] != '.')
			return false;
	return !naive_in_check(b, b->white) && !naive_attacked(b, 4 + step, home, !b->white);
}

static inline bool naive_is_legal(const naive_t *b, naive_move_t m)
{
	const int piece = toupper((unsigned char)b->at[m.fx][m.fy]);
	naive_t after;

	if (!naive_is_own(b, m.fx, m.fy, b->white) || naive_is_own(b, m.tx, m.ty, b->white))
		return false;
	if (piece == 'P') {
		if (!naive_may_step(b, m))
			return false;
	} else if (!naive_hits(b, m.fx, m.fy, m.tx, m.ty) &&
	           !(piece == 'K' && naive_may_castle(b, m))) {
		return false;
	}
	after = naive_play(b, m);
	return !naive_in_check(&after, b->white);
}

/* naive_moves writes every legal move. */
static inline int naive_moves(const naive_t *b, naive_move_t *out)
{
	int n = 0;

	for (int i = 0; i < 64 * 64; i++) {
		naive_move_t m = {.fx = i & 7, .fy = i >> 3 & 7, .tx = i >> 6 & 7, .ty = i >> 9};

		if (!naive_is_own(b, m.fx, m.fy, b->white) || !naive_is_legal(b, m))
			continue;
		if (toupper((unsigned char)b->at[m.fx][m.fy]) != 'P' || (m.ty != 0 && m.ty != 7)) {
			out[n++] = m;
			continue;
		}
		for (const char *p = "qrbn"; *p != '\0'; p++) {
			m.promotion = *p;
			out[n++] = m;
		}
	}
	return n;
}

static inline void naive_text(naive_move_t m, char out[NAIVE_TEXT_MAX])
{
	out[0] = (char)('a' + m.fx);
	out[1] = (char)('1' + m.fy);
	out[2] = (char)('a' + m.tx);
	out[3] = (char)('1' + m.ty);
	out[4] = m.promotion;
	out[5] = '\0';
}

/* naive_mates: does the side to move mate in `n` moves or less? By trying
 * everything: n is 1 or 2, or 3 with few pieces. */
static inline bool naive_mates(const naive_t *b, unsigned n) /* NOLINT(misc-no-recursion) */
{
	naive_move_t moves[NAIVE_MOVES_MAX], replies[NAIVE_MOVES_MAX];
	int count = n > 0 ? naive_moves(b, moves) : 0;

	for (int i = 0; i < count; i++) {
		const naive_t after = naive_play(b, moves[i]);
		const bool check = naive_in_check(&after, after.white);
		int left;
		bool won = true;

		if (n == 1 && !check)
			continue;
		left = naive_moves(&after, replies);
		won = left > 0 || check; /* stalemate is none */
		for (int j = 0; j < left && won; j++) {
			const naive_t next = naive_play(&after, replies[j]);

			won = n > 1 && naive_mates(&next, n - 1);
		}
		if (won)
			return true;
	}
	return false;
}

#endif
