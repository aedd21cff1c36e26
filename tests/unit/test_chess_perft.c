/* SPDX-License-Identifier: MIT
 * test_chess_perft.c - counts the lines of play to a depth, and compares with what
 * everybody counts (chessprogramming.org, "Perft Results").
 *
 * In a release build the counts are the published ones, some 600 million lines in a
 * few seconds; elsewhere (sanitizers, assertions) one ply less is counted.
 * TESUJI_PERFT=N takes N plies off, whatever the build. */
#include "engine/game/game.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
enum { PLIES_LESS = 1 };
#elif !defined(NDEBUG)
enum { PLIES_LESS = 1 };
#else
enum { PLIES_LESS = 0 };
#endif

enum { PLIES_MAX = 6 };

static const struct {
	const char *fen;
	uint64_t lines[PLIES_MAX + 1]; /* by plies; the last that is not 0 is counted */
} cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         {1, 20, 400, 8902, 197281, 4865609, 119060324}},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {1, 48, 2039, 97862, 4085603, 193690690}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {1, 14, 191, 2812, 43238, 674624}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {1, 6, 264, 9467, 422333, 15833292}},
        {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
         {1, 6, 264, 9467, 422333, 15833292}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
         {1, 44, 1486, 62379, 2103487, 89941194}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {1, 46, 2079, 89890, 3894594, 164075551}},
};

static uint64_t perft(position_t *pos, unsigned plies)
{
	move_t list[MOVES_MAX];
	unsigned count;
	uint64_t lines = 0;

	if (plies == 0)
		return 1;
	count = pos->game->legal_moves(pos, list);
	if (plies == 1)
		return count;
	for (unsigned i = 0; i < count; i++) {
		pos->game->play(pos, list[i]);
		lines += perft(pos, plies - 1);
		pos->game->undo(pos);
	}
	return lines;
}

static unsigned plies_of(size_t i)
{
	const char *less = getenv("TESUJI_PERFT");
	unsigned off = less != NULL ? (unsigned)strtoul(less, NULL, 10) : PLIES_LESS, plies = 1;

	while (plies < PLIES_MAX && cases[i].lines[plies + 1] != 0)
		plies++;
	return plies > off ? plies - off : 1;
}

static void test_lines_are_those_published(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const problem_t problem = {.game = "chess", .rows = cases[i].fen};
		const unsigned plies = plies_of(i);
		errinfo_t why;
		position_t *pos;
		uint64_t lines;

		if (game_create(&problem, &pos, &why) != ERR_OK)
			fail_msg("%s: %s", cases[i].fen, why.text);
		lines = perft(pos, plies);
		position_free(pos);
		print_message("%u plies %12" PRIu64 "  %s\n", plies, lines, cases[i].fen);
		assert_true(lines == cases[i].lines[plies]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines_are_those_published)};

	return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
