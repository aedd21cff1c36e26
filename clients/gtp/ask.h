/* SPDX-License-Identifier: MIT
 * ask.h - questions about a board, answered by a tesujid.
 *
 * Units     points as sgf_board.h has them. "Attacks" says that the enemy of the block at `point`
 *           moves first and wants to capture it; else its owner moves first and wants to save it.
 * Ownership the connection is borrowed for the life of the ask_t. Answers are copies.
 * Threads   one thread at a time.
 * Errors    the functions return false when the daemon refuses or the connection is lost; then
 *           ask->failure says why, and *out is not to be used. A question that the limits leave
 *           undecided is no error: ask.c says how it is answered.
 */
#ifndef CLIENTS_GTP_ASK_H
#define CLIENTS_GTP_ASK_H

#include <stdbool.h>

#include "clients/c/tesuji.h"
#include "protocol/sgf_board.h"

enum { ASK_ORDER_MOST = 7, ASK_PROGRESS_MS = 250 };

typedef struct {
	int64_t order;   /* highest lambda-order asked */
	int64_t nodes;   /* for one question, all orders together; 0: no limit */
	int64_t time_ms; /* for one question; 0: no limit */
} ask_limits_t;

typedef struct {
	tesuji_t *daemon;
	unsigned workers; /* most threads to search a question */
	ask_limits_t limits;
	uint64_t nodes; /* searched since the caller last set it to 0 */
	/* Called with each progress report of ask_goal, and the ask_t; NULL: none. Non-zero
	 * stops the search. */
	int (*on_progress)(const tesuji_report_t *report, void *ask);
	char failure[TESUJI_ERROR_BYTES];
} ask_t;

/* How the side that moves first succeeds, by GNU Go's numbers. */
typedef enum {
	ASK_FAILS = 0,
	ASK_SURE = 1,      /* unconditionally */
	ASK_KO = 2,        /* by a ko in which the other side has to find the first threat */
	ASK_KO_THREAT = 3, /* by a ko in which it has to find the first threat itself */
} ask_code_t;

/* What an answer rests on. */
typedef enum {
	ASK_PROVEN, /* on a search of all moves that matter, up to the highest order */
	ASK_JUDGED, /* on a guess: nothing has been shown */
} ask_basis_t;

typedef struct {
	ask_code_t code;
	ask_basis_t basis;
	int move;         /* the first move, a point; SGF_NO_POINT: no move is needed */
	unsigned threats; /* with ASK_KO and ASK_KO_THREAT: the fewest threats that have to be
	                   * found */

	/* The move that the highest order was looking at when it ended undecided, if a lower
	 * order gave `move`; else SGF_NO_POINT. */
	int leading;
} answer_t;

/* ask_attack asks whether the block at `point` can be captured by its enemy moving first,
 * ask_defend whether its owner can prevent that by moving first. */
bool ask_attack(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);
bool ask_defend(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);

/* ask_briefly asks one of these two questions, at the highest order alone and within a small
 * part of the limits. Sets *known to whether the search reached a verdict. */
bool ask_briefly(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *out,
                 bool *known);

/* ask_works asks whether a given first move succeeds without a ko, within `nodes` nodes. The
 * move must be legal, or SGF_NO_POINT for a pass. Sets *out to TESUJI_PROVEN if the block at
 * `point` is captured, to TESUJI_DISPROVEN if it is saved, to TESUJI_UNDECIDED if the nodes do
 * not suffice. */
bool ask_works(ask_t *ask, const sgf_board_t *board, int point, int move, bool attacks,
               int64_t nodes, tesuji_value_t *out);

/* ask_link asks about two stones of one colour in different blocks, at the highest order alone and
 * within a part of the limits: whether their owner can make them one block, moving first
 * (TESUJI_ATTACKER), or whether the enemy, moving first, can prevent it (TESUJI_DEFENDER). Sets
 * *known as ask_briefly does; out->move is the move that the search was looking at where it is
 * false. */
bool ask_link(ask_t *ask, const sgf_board_t *board, const int points[2], tesuji_side_t first,
              answer_t *out, bool *known);

/* ask_link_guess asks so as well, but for a guess: of few moves, up to `further` orders above the
 * highest, and without a verdict by ko. What it says is judged, never proven. */
bool ask_link_guess(ask_t *ask, const sgf_board_t *board, const int points[2], tesuji_side_t first,
                    unsigned further, answer_t *out, bool *known);

/* ask_kill asks whether the enemy, moving first, can keep the block at `point` from
 * unconditional life; ask_live whether its owner, moving first, can make it unconditionally
 * alive. */
bool ask_kill(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);
bool ask_live(ask_t *ask, const sgf_board_t *board, int point, answer_t *out);

/* A goal in the daemon's words. */
typedef struct {
	const char *name;
	unsigned points; /* 1 or 2 */
	int point[2];
	bool is_own; /* the attacker has the colour of the first stone, not its enemy */
	tesuji_side_t first;
} goal_t;

/* ask_goal asks once, within all limits, and copies the daemon's report to *out. */
bool ask_goal(ask_t *ask, const sgf_board_t *board, const goal_t *goal, tesuji_report_t *out);

#endif
