/* SPDX-License-Identifier: MIT
 * svg_pieces.h - draws chess pieces as shapes of the project's own, so that no font is needed.
 * Any thread.
 */
#ifndef CLIENTS_DIAGRAM_SVG_PIECES_H
#define CLIENTS_DIAGRAM_SVG_PIECES_H

#include "clients/diagram/svg.h"

/* svg_piece draws into a square the piece that a letter of FEN names ("N" the white knight, "n"
 * the black one); for other letters it draws nothing. */
void svg_piece(FILE *out, char letter, point_t corner, double size);

#endif
