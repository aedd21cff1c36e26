/* SPDX-License-Identifier: MIT
 * hints.h - the optional table of what makes a search of a game faster: early answers, first
 * guesses, keys told beforehand, readings without a search, and the tuning of one algorithm.
 * No hint changes a verdict: the table tells what a search would find, only sooner.
 *
 * Units     as types.h.
 * Ownership rows are constants.
 * Threads   any; a position: one thread at a time.
 * Errors    none. A hint that is absent (NULL) is one that the game never gives.
 */
#ifndef ENGINE_GAME_HINTS_H
#define ENGINE_GAME_HINTS_H

#include "engine/game/types.h"

enum {
	READ_NODES = 24, /* positions that a game looks at in one reading, at most */
	WORK_UNIT = 64,  /* of a doubling of nodes, see work */
};

/* What a node may cost, as df-pn counts it: leaves of its tree that must turn out well for
 * the attacker, and for the defender. At least 1 each, but see guess. Without lambda, where the
 * defender is to move and may pass, `replies` is what his moves add to the proof of the pass. */
typedef struct {
	uint32_t proof, disproof;
	uint32_t replies;
	bool is_near; /* soon may know more */
} guess_t;

/* What was read of a position (hints_t.read). */
typedef struct {
	bool works; /* he reaches it, with `best`, within `plies` */
	move_t best;
	unsigned plies;
	bool stocked;   /* with these stocks of threats; else with all */
	unsigned nodes; /* looked at for that, or in vain: READ_NODES at most */
	bits_t zone;    /* by the sound rules; of games with one area */
} reading_t;

typedef struct hints {
	/* soon returns an attacker's move after which the defender has no reply that `replies`
	 * writes, and has lost. Or MOVE_NONE: there is none, or it is hard to tell. Attacker to
	 * move; *pos is as it was when it returns. Asked where guess says so. NULL: never told. */
	move_t (*soon)(position_t *pos);

	/* looks_lost: is it worth a search's time to ask? Where it is not, `lost` may hold, and the
	 * search is right all the same. NULL: it is. */
	bool (*looks_lost)(const position_t *pos);

	/* distance_within is the distance where that is no more than `most`, else anything above
	 * `most` that it is not less than, to save work. NULL: there is none to save. */
	unsigned (*distance_within)(const position_t *pos, unsigned most);

	/* distance_after is the distance after a legal move, to save playing it; 0: it has to be
	 * played to tell. Where it is told, lost is false after the move, as far as a search asks
	 * (looks_lost), and likely_key is the key. The position may stand on the line already.
	 * NULL: it is never told. */
	unsigned (*distance_after)(const position_t *pos, move_t move);

	/* likely_key is the key that the position after `move` will have but for what is dear to
	 * tell: a hint, to have its entry fetched early. NULL: no hint. */
	hashkey_t (*likely_key)(const position_t *pos, move_t move);

	/* sure_key: is likely_key the key after that legal move? NULL: not known to be. */
	bool (*sure_key)(const position_t *pos, move_t move);

	/* guess estimates what it takes to prove and to disprove a position that nothing is
	 * known of, of that distance, at `order`; ORDER_ANY: without lambda. Either side is
	 * to move. {0, 0}, or NULL: there is nothing to tell but the distance. {0, 1}, without
	 * lambda only: the defender, to move, has no reply that `replies` writes, and has
	 * lost. */
	guess_t (*guess)(const position_t *pos, unsigned order, unsigned distance);

	/* work guesses how much work it is to prove a position whose candidates have been
	 * listed, in a search without lambda: the binary logarithm of the nodes of the visit that
	 * proves it, in WORK_UNITths, 40 doublings at most. Either side is to move. 0, or NULL:
	 * there is nothing to tell. */
	unsigned (*work)(const position_t *pos);

	/* dfpn_times: where alpha-beta and df-pn are asked by turns, df-pn gets so many times the
	 * nodes of alpha-beta (docs/performance.md). In a game with zugzwang that holds for a df-pn
	 * without lambda. NULL: 1. */
	unsigned (*dfpn_times)(const position_t *pos);

	/* slack: by how much the first numbers of df-pn may be wrong, for each order
	 * (thresholds.c). NULL: 0. */
	unsigned (*slack)(const position_t *pos);

	/* leaf_order: questions up to this order, 0 or 1, df-pn leaves to alpha-beta
	 * (threat_leaf.c). Where an attack leaves next to no reply, numbers cost more than they
	 * save. NULL: 0, none. */
	unsigned (*leaf_order)(void);

	/* read answers order 1 where that is soon done without a search: can the attacker, to move,
	 * reach the goal with threats to reach it next? False: it has to be searched. Asked where
	 * nobody has finished and nothing is lost; *pos is as it was when it returns. What is read
	 * holds on any line. NULL: nothing is read. */
	bool (*read)(position_t *pos, reading_t *out);
} hints_t;

#endif
