/* SPDX-License-Identifier: MIT
 * owl.c - judgements of life and death, one a line of standard input.
 *
 *     owl [NODES]
 *
 * A line has "NAME kill|live POINT ROWS": rows from the top, separated by slashes, of the letters
 * X, O and the full stop. Prints "NAME <tab> CODE [MOVE] <tab> nodes <tab> life <tab> milliseconds
 * <tab> 1 if the search came to no end" for each: for tests/bench/owl_score.py to compare. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/judge/judge.h"

enum { LINE_BYTES = 512, AREA = JUDGE_SIDE_MAX * JUDGE_SIDE_MAX };

static const char columns[] = "ABCDEFGHJKLMNOPQRST";

/* read_rows fills the board of a question. It returns whether the rows are a board. */
static bool read_rows(const char *rows, uint8_t *stones, judge_question_t *q)
{
	unsigned n = 0;

	q->width = (unsigned)strcspn(rows, "/");
	q->height = 1;
	for (const char *c = rows; *c != '\0'; c++) {
		if (*c == '/')
			q->height++;
		else if (n < AREA)
			stones[n++] = *c == 'X' ? 1 : *c == 'O' ? 2 : 0;
	}
	return q->width <= JUDGE_SIDE_MAX && n == q->width * q->height;
}

static void answer_line(const char *line, unsigned nodes)
{
	uint8_t stones[AREA];
	judge_question_t q = {.stones = stones, .ko = JUDGE_NO_POINT, .nodes = nodes};
	char name[64], side[8], point[8], rows[AREA + JUDGE_SIDE_MAX];
	judge_answer_t a;

	if (sscanf(line, "%63s %7s %7s %379s", name, side, point, rows) != 4 ||
	    !read_rows(rows, stones, &q) || !strchr(columns, point[0]))
		return;
	const int y = (int)q.height - atoi(point + 1);

	q.kill = strcmp(side, "kill") == 0;
	q.dragon = y * (int)q.width + (int)(strchr(columns, point[0]) - columns);
	const uint64_t began = clock_now_ns();

	judge_dragon(&q, &a);
	const double ms = (double)(clock_now_ns() - began) / 1e6;

	printf("%s\t%d", name, a.code);
	if (a.code != JUDGE_NO && a.move == JUDGE_NO_POINT)
		printf(" PASS");
	else if (a.code != JUDGE_NO)
		printf(" %c%d", columns[a.move % (int)q.width],
		       (int)q.height - a.move / (int)q.width);
	printf("\t%u\t%.3f\t%.2f\t%d\n", a.nodes, a.life, ms, a.open);
	(void)fflush(stdout);
}

int main(int argc, char **argv)
{
	char line[LINE_BYTES];

	while (fgets(line, sizeof line, stdin))
		answer_line(line, argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0);
	return 0;
}
