/* SPDX-License-Identifier: MIT
 * proof_file.h - a certificate in a file, checked and kept for going through it.
 *
 * Ownership proof_file_close releases what proof_file_open has made.
 * Errors    have been complained about, with the file's name.
 */
#ifndef CLIENTS_CLI_PROOF_FILE_H
#define CLIENTS_CLI_PROOF_FILE_H

#include "clients/c/tesuji.h"
#include "clients/cli/exits.h"
#include "engine/proof/check/check.h"
#include "engine/proof/check/browse.h"

typedef struct {
	check_result_t result;
	browse_t *study; /* of a proof; else NULL */
} proof_file_t;

/* proof_file_open reads the file at `path` ("-": standard input) and checks it. EXIT_PROVEN: it is
 * a proof; EXIT_DISPROVEN: it is none, and out->result says where it breaks; else it was no
 * certificate or cannot be read. */
exit_t proof_file_open(const char *path, proof_file_t *out);
void proof_file_close(proof_file_t *file);

/* proof_file_draw draws the board of a claim: `rows` as browse_board has them; with the signs'
 * meaning, and the point of the last move ("": none), if `last` is given. */
void proof_file_draw(const certificate_header_t *header, const char *rows, const char *last);

/* proof_file_draw_line draws it with moves numbered; `black` plays the first. */
void proof_file_draw_line(const certificate_header_t *header, const char *rows,
                          const char (*moves)[TESUJI_POINT_BYTES], unsigned count, bool black);

#endif
