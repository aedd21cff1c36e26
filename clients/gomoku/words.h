/* SPDX-License-Identifier: MIT
 * words.h - the words of Gomocup's protocol: points, and what INFO tells.
 *
 * Units     milliseconds, bytes.
 * Threads   any; values.
 * Errors    functions return false for what cannot be read, and change nothing.
 */
#ifndef CLIENTS_GOMOKU_WORDS_H
#define CLIENTS_GOMOKU_WORDS_H

#include <stdint.h>

#include "clients/gomoku/pattern.h"

#define GOMOKU_UNTOLD INT64_MIN

/* What INFO has told. A time of 0 for a turn is "as fast as possible"; for a match no limit. */
typedef struct {
	int64_t turn_ms, match_ms, left_ms; /* left_ms: GOMOKU_UNTOLD at first */
	int64_t memory;                     /* bytes; 0: no limit */
	pattern_rule_t rule;
} gomoku_info_t;

/* gomoku_words_numbers reads `count` whole numbers with commas between them. */
bool gomoku_words_numbers(const char *text, unsigned count, int64_t *out);

/* gomoku_words_info reads the key and value of INFO. False: the value is wrong, or the rule is none
 * that is known. Keys that are not known are accepted. */
bool gomoku_words_info(gomoku_info_t *info, const char *key, const char *value);

/* gomoku_words_time is how long a move may take. */
int64_t gomoku_words_time(const gomoku_info_t *info);

#endif
