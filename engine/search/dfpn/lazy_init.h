/* SPDX-License-Identifier: MIT
 * lazy_init.h - the numbers of candidates that are not played: by the table, or by a guess.
 *
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_LAZY_INIT_H
#define ENGINE_SEARCH_DFPN_LAZY_INIT_H

#include "engine/search/core/node.h"

/* lazy_init_begin works out what numbers those candidates of the top frame will have that are put
 * off; called before any of the candidates is asked about. */
void lazy_init_begin(search_t *s);

/* lazy_init_without_play writes the numbers of candidate `i` of a lambda node without its being
 * played. Returns false when it has to be played, to tell whether it is solved. */
bool lazy_init_without_play(search_t *s, unsigned i);

/* lazy_init_puts_off: can the glance at candidate `i` wait until it is chosen? Then its numbers are
 * written: the table's, or those of lazy_init_begin. */
bool lazy_init_puts_off(search_t *s, unsigned i);

#endif
