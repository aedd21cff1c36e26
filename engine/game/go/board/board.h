/* SPDX-License-Identifier: MIT
 * board.h - a Go position: blocks and liberties, ko, threats, and the way back.
 *
 * Units     a point is y * width + x, y = 0 the top row; a move is its point.
 * Ownership board_create's block is the caller's: position_free releases it.
 * Threads   a board: one thread at a time. It only reads what it points at.
 * Invariant for every stone p: block[id[p]] is its block; id[p] is one of the
 *           block's points; next[] leads around the block; lib holds exactly
 *           its `libs` liberties, and libs >= 1. The rest of id, next and block
 *           means nothing.
 */
#ifndef ENGINE_GAME_GO_BOARD_BOARD_H
#define ENGINE_GAME_GO_BOARD_BOARD_H

#include "engine/game/game.h"
#include "engine/zone/bits.h"
#include "engine/game/geometry.h"

enum { COLOUR_EDGE = 3 }; /* what stands beyond the edge */

typedef struct {
	bits_t lib;
	uint32_t libs;
	uint32_t stones;
} block_t;

typedef struct go go_t;
typedef struct go_goal go_goal_t; /* goal.h */

struct go {
	position_t base;
	const geometry_t *geo;
	hashkey_t key;
	hashkey_t goal_key;  /* of what is the same for all positions */
	bits_t empty, black; /* points, and stones of that colour */
	uint32_t top;        /* words of the stack in use */
	const go_goal_t *goal;
	bits_t region;      /* points that may be played on */
	bits_t stones;      /* goals of many stones: where these stand, less those that are struck
	                       off (goal.h); none: all of a colour */
	uint16_t target;    /* point of the stone that the goal is about, POINT_NONE: none */
	uint16_t second;    /* of the other one, or POINT_NONE */
	uint16_t ko;        /* point banned for the side to move, or POINT_NONE */
	uint16_t captures;  /* played moves that captured */
	uint16_t plies;     /* moves and passes that stand played */
	uint8_t threats[2]; /* stock by side */
	uint8_t colour[2];  /* by side */
	uint8_t at[AREA_MAX + 1]; /* colour of a point; [POINT_NONE] is COLOUR_EDGE */
	uint16_t id[AREA_MAX];
	uint16_t next[AREA_MAX];
	block_t block[AREA_MAX];
	uint64_t stack[]; /* undo records, see board.c */
};

/* What a board is made from. */
typedef struct {
	unsigned width, height;
	uint8_t at[AREA_MAX]; /* colour_t of each point */
	const go_goal_t *goal;
	unsigned target, second; /* stones, as the goal has them; POINT_NONE */
	bits_t stones;           /* likewise */
	bits_t region;           /* as go_t has it; none: the whole board */
	colour_t attacker;
	unsigned ko;         /* POINT_NONE or an empty point */
	unsigned threats[2]; /* by side, 0..THREATS_UNLIMITED */
} setup_t;

/* board_create makes a board with `turn` to move; *out is NULL when there
 * is no memory. Blocks without liberties are accepted: look before playing. */
err_t board_create(const setup_t *setup, side_t turn, go_t **out);

/* board_play makes a legal move or a pass; fewer than PLAYED_MAX
 * stand played. board_undo takes the last one back, exactly. */
void board_play(go_t *go, move_t move);
void board_undo(go_t *go);

/* board_toggle_wanted puts stones that a goal strikes off into a key, or takes them out of it. */
void board_toggle_wanted(const go_t *go, const bits_t *stones, hashkey_t *key);

/* board_question hashes the goal, the turn, the ko and the threats. */
hashkey_t board_question(const go_t *go);

/* board_captures: would a stone of the side to move take any off the board? */
bool board_captures(const go_t *go, unsigned p);

/* board_stockless is the key without the threats. */
hashkey_t board_stockless(const go_t *go);

/* board_stock gives the sides other stocks of ko threats, by side. No moves stand played. */
void board_stock(go_t *go, const unsigned threats[2]);

/* board_legal: may the side to move play there? Any move_t may be asked. */
bool board_legal(const go_t *go, move_t move);

/* board_breathes: would a stone of the side to move on an empty point have a liberty,
 * its captures made? Else it is suicide. */
bool board_breathes(const go_t *go, unsigned p);

/* board_legal_points sets *out to every point where board_legal holds. */
void board_legal_points(const go_t *go, bits_t *out);

/* board_key_from_scratch computes what go->key must be. */
hashkey_t board_key_from_scratch(const go_t *go);

/* board_stack_words bounds the stack of a board set up with `stones`. */
uint32_t board_stack_words(unsigned stones, unsigned area);

/* block_add_liberty and block_remove_liberty tell whether that changed anything. */
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

/* board_stones is where the stones of a colour stand. */
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

/* board_block returns the block of the stone at `point`. */
static inline const block_t *board_block(const go_t *go, unsigned point)
{
	assert(point < AREA_MAX && go->at[point] != COLOUR_NONE);
	return &go->block[go->id[point]];
}

/* board_target returns the block to capture. It must still stand. */
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

/* board_only_liberty returns the liberty of a block that is in atari. */
static inline unsigned board_only_liberty(const block_t *block)
{
	bits_t lib = block->lib;

	assert(block->libs == 1);
	return bits_take(&lib);
}

#endif
