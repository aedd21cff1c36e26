/* SPDX-License-Identifier: MIT
 * hex.c - see hex.h.
 */
#include "clients/gtp/hex.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "clients/front/options.h"
#include "clients/gtp/hex_choice.h"

enum { SIDE_DEFAULT = 11, SIDE_LEAST = 2, SIDE_MOST = 14, POINT_BYTES = 8 };

typedef struct {
	stones_t stones;
	asking_t asking;
	hex_choice_t choice;
} hex_engine_t;

#define HEX_COMMAND(name) \
	static bool name(void *context, unsigned count, char **words, gtp_reply_t *reply)

static void say_point(const hex_engine_t *e, unsigned point, gtp_reply_t *reply)
{
	char text[POINT_BYTES];
	strbuf_t out;

	strbuf_init(&out, text, sizeof(text));
	grid_add_point(BOARD_HEX, point, e->stones.grid.width, e->stones.grid.height, &out);
	gtp_say(reply, "%s", text);
}

/* boardsize takes the width and, as HexGui gives it, the height. */
HEX_COMMAND(boardsize)
{
	hex_engine_t *e = context;
	int64_t width, height;

	if (count < 2 || !options_number(words[1], SIDE_LEAST, SIDE_MOST, &width) ||
	    !options_number(words[count > 2 ? 2 : 1], SIDE_LEAST, SIDE_MOST, &height))
		return gtp_refuse(reply, "unacceptable size");
	stones_clear(&e->stones, (unsigned)width, (unsigned)height);
	return true;
}

HEX_COMMAND(clear_board)
{
	hex_engine_t *e = context;

	(void)count;
	(void)words;
	(void)reply;
	stones_clear(&e->stones, e->stones.grid.width, e->stones.grid.height);
	return true;
}

/* swap_pieces gives white the first stone, mirrored. */
static bool swap_pieces(hex_engine_t *e, colour_t colour)
{
	const unsigned width = e->stones.grid.width, first = e->stones.played[0];

	if (colour != COLOUR_WHITE || e->stones.count != 1 || width != e->stones.grid.height ||
	    e->stones.grid.at[first] != COLOUR_BLACK)
		return false;
	(void)stones_take(&e->stones);
	return stones_place(&e->stones, first % width * width + first / width, COLOUR_WHITE);
}

HEX_COMMAND(play)
{
	hex_engine_t *e = context;
	const colour_t colour = count > 1 ? (colour_t)gtp_colour(words[1]) : COLOUR_NONE;
	const char *where = count > 2 ? words[2] : "";
	unsigned point;

	if (colour == COLOUR_NONE)
		return gtp_refuse(reply, "invalid color or coordinate");
	if (strcasecmp(where, "resign") == 0)
		return true;
	if (strcasecmp(where, "swap-pieces") == 0 || strcasecmp(where, "swap") == 0)
		return swap_pieces(e, colour) || gtp_refuse(reply, "illegal move");
	point = grid_parse_point(BOARD_HEX, where, e->stones.grid.width, e->stones.grid.height);
	if (point == GRID_NO_POINT)
		return gtp_refuse(reply, "invalid color or coordinate");
	return stones_place(&e->stones, point, colour) || gtp_refuse(reply, "illegal move");
}

HEX_COMMAND(undo)
{
	hex_engine_t *e = context;

	(void)count;
	(void)words;
	return stones_take(&e->stones) || gtp_refuse(reply, "cannot undo");
}

/* winner is who has won, or COLOUR_NONE. */
static colour_t winner(const hex_engine_t *e)
{
	for (colour_t colour = COLOUR_BLACK; colour <= COLOUR_WHITE; colour++) {
		if (hex_choice_won(&e->stones, colour))
			return colour;
	}
	return COLOUR_NONE;
}

HEX_COMMAND(genmove)
{
	hex_engine_t *e = context;
	const colour_t colour = count > 1 ? (colour_t)gtp_colour(words[1]) : COLOUR_NONE;
	unsigned point;

	if (colour == COLOUR_NONE)
		return gtp_refuse(reply, "invalid color");
	if (winner(e) != COLOUR_NONE) {
		gtp_say(reply, "resign");
		return true;
	}
	if (!hex_choice_move(&e->choice, &e->stones, colour, &point))
		return gtp_refuse(reply, tesuji_last_error(e->asking.daemon)->text);
	(void)stones_place(&e->stones, point, colour);
	say_point(e, point, reply);
	return true;
}

HEX_COMMAND(final_score)
{
	const colour_t won = winner(context);

	(void)count;
	(void)words;
	if (won == COLOUR_NONE)
		return gtp_refuse(reply, "the game is not over");
	gtp_say(reply, won == COLOUR_BLACK ? "B+" : "W+");
	return true;
}

HEX_COMMAND(showboard)
{
	static const char signs[] = {
	        [COLOUR_NONE] = '.', [COLOUR_BLACK] = 'B', [COLOUR_WHITE] = 'W'};
	const hex_engine_t *e = context;
	const unsigned width = e->stones.grid.width, height = e->stones.grid.height;

	(void)count;
	(void)words;
	gtp_say(reply, "\n  ");
	for (unsigned x = 0; x < width; x++)
		gtp_say(reply, " %c", (char)('a' + (int)x));
	for (unsigned y = 0; y < height; y++) {
		gtp_say(reply, "\n%*s%2u", (int)y, "", y + 1);
		for (unsigned x = 0; x < width; x++)
			gtp_say(reply, " %c", signs[e->stones.grid.at[y * width + x]]);
	}
	return true;
}

/* solve asks about the colour that is the argument, or whose turn it is: by threats, then, if that
 * decides nothing, of all moves. */
static bool solve(hex_engine_t *e, unsigned count, char **words, colour_t *colour,
                  stones_answer_t *out, gtp_reply_t *reply)
{
	*out = (stones_answer_t){.best = GRID_NO_POINT};
	*colour = count > 1 ? (colour_t)gtp_colour(words[1]) : stones_turn(&e->stones);
	if (*colour == COLOUR_NONE)
		return gtp_refuse(reply, "invalid color");
	if (winner(e) != COLOUR_NONE)
		return gtp_refuse(reply, "the game is over");
	if (hex_choice_ask(&e->choice, &e->stones, *colour, NULL, out) &&
	    (out->proven || out->disproven ||
	     hex_choice_ask(&e->choice, &e->stones, *colour, "plain", out)))
		return true;
	(void)gtp_refuse(reply, tesuji_last_error(e->asking.daemon)->text);
	return false;
}

/* solve_state tells who wins when that colour moves first, if that is proven. */
HEX_COMMAND(solve_state)
{
	stones_answer_t answer;
	colour_t colour;

	if (!solve(context, count, words, &colour, &answer, reply))
		return false;
	if (answer.disproven)
		colour = stones_other(colour);
	gtp_say(reply, !answer.proven && !answer.disproven ? "unknown"
	               : colour == COLOUR_BLACK            ? "black"
	                                                   : "white");
	return true;
}

HEX_COMMAND(winning_move)
{
	hex_engine_t *e = context;
	stones_answer_t answer;
	colour_t colour;

	if (!solve(e, count, words, &colour, &answer, reply))
		return false;
	if (answer.proven && answer.best != GRID_NO_POINT)
		say_point(e, answer.best, reply);
	else
		gtp_say(reply, "none");
	return true;
}

HEX_COMMAND(analyze_commands)
{
	(void)context;
	(void)count;
	(void)words;
	gtp_say(reply, "string/Solve State/tesuji-solve-state %%m\n"
	               "move/Winning Move/tesuji-winning-move %%m\n"
	               "string/Final Score/final_score\n");
	return true;
}

gtp_end_t hex_serve(tesuji_t *daemon, const ask_limits_t *limits, unsigned workers)
{
	static const gtp_command_t commands[] = {
	        {"boardsize", boardsize},
	        {"clear_board", clear_board},
	        {"play", play},
	        {"genmove", genmove},
	        {"undo", undo},
	        {"showboard", showboard},
	        {"final_score", final_score},
	        {"tesuji-solve-state", solve_state},
	        {"tesuji-winning-move", winning_move},
	        {"hexgui-analyze_commands", analyze_commands},
	        {NULL, NULL},
	};
	static hex_engine_t e;

	e.asking = (asking_t){.daemon = daemon};
	e.choice = (hex_choice_t){.asking = &e.asking,
	                          .order = limits->order,
	                          .nodes = limits->nodes,
	                          .time_ms = limits->time_ms,
	                          .workers = workers};
	stones_clear(&e.stones, SIDE_DEFAULT, SIDE_DEFAULT);
	return gtp_serve(STDIN_FILENO, stdout, commands, &e);
}
