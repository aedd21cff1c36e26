/* SPDX-License-Identifier: MIT
 * naive.c - the definitions of lambda-search and of full-width play, word by word. */
#include "tests/unit/conformance.h"

static int attacker_moves(position_t *pos, unsigned order, unsigned depth, bool lambda,
                          long *budget);

/* after_reply plays a move and returns what the attacker makes of it. */
static int after_reply(position_t *pos, move_t m, unsigned order, unsigned depth, bool lambda,
                       long *budget)
{
	int won;

	pos->game->play(pos, m);
	won = attacker_moves(pos, order, depth, lambda, budget);
	pos->game->undo(pos);
	return won;
}

static int defender_moves(position_t *pos, unsigned order, unsigned depth, bool lambda,
                          long *budget)
{
	move_t list[MOVES_MAX];
	unsigned n;
	int won = 1;

	if (--*budget < 0)
		return -1;
	if (pos->game->lost(pos) || (lambda && depth < 2))
		return 0;
	n = pos->game->legal_moves(pos, list);
	if (!lambda && game_may_pass(pos))
		list[n++] = MOVE_PASS;
	if (!lambda && n == 0)
		return depth >= pos->game->tail;
	if (depth < 2)
		return 0;
	if (lambda)
		won = after_reply(pos, MOVE_PASS, order - 1, depth - 1, lambda, budget);
	for (unsigned i = 0; i < n && won == 1; i++)
		won = after_reply(pos, list[i], order, depth - 1, lambda, budget);
	return won;
}

static int attacker_moves(position_t *pos, unsigned order, unsigned depth, bool lambda,
                          long *budget)
{
	move_t list[MOVES_MAX];
	unsigned n;
	int won = 0;

	if (--*budget < 0)
		return -1;
	if (pos->game->lost(pos))
		return 0;
	if (pos->game->finish(pos) != MOVE_NONE)
		return 1;
	if (lambda && (order == 0 || depth < 3))
		return 0;
	n = pos->game->legal_moves(pos, list);
	if (!lambda && game_may_pass(pos))
		list[n++] = MOVE_PASS;
	for (unsigned i = 0; i < n && won == 0; i++) {
		pos->game->play(pos, list[i]);
		won = defender_moves(pos, order, depth - 1, lambda, budget);
		pos->game->undo(pos);
	}
	return won;
}

int naive_lambda(position_t *pos, unsigned order, unsigned depth, long *budget)
{
	return attacker_moves(pos, order, depth, true, budget);
}

int naive_plain(position_t *pos, unsigned depth, long *budget)
{
	return attacker_moves(pos, 0, depth, false, budget);
}
