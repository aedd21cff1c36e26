/* SPDX-License-Identifier: MIT
 * atari_liberties.h - who may play where, and how few liberties a block has or would have.
 *
 * Units     a point is y * width + x, y = 0 the top row.
 * Threads   functions of constant boards: any thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_ATARIGO_ATARI_LIBERTIES_H
#define ENGINE_GAME_ATARIGO_ATARI_LIBERTIES_H

#include "engine/game/atarigo/atari.h"

/* atari_legal: may the side to move play a stone there? Any move_t may be asked.
 * No more after a capture. atari_stuck: may it nowhere, nobody having captured? */
bool atari_legal(const atari_t *go, move_t move);
bool atari_stuck(const atari_t *go);

/* atari_parting bounds the stones, of either side, that leave no two empty points
 * side by side, from below and up to `enough`: a stone parts four pairs at most.
 * Until then nobody is stuck. */
unsigned atari_parting(const atari_t *go, unsigned enough);

/* atari_legal_points sets *out to every point where atari_legal holds. */
void atari_legal_points(const atari_t *go, bits_t *out);

/* atari_least returns the fewest liberties of a block of `side`; DISTANCE_NEVER
 * when it has no stones. */
unsigned atari_least(const atari_t *go, side_t side);

/* atari_last adds to *out the last liberties of the blocks of `side` in atari. */
void atari_last(const atari_t *go, side_t side, bits_t *out);

/* atari_after counts the liberties of the block that a stone of the side to move
 * on an empty point would be part of, captures not made; it stops at `enough`. */
unsigned atari_after(const atari_t *go, unsigned point, unsigned enough);

/* atari_liberties_after sets *out to these liberties, all of them. */
void atari_liberties_after(const atari_t *go, unsigned point, bits_t *out);

#endif
