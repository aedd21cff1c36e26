/* SPDX-License-Identifier: MIT
 * check.h - does a certificate prove what it claims? The checker decides by rules of its own:
 * this folder includes nothing of the games, zones, search or table of the engine.
 *
 * Work      The work is bounded. A strategy is a DAG whose nodes say what to do whatever was
 *           replied, so some hundred bytes may have to be replayed on more positions than there
 *           are atoms; to know that beforehand is as hard as the game. So positions are counted,
 *           each with its node, except those that have been replayed before. By default the bound
 *           follows from how many nodes and replies the file has. A caller that is asked now and
 *           then whether to go on (go_on) can bound the time.
 *
 * Ownership everything is borrowed during the call; results are values.
 * Threads   any: two calls share nothing.
 * Errors    a file that is no certificate, or whose claim makes no sense, is an error, whose path
 *           in errinfo_t is the part of the file ("header.goal.target", "nodes[7].child"). A
 *           claim that its nodes do not prove is a result. A replay that is not finished is an
 *           error too.
 */
#ifndef ENGINE_PROOF_CHECK_CHECK_H
#define ENGINE_PROOF_CHECK_CHECK_H

#include "engine/base/sha256.h"
#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"

enum {
	CHECK_CLAIM_MAX = 1024, /* bytes of texts, the NUL included */
	CHECK_PATH_MAX = 2048,
	CHECK_MEMORY_DEFAULT = 256 << 20,
	CHECK_ZONE_WORDS = 7,
	CHECK_MOST_LEAST =
	        250000,         /* positions that are looked at by default, and as many more ... */
	CHECK_MOST_EACH = 1000, /* ... for each node, and each reply that is listed */
	CHECK_TURN = 256,       /* positions between two questions whether to go on */
};

#define CHECK_NO_LIMIT UINT64_MAX

typedef struct check_result check_result_t;

typedef struct {
	bool exhaustive; /* every legal reply, no zones */
	uint64_t most;   /* positions to look at; 0 = by the size of the file; CHECK_NO_LIMIT */
	size_t memory;   /* bytes for what has been replayed; 0 = CHECK_MEMORY_DEFAULT */
	unsigned extra;  /* stones of the defender's that the zone is to bear; see zone */

	/* Asked now and then with what is known so far: claim, nodes, positions, most. False ends
	 * the replay with ERR_CANCELLED. NULL: nobody is asked. */
	bool (*go_on)(void *context, const check_result_t *so_far);
	void *context;
} check_options_t;

struct check_result {
	bool proven;
	uint64_t positions; /* that were replayed, each with its node; of a denial, stops judged,
	                       too */
	uint64_t most;      /* that may be, at most */
	uint32_t nodes;     /* in the file */
	char claim[CHECK_CLAIM_MAX];
	certificate_header_t header;
	char digest[SHA256_HEX_BYTES]; /* of the canonical file with this header and strategy */
	bool canonical;                /* that is the file that was read */
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
};

/* check_stream and check_file return ERR_OK with a result; ERR_LIMIT when out->most positions, or
 * the memory of a denial's, did not suffice; ERR_CANCELLED when options->go_on ended it; or what is
 * wrong with the file. *out->header, claim and nodes are good once they could be read. */
err_t check_stream(certificate_source_t source, const check_options_t *options, check_result_t *out,
                   errinfo_t *why);
err_t check_file(const char *path, const check_options_t *options, check_result_t *out,
                 errinfo_t *why);

#endif
