/* SPDX-License-Identifier: MIT
 * goal.c - the goals of Go, by their places in GO_GOAL_LIST and by name. */
#include "engine/game/go/goal.h"

#include <string.h>

#include "engine/game/go/capture/capture.h"
#include "engine/game/go/capture/capture_many.h"
#include "engine/game/go/capture/semeai.h"
#include "engine/game/go/connect/connect.h"
#include "engine/game/go/life/live.h"
#include "engine/tuning/tuning.h"

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

const go_goal_t *go_goal_find(const char *name)
{
	for (unsigned g = 0; g < go_goal_count(); g++)
		if (strcmp(goals[g]->name, name) == 0)
			return goals[g];
	return NULL;
}

guess_t go_goal_no_guess(const position_t *pos, unsigned order, unsigned distance)
{
	(void)pos;
	(void)order;
	(void)distance;
	return (guess_t){.proof = 0};
}

unsigned go_goal_leaf_order(void)
{
	return GO_LEAF_ORDER;
}

local_t go_goal_local(const go_t *go, unsigned pass)
{
	bits_t free = go->region;

	bits_intersect(&free, &go->empty);
	const bool is_small =
	        bits_count(&go->region) < go->geo->area && bits_count(&free) <= REGION_POINTS;

	return (local_t){.is_small = is_small,
	                 .slack = {[SIDE_ATTACKER] = REGION_ATTACK_SLACK,
	                           [SIDE_DEFENDER] = REGION_REPLY_SLACK},
	                 .pass = is_small ? pass : LOCAL_ALONE,
	                 .beside = DFPN_EARLY_MOVES};
}
