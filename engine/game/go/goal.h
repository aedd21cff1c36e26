/* SPDX-License-Identifier: MIT
 * goal.h - what the attacker of a Go problem wants: one row of functions for each goal.
 *
 * The search, the rules of play and the zones of moves (zone/zone.c) are the same for all goals. A
 * goal says when it is reached and when it is out of reach, how many moves away it is, which moves
 * can matter, and on which points those answers rest. A function of a row may be asked on any
 * position of a problem of its goal. It cannot fail.
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
	const char *name; /* as GO_GOAL_LIST has it */
	unsigned stones;  /* that name it: 1, 2 or STONES_MANY */
	unsigned word; /* tells its keys from those of goals with as many stones of the same sides;
	                  0: no other goal without a word has such stones */
	bool is_own;   /* they are the attacker's */
	bool versus;   /* the second is of the other side than the first */
	bool any;      /* of many stones one is enough; own ones: without any named, of all */
	bool strikes;  /* of many stones those that have been captured are struck off */
	bool sudden;   /* the defender may have succeeded with the goal one move away */

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

	/* scratch tells what a copy of a new position remembers in (position_t.wants). NULL: in
	 * nothing. */
	scratch_t (*scratch)(const go_t *go);

	/* As in hints_t. NULL: 1; 0. */
	unsigned (*dfpn_times)(void);
	unsigned (*slack)(void);

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

/* The goals of Go: GOAL(row, name) each, the default first. goal.c includes their headers. All that
 * knows goals by name is listed in docs/development.md, "How to add a goal";
 * tests/unit/test_go_goals.c goes over this list. */
#define GO_GOAL_LIST(GOAL)                  \
	GOAL(go_capture, "capture")         \
	GOAL(go_connect, "connect")         \
	GOAL(go_semeai, "semeai")           \
	GOAL(go_live, "live")               \
	GOAL(go_live_any, "live-any")       \
	GOAL(go_capture_any, "capture-any") \
	GOAL(go_capture_all, "capture-all")

/* GO_GOALS is the names separated by spaces, as game_t.goals has them. */
#define GO_GOAL_NAME(row, name) " " name
#define GO_GOALS                (&GO_GOAL_LIST(GO_GOAL_NAME)[1])

/* go_goal_count tells how many goals there are; go_goal_at returns the row of the goal at a place
 * of the list, which must be below that. */
unsigned go_goal_count(void);
const go_goal_t *go_goal_at(unsigned index);

#endif
