/* SPDX-License-Identifier: MIT
 * capture.c - the goal of capturing a block. Its distance is the number of the block's liberties: a
 * move of the attacker's takes at most one of them away. A capture that may be taken back at once
 * does not reach the goal yet (retake.h).
 */
#include "engine/game/go/capture/capture.h"

#include "engine/game/go/capture/capture_moves.h"
#include "engine/game/go/capture/ladder.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/zone/needs.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/rules.h"
#include "engine/game/go/zone/zone.h"
#include "engine/tuning/tuning.h"

static unsigned capture_distance(const go_t *go)
{
	return retake_is_open(go) ? 1 : board_target(go)->libs;
}

static bool capture_lost(const go_t *go)
{
	return !retake_is_open(go) && benson_is_safe(go);
}

/* A block becomes unconditionally alive by a move of the defender's, so it is worth a look when the
 * attacker is to move. If such a block has few liberties the search finds out soon anyway: the
 * attacker's moves into its eyes are suicide. */
static bool capture_looks_lost(const position_t *pos)
{
	const go_t *go = board_of(pos);

	return go->base.turn == SIDE_ATTACKER && !retake_is_open(go) &&
	       board_target(go)->libs > CAPTURE_SAFE_LIBERTIES;
}

static unsigned capture_distance_after(const position_t *pos, move_t move)
{
	const go_t *go = board_of(pos);
	unsigned distance;

	if (move == MOVE_PASS || board_captures(go, move))
		return 0;
	distance = capture_moves_distance_after(go, move);
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
	if (zone_rule_keeps(&go_rules[GO_RULE_FINISH]))
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

static unsigned capture_slack(const position_t *pos)
{
	(void)pos;
	return CAPTURE_SLACK;
}

static const hints_t hints = {
        .looks_lost = capture_looks_lost,
        .distance_after = capture_distance_after,
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .guess = go_goal_no_guess,
        .read = ladder_read,
        .slack = capture_slack,
        .leaf_order = go_goal_leaf_order,
};

const go_goal_t go_capture = {
        .name = "capture",
        .stones = 1,
        .inverts = true,
        .lost = capture_lost,
        .distance = capture_distance,
        .finish = capture_moves_finish,
        .attacks = capture_moves_attacks,
        .replies = capture_moves_replies,
        .needs_finish = capture_needs_finish,
        .needs_far = capture_needs_far,
        .needs_lost = benson_add_zone,
        .fights = retake_matters,
        .hints = &hints,
};
