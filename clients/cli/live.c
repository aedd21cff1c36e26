/* SPDX-License-Identifier: MIT
 * live.c - see live.h.
 *
 * Design     The line is rewritten by a carriage return, and the rest of a longer one covered with
 *            spaces: that works on every terminal, and needs no escape sequence and no TERM. The
 *            last column stays free, because some terminals start a new line when it is written.
 *            The width is asked for every time, so that a resized window needs no signal.
 */
#include "clients/cli/live.h"

#include <assert.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clients/diagram/diagram.h"
#include "clients/words/progress.h"
#include "clients/words/text.h"

enum { COLUMNS_UNKNOWN = 80, BAR_CELLS = 20 };

void live_init(live_t *live, FILE *out, bool quiet)
{
	live->out = quiet ? NULL : out;
	live->terminal = isatty(fileno(out)) == 1;
	live->shown = 0;
	live->boards = false;
	live->start = NULL;
}

void live_board(live_t *live, const tesuji_report_t *start)
{
	live->start = start;
}

int64_t live_interval(const live_t *live)
{
	if (live->out == NULL)
		return 0;
	return live->terminal && !live->boards ? LIVE_TERMINAL_MS : LIVE_LINES_MS;
}

/* terminal_columns returns how many columns a line may use. */
static size_t terminal_columns(const live_t *live)
{
	struct winsize size;

	if (!live->terminal || ioctl(fileno(live->out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS_UNKNOWN - 1;
	return size.ws_col > LIVE_COLUMNS_MAX ? LIVE_COLUMNS_MAX : size.ws_col - 1u;
}

/* show_board draws the variation that is being searched, on the board of the start. */
static void show_board(const live_t *live, const tesuji_report_t *report)
{
	diagram_t board, line;

	diagram_of_report(&board, live->start);
	diagram_of_report(&line, report);
	board.moves = line.moves;
	board.count = line.count;
	if (diagram_text(live->out, &board, NULL))
		fputc('\n', live->out);
}

/* rewrite puts a text in the place of the line that is shown. */
static void rewrite(live_t *live, const char *text, size_t length)
{
	fprintf(live->out, "\r%s%*s", text, live->shown > length ? (int)(live->shown - length) : 0,
	        "");
	live->shown = length;
}

void live_line(live_t *live, const char *text)
{
	char line[LIVE_COLUMNS_MAX + 1];

	if (live->out == NULL || !live->terminal)
		return;
	snprintf(line, sizeof(line), "%.*s", (int)terminal_columns(live), text);
	rewrite(live, line, strlen(line));
	fflush(live->out);
}

void live_bar(live_t *live, unsigned done, unsigned count, const char *figures, double left_ms)
{
	const unsigned cells = count > 0 ? done * BAR_CELLS / count : BAR_CELLS;
	char line[LIVE_COLUMNS_MAX + 1], bar[BAR_CELLS + 1];
	text_t left = {""};

	assert(done <= count);
	memset(bar, '#', cells);
	memset(bar + cells, '.', BAR_CELLS - cells);
	bar[BAR_CELLS] = '\0';
	snprintf(line, sizeof(line), "[%s] %u/%u  %s%s%s", bar, done, count, figures,
	         left_ms >= 0 ? "  ETA " : "", left_ms >= 0 ? text_duration(&left, left_ms) : "");
	live_line(live, line);
}

void live_show(live_t *live, const tesuji_report_t *report)
{
	char text[LIVE_COLUMNS_MAX + 1];
	size_t length;

	if (live->out == NULL)
		return;
	length = progress_format(text, terminal_columns(live), report);
	if (live->boards) {
		fprintf(live->out, "%s\n", text);
		if (live->start != NULL && report->line_length > 0)
			show_board(live, report);
	} else if (live->terminal) {
		rewrite(live, text, length);
	} else {
		fprintf(live->out, "%s\n", text);
	}
	fflush(live->out);
}

void live_erase(live_t *live)
{
	if (live->out == NULL || live->shown == 0)
		return;
	fprintf(live->out, "\r%*s\r", (int)live->shown, "");
	fflush(live->out);
	live->shown = 0;
}
