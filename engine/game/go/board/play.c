/* SPDX-License-Identifier: MIT
 * play.c - playing a stone and taking it back, incrementally.
 *
 * Layout     a block is named by one of its points, its root. It keeps its liberties as a set of
 *            bits with their count, and its stones as a circular list through next[]. Sets, not the
 *            pseudo-liberty counts of fast playout programs, because the search asks for the exact
 *            number and the points all the time; GNU Go's board.c and Fuego's GoBoard keep short
 *            lists for the same reason.
 *
 * Merging    exchanging next[a] and next[b] joins two circular lists into one, and exchanging them
 *            again parts them. The largest block keeps its root, the stones of the others are
 *            renamed, and renamed back when the move is taken back.
 *
 * Undo       play_move pushes words on go_t.stack: for each captured block its stones, root and
 *            size; for each merge the old records of the block that kept its root and of those that
 *            did not; the stones that the goal struck off; last one undo_t. play_undo pops them in
 *            reverse. A captured block needs no liberties saved: it had one, the point played.
 *            Records of dead blocks are never needed again, so a new stone may reuse any root.
 *
 * Bound      each block that was set up or played is captured or merged away at most once on a
 *            line: play_stack_words adds up what that needs.
 */
#include "engine/game/go/board/play.h"

#include "engine/game/go/board/legal.h"
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
} undo_t;

enum {
	WORD_BYTES = sizeof(uint64_t),
	UNDO_WORDS = sizeof(undo_t) / WORD_BYTES,
	BLOCK_WORDS = sizeof(block_t) / WORD_BYTES,
	POINTS_A_WORD = 4,
};

static_assert(sizeof(undo_t) % WORD_BYTES == 0, "frames are whole words");
static_assert(sizeof(block_t) % WORD_BYTES == 0, "blocks are whole words");

uint32_t play_stack_words(unsigned stones, unsigned area)
{
	const unsigned blocks = stones + PLAYED_MAX;
	const unsigned most_for_a_block = 2 * BLOCK_WORDS + 1; /* merged; a capture needs 2 */

	return PLAYED_MAX * UNDO_WORDS + STONES_MOST * BITS_WORDS + blocks * most_for_a_block +
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

/* forget_stone and forget_block clear the records of a stone that leaves the board and of a block
 * that ends, so that a board after play_undo is the same to the last byte as before play_move. */
static void forget_stone(go_t *go, unsigned p)
{
	go->id[p] = POINT_NONE;
	go->next[p] = 0;
}

static void forget_block(go_t *go, unsigned root)
{
	memset(&go->block[root], 0, sizeof(block_t));
}

/* put_point writes what stands on a point, into all fields that say so. */
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

/* capture takes the block off the board, and gives its points to the blocks around it as
 * liberties. */
static void capture(go_t *go, unsigned root, unsigned own)
{
	const unsigned stones = go->block[root].stones;
	const unsigned words = (stones + POINTS_A_WORD - 1) / POINTS_A_WORD;
	const hashkey_t *hash = go->geo->hash->stone[go->at[root] - COLOUR_BLACK];
	uint16_t *list = (uint16_t *)push(go, words + 1);
	uint64_t *header = (uint64_t *)(void *)list + words;
	unsigned p = root, next;

	assert(go->at[root] != own && stones > 0 && go->block[root].libs == 0);
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

/* attack_neighbours takes the liberty at p from the enemy blocks around it and captures those that
 * had no other. It returns the point of the captured stone where a single one was captured, else
 * POINT_NONE. */
static unsigned attack_neighbours(go_t *go, unsigned p, unsigned own, undo_t *undo)
{
	const uint16_t *near = go->geo->near[p];
	const unsigned enemy = COLOUR_EDGE - own;
	unsigned lone = POINT_NONE;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned root = go->at[near[d]] == enemy ? go->id[near[d]] : POINT_NONE;

		if (root == POINT_NONE || !block_remove_liberty(&go->block[root], p))
			continue;
		if (go->block[root].libs == 0) {
			lone = undo->captured == 0 && go->block[root].stones == 1 ? root
			                                                          : POINT_NONE;
			undo->captured++;
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

static void unmerge(go_t *go, const undo_t *undo)
{
	for (unsigned i = 0; i < undo->merged; i++) {
		const uint16_t root = (uint16_t)*pop(go, 1);

		swap_next(go, undo->root, root);
		rename_stones(go, root, root);
		pop_block(go, root);
	}
	swap_next(go, undo->root, undo->move);
	pop_block(go, undo->root);
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

/* join adds the stone at p, and then the smaller ones of the `count` own blocks around it, to the
 * largest of these. */
static void join(go_t *go, unsigned p, const uint16_t roots[], unsigned count, undo_t *undo)
{
	uint16_t into = roots[0];
	block_t *block;

	for (unsigned i = 1; i < count; i++)
		if (go->block[roots[i]].stones > go->block[into].stones)
			into = roots[i];
	block = &go->block[into];
	if (count > 1)
		push_block(go, into);
	undo->root = into;
	undo->libs = (uint16_t)block->libs;
	undo->merged = (uint8_t)(count - 1);
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
			undo->gained |= (uint8_t)(1u << d);
	}
}

static void unjoin(go_t *go, const undo_t *undo)
{
	block_t *block = &go->block[undo->root];

	swap_next(go, undo->root, undo->move);
	block->stones--;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (undo->gained >> d & 1)
			bits_remove(&block->lib, go->geo->near[undo->move][d]);
	bits_add(&block->lib, undo->move);
	block->libs = undo->libs;
}

/* place puts a stone of the side to move on p. It captures first, so that the points of captured
 * stones become liberties of the block that the stone joins. */
static void place(go_t *go, unsigned p, undo_t *undo)
{
	const unsigned own = go->colour[go->base.turn];
	const unsigned lone = attack_neighbours(go, p, own, undo);
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
		join(go, p, roots, count, undo);
	else
		start_block(go, p);
	go->captures = (uint16_t)(go->captures + (undo->captured > 0));
	if (count == 0 && lone != POINT_NONE && go->block[p].libs == 1) {
		go->ko = (uint16_t)lone;
		hash_toggle(&go->key, &go->geo->hash->ko[lone]);
	}
	assert(go->block[go->id[p]].libs > 0);
	assert(go->block[go->id[p]].libs == bits_count(&go->block[go->id[p]].lib));
	assert(go->ko == POINT_NONE || go->at[go->ko] == COLOUR_NONE);
}

static void unplace(go_t *go, const undo_t *undo)
{
	const unsigned own = go->colour[go->base.turn];
	const unsigned enemy = COLOUR_EDGE - own;
	const unsigned p = undo->move;

	assert(go->at[p] == own);
	if (undo->merged > 0)
		unmerge(go, undo);
	else if (undo->root != p)
		unjoin(go, undo);
	else
		forget_block(go, p);
	forget_stone(go, p);
	put_point(go, p, COLOUR_NONE);
	for (unsigned i = 0; i < undo->captured; i++)
		uncapture(go, p, own, enemy);
	go->captures = (uint16_t)(go->captures - (undo->captured > 0));
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

/* strike removes the captured stones from the stones that the goal still wants; `turn` is to move
 * now. Two are not removed: a stone captured in a ko that the defender may retake now; and, with
 * the attacker to move, the last stone of all, as he has one move left to make (retake.h). */
static void strike(go_t *go, side_t turn, undo_t *undo)
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
	assert(go->goal->strikes);
	memcpy(push(go, BITS_WORDS), &gone, sizeof(gone));
	undo->struck = 1;
	go->stones = left;
	board_toggle_wanted(go, &gone, &go->key);
}

static void unstrike(go_t *go)
{
	bits_t gone;

	memcpy(&gone, pop(go, BITS_WORDS), sizeof(gone));
	bits_unite(&go->stones, &gone);
}

void play_move(go_t *go, move_t move)
{
	const side_t side = go->base.turn;
	const hashwords_t *hash = go->geo->hash;
	undo_t undo = {
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
		place(go, move, &undo);
	hash_toggle(&go->key, &hash->defender_turn);
	go->base.turn = side == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (go->goal->strikes)
		strike(go, go->base.turn, &undo);
	go->plies++;
	memcpy(push(go, UNDO_WORDS), &undo, sizeof(undo));
}

void play_undo(go_t *go)
{
	undo_t undo;

	assert(go->plies > 0);
	memcpy(&undo, pop(go, UNDO_WORDS), sizeof(undo));
	go->base.turn = go->base.turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (undo.struck)
		unstrike(go);
	if (undo.move != MOVE_PASS)
		unplace(go, &undo);
	go->plies--;
	go->ko = undo.ko;
	go->threats[0] = undo.threats[0];
	go->threats[1] = undo.threats[1];
	go->key = undo.key;
	assert(undo.move == MOVE_PASS || go->at[undo.move] == COLOUR_NONE);
	assert(go->plies > 0 || go->top == 0);
}
