/* SPDX-License-Identifier: MIT
 * net_weights.h - the arrays of net.c's network as variables, for tools/train/lessons: net.c
 * includes this file in place of engine/game/go/life/net_weights.h when it is compiled for that
 * program. weights.h fills the variables in; before that they are 0.
 */
#ifndef TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_NET_WEIGHTS_H
#define TOOLS_TRAIN_VARIABLE_ENGINE_GAME_GO_LIFE_NET_WEIGHTS_H

#include <stdint.h>

#include "tools/train/arrays.h"

#define DECLARE(name, length) extern int16_t name[length];
NETWORK_ARRAYS(DECLARE, net, 9)
#undef DECLARE

#endif
