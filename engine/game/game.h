/* SPDX-License-Identifier: MIT
 * game.h - the games that exist, and the questions about a position that have an answer in every
 * game.
 *
 *     types.h      moves, sides, keys, problems, positions
 *     problem.h    copies of problems
 *     position.h   copies of positions
 *     rules.h      game_t: what a game must have, and its optional tables
 *     hints.h      what makes a search of a game faster
 *     zone_ops.h   what a game knows of relevancy zones
 *
 * Units     as types.h.
 * Ownership a position belongs to who made it, and is released with position_free.
 * Threads   games are registered before any thread uses them. A position: one thread at a time.
 * Errors    game_create and game_survey return what rules.h says, with the path of the field;
 *           functions on positions cannot fail.
 */
#ifndef ENGINE_GAME_GAME_H
#define ENGINE_GAME_GAME_H

#include "engine/game/position.h"
#include "engine/game/problem.h"
#include "engine/game/rules.h"

/* game_list returns the registered games, NULL-terminated. */
const game_t *const *game_list(void);

/* game_register adds a game of the program's own, before any thread uses games.
 * ERR_LIMIT: no room for more. */
err_t game_register(const game_t *game);

/* game_find returns the game of that name, or NULL. */
const game_t *game_find(const char *name);

/* game_create finds problem->game and creates its position with the attacker
 * to move. On failure *out is NULL and *why says which field was wrong. */
err_t game_create(const problem_t *problem, position_t **out, errinfo_t *why);

/* game_survey asks the game of `board` what the board suggests (game_t.survey). */
err_t game_survey(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

/* game_dragon finds a dragon and its region; game_dragon_after plays a first move on a board on
 * which it was found (dragon_ops_t). */
err_t game_dragon(const problem_t *board, const dragon_query_t *query, dragon_t *out,
                  errinfo_t *why);
bool game_dragon_after(const problem_t *board, const dragon_t *dragon, colour_t mover, move_t move,
                       dragon_after_t *out);

/* game_hints returns the hints for the goal of a position, or a table in which no hint is given. */
const hints_t *game_hints(const position_t *pos);

/* game_all_moves writes the legal moves on `within` (NULL: the whole board), or the pass where
 * that is the only legal move of the side to move, the attacker. */
unsigned game_all_moves(const position_t *pos, const bits_t *within, move_t *out);

/* What follows asks the game's function of that name, or gives the default that rules.h says. */
static inline bool game_may_pass(const position_t *pos)
{
	return pos->game->may_pass != NULL && pos->game->may_pass(pos);
}

/* game_may_play: can a move of a line be played, which may be the pass of a defender who has
 * nothing to do? */
static inline bool game_may_play(const position_t *pos, move_t move)
{
	if (move == MOVE_PASS)
		return pos->turn == SIDE_DEFENDER || game_may_pass(pos);
	return move != MOVE_NONE && pos->game->legal(pos, move);
}

static inline bool game_repeatable(const position_t *pos)
{
	return pos->game->repeatable != NULL && pos->game->repeatable(pos);
}

static inline unsigned game_distance(const position_t *pos)
{
	return pos->game->distance != NULL ? pos->game->distance(pos) : 1;
}

static inline unsigned game_attacks(const position_t *pos, unsigned order, const bits_t *within,
                                    move_t *out)
{
	return pos->game->attacks != NULL ? pos->game->attacks(pos, order, within, out)
	                                  : game_all_moves(pos, within, out);
}

static inline unsigned game_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	return pos->game->replies != NULL ? pos->game->replies(pos, within, out)
	                                  : game_all_moves(pos, within, out);
}

#endif
