/* SPDX-License-Identifier: MIT
 * svg_pieces.h - chess pieces as shapes of our own: no font has to have them. */
#ifndef CLIENTS_CLI_SVG_PIECES_H
#define CLIENTS_CLI_SVG_PIECES_H

#include "clients/cli/svg.h"

/* svg_piece draws the piece that a letter of FEN names ("N" the white knight,
 * "n" the black one) into a square; other letters draw nothing. */
void svg_piece(FILE *out, char letter, point_t corner, double size);

#endif
