/* SPDX-License-Identifier: MIT
 * test_client_board.c - boards of Go that the daemon keeps, by libtesuji: what it sends, what it
 * makes of the answer, and what it does not send at all. */
#include "tests/unit/client_peer.h"

#include "clients/c/tesuji_go.h"
#include "protocol/msg_position.h"
#include "protocol/scan.h"

static void give_held(uint32_t msgid)
{
	wirebuf_t out = fresh();
	const msg_held_t msg = {
	        .board = 3, .moves = 7, .to_play = MSG_WHITE, .ko = "A1;", .rows = "X./.O"};

	rpc_put_response(&out, msgid);
	msg_held_write(&out, &msg);
	give(&out);
}

/* sent reads the request that the library sent. */
static void sent(const char *method, err_t (*read)(const node_t *, void *, errinfo_t *), void *msg)
{
	static uint8_t bytes[FRAME_BYTES_MAX];
	codec_t *codec = codec_create();
	const ssize_t length = recv(peer, bytes, sizeof(bytes), 0);
	errinfo_t why;
	rpc_t rpc;

	assert_true(length > 0);
	assert_int_equal(rpc_parse(codec, bytes, (size_t)length, &rpc, &why), ERR_OK);
	assert_string_equal(rpc.method, method);
	assert_int_equal(read(&rpc.params, msg, &why), ERR_OK);
	codec_destroy(codec);
}

static err_t read_position(const node_t *map, void *msg, errinfo_t *why)
{
	return msg_position_read(map, msg, why);
}

static err_t read_submit(const node_t *map, void *msg, errinfo_t *why)
{
	return msg_submit_read(map, msg, why);
}

static void a_change_carries_every_field(void **state)
{
	static const char *const moves[] = {"D4", "white pass"};
	msg_position_t msg;
	tesuji_change_t change;
	tesuji_board_t board;

	(void)state;
	tesuji_change_init(&change);
	change.board = 3;
	change.rows = "X./..";
	change.ko = "B2";
	change.undo = 5;
	change.play = moves;
	change.play_count = 2;
	give_held(1);
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_OK);
	assert_int_equal(board.board, 3);
	assert_int_equal(board.moves, 7);
	assert_int_equal(board.to_play, TESUJI_WHITE);
	assert_string_equal(board.ko, "A1?");
	assert_string_equal(board.rows, "X./.O");
	sent("go.position", read_position, &msg);
	assert_int_equal(msg.board, 3);
	assert_true(msg.has_set);
	assert_null(msg.set.sgf);
	assert_int_equal(msg.set.move, MSG_MOVE_ALL);
	assert_string_equal(msg.set.rows, "X./..");
	assert_string_equal(msg.set.ko, "B2");
	assert_int_equal(msg.undo, 5);
	assert_int_equal(msg.play.count, 2);
	assert_string_equal(msg.play.move[1], "white pass");
}

static void the_least_changes(void **state)
{
	msg_position_t msg;
	msg_submit_t submit;
	tesuji_change_t change;
	tesuji_request_t request;
	tesuji_board_t board;
	uint64_t job;

	(void)state;
	give_held(1);
	assert_int_equal(tesuji_go_play(t, "E5", &board), TESUJI_OK);
	sent("go.position", read_position, &msg);
	assert_int_equal(msg.board, 1);
	assert_false(msg.has_set);
	assert_int_equal(msg.undo, 0);
	assert_int_equal(msg.play.count, 1);
	assert_string_equal(msg.play.move[0], "E5");
	tesuji_change_init(&change);
	change.sgf = "(;SZ[9];B[aa])";
	change.move = 1;
	give_held(2);
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_OK);
	sent("go.position", read_position, &msg);
	assert_int_equal(msg.set.sgf_bytes, strlen(change.sgf));
	assert_int_equal(msg.set.move, 1);
	request = a_request();
	request.rows = NULL;
	request.board = 3;
	give_submitted(3, 8);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	sent("job.submit", read_submit, &submit);
	assert_int_equal(submit.position.board, 3);
}

static void what_cannot_be_sent(void **state)
{
	static const char *const none = NULL, *const large = "a move that is far too long";
	tesuji_change_t change;
	tesuji_board_t board;

	(void)state;
	tesuji_change_init(&change);
	change.rows = change.sgf = "X./..";
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_E_VALUE);
	assert_string_equal(tesuji_last_error(t)->text,
	                    "params.set: only one of sgf and rows may be given");
	tesuji_change_init(&change);
	change.move = -7;
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_E_RANGE);
	tesuji_change_init(&change);
	change.play = &none;
	change.play_count = 1;
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_E_MISSING);
	change.play = &large;
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_E_LIMIT);
	assert_string_equal(tesuji_last_error(t)->text, "params.play: longer than 15 bytes");
	change.play_count = 513;
	assert_int_equal(tesuji_go_position(t, &change, &board), TESUJI_E_LIMIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(a_change_carries_every_field),
	        WITH_A_CONNECTION(the_least_changes),
	        WITH_A_CONNECTION(what_cannot_be_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
