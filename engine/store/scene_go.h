/* SPDX-License-Identifier: MIT
 * scene_go.h - what a question of Go says besides its board: the blocks of the goal, a banned
 * point, the region that may be played on. For the files of this folder.
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_SCENE_GO_H
#define ENGINE_STORE_SCENE_GO_H

#include "engine/base/strbuf.h"
#include "engine/store/canonical.h"

/* The board as it is read, before views. */
typedef struct {
	unsigned width, height;
	uint8_t at[BOARD_MAX * BOARD_MAX];
} cells_t;

/* scene_go_region reads the option of that name; none: the empty set. scene_go_region_text writes
 * it, "A1-C3,D4-D4". */
void scene_go_region(const problem_t *problem, const position_t *pos, bits_t *out);
void scene_go_region_text(const bits_t *region, unsigned width, unsigned height, strbuf_t *out);

/* scene_go_out is what a cell is out of the region, canonical_go_in what it would be in it. */
uint8_t scene_go_out(uint8_t cell);
uint8_t canonical_go_in(uint8_t cell);

/* scene_go_mark marks the blocks that a goal is about, the ban, and what is out of the region that
 * the scene has; false for goals that name no blocks. */
bool scene_go_mark(const problem_t *problem, const position_t *pos, const char *goal,
                   canonical_t *scene, cells_t *cells);

#endif
