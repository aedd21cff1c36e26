/* SPDX-License-Identifier: MIT
 * test_browse.c - certificates made by hand gone through: what is told of a node, what can be
 * played, that taking back takes all back; denials, whose sides change places. */
#include <string.h>

#include "engine/base/mem.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/browse.h"
#include "tests/unit/seed.h"

enum { A3 = 0, B3 = 1, A2 = 3, B2 = 4, A1 = 6 };

/* made writes a certificate of this claim: `first`, and after every reply `rest`, but after `reply`
 * `other`. */
static bytes_t made(const certificate_header_t *header, int32_t first, int32_t rest, int32_t reply,
                    int32_t other)
{
	certificate_writer_t *writer;
	certificate_reply_t list[] = {{reply, 1}};
	bytes_t bytes = {0};
	uint32_t node;

	assert_int_equal(certificate_write_begin(header, bytes_sink(&bytes), &writer, NULL),
	                 ERR_OK);
	(void)certificate_write_attack(writer, rest, CERTIFICATE_NONE, &node);
	(void)certificate_write_attack(writer, other, CERTIFICATE_NONE, &node);
	(void)certificate_write_defence(writer, 0, list, 1, &node);
	(void)certificate_write_attack(writer, first, node, &node);
	assert_int_equal(certificate_write_end(writer, node), ERR_OK);
	certificate_writer_free(writer);
	return bytes;
}

static bytes_t corner(void)
{
	const certificate_header_t h = {.kind = "proof",
	                                .game = "go",
	                                .goal = "capture",
	                                .target = "A3",
	                                .rows = "O../.X./...",
	                                .black = true};

	return made(&h, B3, A2, A2, A1);
}

static browse_t *opened(bytes_t bytes)
{
	browse_t *browse;

	assert_int_equal(browse_open(bytes_source(&bytes), BROWSE_BYTES_MAX, &browse, NULL),
	                 ERR_OK);
	bytes_free(&bytes);
	return browse;
}

static void stands(const browse_t *browse, const char *expected)
{
	char rows[BROWSE_BOARD_BYTES];
	strbuf_t text;

	strbuf_init(&text, rows, sizeof(rows));
	browse_board(browse, &text);
	assert_string_equal(rows, expected);
}

static void a_walk_there_and_back(void **state)
{
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	browse_t *browse = opened(corner());

	(void)state;
	assert_int_equal(browse_turn(browse), BROWSE_ATTACK);
	assert_int_equal(browse_answer(browse), B3);
	assert_int_equal(browse_last(browse), BROWSE_NO_MOVE);
	assert_int_equal(browse_nodes(browse), 4);
	assert_int_equal(browse_moves(browse), 3);
	assert_true(browse_black(browse));
	assert_false(browse_back(browse));
	assert_false(browse_play(browse, A2)); /* not the move of the node */
	assert_true(browse_play(browse, B3));
	stands(browse, "OX./.X./...");
	assert_int_equal(browse_turn(browse), BROWSE_DEFENCE);
	assert_false(browse_black(browse));
	assert_int_equal(browse_replies(browse, reply), 2);
	assert_int_equal(reply[0].move, A2);
	assert_false(reply[0].others);
	assert_int_equal(reply[1].move, CERTIFICATE_PASS);
	assert_true(reply[1].others);
	assert_int_equal(browse_others(browse), 6); /* C3, C2, three in the last row, a pass */
	for (int32_t illegal = A3; illegal <= B3; illegal++)
		assert_false(browse_play(browse, illegal));
	assert_false(browse_play(browse, BROWSE_NO_MOVE));
	assert_false(browse_play(browse, 9));
	stands(browse, "OX./.X./...");
	assert_true(browse_play(browse, A2));
	assert_int_equal(browse_answer(browse), A1);
	assert_true(browse_play(browse, A1));
	stands(browse, ".X./.X./X..");
	assert_int_equal(browse_turn(browse), BROWSE_REACHED);
	assert_int_equal(browse_last(browse), A1);
	assert_int_equal(browse_depth(browse), 3);
	assert_false(browse_play(browse, B2));
	while (browse_back(browse)) {
	}
	stands(browse, "O../.X./...");
	assert_int_equal(browse_depth(browse), 0);
	browse_close(browse);
}

/* What is not taken back has been captured, without another move. */
static void a_retake(void **state)
{
	const certificate_header_t h = {.kind = "proof",
	                                .game = "go",
	                                .goal = "capture",
	                                .target = "B2",
	                                .rows = ".XO./XO.O/.XO.",
	                                .threats = {1, 1},
	                                .black = true};
	enum { TAKEN = 5, TAKER = 6, FAR = 3 };
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	browse_t *browse = opened(made(&h, TAKER, TAKEN, TAKEN, TAKER));

	(void)state;
	assert_true(browse_play(browse, TAKER));
	assert_int_equal(browse_turn(browse), BROWSE_DEFENCE);
	assert_int_equal(browse_replies(browse, reply), 2);
	assert_int_equal(reply[0].move, TAKEN);
	assert_int_equal(reply[0].moves, 2);
	assert_true(reply[1].others);
	assert_int_equal(reply[1].moves, 1);
	for (unsigned i = 0; i < 2; i++) {
		const int32_t stays = i == 0 ? CERTIFICATE_PASS : FAR;

		assert_true(browse_play(browse, stays));
		assert_int_equal(browse_turn(browse), BROWSE_REACHED);
		assert_true(browse_back(browse));
	}
	assert_true(browse_play(browse, TAKEN));
	assert_int_equal(browse_turn(browse), BROWSE_ATTACK);
	assert_true(browse_play(browse, TAKER));
	assert_int_equal(browse_turn(browse), BROWSE_REACHED);
	browse_close(browse);
}

static void names_of_moves(void **state)
{
	const certificate_header_t mate = {.kind = "proof",
	                                   .game = "chess",
	                                   .goal = "mate",
	                                   .fen = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"};
	browse_t *go = opened(corner()), *chess = opened(made(&mate, 3437, 455, 4095, 455));
	char name[BROWSE_MOVE_BYTES];
	strbuf_t text;
	unsigned x, y;

	(void)state;
	assert_int_equal(browse_read(go, "b3"), B3);
	assert_int_equal(browse_read(go, "pass"), CERTIFICATE_PASS);
	for (unsigned i = 0; i < 6; i++) {
		static const char *const none[] = {"", "D1", "A4", "A0", "A", "h8h7"};

		assert_int_equal(browse_read(go, none[i]), BROWSE_NO_MOVE);
	}
	assert_int_equal(browse_read(chess, "g1h1"), 6 + 64 * 7);
	assert_int_equal(browse_read(chess, "b7b8q"), 49 + 64 * 57 + 4096 * 4);
	assert_int_equal(browse_read(chess, "b7b8k"), BROWSE_NO_MOVE);
	assert_int_equal(browse_read(chess, "b7b9"), BROWSE_NO_MOVE);
	strbuf_init(&text, name, sizeof(name));
	browse_write(chess, 49 + 64 * 57 + 4096 * 4, &text);
	assert_string_equal(name, "b7b8q");
	stands(chess, "7k/8/5K2/8/8/8/8/6R1");
	assert_true(browse_place(chess, 6 + 64 * 7, &x, &y));
	assert_true(x == 7 && y == 7);
	assert_true(browse_place(go, A1, &x, &y));
	assert_true(x == 0 && y == 2);
	assert_false(browse_place(go, CERTIFICATE_PASS, &x, &y));
	browse_close(go);
	browse_close(chess);
}

/* What is no proof can be walked as far as it goes. */
static void no_proof(void **state)
{
	const certificate_header_t h = {.kind = "proof",
	                                .game = "go",
	                                .goal = "capture",
	                                .target = "A3",
	                                .rows = "O../.X./...",
	                                .black = true};
	browse_t *browse = opened(made(&h, B3, B2, A2, B2));

	(void)state;
	assert_true(browse_play(browse, B3));
	assert_true(browse_play(browse, CERTIFICATE_PASS));
	assert_false(browse_play(browse, browse_answer(browse))); /* on a stone */
	browse_close(browse);
	browse = opened(made(&h, B3, A1, A2, A1));
	assert_true(browse_play(browse, B3));
	assert_true(browse_play(browse, CERTIFICATE_PASS));
	assert_false(browse_play(browse, A1)); /* does not capture, and there is no more */
	browse_close(browse);
}

/* --- denials --- */

/* denied writes a denial: after any move of the attacker's the defender plays `first`, after any
 * other `second`, and there it stops. BROWSE_NO_MOVE: it stops before that move. */
static bytes_t denied(const certificate_header_t *header, int32_t first, int32_t second)
{
	certificate_writer_t *writer;
	bytes_t bytes = {0};
	uint32_t node;

	assert_int_equal(certificate_write_begin(header, bytes_sink(&bytes), &writer, NULL),
	                 ERR_OK);
	(void)certificate_write_defence(writer, CERTIFICATE_NONE, NULL, 0, &node);
	if (second != BROWSE_NO_MOVE) {
		(void)certificate_write_attack(writer, second, node, &node);
		(void)certificate_write_defence(writer, node, NULL, 0, &node);
	}
	if (first != BROWSE_NO_MOVE) {
		(void)certificate_write_attack(writer, first, node, &node);
		(void)certificate_write_defence(writer, node, NULL, 0, &node);
	}
	assert_int_equal(certificate_write_end(writer, node), ERR_OK);
	certificate_writer_free(writer);
	return bytes;
}

enum { A1B1 = 64, B1A1 = 1, H8G8 = 63 + 64 * 62, G8H8 = 62 + 64 * 63 };

/* A king that goes to and fro, and never finds the other one elsewhere. */
static bytes_t to_and_fro(const char *kind, unsigned depth)
{
	certificate_header_t h = {
	        .game = "chess", .goal = "mate", .fen = "7k/8/8/8/8/8/R7/K7 w - - 0 1"};

	strcpy(h.kind, kind);
	h.depth = depth;
	return denied(&h, H8G8, G8H8);
}

static void a_denial_goes_round(void **state)
{
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	browse_t *browse = opened(to_and_fro("denial", 0));
	const uint32_t root = browse_node(browse);

	(void)state;
	assert_true(browse_denies(browse) && browse_chooses(browse));
	assert_int_equal(browse_bound(browse), BROWSE_UNBOUNDED);
	assert_int_equal(browse_turn(browse), BROWSE_ATTACK);
	assert_int_equal(browse_replies(browse, reply), 1);
	assert_true(reply[0].others);
	assert_int_equal(browse_others(browse), 15);
	assert_false(browse_play(browse, H8G8)); /* it is white's turn */
	for (unsigned i = 0; i < BROWSE_DEPTH_MAX; i += 4) {
		assert_int_equal(browse_is_met(browse), i > 0);
		assert_true(browse_play(browse, A1B1));
		assert_int_equal(browse_turn(browse), BROWSE_DEFENCE);
		assert_true(browse_answers(browse) && browse_black(browse));
		assert_int_equal(browse_answer(browse), H8G8);
		assert_false(browse_play(browse, G8H8)); /* not the move of the node */
		assert_true(browse_play(browse, H8G8));
		assert_false(browse_is_met(browse));
		assert_true(browse_play(browse, B1A1));
		assert_true(browse_play(browse, browse_answer(browse)));
		stands(browse, "7k/8/8/8/8/8/R7/K7");
		assert_int_equal(browse_node(browse), root);
	}
	assert_int_equal(browse_depth(browse), BROWSE_DEPTH_MAX);
	assert_false(browse_play(browse, A1B1)); /* no line is longer */
	assert_true(browse_back(browse));
	browse_close(browse);
}

static void a_denial_within_moves(void **state)
{
	browse_t *browse = opened(to_and_fro("bounded-denial", 3));

	(void)state;
	assert_int_equal(browse_bound(browse), BROWSE_MOVES);
	assert_int_equal(browse_left(browse), 2);
	assert_true(browse_play(browse, A1B1) && browse_play(browse, H8G8));
	assert_int_equal(browse_left(browse), 1);
	assert_true(browse_play(browse, B1A1) && browse_play(browse, G8H8));
	assert_true(browse_ends(browse));
	assert_int_equal(browse_held(browse), BROWSE_HELD_SPENT);
	assert_int_equal(browse_left(browse), 0);
	assert_false(browse_play(browse, A1B1));
	browse_close(browse);
}

/* In a denial of lambda the defender may pass, and a pass costs one of the order. */
static void a_denial_of_lambda(void **state)
{
	certificate_header_t h = {.kind = "lambda-denial",
	                          .game = "go",
	                          .goal = "capture",
	                          .target = "A3",
	                          .rows = "O../.../...",
	                          .order = 1,
	                          .black = true};
	browse_t *browse = opened(denied(&h, CERTIFICATE_PASS, BROWSE_NO_MOVE));

	(void)state;
	assert_int_equal(browse_bound(browse), BROWSE_ORDER);
	assert_int_equal(browse_left(browse), 1);
	assert_true(browse_play(browse, A2) && browse_play(browse, CERTIFICATE_PASS));
	assert_int_equal(browse_left(browse), 0);
	assert_int_equal(browse_turn(browse), BROWSE_HELD);
	assert_int_equal(browse_held(browse), BROWSE_HELD_MET); /* not even that is true */
	browse_close(browse);
	h.order = 0;
	browse = opened(denied(&h, CERTIFICATE_PASS, BROWSE_NO_MOVE));
	assert_true(browse_play(browse, A2));
	assert_int_equal(browse_answer(browse), CERTIFICATE_PASS);
	assert_true(browse_play(browse, CERTIFICATE_PASS));
	assert_int_equal(browse_held(browse), BROWSE_HELD_SPENT);
	browse_close(browse);
}

static void what_holds_the_attacker(void **state)
{
	static const struct {
		certificate_header_t header;
		browse_held_t held;
	} rows[] = {
	        {{.kind = "lambda-denial",
	          .game = "go",
	          .goal = "capture",
	          .target = "A3",
	          .rows = "O../.../...",
	          .black = true},
	         BROWSE_HELD_FAR},
	        {{.kind = "denial",
	          .game = "go",
	          .goal = "capture",
	          .target = "A1",
	          .rows = "OOOO../.O.O../OOOO..",
	          .black = true},
	         BROWSE_HELD_SAFE},
	        {{.kind = "denial",
	          .game = "go",
	          .goal = "capture",
	          .target = "A1",
	          .rows = "OOO/.O./OOO",
	          .black = true},
	         BROWSE_HELD_STUCK},
	        {{.kind = "denial",
	          .game = "gomoku",
	          .option = {{"k", "3"}},
	          .options = 1,
	          .goal = "win",
	          .rows = "OOO/.../...",
	          .black = true},
	         BROWSE_HELD_LOST},
	};
	certificate_header_t h = rows[3].header;
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	browse_t *browse;

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		browse = opened(denied(&rows[i].header, BROWSE_NO_MOVE, BROWSE_NO_MOVE));
		assert_int_equal(browse_turn(browse), BROWSE_HELD);
		assert_int_equal(browse_held(browse), rows[i].held);
		assert_true(browse_ends(browse) && !browse_chooses(browse) &&
		            !browse_answers(browse));
		assert_false(browse_play(browse, B2));
		browse_close(browse);
	}
	strcpy(h.rows, "OO./.../...");
	browse = opened(denied(&h, 2, BROWSE_NO_MOVE));
	assert_int_equal(browse_replies(browse, reply), 1);
	assert_true(browse_play(browse, A1) && browse_play(browse, 2));
	assert_int_equal(browse_held(browse), BROWSE_HELD_LOST);
	browse_close(browse);
}

static void errors_of(bytes_t bytes)
{
	const size_t before = mem_live();
	browse_t *browse;
	errinfo_t why;
	err_t err;

	bytes.length--;
	assert_int_equal(browse_open(bytes_source(&bytes), BROWSE_BYTES_MAX, &browse, &why),
	                 ERR_SYNTAX);
	assert_null(browse);
	bytes.length++;
	for (long n = 0;; n++) {
		mem_fail_after(n);
		err = browse_open(bytes_source(&bytes), BROWSE_BYTES_MAX, &browse, &why);
		if (mem_fail_pending() != 0)
			break;
		assert_int_equal(err, ERR_NOMEM);
		assert_int_equal(mem_live(), before);
	}
	mem_fail_after(-1);
	assert_int_equal(err, ERR_OK);
	browse_close(browse);
	browse_close(NULL);
	assert_int_equal(mem_live(), before);
	bytes_free(&bytes);
}

static void errors(void **state)
{
	(void)state;
	errors_of(corner());
	errors_of(to_and_fro("denial", 0));
}

static void the_largest_board_is_whole(void **state)
{
	certificate_header_t h = {.kind = "proof", .game = "gomoku", .goal = "win", .black = true};
	browse_t *browse;

	(void)state;
	for (unsigned i = 0; i < 20; i++)
		strcat(strcat(h.rows, i > 0 ? "/" : ""),
		       i == 0 ? "..XX................" : "....................");
	browse = opened(made(&h, 3, 4, 5, 4));
	stands(browse, h.rows);
	browse_close(browse);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_largest_board_is_whole),
	        cmocka_unit_test(a_walk_there_and_back),
	        cmocka_unit_test(a_retake),
	        cmocka_unit_test(names_of_moves),
	        cmocka_unit_test(no_proof),
	        cmocka_unit_test(a_denial_goes_round),
	        cmocka_unit_test(a_denial_within_moves),
	        cmocka_unit_test(a_denial_of_lambda),
	        cmocka_unit_test(what_holds_the_attacker),
	        cmocka_unit_test(errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
