/* SPDX-License-Identifier: MIT
 * pgn_write.h - writes the parts of which games in PGN consist.
 *
 * Threads   any, one at a time for each stream.
 * Errors    those of the stream: the caller asks ferror().
 * Source    "Portable Game Notation Specification and Implementation Guide", Edwards, 1994.
 */
#ifndef CLIENTS_CLI_PGN_WRITE_H
#define CLIENTS_CLI_PGN_WRITE_H

#include <stdio.h>

/* pgn_write_tags writes the tags of a game that begins at `fen`, and the blank line behind them. */
void pgn_write_tags(FILE *out, const char *event, const char *fen);

#endif
