/* SPDX-License-Identifier: MIT
 * dragon.c - grows a dragon from the stones that were named, then the region around it.
 *
 * Dragon     Two blocks with two liberties in common are connected: when the other side takes one,
 *            the other is left. Each block that shares two liberties with the dragon is added, and
 *            these two are used up, so that no move threatens two connections at once. Where such
 *            a connection would be suicide, both blocks are captured together. Nothing weaker is
 *            taken for granted.
 *
 * Region     What the dragon can reach through empty points and stones of its own side. If that is
 *            no more than SURROUNDINGS_MOST points, they are the region. Else the region is what
 *            it reaches within some moves, the most that leave no more points; by the rule of the
 *            option "region" a block with a liberty outside is safe, so that a dragon lives which
 *            gets out.
 *
 * Prey       Blocks of the other side that have all their liberties in what the dragon reaches
 *            may be captured there: it reaches what is behind them. In the end the stones and
 *            liberties of those are added that have at most two liberties outside: the dragon may
 *            win a race against them. The others are safe by the rule above. They surround the
 *            dragon. Prey may be a way out.
 *
 * Text       The region is written as rectangles: the longest runs of each row, joined with the
 *            same runs of the rows below. Where that is too long, fewer steps are taken. */
#include "engine/game/go/dragon.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/board/surroundings.h"
#include "engine/game/go/capture/capture_many.h"
#include "engine/game/go/go.h"
#include "engine/game/go/goal.h"
#include "engine/game/go/problem.h"
#include "engine/game/grid.h"

enum { OPTION_BYTES = 16 }; /* "region=" and what ends it */

/* What is found out about a board. */
typedef struct {
	const go_t *go;
	unsigned own;           /* the dragon's colour */
	bits_t stones;          /* the dragon */
	bits_t liberties, used; /* its liberties; those that connect it */
	bits_t region;
	uint16_t block[DRAGON_BLOCKS_MAX]; /* a stone of each block */
	unsigned blocks;
} finder_t;

static void add_block(finder_t *s, unsigned stone)
{
	board_add_block(s->go, stone, &s->stones);
	bits_unite(&s->liberties, &board_block(s->go, stone)->lib);
	s->block[s->blocks++] = (uint16_t)stone;
}

/* join adds the block on a stone if two free liberties connect it with the dragon. */
static bool join(finder_t *s, unsigned stone)
{
	bits_t both = board_block(s->go, stone)->lib;

	bits_intersect(&both, &s->liberties);
	bits_subtract(&both, &s->used);
	if (bits_count(&both) < 2)
		return false;
	bits_add(&s->used, bits_take(&both));
	bits_add(&s->used, bits_take(&both));
	add_block(s, stone);
	return true;
}

/* grow adds the blocks that are connected with the dragon, as long as there is room for them. */
static void grow(finder_t *s)
{
	bool any = true;

	while (any) {
		any = false;
		for (unsigned p = 0; p < s->go->geo->area && s->blocks < DRAGON_BLOCKS_MAX; p++)
			if (s->go->at[p] == s->own && s->go->id[p] == p && !bits_has(&s->stones, p))
				any |= join(s, p);
	}
}

/* is_closed tells whether the dragon has no way out of the region: it gets to no empty point
 * outside, not even past what it can capture, blocks without liberties outside. */
static bool is_closed(const finder_t *s)
{
	bits_t in = s->stones, empty = s->region;

	bits_intersect(&empty, &s->go->empty);
	for (;;) {
		bits_t near;
		bool any = false;

		geometry_neighbours(s->go->geo, &in, &near);
		bits_subtract(&near, &in);
		while (!bits_is_empty(&near)) {
			const unsigned p = bits_take(&near);
			const bool free = bits_has(&s->go->empty, p);
			bits_t outside;

			if (free && !bits_has(&empty, p))
				return false;
			if (free) {
				bits_add(&in, p);
				any = true;
				continue;
			}
			outside = board_block(s->go, p)->lib;
			bits_subtract(&outside, &empty);
			if (bits_has(&in, p) ||
			    (s->go->at[p] != s->own && !bits_is_empty(&outside)))
				continue;
			board_add_block(s->go, p, &in);
			any = true;
		}
		if (!any)
			return true;
	}
}

static void add_name(const finder_t *s, unsigned p, strbuf_t *out)
{
	grid_add_point(BOARD_GO, p, s->go->geo->width, s->go->geo->height, out);
}

/* run_end returns the end of the run of points of *set in a row that begins at p. */
static unsigned run_end(const finder_t *s, const bits_t *set, unsigned p)
{
	const unsigned width = s->go->geo->width;

	while (p % width + 1 < width && bits_has(set, p + 1))
		p++;
	return p;
}

/* write_region writes a region as text; false: there is no room. */
static bool write_region(const finder_t *s, const bits_t *region, char *text)
{
	const unsigned width = s->go->geo->width, area = s->go->geo->area;
	bits_t left = *region;
	strbuf_t out;

	strbuf_init(&out, text, DRAGON_REGION_BYTES);
	for (unsigned p = 0; p < area; p++) {
		if (!bits_has(&left, p))
			continue;
		const unsigned end = run_end(s, &left, p);
		unsigned last = end;

		while (last + width < area && bits_has(&left, p + (last - end) + width) &&
		       (p % width == 0 || !bits_has(&left, p + (last - end) + width - 1)) &&
		       run_end(s, &left, p + (last - end) + width) == last + width)
			last += width;
		for (unsigned row = 0; row <= last - end; row += width)
			for (unsigned q = p; q <= end; q++)
				bits_remove(&left, q + row);
		if (out.length > 0)
			strbuf_char(&out, ',');
		add_name(s, p, &out);
		if (last != p) {
			strbuf_char(&out, '-');
			add_name(s, last, &out);
		}
	}
	return !out.overflow;
}

/* A region whose text is written to *out if there is room. */
typedef struct {
	const finder_t *finder;
	char *out;
} region_text_t;

static bool has_room(const bits_t *region, void *context)
{
	const region_text_t *text = context;

	return write_region(text->finder, region, text->out);
}

/* find_region sets s->region and what *out tells of it. */
static void find_region(finder_t *s, dragon_t *out)
{
	region_text_t text = {s, out->region};

	if (surroundings_find(s->go, s->own, &s->stones, has_room, &text, &s->region) ||
	    write_region(s, &s->region, out->region))
		return;
	s->region = s->go->geo->all;
	out->region[0] = '\0';
}

/* write_around writes a stone of each block that stands beside the region and not in it. */
static void write_around(const finder_t *s, char *text, size_t bytes)
{
	const bits_t theirs = board_stones(s->go, COLOUR_EDGE - s->own);
	bits_t near, seen = {{0}};
	unsigned count = 0;
	strbuf_t out;

	strbuf_init(&out, text, bytes);
	geometry_neighbours(s->go->geo, &s->region, &near);
	bits_intersect(&near, &theirs);
	bits_subtract(&near, &s->region);
	while (!bits_is_empty(&near) && count < DRAGON_AROUND_MAX) {
		const unsigned p = bits_take(&near);

		if (bits_has(&seen, p))
			continue;
		board_add_block(s->go, p, &seen);
		if (count++ > 0)
			strbuf_char(&out, ' ');
		add_name(s, p, &out);
	}
}

static void write_stones(const finder_t *s, char *text, size_t bytes)
{
	strbuf_t out;

	strbuf_init(&out, text, bytes);
	for (unsigned i = 0; i < s->blocks; i++) {
		if (s->go->at[s->block[i]] != s->own)
			continue; /* captured */
		if (out.length > 0)
			strbuf_char(&out, ' ');
		add_name(s, s->block[i], &out);
	}
	assert(!out.overflow);
}

/* read makes the board; the stones named are those of its goal. */
static err_t read(const problem_t *board, const dragon_query_t *query, go_t **out, errinfo_t *why)
{
	char option[OPTION_BYTES + DRAGON_REGION_BYTES];
	problem_t problem = {.game = board->game,
	                     .rows = board->rows,
	                     .goal = go_capture_all.name,
	                     .target = query->stones};
	position_t *pos;
	strbuf_t text;
	err_t err;

	*out = NULL;
	if (board->options != NULL)
		return err_at(why, ERR_VALUE, "options", "a dragon takes no options");
	strbuf_init(&text, option, sizeof(option));
	if (query->region != NULL) {
		if (strchr(query->region, ' ') != NULL)
			return err_at(why, ERR_VALUE, "options.region", "there is a space in it");
		strbuf_printf(&text, "region=%s", query->region);
		if (text.overflow || strlen(query->region) >= DRAGON_REGION_BYTES)
			return err_at(why, ERR_LIMIT, "options.region", "longer than %d bytes",
			              DRAGON_REGION_BYTES - 1);
		problem.options = option;
	}
	err = problem_create(&problem, &pos, why);
	if (err == ERR_OK)
		*out = (go_t *)pos;
	return err_rename(why, err, "goal.target", "group");
}

/* begin fills in the blocks that are named, the first of them first. */
static void begin(finder_t *s, const go_t *go, const char *stones)
{
	const unsigned length = (unsigned)strcspn(stones, " ");
	char name[MOVE_TEXT_MAX] = "";
	bits_t named = go->stones;
	unsigned first;

	assert(length < sizeof(name));
	memcpy(name, stones, length);
	first = grid_parse_point(BOARD_GO, name, go->geo->width, go->geo->height);
	*s = (finder_t){.go = go, .own = go->at[first], .region = go->region};
	add_block(s, first);
	while (!bits_is_empty(&named)) {
		const unsigned p = bits_take(&named);

		if (!bits_has(&s->stones, p))
			add_block(s, p);
	}
}

static err_t find(const problem_t *board, const dragon_query_t *query, dragon_t *out,
                  errinfo_t *why)
{
	finder_t s;
	bits_t empty;
	go_t *go;
	err_t err = read(board, query, &go, why);

	*out = (dragon_t){.colour = COLOUR_NONE};
	if (err == ERR_OK)
		err = problem_banned(board->ko, go, &out->banned, why);
	if (err != ERR_OK) {
		position_free(go != NULL ? &go->base : NULL);
		return err;
	}
	begin(&s, go, query->stones);
	if (!query->exact)
		grow(&s);
	if (query->region == NULL)
		find_region(&s, out);
	else
		memcpy(out->region, query->region, strlen(query->region) + 1);
	out->closed = is_closed(&s);
	out->colour = (colour_t)s.own;
	out->stone = (move_t)s.block[0];
	out->size = bits_count(&s.stones);
	out->liberties = bits_count(&s.liberties);
	write_stones(&s, out->stones, sizeof(out->stones));
	write_around(&s, out->around, sizeof(out->around));
	empty = s.region;
	bits_intersect(&empty, &go->empty);
	while (!bits_is_empty(&empty) && out->moves < DRAGON_MOVES_MAX)
		out->move[out->moves++] = (move_t)bits_take(&empty);
	position_free(&go->base);
	return ERR_OK;
}

static bool after(const problem_t *board, const dragon_t *dragon, colour_t mover, move_t move,
                  dragon_after_t *out)
{
	const problem_t problem = {.game = board->game,
	                           .rows = board->rows,
	                           .goal = go_capture_all.name,
	                           .target = dragon->stones,
	                           .first = mover == dragon->colour ? SIDE_DEFENDER : SIDE_ATTACKER,
	                           .ko = mover == dragon->banned ? board->ko : NULL};
	strbuf_t text;
	finder_t s;
	position_t *pos;
	go_t *go;
	bool legal;

	*out = (dragon_after_t){.rows = ""};
	if (problem_create(&problem, &pos, NULL) != ERR_OK)
		return false; /* no memory: the dragon was found on this board */
	go = (go_t *)pos;
	begin(&s, go, dragon->stones);
	legal = board_legal(go, move);
	if (legal) {
		strbuf_init(&text, out->move, sizeof(out->move));
		add_name(&s, move, &text);
		play_move(go, move);
		strbuf_init(&text, out->rows, sizeof(out->rows));
		grid_add_rows(go->at, go->geo->width, go->geo->height, &text);
		strbuf_init(&text, out->ko, sizeof(out->ko));
		if (go->ko != POINT_NONE)
			add_name(&s, go->ko, &text);
		write_stones(&s, out->stones, sizeof(out->stones));
	}
	position_free(pos);
	return legal;
}

const dragon_ops_t go_dragons = {.find = find, .after = after};
