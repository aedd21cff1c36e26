/* SPDX-License-Identifier: MIT
 * source.h - read the file with the position.
 *
 * Ownership the text is the caller's, to be freed with free().
 */
#ifndef CLIENTS_CLI_SOURCE_H
#define CLIENTS_CLI_SOURCE_H

#include "clients/cli/exits.h"

/* source_read reads a whole text file; "-" is the standard input. On failure it
 * has complained, *text is NULL and the exit code is returned; EXIT_PROVEN (0)
 * otherwise. */
exit_t source_read(const char *path, char **text);

/* source_fen tells whether the text is a FEN, by the file's name or by what it
 * looks like, and gives its line without the blanks around it; *fen is NULL if
 * it is none. A file of several lines is complained about. */
exit_t source_fen(const char *path, char *text, const char **fen);

/* source_name is how messages call that file. */
const char *source_name(const char *path);

#endif
