/* SPDX-License-Identifier: MIT
 * positions.c - see positions.h. Of sixteen positions
 *
 *   12 are open boards of 7x7: from two stones of White's in the middle on, moves are played at
 *      random, near stones; no move leaves its own block in atari;
 *   2  are made likewise on 5x5 or 6x6;
 *   2  are enclosed, on 7x7: Black's stones, and fewer of White's, in a corner or at the edge,
 * White's wall around them, and White's stones on half of the points beyond it.
 */
#include "tools/train/positions.h"

#include <string.h>

#include "engine/game/go/board/board.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/board/legal.h"

enum {
	SIDE = 7,
	KINDS = 16, /* of which are */
	SMALL = 2,  /* of these: a smaller board */
	ENCLOSED = 2,
	SMALL_SIDE = 5, /* or one more */
	MARGIN = 2,     /* the first stones are so far from the edge, or one nearer */
	FEWEST = 4,     /* moves after them */
	MOST = 22,
	TRIES = 40,     /* for a move that does not leave its block in atari */
	ROOM_WIDTH = 3, /* of what is enclosed: so wide at least, and up to 2 more */
	ROOM_HEIGHT = 2,
};

static void problem_set(made_t *out, side_t first)
{
	out->problem = (problem_t){.game = "go",
	                           .rows = out->rows,
	                           .goal = "live-any",
	                           .attacker = COLOUR_BLACK,
	                           .first = first,
	                           .defender_threats = THREATS_UNLIMITED};
}

/* clear writes an empty board. */
static void clear(made_t *out, unsigned side)
{
	memset(out->rows, '.', side * (side + 1));
	for (unsigned y = 0; y < side; y++)
		out->rows[y * (side + 1) + side] = '/';
	out->rows[side * (side + 1) - 1] = '\0';
}

/* is_near: does a stone touch the point, or stand diagonally beside it? Of the points on the edge
 * three in four are never near. */
static bool is_near(rng_t *rng, const go_t *go, unsigned p)
{
	const unsigned side = go->geo->width, x = p % side, y = p / side;
	const bool edge = x == 0 || y == 0 || x == side - 1 || y == side - 1;

	if (edge && rng_below(rng, 4) > 0)
		return false;
	for (unsigned q = 0; q < go->geo->area; q++)
		if (go->at[q] != COLOUR_NONE && q % side + 1 >= x && q % side <= x + 1 &&
		    q / side + 1 >= y && q / side <= y + 1)
			return true;
	return false;
}

/* play_one plays a move at random; nothing where none is found. */
static void play_one(rng_t *rng, go_t *go)
{
	for (unsigned i = 0; i < TRIES; i++) {
		const unsigned p = rng_below(rng, go->geo->area);

		if (!board_legal(go, (move_t)p) || !is_near(rng, go, p))
			continue;
		play_move(go, (move_t)p);
		if (board_block(go, p)->libs > 1)
			return;
		play_undo(go);
	}
}

static bool make_open(rng_t *rng, unsigned side, made_t *out)
{
	const unsigned moves = FEWEST + rng_below(rng, MOST - FEWEST + 1);
	const unsigned inner = side - 2 * MARGIN, outer = inner + 2;
	const unsigned x = MARGIN + rng_below(rng, inner), y = MARGIN + rng_below(rng, inner);
	position_t *pos;
	errinfo_t why;
	strbuf_t text;
	unsigned u, v;

	do {
		u = MARGIN - 1 + rng_below(rng, outer);
		v = MARGIN - 1 + rng_below(rng, outer);
	} while (u == x && v == y);
	clear(out, side);
	out->rows[y * (side + 1) + x] = 'O';
	out->rows[v * (side + 1) + u] = 'O';
	problem_set(out, SIDE_ATTACKER);
	if (game_create(&out->problem, &pos, &why) != ERR_OK)
		return false;
	for (unsigned i = 0; i < moves; i++)
		play_one(rng, (go_t *)pos);
	problem_set(out, pos->turn);
	strbuf_init(&text, out->rows, sizeof(out->rows));
	pos->game->rows_text(pos, &text);
	position_free(pos);
	return true;
}

/* stone draws what stands on a point of an enclosed position. `out_of` is how far the point lies
 * beyond what is enclosed; 0: inside. */
static char stone(rng_t *rng, unsigned out_of)
{
	const unsigned drawn = rng_below(rng, 12);

	if (out_of == 0)
		return drawn < 4 ? 'X' : drawn < 6 ? 'O' : '.';
	return out_of == 1 || drawn < 6 ? 'O' : '.';
}

/* has_breath: has every block a liberty? False as well if there is no such position. */
static bool has_breath(made_t *out)
{
	position_t *pos;
	errinfo_t why;
	bool good = true;

	if (game_create(&out->problem, &pos, &why) != ERR_OK)
		return false;
	for (unsigned p = 0; p < SIDE * SIDE; p++) {
		const go_t *go = (const go_t *)pos;

		good = good && (go->at[p] == COLOUR_NONE || board_block(go, p)->libs > 0);
	}
	position_free(pos);
	return good;
}

static void make_enclosed(rng_t *rng, made_t *out)
{
	do {
		const unsigned width = ROOM_WIDTH + rng_below(rng, 3);
		const unsigned height = ROOM_HEIGHT + rng_below(rng, 3);
		const unsigned left = rng_below(rng, 2) == 0 ? 0 : 1;

		clear(out, SIDE);
		for (unsigned p = 0; p < SIDE * SIDE; p++) {
			const unsigned x = p % SIDE, y = p / SIDE;
			const unsigned across = x < left            ? left - x
			                        : x >= left + width ? x - left - width + 1
			                                            : 0;
			const unsigned down = y >= height ? y - height + 1 : 0;

			out->rows[y * (SIDE + 1) + x] = stone(rng, across > down ? across : down);
		}
		problem_set(out, rng_below(rng, 2) == 0 ? SIDE_ATTACKER : SIDE_DEFENDER);
	} while (!has_breath(out));
}

/* name has the goal name one stone of each block of Black's. */
static bool name(made_t *out)
{
	position_t *pos;
	errinfo_t why;
	strbuf_t text;
	bits_t left;

	if (game_create(&out->problem, &pos, &why) != ERR_OK)
		return false;
	strbuf_init(&text, out->named, sizeof(out->named));
	left = board_stones((const go_t *)pos, COLOUR_BLACK);
	for (unsigned i = 0; i < NAMED_MOST && !bits_is_empty(&left); i++) {
		bits_t block = {{0}};
		bits_t rest = left;
		const unsigned p = bits_take(&rest);

		board_add_block((const go_t *)pos, p, &block);
		bits_subtract(&left, &block);
		if (i > 0)
			strbuf_char(&text, ' ');
		pos->game->move_text(pos, (move_t)p, &text);
	}
	position_free(pos);
	if (text.length > 0)
		out->problem.target = out->named;
	return true;
}

bool positions_make(rng_t *rng, bool names, made_t *out)
{
	const unsigned kind = rng_below(rng, KINDS);

	if (kind < ENCLOSED)
		make_enclosed(rng, out);
	else if (!make_open(rng, kind >= ENCLOSED + SMALL ? SIDE : SMALL_SIDE + rng_below(rng, 2),
	                    out))
		return false;
	return !names || name(out);
}
