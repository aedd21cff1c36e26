/* SPDX-License-Identifier: MIT
 * recall.h - what a search has proven before on another board that agrees where it matters.
 *
 * Threads   as node.h.
 */
#ifndef ENGINE_LAMBDA_RECALL_H
#define ENGINE_LAMBDA_RECALL_H

#include "engine/lambda/node.h"

/* recall_begin makes a question ready; it is never without memory: then nothing is recalled. */
void recall_begin(search_t *s);

/* recall_keep keeps that the position on the board is proven: what node_leave has just left in
 * *s, not popped yet. */
void recall_keep(search_t *s, unsigned plies);

/* recall_leave leaves the top frame if it is proven on a board that agrees. */
bool recall_leave(search_t *s);

#endif
