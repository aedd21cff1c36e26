/* SPDX-License-Identifier: MIT
 * words.h - the words of GTP: colours, points, numbers. */
#ifndef CLIENTS_GTP_WORDS_H
#define CLIENTS_GTP_WORDS_H

#include "clients/gtp/engine.h"

/* words_colour reads "black", "b", "white" or "w" in either case; SGF_EMPTY: none of them.
 * words_point reads a point of the board, SGF_NO_POINT: none; words_vertex also "pass". */
unsigned words_colour(const char *word);
int words_point(const gtp_engine_t *engine, const char *word);
int words_vertex(const gtp_engine_t *engine, const char *word);

/* words_number reads a whole number from 0 to `most`. */
bool words_number(const char *word, unsigned most, unsigned *out);

/* words_say writes a point or pass. */
void words_say(const gtp_engine_t *engine, int point, gtp_reply_t *reply);

#endif
