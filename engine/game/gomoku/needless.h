/* SPDX-License-Identifier: MIT
 * needless.h - fours that a win by fours need not begin with.
 *
 * Threads   any; the board is only read.
 */
#ifndef ENGINE_GAME_GOMOKU_NEEDLESS_H
#define ENGINE_GAME_GOMOKU_NEEDLESS_H

#include "engine/game/gomoku/board.h"

/* needless_find writes points on which the attacker, who is to move, could make a four: a win by
 * fours, if there is one, has one as short that begins with a four on none of them. Where he may
 * not play everywhere this is so in the game in which he may: of his fours, none is forbidden. */
void needless_find(const gomoku_t *board, bits_t *out);

/* needless_zone adds what makes all points of such a set stay so. */
void needless_zone(const gomoku_t *board, const bits_t *set, zone_t *zone);

#endif
