/* SPDX-License-Identifier: MIT
 * front.h - what `tesuji check` and the program tesuji-check share: everything but the command
 * line and the picture of the board. It uses the checker and the base alone, so that
 * tesuji-check links nothing else.
 *
 * Ownership a front_t and its texts are the caller's.
 * Threads   one at a time. It reads a file or the standard input, and writes the answer to stdout,
 *           and progress to stderr if that is a terminal.
 * Errors    with an exit code of EXIT_LIMIT or higher, *why says what is wrong; with 64 or higher,
 *           nothing was written to stdout.
 */
#ifndef CLIENTS_CHECK_FRONT_H
#define CLIENTS_CHECK_FRONT_H

#include "clients/cli/exits.h"
#include "engine/proof/check/check.h"

/* What a file is expected to claim: anything, a proof, a denial up to an order, or one within some
 * moves. */
typedef struct {
	enum { EXPECT_ANY, EXPECT_PROVEN, EXPECT_DENIED, EXPECT_WITHIN } claim;
	unsigned order; /* of a denial: it must reach this order; EXPECT_ABSOLUTE: it must be
	                   absolute; of EXPECT_WITHIN: moves of the attacker's */
} expect_t;

enum { EXPECT_ABSOLUTE = 10 }; /* higher than any order */

typedef struct {
	const char *path;        /* "-": the standard input */
	check_options_t options; /* without go_on and its context, which front_check sets */
	uint64_t time_ms;        /* to replay the file; 0: no limit */
	expect_t expect;
	bool json, quiet;
	void (*draw)(const certificate_header_t *header); /* writes the board to stdout */
} front_t;

/* front_expect reads "proven", "denied" (by lambda or absolutely), "denied:2" (by lambda up to
 * order 2 or higher, or absolutely), "denied:absolute" or "denied-within:3" (within 3 moves or
 * more, or absolutely). Returns false for other texts. */
bool front_expect(const char *text, expect_t *out);

/* front_check reads and replays the file, and writes the answer. */
exit_t front_check(const front_t *front, errinfo_t *why);

/* front_draw writes the rows of the position, or its FEN. It draws without any library. */
void front_draw(const certificate_header_t *header);

#endif
