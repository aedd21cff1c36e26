/* SPDX-License-Identifier: MIT
 * moves_show.c - see moves_show.h.
 *
 * Design     A row says what was shown and no more: a move that works, within how many plies; one
 *            that fails, by which reply and how far that is known; one that is open, how far the
 *            search came. The line of a row begins with the move itself. */
#include "clients/cli/moves_show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SHOWN = 12 };

void moves_show_keep(moves_row_t *out, const tesuji_event_t *event)
{
	const tesuji_report_t *r = &event->report;

	*out = (moves_row_t){.tried = event->tried,
	                     .value = r->value,
	                     .scope = r->scope,
	                     .driver = r->driver,
	                     .order = r->order,
	                     .depth = r->depth,
	                     .nodes = r->nodes,
	                     .time_ms = r->time_ms,
	                     .remembered = r->remembered != 0};
	memcpy(out->claim, r->claim, sizeof(out->claim));
	if (event->tried.verdict == TESUJI_MOVE_FAILS)
		memcpy(out->reply, r->best, sizeof(out->reply));
	out->line = r->line_length > 0 ? calloc(r->line_length, sizeof(*out->line)) : NULL;
	if (out->line == NULL)
		return;
	memcpy(out->line, r->line, r->line_length * sizeof(*out->line));
	out->line_length = r->line_length;
}

void moves_show_drop(moves_row_t *row)
{
	free(row->line);
	row->line = NULL;
}

void moves_show_how(const moves_row_t *row, char out[MOVES_HOW_BYTES])
{
	/* what a question after the move claims, it claims of the moves that follow */
	const bool follows = row->tried.verdict == TESUJI_MOVE_WORKS && row->line_length > 0;
	char order[32] = "", *rest = out;
	size_t room;

	if (row->driver == TESUJI_LAMBDA && row->tried.has_question)
		snprintf(order, sizeof(order), " (order%s %u)",
		         row->scope == TESUJI_SCOPE_ORDER ? "s <=" : "", row->order);
	out[0] = '\0';
	if (row->tried.verdict == TESUJI_MOVE_FAILS && row->reply[0] != '\0')
		rest += snprintf(out, MOVES_HOW_BYTES, "%s%s",
		                 strcmp(row->reply, "pass") == 0 ? "even after a " : "by ",
		                 row->reply);
	room = MOVES_HOW_BYTES - (size_t)(rest - out);
	if (row->tried.verdict == TESUJI_MOVE_FAILS && row->scope == TESUJI_SCOPE_WITHIN)
		snprintf(out, MOVES_HOW_BYTES, "too slow");
	else if (row->tried.verdict == TESUJI_MOVE_OPEN)
		snprintf(rest, room,
		         row->tried.has_question ? "not decided"
		                                 : "no problem can state what is left");
	else if (!row->tried.has_question)
		snprintf(rest, room, "at once");
	else if (row->claim[0] != '\0')
		snprintf(rest, room, "%s%s%s",
		         rest > out ? " "
		         : follows  ? "then "
		                    : "",
		         row->claim, order);
	else if (row->value == TESUJI_PROVEN)
		snprintf(rest, room, "%swithin %u plies%s",
		         rest > out ? " "
		         : follows  ? "then "
		                    : "",
		         row->depth, order);
	else
		snprintf(rest, room, "%s%s",
		         row->scope != TESUJI_SCOPE_ABSOLUTE ? ""
		         : rest > out                        ? " for good"
		                                             : "for good",
		         order);
}

static void print_row(FILE *out, const moves_row_t *row)
{
	char how[MOVES_HOW_BYTES];

	moves_show_how(row, how);
	fprintf(out, "  %-5s  %-7s  %-34s", tesuji_tells_name(row->tried.verdict), row->tried.move,
	        how);
	if (row->line_length > 0)
		fprintf(out, "  %s", row->tried.move);
	for (unsigned i = 0; i < row->line_length && i < LINE_SHOWN; i++)
		fprintf(out, " %s", row->line[i]);
	fprintf(out, "%s\n", row->line_length > LINE_SHOWN ? " ..." : "");
}

void moves_show_json(json_t *j, const tesuji_tried_t *tried)
{
	json_text(j, "move", tried->move);
	if (tried->coords[0] != '\0')
		json_text(j, "move_coords", tried->coords);
	json_text(j, "verdict", tesuji_tells_name(tried->verdict));
	json_count(j, "rank", tried->rank);
}

static void json_row(json_t *j, const moves_row_t *row)
{
	json_open(j, NULL, '{');
	moves_show_json(j, &row->tried);
	json_text(j, "value", tesuji_value_name(row->value));
	json_text(j, "scope", tesuji_scope_name(row->scope));
	json_text(j, "driver", tesuji_driver_name(row->driver));
	json_count(j, "order", row->order);
	json_count(j, "depth", row->depth);
	json_text(j, "claim", row->claim);
	json_text(j, "reply", row->reply);
	json_open(j, "line", '[');
	for (unsigned i = 0; i < row->line_length; i++)
		json_text(j, NULL, row->line[i]);
	json_close(j, ']');
	json_count(j, "nodes", row->nodes);
	json_real(j, "time_ms", row->time_ms, 3);
	json_bool(j, "remembered", row->remembered);
	json_close(j, '}');
}

void moves_show_one(FILE *out, const tesuji_event_t *event, bool json)
{
	moves_row_t row;
	json_t j;

	moves_show_keep(&row, event);
	if (json) {
		json_init(&j, out);
		j.is_line = true;
		json_row(&j, &row);
	} else {
		print_row(out, &row);
	}
	(void)fflush(out);
	moves_show_drop(&row);
}

/* by_orders returns the highest order up to which a verdict is known, -1: all that are decided are
 * so for good. */
static int by_orders(const moves_answer_t *a)
{
	int order = -1;

	for (unsigned i = 0; i < a->count; i++)
		if (a->move[i].tried.verdict != TESUJI_MOVE_OPEN &&
		    a->move[i].scope == TESUJI_SCOPE_ORDER && (int)a->move[i].order > order)
			order = (int)a->move[i].order;
	return order;
}

static void print_counts(FILE *out, const moves_answer_t *a)
{
	char known[64] = "";

	if (by_orders(a) >= 0)
		snprintf(known, sizeof(known), ", as far as lambda-orders up to %d tell",
		         by_orders(a));
	fprintf(out, "%u of %u first moves %s; %u fail%s, %u %s open%s. %" PRIu64 " nodes\n",
	        a->works, a->begun->moves, a->works == 1 ? "works" : "work", a->fails,
	        a->fails == 1 ? "s" : "", a->open, a->open == 1 ? "is" : "are", known, a->nodes);
}

static void json_counts(json_t *j, const moves_answer_t *a)
{
	json_count(j, "moves", a->begun->moves);
	json_count(j, "works", a->works);
	json_count(j, "fails", a->fails);
	json_count(j, "open", a->open);
	json_text(j, "scope",
	          tesuji_scope_name(by_orders(a) < 0 ? TESUJI_SCOPE_ABSOLUTE : TESUJI_SCOPE_ORDER));
	if (by_orders(a) >= 0)
		json_count(j, "order", (uint64_t)by_orders(a));
	json_count(j, "nodes", a->nodes);
}

void moves_show_end(FILE *out, const moves_answer_t *a, bool json)
{
	json_t j;

	if (!json) {
		print_counts(out, a);
		return;
	}
	json_init(&j, out);
	j.is_line = true;
	json_open(&j, NULL, '{');
	json_counts(&j, a);
	json_close(&j, '}');
}

/* compare sorts rows: those that work, that fail, that are open; then by the order of the game. */
static int compare(const void *left, const void *right)
{
	static const int place[] = {
	        [TESUJI_MOVE_WORKS] = 0, [TESUJI_MOVE_FAILS] = 1, [TESUJI_MOVE_OPEN] = 2};
	const moves_row_t *a = left, *b = right;

	if (place[a->tried.verdict] != place[b->tried.verdict])
		return place[a->tried.verdict] - place[b->tried.verdict];
	return (a->tried.rank > b->tried.rank) - (a->tried.rank < b->tried.rank);
}

static void show_json(FILE *out, const moves_answer_t *a, const char *where)
{
	const tesuji_moves_t *b = a->begun;
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	json_text(&j, "game", b->game);
	json_text(&j, "rows", b->rows);
	json_text(&j, "attacker", tesuji_colour_name(b->attacker));
	json_open(&j, "goal", '{');
	json_text(&j, "type", b->goal);
	json_text(&j, "target", b->target);
	json_text(&j, "first", tesuji_side_name(b->first));
	json_close(&j, '}');
	json_counts(&j, a);
	json_open(&j, "verdicts", '[');
	for (unsigned i = 0; i < a->count; i++)
		json_row(&j, &a->move[i]);
	json_close(&j, ']');
	json_close(&j, '}');
}

void moves_show(FILE *out, moves_answer_t *a, const char *where, bool json)
{
	qsort(a->move, a->count, sizeof(*a->move), compare);
	if (json) {
		show_json(out, a, where);
		return;
	}
	print_counts(out, a);
	for (unsigned i = 0; i < a->count; i++)
		print_row(out, &a->move[i]);
}

exit_t moves_show_exit(const moves_answer_t *a)
{
	const bool attacks = a->begun->first == TESUJI_ATTACKER;

	if (a->works > 0)
		return attacks ? EXIT_PROVEN : EXIT_DISPROVEN;
	if (a->open > 0)
		return EXIT_UNDECIDED;
	return attacks ? EXIT_DISPROVEN : EXIT_PROVEN;
}
