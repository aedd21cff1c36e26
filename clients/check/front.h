/* SPDX-License-Identifier: MIT
 * front.h - what `tesuji check` and the program tesuji-check have in common: all but their command
 * lines and the picture of a board.
 *
 * Uses the checker and the base alone, so that tesuji-check links nothing else.
 *
 * Ownership a front_t and its texts are the caller's.
 * Threads   one at a time: it reads a file, or the standard input, and writes to stdout, and how
 * far it is to stderr if that is a terminal. Errors    an exit code of EXIT_LIMIT and more comes
 * with a line in *why; of 64 and more with nothing on stdout.
 */
#ifndef CLIENTS_CHECK_FRONT_H
#define CLIENTS_CHECK_FRONT_H

#include "clients/cli/exits.h"
#include "engine/proof/check/check.h"

/* What a file is expected to claim: any that it bears out, a proof, or a denial that reaches an
 * order. */
typedef struct {
	enum { EXPECT_ANY, EXPECT_PROVEN, EXPECT_DENIED } claim;
	unsigned order; /* of a denial: at least so far; EXPECT_ABSOLUTE: for good */
} expect_t;

enum { EXPECT_ABSOLUTE = 10 }; /* more than an order can be */

typedef struct {
	const char *path;        /* "-": the standard input */
	check_options_t options; /* but go_on and its context, which are the front's */
	uint64_t time_ms;        /* to replay it; 0: no limit */
	expect_t expect;
	bool json, quiet;
	void (*draw)(const certificate_header_t *header); /* the board, to stdout */
} front_t;

/* front_expect reads "proven", "denied", "denied:2" (by lambda up to order 2 or more, or
 * absolutely), "denied:absolute". False: it is none of these. */
bool front_expect(const char *text, expect_t *out);

/* front_check reads the file, replays it and reports. */
exit_t front_check(const front_t *front, errinfo_t *why);

/* front_draw writes the rows of the position, or its FEN: a picture without any library. */
void front_draw(const certificate_header_t *header);

#endif
