/* SPDX-License-Identifier: MIT
 * jobs_admit.h - may a job be submitted?
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_JOBS_ADMIT_H
#define SERVER_JOBS_ADMIT_H

#include "server/jobs.h"

/* jobs_admit returns ERR_OK if `conn` may submit a job now, and otherwise ERR_BUSY, with the
 * exhausted bound in *why and a time to wait, which grows with the load, in *retry_ms. The bounds
 * are those of the connection, of its peer and of the server. */
err_t jobs_admit(jobs_t *jobs, const conn_t *conn, uint64_t *retry_ms, errinfo_t *why);

/* jobs_admit_table does the same for a job that wants a table of its own of `bytes` bytes (0: it
 * wants none): the own tables of all active jobs have to stay within `most` bytes, and those of
 * the peer within its share of them. ERR_RANGE: the table would be too large even alone. */
err_t jobs_admit_table(jobs_t *jobs, const conn_t *conn, uint64_t bytes, uint64_t most,
                       uint64_t *retry_ms, errinfo_t *why);

#endif
