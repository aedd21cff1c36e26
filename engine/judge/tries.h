/* SPDX-License-Identifier: MIT
 * tries.h - the moves that a judgement tries, and how likely each is the best.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_TRIES_H
#define ENGINE_JUDGE_TRIES_H

#include "engine/judge/standing.h"

enum { TRIES_MAX = 30 };

/* tries_list writes moves of the side to move, the likeliest first, and their odds, which add up to
 * one. `last` is the move before: a point, FIELD_NONE after a pass, less where there was none. It
 * returns how many. */
int tries_list(const field_t *f, const standing_t *s, int to_move, int last, int16_t *out,
               float *odds);

#endif
