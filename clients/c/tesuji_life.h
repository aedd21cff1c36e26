/* SPDX-License-Identifier: MIT
 * tesuji_life.h - does a dragon of Go live?
 *
 * A dragon is a number of blocks that live or die together. The daemon finds it from one of its
 * stones, with the blocks that surround it and the region in which its fate is decided, unless the
 * caller names them. docs/lifedeath.md tells what the answers mean.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h.
 * Errors    as in tesuji.h. TESUJI_E_VALUE: the group is no stone, or the region no region;
 *           TESUJI_E_BUSY: the daemon takes no more statuses now.
 */
#ifndef TESUJI_LIFE_H
#define TESUJI_LIFE_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TESUJI_BLOCKS_BYTES = 192, TESUJI_REGION_BYTES = 240 };

/* Which questions are asked: both, whether the other side kills, whether the dragon lives. */
typedef enum { TESUJI_ASK_BOTH, TESUJI_ASK_KILL, TESUJI_ASK_LIVE } tesuji_ask_t;

/* Call tesuji_dragon_init() first. Texts are borrowed during the call. */
typedef struct {
	const char *group;  /* stones of the dragon, "R3" or "R3 Q5"; needed */
	int exact;          /* 1: the dragon is these blocks and no others; default 0 */
	const char *region; /* "A1-G5,H3"; default: it is found */
	tesuji_ask_t ask;   /* default TESUJI_ASK_BOTH */
	int moves;          /* 1: ask about every first move, where who moves first decides */
	int judge;          /* 1: judge what stays undecided; default 0 */
} tesuji_dragon_query_t;

/* What was found. Lists of stones have one of each block. */
typedef struct {
	uint64_t status; /* the number, which the events have */
	char rows[TESUJI_ROWS_BYTES];
	tesuji_colour_t colour;
	unsigned size, liberties; /* of all blocks of the dragon */
	int closed;               /* 1: it has no way out of the region */
	char stones[TESUJI_BLOCKS_BYTES];
	char around[TESUJI_BLOCKS_BYTES]; /* the other side's blocks around the region */
	char region[TESUJI_REGION_BYTES]; /* as the option region; "" = the whole board */
} tesuji_dragon_t;

/* tesuji_dragon_init sets every member to its default; `moves` is 1. */
TESUJI_API void tesuji_dragon_init(tesuji_dragon_query_t *query);

/* tesuji_go_life asks about a dragon. Of `request` it uses sgf, rows, move, board, ko, fresh, user,
 * nodes and time_ms; time_ms is for all questions together, a second by default. Each answer is an
 * event TESUJI_EVENT_VERDICT, and TESUJI_EVENT_STATUS comes last, with `life`. tesuji_go_cancel
 * ends it sooner. */
TESUJI_API int tesuji_go_life(tesuji_t *t, const tesuji_request_t *request,
                              const tesuji_dragon_query_t *query, tesuji_dragon_t *out);

#ifdef __cplusplus
}
#endif

#endif
