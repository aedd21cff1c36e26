/* SPDX-License-Identifier: MIT
 * pattern.h - rows of stones: fives, and how good a point looks.
 *
 * Threads   any; functions of constant boards.
 */
#ifndef CLIENTS_GOMOKU_PATTERN_H
#define CLIENTS_GOMOKU_PATTERN_H

#include "clients/front/stones.h"

typedef enum { PATTERN_FREESTYLE, PATTERN_STANDARD, PATTERN_RENJU, PATTERN_CARO } pattern_rule_t;

/* pattern_five tells whether a stone of that colour on an empty point wins. */
bool pattern_five(const stones_t *stones, pattern_rule_t rule, unsigned point, colour_t colour);

/* pattern_worth says how good an empty point looks to a colour: by the fives that either side may
 * still get through it, and its distance from the middle. */
int pattern_worth(const stones_t *stones, pattern_rule_t rule, unsigned point, colour_t colour);

#endif
