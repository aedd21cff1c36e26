/* SPDX-License-Identifier: MIT
 * stones.c - see stones.h.
 */
#include "clients/front/stones.h"

#include <assert.h>
#include <string.h>

void stones_clear(stones_t *stones, unsigned width, unsigned height)
{
	assert(width <= BOARD_MAX && height <= BOARD_MAX);
	*stones = (stones_t){.grid = {.width = width, .height = height}};
}

bool stones_place(stones_t *stones, unsigned point, colour_t colour)
{
	if (point >= stones_area(stones) || stones->grid.at[point] != COLOUR_NONE)
		return false;
	stones->grid.at[point] = (uint8_t)colour;
	stones->played[stones->count++] = (uint16_t)point;
	return true;
}

bool stones_take(stones_t *stones)
{
	if (stones->count == 0)
		return false;
	stones->grid.at[stones->played[--stones->count]] = COLOUR_NONE;
	return true;
}

colour_t stones_turn(const stones_t *stones)
{
	unsigned count[COLOUR_WHITE + 1] = {0};

	for (unsigned p = 0; p < stones_area(stones); p++)
		count[stones->grid.at[p]]++;
	return count[COLOUR_BLACK] <= count[COLOUR_WHITE] ? COLOUR_BLACK : COLOUR_WHITE;
}

static void rows_of(const stones_t *stones, char rows[ROWS_TEXT_MAX])
{
	strbuf_t text;

	strbuf_init(&text, rows, ROWS_TEXT_MAX);
	grid_add_rows(stones->grid.at, stones->grid.width, stones->grid.height, &text);
}

position_t *stones_position(const stones_t *stones, const stones_question_t *question)
{
	char rows[ROWS_TEXT_MAX];
	const problem_t problem = {.game = question->game,
	                           .rows = rows,
	                           .options = question->options,
	                           .attacker = question->attacker};
	errinfo_t why = {.code = ERR_OK};
	position_t *position;

	rows_of(stones, rows);
	return game_create(&problem, &position, &why) == ERR_OK ? position : NULL;
}

/* answer_of copies what is needed of a report. */
static void answer_of(const stones_t *stones, board_style_t style, const tesuji_report_t *report,
                      stones_answer_t *out)
{
	const unsigned width = stones->grid.width, height = stones->grid.height;

	out->stopped = report->state != TESUJI_DONE;
	out->proven = report->value == TESUJI_PROVEN;
	out->disproven =
	        report->value == TESUJI_DISPROVEN && report->scope == TESUJI_SCOPE_ABSOLUTE;
	if (out->proven)
		out->best = grid_parse_point(style, report->best, width, height);
	if (report->areas == 0)
		return;
	memset(out->zone, 0, sizeof(out->zone));
	for (unsigned i = 0; i < report->zone_length; i++) {
		const unsigned p = grid_parse_point(style, report->zone[i], width, height);

		if (p != GRID_NO_POINT)
			out->zone[p] = true;
	}
}

bool stones_ask(asking_t *asking, const stones_t *stones, const stones_question_t *question,
                stones_answer_t *out)
{
	static tesuji_report_t report; /* large */
	char rows[ROWS_TEXT_MAX];
	tesuji_request_t request;

	*out = (stones_answer_t){.best = GRID_NO_POINT, .stopped = true};
	memset(out->zone, 1, sizeof(out->zone));
	if (asking_over(asking))
		return true;
	rows_of(stones, rows);
	tesuji_request_init(&request);
	request.game = question->game;
	request.rows = rows;
	request.options = question->options;
	request.attacker = question->attacker == COLOUR_BLACK ? TESUJI_BLACK : TESUJI_WHITE;
	request.order = question->order;
	request.nodes = question->nodes;
	request.driver = question->driver;
	request.time_ms = 0;
	request.workers = question->workers;
	if (asking_run(asking, &request, &report) != TESUJI_OK || report.state == TESUJI_FAILED)
		return false;
	answer_of(stones, game_find(question->game)->style, &report, out);
	return true;
}
