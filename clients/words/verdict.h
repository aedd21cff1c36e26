/* SPDX-License-Identifier: MIT
 * verdict.h - writes a final report for people.
 *
 * Ownership everything is borrowed.
 * Threads   any.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_WORDS_VERDICT_H
#define CLIENTS_WORDS_VERDICT_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji.h"

/* verdict_sentence writes the verdict in words, one or two sentences. */
void verdict_sentence(FILE *out, const tesuji_report_t *report);

/* verdict_print writes that sentence, the line of play, the board, and what the search took. */
void verdict_print(FILE *out, const tesuji_report_t *report);

#endif
