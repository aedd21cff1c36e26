/* SPDX-License-Identifier: MIT
 * proof.h - the questions about mates.
 *
 * Units     moves of the side that mates; nodes.
 * Ownership everything is borrowed; answers are copies.
 * Threads   one thread at a time.
 * Errors    functions return false if the daemon refuses or the connection is lost; its last error
 *           says why.
 */
#ifndef CLIENTS_UCI_PROOF_H
#define CLIENTS_UCI_PROOF_H

#include "clients/front/asking.h"
#include "engine/game/game.h"

enum {
	UCI_LINE_MOVES = 128,
};

typedef struct {
	unsigned moves;   /* no mate in more is asked for; 0: no limit */
	int64_t nodes;    /* for the whole search; 0: no limit */
	unsigned workers; /* threads */
} uci_bounds_t;

/* A mate that is proven, or not. */
typedef struct {
	bool proven;
	bool open;      /* more nodes might prove it */
	unsigned moves; /* mate in so many at most */
	unsigned depth; /* plies of the search that decided */
	double table_used;
	unsigned length;
	char line[UCI_LINE_MOVES][MOVE_TEXT_MAX]; /* legal moves from the position */
} uci_mate_t;

/* uci_proof_mate asks whether the side to move mates. uci_proof_mated asks whether it is mated
 * whatever it plays. */
bool uci_proof_mate(asking_t *search, const uci_bounds_t *bounds, const position_t *position,
                    uci_mate_t *out);
bool uci_proof_mated(asking_t *search, const uci_bounds_t *bounds, const position_t *position,
                     uci_mate_t *out);

/* uci_proof_move asks whether a legal move of the side to move mates. */
bool uci_proof_move(asking_t *search, const uci_bounds_t *bounds, position_t *position, move_t move,
                    uci_mate_t *out);

#endif
