/* SPDX-License-Identifier: MIT
 * game.h - what the engine knows of a game: data plus a handful of functions.
 *
 * A position is one flat block of memory without pointers into itself or the
 * heap, so that a copy is a memcpy and every worker can have its own. It knows
 * its whole state: the board, whose turn it is, the ko, the stock of external
 * ko threats, the goal, the options and which side attacks. It also holds the
 * moves played since it was made, which undo takes back exactly.
 *
 * The attacker wants the goal, the defender wants to prevent it; the first
 * position of every problem has the attacker to move, and turns alternate.
 * Lambda-search lets the defender pass (MOVE_PASS) in every game and position, as
 * a question ("what would follow?"); where the rules let a side pass, the pass is
 * also among its legal moves (see may_pass).
 *
 * Units     order is the budget of passes (0..ORDER_MAX); distance counts
 *           attacker moves.
 * Ownership game_t rows are constants; a position belongs to who made it.
 * Threads   a position: one thread at a time. Everything else: any thread.
 * Errors    functions that read text return err_t and explain in errinfo_t with
 *           the path of the field that was wrong ("goal.target: ..."); the
 *           functions on positions cannot fail: asking for an illegal move is
 *           a fault of the caller.
 */
#ifndef ENGINE_GAME_GAME_H
#define ENGINE_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/strbuf.h"
#include "engine/zone/zone.h"

typedef uint16_t move_t;

enum {
	MOVE_NONE = 0xffff,
	MOVE_PASS = 0xfffe,
	MOVES_MAX = 512,       /* no position of any game has more candidates */
	MOVE_TEXT_MAX = 16,    /* bytes of a move in text, the NUL included */
	ORDER_MAX = 7,         /* highest order: the budget of passes */
	DEPTH_MAX = 507,       /* highest depth in plies; see ttable.h */
	THREATS_UNLIMITED = 3, /* a stock of ko threats that never ends */
	BOARD_MAX = 19,        /* points on a side, for any game */
	ROWS_TEXT_MAX = 512,   /* bytes of a position in rows, the NUL included */
	ORDER_ANY = 255,       /* for attacks: every move, whatever its order */
	DISTANCE_NEVER = 512,  /* the goal is out of reach, however many moves */
	OPTIONS_MAX = 8,       /* options of one game */
	READ_NODES = 24,       /* positions that a game looks at in one reading, at most */
	WORK_UNIT = 64,        /* of a doubling of nodes, see work */
	PLAYED_MAX = 512,      /* moves and passes that may stand played at once */
	THEMES_MAX = 512,      /* questions of one board that are kept */
	SCRATCH_ALIGN = 16,    /* see position_t.wants */
};

typedef enum { SIDE_ATTACKER, SIDE_DEFENDER } side_t;

/* Colours of stones. Black is X and white is O in rows. */
typedef enum { COLOUR_NONE, COLOUR_BLACK, COLOUR_WHITE } colour_t;

/* A 128-bit hash: index and check of a table entry come from different words. */
typedef struct {
	uint64_t lo, hi;
} hashkey_t;

/* A problem as it comes from outside, before any rule was looked at. Strings
 * are borrowed and must live until game_create returns. NULL = not given. */
typedef struct {
	const char *game;          /* "go" */
	const char *rows;          /* board, top row first, rows separated by '/'; or FEN */
	const char *goal;          /* "capture"; NULL = the game's first */
	const char *target;        /* the goal's point in text, "D4" */
	const char *options;       /* "k=4 rule=renju": the game's options that differ */
	colour_t attacker;         /* COLOUR_NONE: the game deduces it */
	side_t first;              /* who moves first; TAKES_FIRST */
	const char *ko;            /* point that the attacker may not retake now */
	unsigned attacker_threats; /* external ko threats: 0, 1, 2 or THREATS_UNLIMITED */
	unsigned defender_threats;
} problem_t;

/* A problem with texts of its own: one block, its maker's. */
typedef struct {
	problem_t problem;
	size_t bytes; /* of the block */
	char text[];
} kept_problem_t;

typedef struct position position_t;
typedef struct game game_t;

/* A goal that a whole board suggests: to capture this block, to connect these two. */
typedef struct {
	const char *goal;
	char target[2 * MOVE_TEXT_MAX]; /* as problem_t has it */
	bool is_own;                    /* its stones are the attacker's */
	colour_t colour;                /* of its stones */
	unsigned size, liberties;       /* of its blocks: stones of all, liberties of the weakest */
} theme_t;

typedef struct {
	colour_t banned; /* may not take on problem_t.ko now */
	unsigned count;
	theme_t theme[THEMES_MAX];
} themes_t;

/* Parts of a problem that not every game has. */
enum { TAKES_TARGET = 1, TAKES_KO = 2, TAKES_THREATS = 4, TAKES_FIRST = 8 };

/* What a node may cost, as df-pn counts it: leaves of its tree that must turn out well for
 * the attacker, and for the defender. At least 1 each, but see guess. Without lambda, where the
 * defender is to move and may pass, `replies` is what his moves add to the proof of the pass. */
typedef struct {
	uint32_t proof, disproof;
	uint32_t replies;
	bool is_near; /* soon may know more */
} guess_t;

/* How a board is drawn and its points are named (grid.h). */
typedef enum {
	BOARD_GO,    /* stones on points; columns A to T without I, row 1 at the bottom */
	BOARD_RENJU, /* the same with the I */
	BOARD_HEX,   /* cells in a rhombus, each row half a cell further right; row 1 on top */
	BOARD_CHESS, /* pieces on squares; columns a to h, row 1 at the bottom */
} board_style_t;

typedef enum { OPTION_NUMBER, OPTION_WORD, OPTION_SIZE, OPTION_TEXT } option_kind_t;

/* An option of a game. Its value is an int: the number; the word's place in
 * `words`; the size as width * 256 + height, 0 = not given; where in problem_t.options
 * its text begins, which ends at a blank or with them, -1 = not given. */
typedef struct {
	const char *name;
	option_kind_t kind;
	int least, most;      /* of a number, or of either side */
	const char *words;    /* of a WORD: "freestyle|standard|renju" */
	const char *fallback; /* as text; "" = a size that rows tell */
	const char *help;
	bool sets_up; /* says what stands on a board that is not given; so does a SIZE */
} game_option_t;

/* What was read of a position (game_t.read). */
typedef struct {
	bool works; /* he reaches it, with `best`, within `plies` */
	move_t best;
	unsigned plies;
	bool stocked;   /* with these stocks of threats; else with all */
	unsigned nodes; /* looked at for that, or in vain: READ_NODES at most */
	bits_t zone;    /* by the sound rules; of games with one area */
} reading_t;

/* What a game knows of zones (docs/zones.md). All add to *zone what a result needs.
 *
 * The side that a zone supports is called the holder: the attacker where the result
 * is a proof, the defender where it is not. */
typedef struct {
	bool is_plain; /* they hold without lambda as well */

	/* begin makes an empty zone for a position and questions of orders up to `order`;
	 * without areas where the game has no zones for it. */
	void (*begin)(const position_t *pos, unsigned order, zone_t *zone);

	/* Leaves. finish: the attacker, to move, reaches the goal with `move`; or if that is
	 * MOVE_PASS, he has as good as done so, whoever is to move (guess). far: he cannot
	 * reach it with `moves` moves of his in a row. lost: he never can. */
	void (*finish)(const position_t *pos, move_t move, zone_t *zone);
	void (*far)(const position_t *pos, unsigned moves, zone_t *zone);
	void (*lost)(const position_t *pos, zone_t *zone);

	/* move: the holder is to move and plays `move`; *zone is what the position after it
	 * needs. */
	void (*move)(const position_t *pos, move_t move, zone_t *zone);

	/* answered: the other side is to move; *zone has been united with what its `move`
	 * needs to be answered. `quiet`: it is an attack that threatens nothing, answered by
	 * a pass; `cyclic`: that rests on a position standing twice on the line. NULL:
	 * nothing to add. */
	void (*answered)(const position_t *pos, move_t move, bool quiet, bool cyclic, zone_t *zone);

	/* must: the other side is to move, and `zone` is what the holder needs to succeed
	 * should it pass: writes the points where a move may change that. The others act
	 * like the pass. `order` of the node. */
	void (*must)(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must);

	/* lifts: does playing anything at all change more than the pass that the holder's
	 * success was asked for would? Then no move can be left out for its sake. NULL: no. */
	bool (*lifts)(const position_t *pos, unsigned order);

	/* idle: the other side's `move` was answered by *zone. Does the holder succeed with
	 * that as well if the move is not made? NULL: not known to. */
	bool (*idle)(const position_t *pos, move_t move, const zone_t *zone);

	/* apart: the attacker is to move and cannot finish: adds what must stay so that no move
	 * of his does, where a success of the defender's after it might have another reason than
	 * that the goal cannot be reached. Asked where what idle says stands for the other moves
	 * alone. NULL: nothing. */
	void (*apart)(const position_t *pos, zone_t *zone);

	/* never_idle: is idle false for all moves of either side, now and after any? NULL: no. */
	bool (*never_idle)(const position_t *pos);

	/* steps: the attacker is to move and fails: adds what must stay so that none of the moves
	 * that attacks leaves out at `order` would do. NULL: nothing. */
	void (*steps)(const position_t *pos, unsigned order, zone_t *zone);

	/* close: the other side is to move, all of its moves on `must` that attacks or replies
	 * write have been answered in *zone: adds what makes *zone whole. NULL: nothing. */
	void (*close)(const position_t *pos, const bits_t *must, zone_t *zone);

	/* own: adds to the zone of a whole search, from `pos` on at `order`, what no zone below
	 * its root needs: a search leaves out moves of the other side alone, but stones of the
	 * holder's own could hurt him, too. NULL: nothing. */
	void (*own)(const position_t *pos, side_t holder, unsigned order, zone_t *zone);
} zone_rules_t;

/* Memory in which a position remembers what was dear to tell: a copy is given it at the end of its
 * block (position_clone), a position as it was created is not. */
typedef struct {
	uint32_t bytes; /* 0: it wants none */
	uint32_t
	        zeroed; /* of them, from the first on, are zero at first; the others are anything */
} scratch_t;

/* Every position begins so. */
struct position {
	const game_t *game;
	uint32_t bytes; /* of the whole flat block */
	uint32_t used;  /* bytes from its start that mean anything now: all a copy needs */
	side_t turn;
	uint32_t scratch; /* where its scratch begins, bytes from its start; 0: it has none */
	scratch_t wants;  /* what copies are given; then `bytes` is a multiple of SCRATCH_ALIGN */
};

/* position_scratch is the scratch of a position, or NULL. The functions that are asked about a
 * position that must stay as it is may write there: like the position it is one thread's. */
static inline void *position_scratch(const position_t *pos)
{
	return pos->scratch != 0 ? (unsigned char *)(uintptr_t)pos + pos->scratch : NULL;
}

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

	/* create reads `problem`; *out is NULL on failure. */
	err_t (*create)(const problem_t *problem, position_t **out, errinfo_t *why);

	/* survey lists what `board`, a problem without a goal, suggests: the most urgent first,
	 * those of two blocks, if `pairs`, after those of one; what is beyond THEMES_MAX is left
	 * out. NULL: nothing. */
	err_t (*survey)(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

	/* play makes a legal move of the side to move, or the defender's pass; or the
	 * attacker's, where it is legal. A move that reaches the goal may be played too; after it
	 * only undo may follow. */
	void (*play)(position_t *pos, move_t move);
	void (*undo)(position_t *pos);
	bool (*legal)(const position_t *pos, move_t move);

	/* key is a hash of all that decides the result of the position: board,
	 * turn, ko, threats, goal. Kept incrementally. key_from_scratch is the
	 * slow truth, for tests. */
	hashkey_t (*key)(const position_t *pos);
	hashkey_t (*key_from_scratch)(const position_t *pos);

	/* question hashes all that decides the result but the stones, and writes where those
	 * stand, black and white. What has the same question, and the same stones on the zone
	 * of a result, has that result. NULL: zones do not say that much here. */
	hashkey_t (*question)(const position_t *pos, bits_t stones[2]);

	/* likely_key is the key that the position after `move` will have but for what is dear to
	 * tell: a hint, to have its entry fetched early. NULL: no hint. */
	hashkey_t (*likely_key)(const position_t *pos, move_t move);

	/* sure_key: is likely_key the key after that legal move? NULL: not known to be. */
	bool (*sure_key)(const position_t *pos, move_t move);

	/* stock gives the sides so many external ko threats, on a position without moves
	 * played. NULL: there are none in the game. */
	void (*stock)(position_t *pos, const unsigned threats[2]);

	/* stockless is the key without the stocks: of facts that hold whatever they are. fights:
	 * might the stocks matter for what the rules allow here, for whether the goal is reached,
	 * or for what is left out of the candidates? What holds on a tree of positions without any
	 * such holds with all stocks. Where there are stocks; else both NULL. */
	hashkey_t (*stockless)(const position_t *pos);
	bool (*fights)(const position_t *pos);

	/* may_pass: is passing among the moves that the rules give the side to move?
	 * lambda passes whatever this says; a search without lambda does not. */
	bool (*may_pass)(const position_t *pos);

	/* repeatable: could an earlier position of this line stand again? False
	 * saves the driver the search for it. */
	bool (*repeatable)(const position_t *pos);

	/* finish returns a legal attacker move that reaches the goal at once, or
	 * MOVE_NONE. Attacker to move. */
	move_t (*finish)(const position_t *pos);

	/* soon returns an attacker's move after which the defender has no reply that `replies`
	 * writes, and has lost. Or MOVE_NONE: there is none, or it is hard to tell. Attacker to
	 * move; *pos is as it was when it returns. Asked where guess says so. NULL: never told. */
	move_t (*soon)(position_t *pos);

	/* lost: the attacker can never reach the goal (the defender has won
	 * himself, the target is safe for good, stalemate). May be asked with either
	 * side to move; true is a fact. */
	bool (*lost)(const position_t *pos);

	/* looks_lost: is it worth a search's time to ask? Where it is not, `lost` may hold, and the
	 * search is right all the same. NULL: it is. */
	bool (*looks_lost)(const position_t *pos);

	/* distance is a lower bound on the number of consecutive attacker moves
	 * that reach the goal, at least 1; DISTANCE_NEVER when none do. Either side
	 * may be to move. */
	unsigned (*distance)(const position_t *pos);

	/* distance_within is the distance where that is no more than `most`, else anything above
	 * `most` that it is not less than, to save work. NULL: there is none to save. */
	unsigned (*distance_within)(const position_t *pos, unsigned most);

	/* distance_after is the distance after a legal move, to save playing it; 0: it has to be
	 * played to tell. Where it is told, lost is false after the move, as far as a search asks
	 * (looks_lost), and likely_key is the key. The position may stand on the line already.
	 * NULL: it is never told. */
	unsigned (*distance_after)(const position_t *pos, move_t move);

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
	 * has room for MOVES_MAX. */
	unsigned (*attacks)(const position_t *pos, unsigned order, const bits_t *within,
	                    move_t *out);

	/* replies writes the defender's candidates, likely ones first. Left out
	 * are only legal moves after which the attacker has a finish, and the pass
	 * (may_pass). None at all: the attacker has won, unless `lost`. `within` as above. */
	unsigned (*replies)(const position_t *pos, const bits_t *within, move_t *out);

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

	/* favour: where both engines are asked in turn df-pn gets so many times the nodes of the
	 * other (docs/performance.md). With zugzwang: if it goes without lambda. NULL: as many. */
	unsigned (*favour)(const position_t *pos);

	/* room: what the first guesses of df-pn may be off by, an order (thresholds.c). NULL: 0. */
	unsigned (*room)(const position_t *pos);

	/* zugzwang: may a side have nothing better than a move that harms it? Lambda, which
	 * threatens with passes, is blind to that, and a search without it goes beside. */
	bool zugzwang;

	/* walked: up to this order, 0 or 1, df-pn does without numbers and walks depth first:
	 * where every attack leaves next to no reply, keeping them costs more than it saves. */
	unsigned walked;

	/* read answers order 1 where that is soon done without a search: can the attacker, to move,
	 * reach the goal with threats to reach it next? False: it has to be searched. Asked where
	 * nobody has finished and nothing is lost; *pos is as it was when it returns. What is read
	 * holds on any line. NULL: nothing is read. */
	bool (*read)(position_t *pos, reading_t *out);

	/* zones: the sound rules; inversion: Thomsen's inversion rule, a heuristic. NULL:
	 * every point may matter. */
	const zone_rules_t *zones, *inversion;

	/* legal_moves writes every legal move of the side to move, but the pass. */
	unsigned (*legal_moves)(const position_t *pos, move_t *out);

	/* move_text writes "D4" (or "pass"); move_parse is its inverse, returning
	 * MOVE_NONE for text that names no move of this board. */
	void (*move_text)(const position_t *pos, move_t move, strbuf_t *out);
	move_t (*move_parse)(const position_t *pos, const char *text);

	/* coords_text writes the move as the one or two points it is about, "D4" or
	 * "e7e8q"; NULL where move_text does. */
	void (*coords_text)(const position_t *pos, move_t move, strbuf_t *out);

	/* rows_text writes the board in the form that create reads. */
	void (*rows_text)(const position_t *pos, strbuf_t *out);

	/* attacker tells the attacker's colour. */
	colour_t (*attacker)(const position_t *pos);

	/* claim writes what a proof within `depth` plies means in the game's own words:
	 * "mate in 3" when no shorter one exists (`least`), else "mate in 3 or less": the
	 * passes of lambda's threats count as plies. NULL = nothing worth saying. */
	void (*claim)(const position_t *pos, unsigned depth, bool least, strbuf_t *out);

	/* mirror makes the position as it looks under symmetry `s` of the game, with
	 * no moves played; 0 is the identity. *out is NULL when that symmetry does not
	 * apply to this position (a board that is not square, castling rights), which
	 * is ERR_OK, or without memory. The verdict is the same. mirror_move tells
	 * where a move goes. */
	unsigned symmetries;
	err_t (*mirror)(const position_t *pos, unsigned s, position_t **out);
	move_t (*mirror_move)(const position_t *pos, unsigned s, move_t move);
};

/* game_list returns the registered games, NULL-terminated. */
const game_t *const *game_list(void);

/* game_register adds a game of the program's own, before any thread uses games.
 * ERR_LIMIT: no room for more. */
err_t game_register(const game_t *game);

/* game_find returns the game of that name, or NULL. */
const game_t *game_find(const char *name);

/* game_create finds problem->game and creates its position with the attacker
 * to move. On failure *out is NULL and *why says which field was wrong. */
err_t game_create(const problem_t *problem, position_t **out, errinfo_t *why);

/* problem_keep copies a problem, whatever is in it; NULL when there is no memory. problem_forget
 * releases it. NULL is accepted. */
kept_problem_t *problem_keep(const problem_t *problem);
void problem_forget(kept_problem_t *kept);

/* game_survey asks the game of `board` what the board suggests (game_t.survey). */
err_t game_survey(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why);

/* position_clone copies a position, its played moves included, and gives the copy the scratch that
 * it wants; NULL when there is no memory. position_copy overwrites `to`, whose state must have
 * the same size, and leaves the scratch of `to` as it is. */
position_t *position_clone(const position_t *pos);
void position_copy(position_t *to, const position_t *from);

/* position_free releases it. NULL is accepted. */
void position_free(position_t *pos);

#endif
