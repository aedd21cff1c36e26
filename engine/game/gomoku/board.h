/* SPDX-License-Identifier: MIT
 * board.h - a Gomoku position: stones as bits of lines, and for either side the
 * windows in which it can still get its row, sorted by how many stones it has.
 *
 * The game is k in a row on m x n points, the m,n,k-game of the literature.
 *
 * A window is k points in a row, named by its first point and its direction. It
 * is open for a side when a stone of that side on each of its points would make
 * the row that wins: no stone of the other side is in it and, where the row must
 * be exactly k long, no own stone is next to either end. A window that was closed
 * never opens again.
 *
 * Invariant n[side][c] windows are open for `side` with c stones in them, and
 *           open[side][c] is the set of these. n[side][k] > 0: it has won.
 * Ownership gomoku_board_create's block is the caller's: position_free releases it.
 * Threads   a board: one thread at a time. It only reads what it points at.
 */
#ifndef ENGINE_GAME_GOMOKU_BOARD_H
#define ENGINE_GAME_GOMOKU_BOARD_H

#include "engine/base/check.h"
#include "engine/game/game.h"
#include "engine/game/gomoku/lines.h"

enum {
	K_LEAST = 3,
	K_MOST = 6,
	K_RENJU = 5,
	WINDOW_WORDS = BITS_WORDS,
};

typedef enum { RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO } rule_t;

/* A set of windows, by direction and first point. */
typedef struct {
	uint64_t word[LINE_DIRECTIONS][WINDOW_WORDS];
} windows_t;

typedef struct {
	position_t base;
	const lines_t *geo;
	hashkey_t key;
	uint16_t plies;     /* moves and passes that stand played */
	uint16_t empty;     /* empty points */
	uint8_t k, rule;    /* rule_t */
	uint8_t colour[2];  /* by side */
	bool exact[2];      /* by side: a longer row does not win */
	bool caro;          /* nor does a row with a stone of the other side at both ends */
	bool restrained[2]; /* by side: there are points it may not play on */
	uint32_t row;       /* k ones */
	uint16_t n[2][K_MOST + 1];
	uint8_t at[GRID_AREA_MAX];    /* colour_t of a point */
	uint32_t stone[2][LINES_MAX]; /* by side: bits of each line */
	windows_t open[2][K_MOST + 1];
	move_t played[PLAYED_MAX];
} gomoku_t;

/* What a board is made from. */
typedef struct {
	unsigned width, height, k;
	rule_t rule;
	colour_t attacker;
	uint8_t at[GRID_AREA_MAX]; /* colour_t */
} gomoku_setup_t;

/* gomoku_board_create makes a board with `turn` to move; *out is NULL when there is no
 * memory. */
err_t gomoku_board_create(const gomoku_setup_t *setup, side_t turn, gomoku_t **out);

/* gomoku_board_play makes a legal move, or a pass; fewer than PLAYED_MAX stand played.
 * gomoku_board_undo takes the last one back, exactly. */
void gomoku_board_play(gomoku_t *board, move_t move);
void gomoku_board_undo(gomoku_t *board);

/* gomoku_board_place and gomoku_board_remove put a stone on an empty point and take it off, whoever
 * is to move: half a move, for looking around on a copy. */
void gomoku_board_place(gomoku_t *board, side_t side, unsigned p);
void gomoku_board_remove(gomoku_t *board, side_t side, unsigned p);

/* gomoku_board_legal: may the side to move play there? Any move_t may be asked. */
bool gomoku_board_legal(const gomoku_t *board, move_t move);

/* gomoku_board_must_pass: is there an empty point, but none where the side to move may play? So
 * black may be stuck in Renju. */
bool gomoku_board_must_pass(const gomoku_t *board);

/* gomoku_board_key_after returns the key after a legal move, or a pass. */
hashkey_t gomoku_board_key_after(const gomoku_t *board, move_t move);

/* gomoku_board_key_from_scratch computes what board->key must be. */
hashkey_t gomoku_board_key_from_scratch(const gomoku_t *board);

/* gomoku_board_has_won: has that side its row? Nobody may move then. */
static inline bool gomoku_board_has_won(const gomoku_t *board, side_t side)
{
	return board->n[side][board->k] > 0;
}

/* gomoku_board_is_hopeless: will the attacker never have a row? */
static inline bool gomoku_board_is_hopeless(const gomoku_t *board)
{
	unsigned open = 0;

	for (unsigned stones = 0; stones <= board->k; stones++)
		open += board->n[SIDE_ATTACKER][stones];
	return open == 0 || gomoku_board_has_won(board, SIDE_DEFENDER);
}

static inline bool gomoku_board_is_over(const gomoku_t *board)
{
	return gomoku_board_has_won(board, SIDE_ATTACKER) ||
	       gomoku_board_has_won(board, SIDE_DEFENDER);
}

/* gomoku_board_empty returns the empty points of a line. */
static inline uint32_t gomoku_board_empty(const gomoku_t *board, unsigned line)
{
	return board->geo->valid[line] & ~(board->stone[0][line] | board->stone[1][line]);
}

/* row_count counts the stones among the k <= 6 lowest bits; there are no others. */
static inline unsigned row_count(uint32_t bits)
{
	static const uint8_t count[1 << K_MOST] = {
	        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3,
	        3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4,
	        3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
	};

	assert(bits < sizeof(count));
	return count[bits];
}

/* gomoku_board_is_open: is the window from bit `from` of `line` open for `side`? False
 * also for what is no window at all. */
static inline bool gomoku_board_is_open(const gomoku_t *board, side_t side, unsigned line,
                                        unsigned from)
{
	const uint32_t window = board->row << from;
	const uint32_t ends = UINT32_C(1) << (from - 1) | UINT32_C(1) << (from + board->k);

	return (window & ~(board->geo->valid[line] & ~board->stone[!side][line])) == 0 &&
	       (!board->exact[side] || (board->stone[side][line] & ends) == 0) &&
	       (!board->caro || (~board->stone[!side][line] & ends) != 0);
}

#endif
