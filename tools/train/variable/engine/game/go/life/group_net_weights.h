/* SPDX-License-Identifier: MIT
 * group_net_weights.h - the arrays of group_net.c's network as variables, for tools/train/lessons:
 * group_net.c includes this file in place of engine/game/go/life/group_net_weights.h when it is
 * compiled for that program. weights.h fills the variables in; before that they are 0.
 */
#ifndef TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_GROUP_NET_WEIGHTS_H
#define TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_GROUP_NET_WEIGHTS_H

#include <stdint.h>

extern int16_t group_net_first[9 * 14 * 16];
extern int16_t group_net_first_bias[16];
extern int16_t group_net_next[7 * 16 * 9 * 16];
extern int16_t group_net_next_bias[7 * 16];
extern int16_t group_net_out[16];
extern int16_t group_net_pool[32 * 2 * 16];
extern int16_t group_net_pool_bias[32];
extern int16_t group_net_limit[2 * 32];
extern int16_t group_net_limit_bias[2];

#endif
