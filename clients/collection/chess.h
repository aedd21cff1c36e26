/* SPDX-License-Identifier: MIT
 * chess.h - positions of chess for the readers: a FEN, and moves played from it by the engine's
 * rules.
 *
 * Ownership a position belongs to the caller: position_free.
 * Threads   one thread at a time for each position.
 * Errors    NULL or false; *why says what is wrong with a FEN.
 */
#ifndef CLIENTS_COLLECTION_CHESS_H
#define CLIENTS_COLLECTION_CHESS_H

#include "clients/collection/reader.h"
#include "engine/game/game.h"

#define COLLECTION_CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum {
	COLLECTION_FEN_BYTES = 128,
	COLLECTION_SAN_BYTES = 16,
	COLLECTION_BEST_BYTES = 256, /* of several moves */
};

/* collection_chess_looks tells whether a line begins like a FEN: eight ranks of pieces and
 * numbers. */
bool collection_chess_looks(slice_t line);

/* collection_chess_of makes the position of a FEN. */
position_t *collection_chess_of(const char *fen, errinfo_t *why);

/* collection_chess_move reads a legal move as SAN; MOVE_NONE: it names none, or several. */
move_t collection_chess_move(const position_t *position, slice_t word);

/* collection_chess_play plays a legal move, the n-th since the position was made (0 the first). A
 * position takes a limited number of moves, so *position is made anew from time to time; false: no
 * memory. */
bool collection_chess_play(position_t **position, unsigned n, move_t move);

void collection_chess_fen(const position_t *position, char out[COLLECTION_FEN_BYTES]);

/* collection_chess_add appends a legal move as SAN to a list of moves; what has no room is left
 * out. */
void collection_chess_add(const position_t *position, move_t move,
                          char list[COLLECTION_BEST_BYTES]);

#endif
