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
} stones_t;

/* stones_init makes an empty board; false: there is no such board. */
bool stones_init(stones_t *stones, unsigned width, unsigned height);

/* stones_put puts the next stone on a point of the board; false: there is one already. */
bool stones_put(stones_t *stones, unsigned point);

/* stones_rows writes the board as rows; stones_turn returns whose turn it is. */
void stones_rows(const stones_t *stones, char out[ROWS_TEXT_MAX]);
collection_colour_t stones_turn(const stones_t *stones);

/* stones_add adds the position as a problem of a game. */
void stones_add(reader_t *r, unsigned line, const stones_t *stones, const char *game,
                const char *id);

#endif
