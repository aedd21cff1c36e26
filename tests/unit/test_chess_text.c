/* SPDX-License-Identifier: MIT
 * test_chess_text.c - FEN, SAN and UCI: what is read, how it reads back, and the one
 * complaint that each mistake gets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/game/game.h"
#include "tests/unit/seed.h"

enum { MANGLED = 3000 };

static position_t *make(const char *fen)
{
	const problem_t problem = {.game = "chess", .rows = fen};
	errinfo_t why;
	position_t *pos;

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", fen, why.text);
	return pos;
}

static void refuse(const problem_t *problem, err_t code, const char *text)
{
	position_t *pos = NULL;
	errinfo_t why = {.code = ERR_OK};

	assert_int_equal(game_create(problem, &pos, &why), code);
	assert_null(pos);
	assert_string_equal(why.text, text);
	assert_int_equal(mem_live(), 0);
}

/* FENs that are refused, and why. */
static const struct {
	const char *rows;
	err_t code;
	const char *text;
} bad_fens[] = {
        {NULL, ERR_MISSING, "position.rows: no position is given"},
        {"  ", ERR_MISSING, "position.rows: no position is given"},
        {"8/8/8/8/8/8/8 w", ERR_SYNTAX, "position.rows: 7 rows, a board has 8"},
        {"8/8/8/8/8/8/8/8/8 w", ERR_SYNTAX, "position.rows: 9 rows, a board has 8"},
        {"8/8/7/8/8/8/8/8 w", ERR_SYNTAX, "position.rows: row 3 has 7 squares, expected 8"},
        {"8/8/8/8/4k...K/8/8/8 w", ERR_SYNTAX, "position.rows: row 5 has 9 squares, expected 8"},
        {"8/8/8/8/4x3/8/8/8 w", ERR_SYNTAX,
         "position.rows: row 5: 'x' is no piece (PNBRQKpnbrqk), digit or '.'"},
        {"8/8/8/8/4\t3/8/8/8 w", ERR_SYNTAX, "position.rows: row 5: 0x09 is no piece"},
        {"4k3/8/8/8/8/8/8/4K3", ERR_MISSING,
         "position.rows: no side to move is given, nor goal.attacker"},
        {"4k3/8/8/8/8/8/8/4K3 x", ERR_SYNTAX,
         "position.rows: side to move: \"x\" is neither w nor b"},
        {"8/8/8/8/8/8/8/4K3 w", ERR_POSITION, "position.rows: black has 0 kings, expected 1"},
        {"4k3/8/8/8/8/8/4K3/4K3 w", ERR_POSITION, "position.rows: white has 2 kings, expected 1"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", ERR_POSITION,
         "position.rows: white has 9 pawns, at most 8"},
        {"4k3/8/8/8/8/1nnnnnnn/nnnnnnnn/n3K3 w", ERR_POSITION,
         "position.rows: black has 17 men, at most 16"},
        {"4k2P/8/8/8/8/8/8/4K3 w", ERR_POSITION, "position.rows: a pawn cannot stand on h8"},
        {"4k3/8/8/8/8/8/8/p3K3 w", ERR_POSITION, "position.rows: a pawn cannot stand on a1"},
        {"4k3/8/8/8/4R3/8/8/4K3 w", ERR_POSITION,
         "position.rows: black is in check, and white is to move"},
        {"8/8/8/8/4k3/4K3/8/8 b", ERR_POSITION,
         "position.rows: white is in check, and black is to move"},
        {"4k3/8/8/8/8/8/8/4K2R w KX", ERR_SYNTAX,
         "position.rows: castling: \"KX\" is neither some of KQkq nor -"},
        {"4k3/8/8/8/8/8/8/4K2R w KK", ERR_SYNTAX,
         "position.rows: castling: \"KK\" is neither some of KQkq nor -"},
        {"4k3/8/8/8/8/8/8/3K3R w K", ERR_POSITION,
         "position.rows: castling: K, but white has no king on e1"},
        {"r3k2R/8/8/8/8/8/8/3K4 b qk", ERR_POSITION,
         "position.rows: castling: k, but black has no rook on h8"},
        {"4k3/8/8/4p3/8/8/8/4K3 w - e9", ERR_SYNTAX,
         "position.rows: en passant: \"e9\" is neither a square nor -"},
        {"4k3/8/8/4p3/8/8/8/4K3 w - e3", ERR_POSITION,
         "position.rows: en passant: e3 cannot be passed over when white is to move"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6", ERR_POSITION,
         "position.rows: en passant: no pawn of black can just have come over e6"},
        {"4k3/4n3/8/4p3/8/8/8/4K3 w - e6", ERR_POSITION,
         "position.rows: en passant: no pawn of black can just have come over e6"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x", ERR_SYNTAX,
         "position.rows: halfmoves: \"x\" is not a number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", ERR_SYNTAX,
         "position.rows: a FEN has six fields, not more"},
};

static void test_fen_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad_fens) / sizeof(bad_fens[0]); i++) {
		const problem_t problem = {.game = "chess", .rows = bad_fens[i].rows};

		refuse(&problem, bad_fens[i].code, bad_fens[i].text);
	}
}

static void test_other_fields_refused(void **state)
{
	problem_t problem = {.game = "chess", .rows = "7k/8/8/8/8/8/8/K6R b - - 0 1"};

	(void)state;
	problem.attacker = COLOUR_WHITE;
	refuse(&problem, ERR_VALUE, "goal.attacker: black is to move, and who is to move attacks");
	problem.attacker = COLOUR_NONE;
	problem.target = "e4";
	refuse(&problem, ERR_VALUE, "goal.target: a goal of chess has no target");
	problem.target = NULL;
	problem.ko = "e4";
	refuse(&problem, ERR_VALUE, "ko: there is no ko in chess");
	problem.ko = NULL;
	problem.defender_threats = 1;
	refuse(&problem, ERR_VALUE, "threats.defender: there are no ko threats in chess");
	problem.defender_threats = 0;
	problem.goal = "draw";
	refuse(&problem, ERR_GAME, "goal.type: chess has no goal \"draw\"");
}

static void test_fen_written(void **state)
{
	static const char *const pairs[][2] = {
	        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL},
	        {"......k./8/8/8/8/8/8/K.....R. b", "6k1/8/8/8/8/8/8/K5R1 b - - 0 1"},
	        {"  r3k3/8/8/8/8/8/8/4K3  b  q  -  17  99 ", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"},
	        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", NULL},
	        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"},
	        {"8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", /* taking would open the rank */
	         "8/8/8/K2pP2q/8/8/8/4k3 w - - 0 1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		position_t *pos = make(pairs[i][0]);
		char rows[ROWS_TEXT_MAX];
		strbuf_t out;

		strbuf_init(&out, rows, sizeof(rows));
		pos->game->rows_text(pos, &out);
		assert_string_equal(rows, pairs[i][1] != NULL ? pairs[i][1] : pairs[i][0]);
		assert_int_equal(pos->game->attacker(pos),
		                 strstr(rows, " w ") != NULL ? COLOUR_WHITE : COLOUR_BLACK);
		position_free(pos);
	}
}

/* Rows alone, with the attacker to move given beside. */
static void test_rows_alone(void **state)
{
	problem_t problem = {
	        .game = "chess", .rows = "6k1/8/8/8/8/8/8/K5r1", .attacker = COLOUR_WHITE};
	position_t *pos;

	(void)state;
	assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
	assert_int_equal(pos->game->attacker(pos), COLOUR_WHITE);
	position_free(pos);
}

static void test_moves_both_ways(void **state)
{
	static const struct {
		const char *fen, *san, *uci;
		const char *also[3];
	} cases[] = {
	        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1", {"0-0", "e1-g1", "Kg1"}},
	        {"r3k3/8/8/8/8/8/8/3RK3 b q - 0 1", "Kf8", "e8f8", {"Ke8f8", "Kf8!?"}},
	        {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O-O", "e8c8", {"0-0-0"}},
	        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "e1g1", {"O-O"}},
	        {"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nge2", "g1e2", {"Ng1e2", "Ng1-e2"}},
	        {"4k3/8/8/8/N7/8/8/N3K3 w - - 0 1", "Nb6", "a4b6", {"N4b6"}},
	        {"4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "N5b3", "a5b3", {"Na5b3"}},
	        {"4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1", "Nfd4", "f5d4", {"Nf5d4"}},
	        {"k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", "e7e8q", {"e8Q", "e8=Q"}},
	        {"5rk1/4P1pp/8/8/8/8/8/4K3 w - - 0 1", "exf8=N", "e7f8n", {"exf8N", "ef8=N"}},
	        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6", {"ed6", "exd6 e.p."}},
	        {"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8#", "e1e8", {"Re8", "Re1-e8++"}},
	        {"4k3/8/8/8/8/1b6/1P6/4K3 w - - 0 1", "Kd2", "e1d2", {"e1d2"}},
	        {"rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 1",
	         "Qh4#",
	         "d8h4",
	         {"Qd8-h4#"}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		position_t *pos = make(cases[i].fen);
		const move_t m = pos->game->move_parse(pos, cases[i].san);
		char text[MOVE_TEXT_MAX];
		strbuf_t out;

		if (m == MOVE_NONE)
			fail_msg("%s: %s", cases[i].fen, cases[i].san);
		strbuf_init(&out, text, sizeof(text));
		pos->game->move_text(pos, m, &out);
		assert_string_equal(text, cases[i].san);
		strbuf_init(&out, text, sizeof(text));
		pos->game->notation->coords_text(pos, m, &out);
		assert_string_equal(text, cases[i].uci);
		assert_int_equal(pos->game->move_parse(pos, cases[i].uci), m);
		for (unsigned j = 0; j < 3 && cases[i].also[j] != NULL; j++)
			if (pos->game->move_parse(pos, cases[i].also[j]) != m)
				fail_msg("%s: %s", cases[i].fen, cases[i].also[j]);
		position_free(pos);
	}
}

/* Three queens need file and rank. */
static void test_full_disambiguation(void **state)
{
	position_t *pos = make("8/k7/8/8/4Q2Q/8/8/1K5Q w - - 0 1");
	char text[MOVE_TEXT_MAX];
	strbuf_t out;

	(void)state;
	assert_int_equal(pos->game->move_parse(pos, "Qe1"), MOVE_NONE);
	assert_int_equal(pos->game->move_parse(pos, "Qhe1"), MOVE_NONE);
	strbuf_init(&out, text, sizeof(text));
	pos->game->move_text(pos, pos->game->move_parse(pos, "h4e1"), &out);
	assert_string_equal(text, "Qh4e1");
	position_free(pos);
}

static void test_moves_not_read(void **state)
{
	static const char *const bad[] = {"",       "e",     "e9",    "Ke3",
	                                  "O-O-O",  "e1e1",  "Qd4",   "e7e8k",
	                                  "Nf3 e5", "xxxxx", "e4=Q",  "aaaaaaaaaaaaaaaaaaaaaaaa",
	                                  "K",      "=",     "e7-e8", "pass "};
	position_t *pos = make("k7/4P3/8/8/8/8/8/4K2R w K - 0 1");

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (pos->game->move_parse(pos, bad[i]) != MOVE_NONE)
			fail_msg("\"%s\" was read", bad[i]);
	assert_int_equal(pos->game->move_parse(pos, "pass"), MOVE_PASS);
	assert_int_equal(pos->game->move_parse(pos, NULL), MOVE_NONE);
	position_free(pos);
}

/* Whatever the text, it is refused with a complaint or is a position that plays. */
static void test_mangled_texts(void **state)
{
	static const char *const fens[] = {
	        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/P6k/8/8/8/8/p6K/8 b - - 0 1"};
	static const char signs[] = "KQRBNPkqrbnp12345678/ -wbaehx=+#O.\x80\n";
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < MANGLED; i++) {
		char fen[128], move[8] = "";
		const problem_t problem = {.game = "chess", .rows = fen};
		errinfo_t why = {.code = ERR_OK};
		move_t list[MOVES_MAX];
		position_t *pos;

		(void)snprintf(fen, sizeof(fen), "%s", fens[rng_below(&rng, 3)]);
		for (unsigned n = rng_below(&rng, 4); n > 0; n--)
			fen[rng_below(&rng, (uint32_t)strlen(fen))] =
			        signs[rng_below(&rng, sizeof(signs) - 1)];
		if (game_create(&problem, &pos, &why) != ERR_OK) {
			assert_true(why.code != ERR_OK && why.text[0] != '\0');
			continue;
		}
		for (unsigned n = 0; n < sizeof(move) - 1; n++)
			move[n] = signs[rng_below(&rng, sizeof(signs) - 1)];
		(void)pos->game->move_parse(pos, move);
		if (pos->game->attacks(pos, ORDER_ANY, NULL, list) > 0) {
			pos->game->play(pos, list[0]);
			(void)pos->game->replies(pos, NULL, list);
		}
		position_free(pos);
	}
}

static void test_claim(void **state)
{
	position_t *pos = make("7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
	char text[32];
	strbuf_t out;

	(void)state;
	strbuf_init(&out, text, sizeof(text));
	pos->game->notation->claim(pos, 5, true, &out);
	assert_string_equal(text, "mate in 2");
	strbuf_init(&out, text, sizeof(text));
	pos->game->notation->claim(pos, 5, false, &out);
	assert_string_equal(text, "mate in 2 or less");
	strbuf_init(&out, text, sizeof(text));
	pos->game->notation->claim(pos, 3, false, &out);
	assert_string_equal(text, "mate in 1");
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_fen_refused),     cmocka_unit_test(test_other_fields_refused),
	        cmocka_unit_test(test_fen_written),     cmocka_unit_test(test_rows_alone),
	        cmocka_unit_test(test_moves_both_ways), cmocka_unit_test(test_full_disambiguation),
	        cmocka_unit_test(test_moves_not_read),  cmocka_unit_test(test_mangled_texts),
	        cmocka_unit_test(test_claim),
	};
	const int failed = cmocka_run_group_tests_name("chess text", tests, NULL, NULL);

	return failed != 0 || mem_live() != 0;
}
