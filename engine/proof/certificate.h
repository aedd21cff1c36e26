/* SPDX-License-Identifier: MIT
 * certificate.h - the file that proves a result: written node by node, read in one pass.
 *
 * docs/proofs.md tells what is in it and what makes it a proof; nothing here knows any rules. What
 * is written is well-formed whoever calls; what is read is within the bounds below, whatever the
 * bytes.
 *
 * Units     moves as in docs/proofs.md: points y * width + x; from + 64 * to + 4096 * promotion;
 *           CERTIFICATE_PASS.
 * Ownership a writer or reader is its creator's. Sinks and sources are borrowed.
 * Threads   one thread at a time.
 * Errors    of reading: "byte 120, node 7: ..." in errinfo_t, and nothing can be read after one.
 *           Of writing: the first failure sticks and is returned by every later call.
 */
#ifndef ENGINE_PROOF_CERTIFICATE_H
#define ENGINE_PROOF_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	CERTIFICATE_FORMAT = 1,
	CERTIFICATE_RULES = 1,
	CERTIFICATE_HEADER_MAX = 4096, /* bytes */
	CERTIFICATE_TEXT_MAX = 512,    /* bytes of a text, the NUL included */
	CERTIFICATE_WORD_MAX = 32,     /* of a name, the NUL included */
	CERTIFICATE_OPTIONS_MAX = 4,
	CERTIFICATE_REPLIES_MAX = 512, /* listed at one defence */
	CERTIFICATE_LINE_MAX = 1024,   /* nodes from the root to a leaf */
	CERTIFICATE_MOVE_MAX = 20479,  /* h8 to h8, promoting to a queen */
	CERTIFICATE_PASS = -1,
	CERTIFICATE_UNLIMITED = 3, /* a stock of ko threats that never ends */
};

#define CERTIFICATE_NONE UINT32_MAX /* no node */

typedef struct {
	char name[CERTIFICATE_WORD_MAX], value[CERTIFICATE_TEXT_MAX];
} certificate_option_t;

/* The claim. Empty texts: not given. */
typedef struct {
	char kind[CERTIFICATE_WORD_MAX]; /* "proof" */
	char game[CERTIFICATE_WORD_MAX];
	certificate_option_t option[CERTIFICATE_OPTIONS_MAX];
	unsigned options;
	char goal[CERTIFICATE_WORD_MAX];
	char target[CERTIFICATE_TEXT_MAX];
	bool black;                      /* attacks */
	bool defender_first;             /* who is to move in the position */
	char rows[CERTIFICATE_TEXT_MAX]; /* or */
	char fen[CERTIFICATE_TEXT_MAX];  /* in chess */
	char ko[CERTIFICATE_WORD_MAX];   /* a point */
	unsigned threats[2];             /* the attacker's, the defender's */
	unsigned order, depth;           /* for information */
	char by[CERTIFICATE_TEXT_MAX];   /* likewise */
} certificate_header_t;

typedef struct {
	int32_t move;
	uint32_t child;
} certificate_reply_t;

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
