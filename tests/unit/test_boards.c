/* SPDX-License-Identifier: MIT
 * test_boards.c - boards of a connection: without memory nothing changes and nothing leaks, and
 * what is taken back is as it was. The rules are tested by tests/e2e/test_position.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "server/boards.h"

static const boards_most_t most = {.boards = 4, .moves = 600};

static msg_position_t request(uint64_t board, const char *rows, uint64_t undo, const char *move)
{
	msg_position_t msg;

	msg_position_init(&msg);
	msg.board = board;
	msg.has_set = rows != NULL;
	if (rows != NULL)
		(void)snprintf(msg.set.rows, sizeof(msg.set.rows), "%s", rows);
	msg.undo = undo;
	if (move != NULL)
		(void)snprintf(msg.play.move[msg.play.count++], MSG_POINT_BYTES, "%s", move);
	return msg;
}

static conns_t conns;
static peer_t peer;

static err_t change(conn_t *conn, msg_position_t msg, msg_held_t *out, errinfo_t *why)
{
	return boards_change(conn, &msg, &most, out, why);
}

/* Two points that both sides play and take in turn, until the board is full of moves; then back. */
static void many_moves_and_back(void **state)
{
	static char rows[601][MSG_ROWS_BYTES];
	static const char *const moves[] = {"B1", "A1", "pass", "pass", "A2"};
	const size_t live = mem_live();
	conn_t conn = {.conns = &conns, .peer = &peer};
	msg_held_t held;
	errinfo_t why;
	unsigned count = 0;

	(void)state;
	assert_int_equal(change(&conn, request(2, "../..", 0, NULL), &held, &why), ERR_OK);
	strcpy(rows[0], held.rows);
	for (unsigned i = 0; count < most.moves; i++)
		if (change(&conn, request(2, NULL, 0, moves[i % 5]), &held, &why) == ERR_OK)
			strcpy(rows[++count], held.rows);
	assert_int_equal(held.moves, most.moves);
	assert_int_equal(change(&conn, request(2, NULL, 0, "pass"), &held, &why), ERR_RANGE);
	while (count > 0) {
		const unsigned back = count >= 7 ? 7 : count;

		count -= back;
		assert_int_equal(change(&conn, request(2, NULL, back, NULL), &held, &why), ERR_OK);
		assert_int_equal(held.moves, count);
		assert_string_equal(held.rows, rows[count]);
	}
	assert_true(mem_live() > live);
	boards_conn_gone(&conn);
	assert_int_equal(mem_live(), live);
	assert_int_equal(conn.held, 0);
}

/* Each allocation of a change fails in turn. */
static void without_memory(void **state)
{
	const size_t live = mem_live();
	conn_t conn = {.conns = &conns, .peer = &peer};
	msg_held_t held, before;
	sgf_position_t position;
	errinfo_t why;
	unsigned failures = 0;

	(void)state;
	for (long n = 0;; n++) {
		mem_fail_after(n);
		if (change(&conn, request(3, "OX/..", 0, NULL), &held, &why) == ERR_OK)
			break;
		mem_fail_after(-1);
		assert_int_equal(why.code, ERR_NOMEM);
		assert_int_equal(boards_find(&conn, 3, &position, &why), ERR_VALUE);
		failures++;
	}
	mem_fail_after(-1);
	before = held;
	for (long n = 0;; n++) {
		mem_fail_after(n);
		if (change(&conn, request(3, NULL, 0, "A1"), &held, &why) == ERR_OK)
			break;
		mem_fail_after(-1);
		assert_int_equal(why.code, ERR_NOMEM);
		assert_int_equal(change(&conn, request(3, NULL, 0, NULL), &held, &why), ERR_OK);
		assert_memory_equal(&held, &before, sizeof(held));
		failures++;
	}
	mem_fail_after(-1);
	assert_string_equal(held.rows, ".X/X.");
	for (long n = 0;; n++) {
		mem_fail_after(n);
		if (change(&conn, request(3, NULL, 1, "pass"), &held, &why) == ERR_OK)
			break;
		mem_fail_after(-1);
		assert_int_equal(why.code, ERR_NOMEM);
		failures++;
	}
	mem_fail_after(-1);
	assert_string_equal(held.rows, "OX/..");
	assert_true(failures >= 8);
	boards_conn_gone(&conn);
	assert_int_equal(mem_live(), live);
	assert_int_equal(conn.held, 0);
}

static void texts_of_moves(void **state)
{
	const struct {
		const char *text;
		bool is_move;
		unsigned colour;
		const char *point;
	} rows[] = {{"D4", true, MSG_COLOUR_NONE, "D4"},
	            {"pass", true, MSG_COLOUR_NONE, "pass"},
	            {"black  D4", true, MSG_BLACK, "D4"},
	            {"W pass", true, MSG_WHITE, "pass"},
	            {"bLack Z99", true, MSG_BLACK, "Z99"},
	            {"blac D4", false, 0, ""},
	            {" D4", false, 0, ""},
	            {"D4 ", false, 0, ""},
	            {"", true, MSG_COLOUR_NONE, ""},
	            {"bw D4", false, 0, ""}};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned colour;
		const char *point;

		assert_int_equal(msg_move_read(rows[i].text, &colour, &point), rows[i].is_move);
		if (!rows[i].is_move)
			continue;
		assert_int_equal(colour, rows[i].colour);
		assert_string_equal(point, rows[i].point);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(many_moves_and_back),
	        cmocka_unit_test(without_memory),
	        cmocka_unit_test(texts_of_moves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
