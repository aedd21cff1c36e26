/* SPDX-License-Identifier: MIT
 * framestack.h - the explicit stack of the search: what one node knows, and the
 * moves it still has to try.
 *
 * Threads   a stack belongs to one search.
 * Errors    growing returns false when there is no memory; nothing is lost.
 */
#ifndef ENGINE_SEARCH_CORE_FRAMESTACK_H
#define ENGINE_SEARCH_CORE_FRAMESTACK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/check.h"
#include "engine/base/err.h"
#include "engine/game/game.h"
#include "engine/base/verdict.h"
#include "engine/table/ttable.h"

/* Where a node is. In ENTER, SOLO and GLANCE it goes on by itself; in the others a child is being
 * searched, or its value has just come back.
 *
 * What may follow what; framestack_go asserts it:
 *
 *            side      algorithm         next
 *   ENTER    both      all               SOLO LOWER ATTACK PASS REPLY
 *   SOLO     attacker  alpha-beta        ENTER
 *   LOWER    attacker  lambda            ATTACK; df-pn: LOWER
 *   ATTACK   attacker  all               ATTACK; df-pn: GLANCE LOWER ENTER
 *   PASS     defender  lambda; df-pn     REPLY; df-pn: PASS
 *   REPLY    defender  all               REPLY; df-pn: GLANCE PASS
 *   GLANCE   both      df-pn             GLANCE LOWER ATTACK PASS REPLY ENTER
 *
 * LOWER and PASS follow themselves where other moves are searched beside the special child, and
 * another worker has meanwhile entered the best of them: the special child is then best again.
 *
 * Every frame begins in ENTER and may be left in any phase. */
typedef enum {
	PHASE_ENTER,  /* nothing done yet, or df-pn: all is to be listed again */
	PHASE_GLANCE, /* df-pn: candidates are glanced at, `next` is the first that has not been */
	PHASE_SOLO,   /* waits until another worker has searched this very node */
	PHASE_LOWER,  /* attacker: the same position at a lower order */
	PHASE_ATTACK, /* attacker: a candidate */
	PHASE_PASS,   /* defender: the threat test, a pass at one order less */
	PHASE_REPLY,  /* defender: a reply */
	PHASES
} phase_t;

#define TAINT_NONE UINT32_MAX

/* What stands for the moves that a node does not try (zone_track.c). */
typedef enum {
	PRUNING_NONE, /* nothing yet */
	PRUNING_WIDE, /* nothing: the whole board matters */
	PRUNING_MUST, /* the zone of a child: only candidates on framezone_t.must are tried */
} pruning_t;

/* Which of a node's candidates df-pn has listed, without lambda. */
typedef enum {
	LISTING_FIRST,  /* all, or none yet */
	LISTING_LIKELY, /* the likely ones only: the others are yet to come */
	LISTING_ALL,    /* all, after the likely ones were not enough */
} listing_t;

/* What alpha-beta keeps of a node, and the marks of its workers (children.c, abdada.c). */
typedef struct {
	uint16_t deferred; /* candidates put off, kept at the front of the list */
	bool joining;      /* second pass over the list: the deferred ones, with others */
	bool hint_first;   /* the first candidate refuted this node before */
	bool alone;        /* it has waited long enough for another worker: it goes on itself */
} frame_ab_t;

/* What the threat-only leaf search keeps of a node (threat_leaf.c). */
typedef struct {
	uint8_t unread; /* attacks until reading is tried again */
} frame_leaf_t;

/* What df-pn keeps of a node (dfpn.c). */
typedef struct {
	uint64_t special_tag;
	numbers_t special;    /* of the special child */
	numbers_t put_off;    /* attacker: of candidates not glanced at; 0: all have to be */
	uint32_t proof_limit; /* thresholds: the node is left when its numbers reach these */
	uint32_t disproof_limit;
	uint32_t replies; /* defender: what they add to the proof number of the pass; else 0 */
	uint16_t work;    /* plain: as the game says (hints_t.work), when that was asked */
	uint8_t listing;  /* listing_t */
	bool waited;      /* it has waited long for the lower order */
	bool early;       /* candidates are tried before the lower order is solved */
} frame_dfpn_t;

/* What an oracle says of a node (foresight.c). */
typedef struct {
	move_t best;   /* a move by which the side to move wins, or MOVE_NONE */
	uint8_t value; /* value_t */
	bool asked;    /* it has worked on the node */
} frame_foresight_t;

typedef struct {
	hashkey_t key;
	hashkey_t stockless_key; /* without the stocks of threats: see node.c, "Stocks" */
	uint64_t tag;            /* of the mark held for this node, if `marked` */
	uint64_t entered;        /* nodes of the search when this one was entered */
	frame_dfpn_t dfpn;
	uint32_t moves; /* index of the first candidate in the move stack */
	uint32_t taint; /* lowest frame on whose being an ancestor a failure
	                   here rests (a repetition), or TAINT_NONE */
	uint16_t count; /* candidates of this pass over them */
	uint16_t next;  /* of them, the first not tried */
	uint16_t depth; /* plies left */
	uint16_t plies; /* defender: longest proof among the children so far */
	move_t move;    /* that led here; MOVE_NONE: same position as below */
	move_t best;
	frame_ab_t ab;
	frame_leaf_t leaf;
	frame_foresight_t foresight;
	uint8_t order;
	uint8_t phase;   /* phase_t */
	uint8_t value;   /* attacker: best so far */
	uint8_t pruning; /* pruning_t */
	bool defends;    /* the defender is to move */
	bool opening;    /* the root, and he is: see search_begin */
	bool marked;
	bool fights;  /* the stocks of threats may matter here */
	bool stocked; /* what was found out so far may rest on them */
} frame_t;

/* What a frame knows of zones; kept apart, for searches that have them. */
typedef struct {
	zone_t zone; /* of all that was found out so far */
	bits_t must; /* PRUNING_MUST: candidates off it are left out */
	bits_t rest; /* of `must` or of all, at first: what the game has not written as
	              * candidates */
} framezone_t;

/* What df-pn knows of a candidate. */
typedef struct {
	numbers_t numbers;
	uint64_t tag;    /* of the mark that workers in it hold */
	uint16_t below;  /* how much less likely than the likeliest it is (hints_t.policy) */
	bool is_put_off; /* it has not been glanced at: see lazy_init_puts_off */
	bool is_known;   /* to fail, by the table, and no more: see lazy_init_without_play */
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

/* framestack_may_go: is a phase one that may follow that of a frame? For assertions. */
bool framestack_may_go(const frame_t *f, phase_t next);

/* framestack_top returns the node being searched. The stack is not empty.
 * Reserving may move it. */
static inline frame_t *framestack_top(const framestack_t *st)
{
	return &st->frame[st->depth - 1];
}

/* framestack_go takes a frame to its next phase; that must be one of the table above. */
static inline void framestack_go(frame_t *f, phase_t next)
{
	assert(framestack_may_go(f, next));
	f->phase = (uint8_t)next;
}

/* framestack_position is the index of the lowest frame that stands for the same position as frame
 * `index`: those between are the same node at higher orders. */
static inline uint32_t framestack_position(const framestack_t *st, uint32_t index)
{
	while (index > 0 && st->frame[index].move == MOVE_NONE)
		index--;
	return index;
}

/* framestack_is_asked: is the top frame the position of the question, at whatever order, in the
 * first iteration of its search? */
static inline bool framestack_is_asked(const framestack_t *st)
{
	return st->frame[0].entered == 0 && framestack_position(st, st->depth - 1) == 0;
}

/* framestack_repeats looks for the nearest node below frame `index` with the same
 * position, of the same kind and at least the same order, other than the frames
 * that are the same node at a higher order. Returns its index or TAINT_NONE. */
uint32_t framestack_repeats(const framestack_t *st, uint32_t index);

/* framestack_front brings `move` to the front of the top frame's candidates,
 * keeping the order of the others; false when it is not among them. */
bool framestack_front(framestack_t *st, move_t move);

#endif
