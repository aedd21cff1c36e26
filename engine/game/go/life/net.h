/* SPDX-License-Identifier: MIT
 * net.h - a residual convolution network that estimates, for the goal of bringing any block of the
 * attacker's to life, which moves are likely to succeed and how much work the proof is. No result
 * rests on what it says.
 *
 * Threads   as a position: scores are remembered in its scratch, if it has one.
 */
#ifndef ENGINE_GAME_GO_LIFE_NET_H
#define ENGINE_GAME_GO_LIFE_NET_H

#include "engine/game/go/board/board.h"

/* net_scores writes, at each point of `set`, empty ones, how likely that is for the attacker: a
 * greater number is likelier. The others of `out`, one for each point of the board, stay. */
void net_scores(const go_t *go, const bits_t *set, int32_t *out);

/* net_order writes the points of `set`, empty ones, the likeliest first. False, and nothing
 * done: they are too many for it to be worth the time. */
bool net_order(const go_t *go, const bits_t *set, move_t *out);

/* net_work is game_t's work. 0: the board is of none of the sizes that the network was
 * taught by, or only a part of it may be played on. */
unsigned net_work(const go_t *go);

/* net_scratch tells what memory the functions above remember scores in (position_t.wants). */
scratch_t net_scratch(const go_t *go);

#endif
