/* SPDX-License-Identifier: MIT
 * certificate_read.c - the reading half of certificate.h: header, nodes and trailer in one pass.
 *
 * Design    Tables of keys instead of code a key. What the format does not know is an error, in
 *           the header above all: a key that is passed over might have changed the claim. */
#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/proof/values.h"

/* Kinds of node, as written. */
enum { TRAILER, ATTACK, DEFENCE };

struct certificate_reader {
	values_t values;
	bool ended;
	certificate_reply_t replies[CERTIFICATE_REPLIES_MAX];
};

/* choice reads one of two words, and tells whether it is the first. */
static bool choice(values_t *r, const char *yes, const char *no, const char *what)
{
	char word[CERTIFICATE_WORD_MAX];

	values_text(r, word, sizeof(word), what);
	if (strcmp(word, yes) != 0 && strcmp(word, no) != 0)
		values_fail(r, ERR_SYNTAX, what, "\"%s\" is neither %s nor %s", word, yes, no);
	return strcmp(word, yes) == 0;
}

static void constant(values_t *r, unsigned value, const char *what)
{
	const int64_t got = values_expect(r, VALUE_INTEGER, 0, INT64_MAX, what);

	if (got != value)
		values_fail(r, ERR_VALUE, what, "%" PRId64 ", this program knows %u", got, value);
}

static void stock(values_t *r, unsigned *out, const char *what)
{
	char word[CERTIFICATE_WORD_MAX] = "";
	const value_head_t value = values_next(r);

	*out = CERTIFICATE_UNLIMITED;
	if (value.kind == VALUE_INTEGER && value.number >= 0 && value.number <= 2) {
		*out = (unsigned)value.number;
		return;
	}
	if (value.kind == VALUE_TEXT)
		values_rest(r, value.number, word, sizeof(word), what);
	if (value.kind != VALUE_TEXT || strcmp(word, "unlimited") != 0)
		values_fail(r, ERR_SYNTAX, what, "neither 0 to 2 nor \"unlimited\"");
}

static void options(values_t *r, certificate_header_t *h)
{
	h->options =
	        (unsigned)values_expect(r, VALUE_MAP, 0, CERTIFICATE_OPTIONS_MAX, "map of options");
	for (unsigned i = 0; i < h->options && !values_failed(r); i++) {
		values_text(r, h->option[i].name, sizeof(h->option[i].name), "options");
		values_text(r, h->option[i].value, sizeof(h->option[i].value), "options");
		for (unsigned j = 0; j < i; j++)
			if (strcmp(h->option[j].name, h->option[i].name) == 0)
				values_fail(r, ERR_SYNTAX, "options", "\"%s\" twice",
				            h->option[i].name);
	}
}

/* The keys of the header. Those of maps within it come after a point. */
typedef enum {
	KEY_TESUJI,
	KEY_FORMAT,
	KEY_RULES,
	KEY_KIND,
	KEY_GAME,
	KEY_GOAL,
	KEY_TYPE,
	KEY_ATTACKER,
	KEY_FIRST,
	KEY_POSITION,
	KEYS_REQUIRED,
	KEY_TARGET = KEYS_REQUIRED,
	KEY_OPTIONS,
	KEY_ROWS,
	KEY_FEN,
	KEY_KO,
	KEY_THREATS,
	KEY_THREATS_ATTACKER,
	KEY_THREATS_DEFENDER,
	KEY_ORDER,
	KEY_DEPTH,
	KEY_BY,
	KEYS,
} key_t_;

static const char *const key_names[KEYS] = {
        [KEY_TESUJI] = "tesuji",
        [KEY_FORMAT] = "format",
        [KEY_RULES] = "rules",
        [KEY_KIND] = "kind",
        [KEY_GAME] = "game",
        [KEY_GOAL] = "goal",
        [KEY_TYPE] = "goal.type",
        [KEY_ATTACKER] = "attacker",
        [KEY_FIRST] = "first",
        [KEY_POSITION] = "position",
        [KEY_TARGET] = "goal.target",
        [KEY_OPTIONS] = "options",
        [KEY_ROWS] = "position.rows",
        [KEY_FEN] = "position.fen",
        [KEY_KO] = "position.ko",
        [KEY_THREATS] = "threats",
        [KEY_THREATS_ATTACKER] = "threats.attacker",
        [KEY_THREATS_DEFENDER] = "threats.defender",
        [KEY_ORDER] = "order",
        [KEY_DEPTH] = "depth",
        [KEY_BY] = "by",
};

/* key reads one, of the map `in` ("" for the header itself), and notes that it was there. */
static unsigned key(values_t *r, const char *in, uint32_t *seen)
{
	char word[CERTIFICATE_WORD_MAX], path[2 * CERTIFICATE_WORD_MAX];

	values_text(r, word, sizeof(word), "key");
	(void)snprintf(path, sizeof(path), "%s%s%s", in, in[0] != '\0' ? "." : "", word);
	/* A word with a dot would look like one of a map within. */
	for (unsigned k = 0; k < KEYS && !values_failed(r) && strchr(word, '.') == NULL; k++) {
		if (strcmp(path, key_names[k]) != 0)
			continue;
		if ((*seen >> k & 1) != 0)
			values_fail(r, ERR_SYNTAX, NULL, "\"%s\" twice", path);
		*seen |= UINT32_C(1) << k;
		return k;
	}
	values_fail(r, ERR_SYNTAX, NULL, "\"%s\" is no key of this format", path);
	return KEYS;
}

/* text_of returns the field of the header that holds the text of a key, and its room; NULL: the key
 * has no text. */
static char *text_of(unsigned k, certificate_header_t *h, size_t *room)
{
	switch (k) {
	case KEY_KIND:
		return *room = sizeof(h->kind), h->kind;
	case KEY_GAME:
		return *room = sizeof(h->game), h->game;
	case KEY_TYPE:
		return *room = sizeof(h->goal), h->goal;
	case KEY_TARGET:
		return *room = sizeof(h->target), h->target;
	case KEY_ROWS:
		return *room = sizeof(h->rows), h->rows;
	case KEY_FEN:
		return *room = sizeof(h->fen), h->fen;
	case KEY_KO:
		return *room = sizeof(h->ko), h->ko;
	case KEY_BY:
		return *room = sizeof(h->by), h->by;
	default:
		return NULL;
	}
}

/* field reads the value of key `k` into the header. */
static void field(values_t *r, unsigned k, certificate_header_t *h)
{
	const char *name = k < KEYS ? key_names[k] : "";
	char word[CERTIFICATE_WORD_MAX];
	size_t room = 0;
	char *text = text_of(k, h, &room);

	if (text != NULL) {
		values_text(r, text, room, name);
		return;
	}
	switch (k) {
	case KEY_TESUJI:
		values_text(r, word, sizeof(word), name);
		if (strcmp(word, "certificate") != 0)
			values_fail(r, ERR_SYNTAX, NULL, "this is no certificate");
		return;
	case KEY_FORMAT:
		constant(r, CERTIFICATE_FORMAT, name);
		return;
	case KEY_RULES:
		constant(r, CERTIFICATE_RULES, name);
		return;
	case KEY_OPTIONS:
		options(r, h);
		return;
	case KEY_ATTACKER:
		h->black = choice(r, "black", "white", name);
		return;
	case KEY_FIRST:
		h->defender_first = choice(r, "defender", "attacker", name);
		return;
	case KEY_THREATS_ATTACKER:
		stock(r, &h->threats[0], name);
		return;
	case KEY_THREATS_DEFENDER:
		stock(r, &h->threats[1], name);
		return;
	case KEY_ORDER:
		h->order = (unsigned)values_expect(r, VALUE_INTEGER, 0, UINT16_MAX, name);
		return;
	case KEY_DEPTH:
		h->depth = (unsigned)values_expect(r, VALUE_INTEGER, 0, UINT16_MAX, name);
		return;
	default:
		assert(values_failed(r));
	}
}

/* map reads the pairs of a map that is a value of the header. */
static void map(values_t *r, const char *name, certificate_header_t *h, uint32_t *seen)
{
	const int64_t pairs = values_expect(r, VALUE_MAP, 0, KEYS, name);

	for (int64_t i = 0; i < pairs && !values_failed(r); i++)
		field(r, key(r, name, seen), h);
}

static void header(values_t *r, certificate_header_t *h)
{
	uint32_t seen = 0;
	const int64_t pairs = values_expect(r, VALUE_MAP, 0, KEYS, "map");

	for (int64_t i = 0; i < pairs && !values_failed(r); i++) {
		const unsigned k = key(r, "", &seen);

		if (i == 0 && k != KEY_TESUJI)
			values_fail(r, ERR_SYNTAX, NULL, "this is no certificate");
		if (k == KEY_GOAL || k == KEY_POSITION || k == KEY_THREATS)
			map(r, key_names[k], h, &seen);
		else
			field(r, k, h);
	}
	for (unsigned k = 0; k < KEYS_REQUIRED; k++)
		if ((seen >> k & 1) == 0)
			values_fail(r, ERR_SYNTAX, NULL, "\"%s\" is missing", key_names[k]);
	if (strcmp(h->kind, "lambda-denial") == 0 && (seen >> KEY_ORDER & 1) == 0)
		values_fail(r, ERR_SYNTAX, NULL,
		            "\"order\" is missing, which a lambda-denial claims");
	if (strcmp(h->kind, "bounded-denial") == 0 && (seen >> KEY_DEPTH & 1) == 0)
		values_fail(r, ERR_SYNTAX, NULL,
		            "\"depth\" is missing, which a bounded-denial claims");
	if (((seen >> KEY_ROWS ^ seen >> KEY_FEN) & 1) == 0)
		values_fail(r, ERR_SYNTAX, "position", "expected rows or fen");
}

err_t certificate_read_begin(certificate_source_t source, certificate_header_t *claim,
                             certificate_reader_t **out, errinfo_t *why)
{
	certificate_reader_t *r = mem_alloc(sizeof(*r));
	err_t err;

	*out = NULL;
	memset(claim, 0, sizeof(*claim));
	if (r == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	r->values.source = source;
	r->values.in_header = true;
	r->values.most = CERTIFICATE_HEADER_MAX;
	header(&r->values, claim);
	r->values.in_header = false;
	r->values.most = 0;
	err = r->values.failed.code;
	if (err == ERR_OK) {
		*out = r;
		return ERR_OK;
	}
	if (why != NULL)
		*why = r->values.failed;
	certificate_reader_free(r);
	return err;
}

static uint32_t child(values_t *r, const char *what)
{
	return (uint32_t)values_expect(r, VALUE_INTEGER, 0, (int64_t)r->node - 1, what);
}

static int32_t move(values_t *r)
{
	return (int32_t)values_expect(r, VALUE_INTEGER, CERTIFICATE_PASS, CERTIFICATE_MOVE_MAX,
	                              "move");
}

static void defence(values_t *r, certificate_reply_t *replies, certificate_item_t *out)
{
	const value_head_t value = values_next(r);
	int64_t members;

	if (value.kind == VALUE_INTEGER && value.number >= 0 && value.number < r->node)
		out->child = (uint32_t)value.number;
	else if (value.kind != VALUE_NIL)
		values_fail(r, ERR_SYNTAX, "default", "neither nil nor a node before this one");
	members = values_expect(r, VALUE_ARRAY, 0, 2 * CERTIFICATE_REPLIES_MAX, "list of replies");
	if (members % 2 != 0)
		values_fail(r, ERR_SYNTAX, NULL, "a list of replies with %" PRId64 " members",
		            members);
	for (int64_t i = 0; i < members / 2 && !values_failed(r); i++) {
		replies[i].move = move(r);
		if (i > 0 && replies[i].move <= replies[i - 1].move)
			values_fail(r, ERR_SYNTAX, NULL, "moves of a list must ascend");
		replies[i].child = child(r, "child");
		out->count++;
	}
	out->replies = replies;
}

static void trailer(values_t *r, uint32_t crc, certificate_item_t *out)
{
	int64_t got;

	out->child = child(r, "root");
	got = values_expect(r, VALUE_INTEGER, 0, INT64_MAX, "count");
	if (got != r->node)
		values_fail(r, ERR_SYNTAX, NULL, "%" PRIu32 " nodes, expected %" PRId64, r->node,
		            got);
	got = values_expect(r, VALUE_INTEGER, 0, INT64_MAX, "CRC");
	if (got != crc)
		values_fail(r, ERR_SYNTAX, NULL, "the CRC is wrong: the file was damaged");
	if (!values_failed(r) && values_more(r))
		values_fail(r, ERR_SYNTAX, NULL, "bytes after the trailer");
}

/* item reads a node, or the trailer. */
static void item(certificate_reader_t *reader, certificate_item_t *out)
{
	values_t *r = &reader->values;
	const uint32_t crc = values_sum(r);
	const int64_t members = values_expect(r, VALUE_ARRAY, 2, 4, "node");
	const int64_t kind = values_expect(r, VALUE_INTEGER, TRAILER, DEFENCE, "kind");

	if ((kind == ATTACK && members > 3) || (kind == DEFENCE && members != 3) ||
	    (kind == TRAILER && members != 4))
		values_fail(r, ERR_SYNTAX, NULL, "%" PRId64 " members are not right for its kind",
		            members);
	if (values_failed(r))
		return;
	if (kind == ATTACK) {
		out->move = move(r);
		if (members == 3)
			out->child = child(r, "child");
	} else if (kind == DEFENCE) {
		out->kind = CERTIFICATE_DEFENCE;
		defence(r, reader->replies, out);
	} else {
		out->kind = CERTIFICATE_END;
		trailer(r, crc, out);
	}
	if (out->kind != CERTIFICATE_END && ++r->node == CERTIFICATE_NONE)
		values_fail(r, ERR_SYNTAX, NULL, "too many nodes");
}

err_t certificate_read(certificate_reader_t *reader, certificate_item_t *out, errinfo_t *why)
{
	assert(!reader->ended);
	*out = (certificate_item_t){.kind = CERTIFICATE_ATTACK, .child = CERTIFICATE_NONE};
	item(reader, out);
	if (values_failed(&reader->values)) {
		out->kind = CERTIFICATE_END;
		if (why != NULL)
			*why = reader->values.failed;
	}
	reader->ended = out->kind == CERTIFICATE_END;
	return reader->values.failed.code;
}

void certificate_reader_free(certificate_reader_t *reader)
{
	mem_free(reader, sizeof(*reader));
}
