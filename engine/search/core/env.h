/* SPDX-License-Identifier: MIT
 * env.h - the words in which a search is asked for, and what a search needs of its surroundings.
 *
 * Ownership everything that search_env_t points to is borrowed, and outlives the search.
 * Threads   poll and watch are called on the thread that runs the search.
 */
#ifndef ENGINE_SEARCH_CORE_ENV_H
#define ENGINE_SEARCH_CORE_ENV_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/verdict.h"
#include "engine/game/game.h"
#include "engine/table/marks.h"
#include "engine/table/ttable.h"

/* limit: POLL_NODES nodes between two calls of poll, but where many failures are gone through. From
 * POLL_FROM nodes on the search calls it, before a node is entered, with its special child. */
enum { POLL_NODES = 64, POLL_FROM = POLL_NODES - READ_NODES - 2 };

typedef struct search search_t;

/* What a search has met: nodes whose value the table had, and work that it put off because the
 * mark of another worker was on it. Only what is met is counted, and not each look: a look is in
 * the innermost loop. */
typedef struct {
	uint64_t known, marked;
} search_met_t;

/* driver_t and algorithm_t (verdict.h) name the searches. A plain search has no orders: PLAIN_ORDER
 * stands where one is asked for. */
enum { PLAIN_ORDER = 2 }; /* layout: any order that the table has */

/* Which moves a search leaves out because they lie outside a relevancy zone: by the sound rules;
 * none; or by Thomsen's inversion rule, which is a guess (docs/zones.md). Search without lambda has
 * zones where the game says that its rules hold there. */
typedef enum { ZONING_SOUND, ZONING_NONE, ZONING_INVERSION } zoning_t;

typedef enum {
	SEARCH_DONE,    /* the value is known */
	SEARCH_STOPPED, /* no longer wanted: nothing was concluded */
	SEARCH_YIELDED, /* run again to go on */
	SEARCH_WAITING, /* run again, better later: somebody else is at it */
	SEARCH_FAILED,  /* out of memory; as STOPPED */
} search_state_t;

typedef enum { POLL_GO, POLL_YIELD, POLL_STOP } poll_t;

/* What a search needs of its surroundings. */
typedef struct {
	ttable_t *table;
	driver_t driver;
	algorithm_t algorithm; /* AUTO: alpha-beta, but for search_begin_dfpn */
	zoning_t zoning;
	unsigned most;  /* highest order that will be asked; zones are made for it */
	marks_t *marks; /* NULL: this search is alone, no marks */

	/* Nodes that all workers of the job may take; 0: no limit. df-pn is patient by it
	 * (thresholds_patience); the limit is kept by whoever polls. */
	uint64_t limit;

	/* Nodes that all workers have told of so far; NULL: this search is alone. Relaxed: it says
	 * roughly how long the job has taken. */
	const _Atomic uint64_t *nodes;

	/* The search is wanted while *serial is what it was in search_begin. */
	const _Atomic uint32_t *serial;

	/* poll is called after POLL_FROM nodes and more, and while the search waits, with the
	 * number of nodes since the last call. It may read the search (search_line). */
	poll_t (*poll)(void *context, search_t *search, unsigned nodes);
	void *context;

	/* watch is called as a node is left, with what this visit found: the value, how many nodes
	 * that took, and the move, if it is an attacker's node that is proven. It is not called for
	 * nodes that were decided at the first look, nor for each visit of df-pn. For programs that
	 * learn from searches; NULL: none. */
	void (*watch)(void *context, const position_t *pos, value_t value, uint64_t nodes,
	              move_t best);
} search_env_t;

#endif
