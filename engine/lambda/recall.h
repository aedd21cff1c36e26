/* SPDX-License-Identifier: MIT
 * recall.h - what a search has decided before on another board that agrees where it matters.
 *
 * Threads   as node.h.
 */
#ifndef ENGINE_LAMBDA_RECALL_H
#define ENGINE_LAMBDA_RECALL_H

#include "engine/lambda/node.h"

/* recall_begin makes a question ready; it is never without memory: then nothing is recalled. */
void recall_begin(search_t *s);

/* recall_keep keeps that the top frame, about to be left, is proven within `plies` or, for ever,
 * not. */
void recall_keep(search_t *s, value_t value, unsigned plies);

/* recall_leave leaves the top frame if it is decided on a board that agrees. */
bool recall_leave(search_t *s);

#endif
