/* SPDX-License-Identifier: MIT
 * text.h - points as "D4" and boards as rows.
 *
 * Columns are the letters A to T without I, rows count from 1 at the bottom.
 * Contracts of the functions on positions are those of game.h. */
#ifndef ENGINE_GAME_GO_TEXT_H
#define ENGINE_GAME_GO_TEXT_H

#include "engine/game/go/board.h"

/* text_parse_point reads "D4" or "d4"; POINT_NONE when it is no point of a
 * board of that size. */
unsigned text_parse_point(const char *text, unsigned width, unsigned height);

/* text_add_point writes a point of the board. */
void text_add_point(unsigned point, unsigned width, unsigned height, strbuf_t *out);

/* text_colour_of returns the colour of a character of rows, or COLOUR_EDGE. */
unsigned text_colour_of(char c);

void text_add_rows(const go_t *go, strbuf_t *out);

#endif
