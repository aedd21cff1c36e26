/* SPDX-License-Identifier: MIT
 * board.c - the keys of a position, and what they are made of.
 *
 * Keys       are Zobrist hashes (A. L. Zobrist, "A new hashing method with application for game
 *            playing", 1970): the exclusive or of a random word for each fact, so that play.c keeps
 *            them up to date. The facts are the stones, the side to move, the ko, the stocks of
 *            threats, and the stones still wanted by a goal that strikes stones off. What never
 *            changes within a problem is one word, go_t.goal_key (setup.c).
 */
#include "engine/game/go/board/board.h"

#include "engine/game/go/goal.h"

void board_toggle_wanted(const go_t *go, const bits_t *stones, hashkey_t *key)
{
	bits_t left = *stones;

	while (!bits_is_empty(&left))
		hash_toggle(key, &go->geo->hash->wanted[bits_take(&left)]);
}

hashkey_t board_question(const go_t *go)
{
	const hashwords_t *hash = go->geo->hash;
	hashkey_t key = go->goal_key;

	if (go->goal->strikes)
		board_toggle_wanted(go, &go->stones, &key);
	hash_toggle(&key, &hash->ko[go->ko]);
	for (unsigned side = 0; side < 2; side++)
		hash_toggle(&key, &hash->threats[side][go->threats[side]]);
	if (go->base.turn == SIDE_DEFENDER)
		hash_toggle(&key, &hash->defender_turn);
	return key;
}

hashkey_t board_key_from_scratch(const go_t *go)
{
	hashkey_t key = board_question(go);

	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] != COLOUR_NONE)
			hash_toggle(&key, &go->geo->hash->stone[go->at[p] - COLOUR_BLACK][p]);
	return key;
}

bool board_captures(const go_t *go, unsigned p)
{
	const unsigned enemy = COLOUR_EDGE - go->colour[go->base.turn];

	assert(go->at[p] == COLOUR_NONE);
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[p][d];

		if (go->at[q] == enemy && board_block(go, q)->libs == 1)
			return true;
	}
	return false;
}

hashkey_t board_likely_key(const position_t *pos, move_t move)
{
	const go_t *go = board_of(pos);
	const hashwords_t *hash = go->geo->hash;
	hashkey_t key = go->key;

	hash_toggle(&key, &hash->ko[go->ko]);
	hash_toggle(&key, &hash->defender_turn);
	if (move != MOVE_PASS)
		hash_toggle(&key, &hash->stone[go->colour[pos->turn] - COLOUR_BLACK][move]);
	return key;
}

bool board_sure_key(const position_t *pos, move_t move)
{
	const go_t *go = board_of(pos);

	return move != MOVE_PASS && !go->goal->strikes && !board_captures(go, move);
}

hashkey_t board_stockless(const go_t *go)
{
	hashkey_t key = go->key;

	for (unsigned side = 0; side < 2; side++)
		hash_toggle(&key, &go->geo->hash->threats[side][go->threats[side]]);
	return key;
}

void board_stock(go_t *go, const unsigned threats[2])
{
	assert(go->plies == 0);
	for (unsigned side = 0; side < 2; side++) {
		assert(threats[side] <= THREATS_UNLIMITED);
		hash_toggle(&go->key, &go->geo->hash->threats[side][go->threats[side]]);
		go->threats[side] = (uint8_t)threats[side];
		hash_toggle(&go->key, &go->geo->hash->threats[side][go->threats[side]]);
	}
}
