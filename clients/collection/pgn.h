/* SPDX-License-Identifier: MIT
 * pgn.h - reads games of chess (PGN): of a game with a FEN tag that position, of another one the
 * position after its last move.
 *
 * Threads   any.
 * Errors    each game that cannot be read is a fault, at the line of what is wrong with it.
 * Source    the PGN standard, https://www.chessclub.com/help/PGN-spec
 */
#ifndef CLIENTS_COLLECTION_PGN_H
#define CLIENTS_COLLECTION_PGN_H

#include "clients/collection/reader.h"

bool collection_pgn_looks(const char *text, size_t length);
void collection_pgn_read(reader_t *r);

#endif
