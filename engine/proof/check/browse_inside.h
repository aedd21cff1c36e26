/* SPDX-License-Identifier: MIT
 * browse_inside.h - the inside of browse.h, for its sources only.
 *
 *   browse.c         the calls
 *   browse_denial.c  where a move leads in a denial
 *   browse_met.c     which node goes on where a denial stops
 *
 * Threads   one at a time.
 */
#ifndef ENGINE_PROOF_CHECK_BROWSE_INSIDE_H
#define ENGINE_PROOF_CHECK_BROWSE_INSIDE_H

#include "engine/proof/check/browse.h"
#include "engine/proof/check/browse_met.h"
#include "engine/proof/check/rules.h"
#include "engine/proof/strategy.h"

typedef struct {
	check_board_t board;
	browse_turn_t turn;
	browse_held_t held; /* if the line ends so */
	bool is_met;        /* the node is that of a position met elsewhere */
	int order;          /* of a denial: what is left, as deny.c counts it */
	uint32_t node;      /* unless the line ends */
	int32_t move;       /* that led here */
} browse_stand_t;

struct browse {
	certificate_header_t header;
	check_claim_t claim;
	strategy_t strategy;
	browse_met_t met; /* of a denial */
	unsigned depth;
	browse_stand_t stand[CERTIFICATE_LINE_MAX + 1];
};

static inline const browse_stand_t *browse_standing(const browse_t *browse)
{
	return &browse->stand[browse->depth];
}

static inline bool browse_is_over(const browse_stand_t *stand)
{
	return stand->turn == BROWSE_REACHED || stand->turn == BROWSE_HELD;
}

static inline const strategy_node_t *browse_node_of(const browse_t *browse)
{
	assert(!browse_is_over(browse_standing(browse)));
	return &browse->strategy.nodes[browse_standing(browse)->node];
}

/* browse_moves_end is behind the last move that there can be. */
static inline int32_t browse_moves_end(const check_claim_t *claim)
{
	return claim->rules->columns != NULL ? claim->area : CODES_MAX;
}

#endif
