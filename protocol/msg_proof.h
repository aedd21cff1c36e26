/* SPDX-License-Identifier: MIT
 * msg_proof.h - the messages of job.certificate, as msg.h has those of jobs.
 *
 * Units     bytes; ms.
 * Ownership as in msg.h; msg_piece_t.piece is borrowed, after reading from the bytes of the frame.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_PROOF_H
#define PROTOCOL_MSG_PROOF_H

#include "protocol/msg.h"

enum {
	PIECE_BYTES_MAX = 262144,         /* of a certificate in one answer */
	CERTIFICATE_BYTES_MAX = 67108864, /* of a whole certificate */
	MAKING_MOST_MS = 600000,          /* the longest time for making one */
	MAKING_DEFAULT_MS = 60000,
};

/* The parameters of job.certificate. */
typedef struct {
	uint64_t job;
	uint64_t offset;  /* where the piece that is wanted begins */
	uint64_t time_ms; /* for making the certificate, if it has to be made; 0: MAKING_MOST_MS */
	uint64_t nodes;   /* that may be searched again for it; 0: as many as the server allows */
} msg_certificate_t;

void msg_certificate_write(wirebuf_t *out, const msg_certificate_t *msg);
err_t msg_certificate_read(const node_t *map, msg_certificate_t *msg, errinfo_t *why);

/* The result of job.certificate. If it is not ready, job.certified will follow; then ask again. */
typedef struct {
	uint64_t job;
	bool ready;
	uint64_t bytes;    /* of the whole certificate; 0: not known yet */
	uint64_t made;     /* nodes of the certificate so far, while it is made */
	const char *piece; /* NULL: not ready */
	size_t length;     /* of the piece; 0: the offset is the end of the certificate */
} msg_piece_t;

void msg_piece_write(wirebuf_t *out, const msg_piece_t *msg);
err_t msg_piece_read(const node_t *map, msg_piece_t *msg, errinfo_t *why);

/* job.certified: the certificate is ready, or could not be made. */
typedef struct {
	uint64_t job;
	uint64_t bytes;
	uint64_t nodes;    /* of the strategy */
	uint64_t searched; /* of the search again, where the table had lost parts of the proof */
	bool has_error;
	msg_error_t error;
} msg_certified_t;

void msg_certified_write(wirebuf_t *out, const msg_certified_t *msg);
err_t msg_certified_read(const node_t *map, msg_certified_t *msg, errinfo_t *why);

#endif
