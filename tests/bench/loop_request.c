/* SPDX-License-Identifier: MIT
 * loop_request.c - requests of every method, good ones and bad ones, small and as large as they may
 * be. */
#include "tests/bench/loop_request.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "protocol/rpc.h"

enum { TEXT = 1 << 17, JOBS_KNOWN = 1200 };

typedef struct {
	wirebuf_t body;
	uint32_t count;
} map_t;

static unsigned pick(choices_t *c, unsigned below)
{
	const uint32_t choice = c->choice[c->at % CHOICES];

	c->at++;
	c->used = c->at < CHOICES ? c->at : CHOICES - 1;
	return choice % below;
}

static void map_open(map_t *map)
{
	map->count = 0;
	wirebuf_init(&map->body, TEXT);
}

static wirebuf_t *map_key(map_t *map, const char *key)
{
	put_text(&map->body, key);
	map->count++;
	return &map->body;
}

static void map_close(map_t *map, wirebuf_t *out)
{
	put_map(out, map->count);
	put_raw(out, map->body.data, map->body.length);
	wirebuf_fini(&map->body);
}

static const char *point(choices_t *c, unsigned side, bool sgf)
{
	static char text[8][16];
	static unsigned at;
	const unsigned x = pick(c, side), y = pick(c, side);

	at = (at + 1) % 8;
	if (sgf)
		(void)snprintf(text[at], sizeof(text[at]), "%c%c", 'a' + (int)x, 'a' + (int)y);
	else
		(void)snprintf(text[at], sizeof(text[at]), "%c%u", "ABCDEFGHJKLMNOPQRST"[x], y + 1);
	return text[at];
}

static unsigned side_of(choices_t *c)
{
	static const unsigned sides[] = {19, 19, 19, 19, 13, 9, 7, 5, 3, 2};

	return sides[pick(c, 10)];
}

/* rows writes a board of some pattern. */
static void rows(choices_t *c, unsigned width, unsigned height, strbuf_t *out)
{
	const unsigned kind = pick(c, 7), period = 1 + pick(c, 7), seed = pick(c, 1 << 16);
	const unsigned empty = 1 + pick(c, 12), flips = pick(c, 24);
	char board[20 * 20];
	uint32_t random = seed;

	for (unsigned p = 0; p < width * height; p++) {
		const unsigned x = p % width, y = p / width;
		char at = '.';

		random = random * 1664525 + 1013904223;
		switch (kind) {
		case 0:
			at = "XO."[(random >> 16) % 3];
			break;
		case 1:
			at = (x + y) % (period + 1) == 0   ? 'X'
			     : (x + y) % (period + 1) == 1 ? 'O'
			                                   : '.';
			break;
		case 2:
			at = "XO"[x / period % 2];
			break;
		case 3:
			at = (random >> 16) % (4 * empty) == 0 ? '.' : "XO"[y / period % 2];
			break;
		case 4:
			at = (x + y) % 2 == 0 ? '.' : "XO"[(x / period + y) % 2];
			break;
		case 5:
			at = (random >> 16) % (2 + empty) != 0 ? '.' : "XO"[random >> 30 & 1];
			break;
		default:
			at = x % 3 == 1 && y % 3 == 1 ? 'O' : (x + y) % period == 0 ? 'X' : '.';
		}
		board[p] = at;
	}
	for (unsigned i = 0; i < flips; i++)
		board[pick(c, width * height)] = "XO."[pick(c, 3)];
	for (unsigned y = 0; y < height; y++)
		strbuf_printf(out, "%s%.*s", y > 0 ? "/" : "", (int)width, &board[y * width]);
}

/* sgf writes a record: a head, and a piece that is repeated as often as fits. */
static size_t sgf(choices_t *c, unsigned game, char *text, size_t bytes)
{
	static const unsigned numbers[] = {1, 1, 1, 4, 11};
	const unsigned side = side_of(c);
	const size_t most = 64 + pick(c, 65000);
	char piece[256];
	strbuf_t out, part;

	strbuf_init(&out, text, bytes);
	strbuf_init(&part, piece, sizeof(piece));
	strbuf_printf(&out, "(;GM[%u]SZ[%u]", numbers[game], side);
	for (unsigned n = pick(c, 3); n > 0; n--)
		strbuf_printf(&out, "A%c[%s:%s]", "BWE"[pick(c, 3)], point(c, side, true),
		              point(c, side, true));
	if (pick(c, 2) == 0) {
		char board[512];
		strbuf_t r;
		const char *at = board;

		strbuf_init(&r, board, sizeof(board));
		rows(c, side, side, &r);
		for (unsigned y = 0; y < side; y++, at++)
			for (unsigned x = 0; x < side; x++, at++)
				if (*at != '.')
					strbuf_printf(&out, "A%c[%c%c]", *at == 'X' ? 'B' : 'W',
					              'a' + (int)x, 'a' + (int)y);
	}
	for (unsigned n = 1 + pick(c, 5); n > 0; n--) {
		switch (pick(c, 6)) {
		case 0:
			strbuf_printf(&part, ";%c[%s]", "BW"[pick(c, 2)], point(c, side, true));
			break;
		case 1:
			strbuf_printf(&part, "A%c[%s:%s]", "BWE"[pick(c, 3)], point(c, side, true),
			              point(c, side, true));
			break;
		case 2:
			strbuf_printf(&part, "A%c[%s]", "BWE"[pick(c, 3)], point(c, side, true));
			break;
		case 3:
			strbuf_printf(&part, ";%c[]", "BW"[pick(c, 2)]);
			break;
		case 4:
			strbuf_printf(&part, ";C[]");
			break;
		default:
			strbuf_printf(&part, "(;PL[B]");
		}
	}
	while (out.length + part.length + 2 < most)
		strbuf_add(&out, piece);
	strbuf_add(&out, ")");
	return out.length;
}

/* position writes a board in some form. */
static void position(choices_t *c, unsigned game, bool may_be_set, wirebuf_t *out)
{
	static char text[TEXT];
	map_t map;
	strbuf_t board;

	map_open(&map);
	switch (pick(c, game == 4 ? 4 : 3)) {
	case 0:
		put_str_bytes(map_key(&map, "sgf"), text, sgf(c, game, text, sizeof(text)));
		if (pick(c, 4) == 0)
			put_uint(map_key(&map, "move"), pick(c, 12000));
		break;
	case 3:
		put_text(map_key(&map, "fen"),
		         "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
		break;
	case 1:
		if (may_be_set && pick(c, 3) == 0) {
			put_uint(map_key(&map, "board"), 1);
			break;
		}
		/* fall through */
	default:
		strbuf_init(&board, text, sizeof(text));
		if (pick(c, 2) == 0) {
			const unsigned side = side_of(c);

			rows(c, side, side, &board);
		} else {
			rows(c, 2 + pick(c, 18), 2 + pick(c, 18), &board);
		}
		put_text(map_key(&map, "rows"), text);
	}
	map_close(&map, out);
}

/* padding adds keys that nobody knows. */
static void padding(choices_t *c, map_t *map)
{
	const unsigned kind = pick(c, 12), count = pick(c, 14000), deep = 1 + pick(c, 11);
	char key[16];

	if (kind == 0) { /* many keys */
		for (unsigned i = 0; i < count / 2; i++) {
			(void)snprintf(key, sizeof(key), "k%u", i);
			put_nil(map_key(map, key));
		}
	} else if (kind == 1) { /* one large array */
		wirebuf_t *out = map_key(map, "pad");

		put_array(out, count);
		for (unsigned i = 0; i < count; i++)
			put_uint(out, i % 100);
	} else if (kind == 2) { /* deep ones */
		wirebuf_t *out = map_key(map, "pad");

		for (unsigned i = 0; i < deep; i++) {
			put_map(out, 1);
			put_text(out, "k");
		}
		put_nil(out);
	} else if (kind == 3) { /* the same key again and again */
		for (unsigned i = 0; i < count / 2; i++)
			put_nil(map_key(map, i % 2 == 0 ? "label" : "x"));
	} else if (kind == 4) { /* a long text */
		static char text[60000];

		memset(text, "a\xc3\n"[count % 3], sizeof(text));
		put_str_bytes(map_key(map, count % 2 == 0 ? "label" : "pad"), text,
		              4 * (size_t)count);
	}
}

static void words(choices_t *c, map_t *map, const char *key, const char *const *word,
                  unsigned count)
{
	const unsigned at = pick(c, count + 2);

	if (at < count)
		put_text(map_key(map, key), word[at]);
}

static void goal(choices_t *c, unsigned game, wirebuf_t *out)
{
	static const char *const types[] = {"capture", "live",        "connect",     "cut",
	                                    "semeai",  "capture-all", "capture-any", "live-any",
	                                    "kill",    "save"};
	static const char *const sides[] = {"attacker", "defender"}, *const colours[] = {"black",
	                                                                                 "white"};
	char target[128] = "";
	strbuf_t text;
	map_t map;

	map_open(&map);
	if (game < 3)
		words(c, &map, "type", types, 10);
	strbuf_init(&text, target, sizeof(target));
	for (unsigned n = pick(c, 3) == 0 ? pick(c, 18) : pick(c, 3); n > 0; n--)
		strbuf_printf(&text, "%s%s", target[0] != '\0' ? " " : "", point(c, 19, false));
	if (target[0] != '\0')
		put_text(map_key(&map, "target"), target);
	words(c, &map, "first", sides, 2);
	words(c, &map, "attacker", colours, 2);
	map_close(&map, out);
}

static void options(choices_t *c, unsigned game, wirebuf_t *out)
{
	map_t map;
	char text[32];

	map_open(&map);
	if (game < 3 && pick(c, 3) == 0) {
		(void)snprintf(text, sizeof(text), "%s-%s", point(c, 19, false),
		               point(c, 19, false));
		put_text(map_key(&map, "region"), text);
	} else if (game >= 3 && pick(c, 2) == 0) {
		(void)snprintf(text, sizeof(text), "%ux%u", 2 + pick(c, 18), 2 + pick(c, 18));
		put_text(map_key(&map, "size"), text);
	}
	if (game == 3 && pick(c, 2) == 0)
		put_uint(map_key(&map, "k"), 3 + pick(c, 4));
	if (game == 3 && pick(c, 3) == 0)
		put_text(map_key(&map, "rule"), "renju");
	map_close(&map, out);
}

static void submit(choices_t *c, map_t *map)
{
	static const char *const games[] = {"go", "go", "atarigo", "gomoku", "chess", "hex"};
	static const char *const drivers[] = {"lambda", "plain"}, *const engines[] = {"alphabeta",
	                                                                              "dfpn"};
	static const char *const zones[] = {"sound", "none", "inversion"};
	unsigned game = pick(c, 6);
	map_t limits;

	put_text(map_key(map, "game"), games[game]);
	game = game == 5 ? 3 : game;
	position(c, game, game < 2, map_key(map, "position"));
	goal(c, game, map_key(map, "goal"));
	options(c, game, map_key(map, "options"));
	map_open(&limits);
	put_uint(map_key(&limits, "order"), pick(c, 8));
	if (pick(c, 4) == 0)
		put_uint(map_key(&limits, "table_bytes"), (uint64_t)1 << pick(c, 30));
	if (pick(c, 2) == 0)
		put_uint(map_key(&limits, "depth"), 1 + 2 * pick(c, 250));
	map_close(&limits, map_key(map, "limits"));
	words(c, map, "driver", drivers, 2);
	words(c, map, "engine", engines, 2);
	words(c, map, "zone", zones, 3);
	if (game < 2 && pick(c, 3) == 0)
		put_bool(map_key(map, "ko_verdict"), true);
	if (pick(c, 4) == 0)
		put_text(map_key(map, "ko"), point(c, 19, false));
	put_bool(map_key(map, "fresh"), pick(c, 2) == 0);
}

static void play(choices_t *c, map_t *map)
{
	static const char *const colours[] = {"", "B ", "W "};
	const unsigned count = pick(c, 2) == 0 ? pick(c, 513) : pick(c, 4), period = 1 + pick(c, 6);
	const unsigned way = pick(c, 4);
	char text[6][16];
	wirebuf_t *out = map_key(map, "play");

	for (unsigned i = 0; i < 6; i++)
		(void)snprintf(text[i], sizeof(text[i]), "%s%s", colours[pick(c, 3)],
		               pick(c, 8) == 0 ? "pass" : point(c, 19, false));
	put_array(out, count);
	for (unsigned i = 0; i < count; i++) {
		char one[16];

		/* Some moves again and again; all points, in this order or that; passes. */
		if (way == 1)
			(void)snprintf(one, sizeof(one), "B %c%u", "ABCDEFGHJKLMNOPQRST"[i % 19],
			               i / 19 % 19 + 1);
		else if (way == 2)
			(void)snprintf(one, sizeof(one), "%c %c%u", "BW"[i % 2],
			               "ABCDEFGHJKLMNOPQRST"[i * 7 % 19], i * 11 % 361 / 19 + 1);
		else if (way == 3)
			(void)snprintf(one, sizeof(one), "pass");
		put_text(out, way == 0 ? text[i % period] : one);
	}
}

/* refer names what a method is about, if it is about something. */
static void refer(method_t method, choices_t *c, map_t *map)
{
	static const char *const names[METHODS] = {
	        [METHOD_CANCEL] = "job",
	        [METHOD_STATUS] = "job",
	        [METHOD_WATCH] = "job",
	        [METHOD_CERTIFICATE] = "job",
	        [METHOD_ACK] = "job",
	        [METHOD_BATCH_STATUS] = "batch",
	        [METHOD_BATCH_WATCH] = "batch",
	        [METHOD_BATCH_CANCEL] = "batch",
	        [METHOD_BATCH_ACK] = "batch",
	        [METHOD_GO_CANCEL] = "status",
	        [METHOD_MOVES_CANCEL] = "status",
	};

	if (names[method] != NULL)
		put_uint(map_key(map, names[method]), 1 + pick(c, JOBS_KNOWN));
}

static void fill(method_t method, choices_t *c, map_t *map)
{
	switch (method) {
	case METHOD_SUBMIT:
	case METHOD_MOVES:
		submit(c, map);
		break;
	case METHOD_GO_STATUS:
		position(c, 0, true, map_key(map, "position"));
		put_uint(map_key(map, "order"), pick(c, 8));
		put_bool(map_key(map, "cuts"), pick(c, 2) == 0);
		put_bool(map_key(map, "fresh"), pick(c, 2) == 0);
		break;
	case METHOD_GO_LIFE:
		position(c, 0, true, map_key(map, "position"));
		put_text(map_key(map, "group"), point(c, 19, false));
		put_bool(map_key(map, "exact"), pick(c, 2) == 0);
		put_bool(map_key(map, "judge"), pick(c, 2) == 0);
		put_bool(map_key(map, "fresh"), pick(c, 2) == 0);
		break;
	case METHOD_GO_POSITION:
		put_uint(map_key(map, "board"), 1 + pick(c, 2) * pick(c, 16));
		if (pick(c, 4) != 0)
			position(c, 0, false, map_key(map, "set"));
		if (pick(c, 4) == 0)
			put_uint(map_key(map, "undo"), pick(c, 600));
		if (pick(c, 3) != 0)
			play(c, map);
		break;
	case METHOD_BATCH_SUBMIT:
		put_array(map_key(map, "jobs"), 0);
		break;
	case METHOD_LOGIN:
		put_text(map_key(map, "token"), "nobody.secret");
		break;
	case METHOD_CHECK:
		put_text(map_key(map, "token"), "nobody.secret");
		put_text(map_key(map, "address"), "192.0.2.1");
		break;
	default:
		refer(method, c, map);
	}
}

void loop_request(method_t method, choices_t *c, uint32_t msgid, wirebuf_t *out)
{
	map_t map;

	c->at = 0;
	map_open(&map);
	if (pick(c, 16) == 0) {
		padding(c, &map);
		fill(method, c, &map);
	} else {
		fill(method, c, &map);
		padding(c, &map);
	}
	rpc_put_request(out, msgid, methods_row(method)->name);
	map_close(&map, out);
}

void loop_request_tell(method_t method, choices_t *c)
{
	enum { SHOWN = 200 };
	wirebuf_t out;

	wirebuf_init(&out, TEXT);
	loop_request(method, c, 1, &out);
	printf("    ");
	for (size_t i = 0; i < out.length && i < SHOWN; i++)
		putchar(out.data[i] >= ' ' && out.data[i] <= '~' ? out.data[i] : ' ');
	printf("%s\n", out.length > SHOWN ? " ..." : "");
	wirebuf_fini(&out);
}
