/* SPDX-License-Identifier: MIT
 * entry.h - what the transposition table says of one position: reading an entry, and changing one.
 *
 * Units     depths in plies, stored as depth codes (at ttentry_t).
 * Ownership entries are values.
 * Threads   values; no state.
 * Errors    none. A fact that contradicts one that is there is left out.
 */
#ifndef ENGINE_TABLE_ENTRY_H
#define ENGINE_TABLE_ENTRY_H

#include "engine/game/game.h"

enum { TTABLE_ORDERS = ORDER_MAX + 1, FAIL_FOREVER = 255 }; /* layout: of an entry */

/* What is known of one position. A depth code is (plies + 2) / 2: 1 for 0 or 1
 * ply, 2 for 2 or 3, ..., 254 for DEPTH_MAX. One position has only depths of one
 * parity (odd with the attacker to move, even with the defender), so the code
 * loses nothing. Invariants, for every order i:
 *   proven[i] != 0 implies 0 != proven[i+1] <= proven[i]  (a proof at order i is
 *   one at i+1), failed[i] >= failed[i+1] (a failure at i+1 is one at i), and
 *   proven[i] == 0 or proven[i] > failed[i] (facts do not contradict). */
typedef struct {
	uint8_t proven[TTABLE_ORDERS]; /* least depth code proven, 0 = not proven */
	uint8_t failed[TTABLE_ORDERS]; /* greatest depth code failed, 0 = none,
	                                  FAIL_FOREVER = disproven at any depth */
	move_t move;                   /* best move, MOVE_NONE = none */
	uint8_t work;                  /* log2 of the nodes spent, drives replacement */
	uint64_t zone;                 /* coarse (zone.h): all that the facts here depend on */
} ttentry_t;

/* entry_proven / entry_failed read an entry: does it prove `order` within
 * `plies`? does it say that `order` fails within `plies`, and is that for ever? */
bool entry_proven(const ttentry_t *e, unsigned order, unsigned plies);
bool entry_failed(const ttentry_t *e, unsigned order, unsigned plies);
bool entry_disproven(const ttentry_t *e, unsigned order);

/* entry_proven_plies returns the least depth in plies at which `order` is
 * proven, in the parity of `plies_like`, or 0 when it is not proven. */
unsigned entry_proven_plies(const ttentry_t *e, unsigned order, unsigned plies_like);

/* What follows changes an entry, and is for ttable.c alone. */

/* entry_add_proven adds "proven at `order` within `plies`", to higher orders too. */
void entry_add_proven(ttentry_t *e, unsigned order, unsigned plies, move_t move, uint64_t zone);

/* entry_add_failed adds "not proven at `order` within `plies`" (for ever: at any
 * depth), to lower orders too. */
void entry_add_failed(ttentry_t *e, unsigned order, unsigned plies, bool forever, move_t move,
                      uint64_t zone);

/* entry_unite adds all that the other says of the same position. */
void entry_unite(ttentry_t *e, const ttentry_t *other);

/* entry_check asserts the invariants. */
void entry_check(const ttentry_t *e);

#endif
