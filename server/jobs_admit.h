/* SPDX-License-Identifier: MIT
 * jobs_admit.h - whether a job may be submitted now.
 *
 * Units     bytes; ms.
 * Threads   the loop thread.
 */
#ifndef SERVER_JOBS_ADMIT_H
#define SERVER_JOBS_ADMIT_H

#include "server/jobs.h"

/* jobs_admit returns ERR_OK if `conn` may submit a job now. Otherwise it returns ERR_BUSY, with
 * the bound that is reached in *why (the connection's, its peer's or the server's) and a time to
 * wait, which grows with the load, in *retry_ms. */
err_t jobs_admit(jobs_t *jobs, const conn_t *conn, uint64_t *retry_ms, errinfo_t *why);

/* jobs_admit_table does the same for a job that wants a table of its own of `bytes` bytes (0: it
 * wants none). The own tables of all active jobs have to stay within `most` bytes, and those of
 * the peer within its share. ERR_RANGE: the table would be too large for the peer even alone. */
err_t jobs_admit_table(jobs_t *jobs, const conn_t *conn, uint64_t bytes, uint64_t most,
                       uint64_t *retry_ms, errinfo_t *why);

#endif
