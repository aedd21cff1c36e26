/* SPDX-License-Identifier: MIT
 * canonical.h - the board of a question as cells that do not tell colours apart, and the optional
 * table by which a game says how its questions are stored (docs/store.md).
 *
 * A cell says whose a stone is, not its colour: the attacker's 'a', the defender's 'd', of the
 * goal's blocks 't' and 's'. A game may use other letters for other pieces (chess does).
 *
 * Without the table a question is stored as it stands: its rows must be of '.', 'X' and 'O', no
 * symmetry is used, and the attacker's colour is part of the question. A game that takes a target
 * or a ko (TAKES_TARGET, TAKES_KO) is not stored without the table, nor is chess's style of rows.
 *
 * Units     points are y * width + x, y = 0 the top row; symmetries are those of grid_mirror.
 * Ownership rows are constants; boards belong to the caller.
 * Threads   any.
 * Errors    false: the question cannot be stored.
 */
#ifndef ENGINE_GAME_CANONICAL_H
#define ENGINE_GAME_CANONICAL_H

#include "engine/game/types.h"

#define CELL_OFF    '#' /* off the board */
#define CELL_EMPTY  '.'
#define CELL_BANNED 'k' /* empty, and not to be taken on by the side to move */
#define CELL_CLOSED '_' /* empty, and nobody may play there; stones there are capitals */

enum { CANONICAL_AS_IT_IS = 1, CANONICAL_ALL = 0xff }; /* sets of symmetries */

typedef struct {
	unsigned width, height;
	uint8_t at[BOARD_MAX * BOARD_MAX];
	unsigned symmetries; /* bit s: under symmetry s the board asks the same question */
	bool is_part;        /* a result rests on its zone alone, and places are told from the
	                        goal's blocks; else on the whole board, told from its corner */
	bits_t target;       /* the goal's blocks; of an is_part board */
	bits_t ban;          /* what shows that a ban is one */
	bits_t region;       /* points that may be played on; empty: all. Set before `read` */
} canonical_board_t;

typedef struct canonical_ops {
	/* read writes the cells of a problem, whose position is `pos`, and all else of *out but
	 * the region. False: its goal cannot be stored. */
	bool (*read)(const problem_t *problem, const position_t *pos, const char *goal,
	             canonical_board_t *out);

	/* region: the option, of kind OPTION_TEXT, that lists the points that may be played on,
	 * "A1-C3,E4". NULL: the game has none such. */
	const char *region;

	/* words appends what the question says besides game, goal, options and first player, each
	 * word with a blank before it. NULL: nothing. */
	void (*words)(const problem_t *problem, const position_t *pos, const char *goal,
	              strbuf_t *out);

	/* is_ours: are the goal's blocks ('t') the attacker's? NULL: there are none. */
	bool (*is_ours)(const char *goal);

	/* write is the inverse of read: the rows of a board whose attacker is white, with `first`
	 * to move, where `rows` are not of '.', 'X' and 'O'. NULL: they are. */
	bool (*write)(const canonical_board_t *board, side_t first, strbuf_t *rows);

	/* turn tells where a move goes under a symmetry that is its own inverse. NULL: a move is a
	 * point. */
	move_t (*turn)(unsigned s, move_t move);
} canonical_ops_t;

/* canonical_read_rows reads rows of '.', 'X' and 'O' as 'a' and 'd'; without symmetries. */
void canonical_read_rows(const position_t *pos, canonical_board_t *out);

/* canonical_read reads the board of a problem by the game's table, or as said above. */
bool canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                    canonical_board_t *out);

/* canonical_widen adds the points next to a set. */
void canonical_widen(unsigned width, unsigned height, bits_t *set);

/* canonical_region_text writes a region, "A1-C3,D4-D4". */
void canonical_region_text(board_style_t style, const bits_t *region, unsigned width,
                           unsigned height, strbuf_t *out);

/* canonical_outer is what a cell is out of the region; canonical_inner is its inverse. */
uint8_t canonical_outer(uint8_t cell);
uint8_t canonical_inner(uint8_t cell);

#endif
