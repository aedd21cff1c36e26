/* SPDX-License-Identifier: MIT
 * messages.c - see messages.h. */
#include "server/fleet/messages.h"

#include <ctype.h>
#include <string.h>

#include "engine/store/store.h"
#include "protocol/codec_whole.h"

static const char *const kind_names[MESSAGE_KINDS + 1] = {
        "here",  "work",  "stop",  "watch", "declined", "progress", "done", "renew",
        "prove", "proof", "facts", "list",  "listed",   "want",     "sent", NULL};
static const char *const role_names[] = {"front", "worker", "both", NULL};

bool messages_name_good(const char *name)
{
	size_t length = 0;

	while (isalnum((unsigned char)name[length]) || name[length] == '-' || name[length] == '_')
		length++;
	return name[length] == '\0' && length > 0 && length < FLEET_NAME_BYTES;
}

void messages_open(wirebuf_t *out, message_kind_t kind, const member_t *from, uint32_t fields)
{
	put_map(out, 4 + fields);
	put_text(out, "v");
	put_uint(out, FLEET_FORMAT);
	put_text(out, "kind");
	put_text(out, kind_names[kind]);
	put_text(out, "name");
	put_text(out, from->name);
	put_text(out, "id");
	put_uint(out, from->id);
}

void messages_open_about(wirebuf_t *out, message_kind_t kind, const member_t *from, uint64_t number,
                         uint32_t fields)
{
	messages_open(out, kind, from, fields + 1);
	put_text(out, "number");
	put_uint(out, number);
}

void messages_open_facts(wirebuf_t *out, message_kind_t kind, const member_t *from)
{
	messages_open(out, kind, from, 3);
	put_text(out, "rules");
	put_uint(out, STORE_RULES);
	put_text(out, "format");
	put_uint(out, STORE_FORMAT);
	put_text(out, "body");
}

static uint64_t number(const node_t *map, const char *name, uint64_t most)
{
	const node_t field = codec_field(map, name);
	uint64_t value = 0;

	codec_uint(&field, REQUIRED, 0, most, &value);
	return value;
}

static void text(const node_t *map, const char *name, char *out, size_t capacity)
{
	const node_t field = codec_field(map, name);

	codec_text(&field, REQUIRED, out, capacity);
}

static void read_numbers(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "numbers");
	uint32_t count = 0;

	if (!codec_array(&field, REQUIRED, FLEET_NUMBERS, &count))
		return;
	for (uint32_t i = 0; i < count; i++) {
		const node_t item = codec_item(&field, i);

		codec_uint(&item, REQUIRED, 1, CODEC_INTEGER_MAX, &out->numbered[i]);
	}
	out->numbers = count;
}

static void read_sent(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "workers");
	uint32_t count = 0;

	if (!codec_array(&field, REQUIRED, FLEET_SENT_MOST, &count))
		return;
	if (count != out->numbers) {
		codec_fail(&field, ERR_VALUE, "they are %u, of %u numbers", count, out->numbers);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		const node_t item = codec_item(&field, i);

		codec_text(&item, REQUIRED, out->workers[i], sizeof(out->workers[i]));
	}
}

static void read_here(const node_t *map, message_t *out)
{
	node_t field = codec_field(map, "role");
	unsigned role = ROLE_FRONT;

	codec_choice(&field, REQUIRED, role_names, &role);
	out->role = (role_t)role;
	text(map, "version", out->version, sizeof(out->version));
	out->rules = number(map, "rules", CODEC_INTEGER_MAX);
	out->format = number(map, "v", CODEC_INTEGER_MAX);
	out->places = (unsigned)number(map, "places", FLEET_PLACES_MOST);
	out->free = (unsigned)number(map, "free", out->places);
	field = codec_field(map, "facts");
	codec_uint(&field, OPTIONAL, 0, CODEC_INTEGER_MAX, &out->facts);
}

static void read_facts(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "body");

	codec_bytes(&field, REQUIRED, BUS_MESSAGE_MOST, &out->body, &out->count);
	out->store_rules = number(map, "rules", CODEC_INTEGER_MAX);
	out->store_format = number(map, "format", CODEC_INTEGER_MAX);
}

static bool is_of_facts(message_kind_t kind)
{
	return kind == MESSAGE_FACTS || kind == MESSAGE_LIST || kind == MESSAGE_LISTED ||
	       kind == MESSAGE_WANT;
}

static void read_work(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "body");

	codec_bytes(&field, REQUIRED, BUS_MESSAGE_MOST, &out->body, &out->count);
	out->time_ms = number(map, "time_ms", CODEC_INTEGER_MAX);
}

static void read_proof(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "certificate");

	codec_bytes(&field, REQUIRED, BUS_MESSAGE_MOST, &out->body, &out->count);
	text(map, "why", out->why, sizeof(out->why));
}

static void read_declined(const node_t *map, message_t *out)
{
	const node_t field = codec_field(map, "lasting");

	codec_bool(&field, REQUIRED, &out->is_lasting);
	text(map, "why", out->why, sizeof(out->why));
}

/* read_rest reads what a kind of message has. */
static void read_rest(const node_t *map, message_t *out)
{
	const message_kind_t kind = out->kind;

	if (kind == MESSAGE_RENEW || kind == MESSAGE_STOP || kind == MESSAGE_SENT)
		read_numbers(map, out);
	else if (kind != MESSAGE_HERE && !is_of_facts(kind))
		out->number = number(map, "number", CODEC_INTEGER_MAX);
	if (kind == MESSAGE_WORK || kind == MESSAGE_WATCH)
		out->progress_ms = number(map, "progress_ms", CODEC_INTEGER_MAX);
	if (kind == MESSAGE_DECLINED || kind == MESSAGE_DONE)
		out->free = (unsigned)number(map, "free", FLEET_PLACES_MOST);
	if (kind == MESSAGE_HERE)
		read_here(map, out);
	else if (kind == MESSAGE_WORK)
		read_work(map, out);
	else if (kind == MESSAGE_DECLINED)
		read_declined(map, out);
	else if (kind == MESSAGE_PROOF)
		read_proof(map, out);
	else if (kind == MESSAGE_SENT)
		read_sent(map, out);
	else if (is_of_facts(kind))
		read_facts(map, out);
}

err_t messages_read(codec_t *codec, const uint8_t *bytes, size_t count, node_t *root,
                    message_t *out, errinfo_t *why)
{
	err_t err = codec_decode_whole(codec, bytes, count, BUS_MESSAGE_MOST, "", root, why);
	unsigned kind = MESSAGE_HERE;
	uint64_t format;
	node_t field;

	if (err != ERR_OK)
		return err;
	memset(out, 0, offsetof(message_t, numbered));
	if (!codec_map(root, REQUIRED))
		return codec_error(codec, why);
	format = number(root, "v", CODEC_INTEGER_MAX);
	field = codec_field(root, "kind");
	codec_choice(&field, REQUIRED, kind_names, &kind);
	out->kind = (message_kind_t)kind;
	text(root, "name", out->from.name, sizeof(out->from.name));
	out->from.id = number(root, "id", CODEC_INTEGER_MAX);
	err = codec_error(codec, why);
	if (err == ERR_OK && !messages_name_good(out->from.name))
		err = err_at(why, ERR_VALUE, "name", "'%s' is no name", out->from.name);
	else if (err == ERR_OK && kind != MESSAGE_HERE && format != FLEET_FORMAT)
		err = err_at(why, ERR_VALUE, "v", "it is of the format %llu, and ours is %d",
		             (unsigned long long)format, FLEET_FORMAT);
	if (err != ERR_OK)
		return err;
	read_rest(root, out);
	return codec_error(codec, why);
}
