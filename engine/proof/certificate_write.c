/* SPDX-License-Identifier: MIT
 * certificate_write.c - the writing half of certificate.h.
 *
 * Design    MessagePack is a type byte and a big-endian number, and every number takes its shortest
 *           form (as protocol/put.c has it): a library would not make that shorter. Bytes are
 * gathered in a buffer, which is summed and handed on when it is full; nothing else is kept, so
 * that a proof may be larger than memory. */
#include "engine/proof/certificate.h"
#include "engine/proof/certificate_write.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/crc32.h"
#include "engine/base/mem.h"

enum {
	BUFFER_BYTES = 1 << 16,
	KEYS = 14, /* of the header, with all options there are */
};

struct certificate_writer {
	certificate_sink_t sink;
	err_t failed;
	bool ended;
	uint32_t count; /* nodes */
	uint32_t crc;   /* of what was handed on */
	size_t length;
	uint8_t buffer[BUFFER_BYTES];
};

static void flush(certificate_writer_t *w)
{
	if (w->failed == ERR_OK && w->length > 0) {
		w->crc = crc32_update(w->crc, w->buffer, w->length);
		if (!w->sink.write(w->sink.to, w->buffer, w->length))
			w->failed = ERR_IO;
	}
	w->length = 0;
}

static void put(certificate_writer_t *w, const void *bytes, size_t length)
{
	assert(length <= BUFFER_BYTES);
	if (w->length + length > BUFFER_BYTES)
		flush(w);
	memcpy(&w->buffer[w->length], bytes, length);
	w->length += length;
}

/* put_number writes a type byte and `bytes` bytes of a number. */
static void put_number(certificate_writer_t *w, unsigned type, uint32_t value, unsigned bytes)
{
	uint8_t out[5] = {(uint8_t)type};

	assert(bytes <= 4 && type <= UINT8_MAX);
	for (unsigned i = 0; i < bytes; i++)
		out[i + 1] = (uint8_t)(value >> 8 * (bytes - 1 - i));
	put(w, out, bytes + 1);
}

static void put_uint(certificate_writer_t *w, uint32_t value)
{
	if (value < 0x80)
		put_number(w, value, 0, 0);
	else if (value <= UINT8_MAX)
		put_number(w, 0xcc, value, 1);
	else if (value <= UINT16_MAX)
		put_number(w, 0xcd, value, 2);
	else
		put_number(w, 0xce, value, 4);
}

static void put_nil(certificate_writer_t *w)
{
	put_number(w, 0xc0, 0, 0);
}

static void put_array(certificate_writer_t *w, uint32_t count)
{
	assert(count <= UINT16_MAX);
	if (count < 16)
		put_number(w, 0x90 | count, 0, 0);
	else
		put_number(w, 0xdc, count, 2);
}

static void put_map(certificate_writer_t *w, unsigned count)
{
	assert(count < 16);
	put_number(w, 0x80 | count, 0, 0);
}

static void put_text(certificate_writer_t *w, const char *text)
{
	const size_t length = strlen(text);

	assert(length <= UINT16_MAX);
	if (length < 32)
		put_number(w, 0xa0 | (unsigned)length, 0, 0);
	else if (length <= UINT8_MAX)
		put_number(w, 0xd9, (uint32_t)length, 1);
	else
		put_number(w, 0xda, (uint32_t)length, 2);
	put(w, text, length);
}

static void put_pair(certificate_writer_t *w, const char *key, const char *value)
{
	put_text(w, key);
	put_text(w, value);
}

static void put_threats(certificate_writer_t *w, const char *key, unsigned threats)
{
	put_text(w, key);
	if (threats == CERTIFICATE_UNLIMITED)
		put_text(w, "unlimited");
	else
		put_uint(w, threats);
}

/* put_options writes them by name in ascending order. */
static void put_options(certificate_writer_t *w, const certificate_header_t *h)
{
	const certificate_option_t *last = NULL;

	put_text(w, "options");
	put_map(w, h->options);
	for (unsigned n = 0; n < h->options; n++) {
		const certificate_option_t *next = NULL;

		for (unsigned i = 0; i < h->options; i++)
			if ((last == NULL || strcmp(h->option[i].name, last->name) > 0) &&
			    (next == NULL || strcmp(h->option[i].name, next->name) < 0))
				next = &h->option[i];
		assert(next != NULL); /* no name is given twice */
		put_pair(w, next->name, next->value);
		last = next;
	}
}

static void put_header(certificate_writer_t *w, const certificate_header_t *h)
{
	put_map(w, h->by[0] != '\0' ? KEYS : KEYS - 1);
	put_pair(w, "tesuji", "certificate");
	put_text(w, "format");
	put_uint(w, CERTIFICATE_FORMAT);
	put_text(w, "rules");
	put_uint(w, CERTIFICATE_RULES);
	put_pair(w, "kind", h->kind);
	put_pair(w, "game", h->game);
	put_options(w, h);
	put_text(w, "goal");
	put_map(w, h->target[0] != '\0' ? 2 : 1);
	put_pair(w, "type", h->goal);
	if (h->target[0] != '\0')
		put_pair(w, "target", h->target);
	put_pair(w, "attacker", h->black ? "black" : "white");
	put_pair(w, "first", h->defender_first ? "defender" : "attacker");
	put_text(w, "position");
	put_map(w, h->ko[0] != '\0' ? 2 : 1);
	put_pair(w, h->fen[0] != '\0' ? "fen" : "rows", h->fen[0] != '\0' ? h->fen : h->rows);
	if (h->ko[0] != '\0')
		put_pair(w, "ko", h->ko);
	put_text(w, "threats");
	put_map(w, 2);
	put_threats(w, "attacker", h->threats[0]);
	put_threats(w, "defender", h->threats[1]);
	put_text(w, "order");
	put_uint(w, h->order);
	put_text(w, "depth");
	put_uint(w, h->depth);
	if (h->by[0] != '\0')
		put_pair(w, "by", h->by);
}

/* is_text: would the reader take it? */
static bool is_text(const char *text, bool may_lack)
{
	if (text[0] == '\0')
		return may_lack;
	while (*text >= ' ' && *text <= '~')
		text++;
	return *text == '\0';
}

static bool has_texts(const certificate_header_t *h)
{
	const bool has_fen = h->fen[0] != '\0';
	bool good = is_text(h->kind, false) && is_text(h->game, false) && is_text(h->goal, false) &&
	            is_text(h->target, true) && is_text(h->rows, has_fen) &&
	            is_text(h->fen, true) && is_text(h->ko, true) && is_text(h->by, true);

	for (unsigned i = 0; i < h->options; i++)
		good = good && is_text(h->option[i].name, false) &&
		       is_text(h->option[i].value, false);
	return good;
}

/* is_named_twice: is there an option that the header has twice? */
static bool is_named_twice(const certificate_header_t *h)
{
	for (unsigned i = 0; i < h->options; i++)
		for (unsigned j = 0; j < i; j++)
			if (strcmp(h->option[i].name, h->option[j].name) == 0)
				return true;
	return false;
}

err_t certificate_write_begin(const certificate_header_t *header, certificate_sink_t sink,
                              certificate_writer_t **out, errinfo_t *why)
{
	certificate_writer_t *w;

	*out = NULL;
	if (header->options > CERTIFICATE_OPTIONS_MAX ||
	    header->threats[0] > CERTIFICATE_UNLIMITED ||
	    header->threats[1] > CERTIFICATE_UNLIMITED)
		return err_at(why, ERR_RANGE, "header", "too many options or threats");
	if (!has_texts(header))
		return err_at(why, ERR_RANGE, "header", "a text that is empty, or no ASCII");
	if (is_named_twice(header))
		return err_at(why, ERR_RANGE, "header", "an option twice");
	w = mem_alloc(sizeof(*w));
	if (w == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	w->sink = sink;
	put_header(w, header);
	if (w->length > CERTIFICATE_HEADER_MAX) {
		certificate_writer_free(w);
		return err_at(why, ERR_RANGE, "header", "longer than %d bytes",
		              CERTIFICATE_HEADER_MAX);
	}
	*out = w;
	return ERR_OK;
}

/* ready: may a node be written that has this child? */
static bool is_node(const certificate_writer_t *w, uint32_t child)
{
	return child < w->count;
}

static bool is_move(int32_t move)
{
	return move >= CERTIFICATE_PASS && move <= CERTIFICATE_MOVE_MAX;
}

static void put_move(certificate_writer_t *w, int32_t move)
{
	assert(is_move(move));
	if (move == CERTIFICATE_PASS)
		put_number(w, 0xff, 0, 0);
	else
		put_uint(w, (uint32_t)move);
}

/* counted gives the node that was written its number. */
static err_t counted(certificate_writer_t *w, uint32_t *node)
{
	*node = w->count;
	if (w->failed == ERR_OK)
		w->count++;
	return w->failed;
}

/* fails keeps the first failure. */
static err_t fails(certificate_writer_t *w)
{
	if (w->failed == ERR_OK)
		w->failed = ERR_RANGE;
	return w->failed;
}

err_t certificate_write_attack(certificate_writer_t *w, int32_t move, uint32_t child,
                               uint32_t *node)
{
	const bool leaf = child == CERTIFICATE_NONE;

	*node = CERTIFICATE_NONE;
	if (w->failed != ERR_OK || w->ended || w->count == CERTIFICATE_NONE || !is_move(move) ||
	    (!leaf && !is_node(w, child)))
		return fails(w);
	put_array(w, leaf ? 2 : 3);
	put_uint(w, 1);
	put_move(w, move);
	if (!leaf)
		put_uint(w, child);
	return counted(w, node);
}

static int by_move(const void *a, const void *b)
{
	const int32_t x = ((const certificate_reply_t *)a)->move;
	const int32_t y = ((const certificate_reply_t *)b)->move;

	return (x > y) - (x < y);
}

err_t certificate_write_defence(certificate_writer_t *w, uint32_t otherwise,
                                certificate_reply_t *replies, unsigned count, uint32_t *node)
{
	*node = CERTIFICATE_NONE;
	if (w->failed != ERR_OK || w->ended || w->count == CERTIFICATE_NONE ||
	    count > CERTIFICATE_REPLIES_MAX ||
	    (otherwise != CERTIFICATE_NONE && !is_node(w, otherwise)))
		return fails(w);
	if (count > 0)
		qsort(replies, count, sizeof(*replies), by_move);
	for (unsigned i = 0; i < count; i++)
		if (!is_move(replies[i].move) || !is_node(w, replies[i].child) ||
		    (i > 0 && replies[i].move == replies[i - 1].move))
			return fails(w);
	put_array(w, 3);
	put_uint(w, 2);
	if (otherwise == CERTIFICATE_NONE)
		put_nil(w);
	else
		put_uint(w, otherwise);
	put_array(w, 2 * count);
	for (unsigned i = 0; i < count; i++) {
		put_move(w, replies[i].move);
		put_uint(w, replies[i].child);
	}
	return counted(w, node);
}

err_t certificate_write_end(certificate_writer_t *w, uint32_t root)
{
	if (w->failed != ERR_OK || w->ended || !is_node(w, root))
		return fails(w);
	flush(w); /* the sum is of all before the trailer */
	assert(w->length == 0);
	put_array(w, 4);
	put_uint(w, 0);
	put_uint(w, root);
	put_uint(w, w->count);
	put_uint(w, w->crc);
	flush(w);
	w->ended = true;
	return w->failed;
}

void certificate_writer_free(certificate_writer_t *writer)
{
	mem_free(writer, sizeof(*writer));
}
