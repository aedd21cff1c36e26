/* SPDX-License-Identifier: MIT
 * stones.h - blocks and liberties, for Go and Atari-Go.
 *
 * Threads   any: nothing here keeps state.
 * Errors    none.
 */
#ifndef ENGINE_PROOF_CHECK_STONES_H
#define ENGINE_PROOF_CHECK_STONES_H

#include "engine/proof/check/rules.h"

typedef struct {
	set_t stones, liberties;
	int size, free; /* stones, liberties */
} check_block_t;

/* stones_neighbours writes the points next to a point, and returns how many. */
int stones_neighbours(const check_claim_t *claim, int point, int out[4]);

/* stones_block finds the block of the stone on `point`. */
void stones_block(const check_claim_t *claim, const check_board_t *board, int point,
                  check_block_t *out);

/* stones_put puts a stone on an empty point and takes the enemy's blocks that have no liberty left
 * off. Returns how many stones; *last is the point of one of them. */
int stones_put(const check_claim_t *claim, check_board_t *board, int point, int colour, int *last);

/* stones_breathe: would a stone put there have a liberty, what it takes being taken? */
bool stones_breathe(const check_claim_t *claim, const check_board_t *board, int point, int colour);

/* stones_dead returns a stone whose block has no liberty, or NO_POINT. */
int stones_dead(const check_claim_t *claim, const check_board_t *board);

/* stones_near adds the points and all their neighbours. */
void stones_near(const check_claim_t *claim, const set_t *points, set_t *out);

#endif
