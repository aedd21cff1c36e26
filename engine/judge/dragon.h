/* SPDX-License-Identifier: MIT
 * dragon.h - which blocks belong together: two blocks of a colour are linked where the other side
 * cannot cut them with one move. Linked blocks are a group; the group of the stone that a judgement
 * is about is the dragon.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_DRAGON_H
#define ENGINE_JUDGE_DRAGON_H

#include "engine/judge/field.h"

/* dragon_groups writes the group of each block: the number of one of the group's blocks. Blocks are
 * linked by two liberties in common, or by one on which the other side would be in atari. Points in
 * `without`, if it is not NULL, do not count. */
void dragon_groups(const field_t *f, const blocks_t *b, const bool *without, int16_t *group);

#endif
