/* SPDX-License-Identifier: MIT
 * test_chess_mates.c - verdicts: those of brute force on random settings, Thomsen's
 * example of lambda-search in chess, and what stalemate and zugzwang do.
 */
#include "tests/problems/chess_follow.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
enum { SETTINGS = 40 };
#else
enum { SETTINGS = 150 };
#endif

enum { MATE_MOST = 2, ORDER_MOST = 3, TEXT = 128 };

static result_t solve_fen(solver_t *solver, const char *fen, limits_t limits)
{
	request_t request = {.problem = {.game = "chess", .rows = fen}, .limits = limits};

	return solve(solver, &request);
}

/* A random setting whose black king stands at the edge and white has more men, so
 * that there are mates. White to move. */
static void random_setting(rng_t *rng, char fen[FOLLOW_FEN_MAX])
{
	static const char men[] = "QRRBNPQRBNpprbnq";
	naive_t b;

	do {
		const unsigned count = 4 + rng_below(rng, 5);

		b = (naive_t){.ep_file = -1, .white = true};
		memset(b.at, '.', sizeof(b.at));
		for (unsigned i = 0; i < count; i++) {
			const char c = i == 0 ? 'K' : i == 1 ? 'k' : men[rng_below(rng, 16)];
			const unsigned x = rng_below(rng, 8), y = i == 1 ? 7 : rng_below(rng, 8);

			if (b.at[x][y] != '.')
				i--;
			else if (toupper((unsigned char)c) != 'P' || (y > 0 && y < 7))
				b.at[x][y] = c;
		}
	} while (naive_in_check(&b, false));
	naive_write(&b, fen);
}

/* least_mate returns the least n <= MATE_MOST of a mate in n by brute force, or 0. */
static unsigned least_mate(const char *fen)
{
	const naive_t b = naive_read(fen);

	for (unsigned n = 1; n <= MATE_MOST; n++)
		if (naive_mates(&b, n))
			return n;
	return 0;
}

/* ask_moves asks one question of a setting whose least mate is known (0: none in MATE_MOST), and
 * compares. */
static void ask_moves(solver_t *solver, rng_t *rng, const char *fen, unsigned least)
{
	const unsigned n = rng_below(rng, MATE_MOST + 1);
	const bool mates = least > 0 && (n == 0 || least <= n);
	limits_t limits = {.order = -1,
	                   .within = n,
	                   .nodes = n == 0 ? 2000 : 0,
	                   .workers = 1 + rng_below(rng, 2),
	                   .engine = (algorithm_t)rng_below(rng, 3)};
	result_t r;

	limits.shortest = n == MATE_MOST && rng_below(rng, 2) == 0;
	r = solve_fen(solver, fen, limits);
	if (n == 0) { /* without a limit: a denial within moves must not answer it */
		assert_true(!mates || r.value != VALUE_DISPROVEN || r.scope == SCOPE_ORDER);
		return;
	}
	if (r.value != (mates ? VALUE_PROVEN : VALUE_DISPROVEN))
		fail_msg("%s within %u: %s, least %u", fen, n, value_name(r.value), least);
	assert_true(mates || r.scope == SCOPE_WITHIN || r.scope == SCOPE_ABSOLUTE);
	assert_true(!mates || r.depth <= 2 * n + 1);
	assert_true(!mates || r.denied < least);
	if (mates && limits.shortest)
		assert_true(r.depth == 2 * least + 1 && r.denied == least - 1);
	if (r.scope == SCOPE_WITHIN)
		assert_int_equal(r.denied, n);
}

/* Questions about moves and others of one solver, in any order: none takes what another has left
 * for an answer of its own. */
static void test_moves_are_those_of_brute_force(void **state)
{
	enum { ASKED = 12 };
	rng_t rng = seed_take();
	solver_t *solver = make(2);

	(void)state;
	for (unsigned i = 0; i < SETTINGS / 2; i++) {
		char fen[FOLLOW_FEN_MAX];
		unsigned least;

		random_setting(&rng, fen);
		least = least_mate(fen);
		for (unsigned k = 0; k < ASKED; k++)
			ask_moves(solver, &rng, fen, least);
	}
	solver_destroy(solver);
}

/* What is asked about moves is refused beside what would make another question of it. */
static void test_moves_refuse_a_depth(void **state)
{
	static const char fen[] = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
	const struct {
		limits_t limits;
		const char *text;
	} refused[] = {
	        {{.order = -1, .within = 2, .depth = 5}, "limits.within: a depth is given as well"},
	        {{.order = -1, .shortest = true, .depth = 5}, "shortest: a depth is given as well"},
	        {{.order = -1, .within = 251}, "limits.within: 251 is not in 0..250"},
	};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		const request_t request = {.problem = {.game = "chess", .rows = fen},
		                           .limits = refused[i].limits};
		errinfo_t why;
		job_t *job;

		assert_int_not_equal(solver_submit(solver, &request, &job, &why), ERR_OK);
		assert_string_equal(why.text, refused[i].text);
	}
	solver_destroy(solver);
}

static void test_verdicts_are_those_of_brute_force(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned mates = 0;

	(void)state;
	for (unsigned i = 0; i < SETTINGS; i++) {
		char fen[FOLLOW_FEN_MAX];
		unsigned n;
		result_t plain, lambda;

		random_setting(&rng, fen);
		n = least_mate(fen);
		plain = solve_fen(solver, fen,
		                  (limits_t){.depth = 2 * MATE_MOST + 1, .driver = DRIVER_PLAIN});
		lambda = solve_fen(solver, fen,
		                   (limits_t){.order = 2,
		                              .depth = 2 * MATE_MOST + 1,
		                              .schedule = SCHEDULE_DEPTH});
		if ((plain.value == VALUE_PROVEN) != (n > 0) || (n > 0 && plain.depth != 2 * n + 1))
			fail_msg("%s: plain %s at depth %u, mate in %u", fen,
			         value_name(plain.value), plain.depth, n);
		if (lambda.value == VALUE_PROVEN && (n == 0 || lambda.depth < 2 * n + 1))
			fail_msg("%s: lambda proves depth %u, mate in %u", fen, lambda.depth, n);
		mates += n > 0;
	}
	print_message("%u mates\n", mates);
	assert_true(mates > 0);
	solver_destroy(solver);
}

/* Three moves and more, by lambda and plain: the whole strategy is followed. */
static void test_strategies_are_followed(void **state)
{
	static const struct {
		const char *fen;
		unsigned moves;
	} cases[] = {
	        {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2},    {"8/8/6p1/6K1/8/8/2Q5/6k1 w - - 0 1", 3},
	        {"8/8/8/2R5/8/7p/8/5K1k w - - 0 1", 3},   {"8/P7/1Kp5/8/8/4R3/8/k7 w - - 0 1", 3},
	        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2}, /* Morphy */
	};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		follow_t follow = {.solver = solver, .limits.driver = DRIVER_PLAIN};

		if (!follow_proof(&follow, cases[i].fen, cases[i].moves))
			fail_msg("%s", follow.wrong);
		assert_false(follow_proof(&follow, cases[i].fen, cases[i].moves - 1));
		assert_true(follow.wrong[0] != '\0');
	}
	solver_destroy(solver);
}

/* The only mate in one is a castling, a promotion to a knight, a capture en passant;
 * or there is none, as black answers the pawn's check by taking en passant. */
static void test_rare_moves_mate(void **state)
{
	static const struct {
		const char *fen, *mate;
	} cases[] = {
	        {"N7/5P2/1Q5R/Rr6/8/n7/4RQ2/2k1K2R w K - 0 1", "O-O#"},
	        {"8/8/8/2P5/8/6P1/Q6P/R3K2k w Q - 0 1", "O-O-O#"},
	        {"3N4/P5PP/5k2/K5R1/8/4B3/8/8 w - - 0 1", "g8=N#"},
	        {"6K1/kPQ5/8/r2B4/7n/8/3P4/8 w - - 0 1", "b8=N#"},
	        {"kBR5/8/2P5/Pp6/4p1K1/R7/7B/8 w - b6 0 1", "axb6#"},
	        {"4B3/k5K1/2P5/Pp1N4/Q7/7Q/6BB/8 w - b6 0 1", "axb6#"},
	        {"3B4/4N3/4R2N/4p1nk/2n4p/1p6/6P1/K7 w - - 0 1", NULL},
	        {"8/Q6n/8/1k1B1r2/1p4N1/3n4/P2K2p1/b7 w - - 0 1", NULL},
	};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const problem_t problem = {.game = "chess", .rows = cases[i].fen};
		position_t *pos;

		assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
		for (unsigned driver = DRIVER_LAMBDA; driver <= DRIVER_PLAIN; driver++) {
			const limits_t limits = {
			        .order = 1, .depth = 3, .driver = (driver_t)driver};
			result_t r = solve_fen(solver, cases[i].fen, limits);
			char text[MOVE_TEXT_MAX] = "";
			strbuf_t out;

			strbuf_init(&out, text, sizeof(text));
			if (r.value == VALUE_PROVEN)
				pos->game->move_text(pos, r.best, &out);
			assert_string_equal(text, cases[i].mate != NULL ? cases[i].mate : "");
		}
		position_free(pos);
	}
	solver_destroy(solver);
}

/* Zugzwang: black, if he might pass, would not be mated in three; full-width search
 * knows that he must move. */
static void test_zugzwang_is_for_plain(void **state)
{
	static const char fen[] = "8/8/8/2R5/8/7p/8/5K1k w - - 0 1";
	solver_t *solver = make(1);
	result_t r = solve_fen(
	        solver, fen,
	        (limits_t){.order = ORDER_MOST, .depth = 7, .engine = ALGORITHM_ALPHABETA});

	(void)state;
	assert_int_not_equal(r.value, VALUE_PROVEN);
	r = solve_fen(solver, fen, (limits_t){.depth = 7, .driver = DRIVER_PLAIN});
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.scope, SCOPE_ABSOLUTE);
	assert_int_equal(r.depth, 7);
	solver_destroy(solver);
}

/* Not asked for an order, a job goes beyond them all; what lambda says stands if there is
 * nothing to find, or no time. */
static void test_auto_goes_beyond_lambda(void **state)
{
	static const char mate[] = "8/8/8/2R5/8/7p/8/5K1k w - - 0 1";
	static const char none[] = "7k/8/8/8/8/8/8/K6N w - - 0 1";
	solver_t *solver = make(2);
	result_t r = solve_fen(solver, mate, (limits_t){.order = -1});

	(void)state;
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.driver, DRIVER_PLAIN);
	assert_int_equal(r.engine, ALGORITHM_DFPN);
	assert_int_equal(r.order, 0);
	assert_in_range(r.line_length, 5, r.depth);
	r = solve_fen(solver, mate,
	              (limits_t){.order = -1, .depth = 7, .engine = ALGORITHM_ALPHABETA});
	assert_int_not_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.driver, DRIVER_LAMBDA);
	r = solve_fen(solver, none, (limits_t){.order = -1, .nodes = 20000});
	assert_int_equal(r.state, JOB_DONE);
	assert_int_equal(r.value, VALUE_DISPROVEN);
	assert_int_equal(r.driver, DRIVER_LAMBDA);
	assert_int_equal(r.scope, SCOPE_ORDER);
	assert_int_equal(r.order, ORDER_MOST);
	solver_destroy(solver);
}

/* Stalemate saves the defender; and lambda's 0 is never absolute in chess. */
static void test_stalemate_is_a_failure(void **state)
{
	static const char *const fens[] = {
	        "k7/8/2K5/8/8/8/8/1B6 w - - 0 1", /* a lone bishop */
	        "7k/8/6K1/6P1/8/8/8/8 w - - 0 1", /* Kf7 wins in the end, not in three */
	        "k7/P7/1K6/8/8/8/8/8 w - - 0 1",  /* nothing but stalemates */
	        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",  /* a bare king */
	};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		result_t r = solve_fen(solver, fens[i], (limits_t){.order = 2, .depth = 7});

		assert_int_not_equal(r.value, VALUE_PROVEN);
		if (i < 3)
			assert_int_not_equal(r.scope, SCOPE_ABSOLUTE);
		r = solve_fen(solver, fens[i], (limits_t){.depth = 7, .driver = DRIVER_PLAIN});
		assert_int_not_equal(r.value, VALUE_PROVEN);
	}
	solver_destroy(solver);
}

/* Thomsen (2000), appendix: white has rooks on e2 and f2, black's king stands on g6.
 * The text does not say where white's king stands; of the 53 squares it may stand on,
 * 31 bring out all three figures move for move, and two of those are tried. */
static bool proves(solver_t *solver, const naive_t *b, int order)
{
	char fen[FOLLOW_FEN_MAX];

	if (naive_in_check(b, !b->white))
		return true; /* the king is taken */
	naive_write(b, fen);
	return solve_fen(solver, fen, (limits_t){.order = order, .depth = 21}).value ==
	       VALUE_PROVEN;
}

static void append(char *list, naive_move_t m)
{
	char text[NAIVE_TEXT_MAX];

	naive_text(m, text);
	(void)strcat(strcat(list, *list != '\0' ? " " : ""), text);
}

/* white_moves lists the moves of order 2: passing after them loses to checks. */
static void white_moves(solver_t *solver, const naive_t *b, char list[TEXT * 2])
{
	naive_move_t moves[NAIVE_MOVES_MAX];
	const int count = naive_moves(b, moves);

	list[0] = '\0';
	for (int i = 0; i < count && strlen(list) < TEXT; i++) {
		naive_t after = naive_play(b, moves[i]);

		after.white = true;
		after.ep_file = -1;
		if (proves(solver, &after, 1))
			append(list, moves[i]);
	}
}

/* black_moves lists the replies after which checks alone do not mate. */
static void black_moves(solver_t *solver, const naive_t *b, char list[TEXT * 2])
{
	naive_move_t moves[NAIVE_MOVES_MAX];
	const int count = naive_moves(b, moves);

	list[0] = '\0';
	for (int i = 0; i < count && strlen(list) < TEXT; i++) {
		const naive_t after = naive_play(b, moves[i]);

		if (!proves(solver, &after, 1))
			append(list, moves[i]);
	}
}

static bool same_moves(const char *list, const char *const *expected)
{
	size_t length = 0;

	for (; *expected != NULL; expected++, length += 5)
		if (strstr(list, *expected) == NULL)
			return false;
	return strlen(list) + 1 == length;
}

static naive_t played(const naive_t *b, int fx, int fy, int tx, int ty)
{
	return naive_play(b, (naive_move_t){.fx = fx, .fy = fy, .tx = tx, .ty = ty});
}

/* figures_fit: do figures 21, 22 and 23 come out of this position? */
static bool figures_fit(solver_t *solver, const naive_t *b)
{
	static const char *const figure_21[] = {"e2e3", "e2e1", "f2f3", "f2f1",
	                                        "e2e6", "f2f6", "f2g2", NULL};
	static const char *const figure_22[] = {"g6h5", NULL};
	static const char *const figure_23[] = {"e1h1", "e1e5", "f2f5", "f2h2",
	                                        "e1g1", "f2g2", NULL};
	char list[TEXT * 2];
	naive_t after, next;

	if (proves(solver, b, 1) || !proves(solver, b, 2))
		return false;
	white_moves(solver, b, list);
	if (!same_moves(list, figure_21))
		return false;
	after = played(b, 4, 1, 4, 0); /* Re2-e1 */
	black_moves(solver, &after, list);
	if (!same_moves(list, figure_22))
		return false;
	next = played(&after, 6, 5, 7, 4); /* Kg6-h5 */
	white_moves(solver, &next, list);
	if (!same_moves(list, figure_23))
		return false;
	after = played(&next, 4, 0, 6, 0); /* Re1-g1 */
	black_moves(solver, &after, list);
	if (list[0] != '\0')
		return false;
	after = played(&next, 5, 1, 6, 1); /* Rf2-g2 */
	black_moves(solver, &after, list);
	return list[0] == '\0';
}

static void test_thomsens_example(void **state)
{
	static const char *const kings[] = {"a1", "d7"};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(kings) / sizeof(kings[0]); i++) {
		naive_t b = {.ep_file = -1, .white = true};

		memset(b.at, '.', sizeof(b.at));
		b.at[4][1] = 'R';
		b.at[5][1] = 'R';
		b.at[6][5] = 'k';
		b.at[kings[i][0] - 'a'][kings[i][1] - '1'] = 'K';
		if (!figures_fit(solver, &b))
			fail_msg("white's king on %s: not the figures", kings[i]);
	}
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_verdicts_are_those_of_brute_force),
	        cmocka_unit_test(test_moves_are_those_of_brute_force),
	        cmocka_unit_test(test_moves_refuse_a_depth),
	        cmocka_unit_test(test_strategies_are_followed),
	        cmocka_unit_test(test_rare_moves_mate),
	        cmocka_unit_test(test_zugzwang_is_for_plain),
	        cmocka_unit_test(test_auto_goes_beyond_lambda),
	        cmocka_unit_test(test_stalemate_is_a_failure),
	        cmocka_unit_test(test_thomsens_example),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
