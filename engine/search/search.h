/* SPDX-License-Identifier: MIT
 * search.h - one worker's search of one root: a resumable machine that answers
 * v(P, order, depth) of lambda-search.
 *
 * A search is begun with an order and a depth, then run; run comes back when
 * the value is known, when it shall make room (yield), when it waits for what
 * another worker is finding out, or when its answer is no longer wanted. After
 * a yield or a wait, run goes on exactly where it was. Several searches of the
 * same root, each on its own thread, share the work through the table and the
 * marks of ABDADA.
 *
 * Units     depth in plies (odd at the root); nodes are positions looked at.
 * Ownership the search owns a copy of the root; table and marks are borrowed.
 * Threads   a search: one thread at a time, any thread.
 * Errors    only creating and growing can fail, for want of memory.
 */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/game/game.h"
#include "engine/base/verdict.h"
#include "engine/table/marks.h"
#include "engine/table/ttable.h"

enum {
	POLL_NODES = 64, /* between two calls of poll, but where many failures are gone through */
	POLL_FROM = POLL_NODES - READ_NODES - 2, /* a node is entered, and its special child */
};

typedef struct search search_t;

/* Which search answers: lambda-search over (position, order), or all moves of
 * both sides without passes but those of the rules (plain.c), which ends in a
 * proof or in an absolute disproof. Plain has no orders; PLAIN_ORDER stands where
 * one is asked for. */
typedef enum { DRIVER_LAMBDA, DRIVER_PLAIN } driver_t;

enum { PLAIN_ORDER = 2 };

/* How it goes through its tree: by alpha-beta, deepening ply by ply, or by proof numbers,
 * depth first (dfpn.c), which asks for no depth but the greatest. */
typedef enum { ALGORITHM_AUTO, ALGORITHM_ALPHABETA, ALGORITHM_DFPN } algorithm_t;

/* Which moves lambda-search leaves out for lying outside a zone: by the sound rules; none;
 * or by Thomsen's inversion rule, which is a guess (docs/zones.md). Plain has zones where the game
 * says that they hold for it. */
typedef enum { ZONING_SOUND, ZONING_NONE, ZONING_INVERSION } zoning_t;

/* search_key_of makes of a position's key the one under which a search's facts are kept:
 * the drivers mean different things by them, and what rests on the inversion rule is none.
 * search_key does so for a position. */
hashkey_t search_key_of(driver_t driver, zoning_t zoning, hashkey_t key);
hashkey_t search_key(driver_t driver, zoning_t zoning, const position_t *pos);

/* search_free_key is that of the facts that hold whatever the stocks of ko threats; `key` is of
 * search_key. search_probe writes all that the table has of a position, of both kinds. */
hashkey_t search_free_key(driver_t driver, zoning_t zoning, const position_t *pos, hashkey_t key);
bool search_probe(const ttable_t *table, driver_t driver, zoning_t zoning, const position_t *pos,
                  ttentry_t *out);

/* search_probe_keys does so by both keys. */
bool search_probe_keys(const ttable_t *table, hashkey_t key, hashkey_t free_key, ttentry_t *out);

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
	algorithm_t engine; /* AUTO: alpha-beta, unless a question is begun by numbers */
	zoning_t zoning;
	unsigned most;  /* highest order that will be asked; zones are made for it */
	marks_t *marks; /* NULL: this search is alone, no marks */

	uint64_t limit; /* nodes of the job that all workers may take; 0: no limit. A hint. */

	/* Nodes that all workers have told of so far; NULL: this search is alone. Relaxed: it says
	 * roughly how long the job has taken. */
	const _Atomic uint64_t *nodes;

	/* The search is wanted while *serial is what it was in search_begin. */
	const _Atomic uint32_t *serial;

	/* poll is called after POLL_FROM nodes and more, and while the search waits, with the
	 * number of nodes since the last call. It may read the search (search_line). */
	poll_t (*poll)(void *context, search_t *search, unsigned nodes);
	void *context;

	/* watch is told, as a node is left, what this visit came to: the value, by how many nodes,
	 * and, of an attacker's node that is proven, by which move. Not of nodes that were left
	 * at a look, nor of all that df-pn comes back to. For those who learn from searches;
	 * NULL: nobody does. */
	void (*watch)(void *context, const position_t *pos, value_t value, uint64_t nodes,
	              move_t best);
} search_env_t;

/* search_create copies `root`, which has the attacker to move. */
err_t search_create(const position_t *root, const search_env_t *env, search_t **out);
void search_free(search_t *s);

/* search_discard frees a search that was left in the middle of a step: it drops the marks that it
 * is known to hold, and its position is not played back. */
void search_discard(search_t *s);

/* search_place goes to another position of the same problem, between questions: what was found by
 * zones and by moves (zone_probe.h, countermove.h) stays. */
void search_place(search_t *s, const position_t *root);

/* search_stock gives the sides of the root other stocks of ko threats, between questions, in a
 * game that has them. */
void search_stock(search_t *s, const unsigned threats[2]);

/* search_begin sets the question. The search must not be running one. */
void search_begin(search_t *s, unsigned order, unsigned depth, uint32_t serial);

/* search_begin_numbers sets a question to be answered by df-pn within about so many nodes,
 * whatever the engine; it stays undecided after that. `driver` may be another than the
 * environment's in games without zones. */
void search_begin_numbers(search_t *s, driver_t driver, unsigned order, unsigned depth,
                          uint64_t nodes, uint32_t serial);

/* search_run works until one of the states above. *yield, looked at in every
 * node, makes it yield. */
search_state_t search_run(search_t *s, const _Atomic bool *yield);

/* search_abort gives the question up: every mark is dropped, the root stands
 * again. Harmless when nothing runs. */
void search_abort(search_t *s);

/* The answer, after SEARCH_DONE. plies: a depth at which a proof holds (at most
 * the depth asked). best: of a proof, or MOVE_NONE. */
value_t search_value(const search_t *s);
move_t search_best(const search_t *s);
unsigned search_plies(const search_t *s);

/* search_is_spent: has df-pn ended for want of nodes? Asked again, it goes on from the table. */
bool search_is_spent(const search_t *s);

/* search_is_by_numbers: was the question df-pn's? */
bool search_is_by_numbers(const search_t *s);

/* search_has_cycles: has a position stood twice on a line since the search was made? Then a
 * failure may be undecided at any depth, where df-pn might still decide it. */
bool search_has_cycles(const search_t *s);

/* search_zone borrows what the answer depends on, until the next search_begin; without
 * areas when no zone is known. */
const zone_t *search_zone(const search_t *s);

/* search_is_current: is the question last begun still the one wanted? */
bool search_is_current(const search_t *s);

/* search_line writes the moves from the root to the node being searched. */
unsigned search_line(const search_t *s, move_t *out, unsigned room);

/* search_question tells the order and depth asked, search_driver by which driver. Only while it
 * runs. */
void search_question(const search_t *s, unsigned *order, unsigned *depth);
driver_t search_driver(const search_t *s);

/* search_take_nodes returns the nodes not yet told to poll, and forgets them. */
unsigned search_take_nodes(search_t *s);

#endif
