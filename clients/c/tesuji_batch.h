/* SPDX-License-Identifier: MIT
 * tesuji_batch.h - thousands of problems handed in as one, under one number, and one key if they
 * are to outlive the daemon.
 *
 *   const tesuji_lot_t lot = {.key = "night", .requests = problems, .count = 5000};
 *   const tesuji_batch_ref_t night = {.key = "night"};
 *
 *   tesuji_batch_submit(t, &lot, &batch, NULL);
 *   do {
 *           got = tesuji_batch_watch(t, &night, from, 30000, results, 32, &batch);
 *           from += got;                    after a look at results[0] to results[got - 1]
 *   } while (got > 0 || batch.state == TESUJI_BATCH_RUNNING || batch.running > 0);
 *   tesuji_batch_ack(t, &night, NULL);
 *
 * A batch outlives its connection. Its results have an order, that in which they came, which stays:
 * whoever has had so many of them asks for those `from` there on, on any connection, and of a
 * durable batch (one with a key) also after the daemon was started again. The same problems in the
 * same order under the same key and label are the same batch, so who does not know whether his
 * batch was taken hands it in again. docs/durable.md tells more.
 *
 * Jobs of a batch take nobody's turn: others' are answered beside them. They have no tables of
 * their own, no kept boards, no deadline_ms and no progress.
 *
 * Units     as in tesuji.h. `from` counts results.
 * Ownership as in tesuji.h: all structs and arrays are the caller's.
 * Threads   as in tesuji.h; of tesuji_async_batch_watch as in tesuji_async.h.
 * Errors    as in tesuji.h. TESUJI_E_JOB: there is no such batch (any more). TESUJI_E_KEY: the key
 *           is another batch's. TESUJI_E_BUSY, _QUOTA: the daemon, or the account, has as many jobs
 *           of batches as it may have: take results. TESUJI_E_JOURNAL: the daemon has no journal,
 *           or that does not take the batch; nothing was begun.
 */
#ifndef TESUJI_BATCH_H
#define TESUJI_BATCH_H

#include "tesuji_async.h"
#include "tesuji_durable.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	TESUJI_BATCH_JOBS = 10000,    /* most jobs of a batch */
	TESUJI_BATCH_RESULTS = 32,    /* most results of one call */
	TESUJI_BATCH_WAIT_MS = 60000, /* longest that one call waits for a result */
};

typedef enum {
	TESUJI_BATCH_OPEN,      /* it is being handed in */
	TESUJI_BATCH_RUNNING,   /* not all of its jobs have ended */
	TESUJI_BATCH_DONE,      /* all have ended */
	TESUJI_BATCH_CANCELLED, /* those that nobody had begun never will be, the others end */
} tesuji_batch_state_t;

/* How far a batch is. */
typedef struct {
	uint64_t batch;                                        /* its number, with this daemon */
	char key[TESUJI_KEY_BYTES], label[TESUJI_LABEL_BYTES]; /* "" = none */
	tesuji_batch_state_t state;
	unsigned jobs;                         /* in all */
	unsigned ended;                        /* so many have results */
	unsigned running;                      /* now: their results are still to come */
	unsigned proven, disproven, undecided; /* of those that have ended */
	unsigned failed;                       /* of the undecided */
} tesuji_batch_t;

/* Which batch is meant: the account's of that key or, with NULL, that of the number. */
typedef struct {
	const char *key;
	uint64_t batch;
} tesuji_batch_ref_t;

/* What is handed in. */
typedef struct {
	const char *key;   /* up to TESUJI_KEY_BYTES - 1 bytes; NULL: the batch is not durable */
	const char *label; /* a name for people; NULL: none */
	const tesuji_request_t *requests;
	unsigned count;
	/* refused is called for each request that cannot be taken as it is written, `at` being its
	 * index. 0: it is left out, and the others are handed in; else nothing is, and
	 * tesuji_batch_submit returns that error, as it does without this function. */
	int (*refused)(unsigned at, const tesuji_error_t *why, void *user);
	void *user;
} tesuji_lot_t;

/* tesuji_batch_submit hands in a batch and waits until the daemon has all of it: if it is durable,
 * on the disk. *out, which may be NULL, tells its number and jobs; *known, likewise, becomes 1 if
 * its key was known. An error begins nothing, and has the path "params.jobs[17].limits.order" where
 * a request is wrong, with its index. A position that the rules do not allow is found later: its
 * job fails. */
TESUJI_API int tesuji_batch_submit(tesuji_t *t, const tesuji_lot_t *lot, tesuji_batch_t *out,
                                   int *known);

/* tesuji_batch_status asks how far a batch is. */
TESUJI_API int tesuji_batch_status(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out);

/* tesuji_batch_watch stores the results from `from` on in results[], which has room for `most`, up
 * to TESUJI_BATCH_RESULTS, and returns how many they are; report.job is the place of the job among
 * those that were handed in, counted from 1. If there is none it waits for one up to wait_ms, 0 to
 * TESUJI_BATCH_WAIT_MS, in which no other call can be made; no longer if the batch has ended, which
 * *out tells. TESUJI_E_DRAINING: the daemon ends before; a durable batch goes on when that is
 * started again. TESUJI_E_RANGE: `from` is beyond those that have come. */
TESUJI_API int tesuji_batch_watch(tesuji_t *t, const tesuji_batch_ref_t *ref, uint64_t from,
                                  int wait_ms, tesuji_report_t *results, unsigned most,
                                  tesuji_batch_t *out);

/* tesuji_batch_cancel has no more jobs begun and those that run cancelled; the results that there
 * are stay, and those of the latter still come. tesuji_batch_ack says that the results of a batch
 * that has ended have been taken: the daemon forgets it. TESUJI_E_VALUE: it has not ended. *out,
 * which may be NULL, is how far it was. */
TESUJI_API int tesuji_batch_cancel(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out);
TESUJI_API int tesuji_batch_ack(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out);

/* tesuji_batch_state_name returns the name on the wire, "running"; a constant. */
TESUJI_API const char *tesuji_batch_state_name(tesuji_batch_state_t state);

/* tesuji_async_batch_watch follows a batch to its end. `told` is called for each result from `from`
 * on as it comes, by tesuji_async_run, with the `from` that would go on behind it; the result is
 * valid until it returns. Then the query is answered, with nothing but the code: TESUJI_OK once the
 * batch has ended and all was told, TESUJI_E_DRAINING where the daemon ends before, or another
 * error. A query that is cancelled, or whose deadline passes, leaves the batch as it is. The other
 * calls are made on a tesuji_t, or by tesuji_call.h. */
TESUJI_API int tesuji_async_batch_watch(
        tesuji_async_t *a, const tesuji_batch_ref_t *ref, uint64_t from,
        void (*told)(tesuji_async_t *a, const tesuji_report_t *result, uint64_t next, void *user),
        const tesuji_query_t *query, tesuji_error_t *why);

#ifdef __cplusplus
}
#endif

#endif
