/* SPDX-License-Identifier: MIT
 * dragon_status.h - does a dragon live? All questions that say so, asked of a solver under one
 * deadline. They are about the dragon and the region that game_dragon finds, or that are given:
 *
 *   kill   the other side moves first: does it capture all blocks of the dragon?
 *   live   the dragon's side moves first: does it keep one of them from capture?
 *   eyes   asked where the kill fails: the other side moves first: does it keep the dragon from
 *          unconditional life? Then what saves the dragon is a seki, or a way out of the region.
 *
 * Where kill and live both succeed, the first moves of either side are asked about one by one.
 * "kill" and "live" have the verdict by ko; a first move succeeds only if it does so without one.
 *
 * Units, ownership, threads and errors are those of board_status.h.
 */
#ifndef ENGINE_SOLVE_DRAGON_STATUS_H
#define ENGINE_SOLVE_DRAGON_STATUS_H

#include "engine/solve/board_status.h"

typedef struct dragon_status dragon_status_t;

/* What the verdicts say together. */
typedef enum {
	DRAGON_OPEN,      /* not enough is decided */
	DRAGON_ALIVE,     /* it lives even if the other side moves first */
	DRAGON_DEAD,      /* it is captured even if it moves first */
	DRAGON_UNSETTLED, /* who moves first decides */
	DRAGON_KO,        /* who moves first decides, but one side at least needs a ko */
	DRAGON_SEKI, /* it is not captured, but has no two eyes if the other side moves first */
} life_t;

typedef struct {
	problem_t board;      /* game, rows, ko; borrowed during the call */
	dragon_query_t query; /* likewise */
	bool kill, live;      /* which of them to ask; at least one */
	bool moves;           /* ask about all first moves, where both succeed */
	uint64_t time_ms;     /* for all questions together; 0 = no limit */
	uint64_t nodes;       /* for each question; 0 = no limit */
	bool fresh;           /* nothing is to be answered from memory */
	uint64_t client;      /* whose its questions are, as in request_t */
	unsigned weight;      /* of that client */
	void (*on_verdict)(const board_status_verdict_t *verdict, void *context);
	void (*on_done)(void *context);
	void *context;
} dragon_status_request_t;

/* dragon_status_begin finds the dragon and its region. dragon_status_more asks, as
 * board_status_more does, and dragon_status_cancel ends it soon. */
err_t dragon_status_begin(solver_t *solver, const dragon_status_request_t *request,
                          dragon_status_t **out, errinfo_t *why);
bool dragon_status_more(dragon_status_t *status);
void dragon_status_cancel(dragon_status_t *status);

/* dragon_status_dragon is what was found; it lives as long as the status. */
const dragon_t *dragon_status_dragon(const dragon_status_t *status);

/* Of one that is done: the counts of its verdicts, and what they say together. */
board_status_totals_t dragon_status_totals(const dragon_status_t *status);
life_t dragon_status_life(const dragon_status_t *status);

/* dragon_status_free releases one that is done. NULL is accepted. */
void dragon_status_free(dragon_status_t *status);

const char *dragon_status_name(life_t life); /* "open", "alive", "dead", ... */

#endif
