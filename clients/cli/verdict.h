/* SPDX-License-Identifier: MIT
 * verdict.h - writes a final report, for people and for programs.
 *
 * Ownership everything is borrowed.
 * Threads   any.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_CLI_VERDICT_H
#define CLIENTS_CLI_VERDICT_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji.h"
#include "clients/cli/exits.h"
#include "clients/cli/json.h"

/* verdict_sentence writes the verdict in words, one or two sentences. */
void verdict_sentence(FILE *out, const tesuji_report_t *report);

/* verdict_print writes that sentence, the line of play, the board, and what the search took.
 * `bans`: the board is of Renju, and shows where black may not play (diagram.h). */
void verdict_print(FILE *out, const tesuji_report_t *report, bool bans);

/* verdict_json writes one JSON object. `where` is the daemon's address, NULL for a search in
 * this process. */
void verdict_json(FILE *out, const tesuji_report_t *report, const char *where);

/* verdict_json_members writes the members of that object into one that is open. */
void verdict_json_members(json_t *j, const tesuji_report_t *report, const char *where);

/* verdict_exit returns the exit code of a verdict. */
exit_t verdict_exit(const tesuji_report_t *report);

/* verdict_exit_for_code returns the exit code for an error of the library. */
exit_t verdict_exit_for_code(tesuji_code_t code);

#endif
