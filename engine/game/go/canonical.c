/* SPDX-License-Identifier: MIT
 * canonical.c - how questions of Go are stored. A question is a part of a board around the blocks
 * of its goal; those blocks, a banned point and the points outside of the region have cells of
 * their own. Colours do not matter, only which stones are the attacker's. All goals are stored by
 * the fields of their rows (goal.h).
 */
#include "engine/game/go/canonical.h"

#include <string.h>

#include "engine/game/go/goal.h"

enum { BAN_RINGS = 2 }; /* a ban: the point, the stone beside it, that one's neighbours */

/* mark_region gives the cells outside of the region the letters that say so. */
static void mark_region(canonical_board_t *cells)
{
	if (bits_is_empty(&cells->region))
		return;
	for (unsigned p = 0; p < cells->width * cells->height; p++)
		if (!bits_has(&cells->region, p))
			cells->at[p] = canonical_outer(cells->at[p]);
}

/* mark_block writes `mark` on the block of the stone at p, and adds its points to the target. */
static void mark_block(canonical_board_t *cells, unsigned p, uint8_t mark)
{
	uint16_t queue[AREA_MAX];
	unsigned taken = 0, count = 0;
	const uint8_t colour = cells->at[p];

	assert(p < cells->width * cells->height && colour != mark);
	queue[count++] = (uint16_t)p;
	cells->at[p] = mark;
	while (taken < count) {
		const unsigned at = queue[taken++], x = at % cells->width;
		const unsigned near[] = {
		        x > 0 ? at - 1 : at, x + 1 < cells->width ? at + 1 : at,
		        at >= cells->width ? at - cells->width : at,
		        at + cells->width < cells->width * cells->height ? at + cells->width : at};

		bits_add(&cells->target, at);
		for (unsigned d = 0; d < 4; d++) {
			if (cells->at[near[d]] != colour)
				continue;
			cells->at[near[d]] = mark;
			queue[count++] = (uint16_t)near[d];
		}
	}
}

/* most_of returns how many stones a target may name if the question is to be stored. Where one of
 * several own blocks is enough, only one may be named: with more, a stone that is played on a named
 * point after its block was captured counts as well, so that the question is one about points, and
 * a stored question knows blocks only. */
static unsigned most_of(const go_goal_t *goal)
{
	if (goal->any && goal->is_own)
		return 1;
	return goal->stones == STONES_MANY ? STONES_MOST : goal->stones;
}

static bool go_canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                              canonical_board_t *cells)
{
	const go_goal_t *row = go_goal_find(goal);
	const char *text = problem->target;
	unsigned count = 0;

	if (row == NULL || text == NULL)
		return false;
	cells->symmetries = CANONICAL_ALL;
	cells->is_part = true;
	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		char name[MOVE_TEXT_MAX] = "";
		move_t p;

		length = strcspn(text, " ");
		if (length == 0)
			continue;
		if (length >= sizeof(name) || count == most_of(row))
			return false;
		memcpy(name, text, length);
		p = pos->game->move_parse(pos, name);
		if (p >= cells->width * cells->height)
			return false;
		if (cells->at[p] == 'a' ||
		    cells->at[p] == 'd') /* else its block was named before */
			mark_block(cells, p, count > 0 && row->versus ? 's' : 't');
		count++;
	}
	if (problem->ko != NULL) {
		const move_t p = pos->game->move_parse(pos, problem->ko);

		cells->at[p] = CELL_BANNED;
		bits_add(&cells->ban, p);
		for (unsigned i = 0; i < BAN_RINGS; i++)
			canonical_widen(cells->width, cells->height, &cells->ban);
	}
	mark_region(cells);
	return count > 0;
}

static bool go_canonical_is_ours(const char *goal)
{
	const go_goal_t *row = go_goal_find(goal);

	return row != NULL && row->is_own;
}

/* The edition of the goal's zones tells apart what was stored before a zone was found too small. */
static void go_canonical_words(const problem_t *problem, const position_t *pos, const char *goal,
                               strbuf_t *out)
{
	const go_goal_t *row = go_goal_find(goal);

	(void)problem;
	(void)pos;
	if (row != NULL && row->edition > 1)
		strbuf_printf(out, " zones=%u", row->edition);
}

const canonical_ops_t go_canonical = {
        .read = go_canonical_read,
        .region = "region",
        .words = go_canonical_words,
        .is_ours = go_canonical_is_ours,
};
