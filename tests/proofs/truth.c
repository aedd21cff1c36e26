/* SPDX-License-Identifier: MIT
 * truth.c - see truth.h.
 *
 * Positions are found depth first, each once, with its children; then those that the attacker
 * wins are labelled until nothing changes: what is left he never wins, however long he goes round.
 * Of lambda a position counts once an order, and the defender's pass leads to the order below. */
#include "tests/proofs/truth.h"

#include <stdlib.h>
#include <string.h>

#include "tests/proofs/outcome.h"

enum { PLIES_MOST = PLAYED_MAX - 4, NOWHERE = -1, WON = -2 };

typedef struct {
	hashkey_t key;
	unsigned order;
	bool attacks, won;
	unsigned first, count; /* children */
} state_t;

typedef struct {
	const certificate_header_t *header;
	position_t *pos;
	bool lambda, given_up;
	state_t *state;
	int *slot, *child;
	unsigned states, most, children, room, plies;
} graph_t;

static int explore(graph_t *g, unsigned order, bool opens);

static unsigned place(const graph_t *g, hashkey_t key, unsigned order)
{
	const unsigned slots = 2 * g->most;
	unsigned i = (unsigned)((key.lo + order) % slots);

	while (g->slot[i] != 0) {
		const state_t *s = &g->state[g->slot[i] - 1];

		if (s->key.lo == key.lo && s->key.hi == key.hi && s->order == order)
			break;
		i = (i + 1) % slots;
	}
	return i;
}

static void add_child(graph_t *g, int child)
{
	if (g->children == g->room) {
		g->room = 2 * g->room + 1024;
		g->child = realloc(g->child, g->room * sizeof(*g->child));
		if (g->child == NULL)
			abort();
	}
	g->child[g->children++] = child;
}

/* after plays a move and returns the state it leads to. */
static int after(graph_t *g, move_t move, unsigned order)
{
	const bool attacked = g->pos->turn == SIDE_ATTACKER;
	const bool chess = strcmp(g->header->game, "chess") == 0;
	outcome_t outcome;
	int to;

	g->pos->game->play(g->pos, move);
	outcome = outcome_of(g->header, g->pos);
	if (outcome == GOAL_LOST)
		to = NOWHERE;
	else if (chess && attacked && outcome == GOAL_REACHED)
		to = WON;
	else
		to = explore(g, order, false);
	g->pos->game->undo(g->pos);
	return to;
}

/* expand writes the children of the state `at`. */
static void expand(graph_t *g, unsigned at, unsigned order, bool opens)
{
	const bool attacks = g->pos->turn == SIDE_ATTACKER;
	const bool chess = strcmp(g->header->game, "chess") == 0;
	const bool passes = !attacks && g->lambda;
	move_t list[MOVES_MAX];
	int to[MOVES_MAX + 1];
	unsigned count = g->pos->game->legal_moves(g->pos, list), used = 0;

	if (attacks && !chess && g->pos->game->finish(g->pos) != MOVE_NONE) {
		g->state[at].won = true;
		return;
	}
	if (attacks && g->lambda && order == 0 && !opens)
		count = 0; /* the last move of lambda */
	if (passes && order == 0 && !opens) {
		to[used++] = NOWHERE;
		count = 0;
	} else if (passes) {
		to[used++] = after(g, MOVE_PASS, order - !opens);
	} else if (g->pos->game->may_pass(g->pos) && (!attacks || !g->lambda || order > 0)) {
		to[used++] = after(g, MOVE_PASS, order);
	}
	for (unsigned i = 0; i < count && !g->given_up; i++)
		to[used++] = after(g, list[i], order);
	g->state[at].first = g->children;
	g->state[at].count = used;
	for (unsigned i = 0; i < used; i++)
		add_child(g, to[i]);
}

static int explore(graph_t *g, unsigned order, bool opens)
{
	const hashkey_t key = g->pos->game->key(g->pos);
	const unsigned at = place(g, key, order);
	const unsigned state = g->states;

	if (g->slot[at] != 0)
		return g->slot[at] - 1;
	if (g->states == g->most || g->plies >= PLIES_MOST) {
		g->given_up = true;
		return NOWHERE;
	}
	g->state[g->states++] =
	        (state_t){.key = key, .order = order, .attacks = g->pos->turn == SIDE_ATTACKER};
	g->slot[at] = (int)g->states;
	g->plies++;
	expand(g, state, order, opens);
	g->plies--;
	return (int)state;
}

static bool is_won(const graph_t *g, const state_t *s)
{
	unsigned won = 0;

	for (unsigned i = 0; i < s->count; i++) {
		const int child = g->child[s->first + i];

		won += child == WON || (child != NOWHERE && g->state[child].won);
	}
	return s->attacks ? won > 0 : s->count > 0 && won == s->count;
}

int truth_of(const certificate_header_t *header, position_t *pos, bool lambda, unsigned order,
             unsigned most)
{
	graph_t g = {.header = header, .pos = pos, .lambda = lambda, .most = most};
	bool again = true;
	int truth;

	if (outcome_of(header, pos) == GOAL_LOST)
		return 0;
	g.state = calloc(most, sizeof(*g.state));
	g.slot = calloc(2 * (size_t)most, sizeof(*g.slot));
	if (g.state == NULL || g.slot == NULL)
		abort();
	(void)explore(&g, order, pos->turn == SIDE_DEFENDER);
	while (again && !g.given_up) {
		again = false;
		for (unsigned i = g.states; i-- > 0;)
			if (!g.state[i].won && is_won(&g, &g.state[i]))
				g.state[i].won = again = true;
	}
	truth = g.given_up ? -1 : g.state[0].won;
	free(g.state);
	free(g.slot);
	free(g.child);
	return truth;
}
