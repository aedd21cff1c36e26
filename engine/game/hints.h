/* SPDX-License-Identifier: MIT
 * hints.h - the optional table of what makes a search of a game faster: early answers, first
 * guesses, keys told beforehand, readings without a search, and the tuning of df-pn. A game chooses
 * the table by the goal of a problem (game_t.hints).
 *
 * No hint changes a verdict: a hint tells what the search would find by itself, only sooner, or it
 * is a guess by which the search orders its work. `few` alone does, and is asked only where the
 * verdict is told as a guess.
 *
 * Units     as types.h.
 * Ownership tables are constants.
 * Threads   any; a position: one thread at a time.
 * Errors    none. Each function may be absent (NULL); its comment says what the search does then.
 */
#ifndef ENGINE_GAME_HINTS_H
#define ENGINE_GAME_HINTS_H

#include "engine/base/verdict.h"
#include "engine/game/types.h"

enum {
	READ_NODES = 24, /* bound: positions that a game looks at in one reading, at most */
	WORK_UNIT = 64,  /* layout: hints_t.work counts so many for each doubling of the nodes */
	LOCAL_ALONE = 1 << 30, /* layout: of local_t.pass, whatever its disproof number */
	POLICY_UNIT = 16, /* layout: hints_t.policy counts so many for each halving of the chance */
	POLICY_LEAST = UINT16_MAX, /* layout: of a move of which a policy has nothing to say */
};

/* A guess of the proof and disproof number of a node of df-pn: how many leaves below it must turn
 * out well for the attacker, and for the defender. Each is at least 1, but for the cases that
 * hints_t.guess names. `replies` counts only without lambda, where the defender is to move and may
 * pass: it is what his moves add to the proof number of the pass. */
typedef struct {
	uint32_t proof, disproof;
	uint32_t replies;
	bool is_near; /* hints_t.soon may know more */
} guess_t;

/* The tuning of df-pn without lambda for a question. `slack` is by the side to move: a threshold
 * lies so many hundredths of the second best number beyond that. `pass` is the disproof number of
 * the defender's pass up to which it is searched alone, or LOCAL_ALONE; from then on `beside` of
 * his likely replies are tried beside it. */
typedef struct {
	bool is_small; /* it is about a small part of the board; else slack means nothing */
	unsigned slack[2];
	unsigned pass;
	unsigned beside; /* at least 1 */
} local_t;

/* What was read of a position (hints_t.read). */
typedef struct {
	bool works; /* the attacker reaches the goal, with `best`, within `plies` */
	move_t best;
	unsigned plies;
	bool stocked;   /* the result holds with these stocks of ko threats; else with all */
	unsigned nodes; /* positions looked at, with or without a result: READ_NODES at most */
	bits_t zone;    /* the zone of the result, by the sound rules; games with one area only */
} reading_t;

/* What an oracle says of a position: who wins, and a move by which the side to move does so, if
 * that was asked; MOVE_NONE: it does not know one. */
typedef struct {
	value_t value;
	move_t best;
} oracle_says_t;

typedef struct oracle oracle_t;

/* An oracle finds out by itself, and fast, who wins a question without lambda and all positions
 * that it leads to. The search does not take its word for anything: it proves the same by its own
 * means, only in the order that the oracle tells. All functions are given.
 * Ownership: close releases what open made. Threads: one oracle, one thread at a time. */
typedef struct {
	/* open makes an oracle of a question; NULL: there is none for it, or no memory. */
	oracle_t *(*open)(const position_t *pos);
	void (*close)(oracle_t *oracle);

	/* begin begins to work on a position of the question, which may be left for another one.
	 * go goes on and looks at some *positions of its own, or fewer, and writes how many it
	 * were; true: it has come to an end. */
	void (*begin)(oracle_t *oracle, const position_t *pos);
	bool (*go)(oracle_t *oracle, unsigned *positions);

	/* tell tells what is known of a position of the question. */
	oracle_says_t (*tell)(const oracle_t *oracle, const position_t *pos, bool wants_best);
} oracle_ops_t;

typedef struct hints {
	/* soon returns a move of the attacker's after which the defender has lost: there is no
	 * reply that `replies` would write. MOVE_NONE: there is no such move, or it was not found.
	 * The attacker is to move; *pos is unchanged when soon returns. The search asks where
	 * guess says is_near. NULL: as if soon returned MOVE_NONE. */
	move_t (*soon)(position_t *pos);

	/* looks_lost returns whether it is worth its time to ask `lost`. Where it is false, `lost`
	 * may hold all the same: the search finds the same verdict later. NULL: as if it were true
	 * everywhere. */
	bool (*looks_lost)(const position_t *pos);

	/* distance_within returns the distance if that is at most `most`; else any number above
	 * `most` that is at most the distance. It is there to be faster than `distance`. NULL:
	 * `distance` is asked. */
	unsigned (*distance_within)(const position_t *pos, unsigned most);

	/* distance_after returns the distance after a legal move without playing it, or 0: the move
	 * has to be played to know. Where it is not 0, likely_key must be the key after the move,
	 * and `lost` must be false there, unless looks_lost is. NULL: as if it returned 0. */
	unsigned (*distance_after)(const position_t *pos, move_t move);

	/* likely_key returns the key of the position after `move`, but for what would take long to
	 * compute: the search fetches the table's entry early by it. NULL: nothing is fetched. */
	hashkey_t (*likely_key)(const position_t *pos, move_t move);

	/* sure_key returns whether likely_key is exactly the key after that legal move. NULL: as if
	 * it were false everywhere. */
	bool (*sure_key)(const position_t *pos, move_t move);

	/* few returns how many of the moves that `attacks` or `replies` write first are searched
	 * where a guess is wanted: in a search by the inversion rule, which then makes zones by the
	 * sound rules. 0: all. NULL: as if it returned 0, and the zones are those of
	 * game_t.inversion. */
	unsigned (*few)(const position_t *pos);

	/* guess estimates the numbers of a position of that distance of which nothing is known, at
	 * `order`; ORDER_ANY means a search without lambda. Either side is to move. Two values are
	 * no estimates: {0, 0} says that nothing but the distance is known; {0, 1}, without lambda
	 * only, says that the defender, to move, has no reply that `replies` would write, and has
	 * lost. NULL: as if it returned {0, 0}, with GUESS_REPLIES (tuning.def) replies an
	 * order. */
	guess_t (*guess)(const position_t *pos, unsigned order, unsigned distance);

	/* work estimates how many nodes it takes to prove a position, in a search without lambda:
	 * it returns WORK_UNIT times the binary logarithm of the nodes of the visit that proves it,
	 * at most 40 * WORK_UNIT. Its candidates have been listed. Either side is to move. 0: there
	 * is no estimate. NULL: as if it returned 0. */
	unsigned (*work)(const position_t *pos);

	/* policy writes for each of `count` candidates of the attacker's, who is to move, how much
	 * less likely it is to be the move of a proof than the likeliest of them: POLICY_UNIT times
	 * the binary logarithm of how many times; POLICY_LEAST for one of which it has nothing to
	 * say, where it has of others. The search asks where `work` has an estimate. NULL: as if
	 * all were equally likely, 0. */
	void (*policy)(const position_t *pos, const move_t *moves, unsigned count, uint16_t *out);

	/* dfpn_times returns how many times the nodes of alpha-beta df-pn gets, where the two
	 * search by turns (docs/performance.md). In a game with zugzwang that holds for a df-pn
	 * without lambda. NULL: as if it returned 1. */
	unsigned (*dfpn_times)(const position_t *pos);

	/* slack returns by how much the first numbers of df-pn may be wrong, for each order
	 * (thresholds.c). NULL: as if it returned 0. */
	unsigned (*slack)(const position_t *pos);

	/* local returns the tuning of a search without lambda from a position. NULL: as if
	 * is_small were false, and pass LOCAL_ALONE. */
	local_t (*local)(const position_t *pos);

	/* leaf_order returns the order, 0 or 1, up to which df-pn leaves questions to alpha-beta
	 * (threat_leaf.c). Where an attack leaves next to no reply, numbers cost more than they
	 * save. NULL: as if it returned 0. */
	unsigned (*leaf_order)(void);

	/* read answers order 1 without a search, where that takes few positions: it returns true if
	 * it found whether the attacker, to move, reaches the goal by threats to reach it with the
	 * next move, and writes the result. False: the position has to be searched; only out->nodes
	 * means anything. The search asks where there is no finish and `lost` is false. *pos is
	 * unchanged when read returns. A result holds whatever moves led to the position. NULL: as
	 * if it returned false. */
	bool (*read)(position_t *pos, reading_t *out);

	/* oracle is asked by df-pn without lambda (foresight.c). NULL: there is none. */
	const oracle_ops_t *oracle;
} hints_t;

#endif
