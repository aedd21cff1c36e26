/* SPDX-License-Identifier: MIT
 * scene.h - a problem that can be changed: the board as points instead of text, with
 * the limits it is solved under.
 *
 * As a line of text, which failures print and lists of pairs (pairs.h) hold, it is a
 * row of fields separated by blanks:
 *
 *     game=go target=D4 attacker=black ko=C3 threats=0/2 order=1 depth=15
 *     schedule=auto options=k=4,rule=standard rows=..X/XO./...
 *
 * and in Go perhaps first=defender, region=A1-C1,A2 and driver=plain.
 *
 * Units     points are y * width + x, y = 0 the top row; depth in plies.
 * Ownership values; a scene_text_t holds what a problem_t made of it points at.
 * Threads   any; no state.
 */
#ifndef TESTS_ZONES_SCENE_H
#define TESTS_ZONES_SCENE_H

#include "engine/base/rng.h"
#include "engine/game/grid.h"
#include "engine/solve/solver.h"

enum {
	SCENE_OPTIONS_MAX = 64,
	SCENE_REGION_MAX = 400,
	SCENE_LINE_MAX = 1600,
	NO_POINT = GRID_NO_POINT
};

typedef struct {
	const game_t *game;
	grid_t board;
	char options[SCENE_OPTIONS_MAX]; /* "" = none */
	unsigned target, ko;             /* NO_POINT: none */
	unsigned second;  /* Go: the other stone, to connect with or, of two colours, to race;
	                     or NO_POINT */
	bits_t several;   /* Go: the stones of a goal that names many, the target among them; none:
	                     another goal */
	bits_t region;    /* Go: the points that may be played on; none: all */
	const char *goal; /* one of the game's names of goals; NULL: the game's first */
	unsigned attacker_threats, defender_threats;
	colour_t attacker;
	side_t first; /* who is to move; but in Go, the attacker */
	unsigned order, depth;
	uint64_t nodes;
	schedule_t schedule;
	algorithm_t engine;
	driver_t driver;
} scene_t;

typedef struct {
	char rows[ROWS_TEXT_MAX];
	char target[3 * MOVE_TEXT_MAX], ko[MOVE_TEXT_MAX];
	char region[SCENE_REGION_MAX];
} scene_text_t;

/* scene_problem writes the texts and returns a problem that borrows them. */
problem_t scene_problem(const scene_t *scene, scene_text_t *text);

/* scene_read makes a scene of a problem, checked by game_create; limits are left as
 * they are. */
err_t scene_read(const problem_t *problem, scene_t *out, errinfo_t *why);

/* scene_names: is the goal about the stone there? */
static inline bool scene_names(const scene_t *scene, unsigned point)
{
	return point == scene->target || point == scene->second || bits_has(&scene->several, point);
}

/* scene_goal names the goal; "": the game's first. */
static inline const char *scene_goal(const scene_t *scene)
{
	return scene->goal != NULL ? scene->goal : "";
}

/* scene_has_region: may only a part of the board be played on? */
static inline bool scene_has_region(const scene_t *scene)
{
	return !bits_is_empty(&scene->region);
}

/* scene_stands: would game_create take it? With `lost` also: *lost tells whether the
 * attacker has lost before the first move. */
bool scene_stands(const scene_t *scene, bool *lost);

/* scene_line writes the line; scene_parse reads its fields from `line`, which it cuts
 * up. Fields that are not a scene's are an error. */
void scene_line(const scene_t *scene, strbuf_t *out);
err_t scene_parse(char *line, scene_t *out, errinfo_t *why);

/* scene_turn mirrors it by one of the GRID_SYMMETRIES; scene_swap exchanges the
 * colours. Neither is for Hex. */
void scene_turn(scene_t *scene, unsigned symmetry);
void scene_swap(scene_t *scene);

/* scene_neighbours writes the neighbours of a point, and returns how many;
 * scene_block the points of the block on `point`, and returns its liberties. */
unsigned scene_neighbours(const grid_t *board, unsigned point, unsigned out[4]);

/* scene_beside writes the points next to a set that are not in it. */
void scene_beside(const grid_t *board, const bits_t *set, bits_t *out);
unsigned scene_block(const grid_t *board, unsigned point, bits_t *stones);

/* chance is true `percent` times in a hundred. */
bool chance(rng_t *rng, unsigned percent);

static inline unsigned grid_area(const grid_t *board)
{
	return board->width * board->height;
}

static inline colour_t other_colour(unsigned colour)
{
	return colour == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
}

/* scene_mover returns the colour that is to move. */
static inline colour_t scene_mover(const scene_t *scene)
{
	return scene->first == SIDE_ATTACKER ? scene->attacker : other_colour(scene->attacker);
}

#endif
