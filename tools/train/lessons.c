/* SPDX-License-Identifier: MIT
 * lessons.c - the data that the networks of engine/game/go/life are trained with: what searches
 * found out about positions of Go in which one side is to live. remake runs this program.
 *
 *     lessons [-k KIND] [-s SEED] [-f FROM] [-n NODES] [-w WEIGHTS] COUNT
 *
 * Makes positions FROM to FROM + COUNT - 1 of the seed (1 and 1 if not given), for the network of
 * the kind "boards" (positions.h; if not given) or "groups" (groups.h), and searches each with
 * df-pn, all moves, one worker and a table of its own: every fourth with NODES nodes (100,000), the
 * others with a quarter of them. The searches order moves by the network whose weights the file
 * WEIGHTS has (net_weights.h, group_net_weights.h). Without a file they ask no network: of boards
 * the goal names Black's blocks then.
 *
 * Output    of each node that took some work one line, each time the search leaves the node:
 *
 *     17    00120...    attack    proven    340    24
 *
 *           the position's number; the network's state of each point (net_state,
 *           group_net_states), from '0' on, row by row, of a square board; who is to move, "attack"
 *           or "defend"; "proven", "open" or "disproven"; after how many nodes; and the point of
 *           the move that proves it, or "-". The lines depend on the arguments alone, and those of
 *           a position on its number, KIND, seed, NODES and WEIGHTS: runs over parts give the lines
 *           of a run over the whole.
 * Errors    exit code 64: the command line; 66: WEIGHTS cannot be read; 71: no memory; 74: the
 *           output cannot be written. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/board/board.h"
#include "engine/game/go/life/group_net.h"
#include "engine/game/go/life/net.h"
#include "engine/search/search.h"
#include "engine/table/epoch.h"
#include "tools/train/groups.h"
#include "tools/train/positions.h"
#include "tools/train/weights.h"

enum {
	MIB = 64,       /* of the table for boards, */
	GROUP_MIB = 16, /* and for groups, which take fewer nodes */
	LONG_EVERY = 4,
	SHORTER = 4, /* the others have NODES / SHORTER */

	/* Nodes that are told of: proven with at least so many, or left open with so many; and of
	 * those left open with less than MUCH one in FEW. */
	PROVEN_LEAST = 12,
	OPEN_LEAST = 64,
	MUCH = 2048,
	FEW = 4,
};

typedef struct {
	uint64_t seed, from, nodes;
	weights_t kind;
	const char *weights; /* NULL: none */
	rng_t choice;        /* of lines */
	uint64_t number;     /* of the position */
	uint64_t proven, lines;
} run_t;

static poll_t go_on(void *context, search_t *search, unsigned nodes)
{
	(void)context;
	(void)search;
	(void)nodes;
	return POLL_GO;
}

static bool is_worth_telling(run_t *run, value_t value, uint64_t nodes)
{
	if (value == VALUE_PROVEN)
		return nodes >= PROVEN_LEAST;
	return nodes >= OPEN_LEAST && (nodes >= MUCH || rng_below(&run->choice, FEW) == 0);
}

/* states_of writes what the network sees of each point. */
static void states_of(const run_t *run, const go_t *go, uint8_t *out)
{
	if (run->kind == WEIGHTS_GROUPS) {
		group_net_states(go, out);
		return;
	}
	for (unsigned p = 0; p < go->geo->area; p++)
		out[p] = net_state(go, p);
}

/* tell writes what became of a node (search_env_t.watch). */
static void tell(void *context, const position_t *pos, value_t value, uint64_t nodes, move_t best)
{
	static const char *const words[] = {[VALUE_DISPROVEN] = "disproven",
	                                    [VALUE_UNDECIDED] = "open",
	                                    [VALUE_PROVEN] = "proven"};
	const go_t *go = board_of(pos);
	uint8_t state[AREA_MAX];
	char text[AREA_MAX + 1] = {0};
	run_t *run = context;

	if (!is_worth_telling(run, value, nodes))
		return;
	states_of(run, go, state);
	for (unsigned p = 0; p < go->geo->area; p++)
		text[p] = (char)('0' + state[p]);
	printf("%" PRIu64 "\t%s\t%s\t%s\t%" PRIu64 "\t", run->number, text,
	       pos->turn == SIDE_ATTACKER ? "attack" : "defend", words[value], nodes);
	if (value == VALUE_PROVEN && best < go->geo->area)
		printf("%u\n", (unsigned)best);
	else
		(void)puts("-");
	run->lines++;
}

static void no_memory(void)
{
	(void)fprintf(stderr, "lessons: no memory\n");
	exit(71);
}

static void solve(run_t *run, const problem_t *problem, uint64_t nodes)
{
	static const _Atomic bool never = false;
	static const _Atomic uint32_t serial = 0;
	search_env_t env = {.driver = DRIVER_PLAIN,
	                    .algorithm = ALGORITHM_DFPN,
	                    .most = PLAIN_ORDER,
	                    .limit = nodes,
	                    .serial = &serial,
	                    .poll = go_on,
	                    .context = run,
	                    .watch = tell};
	const size_t mib = run->kind == WEIGHTS_GROUPS ? GROUP_MIB : MIB;
	search_t *search = NULL;
	position_t *pos;
	errinfo_t why;

	if (game_create(problem, &pos, &why) != ERR_OK ||
	    ttable_create(mib << 20, &env.table) != ERR_OK ||
	    search_create(pos, &env, &search) != ERR_OK)
		no_memory();
	search_begin_dfpn(search, DRIVER_PLAIN, PLAIN_ORDER, DEPTH_MAX, nodes, 0);
	if (search_run(search, &never) != SEARCH_DONE)
		no_memory();
	run->proven += search_value(search) == VALUE_PROVEN;
	search_free(search);
	position_free(pos);
	ttable_free(env.table);
}

static void make_and_solve(run_t *run)
{
	rng_t rng = {.state = rng_mix(run->seed) + rng_mix(~run->number)};
	const uint64_t nodes =
	        run->number % LONG_EVERY == 0 ? run->nodes : 1 + run->nodes / SHORTER;
	group_t group;
	made_t made;

	run->choice.state = rng_next(&rng);
	if (run->kind == WEIGHTS_GROUPS) {
		if (!groups_make(&rng, &group))
			no_memory();
		solve(run, &group.problem, nodes);
		return;
	}
	if (!positions_make(&rng, run->weights == NULL, &made))
		no_memory();
	solve(run, &made.problem, nodes);
}

/* read_number reads all of a text as a number from 1 on; false: it is none. */
static bool read_number(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out > 0;
}

/* read_option reads an option and its value; false: there is no such option, or value. */
static bool read_option(run_t *run, const char *option, const char *value)
{
	if (strcmp(option, "-w") == 0)
		run->weights = value;
	if (strcmp(option, "-k") == 0)
		run->kind = strcmp(value, "groups") == 0 ? WEIGHTS_GROUPS : WEIGHTS_BOARDS;
	return strcmp(option, "-w") == 0 ||
	       (strcmp(option, "-k") == 0 &&
	        (run->kind == WEIGHTS_GROUPS || strcmp(value, "boards") == 0)) ||
	       (strcmp(option, "-s") == 0 && read_number(value, &run->seed)) ||
	       (strcmp(option, "-f") == 0 && read_number(value, &run->from)) ||
	       (strcmp(option, "-n") == 0 && read_number(value, &run->nodes));
}

int main(int argc, char **argv)
{
	run_t run = {.seed = 1, .from = 1, .nodes = 100000};
	uint64_t count = 0;
	bool good = true;
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-' && good; i += 2)
		good = read_option(&run, argv[i], argv[i + 1]);
	if (!good || i + 1 != argc || !read_number(argv[i], &count)) {
		(void)fprintf(stderr,
		              "usage: lessons [-k boards|groups] [-s SEED] [-f FROM] [-n NODES] "
		              "[-w WEIGHTS] COUNT\nnumbers from 1 on\n");
		return 64;
	}
	if (run.weights != NULL && !weights_read(run.kind, run.weights)) {
		(void)fprintf(stderr, "lessons: %s cannot be read, or lacks an array\n",
		              run.weights);
		return 66;
	}
	epoch_start();
	for (uint64_t done = 0; done < count; done++) {
		run.number = run.from + done;
		make_and_solve(&run);
	}
	(void)fprintf(stderr,
	              "lessons: %" PRIu64 " of %" PRIu64 " positions proven; %" PRIu64 " lines\n",
	              run.proven, count, run.lines);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		(void)fprintf(stderr, "lessons: the data cannot be written\n");
		return 74;
	}
	return 0;
}
