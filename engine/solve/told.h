/* SPDX-License-Identifier: MIT
 * told.h - what somebody else has told of a job (lend.h), and whether it is true.
 *
 * A proof or a denial is compared with a certificate's claim, or with what a search finds that is
 * asked for no more than was told. So a lambda denial of order 2 is not false because order 3
 * succeeds. Of a verdict by ko only that is looked at which was told with its own stock of threats.
 *
 * Ownership told_fini releases what a told_t holds; also of one that is all zero.
 * Threads   any; not with the solver's lock. The solver must still exist.
 */
#ifndef ENGINE_SOLVE_TOLD_H
#define ENGINE_SOLVE_TOLD_H

#include "engine/proof/certificate.h"
#include "engine/solve/proven.h"

typedef struct {
	proven_t proven;
	uint64_t nodes; /* that it has cost */
} told_t;

typedef enum { TOLD_TRUE, TOLD_OPEN, TOLD_FALSE } told_verdict_t;

/* told_of_job keeps what was told of a final job. Errors as proven_of_job. */
err_t told_of_job(const job_t *job, told_t *out, errinfo_t *why);
void told_fini(told_t *told);

/* told_is_claim tells whether a certificate with this header would prove what was told; ERR_VALUE:
 * it is about something else, *why says what. ERR_NOMEM. */
err_t told_is_claim(const told_t *told, const certificate_header_t *claim, errinfo_t *why);

/* told_ask has the solver search for it again, with one worker and at most so many nodes; *request
 * has client, weight, on_done and context, and the rest is filled in. Errors as solver_submit.
 * told_compare compares what that job, which is final, has found. */
err_t told_ask(solver_t *solver, const told_t *told, request_t *request, uint64_t nodes,
               job_t **out, errinfo_t *why);
told_verdict_t told_compare(const told_t *told, const job_t *found);

#endif
