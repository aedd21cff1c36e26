/* SPDX-License-Identifier: MIT
 * entry.h - changing an entry of the transposition table; for ttable.c alone.
 * Reading one is in ttable.h.
 *
 * Invariant the one at ttentry_t, before and after. A fact that contradicts one that is
 *           there is left out.
 */
#ifndef ENGINE_TABLE_ENTRY_H
#define ENGINE_TABLE_ENTRY_H

#include "engine/table/ttable.h"

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
