/* SPDX-License-Identifier: MIT
 * verdict_json.h - writes a final report for programs.
 *
 * Ownership everything is borrowed.
 * Threads   any.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_CLI_VERDICT_JSON_H
#define CLIENTS_CLI_VERDICT_JSON_H

#include <stdio.h>

#include "clients/c/tesuji.h"
#include "clients/cli/json.h"

/* verdict_json writes one JSON object. `where` is the daemon's address, NULL for a search in
 * this process. */
void verdict_json(FILE *out, const tesuji_report_t *report, const char *where);

/* verdict_json_members writes the members of that object into one that is open. */
void verdict_json_members(json_t *j, const tesuji_report_t *report, const char *where);

#endif
