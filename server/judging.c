/* SPDX-License-Identifier: MIT
 * judging.c - puts a dragon's questions to engine/judge, and its answers into the protocol's words.
 */
#include "server/judging.h"

void judging_set(judging_t *j, const char *rows, const char *ko, const dragon_t *dragon)
{
	const grid_sides_t any = {1, BOARD_MAX};
	unsigned banned;

	*j = (judging_t){.dragon = dragon->stone, .own = dragon->colour, .banned = dragon->banned};
	(void)grid_read(rows, any, &j->board, NULL); /* the game has read them */
	banned = grid_parse_point(BOARD_GO, ko, j->board.width, j->board.height);
	j->ko = banned == GRID_NO_POINT ? JUDGE_NO_POINT : (int)banned;
}

/* judge answers one question. */
static void judge(const judging_t *j, bool kill, judged_t *out)
{
	const bool banned = j->banned != COLOUR_NONE && (j->banned == j->own) != kill;
	const judge_question_t question = {.width = j->board.width,
	                                   .height = j->board.height,
	                                   .stones = j->board.at,
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
	              j->board.width, j->board.height, &move);
}

void judging_run(judging_t *j)
{
	if (j->kill.wanted)
		judge(j, true, &j->kill);
	if (j->live.wanted)
		judge(j, false, &j->live);
}
