/* SPDX-License-Identifier: MIT
 * engine.h - the state on which the commands of the GTP engine work, and the commands.
 *
 * Every command is a function of gtp_command_t whose context is a gtp_engine_t. Commands are in
 * commands.c (the board, the game), moves.c (moves that the engine chooses), tactics.c
 * (questions about blocks), dragon.c (about dragons) and analyze.c (for people who look at a
 * board). commands_table lists them all.
 *
 * Ownership a command borrows everything; main.c owns the engine.
 * Threads   one thread at a time.
 * Errors    a command returns false for an answer that begins with '?', its reply says why.
 */
#ifndef CLIENTS_GTP_ENGINE_H
#define CLIENTS_GTP_ENGINE_H

#include "clients/gtp/ask.h"
#include "clients/gtp/game.h"
#include "clients/gtp/gtp.h"

typedef struct {
	game_t game;
	ask_t ask;
} gtp_engine_t;

#define ENGINE_COMMAND(name) \
	bool name(void *context, unsigned count, char **words, gtp_reply_t *reply)

ENGINE_COMMAND(command_genmove);
ENGINE_COMMAND(command_fixed_handicap);
ENGINE_COMMAND(command_place_free_handicap);
ENGINE_COMMAND(command_set_free_handicap);

ENGINE_COMMAND(command_attack);
ENGINE_COMMAND(command_defend);
ENGINE_COMMAND(command_attack_either);
ENGINE_COMMAND(command_ladder_attack);
ENGINE_COMMAND(command_connect);
ENGINE_COMMAND(command_owl_attack);
ENGINE_COMMAND(command_owl_defend);
ENGINE_COMMAND(command_combination_attack);
ENGINE_COMMAND(command_solve);
ENGINE_COMMAND(command_progress);
ENGINE_COMMAND(command_board);
ENGINE_COMMAND(command_analyze);
ENGINE_COMMAND(command_disconnect);
ENGINE_COMMAND(command_link);
ENGINE_COMMAND(command_status);
ENGINE_COMMAND(command_dragon_status);
ENGINE_COMMAND(command_analyze_semeai);
ENGINE_COMMAND(command_reset_counter);
ENGINE_COMMAND(command_get_counter);

#endif
