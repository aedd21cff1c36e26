/* SPDX-License-Identifier: MIT
 * board.c - playing a stone and taking it back, incrementally.
 *
 * Layout     a block is named by one of its points, its root. It keeps its
 *            liberties as a set of bits with their count, and its stones as a
 *            circular list through next[]. Sets, not the pseudo-liberty counts
 *            of fast playout programs, because the search asks for the exact
 *            number and the points all the time; GNU Go's board.c and Fuego's
 *            GoBoard keep short lists for the same reason.
 *
 * Merging    swapping next[a] with next[b] joins two circles, and swapping them
 *            again parts them. The larger block stays, the smaller ones are
 *            renamed; so is the way back.
 *
 * Undo       play pushes words on a stack that ends the position: for each
 *            captured block its stones, root and size; when blocks merged, the
 *            old record of the one that stayed and of those that went; the stones
 *            that the goal struck off; last one fixed frame. Undo pops them in reverse. A captured
 * block needs no liberties saved: it had one, the point played. Records of dead blocks are never
 * needed again, so a new stone may reuse any root.
 *
 * Bound      each block that was set up or played goes at most once, captured or
 *            merged; that is what board_stack_words adds up.
 */
#include "engine/game/go/board/board.h"

#include "engine/game/go/goal.h"

#include <string.h>

/* What every move leaves on the stack. */
typedef struct {
	hashkey_t key;
	uint16_t move;
	uint16_t ko;
	uint16_t root;    /* of the block that the stone joined; the move: of none */
	uint16_t libs;    /* of that block before */
	uint8_t gained;   /* which neighbours became its liberties, by direction */
	uint8_t merged;   /* blocks that went into it */
	uint8_t captured; /* blocks captured */
	uint8_t threats[2];
	uint8_t struck; /* were stones struck off? */
	uint8_t spare[2];
} frame_t;

enum {
	WORD_BYTES = sizeof(uint64_t),
	FRAME_WORDS = sizeof(frame_t) / WORD_BYTES,
	BLOCK_WORDS = sizeof(block_t) / WORD_BYTES,
	POINTS_A_WORD = 4,
};

static_assert(sizeof(frame_t) % WORD_BYTES == 0, "frames are whole words");
static_assert(sizeof(block_t) % WORD_BYTES == 0, "blocks are whole words");

uint32_t board_stack_words(unsigned stones, unsigned area)
{
	const unsigned blocks = stones + PLAYED_MAX;
	const unsigned most_for_a_block = 2 * BLOCK_WORDS + 1; /* merged; a capture needs 2 */

	return PLAYED_MAX * FRAME_WORDS + STONES_MOST * BITS_WORDS + blocks * most_for_a_block +
	       (area + PLAYED_MAX) / POINTS_A_WORD;
}

static uint64_t *push(go_t *go, unsigned words)
{
	uint64_t *at = &go->stack[go->top];

	go->top += words;
	go->base.used += words * WORD_BYTES;
	assert(go->base.used <= go->base.bytes);
	return at;
}

static const uint64_t *pop(go_t *go, unsigned words)
{
	assert(go->top >= words);
	go->top -= words;
	go->base.used -= words * WORD_BYTES;
	return &go->stack[go->top];
}

static void push_block(go_t *go, unsigned root)
{
	memcpy(push(go, BLOCK_WORDS), &go->block[root], sizeof(block_t));
}

static void pop_block(go_t *go, unsigned root)
{
	memcpy(&go->block[root], pop(go, BLOCK_WORDS), sizeof(block_t));
}

/* forget_... clear what was known of a stone that leaves the board, and of a block
 * that ends: so a board taken back is the same to the last byte. */
static void forget_stone(go_t *go, unsigned p)
{
	go->id[p] = POINT_NONE;
	go->next[p] = 0;
}

static void forget_block(go_t *go, unsigned root)
{
	memset(&go->block[root], 0, sizeof(block_t));
}

/* put_point says what stands on a point, in all ways that the board keeps of it. */
static void put_point(go_t *go, unsigned p, unsigned colour)
{
	go->at[p] = (uint8_t)colour;
	bits_set(&go->empty, p, colour == COLOUR_NONE);
	bits_set(&go->black, p, colour == COLOUR_BLACK);
}

static void swap_next(go_t *go, unsigned a, unsigned b)
{
	const uint16_t next = go->next[a];

	assert(a != b);
	go->next[a] = go->next[b];
	go->next[b] = next;
}

static void rename_stones(go_t *go, unsigned from, uint16_t root)
{
	unsigned p = from;

	do {
		go->id[p] = root;
		p = go->next[p];
	} while (p != from);
}

/* capture takes the block off the board and tells its neighbours. */
static void capture(go_t *go, unsigned root, unsigned own)
{
	const unsigned stones = go->block[root].stones;
	const unsigned words = (stones + POINTS_A_WORD - 1) / POINTS_A_WORD;
	const hashkey_t *hash = go->geo->hash->stone[go->at[root] - COLOUR_BLACK];
	uint16_t *list = (uint16_t *)push(go, words + 1);
	uint64_t *header = (uint64_t *)(void *)list + words;
	unsigned p = root, next;

	assert(go->at[root] != own && stones > 0);
	*header = (uint64_t)root << 32 | stones;
	for (unsigned i = 0; i < stones; i++, p = next) {
		next = go->next[p];
		forget_stone(go, p);
		list[i] = (uint16_t)p;
		put_point(go, p, COLOUR_NONE);
		hash_toggle(&go->key, &hash[p]);
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[p][d];

			if (go->at[q] == own)
				block_add_liberty(&go->block[go->id[q]], p);
		}
	}
	assert(p == root);
	forget_block(go, root);
}

/* uncapture puts the last captured block back; `move` was its only liberty. */
static void uncapture(go_t *go, unsigned move, unsigned own, unsigned colour)
{
	const uint64_t header = *pop(go, 1);
	const uint16_t root = (uint16_t)(header >> 32);
	const unsigned stones = (uint32_t)header;
	const uint16_t *list =
	        (const uint16_t *)pop(go, (stones + POINTS_A_WORD - 1) / POINTS_A_WORD);
	block_t *block = &go->block[root];

	assert(list[0] == root);
	for (unsigned i = 0; i < stones; i++) {
		const unsigned p = list[i];

		assert(go->at[p] == COLOUR_NONE);
		put_point(go, p, colour);
		go->id[p] = root;
		go->next[p] = list[i + 1 < stones ? i + 1 : 0];
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[p][d];

			if (go->at[q] == own)
				block_remove_liberty(&go->block[go->id[q]], p);
		}
	}
	bits_add(&block->lib, move);
	block->libs = 1;
	block->stones = stones;
}

/* attack_neighbours takes the liberty at p from the enemy blocks around it and
 * captures those that had no other. Returns the point of a lone captured stone,
 * when that was all, or POINT_NONE. */
static unsigned attack_neighbours(go_t *go, unsigned p, unsigned own, frame_t *frame)
{
	const uint16_t *near = go->geo->near[p];
	const unsigned enemy = COLOUR_EDGE - own;
	unsigned lone = POINT_NONE;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned root = go->at[near[d]] == enemy ? go->id[near[d]] : POINT_NONE;

		if (root == POINT_NONE || !block_remove_liberty(&go->block[root], p))
			continue;
		if (go->block[root].libs == 0) {
			lone = frame->captured == 0 && go->block[root].stones == 1 ? root
			                                                           : POINT_NONE;
			frame->captured++;
			capture(go, root, own);
		}
	}
	return lone;
}

/* absorb merges block `root` into `into`, which stays. */
static void absorb(go_t *go, unsigned into, unsigned root)
{
	block_t *to = &go->block[into];
	const block_t *from = &go->block[root];

	push_block(go, root);
	*push(go, 1) = root;
	rename_stones(go, root, (uint16_t)into);
	swap_next(go, into, root);
	bits_unite(&to->lib, &from->lib);
	to->stones += from->stones;
	forget_block(go, root);
}

static void unmerge(go_t *go, const frame_t *frame)
{
	for (unsigned i = 0; i < frame->merged; i++) {
		const uint16_t root = (uint16_t)*pop(go, 1);

		swap_next(go, frame->root, root);
		rename_stones(go, root, root);
		pop_block(go, root);
	}
	swap_next(go, frame->root, frame->move);
	pop_block(go, frame->root);
}

/* start_block makes the stone at p a block of its own. */
static void start_block(go_t *go, unsigned p)
{
	block_t *block = &go->block[p];

	block->stones = 1;
	go->id[p] = (uint16_t)p;
	go->next[p] = (uint16_t)p;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[go->geo->near[p][d]] == COLOUR_NONE)
			block_add_liberty(block, go->geo->near[p][d]);
}

/* join adds the stone at p to the largest of `count` own blocks around it, and
 * the others too. */
static void join(go_t *go, unsigned p, const uint16_t roots[], unsigned count, frame_t *frame)
{
	uint16_t into = roots[0];
	block_t *block;

	for (unsigned i = 1; i < count; i++)
		if (go->block[roots[i]].stones > go->block[into].stones)
			into = roots[i];
	block = &go->block[into];
	if (count > 1)
		push_block(go, into);
	frame->root = into;
	frame->libs = (uint16_t)block->libs;
	frame->merged = (uint8_t)(count - 1);
	go->id[p] = into;
	go->next[p] = (uint16_t)p;
	swap_next(go, into, p);
	block->stones++;
	for (unsigned i = 0; i < count; i++)
		if (roots[i] != into)
			absorb(go, into, roots[i]);
	bits_remove(&block->lib, p);
	block->libs = count > 1 ? bits_count(&block->lib) : block->libs - 1;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE && block_add_liberty(block, q))
			frame->gained |= (uint8_t)(1u << d);
	}
}

static void unjoin(go_t *go, const frame_t *frame)
{
	block_t *block = &go->block[frame->root];

	swap_next(go, frame->root, frame->move);
	block->stones--;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (frame->gained >> d & 1)
			bits_remove(&block->lib, go->geo->near[frame->move][d]);
	bits_add(&block->lib, frame->move);
	block->libs = frame->libs;
}

/* place puts a stone on p: captures first, so that what joins sees the emptied
 * points as liberties. */
static void place(go_t *go, unsigned p, frame_t *frame)
{
	const unsigned own = go->colour[go->base.turn];
	const unsigned lone = attack_neighbours(go, p, own, frame);
	uint16_t roots[DIRECTIONS];
	unsigned count = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];
		bool seen = go->at[q] != own;

		for (unsigned i = 0; i < count && !seen; i++)
			seen = roots[i] == go->id[q];
		if (!seen)
			roots[count++] = go->id[q];
	}
	put_point(go, p, own);
	hash_toggle(&go->key, &go->geo->hash->stone[own - COLOUR_BLACK][p]);
	if (count > 0)
		join(go, p, roots, count, frame);
	else
		start_block(go, p);
	go->captures = (uint16_t)(go->captures + (frame->captured > 0));
	if (count == 0 && lone != POINT_NONE && go->block[p].libs == 1) {
		go->ko = (uint16_t)lone;
		hash_toggle(&go->key, &go->geo->hash->ko[lone]);
	}
	assert(go->block[go->id[p]].libs > 0);
}

static void unplace(go_t *go, const frame_t *frame)
{
	const unsigned own = go->colour[go->base.turn];
	const unsigned enemy = COLOUR_EDGE - own;
	const unsigned p = frame->move;

	assert(go->at[p] == own);
	if (frame->merged > 0)
		unmerge(go, frame);
	else if (frame->root != p)
		unjoin(go, frame);
	else
		forget_block(go, p);
	forget_stone(go, p);
	put_point(go, p, COLOUR_NONE);
	for (unsigned i = 0; i < frame->captured; i++)
		uncapture(go, p, own, enemy);
	go->captures = (uint16_t)(go->captures - (frame->captured > 0));
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == enemy)
			block_add_liberty(&go->block[go->id[q]], p);
	}
}

static void spend_threat(go_t *go, side_t side)
{
	uint8_t *stock = &go->threats[side];
	const hashkey_t *hash = go->geo->hash->threats[side];

	assert(*stock > 0);
	if (*stock == THREATS_UNLIMITED)
		return;
	hash_toggle(&go->key, &hash[*stock]);
	--*stock;
	hash_toggle(&go->key, &hash[*stock]);
}

/* strike takes off the goal's stones what has been captured, `turn` being to move now: but not in a
 * ko that the defender may retake, and when he has not, not the last one, for the attacker has one
 * move left to make (retake.h). */
static void strike(go_t *go, side_t turn, frame_t *frame)
{
	bits_t left = go->stones, gone = {{0}};

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] != go->colour[SIDE_DEFENDER] &&
		    (p != go->ko || turn == SIDE_ATTACKER || go->threats[SIDE_DEFENDER] == 0))
			bits_add(&gone, p);
	}
	left = go->stones;
	bits_subtract(&left, &gone);
	if (bits_is_empty(&gone) || (bits_is_empty(&left) && turn == SIDE_ATTACKER))
		return;
	memcpy(push(go, BITS_WORDS), &gone, sizeof(gone));
	frame->struck = 1;
	go->stones = left;
	board_toggle_wanted(go, &gone, &go->key);
}

static void unstrike(go_t *go)
{
	bits_t gone;

	memcpy(&gone, pop(go, BITS_WORDS), sizeof(gone));
	bits_unite(&go->stones, &gone);
}

void board_play(go_t *go, move_t move)
{
	const side_t side = go->base.turn;
	const hashwords_t *hash = go->geo->hash;
	frame_t frame = {
	        .key = go->key,
	        .move = move,
	        .ko = go->ko,
	        .root = move,
	        .threats = {go->threats[0], go->threats[1]},
	};

	assert(go->plies < PLAYED_MAX);
	assert(move == MOVE_PASS || board_legal(go, move));
	if (move == go->ko)
		spend_threat(go, side);
	hash_toggle(&go->key, &hash->ko[go->ko]);
	go->ko = POINT_NONE;
	if (move != MOVE_PASS)
		place(go, move, &frame);
	hash_toggle(&go->key, &hash->defender_turn);
	go->base.turn = side == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (go->goal->strikes)
		strike(go, go->base.turn, &frame);
	go->plies++;
	memcpy(push(go, FRAME_WORDS), &frame, sizeof(frame));
}

void board_undo(go_t *go)
{
	frame_t frame;

	assert(go->plies > 0);
	memcpy(&frame, pop(go, FRAME_WORDS), sizeof(frame));
	go->base.turn = go->base.turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (frame.struck)
		unstrike(go);
	if (frame.move != MOVE_PASS)
		unplace(go, &frame);
	go->plies--;
	go->ko = frame.ko;
	go->threats[0] = frame.threats[0];
	go->threats[1] = frame.threats[1];
	go->key = frame.key;
}
