/* SPDX-License-Identifier: MIT
 * renju.h - what Renju forbids black, by the rules of the Renju International
 * Federation (sections 9.1 to 9.3).
 *
 * Exactly five wins, whatever else the stone makes. Otherwise forbidden are a row
 * of six or more (overline), two fours or more, two threes or more:
 *
 *     four    one more stone makes exactly five. A row of four open at both ends
 *             (straight four) is one four; two in one line, as in x.xxx.x, are two.
 *     three   one more stone makes a straight four, no five elsewhere, and is not
 *             itself forbidden, the three being there: that may again hang on
 *             threes, and so on.
 */
#ifndef ENGINE_GAME_GOMOKU_RENJU_H
#define ENGINE_GAME_GOMOKU_RENJU_H

#include "engine/game/gomoku/board.h"

typedef enum {
	RENJU_FREE,
	RENJU_FIVE, /* wins: never forbidden */
	RENJU_OVERLINE,
	RENJU_DOUBLE_FOUR,
	RENJU_DOUBLE_THREE,
} renju_t;

/* renju_verdict says what a stone of `side`, which plays black, on the empty point p
 * would be. */
renju_t renju_verdict(const gomoku_t *board, side_t side, unsigned p);

/* renju_reads says the same and adds to *reads the points that the answer hangs on: whatever
 * else changes on the board, it stays as long as these and p stay. p itself is not added unless
 * it is one of those. */
renju_t renju_reads(const gomoku_t *board, side_t side, unsigned p, bits_t *reads);

/* renju_add_frees: may `side` play p? Adds to *out the points where a stone of the other side
 * could forbid it. renju_add_bans: is p forbidden? Adds to *out the points where a stone of
 * either side could free it. Nothing is added where the answer is no. */
bool renju_add_frees(const gomoku_t *board, side_t side, unsigned p, bits_t *out);
bool renju_add_bans(const gomoku_t *board, side_t side, unsigned p, bits_t *out);

#endif
