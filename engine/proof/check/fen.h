/* SPDX-License-Identifier: MIT
 * fen.h - a position of chess from its FEN.
 *
 * Threads   any: nothing here keeps state.
 * Errors    ERR_POSITION for a text that is no FEN, and for a position that no game can come to
 *           as far as the rules tell at a look.
 */
#ifndef ENGINE_PROOF_CHECK_FEN_H
#define ENGINE_PROOF_CHECK_FEN_H

#include "engine/proof/check/rules.h"

/* check_fen_read reads all six fields: pieces, castling rights and en passant into *out, the colour
 * to move into *mover. The counters decide nothing, and are not kept. */
err_t check_fen_read(const char *fen, check_board_t *out, int *mover, errinfo_t *why);

#endif
