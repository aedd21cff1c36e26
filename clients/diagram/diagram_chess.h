/* SPDX-License-Identifier: MIT
 * diagram_chess.h - draws a board of chess.
 *
 * Ownership the figure and the stream are borrowed.
 * Threads   any.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_CHESS_H
#define CLIENTS_DIAGRAM_DIAGRAM_CHESS_H

#include "clients/diagram/diagram_svg.h"

/* diagram_chess_canvas returns the canvas of the board; diagram_chess_draw draws the board and
 * everything on it. */
canvas_t diagram_chess_canvas(const figure_t *f, FILE *out);
void diagram_chess_draw(const canvas_t *c);

#endif
