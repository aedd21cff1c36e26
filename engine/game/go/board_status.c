/* SPDX-License-Identifier: MIT
 * board_status.c - lists the blocks of a board, and the pairs of blocks of one colour that are
 * near.
 *
 * Near       At most GO_PAIR_DISTANCE moves apart, as the goal "connect" counts them. Blocks two
 *            moves apart can be cut by one move that threatens something else as well; blocks
 *            further apart are rarely connected at all. One search outward from each block finds
 *            all its partners; to ask for the distance of every pair would take quadratic time.
 *
 * Urgency    Blocks with the fewest liberties come first, among equals the larger block, then the
 *            one nearer to the top left. The list is sorted while it is made, so that a list that
 *            is full loses the least urgent.
 */
#include "engine/game/go/board_status.h"

#include <string.h>

#include "engine/game/go/go.h"
#include "engine/game/go/capture/capture.h"
#include "engine/game/go/connect/connect.h"
#include "engine/game/go/problem.h"
#include "engine/game/grid.h"
#include "engine/game/options.h"
#include "engine/game/go/board/setup.h"
#include "engine/tuning/tuning.h"

static bool is_more_urgent(const theme_t *a, const theme_t *b)
{
	if (a->liberties != b->liberties)
		return a->liberties < b->liberties;
	return a->size > b->size;
}

/* insert puts a theme in its place by urgency among the themes after the first `from`. */
static void insert(themes_t *themes, unsigned from, const theme_t *theme)
{
	unsigned at = themes->count;

	while (at > from && is_more_urgent(theme, &themes->theme[at - 1]))
		at--;
	if (at == THEMES_MAX)
		return;
	if (themes->count < THEMES_MAX)
		themes->count++;
	memmove(&themes->theme[at + 1], &themes->theme[at],
	        (themes->count - 1 - at) * sizeof(*theme));
	themes->theme[at] = *theme;
}

static bool is_root(const go_t *go, unsigned p)
{
	return go->at[p] != COLOUR_NONE && go->id[p] == p;
}

static theme_t theme_of(const go_t *go, const go_goal_t *goal, unsigned p, unsigned q)
{
	const block_t *a = &go->block[p], *b = q != POINT_NONE ? &go->block[q] : NULL;
	theme_t theme = {.goal = goal->name,
	                 .is_own = goal->is_own,
	                 .colour = (colour_t)go->at[p],
	                 .size = a->stones + (b != NULL ? b->stones : 0),
	                 .liberties = b != NULL && b->libs < a->libs ? b->libs : a->libs};
	strbuf_t text;

	strbuf_init(&text, theme.target, sizeof(theme.target));
	grid_add_point(BOARD_GO, p, go->geo->width, go->geo->height, &text);
	if (b != NULL) {
		strbuf_char(&text, ' ');
		grid_add_point(BOARD_GO, q, go->geo->width, go->geo->height, &text);
	}
	return theme;
}

static void add_blocks(const go_t *go, themes_t *out)
{
	for (unsigned p = 0; p < go->geo->area; p++) {
		if (!is_root(go, p))
			continue;
		const theme_t theme = theme_of(go, &go_capture, p, POINT_NONE);

		insert(out, 0, &theme);
	}
}

/* add_pairs adds each pair once, when it comes to the block with the lower root. */
static void add_pairs(go_t *go, themes_t *out)
{
	const unsigned from = out->count;

	for (unsigned p = 0; p < go->geo->area; p++) {
		bits_t near;

		if (!is_root(go, p))
			continue;
		go->colour[SIDE_ATTACKER] = go->at[p];
		connect_reach(go, p, GO_PAIR_DISTANCE, &near);
		for (unsigned q = p + 1; q < go->geo->area; q++) {
			if (!is_root(go, q) || go->at[q] != go->at[p] || !bits_has(&near, q))
				continue;
			const theme_t theme = theme_of(go, &go_connect, p, q);

			insert(out, from, &theme);
		}
	}
}

/* some_board makes a board. A board must have a goal: it is to capture some stone, which nothing
 * here looks at. An empty board has none: *out is NULL then. */
static err_t some_board(setup_t *setup, go_t **out)
{
	setup_t some = *setup;

	*out = NULL;
	some.goal = &go_capture;
	some.second = POINT_NONE;
	some.ko = POINT_NONE;
	for (some.target = 0; setup->at[some.target] == COLOUR_NONE;)
		if (++some.target == setup->width * setup->height)
			return ERR_OK; /* an empty board */
	some.attacker = (colour_t)(COLOUR_EDGE - setup->at[some.target]);
	return setup_board(&some, SIDE_ATTACKER, out);
}

err_t go_board_status(const problem_t *board, bool pairs, themes_t *out, errinfo_t *why)
{
	setup_t setup = {.width = 0};
	int values[OPTIONS_MAX];
	go_t *go;
	err_t err;

	out->banned = COLOUR_NONE;
	out->count = 0;
	if ((err = options_read(&go_game, board, values, why)) != ERR_OK ||
	    (err = problem_rows(board->rows, &setup, why)) != ERR_OK ||
	    (err = problem_ko(board->ko, &setup, why)) != ERR_OK)
		return err;
	if ((err = some_board(&setup, &go)) != ERR_OK)
		return err_fail(why, err, "%s", err_text(err));
	if (go == NULL)
		return setup.ko == POINT_NONE
		               ? ERR_OK
		               : err_at(why, ERR_POSITION, "ko", "the board is empty");
	if ((err = problem_liberties(&setup, go, why)) == ERR_OK &&
	    (err = problem_banned(board->ko, go, &out->banned, why)) == ERR_OK) {
		add_blocks(go, out);
		if (pairs)
			add_pairs(go, out);
	}
	position_free(&go->base);
	return err;
}
