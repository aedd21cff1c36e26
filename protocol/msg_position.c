/* SPDX-License-Identifier: MIT
 * msg_position.c - the tables of fields of go.position.
 *
 * One request may set, take back and play, so that a program that follows a search sends one
 * message from any board to any other. Moves are texts, as GTP has them, and not pairs: in most
 * games the colours alternate, and a point is all that has to be said.
 */
#include "protocol/msg_position.h"

#include <string.h>
#include <strings.h>

#include "protocol/fields.h"

#define SET(member) AT(msg_position_t, set.member)

static const field_t set_fields[] = {
        {"sgf", FIELD_BYTES, OPTIONAL, SET(sgf), .other = offsetof(msg_position_t, set.sgf_bytes),
         .most = FRAME_BYTES_MAX},
        {"move", FIELD_UINT, OPTIONAL, SET(move), .most = MSG_MOVE_ALL - 1,
         .fallback = MSG_MOVE_ALL},
        {"rows", FIELD_ROWS, OPTIONAL, SET(rows), .size = MSG_ROWS_BYTES},
        {"ko", FIELD_TEXT, OPTIONAL, SET(ko), .size = MSG_POINT_BYTES},
        {.name = NULL},
};

static const field_t position_fields[] = {
        {MAYBE_UINT(msg_position_t, board, 1, CODEC_INTEGER_MAX, MSG_BOARD_FIRST)},
        {"set", FIELD_MAP, OPTIONAL, .other = offsetof(msg_position_t, has_set),
         .inner = set_fields},
        {MAYBE_UINT(msg_position_t, undo, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_LINE(msg_position_t, play)},
        {.name = NULL},
};

static const field_t held_fields[] = {
        {UINT(msg_held_t, board), .least = 1},
        {UINT(msg_held_t, moves)},
        {CHOICE(msg_held_t, to_play, msg_colour_names), .least = MSG_BLACK},
        {MAYBE_TEXT(msg_held_t, ko)},
        {TEXT(msg_held_t, rows)},
        {.name = NULL},
};

BOTH_WAYS(msg_held, held_fields, msg_held_t)

void msg_position_init(msg_position_t *msg)
{
	record_init(position_fields, msg);
}

void msg_position_write(wirebuf_t *out, const msg_position_t *msg)
{
	record_write(out, position_fields, msg);
}

err_t msg_position_read(const node_t *map, msg_position_t *msg, errinfo_t *why)
{
	const char *given[2];
	node_t set;

	msg_position_init(msg);
	if (!codec_map(map, REQUIRED))
		return codec_error(map->codec, why);
	set = codec_field(map, "set");
	record_read(map, position_fields, msg);
	given[0] = msg->set.sgf != NULL ? "sgf" : NULL;
	given[1] = msg->set.rows[0] != '\0' ? "rows" : NULL;
	fields_one_of(&set, given, 2);
	fields_move(&set, given[0] != NULL);
	if (msg->has_set && given[0] == NULL && given[1] == NULL)
		codec_fail(&set, ERR_MISSING, "neither sgf nor rows are given");
	return codec_error(map->codec, why);
}

bool msg_move_read(const char *text, unsigned *colour, const char **point)
{
	static const struct {
		const char *name;
		msg_colour_t colour;
	} names[] = {
	        {"black", MSG_BLACK}, {"b", MSG_BLACK}, {"white", MSG_WHITE}, {"w", MSG_WHITE}};
	const size_t length = strcspn(text, " ");

	*colour = MSG_COLOUR_NONE;
	*point = text;
	if (text[length] == '\0')
		return true;
	*point = text + length + strspn(text + length, " ");
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i].name) == length &&
		    strncasecmp(names[i].name, text, length) == 0)
			*colour = names[i].colour;
	return *colour != MSG_COLOUR_NONE;
}
