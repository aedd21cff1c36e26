/* SPDX-License-Identifier: MIT
 * pv.h - the principal variation of a proof, read from the table.
 *
 * The attacker plays the proof's moves, the defender the replies that hold out
 * longest as far as the table knows, a pass where every reply loses at once.
 * Entries that were replaced meanwhile are searched again, within a budget;
 * when that is spent the line ends early and is still a true beginning.
 *
 * Threads   any; the table may be in use.
 */
#ifndef ENGINE_SEARCH_PV_H
#define ENGINE_SEARCH_PV_H

#include "engine/game/game.h"
#include "engine/search/search.h"
#include "engine/table/ttable.h"

/* pv_read writes the line of a root that a search in these surroundings (table,
 * driver and zoning count) has proven at (order, depth), at most `room` moves, and
 * returns its length. The tail that nobody plays (game.h) is left out. */
unsigned pv_read(const position_t *root, const search_env_t *env, unsigned order, unsigned depth,
                 move_t *out, unsigned room);

#endif
