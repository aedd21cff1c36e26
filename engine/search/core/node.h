/* SPDX-License-Identifier: MIT
 * node.h - entering and leaving the nodes of a search; the same for every algorithm.
 *
 * "Leaving the top frame" takes it off the stack and its move off the board, and puts what it
 * returns where the frame below finds it (state.h).
 *
 * Threads   as state.h.
 * Errors    entering a node can fail for want of memory: search.end says so.
 */
#ifndef ENGINE_SEARCH_CORE_NODE_H
#define ENGINE_SEARCH_CORE_NODE_H

#include "engine/search/core/state.h"

/* node_depth is the depth by which the table knows the frame: a root with the defender to move may
 * be one ply deeper. Its parity is then not the frame's: it serves for comparisons only. */
static inline unsigned node_depth(const frame_t *f)
{
	return state_least(f->depth, DEPTH_MAX);
}

/* node_order is the order of what a move of the frame leads to. */
static inline unsigned node_order(const frame_t *f)
{
	return f->order - (f->opening ? 1u : 0u);
}

/* node_moves counts the attacker's moves in a row that the frame's order gives him. */
static inline unsigned node_moves(const frame_t *f)
{
	return f->order + (f->defends ? 0u : 1u);
}

/* node_distance is the distance of the goal at the top frame, of lambda: exact as far as the
 * frame's order asks for it. */
static inline unsigned node_distance(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	return s->hints->distance_within == NULL ? game_distance(s->pos)
	                                         : s->hints->distance_within(s->pos, node_moves(f));
}

/* node_push enters a child of the top frame, whose move has been played already. When there is no
 * memory the move is taken back and search.end says so. */
void node_push(search_t *s, move_t move, bool defends, unsigned order, unsigned depth);

/* node_pop drops the top frame: its mark, its candidates, its move. */
void node_pop(search_t *s);

/* node_taint is the taint of the top frame once it has failed: a repetition whose cycle closes at
 * this very frame is a fact there (node.c, "Taint"). */
uint32_t node_taint(const search_t *s);

/* node_leave leaves the top frame with a value; `plies` is the depth of a proof.
 * node_leave_stored keeps it in the table as well: for values that took work to find. */
void node_leave(search_t *s, value_t value, unsigned plies);
void node_leave_stored(search_t *s, value_t value, unsigned plies);

/* node_is_kept: is a value of the frame, with a proof of so many plies, one that the table can
 * hold? Not that of a root with the defender to move, whose order has another meaning. */
static inline bool node_is_kept(const frame_t *f, unsigned plies)
{
	return !f->opening && plies <= DEPTH_MAX;
}

/* node_is_over leaves the top frame, an attacker's node of that distance, if the game is lost or
 * the next move reaches the goal. */
bool node_is_over(search_t *s, unsigned distance);

/* node_is_lost: is the game lost for the attacker, as far as the search wants to know? */
static inline bool node_is_lost(const search_t *s)
{
	return (state_is_plain(s) || s->hints->looks_lost == NULL ||
	        s->hints->looks_lost(s->pos)) &&
	       s->game->lost(s->pos);
}

/* node_repeats leaves the top frame, an attacker's node or without lambda any,
 * if its position stands on this line already. */
bool node_repeats(search_t *s);

/* node_rest adds, to what the frame's value rests on besides the position, what the value of the
 * child that just came back rests on. node_rest_alone: the frame's value rests on that child
 * alone. */
void node_rest(const search_t *s, frame_t *f);
void node_rest_alone(const search_t *s, frame_t *f);

/* What the table has of a node. */
typedef struct {
	ttentry_t entry;
	bool stocked; /* it holds with these stocks of ko threats only */
} recalled_t;

/* node_recall looks for the value of a frame in the table; the frame need not be on the stack.
 * node_decides: does what was found decide the frame for good? node_known leaves the top frame
 * `f` if its value was found, be it only a failure at its depth. */
void node_recall(const search_t *s, const frame_t *f, recalled_t *out);
bool node_decides(const frame_t *f, const recalled_t *r);
bool node_known(search_t *s, const frame_t *f, const recalled_t *r);

#endif
