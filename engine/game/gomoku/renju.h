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

#endif
