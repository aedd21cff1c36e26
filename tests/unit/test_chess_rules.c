/* SPDX-License-Identifier: MIT
 * test_chess_rules.c - the engine's chess against the naive rules: the same legal
 * moves, the same positions after them, checks, mates and stalemates; and everything
 * taken back.
 */
#include "engine/base/mem.h"
#include "engine/game/game.h"
#include "tests/unit/chess_naive.h"
#include "tests/unit/seed.h"

enum { GAMES = 40, PLIES = 60, SETTINGS = 300, TEXT = 128 };

/* Where random play begins: much castling, promotion and en passant. */
static const char *const starts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k3/P1P1P1P1/8/8/PpPpPpPp/8/p1p1p1p1/4K3 w - - 0 1",
        "8/1p1p1p1p/8/k1P1P2R/r1p1p2K/8/1P1P1P1P/8 b - - 0 1",
};

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static position_t *make(const char *fen)
{
	const problem_t problem = {.game = "chess", .rows = fen};
	errinfo_t why;
	position_t *pos;

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", fen, why.text);
	return pos;
}

/* compare: the same moves, by their UCI texts in order. */
static void compare(const position_t *pos, const naive_t *b)
{
	char ours[NAIVE_MOVES_MAX][NAIVE_TEXT_MAX], theirs[NAIVE_MOVES_MAX][NAIVE_TEXT_MAX];
	naive_move_t naive[NAIVE_MOVES_MAX];
	char fen[TEXT];
	move_t list[MOVES_MAX];
	const unsigned n = pos->game->legal_moves(pos, list);
	const int expected = naive_moves(b, naive);

	naive_write(b, fen);
	if (n != (unsigned)expected)
		fail_msg("%s: %u legal moves instead of %d", fen, n, expected);
	for (unsigned i = 0; i < n; i++) {
		strbuf_t out;

		strbuf_init(&out, ours[i], NAIVE_TEXT_MAX);
		pos->game->notation->coords_text(pos, list[i], &out);
		assert_true(pos->game->legal(pos, list[i]));
		naive_text(naive[i], theirs[i]);
	}
	qsort(ours, n, NAIVE_TEXT_MAX, by_text);
	qsort(theirs, n, NAIVE_TEXT_MAX, by_text);
	for (unsigned i = 0; i < n; i++)
		if (strcmp(ours[i], theirs[i]) != 0)
			fail_msg("%s: %s instead of %s", fen, ours[i], theirs[i]);
}

/* compare_state: key, check, mate, stalemate, and the FEN but for en passant that
 * cannot happen. */
static void compare_state(const position_t *pos, const naive_t *b)
{
	const bool defends = pos->turn == SIDE_DEFENDER, check = naive_in_check(b, b->white);
	naive_move_t naive[NAIVE_MOVES_MAX];
	char fen[TEXT], rows[TEXT];
	hashkey_t key = pos->game->key(pos), slow = pos->game->key_from_scratch(pos);
	unsigned distance = pos->game->distance(pos);
	strbuf_t out;
	const int count = naive_moves(b, naive);
	bool bare = true, checks = false;

	assert_memory_equal(&key, &slow, sizeof(key));
	naive_write(b, fen);
	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	*strchr(strchr(fen, ' ') + 3, ' ') = '\0';
	assert_non_null(strstr(rows, strchr(fen, ' ')));
	for (int i = 0; i < 64; i++) {
		const char c = b->at[i & 7][i >> 3];

		bare = bare && (c == '.' || toupper((unsigned char)c) == 'K' ||
		                naive_is_white(c) == (b->white == defends));
	}
	assert_int_equal(pos->game->lost(pos), bare || (count == 0 && !(defends && check)));
	assert_int_equal(distance == 1, defends && check);
	for (int i = 0; i < count && !defends; i++) {
		const naive_t after = naive_play(b, naive[i]);

		checks = checks || naive_in_check(&after, after.white);
	}
	if (!defends)
		assert_int_equal(distance, checks ? 2 : 3);
}

/* compare_attacks: at order 1 the moves that give check, and no others. */
static void compare_attacks(const position_t *pos, const naive_t *b)
{
	naive_move_t naive[NAIVE_MOVES_MAX];
	move_t list[MOVES_MAX];
	unsigned checks = 0;
	const int count = naive_moves(b, naive);

	if (pos->turn == SIDE_DEFENDER) {
		assert_int_equal(pos->game->replies(pos, NULL, list), count);
		return;
	}
	for (int i = 0; i < count; i++) {
		const naive_t after = naive_play(b, naive[i]);

		checks += naive_in_check(&after, after.white);
	}
	assert_int_equal(pos->game->attacks(pos, 1, NULL, list), checks);
	assert_int_equal(pos->game->attacks(pos, 2, NULL, list), count);
	assert_int_equal(pos->game->attacks(pos, ORDER_ANY, NULL, list), count);
}

/* step plays one random move on both boards; false at the end. */
static bool step(position_t *pos, naive_t *b, rng_t *rng)
{
	naive_move_t naive[NAIVE_MOVES_MAX];
	const int count = naive_moves(b, naive);
	char text[NAIVE_TEXT_MAX];
	move_t move;
	unsigned pick;

	if (count == 0)
		return false;
	pick = rng_below(rng, (uint32_t)count);
	naive_text(naive[pick], text);
	move = pos->game->move_parse(pos, text);
	assert_int_not_equal(move, MOVE_NONE);
	pos->game->play(pos, move);
	*b = naive_play(b, naive[pick]);
	return true;
}

static void test_random_games(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned game = 0; game < GAMES; game++) {
		const char *fen = starts[game % (sizeof(starts) / sizeof(starts[0]))];
		position_t *pos = make(fen), *root = position_clone(pos);
		naive_t b = naive_read(fen);
		unsigned plies = 0;

		assert_non_null(root);
		do {
			compare(pos, &b);
			compare_state(pos, &b);
			compare_attacks(pos, &b);
		} while (plies++ < PLIES && step(pos, &b, &rng));
		while (pos->used > root->used)
			pos->game->undo(pos);
		assert_int_equal(pos->used, root->used);
		assert_memory_equal(pos, root, root->used);
		position_free(root);
		position_free(pos);
	}
}

/* A random setting of few or many men, the side not to move not in check. */
static naive_t random_setting(rng_t *rng)
{
	static const char men[] = "QRBNPPqrbnpp";
	naive_t b;

	do {
		const unsigned count = 2 + rng_below(rng, 16);

		b = (naive_t){.ep_file = -1, .white = rng_below(rng, 2) == 0};
		memset(b.at, '.', sizeof(b.at));
		for (unsigned i = 0; i < count; i++) {
			const char c = i == 0 ? 'K' : i == 1 ? 'k' : men[rng_below(rng, 12)];
			const unsigned x = rng_below(rng, 8), y = rng_below(rng, 8);

			if (b.at[x][y] != '.')
				i--;
			else if (toupper((unsigned char)c) != 'P' || (y > 0 && y < 7))
				b.at[x][y] = c;
		}
	} while (naive_in_check(&b, !b.white));
	return b;
}

static void test_random_settings(void **state)
{
	rng_t rng = seed_take();
	unsigned tried = 0;

	(void)state;
	for (unsigned i = 0; i < SETTINGS; i++) {
		naive_t b = random_setting(&rng);
		char fen[TEXT];
		problem_t problem = {.game = "chess", .rows = fen};
		position_t *pos;

		naive_write(&b, fen);
		if (game_create(&problem, &pos, NULL) != ERR_OK)
			continue; /* nine pawns */
		tried++;
		compare(pos, &b);
		compare_state(pos, &b);
		compare_attacks(pos, &b);
		position_free(pos);
	}
	assert_true(tried > SETTINGS / 2);
}

/* In check the defender may pass; then taking his king is the finish, even for a
 * pinned piece. */
static void test_a_pass_in_check_loses_the_king(void **state)
{
	static const struct {
		const char *fen, *check, *finish;
	} cases[] = {
	        {"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "Ra8+", "a8h8"},
	        {"6k1/4P3/8/8/8/8/8/K7 w - - 0 1", "e8=Q+", "e8g8"},
	        {"k7/8/1P6/8/8/8/8/7K w - - 0 1", "b7+", "b7a8q"},
	        {"4k3/3pp3/8/8/4r3/1B6/8/K7 b - - 0 1", "Re1+", "e1a1"},
	        {"3kq3/8/8/4N3/8/8/8/4K3 w - - 0 1", "Kd1", NULL},
	        {"k7/8/8/8/8/q1N5/3K4/8 w - - 0 1", "Nb5", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		position_t *pos = make(cases[i].fen);
		const game_t *game = pos->game;
		char text[MOVE_TEXT_MAX];
		strbuf_t out;
		move_t m = game->move_parse(pos, cases[i].check);

		assert_int_not_equal(m, MOVE_NONE);
		game->play(pos, m);
		assert_false(game->may_pass(pos));
		game->play(pos, MOVE_PASS);
		m = game->finish(pos);
		if (cases[i].finish == NULL) {
			assert_int_equal(m, MOVE_NONE);
		} else {
			strbuf_init(&out, text, sizeof(text));
			game->notation->coords_text(pos, m, &out);
			assert_string_equal(text, cases[i].finish);
			assert_true(game->legal(pos, m));
			assert_int_equal(game->distance(pos), 1);
			game->play(pos, m);
			game->undo(pos);
		}
		position_free(pos);
	}
}

/* The bishop that checks is pinned: it may not move, but it may take the king. */
static void test_a_pinned_piece_takes_the_king(void **state)
{
	position_t *pos = make("4r3/1k6/8/3N4/4B3/8/8/4K3 w - - 0 1");
	const game_t *game = pos->game;
	move_t list[MOVES_MAX];
	unsigned count;
	move_t m;

	(void)state;
	assert_int_equal(game->move_parse(pos, "Bf3"), MOVE_NONE);
	m = game->move_parse(pos, "Nc3+");
	assert_int_not_equal(m, MOVE_NONE);
	game->play(pos, m);
	assert_int_equal(game->distance(pos), 1);
	game->play(pos, MOVE_PASS);
	assert_int_equal(game->finish(pos), game->move_parse(pos, "e4b7"));
	assert_true(game->legal(pos, game->finish(pos)));
	assert_int_equal(game->move_parse(pos, "Bf3"), MOVE_NONE);
	count = game->attacks(pos, 1, NULL, list);
	assert_int_equal(count, game->legal_moves(pos, list));
	assert_int_equal(game->attacks(pos, 0, NULL, list), 1);
	position_free(pos);
}

/* A pass ends the right to take en passant, and the key says so. */
static void test_en_passant_ends_with_a_pass(void **state)
{
	position_t *pos = make("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
	const game_t *game = pos->game;
	move_t list[MOVES_MAX];
	hashkey_t with, without;

	(void)state;
	game->play(pos, game->move_parse(pos, "e4"));
	with = game->key(pos);
	assert_int_not_equal(game->move_parse(pos, "dxe3"), MOVE_NONE);
	game->play(pos, MOVE_PASS);
	game->play(pos, game->move_parse(pos, "Kd1"));
	game->play(pos, game->move_parse(pos, "Kd8"));
	game->play(pos, game->move_parse(pos, "Ke1"));
	game->play(pos, MOVE_PASS);
	(void)game->legal_moves(pos, list);
	game->play(pos, game->move_parse(pos, "Kd1"));
	game->play(pos, game->move_parse(pos, "Ke8"));
	game->play(pos, game->move_parse(pos, "Ke1"));
	without = game->key(pos);
	assert_int_equal(game->move_parse(pos, "dxe3"), MOVE_NONE);
	assert_true(with.lo != without.lo && with.hi != without.hi);
	assert_true(game->repeatable(pos));
	position_free(pos);
}

/* Two questions never share a key. */
static void test_keys_tell_questions_apart(void **state)
{
	static const char *const fens[] = {
	        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
	        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
	};
	enum { COUNT = sizeof(fens) / sizeof(fens[0]) };
	hashkey_t keys[COUNT + 1];
	position_t *pos;

	(void)state;
	for (size_t i = 0; i < COUNT; i++) {
		pos = make(fens[i]);
		keys[i] = pos->game->key(pos);
		position_free(pos);
	}
	pos = make("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"); /* the same board, white asks */
	pos->game->play(pos, pos->game->move_parse(pos, "O-O"));
	position_free(pos);
	pos = make(fens[0]);
	pos->game->play(pos, pos->game->move_parse(pos, "Rb1"));
	pos->game->play(pos, MOVE_PASS);
	pos->game->play(pos, pos->game->move_parse(pos, "Ra1"));
	keys[COUNT] = pos->game->key(pos); /* black to move, white attacks, Q is gone */
	position_free(pos);
	for (size_t i = 0; i <= COUNT; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(keys[i].lo != keys[j].lo && keys[i].hi != keys[j].hi);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random_games),
	        cmocka_unit_test(test_random_settings),
	        cmocka_unit_test(test_a_pass_in_check_loses_the_king),
	        cmocka_unit_test(test_a_pinned_piece_takes_the_king),
	        cmocka_unit_test(test_en_passant_ends_with_a_pass),
	        cmocka_unit_test(test_keys_tell_questions_apart),
	};
	const int failed = cmocka_run_group_tests_name("chess rules", tests, NULL, NULL);

	return failed != 0 || mem_live() != 0;
}
