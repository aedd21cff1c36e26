/* SPDX-License-Identifier: MIT
 * output.h - a file to write, which is there whole or as it was before. */
#ifndef CLIENTS_CLI_OUTPUT_H
#define CLIENTS_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/cli/exits.h"

/* Set by output_open. The caller reads `to` and `name`. */
typedef struct {
	FILE *to;
	const char *name; /* for messages */
	char *whole;      /* what is replaced; NULL: `to` is it, or the standard output */
	char *made;       /* what is written instead meanwhile */
} output_t;

/* output_place looks whether a file can be written there, so that no search is in vain.
 * EXIT_PROVEN, or the exit code after a complaint. */
exit_t output_place(const char *path);

/* output_open begins to write; "-" is the standard output. `path` is borrowed until output_close.
 * EXIT_PROVEN, or the exit code after a complaint; then there is nothing to close. */
exit_t output_open(output_t *out, const char *path);

/* output_close ends it. What was written becomes the file if `code` is EXIT_PROVEN and all of it
 * could be written, else a file that was there stays. Returns `code`, or the exit code after a
 * complaint if it could not be written. */
exit_t output_close(output_t *out, exit_t code);

#endif
