/* SPDX-License-Identifier: MIT
 * board.h - a position of Go: stones, blocks with their liberties, the ko ban, the stocks of ko
 * threats, and the goal. This header has the data and the questions that are answered from it
 * directly. Others in this folder: setup.h makes a board, play.h makes a move and takes it back,
 * legal.h says where a move is legal, benson.h which blocks are unconditionally alive.
 *
 * Units     a point is y * width + x, y = 0 the top row; a move is its point.
 * Ownership setup_board makes a board; its caller releases it with position_free.
 * Threads   a board: one thread at a time. The geometry and the goal that it points at are
 *           constants.
 * Errors    none. A point that a function takes must be on the board.
 * Invariant for every stone p: block[id[p]] is its block; id[p] is one of the block's points, its
 *           root; next[] leads around the block; lib holds exactly its `libs` liberties, and
 *           libs >= 1. For an empty point id is POINT_NONE and next is 0; block of a point that is
 *           no root is zero.
 */
#ifndef ENGINE_GAME_GO_BOARD_BOARD_H
#define ENGINE_GAME_GO_BOARD_BOARD_H

#include "engine/game/go/go.h"
#include "engine/zone/bits.h"
#include "engine/game/geometry.h"

enum { COLOUR_EDGE = 3 }; /* what stands beyond the edge */

/* A block: stones of one colour, connected. */
typedef struct {
	bits_t lib;      /* its liberties */
	uint32_t libs;   /* how many those are */
	uint32_t stones; /* how many it has */
} block_t;

typedef struct go go_t;
typedef struct go_goal go_goal_t; /* goal.h */

struct go {
	position_t base;
	const geometry_t *geo;
	hashkey_t key;       /* of the whole position */
	hashkey_t goal_key;  /* of what is the same in all positions of the problem */
	bits_t empty, black; /* the empty points, and the points of black stones */
	uint32_t top;        /* words of `stack` in use */
	const go_goal_t *goal;
	bits_t region;      /* points on which either side may play */
	bits_t focus;       /* of a goal of life that names stones: what they could reach when the
	                       board was made. Moves there come first; else the whole board */
	bits_t stones;      /* of a goal that names many stones: the named points, without those
	                       that are struck off (goal.h). Empty where none is named: the goal is
	                       about any stone of the attacker's */
	uint16_t target;    /* the point that the goal names (the first, where it names two), or
	                       POINT_NONE */
	uint16_t second;    /* the second point that the goal names, or POINT_NONE */
	uint16_t ko;        /* the point banned for the side to move, or POINT_NONE */
	uint16_t captures;  /* how many of the moves played captured something */
	uint16_t plies;     /* moves and passes played since the board was made */
	uint8_t threats[2]; /* by side: the stock of ko threats, 0..THREATS_UNLIMITED */
	uint8_t colour[2];  /* by side: its colour */
	uint8_t at[AREA_MAX + 1]; /* colour of a point; [POINT_NONE] is COLOUR_EDGE */
	uint16_t id[AREA_MAX];
	uint16_t next[AREA_MAX];
	block_t block[AREA_MAX];
	uint64_t stack[]; /* undo records, see play.c */
};

/* board_of returns the board of a position of Go: a position is the head of its board. */
static inline const go_t *board_of(const position_t *pos)
{
	assert(pos->game == &go_game);
	return (const go_t *)pos;
}

/* board_question hashes all that decides the result but the stones on the board: the goal with the
 * stones still wanted, the region, the side to move, the ko and the stocks of threats. */
hashkey_t board_question(const go_t *go);

/* board_key_from_scratch computes what go->key must be. board_stockless returns go->key without the
 * stocks of threats. */
hashkey_t board_key_from_scratch(const go_t *go);
hashkey_t board_stockless(const go_t *go);

/* board_toggle_wanted puts the stones of a goal that strikes stones off (goal.h) into a key, or
 * takes them out of it. */
void board_toggle_wanted(const go_t *go, const bits_t *stones, hashkey_t *key);

/* board_likely_key and board_sure_key are likely_key and sure_key of hints_t, for any goal. The
 * likely key knows nothing of captures, and of no ko that the move makes. */
hashkey_t board_likely_key(const position_t *pos, move_t move);
bool board_sure_key(const position_t *pos, move_t move);

/* board_stock sets the stocks of ko threats, by side. No moves may stand played. */
void board_stock(go_t *go, const unsigned threats[2]);

/* board_captures: would a stone of the side to move on the empty point `p` capture anything? */
bool board_captures(const go_t *go, unsigned p);

/* block_add_liberty and block_remove_liberty return whether the block was changed. */
static inline bool block_add_liberty(block_t *block, unsigned point)
{
	if (bits_has(&block->lib, point))
		return false;
	bits_add(&block->lib, point);
	block->libs++;
	return true;
}

static inline bool block_remove_liberty(block_t *block, unsigned point)
{
	if (!bits_has(&block->lib, point))
		return false;
	bits_remove(&block->lib, point);
	assert(block->libs > 0);
	block->libs--;
	return true;
}

/* board_stones returns the points of all stones of a colour. */
static inline bits_t board_stones(const go_t *go, unsigned colour)
{
	bits_t stones = go->black;

	if (colour != COLOUR_BLACK) {
		stones = go->geo->all;
		bits_subtract(&stones, &go->empty);
		bits_subtract(&stones, &go->black);
	}
	return stones;
}

/* board_block returns the block of the stone on `point`, which must not be empty. */
static inline const block_t *board_block(const go_t *go, unsigned point)
{
	assert(point < AREA_MAX && go->at[point] != COLOUR_NONE);
	return &go->block[go->id[point]];
}

/* board_target returns the defender's block on the goal's point. It must still stand. */
static inline const block_t *board_target(const go_t *go)
{
	assert(go->at[go->target] == go->colour[SIDE_DEFENDER]);
	return board_block(go, go->target);
}

/* board_add_block adds the points of the block that `stone` is part of. */
static inline void board_add_block(const go_t *go, unsigned stone, bits_t *out)
{
	unsigned p = stone;

	do {
		bits_add(out, p);
		p = go->next[p];
	} while (p != stone);
}

/* board_outside returns the liberties of a block outside of the region. Nobody may play there, so a
 * block with one of them is safe for good; board_has_outside tells whether it has one. */
static inline bits_t board_outside(const go_t *go, const block_t *block)
{
	bits_t outside = block->lib;

	bits_subtract(&outside, &go->region);
	return outside;
}

static inline bool board_has_outside(const go_t *go, const block_t *block)
{
	const bits_t outside = board_outside(go, block);

	return !bits_is_empty(&outside);
}

/* board_only_liberty returns the liberty of a block in atari. */
static inline unsigned board_only_liberty(const block_t *block)
{
	bits_t lib = block->lib;

	assert(block->libs == 1);
	return bits_take(&lib);
}

#endif
