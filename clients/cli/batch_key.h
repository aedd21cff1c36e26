/* SPDX-License-Identifier: MIT
 * batch_key.h - the key of a question, by which its answer is found again in a table.
 *
 * Ownership everything is borrowed.
 * Threads   any.
 * Errors    none.
 */
#ifndef CLIENTS_CLI_BATCH_KEY_H
#define CLIENTS_CLI_BATCH_KEY_H

#include "clients/c/tesuji.h"

enum { BATCH_KEY_BYTES = 33 }; /* with the NUL */

/* batch_key_make writes a hash of all that the answer depends on. Two questions with one key have
 * one answer, whatever their limits of time and nodes. `solution` is that of a problem that is
 * judged ("": none is told), NULL where none is. */
void batch_key_make(char out[BATCH_KEY_BYTES], const tesuji_request_t *request,
                    const char *solution);

#endif
