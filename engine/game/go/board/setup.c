/* SPDX-License-Identifier: MIT
 * setup.c - makes a board from stones: finds the blocks, computes the key.
 *
 * The memory block is as large as the stack of undo records can become, which depends on how many
 * stones there are (play_stack_words); position_t.used tells how little of it is in use.
 */
#include "engine/game/go/board/setup.h"

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/board/surroundings.h"
#include "engine/game/go/goal.h"

/* mix_set mixes a set of points into a key. The order in which sets are mixed in matters. */
static void mix_set(hashkey_t *key, const bits_t *set)
{
	for (unsigned i = 0; i < (AREA_MAX + 63) / 64; i++) {
		key->lo = rng_mix(key->lo ^ set->word[i]);
		key->hi = rng_mix(rng_mix(key->hi ^ set->word[i]) + 1);
	}
}

/* key_of_goal hashes what is the same in all positions of a problem: goal, size, region. */
static hashkey_t key_of_goal(const go_t *go)
{
	hashkey_t key = geometry_goal_key(go->geo, go->target, go->second,
	                                  (colour_t)go->colour[SIDE_ATTACKER]);

	if (go->goal->stones == STONES_MANY && !go->goal->strikes)
		mix_set(&key, &go->stones); /* else they change: board_question has them */
	if (go->goal->word != 0) {
		key.lo = rng_mix(key.lo ^ go->goal->word);
		key.hi = rng_mix(key.hi ^ go->goal->word);
	}
	if (bits_count(&go->region) < go->geo->area)
		mix_set(&key, &go->region);
	return key;
}

/* flood makes the stones connected to p one block, with p as its root. The list of its stones is
 * also the queue of the stones whose neighbours have not been looked at yet. */
static void flood(go_t *go, unsigned p)
{
	unsigned end = p; /* the list's last stone */
	unsigned s = p;

	go->block[p].stones = 1;
	go->id[p] = (uint16_t)p;
	go->next[p] = (uint16_t)p;
	do {
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = go->geo->near[s][d];

			if (go->at[q] == COLOUR_NONE)
				block_add_liberty(&go->block[p], q);
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

/* focus sets the focus of a board. */
static void focus(go_t *go)
{
	bits_t left = go->stones, blocks = {{0}};

	go->focus = go->geo->all;
	if (!go->goal->focuses || bits_is_empty(&left))
		return;
	while (!bits_is_empty(&left))
		board_add_block(go, bits_take(&left), &blocks);
	(void)surroundings_find(go, go->colour[SIDE_ATTACKER], &blocks, NULL, NULL, &go->focus);
}

err_t setup_board(const setup_t *setup, side_t turn, go_t **out)
{
	const geometry_t *geo = geometry_get(setup->width, setup->height);
	unsigned stones = 0;
	size_t bytes;
	go_t *go;

	assert(setup->target < geo->area
	               ? (setup->at[setup->target] == setup->attacker) == setup->goal->is_own
	               : setup->goal->stones == STONES_MANY);
	assert((setup->second != POINT_NONE) == (setup->goal->stones == 2));
	assert(setup->attacker == COLOUR_BLACK || setup->attacker == COLOUR_WHITE);
	assert(bits_count(&setup->stones) <= STONES_MOST);
	assert(setup->ko == POINT_NONE || setup->at[setup->ko] == COLOUR_NONE);
	for (unsigned p = 0; p < geo->area; p++)
		stones += setup->at[p] != COLOUR_NONE;
	bytes = sizeof(*go) + play_stack_words(stones, geo->area) * sizeof(uint64_t);
	bytes = (bytes + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
	*out = NULL;
	go = mem_alloc_head(bytes, sizeof(*go)); /* the undo records are written first */
	if (go == NULL)
		return ERR_NOMEM;
	go->base.bytes = (uint32_t)bytes;
	go->base.used = (uint32_t)sizeof(*go);
	go->base.game = &go_game;
	go->base.turn = turn;
	go->geo = geo;
	go->goal = setup->goal;
	go->stones = setup->stones;
	go->region = bits_is_empty(&setup->region) ? geo->all : setup->region;
	go->target = (uint16_t)setup->target;
	go->second = (uint16_t)setup->second;
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
		else if (setup->at[p] == COLOUR_BLACK)
			bits_add(&go->black, p);
	}
	for (unsigned p = 0; p < geo->area; p++)
		if (go->at[p] != COLOUR_NONE && go->id[p] == POINT_NONE)
			flood(go, p);
	focus(go);
	if (go->goal->scratch != NULL)
		go->base.wants = go->goal->scratch(go);
	go->goal_key = key_of_goal(go);
	go->key = board_key_from_scratch(go);
	assert(go->base.used <= go->base.bytes && go->goal->hints != NULL);
	*out = go;
	return ERR_OK;
}
