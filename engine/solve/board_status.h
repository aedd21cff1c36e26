/* SPDX-License-Identifier: MIT
 * board_status.h - the status of a whole board: every question that it suggests (game_survey),
 * asked of a solver at once, under one deadline.
 *
 *   capture  for each block: does the other side capture it, moving first? With the verdict by ko.
 *   save     asked when that succeeds, by ko or without: does its owner save it, moving first?
 *   cut      for each pair of near blocks: does the other side, moving first, keep them apart?
 *
 * Units      times in nanoseconds unless the name says otherwise.
 * Ownership  the caller of board_status_begin owns the status, and frees it when on_done has
 *            returned. Verdicts, once told, stay as they are until then.
 * Threads    board_status_begin and board_status_cancel: any thread; board_status_more: one
 *            thread at a time. on_verdict runs on worker threads, several at once, or inside
 *            board_status_more. on_done runs once, after the last on_verdict, possibly inside the
 *            board_status_more that returns false. Neither may block. The solver must outlive the
 *            status.
 * Errors     board_status_begin refuses a bad board with the path of the bad field; a question
 *            that cannot be asked for want of memory stays undecided.
 */
#ifndef ENGINE_SOLVE_BOARD_STATUS_H
#define ENGINE_SOLVE_BOARD_STATUS_H

#include "engine/solve/solver.h"

typedef struct board_status board_status_t;

typedef enum {
	ASKED_CAPTURE,
	ASKED_SAVE,
	ASKED_CUT,
	ASKED_KILL, /* these three are those of dragon_status.h */
	ASKED_LIVE,
	ASKED_EYES,
} asked_t;

typedef struct {
	asked_t asked;
	const theme_t *theme;
	value_t value; /* PROVEN: who moves first in this question succeeds */
	scope_t scope;
	ko_t ko; /* of a capture or save: how; and with how many threats */
	unsigned threats;
	char best[MOVE_TEXT_MAX];  /* the first move of who succeeds: "pass" where none is needed */
	char tried[MOVE_TEXT_MAX]; /* the question is about this first move alone; "" = any */
	unsigned order;
	uint64_t time_ns; /* since the status began */
	bool remembered;
} board_status_verdict_t;

typedef struct {
	problem_t board;  /* game, rows, options, ko; borrowed during the call */
	int order;        /* highest order searched; -1 = the usual one */
	uint64_t time_ms; /* for all questions together; 0 = no limit */
	bool cuts;        /* ask for them, too */
	bool fresh;       /* nothing is to be answered from memory */
	uint64_t client;  /* whose its questions are, as in request_t */
	unsigned weight;  /* of that client */
	/* The decided ones come as they are decided, the others at the end. */
	void (*on_verdict)(const board_status_verdict_t *verdict, void *context);
	void (*on_done)(void *context);
	void *context;
} board_status_request_t;

/* board_status_begin finds the questions. board_status_more asks them, the most urgent first, and
 * is to be called until it returns false: then the workers do the rest. Each call takes about half
 * a millisecond at most, whatever is answered from memory within it, so that who has others to
 * serve can do so between two of them. */
err_t board_status_begin(solver_t *solver, const board_status_request_t *request,
                         board_status_t **out, errinfo_t *why);
bool board_status_more(board_status_t *status);

/* board_status_questions: captures and cuts; how many saves will follow is not known before. */
unsigned board_status_questions(const board_status_t *status);

/* board_status_cancel ends it soon: what is not decided stays so, and on_done is called. */
void board_status_cancel(board_status_t *status);

/* board_status_totals tells of one that is done. */
typedef struct {
	unsigned decided, undecided;
	uint64_t time_ns;
	cost_t cost;
} board_status_totals_t;
board_status_totals_t board_status_totals(const board_status_t *status);

/* board_status_free releases one that is done. NULL is accepted. */
void board_status_free(board_status_t *status);

/* board_status_take makes a verdict of the result of a job, all but its time. `is_goal`: who moves
 * first wants the job's goal; else it wants to prevent that. */
void board_status_take(board_status_verdict_t *verdict, const job_t *job, const result_t *result,
                       bool is_goal);

const char *board_status_asked_name(asked_t asked); /* "capture", "save", ... */

#endif
