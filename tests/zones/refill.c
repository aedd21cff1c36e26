/* SPDX-License-Identifier: MIT
 * refill.c - the refill test of zones: solves a problem, changes the board where the
 * zone says that nothing depends on it, and solves again.
 *
 *     refill [--game NAME] [--seed N] [--count N] [--order N] [--nodes N] [--verbose]
 *            [--case N] [--engine alphabeta|dfpn] [--drop RULE|all] [--renju] [--regions]
 *            [LIST...]
 *
 * For every board it is drawn at random whether alpha-beta or df-pn solves it first, and
 * which of them solves it again; --engine has one of them do both.
 *
 * --renju makes Gomoku's boards by the rules of Renju alone; --regions makes all questions of Go
 * about small regions, else REGIONS in a hundred are.
 *
 * --count is the number of refills; --case repeats one case that failed. Lists hold
 * problems that others are made of: *.tst (tests/problems), or pairs (pairs.h).
 *
 * With --drop all zones are made without that rule (of builds with assertions), and what
 * counts is whether that is noticed: on the rule's own pairs, on one at least of each goal that
 * they are about; or on random boards. A rule that several games have is dropped from one after
 * the other.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "engine/zone/rule.h"
#include "tests/problems/tst.h"
#include "tests/zones/crowd.h"
#include "tests/zones/pairs.h"
#include "tests/zones/run.h"

enum {
	COUNT = 2000,          /* refills, unless told otherwise */
	NODES = 20000,         /* of a first solve */
	EACH = 4,              /* refills of one problem */
	CASES_PER_REFILL = 20, /* tried at most */
	PAIR_REFILLS = 40,     /* of a pair whose own change is not outside the zone any more */
	DROP_NODES = 600,
	REGIONS = 30, /* percent */
	USAGE = 64,
};

typedef struct {
	const char *game, *drop, *crowd, *engine;
	uint64_t seed, one_case;
	bool is_one;
	unsigned count;
	int order;
	uint64_t nodes;
	bool verbose, renju, regions;
} args_t;

static library_t library;
static pairs_t pairs;

static void library_add(const scene_t *scene)
{
	if (library.count < LIBRARY_MAX)
		library.scene[library.count++] = *scene;
}

static bool read_tst(const char *path)
{
	tst_reader_t reader;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);
	tst_t problem;

	while (err == ERR_OK && (err = tst_next(&reader, &problem, &why)) == ERR_OK) {
		request_t request = tst_request(&problem);
		scene_t scene = {.order = 0};

		if ((err = scene_read(&request.problem, &scene, &why)) == ERR_OK)
			library_add(&scene);
	}
	tst_close(&reader);
	if (err != ERR_CLOSED)
		(void)fprintf(stderr, "refill: %s\n", why.text);
	return err == ERR_CLOSED;
}

static bool read_list(const char *path)
{
	const size_t length = strlen(path);
	errinfo_t why;

	if (length > 4 && strcmp(path + length - 4, ".tst") == 0)
		return read_tst(path);
	if (pairs_read(path, &pairs, &why) == ERR_OK)
		return true;
	(void)fprintf(stderr, "refill: %s\n", why.text);
	return false;
}

static void read_examples(const game_t *game)
{
	for (const problem_t *p = game->examples; p->game != NULL; p++) {
		scene_t scene = {.order = 0};

		if (scene_read(p, &scene, NULL) == ERR_OK)
			library_add(&scene);
	}
}

static uint64_t case_seed(uint64_t seed, uint64_t number)
{
	return rng_mix(seed + number * UINT64_C(0x9e3779b97f4a7c15));
}

static void summary(const run_t *run, const char *game)
{
	printf("%s: %u refills: %u proven, %u disproven, %u undecided; %u judged without zones\n"
	       "    second solves: %u over the limit of nodes, %u undecided instead of decided\n"
	       "    problems: %u, %u of them known to the table, %u over the limit of nodes, %u "
	       "without a zone, %u filled by it\n",
	       game, run->refills, run->by[VALUE_PROVEN], run->by[VALUE_DISPROVEN],
	       run->by[VALUE_UNDECIDED], run->bare_ones, run->open, run->weaker, run->cases,
	       run->again, run->limited, run->blind, run->full);
	printf("    by df-pn: %u of the first solves, %u of the second ones\n", run->dfpn_first,
	       run->dfpn_judged);
	if (run->regions > 0)
		printf("    about regions: %u; %u of them without lambda, %u judged so, "
		       "%u with the defender to move\n",
		       run->regions, run->plain_first, run->plain_judged, run->second_first);
	printf("    refills by the longer side of the board:");
	for (unsigned side = 0; side <= BOARD_MAX; side++)
		if (run->side[side] > 0)
			printf(" %u: %u", side, run->side[side]);
	printf("\n");
	if (run->steps > 0)
		printf("    single steps: %u\n", run->steps);
}

static by_t engines_of(const args_t *args)
{
	if (args->engine == NULL)
		return BY_EITHER;
	return strcmp(args->engine, "dfpn") == 0 ? BY_DFPN : BY_ALPHABETA;
}

/* refill_game refills problems of one game, the pairs first. */
static void refill_game(const args_t *args, judge_t *judge, const game_t *game, run_t *run)
{
	rng_t rng = {args->seed};

	*run = (run_t){.judge = judge,
	               .library = &library,
	               .wish = {.order = args->order,
	                        .renju = args->renju,
	                        .regions = args->regions ? 100 : REGIONS,
	                        .nodes = args->nodes},
	               .refills_each = EACH,
	               .steps_each = EACH,
	               .engines = engines_of(args),
	               .draws = {rng_mix(args->seed)},
	               .verbose = args->verbose};
	judge->nodes = 0;
	if (args->is_one) {
		run_case(run, game, args->one_case);
		return;
	}
	for (unsigned i = 0; i < pairs.count; i++) {
		scene_t scene = pairs.pair[i].before;

		scene.nodes = args->nodes;
		if (scene.game == game)
			run_scene(run, &scene, EACH, &rng);
	}
	for (uint64_t i = 0; run->refills < args->count; i++) {
		if (i >= (uint64_t)args->count * CASES_PER_REFILL) {
			printf("FAIL %s: only %u refills\n", game->name, run->refills);
			run->failed++;
			return;
		}
		run_case(run, game, case_seed(args->seed, i));
	}
}

static bool has_zones(const game_t *game)
{
	return game->zones != NULL;
}

static bool is_wanted(const args_t *args, const game_t *game)
{
	return args->game == NULL ? has_zones(game) : strcmp(args->game, game->name) == 0;
}

static int refill(const args_t *args, judge_t *judge)
{
	unsigned passed = 0, failed = 0;

	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		run_t run;

		if (!is_wanted(args, *game))
			continue;
		refill_game(args, judge, *game, &run);
		summary(&run, (*game)->name);
		passed += run.refills > run.failed ? run.refills - run.failed : 0;
		failed += run.failed;
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed == 0 && passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* A rule to be dropped, and the game whose own rule it is; NULL: every game has it. */
typedef struct {
	const zone_rule_t *rule;
	const game_t *game;
} dropped_t;

static const char *game_of(dropped_t dropped)
{
	return dropped.game != NULL ? dropped.game->name : "any game";
}

static bool is_own(const pair_t *pair, dropped_t dropped)
{
	return strcmp(pair->rule, dropped.rule->name) == 0 &&
	       (dropped.game == NULL || dropped.game == pair->before.game);
}

/* is_same_goal: are the pairs about one goal of one game? */
static bool is_same_goal(const pair_t *a, const pair_t *b)
{
	return a->before.game == b->before.game &&
	       strcmp(scene_goal(&a->before), scene_goal(&b->before)) == 0;
}

/* is_first_of_goal: is no earlier one of the rule's own pairs about the same goal? */
static bool is_first_of_goal(unsigned index, dropped_t dropped)
{
	for (unsigned i = 0; i < index; i++)
		if (is_own(&pairs.pair[i], dropped) &&
		    is_same_goal(&pairs.pair[i], &pairs.pair[index]))
			return false;
	return true;
}

/* drop_goal: is one of the rule's own pairs noticed, of those about the goal of pair `first`? */
static bool drop_goal(run_t *run, dropped_t dropped, unsigned first, rng_t *rng)
{
	bool caught;

	for (unsigned i = first; i < pairs.count && run->failed == 0; i++) {
		pair_t pair = pairs.pair[i];

		if (!is_own(&pair, dropped) || !is_same_goal(&pair, &pairs.pair[first]))
			continue;
		pair.before.nodes = pair.after.nodes = run->wish.nodes;
		(void)run_pair(run, &pair.before, &pair.after);
		if (run->failed == 0)
			run_scene(run, &pair.before, PAIR_REFILLS, rng);
	}
	caught = run->failed != 0;
	run->failed = 0;
	return caught;
}

/* drop_pairs counts the goals that the rule has own pairs of, and of those count[1] of which a pair
 * is noticed; the others are told. */
static void drop_pairs(run_t *run, dropped_t dropped, rng_t *rng, unsigned count[2])
{
	count[0] = count[1] = 0;
	for (unsigned i = 0; i < pairs.count; i++) {
		const pair_t *pair = &pairs.pair[i];

		if (!is_own(pair, dropped) || !is_first_of_goal(i, dropped))
			continue;
		count[0]++;
		if (drop_goal(run, dropped, i, rng))
			count[1]++;
		else
			printf("%s: no pair of %s, %s is noticed\n", dropped.rule->name,
			       pair->before.game->name, scene_goal(&pair->before));
	}
}

static bool drop_random(const args_t *args, run_t *run, dropped_t dropped)
{
	for (uint64_t i = 0; run->failed == 0 && run->refills < args->count; i++)
		for (const game_t *const *game = game_list(); *game != NULL; game++)
			if (is_wanted(args, *game) && run->failed == 0 &&
			    (dropped.game == NULL || dropped.game == *game))
				run_case(run, *game, case_seed(args->seed, i));
	return run->failed != 0;
}

/* drop_rule tells whether zones without that rule disagree. */
static bool drop_rule(const args_t *args, judge_t *judge, dropped_t dropped)
{
	run_t run = {.judge = judge,
	             .library = &library,
	             .wish = {.order = args->order,
	                      .small = true,
	                      .renju = args->renju,
	                      .regions = args->regions ? 100 : REGIONS,
	                      .nodes = args->nodes},
	             .refills_each = 2 * EACH,
	             .steps_each = 2 * EACH,
	             .bare = true,
	             .engines = BY_ALPHABETA,
	             .quiet = !args->verbose};
	rng_t rng = {args->seed};
	unsigned goals[2];
	bool caught, own;

	zone_rule_drop(dropped.rule);
	drop_pairs(&run, dropped, &rng, goals);
	own = goals[1] > 0;
	caught = own ? goals[1] == goals[0] : drop_random(args, &run, dropped);
	zone_rule_drop(NULL);
	if (caught)
		printf("%-9s (%s) caught after %u boards and %u steps%s%s%s: %s %s\n",
		       dropped.rule->name, game_of(dropped), run.refills, run.steps,
		       own ? ", its own" : "", run.step[0] != '\0' ? ", " : "", run.step,
		       dropped.rule->name, run.caught);
	else
		printf("FAIL %s (%s): not caught in %u boards and %u steps\n", dropped.rule->name,
		       game_of(dropped), run.refills, run.steps);
	(void)fflush(stdout);
	return caught;
}

/* drop_in_crowd does the same for a rule that one worker alone does not miss. */
static bool drop_in_crowd(const zone_rule_t *rule)
{
	const bool caught = crowd_notices(rule);

	printf("%s%s %s by four workers on one board\n", caught ? "" : "FAIL ", rule->name,
	       caught ? "caught" : "not caught");
	return caught;
}

/* is_stated_apart: rules whose want no verdict has shown yet. What such a rule says is tried word
 * by word elsewhere, with the rule and without: Atari-Go's "suicide" in
 * tests/unit/test_zone_rigid.c. */
static bool is_stated_apart(dropped_t dropped)
{
	return dropped.game != NULL && strcmp(dropped.game->name, "atarigo") == 0 &&
	       strcmp(dropped.rule->name, "suicide") == 0;
}

/* drop_table drops the rules of a table, or that of one name: those of a game, or of every game
 * (NULL). count[1] are noticed, count[0] are not. */
static void drop_table(const args_t *args, judge_t *judge, const game_t *game,
                       const zone_rule_t *table, unsigned count[2])
{
	const bool all = strcmp(args->drop, "all") == 0;

	for (const zone_rule_t *rule = table; rule != NULL && rule->name != NULL; rule++) {
		const dropped_t dropped = {rule, game};

		if (all && is_stated_apart(dropped))
			printf("%-9s (%s) has a test of its own\n", rule->name, game_of(dropped));
		else if (all || strcmp(args->drop, rule->name) == 0)
			count[rule == &zone_rules[ZONE_RULE_TAINT]
			              ? drop_in_crowd(rule)
			              : drop_rule(args, judge, dropped)]++;
	}
}

static int drop(const args_t *args, judge_t *judge)
{
	unsigned count[2] = {0, 0};

	drop_table(args, judge, NULL, zone_rules, count);
	for (const game_t *const *game = game_list(); *game != NULL; game++)
		if (is_wanted(args, *game) && has_zones(*game))
			drop_table(args, judge, *game, (*game)->zones->rules, count);
	printf("%u passed, %u failed\n", count[1], count[0]);
	return count[0] == 0 && count[1] > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* parse_flag takes an option without an argument. */
static bool parse_flag(int option, args_t *args)
{
	bool *flag = option == 'r'   ? &args->renju
	             : option == 'a' ? &args->regions
	             : option == 'v' ? &args->verbose
	                             : NULL;

	if (flag != NULL)
		*flag = true;
	return flag != NULL;
}

static bool parse_args(int argc, char **argv, args_t *args)
{
	static const struct option options[] = {
	        {"game", required_argument, NULL, 'g'},
	        {"drop", required_argument, NULL, 'd'},
	        {"crowd", required_argument, NULL, 'w'},
	        {"seed", required_argument, NULL, 's'},
	        {"count", required_argument, NULL, 'c'},
	        {"order", required_argument, NULL, 'o'},
	        {"nodes", required_argument, NULL, 'n'},
	        {"case", required_argument, NULL, 'i'},
	        {"verbose", no_argument, NULL, 'v'},
	        {"renju", no_argument, NULL, 'r'},
	        {"engine", required_argument, NULL, 'e'},
	        {"regions", no_argument, NULL, 'a'},
	        {NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (option) {
		case 'g':
			args->game = optarg;
			break;
		case 'd':
			args->drop = optarg;
			break;
		case 'w':
			args->crowd = optarg;
			break;
		case 's':
			args->seed = strtoull(optarg, NULL, 0);
			break;
		case 'c':
			args->count = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case 'o':
			args->order = (int)strtol(optarg, NULL, 0);
			break;
		case 'n':
			args->nodes = strtoull(optarg, NULL, 0);
			break;
		case 'i':
			args->one_case = strtoull(optarg, NULL, 0);
			args->is_one = true;
			break;
		case 'e':
			args->engine = optarg;
			break;
		default:
			if (!parse_flag(option, args))
				return false;
		}
	}
	if (args->engine != NULL && strcmp(args->engine, "dfpn") != 0 &&
	    strcmp(args->engine, "alphabeta") != 0)
		return false;
	return args->game == NULL || game_find(args->game) != NULL;
}

int main(int argc, char **argv)
{
	args_t args = {.order = -1, .count = COUNT, .seed = rng_mix(clock_now_ns())};
	judge_t judge;
	errinfo_t why;
	int code;

	if (!parse_args(argc, argv, &args)) {
		(void)fputs("usage: refill [--game NAME] [--seed N] [--count N] [--order N] "
		            "[--nodes N]\n              [--case N] [--engine alphabeta|dfpn] "
		            "[--drop RULE|all] [--renju] [--regions] [--verbose] "
		            "[LIST...]\n",
		            stderr);
		return USAGE;
	}
#ifdef NDEBUG
	if (args.drop != NULL) {
		(void)fputs("refill: a build without assertions can drop no rule\n", stderr);
		return USAGE;
	}
#endif
	if (args.nodes == 0)
		args.nodes = args.drop != NULL ? DROP_NODES : NODES;
	for (const game_t *const *game = game_list(); *game != NULL; game++)
		if (has_zones(*game))
			read_examples(*game);
	for (int i = optind; i < argc; i++)
		if (!read_list(argv[i]))
			return USAGE;
	for (unsigned i = 0; i < pairs.count; i++)
		library_add(&pairs.pair[i].before);
	epoch_start();
	if (args.crowd != NULL)
		return crowd_run(zone_rule_find(zone_rules, args.crowd));
	if (judge_open(&judge, 1, &why) != ERR_OK) {
		(void)fprintf(stderr, "refill: %s\n", why.text);
		return EXIT_FAILURE;
	}
	printf("--seed %" PRIu64 "\n", args.seed);
	code = args.drop != NULL ? drop(&args, &judge) : refill(&args, &judge);
	judge_close(&judge);
	return code;
}
