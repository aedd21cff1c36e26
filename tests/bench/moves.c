/* SPDX-License-Identifier: MIT
 * moves.c - how many moves a second can be made and taken back on 19x19.
 *
 * A random game is played; at every tenth move each legal move is made and taken
 * back, many times over, as a search does near its leaves. Then the whole game is
 * made and taken back, many times over: there no move is like the one before.
 * Captures, merges and crowded boards occur as often as they do in games. Listing
 * moves is not counted. Processor time, so that other programs on the machine
 * matter less; the best of several rounds.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/game/game.h"

enum { SIDE = 19, GAME_MOVES = 200, EVERY = 10, REPEAT = 200, ROUNDS = 5, SEED = 1 };

static position_t *empty_board(void)
{
	char rows[SIDE * (SIDE + 1)];
	errinfo_t why;
	position_t *pos = NULL;

	for (int i = 0; i < SIDE * (SIDE + 1); i++)
		rows[i] = i % (SIDE + 1) == SIDE ? '/' : '.';
	rows[0] = 'O';
	rows[sizeof(rows) - 1] = '\0';
	problem_t problem = {.game = "go", .rows = rows, .goal = "capture", .target = "A19"};

	if (game_create(&problem, &pos, &why) != ERR_OK) {
		(void)fprintf(stderr, "moves: %s\n", why.text);
		exit(70);
	}
	return pos;
}

/* pick returns a random legal move that does not end the game. */
static move_t pick(const position_t *pos, rng_t *rng, const move_t *moves, unsigned count)
{
	move_t finish = pos->turn == SIDE_ATTACKER ? pos->game->finish(pos) : MOVE_NONE;

	for (int i = 0; i < 8 && count > 0; i++) {
		move_t move = moves[rng_below(rng, count)];

		if (move != finish)
			return move;
	}
	return MOVE_NONE;
}

typedef struct {
	uint64_t pairs, ns;
} sum_t;

static void each_move(position_t *pos, const move_t *moves, unsigned count, sum_t *sum)
{
	uint64_t start = clock_cpu_ns();

	for (int r = 0; r < REPEAT; r++) {
		for (unsigned i = 0; i < count; i++) {
			pos->game->play(pos, moves[i]);
			pos->game->undo(pos);
		}
	}
	sum->ns += clock_cpu_ns() - start;
	sum->pairs += (uint64_t)count * REPEAT;
}

static void whole_game(position_t *pos, const move_t *game, unsigned count, sum_t *sum)
{
	uint64_t start = clock_cpu_ns();

	for (int r = 0; r < REPEAT; r++) {
		for (unsigned i = 0; i < count; i++)
			pos->game->play(pos, game[i]);
		for (unsigned i = 0; i < count; i++)
			pos->game->undo(pos);
	}
	sum->ns += clock_cpu_ns() - start;
	sum->pairs += (uint64_t)count * REPEAT;
}

static void round_run(sum_t *each, sum_t *whole)
{
	position_t *pos = empty_board();
	rng_t rng = {.state = SEED};
	move_t moves[MOVES_MAX], game[GAME_MOVES];
	unsigned played = 0;

	while (played < GAME_MOVES) {
		unsigned count = pos->game->legal_moves(pos, moves);

		game[played] = pick(pos, &rng, moves, count);
		if (game[played] == MOVE_NONE)
			break;
		if (played % EVERY == 0)
			each_move(pos, moves, count, each);
		pos->game->play(pos, game[played++]);
	}
	for (unsigned i = 0; i < played; i++)
		pos->game->undo(pos);
	whole_game(pos, game, played, whole);
	position_free(pos);
}

static double rate(const sum_t *sum)
{
	return (double)sum->pairs / (double)sum->ns * NS_PER_S / 1e6;
}

int main(void)
{
	double best_each = 0, best_whole = 0;

	for (int round = 0; round < ROUNDS; round++) {
		sum_t each = {.pairs = 0}, whole = {.pairs = 0};

		round_run(&each, &whole);
		best_each = rate(&each) > best_each ? rate(&each) : best_each;
		best_whole = rate(&whole) > best_whole ? rate(&whole) : best_whole;
	}
	printf("  make + undo, 19x19        %8.2f M pairs/s, %.2f M pairs/s in whole games\n",
	       best_each, best_whole);
	return EXIT_SUCCESS;
}
