/* SPDX-License-Identifier: MIT
 * net.h - a residual network (He et al. 2016) for the goal of bringing any block of the attacker's
 * to life: a policy, which moves are likely to succeed, and the work, how many nodes a proof takes.
 * No result rests on what the network says.
 *
 * Units     scores only compare with each other; the work is in WORK_UNITths of a doubling of the
 *           nodes.
 * Threads   as a position: what was told is kept in its scratch (eval_cache.h).
 */
#ifndef ENGINE_GAME_GO_LIFE_NET_H
#define ENGINE_GAME_GO_LIFE_NET_H

#include "engine/game/go/board/board.h"

enum {
	NET_STATES = 9,     /* of a point, net_state */
	NET_WHOLE_MOST = 81 /* limit: points of a board that is looked at as a whole */
};

/* net_state returns what the network sees of a point: 0 is empty; 1 to 4 a stone of the attacker's
 * in a block of 1, 2, 3, or at least 4 liberties; 5 to 8 such a stone of the defender's. */
uint8_t net_state(const go_t *go, unsigned p);

/* net_scores writes the policy's score of each point of `set`, which are empty: the greater, the
 * likelier the point is the attacker's move of a proof. `out` has one element for each point of the
 * board; the others stay. */
void net_scores(const go_t *go, const bits_t *set, int32_t *out);

/* net_order writes the points of `set`, which are empty, by falling score. False, and nothing
 * written: they are too many for the network to be worth its time. */
bool net_order(const go_t *go, const bits_t *set, move_t *out);

/* net_work is work of hints_t: 1 at least. 0: the board is not 7x7, of which alone the network may
 * say the work, or only a part of it may be played on. */
unsigned net_work(const go_t *go);

/* net_policy is policy of hints_t, where net_work has an estimate. */
void net_policy(const go_t *go, const move_t *moves, unsigned count, uint16_t *out);

#endif
