/* SPDX-License-Identifier: MIT
 * batch_records.h - writes a collection with its answers as game records: the answer is a comment,
 * the line of play a variation.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_BATCH_RECORDS_H
#define CLIENTS_CLI_BATCH_RECORDS_H

#include "clients/cli/args.h"
#include "clients/cli/batch_row.h"

/* batch_records_sgf writes the problems of Go, Atari-Go, Gomoku and Hex, batch_records_pgn those of
 * chess. Problems that the format has no word for are left out, and counted on stderr. */
exit_t batch_records_sgf(const char *path, const args_t *args, const collection_t *problems,
                         const batch_row_t *rows);
exit_t batch_records_pgn(const char *path, const args_t *args, const collection_t *problems,
                         const batch_row_t *rows);

/* batch_records_left_out tells how many problems are not in a file, and why, as these words do. */
#define BATCH_RECORDS_NOT_SGF "not of Go, Gomoku or Hex"
#define BATCH_RECORDS_NOT_PGN "not of chess"
void batch_records_left_out(const char *path, unsigned count, const char *why);

#endif
