/* SPDX-License-Identifier: MIT
 * canonical.c - reads a question into views.
 *
 * Sides      What a game's cells are, and which of the eight symmetries of grid_mirror show the
 * same question, its table says (engine/game/canonical.h).
 *
 * Hash       A sum over cells, so that no order of them matters. Views are looked up by the least
 *            hash of all: two questions that are images of each other have it in common, with a
 *            view of each that has it. Of equal ones (a lone stone has eight) all are tried. */
#include "engine/store/canonical.h"

#include <assert.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/game/options.h"

enum {
	TOLD_PASS = 0xffff,
	TOLD_NONE = 0xfffe,
	TOLD_ZERO = 64, /* so that differences of coordinates are positive */
};

static_assert(TOLD_ZERO > (int)VIEW_SIDE && TOLD_ZERO + (int)VIEW_SIDE < 0xff,
              "a difference of coordinates fits a byte, and is no pass");
static_assert(VIEWS <= 8, "a symmetry is three bits");

/* put_options writes the values of the options, but for those that only say what stands, and those
 * with their default value unless they are always stored. A region is in the cells; how many points
 * it has tells that there are no more. False: a text that no table of the game knows. */
static bool put_options(const problem_t *problem, const game_t *game, const bits_t *region,
                        strbuf_t *out)
{
	const problem_t without = {.game = problem->game};
	int value[OPTIONS_MAX], usual[OPTIONS_MAX];

	if (game->options == NULL)
		return true;
	if (options_read(game, problem, value, NULL) != ERR_OK ||
	    options_read(game, &without, usual, NULL) != ERR_OK)
		return false;
	for (unsigned i = 0; game->options[i].name != NULL; i++)
		if (game->options[i].kind == OPTION_TEXT && value[i] >= 0) {
			if (game->canonical == NULL || game->canonical->region == NULL ||
			    strcmp(game->options[i].name, game->canonical->region) != 0)
				return false;
			strbuf_printf(out, " within=%u", bits_count(region));
		} else if (game->options[i].kind != OPTION_SIZE && !game->options[i].sets_up &&
		           (game->options[i].always_stored || value[i] != usual[i])) {
			strbuf_printf(out, " %s=%d", game->options[i].name, value[i]);
		}
	return true;
}

/* put_question writes what is asked but the board. */
static bool put_question(const problem_t *problem, const position_t *pos, const char *goal,
                         canonical_wish_t wish, canonical_t *out)
{
	const game_t *game = pos->game;
	strbuf_t text;

	strbuf_init(&text, out->question, sizeof(out->question));
	strbuf_printf(&text, "%s %s", game->name, goal);
	if (!put_options(problem, game, &out->region, &text))
		return false;
	if (problem->first != SIDE_ATTACKER)
		strbuf_add(&text, " first=defender");
	if (problem->attacker_threats != 0 || problem->defender_threats != 0)
		strbuf_printf(&text, " threats=%u,%u", problem->attacker_threats,
		              problem->defender_threats);
	if (problem->ko != NULL)
		strbuf_add(&text, " banned");
	if (wish.verdict != CANONICAL_NO_VERDICT)
		strbuf_printf(&text, " verdict=%d", wish.verdict);
	if (wish.plain)
		strbuf_add(&text, " plain");
	if (game->canonical == NULL)
		strbuf_add(&text, game->attacker(pos) == COLOUR_BLACK ? " by=black" : " by=white");
	else if (game->canonical->words != NULL)
		game->canonical->words(problem, pos, goal, &text);
	return !text.overflow;
}

/* fill_view copies the cells; a symmetry is done as grid_mirror does it. */
static void fill_view(canonical_t *form, unsigned s, const canonical_board_t *cells)
{
	canonical_view_t *v = &form->view[s];
	const unsigned width = form->width, height = form->height;
	bits_t left = form->target;

	assert(s < VIEWS && width + 2 <= VIEW_SIDE && height + 2 <= VIEW_SIDE);
	assert(form->is_whole || !bits_is_empty(&left)); /* there is an anchor */
	memset(v->cell, CELL_OFF, sizeof(v->cell));
	for (unsigned p = 0, y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++, p++) {
			const unsigned i = (s & 1) != 0 ? width - 1 - x : x;
			const unsigned j = (s & 2) != 0 ? height - 1 - y : y;

			v->of[p] = (uint16_t)((s & 4) != 0 ? (i + 1) * VIEW_SIDE + j + 1
			                                   : (j + 1) * VIEW_SIDE + i + 1);
			v->cell[v->of[p]] = cells->at[p];
		}
	v->x = v->y = form->is_whole ? 1 : VIEW_SIDE;
	while (!bits_is_empty(&left)) {
		const int cell = v->of[bits_take(&left)];

		v->x = cell % VIEW_SIDE < v->x ? cell % VIEW_SIDE : v->x;
		v->y = cell / VIEW_SIDE < v->y ? cell / VIEW_SIDE : v->y;
	}
}

static uint64_t hash_cell(const canonical_view_t *v, unsigned cell)
{
	const int dx = (int)(cell % VIEW_SIDE) - v->x, dy = (int)(cell / VIEW_SIDE) - v->y;

	return rng_mix(((uint64_t)(unsigned)(dy + TOLD_ZERO) << 16 |
	                (uint64_t)(unsigned)(dx + TOLD_ZERO) << 8 | v->cell[cell]) +
	               1);
}

/* hash_points sums the cells of points, and what is off the board next to them. */
static uint64_t hash_points(const canonical_t *form, unsigned s, const bits_t *points)
{
	static const int steps[] = {-1, 1, -VIEW_SIDE, VIEW_SIDE};
	const canonical_view_t *v = &form->view[s];
	bits_t left = *points;
	uint64_t sum = 0;

	while (!bits_is_empty(&left)) {
		const unsigned cell = v->of[bits_take(&left)];

		sum += hash_cell(v, cell);
		for (unsigned d = 0; d < 4; d++)
			if (v->cell[(int)cell + steps[d]] == CELL_OFF)
				sum += hash_cell(v, (unsigned)((int)cell + steps[d]));
	}
	return sum;
}

/* hash_text: FNV-1a, of the question. */
static uint64_t hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		h = (h ^ (uint8_t)*text) * 0x100000001b3;
	return h;
}

/* set_rings finds which points the hash of each level is of. */
static void set_rings(canonical_t *form)
{
	form->levels = form->is_whole ? 1 : LEVELS;
	if (form->is_whole) {
		for (unsigned p = 0; p < form->width * form->height; p++)
			bits_add(&form->within[0], p);
		return;
	}
	form->within[0] = form->target;
	for (unsigned level = 1; level < LEVELS; level++) {
		assert(!bits_is_empty(&form->within[level - 1]));
		form->within[level] = form->within[level - 1];
		canonical_widen(form->width, form->height, &form->within[level]);
	}
}

static void set_hashes(canonical_t *form)
{
	const uint64_t question = hash_text(form->question);

	for (unsigned level = 0; level < form->levels; level++)
		form->least[level] = UINT64_MAX;
	for (unsigned s = 0; s < VIEWS; s++) {
		uint64_t sum = question;

		if ((form->symmetries >> s & 1) == 0)
			continue;
		for (unsigned level = 0; level < form->levels; level++) {
			bits_t ring = form->within[level];
			uint64_t *hash = &form->view[s].hash[level];

			if (level > 0)
				bits_subtract(&ring, &form->within[level - 1]);
			sum += hash_points(form, s, &ring);
			*hash = rng_mix(sum + level);
			if (*hash < form->least[level])
				form->least[level] = *hash;
		}
	}
}

bool canonical_make(const problem_t *problem, const position_t *pos, canonical_wish_t wish,
                    canonical_t *out)
{
	const game_t *game = pos->game;
	char goal[QUESTION_MAX] = "";
	canonical_board_t board;
	strbuf_t text;

	*out = (canonical_t){.game = game};
	strbuf_init(&text, goal, sizeof(goal));
	if (problem->goal != NULL)
		strbuf_add(&text, problem->goal);
	else
		strbuf_printf(&text, "%.*s", (int)strcspn(game->goals, " "), game->goals);
	if (!canonical_read(problem, pos, goal, &board))
		return false;
	out->width = board.width;
	out->height = board.height;
	out->is_whole = !board.is_part;
	out->symmetries = board.symmetries;
	out->target = board.target;
	out->ban = board.ban;
	out->region = board.region;
	assert(out->symmetries != 0 && out->symmetries >> VIEWS == 0); /* there is a view */
	if (!put_question(problem, pos, goal, wish, out))
		return false;
	for (unsigned s = 0; s < VIEWS; s++)
		if ((out->symmetries >> s & 1) != 0)
			fill_view(out, s, &board);
	set_rings(out);
	set_hashes(out);
	return true;
}

uint16_t canonical_move(const canonical_t *form, unsigned s, move_t move)
{
	const canonical_view_t *v = &form->view[s];

	if (move == MOVE_PASS)
		return TOLD_PASS;
	if (move == MOVE_NONE)
		return TOLD_NONE;
	if (form->game->canonical != NULL && form->game->canonical->turn != NULL)
		return form->game->canonical->turn(s, move);
	assert((form->symmetries >> s & 1) != 0 && move < form->width * form->height);
	return (uint16_t)((v->of[move] / VIEW_SIDE - v->y + TOLD_ZERO) << 8 |
	                  (v->of[move] % VIEW_SIDE - v->x + TOLD_ZERO));
}

void canonical_back(const canonical_t *form, unsigned s, uint16_t point[VIEW_CELLS])
{
	for (unsigned p = 0; p < form->width * form->height; p++)
		point[form->view[s].of[p]] = (uint16_t)p;
}

move_t canonical_move_back(const canonical_t *form, unsigned s, uint16_t told)
{
	const canonical_view_t *v = &form->view[s];
	const int x = (told & 0xff) - TOLD_ZERO + v->x, y = (told >> 8) - TOLD_ZERO + v->y;

	if (told == TOLD_PASS)
		return MOVE_PASS;
	if (told == TOLD_NONE)
		return MOVE_NONE;
	if (form->game->canonical != NULL && form->game->canonical->turn != NULL)
		return form->game->canonical->turn(s, told);
	for (unsigned p = 0; p < form->width * form->height; p++)
		if (v->of[p] == y * VIEW_SIDE + x)
			return (move_t)p;
	return MOVE_NONE;
}
