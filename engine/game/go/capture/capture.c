/* SPDX-License-Identifier: MIT
 * capture.c - the goal of capturing a block: its distance is the number of its liberties. A
 * capture that may be taken back at once is not the goal yet (retake.h). */
#include "engine/game/go/capture/capture.h"

#include "engine/game/go/capture/capture_moves.h"
#include "engine/game/go/capture/ladder.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/zone.h"
#include "engine/tuning/tuning.h"
#include "engine/zone/rule.h"

static unsigned capture_distance(const go_t *go)
{
	return retake_is_open(go) ? 1 : board_target(go)->libs;
}

static bool capture_lost(const go_t *go)
{
	return !retake_is_open(go) && benson_is_safe(go);
}

/* A move of the attacker's makes nothing safe that was not, as a rule. Of a block with few
 * liberties the moves tell soon that it is safe: those into its eyes are suicide. */
static bool capture_looks_lost(const go_t *go)
{
	return go->base.turn == SIDE_ATTACKER && !retake_is_open(go) &&
	       board_target(go)->libs > CAPTURE_SAFE_LIBERTIES;
}

static unsigned capture_distance_after(const go_t *go, move_t move)
{
	const unsigned distance = capture_moves_distance_after(go, move);

	return go->base.turn == SIDE_DEFENDER && distance > CAPTURE_SAFE_LIBERTIES ? 0 : distance;
}

static void capture_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	if (retake_is_open(go)) {
		bits_add(out, go->target);
		if (move != MOVE_PASS)
			zone_add_move(go, move, out);
		return;
	}
	bits_add(out, move);
	assert(bits_has(&board_target(go)->lib, move));
	if (zone_keeps(RULE_FINISH))
		needs_block_and_near(go, go->target, out);
	retake_needs_none(go, go->target, move, out);
}

static void capture_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	if (retake_is_open(go)) {
		bits_unite(out, &go->geo->all);
		return;
	}
	if (board_target(go)->libs <= moves) { /* a ban by ko keeps the attacker out, or a retake */
		assert(board_target(go)->libs == 1);
		needs_block_and_near(go, go->target, out);
		retake_needs(go, go->target, board_only_liberty(board_target(go)), out);
		return;
	}
	board_add_block(go, go->target, out);
	needs_liberties(board_target(go), moves + 1, POINT_NONE, out);
}

static unsigned capture_slack(void)
{
	return CAPTURE_SLACK;
}

const go_goal_t go_capture = {
        .name = "capture",
        .stones = 1,
        .slack = capture_slack,
        .lost = capture_lost,
        .distance = capture_distance,
        .distance_after = capture_distance_after,
        .finish = capture_moves_finish,
        .attacks = capture_moves_attacks,
        .replies = capture_moves_replies,
        .needs_finish = capture_needs_finish,
        .needs_far = capture_needs_far,
        .needs_lost = benson_add_zone,
        .fights = retake_matters,
        .looks_lost = capture_looks_lost,
        .read = ladder_read,
};
