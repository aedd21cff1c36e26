/* SPDX-License-Identifier: MIT
 * certify.h - the certificate of what a job has proven (docs/proofs.md).
 *
 * Threads   any; not with the solver's lock. The solver must still exist.
 * Errors    as proven_strategy (proven.h); ERR_RANGE and ERR_VALUE: the format has no room, or no
 *           reasons, for such a claim.
 */
#ifndef ENGINE_SOLVE_CERTIFY_H
#define ENGINE_SOLVE_CERTIFY_H

#include "engine/proof/certificate.h"
#include "engine/proof/certificate_write.h"
#include "engine/solve/proven.h"

/* certify_job writes the strategy behind a final job's answer as a certificate. It works, here and
 * now, for as long as that takes, and searches again what the table has lost, within the budget. */
err_t certify_job(const job_t *job, const budget_t *budget, certificate_sink_t sink,
                  proof_built_t *out, errinfo_t *why);

/* certify_proven does so without the job, from the solver's table. */
err_t certify_proven(solver_t *solver, const proven_t *proven, const budget_t *budget,
                     certificate_sink_t sink, proof_built_t *out, errinfo_t *why);

/* certify_claim makes the header that its certificate would have. ERR_NOMEM. */
err_t certify_claim(const proven_t *proven, certificate_header_t *out, errinfo_t *why);

#endif
