/* SPDX-License-Identifier: MIT
 * scene.c - scenes to problems, to text, and back.
 *
 * A field is one branch of scene_field; the rows come last in a line so that people
 * can cut it. */
#include "tests/zones/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/game/go/board/board.h"
#include "engine/game/go/goal.h"

static void write_point(const scene_t *scene, unsigned point, char out[MOVE_TEXT_MAX])
{
	strbuf_t text;

	strbuf_init(&text, out, MOVE_TEXT_MAX);
	if (point != NO_POINT)
		grid_add_point(scene->game->style, point, scene->board.width, scene->board.height,
		               &text);
}

/* write_several writes the points of a goal of several. */
static void write_several(const scene_t *scene, char *out)
{
	bits_t left = scene->several;

	for (*out = '\0'; !bits_is_empty(&left); out += strlen(out)) {
		write_point(scene, bits_take(&left), out);
		if (!bits_is_empty(&left))
			strcat(out, " ");
	}
}

/* write_region writes the option that tells the region: points, and rows of neighbours by their
 * ends. */
static void write_region(const scene_t *scene, char out[SCENE_REGION_MAX])
{
	const grid_t *board = &scene->board;
	const char *between = "region=";
	strbuf_t text;

	strbuf_init(&text, out, SCENE_REGION_MAX);
	for (unsigned p = 0; p < grid_area(board); p++) {
		const unsigned begin = p;

		if (!bits_has(&scene->region, p))
			continue;
		while ((p + 1) % board->width != 0 && bits_has(&scene->region, p + 1))
			p++;
		strbuf_add(&text, between);
		grid_add_point(BOARD_GO, begin, board->width, board->height, &text);
		if (p > begin) {
			strbuf_char(&text, '-');
			grid_add_point(BOARD_GO, p, board->width, board->height, &text);
		}
		between = ",";
	}
}

problem_t scene_problem(const scene_t *scene, scene_text_t *text)
{
	strbuf_t rows;

	strbuf_init(&rows, text->rows, sizeof(text->rows));
	grid_add_rows(scene->board.at, scene->board.width, scene->board.height, &rows);
	write_point(scene, scene->target, text->target);
	if (scene->second != NO_POINT) {
		const size_t length = strlen(text->target);

		text->target[length] = ' ';
		write_point(scene, scene->second, text->target + length + 1);
	}
	if (!bits_is_empty(&scene->several))
		write_several(scene, text->target);
	write_point(scene, scene->ko, text->ko);
	if (scene_has_region(scene))
		write_region(scene, text->region);
	return (problem_t){
	        .game = scene->game->name,
	        .rows = text->rows,
	        .goal = scene->goal,
	        .target = scene->target != NO_POINT ? text->target : NULL,
	        .first = scene->first,
	        .ko = scene->ko != NO_POINT ? text->ko : NULL,
	        .options = scene_has_region(scene)     ? text->region
	                   : scene->options[0] != '\0' ? scene->options
	                                               : NULL,
	        .attacker = scene->attacker,
	        .attacker_threats = scene->attacker_threats,
	        .defender_threats = scene->defender_threats,
	};
}

/* read_target reads one point, or two with a blank between them; or if there may be several,
 * all. */
static void read_target(const char *text, bool several, scene_t *out)
{
	unsigned count = 0;

	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		char name[MOVE_TEXT_MAX];
		unsigned p;

		length = strcspn(text, " ");
		(void)snprintf(name, sizeof(name), "%.*s", (int)length, text);
		p = grid_parse_point(out->game->style, name, out->board.width, out->board.height);
		if (count++ == 0)
			out->target = p;
		else if (!several)
			out->second = p;
		if (several)
			bits_add(&out->several, p);
	}
}

/* read_goal finds the row of Go's goal: its name outlives the problem. The other games' scenes are
 * of their first goal. */
static err_t read_goal(const problem_t *problem, const char **goal, errinfo_t *why)
{
	const go_goal_t *row;

	*goal = NULL;
	if (problem->goal == NULL || problem->game == NULL || strcmp(problem->game, "go") != 0)
		return ERR_OK;
	row = go_goal_find(problem->goal);
	if (row == NULL)
		return err_fail(why, ERR_GAME, "there is no goal '%.40s'", problem->goal);
	*goal = row->name;
	return ERR_OK;
}

/* read_options keeps the text, but of Go the region. */
static err_t read_options(const problem_t *problem, const position_t *pos, scene_t *out,
                          errinfo_t *why)
{
	const bool is_go = pos->game->style == BOARD_GO && strcmp(pos->game->name, "go") == 0;
	const char *text = problem->options != NULL && !is_go ? problem->options : "";

	out->region = is_go ? board_of(pos)->region : (bits_t){{0}};
	if (is_go && bits_count(&out->region) == board_of(pos)->geo->area)
		out->region = (bits_t){{0}};
	if (strlen(text) >= sizeof(out->options))
		return err_fail(why, ERR_LIMIT, "the options have more than %d bytes",
		                SCENE_OPTIONS_MAX - 1);
	(void)snprintf(out->options, sizeof(out->options), "%s", text);
	return ERR_OK;
}

static bool takes_many(const char *goal)
{
	const go_goal_t *row = goal != NULL ? go_goal_find(goal) : NULL;

	return row != NULL && row->stones == STONES_MANY;
}

err_t scene_read(const problem_t *problem, scene_t *out, errinfo_t *why)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t text;
	position_t *pos;
	err_t err = game_create(problem, &pos, why);

	if (err != ERR_OK)
		return err;
	out->game = pos->game;
	out->attacker = pos->game->attacker(pos);
	out->first = problem->first;
	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	err = read_options(problem, pos, out, why);
	position_free(pos);
	if (err != ERR_OK)
		return err;
	err = grid_read(rows, (grid_sides_t){1, BOARD_MAX}, &out->board, why);
	if (err != ERR_OK)
		return err;
	out->target = out->second = out->ko = NO_POINT;
	out->several = (bits_t){{0}};
	if ((err = read_goal(problem, &out->goal, why)) != ERR_OK)
		return err;
	if (problem->target != NULL)
		read_target(problem->target, takes_many(out->goal), out);
	if (problem->ko != NULL)
		out->ko = grid_parse_point(out->game->style, problem->ko, out->board.width,
		                           out->board.height);
	out->attacker_threats = problem->attacker_threats;
	out->defender_threats = problem->defender_threats;
	return ERR_OK;
}

bool scene_stands(const scene_t *scene, bool *lost)
{
	scene_text_t text;
	problem_t problem = scene_problem(scene, &text);
	position_t *pos;

	if (game_create(&problem, &pos, NULL) != ERR_OK)
		return false;
	if (lost != NULL)
		*lost = pos->game->lost(pos);
	position_free(pos);
	return true;
}

/* add_list adds a field that may have blanks, as commas. */
static void add_list(strbuf_t *out, const char *name, const char *text)
{
	strbuf_printf(out, " %s=", name);
	for (const char *c = text; *c != '\0'; c++)
		strbuf_char(out, (char)(*c == ' ' ? ',' : *c));
}

/* take_list is its inverse. */
static const char *take_list(char *text)
{
	for (char *c = text; *c != '\0'; c++)
		if (*c == ',')
			*c = ' ';
	return text;
}

void scene_line(const scene_t *scene, strbuf_t *out)
{
	scene_text_t text;
	problem_t problem = scene_problem(scene, &text);

	strbuf_printf(out, "game=%s attacker=%s", problem.game,
	              problem.attacker == COLOUR_BLACK ? "black" : "white");
	if (problem.goal != NULL)
		strbuf_printf(out, " goal=%s", problem.goal);
	if (problem.target != NULL)
		add_list(out, "target", problem.target);
	if (problem.ko != NULL)
		strbuf_printf(out, " ko=%s", problem.ko);
	if (problem.attacker_threats != 0 || problem.defender_threats != 0)
		strbuf_printf(out, " threats=%u/%u", problem.attacker_threats,
		              problem.defender_threats);
	if (problem.first == SIDE_DEFENDER)
		strbuf_printf(out, " first=defender");
	if (scene_has_region(scene))
		strbuf_printf(out, " %s", problem.options);
	else if (problem.options != NULL)
		add_list(out, "options", problem.options);
	strbuf_printf(out, " order=%u depth=%u schedule=%s%s%s rows=%s", scene->order, scene->depth,
	              scene->schedule == SCHEDULE_AUTO ? "auto" : "depth",
	              scene->engine == ALGORITHM_DFPN ? " engine=dfpn" : "",
	              scene->driver == DRIVER_PLAIN ? " driver=plain" : "", problem.rows);
}

/* limit_field takes a field of the limits. */
static bool limit_field(const char *field, const char *value, scene_t *scene)
{
	if (strcmp(field, "order") == 0)
		scene->order = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(field, "depth") == 0)
		scene->depth = (unsigned)strtoul(value, NULL, 10);
	else if (strcmp(field, "engine") == 0)
		scene->engine = strcmp(value, "dfpn") == 0 ? ALGORITHM_DFPN : ALGORITHM_AUTO;
	else if (strcmp(field, "driver") == 0)
		scene->driver = strcmp(value, "plain") == 0 ? DRIVER_PLAIN : DRIVER_LAMBDA;
	else if (strcmp(field, "schedule") == 0)
		scene->schedule = strcmp(value, "auto") == 0 ? SCHEDULE_AUTO : SCHEDULE_DEPTH;
	else
		return false;
	return true;
}

/* scene_field takes one field into a problem or the limits. */
static bool scene_field(char *field, problem_t *problem, scene_t *scene)
{
	char *value = strchr(field, '=');

	if (value == NULL)
		return false;
	*value++ = '\0';
	if (strcmp(field, "game") == 0) {
		problem->game = value;
	} else if (strcmp(field, "rows") == 0) {
		problem->rows = value;
	} else if (strcmp(field, "target") == 0) {
		problem->target = take_list(value);
	} else if (strcmp(field, "ko") == 0) {
		problem->ko = value;
	} else if (strcmp(field, "attacker") == 0) {
		problem->attacker = strcmp(value, "black") == 0 ? COLOUR_BLACK : COLOUR_WHITE;
	} else if (strcmp(field, "first") == 0) {
		problem->first = strcmp(value, "defender") == 0 ? SIDE_DEFENDER : SIDE_ATTACKER;
	} else if (strcmp(field, "threats") == 0) {
		problem->attacker_threats = (unsigned)strtoul(value, &value, 10);
		problem->defender_threats =
		        *value == '/' ? (unsigned)strtoul(value + 1, NULL, 10) : 0;
	} else if (strcmp(field, "region") == 0) {
		value[-1] = '='; /* the field is the option */
		problem->options = field;
	} else if (strcmp(field, "options") == 0) {
		problem->options = take_list(value);
	} else if (strcmp(field, "goal") == 0) {
		problem->goal = value;
	} else {
		return limit_field(field, value, scene);
	}
	return true;
}

err_t scene_parse(char *line, scene_t *out, errinfo_t *why)
{
	problem_t problem = {.game = NULL};
	char *rest = NULL;

	*out = (scene_t){.order = 1, .depth = DEPTH_MAX, .schedule = SCHEDULE_DEPTH};
	for (char *field = strtok_r(line, " \n", &rest); field != NULL;
	     field = strtok_r(NULL, " \n", &rest))
		if (!scene_field(field, &problem, out))
			return err_fail(why, ERR_SYNTAX, "'%.60s' is no field", field);
	return scene_read(&problem, out, why);
}

/* turn_set returns a set of points of a board, mirrored. */
static bits_t turn_set(const grid_t *old, bits_t set, unsigned symmetry)
{
	bits_t out = {{0}};

	while (!bits_is_empty(&set))
		bits_add(&out, grid_mirror(bits_take(&set), old->width, old->height, symmetry));
	return out;
}

void scene_turn(scene_t *scene, unsigned symmetry)
{
	const grid_t old = scene->board;
	grid_t *board = &scene->board;

	if (symmetry & 4) {
		board->width = old.height;
		board->height = old.width;
	}
	for (unsigned p = 0; p < grid_area(&old); p++)
		board->at[grid_mirror(p, old.width, old.height, symmetry)] = old.at[p];
	if (scene->target != NO_POINT)
		scene->target = grid_mirror(scene->target, old.width, old.height, symmetry);
	scene->several = turn_set(&old, scene->several, symmetry);
	scene->region = turn_set(&old, scene->region, symmetry);
	if (scene->second != NO_POINT)
		scene->second = grid_mirror(scene->second, old.width, old.height, symmetry);
	if (scene->ko != NO_POINT)
		scene->ko = grid_mirror(scene->ko, old.width, old.height, symmetry);
}

void scene_swap(scene_t *scene)
{
	for (unsigned p = 0; p < grid_area(&scene->board); p++)
		if (scene->board.at[p] != COLOUR_NONE)
			scene->board.at[p] = (uint8_t)other_colour(scene->board.at[p]);
	scene->attacker = other_colour(scene->attacker);
}

unsigned scene_neighbours(const grid_t *board, unsigned point, unsigned out[4])
{
	const unsigned x = point % board->width, y = point / board->width;
	unsigned count = 0;

	if (x > 0)
		out[count++] = point - 1;
	if (x + 1 < board->width)
		out[count++] = point + 1;
	if (y > 0)
		out[count++] = point - board->width;
	if (y + 1 < board->height)
		out[count++] = point + board->width;
	return count;
}

void scene_beside(const grid_t *board, const bits_t *set, bits_t *out)
{
	bits_t left = *set;

	*out = (bits_t){{0}};
	while (!bits_is_empty(&left)) {
		unsigned near[4];

		for (unsigned k = scene_neighbours(board, bits_take(&left), near); k-- > 0;)
			bits_add(out, near[k]);
	}
	bits_subtract(out, set);
}

unsigned scene_block(const grid_t *board, unsigned point, bits_t *stones)
{
	unsigned todo[GRID_AREA_MAX], near[4];
	unsigned count = 0;
	bits_t liberties = {{0}};

	*stones = (bits_t){{0}};
	bits_add(stones, point);
	todo[count++] = point;
	while (count > 0) {
		unsigned k = scene_neighbours(board, todo[--count], near);

		while (k-- > 0) {
			if (board->at[near[k]] == COLOUR_NONE)
				bits_add(&liberties, near[k]);
			if (board->at[near[k]] != board->at[point] || bits_has(stones, near[k]))
				continue;
			bits_add(stones, near[k]);
			todo[count++] = near[k];
		}
	}
	return bits_count(&liberties);
}

bool chance(rng_t *rng, unsigned percent)
{
	return rng_below(rng, 100) < percent;
}
