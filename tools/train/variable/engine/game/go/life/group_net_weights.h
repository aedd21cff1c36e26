/* SPDX-License-Identifier: MIT
 * group_net_weights.h - the arrays of group_net.c's network as variables, for tools/train/lessons:
 * group_net.c includes this file in place of engine/game/go/life/group_net_weights.h when it is
 * compiled for that program. weights.h fills the variables in; before that they are 0.
 */
#ifndef TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_GROUP_NET_WEIGHTS_H
#define TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_GROUP_NET_WEIGHTS_H

#include <stdint.h>

#include "tools/train/arrays.h"

#define DECLARE(name, length) extern int16_t name[length];
NETWORK_ARRAYS(DECLARE, group_net, 14)
#undef DECLARE

#endif
