/* SPDX-License-Identifier: MIT
 * words.h - the words of GTP: points, numbers.
 *
 * Units     points and colours as sgf_board.h has them.
 * Threads   any thread, on an engine or a reply that no other uses.
 * Errors    as each function says; nothing else can fail.
 */
#ifndef CLIENTS_GTP_WORDS_H
#define CLIENTS_GTP_WORDS_H

#include "clients/gtp/engine.h"

/* words_colour reads "black", "b", "white" or "w" in either case, and returns SGF_EMPTY for
 * other words. words_point reads a point of the board, and returns SGF_NO_POINT for other words;
 * words_vertex reads "pass" as well, as GAME_PASS. */
int words_point(const gtp_engine_t *engine, const char *word);
int words_vertex(const gtp_engine_t *engine, const char *word);

/* words_stone reads the point of a stone from words[1], the first argument of a command of `count`
 * words. It refuses what is no point, or empty. */
bool words_stone(const gtp_engine_t *engine, unsigned count, char **words, int *out,
                 gtp_reply_t *reply);

/* words_number reads a whole number from 0 to `most`; it returns false for other words. */
bool words_number(const char *word, unsigned most, unsigned *out);

/* words_say adds a point, or "PASS" for GAME_PASS, to the answer. words_answer adds the code of an
 * answer and, unless that is 0, its move. */
void words_say(const gtp_engine_t *engine, int point, gtp_reply_t *reply);
void words_answer(const gtp_engine_t *engine, const answer_t *answer, gtp_reply_t *reply);

#endif
