/* SPDX-License-Identifier: MIT
 * batch_wait.h - requests about batches that are answered when the journal has them.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_BATCH_WAIT_H
#define SERVER_BATCH_WAIT_H

#include "server/dispatch.h"

typedef enum { BATCH_WAIT_SEAL, BATCH_WAIT_CANCEL, BATCH_WAIT_ACK } batch_wait_t;

/* batch_wait_put_off has a record about a batch written, NULL: all of it dropped; then it does what
 * was asked, and answers. ERR_NOMEM. */
err_t batch_wait_put_off(call_t *call, batch_wait_t what, const batch_t *batch, durable_kind_t kind,
                         const durable_record_t *record, errinfo_t *why);

#endif
