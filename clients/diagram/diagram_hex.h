/* SPDX-License-Identifier: MIT
 * diagram_hex.h - draws a board of Hex.
 *
 * Ownership the figure and the stream are borrowed.
 * Threads   any.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_HEX_H
#define CLIENTS_DIAGRAM_DIAGRAM_HEX_H

#include "clients/diagram/diagram_svg.h"

/* diagram_hex_canvas returns the canvas of the board; diagram_hex_draw draws the board and
 * everything on it. */
canvas_t diagram_hex_canvas(const figure_t *f, FILE *out);
void diagram_hex_draw(const canvas_t *c);

#endif
