/* SPDX-License-Identifier: MIT
 * player.c - see player.h.
 *
 * Design     First what the solver knows: blocks of the player's that would be captured and can be
 *            saved, and blocks of the enemy's that can be captured and would be saved. The largest
 *            block counts most; unconditional success counts double. Else the move with the best
 *            shape: a simple count of the points around it, without search. Regions that only one
 *            colour surrounds are left alone, so that eyes stay open and games end. A game that
 *            repeats itself in kos ends at a length limit.
 */
#include "clients/gtp/player.h"

#include <assert.h>
#include <stdlib.h>

#include "clients/gtp/choose.h"

enum {
	THREATENED = 3,   /* most liberties of a block that is asked about */
	BLOCKS_MOST = 12, /* most blocks asked about, for each colour: the largest */
	PLAYER_ORDER = 2,
	PLAYER_NODES = 20000, /* for each question: some 40 ms, a move takes a second or two */
	ROOM_LEAST = 12,      /* smallest region of the enemy's in which a group may live */
	LENGTH_MOST = 3,      /* longest game, in multiples of the points of the board */
	REACH = 3,            /* how far around a move the shape is counted */
};

typedef struct {
	const game_t *game;
	const sgf_board_t *board;
	unsigned colour;
	int move, worth; /* the best move so far */
} choice_t;

static void consider(choice_t *c, int move, int worth)
{
	if (move >= 0 && worth > c->worth && game_legal(c->game, move, c->colour)) {
		c->move = move;
		c->worth = worth;
	}
}

typedef struct {
	int point;
	unsigned stones;
} target_t;

static int by_size(const void *left, const void *right)
{
	const target_t *a = left, *b = right;

	if (a->stones != b->stones)
		return a->stones > b->stones ? -1 : 1;
	return a->point - b->point;
}

/* targets lists the blocks of a colour with few liberties, the largest first. Returns how many. */
static unsigned targets(const sgf_board_t *board, unsigned colour, target_t *out)
{
	bool seen[SGF_POINTS_MAX] = {false};
	unsigned count = 0;

	for (unsigned point = 0; point < board->width * board->height; point++) {
		sgf_block_t block;

		if (board->stones[point] != colour || seen[point])
			continue;
		sgf_board_block(board, (int)point, &block);
		for (unsigned i = 0; i < block.stones; i++)
			seen[block.stone[i]] = true;
		if (block.liberties <= THREATENED)
			out[count++] = (target_t){(int)point, block.stones};
	}
	qsort(out, count, sizeof(*out), by_size);
	return count < BLOCKS_MOST ? count : BLOCKS_MOST;
}

/* consider_block asks about one block: a move counts only if it matters who moves first. */
static bool consider_block(ask_t *ask, choice_t *c, const target_t *t)
{
	const bool own = c->board->stones[t->point] == c->colour;
	answer_t attack, defence;
	const answer_t *mine = own ? &defence : &attack;

	if (!ask_attack(ask, c->board, t->point, &attack))
		return false;
	if (attack.code == ASK_FAILS)
		return true;
	if (!ask_defend(ask, c->board, t->point, &defence) ||
	    (own && defence.move < 0 && defence.code != ASK_SURE &&
	     !choose_move(ask, c->board, t->point, false, &defence)))
		return false;
	if (defence.code != ASK_FAILS)
		consider(c, mine->move, (int)t->stones * (mine->code == ASK_SURE ? 2 : 1));
	return true;
}

static bool consider_tactics(ask_t *ask, choice_t *c)
{
	const unsigned colours[] = {c->colour, game_enemy(c->colour)};

	for (unsigned i = 0; i < 2; i++) {
		target_t list[SGF_POINTS_MAX];
		const unsigned count = targets(c->board, colours[i], list);

		for (unsigned k = 0; k < count; k++) {
			if (!consider_block(ask, c, &list[k]))
				return false;
		}
	}
	return true;
}

/* An empty region: its points, and whether stones of each colour are beside it. */
typedef struct {
	unsigned count;
	int point[SGF_POINTS_MAX];
	bool beside[SGF_WHITE + 1];
} region_t;

static void region_of(const sgf_board_t *board, int point, bool *seen, region_t *out)
{
	*out = (region_t){.count = 1};
	out->point[0] = point;
	seen[point] = true;
	for (unsigned i = 0; i < out->count; i++) {
		int beside[4];
		const unsigned sides = sgf_board_beside(board, out->point[i], beside);

		for (unsigned k = 0; k < sides; k++) {
			out->beside[board->stones[beside[k]]] = true;
			if (board->stones[beside[k]] != SGF_EMPTY || seen[beside[k]])
				continue;
			seen[beside[k]] = true;
			assert(out->count < SGF_POINTS_MAX); /* none is seen twice */
			out->point[out->count++] = beside[k];
		}
	}
}

/* is_settled tells whether there is nothing left to play for in the region. */
static bool is_settled(const region_t *r, unsigned colour)
{
	if (!r->beside[SGF_BLACK] && !r->beside[SGF_WHITE])
		return false;
	if (!r->beside[game_enemy(colour)])
		return true;
	return !r->beside[colour] && r->count < ROOM_LEAST;
}

/* is_safe tells whether a stone played there would have more than one liberty. */
static bool is_safe(const choice_t *c, int point)
{
	sgf_board_t after = *c->board;
	sgf_block_t block;

	sgf_board_play(&after, point, c->colour);
	sgf_board_block(&after, point, &block);
	return block.liberties > 1;
}

/* shape returns the worth of a point: empty points and enemies around it add, own stones
 * subtract, and so do the first two lines of the board. */
static int shape(const choice_t *c, int point)
{
	static const int near[REACH + 1] = {0, 4, 2, 1};
	static const int line[] = {-24, -8, 4, 4};
	const int width = (int)c->board->width, height = (int)c->board->height;
	const int x = point % width, y = point / width;
	const int left = x < width - 1 - x ? x : width - 1 - x;
	const int top = y < height - 1 - y ? y : height - 1 - y;
	const int edge = left < top ? left : top;
	int worth = edge < (int)(sizeof(line) / sizeof(line[0])) ? line[edge] : 0;

	for (int v = y - REACH; v <= y + REACH; v++) {
		for (int u = x - REACH; u <= x + REACH; u++) {
			const int away = abs(u - x) + abs(v - y);
			unsigned there;

			if (u < 0 || v < 0 || u >= width || v >= height || away == 0 ||
			    away > REACH)
				continue;
			there = c->board->stones[v * width + u];
			worth += near[away] * (there == SGF_EMPTY   ? 2
			                       : there == c->colour ? -1
			                                            : 1);
		}
	}
	return worth;
}

/* consider_shape compares all points of regions that are not settled. */
static void consider_shape(choice_t *c)
{
	enum { LEAST = -1000000 };
	bool seen[SGF_POINTS_MAX] = {false};

	c->worth = LEAST;
	for (unsigned point = 0; point < c->board->width * c->board->height; point++) {
		region_t region;

		if (c->board->stones[point] != SGF_EMPTY || seen[point])
			continue;
		region_of(c->board, (int)point, seen, &region);
		if (is_settled(&region, c->colour))
			continue;
		for (unsigned i = 0; i < region.count; i++) {
			const int p = region.point[i];

			if (game_legal(c->game, p, c->colour) && is_safe(c, p))
				consider(c, p, shape(c, p));
		}
	}
}

bool player_move(ask_t *ask, const game_t *game, unsigned colour, int *out)
{
	const sgf_board_t *board = &game->now.board;
	choice_t c = {.game = game, .board = board, .colour = colour, .move = GAME_PASS};
	const ask_limits_t limits = ask->limits;
	bool good;

	*out = GAME_PASS;
	if (game->moves >= LENGTH_MOST * board->width * board->height)
		return true;
	if (limits.order > PLAYER_ORDER)
		ask->limits.order = PLAYER_ORDER;
	if (limits.nodes == 0 || limits.nodes > PLAYER_NODES)
		ask->limits.nodes = PLAYER_NODES;
	good = consider_tactics(ask, &c);
	ask->limits = limits;
	if (!good)
		return false;
	if (c.move == GAME_PASS)
		consider_shape(&c);
	*out = c.move;
	return true;
}
