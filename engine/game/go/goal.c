/* SPDX-License-Identifier: MIT
 * goal.c - the goals of Go by their places in GO_GOAL_LIST. */
#include "engine/game/go/goal.h"

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
