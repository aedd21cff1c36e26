/* SPDX-License-Identifier: MIT
 * fact_check.h - is a fact true? Its record becomes a question again, and a search answers that.
 *
 * Ownership a fact_check_t is borrowed by the job until that has ended, and must not move.
 * Threads   one at a time for each; fact_check_make is pure and takes some 100 us.
 */
#ifndef SERVER_FACT_CHECK_H
#define SERVER_FACT_CHECK_H

#include "engine/solve/solver.h"
#include "engine/store/question.h"

typedef struct {
	question_t question;
	request_t request; /* for solver_submit; client, weight and on_done are the caller's */
	unsigned value, scope, ko;
} fact_check_t;

typedef enum { FACT_TRUE, FACT_OPEN, FACT_FALSE } fact_verdict_t;

/* fact_check_make makes the question of a sound record that is looked for under `hash`, to be
 * searched within so many nodes. `rng` draws stones where the record says that they do not matter,
 * so that its zone is tried as well; NULL: there are none. Nobody keeps what that search finds.
 * ERR_VALUE: a lookup would not find the record, or this program does not know the question;
 * ERR_NOMEM. */
err_t fact_check_make(fact_check_t *check, const fact_record_t *record, uint64_t hash, rng_t *rng,
                      uint64_t nodes, errinfo_t *why);

/* fact_check_compare compares the fact with what the search has found. */
fact_verdict_t fact_check_compare(const fact_check_t *check, const result_t *found);

#endif
