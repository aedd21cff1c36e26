/* SPDX-License-Identifier: MIT
 * rules.h - a game: twelve functions that every game must have, some that it may leave out (each
 * comment says what then holds), and optional tables.
 *
 * The attacker wants the goal, the defender wants to prevent it. The attacker moves first unless
 * the problem says otherwise (TAKES_FIRST), and turns alternate. Lambda-search lets the defender
 * pass (MOVE_PASS) in every game and position, as a question ("what would follow?"); where the
 * rules let a side pass, the pass is also among its legal moves (see may_pass).
 *
 * Callers reach the functions with a default through the game_... functions of game.h.
 *
 * Units     as types.h.
 * Ownership rows are constants and live as long as the program; a position belongs to who made it.
 * Threads   rows: any. A position: one thread at a time.
 * Errors    functions that read text return err_t and explain in errinfo_t with the path of the
 *           field that was wrong ("goal.target: ..."). Functions on positions cannot fail: to ask
 *           for an illegal move is a fault of the caller.
 */
#ifndef ENGINE_GAME_RULES_H
#define ENGINE_GAME_RULES_H

#include "engine/game/canonical.h"
#include "engine/game/dragon.h"
#include "engine/game/hints.h"
#include "engine/game/sequel.h"
#include "engine/game/zone_ops.h"

/* Stocks of external ko threats; of games that take them (TAKES_THREATS). All are given. */
typedef struct {
	/* stock sets how many external ko threats each side has. No move has been played yet. */
	void (*stock)(position_t *pos, const unsigned threats[2]);

	/* stockless is the key without the stocks: of facts that hold whatever they are. fights:
	 * might the stocks matter for what the rules allow here, for whether the goal is reached,
	 * or for what is left out of the candidates? What holds on a tree of positions without any
	 * such holds with all stocks. */
	hashkey_t (*stockless)(const position_t *pos);
	bool (*fights)(const position_t *pos);
} stocks_t;

/* Symmetries of the board, for tests. All are given. */
typedef struct {
	/* make makes the position as it looks under symmetry `s` of the game, with
	 * no moves played; 0 is the identity. *out is NULL when that symmetry does not
	 * apply to this position (a board that is not square, castling rights), which
	 * is ERR_OK, or without memory. The verdict is the same. move tells
	 * where a move goes. */
	unsigned count;
	err_t (*make)(const position_t *pos, unsigned s, position_t **out);
	move_t (*move)(const position_t *pos, unsigned s, move_t move);
} mirrors_t;

/* A game's own ways to write moves and verdicts. All are given. */
typedef struct {
	/* coords_text writes the move as the one or two points it is about, "D4" or
	 * "e7e8q". */
	void (*coords_text)(const position_t *pos, move_t move, strbuf_t *out);

	/* claim writes what a proof within `depth` plies means in the game's own words:
	 * "mate in 3" when no shorter one exists (`least`), else "mate in 3 or less": the
	 * passes of lambda's threats count as plies. */
	void (*claim)(const position_t *pos, unsigned depth, bool least, strbuf_t *out);
} notation_t;

struct game {
	const char *name;
	const char *goals; /* the goals it knows, separated by spaces, the first is the default;
	                      verbs, as in "black wins" */
	const char *help;  /* one line for people: what rows and goals look like */
	const game_option_t *options; /* ended by a row without a name; NULL = none */
	board_style_t style;
	unsigned takes; /* TAKES_...: parts of a problem that mean something here; game_create
	                   refuses the others */

	/* examples: small problems to try, ended by one without a game. The tests of
	 * what every game must keep begin at them: at least two, on tiny boards. */
	const problem_t *examples;

	/* tail: plies at the end of every line that nobody plays. Chess, whose goal
	 * is the capture of the king, has two: the last reply and the capture. */
	unsigned tail;

	/* zugzwang: may a side have nothing better than a move that harms it? Lambda, which
	 * threatens with passes, is blind to that, and a search without it goes beside. */
	bool zugzwang;

	/* beyond: is a search without lambda worth what is left of a job's time, once all orders
	 * of lambda have failed? With zugzwang it is. */
	bool beyond;

	/* The functions that a game must have. */

	/* create reads `problem`; *out is NULL on failure. */
	err_t (*create)(const problem_t *problem, position_t **out, errinfo_t *why);

	/* play makes a legal move of the side to move, or the defender's pass; or the
	 * attacker's, where it is legal. A move that reaches the goal may be played too; after it
	 * only undo may follow. */
	void (*play)(position_t *pos, move_t move);
	void (*undo)(position_t *pos);
	bool (*legal)(const position_t *pos, move_t move);

	/* legal_moves writes every legal move of the side to move, but the pass. */
	unsigned (*legal_moves)(const position_t *pos, move_t *out);

	/* key is a hash of all that decides the result of the position: board,
	 * turn, ko, threats, goal. Asked at every node: a game had better keep it up to date
	 * in play and undo. */
	hashkey_t (*key)(const position_t *pos);

	/* finish returns a legal attacker move that reaches the goal at once, or
	 * MOVE_NONE. Attacker to move. */
	move_t (*finish)(const position_t *pos);

	/* lost: the attacker can never reach the goal (the defender has won
	 * himself, the target is safe for good, stalemate). May be asked with either
	 * side to move; true is a fact. */
	bool (*lost)(const position_t *pos);

	/* move_text writes "D4" (or "pass"); move_parse is its inverse, returning
	 * MOVE_NONE for text that names no move of this board. */
	void (*move_text)(const position_t *pos, move_t move, strbuf_t *out);
	move_t (*move_parse)(const position_t *pos, const char *text);

	/* rows_text writes the board in the form that create reads. */
	void (*rows_text)(const position_t *pos, strbuf_t *out);

	/* attacker tells the attacker's colour. */
	colour_t (*attacker)(const position_t *pos);

	/* Functions that may be absent (NULL), and what then holds. */

	/* may_pass: is passing among the moves that the rules give the side to move?
	 * Lambda-search passes whatever this says; a search without lambda does not. NULL: no. */
	bool (*may_pass)(const position_t *pos);

	/* repeatable: could an earlier position of this line stand again? False
	 * saves the search the look for it. NULL: no. */
	bool (*repeatable)(const position_t *pos);

	/* distance is a lower bound on the number of consecutive attacker moves
	 * that reach the goal, at least 1; DISTANCE_NEVER when none do. Either side
	 * may be to move. NULL: 1 is all that is known. */
	unsigned (*distance)(const position_t *pos);

	/* squeeze tells how low a move that the defender has to make can bring the
	 * distance where he may not pass: it stays at least the less of what it was
	 * and this. NULL: his moves never lower it. */
	unsigned (*squeeze)(const position_t *pos);

	/* attacks writes the attacker's candidates at `order`, likely ones first,
	 * and returns how many. A superset of the lambda-moves of that order:
	 * every legal move after which the defender's pass would lose at order-1,
	 * unless a lower order wins as soon.
	 * Moves that cannot be such, or that lose at once, by the game's own
	 * reasons, are left out. ORDER_ANY: every legal move but those that lose at
	 * once, the pass of a side that may do nothing else included. Only moves on `within`
	 * are written, a set that holds all that can be such; NULL: the whole board. out
	 * has room for MOVES_MAX. attacks is NULL: all legal moves, as legal_moves has them. */
	unsigned (*attacks)(const position_t *pos, unsigned order, const bits_t *within,
	                    move_t *out);

	/* replies writes the defender's candidates, likely ones first. Left out
	 * are only legal moves after which the attacker has a finish, and the pass
	 * (may_pass). None at all: the attacker has won, unless `lost`. `within` as above.
	 * replies is NULL: all legal moves, as legal_moves has them. */
	unsigned (*replies)(const position_t *pos, const bits_t *within, move_t *out);

	/* survey lists what `board`, a problem without a goal, suggests: the most urgent first,
	 * those of two blocks, if `pairs`, after those of one; what is beyond THEMES_MAX is left
	 * out. NULL: a board of this game has no status. */
	err_t (*survey)(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

	/* sequel says what the move that was just played, the only one on the position, leaves of
	 * its problem besides the board: SEQUEL_REACHED where it has reached the goal,
	 * SEQUEL_UNSTATED where a problem cannot state what is left, else SEQUEL_OPEN, with the
	 * rest. *out is zero before. NULL: no move reaches the goal at once that is legal, and a
	 * problem is its board and what no move changes. */
	sequel_state_t (*sequel)(const position_t *pos, sequel_rest_t *out);

	/* hints returns the hints for the goal of a position, the same table for all positions of a
	 * problem. NULL: no hint is given. */
	const hints_t *(*hints)(const position_t *pos);

	/* key_from_scratch makes the key without what play and undo have kept, for tests.
	 * NULL: there is no second way to make it. */
	hashkey_t (*key_from_scratch)(const position_t *pos);

	/* Tables that a game may have, NULL where it has none. Of zones there are two: the sound
	 * rules, and Thomsen's inversion rule, a heuristic. */
	const zone_ops_t *zones, *inversion; /* NULL: every point may matter to a result */
	const stocks_t *stocks;              /* NULL: no external threats are in the game */
	const mirrors_t *mirrors;            /* NULL: none is known */
	const notation_t *notation;          /* NULL: move_text says all */
	const canonical_ops_t *canonical;    /* NULL: questions are stored as they stand */
	const dragon_ops_t *dragons;         /* NULL: there is no life and death in it */
};

#endif
