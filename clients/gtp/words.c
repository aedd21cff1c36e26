/* SPDX-License-Identifier: MIT
 * words.c - see words.h.
 *
 * Design     GTP has boards up to 25 points wide, this engine boards up to 19: a point beyond is
 *            read as a point off the board.
 */
#include "clients/gtp/words.h"

#include <string.h>
#include <strings.h>

#include "clients/front/options.h"
#include "clients/gtp/engine.h"

int words_point(const gtp_engine_t *engine, const char *word)
{
	return sgf_board_find(&engine->game.now.board, word);
}

int words_vertex(const gtp_engine_t *engine, const char *word)
{
	return strcasecmp(word, "pass") == 0 ? GAME_PASS : words_point(engine, word);
}

bool words_stone(const gtp_engine_t *engine, unsigned count, char **words, int *out,
                 gtp_reply_t *reply)
{
	*out = count > 1 ? words_point(engine, words[1]) : SGF_NO_POINT;
	if (*out == SGF_NO_POINT)
		return gtp_refuse(reply, "invalid coordinate");
	if (engine->game.now.board.stones[*out] == SGF_EMPTY)
		return gtp_refuse(reply, "vertex must not be empty");
	return true;
}

bool words_number(const char *word, unsigned most, unsigned *out)
{
	int64_t n;

	if (word[0] == '-' || !options_number(word, 0, most, &n))
		return false;
	*out = (unsigned)n;
	return true;
}

void words_say(const gtp_engine_t *engine, int point, gtp_reply_t *reply)
{
	char text[SGF_POINT_BYTES];

	if (point < 0) {
		gtp_say(reply, "PASS");
		return;
	}
	sgf_board_point(&engine->game.now.board, point, text, sizeof(text));
	gtp_say(reply, "%s", text);
}

void words_answer(const gtp_engine_t *engine, const answer_t *answer, gtp_reply_t *reply)
{
	gtp_say(reply, "%d", (int)answer->code);
	if (answer->code == ASK_FAILS)
		return;
	gtp_say(reply, " ");
	words_say(engine, answer->move, reply);
}
