/* SPDX-License-Identifier: MIT
 * stones.h - a board on which black and white put stones in turn, for games whose stones stay:
 * moves become rows.
 *
 * Units     points as grid.h numbers them.
 * Ownership a board is plain storage of the caller's.
 * Threads   any.
 */
#ifndef CLIENTS_COLLECTION_STONES_H
#define CLIENTS_COLLECTION_STONES_H

#include "clients/collection/reader.h"
#include "engine/game/grid.h"

typedef struct {
	grid_t grid;
	unsigned moves; /* stones and passes so far */
} collection_stones_t;

/* collection_stones_init makes an empty board; false: there is no such board. */
bool collection_stones_init(collection_stones_t *stones, unsigned width, unsigned height);

/* collection_stones_put puts the next stone on a point of the board; false: there is one
 * already. */
bool collection_stones_put(collection_stones_t *stones, unsigned point);

/* collection_stones_rows writes the board as rows; collection_stones_turn returns whose turn it
 * is. */
void collection_stones_rows(const collection_stones_t *stones, char out[ROWS_TEXT_MAX]);
collection_colour_t collection_stones_turn(const collection_stones_t *stones);

/* collection_stones_add adds the position as a problem of a game. */
void collection_stones_add(reader_t *r, unsigned line, const collection_stones_t *stones,
                           const char *game, const char *id);

#endif
