/* SPDX-License-Identifier: MIT
 * go_naive.h - the rules of Go written for being obviously right: every question
 * is answered by flood fill, every move makes a new board.
 *
 * Nothing of engine/game/go is used except the names of its points. */
#ifndef TESTS_UNIT_GO_NAIVE_H
#define TESTS_UNIT_GO_NAIVE_H

#include "engine/base/check.h"
#include "engine/game/game.h"

#include <assert.h>
#include <string.h>

enum { NAIVE_AREA = BOARD_MAX * BOARD_MAX, NAIVE_NO_POINT = 9999 };

typedef struct {
	unsigned width, height;
	uint8_t at[NAIVE_AREA];
	unsigned ko; /* NAIVE_NO_POINT: none */
	unsigned threats[2];
	unsigned colour[2]; /* by side */
	side_t turn;
	unsigned target;
} naive_t;

/* A block as found by naive_block. */
typedef struct {
	bool stone[NAIVE_AREA];
	bool lib[NAIVE_AREA];
	unsigned stones, libs;
} naive_block_t;

static inline unsigned naive_neighbours(const naive_t *n, unsigned p, unsigned out[4])
{
	unsigned x, y, count = 0;

	CHECK(n->width > 0);
	x = p % n->width;
	y = p / n->width;
	if (x > 0)
		out[count++] = p - 1;
	if (x + 1 < n->width)
		out[count++] = p + 1;
	if (y > 0)
		out[count++] = p - n->width;
	if (y + 1 < n->height)
		out[count++] = p + n->width;
	return count;
}

static inline void naive_block(const naive_t *n, unsigned start, naive_block_t *out)
{
	unsigned todo[NAIVE_AREA];
	unsigned count = 0;

	memset(out, 0, sizeof(*out));
	todo[count++] = start;
	out->stone[start] = true;
	while (count > 0) {
		unsigned around[4];
		unsigned p = todo[--count];
		unsigned k = naive_neighbours(n, p, around);

		out->stones++;
		for (unsigned i = 0; i < k; i++) {
			unsigned q = around[i];

			if (n->at[q] == COLOUR_NONE && !out->lib[q]) {
				out->lib[q] = true;
				out->libs++;
			} else if (n->at[q] == n->at[start] && !out->stone[q]) {
				out->stone[q] = true;
				todo[count++] = q;
			}
		}
	}
}

static inline unsigned naive_liberties(const naive_t *n, unsigned p)
{
	naive_block_t block;

	naive_block(n, p, &block);
	return block.libs;
}

/* naive_put puts a stone of the side to move on p and removes what it captures.
 * Returns the stones captured; *last is one of them. */
static inline unsigned naive_put(naive_t *n, unsigned p, unsigned *last)
{
	unsigned around[4];
	unsigned k = naive_neighbours(n, p, around);
	unsigned captured = 0;

	n->at[p] = (uint8_t)n->colour[n->turn];
	for (unsigned i = 0; i < k; i++) {
		naive_block_t block;

		if (n->at[around[i]] == COLOUR_NONE || n->at[around[i]] == n->at[p])
			continue;
		naive_block(n, around[i], &block);
		for (unsigned q = 0; q < n->width * n->height && block.libs == 0; q++) {
			if (!block.stone[q])
				continue;
			n->at[q] = COLOUR_NONE;
			captured++;
			*last = q;
		}
	}
	return captured;
}

static inline bool naive_legal(const naive_t *n, unsigned p)
{
	naive_t after = *n;
	unsigned last;

	if (p >= n->width * n->height || n->at[p] != COLOUR_NONE)
		return false;
	if (p == n->ko && n->threats[n->turn] == 0)
		return false;
	naive_put(&after, p, &last);
	return naive_liberties(&after, p) > 0;
}

static inline void naive_play(naive_t *n, move_t move)
{
	unsigned ko = NAIVE_NO_POINT;
	unsigned last = NAIVE_NO_POINT;
	naive_block_t block;

	if (move != MOVE_PASS) {
		assert(naive_legal(n, move));
		if (move == n->ko && n->threats[n->turn] != THREATS_UNLIMITED)
			n->threats[n->turn]--;
		if (naive_put(n, move, &last) == 1) {
			naive_block(n, move, &block);
			if (block.stones == 1 && block.libs == 1)
				ko = last;
		}
	}
	n->ko = ko;
	n->turn = n->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

/* naive_may_retake: has the target just been taken in a ko that the defender may retake now? */
static inline bool naive_may_retake(const naive_t *n)
{
	return n->turn == SIDE_DEFENDER && n->ko == n->target && naive_legal(n, n->target);
}

/* naive_is_taken: has the target been taken, not to be retaken? */
static inline bool naive_is_taken(const naive_t *n)
{
	return n->at[n->target] == COLOUR_NONE && !naive_may_retake(n);
}

/* naive_finish: can the attacker, to move, take the target now? */
static inline move_t naive_finish(const naive_t *n)
{
	for (unsigned p = 0; p < n->width * n->height; p++) {
		naive_t after = *n;

		if (!naive_legal(n, p))
			continue;
		naive_play(&after, (move_t)p);
		if (naive_is_taken(&after))
			return (move_t)p;
	}
	return MOVE_NONE;
}

#endif
