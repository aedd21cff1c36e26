/* SPDX-License-Identifier: MIT
 * verdict.c - see verdict.h.
 *
 * Design     The words claim what the search has shown and no more: a proof at depth d shows that
 *            the goal is reached within d plies, whatever the length of the line that is printed; a
 *            disproof of scope "order" holds for those orders only, and one of scope "heuristic"
 *            names its guess. Where the defender moves first, the words say what the defender's
 *            move achieves.
 */
#include "clients/cli/verdict.h"

#include <stdbool.h>
#include <string.h>

#include "clients/cli/diagram.h"
#include "clients/cli/json.h"
#include "clients/cli/text.h"

enum { LINE_COLUMNS = 78 };

static const char *attacker_name(const tesuji_report_t *r)
{
	return r->attacker == TESUJI_NO_COLOUR ? "the attacker" : tesuji_colour_name(r->attacker);
}

/* print_where writes how far a search came. A search without lambda has no orders. */
static void print_where(FILE *out, const tesuji_report_t *r)
{
	if (r->driver == TESUJI_LAMBDA)
		fprintf(out, "order %u, ", r->order);
	fprintf(out, "depth %u.", r->depth);
}

/* why_undecided writes what ended a search without a verdict. */
static void why_undecided(FILE *out, const tesuji_report_t *r)
{
	switch (r->state) {
	case TESUJI_CANCELLED:
		fputs("Not decided: cancelled at ", out);
		break;
	case TESUJI_EXPIRED:
		fputs("Not decided: a limit of time or nodes ended the search at ", out);
		break;
	case TESUJI_FAILED:
		fprintf(out, "Not decided: the search failed: %s.",
		        r->error.text[0] != '\0' ? r->error.text : tesuji_code_text(r->error.code));
		return;
	case TESUJI_QUEUED:
	case TESUJI_RUNNING:
	case TESUJI_DONE:
		fputs("Not decided: no verdict up to ", out);
		break;
	}
	print_where(out, r);
}

/* Goals whose names are no verbs, with the words that make a sentence of them. */
static const struct {
	const char *goal, *can, *does;
} phrases[] = {{"semeai", "win the semeai", "wins the semeai"}};

/* phrase_of returns the words for such a goal; NULL: its name is a verb. */
static const char *phrase_of(const char *goal, bool does)
{
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++)
		if (strcmp(goal, phrases[i].goal) == 0)
			return does ? phrases[i].does : phrases[i].can;
	return NULL;
}

/* print_goal writes the goal as what the attacker does (`does`), "captures D4", or cannot do,
 * "capture D4". Names of goals are verbs, with one exception; several targets are counted,
 * "captures any of D4 F3". */
static void print_goal(FILE *out, const tesuji_report_t *r, bool does)
{
	const char *count = strchr(r->goal, '-');
	const int length = (int)strcspn(r->goal, "-");
	const char last = length > 0 ? r->goal[length - 1] : '\0';
	const char *phrase = phrase_of(r->goal, does);

	if (r->goal[0] == '\0')
		fputs(does ? "reaches the goal" : "reach the goal", out);
	else if (phrase != NULL)
		fputs(phrase, out);
	else
		fprintf(out, "%.*s%s", length, r->goal,
		        !does                                       ? ""
		        : last == 's' || last == 'x' || last == 'h' ? "es"
		                                                    : "s");
	if (r->target[0] != '\0')
		fprintf(out, count != NULL ? " %s of %s" : "%s %s", count != NULL ? &count[1] : "",
		        r->target);
}

/* print_guess writes what a verdict that is no proof rests on. */
static void print_guess(FILE *out, const tesuji_report_t *r)
{
	if (r->scope == TESUJI_SCOPE_HEURISTIC)
		fputs(", if the inversion rule holds", out);
}

static const char *defender_name(const tesuji_report_t *r)
{
	return r->attacker == TESUJI_BLACK   ? "white"
	       : r->attacker == TESUJI_WHITE ? "black"
	                                     : "the defender";
}

/* print_ko writes the verdict by ko, if there is one. */
static void print_ko(FILE *out, const tesuji_report_t *r)
{
	const bool attacks = r->first == TESUJI_ATTACKER;
	const char *mover = attacks ? attacker_name(r) : defender_name(r);
	const char *other = attacks ? defender_name(r) : attacker_name(r);

	switch (r->ko) {
	case TESUJI_KO_UNASKED:
		return;
	case TESUJI_KO_NONE:
		fprintf(out, "Ko: none is needed, whatever threats %s has.", other);
		break;
	case TESUJI_KO_FIGHT:
		fprintf(out, "By ko: ");
		if (r->ko_threats == 0)
			fprintf(out, "%s has to find the first threat.", other);
		else
			fprintf(out, "%s needs %s%u %s.", mover,
			        r->ko_threats == TESUJI_UNLIMITED ? "more than " : "",
			        r->ko_threats == TESUJI_UNLIMITED ? 2 : r->ko_threats,
			        r->ko_threats == 1 ? "threat" : "threats");
		break;
	case TESUJI_KO_FAILS:
		fprintf(out, "Ko: none helps, whatever threats %s has.", mover);
		break;
	}
	fputc('\n', out);
}

static void print_proven(FILE *out, const tesuji_report_t *r)
{
	fputs("Proven: ", out);
	if (r->claim[0] != '\0') {
		fputs(r->claim, out);
	} else {
		fprintf(out, "%s ", attacker_name(r));
		print_goal(out, r, true);
		fprintf(out, " within %u %s", r->depth, r->depth == 1 ? "ply" : "plies");
	}
	if (r->driver == TESUJI_LAMBDA)
		fprintf(out, " (order %u)", r->order);
	if (r->first == TESUJI_DEFENDER)
		fprintf(out, ", whatever %s does first", defender_name(r));
	print_guess(out, r);
	if (r->denied > 0)
		fprintf(out, ", not within %u move%s", r->denied, r->denied == 1 ? "" : "s");
	fputc('.', out);
	if (r->best[0] != '\0')
		fprintf(out, " Best move %s.", r->best);
}

static void print_disproven(FILE *out, const tesuji_report_t *r)
{
	const bool answers = r->first == TESUJI_DEFENDER && r->best[0] != '\0';

	fputs("Disproven: ", out);
	if (answers && strcmp(r->best, "pass") != 0)
		fprintf(out, "after %s at %s ", defender_name(r), r->best);
	else if (answers)
		fprintf(out, "even after a pass by %s ", defender_name(r));
	fprintf(out, "%s cannot ", attacker_name(r));
	print_goal(out, r, false);
	if (r->scope == TESUJI_SCOPE_WITHIN)
		fprintf(out, " within %u move%s", r->denied, r->denied == 1 ? "" : "s");
	else if (r->scope != TESUJI_SCOPE_ABSOLUTE)
		fprintf(out, " by orders <= %u", r->order);
	print_guess(out, r);
	fputc('.', out);
}

void verdict_sentence(FILE *out, const tesuji_report_t *r)
{
	switch (r->value) {
	case TESUJI_PROVEN:
		print_proven(out, r);
		break;
	case TESUJI_DISPROVEN:
		print_disproven(out, r);
		break;
	case TESUJI_UNDECIDED:
		why_undecided(out, r);
		break;
	}
	fputc('\n', out);
	print_ko(out, r);
}

/* print_line writes the line of play with its numbers, folded to the width of a page. */
static void print_line(FILE *out, const tesuji_report_t *r)
{
	int used = fprintf(out, "Line:");

	for (unsigned i = 0; i < r->line_length; i++) {
		char move[TESUJI_POINT_BYTES + 16];
		int length = snprintf(move, sizeof(move), " %u.%s", i + 1, r->line[i]);

		if (used + length > LINE_COLUMNS) {
			fputs("\n     ", out);
			used = 5;
		}
		used += length;
		fputs(move, out);
	}
	fputc('\n', out);
}

/* print_board draws the board with the line on it, if it can be read. */
static void print_board(FILE *out, const tesuji_report_t *r, bool bans)
{
	diagram_t diagram;

	diagram_of_report(&diagram, r);
	diagram.bans = bans;
	if (diagram_text(out, &diagram, NULL))
		diagram_legend(out, &diagram);
}

static void print_effort(FILE *out, const tesuji_report_t *r)
{
	text_t nodes, time, rate, table;

	fprintf(out, "%s %s in %s", text_count(&nodes, r->nodes), r->nodes == 1 ? "node" : "nodes",
	        text_duration(&time, r->time_ms));
	if (r->nodes_per_s > 0)
		fprintf(out, " (%s/s)", text_short(&rate, r->nodes_per_s));
	fprintf(out, ", %u %s", r->workers, r->workers == 1 ? "worker" : "workers");
	if (r->table_entries > 0)
		fprintf(out, ", table of %s %.*f %% full", text_bytes(&table, r->table_bytes),
		        r->table_used * 10 < r->table_entries ? 2 : 0,
		        100.0 * (double)r->table_used / (double)r->table_entries);
	fputc('\n', out);
}

void verdict_print(FILE *out, const tesuji_report_t *r, bool bans)
{
	verdict_sentence(out, r);
	if (r->line_length > 0)
		print_line(out, r);
	if (r->rows[0] != '\0') {
		fputc('\n', out);
		print_board(out, r, bans);
		fputc('\n', out);
	}
	print_effort(out, r);
}

static void json_moves(json_t *j, const char *key, const char (*moves)[TESUJI_POINT_BYTES],
                       unsigned count)
{
	json_open(j, key, '[');
	for (unsigned i = 0; i < count; i++)
		json_text(j, NULL, moves[i]);
	json_close(j, ']');
}

static void json_zone(json_t *j, const tesuji_report_t *r)
{
	if (r->areas == 0) {
		json_text(j, "zone", NULL);
		return;
	}
	json_moves(j, "zone", r->zone, r->zone_length);
	if (r->areas == 1)
		return;
	json_count(j, "areas", r->areas);
	json_open(j, "indices", '[');
	for (unsigned i = 0; i < r->zone_length; i++)
		json_count(j, NULL, r->indices[i]);
	json_close(j, ']');
}

void verdict_json(FILE *out, const tesuji_report_t *r, const char *where)
{
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	verdict_json_members(&j, r, where);
	json_close(&j, '}');
}

void verdict_json_members(json_t *j, const tesuji_report_t *r, const char *where)
{
	json_text(j, "server", where);
	json_count(j, "job", r->job);
	json_text(j, "label", r->label);
	json_text(j, "state", tesuji_state_name(r->state));
	json_text(j, "value", tesuji_value_name(r->value));
	json_text(j, "scope", tesuji_scope_name(r->scope));
	json_count(j, "order", r->order);
	json_count(j, "depth", r->depth);
	if (r->denied > 0)
		json_count(j, "denied", r->denied);
	json_text(j, "claim", r->claim);
	json_text(j, "driver", tesuji_driver_name(r->driver));
	json_text(j, "engine", tesuji_engine_name(r->engine));
	json_text(j, "best", r->best);
	json_moves(j, "line", r->line, r->line_length);
	if (r->coords_length > 0) {
		json_text(j, "best_coords", r->best_coords);
		json_moves(j, "coords", r->coords, r->coords_length);
	}
	if (r->ko != TESUJI_KO_UNASKED)
		json_text(j, "ko", tesuji_ko_name(r->ko));
	if (r->ko == TESUJI_KO_FIGHT && r->ko_threats == TESUJI_UNLIMITED)
		json_text(j, "ko_threats", "more");
	else if (r->ko == TESUJI_KO_FIGHT)
		json_count(j, "ko_threats", r->ko_threats);
	json_zone(j, r);
	json_count(j, "nodes", r->nodes);
	json_count(j, "nodes_per_s", r->nodes_per_s);
	json_real(j, "time_ms", r->time_ms, 3);
	json_count(j, "workers", r->workers);
	json_open(j, "table", '{');
	json_count(j, "bytes", r->table_bytes);
	json_count(j, "entries", r->table_entries);
	json_count(j, "used", r->table_used);
	json_close(j, '}');
	json_text(j, "game", r->game);
	json_text(j, "style", r->style);
	json_text(j, "rows", r->rows);
	json_text(j, "attacker",
	          r->attacker != TESUJI_NO_COLOUR ? tesuji_colour_name(r->attacker) : NULL);
	json_open(j, "goal", '{');
	json_text(j, "type", r->goal);
	json_text(j, "target", r->target);
	json_text(j, "first", tesuji_side_name(r->first));
	json_close(j, '}');
	if (r->state == TESUJI_FAILED) {
		json_open(j, "error", '{');
		json_text(j, "name", tesuji_code_name(r->error.code));
		json_text(j, "message", r->error.text);
		json_close(j, '}');
	}
}

exit_t verdict_exit_for_code(tesuji_code_t code)
{
	switch (code) {
	case TESUJI_E_RANGE:
	case TESUJI_E_SYNTAX:
	case TESUJI_E_TYPE:
	case TESUJI_E_MISSING:
	case TESUJI_E_VALUE:
	case TESUJI_E_POSITION:
	case TESUJI_E_GAME:
	case TESUJI_E_JOB:
	case TESUJI_E_LIMIT:
		return EXIT_BAD_INPUT;
	case TESUJI_E_BUSY:
	case TESUJI_E_DRAINING:
	case TESUJI_E_IO:
	case TESUJI_E_CLOSED:
	case TESUJI_E_TIMEOUT:
	case TESUJI_E_PROTOCOL:
	case TESUJI_E_METHOD:
		return EXIT_NO_SERVER;
	case TESUJI_E_NOMEM:
		return EXIT_NO_MEMORY;
	case TESUJI_OK:
	case TESUJI_E_FRAME:
	case TESUJI_E_CANCELLED:
	case TESUJI_E_INTERNAL:
		break;
	}
	return EXIT_INTERNAL;
}

exit_t verdict_exit(const tesuji_report_t *r)
{
	if (r->state == TESUJI_FAILED)
		return verdict_exit_for_code(r->error.code);
	switch (r->value) {
	case TESUJI_PROVEN:
		return EXIT_PROVEN;
	case TESUJI_DISPROVEN:
		return EXIT_DISPROVEN;
	case TESUJI_UNDECIDED:
		break;
	}
	return EXIT_UNDECIDED;
}
