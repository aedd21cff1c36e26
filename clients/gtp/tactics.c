/* SPDX-License-Identifier: MIT
 * tactics.c - the commands that ask about blocks, with GNU Go's names and answers, so
 * that its regression tests and the tools for them can be used.
 *
 * Design     An answer is a code and, unless that is 0, a move. Code 1 is unconditional success, 2
 *            success by a ko in which the other side has to find the first threat, 3 by a ko in
 *            which the mover has to. "1 PASS" says that there is nothing to defend against, "2
 *            PASS" that the ko is there without a move. Errors in the arguments are told in GNU
 *            Go's words.
 */
#include <string.h>

#include "clients/gtp/choose.h"
#include "clients/gtp/engine.h"
#include "clients/gtp/link.h"
#include "clients/gtp/words.h"

/* The questions; `question` asks the daemon about any of them. */
typedef enum { ASKS_ATTACK, ASKS_DEFENCE, ASKS_CONNECTION, ASKS_CUT } asks_t;

/* question asks about points[0], or for connections and cuts about both points. */
static bool question(gtp_engine_t *engine, asks_t asks, const int *points, answer_t *out,
                     gtp_reply_t *reply)
{
	const sgf_board_t *board = &engine->game.now.board;
	ask_t *ask = &engine->ask;
	bool good = false;

	switch (asks) {
	case ASKS_ATTACK:
		good = ask_attack(ask, board, points[0], out) &&
		       choose_move(ask, board, points[0], true, out);
		break;
	case ASKS_DEFENCE:
		good = ask_defend(ask, board, points[0], out) &&
		       choose_move(ask, board, points[0], false, out);
		break;
	case ASKS_CONNECTION:
		good = link_connect(ask, board, points, out);
		break;
	case ASKS_CUT:
		good = link_disconnect(ask, board, points, out);
		break;
	}
	return good || gtp_refuse(reply, ask->failure);
}

/* pair_read reads the points of two stones from the arguments. */
static bool pair_read(const gtp_engine_t *engine, unsigned count, char **words, int out[2],
                      gtp_reply_t *reply)
{
	for (unsigned i = 0; i < 2; i++) {
		if (!words_stone(engine, count > i ? count - i : 0, words + i, &out[i], reply))
			return false;
	}
	return true;
}

static bool ask_and_tell(gtp_engine_t *engine, asks_t asks, const int *points, gtp_reply_t *reply)
{
	answer_t answer;

	if (!question(engine, asks, points, &answer, reply))
		return false;
	words_answer(engine, &answer, reply);
	return true;
}

ENGINE_COMMAND(command_attack)
{
	int point;

	return words_stone(context, count, words, &point, reply) &&
	       ask_and_tell(context, ASKS_ATTACK, &point, reply);
}

ENGINE_COMMAND(command_defend)
{
	int point;

	return words_stone(context, count, words, &point, reply) &&
	       ask_and_tell(context, ASKS_DEFENCE, &point, reply);
}

/* combination_attack tells a move by which the colour captures something without a ko, or PASS.
 * Moves that threaten two blocks at once, and capture neither without the other, are not looked
 * for. */
ENGINE_COMMAND(command_combination_attack)
{
	gtp_engine_t *engine = context;
	const sgf_board_t *board = &engine->game.now.board;
	const unsigned colour = count > 1 ? gtp_colour(words[1]) : SGF_EMPTY;
	bool seen[SGF_POINTS_MAX] = {false};
	answer_t answer = {.code = ASK_FAILS, .move = SGF_NO_POINT};

	if (colour == SGF_EMPTY)
		return gtp_refuse(reply, "invalid color");
	for (int p = 0; p < (int)(board->width * board->height) && answer.code != ASK_SURE; p++) {
		sgf_block_t block;

		if (board->stones[p] == SGF_EMPTY || board->stones[p] == colour || seen[p])
			continue;
		sgf_board_block(board, p, &block);
		for (unsigned i = 0; i < block.stones; i++)
			seen[block.stone[i]] = true;
		if (!question(engine, ASKS_ATTACK, &p, &answer, reply))
			return false;
	}
	words_say(engine, answer.code == ASK_SURE ? answer.move : SGF_NO_POINT, reply);
	return true;
}

/* attack_either tells a code without a move. Moves that threaten both blocks at once, and
 * capture neither without the other, are not looked for. */
ENGINE_COMMAND(command_attack_either)
{
	gtp_engine_t *engine = context;
	ask_code_t best = ASK_FAILS;
	answer_t answer;
	int points[2];

	if (!pair_read(engine, count, words, points, reply))
		return false;
	for (unsigned i = 0; i < 2 && best != ASK_SURE; i++) {
		if (!question(engine, ASKS_ATTACK, &points[i], &answer, reply))
			return false;
		if (answer.code != ASK_FAILS && (best == ASK_FAILS || answer.code < best))
			best = answer.code;
	}
	gtp_say(reply, "%d", (int)best);
	return true;
}

ENGINE_COMMAND(command_ladder_attack)
{
	enum { LADDER_LIBERTIES = 2, LADDER_ORDER = 1 };
	gtp_engine_t *engine = context;
	const int64_t order = engine->ask.limits.order;
	sgf_block_t block;
	bool good;
	int point;

	if (!words_stone(engine, count, words, &point, reply))
		return false;
	sgf_board_block(&engine->game.now.board, point, &block);
	if (block.liberties != LADDER_LIBERTIES)
		return gtp_refuse(reply, "string must have exactly 2 liberties");
	engine->ask.limits.order = LADDER_ORDER;
	good = ask_and_tell(engine, ASKS_ATTACK, &point, reply);
	engine->ask.limits.order = order;
	return good;
}

/* link_read reads the points of two stones of one colour. */
static bool link_read(const gtp_engine_t *engine, unsigned count, char **words, int out[2],
                      gtp_reply_t *reply)
{
	const uint8_t *stones = engine->game.now.board.stones;

	if (!pair_read(engine, count, words, out, reply))
		return false;
	return stones[out[0]] == stones[out[1]] ||
	       gtp_refuse(reply, "vertices must have same color");
}

/* link_asked asks about two stones of one colour. */
static bool link_asked(gtp_engine_t *engine, asks_t asks, unsigned count, char **words,
                       gtp_reply_t *reply)
{
	int points[2];

	return link_read(engine, count, words, points, reply) &&
	       ask_and_tell(engine, asks, points, reply);
}

ENGINE_COMMAND(command_connect)
{
	return link_asked(context, ASKS_CONNECTION, count, words, reply);
}

ENGINE_COMMAND(command_disconnect)
{
	return link_asked(context, ASKS_CUT, count, words, reply);
}

/* tesuji-link tells the answers to both questions about two stones, and what each rests on. */
ENGINE_COMMAND(command_link)
{
	static const asks_t asked[] = {ASKS_CONNECTION, ASKS_CUT};
	gtp_engine_t *engine = context;
	answer_t answer;
	int points[2];

	if (!link_read(engine, count, words, points, reply))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		if (!question(engine, asked[i], points, &answer, reply))
			return false;
		gtp_say(reply, "%s ", i == 0 ? "connect" : ", disconnect");
		words_answer(engine, &answer, reply);
		gtp_say(reply, " %s", answer.basis == ASK_PROVEN ? "proven" : "judged");
	}
	return true;
}

/* GNU Go has several counters of nodes, all of which are this one. */
ENGINE_COMMAND(command_reset_counter)
{
	gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	(void)reply;
	engine->ask.nodes = 0;
	return true;
}

ENGINE_COMMAND(command_get_counter)
{
	const gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	gtp_say(reply, "%llu", (unsigned long long)engine->ask.nodes);
	return true;
}
