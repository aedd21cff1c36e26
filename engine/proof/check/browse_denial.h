/* SPDX-License-Identifier: MIT
 * browse_denial.h - where a move leads in a denial, for browse.h: by the rules of deny.c, of which
 * one line is followed.
 *
 * Threads   any: nothing here keeps state.
 */
#ifndef ENGINE_PROOF_CHECK_BROWSE_DENIAL_H
#define ENGINE_PROOF_CHECK_BROWSE_DENIAL_H

#include "engine/proof/check/browse_inside.h"

/* browse_denial_start stands at the position of the claim. */
void browse_denial_start(const browse_t *browse, browse_stand_t *out);

/* browse_denial_play makes a move where the browser stands: of the attacker's any legal one, of the
 * defender's the one of the node. False: it is none of these, or the file has no answer to it;
 * *out is of no use then. */
bool browse_denial_play(const browse_t *browse, int32_t move, browse_stand_t *out);

/* browse_denial_ends: does this legal move of the attacker's put the goal out of his own reach? */
bool browse_denial_ends(const browse_t *browse, int32_t move);

#endif
