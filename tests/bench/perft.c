/* SPDX-License-Identifier: MIT
 * perft.c - how many lines of chess a second can be counted.
 *
 * The last move of each line is listed, not played, as all do who name such a rate ("bulk
 * counting"). Counting it from sets of squares alone was no faster: 15 % more at kiwipete, 20 %
 * less at the start. Boards are copied and played on; there is no game around them, no search, no
 * table. Two positions: the start, where nothing is pinned and the king is shut in, and one full of
 * pins, castling and promotions ("kiwipete"). Processor time, the best of several rounds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/game/chess/chess.h"
#include "engine/game/chess/moves.h"

enum { ROUNDS = 3 };

static const struct {
	const char *name, *fen;
	unsigned plies;
	uint64_t lines; /* chessprogramming.org, "Perft Results" */
} cases[] = {
        {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
        {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
         193690690},
};

static uint64_t perft(const board_t *b, unsigned plies)
{
	move_t list[MOVES_MAX];
	unsigned count;
	uint64_t lines = 0;

	count = moves_legal(b, list);
	if (plies == 1)
		return count;
	for (unsigned i = 0; i < count; i++) {
		board_t after = *b;

		chess_board_make(&after, list[i]);
		lines += perft(&after, plies - 1);
	}
	return lines;
}

static double rate(size_t i)
{
	const problem_t problem = {.game = "chess", .rows = cases[i].fen};
	double best = 0;
	errinfo_t why;
	position_t *pos;

	if (game_create(&problem, &pos, &why) != ERR_OK) {
		(void)fprintf(stderr, "perft: %s\n", why.text);
		exit(70);
	}
	for (int round = 0; round < ROUNDS; round++) {
		const uint64_t start = clock_cpu_ns();
		const uint64_t lines =
		        perft(&((const chess_t *)(const void *)pos)->now, cases[i].plies);
		const double per_s = (double)lines * NS_PER_S / (double)(clock_cpu_ns() - start);

		if (lines != cases[i].lines) {
			(void)fprintf(stderr, "perft: %s: %" PRIu64 " lines\n", cases[i].name,
			              lines);
			exit(70);
		}
		best = per_s > best ? per_s : best;
	}
	position_free(pos);
	return best;
}

int main(void)
{
	printf("  perft, chess              %8.2f M lines/s at the %s, %.2f M lines/s at %s\n",
	       rate(0) / 1e6, cases[0].name, rate(1) / 1e6, cases[1].name);
	return EXIT_SUCCESS;
}
