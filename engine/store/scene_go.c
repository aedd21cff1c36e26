/* SPDX-License-Identifier: MIT
 * scene_go.c - see scene_go.h.
 *
 * Region     That nobody may play on some points is part of the question. Cells out of the region
 *            are other letters, capitals and '_', and all points of the region are needed
 *            (record.c): so a fact is found on a board whose region holds the same points at
 *            least, and the number of them, which is in the question, says that there are no
 *            more. Stricter than need be: the stones on the whole region must be the same, not
 *            those of the zone alone. But then nothing has to be proven about zones that see
 *            part of a region. */
#include "engine/store/scene_go.h"

#include <ctype.h>
#include <string.h>

#include "engine/game/grid.h"

enum {
	BAN_RINGS = 2,    /* a ban: the point, the stone beside it, that one's neighbours */
	STONES_MOST = 16, /* that a goal may name */
};

/* add_area adds an item of a region, a point or the corners of a rectangle. */
static void add_area(const char *text, size_t length, unsigned width, unsigned height, bits_t *out)
{
	char name[2][MOVE_TEXT_MAX] = {"", ""};
	const char *dash = memchr(text, '-', length);
	const size_t first = dash != NULL ? (size_t)(dash - text) : length;
	const size_t last = dash != NULL ? length - first - 1 : first;
	unsigned p, q, left, right;

	if (first >= MOVE_TEXT_MAX || last >= MOVE_TEXT_MAX)
		return;
	memcpy(name[0], text, first);
	memcpy(name[1], dash != NULL ? dash + 1 : text, last);
	p = grid_parse_point(BOARD_GO, name[0], width, height);
	q = grid_parse_point(BOARD_GO, name[1], width, height);
	if (p == GRID_NO_POINT || q == GRID_NO_POINT)
		return; /* the game would not have taken it */
	if (p / width > q / width) {
		const unsigned r = p;

		p = q;
		q = r;
	}
	left = p % width < q % width ? p % width : q % width;
	right = p % width + q % width - left;
	for (unsigned y = p / width; y <= q / width; y++)
		for (unsigned x = left; x <= right; x++)
			bits_add(out, y * width + x);
}

void scene_go_region(const problem_t *problem, const position_t *pos, bits_t *out)
{
	static const char name[] = "region=";
	const char *text = problem->options != NULL ? problem->options : "";
	char rows[ROWS_TEXT_MAX];
	unsigned width, height;
	strbuf_t board;

	*out = (bits_t){{0}};
	text += strspn(text, " ");
	while (*text != '\0' && strncmp(text, name, strlen(name)) != 0) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	if (*text == '\0')
		return;
	strbuf_init(&board, rows, sizeof(rows));
	pos->game->rows_text(pos, &board);
	width = (unsigned)strcspn(rows, "/");
	height = (unsigned)((board.length + 1) / (width + 1));
	text += strlen(name);
	for (size_t length;; text += length + 1) {
		length = strcspn(text, ", ");
		add_area(text, length, width, height, out);
		if (text[length] != ',')
			return;
	}
}

void scene_go_region_text(const bits_t *region, unsigned width, unsigned height, strbuf_t *out)
{
	bits_t left = *region;
	bool first = true;

	while (!bits_is_empty(&left)) {
		bits_t rest = left;
		const unsigned p = bits_take(&rest);
		unsigned right = p % width, bottom = p / width;
		bool fits = true;

		while (right + 1 < width && bits_has(&left, p - p % width + right + 1))
			right++;
		while (fits && bottom + 1 < height) {
			for (unsigned x = p % width; x <= right; x++)
				fits = fits && bits_has(&left, (bottom + 1) * width + x);
			bottom += fits;
		}
		for (unsigned y = p / width; y <= bottom; y++)
			for (unsigned x = p % width; x <= right; x++)
				bits_remove(&left, y * width + x);
		if (!first)
			strbuf_char(out, ',');
		first = false;
		grid_add_point(BOARD_GO, p, width, height, out);
		strbuf_char(out, '-');
		grid_add_point(BOARD_GO, bottom * width + right, width, height, out);
	}
}

/* mark_region makes the cells out of the region other letters. */
static void mark_region(const canonical_t *scene, cells_t *cells)
{
	if (bits_is_empty(&scene->region))
		return;
	for (unsigned p = 0; p < cells->width * cells->height; p++)
		if (!bits_has(&scene->region, p))
			cells->at[p] = scene_go_out(cells->at[p]);
}

uint8_t scene_go_out(uint8_t cell)
{
	return cell == CELL_EMPTY || cell == CELL_BANNED ? CELL_CLOSED : (uint8_t)toupper(cell);
}

uint8_t canonical_go_in(uint8_t cell)
{
	return cell == CELL_CLOSED ? CELL_EMPTY : (uint8_t)tolower(cell);
}

/* mark_block marks the block of the stone at p in Go. */
static void mark_block(canonical_t *scene, cells_t *cells, unsigned p, uint8_t mark)
{
	uint16_t queue[BOARD_MAX * BOARD_MAX];
	unsigned taken = 0, count = 0;
	const uint8_t colour = cells->at[p];

	queue[count++] = (uint16_t)p;
	cells->at[p] = mark;
	while (taken < count) {
		const unsigned at = queue[taken++], x = at % cells->width;
		const unsigned near[] = {
		        x > 0 ? at - 1 : at, x + 1 < cells->width ? at + 1 : at,
		        at >= cells->width ? at - cells->width : at,
		        at + cells->width < cells->width * cells->height ? at + cells->width : at};

		bits_add(&scene->target, at);
		for (unsigned d = 0; d < 4; d++) {
			if (cells->at[near[d]] != colour)
				continue;
			cells->at[near[d]] = mark;
			queue[count++] = (uint16_t)near[d];
		}
	}
}

bool scene_go_mark(const problem_t *problem, const position_t *pos, const char *goal,
                   canonical_t *scene, cells_t *cells)
{
	/* The last mark goes on. */
	static const struct {
		const char *goal;
		unsigned most;
		uint8_t mark[2];
	} goals[] = {{"capture", 1, {'t', 't'}},
	             {"connect", 2, {'t', 't'}},
	             {"semeai", 2, {'t', 's'}},
	             {"live", STONES_MOST, {'t', 't'}},
	             {"live-any", 1, {'t', 't'}}, /* of more, what is named is points */
	             {"capture-any", STONES_MOST, {'t', 't'}},
	             {"capture-all", STONES_MOST, {'t', 't'}}};
	const char *text = problem->target;
	unsigned g = 0, count = 0;

	while (g < sizeof(goals) / sizeof(goals[0]) && strcmp(goals[g].goal, goal) != 0)
		g++;
	if (g == sizeof(goals) / sizeof(goals[0]) || text == NULL)
		return false;
	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		char name[MOVE_TEXT_MAX] = "";
		move_t p;

		length = strcspn(text, " ");
		if (length == 0)
			continue;
		if (length >= sizeof(name) || count == goals[g].most)
			return false;
		memcpy(name, text, length);
		p = pos->game->move_parse(pos, name);
		if (p >= cells->width * cells->height)
			return false;
		if (cells->at[p] == 'a' ||
		    cells->at[p] == 'd') /* else its block was named before */
			mark_block(scene, cells, p, goals[g].mark[count > 0]);
		count++;
	}
	if (problem->ko != NULL) {
		const move_t p = pos->game->move_parse(pos, problem->ko);

		cells->at[p] = CELL_BANNED;
		bits_add(&scene->ban, p);
		for (unsigned i = 0; i < BAN_RINGS; i++)
			canonical_widen(scene, &scene->ban);
	}
	mark_region(scene, cells);
	return count > 0;
}
