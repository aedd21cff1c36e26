/* SPDX-License-Identifier: MIT
 * check.h - does a certificate prove what it claims? By rules of the checker's own.
 *
 * This folder includes nothing of the games, zones, search or table of the engine.
 *
 * Threads   any: nothing is shared between two calls.
 * Errors    what is no certificate, or claims what makes no sense, is an error; a claim that its
 * nodes do not prove is a result.
 */
#ifndef ENGINE_PROOF_CHECK_CHECK_H
#define ENGINE_PROOF_CHECK_CHECK_H

#include "engine/proof/certificate.h"

enum {
	CHECK_CLAIM_MAX = 1024, /* bytes of texts, the NUL included */
	CHECK_PATH_MAX = 2048,
	CHECK_MEMORY_DEFAULT = 256 << 20,
	CHECK_ZONE_WORDS = 6,
};

typedef struct {
	bool exhaustive; /* every legal reply, no zones */
	uint64_t most;   /* positions to look at; 0 = no limit */
	size_t memory;   /* bytes for what has been replayed; 0 = CHECK_MEMORY_DEFAULT */
	unsigned extra;  /* stones of the defender's that the zone is to bear; see zone */
} check_options_t;

typedef struct {
	bool proven;
	uint64_t positions; /* that were replayed, each with its node */
	uint32_t nodes;     /* in the file */
	char claim[CHECK_CLAIM_MAX];
	certificate_header_t header;
	/* Of a proof, in the default mode: the points that it rests on, bit by bit. In Go and Hex
	 * the same nodes prove the same claim on every board that looks alike on them, with the
	 * same side to move, ko and threats. In Gomoku and Atari-Go they do with up to
	 * options->extra stones more of the defender's on other empty points, if that decides
	 * nothing at once. Else it is all points. */
	uint64_t zone[CHECK_ZONE_WORDS];
	/* Where it is not proven: the moves to the first bad node, that node, and what is bad. */
	char path[CHECK_PATH_MAX];
	uint32_t node;
	char reason[CHECK_CLAIM_MAX];
} check_result_t;

/* check_stream and check_file return ERR_OK with a result; ERR_LIMIT when options->most positions
 * did not suffice; or what is wrong with the file. *out->header is good once it could be read. */
err_t check_stream(certificate_source_t source, const check_options_t *options, check_result_t *out,
                   errinfo_t *why);
err_t check_file(const char *path, const check_options_t *options, check_result_t *out,
                 errinfo_t *why);

#endif
