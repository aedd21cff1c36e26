/* SPDX-License-Identifier: MIT
 * capture.c - the goal of capturing a block: its distance is the number of its liberties. */
#include "engine/game/go/candidates.h"
#include "engine/game/go/goal.h"
#include "engine/game/go/life.h"
#include "engine/game/go/needs.h"
#include "engine/zone/rule.h"

static unsigned capture_distance(const go_t *go)
{
	return board_target(go)->libs;
}

static void capture_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	assert(bits_has(&board_target(go)->lib, move));
	bits_add(out, move);
	if (zone_keeps(RULE_FINISH))
		needs_block_and_near(go, go->target, out);
}

static void capture_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	if (board_target(go)->libs <= moves) { /* only a ban by ko keeps the attacker out */
		needs_block_and_near(go, go->target, out);
		return;
	}
	board_add_block(go, go->target, out);
	needs_liberties(board_target(go), moves + 1, POINT_NONE, out);
}

const go_goal_t go_capture = {
        .name = "capture",
        .stones = 1,
        .favour = 1,
        .lost = life_is_safe,
        .distance = capture_distance,
        .finish = candidates_finish,
        .attacks = candidates_attacks,
        .replies = candidates_replies,
        .needs_finish = capture_needs_finish,
        .needs_far = capture_needs_far,
        .needs_lost = life_add_zone,
};

const go_goal_t *go_goal_at(unsigned index)
{
	static const go_goal_t *const goals[] = {&go_capture, &go_connect, &go_semeai};

	assert(index < sizeof(goals) / sizeof(goals[0]));
	return goals[index];
}
