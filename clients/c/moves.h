/* SPDX-License-Identifier: MIT
 * moves.h - converts the structs of tesuji_moves.h. Library internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_MOVES_H
#define CLIENTS_C_MOVES_H

#include "clients/c/handle.h"
#include "clients/c/tesuji_moves.h"

/* moves_tried fills an event from a verdict on a first move. */
void moves_tried(const msg_tried_t *msg, tesuji_event_t *out);

#endif
