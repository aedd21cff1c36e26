/* SPDX-License-Identifier: MIT
 * certificate.h - the file that proves a result: its claim and its bounds. certificate_write.h
 * writes it node by node, certificate_read.h reads it in one pass.
 *
 * docs/proofs.md tells what is in it and what makes it a proof; nothing here knows any rules. What
 * is written is well-formed whoever calls; what is read is within the bounds below, whatever the
 * bytes.
 *
 * Units     moves as in docs/proofs.md: points y * width + x; from + 64 * to + 4096 * promotion;
 *           CERTIFICATE_PASS.
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

#endif
