/* SPDX-License-Identifier: MIT
 * run.c - one case after the other, and what is told of a disagreement.
 *
 * A disagreement is made small before it is shown: changes are taken back one by one as
 * long as the results still differ. */
#include "tests/zones/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/zones/fill.h"
#include "tests/zones/show.h"
#include "tests/zones/steps.h"

enum {
	BARE_AREA = 81,    /* points of boards on which a judge without zones is cheap */
	BARE_NODES = 1000, /* of a first solve that promises a cheap second one */
	PLAIN_NODES = 4,   /* a solve with fewer is of little interest */
	AGAIN = 20,        /* percent of problems solved with a table that knows them */
	WORKERS = 3,       /* of some of those */
	PLAIN_KEPT = 15,   /* percent of them that are refilled all the same */
	DFPN_DEPTH = 31,   /* of every second first solve by df-pn */
	DFPN_SHARE = 4,    /* it goes deep: one part in so many of the nodes is plenty */
	OTHER_DRIVER = 40, /* percent of verdicts on regions that are judged by the other driver,
	                      where what that says can be compared */
};

static algorithm_t draw_engine(run_t *run)
{
	if (run->engines == BY_EITHER)
		return chance(&run->draws, 50) ? ALGORITHM_DFPN : ALGORITHM_AUTO;
	return run->engines == BY_DFPN ? ALGORITHM_DFPN : ALGORITHM_AUTO;
}

/* draw_first chooses who solves the scene first. What df-pn leaves undecided has no zone:
 * it has room. */
static void draw_first(run_t *run, scene_t *scene)
{
	scene->engine = draw_engine(run);
	if (scene->engine != ALGORITHM_DFPN)
		return;
	scene->depth = chance(&run->draws, 50) ? DFPN_DEPTH : DEPTH_MAX;
	scene->nodes /= DFPN_SHARE;
}

/* may_be_bare: is it affordable to judge without zones? */
static bool may_be_bare(const scene_t *scene, const result_t *first)
{
	const unsigned area = grid_area(&scene->board);

	if (first->nodes > BARE_NODES)
		return false;
	if (scene_has_region(scene))
		return true;
	return scene->order <= 1 || (scene->order == 2 && area <= BARE_AREA);
}

/* shrink takes changes of *after back while it still differs; *second is the result of
 * what is left. */
static void shrink(run_t *run, const scene_t *before, const result_t *first, zoning_t zoning,
                   scene_t *after, result_t *second)
{
	bool again = true;

	while (again) {
		again = false;
		for (unsigned p = 0; p < grid_area(&before->board); p++) {
			scene_t less = *after;
			result_t result;

			if (before->board.at[p] == after->board.at[p])
				continue;
			less.board.at[p] = before->board.at[p];
			if (!fill_is_allowed(before, &less, &first->zone,
			                     fill_colour(before, first->value)) ||
			    judge_match(run->judge, &less, first, zoning, &result) !=
			            MATCH_DIFFERENT)
				continue;
			*after = less;
			*second = result;
			again = true;
		}
	}
}

static void tell(run_t *run, const scene_t *before, const result_t *first, zoning_t zoning,
                 const scene_t *after, const result_t *second)
{
	result_t bare;

	show_result("before, sound zones:", before, first);
	show_result(zoning == ZONING_NONE ? "after, no zones:" : "after, sound zones:", after,
	            second);
	if (judge_match(run->judge, before, first, ZONING_NONE, &bare) != MATCH_IMPOSSIBLE)
		show_result("before, no zones:", before, &bare);
	if (zoning != ZONING_NONE &&
	    judge_match(run->judge, after, first, ZONING_NONE, &bare) != MATCH_IMPOSSIBLE)
		show_result("after, no zones:", after, &bare);
	show_boards(before, &first->zone, after);
	(void)fflush(stdout);
}

static void catch_line(run_t *run, const scene_t *before, const scene_t *after)
{
	scene_text_t text;
	problem_t problem = scene_problem(after, &text);
	strbuf_t out;

	strbuf_init(&out, run->caught, sizeof(run->caught));
	scene_line(before, &out);
	strbuf_printf(&out, " after=%s", problem.rows);
}

/* draw_judge chooses who solves the scene again. A proof by lambda is one without it as well; and
 * what is disproven for good is not proven by lambda. Else the driver must be the same. */
static void draw_judge(run_t *run, const scene_t *before, const result_t *first, scene_t *after)
{
	const bool may_differ = first->driver == DRIVER_LAMBDA ? first->value == VALUE_PROVEN
	                                                       : first->value == VALUE_DISPROVEN;

	after->engine = draw_engine(run);
	after->driver = before->driver;
	if (scene_has_region(before) && may_differ && chance(&run->draws, OTHER_DRIVER))
		after->driver = first->driver == DRIVER_LAMBDA ? DRIVER_PLAIN : DRIVER_LAMBDA;
}

/* count_refill counts a board by what it is of. */
static void count_refill(run_t *run, const scene_t *before, const scene_t *after)
{
	const grid_t *board = &before->board;

	run->refills++;
	run->dfpn_first += before->engine == ALGORITHM_DFPN;
	run->dfpn_judged += after->engine == ALGORITHM_DFPN;
	run->side[board->width > board->height ? board->width : board->height]++;
	if (!scene_has_region(before))
		return;
	run->regions++;
	run->plain_first += before->driver == DRIVER_PLAIN;
	run->plain_judged += after->driver == DRIVER_PLAIN;
	run->second_first += before->first == SIDE_DEFENDER;
}

/* compare solves `after` and counts what comes out. */
static match_t compare(run_t *run, const scene_t *before, const result_t *first, zoning_t zoning,
                       scene_t *after)
{
	result_t second;
	match_t match;

	draw_judge(run, before, first, after);
	match = judge_match(run->judge, after, first, zoning, &second);
	count_refill(run, before, after);
	run->by[first->value]++;
	run->bare_ones += zoning == ZONING_NONE;
	run->open += match == MATCH_OPEN;
	run->weaker += match == MATCH_WEAKER;
	if ((match == MATCH_OPEN || match == MATCH_WEAKER) && run->verbose) {
		catch_line(run, before, after);
		printf("open %s: %s\n", before->game->name, run->caught);
		show_result("before, sound zones:", before, first);
		show_result("after:", after, &second);
	}
	if (match != MATCH_DIFFERENT && match != MATCH_IMPOSSIBLE)
		return match;
	run->failed++;
	if (match == MATCH_DIFFERENT)
		shrink(run, before, first, zoning, after, &second);
	catch_line(run, before, after);
	if (!run->quiet) {
		printf("FAIL %s: %s\n", before->game->name, run->caught);
		tell(run, before, first, zoning, after, &second);
	}
	return match;
}

/* solve_once solves the problem; now and then with a table that knows something of it. */
static bool solve_once(run_t *run, const scene_t *scene, rng_t *rng, result_t *first,
                       errinfo_t *why)
{
	scene_t other = *scene;

	if (run->bare || !chance(rng, AGAIN))
		return judge_first(run->judge, scene, first, why);
	run->again++;
	if (chance(rng, 50))
		other.order = rng_below(rng, scene->order + 2);
	if (chance(rng, 50))
		other.depth = 1 + 2 * rng_below(rng, 8);
	other.engine = draw_engine(run);
	if (scene_has_region(scene) && chance(rng, 50))
		other.driver = scene->driver == DRIVER_PLAIN ? DRIVER_LAMBDA : DRIVER_PLAIN;
	return judge_again(run->judge, scene, &other, chance(rng, 25) ? WORKERS : 1, first, why);
}

/* first_solve: is there a zone to work with? */
static bool first_solve(run_t *run, const scene_t *scene, rng_t *rng, result_t *first)
{
	errinfo_t why;

	run->cases++;
	if (!solve_once(run, scene, rng, first, &why)) {
		printf("FAIL %s: %s\n", scene->game->name, why.text);
		run->failed++;
		return false;
	}
	if (run->verbose)
		show_result(scene->game->name, scene, first);
	run->limited += first->state != JOB_DONE;
	if (first->state != JOB_DONE)
		return false;
	run->blind += first->zone.areas == 0;
	return first->zone.areas != 0;
}

/* refill changes the board up to `times` times. */
static void refill(run_t *run, const scene_t *scene, const result_t *first, unsigned times,
                   rng_t *rng)
{
	scene_t after = *scene;

	/* The same board first: what zones leave out may be wrong on all boards alike. */
	if ((run->bare || may_be_bare(scene, first)) &&
	    compare(run, scene, first, ZONING_NONE, &after) == MATCH_DIFFERENT)
		return;
	for (unsigned i = 0; i < times; i++) {
		const bool bare = run->bare || (i % 2 == 0 && may_be_bare(scene, first));

		if (!fill(scene, &first->zone, fill_colour(scene, first->value), rng, &after)) {
			run->full++;
			return;
		}
		if (compare(run, scene, first, bare ? ZONING_NONE : ZONING_SOUND, &after) ==
		    MATCH_DIFFERENT)
			return;
	}
}

void run_scene(run_t *run, const scene_t *scene, unsigned times, rng_t *rng)
{
	scene_t before = *scene;
	result_t first;

	draw_first(run, &before);
	if (first_solve(run, &before, rng, &first))
		refill(run, &before, &first, times, rng);
}

bool run_pair(run_t *run, const scene_t *before, const scene_t *after)
{
	rng_t rng = {0};
	result_t first;
	scene_t copy = *after;

	if (!first_solve(run, before, &rng, &first) ||
	    !fill_is_allowed(before, after, &first.zone, fill_colour(before, first.value)))
		return false;
	(void)compare(run, before, &first, ZONING_NONE, &copy);
	return true;
}

static void run_steps(run_t *run, const scene_t *scene, rng_t *rng)
{
	for (unsigned i = 0; i < run->steps_each && run->failed == 0; i++) {
		scene_t after;
		zone_t zone;
		move_t move;
		const char *wrong = steps_check(scene, rng, &after, &zone, &move);
		char text[MOVE_TEXT_MAX];
		strbuf_t out;

		run->steps++;
		if (wrong == NULL)
			continue;
		run->failed++;
		catch_line(run, scene, &after);
		strbuf_init(&out, text, sizeof(text));
		grid_add_move(scene->game->style, move, scene->board.width, scene->board.height,
		              &out);
		(void)snprintf(run->step, sizeof(run->step), "%s: %s", text, wrong);
		if (run->quiet)
			return;
		printf("FAIL step %s\n     %s\n", run->step, run->caught);
		show_boards(scene, &zone, &after);
	}
}

void run_case(run_t *run, const game_t *game, uint64_t seed)
{
	const unsigned failed = run->failed;
	rng_t rng = {seed};
	result_t first;
	scene_t scene;

	if (!make_scene(game, run->library, &run->wish, &rng, &scene))
		return;
	run->draws = (rng_t){rng_mix(seed)};
	draw_first(run, &scene);
	if (strcmp(game->name, "go") == 0)
		run_steps(run, &scene, &rng);
	if (first_solve(run, &scene, &rng, &first) &&
	    (first.nodes >= PLAIN_NODES || chance(&rng, PLAIN_KEPT)))
		refill(run, &scene, &first, run->refills_each, &rng);
	if (run->failed != failed && !run->quiet)
		printf("     again: --game %s --case %" PRIu64 "\n", game->name, seed);
}
