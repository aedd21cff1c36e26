/* SPDX-License-Identifier: MIT
 * frame.h - the explicit stack of the search: what one node knows, and the
 * moves it still has to try.
 *
 * Threads   a stack belongs to one search.
 * Errors    growing returns false when there is no memory; nothing is lost.
 */
#ifndef ENGINE_LAMBDA_FRAME_H
#define ENGINE_LAMBDA_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/game/game.h"
#include "engine/lambda/value.h"
#include "engine/table/ttable.h"

/* Where a node is. All but ENTER and SOLO mean: a child is being searched, or
 * its value has just come back.
 *
 *   attacker  ENTER -> [SOLO] -> [LOWER] -> ATTACK...   -> leave
 *   defender  ENTER -> PASS   -> REPLY...               -> leave */
typedef enum {
	PHASE_ENTER,  /* nothing done yet */
	PHASE_GLANCE, /* df-pn: candidates are being looked at, `next` is the first that is not */
	PHASE_SOLO,   /* waits until another worker has searched this very node */
	PHASE_LOWER,  /* attacker: the same position at a lower order */
	PHASE_ATTACK, /* attacker: a candidate */
	PHASE_PASS,   /* defender: the threat test, a pass at one order less */
	PHASE_REPLY,  /* defender: a reply */
} phase_t;

#define TAINT_NONE UINT32_MAX

typedef struct {
	hashkey_t key;
	hashkey_t free_key; /* without the stocks of threats: see node.c, "Stocks" */
	uint64_t tag;       /* of the mark held for this node, if `marked` */
	uint64_t entered;   /* nodes of the search when this one was entered */
	uint32_t moves;     /* index of the first candidate in the move stack */
	uint16_t count;     /* candidates of this pass over them */
	uint16_t next;      /* of them, the first not tried */
	uint16_t deferred;  /* put off, kept at the front of the list */
	uint16_t depth;     /* plies left */
	uint16_t work;      /* df-pn, plain: as the game says (game_t.work), when that was asked */
	uint16_t plies;     /* defender: longest proof among the children so far */
	move_t move;        /* that led here; MOVE_NONE: same position as below */
	move_t best;
	uint32_t taint;       /* lowest frame on whose being an ancestor a failure
	                         here rests (a repetition), or TAINT_NONE */
	uint32_t proof_limit; /* df-pn: the node is left when its numbers reach these */
	uint32_t disproof_limit;
	uint32_t replies;  /* df-pn, defender: what they add to the proof number of the pass */
	numbers_t special; /* df-pn: of the child that decides what the others are */
	numbers_t first;   /* df-pn, attacker: of candidates not looked at; 0: all have to be */
	uint64_t special_tag;
	uint8_t order;
	uint8_t phase;  /* phase_t */
	uint8_t value;  /* attacker: best so far */
	uint8_t unread; /* walks: attacks until reading is tried again */
	bool defends;   /* the defender is to move */
	bool opening;   /* the root, and he is: see search_begin */
	bool marked;
	bool alone;      /* has waited long enough for another worker: goes on itself */
	bool joining;    /* second pass: the deferred ones, with others */
	bool hint_first; /* the first candidate refuted this node before */
	bool tired;      /* df-pn: it has waited long for the lower order; plain: lists all moves */
	bool few;        /* df-pn, plain: only the likely candidates are listed as yet */
	bool early;      /* df-pn: candidates are tried before the lower order is solved */
	bool narrowed;   /* only candidates on `must` are walked */
	bool recalled;   /* it is proven on a board that agrees (recall.c) */
	bool fights;     /* the stocks of threats may matter here */
	bool stocked;    /* what was found out so far may rest on them */
	bool wide;       /* nothing stands for the moves that are not: the whole board matters */
} frame_t;

/* What a frame knows of zones; kept apart, for searches that have them. */
typedef struct {
	zone_t zone; /* of all that was found out so far */
	bits_t must; /* if the frame is narrowed: candidates off it are left out */
	bits_t rest; /* of `must` or of all, at first: what the game has not written as candidates
	              */
} framezone_t;

/* What df-pn knows of a candidate. */
typedef struct {
	numbers_t numbers;
	uint64_t tag;    /* of the mark that workers in it hold */
	bool is_put_off; /* it has not been looked at: see estimate_puts_off */
	bool is_known;   /* to fail, by the table, and no more: see estimate_unplayed */
} estimate_t;

typedef struct {
	frame_t *frame;       /* [0] is the root */
	framezone_t *zone;    /* one a frame; NULL: not kept */
	estimate_t *estimate; /* df-pn: one a candidate; NULL: not kept */
	uint32_t depth;       /* frames in use */
	uint32_t frame_room, zone_room;
	move_t *move;
	uint32_t moves; /* in use */
	uint32_t move_room, estimate_room;
} framestack_t;

/* framestack_init makes an empty stack, with zones if `zoned`. */
err_t framestack_init(framestack_t *st, bool zoned);
void framestack_fini(framestack_t *st);

/* framestack_estimate has estimates kept from now on; the stack is empty. */
bool framestack_estimate(framestack_t *st);

/* framestack_reserve makes room for one more frame and MOVES_MAX more moves. */
bool framestack_reserve(framestack_t *st);

/* framestack_top returns the node being searched. The stack is not empty.
 * Reserving may move it. */
static inline frame_t *framestack_top(const framestack_t *st)
{
	return &st->frame[st->depth - 1];
}

/* framestack_repeats looks for the nearest node below frame `index` with the same
 * position, of the same kind and at least the same order, other than the frames
 * that are the same node at a higher order. Returns its index or TAINT_NONE. */
uint32_t framestack_repeats(const framestack_t *st, uint32_t index);

/* framestack_front brings `move` to the front of the top frame's candidates,
 * keeping the order of the others; false when it is not among them. */
bool framestack_front(framestack_t *st, move_t move);

#endif
