/* SPDX-License-Identifier: MIT
 * ask.h - questions about a board, answered by a tesujid.
 *
 * Ownership the connection is borrowed.
 * Threads   one thread at a time.
 * Errors    ask_... return false when the daemon refuses or is gone; ask_failure says why.
 */
#ifndef CLIENTS_GTP_ASK_H
#define CLIENTS_GTP_ASK_H

#include <stdbool.h>

#include "clients/c/tesuji.h"
#include "protocol/sgf_board.h"

enum { ASK_ORDER_MOST = 7, ASK_PROGRESS_MS = 250 };

typedef struct {
	int64_t order;   /* highest lambda-order asked */
	int64_t nodes;   /* of all orders of a question together; 0 = no limit */
	int64_t time_ms; /* likewise */
} ask_limits_t;

typedef struct {
	tesuji_t *daemon;
	unsigned workers; /* most on a question */
	ask_limits_t limits;
	uint64_t nodes; /* searched since somebody set it to 0 */
	/* Told of the search of ask_goal, with the ask_t; NULL: nobody. */
	int (*on_progress)(const tesuji_report_t *report, void *ask);
	char failure[TESUJI_ERROR_BYTES];
} ask_t;

/* How who moves first succeeds, by GNU Go's numbers. */
typedef enum {
	ASK_FAILS = 0,
	ASK_SURE = 1,      /* unconditionally */
	ASK_KO = 2,        /* by a ko in which the other side has to find the first threat */
	ASK_KO_THREAT = 3, /* by a ko in which he needs threats himself */
} ask_code_t;

typedef struct {
	ask_code_t code;
	int move;         /* the first, a point or SGF_NO_POINT: he need not move */
	unsigned threats; /* of a ko that is told as such: the fewest he has to find */

	/* What was being looked at where the highest order was left open and a lower one told the
	 * move; else SGF_NO_POINT. */
	int leading;
} answer_t;

/* ask_attack asks whether the block at `point` can be captured by its enemy moving first,
 * ask_defend whether its owner can prevent that by moving first. */
bool ask_attack(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);
bool ask_defend(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);

/* ask_briefly asks the same (`attacks`, or defends) at the highest order alone, within a small part
 * of the limits. *known: has it come to a verdict? */
bool ask_briefly(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *out,
                 bool *known);

/* ask_works asks whether who makes a move succeeds by it without a ko: the enemy of the block at
 * `point` (`attacks`) in capturing it, or its owner in saving it. TESUJI_PROVEN says that it is
 * captured, TESUJI_UNDECIDED that so many nodes do not tell. The move must be legal, or
 * SGF_NO_POINT: a pass. */
bool ask_works(ask_t *ask, const sgf_board_t *board, int point, int move, bool attacks,
               int64_t nodes, tesuji_value_t *out);

/* ask_connect asks whether two stones of a colour can be made one block by their owner moving
 * first, ask_disconnect whether the enemy can prevent it by moving first. */
bool ask_connect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out);
bool ask_disconnect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out);

/* ask_kill asks whether the enemy, moving first, keeps the block from unconditional life; ask_live
 * whether its owner, moving first, brings it there. */
bool ask_kill(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);
bool ask_live(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);

/* A goal as the daemon has it. */
typedef struct {
	const char *name;
	unsigned points; /* 1 or 2 */
	int point[2];
	bool is_own; /* the first stone is the attacker's */
	tesuji_side_t first;
} goal_t;

/* ask_goal asks once, within all limits, and gives the daemon's own report. */
bool ask_goal(ask_t *ask, const sgf_board_t *board, const goal_t *goal, tesuji_report_t *out);

#endif
