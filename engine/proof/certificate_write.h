/* SPDX-License-Identifier: MIT
 * certificate_write.h - certificates written node by node. What is written is well-formed whoever
 * calls.
 *
 * Ownership a writer is its creator's. Sinks are borrowed.
 * Threads   one thread at a time.
 * Errors    the first failure sticks and is returned by every later call.
 */
#ifndef ENGINE_PROOF_CERTIFICATE_WRITE_H
#define ENGINE_PROOF_CERTIFICATE_WRITE_H

#include "engine/proof/certificate.h"

/* Bytes go to `write`, which says whether it took them. */
typedef struct {
	bool (*write)(void *to, const void *bytes, size_t length);
	void *to;
} certificate_sink_t;

typedef struct certificate_writer certificate_writer_t;

/* certificate_write_begin makes a writer and writes the header. *out is NULL on failure. */
err_t certificate_write_begin(const certificate_header_t *header, certificate_sink_t sink,
                              certificate_writer_t **out, errinfo_t *why);

/* Each writes a node and tells its number. attack: `child` is CERTIFICATE_NONE where the move
 * reaches the goal. defence: `otherwise` may be CERTIFICATE_NONE; the replies are sorted in place.
 * Children have been written before; ERR_RANGE for what the format does not allow. */
err_t certificate_write_attack(certificate_writer_t *writer, int32_t move, uint32_t child,
                               uint32_t *node);
err_t certificate_write_defence(certificate_writer_t *writer, uint32_t otherwise,
                                certificate_reply_t *replies, unsigned count, uint32_t *node);

/* certificate_write_end writes the trailer. After it only certificate_writer_free may follow, which
 * may be called at any time. NULL is accepted. */
err_t certificate_write_end(certificate_writer_t *writer, uint32_t root);
void certificate_writer_free(certificate_writer_t *writer);

#endif
