/* SPDX-License-Identifier: MIT
 * judging.c - puts a dragon's questions to engine/judge, and its answers into the protocol's words.
 */
#include "server/judging.h"

#include <assert.h>
#include <string.h>

#include "engine/game/grid.h"

/* point_of returns the point that a text begins with. */
static int point_of(const judging_t *j, const char *text)
{
	const size_t length = strcspn(text, " ");
	char name[MOVE_TEXT_MAX] = "";
	unsigned point;

	assert(length < sizeof(name));
	memcpy(name, text, length);
	point = grid_parse_point(BOARD_GO, name, j->width, j->height);
	return point == GRID_NO_POINT ? JUDGE_NO_POINT : (int)point;
}

void judging_set(judging_t *j, const char *rows, const char *ko, const dragon_t *dragon)
{
	unsigned n = 0;

	*j = (judging_t){.width = (unsigned)strcspn(rows, "/"),
	                 .height = 1,
	                 .own = dragon->colour,
	                 .banned = dragon->banned};
	for (const char *c = rows; *c != '\0'; c++) {
		if (*c == '/') {
			j->height++;
			continue;
		}
		assert(n < sizeof(j->stones));
		j->stones[n++] = *c == 'X' ? 1 : *c == 'O' ? 2 : 0;
	}
	assert(n == j->width * j->height);
	j->dragon = point_of(j, dragon->stones);
	j->ko = point_of(j, ko);
}

/* judge answers one question. */
static void judge(const judging_t *j, bool kill, judged_t *out)
{
	const bool banned = j->banned != COLOUR_NONE && (j->banned == j->own) != kill;
	const judge_question_t question = {.width = j->width,
	                                   .height = j->height,
	                                   .stones = j->stones,
	                                   .ko = banned ? j->ko : JUDGE_NO_POINT,
	                                   .dragon = j->dragon,
	                                   .kill = kill};
	judge_answer_t answer;
	strbuf_t move;

	out->chance = MSG_CHANCE_NONE;
	judge_dragon(&question, &answer);
	if (answer.nodes == 0)
		return;
	out->chance =
	        (unsigned)(1000 * (answer.code == JUDGE_NO ? 1 - answer.chance : answer.chance) +
	                   0.5);
	out->ko = answer.code == JUDGE_NO    ? MSG_KO_FAILS
	          : answer.code == JUDGE_YES ? MSG_KO_NONE
	                                     : MSG_KO_FIGHT;
	out->threats = answer.code == JUDGE_KO_BAD ? 1 : 0;
	if (answer.code == JUDGE_NO)
		return;
	strbuf_init(&move, out->move, sizeof(out->move));
	grid_add_move(BOARD_GO, answer.move == JUDGE_NO_POINT ? MOVE_PASS : (move_t)answer.move,
	              j->width, j->height, &move);
}

void judging_run(judging_t *j)
{
	if (j->kill.wanted)
		judge(j, true, &j->kill);
	if (j->live.wanted)
		judge(j, false, &j->live);
}
