/* SPDX-License-Identifier: MIT
 * tst.h - lists of problems for people to write: a header and a board.
 *
 *     # A comment.
 *     ladder  capture D5  proven  order=1 best=E5,E6
 *     ladder-order-0  capture D5  disproven  order=0
 *         . . . . .
 *         . X O . .
 *
 * A header is a name, what to capture, the verdict (proven, disproven, undecided;
 * unchecked: any) and fields. Headers that follow each other share the board below
 * them. The board is indented; X black, O white, . or + empty, blanks ignored.
 *
 *     order=N      proven: at order limit N, and not at N - 1; else the limit
 *     limit=N      order limit; default: order, or 3
 *     depth=N      plies of the shortest proof (schedule "depth")
 *     best=P,P     the best move is one of these
 *     nodes=N      one worker needs at most so many
 *     scope=absolute|order
 *     attacker=black|white, ko=P, threats=ATTACKER/DEFENDER (0, 1, 2, unlimited)
 *     board=19x19 corner=tl|tr|bl|br     the diagram is a corner of this board
 *
 * Ownership plain storage; texts are inside.
 * Errors    *why names the line.
 */
#ifndef TESTS_PROBLEMS_TST_H
#define TESTS_PROBLEMS_TST_H

#include <stdio.h>

#include "engine/base/err.h"
#include "engine/solve/solver.h"

enum { TST_NAME_MAX = 48, TST_BEST_MAX = 128, TST_SHARED_MAX = 16, TST_LINE_MAX = 512 };

typedef struct {
	char name[TST_NAME_MAX];
	unsigned line;
	char target[MOVE_TEXT_MAX], ko[MOVE_TEXT_MAX];
	char best[TST_BEST_MAX]; /* "E5,E6"; "" = any */
	bool checked;            /* false: any verdict will do */
	value_t value;
	int scope;               /* a scope_t; -1 = any */
	int order, limit, depth; /* -1 = not given */
	uint64_t nodes;          /* 0 = not given */
	colour_t attacker;
	unsigned attacker_threats, defender_threats;
	unsigned width, height; /* of the whole board; 0 = as drawn */
	bool right, bottom;     /* corner of the diagram */
	char rows[ROWS_TEXT_MAX];
} tst_t;

/* A list being read. */
typedef struct {
	FILE *file;
	const char *path;
	unsigned line;
	tst_t shared[TST_SHARED_MAX]; /* headers above one board */
	unsigned count, next;
	char text[TST_LINE_MAX]; /* the line read ahead */
	bool ahead;
} tst_reader_t;

/* tst_open opens a list; tst_next reads the next problem: ERR_OK, ERR_CLOSED at
 * the end of the list, or what is wrong with it. tst_close closes it. */
err_t tst_open(tst_reader_t *reader, const char *path, errinfo_t *why);
err_t tst_next(tst_reader_t *reader, tst_t *out, errinfo_t *why);
void tst_close(tst_reader_t *reader);

/* tst_request makes a request of it, with no limits but the order. It borrows
 * the problem's texts. */
request_t tst_request(const tst_t *problem);

#endif
