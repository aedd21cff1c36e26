/* SPDX-License-Identifier: MIT
 * go.h - the arguments of UCI's command "go".
 *
 * Units     milliseconds, plies, nodes.
 * Threads   any; values.
 * Errors    uci_go_read returns false with the reason.
 */
#ifndef CLIENTS_UCI_GO_H
#define CLIENTS_UCI_GO_H

#include "clients/front/asking.h"
#include "engine/game/game.h"

typedef struct {
	int64_t mate, depth, nodes, movetime; /* 0: not given */
	int64_t left[2], increment[2];        /* of White and Black; left < 0: not given */
	int64_t moves_to_go;
	bool endless; /* infinite or ponder: no move before "stop" */
	unsigned move_count;
	move_t moves[MOVES_MAX]; /* searchmoves */
} uci_go_t;

/* uci_go_read reads the words behind "go" for a position. `why` has room for UCI_WHY_BYTES. */
bool uci_go_read(const position_t *position, unsigned count, char **words, uci_go_t *out,
                 char *why);

/* uci_go_time is how long the search may take for the side to move, 0: as long as it wants. */
int64_t uci_go_time(const uci_go_t *go, bool black);

#endif
