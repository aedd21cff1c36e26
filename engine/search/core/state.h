/* SPDX-License-Identifier: MIT
 * state.h - the state of one search, which all files of this floor share: the question, the stack
 * of frames, what each algorithm keeps between nodes, and what the last node left has returned.
 *
 * Ownership search.c makes and frees all of it.
 * Threads   as search.h: everything belongs to the one thread that runs the search.
 */
#ifndef ENGINE_SEARCH_CORE_STATE_H
#define ENGINE_SEARCH_CORE_STATE_H

#include "engine/search/core/env.h"
#include "engine/search/core/framestack.h"
#include "engine/table/proof_cache.h"

struct countermoves;

struct search {
	search_env_t env; /* its driver: of the question */
	driver_t driver;  /* of search_begin */
	const game_t *game;
	position_t *pos;
	framestack_t stack;
	const zone_rules_t *rules;    /* NULL: no zones are kept */
	zone_cells_t cells;           /* of coarse zones */
	proof_cache_t *patterns;      /* proofs by their zones; NULL: none are kept */
	struct countermoves *answers; /* df-pn: what proved nodes; NULL: is not kept */

	uint64_t nodes;      /* since the search was made */
	unsigned unpolled;   /* nodes not yet told to poll */
	uint64_t last_node;  /* df-pn: nodes at which it gives up */
	uint32_t patient;    /* df-pn: which frame waits for its lower order, from 1; 0: none */
	uint64_t patience;   /* the effort at which it waits no longer */
	uint64_t walk_until; /* df-pn: nodes at which a walk is put off (threat_leaf.c), */
	numbers_t put_off;   /* and its numbers then */
	uint32_t room;       /* game_t.room of the question */
	bool bounded;        /* df-pn, plain: within the depth asked (dfpn.c, "Depth") */
	bool by_numbers;     /* the question is df-pn's */
	bool has_cycles;     /* a position has stood twice on a line */
	uint64_t look_at;    /* nodes at which to look at the ancestors again */
	uint32_t serial;     /* of the question */
	uint64_t wait_from;  /* clock when the top frame began to wait */
	search_state_t end;  /* STOPPED or FAILED, when a step had to end the run */

	/* What the frame that was left last returned. */
	value_t value;
	unsigned plies;
	uint32_t taint;
	bool stocked;
	move_t best;
	zone_t zone;
	numbers_t numbers; /* df-pn: of an undecided one */
	bool is_guess;     /* df-pn: they are the first of the one last glanced at */
	uint64_t tag;      /* df-pn: of the one last glanced at */
};

static inline uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* state_is_plain: is the question one without lambda? */
static inline bool state_is_plain(const search_t *s)
{
	return s->env.driver == DRIVER_PLAIN;
}

/* state_is_current: is the question last begun still wanted? */
static inline bool state_is_current(const search_t *s)
{
	/* Relaxed: it only says "come out"; what it announces is read under a lock. */
	return atomic_load_explicit(s->env.serial, memory_order_relaxed) == s->serial;
}

/* state_is_spent: has df-pn spent the nodes that the question may take? */
static inline bool state_is_spent(const search_t *s)
{
	return s->nodes >= s->last_node;
}

/* state_in_leaf: is the top frame of an order whose threats leave next to no reply (game_t.walked)?
 * Then df-pn, too, leaves it to alpha-beta (threat_leaf.c). */
static inline bool state_in_leaf(const search_t *s)
{
	return !state_is_plain(s) && framestack_top(&s->stack)->order <= s->game->walked;
}

/* state_count counts nodes that have been looked at. */
static inline void state_count(search_t *s, unsigned nodes)
{
	s->nodes += nodes;
	s->unpolled += nodes;
}

#endif
