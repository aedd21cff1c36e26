/* SPDX-License-Identifier: MIT
 * atari.c - stones, blocks and liberties while nothing has been captured.
 *
 * Blocks     no stone leaves the board before the game ends, so blocks only merge.
 *            The larger one stays, the stones of the others are renamed, and their
 *            records lie untouched until undo gives the stones back. Only the
 *            record of the block that stayed is kept in the frame of the move.
 *
 * Capture    takes no stone off. The block is left without liberties, `captured`
 *            says that the game is over, and undo has nothing special to do. */
#include "engine/game/atarigo/atari.h"

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/game/atarigo/atari_liberties.h"

hashkey_t atari_key(const atari_t *go)
{
	const uint64_t question = (uint64_t)go->geo->width << 32 | (uint64_t)go->geo->height << 24 |
	                          (uint64_t)go->rules.stuck_loses << 9 |
	                          (uint64_t)go->rules.free_pass << 8 | go->colour[SIDE_ATTACKER];
	hashkey_t key = {rng_mix(question ^ UINT64_C(0x617461726920676f)),
	                 rng_mix(rng_mix(question ^ UINT64_C(0x6669727374)) + 1)};

	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] != COLOUR_NONE)
			hash_toggle(&key, &go->geo->hash->stone[go->at[p] - COLOUR_BLACK][p]);
	if (go->base.turn == SIDE_DEFENDER)
		hash_toggle(&key, &go->geo->hash->defender_turn);
	return key;
}

/* start makes the stone at p a block of its own. */
static void start(atari_t *go, unsigned p, side_t side)
{
	const uint16_t *near = go->geo->near[p];
	string_t *block = &go->block[p];

	assert(block->size == 0);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[near[d]] == COLOUR_NONE) {
			bits_add(&block->lib, near[d]);
			block->libs++;
		}
	bits_add(&block->stones, p);
	block->size = 1;
	go->id[p] = (uint16_t)p;
	bits_add(&go->roots[side], p);
}

static void rename_stones(atari_t *go, const bits_t *stones, unsigned root)
{
	for (unsigned i = 0; i < BITS_WORDS; i++)
		for (uint64_t word = stones->word[i]; word != 0; word &= word - 1)
			go->id[bits_point(i, word)] = (uint16_t)root;
}

/* join adds the stone at p to the largest of the own blocks around it, and the
 * others too. */
static void join(atari_t *go, unsigned p, side_t side, const uint16_t roots[], unsigned count,
                 atari_frame_t *frame)
{
	const uint16_t *near = go->geo->near[p];
	unsigned into = roots[0];
	string_t *block;

	for (unsigned i = 1; i < count; i++)
		if (go->block[roots[i]].size > go->block[into].size)
			into = roots[i];
	block = &go->block[into];
	frame->root = (uint16_t)into;
	frame->old = *block;
	for (unsigned i = 0; i < count; i++) {
		const string_t *from = &go->block[roots[i]];

		if (roots[i] == into)
			continue;
		frame->joined[frame->joins++] = roots[i];
		rename_stones(go, &from->stones, into);
		bits_unite(&block->stones, &from->stones);
		bits_unite(&block->lib, &from->lib);
		block->size += from->size;
		bits_remove(&go->roots[side], roots[i]);
	}
	bits_add(&block->stones, p);
	block->size++;
	go->id[p] = (uint16_t)into;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[near[d]] == COLOUR_NONE)
			bits_add(&block->lib, near[d]);
	bits_remove(&block->lib, p);
	block->libs = bits_count(&block->lib);
	assert(block->size == bits_count(&block->stones));
}

/* own_roots finds the different blocks of a colour around p. */
static unsigned own_roots(const atari_t *go, unsigned p, unsigned colour,
                          uint16_t roots[DIRECTIONS])
{
	const uint16_t *near = go->geo->near[p];
	unsigned count = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		bool seen = go->at[near[d]] != colour;

		for (unsigned i = 0; i < count && !seen; i++)
			seen = roots[i] == go->id[near[d]];
		if (!seen)
			roots[count++] = go->id[near[d]];
	}
	return count;
}

/* place puts a stone of `side` on p; for a new board with a frame to forget. */
static void place(atari_t *go, unsigned p, side_t side, atari_frame_t *frame)
{
	uint16_t roots[DIRECTIONS];
	unsigned count = own_roots(go, p, go->colour[atari_other(side)], roots);

	assert(bits_has(&go->empty, p) && go->at[p] == COLOUR_NONE);
	for (unsigned i = 0; i < count; i++) {
		string_t *enemy = &go->block[roots[i]];

		assert(bits_has(&enemy->lib, p) && enemy->libs > 0);
		bits_remove(&enemy->lib, p);
		if (--enemy->libs == 0)
			go->captured = 1;
	}
	go->at[p] = go->colour[side];
	bits_remove(&go->empty, p);
	count = own_roots(go, p, go->colour[side], roots);
	if (count > 0)
		join(go, p, side, roots, count, frame);
	else
		start(go, p, side);
}

static void unplace(atari_t *go, unsigned p, side_t side, const atari_frame_t *frame)
{
	uint16_t roots[DIRECTIONS];
	unsigned count;

	if (frame->root == p) {
		bits_remove(&go->roots[side], p);
		go->block[p] = (string_t){.size = 0};
	} else {
		go->block[frame->root] = frame->old;
		for (unsigned i = 0; i < frame->joins; i++) {
			const unsigned root = frame->joined[i];

			bits_add(&go->roots[side], root);
			rename_stones(go, &go->block[root].stones, root);
		}
	}
	go->id[p] = POINT_NONE;
	go->at[p] = COLOUR_NONE;
	bits_add(&go->empty, p);
	count = own_roots(go, p, go->colour[atari_other(side)], roots);
	for (unsigned i = 0; i < count; i++) {
		assert(!bits_has(&go->block[roots[i]].lib, p));
		bits_add(&go->block[roots[i]].lib, p);
		go->block[roots[i]].libs++;
	}
	go->captured = 0;
}

err_t atari_create(const grid_t *grid, colour_t attacker, atari_rules_t rules, side_t turn,
                   atari_t **out)
{
	const size_t bytes = sizeof(atari_t) + PLAYED_MAX * sizeof(atari_frame_t);
	const geometry_t *geo = geometry_get(grid->width, grid->height);
	atari_t *go = mem_alloc(bytes);

	assert(attacker == COLOUR_BLACK || attacker == COLOUR_WHITE);
	*out = go;
	if (go == NULL)
		return ERR_NOMEM;
	go->base.bytes = (uint32_t)bytes;
	go->base.used = (uint32_t)sizeof(*go);
	go->base.turn = turn;
	go->geo = geo;
	go->rules = rules;
	go->colour[SIDE_ATTACKER] = (uint8_t)attacker;
	go->colour[SIDE_DEFENDER] = (uint8_t)(ATARI_EDGE - attacker);
	go->empty = geo->all;
	go->at[POINT_NONE] = ATARI_EDGE;
	for (unsigned p = 0; p < geo->area; p++)
		go->id[p] = POINT_NONE;
	for (unsigned p = 0; p < geo->area; p++) {
		atari_frame_t frame = {.root = (uint16_t)p};

		if (grid->at[p] != COLOUR_NONE)
			place(go, p, grid->at[p] == attacker ? SIDE_ATTACKER : SIDE_DEFENDER,
			      &frame);
	}
	go->captured = 0;
	go->key = atari_key(go);
	return ERR_OK;
}

void atari_play(atari_t *go, move_t move)
{
	const side_t side = go->base.turn;
	atari_frame_t *frame = &go->played[go->plies];

	assert(go->plies < PLAYED_MAX && go->captured == 0);
	assert(move == MOVE_PASS || atari_legal(go, move));
	*frame = (atari_frame_t){.key = go->key, .move = move, .root = move};
	go->plies++;
	go->base.used += (uint32_t)sizeof(*frame);
	if (move != MOVE_PASS) {
		place(go, move, side, frame);
		hash_toggle(&go->key, &go->geo->hash->stone[go->colour[side] - COLOUR_BLACK][move]);
	} else if (side == SIDE_ATTACKER) {
		go->waits++;
	}
	hash_toggle(&go->key, &go->geo->hash->defender_turn);
	go->base.turn = atari_other(side);
}

void atari_undo(atari_t *go)
{
	const atari_frame_t *frame;

	assert(go->plies > 0);
	frame = &go->played[--go->plies];
	go->base.used -= (uint32_t)sizeof(*frame);
	go->base.turn = atari_other(go->base.turn);
	if (frame->move != MOVE_PASS)
		unplace(go, frame->move, go->base.turn, frame);
	else if (go->base.turn == SIDE_ATTACKER)
		go->waits--;
	go->key = frame->key;
}
