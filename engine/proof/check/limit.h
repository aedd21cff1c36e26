/* SPDX-License-Identifier: MIT
 * limit.h - counts the positions of a replay against its bound.
 *
 * Threads   one at a time.
 * Errors    ERR_LIMIT: the bound is reached. ERR_CANCELLED: the caller's go_on said no.
 */
#ifndef ENGINE_PROOF_CHECK_LIMIT_H
#define ENGINE_PROOF_CHECK_LIMIT_H

#include "engine/proof/check/check.h"

/* limit_most returns how many positions may be looked at. */
uint64_t limit_most(const check_options_t *options, uint32_t nodes, size_t replies);

/* limit_count counts one more, or says why not: ERR_LIMIT, ERR_CANCELLED. */
err_t limit_count(check_result_t *result, const check_options_t *options, errinfo_t *why);

#endif
