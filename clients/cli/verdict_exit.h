/* SPDX-License-Identifier: MIT
 * verdict_exit.h - the exit codes of verdicts and of errors.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_CLI_VERDICT_EXIT_H
#define CLIENTS_CLI_VERDICT_EXIT_H

#include "clients/c/tesuji.h"
#include "clients/cli/exits.h"

/* verdict_exit returns the exit code of a verdict. */
exit_t verdict_exit(const tesuji_report_t *report);

/* verdict_exit_for_code returns the exit code for an error of the library. */
exit_t verdict_exit_for_code(tesuji_code_t code);

#endif
