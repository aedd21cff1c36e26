/* SPDX-License-Identifier: MIT
 * verdict.c - see verdict.h.
 *
 * Design     The words claim what the search has shown and no more: a proof at depth d shows that
 *            the goal is reached within d plies, whatever the length of the line that is printed; a
 *            disproof of scope "order" holds for those orders only, and one of scope "heuristic"
 *            names its guess. Where the defender moves first, the words say what the defender's
 *            move achieves.
 */
#include "clients/words/verdict.h"

#include <stdbool.h>
#include <string.h>

#include "clients/diagram/diagram.h"
#include "clients/words/text.h"

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
static void print_board(FILE *out, const tesuji_report_t *r)
{
	diagram_t diagram;

	diagram_of_report(&diagram, r);
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

void verdict_print(FILE *out, const tesuji_report_t *r)
{
	verdict_sentence(out, r);
	if (r->line_length > 0)
		print_line(out, r);
	if (r->rows[0] != '\0') {
		fputc('\n', out);
		print_board(out, r);
		fputc('\n', out);
	}
	print_effort(out, r);
}
