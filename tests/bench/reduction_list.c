/* SPDX-License-Identifier: MIT
 * reduction_list.c - reads lists of problems, in any of five forms.
 *
 *     *.tst                                             Go, see tests/problems/tst.h
 *     game name order attacker target options rows      as cases_make prints it, "-" for none;
 *                                                       go/connect: another goal than the first;
 *                                                       black-second: the defender moves first
 *     ... rows depth                                    the same, within so many plies
 *     name order rows                                   Gomoku
 *     FEN number                                        chess, mates in so many moves
 *
 * In all but the first a tab stands between the fields, and # begins a comment. */
#include "tests/bench/reduction.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/problems/tst.h"

enum { LINE_BYTES = 1024, FIELDS_MAX = 8, ORDER_LIMIT = 3 };

static case_t *add(cases_t *cases)
{
	case_t *c = &cases->at[cases->count];

	if (cases->count == CASES_MAX) {
		(void)fputs("reduction: too many problems\n", stderr);
		exit(EXIT_FAILURE);
	}
	memset(c, 0, sizeof(*c));
	cases->count++;
	return c;
}

static void copy(char *to, size_t room, const char *from)
{
	if (from != NULL && strcmp(from, "-") != 0)
		(void)snprintf(to, room, "%s", from);
}

static bool read_tst(cases_t *cases, const char *path)
{
	static tst_reader_t reader;
	static tst_t p;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);

	while (err == ERR_OK && (err = tst_next(&reader, &p, &why)) == ERR_OK) {
		const request_t request = tst_request(&p);
		case_t *c = add(cases);

		copy(c->game, sizeof(c->game), "go");
		copy(c->name, sizeof(c->name), p.name);
		copy(c->rows, sizeof(c->rows), request.problem.rows);
		copy(c->target, sizeof(c->target), request.problem.target);
		copy(c->ko, sizeof(c->ko), request.problem.ko);
		c->attacker = request.problem.attacker;
		c->attacker_threats = request.problem.attacker_threats;
		c->defender_threats = request.problem.defender_threats;
		c->limit = (unsigned)request.limits.order;
	}
	tst_close(&reader);
	if (err != ERR_CLOSED)
		(void)fprintf(stderr, "reduction: %s\n", why.text);
	return err == ERR_CLOSED;
}

static colour_t colour_of(const char *name)
{
	return strncmp(name, "black", 5) == 0   ? COLOUR_BLACK
	       : strncmp(name, "white", 5) == 0 ? COLOUR_WHITE
	                                        : COLOUR_NONE;
}

static side_t first_of(const char *name)
{
	return strstr(name, "-second") != NULL ? SIDE_DEFENDER : SIDE_ATTACKER;
}

/* take fills a case with the fields of a line; false: so many make no problem. */
static bool take(case_t *c, char *const *field, unsigned count, unsigned line)
{
	char *goal;

	if (count >= FIELDS_MAX - 1) {
		goal = strchr(field[0], '/');
		if (goal != NULL)
			*goal++ = '\0';
		copy(c->game, sizeof(c->game), field[0]);
		copy(c->goal, sizeof(c->goal), goal);
		copy(c->name, sizeof(c->name), field[1]);
		c->limit = (unsigned)strtoul(field[2], NULL, 10);
		c->attacker = colour_of(field[3]);
		c->first = first_of(field[3]);
		copy(c->target, sizeof(c->target), field[4]);
		copy(c->options, sizeof(c->options), field[5]);
		copy(c->rows, sizeof(c->rows), field[6]);
		if (count == FIELDS_MAX)
			c->within = (unsigned)strtoul(field[7], NULL, 10);
	} else if (count == 3) {
		copy(c->game, sizeof(c->game), "gomoku");
		copy(c->name, sizeof(c->name), field[0]);
		c->limit = (unsigned)strtoul(field[1], NULL, 10);
		copy(c->rows, sizeof(c->rows), field[2]);
	} else if (count == 2) {
		copy(c->game, sizeof(c->game), "chess");
		(void)snprintf(c->name, sizeof(c->name), "mate-%.4s-%u", field[1], line);
		c->limit = ORDER_LIMIT;
		copy(c->rows, sizeof(c->rows), field[0]);
	}
	return c->game[0] != '\0' && game_find(c->game) != NULL && c->limit <= ORDER_MAX &&
	       c->within <= DEPTH_MAX;
}

static bool read_lines(cases_t *cases, const char *path)
{
	FILE *file = fopen(path, "re");
	char text[LINE_BYTES];
	unsigned line = 0;
	bool fine = file != NULL;

	if (!fine)
		(void)fprintf(stderr, "reduction: %s: %s\n", path, strerror(errno));
	while (fine && fgets(text, sizeof(text), file) != NULL) {
		char *field[FIELDS_MAX + 1], *rest = NULL;
		unsigned count = 0;

		line++;
		if (text[0] == '#' || text[0] == '\n')
			continue;
		for (char *f = strtok_r(text, "\t\n", &rest); f != NULL && count <= FIELDS_MAX;
		     f = strtok_r(NULL, "\t\n", &rest))
			field[count++] = f;
		fine = take(add(cases), field, count, line);
		if (!fine)
			(void)fprintf(stderr, "reduction: %s:%u: no problem\n", path, line);
	}
	if (file != NULL)
		(void)fclose(file);
	return fine;
}

bool cases_read(cases_t *cases, const char *path, const char *game)
{
	const size_t length = strlen(path);
	const unsigned before = cases->count;
	const bool fine = length > 4 && strcmp(path + length - 4, ".tst") == 0
	                          ? read_tst(cases, path)
	                          : read_lines(cases, path);
	unsigned kept = before;

	for (unsigned i = before; i < cases->count; i++) {
		if (game != NULL && strcmp(cases->at[i].game, game) != 0)
			continue;
		if (kept != i)
			cases->at[kept] = cases->at[i];
		kept++;
	}
	cases->count = kept;
	return fine;
}

static const char *given(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

problem_t case_problem(const case_t *c)
{
	return (problem_t){.game = c->game,
	                   .rows = c->rows,
	                   .goal = given(c->goal),
	                   .options = given(c->options),
	                   .target = given(c->target),
	                   .ko = given(c->ko),
	                   .attacker = c->attacker,
	                   .first = c->first,
	                   .attacker_threats = c->attacker_threats,
	                   .defender_threats = c->defender_threats};
}
