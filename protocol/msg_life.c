/* SPDX-License-Identifier: MIT
 * msg_life.c - the tables of fields of go.life. */
#include "protocol/msg_life.h"

#include "protocol/fields.h"
#include "protocol/tables.h"

const char *const msg_asks_names[] = {"both", "kill", "live", NULL};

const field_t msg_life_fields[] = {
        {MAP(msg_life_t, position, msg_place_fields)},
        {MAYBE_TEXT(msg_life_t, ko)},
        {TEXT(msg_life_t, group)},
        {MAYBE(msg_life_t, exact, FIELD_BOOL)},
        {MAYBE_TEXT(msg_life_t, region)},
        {MAYBE_CHOICE(msg_life_t, ask, MSG_ASKS_BOTH, msg_asks_names)},
        {MAYBE(msg_life_t, moves, FIELD_BOOL), .fallback = true},
        {MAYBE(msg_life_t, judge, FIELD_BOOL)},
        {MAYBE_UINT(msg_life_t, time_ms, 1, STATUS_MOST_MS, STATUS_DEFAULT_MS)},
        {MAYBE_UINT(msg_life_t, nodes, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE(msg_life_t, fresh, FIELD_BOOL)},
        {.name = NULL},
};

const field_t msg_dragon_fields[] = {
        {UINT(msg_dragon_t, status), .least = 1},
        {TEXT(msg_dragon_t, rows)},
        {CHOICE(msg_dragon_t, colour, msg_colour_names)},
        {UINT(msg_dragon_t, size)},
        {UINT(msg_dragon_t, liberties)},
        {BOOL(msg_dragon_t, closed)},
        {TEXT(msg_dragon_t, stones)},
        {MAYBE_TEXT(msg_dragon_t, around)},
        {MAYBE_TEXT(msg_dragon_t, region)},
        {.name = NULL},
};

BOTH_WAYS(msg_dragon, msg_dragon_fields, msg_dragon_t)

void msg_life_init(msg_life_t *msg)
{
	record_init(msg_life_fields, msg);
}

void msg_life_write(wirebuf_t *out, const msg_life_t *msg)
{
	record_write(out, msg_life_fields, msg);
}

err_t msg_life_read(const node_t *map, msg_life_t *msg, errinfo_t *why)
{
	msg_life_init(msg);
	if (!codec_map(map, REQUIRED))
		return codec_error(map->codec, why);
	record_read(map, msg_life_fields, msg);
	msg_place_check(map, &msg->position);
	return codec_error(map->codec, why);
}
