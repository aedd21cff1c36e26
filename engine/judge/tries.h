/* SPDX-License-Identifier: MIT
 * tries.h - the moves that a judgement tries, best first.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_TRIES_H
#define ENGINE_JUDGE_TRIES_H

#include "engine/judge/standing.h"

enum { TRIES_MAX = 18 };

/* tries_list writes moves of the side to move. It returns how many. */
int tries_list(const field_t *f, const standing_t *s, int to_move, int16_t *out);

#endif
