/* SPDX-License-Identifier: MIT
 * canonical.h - the canonical file: the same for all files with the same header and strategy; and
 * its digest, by which a proof can be named (docs/proofs.md).
 *
 * Nothing here knows the rules of a game: two spellings of one claim have two names.
 *
 * Ownership everything is borrowed during the call; a tap for as long as somebody reads through
 *           it.
 * Threads   any.
 * Errors    ERR_NOMEM; canonical_write also returns those of the certificate's writer. */
#ifndef ENGINE_PROOF_CANONICAL_H
#define ENGINE_PROOF_CANONICAL_H

#include "engine/base/sha256.h"
#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"
#include "engine/proof/certificate_write.h"
#include "engine/proof/strategy.h"

/* canonical_write writes the nodes that the root leads to, each once. *nodes is how many; the root
 * is the last of them. */
err_t canonical_write(const certificate_header_t *header, const strategy_t *strategy,
                      certificate_sink_t sink, uint32_t *nodes, errinfo_t *why);

/* What goes through a tap is summed. canonical_tap returns the source to read from instead. */
typedef struct {
	certificate_source_t from;
	sha256_t sha;
} canonical_tap_t;

certificate_source_t canonical_tap(canonical_tap_t *tap, certificate_source_t from);

/* canonical_name writes the digest of the canonical file, in hexadecimal, and tells whether the one
 * that was read through the tap, to its end, was that. */
err_t canonical_name(const canonical_tap_t *tap, const certificate_header_t *header,
                     const strategy_t *strategy, char digest[SHA256_HEX_BYTES], bool *is_canonical,
                     errinfo_t *why);

#endif
