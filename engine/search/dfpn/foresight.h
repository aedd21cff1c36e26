/* SPDX-License-Identifier: MIT
 * foresight.h - df-pn without lambda guided by an oracle (hints_t.oracle), which tells who will
 * win.
 *
 * Threads   as state.h.
 */
#ifndef ENGINE_SEARCH_DFPN_FORESIGHT_H
#define ENGINE_SEARCH_DFPN_FORESIGHT_H

#include "engine/search/core/node.h"

/* foresight_begin opens an oracle for the question that begins, and keeps one that is of the same
 * question; foresight_end closes it. */
void foresight_begin(search_t *s);
void foresight_end(search_t *s);

/* foresight_works has the oracle go on working; false: it has nothing to work on. */
bool foresight_works(search_t *s);

/* foresight_asks asks about the top frame, which has not been listed yet; true: the oracle has to
 * work for that first, and the node is to be entered again. */
bool foresight_asks(search_t *s);

/* foresight_numbers brings the numbers of the top frame, an open node, in line with what the oracle
 * says. */
void foresight_numbers(const search_t *s, numbers_t *numbers);

/* foresight_knows: does the oracle say who wins the frame? foresight_has_move: by which move of his
 * own, but the pass, the side to move does? */
static inline bool foresight_knows(const frame_t *f)
{
	return f->foresight.value != VALUE_UNDECIDED;
}

static inline bool foresight_has_move(const frame_t *f)
{
	return f->foresight.best != MOVE_NONE && f->foresight.best != MOVE_PASS;
}

/* foresight_front brings the move that the oracle names to the front of the candidates. */
void foresight_front(search_t *s);

#endif
