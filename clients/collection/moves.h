/* SPDX-License-Identifier: MIT
 * moves.h - reads games of Gomoku and Hex that are strings of moves, one a line: "h8i9j10", "hex 11
 * a1b2 a title".
 *
 * A line may begin with the game and the size of the board. Points are those of the game: in Gomoku
 * a1 is at the bottom left, in Hex at the top left. Black begins, and the position after the last
 * move is the problem.
 *
 * Threads   any.
 * Errors    each line that cannot be read is a fault.
 */
#ifndef CLIENTS_COLLECTION_MOVES_H
#define CLIENTS_COLLECTION_MOVES_H

#include "clients/collection/stones.h"

/* A game whose moves are strings. */
typedef struct {
	const char *name;
	board_style_t style;
	unsigned side; /* of a board whose size nobody tells */
} moves_game_t;

/* collection_moves_game returns the game of that name, NULL if it has no such strings. */
const moves_game_t *collection_moves_game(const char *name);

/* collection_moves_are tells whether a word is moves and nothing else: letters with numbers. */
bool collection_moves_are(slice_t word);

/* collection_moves_play plays a word of moves, as many as are wanted; false: a fault of that
 * line. */
bool collection_moves_play(reader_t *r, unsigned line, const moves_game_t *game, slice_t word,
                           collection_stones_t *stones);

/* collection_moves_size reads "15" or "15x13"; false: it is no size. */
bool collection_moves_size(slice_t word, unsigned *width, unsigned *height);

bool collection_moves_looks(const char *text, size_t length);
void collection_moves_read(reader_t *r);

#endif
