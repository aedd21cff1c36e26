/* SPDX-License-Identifier: MIT
 * outcome.h - what the last move has come to, read off the board as the game writes it. */
#ifndef TESTS_PROOFS_OUTCOME_H
#define TESTS_PROOFS_OUTCOME_H

#include "engine/game/game.h"
#include "engine/proof/certificate.h"

typedef enum { STILL_OPEN, GOAL_REACHED, GOAL_LOST } outcome_t;

/* outcome_of looks at the position after a move of the side that is not to move. */
outcome_t outcome_of(const certificate_header_t *header, const position_t *pos);

#endif
