/* SPDX-License-Identifier: MIT
 * problem.c - reads a problem of Go field by field, and checks each field against the rules.
 *
 * An error names the field by its path and the place in it, for whoever wrote the problem. A banned
 * point is accepted only if a ko can have banned it: stones of the other side alone are next to it,
 * and exactly one of these, a single stone, would be captured by a stone there.
 */
#include "engine/game/go/problem.h"

#include "engine/game/go/go.h"
#include "engine/game/go/goal.h"
#include "engine/game/grid.h"
#include "engine/game/options.h"

#include <string.h>

enum { NAME_SHOWN = 16 }; /* characters that a message shows of a text that names no point */

/* A point's name for a message. */
typedef struct {
	char text[MOVE_TEXT_MAX];
} name_t;

static name_t name_of(const setup_t *setup, unsigned point)
{
	name_t name;
	strbuf_t out;

	strbuf_init(&out, name.text, sizeof(name.text));
	grid_add_point(BOARD_GO, point, setup->width, setup->height, &out);
	return name;
}

err_t problem_rows(const char *rows, setup_t *setup, errinfo_t *why)
{
	grid_t grid;
	err_t err = grid_read(rows, (grid_sides_t){SIDE_LEAST, SIDE_MOST}, &grid, why);

	if (err != ERR_OK)
		return err;
	setup->width = grid.width;
	setup->height = grid.height;
	memcpy(setup->at, grid.at, grid.width * grid.height);
	return ERR_OK;
}

/* read_stone reads a point from the first `length` bytes of `text`; a stone must be there. */
static err_t read_stone(const char *text, size_t length, const setup_t *setup, unsigned *out,
                        errinfo_t *why)
{
	char name[MOVE_TEXT_MAX] = "";

	if (length < sizeof(name))
		memcpy(name, text, length);
	*out = grid_parse_point(BOARD_GO, name, setup->width, setup->height);
	if (*out == GRID_NO_POINT)
		return err_at(why, ERR_VALUE, "goal.target",
		              "\"%.*s\" is not a point of a %ux%u board",
		              length < NAME_SHOWN ? (int)length : NAME_SHOWN, text, setup->width,
		              setup->height);
	if (setup->at[*out] == COLOUR_NONE)
		return err_at(why, ERR_VALUE, "goal.target", "there is no stone on %s",
		              name_of(setup, *out).text);
	return ERR_OK;
}

/* read_many reads the stones of a goal with STONES_MANY. If none is named, the problem must name
 * the attacker. */
static err_t read_many(const problem_t *problem, setup_t *setup, errinfo_t *why)
{
	const char *text = problem->target != NULL ? problem->target : "";
	unsigned count = 0;

	setup->target = setup->second = POINT_NONE;
	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		unsigned p;
		err_t err;

		length = strcspn(text, " ");
		if ((err = read_stone(text, length, setup, &p, why)) != ERR_OK)
			return err;
		if (setup->target == POINT_NONE)
			setup->target = p;
		if (setup->at[p] != setup->at[setup->target])
			return err_at(why, ERR_VALUE, "goal.target",
			              "the stones on %s and %s are of two colours",
			              name_of(setup, setup->target).text, name_of(setup, p).text);
		bits_add(&setup->stones, p);
		if (++count > STONES_MOST)
			return err_at(why, ERR_VALUE, "goal.target", "more than %d points",
			              STONES_MOST);
	}
	if (count == 0 && !(setup->goal->any && setup->goal->is_own))
		return err_at(why, ERR_MISSING, "goal.target", "no point is given");
	if (count == 0 && problem->attacker == COLOUR_NONE)
		return err_at(why, ERR_MISSING, "goal.attacker",
		              "without a point it must be told who is to %s", setup->goal->name);
	return ERR_OK;
}

/* read_stones reads the stones of a goal that names one or two. */
static err_t read_stones(const char *text, setup_t *setup, errinfo_t *why)
{
	static const char *const wanted[] = {"", "one point", "two points"};
	unsigned *const out[] = {&setup->target, &setup->second};
	unsigned count = 0;

	setup->second = POINT_NONE;
	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		err_t err = ERR_OK;

		length = strcspn(text, " ");
		if (count < setup->goal->stones && count < sizeof(out) / sizeof(out[0]))
			err = read_stone(text, length, setup, out[count], why);
		if (err != ERR_OK)
			return err;
		count++;
	}
	if (count != setup->goal->stones)
		return err_at(why, ERR_VALUE, "goal.target", "%s %s takes %s, not %u",
		              setup->goal->versus ? "a" : "to", setup->goal->name,
		              wanted[setup->goal->stones], count);
	return ERR_OK;
}

/* read_sides finds out from the stones who attacks, and checks that they are of the sides that the
 * goal says. */
static err_t read_sides(const problem_t *problem, setup_t *setup, errinfo_t *why)
{
	unsigned colour;

	if (setup->target == POINT_NONE) {
		setup->attacker = problem->attacker;
		return ERR_OK;
	}
	colour = setup->at[setup->target];
	if (setup->second != POINT_NONE &&
	    (setup->at[setup->second] != colour) != setup->goal->versus)
		return err_at(why, ERR_VALUE, "goal.target", "the stones on %s and %s are of %s",
		              name_of(setup, setup->target).text,
		              name_of(setup, setup->second).text,
		              setup->goal->versus ? "one colour" : "two colours");
	setup->attacker = setup->goal->is_own ? colour : COLOUR_EDGE - colour;
	if (problem->attacker != COLOUR_NONE && problem->attacker != setup->attacker)
		return err_at(why, ERR_VALUE, "goal.attacker", "the stone on %s is the %s own",
		              name_of(setup, setup->target).text,
		              setup->goal->is_own ? "defender's" : "attacker's");
	return ERR_OK;
}

static err_t read_goal(const problem_t *problem, setup_t *setup, errinfo_t *why)
{
	unsigned goal;
	err_t err = options_read_goal(&go_game, problem, &goal, why);

	if (err != ERR_OK)
		return err;
	setup->goal = go_goal_at(goal);
	if (setup->goal->stones == STONES_MANY) {
		err = read_many(problem, setup, why);
		if (err == ERR_OK)
			err = read_sides(problem, setup, why);
		if (!setup->goal->is_own)
			setup->target = POINT_NONE; /* none of the stones comes first */
		return err;
	}
	if (problem->target == NULL)
		return err_at(why, ERR_MISSING, "goal.target", "no point is given");
	if ((err = read_stones(problem->target, setup, why)) != ERR_OK)
		return err;
	return read_sides(problem, setup, why);
}

err_t problem_ko(const char *ko, setup_t *setup, errinfo_t *why)
{
	unsigned p;

	setup->ko = POINT_NONE;
	if (ko == NULL)
		return ERR_OK;
	p = grid_parse_point(BOARD_GO, ko, setup->width, setup->height);
	if (p == GRID_NO_POINT)
		return err_at(why, ERR_VALUE, "ko", "\"%.16s\" is not a point of a %ux%u board", ko,
		              setup->width, setup->height);
	if (setup->at[p] != COLOUR_NONE)
		return err_at(why, ERR_POSITION, "ko", "there is a stone on %s",
		              name_of(setup, p).text);
	setup->ko = p;
	return ERR_OK;
}

static bool is_between(unsigned x, unsigned a, unsigned b)
{
	return a < b ? a <= x && x <= b : b <= x && x <= a;
}

/* read_area adds the points of one item of a region: a point, or two corners of a rectangle. */
static err_t read_area(const char *text, size_t length, setup_t *setup, errinfo_t *why)
{
	char name[2][MOVE_TEXT_MAX] = {"", ""};
	const char *dash = memchr(text, '-', length);
	const size_t first = dash != NULL ? (size_t)(dash - text) : length;
	const size_t last = dash != NULL ? length - first - 1 : 0;
	unsigned p, q;

	if (first < MOVE_TEXT_MAX && last < MOVE_TEXT_MAX) {
		memcpy(name[0], text, first);
		memcpy(name[1], dash != NULL ? dash + 1 : text, dash != NULL ? last : first);
	}
	p = grid_parse_point(BOARD_GO, name[0], setup->width, setup->height);
	q = grid_parse_point(BOARD_GO, name[1], setup->width, setup->height);
	if (p == GRID_NO_POINT || q == GRID_NO_POINT)
		return err_at(why, ERR_VALUE, "options.region",
		              "\"%.*s\" is no point or rectangle (like A1-G7) of a "
		              "%ux%u board",
		              length < NAME_SHOWN ? (int)length : NAME_SHOWN, text, setup->width,
		              setup->height);
	for (unsigned at = 0; at < setup->width * setup->height; at++) {
		if (is_between(at % setup->width, p % setup->width, q % setup->width) &&
		    is_between(at / setup->width, p / setup->width, q / setup->width))
			bits_add(&setup->region, at);
	}
	return ERR_OK;
}

/* read_region reads the value of the option "region", which ends at a space or with the text. */
static err_t read_region(const char *text, setup_t *setup, errinfo_t *why)
{
	err_t err = ERR_OK;

	setup->region = (bits_t){{0}};
	for (;;) {
		const size_t length = strcspn(text, ", ");

		if ((err = read_area(text, length, setup, why)) != ERR_OK || text[length] != ',')
			return err;
		text += length + 1;
	}
}

static err_t read_threats(const problem_t *problem, setup_t *setup, errinfo_t *why)
{
	static const char *const paths[] = {"threats.attacker", "threats.defender"};
	const unsigned threats[] = {problem->attacker_threats, problem->defender_threats};

	for (unsigned side = 0; side < 2; side++) {
		if (threats[side] > THREATS_UNLIMITED)
			return err_at(why, ERR_RANGE, paths[side],
			              "%u is none of 0, 1, 2, unlimited (%d)", threats[side],
			              THREATS_UNLIMITED);
		setup->threats[side] = threats[side];
	}
	return ERR_OK;
}

err_t problem_liberties(const setup_t *setup, const go_t *go, errinfo_t *why)
{
	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] != COLOUR_NONE && board_block(go, p)->libs == 0)
			return err_at(why, ERR_POSITION, "position.rows",
			              "the block on %s has no liberty", name_of(setup, p).text);
	return ERR_OK;
}

bool problem_bans(const go_t *go, unsigned ko, colour_t colour)
{
	unsigned captured = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[ko][d];

		if (go->at[q] == COLOUR_EDGE)
			continue;
		if (go->at[q] != COLOUR_EDGE - colour)
			return false;
		if (board_block(go, q)->libs == 1)
			captured += board_block(go, q)->stones;
	}
	return captured == 1;
}

err_t problem_banned(const char *ko, const go_t *go, colour_t *out, errinfo_t *why)
{
	setup_t setup = {.width = go->geo->width, .height = go->geo->height};
	err_t err;

	*out = COLOUR_NONE;
	memcpy(setup.at, go->at, go->geo->area);
	err = problem_ko(ko, &setup, why);
	if (err != ERR_OK || setup.ko == POINT_NONE)
		return err;
	*out = problem_bans(go, setup.ko, COLOUR_BLACK)   ? COLOUR_BLACK
	       : problem_bans(go, setup.ko, COLOUR_WHITE) ? COLOUR_WHITE
	                                                  : COLOUR_NONE;
	return *out != COLOUR_NONE ? ERR_OK
	                           : err_at(why, ERR_POSITION, "ko",
	                                    "no ko there, nobody would capture a single stone");
}

static err_t check_ko(const setup_t *setup, const go_t *go, errinfo_t *why)
{
	if (setup->ko == POINT_NONE ||
	    problem_bans(go, setup->ko, (colour_t)go->colour[go->base.turn]))
		return ERR_OK;
	return err_at(why, ERR_POSITION, "ko",
	              "no ko on %s, the %s would not capture a single stone there",
	              name_of(setup, setup->ko).text,
	              go->base.turn == SIDE_ATTACKER ? "attacker" : "defender");
}

err_t problem_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	setup_t setup = {.width = 0};
	int values[OPTIONS_MAX];
	go_t *go = NULL;
	err_t err;

	*out = NULL;
	if ((err = options_read(&go_game, problem, values, why)) != ERR_OK)
		return err;
	if ((err = problem_rows(problem->rows, &setup, why)) != ERR_OK)
		return err;
	if (values[0] >= 0 &&
	    (err = read_region(problem->options + values[0], &setup, why)) != ERR_OK)
		return err;
	if ((err = read_goal(problem, &setup, why)) != ERR_OK)
		return err;
	if ((err = problem_ko(problem->ko, &setup, why)) != ERR_OK)
		return err;
	if ((err = read_threats(problem, &setup, why)) != ERR_OK)
		return err;
	if ((err = setup_board(&setup, problem->first, &go)) != ERR_OK)
		return err_fail(why, err, "%s", err_text(err));
	if ((err = problem_liberties(&setup, go, why)) != ERR_OK)
		goto fail;
	if ((err = check_ko(&setup, go, why)) != ERR_OK)
		goto fail;
	if (go->second != POINT_NONE && go->id[go->target] == go->id[go->second]) {
		err = err_at(why, ERR_POSITION, "goal.target", "%s and %s are one block already",
		             name_of(&setup, go->target).text, name_of(&setup, go->second).text);
		goto fail;
	}
	assert(go->key.lo == board_key_from_scratch(go).lo);
	*out = &go->base;
	return ERR_OK;

fail:
	position_free(&go->base);
	return err;
}
