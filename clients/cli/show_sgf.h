/* SPDX-License-Identifier: MIT
 * show_sgf.h - writes a certificate as SGF, FF[4], for an editor of game records.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 * Source    "SGF FF[4] specification", Hollosi.
 */
#ifndef CLIENTS_CLI_SHOW_SGF_H
#define CLIENTS_CLI_SHOW_SGF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "clients/cli/exits.h"
#include "engine/proof/check/check.h"
#include "engine/proof/check/browse.h"

enum { SHOW_SGF_NODES = 10000 }; /* some 200 kB, which every editor opens at once */

/* show_sgf writes the strategy of a proof or a denial to the file at `path` ("-": the standard
 * output), with at most `nodes` nodes (0: SHOW_SGF_NODES), and says if something was left out.
 * `browse` must be at the start. Chess is refused: no editor knows it in SGF. */
exit_t show_sgf(browse_t *browse, const check_result_t *result, const char *path, int64_t nodes);

/* show_sgf_below writes to `out` what show_sgf would write below the root, for a tree that has this
 * strategy as one of its parts, of a certificate with `places` nodes. False after a complaint. */
bool show_sgf_below(browse_t *browse, uint32_t places, FILE *out, int64_t nodes);

#endif
