/* SPDX-License-Identifier: MIT
 * progress.h - writes the progress of a search for people, on one line.
 *
 * Ownership everything is the caller's.
 * Threads   any; no state.
 */
#ifndef CLIENTS_WORDS_PROGRESS_H
#define CLIENTS_WORDS_PROGRESS_H

#include <stddef.h>

#include "clients/c/tesuji.h"

/* progress_format writes a report into `text` of columns + 1 bytes: the figures, then as much of
 * the variation as fits. Returns its length. */
size_t progress_format(char *text, size_t columns, const tesuji_report_t *report);

#endif
