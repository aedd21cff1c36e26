/* SPDX-License-Identifier: MIT
 * problem_show.c - see problem_show.h.
 *
 * Design     The first line is the verdict; what follows is what a setter prints below a diagram:
 *            the key, the line, the duals, and the wrong moves that a solver would look at first.
 *            If a move fails only as far as orders tell, the last line says so. */
#include "clients/cli/problem_show.h"

#include <string.h>

#include "clients/cli/problem_row.h"

enum { TRIES_SHOWN = 6, KEYS_SHOWN = 12 };

void problem_show_how(const analysis_move_t *m, char out[MOVES_HOW_BYTES])
{
	moves_row_t row = {.tried = m->tried,
	                   .value = m->value,
	                   .scope = m->scope,
	                   .driver = m->driver,
	                   .order = m->order,
	                   .depth = m->depth,
	                   .line_length = m->has_line};

	memcpy(row.claim, m->claim, sizeof(row.claim));
	memcpy(row.reply, m->reply, sizeof(row.reply));
	if (m->is_slow)
		snprintf(out, MOVES_HOW_BYTES, "too slow");
	else
		moves_show_how(&row, out);
}

const char *problem_show_word(const analysis_t *a)
{
	if (analysis_is_sound(a) != 1)
		return analysis_is_sound(a) == 0 ? "unsound" : "open";
	return analysis_is_unique(a) == 1   ? "unique"
	       : analysis_is_unique(a) == 0 ? "cooked"
	                                    : "open";
}

/* by_orders returns the highest order up to which moves are known to fail, -1: all that fail do so
 * for good. */
static int by_orders(const analysis_t *a)
{
	int order = -1;

	for (unsigned i = 0; i < a->first.count; i++)
		if (a->first.move[i].tried.verdict == TESUJI_MOVE_FAILS &&
		    a->first.move[i].scope == TESUJI_SCOPE_ORDER &&
		    (int)a->first.move[i].order > order)
			order = (int)a->first.move[i].order;
	return order;
}

static void print_keys(FILE *out, const analysis_t *a)
{
	for (unsigned i = 0; i < a->first.works && i < KEYS_SHOWN; i++)
		fprintf(out, "%s %s", i > 0 ? "," : "", a->first.move[i].tried.move);
	fprintf(out, "%s.\n", a->first.works > KEYS_SHOWN ? ", ..." : "");
}

void problem_show_sentence(FILE *out, const analysis_t *a)
{
	const analysis_node_t *first = &a->first;
	char known[64] = "";

	if (by_orders(a) >= 0)
		snprintf(known, sizeof(known), ", as far as lambda-orders up to %d tell",
		         by_orders(a));
	if (analysis_is_sound(a) == 0) {
		fprintf(out, "Not sound: none of %u first moves works%s.\n", first->count, known);
	} else if (analysis_is_sound(a) < 0) {
		fprintf(out, "Not decided: no first move is known to work, and %u %s open.\n",
		        first->open, first->open == 1 ? "is" : "are");
	} else if (first->works > 1) {
		fprintf(out, "Cooked: %u of %u first moves work:", first->works, first->count);
		print_keys(out, a);
	} else if (first->open > 0) {
		fprintf(out, "Sound: %s works; %u first %s open.\n", first->move[0].tried.move,
		        first->open, first->open == 1 ? "move is" : "moves are");
	} else {
		fprintf(out, "Sound, with one solution: of %u first moves only %s works%s.\n",
		        first->count, first->move[0].tried.move, known);
	}
}

static void print_solution(FILE *out, const analysis_t *a, const char *solution)
{
	static const char *const words[] = {[SOLUTION_RIGHT] = "works",
	                                    [SOLUTION_WRONG] = "does not work",
	                                    [SOLUTION_OPEN] = "is open"};

	if (a->solution != SOLUTION_UNTOLD)
		fprintf(out, "  solution   %s %s\n", solution, words[a->solution]);
}

static void print_line(FILE *out, const analysis_t *a)
{
	char how[MOVES_HOW_BYTES];

	problem_show_how(&a->first.move[a->key], how);
	fprintf(out, "  key        %s %s\n  main line ", a->first.move[a->key].tried.move, how);
	for (unsigned i = 0; i < a->length; i++)
		fprintf(out, " %u.%s", i + 1, a->line[i]);
	fprintf(out, "%s\n", a->is_followed ? "" : " ...");
	fprintf(out, "  length     %u %s%s\n", (a->length + 1) / 2,
	        a->length < 3 ? "move" : "moves", a->is_followed ? "" : " or more");
	if (a->duals == 0)
		fprintf(out, "  duals      none in the main line\n");
	for (unsigned i = 0; i < a->duals; i++) {
		const analysis_dual_t *d = &a->dual[i];

		fprintf(out, "  dual       move %u:", d->ply);
		for (unsigned k = 0; k < d->works && k < ANALYSIS_DUAL_MOVES; k++)
			fprintf(out, "%s %s", k > 0 ? "," : "", d->move[k]);
		fprintf(out, "%s\n", d->works > ANALYSIS_DUAL_MOVES ? ", ..." : "");
	}
}

static void print_tries(FILE *out, const analysis_t *a)
{
	unsigned shown = 0;

	for (unsigned i = a->first.works; i < a->first.count && shown < TRIES_SHOWN; i++) {
		char how[MOVES_HOW_BYTES];

		problem_show_how(&a->first.move[i], how);
		fprintf(out, "  %-9s  %s %s%s\n", shown == 0 ? "wrong" : "",
		        a->first.move[i].tried.move,
		        a->first.move[i].tried.verdict != TESUJI_MOVE_FAILS ? "is "
		        : a->first.move[i].is_slow                          ? "is "
		                                                            : "fails ",
		        how);
		shown++;
	}
	if (a->first.works + shown < a->first.count)
		fprintf(out, "             and %u more\n", a->first.count - a->first.works - shown);
}

static void show_text(FILE *out, const analysis_t *a, const char *solution)
{
	problem_show_sentence(out, a);
	print_solution(out, a, solution);
	if (a->key >= 0)
		print_line(out, a);
	print_tries(out, a);
}

static void json_move(json_t *j, const analysis_move_t *m)
{
	json_open(j, NULL, '{');
	moves_show_json(j, &m->tried);
	json_text(j, "scope", tesuji_scope_name(m->scope));
	json_count(j, "order", m->order);
	json_count(j, "depth", m->depth);
	json_text(j, "claim", m->claim);
	json_text(j, "reply", m->reply);
	json_bool(j, "slow", m->is_slow);
	json_close(j, '}');
}

static void json_duals(json_t *j, const analysis_t *a)
{
	json_open(j, "duals", '[');
	for (unsigned i = 0; i < a->duals; i++) {
		json_open(j, NULL, '{');
		json_count(j, "ply", a->dual[i].ply);
		json_count(j, "works", a->dual[i].works);
		json_open(j, "moves", '[');
		for (unsigned k = 0; k < a->dual[i].works && k < ANALYSIS_DUAL_MOVES; k++)
			json_text(j, NULL, a->dual[i].move[k]);
		json_close(j, ']');
		json_close(j, '}');
	}
	json_close(j, ']');
}

void problem_show_json(json_t *j, const analysis_t *a, const char *solution)
{
	const tesuji_moves_t *b = &a->first.begun;

	json_text(j, "verdict", problem_show_word(a));
	json_text(j, "scope", by_orders(a) < 0 ? "absolute" : "order");
	if (by_orders(a) >= 0)
		json_count(j, "order", (uint64_t)by_orders(a));
	json_text(j, "game", b->game);
	json_text(j, "rows", b->rows);
	json_text(j, "attacker", tesuji_colour_name(b->attacker));
	json_text(j, "first", tesuji_side_name(b->first));
	json_text(j, "solution", solution);
	json_text(j, "solution_is", problem_row_solution(a->solution));
	json_text(j, "key", a->key >= 0 ? a->first.move[a->key].tried.move : NULL);
	json_open(j, "line", '[');
	for (unsigned i = 0; i < a->length; i++)
		json_text(j, NULL, a->line[i]);
	json_close(j, ']');
	json_bool(j, "complete", a->is_followed);
	json_duals(j, a);
	json_count(j, "works", a->first.works);
	json_count(j, "fails", a->first.fails);
	json_count(j, "open", a->first.open);
	json_open(j, "moves", '[');
	for (unsigned i = 0; i < a->first.count; i++)
		json_move(j, &a->first.move[i]);
	json_close(j, ']');
}

static void show_json(FILE *out, const analysis_t *a, const char *solution, const char *where)
{
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	problem_show_json(&j, a, solution);
	json_close(&j, '}');
}

void problem_show(FILE *out, const analysis_t *a, const char *solution, const char *where,
                  bool json)
{
	if (json)
		show_json(out, a, solution, where);
	else
		show_text(out, a, solution);
}
