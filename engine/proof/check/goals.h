/* SPDX-License-Identifier: MIT
 * goals.h - the goals of Go: what the attacker wants.
 *
 * Units     points as in docs/proofs.md; a distance is a number of the attacker's moves.
 * Ownership values.
 * Threads   any: nothing here keeps state.
 * Errors    goals_read names the field of the header that is wrong; the others cannot fail.
 */
#ifndef ENGINE_PROOF_CHECK_GOALS_H
#define ENGINE_PROOF_CHECK_GOALS_H

#include "engine/proof/check/rules.h"

/* The goals that the checker knows, by their places in rules_go.goals; it refuses others by name.
 * The engine's list is another one (engine/game/go/goal.h): tests/unit/test_go_goals.c holds them
 * against each other. */
typedef enum {
	GO_CAPTURE,
	GO_CONNECT,
	GO_SEMEAI,
	GO_LIVE,
	GO_LIVE_ANY,
	GO_CAPTURE_ANY,
	GO_CAPTURE_ALL,
} checked_goal_t;

enum { GO_GOAL_COUNT = GO_CAPTURE_ALL + 1 };

/* goals_read reads the target, and the text of the region (NULL: the whole board). */
err_t goals_read(const certificate_header_t *header, const char *region, check_claim_t *claim,
                 errinfo_t *why);

/* goals_take notes which of several stones have been captured by now. */
void goals_take(const check_claim_t *claim, check_board_t *board);

/* goals_judge and goals_stay: as judge and stay of rules.h. */
outcome_t goals_judge(const check_claim_t *claim, const check_board_t *board);
void goals_stay(const check_claim_t *claim, set_t *zone);

/* goals_retake: may the defender, to move, take back on board->ko a stone that the goal is
 * about? */
bool goals_retake(const check_claim_t *claim, const check_board_t *board);

/* goals_alive finds the stones by which a goal of life is reached, and tells whether it is. */
bool goals_alive(const check_claim_t *claim, const check_board_t *board, set_t *out);

/* As in rules.h. */
bool goals_safe(const check_claim_t *claim, const check_board_t *board);
int goals_distance(const check_claim_t *claim, const check_board_t *board);

/* goals_life adds what the end of a goal of life rests on, and what tells whether it is lost. */
void goals_life(const check_claim_t *claim, const check_board_t *to, set_t *zone);

#endif
