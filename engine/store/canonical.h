/* SPDX-License-Identifier: MIT
 * canonical.h - the canonical form of a question about a board: two questions that differ by a
 * symmetry of the board, by the colours or, in Go, by the place on the board, have the same form.
 *
 * A view is the board under one of its symmetries, in cells with a border around them. Cells say
 * whose a stone is, not its colour: the attacker's 'a', the defender's 'd', of the goal's blocks
 * 't' and 's'; in chess the attacker's pieces are capitals. Places are told from the anchor: in
 * Go the corner of the box around the goal's blocks, else the corner of the board.
 *
 * Ownership values.
 * Threads   one thread makes a canonical_t; then any may read it.
 * Errors    none.
 */
#ifndef ENGINE_STORE_CANONICAL_H
#define ENGINE_STORE_CANONICAL_H

#include "engine/game/game.h"
#include "engine/zone/bits.h"

enum {
	VIEW_SIDE = BOARD_MAX + 2,
	VIEW_CELLS = VIEW_SIDE * VIEW_SIDE,
	VIEWS = 8,
	LEVELS = 5, /* a ring around the goal's blocks more each; see store.c */
	QUESTION_MAX = 160,
	CANONICAL_NO_VERDICT = -1,
};

typedef struct {
	uint8_t cell[VIEW_CELLS];           /* at (y + 1) * VIEW_SIDE + x + 1 */
	uint16_t of[BOARD_MAX * BOARD_MAX]; /* the cell of a point of the board */
	int x, y;                           /* the anchor's cell */
	uint64_t hash[LEVELS];
} canonical_view_t;

typedef struct {
	const game_t *game;
	unsigned width, height;
	bool is_whole;               /* every point belongs to the question */
	unsigned levels;             /* in use */
	unsigned symmetries;         /* bit s: view[s] is in use; as grid_mirror has them */
	bits_t target;               /* the goal's blocks */
	bits_t ban;                  /* what shows that a ban is one */
	bits_t region;               /* points that may be played on; empty: all */
	bits_t within[LEVELS];       /* points that the hash of a level is of */
	uint64_t least[LEVELS];      /* of the views' hashes */
	char question[QUESTION_MAX]; /* all that is asked but the board */
	canonical_view_t view[VIEWS];
} canonical_t;

/* What else is asked: the order up to which the verdict by ko is asked for, or
 * CANONICAL_NO_VERDICT; and whether it is to be answered without lambda. */
typedef struct {
	int verdict;
	bool plain;
} canonical_wish_t;

/* canonical_make looks at the question of a problem, whose position is `pos`. False for what the
 * store does not take: games of a program's own, goals that name no blocks. */
bool canonical_make(const problem_t *problem, const position_t *pos, canonical_wish_t wish,
                    canonical_t *out);

/* canonical_move tells a move as it is in a view, from the anchor; canonical_move_back is its
 * inverse, MOVE_NONE off the board. */
uint16_t canonical_move(const canonical_t *form, unsigned s, move_t move);
move_t canonical_move_back(const canonical_t *form, unsigned s, uint16_t told);

/* canonical_back writes for each cell of a view on the board which point that is. */
void canonical_back(const canonical_t *form, unsigned s, uint16_t point[VIEW_CELLS]);

#endif
