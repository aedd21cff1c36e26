/* SPDX-License-Identifier: MIT
 * tesuji_durable.h - jobs that outlive the daemon, by keys of your own.
 *
 * A durable job is on the daemon's disk before its submission is answered, and its result before
 * that is told; both stay until tesuji_ack_key(), or for some days. If the daemon is killed or ends
 * the job goes on when that is started again. The same request under the same key is the same job:
 * so whoever does not know what has become of a submission, since the connection or the daemon is
 * gone, submits it again. docs/durable.md tells more.
 *
 * A job's number is another one after the daemon was started again; its key stays. A key has up to
 * TESUJI_KEY_BYTES - 1 bytes, and belongs to the account.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h; of the last two functions as in tesuji_async.h.
 * Errors    as in tesuji.h. TESUJI_E_KEY: the key belongs to another request. TESUJI_E_JOURNAL: the
 *           daemon has no journal, or that does not take the job; nothing was begun.
 */
#ifndef TESUJI_DURABLE_H
#define TESUJI_DURABLE_H

#include "tesuji_async.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TESUJI_KEY_BYTES = 128 }; /* room for a key */

/* tesuji_submit_durable is tesuji_submit for a durable job; *known, which may be NULL, becomes 1 if
 * the key was known. The last event of the job, which comes at once where it has ended, is
 * TESUJI_EVENT_DONE, or TESUJI_EVENT_KEPT when the daemon ends before. A durable job outlives its
 * connection, and request->board may not be given. */
TESUJI_API int tesuji_submit_durable(tesuji_t *t, const tesuji_request_t *request, const char *key,
                                     uint64_t *job, int *known);

/* These are tesuji_status, tesuji_watch and tesuji_cancel by key. TESUJI_E_JOB: the daemon knows no
 * such job (any more). */
TESUJI_API int tesuji_status_key(tesuji_t *t, const char *key, tesuji_report_t *out);
TESUJI_API int tesuji_watch_key(tesuji_t *t, const char *key, int64_t progress_ms, void *user,
                                tesuji_report_t *out);
TESUJI_API int tesuji_cancel_key(tesuji_t *t, const char *key, tesuji_state_t *state);

/* tesuji_ack_key says that the result of a durable job has been taken: the daemon forgets it.
 * TESUJI_E_VALUE: it has not ended. TESUJI_E_JOB: it is not known, as when it was taken before. */
TESUJI_API int tesuji_ack_key(tesuji_t *t, const char *key);

/* tesuji_async_solve_durable is tesuji_async_solve for a durable job. A query that is cancelled, or
 * whose deadline passes, leaves the job as it is. Where the daemon ends before the job does, the
 * query is answered with TESUJI_E_DRAINING. tesuji_async_ack_key is tesuji_ack_key; its answer has
 * nothing but the code. */
TESUJI_API int tesuji_async_solve_durable(tesuji_async_t *a, const tesuji_request_t *request,
                                          const char *key, const tesuji_query_t *query,
                                          tesuji_error_t *why);
TESUJI_API int tesuji_async_ack_key(tesuji_async_t *a, const char *key, const tesuji_query_t *query,
                                    tesuji_error_t *why);

#ifdef __cplusplus
}
#endif

#endif
