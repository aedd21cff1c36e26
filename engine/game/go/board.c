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
 *            old record of the one that stayed and of those that went; last one
 *            fixed frame. Undo pops them in reverse. A captured block needs no
 *            liberties saved: it had one, the point played. Records of dead
 *            blocks are never needed again, so a new stone may reuse any root.
 *
 * Bound      each block that was set up or played goes at most once, captured or
 *            merged; that is what stack_words adds up.
 */
#include "engine/game/go/board.h"

#include "engine/base/mem.h"

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
	uint8_t spare[3];
} frame_t;

enum {
	WORD_BYTES = sizeof(uint64_t),
	FRAME_WORDS = sizeof(frame_t) / WORD_BYTES,
	BLOCK_WORDS = sizeof(block_t) / WORD_BYTES,
	POINTS_A_WORD = 4,
};

static_assert(sizeof(frame_t) % WORD_BYTES == 0, "frames are whole words");
static_assert(sizeof(block_t) % WORD_BYTES == 0, "blocks are whole words");

static uint32_t stack_words(unsigned stones, unsigned area)
{
	const unsigned blocks = stones + PLAYED_MAX;
	const unsigned most_for_a_block = 2 * BLOCK_WORDS + 1; /* merged; a capture needs 2 */

	return PLAYED_MAX * FRAME_WORDS + blocks * most_for_a_block +
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

static bool add_liberty(block_t *block, unsigned point)
{
	if (bits_has(&block->lib, point))
		return false;
	bits_add(&block->lib, point);
	block->libs++;
	return true;
}

static bool remove_liberty(block_t *block, unsigned point)
{
	if (!bits_has(&block->lib, point))
		return false;
	bits_remove(&block->lib, point);
	assert(block->libs > 0);
	block->libs--;
	return true;
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
	unsigned p = root;

	assert(go->at[root] != own && stones > 0);
	*header = (uint64_t)root << 32 | stones;
	for (unsigned i = 0; i < stones; i++, p = go->next[p]) {
		list[i] = (uint16_t)p;
		go->at[p] = COLOUR_NONE;
		bits_add(&go->empty, p);
		hash_toggle(&go->key, &hash[p]);
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[p][d];

			if (go->at[q] == own)
				add_liberty(&go->block[go->id[q]], p);
		}
	}
	assert(p == root);
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
		go->at[p] = (uint8_t)colour;
		bits_remove(&go->empty, p);
		go->id[p] = root;
		go->next[p] = list[i + 1 < stones ? i + 1 : 0];
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[p][d];

			if (go->at[q] == own)
				remove_liberty(&go->block[go->id[q]], p);
		}
	}
	memset(block, 0, sizeof(*block));
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

		if (root == POINT_NONE || !remove_liberty(&go->block[root], p))
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

	memset(block, 0, sizeof(*block));
	block->stones = 1;
	go->id[p] = (uint16_t)p;
	go->next[p] = (uint16_t)p;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[go->geo->near[p][d]] == COLOUR_NONE)
			add_liberty(block, go->geo->near[p][d]);
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

		if (go->at[q] == COLOUR_NONE && add_liberty(block, q))
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
	go->at[p] = (uint8_t)own;
	bits_remove(&go->empty, p);
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
	go->at[p] = COLOUR_NONE;
	bits_add(&go->empty, p);
	for (unsigned i = 0; i < frame->captured; i++)
		uncapture(go, p, own, enemy);
	go->captures = (uint16_t)(go->captures - (frame->captured > 0));
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == enemy)
			add_liberty(&go->block[go->id[q]], p);
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
	assert(move == MOVE_PASS ? side == SIDE_DEFENDER : board_legal(go, move));
	if (move == go->ko)
		spend_threat(go, side);
	hash_toggle(&go->key, &hash->ko[go->ko]);
	go->ko = POINT_NONE;
	if (move != MOVE_PASS)
		place(go, move, &frame);
	hash_toggle(&go->key, &hash->defender_turn);
	go->base.turn = side == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	go->plies++;
	memcpy(push(go, FRAME_WORDS), &frame, sizeof(frame));
}

void board_undo(go_t *go)
{
	frame_t frame;

	assert(go->plies > 0);
	memcpy(&frame, pop(go, FRAME_WORDS), sizeof(frame));
	go->base.turn = go->base.turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (frame.move != MOVE_PASS)
		unplace(go, &frame);
	go->plies--;
	go->ko = frame.ko;
	go->threats[0] = frame.threats[0];
	go->threats[1] = frame.threats[1];
	go->key = frame.key;
}

/* can_breathe: would a stone of the side to move on an empty point have a
 * liberty, its captures made? */
static bool can_breathe(const go_t *go, unsigned p)
{
	const unsigned own = go->colour[go->base.turn];

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == COLOUR_NONE)
			return true;
		if (go->at[q] != COLOUR_EDGE &&
		    (go->at[q] == own) == (board_block(go, q)->libs > 1))
			return true; /* an own block with another liberty, or a capture */
	}
	return false;
}

bool board_legal(const go_t *go, move_t move)
{
	if (move >= go->geo->area || go->at[move] != COLOUR_NONE)
		return false;
	if (move == go->ko && go->threats[go->base.turn] == 0)
		return false;
	return can_breathe(go, move);
}

void board_legal_points(const go_t *go, bits_t *out)
{
	bits_t closed = go->empty; /* empty points without an empty neighbour */

	geometry_neighbours(go->geo, &go->empty, out);
	bits_intersect(out, &go->empty);
	bits_subtract(&closed, out);
	assert(go->ko == POINT_NONE || bits_has(&closed, go->ko));
	while (!bits_is_empty(&closed)) {
		const unsigned p = bits_take(&closed);

		if (board_legal(go, (move_t)p))
			bits_add(out, p);
	}
}

hashkey_t board_key_from_scratch(const go_t *go)
{
	const hashwords_t *hash = go->geo->hash;
	hashkey_t key = geometry_goal_key(go->geo, go->target, (colour_t)go->colour[SIDE_ATTACKER]);

	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] != COLOUR_NONE)
			hash_toggle(&key, &hash->stone[go->at[p] - COLOUR_BLACK][p]);
	hash_toggle(&key, &hash->ko[go->ko]);
	for (unsigned side = 0; side < 2; side++)
		hash_toggle(&key, &hash->threats[side][go->threats[side]]);
	if (go->base.turn == SIDE_DEFENDER)
		hash_toggle(&key, &hash->defender_turn);
	return key;
}

/* flood makes the stones connected to p one block, with p as its root. */
static void flood(go_t *go, unsigned p)
{
	unsigned end = p; /* the list's last stone; what follows p is still to be looked at */
	unsigned s = p;

	start_block(go, p);
	do {
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[s][d];

			if (go->at[q] == COLOUR_NONE)
				add_liberty(&go->block[p], q);
			if (go->at[q] != go->at[p] || go->id[q] != POINT_NONE)
				continue;
			go->id[q] = (uint16_t)p;
			go->next[q] = (uint16_t)p;
			go->next[end] = (uint16_t)q;
			end = q;
			go->block[p].stones++;
		}
		s = go->next[s];
	} while (s != p);
}

err_t board_create(const setup_t *setup, go_t **out)
{
	const geometry_t *geo = geometry_get(setup->width, setup->height);
	unsigned stones = 0;
	size_t bytes;
	go_t *go;

	assert(setup->target < geo->area && setup->at[setup->target] != COLOUR_NONE);
	assert(setup->at[setup->target] == COLOUR_EDGE - setup->attacker);
	assert(setup->ko == POINT_NONE || setup->at[setup->ko] == COLOUR_NONE);
	for (unsigned p = 0; p < geo->area; p++)
		stones += setup->at[p] != COLOUR_NONE;
	bytes = sizeof(*go) + stack_words(stones, geo->area) * sizeof(uint64_t);
	*out = NULL;
	go = mem_alloc(bytes);
	if (go == NULL)
		return ERR_NOMEM;
	go->base.bytes = (uint32_t)bytes;
	go->base.used = (uint32_t)sizeof(*go);
	go->base.turn = SIDE_ATTACKER;
	go->geo = geo;
	go->target = (uint16_t)setup->target;
	go->ko = (uint16_t)setup->ko;
	for (unsigned side = 0; side < 2; side++) {
		assert(setup->threats[side] <= THREATS_UNLIMITED);
		go->threats[side] = (uint8_t)setup->threats[side];
	}
	go->colour[SIDE_ATTACKER] = (uint8_t)setup->attacker;
	go->colour[SIDE_DEFENDER] = (uint8_t)(COLOUR_EDGE - setup->attacker);
	go->at[POINT_NONE] = COLOUR_EDGE;
	for (unsigned p = 0; p < geo->area; p++) {
		go->at[p] = setup->at[p];
		go->id[p] = POINT_NONE;
		if (setup->at[p] == COLOUR_NONE)
			bits_add(&go->empty, p);
	}
	for (unsigned p = 0; p < geo->area; p++)
		if (go->at[p] != COLOUR_NONE && go->id[p] == POINT_NONE)
			flood(go, p);
	go->key = board_key_from_scratch(go);
	*out = go;
	return ERR_OK;
}
