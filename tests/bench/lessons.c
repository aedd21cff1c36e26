/* SPDX-License-Identifier: MIT
 * lessons.c - what searches found out about positions of Go in which somebody is to live: what
 * learn.py teaches its network by (engine/game/go/life/net.h).
 *
 *     lessons [-n NODES] [-s SEED] COUNT
 *
 * A position is made by playing at random, near stones, from two stones of the side that is to
 * kill on; no move leaves its own block in atari. Whoever is to live attacks (goal live-any),
 * whoever is to kill has unlimited ko threats. Each of COUNT positions is searched with NODES
 * (100,000); of each node that took some work a line is written, as often as it is left
 * (search_env_t.watch):
 *
 *     ..XO.../...    attack    1    340    24
 *
 * the board, X being who is to live; who is to move, "attack" or "defend"; whether it was proven,
 * or left open, 1 or 0; after how many nodes; and the point of the move that proves it, from the
 * top left, or "-". How many positions were proven is told on stderr. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/game/go/board/board.h"
#include "engine/search/search.h"
#include "engine/table/epoch.h"
#include "tests/unit/search_help.h"

enum {
	SIDE = 7,
	MARGIN = 2, /* the first stones are so far from the edge, or one nearer */
	FEWEST = 4, /* moves after them */
	MOST = 22,
	TRIES = 40, /* for a move that does not leave a block in atari */
	MIB = 64,

	/* Nodes that are told of: proven with so many, or left open with so many; and of those left
	 * open with less than MUCH one in FEW. */
	PROVEN_LEAST = 12,
	OPEN_LEAST = 64,
	MUCH = 2048,
	FEW = 4,
};

typedef struct {
	rng_t rng;    /* of positions */
	rng_t choice; /* of lines */
	uint64_t nodes;
	uint64_t asked, proven;
	uint64_t lines;
} run_t;

static problem_t problem_of(const char *rows, side_t first)
{
	return (problem_t){.game = "go",
	                   .rows = rows,
	                   .goal = "live-any",
	                   .attacker = COLOUR_BLACK,
	                   .first = first,
	                   .defender_threats = THREATS_UNLIMITED};
}

/* is_near: does a stone touch the point, or stand at a corner of it? On the edge only now and then.
 */
static bool is_near(run_t *run, const go_t *go, unsigned p)
{
	const unsigned x = p % SIDE, y = p / SIDE;
	const bool edge = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;

	if (edge && rng_below(&run->rng, 4) > 0)
		return false;
	for (unsigned q = 0; q < SIDE * SIDE; q++)
		if (go->at[q] != COLOUR_NONE && q % SIDE + 1 >= x && q % SIDE <= x + 1 &&
		    q / SIDE + 1 >= y && q / SIDE <= y + 1)
			return true;
	return false;
}

/* play_one plays a move at random; nothing where none is found. */
static void play_one(run_t *run, go_t *go)
{
	for (unsigned i = 0; i < TRIES; i++) {
		const unsigned p = rng_below(&run->rng, SIDE * SIDE);

		if (!board_legal(go, (move_t)p) || !is_near(run, go, p))
			continue;
		board_play(go, (move_t)p);
		if (board_block(go, p)->libs > 1)
			return;
		board_undo(go);
	}
}

/* make writes a position and tells who is to move. */
static side_t make(run_t *run, char rows[ROWS_TEXT_MAX])
{
	char start[ROWS_TEXT_MAX] = "......./......./......./......./......./......./.......";
	const unsigned moves = FEWEST + rng_below(&run->rng, MOST - FEWEST + 1);
	const unsigned inner = SIDE - 2 * MARGIN, outer = inner + 2;
	const unsigned x = MARGIN + rng_below(&run->rng, inner);
	const unsigned y = MARGIN + rng_below(&run->rng, inner);
	unsigned u, v;
	problem_t problem = problem_of(start, SIDE_ATTACKER);
	position_t *pos;
	errinfo_t why;
	strbuf_t text;
	side_t first;

	do {
		u = MARGIN - 1 + rng_below(&run->rng, outer);
		v = MARGIN - 1 + rng_below(&run->rng, outer);
	} while (u == x && v == y);
	start[y * (SIDE + 1) + x] = 'O';
	start[v * (SIDE + 1) + u] = 'O';
	if (game_create(&problem, &pos, &why) != ERR_OK) {
		(void)fprintf(stderr, "lessons: %s: %s\n", start, why.text);
		exit(70);
	}
	for (unsigned i = 0; i < moves; i++)
		play_one(run, (go_t *)pos);
	first = pos->turn;
	strbuf_init(&text, rows, ROWS_TEXT_MAX);
	pos->game->rows_text(pos, &text);
	position_free(pos);
	return first;
}

static bool is_worth_telling(run_t *run, value_t value, uint64_t nodes)
{
	if (value == VALUE_PROVEN)
		return nodes >= PROVEN_LEAST;
	return nodes >= OPEN_LEAST && (nodes >= MUCH || rng_below(&run->choice, FEW) == 0);
}

/* tell writes what became of a node. */
static void tell(void *context, const position_t *pos, value_t value, uint64_t nodes, move_t best)
{
	char rows[ROWS_TEXT_MAX];
	run_t *run = context;
	strbuf_t text;

	if (!is_worth_telling(run, value, nodes))
		return;
	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	printf("%s\t%s\t%d\t%" PRIu64 "\t", rows, pos->turn == SIDE_ATTACKER ? "attack" : "defend",
	       value == VALUE_PROVEN, nodes);
	if (value == VALUE_PROVEN && best < SIDE * SIDE)
		printf("%u\n", (unsigned)best);
	else
		(void)puts("-");
	run->lines++;
}

static void solve(run_t *run)
{
	static const _Atomic bool never = false;
	static const _Atomic uint32_t serial = 0;
	search_env_t env = {.driver = DRIVER_PLAIN,
	                    .algorithm = ALGORITHM_DFPN,
	                    .most = PLAIN_ORDER,
	                    .limit = run->nodes,
	                    .serial = &serial,
	                    .poll = go_on,
	                    .context = run,
	                    .watch = tell};
	char rows[ROWS_TEXT_MAX];
	const side_t first = make(run, rows);
	const problem_t problem = problem_of(rows, first);
	search_t *search;
	position_t *pos;
	errinfo_t why;

	run->asked++;
	if (game_create(&problem, &pos, &why) != ERR_OK) {
		(void)fprintf(stderr, "lessons: %s: %s\n", rows, why.text);
		exit(70);
	}
	if (ttable_create((size_t)MIB << 20, &env.table) != ERR_OK ||
	    search_create(pos, &env, &search) != ERR_OK) {
		(void)fprintf(stderr, "lessons: no memory\n");
		exit(71);
	}
	search_begin_dfpn(search, DRIVER_PLAIN, PLAIN_ORDER, DEPTH_MAX, run->nodes, 0);
	if (search_run(search, &never) != SEARCH_DONE) {
		(void)fprintf(stderr, "lessons: no memory\n");
		exit(71);
	}
	run->proven += search_value(search) == VALUE_PROVEN;
	search_free(search);
	position_free(pos);
	ttable_free(env.table);
}

/* read_number reads all of a text as a number from 1 on; false: it is none. */
static bool read_number(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out > 0;
}

int main(int argc, char **argv)
{
	run_t run = {.rng = {.state = 1}, .choice = {.state = 1}, .nodes = 100000};
	uint64_t count = 0;
	bool good = true;
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-' && good; i += 2)
		good = (strcmp(argv[i], "-n") == 0 && read_number(argv[i + 1], &run.nodes)) ||
		       (strcmp(argv[i], "-s") == 0 && read_number(argv[i + 1], &run.rng.state));
	if (!good || i + 1 != argc || !read_number(argv[i], &count)) {
		(void)fprintf(stderr, "usage: lessons [-n NODES] [-s SEED] COUNT\n"
		                      "numbers from 1 on\n");
		return 64;
	}
	epoch_start();
	while (run.asked < count)
		solve(&run);
	(void)fprintf(stderr,
	              "lessons: %" PRIu64 " of %" PRIu64 " positions proven; %" PRIu64 " lines\n",
	              run.proven, run.asked, run.lines);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		(void)fprintf(stderr, "lessons: what was found cannot be written\n");
		return 74;
	}
	return 0;
}
