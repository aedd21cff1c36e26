/* SPDX-License-Identifier: MIT
 * sgf_write.h - writes the parts of which game records (SGF) consist.
 *
 * Threads   any, one at a time for each stream.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_CLI_SGF_WRITE_H
#define CLIENTS_CLI_SGF_WRITE_H

#include <stddef.h>
#include <stdio.h>

/* sgf_write_text writes a text with SGF's escapes; sgf_write_property "NAME[text]". */
void sgf_write_text(FILE *out, const char *text);
void sgf_write_property(FILE *out, const char *name, const char *text);

/* sgf_write_point writes a point, counted from 0 at the top left, as a record of that game names
 * it: two letters, in Hex a letter and a number. `size` is enough for "aa" or "a19". */
void sgf_write_point(const char *game, unsigned x, unsigned y, char *out, size_t size);

/* sgf_write_number returns the format's number of a game, 0 for one that it has no number for. */
unsigned sgf_write_number(const char *game);

#endif
