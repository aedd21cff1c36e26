/* SPDX-License-Identifier: MIT
 * gomoku.c - see gomoku.h.
 *
 * Design     The protocol names no colours: who moves first is black, so the colour to move follows
 *            from the stones. A board that BOARD sets up may have any number of stones; then the
 *            engine is black if it has as many as its opponent, else white.
 */
#include "clients/gomoku/gomoku.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "clients/gomoku/thought.h"
#include "clients/gomoku/words.h"

enum {
	LINE_BYTES = 512,
	SIDE_LEAST = 5,
	TABLE_PART = 4, /* of the memory that INFO allows */
	MIB_BITS = 20,
	TURN_MS = 5000, /* where INFO tells none */
	FIELD_OWN = 1,
	FIELD_ENEMY = 2,
	FIELD_MOST = 3, /* a stone of a line that has won, in a continuous game */
};

typedef struct {
	service_place_t place;
	gomoku_info_t info;
	lines_t lines;
	asking_t asking;
	stones_t stones;
	colour_t own;
	bool started, quits;
} gomoku_engine_t;

/* first_word tells whether a line begins with that word, in either case. */
static bool first_word(const char *line, const char *word)
{
	const size_t length = strlen(word);

	return strncasecmp(line, word, length) == 0 && !isalnum((unsigned char)line[length]);
}

/* during obeys what may come while a move is chosen; the rest is for afterwards. */
static void during(void *context, const lines_t *lines)
{
	gomoku_engine_t *e = context;

	e->quits |= first_word(lines->text, "END");
	e->asking.stops |=
	        e->quits || first_word(lines->text, "STOP") || first_word(lines->text, "YXSTOP");
	if (!e->asking.stops && lines->length > 0)
		lines_keep(&e->lines);
}

/* connect_daemon connects, once; without a daemon the engine plays on. */
static void connect_daemon(gomoku_engine_t *e)
{
	const size_t most = (size_t)e->info.memory / TABLE_PART >> MIB_BITS << MIB_BITS;
	tesuji_error_t why;

	if (e->asking.daemon != NULL)
		return;
	if (e->info.memory > 0 && most < e->place.table_bytes)
		e->place.table_bytes = most > 0 ? most : (size_t)1 << MIB_BITS;
	if (service_open(&e->place, &e->asking.daemon, &why) != 0) {
		e->asking.daemon = NULL;
		service_say("MESSAGE no proofs: %s", why.text);
	}
}

static thought_t thought_of(gomoku_engine_t *e)
{
	return (thought_t){.asking = &e->asking, .rule = e->info.rule, .workers = e->place.workers};
}

/* answer chooses a move for the side to move, tells the best `most` if that is not 0, and plays. */
static void answer(gomoku_engine_t *e, unsigned most)
{
	static thought_move_t moves[THOUGHT_BEST_MOST];
	const thought_t thought = thought_of(e);
	unsigned count;

	e->asking.until = asking_now() + gomoku_words_time(&e->info);
	e->asking.stops = false;
	e->asking.nodes = 0;
	thought_move(&thought, &e->stones, e->own, most > 0 ? most : 1, moves, &count);
	if (count == 0) {
		service_say("ERROR there is no point to play on");
		return;
	}
	for (unsigned i = 0; i < count && most > 0; i++)
		service_say("MESSAGE %u. %u,%u%s", i + 1, moves[i].point % e->stones.grid.width,
		            moves[i].point / e->stones.grid.width, moves[i].wins ? " wins" : "");
	(void)stones_place(&e->stones, moves[0].point, e->own);
	service_say("%u,%u", moves[0].point % e->stones.grid.width,
	            moves[0].point / e->stones.grid.width);
}

/* point_read reads "x,y" of the board, or says what is wrong. */
static bool point_read(const gomoku_engine_t *e, const char *text, unsigned *out)
{
	int64_t xy[2];

	if (!gomoku_words_numbers(text, 2, xy) || xy[0] >= e->stones.grid.width ||
	    xy[1] >= e->stones.grid.height) {
		service_say("ERROR '%.40s' is no point of the board", text);
		return false;
	}
	*out = (unsigned)xy[1] * e->stones.grid.width + (unsigned)xy[0];
	return true;
}

static void start(gomoku_engine_t *e, const char *text)
{
	int64_t side;

	if (!gomoku_words_numbers(text, 1, &side) || side < SIDE_LEAST || side > BOARD_MAX) {
		service_say("ERROR unsupported size '%.20s': boards have %d to %d points on a side",
		            text, SIDE_LEAST, BOARD_MAX);
		return;
	}
	connect_daemon(e);
	stones_clear(&e->stones, (unsigned)side, (unsigned)side);
	e->own = COLOUR_BLACK;
	e->started = true;
	service_say("OK");
}

static void restart(gomoku_engine_t *e, const char *text)
{
	(void)text;
	stones_clear(&e->stones, e->stones.grid.width, e->stones.grid.height);
	service_say("OK");
}

static void begin(gomoku_engine_t *e, const char *text)
{
	(void)text;
	e->own = stones_turn(&e->stones);
	answer(e, 0);
}

static void turn(gomoku_engine_t *e, const char *text)
{
	unsigned point;

	if (!point_read(e, text, &point))
		return;
	if (!stones_place(&e->stones, point, stones_turn(&e->stones))) {
		service_say("ERROR there is a stone at %.20s", text);
		return;
	}
	e->own = stones_turn(&e->stones);
	answer(e, 0);
}

static void takeback(gomoku_engine_t *e, const char *text)
{
	unsigned point;

	if (!point_read(e, text, &point))
		return;
	if (e->stones.count == 0 || e->stones.played[e->stones.count - 1] != point) {
		service_say("ERROR the last stone is not at %.20s", text);
		return;
	}
	(void)stones_take(&e->stones);
	service_say("OK");
}

/* field_read puts a stone "x,y,field" on a board, as 1 and 2 for own and enemy. */
static bool field_read(const stones_t *board, const char *text, stones_t sets[2])
{
	int64_t n[3];

	if (!gomoku_words_numbers(text, 3, n) || n[0] >= board->grid.width ||
	    n[1] >= board->grid.height || n[2] < FIELD_OWN || n[2] > FIELD_MOST)
		return false;
	const unsigned point = (unsigned)n[1] * board->grid.width + (unsigned)n[0];

	/* Both sets have every stone, each seen by the side that may be black. */
	return stones_place(&sets[0], point, n[2] == FIELD_ENEMY ? COLOUR_WHITE : COLOUR_BLACK) &&
	       stones_place(&sets[1], point, n[2] == FIELD_ENEMY ? COLOUR_BLACK : COLOUR_WHITE);
}

/* board reads lines up to DONE. */
static void board(gomoku_engine_t *e, const char *text)
{
	static stones_t sets[2];
	char wrong[LINE_BYTES] = "";

	(void)text;
	for (unsigned i = 0; i < 2; i++)
		stones_clear(&sets[i], e->stones.grid.width, e->stones.grid.height);
	for (;;) {
		if (lines_take(&e->lines, true) != LINES_LINE) {
			e->quits = true;
			return;
		}
		if (first_word(e->lines.text, "DONE"))
			break;
		if (wrong[0] == '\0' && e->lines.length > 0 &&
		    !field_read(&e->stones, e->lines.text, sets))
			snprintf(wrong, sizeof(wrong), "%.40s", e->lines.text);
	}
	if (wrong[0] != '\0') {
		service_say("ERROR BOARD: '%s' is no stone of the board", wrong);
		return;
	}
	e->own = stones_turn(&sets[1]); /* white where the opponent has more stones */
	e->stones = sets[e->own == COLOUR_BLACK ? 0 : 1];
	answer(e, 0);
}

static void info(gomoku_engine_t *e, const char *text)
{
	char copy[LINE_BYTES], *words[2];

	snprintf(copy, sizeof(copy), "%s", text);
	if (lines_split(copy, words, 2) == 2 && !gomoku_words_info(&e->info, words[0], words[1]))
		service_say("MESSAGE INFO %.40s: %.40s is not supported", words[0], words[1]);
}

static void about(gomoku_engine_t *e, const char *text)
{
	(void)e;
	(void)text;
	service_say("name=\"tesuji-gomoku\", version=\"%s\", author=\"the authors of tesuji\", "
	            "country=\"-\"",
	            tesuji_version());
}

static void end(gomoku_engine_t *e, const char *text)
{
	(void)text;
	e->quits = true;
}

static void rectstart(gomoku_engine_t *e, const char *text)
{
	(void)e;
	(void)text;
	service_say("ERROR rectangular boards are not supported");
}

/* show_forbid answers in Yixin's way: row and column, two digits each. */
static void show_forbid(gomoku_engine_t *e, const char *text)
{
	const thought_t thought = thought_of(e);
	bool forbidden[GRID_AREA_MAX];

	(void)text;
	(void)thought_forbidden(&thought, &e->stones, forbidden);
	printf("FORBID ");
	for (unsigned p = 0; p < stones_area(&e->stones); p++) {
		if (forbidden[p])
			printf("%02u%02u", p / e->stones.grid.width, p % e->stones.grid.width);
	}
	service_say(".");
}

static void nbest(gomoku_engine_t *e, const char *text)
{
	int64_t most;

	if (!options_number(text, 1, THOUGHT_BEST_MOST, &most)) {
		service_say("ERROR YXNBEST: '%.20s' is not a number from 1 to %d", text,
		            THOUGHT_BEST_MOST);
		return;
	}
	e->own = stones_turn(&e->stones);
	answer(e, (unsigned)most);
}

static const struct {
	const char *name;
	void (*run)(gomoku_engine_t *e, const char *text);
	bool needs_board;
} commands[] = {
        {"START", start, false},
        {"RECTSTART", rectstart, false},
        {"BEGIN", begin, true},
        {"TURN", turn, true},
        {"BOARD", board, true},
        {"TAKEBACK", takeback, true},
        {"RESTART", restart, true},
        {"INFO", info, false},
        {"ABOUT", about, false},
        {"END", end, false},
        {"YXSHOWFORBID", show_forbid, true},
        {"YXNBEST", nbest, true},
};

static void obey(gomoku_engine_t *e, char *line)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (!first_word(line, commands[i].name))
			continue;
		line += strlen(commands[i].name);
		line += strspn(line, " ");
		for (size_t n = strlen(line); n > 0 && line[n - 1] == ' '; n--)
			line[n - 1] = '\0';
		if (commands[i].needs_board && !e->started)
			service_say("ERROR %s before START", commands[i].name);
		else
			commands[i].run(e, line);
		return;
	}
	service_say("UNKNOWN command '%.40s'", line);
}

int gomoku_serve(const service_place_t *place)
{
	static gomoku_engine_t e;
	static char text[LINE_BYTES];

	e = (gomoku_engine_t){.place = *place,
	                      .info = {.turn_ms = TURN_MS, .left_ms = GOMOKU_UNTOLD}};
	e.asking = (asking_t){.lines = &e.lines, .context = &e, .on_line = during};
	lines_init(&e.lines, STDIN_FILENO, '\0', text, sizeof(text));
	if (!lines_end_on_sigterm(&e.lines))
		return SERVICE_INTERNAL;
	while (!e.quits && !ferror(stdout) && lines_take(&e.lines, true) == LINES_LINE) {
		char *line = text + strspn(text, " ");

		if (e.lines.is_long)
			service_say("ERROR line too long");
		else if (*line != '\0')
			obey(&e, line);
	}
	service_close(e.asking.daemon);
	return lines_leave(&e.lines) && !ferror(stdout) ? EXIT_SUCCESS : SERVICE_INPUT_OUTPUT;
}
