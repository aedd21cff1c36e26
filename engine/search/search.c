/* SPDX-License-Identifier: MIT
 * search.c - the machine that runs a search: one loop over frames.
 *
 * Before a frame is entered, between the glances at a node's candidates, and while
 * it waits for another worker, the loop asks: is the question still wanted, shall
 * the thread make room, is it time to poll? These are the stopping points.
 * A stop unwinds the stack: moves are taken back, marks dropped, nothing is
 * stored. */
#include "engine/search/search.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/search/alphabeta/alphabeta.h"
#include "engine/search/alphabeta/plain.h"
#include "engine/search/core/abdada.h"
#include "engine/search/core/children.h"
#include "engine/search/core/node.h"
#include "engine/search/core/stop.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/countermove.h"
#include "engine/search/dfpn/dfpn.h"
#include "engine/search/dfpn/foresight.h"
#include "engine/search/dfpn/threat_leaf.h"
#include "engine/search/dfpn/zone_probe.h"
#include "engine/tuning/tuning.h"

/* look pauses in every node: is this search still wanted, shall it make room,
 * has another worker answered for us? */
static search_state_t look(search_t *s, const _Atomic bool *yield, bool waiting)
{
	/* Relaxed: it only says "come out"; what it announces is read under a lock. */
	if (!state_is_current(s))
		return SEARCH_STOPPED;
	if (atomic_load_explicit(yield, memory_order_relaxed))
		return SEARCH_YIELDED;
	if (!waiting && s->unpolled < POLL_FROM)
		return SEARCH_DONE;
	switch (s->env.poll(s->env.context, s, search_take_nodes(s))) {
	case POLL_STOP:
		return SEARCH_STOPPED;
	case POLL_YIELD:
		return SEARCH_YIELDED;
	default:
		return SEARCH_DONE;
	}
}

/* Which algorithm a node belongs to:
 *
 *   question     node                        enter               back
 *   alpha-beta   with lambda                 alphabeta_enter     alphabeta_back
 *   alpha-beta   without                     plain_enter         children_back
 *   df-pn        order <= hints_t.leaf_order   threat_leaf_enter   alphabeta_back
 *   df-pn        all others                  dfpn_enter          dfpn_back */

/* enter looks at the top frame for the first time. */
static void enter(search_t *s)
{
	state_count(s, 1);
	if (s->env.marks != NULL && s->nodes >= s->abdada.look_at) {
		s->abdada.look_at = s->nodes + ABDADA_LOOK_NODES;
		if (abdada_is_overtaken(s))
			return;
	}
	if (s->is_dfpn && state_in_leaf(s))
		threat_leaf_enter(s);
	else if (s->is_dfpn)
		dfpn_enter(s);
	else if (state_is_plain(s))
		plain_enter(s);
	else
		alphabeta_enter(s);
}

/* back hands the top frame what its child came back with. */
static void back(search_t *s)
{
	/* The child's move stands one past the frame that was left. */
	const move_t tried = s->stack.frame[s->stack.depth].move;

	if (s->is_dfpn && !state_in_leaf(s))
		dfpn_back(s);
	else if (state_is_plain(s))
		children_back(s, tried);
	else
		alphabeta_back(s, tried);
}

/* step takes the search one step on, by the phase of the top frame. Returns SEARCH_WAITING when
 * that has to wait for another worker. */
static search_state_t step(search_t *s)
{
	switch ((phase_t)framestack_top(&s->stack)->phase) {
	case PHASE_ENTER:
		enter(s);
		break;
	case PHASE_GLANCE:
		dfpn_glance(s);
		break;
	case PHASE_SOLO:
		if (!abdada_is_free(s))
			return SEARCH_WAITING;
		break;
	default:
		back(s);
	}
	return s->end == SEARCH_DONE ? SEARCH_DONE : SEARCH_FAILED;
}

search_state_t search_run(search_t *s, const _Atomic bool *yield)
{
	while (s->stack.depth > 0) {
		const phase_t phase = framestack_top(&s->stack)->phase;
		const bool is_waiting = phase == PHASE_SOLO;
		const stop_point_t point = phase == PHASE_ENTER ? STOP_ENTER
		                           : is_waiting         ? STOP_WAIT
		                                                : STOP_RETURN;
		search_state_t state = SEARCH_DONE;

		if (phase == PHASE_ENTER || is_waiting || phase == PHASE_GLANCE)
			state = look(s, yield, is_waiting);
		if (stop_passes(point))
			state = SEARCH_STOPPED;
		if (state == SEARCH_DONE)
			state = step(s);
		if (state == SEARCH_YIELDED || state == SEARCH_WAITING)
			return state;
		if (state != SEARCH_DONE) {
			search_abort(s);
			return state;
		}
	}
	if (s->end != SEARCH_DONE)
		return SEARCH_FAILED; /* there was no memory to begin */
	assert(s->stack.moves == 0 && s->abdada.held == 0);
	zone_track_own(s);
	return SEARCH_DONE;
}

err_t search_create(const position_t *root, const search_env_t *env, search_t **out)
{
	search_t *s = mem_alloc(sizeof(*s));

	*out = NULL;
	if (s == NULL)
		return ERR_NOMEM;
	s->env = *env;
	s->driver = env->driver;
	s->game = root->game;
	s->hints = game_hints(root);
	s->leaf.order = s->hints->leaf_order != NULL ? s->hints->leaf_order() : 0;
	s->pos = position_clone(root);
	if (s->pos == NULL) {
		search_free(s);
		return ERR_NOMEM;
	}
	zone_track_setup(s);
	if (framestack_init(&s->stack, s->zones.rules != NULL) != ERR_OK) {
		search_free(s);
		return ERR_NOMEM;
	}
	*out = s;
	return ERR_OK;
}

void search_free(search_t *s)
{
	if (s == NULL)
		return;
	if (s->stack.depth > 0)
		search_abort(s);
	framestack_fini(&s->stack);
	proof_cache_free(s->dfpn.proof_cache);
	countermove_free(s->dfpn.countermoves);
	foresight_end(s);
	position_free(s->pos);
	mem_free(s, sizeof(*s));
}

void search_discard(search_t *s)
{
	if (s == NULL)
		return;
	for (uint32_t i = 0; i < s->stack.depth; i++)
		if (s->stack.frame[i].marked)
			marks_leave(s->env.marks, s->stack.frame[i].tag);
	s->stack.depth = 0;
	search_free(s);
}

void search_place(search_t *s, const position_t *root)
{
	CHECK(s->stack.depth == 0 && root->game == s->game);
	position_copy(s->pos, root);
	s->has_cycles = false;
}

void search_stock(search_t *s, const unsigned threats[2])
{
	CHECK(s->stack.depth == 0);
	s->game->stocks->stock(s->pos, threats);
}

static void begin(search_t *s, unsigned order, unsigned depth, uint32_t serial)
{
	CHECK(s->stack.depth == 0);
	CHECK(order <= ORDER_MAX && depth <= DEPTH_MAX && depth % 2 == 1);
	s->serial = serial;
	s->end = SEARCH_DONE;
	s->dfpn.waiting = 0;
	s->leaf.until = UINT64_MAX;
	s->dfpn.slack = s->hints->slack != NULL ? s->hints->slack(s->pos) : 0;
	s->dfpn.local = (local_t){.pass = LOCAL_ALONE, .beside = DFPN_EARLY_MOVES};
	if (s->hints->local != NULL && state_is_plain(s))
		s->dfpn.local = s->hints->local(s->pos);
	s->dfpn.bounded = s->is_dfpn && s->env.driver == DRIVER_PLAIN && depth < DEPTH_MAX;
	if (s->is_dfpn && !framestack_estimate(&s->stack)) {
		s->end = SEARCH_FAILED;
		return;
	}
	zone_probe_begin(s);
	foresight_begin(s);
	if (s->dfpn.countermoves == NULL && countermove_serves(s))
		s->dfpn.countermoves = countermove_create();
	if (s->pos->turn == SIDE_ATTACKER) {
		node_push(s, MOVE_NONE, false, order, depth);
		return;
	}
	node_push(s, MOVE_NONE, true, order + (state_is_plain(s) ? 0 : 1), depth + 1);
	if (s->end == SEARCH_DONE) {
		framestack_top(&s->stack)->opening = !state_is_plain(s);
		framestack_top(&s->stack)->best = MOVE_PASS;
	}
}

/* use_driver makes the next question one of that driver. Zones and what is kept by zones are of one
 * driver; a stack that was made without room for zones has none by the other driver either. */
static void use_driver(search_t *s, driver_t driver)
{
	CHECK(s->stack.depth == 0);
	if (s->env.driver == driver)
		return;
	s->env.driver = driver;
	proof_cache_free(s->dfpn.proof_cache);
	s->dfpn.proof_cache = NULL;
	zone_track_setup(s);
	if (s->stack.zone_room == 0)
		s->zones.rules = NULL;
}

void search_begin(search_t *s, unsigned order, unsigned depth, uint32_t serial)
{
	use_driver(s, s->driver);
	s->is_dfpn = s->env.algorithm == ALGORITHM_DFPN;
	s->dfpn.last_node = UINT64_MAX;
	begin(s, order, depth, serial);
}

void search_begin_dfpn(search_t *s, driver_t driver, unsigned order, unsigned depth, uint64_t nodes,
                       uint32_t serial)
{
	use_driver(s, driver);
	s->is_dfpn = true;
	s->dfpn.last_node = s->nodes + nodes;
	begin(s, order, depth, serial);
}

bool search_has_failed(const search_t *s)
{
	CHECK(s->stack.depth == 0);
	if (s->left.value == VALUE_PROVEN || !state_is_plain(s))
		return false;
	return s->left.value == VALUE_DISPROVEN || !s->is_dfpn ||
	       (s->dfpn.bounded && s->left.numbers.disproof == 0);
}

bool search_is_spent(const search_t *s)
{
	return state_is_spent(s);
}

bool search_is_dfpn(const search_t *s)
{
	return s->is_dfpn;
}

bool search_has_cycles(const search_t *s)
{
	return s->has_cycles;
}

void search_abort(search_t *s)
{
	while (s->stack.depth > 0)
		node_pop(s);
	assert(s->stack.moves == 0 && s->abdada.held == 0);
}

value_t search_value(const search_t *s)
{
	CHECK(s->stack.depth == 0);
	return s->left.value;
}

move_t search_best(const search_t *s)
{
	return s->left.best;
}

unsigned search_plies(const search_t *s)
{
	return s->left.plies;
}

const zone_t *search_zone(const search_t *s)
{
	static const zone_t none = {.areas = 0};

	CHECK(s->stack.depth == 0);
	return s->zones.of_proofs && s->left.value != VALUE_PROVEN ? &none : &s->left.zone;
}

bool search_is_current(const search_t *s)
{
	return state_is_current(s);
}

unsigned search_line(const search_t *s, move_t *out, unsigned room)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < s->stack.depth && n < room; i++)
		if (s->stack.frame[i].move != MOVE_NONE)
			out[n++] = s->stack.frame[i].move;
	return n;
}

void search_question(const search_t *s, unsigned *order, unsigned *depth)
{
	CHECK(s->stack.depth > 0);
	*order = node_order(&s->stack.frame[0]);
	*depth = s->stack.frame[0].depth - (s->stack.frame[0].defends ? 1u : 0u);
}

driver_t search_driver(const search_t *s)
{
	return s->env.driver;
}

unsigned search_take_nodes(search_t *s)
{
	unsigned n = s->unpolled;

	s->unpolled = 0;
	return n;
}

search_met_t search_take_met(search_t *s)
{
	const search_met_t met = s->met;

	s->met = (search_met_t){.known = 0};
	return met;
}
