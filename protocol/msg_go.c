/* SPDX-License-Identifier: MIT
 * msg_go.c - the tables of fields of go.status and go.cancel.
 *
 * They are of one game, so they stand beside msg.c. A status takes a position as job.submit
 * does, except in the forms that are not of Go.
 */
#include "protocol/msg_go.h"

#include <string.h>

#include "protocol/fields.h"
#include "protocol/tables.h"
#include "protocol/sgf.h"

const char *const msg_asked_names[] = {"capture", "save", "cut", "kill", "live", "eyes", NULL};

const char *const msg_life_names[] = {"untold",    "open", "alive", "dead",
                                      "unsettled", "ko",   "seki",  NULL};

static const char *const many_names[] = {"more", NULL};

const field_t msg_place_fields[] = {
        {"board", FIELD_UINT, OPTIONAL, AT(msg_place_t, board), .least = 1,
         .most = CODEC_INTEGER_MAX},
        {"sgf", FIELD_BYTES, OPTIONAL, AT(msg_place_t, sgf),
         .other = offsetof(msg_place_t, sgf_bytes), .most = FRAME_BYTES_MAX},
        {"move", FIELD_UINT, OPTIONAL, AT(msg_place_t, move), .most = MSG_MOVE_ALL - 1,
         .fallback = MSG_MOVE_ALL},
        {"rows", FIELD_ROWS, OPTIONAL, AT(msg_place_t, rows), .size = MSG_ROWS_BYTES},
        {.name = NULL},
};

/* The order's range is that of a job (MSG_LIMIT_TABLE). */
const field_t msg_status_fields[] = {
        {MAP(msg_status_t, position, msg_place_fields)},
        {MAYBE_TEXT(msg_status_t, ko)},
        {MAYBE_UINT(msg_status_t, order, 0, 7, 3)},
        {MAYBE_UINT(msg_status_t, time_ms, 1, STATUS_MOST_MS, STATUS_DEFAULT_MS)},
        {MAYBE(msg_status_t, cuts, FIELD_BOOL), .fallback = true},
        {MAYBE(msg_status_t, fresh, FIELD_BOOL)},
        {.name = NULL},
};

#define STATUS(type) UINT(type, status), .least = 1

const field_t msg_begun_fields[] = {
        {STATUS(msg_begun_t)},
        {UINT(msg_begun_t, questions)},
        {TEXT(msg_begun_t, rows)},
        {.name = NULL},
};

static const field_t ref_fields[] = {{STATUS(msg_status_ref_t)}, {.name = NULL}};

const field_t msg_verdict_fields[] = {
        {STATUS(msg_verdict_t)},
        {CHOICE(msg_verdict_t, kind, msg_asked_names)},
        {CHOICE(msg_verdict_t, colour, msg_colour_names)},
        {TEXT(msg_verdict_t, stones)},
        {UINT(msg_verdict_t, size)},
        {UINT(msg_verdict_t, liberties)},
        {CHOICE(msg_verdict_t, value, msg_value_names)},
        {CHOICE(msg_verdict_t, scope, msg_scope_names)},
        {MAYBE_CHOICE(msg_verdict_t, ko, MSG_KO_NONE, msg_ko_names)},
        {MAYBE(msg_verdict_t, ko_threats, FIELD_THREATS), .names = many_names,
         .fallback = MSG_THREATS_UNTOLD},
        {MOVE(msg_verdict_t, best)},
        {UINT(msg_verdict_t, order)},
        {REAL(msg_verdict_t, time_ms)},
        {MAYBE(msg_verdict_t, remembered, FIELD_BOOL)},
        {MAYBE_TEXT(msg_verdict_t, tried)},
        {MAYBE_UINT(msg_verdict_t, chance, 0, MSG_CHANCE_NONE - 1, MSG_CHANCE_NONE)},
        {.name = NULL},
};

const field_t msg_ended_fields[] = {
        {STATUS(msg_ended_t)},
        {UINT(msg_ended_t, decided)},
        {UINT(msg_ended_t, undecided)},
        {REAL(msg_ended_t, time_ms)},
        {MAYBE_CHOICE(msg_ended_t, life, MSG_LIFE_OPEN, msg_life_names)},
        {.name = NULL},
};

BOTH_WAYS(msg_begun, msg_begun_fields, msg_begun_t)
BOTH_WAYS(msg_status_ref, ref_fields, msg_status_ref_t)
BOTH_WAYS(msg_verdict, msg_verdict_fields, msg_verdict_t)
BOTH_WAYS(msg_ended, msg_ended_fields, msg_ended_t)

void msg_status_init(msg_status_t *msg)
{
	record_init(msg_status_fields, msg);
}

void msg_status_write(wirebuf_t *out, const msg_status_t *msg)
{
	record_write(out, msg_status_fields, msg);
}

void msg_place_check(const node_t *map, const msg_place_t *place)
{
	const node_t position = codec_field(map, "position");
	const char *const given[] = {place->sgf != NULL ? "sgf" : NULL,
	                             place->rows[0] != '\0' ? "rows" : NULL};

	fields_one_of(&position, given, 2);
	if (place->board != 0 && (given[0] != NULL || given[1] != NULL))
		codec_fail(&position, ERR_VALUE, "both board and %s are given",
		           given[0] != NULL ? given[0] : given[1]);
	fields_move(&position, given[0] != NULL);
	if (place->board == 0 && given[0] == NULL && given[1] == NULL)
		codec_fail(&position, ERR_MISSING, "neither board nor sgf nor rows are given");
}

err_t msg_status_read(const node_t *map, msg_status_t *msg, errinfo_t *why)
{
	msg_status_init(msg);
	if (!codec_map(map, REQUIRED))
		return codec_error(map->codec, why);
	record_read(map, msg_status_fields, msg);
	msg_place_check(map, &msg->position);
	return codec_error(map->codec, why);
}

err_t msg_place_board(const msg_place_t *place, const char *ko, msg_board_t *board, errinfo_t *why)
{
	const sgf_query_t query = {
	        .game = "go",
	        .moves = (uint32_t)place->move,
	        .path = "params.position.sgf",
	};
	sgf_position_t sgf;
	err_t err;

	memcpy(board->rows, place->rows, sizeof(board->rows));
	memcpy(board->ko, ko, sizeof(board->ko));
	if (place->sgf == NULL)
		return ERR_OK;
	err = sgf_read(place->sgf, place->sgf_bytes, &query, &sgf, why);
	if (err != ERR_OK)
		return err;
	memcpy(board->rows, sgf.rows, sizeof(sgf.rows));
	if (ko[0] == '\0')
		memcpy(board->ko, sgf.ko, sizeof(sgf.ko));
	return ERR_OK;
}
