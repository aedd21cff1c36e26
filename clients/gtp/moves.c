/* SPDX-License-Identifier: MIT
 * moves.c - the commands by which the engine chooses points: its move, and handicap stones.
 *
 * Design     Fixed handicap is placed on the points that GTP's specification gives for each number
 *            of stones: on the third line of boards up to 12, on the fourth of larger ones. Free
 *            handicap is placed on the same points.
 */
#include "clients/gtp/engine.h"
#include "clients/gtp/player.h"
#include "clients/gtp/words.h"

enum {
	HANDICAP_LEAST = 2,
	HANDICAP_MOST = 9,
	HANDICAP_EVEN = 4,  /* most on a board without a middle line, or with no room on it */
	SIDE_LEAST = 7,     /* smallest board with handicap */
	SIDE_ODD_LEAST = 9, /* smallest board with more than four points */
	SIDE_LARGE = 13,    /* from this size on the points are on the fourth line */
};

ENGINE_COMMAND(command_genmove)
{
	gtp_engine_t *engine = context;
	const unsigned colour = count > 1 ? gtp_colour(words[1]) : SGF_EMPTY;
	int move;

	if (colour == SGF_EMPTY)
		return gtp_refuse(reply, "invalid color");
	if (!player_move(&engine->ask, &engine->game, colour, &move))
		return gtp_refuse(reply, engine->ask.failure);
	if (!game_play(&engine->game, move, colour))
		return gtp_refuse(reply, "out of memory");
	words_say(engine, move, reply);
	return true;
}

/* handicap_most returns how many handicap stones fit a board of that size. */
static unsigned handicap_most(unsigned side)
{
	if (side < SIDE_LEAST)
		return 0;
	return side % 2 == 0 || side < SIDE_ODD_LEAST ? HANDICAP_EVEN : HANDICAP_MOST;
}

/* handicap_points writes the points of so many stones: the corners, then the middles of the
 * sides two by two, then for odd numbers from 5 on the centre. */
static void handicap_points(unsigned side, unsigned stones, int out[HANDICAP_MOST])
{
	const int low = side < SIDE_LARGE ? 2 : 3;
	const int high = (int)side - 1 - low, middle = (int)side / 2;
	const int xy[HANDICAP_MOST][2] = {{low, high},    {high, low},   {low, low},
	                                  {high, high},   {low, middle}, {high, middle},
	                                  {middle, high}, {middle, low}, {middle, middle}};

	for (unsigned i = 0; i < stones; i++) {
		const bool centre = i == stones - 1 && stones > HANDICAP_EVEN && stones % 2 == 1;
		const int *at = xy[centre ? HANDICAP_MOST - 1 : i];

		out[i] = at[1] * (int)side + at[0];
	}
}

/* handicap_place puts the stones on the board and answers with their points. */
static bool handicap_place(gtp_engine_t *engine, unsigned stones, gtp_reply_t *reply)
{
	int points[HANDICAP_MOST];

	handicap_points(engine->game.now.board.width, stones, points);
	for (unsigned i = 0; i < stones; i++) {
		if (!game_play(&engine->game, points[i], SGF_BLACK))
			return gtp_refuse(reply, "out of memory");
		gtp_say(reply, "%s", i > 0 ? " " : "");
		words_say(engine, points[i], reply);
	}
	return true;
}

/* handicap_read reads the argument NUMBER of stones. */
static bool handicap_read(const gtp_engine_t *engine, unsigned count, char **words, unsigned *out,
                          gtp_reply_t *reply)
{
	*out = 0;
	if (count < 2 || !words_number(words[1], SGF_POINTS_MAX, out) || *out < HANDICAP_LEAST ||
	    handicap_most(engine->game.now.board.width) == 0)
		return gtp_refuse(reply, "invalid number of stones");
	if (!game_is_empty(&engine->game))
		return gtp_refuse(reply, "board not empty");
	return true;
}

ENGINE_COMMAND(command_fixed_handicap)
{
	gtp_engine_t *engine = context;
	unsigned stones;

	if (!handicap_read(engine, count, words, &stones, reply))
		return false;
	if (stones > handicap_most(engine->game.now.board.width))
		return gtp_refuse(reply, "invalid number of stones");
	return handicap_place(engine, stones, reply);
}

/* GTP allows place_free_handicap to place fewer stones than were asked for. */
ENGINE_COMMAND(command_place_free_handicap)
{
	gtp_engine_t *engine = context;
	unsigned stones, most;

	if (!handicap_read(engine, count, words, &stones, reply))
		return false;
	most = handicap_most(engine->game.now.board.width);
	return handicap_place(engine, stones < most ? stones : most, reply);
}

ENGINE_COMMAND(command_set_free_handicap)
{
	gtp_engine_t *engine = context;
	const unsigned stones = count - 1;

	if (!game_is_empty(&engine->game))
		return gtp_refuse(reply, "board not empty");
	for (unsigned i = 0; i < stones; i++) {
		const int point = words_point(engine, words[1 + i]);
		bool good = point != SGF_NO_POINT;

		for (unsigned k = 0; good && k < i; k++)
			good = point != words_point(engine, words[1 + k]);
		if (!good)
			return gtp_refuse(reply, "bad vertex list");
	}
	if (stones < HANDICAP_LEAST ||
	    stones >= engine->game.now.board.width * engine->game.now.board.height)
		return gtp_refuse(reply, "bad vertex list");
	for (unsigned i = 0; i < stones; i++) {
		if (!game_play(&engine->game, words_point(engine, words[1 + i]), SGF_BLACK))
			return gtp_refuse(reply, "bad vertex list");
	}
	return true;
}
