/* SPDX-License-Identifier: MIT
 * durable_read.h - what the journal has of durable jobs, when the daemon starts.
 *
 * What cannot be read is logged and dropped, record by record: a job whose own record is damaged,
 * or was written by somebody else, is gone; one whose result is so is searched again. A want of
 * memory is no reason to drop anything: the daemon does not start, and the journal has it all.
 *
 * Threads   main, before the loop runs and journal_begin.
 */
#ifndef SERVER_DURABLE_READ_H
#define SERVER_DURABLE_READ_H

#include "server/batches.h"

/* durable_read takes up the jobs of the journal, without records; each has its body, or what
 * job.done says of it, in its bytes. The time by the settings must be set. Batches are taken up,
 * too (batch_read.h). ERR_NOMEM, ERR_IO. */
err_t durable_read(durable_t *durable, batches_t *batches, errinfo_t *why);

#endif
