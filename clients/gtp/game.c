/* SPDX-License-Identifier: MIT
 * game.c - see game.h.
 *
 * Design     Taking back copies the state before the move. A state is 400 bytes and a game some
 *            hundred moves, so storing only what a move changes would save too little memory to
 *            matter.
 */
#include "clients/gtp/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

void game_init(game_t *game)
{
	*game = (game_t){.before = NULL};
	game_clear(game, GAME_SIDE_DEFAULT);
}

void game_fini(game_t *game)
{
	free(game->before);
	game->before = NULL;
}

static void begin(game_t *game, const sgf_board_t *board)
{
	game->now = (game_state_t){.board = *board};
	game->moves = game->tried = 0;
}

void game_clear(game_t *game, unsigned side)
{
	const sgf_board_t board = {.width = side, .height = side, .ko = SGF_NO_POINT};

	begin(game, &board);
}

void game_set(game_t *game, const sgf_position_t *position)
{
	sgf_board_t board;

	sgf_board_of(position, &board);
	begin(game, &board);
}

static void count_stones(const sgf_board_t *board, unsigned count[SGF_WHITE + 1])
{
	memset(count, 0, (SGF_WHITE + 1) * sizeof(*count));
	for (unsigned i = 0; i < board->width * board->height; i++)
		count[board->stones[i]]++;
}

bool game_is_empty(const game_t *game)
{
	unsigned count[SGF_WHITE + 1];

	count_stones(&game->now.board, count);
	return count[SGF_BLACK] + count[SGF_WHITE] == 0;
}

bool game_legal(const game_t *game, int point, unsigned colour)
{
	return point == GAME_PASS || sgf_board_legal(&game->now.board, point, colour);
}

/* keep stores the state before a move, for take_back. Returns false if there is no memory. */
static bool keep(game_t *game)
{
	if (game->moves == game->room) {
		const unsigned room = game->room > 0 ? game->room * 2 : FIRST_ROOM;
		game_state_t *more = realloc(game->before, room * sizeof(*more));

		if (more == NULL)
			return false;
		game->before = more;
		game->room = room;
	}
	assert(game->moves < game->room);
	game->before[game->moves++] = game->now;
	return true;
}

static bool make(game_t *game, int point, unsigned colour)
{
	sgf_board_t *board = &game->now.board;
	unsigned before[SGF_WHITE + 1], after[SGF_WHITE + 1];

	if (!game_legal(game, point, colour) || !keep(game))
		return false;
	if (point == GAME_PASS) {
		board->ko = SGF_NO_POINT;
		return true;
	}
	count_stones(board, before);
	sgf_board_play(board, point, colour);
	count_stones(board, after);
	assert(after[game_enemy(colour)] <= before[game_enemy(colour)]);
	game->now.captured[game_enemy(colour)] +=
	        before[game_enemy(colour)] - after[game_enemy(colour)];
	return true;
}

static void take_back(game_t *game)
{
	assert(game->moves > 0 && game->tried <= game->moves);
	game->now = game->before[--game->moves];
}

bool game_play(game_t *game, int point, unsigned colour)
{
	if (!make(game, point, colour))
		return false;
	game->tried = 0;
	return true;
}

bool game_undo(game_t *game)
{
	if (game->moves == 0 || game->tried > 0)
		return false;
	take_back(game);
	return true;
}

bool game_try(game_t *game, int point, unsigned colour)
{
	if (!make(game, point, colour))
		return false;
	game->tried++;
	return true;
}

bool game_untry(game_t *game)
{
	if (game->tried == 0)
		return false;
	take_back(game);
	game->tried--;
	return true;
}
