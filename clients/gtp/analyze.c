/* SPDX-License-Identifier: MIT
 * analyze.c - the commands for people who look at a board in GoGui, or in another program that
 * shows the same graphics. GoGui finds them by gogui-analyze_commands.
 *
 * Design     tesuji-solve tells in words what the daemon reports. tesuji-board draws the status of
 *            a board (go.status): a block that can be captured is red if its owner cannot save it
 *            by moving first, orange if the owner can, and grey if that is undecided. A circle
 *            marks the move that captures, a square the move that saves. tesuji-progress has GoGui
 *            draw the variation that tesuji-solve is searching; it is written to the standard
 *            error, from which GoGui reads it.
 */
#include <stdio.h>
#include <string.h>

#include "clients/gtp/engine.h"
#include "clients/gtp/words.h"

enum { STATUS_MS = 2000, MARKS_BYTES = 2048 };

/* The word by which a command names a goal, and the goal's name in the protocol. */
static const struct {
	const char *word;
	goal_t goal;
} goals[] = {
        {"capture", {.name = "capture", .points = 1}},
        {"save", {.name = "capture", .points = 1, .first = TESUJI_DEFENDER}},
        {"connect", {.name = "connect", .points = 2, .is_own = true}},
        {"cut", {.name = "connect", .points = 2, .is_own = true, .first = TESUJI_DEFENDER}},
        {"semeai", {.name = "semeai", .points = 2}},
        {"live", {.name = "live", .points = 1, .is_own = true}},
        {"kill", {.name = "live", .points = 1, .is_own = true, .first = TESUJI_DEFENDER}},
};

static bool goal_read(const gtp_engine_t *engine, unsigned count, char **words, goal_t *out,
                      gtp_reply_t *reply)
{
	unsigned i = 0;

	while (i < sizeof(goals) / sizeof(goals[0]) &&
	       (count < 2 || strcmp(words[1], goals[i].word) != 0))
		i++;
	if (i == sizeof(goals) / sizeof(goals[0]))
		return gtp_refuse(reply, "goal not one of capture, save, connect, cut, semeai, "
		                         "live, kill");
	*out = goals[i].goal;
	for (unsigned k = 0; k < out->points; k++) {
		out->point[k] = count > k + 2 ? words_point(engine, words[k + 2]) : SGF_NO_POINT;
		if (out->point[k] == SGF_NO_POINT)
			return gtp_refuse(reply, "invalid coordinate");
		if (engine->game.now.board.stones[out->point[k]] == SGF_EMPTY)
			return gtp_refuse(reply, "vertex must not be empty");
	}
	return true;
}

/* tesuji-solve GOAL STONE...: answers "yes", "no" or "open" for the side that moves first, and
 * what else the report says. */
ENGINE_COMMAND(command_solve)
{
	static tesuji_report_t report; /* large */
	gtp_engine_t *engine = context;
	const char *answer = "open";
	goal_t goal;

	if (!goal_read(engine, count, words, &goal, reply))
		return false;
	if (!ask_goal(&engine->ask, &engine->game.now.board, &goal, &report))
		return gtp_refuse(reply, engine->ask.failure);
	if (report.value != TESUJI_UNDECIDED)
		answer = (report.value == TESUJI_PROVEN) == (goal.first == TESUJI_ATTACKER) ? "yes"
		                                                                            : "no";
	gtp_say(reply, "%s order %u depth %u nodes %llu", answer, report.order, report.depth,
	        (unsigned long long)report.nodes);
	if (report.best[0] != '\0')
		gtp_say(reply, " best %s", report.best);
	for (unsigned i = 0; i < report.line_length; i++)
		gtp_say(reply, "%s %s", i == 0 ? "\nline" : "", report.line[i]);
	return true;
}

/* show_progress draws the variation of a progress report as GoGui's live graphics. */
static int show_progress(const tesuji_report_t *r, void *ask)
{
	bool black = (r->attacker == TESUJI_BLACK) == (r->first == TESUJI_ATTACKER);

	(void)ask;
	fprintf(stderr, "gogui-gfx:\nTEXT order %u depth %u, %llu nodes\n", r->order, r->depth,
	        (unsigned long long)r->nodes);
	if (r->line_length > 0)
		fprintf(stderr, "VAR");
	for (unsigned i = 0; i < r->line_length; i++, black = !black)
		fprintf(stderr, " %c %s", black ? 'b' : 'w', r->line[i]);
	fprintf(stderr, "%s\n", r->line_length > 0 ? "\n" : "");
	return 0;
}

ENGINE_COMMAND(command_progress)
{
	gtp_engine_t *engine = context;
	const bool on = count > 1 && strcmp(words[1], "on") == 0;

	if (!on && (count < 2 || strcmp(words[1], "off") != 0))
		return gtp_refuse(reply, "neither on nor off");
	engine->ask.on_progress = on ? show_progress : NULL;
	return true;
}

/* What is to be drawn on a board. */
typedef struct {
	char color[SGF_POINTS_MAX]; /* of each stone: r, o, g, or 0 */
	char marks[MARKS_BYTES];    /* GoGui's lines for circles and squares */
	size_t used;
	unsigned taken, saved, open;
} drawing_t;

static void mark(drawing_t *d, const char *kind, const char *point)
{
	const size_t room = sizeof(d->marks) - d->used;
	int n;

	if (point[0] == '\0' || strcmp(point, "pass") == 0)
		return;
	n = snprintf(d->marks + d->used, room, "\n%s %s", kind, point);
	d->used += n > 0 && (size_t)n < room ? (size_t)n : 0;
}

static void paint(const sgf_board_t *board, drawing_t *d, const char *stone, char color)
{
	const int point = sgf_board_find(board, stone);
	sgf_block_t block;

	if (point < 0 || board->stones[point] == SGF_EMPTY)
		return;
	sgf_board_block(board, point, &block);
	for (unsigned i = 0; i < block.stones; i++)
		d->color[block.stone[i]] = color;
}

static void draw(const sgf_board_t *board, const tesuji_verdict_t *v, drawing_t *d)
{
	const bool proven = v->value == TESUJI_PROVEN;

	d->open += v->value == TESUJI_UNDECIDED;
	if (v->asked == TESUJI_CAPTURE && v->value != TESUJI_DISPROVEN) {
		d->taken += proven;
		paint(board, d, v->stones, proven ? 'r' : 'g');
		if (proven)
			mark(d, "CIRCLE", v->best);
	} else if (v->asked == TESUJI_SAVE && v->value != TESUJI_DISPROVEN) {
		d->saved += proven;
		paint(board, d, v->stones, proven ? 'o' : 'g');
		if (proven)
			mark(d, "SQUARE", v->best);
	}
}

/* take_verdicts adds the verdicts of a status to the drawing as they come. Returns false when
 * the connection is lost. */
static bool take_verdicts(gtp_engine_t *engine, uint64_t status, drawing_t *d)
{
	static tesuji_event_t event; /* large */

	for (;;) {
		if (tesuji_next(engine->ask.daemon, -1, &event) < 0 ||
		    event.kind == TESUJI_EVENT_LOST)
			return false;
		if (event.status != status)
			continue;
		if (event.kind == TESUJI_EVENT_STATUS)
			return true;
		draw(&engine->game.now.board, &event.verdict, d);
	}
}

static void say_color(const gtp_engine_t *engine, const drawing_t *d, char color, const char *name,
                      gtp_reply_t *reply)
{
	const sgf_board_t *board = &engine->game.now.board;
	bool begun = false;

	for (int p = 0; p < (int)(board->width * board->height); p++) {
		if (d->color[p] != color)
			continue;
		gtp_say(reply, "%s ", begun ? "" : name);
		words_say(engine, p, reply);
		begun = true;
	}
	if (begun)
		gtp_say(reply, "\n");
}

ENGINE_COMMAND(command_board)
{
	static drawing_t drawing;
	gtp_engine_t *engine = context;
	const sgf_board_t *board = &engine->game.now.board;
	char rows[SGF_ROWS_BYTES], ko[SGF_POINT_BYTES];
	tesuji_request_t request;
	tesuji_status_t status;

	(void)count;
	(void)words;
	drawing = (drawing_t){.used = 0};
	tesuji_request_init(&request);
	sgf_board_rows(board, rows, sizeof(rows));
	request.rows = rows;
	request.order = engine->ask.limits.order;
	request.time_ms = STATUS_MS;
	if (board->ko != SGF_NO_POINT) {
		sgf_board_point(board, board->ko, ko, sizeof(ko));
		request.ko = ko;
	}
	if (tesuji_go_status(engine->ask.daemon, &request, 0, &status) != TESUJI_OK ||
	    !take_verdicts(engine, status.status, &drawing))
		return gtp_refuse(reply, tesuji_last_error(engine->ask.daemon)->text);
	say_color(engine, &drawing, 'r', "COLOR #c03030", reply);
	say_color(engine, &drawing, 'o', "COLOR #f0a030", reply);
	say_color(engine, &drawing, 'g', "COLOR #909090", reply);
	gtp_say(reply, "TEXT %u can be captured, %u of them saved, %u questions are open%s",
	        drawing.taken, drawing.saved, drawing.open, drawing.marks);
	return true;
}

ENGINE_COMMAND(command_analyze)
{
	(void)context;
	(void)count;
	(void)words;
	gtp_say(reply, "gfx/Tesuji Board/tesuji-board\n"
	               "string/Tesuji Status/tesuji-status %%p\n"
	               "string/Tesuji Capture/tesuji-solve capture %%p\n"
	               "string/Tesuji Save/tesuji-solve save %%p\n"
	               "string/Tesuji Live/tesuji-solve live %%p\n"
	               "string/Tesuji Kill/tesuji-solve kill %%p\n"
	               "string/Tesuji Connect/tesuji-solve connect %%P\n"
	               "string/Tesuji Cut/tesuji-solve cut %%P\n"
	               "none/Tesuji Progress/tesuji-progress %%o");
	return true;
}
