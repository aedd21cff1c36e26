/* SPDX-License-Identifier: MIT
 * types.h - the words in which the engine and the games speak of moves, positions and problems.
 *
 * A position is one flat block of memory without pointers into itself or the heap, so that a
 * copy of a position is a memcpy and every worker can have a copy of its own. A position holds
 * its whole state: the board, the side to move, the ko, the stock of external ko threats, the
 * goal, the options and which side attacks. A position also holds the moves played since it was
 * made, which undo takes back exactly.
 *
 * Units     points are y * width + x, y = 0 the top row; orders are budgets of passes,
 *           0..ORDER_MAX; distances count moves of the attacker; depths count plies.
 * Ownership a position belongs to who made it; problem_t borrows its strings.
 * Threads   a position: one thread at a time. The rest are values.
 */
#ifndef ENGINE_GAME_TYPES_H
#define ENGINE_GAME_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/strbuf.h"
#include "engine/zone/bits.h"

typedef uint16_t move_t;

enum {
	MOVE_NONE = 0xffff,
	MOVE_PASS = 0xfffe,
	MOVES_MAX = 512,       /* no position of any game has more candidates */
	MOVE_TEXT_MAX = 16,    /* bytes of a move in text, the NUL included */
	ORDER_MAX = 7,         /* highest order: the budget of passes */
	DEPTH_MAX = 507,       /* highest depth in plies; see ttable.h */
	THREATS_UNLIMITED = 3, /* a stock of ko threats that never ends */
	BOARD_MAX = 20,        /* points on a side, for any game */
	ROWS_TEXT_MAX = 512,   /* bytes of a position in rows, the NUL included */
	ORDER_ANY = 255,       /* for attacks: every move, whatever its order */
	DISTANCE_NEVER = 512,  /* the goal is out of reach, however many moves */
	OPTIONS_MAX = 8,       /* options of one game */
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

/* hash_toggle puts a fact with this random word into a key, or takes it out. */
static inline void hash_toggle(hashkey_t *key, const hashkey_t *word)
{
	key->lo ^= word->lo;
	key->hi ^= word->hi;
}

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
	/* A stored question names it even where it has its default value, since the first stores
	 * were written so. Any option that is added later is named only where it has another
	 * value, so that what is in a store without it is still found. */
	bool always_stored;
} game_option_t;

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
	uint32_t room; /* bytes that playing on takes, where `bytes` are fewer; 0: they are not */
};

/* position_scratch is the scratch of a position, or NULL. The functions that are asked about a
 * position that must stay as it is may write there: like the position it is one thread's. */
static inline void *position_scratch(const position_t *pos)
{
	return pos->scratch != 0 ? (unsigned char *)(uintptr_t)pos + pos->scratch : NULL;
}

#endif
