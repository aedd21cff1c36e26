/* SPDX-License-Identifier: MIT
 * first_moves.h - which first moves of a problem work? Each legal first move is asked about as a
 * question of its own: the board after it, with the other side to move (sequel.h).
 *
 *   works   the side that moves first gets what it wants after this move
 *   fails   it does not; the answer has the other side's reply, and the line
 *   open    not decided within the limits
 *
 * A move fails only where its question is decided against it, with the scope of that answer: by
 * lambda up to order n, as far as the orders up to n tell. That a search of the problem itself
 * leaves a move out says nothing about the move.
 *
 * Units, ownership, threads and errors are those of board_status.h; a verdict's job belongs to the
 * first_moves_t until first_moves_drop.
 */
#ifndef ENGINE_SOLVE_FIRST_MOVES_H
#define ENGINE_SOLVE_FIRST_MOVES_H

#include "engine/solve/solver.h"

typedef struct first_moves first_moves_t;

typedef enum { MOVE_OPEN, MOVE_WORKS, MOVE_FAILS } move_verdict_t;

/* What is known of one first move. */
typedef struct {
	move_verdict_t verdict;
	const sequel_t *sequel; /* the move, and the question after it if there is one */
	unsigned rank; /* its place in the order of the game, from 1: natural ones come first */
	scope_t scope;
	job_t *job; /* the question, which is final; NULL: there was none, or it was not asked */
	uint64_t time_ns; /* since the request */
} first_move_t;

typedef struct {
	problem_t problem; /* borrowed during the call */
	limits_t limits;   /* of each question; time_ms: for all together, 0 = no limit */
	bool fresh;        /* nothing is to be answered from memory */
	uint64_t client;   /* whose its questions are, as in request_t */
	unsigned weight;   /* of that client */
	/* The decided ones come as they are decided, the others at the end. */
	void (*on_verdict)(const first_move_t *verdict, void *context);
	void (*on_done)(void *context);
	void *context;
} first_moves_request_t;

/* first_moves_begin finds the moves. first_moves_more asks about them, as board_status_more does,
 * and first_moves_cancel ends it soon. ERR_VALUE: `limits.table_bytes` is not for this. */
err_t first_moves_begin(solver_t *solver, const first_moves_request_t *request, first_moves_t **out,
                        errinfo_t *why);
bool first_moves_more(first_moves_t *moves);
void first_moves_cancel(first_moves_t *moves);

/* first_moves_count is the number of moves, and so of verdicts; first_moves_position the position
 * of the problem, which must not be played on. */
unsigned first_moves_count(const first_moves_t *moves);
const position_t *first_moves_position(const first_moves_t *moves);

/* first_moves_drop releases the job of a verdict that was told, once it is not needed any more. */
void first_moves_drop(const first_move_t *verdict);

/* first_moves_totals tells of those that are done. */
typedef struct {
	unsigned works, fails, open;
	uint64_t nodes; /* of all questions */
	uint64_t time_ns;
	cost_t cost;
} first_moves_totals_t;
first_moves_totals_t first_moves_totals(const first_moves_t *moves);

/* first_moves_free releases those that are done. NULL is accepted. */
void first_moves_free(first_moves_t *moves);

const char *first_moves_name(move_verdict_t verdict); /* "open", "works", "fails" */

#endif
