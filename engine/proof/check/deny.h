/* SPDX-License-Identifier: MIT
 * deny.h - replays a denial; for check.c.
 *
 * Ownership everything is borrowed during the call.
 * Threads   any: two calls share nothing.
 * Errors    as in check.h.
 */
#ifndef ENGINE_PROOF_CHECK_DENY_H
#define ENGINE_PROOF_CHECK_DENY_H

#include "engine/proof/check/check.h"
#include "engine/proof/check/rules.h"
#include "engine/proof/strategy.h"

/* Told of each position with the attacker to move from which a node goes on, once, with the first
 * such node; `order` is what deny.c counts. */
typedef struct {
	void (*told)(void *context, uint32_t node, int order, const check_board_t *board);
	void *context;
} deny_watch_t;

/* deny_replay tries every legal move of the attacker's everywhere; out->proven, positions, node,
 * path and reason are written. `watch` may be NULL. ERR_LIMIT: that takes more than options->most
 * positions, or more than `memory` bytes to remember them; ERR_NOMEM. */
err_t deny_replay(const check_claim_t *claim, const strategy_t *strategy,
                  const check_options_t *options, size_t memory, const deny_watch_t *watch,
                  check_result_t *out, errinfo_t *why);

#endif
