/* SPDX-License-Identifier: MIT
 * certificate_read.h - certificates read in one pass. What is read is within the bounds of
 * certificate.h, whatever the bytes.
 *
 * Ownership a reader is its creator's. Sources are borrowed.
 * Threads   one thread at a time.
 * Errors    the path in errinfo_t is the part of the file, "header.order" or "nodes[7].child"; the
 *           text has the byte as well. Nothing can be read after an error.
 */
#ifndef ENGINE_PROOF_CERTIFICATE_READ_H
#define ENGINE_PROOF_CERTIFICATE_READ_H

#include "engine/proof/certificate.h"

/* Bytes come from `read`: up to `capacity` of them, 0 at the end, -1 on failure. */
typedef struct {
	long (*read)(void *from, void *buffer, size_t capacity);
	void *from;
} certificate_source_t;

typedef struct certificate_reader certificate_reader_t;

typedef enum { CERTIFICATE_ATTACK, CERTIFICATE_DEFENCE, CERTIFICATE_END } certificate_kind_t;

typedef struct {
	certificate_kind_t kind;
	int32_t move;                       /* of an attack */
	uint32_t child;                     /* of an attack, of other replies, the root; or none */
	const certificate_reply_t *replies; /* of a defence; until the next call */
	unsigned count;                     /* of them */
} certificate_item_t;

/* certificate_read_begin reads the header, checking its form, not its sense. *out is NULL on
 * failure: ERR_SYNTAX no certificate, or not of this form; ERR_VALUE one of another format or
 * rules; ERR_IO. */
err_t certificate_read_begin(certificate_source_t source, certificate_header_t *claim,
                             certificate_reader_t **out, errinfo_t *why);

/* certificate_read reads the next node. CERTIFICATE_END comes once, when the count and the CRC were
 * right and nothing follows. */
err_t certificate_read(certificate_reader_t *reader, certificate_item_t *out, errinfo_t *why);

void certificate_reader_free(certificate_reader_t *reader);

#endif
