/* SPDX-License-Identifier: MIT
 * goal.c - the goals of Go by their places in GO_GOAL_LIST. */
#include "engine/game/go/goal.h"

#include "engine/game/go/capture/capture.h"
#include "engine/game/go/capture/capture_many.h"
#include "engine/game/go/capture/semeai.h"
#include "engine/game/go/connect/connect.h"
#include "engine/game/go/life/live.h"

#define GO_GOAL_PLACE(row, name) &row,
static const go_goal_t *const goals[] = {GO_GOAL_LIST(GO_GOAL_PLACE)};

unsigned go_goal_count(void)
{
	return sizeof(goals) / sizeof(goals[0]);
}

const go_goal_t *go_goal_at(unsigned index)
{
	assert(index < go_goal_count());
	return goals[index];
}
