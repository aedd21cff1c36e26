/* SPDX-License-Identifier: MIT
 * retake.h - captures in a ko that the defender may take back at once.
 *
 * A single stone of the defender's, captured in a ko, is not captured for good while the defender
 * has a ko threat: he may spend it and take back. Such a capture is called open. If he takes back,
 * the stone stands again. If he plays elsewhere or cannot take back, the goal is reached, by one
 * more move of the attacker's (retake_finish). Who asks for the verdict by ko is told that it is a
 * ko, as the result depends on the stocks of threats.
 *
 * Units     `stone` is the point of a stone of the goal, the defender's; `move` the last liberty of
 *           its block, where the attacker would capture it.
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_RETAKE_H
#define ENGINE_GAME_GO_CAPTURE_RETAKE_H

#include "engine/game/go/board/board.h"

/* retake_is_open: has the target been captured, so that it depends on the defender's next move, or
 * on the one he has just made, whether that is for good? The target's point is empty then. */
static inline bool retake_is_open(const go_t *go)
{
	return go->at[go->target] == COLOUR_NONE;
}

/* retake_follows: may the defender take back at once, with the threats that he has, if the attacker
 * plays `move` now? retake_may_follow: is that possible after one more move of the defender's that
 * leaves the block in atari? */
bool retake_follows(const go_t *go, unsigned stone, unsigned move);
bool retake_may_follow(const go_t *go, unsigned stone, unsigned move);

/* retake_matters_of: may it depend on the defender's stock of threats whether the block on `stone`
 * is captured by the attacker's next move? True also where it has just been captured.
 * retake_matters asks that of the target. */
bool retake_matters_of(const go_t *go, unsigned stone);
bool retake_matters(const go_t *go);

/* retake_needs adds the points around `move` that must stay so that the defender may take back
 * there; nothing where retake_follows is false. */
void retake_needs(const go_t *go, unsigned stone, unsigned move, bits_t *out);

/* retake_needs_none adds the points that must stay so that a capture by `move` that cannot be taken
 * back (retake_follows is false) cannot be taken back on another board either. */
void retake_needs_none(const go_t *go, unsigned stone, unsigned move, bits_t *out);

/* retake_finish returns the move that reaches the goal for an attacker, to move, whose capture of
 * the stone on `stone` was not taken back: the move that fills the ko; MOVE_PASS where that is
 * illegal. */
move_t retake_finish(const go_t *go, unsigned stone);

#endif
