/* SPDX-License-Identifier: MIT
 * candidates.h - which moves either side should try, likely ones first.
 *
 * Contracts are those of game_t (rules.h): finish, distance, squeeze, attacks, replies.
 *
 * Units     a move is its point, y * width + x, y = 0 the top row.
 * Threads   functions of constant boards: any thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_ATARIGO_CANDIDATES_H
#define ENGINE_GAME_ATARIGO_CANDIDATES_H

#include "engine/game/atarigo/atari.h"

move_t atarigo_candidates_finish(const atari_t *go);
unsigned atarigo_candidates_distance(const atari_t *go);
unsigned atarigo_candidates_squeeze(const atari_t *go);
unsigned atarigo_candidates_attacks(const atari_t *go, unsigned order, const bits_t *within,
                                    move_t *out);
unsigned atarigo_candidates_replies(const atari_t *go, const bits_t *within, move_t *out);

#endif
