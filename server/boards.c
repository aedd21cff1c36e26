/* SPDX-License-Identifier: MIT
 * boards.c - boards whose moves can be taken back.
 *
 * Design     A move records the points that it changes, as they were before. So undo costs what the
 *            move has changed. A copy of the board for each move would be 400 bytes, nearly all of
 *            them the same, and playing the game again from its start takes a millisecond at move
 *            300.
 *
 * Whole      A change is made on a copy, which takes the board's place when the whole change was
 *            good. Copying takes a microsecond; undoing half a change would need code of its own.
 *
 * Rules      Those of protocol/sgf_board.h: captures, no suicide, simple ko. The engine checks a
 *            board that is set, and complains as it does about a submitted one.
 */
#include "server/boards.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/game/game.h"
#include "protocol/sgf_board.h"
#include "server/budget.h"
#include "server/dispatch.h"

static_assert((int)COLOUR_BLACK == (int)SGF_BLACK && (int)COLOUR_WHITE == (int)SGF_WHITE &&
                      (int)MSG_BLACK == (int)SGF_BLACK && (int)MSG_WHITE == (int)SGF_WHITE,
              "colours have the same numbers");
static_assert((int)SGF_ROWS_BYTES == (int)MSG_ROWS_BYTES, "rows of a board fit a message");

enum { ROOM_FIRST = 64 };

/* A move that can be taken back: what it has changed is board->change[changes] and what follows. */
typedef struct {
	uint32_t changes;
	int16_t ko;
	uint8_t ko_stone, to_play;
} step_t;

typedef struct {
	uint16_t point;
	uint8_t was;
} change_t;

typedef struct {
	sgf_board_t now;
	uint8_t to_play;
	uint32_t moves, changes;
	uint32_t step_room, change_room;
	step_t *step;
	change_t *change;
} board_t;

struct boards {
	unsigned count; /* places in `at` */
	board_t **at;   /* at[n - 1] is the board of number n; NULL: not set */
};

static void board_free(board_t *board)
{
	if (board == NULL)
		return;
	mem_free(board->step, board->step_room * sizeof(step_t));
	mem_free(board->change, board->change_room * sizeof(change_t));
	mem_free(board, sizeof(*board));
}

/* board_bytes returns the memory that a board takes; 0 for NULL. */
static size_t board_bytes(const board_t *board)
{
	if (board == NULL)
		return 0;
	return sizeof(*board) + board->step_room * sizeof(step_t) +
	       board->change_room * sizeof(change_t);
}

/* grown returns the array with room for at least one more than `used` entries, enlarged if it is
 * full. NULL: no memory, and the array stays as it was. */
static void *grown(void *array, uint32_t *room, uint32_t used, size_t bytes)
{
	const uint32_t more = *room > 0 ? 2 * *room : ROOM_FIRST;
	void *larger;

	assert(used <= *room && (*room == 0) == (array == NULL));
	if (used < *room)
		return array;
	larger = mem_grow(array, *room * bytes, more * bytes);
	if (larger != NULL)
		*room = more;
	return larger;
}

/* copied returns a copy of an array with `used` entries in use. NULL with *room 0: no entry is
 * in use, or there is no memory. */
static void *copied(const void *from, uint32_t *room, uint32_t used, size_t bytes)
{
	void *to = used > 0 ? mem_alloc_array(*room, bytes) : NULL;

	if (to != NULL)
		memcpy(to, from, used * bytes);
	else
		*room = 0;
	return to;
}

/* board_copy returns a copy, or NULL without memory. */
static board_t *board_copy(const board_t *from)
{
	board_t *to = mem_alloc(sizeof(*to));

	if (to == NULL)
		return NULL;
	*to = *from;
	to->step = copied(from->step, &to->step_room, from->moves, sizeof(step_t));
	to->change = copied(from->change, &to->change_room, from->changes, sizeof(change_t));
	if (to->step_room >= from->moves && to->change_room >= from->changes)
		return to;
	board_free(to);
	return NULL;
}

/* complain replaces the path of the engine's error about a board that is set. The engine speaks
 * of "position.rows"; `form` ("rows", "sgf") is the field that the board came in. */
static err_t complain(err_t err, const char *form, errinfo_t *why)
{
	(void)err_rename(why, err, "position.rows", form);
	return err_under(why, err, "params.set");
}

/* sides_of sets the width and height of a position whose rows the engine has accepted. */
static void sides_of(sgf_position_t *position)
{
	const char *at = position->rows;

	position->width = (unsigned)strcspn(at, "/");
	position->height = 1;
	while ((at = strchr(at, '/')) != NULL) {
		position->height++;
		at++;
	}
}

/* read_set reads the board that `msg` sets, has the engine check it, and writes it to *out. */
static err_t read_set(const msg_position_t *msg, sgf_position_t *out, errinfo_t *why)
{
	const sgf_query_t query = {
	        .game = "go", .moves = (uint32_t)msg->set.move, .path = "params.set.sgf"};
	problem_t board = {.game = "go", .rows = out->rows};
	themes_t themes;
	err_t err = ERR_OK;

	*out = (sgf_position_t){.game = "go", .to_play = SGF_BLACK};
	if (msg->set.sgf != NULL)
		err = sgf_read(msg->set.sgf, msg->set.sgf_bytes, &query, out, why);
	else
		memcpy(out->rows, msg->set.rows, sizeof(out->rows));
	if (err != ERR_OK)
		return err;
	if (msg->set.ko[0] != '\0')
		board.ko = msg->set.ko;
	else if (out->ko[0] != '\0')
		board.ko = out->ko;
	err = game_survey(&board, false, &themes, why);
	if (err != ERR_OK)
		return complain(err, msg->set.sgf != NULL ? "sgf" : "rows", why);
	sides_of(out);
	if (board.ko != NULL) {
		const sgf_board_t size = {.width = out->width, .height = out->height};
		const int point = sgf_board_find(&size, board.ko);

		if (point == SGF_NO_POINT)
			return err_at(why, ERR_VALUE, "params.set.ko", "\"%s\" is no point",
			              board.ko);
		sgf_board_point(&size, point, out->ko, sizeof(out->ko));
		out->to_play = (sgf_colour_t)themes.banned;
	}
	return ERR_OK;
}

static err_t board_set(const msg_position_t *msg, board_t **out, errinfo_t *why)
{
	sgf_position_t position;
	err_t err = read_set(msg, &position, why);

	*out = NULL;
	if (err != ERR_OK)
		return err;
	*out = mem_alloc(sizeof(**out));
	if (*out == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	sgf_board_of(&position, &(*out)->now);
	(*out)->to_play = (uint8_t)position.to_play;
	return ERR_OK;
}

/* board_undo takes back the last move of a board that has one. */
static void board_undo(board_t *board)
{
	const step_t *step = &board->step[--board->moves];

	assert(board->moves < board->step_room && step->changes <= board->changes);
	while (board->changes > step->changes) {
		const change_t *change = &board->change[--board->changes];

		board->now.stones[change->point] = change->was;
	}
	board->now.ko = step->ko;
	board->now.ko_stone = step->ko_stone;
	board->to_play = step->to_play;
}

/* note records the points that a move has changed since `before`. False: no memory. */
static bool note(board_t *board, const sgf_board_t *before)
{
	const unsigned points = before->width * before->height;

	for (unsigned p = 0; p < points; p++) {
		change_t *larger;

		if (board->now.stones[p] == before->stones[p])
			continue;
		larger =
		        grown(board->change, &board->change_room, board->changes, sizeof(change_t));
		if (larger == NULL)
			return false;
		board->change = larger;
		board->change[board->changes++] =
		        (change_t){.point = (uint16_t)p, .was = before->stones[p]};
	}
	return true;
}

/* board_play makes a legal move; SGF_NO_POINT is a pass. False: no memory, and the board is half
 * changed. */
static bool board_play(board_t *board, int point, unsigned stone)
{
	const sgf_board_t before = board->now;
	step_t *larger = grown(board->step, &board->step_room, board->moves, sizeof(step_t));

	if (larger == NULL)
		return false;
	board->step = larger;
	board->step[board->moves++] = (step_t){.changes = board->changes,
	                                       .ko = (int16_t)before.ko,
	                                       .ko_stone = before.ko_stone,
	                                       .to_play = board->to_play};
	board->now.ko = SGF_NO_POINT;
	if (point != SGF_NO_POINT)
		sgf_board_play(&board->now, point, stone);
	board->to_play = stone == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
	return note(board, &before);
}

/* play_text makes the move `text`, which stands in the request at `path`. */
static err_t play_text(board_t *board, const char *text, const char *path, errinfo_t *why)
{
	const char *name;
	unsigned stone;
	int point = SGF_NO_POINT;

	if (!msg_move_read(text, &stone, &name))
		return err_at(why, ERR_SYNTAX, path,
		              "\"%s\": black or white is expected before a point", text);
	if (stone == MSG_COLOUR_NONE)
		stone = board->to_play;
	if (strcmp(name, "pass") != 0) {
		point = sgf_board_find(&board->now, name);
		if (point == SGF_NO_POINT)
			return err_at(why, ERR_VALUE, path,
			              "\"%s\" is not a point of a %ux%u board", name,
			              board->now.width, board->now.height);
		if (board->now.stones[point] != SGF_EMPTY)
			return err_at(why, ERR_POSITION, path, "there is a stone on %s", name);
		if (!sgf_board_legal(&board->now, point, stone))
			return err_at(why, ERR_POSITION, path, "%s on %s %s",
			              msg_colour_names[stone], name,
			              point == board->now.ko ? "would retake a ko at once"
			                                     : "would be suicide");
	}
	return board_play(board, point, stone) ? ERR_OK : err_fail(why, ERR_NOMEM, "out of memory");
}

/* change takes back moves and plays moves, as the request says, on a board that nobody else uses
 * yet. On failure the board is half changed. */
static err_t change(board_t *board, const msg_position_t *msg, unsigned most, errinfo_t *why)
{
	char path[sizeof("params.play[4294967295]")];
	err_t err = ERR_OK;

	if (msg->undo > board->moves)
		return err_at(why, ERR_RANGE, "params.undo", "the board has %u moves to take back",
		              board->moves);
	for (uint64_t i = 0; i < msg->undo; i++)
		board_undo(board);
	if (msg->play.count > most || board->moves > most - msg->play.count)
		return err_at(why, ERR_RANGE, "params.play",
		              "more than %u moves on a board, set it anew", most);
	for (uint32_t i = 0; i < msg->play.count && err == ERR_OK; i++) {
		(void)snprintf(path, sizeof(path), "params.play[%u]", i);
		err = play_text(board, msg->play.move[i], path, why);
	}
	return err;
}

/* place returns where the board of that number is kept; NULL: no place was made for it yet. */
static board_t **place(const conn_t *conn, uint64_t number)
{
	const struct boards *boards = conn->boards;

	assert(number > 0); /* the protocol counts from 1 */
	return boards != NULL && number <= boards->count ? &boards->at[number - 1] : NULL;
}

static err_t unknown(const char *path, uint64_t number, errinfo_t *why)
{
	return err_at(why, ERR_VALUE, path,
	              "there is no board %llu on this connection, set it first",
	              (unsigned long long)number);
}

/* make_place makes places up to that number. ERR_RANGE: a connection may not have so many. */
static err_t make_place(conn_t *conn, uint64_t number, unsigned most, errinfo_t *why)
{
	struct boards *boards = conn->boards;
	board_t **at;

	if (place(conn, number) != NULL)
		return ERR_OK;
	if (number > most)
		return err_at(why, ERR_RANGE, "params.board", "%llu is not in 1..%u",
		              (unsigned long long)number, most);
	if (boards == NULL)
		boards = conn->boards = mem_alloc(sizeof(*boards));
	at = boards == NULL ? NULL
	                    : mem_grow(boards->at, boards->count * sizeof(board_t *),
	                               (size_t)number * sizeof(board_t *));
	if (at == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	boards->at = at;
	boards->count = (unsigned)number;
	return ERR_OK;
}

static void tell(const board_t *board, uint64_t number, msg_held_t *out)
{
	*out = (msg_held_t){.board = number, .moves = board->moves, .to_play = board->to_play};
	sgf_board_rows(&board->now, out->rows, sizeof(out->rows));
	if (board->now.ko != SGF_NO_POINT && board->now.ko_stone == board->to_play)
		sgf_board_point(&board->now, board->now.ko, out->ko, sizeof(out->ko));
}

/* admit tells whether the account of the peer, if it has one, may keep one more board. */
static err_t admit(const peer_t *peer, errinfo_t *why)
{
	const uint64_t most = peer->account != NULL ? peer->account->most.boards : 0;

	if (most == 0 || peer->boards < most)
		return ERR_OK;
	return err_at(why, ERR_QUOTA, "params.board",
	              "%s keeps %u boards, as many as it may: set one of these anew, or close a "
	              "connection that has some",
	              peer->text, peer->boards);
}

/* forget_unused frees the places of boards where none is set. */
static void forget_unused(conn_t *conn)
{
	const struct boards *boards = conn->boards;

	for (unsigned i = 0; boards != NULL && i < boards->count; i++)
		if (boards->at[i] != NULL)
			return;
	boards_conn_gone(conn);
}

err_t boards_change(conn_t *conn, const msg_position_t *msg, const boards_most_t *most,
                    msg_held_t *out, errinfo_t *why)
{
	board_t **at = place(conn, msg->board), *changed = NULL;
	err_t err = ERR_OK;

	if (!msg->has_set && (at == NULL || *at == NULL))
		return unknown("params.board", msg->board, why);
	if (msg->has_set && (at == NULL || *at == NULL))
		err = admit(conn->peer, why);
	if (err == ERR_OK && msg->has_set &&
	    (err = make_place(conn, msg->board, most->boards, why)) == ERR_OK)
		err = board_set(msg, &changed, why);
	else if (err == ERR_OK && (changed = board_copy(*at)) == NULL)
		err = err_fail(why, ERR_NOMEM, "out of memory");
	if (err == ERR_OK)
		err = change(changed, msg, most->moves, why);
	if (err != ERR_OK) {
		board_free(changed);
		forget_unused(conn);
		return err;
	}
	at = place(conn, msg->board);
	assert(at != NULL && changed != NULL);
	budget_give(conn, board_bytes(*at));
	budget_hold(conn, board_bytes(changed));
	conn->peer->boards += *at == NULL;
	board_free(*at);
	*at = changed;
	tell(changed, msg->board, out);
	return ERR_OK;
}

err_t boards_find(const conn_t *conn, uint64_t number, sgf_position_t *out, errinfo_t *why)
{
	board_t *const *at = place(conn, number);
	msg_held_t held;

	if (at == NULL || *at == NULL)
		return unknown("params.position.board", number, why);
	tell(*at, number, &held);
	*out = (sgf_position_t){.width = (*at)->now.width,
	                        .height = (*at)->now.height,
	                        .game = "go",
	                        .to_play = (sgf_colour_t)(*at)->to_play,
	                        .to_play_told = true,
	                        .moves = (*at)->moves};
	memcpy(out->rows, held.rows, sizeof(out->rows));
	memcpy(out->ko, held.ko, sizeof(out->ko));
	return ERR_OK;
}

void boards_conn_gone(conn_t *conn)
{
	struct boards *boards = conn->boards;

	if (boards == NULL)
		return;
	for (unsigned i = 0; i < boards->count; i++) {
		budget_give(conn, board_bytes(boards->at[i]));
		conn->peer->boards -= boards->at[i] != NULL;
		board_free(boards->at[i]);
	}
	mem_free(boards->at, boards->count * sizeof(board_t *));
	mem_free(boards, sizeof(*boards));
	conn->boards = NULL;
}
