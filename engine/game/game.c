/* SPDX-License-Identifier: MIT
 * game.c - the games that exist, each one row, and what works the same for all of them. */
#include "engine/game/game.h"

#include "engine/base/check.h"
#include "engine/game/chess/chess.h"
#include "engine/game/go/go.h"
#include "engine/game/gomoku/gomoku.h"
#include "engine/game/hex/hex.h"
#include "engine/game/atarigo/atarigo.h"

#include <string.h>

enum { GAMES_MAX = 32 };

/* The last is always NULL. */
static const game_t *games[GAMES_MAX + 1] = {&go_game, &gomoku_game, &hex_game, &chess_game,
                                             &atarigo_game};

const game_t *const *game_list(void)
{
	return games;
}

err_t game_register(const game_t *game)
{
	for (unsigned i = 0; i < GAMES_MAX; i++) {
		CHECK(games[i] == NULL || strcmp(games[i]->name, game->name) != 0);
		if (games[i] == NULL) {
			games[i] = game;
			return ERR_OK;
		}
	}
	return ERR_LIMIT;
}

const game_t *game_find(const char *name)
{
	for (const game_t *const *game = games; *game != NULL; game++)
		if (name != NULL && strcmp((*game)->name, name) == 0)
			return *game;
	return NULL;
}

const hints_t *game_hints(const position_t *pos)
{
	static const hints_t none = {.soon = NULL};

	return pos->game->hints != NULL ? pos->game->hints(pos) : &none;
}

unsigned game_all_moves(const position_t *pos, const bits_t *within, move_t *out)
{
	const unsigned all = pos->game->legal_moves(pos, out);

	if (all == 0 && pos->turn == SIDE_ATTACKER && pos->game->may_pass != NULL &&
	    pos->game->may_pass(pos)) {
		out[0] = MOVE_PASS;
		return 1;
	}
	assert(all <= MOVES_MAX);
	return bits_keep(within, out, all);
}

/* refuse_strangers complains of what only other games have. */
static err_t refuse_strangers(const game_t *game, const problem_t *problem, errinfo_t *why)
{
	if (problem->target != NULL && !(game->takes & TAKES_TARGET))
		return err_at(why, ERR_VALUE, "goal.target", "a goal of %s has no target",
		              game->name);
	if (problem->ko != NULL && !(game->takes & TAKES_KO))
		return err_at(why, ERR_VALUE, "ko", "there is no ko in %s", game->name);
	if (problem->attacker_threats != 0 && !(game->takes & TAKES_THREATS))
		return err_at(why, ERR_VALUE, "threats.attacker", "there are no ko threats in %s",
		              game->name);
	if (problem->defender_threats != 0 && !(game->takes & TAKES_THREATS))
		return err_at(why, ERR_VALUE, "threats.defender", "there are no ko threats in %s",
		              game->name);
	if (problem->first != SIDE_ATTACKER && !(game->takes & TAKES_FIRST))
		return err_at(why, ERR_VALUE, "goal.first", "in %s the attacker moves first",
		              game->name);
	return ERR_OK;
}

/* find returns the game of a problem that has nothing the game does not know, or NULL. */
static const game_t *find(const problem_t *problem, err_t *err, errinfo_t *why)
{
	const game_t *game = game_find(problem->game);

	if (problem->game == NULL)
		*err = err_at(why, ERR_MISSING, "game", "no game is given");
	else if (game == NULL)
		*err = err_at(why, ERR_GAME, "game", "there is no game \"%.32s\"", problem->game);
	else
		*err = refuse_strangers(game, problem, why);
	return *err == ERR_OK ? game : NULL;
}

err_t game_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	const game_t *game;
	err_t err = ERR_OK;

	CHECK(problem != NULL && out != NULL);
	*out = NULL;
	game = find(problem, &err, why);
	return game != NULL ? game->create(problem, out, why) : err;
}

err_t game_survey(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why)
{
	const game_t *game;
	err_t err = ERR_OK;

	CHECK(board != NULL && out != NULL);
	out->count = 0;
	game = find(board, &err, why);
	if (game == NULL)
		return err;
	if (game->survey == NULL)
		return err_at(why, ERR_VALUE, "game", "a board of %s has no status", game->name);
	return game->survey(board, pairs, out, why);
}

err_t game_dragon(const problem_t *board, const dragon_query_t *query, dragon_t *out,
                  errinfo_t *why)
{
	const game_t *game;
	err_t err = ERR_OK;

	CHECK(board != NULL && query != NULL && out != NULL);
	game = find(board, &err, why);
	if (game == NULL)
		return err;
	if (game->dragons == NULL)
		return err_at(why, ERR_VALUE, "game", "there is no life and death in %s",
		              game->name);
	return game->dragons->find(board, query, out, why);
}

bool game_dragon_after(const problem_t *board, const dragon_t *dragon, colour_t mover, move_t move,
                       dragon_after_t *out)
{
	const game_t *game = game_find(board->game);

	CHECK(game != NULL && game->dragons != NULL);
	return game->dragons->after(board, dragon, mover, move, out);
}
