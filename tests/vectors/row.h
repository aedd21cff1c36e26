/* SPDX-License-Identifier: MIT
 * row.h - one row of a vectors file: a position and the right answers.
 *
 *     game  size[:k]  rows  attacker  target  ko  D0 D1 D2 D3 D4  M     (tab-separated)
 *
 * Points in the file are x,y from the top left; here they are text as the engine
 * reads it. Lines that are empty or begin with # are no rows.
 */
#ifndef TESTS_VECTORS_ROW_H
#define TESTS_VECTORS_ROW_H

#include "engine/base/err.h"
#include "engine/game/game.h"

enum { ROW_ORDERS = 5, ROW_GAME_MAX = 32 };

typedef struct {
	const char *goal;           /* "capture", or NULL: the game's first */
	char game[ROW_GAME_MAX];    /* the engine's name: "go" */
	char options[ROW_GAME_MAX]; /* "k=4"; "" = none */
	char rows[ROWS_TEXT_MAX];
	colour_t attacker;
	char target[MOVE_TEXT_MAX], ko[MOVE_TEXT_MAX]; /* "" = none */
	unsigned plies[ROW_ORDERS];                    /* D0..D4; 0 = never */
	unsigned plain;                                /* M; 0 = never */
} row_t;

/* row_is_one tells rows from comments and empty lines. */
bool row_is_one(const char *line);

/* row_parse reads a line, which it cuts to pieces. */
err_t row_parse(char *line, row_t *out, errinfo_t *why);

/* row_problem is the row as a problem; it borrows the row's texts. */
problem_t row_problem(const row_t *row);

/* row_answer stores the right answer under an order limit: false if nothing is
 * won, else the order and the depth in plies that schedule "depth" must report. */
bool row_answer(const row_t *row, unsigned limit, unsigned *order, unsigned *plies);

#endif
