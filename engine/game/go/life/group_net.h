/* SPDX-License-Identifier: MIT
 * group_net.h - a network (net_layers.h) for the goal of bringing a group, that is, blocks that are
 * named, to life: a policy, which moves near the group are likely to succeed, and the work, how
 * many nodes a proof takes. No result rests on what the network says.
 *
 * Window    It looks at the points that the group could reach when the board was made (go_t.focus)
 *           and those beside them. A window of more than GROUP_NET_POINTS is too large for it.
 * Units     the work is in WORK_UNITths of a doubling of the nodes.
 * Threads   as a position: what was told is kept in its scratch (eval_cache.h).
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_LIFE_GROUP_NET_H
#define ENGINE_GAME_GO_LIFE_GROUP_NET_H

#include "engine/game/go/board/board.h"

enum {
	GROUP_NET_STATES = 14, /* of a point within the window, group_net_states */
	GROUP_NET_POINTS = 160 /* limit: of the window */
};

/* group_net_states writes what the network sees of each point of the board: 0 is empty, 1 empty and
 * not to be played on; 2 to 5 a stone of the attacker's in a block with a stone that the goal names
 * and 1, 2, 3, or at least 4 liberties; 6 to 9 a stone of another block of the attacker's; 10 to 13
 * one of the defender's; GROUP_NET_STATES a point beyond the window. */
void group_net_states(const go_t *go, uint8_t *out);

/* group_net_order writes the points of `set`, which are empty and within the window, by falling
 * score: the greater, the likelier the point is the attacker's move of a proof. It returns how many
 * it wrote, and takes these out of the set. 0: the window is too large, or has no point of the set.
 */
unsigned group_net_order(const go_t *go, bits_t *set, move_t *out);

/* group_net_work is work of hints_t: 1 at least. 0: the window is too large. */
unsigned group_net_work(const go_t *go);

/* group_net_policy is policy of hints_t; of points beyond the window it has nothing to say. */
void group_net_policy(const go_t *go, const move_t *moves, unsigned count, uint16_t *out);

#endif
