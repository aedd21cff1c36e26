/* SPDX-License-Identifier: MIT
 * output.h - writes a file that afterwards is complete, or as it was before.
 *
 * Ownership what output_open makes, output_close frees.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_OUTPUT_H
#define CLIENTS_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/cli/exits.h"

/* Set by output_open. The caller reads `to` and `name` only. */
typedef struct {
	FILE *to;
	const char *name; /* for messages */
	char *whole; /* the file to replace; NULL: `to` is that itself, or the standard output */
	char *made;  /* the file that is written meanwhile; NULL: none */
} output_t;

/* output_place checks that a file can be written there, before a search that would be in vain.
 * Returns EXIT_PROVEN, or the exit code after a complaint. */
exit_t output_place(const char *path);

/* output_open opens the file ("-": the standard output). `path` is borrowed until output_close.
 * Returns EXIT_PROVEN, or the exit code after a complaint; then there is nothing to close. */
exit_t output_open(output_t *out, const char *path);

/* output_close closes the file. If `code` is EXIT_PROVEN and everything could be written, the
 * file takes its place, else a file that was there stays. Returns `code`, or the exit code after
 * a complaint if it could not be written. */
exit_t output_close(output_t *out, exit_t code);

#endif
