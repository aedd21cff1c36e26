/* SPDX-License-Identifier: MIT
 * submission.h - from a request to a job: everything that is refused is refused here.
 *
 * Threads   any; without the solver's lock.
 * Errors    as solver_submit, with the path of the bad field.
 */
#ifndef ENGINE_SOLVE_SUBMISSION_H
#define ENGINE_SOLVE_SUBMISSION_H

#include "engine/solve/solver_parts.h"

/* submission_make checks the request and makes a job with one reference and its primary task; or,
 * if the answer is remembered, with its result and no task. */
err_t submission_make(solver_t *solver, const request_t *request, job_t **out, errinfo_t *why);

#endif
