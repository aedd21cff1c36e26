/* SPDX-License-Identifier: MIT
 * metrics.h - what the daemon counts, for server.metrics and Prometheus (metrics_text.h).
 *
 * A count is one addition on the loop thread. Its labels are numbers from tables of ours: methods,
 * errors, classes, states. Nothing that a client sends becomes a label, so the counts take the same
 * room however long the daemon runs. Counts that belong to a part are kept there (conns_t, pace_t,
 * logins_t, committer.c, account_t).
 *
 * Units     in the names.
 * Ownership plain storage, which is empty when it is all zero.
 * Threads   the loop thread.
 */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>

#include "engine/solve/solver.h"
#include "protocol/methods.h"
#include "server/accounts.h"

enum {
	METRICS_BUCKETS = 15,              /* layout: of a histogram, 100 us to 1000 s */
	METRICS_ERRORS = 32,               /* limit: numbers of errors (err.h), 0 to -31 */
	METRICS_CLASSES = MSG_CLASSES + 1, /* the last is that of no account */
	METRICS_VALUES = VALUE_PROVEN - VALUE_DISPROVEN + 1,
};

/* Times; count[METRICS_BUCKETS] are those above the last bound. */
typedef struct {
	uint64_t count[METRICS_BUCKETS + 1], sum_ns;
} histogram_t;

typedef struct {
	uint64_t requests[METHODS], errors[METRICS_ERRORS], submitted;
	uint64_t ended[METRICS_CLASSES][JOB_STATES];
	uint64_t values[METRICS_VALUES], remembered, nodes; /* of jobs that have ended */
	uint64_t nodes_told;                                /* which never goes back */
	histogram_t wait[METRICS_CLASSES], solve;           /* of jobs that were searched */
} metrics_t;

/* metrics_add takes a time into a histogram. metrics_bounds has the upper bounds of its buckets. */
extern const uint64_t metrics_bounds[METRICS_BUCKETS]; /* ns */
void metrics_add(histogram_t *histogram, uint64_t ns);

/* metrics_class returns the class under which an account, or NULL, is counted. */
unsigned metrics_class(const account_t *account);

/* metrics_submitted counts a job of the account, or of nobody (NULL); metrics_ended its end. */
void metrics_submitted(metrics_t *metrics, account_t *account);
void metrics_ended(metrics_t *metrics, account_t *account, const result_t *result);

/* metrics_refused counts an error that a client was told; of the account, or NULL. */
void metrics_refused(metrics_t *metrics, account_t *account, err_t err);

#endif
