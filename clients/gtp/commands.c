/* SPDX-License-Identifier: MIT
 * commands.c - the GTP commands about the board and the game.
 *
 * Design     Errors have the words of the specification, and GNU Go's words where the specification
 *            gives none. Arguments beyond those that a command takes are ignored, as in GNU Go.
 */
#include "clients/gtp/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/gtp/engine.h"
#include "clients/gtp/words.h"

enum { RECORD_BYTES_MAX = 1 << 20 };

static ENGINE_COMMAND(boardsize)
{
	gtp_engine_t *engine = context;
	unsigned side;

	if (count < 2)
		return gtp_refuse(reply, "boardsize not an integer");
	if (!words_number(words[1], SGF_SIDE_GO, &side) || side < SGF_SIDE_LEAST)
		return gtp_refuse(reply, "unacceptable size");
	game_clear(&engine->game, side);
	return true;
}

static ENGINE_COMMAND(clear_board)
{
	gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	(void)reply;
	game_clear(&engine->game, engine->game.now.board.width);
	return true;
}

/* komi is only stored, for get_komi: it has no part in tactics. */
static ENGINE_COMMAND(komi)
{
	gtp_engine_t *engine = context;
	char *end = NULL;
	double number = count > 1 ? strtod(words[1], &end) : NAN;

	if (end == NULL || *end != '\0' || !isfinite(number))
		return gtp_refuse(reply, "komi not a float");
	engine->game.komi = number;
	return true;
}

static ENGINE_COMMAND(get_komi)
{
	const gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	gtp_say(reply, "%g", engine->game.komi);
	return true;
}

/* move_read reads the arguments COLOUR VERTEX. */
static bool move_read(const gtp_engine_t *engine, unsigned count, char **words, unsigned *colour,
                      int *point, gtp_reply_t *reply)
{
	*colour = count > 1 ? gtp_colour(words[1]) : SGF_EMPTY;
	*point = count > 2 ? words_vertex(engine, words[2]) : SGF_NO_POINT;
	if (*colour != SGF_EMPTY && *point != SGF_NO_POINT)
		return true;
	return gtp_refuse(reply, "invalid color or coordinate");
}

static ENGINE_COMMAND(play)
{
	gtp_engine_t *engine = context;
	unsigned colour;
	int point;

	if (!move_read(engine, count, words, &colour, &point, reply))
		return false;
	return game_play(&engine->game, point, colour) || gtp_refuse(reply, "illegal move");
}

/* play_as plays the vertex that is the only argument. */
static bool play_as(gtp_engine_t *engine, unsigned colour, unsigned count, char **words,
                    gtp_reply_t *reply)
{
	const int point = count > 1 ? words_vertex(engine, words[1]) : SGF_NO_POINT;

	if (point == SGF_NO_POINT)
		return gtp_refuse(reply, "invalid coordinate");
	return game_play(&engine->game, point, colour) || gtp_refuse(reply, "illegal move");
}

/* black and white are what GNU Go's tests play moves with. */
static ENGINE_COMMAND(black)
{
	return play_as(context, SGF_BLACK, count, words, reply);
}

static ENGINE_COMMAND(white)
{
	return play_as(context, SGF_WHITE, count, words, reply);
}

static ENGINE_COMMAND(undo)
{
	gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	return game_undo(&engine->game) || gtp_refuse(reply, "cannot undo");
}

static ENGINE_COMMAND(trymove)
{
	gtp_engine_t *engine = context;
	unsigned colour;
	int point;

	if (!move_read(engine, count, words, &colour, &point, reply))
		return false;
	return game_try(&engine->game, point, colour) || gtp_refuse(reply, "illegal move");
}

static ENGINE_COMMAND(popgo)
{
	gtp_engine_t *engine = context;

	(void)count;
	(void)words;
	return game_untry(&engine->game) || gtp_refuse(reply, "Stack empty.");
}

/* accept does nothing: for commands that tune the search of another program. */
static ENGINE_COMMAND(accept)
{
	(void)context;
	(void)count;
	(void)words;
	(void)reply;
	return true;
}

static void say_letters(const sgf_board_t *board, gtp_reply_t *reply)
{
	char text[SGF_POINT_BYTES];

	gtp_say(reply, "\n  ");
	for (int x = 0; x < (int)board->width; x++) {
		sgf_board_point(board, x, text, sizeof(text));
		gtp_say(reply, " %c", text[0]);
	}
}

static ENGINE_COMMAND(showboard)
{
	static const char signs[] = {[SGF_EMPTY] = '.', [SGF_BLACK] = 'X', [SGF_WHITE] = 'O'};
	const gtp_engine_t *engine = context;
	const game_state_t *now = &engine->game.now;
	const unsigned width = now->board.width, height = now->board.height;

	(void)count;
	(void)words;
	say_letters(&now->board, reply);
	for (unsigned y = 0; y < height; y++) {
		gtp_say(reply, "\n%2u", height - y);
		for (unsigned x = 0; x < width; x++)
			gtp_say(reply, " %c", signs[now->board.stones[y * width + x]]);
		gtp_say(reply, " %u", height - y);
	}
	say_letters(&now->board, reply);
	gtp_say(reply, "\nBLACK (X) has captured %u stones\nWHITE (O) has captured %u stones",
	        now->captured[SGF_WHITE], now->captured[SGF_BLACK]);
	return true;
}

/* record_read returns the text of a file, which the caller frees. Returns NULL if the file
 * cannot be read or is too large for a record. */
static char *record_read(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rbe");
	char *text = file != NULL ? malloc(RECORD_BYTES_MAX) : NULL;
	bool good = false;

	if (text != NULL) {
		*length = fread(text, 1, RECORD_BYTES_MAX, file);
		good = !ferror(file) && *length < RECORD_BYTES_MAX;
	}
	if (file != NULL)
		(void)fclose(file);
	if (!good) {
		free(text);
		return NULL;
	}
	return text;
}

/* record_position finds the position before move number `until`, or before the move at the point
 * `until`. A record that ends sooner is played to its end; its last ")" may be missing, as GNU Go
 * takes it. */
static bool record_position(const char *text, size_t length, const char *until, sgf_position_t *out)
{
	static const sgf_board_t largest = {.width = SGF_SIDE_GO, .height = SGF_SIDE_GO};
	sgf_query_t query = {
	        .game = "go", .moves = SGF_MOVE_ALL, .may_be_open = true, .path = "record"};
	errinfo_t why;
	unsigned move;

	if (until != NULL && words_number(until, SGF_MOVE_ALL, &move))
		query.moves = move > 0 ? move - 1 : 0;
	else if (until != NULL && sgf_board_find(&largest, until) != SGF_NO_POINT)
		query.before = until;
	else if (until != NULL)
		return false;
	switch (sgf_read(text, length, &query, out, &why)) {
	case ERR_OK:
		return true;
	case ERR_RANGE:
		query.moves = SGF_MOVE_ALL;
		return sgf_read(text, length, &query, out, &why) == ERR_OK;
	default:
		return false;
	}
}

static ENGINE_COMMAND(loadsgf)
{
	gtp_engine_t *engine = context;
	sgf_position_t position;
	size_t length = 0;
	char *text;
	bool good;

	if (count < 2)
		return gtp_refuse(reply, "missing filename");
	text = record_read(words[1], &length);
	good = text != NULL &&
	       record_position(text, length, count > 2 ? words[2] : NULL, &position) &&
	       position.width == position.height;
	free(text);
	if (!good)
		return gtp_refuse(reply, "cannot load file");
	game_set(&engine->game, &position);
	gtp_say(reply, "%s", position.to_play == SGF_WHITE ? "white" : "black");
	return true;
}

const gtp_command_t *commands_table(void)
{
	static const gtp_command_t commands[] = {
	        {"boardsize", boardsize},
	        {"clear_board", clear_board},
	        {"komi", komi},
	        {"get_komi", get_komi},
	        {"fixed_handicap", command_fixed_handicap},
	        {"place_free_handicap", command_place_free_handicap},
	        {"set_free_handicap", command_set_free_handicap},
	        {"play", play},
	        {"black", black},
	        {"white", white},
	        {"genmove", command_genmove},
	        {"undo", undo},
	        {"showboard", showboard},
	        {"loadsgf", loadsgf},
	        {"trymove", trymove},
	        {"popgo", popgo},
	        {"attack", command_attack},
	        {"defend", command_defend},
	        {"attack_either", command_attack_either},
	        {"ladder_attack", command_ladder_attack},
	        {"connect", command_connect},
	        {"disconnect", command_disconnect},
	        {"owl_attack", command_owl_attack},
	        {"owl_defend", command_owl_defend},
	        {"dragon_status", command_dragon_status},
	        {"analyze_semeai", command_analyze_semeai},
	        {"combination_attack", command_combination_attack},
	        {"tesuji-status", command_status},
	        {"tesuji-link", command_link},
	        {"tesuji-solve", command_solve},
	        {"tesuji-board", command_board},
	        {"tesuji-progress", command_progress},
	        {"gogui-analyze_commands", command_analyze},
	        {"increase_depths", accept},
	        {"decrease_depths", accept},
	        {"reset_reading_node_counter", command_reset_counter},
	        {"get_reading_node_counter", command_get_counter},
	        {"reset_owl_node_counter", command_reset_counter},
	        {"get_owl_node_counter", command_get_counter},
	        {"reset_connection_node_counter", command_reset_counter},
	        {"get_connection_node_counter", command_get_counter},
	        {"reset_life_node_counter", command_reset_counter},
	        {"get_life_node_counter", command_get_counter},
	        {NULL, NULL},
	};

	return commands;
}
