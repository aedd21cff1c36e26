/* SPDX-License-Identifier: MIT
 * hex_choice.c - see hex_choice.h.
 *
 * Design     How well a point joins is told by the stones that either side still needs after it is
 *            played, then by the neighbours and bridges to own stones, then by how near it is to
 *            the middle.
 */
#include "clients/gtp/hex_choice.h"

#include <stdlib.h>

enum {
	NEED_WORTH = 40, /* a stone that a side needs more or less */
	BRIDGE_WORTH = 3,
	TOUCH_WORTH = 2,
	LEAST = -1000000,
};

static stones_question_t question(colour_t attacker)
{
	return (stones_question_t){.game = "hex", .attacker = attacker, .order = TESUJI_DEFAULT};
}

/* A colour has joined its sides exactly where the other cannot any more. */
bool hex_choice_won(const stones_t *stones, colour_t colour)
{
	const stones_question_t q = question(stones_other(colour));
	position_t *position = stones_position(stones, &q);
	const bool won = position != NULL && position->game->lost(position);

	position_free(position);
	return won;
}

bool hex_choice_ask(const hex_choice_t *choice, const stones_t *stones, colour_t colour,
                    const char *driver, stones_answer_t *out)
{
	stones_question_t q = question(colour);

	q.order = choice->order;
	q.nodes = choice->nodes;
	q.workers = choice->workers;
	q.driver = driver;
	choice->asking->until = choice->time_ms > 0 ? asking_now() + choice->time_ms : 0;
	return stones_ask(choice->asking, stones, &q, out);
}

/* needs is how many stones a colour needs to join its sides. */
static int needs(const stones_t *stones, colour_t colour)
{
	const stones_question_t q = question(colour);
	position_t *position = stones_position(stones, &q);
	const unsigned distance = position != NULL ? game_distance(position) : 0;

	position_free(position);
	return distance > BOARD_MAX * BOARD_MAX ? BOARD_MAX * BOARD_MAX : (int)distance;
}

/* links counts the neighbours and bridges of a point to stones of a colour. */
static int links(const stones_t *s, int x, int y, colour_t colour)
{
	static const int steps[][3] = {
	        {1, 0, TOUCH_WORTH},   {-1, 0, TOUCH_WORTH},   {0, 1, TOUCH_WORTH},
	        {0, -1, TOUCH_WORTH},  {1, -1, TOUCH_WORTH},   {-1, 1, TOUCH_WORTH},
	        {1, 1, BRIDGE_WORTH},  {-1, -1, BRIDGE_WORTH}, {2, -1, BRIDGE_WORTH},
	        {-2, 1, BRIDGE_WORTH}, {1, -2, BRIDGE_WORTH},  {-1, 2, BRIDGE_WORTH}};
	int worth = 0;

	for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const int u = x + steps[i][0], v = y + steps[i][1];

		if (u >= 0 && v >= 0 && u < (int)s->grid.width && v < (int)s->grid.height &&
		    s->grid.at[(unsigned)v * s->grid.width + (unsigned)u] == colour)
			worth += steps[i][2];
	}
	return worth;
}

static int worth_of(const stones_t *s, unsigned point, colour_t colour)
{
	const int x = (int)(point % s->grid.width), y = (int)(point / s->grid.width);
	const int off = abs(2 * x - (int)s->grid.width + 1) + abs(2 * y - (int)s->grid.height + 1);
	stones_t after = *s;

	(void)stones_place(&after, point, colour);
	return NEED_WORTH * (needs(&after, stones_other(colour)) - needs(&after, colour)) +
	       links(s, x, y, colour) - off;
}

bool hex_choice_move(const hex_choice_t *choice, const stones_t *stones, colour_t colour,
                     unsigned *out)
{
	stones_answer_t answer;
	int most = LEAST;

	*out = GRID_NO_POINT;
	if (!hex_choice_ask(choice, stones, colour, NULL, &answer))
		return false;
	if (answer.proven && answer.best != GRID_NO_POINT) {
		*out = answer.best;
		return true;
	}
	if (!hex_choice_ask(choice, stones, stones_other(colour), NULL, &answer))
		return false;
	for (int outside = 0; outside <= 1 && *out == GRID_NO_POINT; outside++) {
		for (unsigned p = 0; p < stones_area(stones); p++) {
			int worth;

			if (stones->grid.at[p] != COLOUR_NONE ||
			    (outside == 0 && answer.proven && !answer.zone[p]))
				continue;
			worth = worth_of(stones, p, colour);
			if (worth > most) {
				most = worth;
				*out = p;
			}
		}
	}
	return *out != GRID_NO_POINT;
}
