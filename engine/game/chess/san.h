/* SPDX-License-Identifier: MIT
 * san.h - moves in text: SAN ("Nbd2", "exd8=Q#", "O-O") and UCI ("e7e8q").
 *
 * Threads   functions of constant boards: any thread.
 */
#ifndef ENGINE_GAME_CHESS_SAN_H
#define ENGINE_GAME_CHESS_SAN_H

#include "engine/game/chess/board.h"

/* san_write writes a legal move as SAN, san_write_uci as UCI. */
void san_write(const board_t *b, move_t move, strbuf_t *out);
void san_write_uci(move_t move, strbuf_t *out);

/* san_read reads either, and forms between ("Ng1f3", "Re2-e1", "0-0", "e8Q", "dxe6
 * e.p."), with or without '+', '#', '!', '?'. MOVE_NONE: it names no legal move, or
 * more than one. */
move_t san_read(const board_t *b, const char *text);

#endif
