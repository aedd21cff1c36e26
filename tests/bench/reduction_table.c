/* SPDX-License-Identifier: MIT
 * reduction_table.c - the tables of docs/reduction.md, for one game.
 *
 * All means are geometric: a few hard problems would make up an arithmetic one alone. A search
 * that used up its nodes counts as if it had solved the problem with the last of them. A mean
 * with such numbers is a bound, and marked: '>' it is at least so much, '<' at most, '~'
 * both kinds are in it. A ratio of two searches that both gave up says nothing and is left
 * out. */
#include "tests/bench/reduction.h"

#include <math.h>
#include <stdio.h>

enum { KINDS = 6, UNKNOWN = KINDS - 1, DEEP = KINDS - 2, NUMBER_BYTES = 32 };

static const char *const method_names[METHODS] = {
        "plain alpha-beta",    "plain df-pn", "λ alpha-beta by depth", "λ alpha-beta",
        "λ alpha-beta, zones", "λ df-pn",     "λ df-pn, zones",
};

/* A geometric mean being made. */
typedef struct {
	double logs;
	unsigned count;
	bool more, less; /* has parts that are bounds */
} mean_t;

static void mean_add(mean_t *m, double value, bool more, bool less)
{
	m->logs += log(value);
	m->count++;
	m->more |= more;
	m->less |= less;
}

static double mean(const mean_t *m)
{
	return m->count > 0 ? exp(m->logs / m->count) : 0;
}

/* number writes a mean for people: three digits and more, with its mark. */
static const char *number(const mean_t *m, char out[NUMBER_BYTES])
{
	const double value = mean(m);
	const char *mark = m->more && m->less ? "~" : m->more ? ">" : m->less ? "<" : "";

	if (m->count == 0)
		(void)snprintf(out, NUMBER_BYTES, " ");
	else
		(void)snprintf(out, NUMBER_BYTES,
		               value < 1     ? "%s%.2f"
		               : value < 100 ? "%s%.1f"
		               : value < 1e6 ? "%s%.0f"
		                             : "%s%.1e",
		               mark, value);
	return out;
}

/* add_ratio adds how many times the nodes of `by` those of `other` are. */
static void add_ratio(mean_t *m, const measured_t *other, const measured_t *by)
{
	if (other->asked && by->asked && (other->solved || by->solved))
		mean_add(m, other->nodes / by->nodes, !other->solved, !by->solved);
}

/* is_used: has that search been asked any of the problems? Chess has no zones. */
static bool is_used(const cases_t *cases, unsigned method)
{
	for (unsigned i = 0; i < cases->count; i++)
		if (cases->at[i].by[method].asked)
			return true;
	return false;
}

/* print_head ends the head of a table that has a column for each search from `first` on,
 * after so many others. */
static void print_head(const cases_t *cases, unsigned first, unsigned others)
{
	for (unsigned m = first; m < METHODS; m++)
		if (is_used(cases, m))
			printf(" %s |", method_names[m]);
	printf("\n|");
	while (others-- > 0)
		printf("---|");
	for (unsigned m = first; m < METHODS; m++)
		if (is_used(cases, m))
			printf("---|");
	printf("\n");
}

static void print_searches(const cases_t *cases, value_t value)
{
	printf("| search | solved | nodes | ms |%s\n|---|---|---|---|%s\n",
	       value == VALUE_PROVEN ? " reduction |" : "", value == VALUE_PROVEN ? "---|" : "");
	for (unsigned m = 0; m < METHODS; m++) {
		char text[3][NUMBER_BYTES];
		mean_t nodes = {0}, ms = {0}, ratio = {0};
		unsigned solved = 0;

		for (unsigned i = 0; i < cases->count; i++) {
			const case_t *c = &cases->at[i];
			const measured_t *by = &c->by[m];

			if (c->value != value || !by->asked)
				continue;
			solved += by->solved;
			mean_add(&nodes, by->nodes, !by->solved, false);
			mean_add(&ms, by->ms, !by->solved, false);
			add_ratio(&ratio, &c->by[PLAIN_ALPHABETA], by);
		}
		if (nodes.count == 0)
			continue;
		printf("| %s | %u of %u | %s | %s |", method_names[m], solved, nodes.count,
		       number(&nodes, text[0]), number(&ms, text[1]));
		printf(value == VALUE_PROVEN ? " %s |\n" : "\n", number(&ratio, text[2]));
	}
	printf("\n");
}

/* kind_of: a win's row of the table by depth. */
static unsigned kind_of(const case_t *c)
{
	const unsigned above = (c->depth - 2 * c->order - 1) / 2;

	return c->depth == 0 ? UNKNOWN : above < DEEP ? above : DEEP;
}

static void print_row(const cases_t *cases, unsigned order, unsigned kind)
{
	mean_t ratio[METHODS] = {{0}}, theory = {0}, narrow = {0}, wide = {0}, least = {0};
	char text[NUMBER_BYTES];
	unsigned count = 0;

	for (unsigned i = 0; i < cases->count; i++) {
		const case_t *c = &cases->at[i];

		if (c->value != VALUE_PROVEN || c->order != order || kind_of(c) != kind)
			continue;
		count++;
		if (c->theory > 0) {
			mean_add(&theory, c->theory, false, false);
			mean_add(&narrow, c->narrow, false, false);
			mean_add(&wide, c->wide, false, false);
			mean_add(&least, c->least_tree / c->by[LAMBDA_BY_DEPTH].nodes, false,
			         !c->by[LAMBDA_BY_DEPTH].solved);
		}
		for (unsigned m = 1; m < METHODS; m++)
			add_ratio(&ratio[m], &c->by[PLAIN_ALPHABETA], &c->by[m]);
	}
	if (count == 0)
		return;
	if (kind == UNKNOWN)
		printf("| %u | ? | %u |", order, count);
	else
		printf("| %u | %u%s | %u |", order, 2 * order + 1 + 2 * kind,
		       kind == DEEP ? "+" : "", count);
	printf(" %s |", number(&narrow, text));
	printf(" %s |", number(&wide, text));
	printf(" %s |", number(&theory, text));
	printf(" %s |", number(&least, text));
	for (unsigned m = 1; m < METHODS; m++)
		if (is_used(cases, m))
			printf(" %s |", number(&ratio[m], text));
	printf("\n");
}

static void print_depths(const cases_t *cases)
{
	printf("| order | depth | problems | b | B | figure 12 | least tree |");
	print_head(cases, 1, 7);
	for (unsigned order = 1; order <= ORDER_MAX; order++)
		for (unsigned kind = 0; kind < KINDS; kind++)
			print_row(cases, order, kind);
	printf("\n");
}

/* print_duel compares df-pn with alpha-beta, each at its best. */
static void print_duel(const cases_t *cases, bool zones)
{
	const method_t a = zones ? LAMBDA_ALPHABETA_ZONES : LAMBDA_ALPHABETA;
	const method_t b = zones ? LAMBDA_DFPN_ZONES : LAMBDA_DFPN;
	mean_t nodes = {0}, ms = {0};
	unsigned only[2] = {0, 0};
	char text[2][NUMBER_BYTES];

	for (unsigned i = 0; i < cases->count; i++) {
		const measured_t *x = &cases->at[i].by[a], *y = &cases->at[i].by[b];

		only[0] += x->solved && !y->solved;
		only[1] += y->solved && !x->solved;
		if (!x->solved || !y->solved)
			continue;
		mean_add(&nodes, x->nodes / y->nodes, false, false);
		mean_add(&ms, x->ms / y->ms, false, false);
	}
	printf("λ df-pn against λ alpha-beta%s, won or not: %u problems solved by df-pn alone, "
	       "%u by alpha-beta alone; where both solve it, %u problems, alpha-beta takes %s "
	       "times the nodes and %s times the time.\n\n",
	       zones ? ", both with zones" : "", only[1], only[0], nodes.count,
	       number(&nodes, text[0]), number(&ms, text[1]));
}

static void print_all(const cases_t *cases)
{
	printf("<details><summary>Every problem, in nodes</summary>\n\n| problem | value | order | "
	       "depth | b | B | figure 12 |");
	print_head(cases, 0, 7);
	for (unsigned i = 0; i < cases->count; i++) {
		const case_t *c = &cases->at[i];

		printf("| %s | %s | %u |", c->name, value_name(c->value), c->order);
		if (c->value == VALUE_PROVEN && c->depth > 0)
			printf(" %u |", c->depth);
		else
			printf(" |");
		if (c->theory > 0)
			printf(" %.1f | %.1f | %.3g |", c->narrow, c->wide, c->theory);
		else
			printf(" | | |");
		for (unsigned m = 0; m < METHODS; m++) {
			if (c->by[m].asked)
				printf(" %s%.0f |", c->by[m].solved ? "" : ">", c->by[m].nodes);
			else if (is_used(cases, m))
				printf(" |");
		}
		printf("\n");
	}
	printf("\n</details>\n\n");
}

void cases_print(const cases_t *cases, const char *game, uint64_t nodes)
{
	bool zones = false;
	unsigned won = 0;

	for (unsigned i = 0; i < cases->count; i++) {
		won += cases->at[i].value == VALUE_PROVEN;
		zones |= cases->at[i].by[LAMBDA_ALPHABETA_ZONES].asked;
	}
	printf("## %s\n\n%u problems, %u of them won; at most %llu nodes each.\n\nWon:\n\n", game,
	       cases->count, won, (unsigned long long)nodes);
	print_searches(cases, VALUE_PROVEN);
	if (won < cases->count) {
		printf("Not won by orders up to the one asked:\n\n");
		print_searches(cases, VALUE_DISPROVEN);
	}
	print_duel(cases, zones);
	printf("Reduction of the nodes of plain alpha-beta, by order and depth of the win:\n\n");
	print_depths(cases);
	print_all(cases);
	(void)fflush(stdout);
}
