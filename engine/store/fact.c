/* SPDX-License-Identifier: MIT
 * fact.c - a fact's moves, looked at on a board. */
#include "engine/store/fact.h"

#include <assert.h>

/* can_play: is it among the legal moves? A pass may stand in every line of lambda. */
static bool can_play(const position_t *pos, move_t move)
{
	move_t list[MOVES_MAX];
	unsigned count;

	if (move == MOVE_PASS)
		return true;
	count = pos->game->legal_moves(pos, list);
	while (count > 0 && list[count - 1] != move)
		count--;
	return count > 0;
}

/* cut_line leaves of the line what can be played; its first move can. */
static void cut_line(fact_t *fact, const position_t *pos)
{
	position_t *at = fact->line_length > 1 ? position_clone(pos) : NULL;
	unsigned played = 1;

	assert(fact->line_length <= FACT_LINE_MAX);
	if (at == NULL) {
		fact->line_length = fact->line_length > 0 ? 1 : 0;
		return;
	}
	at->game->play(at, fact->line[0]);
	while (played < fact->line_length && can_play(at, fact->line[played]))
		at->game->play(at, fact->line[played++]);
	position_free(at);
	fact->line_length = played;
}

bool fact_is_playable(fact_t *fact, const position_t *pos)
{
	if (fact->best != MOVE_NONE && !can_play(pos, fact->best))
		return false;
	if (fact->line_length > 0 && fact->line[0] != fact->best && !can_play(pos, fact->line[0]))
		fact->line_length = 0;
	cut_line(fact, pos);
	return true;
}
