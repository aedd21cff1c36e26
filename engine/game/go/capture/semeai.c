/* SPDX-License-Identifier: MIT
 * semeai.c - the goal of winning a capturing race: to capture the first block, the defender's,
 * while the second one, the attacker's own, stands. The goal is out of reach when the second block
 * has been captured, or when the first is unconditionally alive.
 *
 * Ko         A capture in a ko that may be taken back and is not (retake.h) counts from the move
 *            that made it. A defender who captures the second block instead of taking back is too
 *            late, just as he is without a threat to take back with: who is captured first does not
 *            depend on a threat that nobody spends. docs/proofs.md ("Go") has this for every goal.
 *
 * This is capturing (capture.c, capture_moves.c) with one more way to fail, so what is proven there
 * holds here. Distance and attacks are those of capturing: an attack that is left out there cannot
 * capture at all. A target in atari has one reply more, the capture of the second block.
 *
 * Zones      The zone of a success has the second stone: every defender's node above gives its
 *            block two liberties or says which move captures it (zone.c). The zone of a loss of
 *            the second block has the target: if the target had been captured before, in a ko, the
 *            race would be won.
 */
#include "engine/game/go/capture/semeai.h"

#include "engine/game/go/capture/capture.h"
#include "engine/game/go/capture/capture_moves.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/go/board/movelist.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/rules.h"
#include "engine/game/go/board/legal.h"

#include <string.h>

/* second_stands: does the second block stand, or did it when the first was captured? Where that
 * capture may still be taken back (retake.h) it has been captured in time all the same. */
static bool second_stands(const go_t *go)
{
	return retake_is_open(go) || go->at[go->second] == go->colour[SIDE_ATTACKER];
}

static bool semeai_lost(const go_t *go)
{
	return !second_stands(go) || go_capture.lost(go);
}

/* semeai_distance may be asked where the second block has been captured. */
static unsigned semeai_distance(const go_t *go)
{
	return second_stands(go) ? go_capture.distance(go) : DISTANCE_NEVER;
}

static unsigned semeai_replies(const go_t *go, const bits_t *within, move_t *out)
{
	movelist_t list = {.go = go, .out = out};
	unsigned count;
	move_t last;

	if (!second_stands(go))
		return 0;
	count = capture_moves_replies(go, within, out);
	assert(count < MOVES_MAX);
	if (retake_is_open(go) || board_target(go)->libs > 1 ||
	    board_block(go, go->second)->libs > 1)
		return count;
	last = (move_t)board_only_liberty(board_block(go, go->second));
	if (!board_legal(go, last) || !movelist_takes(within, last))
		return count;
	for (unsigned i = 0; i < count; i++)
		if (out[i] == last)
			return count;
	memmove(&out[1], out, count * sizeof(*out));
	bits_add(&list.left, last);
	movelist_add(&list, last);
	assert(list.count == 1);
	return count + list.count;
}

static void semeai_needs_finish(const go_t *go, move_t move, bits_t *out)
{
	go_capture.needs_finish(go, move, out);
	bits_add(out, go->second);
}

/* needs_taken adds what shows that the second block was captured, and the first was not before
 * it. */
static void needs_taken(const go_t *go, bits_t *out)
{
	bits_add(out, go->second);
	if (zone_rule_keeps(&go_rules[GO_RULE_SUDDEN]))
		bits_add(out, go->target);
}

static void semeai_needs_far(const go_t *go, unsigned moves, bits_t *out)
{
	if (second_stands(go))
		go_capture.needs_far(go, moves, out);
	else
		needs_taken(go, out);
}

static void semeai_needs_lost(const go_t *go, bits_t *out)
{
	if (second_stands(go))
		go_capture.needs_lost(go, out);
	else
		needs_taken(go, out);
}

static const hints_t hints = {
        .likely_key = board_likely_key,
        .sure_key = board_sure_key,
        .guess = go_goal_no_guess,
        .leaf_order = go_goal_leaf_order,
};

const go_goal_t go_semeai = {
        .name = "semeai",
        .stones = 2,
        .edition = 2, /* in the first zones of failures could be too small */
        .versus = true,
        .sudden = true,
        .lost = semeai_lost,
        .distance = semeai_distance,
        .finish = capture_moves_finish,
        .attacks = capture_moves_attacks,
        .replies = semeai_replies,
        .needs_finish = semeai_needs_finish,
        .needs_far = semeai_needs_far,
        .needs_lost = semeai_needs_lost,
        .fights = retake_matters,
        .hints = &hints,
};
