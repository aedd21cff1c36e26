/* SPDX-License-Identifier: MIT
 * goal.h - what the attacker of a Go problem wants: one row for each goal.
 *
 * The search, the rules of play and the zones of moves (zone/zone.c) are the same for all goals. A
 * goal says when it is reached and when it is out of reach, how many moves away it is, which moves
 * can matter, and on which points those answers rest.
 *
 * Shape      game_t is the game's row and go_goal_t the goal's. go.c asks the goal where the game's
 *            row promises something that depends on the goal, and zone.c where the table of zones
 *            does: each such question is one function of go_goal_t, and takes a go_t. Hints do not
 *            pass through go.c at all: game_t.hints returns the goal's own table of hints.h. So a
 *            hint that a goal has not is absent there, and go_goal_t does not repeat it.
 *
 * Contracts  functions with the name of one of game_t promise what rules.h says. A function may be
 *            asked on any position of a problem of its goal, and must not change it.
 * Threads    any: rows are constants.
 * Errors     none.
 */
#ifndef ENGINE_GAME_GO_GOAL_H
#define ENGINE_GAME_GO_GOAL_H

#include "engine/game/go/board/board.h"

enum {
	STONES_MANY = 0,  /* go_goal_t.stones: a problem names any number of stones, */
	STONES_MOST = 16, /* up to this one */
};

struct go_goal {
	const char *name; /* as GO_GOAL_LIST has it */
	unsigned stones;  /* how many stones a problem names: 1, 2 or STONES_MANY */
	unsigned word; /* hashed into the keys, so that the keys of this goal differ from those of
	                  another goal about the same stones. Two goals may both have 0 only if
	                  their stones differ in number or side */
	unsigned edition; /* of what needs_... add; 0 and 1 are the first. To be raised when a zone
	                     was found too small: the store does not find results of an older
	                     edition */
	bool is_own;      /* the stones are the attacker's; else the defender's */
	bool versus;      /* the second stone is the other side's */
	bool any;     /* STONES_MANY: one of the blocks is enough. With is_own a problem may name
	                 no stone at all: then one block of all that the attacker has */
	bool focuses; /* go_t.focus is what the stones named could reach; else the whole board */
	bool strikes; /* STONES_MANY: a stone that has been captured is struck off go_t.stones:
	                 the goal does not want it any more */
	bool sudden;  /* the defender can win by a move that captures, although the goal is one
	                 move away (zone.c, "Idle") */
	bool inverts; /* the inversion rule speaks of this goal (zone/inversion.c) */

	/* Needed. As in game_t; finish and attacks are asked with the attacker to move, replies
	 * with the defender to move, lost and distance with either. */
	bool (*lost)(const go_t *go);
	unsigned (*distance)(const go_t *go);
	move_t (*finish)(const go_t *go);
	unsigned (*attacks)(const go_t *go, unsigned order, const bits_t *within, move_t *out);
	unsigned (*replies)(const go_t *go, const bits_t *within, move_t *out);

	/* Needed. Each adds to *out the points that must stay as they are so that one answer stays
	 * true on every board that agrees on them: needs_finish, that `move` reaches the goal;
	 * needs_far, that the attacker cannot reach it with `moves` moves in a row; needs_lost,
	 * that `lost` holds. The answer must be true of `go`. */
	void (*needs_finish)(const go_t *go, move_t move, bits_t *out);
	void (*needs_far)(const go_t *go, unsigned moves, bits_t *out);
	void (*needs_lost)(const go_t *go, bits_t *out);

	/* needs_steps adds the points that must stay so that the attacks that `attacks` leaves out
	 * at `order` are not worth a try on the other board either. NULL: the zones of the attacks
	 * that are written see to that. */
	void (*needs_steps)(const go_t *go, unsigned order, bits_t *out);

	/* fights is that of stocks_t, asked where no ko forbids a move. NULL promises that neither
	 * finish, lost nor the candidates look at the stocks of threats on any board without a
	 * banned point: results are then kept for all stocks. */
	bool (*fights)(const go_t *go);

	/* scratch returns how much memory copies of a new position are given (position_t.wants).
	 * NULL: none. */
	scratch_t (*scratch)(const go_t *go);

	/* hints is the goal's table of hints; never NULL. Its functions take the go_t as the
	 * position_t that it begins with. likely_key and sure_key are those of board.h for every
	 * goal. */
	const hints_t *hints;
};

/* go_goal_no_guess is guess of hints_t for a goal that has nothing to tell: {0, 0}, and without
 * lambda no replies. */
guess_t go_goal_no_guess(const position_t *pos, unsigned order, unsigned distance);

/* go_goal_leaf_order is leaf_order of hints_t for every goal. */
unsigned go_goal_leaf_order(void);

/* go_goal_local is what `local` of hints_t returns for a goal: the question is about a small part
 * of the board where the option region leaves few empty points. */
local_t go_goal_local(const go_t *go, unsigned pass);

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

/* go_goal_count returns how many goals there are; go_goal_at returns the row at a place of the
 * list, which must be below that; go_goal_find returns the row of that name, or NULL. */
unsigned go_goal_count(void);
const go_goal_t *go_goal_at(unsigned index);
const go_goal_t *go_goal_find(const char *name);

#endif
