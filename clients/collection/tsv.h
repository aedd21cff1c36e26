/* SPDX-License-Identifier: MIT
 * tsv.h - reads tables: a problem a line, its columns separated by tabs.
 *
 * The first line may name the columns: id, game, goal, target, first, attacker, ko, options, depth,
 * mate, best, and the position in one of rows, fen, sgf, moves, or in "position", in any of these
 * forms. Without such a line each field is taken for what it looks like: a position, "capture:D4",
 * the name of a game, a number (mate in so many moves) behind a FEN; the first of the others is the
 * id.
 *
 * Threads   any.
 * Errors    each line that cannot be read is a fault.
 */
#ifndef CLIENTS_COLLECTION_TSV_H
#define CLIENTS_COLLECTION_TSV_H

#include "clients/collection/reader.h"

bool collection_tsv_looks(const char *text, size_t length);
void collection_tsv_read(reader_t *r);

#endif
