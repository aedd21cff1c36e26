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
	/* The question */
	search_env_t env; /* its driver is that of the question */
	driver_t driver;  /* of search_create: of questions begun by search_begin */
	const game_t *game;
	const hints_t *hints; /* of the question; never NULL */
	position_t *pos;      /* the top frame's */
	uint32_t serial;      /* of the question: it is wanted while *env.serial is the same */
	bool is_dfpn;         /* the question is for df-pn */

	/* The run */
	framestack_t stack;
	uint64_t nodes;     /* looked at since the search was made */
	unsigned unpolled;  /* of these, not yet told to poll */
	search_met_t met;   /* not yet taken */
	bool has_cycles;    /* a position has stood twice on a line */
	search_state_t end; /* STOPPED or FAILED, when a step had to end the run */

	/* Zones (zone_track.c) */
	struct {
		const zone_ops_t *rules; /* NULL: no zones are kept */
		zone_cells_t cells;      /* of coarse zones */
		bool of_proofs;          /* failures have none */
	} zones;

	/* Other workers (abdada.c) */
	struct {
		uint64_t look_at; /* nodes at which to look at the ancestors again */
		uint32_t held; /* marks of frames on the stack: each is released with its frame */
		uint64_t wait_from; /* clock when the top frame began to wait */
	} abdada;

	/* Df-pn */
	struct {
		proof_cache_t *proof_cache;        /* facts by their zones; NULL: not kept */
		struct countermoves *countermoves; /* what proved nodes; NULL: not kept */
		uint64_t last_node;                /* nodes at which the question is spent */
		uint64_t waits_until; /* the effort at which frame `waiting` waits no longer */
		uint32_t waiting; /* the frame that waits for its lower order, from 1; 0: none */
		local_t local;    /* hints_t.local of the question */
		uint32_t slack;   /* of thresholds, an order: hints_t.slack of the question */
		bool bounded;     /* plain, within the depth asked (dfpn.c, "Depth") */

		/* Of the child last glanced at (node_init_child) */
		bool is_guess; /* its numbers are a first guess */
		uint64_t tag;  /* of the marks of workers that are in it */
	} dfpn;

	/* What guides the search (foresight.c) */
	struct {
		oracle_t *oracle; /* of the question; NULL: there is none */
		hashkey_t key;    /* of that question */
		uint64_t until;   /* nodes at which it stops working on a position */
		bool works;       /* it is working on one */
		bool knows;       /* it has come to an end with the question */
	} foresight;

	/* Leaf searches (threat_leaf.c): the one that runs */
	struct {
		unsigned order;    /* of leaf searches, at most: hints_t.leaf_order */
		uint64_t until;    /* nodes at which it is put off, */
		numbers_t numbers; /* and its numbers then */
	} leaf;

	/* What the frame that was left last has returned */
	struct {
		value_t value;
		unsigned plies; /* of a proof */
		uint32_t taint; /* as frame_t.taint */
		bool stocked;   /* as frame_t.stocked */
		move_t best;
		zone_t zone;       /* what the value depends on */
		numbers_t numbers; /* df-pn: of an undecided one, left or only glanced at */
	} left;
};

/* state_least is the lesser of two numbers. */
static inline uint32_t state_least(uint32_t a, uint32_t b)
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
	return s->nodes >= s->dfpn.last_node;
}

/* state_in_leaf: is the top frame of an order whose threats leave next to no reply
 * (hints_t.leaf_order)? Then df-pn, too, leaves it to alpha-beta (threat_leaf.c). */
static inline bool state_in_leaf(const search_t *s)
{
	return !state_is_plain(s) && framestack_top(&s->stack)->order <= s->leaf.order;
}

/* state_count counts nodes that have been looked at. */
static inline void state_count(search_t *s, unsigned nodes)
{
	s->nodes += nodes;
	s->unpolled += nodes;
}

#endif
