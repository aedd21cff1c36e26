/* SPDX-License-Identifier: MIT
 * proof_file.h - reads a certificate, checks it, and keeps it for going through it.
 *
 * Ownership proof_file_close frees what proof_file_open made.
 * Threads   the main thread.
 * Errors    are written to stderr with the file's name.
 */
#ifndef CLIENTS_CLI_PROOF_FILE_H
#define CLIENTS_CLI_PROOF_FILE_H

#include "clients/c/tesuji.h"
#include "clients/cli/exits.h"
#include "engine/proof/check/check.h"
#include "engine/proof/check/browse.h"

typedef struct {
	check_result_t result;
	browse_t *browse; /* NULL: the file is not good */
} proof_file_t;

/* proof_file_open reads the file at `path` ("-": the standard input) and checks it. Returns
 * EXIT_PROVEN if it is good, a proof or a denial, EXIT_DISPROVEN if it is not, where out->result
 * says where it breaks, or the code after a complaint if it is no certificate or cannot be read. */
exit_t proof_file_open(const char *path, proof_file_t *out);
void proof_file_close(proof_file_t *file);

/* proof_file_end says why a line ends, where the browser stands at the end of one. */
const char *proof_file_end(const browse_t *browse);

/* proof_file_draw draws the board of a claim, with `rows` as browse_board returns them. If
 * `last`, the point of the last move ("": none), is given, it explains the signs as well. */
void proof_file_draw(const certificate_header_t *header, const char *rows, const char *last);

/* proof_file_draw_line draws the board with numbered moves; `black` plays the first. */
void proof_file_draw_line(const certificate_header_t *header, const char *rows,
                          const char (*moves)[TESUJI_POINT_BYTES], unsigned count, bool black);

#endif
