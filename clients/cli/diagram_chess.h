/* SPDX-License-Identifier: MIT
 * diagram_chess.h - a picture of a board of chess. */
#ifndef CLIENTS_CLI_DIAGRAM_CHESS_H
#define CLIENTS_CLI_DIAGRAM_CHESS_H

#include "clients/cli/diagram_svg.h"

/* diagram_chess_canvas is the canvas of the board, diagram_chess_draw draws the board and what
 * stands on it. */
canvas_t diagram_chess_canvas(const figure_t *f, FILE *out);
void diagram_chess_draw(const canvas_t *c);

#endif
