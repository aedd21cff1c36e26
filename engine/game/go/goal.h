/* SPDX-License-Identifier: MIT
 * goal.h - what the attacker of a Go problem wants: one row of functions a goal.
 *
 * The search, the rules, zones of moves (zone.c) and legality are the same for all goals; a goal
 * says when it is reached or out of reach, how far it is, and which moves matter.
 *
 * Threads   any: the rows are constants.
 */
#ifndef ENGINE_GAME_GO_GOAL_H
#define ENGINE_GAME_GO_GOAL_H

#include "engine/game/go/board/board.h"

enum {
	STONES_MANY = 0,  /* a goal takes as many stones as are named, */
	STONES_MOST = 16, /* up to this */
};

struct go_goal {
	const char *name;
	unsigned stones; /* that name it: 1, 2 or STONES_MANY */
	unsigned word;   /* tells its questions from those of other goals of many stones */
	bool is_own;     /* they are the attacker's */
	bool versus;     /* the second is of the other side than the first */
	bool any;        /* of many stones one is enough; own ones: without any named, of all */
	bool strikes;    /* of many stones those that have been captured are struck off */
	bool sudden;     /* the defender may have succeeded with the goal one move away */
	unsigned favour; /* see game_t */
	unsigned room;   /* likewise */

	/* As in game_t. finish: the attacker is to move. */
	bool (*lost)(const go_t *go);
	unsigned (*distance)(const go_t *go);
	unsigned (*distance_within)(const go_t *go, unsigned most); /* NULL: distance will do */
	unsigned (*distance_after)(const go_t *go, move_t move); /* it captures nothing. NULL: 0 */
	move_t (*finish)(const go_t *go);
	unsigned (*attacks)(const go_t *go, unsigned order, const bits_t *within, move_t *out);
	unsigned (*replies)(const go_t *go, const bits_t *within, move_t *out);

	/* What must stay so that `move` still reaches the goal; so that it cannot be reached
	 * with `moves` moves in a row; so that it is lost. */
	void (*needs_finish)(const go_t *go, move_t move, bits_t *out);
	void (*needs_far)(const go_t *go, unsigned moves, bits_t *out);
	void (*needs_lost)(const go_t *go, bits_t *out);

	/* What must stay so that no attack is worth a try that `attacks` leaves out at that order,
	 * of what the search does not leave out itself. NULL: nothing but what the others add. */
	void (*needs_steps)(const go_t *go, unsigned order, bits_t *out);

	/* As in game_t. fights: where no ko forbids a move. NULL: never; always. */
	bool (*fights)(const go_t *go);
	bool (*looks_lost)(const go_t *go);

	bool (*read)(go_t *go, reading_t *out); /* NULL: nothing is read */

	/* As in game_t, of plain search. NULL: nothing to tell. */
	guess_t (*guess)(const go_t *go);
	unsigned (*work)(const go_t *go);
	move_t (*soon)(go_t *go);
};

static inline unsigned goal_distance_within(const go_t *go, unsigned most)
{
	return go->goal->distance_within != NULL ? go->goal->distance_within(go, most)
	                                         : go->goal->distance(go);
}

extern const go_goal_t go_capture;     /* the block on the stone */
extern const go_goal_t go_connect;     /* the two stones into one block */
extern const go_goal_t go_semeai;      /* capture the block on the first, while the second stands */
extern const go_goal_t go_live;        /* the blocks on the stones unconditionally alive: all, */
extern const go_goal_t go_live_any;    /* or one of them */
extern const go_goal_t go_capture_any; /* one of the blocks on the stones */
extern const go_goal_t go_capture_all; /* each of them, at whatever time */

/* connect_reach writes what is no further than `steps` moves from the block on `stone`, whose
 * colour is the attacker's: the distance of connecting with what is in it is not more. */
void connect_reach(const go_t *go, unsigned stone, unsigned steps, bits_t *out);

/* GO_GOALS names them all, for game_t.goals; go_goal_at returns the row of one by its place there.
 */
#define GO_GOALS "capture connect semeai live live-any capture-any capture-all"
const go_goal_t *go_goal_at(unsigned index);

#endif
