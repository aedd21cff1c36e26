/* SPDX-License-Identifier: MIT
 * lessons.c - moves that work, in positions of Go in which somebody is to live: what learn.py
 * learns the order of moves from (engine/game/go/likely.h).
 *
 *     lessons [-n NODES] [-s SEED] COUNT
 *
 * A position is made by playing at random, near stones, from two stones of the side that is to
 * kill on; no move leaves its own block in atari. Whoever is to live attacks (goal live-any),
 * whoever is to kill has unlimited ko threats. Each of COUNT positions is solved within NODES
 * (100,000); of a proof each attacker's node of the certificate is written that plays a stone,
 * once:
 *
 *     ..XO.../...    24
 *
 * the board, X being who is to live and to move, and the point of the move that the proof plays,
 * from the top left. How many positions were proven is told on stderr. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/game/go/board.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/study.h"
#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

enum {
	SIDE = 7,
	MARGIN = 2, /* the first stones are so far from the edge, or one nearer */
	FEWEST = 4, /* moves after them */
	MOST = 22,
	TRIES = 40, /* for a move that does not leave a block in atari */
	MIB = 64,
	SEARCH_AGAIN = 5000000,
};

typedef struct {
	rng_t rng;
	uint64_t nodes;
	uint64_t asked, proven, lost; /* lost: proven, without a certificate */
	uint64_t lines;
} run_t;

static problem_t problem_of(const char *rows, side_t first)
{
	return (problem_t){.game = "go",
	                   .rows = rows,
	                   .goal = "live-any",
	                   .attacker = COLOUR_WHITE,
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
	start[y * (SIDE + 1) + x] = 'X';
	start[v * (SIDE + 1) + u] = 'X';
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

/* tell writes one move of a proof. */
static void tell(run_t *run, const study_t *study)
{
	char board[STUDY_BOARD_BYTES];
	const bool turned = !study_black(study);
	unsigned x, y;
	strbuf_t text;

	if (!study_place(study, study_attack(study), &x, &y))
		return; /* the pass that says "they live" */
	strbuf_init(&text, board, sizeof(board));
	study_board(study, &text);
	for (char *c = board; turned && *c != '\0'; c++)
		*c = *c == 'X' ? 'O' : *c == 'O' ? 'X' : *c;
	printf("%s\t%u\n", board, y * SIDE + x);
	run->lines++;
}

/* walk goes through all that follows, each node once. */
static void walk(run_t *run, study_t *study, uint8_t *seen)
{
	study_reply_t *reply;
	unsigned count;

	if (study_turn(study) == STUDY_REACHED || seen[study_node(study)])
		return;
	seen[study_node(study)] = 1;
	if (study_turn(study) == STUDY_ATTACK) {
		tell(run, study);
		if (!study_play(study, study_attack(study)))
			return;
		walk(run, study, seen);
		(void)study_back(study);
		return;
	}
	reply = mem_alloc(STUDY_REPLIES_MAX * sizeof(*reply)); /* too large for deep stacks */
	if (reply == NULL) {
		(void)fprintf(stderr, "lessons: no memory\n");
		exit(71);
	}
	count = study_replies(study, reply);
	for (unsigned i = 0; i < count; i++) {
		if (!study_play(study, reply[i].move))
			continue;
		walk(run, study, seen);
		(void)study_back(study);
	}
	mem_free(reply, STUDY_REPLIES_MAX * sizeof(*reply));
}

/* learn writes the moves of a job's proof; false where it has no certificate. */
static bool learn(run_t *run, job_t *job)
{
	static const _Atomic bool never = false;
	bytes_t file = {.data = NULL};
	study_t *study = NULL;
	proof_built_t built;
	uint8_t *seen;
	errinfo_t why;
	bool good;

	good = job_certify(job, SEARCH_AGAIN, bytes_sink(&file), &never, &built, &why) == ERR_OK &&
	       study_open(bytes_source(&file), &study, &why) == ERR_OK;
	seen = good ? mem_alloc(built.nodes) : NULL;
	good = seen != NULL;
	if (good) {
		walk(run, study, seen);
		mem_free(seen, built.nodes);
	}
	if (study != NULL)
		study_close(study);
	bytes_free(&file);
	return good;
}

static void solve(run_t *run)
{
	static const solver_config_t config = {
	        .workers = 1, .table_bytes = (size_t)MIB << 20, .priority = PRIORITY_NORMAL};
	static result_t result; /* large */
	char rows[ROWS_TEXT_MAX];
	const side_t first = make(run, rows);
	const request_t request = {
	        .problem = problem_of(rows, first),
	        .limits = {.order = ORDER_MAX,
	                   .nodes = run->nodes,
	                   .driver = DRIVER_PLAIN,
	                   .engine = ENGINE_DFPN},
	};
	solver_t *solver;
	errinfo_t why;
	job_t *job;

	run->asked++;
	if (solver_create(&config, &solver, &why) != ERR_OK ||
	    solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "lessons: %s: %s\n", rows, why.text);
		exit(70);
	}
	job_wait(job);
	job_result(job, &result);
	if (result.value == VALUE_PROVEN) {
		run->proven++;
		run->lost += !learn(run, job);
	}
	job_release(job);
	solver_destroy(solver);
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
	run_t run = {.rng = {.state = 1}, .nodes = 100000};
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
	              "lessons: %" PRIu64 " of %" PRIu64 " positions proven, %" PRIu64
	              " without a certificate; %" PRIu64 " moves\n",
	              run.proven, run.asked, run.lost, run.lines);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		(void)fprintf(stderr, "lessons: what was found cannot be written\n");
		return 74;
	}
	return 0;
}
