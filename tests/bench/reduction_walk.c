/* SPDX-License-Identifier: MIT
 * reduction_walk.c - b and B of Thomsen's section 3.1, measured on a problem.
 *
 * B is the number of legal moves and b that of lambda moves, on average over the nodes of
 * the lambda tree of the problem's order that have any. The nodes are those of random walks
 * down the tree from its root: at the attacker's nodes all legal moves are tried and
 * those taken after which, the defender passing, a lower order wins in the plies left;
 * at the defender's, those after which no lower order wins. So b is that of the definition,
 * and not of what candidates, zones or good luck leave of it in a search. A walk is a
 * sample; the whole tree has more nodes than could be counted. */
#include "tests/bench/reduction.h"

#include <stdlib.h>

#include "engine/base/check.h"

enum {
	WALKS = 8,         /* down the tree of one problem */
	ASK_NODES = 20000, /* of one question; past that it counts as no win */
	TABLE_BYTES = 4 << 20,
};

/* What a walk asks with. */
typedef struct {
	ttable_t *table;
	unsigned nodes; /* of the question so far */
} asker_t;

static poll_t count(void *context, search_t *search, unsigned nodes)
{
	asker_t *asker = context;

	(void)search;
	asker->nodes += nodes;
	return asker->nodes > ASK_NODES ? POLL_STOP : POLL_GO;
}

/* wins: does the attacker, to move, reach the goal at that order within `depth` plies? */
static bool wins(asker_t *asker, position_t *pos, unsigned order, unsigned depth)
{
	static const _Atomic bool never = false;
	static const _Atomic uint32_t serial = 0;
	const search_env_t env = {.table = asker->table,
	                          .algorithm = ALGORITHM_ALPHABETA,
	                          .most = order,
	                          .serial = &serial,
	                          .poll = count,
	                          .context = asker};
	value_t value = VALUE_UNDECIDED;
	search_t *search;

	if (pos->game->finish(pos) != MOVE_NONE)
		return true;
	if (pos->game->lost(pos) || pos->game->distance(pos) > order + 1 || order == 0)
		return false;
	if (search_create(pos, &env, &search) != ERR_OK)
		exit(EXIT_FAILURE);
	asker->nodes = 0;
	for (unsigned d = 2 * order + 1; d <= depth && value == VALUE_UNDECIDED; d += 2) {
		search_begin(search, order, d, 0);
		if (search_run(search, &never) != SEARCH_DONE)
			break;
		value = search_value(search);
	}
	search_free(search);
	return value == VALUE_PROVEN;
}

/* is_lambda: `move` has just been played, and `left` plies were left before it. */
static bool is_lambda(asker_t *asker, position_t *pos, unsigned order, unsigned left)
{
	bool threat;

	if (pos->turn == SIDE_ATTACKER) /* a reply: it must answer the lower orders */
		return !wins(asker, pos, order - 1, left - 1);
	if (pos->game->lost(pos))
		return false;
	pos->game->play(pos, MOVE_PASS);
	threat = wins(asker, pos, order - 1, left - 2);
	pos->game->undo(pos);
	return threat;
}

/* step counts the moves at a node and makes one of the lambda moves at random. False: there
 * is none, the walk ends. */
static bool step(asker_t *asker, position_t *pos, unsigned order, unsigned left, rng_t *rng,
                 case_t *sums)
{
	move_t moves[MOVES_MAX];
	const unsigned legal = pos->game->legal_moves(pos, moves);
	unsigned found = 0;

	for (unsigned i = 0; i < legal; i++) {
		pos->game->play(pos, moves[i]);
		if (is_lambda(asker, pos, order, left))
			moves[found++] = moves[i];
		pos->game->undo(pos);
	}
	if (found == 0)
		return false;
	sums->narrow += found;
	sums->wide += legal;
	pos->game->play(pos, moves[rng_below(rng, found)]);
	return true;
}

void case_branching(case_t *c, uint64_t seed)
{
	const problem_t problem = case_problem(c);
	case_t sums = {.narrow = 0};
	asker_t asker;
	rng_t rng = {seed};
	unsigned nodes = 0;
	errinfo_t why;

	c->narrow = c->wide = c->theory = c->least_tree = 0;
	if (c->value != VALUE_PROVEN || c->depth == 0 || c->order == 0)
		return;
	if (ttable_create(TABLE_BYTES, &asker.table) != ERR_OK)
		exit(EXIT_FAILURE);
	for (unsigned w = 0; w < WALKS; w++) {
		position_t *pos;

		if (game_create(&problem, &pos, &why) != ERR_OK)
			exit(EXIT_FAILURE);
		for (unsigned left = c->depth; left > 2 * c->order; left--, nodes++) {
			if (pos->game->lost(pos) ||
			    (pos->turn == SIDE_ATTACKER && pos->game->finish(pos) != MOVE_NONE) ||
			    !step(&asker, pos, c->order, left, &rng, &sums))
				break;
		}
		position_free(pos);
	}
	ttable_free(asker.table);
	if (nodes == 0)
		return;
	c->narrow = sums.narrow / nodes;
	c->wide = sums.wide / nodes;
	c->theory = theory_reduction(c->order, c->depth, c->narrow, c->wide);
	c->least_tree = theory_least_tree(c->depth, c->wide);
}
