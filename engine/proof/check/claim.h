/* SPDX-License-Identifier: MIT
 * claim.h - what a certificate claims: from its header to a position and a goal, and to words.
 *
 * Units     points and moves as in docs/proofs.md.
 * Threads   any: nothing here keeps state.
 * Errors    claim_read names the field of the header that is wrong; the others cannot fail.
 */
#ifndef ENGINE_PROOF_CHECK_CLAIM_H
#define ENGINE_PROOF_CHECK_CLAIM_H

#include "engine/proof/check/rules.h"

/* claim_read understands a header; the position must be legal and open. */
err_t claim_read(const certificate_header_t *header, check_claim_t *claim, errinfo_t *why);

/* claim_text says what is claimed, claim_move what a move is called. */
void claim_text(const certificate_header_t *header, const check_claim_t *claim, strbuf_t *out);
void claim_move(const check_claim_t *claim, int move, strbuf_t *out);

/* claim_point reads the point that `length` bytes name, or NO_POINT. */
int claim_point(const check_claim_t *claim, const char *text, size_t length);

/* claim_fill adds the whole board. */
void claim_fill(const check_claim_t *claim, set_t *set);

#endif
