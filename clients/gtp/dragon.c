/* SPDX-License-Identifier: MIT
 * dragon.c - see dragon.h, and the commands about dragons, with GNU Go's names and answers.
 *
 * Design     A program that asks for GNU Go's owl wants an answer each time, and soon. So the
 *            search gets a small part of the limits, and what it leaves open is judged. So is a
 *            dragon that was proven to live in a region that is not closed: it may only get out of
 *            it. GNU Go's own commands have no words for the difference; tesuji-status tells it.
 */
#include "clients/gtp/dragon.h"

#include <stdio.h>
#include <string.h>

#include "clients/c/tesuji_life.h"
#include "clients/gtp/engine.h"
#include "clients/gtp/words.h"

enum {
	PROOF_PART = 200,       /* a proof gets 1/PROOF_PART of the nodes of a question */
	TIME_MOST_MS = 3600000, /* what go.life takes */
};

/* take makes an answer of a verdict. */
static void take(const sgf_board_t *board, const tesuji_verdict_t *v, dragon_answer_t *out)
{
	const bool works = v->value == TESUJI_PROVEN || (v->is_judged && v->ko != TESUJI_KO_FAILS);

	*out = (dragon_answer_t){
	        .answer = {.code = ASK_FAILS,
	                   .basis = v->value == TESUJI_UNDECIDED ? ASK_JUDGED : ASK_PROVEN,
	                   .move = SGF_NO_POINT,
	                   .leading = SGF_NO_POINT},
	        .chance = v->value != TESUJI_UNDECIDED ? 1 : 0.5};
	if (v->is_judged)
		out->chance = works ? v->chance : 1 - v->chance;
	if (!works)
		return;
	out->answer.code = v->ko != TESUJI_KO_FIGHT ? ASK_SURE
	                   : v->ko_threats == 0     ? ASK_KO
	                                            : ASK_KO_THREAT;
	out->answer.threats = v->ko == TESUJI_KO_FIGHT ? v->ko_threats : 0;
	out->answer.move = sgf_board_find(board, v->best);
}

/* await waits for the one verdict of a status, and its end. */
static bool await(ask_t *ask, const sgf_board_t *board, uint64_t status, dragon_answer_t *out)
{
	static tesuji_event_t event; /* large */

	for (;;) {
		if (tesuji_next(ask->daemon, -1, &event) < 0 || event.kind == TESUJI_EVENT_LOST)
			return false;
		if (event.status != status)
			continue;
		if (event.kind == TESUJI_EVENT_STATUS)
			return true;
		if (event.verdict.asked != TESUJI_EYES)
			take(board, &event.verdict, out);
	}
}

/* time_of returns the time that a proof may take: with a limit of nodes alone the answer must not
 * depend on the time, and without any limit it comes soon. */
static int64_t time_of(const ask_limits_t *limits)
{
	if (limits->time_ms == 0)
		return limits->nodes == 0 ? TESUJI_DEFAULT : TIME_MOST_MS;
	return limits->time_ms < TIME_MOST_MS ? limits->time_ms : TIME_MOST_MS;
}

static bool ask_about(ask_t *ask, const sgf_board_t *board, int point, bool attacks,
                      dragon_answer_t *out)
{
	char rows[SGF_ROWS_BYTES], ko[SGF_POINT_BYTES], group[SGF_POINT_BYTES];
	tesuji_dragon_query_t query;
	tesuji_dragon_t dragon;
	tesuji_request_t request;

	tesuji_request_init(&request);
	tesuji_dragon_init(&query);
	sgf_board_rows(board, rows, sizeof(rows));
	sgf_board_point(board, point, group, sizeof(group));
	request.rows = rows;
	request.nodes = ask->limits.nodes == 0 ? 0 : ask->limits.nodes / PROOF_PART + 1;
	request.time_ms = time_of(&ask->limits);
	if (board->ko != SGF_NO_POINT) {
		sgf_board_point(board, board->ko, ko, sizeof(ko));
		request.ko = ko;
	}
	query.group = group;
	query.ask = attacks ? TESUJI_ASK_KILL : TESUJI_ASK_LIVE;
	query.moves = 0;
	query.judge = 1;
	for (;;) {
		*out = (dragon_answer_t){.answer = {.code = ASK_FAILS, .move = SGF_NO_POINT}};
		if (tesuji_go_life(ask->daemon, &request, &query, &dragon) != TESUJI_OK ||
		    !await(ask, board, dragon.status, out))
			break;
		if (dragon.closed || out->answer.basis == ASK_JUDGED || request.nodes == 1 ||
		    (out->answer.code == ASK_FAILS) != attacks)
			return true;
		request.nodes = 1; /* which decides next to nothing: it is judged */
		request.fresh = 1;
	}
	snprintf(ask->failure, sizeof(ask->failure), "%s", tesuji_last_error(ask->daemon)->text);
	return false;
}

bool dragon_attack(ask_t *ask, const sgf_board_t *board, int point, dragon_answer_t *out)
{
	return ask_about(ask, board, point, true, out);
}

bool dragon_defend(ask_t *ask, const sgf_board_t *board, int point, dragon_answer_t *out)
{
	return ask_about(ask, board, point, false, out);
}

static bool ask_and_tell(gtp_engine_t *engine, bool attacks, unsigned count, char **words,
                         gtp_reply_t *reply)
{
	dragon_answer_t out;
	int point;

	if (!words_stone(engine, count, words, &point, reply))
		return false;
	if (!ask_about(&engine->ask, &engine->game.now.board, point, attacks, &out))
		return gtp_refuse(reply, engine->ask.failure);
	words_answer(engine, &out.answer, reply);
	return true;
}

ENGINE_COMMAND(command_owl_attack)
{
	return ask_and_tell(context, true, count, words, reply);
}

ENGINE_COMMAND(command_owl_defend)
{
	return ask_and_tell(context, false, count, words, reply);
}

/* Both answers about a dragon. */
typedef struct {
	dragon_answer_t attack, defence;
} both_t;

static bool ask_both(gtp_engine_t *engine, unsigned count, char **words, both_t *out,
                     gtp_reply_t *reply)
{
	const sgf_board_t *board = &engine->game.now.board;
	int point;

	if (!words_stone(engine, count, words, &point, reply))
		return false;
	if (!dragon_attack(&engine->ask, board, point, &out->attack) ||
	    (out->attack.answer.code != ASK_FAILS &&
	     !dragon_defend(&engine->ask, board, point, &out->defence)))
		return gtp_refuse(reply, engine->ask.failure);
	return true;
}

static const char *status_of(const both_t *both)
{
	return both->attack.answer.code == ASK_FAILS    ? "alive"
	       : both->defence.answer.code == ASK_FAILS ? "dead"
	                                                : "critical";
}

/* dragon_status answers in GNU Go's words: "alive", "dead", or "critical" with the move that kills
 * and the move that saves. */
ENGINE_COMMAND(command_dragon_status)
{
	const gtp_engine_t *engine = context;
	both_t both;

	if (!ask_both(context, count, words, &both, reply))
		return false;
	gtp_say(reply, "%s", status_of(&both));
	if (both.attack.answer.code != ASK_FAILS && both.defence.answer.code != ASK_FAILS) {
		gtp_say(reply, " ");
		words_say(engine, both.attack.answer.move, reply);
		gtp_say(reply, " ");
		words_say(engine, both.defence.answer.move, reply);
	}
	return true;
}

/* tesuji-status tells both answers, with their codes, and what they rest on: "proven", or "judged"
 * with the chance that they are right. */
ENGINE_COMMAND(command_status)
{
	const gtp_engine_t *engine = context;
	double chance;
	bool judged, asked;
	both_t both;

	if (!ask_both(context, count, words, &both, reply))
		return false;
	asked = both.attack.answer.code != ASK_FAILS;
	judged = both.attack.answer.basis == ASK_JUDGED ||
	         (asked && both.defence.answer.basis == ASK_JUDGED);
	chance = both.attack.chance * (asked ? both.defence.chance : 1);
	gtp_say(reply, "%s", status_of(&both));
	if (asked && both.defence.answer.code != ASK_FAILS) {
		gtp_say(reply, " ");
		words_answer(engine, &both.attack.answer, reply);
		gtp_say(reply, " ");
		words_answer(engine, &both.defence.answer, reply);
	}
	if (judged)
		gtp_say(reply, " judged %.2f", chance);
	else
		gtp_say(reply, " proven");
	return true;
}

/* analyze_semeai asks about two dragons that attack each other, when the owner of the first moves
 * first: the code of its defence, that of its attack on the other, and the move. */
ENGINE_COMMAND(command_analyze_semeai)
{
	gtp_engine_t *engine = context;
	const sgf_board_t *board = &engine->game.now.board;
	dragon_answer_t defence, attack;
	int own, theirs;

	if (!words_stone(engine, count, words, &own, reply) ||
	    !words_stone(engine, count > 1 ? count - 1 : 0, words + 1, &theirs, reply))
		return false;
	if (board->stones[own] == board->stones[theirs])
		return gtp_refuse(reply, "vertices must have different color");
	if (!dragon_defend(&engine->ask, board, own, &defence) ||
	    !dragon_attack(&engine->ask, board, theirs, &attack))
		return gtp_refuse(reply, engine->ask.failure);
	gtp_say(reply, "%d %d ", (int)defence.answer.code, (int)attack.answer.code);
	words_say(engine,
	          attack.answer.code != ASK_FAILS ? attack.answer.move : defence.answer.move,
	          reply);
	return true;
}
