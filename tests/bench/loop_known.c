/* SPDX-License-Identifier: MIT
 * loop_known.c - tables of what costs much: game records, boards with goals, positions of the other
 * games, parameters that are large for nothing. Each record and each board goes to every method
 * that takes one. */
#include "tests/bench/loop_known.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "protocol/rpc.h"

enum { TEXT = 1 << 17, RECORD_BYTES = 65000, SIDE = 19, TARGETS = 16, LOW_ROWS = 9 };

#define COUNT(a) ((unsigned)(sizeof(a) / sizeof((a)[0])))

/* A head, and what is repeated as often as fits. */
static const struct {
	const char *head, *piece;
} records[] = {
        {"(;GM[1]SZ[19]AB[aa:ss]AE[aa]AE[kk]", ";W[kk]"}, /* suicides beside 359 stones */
        {"(;GM[1]SZ[19]AB[aa:ss]AE[aa]", ";W[aa]"},
        {"(;GM[1]SZ[19]AB[aa:ss]AE[aa]", ";B[aa]AB[aa:ss]AE[aa]"}, /* all, again and again */
        {"(;GM[1]SZ[19]", "AB[aa:ss]AE[aa:ss]"},
        {"(;GM[1]SZ[19]", "AB[aa:ss]"},
        {"(;GM[1]SZ[19]", "[aa:ss]"},
        {"(;GM[1]SZ[19]AB", "[aa:ss]"},
        {"(;GM[1]SZ[19]AB", "[aa]"},
        {"(;GM[1]SZ[19]AB[aa:sj]AW[ak:ss]AE[jj]AE[jk]", ";B[jk];W[jj]"},
        {"(;GM[1]SZ[19]AB[aa:ss]AE[bb]AE[dd]AE[ff]AE[hh]AE[jj]", ";W[bb];W[dd];W[ff];W[hh];W[jj]"},
        {"(;GM[1]SZ[19]", ";B[aa];W[ss]"},
        {"(;GM[1]SZ[19]", "(;B[aa]"},
        {"(;GM[1]SZ[19]", ";"},
        {"(;GM[1]SZ[19]", "A[]"},
        {"(;GM[1]SZ[19]C[", "\\]"},
        {"(;GM[1]SZ[19]", ";B[zz]"},
        {"(;GM[1]SZ[19]", " \n"},
        {"(;GM[11]SZ[19]", ";B[a1]"},
        {"(;GM[4]SZ[19]AB[aa:ss]AE[aa:ss]", ";B[aa]"},
};

static const struct {
	method_t method;
	const char *before, *after;
} record_uses[] = {
        {METHOD_GO_STATUS, "{'position':{'sgf':'", "'},'order':7,'cuts':true,'fresh':true}"},
        {METHOD_GO_POSITION, "{'board':2,'set':{'sgf':'", "'}}"},
        {METHOD_SUBMIT, "{'game':'go','position':{'sgf':'", "'},'goal':{'type':'live-any'}}"},
        {METHOD_SUBMIT, "{'game':'hex','position':{'sgf':'", "'},'goal':{'type':'connect'}}"},
        {METHOD_SUBMIT, "{'game':'gomoku','position':{'sgf':'", "'}}"},
};

/* Two rows that alternate, from the top. */
static const char *const boards[][2] = {
        {".X.X.X.X.X.X.X.X.X.", "X.X.X.X.X.X.X.X.X.X"},
        {"XO.XO.XO.XO.XO.XO.X", "OX.OX.OX.OX.OX.OX.O"},
        {"XXXXXXXXXXXXXXXXXXX", "XXXXXXXXX.XXXXXXXXX"},
        {"X.X.X.X.X.X.X.X.X.X", "XXXXXXXXXXXXXXXXXXX"},
        {"XXXXXXXXXXXXXXXXXX.", "OOOOOOOOOOOOOOOOOO."},
        {".X.O.X.O.X.O.X.O.X.", "O.X.O.X.O.X.O.X.O.X"},
        {"...................", ".X.O.X.O.X.O.X.O.X."},
        {"XX..OOO.XX..OOO.XX.", "X.X.O.O.X.X.O.O.X.X"},
        {"X.................O", "..................."},
        {"OOOOOOOOO.XXXXXXXXX", "OOOOOOOOO.XXXXXXXXX"},
};

static const char *const goals[] = {"capture", "capture-all", "capture-any", "live", "live-any",
                                    "connect", "cut",         "semeai",      "kill", "save"};
static const char *const extras[] = {
        "", ",'options':{'region':'A1-T19'}",
        ",'options':{'region':'A1-T9'},'driver':'plain','limits':{'depth':499}",
        ",'ko_verdict':true,'fresh':true,'limits':{'order':7}"};

static const struct {
	method_t method;
	const char *before, *piece, *after;
	unsigned times;
} others[] = {
        {METHOD_INFO, "{'pad':[", "0,", "]}", 16370},
        {METHOD_INFO, "{", "'x':0,", "}", 8180},
        {METHOD_INFO, "{'", "a", "':0}", RECORD_BYTES},
        {METHOD_INFO, "{'x':[[[[[[[[[[[[", "", "]]]]]]]]]]]]}", 0},
        {METHOD_LIST, "{'pad':[", "0,", "]}", 16370},
        {METHOD_LIST, "{", "", "}", 0},
        {METHOD_SUBMIT, "{'label':'", "a", "'}", RECORD_BYTES},
        {METHOD_SUBMIT, "{'game':'", "a", "'}", RECORD_BYTES},
        {METHOD_SUBMIT, "{'position':{'rows':'", "./", "'}}", 32000},
        {METHOD_SUBMIT, "{'position':{'rows':'", ".", "'}}", RECORD_BYTES},
        {METHOD_SUBMIT, "{'game':'chess','position':{'fen':'", "k", "'}}", RECORD_BYTES},
        {METHOD_SUBMIT, "{'goal':{'target':'", "A1 ", "'},'position':{'rows':'X./..'}}", 21000},
        {METHOD_SUBMIT, "{'options':{'region':'", "A1-T19,",
         "'},'position':{'rows':'X./..'},'goal':{'type':'capture','target':'A2'}}", 9000},
        {METHOD_SUBMIT, "{'options':{'region':'", "A1-B2,",
         "'},'position':{'rows':'X./..'},'goal':{'type':'capture','target':'A2'}}", 40},
        {METHOD_SUBMIT, "{'options':{", "'x':0,", "},'position':{'rows':'X./..'}}", 8000},
        {METHOD_GO_POSITION, "{'board':1,'set':{'size':19},'play':[", "'pass',", "]}", 1024},
        {METHOD_GO_POSITION, "{'board':1,'play':[", "'B A1','W A1',", "]}", 4000},
        {METHOD_GO_POSITION, "{'board':1,'undo':", "", "1024}", 0},
        {METHOD_GO_STATUS, "{'position':{'board':1},'order':7,'cuts':true}", "", "", 0},
        {METHOD_CANCEL, "{'job':1,'pad':[", "0,", "]}", 16370},
        {METHOD_GO_CANCEL, "{'status':1,'pad':[", "0,", "]}", 16370},
};

static const char *const others_games[] = {
        "{'game':'chess','position':{'fen':'qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 "
        "1'}}",
        "{'game':'chess','position':{'fen':'3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 "
        "1'}}",
        "{'game':'chess','position':{'fen':'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
        "R3K2R w KQkq - 0 1'}}",
        "{'game':'chess','position':{'fen':'nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 "
        "1'}}",
        "{'game':'chess','position':{'fen':'k7/8/8/8/8/8/8/K7 w KQkq e3 99 9999'}}",
        "{'game':'hex','options':{'size':'19x19'}}",
        "{'game':'hex','options':{'size':'13x13'}}",
        "{'game':'gomoku','options':{'size':'19x19','rule':'renju'}}",
        "{'game':'gomoku','options':{'size':'20x20','rule':'renju'}}",
        "{'game':'gomoku','options':{'size':'19x19','k':3}}",
};

static const char *value(const char *at, wirebuf_t *out)
{
	const bool is_map = *at == '{';
	const char *begin = at + 1;
	wirebuf_t body;
	uint32_t count = 0;
	char *end;

	if (*at == '\'') {
		at = strchr(begin, '\'');
		put_str_bytes(out, begin, (size_t)(at - begin));
		return at + 1;
	}
	if (*at == 't') {
		put_bool(out, true);
		return at + strlen("true");
	}
	if (*at != '{' && *at != '[') {
		put_uint(out, strtoull(at, &end, 10));
		return end;
	}
	wirebuf_init(&body, TEXT);
	for (at++; *at != '}' && *at != ']'; count++) {
		at = value(at, &body);
		at += *at == ':' || *at == ',';
	}
	if (is_map)
		put_map(out, count / 2);
	else
		put_array(out, count);
	put_raw(out, body.data, body.length);
	wirebuf_fini(&body);
	return at + 1;
}

void loop_known_text(method_t method, const char *params, uint32_t msgid, wirebuf_t *out)
{
	rpc_put_request(out, msgid, methods_row(method)->name);
	(void)value(params, out);
}

/* rows writes a board; target the first stones of a colour in its lower part. */
static void rows(const char *const pair[2], strbuf_t *out)
{
	for (unsigned y = 0; y < SIDE; y++)
		strbuf_printf(out, "%s%s", y > 0 ? "/" : "", pair[y % 2]);
}

static void target(const char *const pair[2], char colour, unsigned most, strbuf_t *out)
{
	unsigned count = 0;

	for (unsigned row = LOW_ROWS; row > 0; row--)
		for (unsigned x = 0; x < SIDE; x++)
			if (pair[(SIDE - row) % 2][x] == colour && count < most)
				strbuf_printf(out, "%s%c%u", count++ > 0 ? " " : "",
				              "ABCDEFGHJKLMNOPQRST"[x], row);
}

static method_t record(unsigned number, strbuf_t *out)
{
	const unsigned use = number % COUNT(record_uses), at = number / COUNT(record_uses);
	const size_t length = strlen(records[at].piece);
	size_t bytes = strlen(records[at].head);

	strbuf_add(out, record_uses[use].before);
	strbuf_add(out, records[at].head);
	for (; bytes + length < RECORD_BYTES; bytes += length)
		strbuf_add(out, records[at].piece);
	strbuf_printf(out, ")%s", record_uses[use].after);
	return record_uses[use].method;
}

static method_t board(unsigned number, strbuf_t *out)
{
	const char *const *pair = boards[number % COUNT(boards)];
	const char *game = "go";

	number /= COUNT(boards);
	if (number == 0) {
		strbuf_add(out, "{'board':2,'set':{'rows':'");
		rows(pair, out);
		strbuf_add(out, "'}}");
		return METHOD_GO_POSITION;
	}
	if (number == 1) {
		strbuf_add(out, "{'order':7,'cuts':true,'fresh':true,'position':{'rows':'");
		rows(pair, out);
		strbuf_add(out, "'}}");
		return METHOD_GO_STATUS;
	}
	number -= 2;
	if (number < 3)
		game = number == 0 ? "gomoku" : number == 1 ? "hex" : "atarigo";
	strbuf_printf(out, "{'game':'%s','position':{'rows':'", game);
	rows(pair, out);
	if (number < 3) {
		strbuf_printf(out, "'}%s}", number == 0 ? ",'options':{'rule':'renju'}" : "");
		return METHOD_SUBMIT;
	}
	number -= 3;
	strbuf_printf(out, "'},'goal':{'type':'%s','target':'", goals[number % COUNT(goals)]);
	number /= COUNT(goals);
	target(pair, number % 2 == 0 ? 'X' : 'O', number / 2 % 2 == 0 ? TARGETS : 1, out);
	strbuf_printf(out, "'}%s}", extras[number / 4]);
	return METHOD_SUBMIT;
}

static method_t other(unsigned number, strbuf_t *out)
{
	strbuf_add(out, others[number].before);
	for (unsigned i = 0; i < others[number].times; i++)
		strbuf_add(out, others[number].piece);
	strbuf_add(out, others[number].after);
	return others[number].method;
}

bool loop_known(unsigned number, uint32_t msgid, method_t *method, wirebuf_t *out)
{
	const unsigned boards_count = COUNT(boards) * (2 + 3 + COUNT(goals) * 4 * COUNT(extras));
	static char text[TEXT];
	strbuf_t params;

	strbuf_init(&params, text, sizeof(text));
	*method = METHOD_SUBMIT;
	if (number < COUNT(records) * COUNT(record_uses)) {
		*method = record(number, &params);
	} else if ((number -= COUNT(records) * COUNT(record_uses)) < boards_count) {
		*method = board(number, &params);
	} else if ((number -= boards_count) < COUNT(others)) {
		*method = other(number, &params);
	} else if ((number -= COUNT(others)) < COUNT(others_games)) {
		strbuf_add(&params, others_games[number]);
	} else {
		return false;
	}
	loop_known_text(*method, text, msgid, out);
	return true;
}
