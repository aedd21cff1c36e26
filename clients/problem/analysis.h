/* SPDX-License-Identifier: MIT
 * analysis.h - what the setter of a problem wants to know of it: does a first move work, and only
 * one? Are there duals further on in the main line, and how are the natural wrong moves refuted?
 *
 *   sound     a first move works
 *   unique    one first move works, and all others fail
 *   cooked    several first moves work
 *   dual      later, where it is the solver's turn in the main line, several moves work
 *
 * The solver is the side that moves first, the opponent the other. The main line begins with the
 * key (the solution that is given if it works, else the move that works soonest), has the
 * opponent's reply that holds out longest, and the solver's answer that works soonest.
 *
 * With `within` in the request a move works only within so many moves, as a mate "in three" must,
 * and each move of the line has those that are left. With a depth it is so as well: of a search
 * of all moves ply by ply (driver "plain", engine "alphabeta") a question that was searched to its
 * end without a proof says so, and the move fails as a slow one. Each move of the line has the
 * depth that is left.
 *
 * Units     depths in plies.
 * Ownership analysis_fini frees what analysis_run has made.
 * Threads   one.
 * Errors    analysis_run returns what `ask` returned; 0: the analysis is complete, so far as the
 *           limits sufficed; ANALYSIS_NO_MEMORY.
 */
#ifndef CLIENTS_PROBLEM_ANALYSIS_H
#define CLIENTS_PROBLEM_ANALYSIS_H

#include <stdbool.h>

#include "clients/c/tesuji_moves.h"

enum {
	ANALYSIS_LINE_MAX = 41, /* bound: plies of the main line that are followed */
	ANALYSIS_DUALS_MAX = 20,
	ANALYSIS_DUAL_MOVES = 8, /* moves of a dual that are named */
	ANALYSIS_NO_MEMORY = -1,
};

/* What was told of a move: the members of its event, without the zone and most of the line. */
typedef struct {
	tesuji_tried_t tried;
	bool is_slow; /* it fails because it does not work within the depth of the request */
	tesuji_state_t state; /* how its question ended */
	tesuji_value_t value;
	tesuji_scope_t scope;
	tesuji_driver_t driver;
	unsigned order, depth;
	bool has_line; /* moves follow it in the line of its question */
	char claim[TESUJI_CLAIM_BYTES];
	char reply[TESUJI_POINT_BYTES]; /* "" = none was told */
	char reply_coords[TESUJI_POINT_BYTES];
	/* The question after it, if tried.has_question. */
	char game[TESUJI_NAME_BYTES], goal[TESUJI_GOAL_BYTES], target[TESUJI_TARGET_BYTES];
	char rows[TESUJI_ROWS_BYTES];
	tesuji_colour_t attacker;
	tesuji_side_t first;
} analysis_move_t;

/* All moves of one position: those that work first, then by the order of the game. */
typedef struct {
	tesuji_moves_t begun;
	unsigned count, works, fails, open;
	analysis_move_t *move;
} analysis_node_t;

/* A place in the main line where several moves work. */
typedef struct {
	unsigned ply;   /* of these moves, the first move of the line being 1 */
	unsigned works; /* how many moves work */
	char move[ANALYSIS_DUAL_MOVES][TESUJI_POINT_BYTES];
} analysis_dual_t;

typedef enum { SOLUTION_UNTOLD, SOLUTION_RIGHT, SOLUTION_WRONG, SOLUTION_OPEN } solution_t;

typedef struct {
	analysis_node_t first;
	solution_t solution; /* what becomes of the solution that was given */
	int key;             /* index in first.move; -1: no move works */
	unsigned length;
	char line[ANALYSIS_LINE_MAX][TESUJI_POINT_BYTES];
	bool is_followed; /* the line reaches the goal, or its end for the opponent */
	unsigned duals;
	analysis_dual_t dual[ANALYSIS_DUALS_MAX];
} analysis_t;

/* ask_moves_t has every first move of a request asked about, fills in *begun and calls `take` with
 * each event TESUJI_EVENT_MOVE. 0, or a number above it, which ends the analysis. */
typedef int (*ask_moves_t)(void *context, const tesuji_request_t *request, tesuji_moves_t *begun,
                           void (*take)(void *node, const tesuji_event_t *event), void *node);

/* analysis_run analyses a problem. `solution` is a move, in the game's words or as its points, or
 * NULL. `follow`: the main line is followed, and duals are looked for. */
int analysis_run(ask_moves_t ask, void *context, const tesuji_request_t *request,
                 const char *solution, bool follow, analysis_t *out);
void analysis_fini(analysis_t *analysis);

/* analysis_is_sound, analysis_is_unique: 1 yes, 0 no, -1 not decided. */
int analysis_is_sound(const analysis_t *analysis);
int analysis_is_unique(const analysis_t *analysis);

/* analysis_question makes the request about the question after a move, with the limits of `like`;
 * false: it has left none. Texts are borrowed from both. */
bool analysis_question(const analysis_move_t *move, const tesuji_request_t *like,
                       tesuji_request_t *out);

/* analysis_is_move tells whether `text` names the move, in the game's words or by its points;
 * checks and mates ("+", "#") are no part of a name. */
bool analysis_is_move(const analysis_move_t *move, const char *text);

#endif
