/* SPDX-License-Identifier: MIT
 * source.h - reads the file with the position.
 *
 * Ownership the text is the caller's, to be freed with free().
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_SOURCE_H
#define CLIENTS_CLI_SOURCE_H

#include <stddef.h>

#include "clients/cli/exits.h"

/* source_bytes reads a whole file ("-": the standard input) of at most `most` bytes, and adds a
 * NUL. Returns 0, or an errno without a complaint (EFBIG: there are more bytes); then *text is
 * NULL. */
int source_bytes(const char *path, size_t most, char **text, size_t *length);

/* source_load does the same, and complains. Returns EXIT_PROVEN (0), or the exit code. */
exit_t source_load(const char *path, size_t most, char **text, size_t *length);

/* source_check complains of what is too long for a game record, or no text. */
exit_t source_check(const char *path, const char *text, size_t length);

/* source_read reads and checks a text file with one position. Returns EXIT_PROVEN (0), or the exit
 * code after a complaint; then *text is NULL. */
exit_t source_read(const char *path, char **text);

/* source_fen decides by the file's name, or by its text, whether it is a FEN. *fen is then its
 * line without the blanks around it, else NULL. Complains of a FEN with several lines. */
exit_t source_fen(const char *path, char *text, const char **fen);

/* source_name returns how messages call that file. */
const char *source_name(const char *path);

#endif
