/* SPDX-License-Identifier: MIT
 * problem_pgn.h - writes the solution of a chess problem as PGN, with variations in SAN.
 *
 *   problem_pgn_open -> problem_pgn_first -> problem_pgn_move ... -> problem_pgn_close
 *
 * Ownership problem_pgn_close frees the writer. The stream is borrowed.
 * Threads   one.
 * Errors    NULL or false after a complaint: no memory, or a position that is none.
 * Source    "Portable Game Notation Specification and Implementation Guide", Edwards, 1994.
 */
#ifndef CLIENTS_CLI_PROBLEM_PGN_H
#define CLIENTS_CLI_PROBLEM_PGN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/proof/check/browse.h"

typedef struct problem_pgn problem_pgn_t;

/* problem_pgn_open writes the tags of a problem that begins at `fen`; `event` names it. At most
 * `nodes` moves (0: 10000) are written before variations are left out. */
problem_pgn_t *problem_pgn_open(FILE *out, const char *event, const char *fen, int64_t nodes);

/* problem_pgn_first writes the key, whose line goes on when
 * problem_pgn_move is called with `key`, after all others. */
void problem_pgn_first(problem_pgn_t *pgn, const char *key);

/* problem_pgn_move writes a first move as a variation, with a comment, and the strategy after it
 * (NULL: the reply alone, which may be ""). With `key` the first move is there already. */
void problem_pgn_move(problem_pgn_t *pgn, const char *move, bool key, const char *comment,
                      const char *reply, browse_t *browse);
bool problem_pgn_close(problem_pgn_t *pgn);

#endif
