/* SPDX-License-Identifier: MIT
 * problem_show.h - shows what is known of a problem, to people and to programs.
 *
 * Ownership everything is borrowed.
 * Threads   one.
 * Errors    those of the stream.
 */
#ifndef CLIENTS_CLI_PROBLEM_SHOW_H
#define CLIENTS_CLI_PROBLEM_SHOW_H

#include <stdio.h>

#include "clients/cli/json.h"
#include "clients/cli/moves_show.h"
#include "clients/problem/analysis.h"

/* problem_show writes the verdict on a problem, or one JSON object. `solution` is the setter's, or
 * NULL; `where` as in verdict.h. */
void problem_show(FILE *out, const analysis_t *analysis, const char *solution, const char *where,
                  bool json);

/* problem_show_sentence writes the verdict as a line of text. */
void problem_show_sentence(FILE *out, const analysis_t *analysis);

/* problem_show_json writes the members of an object that say what is known. */
void problem_show_json(json_t *j, const analysis_t *analysis, const char *solution);

/* problem_show_how writes how the verdict on a move is known. */
void problem_show_how(const analysis_move_t *move, char out[MOVES_HOW_BYTES]);

/* problem_show_word returns "unique", "cooked", "unsound" or "open". */
const char *problem_show_word(const analysis_t *analysis);

#endif
