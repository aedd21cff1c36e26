/* SPDX-License-Identifier: MIT
 * batch.h - functions about batches that several files share. Library internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_BATCH_H
#define CLIENTS_C_BATCH_H

#include "clients/c/handle.h"
#include "clients/c/tesuji_batch.h"
#include "protocol/msg_batch.h"

/* batch_ref fills a message that names a batch; it returns TESUJI_OK, or the code in *why. */
int batch_ref(const tesuji_batch_ref_t *ref, msg_batch_ref_t *out, tesuji_error_t *why);

/* batch_has_ended tells whether nothing more comes of a batch. batch_is_left tells whether an
 * answer that came `took_ms` after it was asked for, and might have waited for wait_ms, is that of
 * a daemon that ends before the batch does; then *why says so. */
bool batch_has_ended(const msg_batch_results_t *told);
bool batch_is_left(const msg_batch_results_t *told, int64_t took_ms, int64_t wait_ms,
                   tesuji_error_t *why);

#endif
