/* SPDX-License-Identifier: MIT
 * test_browse.c - certificates made by hand gone through: what is told of a node, what can be
 * played, that taking back takes all back. */
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
	assert_int_equal(browse_attack(browse), B3);
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
	assert_int_equal(browse_attack(browse), A1);
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
	assert_false(browse_play(browse, browse_attack(browse))); /* on a stone */
	browse_close(browse);
	browse = opened(made(&h, B3, A1, A2, A1));
	assert_true(browse_play(browse, B3));
	assert_true(browse_play(browse, CERTIFICATE_PASS));
	assert_false(browse_play(browse, A1)); /* does not capture, and there is no more */
	browse_close(browse);
}

static void errors(void **state)
{
	bytes_t bytes = corner();
	const size_t before = mem_live();
	browse_t *browse;
	errinfo_t why;
	err_t err;

	(void)state;
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
	        cmocka_unit_test(errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
