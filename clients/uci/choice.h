/* SPDX-License-Identifier: MIT
 * choice.h - a sensible move where nothing is proven.
 *
 * Threads   one thread at a time.
 * Errors    none.
 */
#ifndef CLIENTS_UCI_CHOICE_H
#define CLIENTS_UCI_CHOICE_H

#include "clients/front/asking.h"
#include "engine/game/game.h"

/* uci_choice returns one of `count` legal moves, count > 0: a mate, else one that does not allow a
 * mate at once, if there is one and the search's time suffices, and that keeps or wins material
 * after the captures that may follow. The same position always gives the same move, if time
 * suffices. The position is left as it was. */
move_t uci_choice(const asking_t *search, position_t *position, const move_t *moves,
                  unsigned count);

#endif
