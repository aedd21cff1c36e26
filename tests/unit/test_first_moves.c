/* SPDX-License-Identifier: MIT
 * test_first_moves.c - what a first move leaves of a problem, and which first moves work: against
 * the problem itself, in every game. */
#include "engine/solve/first_moves.h"

#include <pthread.h>
#include <stdio.h>

#include "tests/unit/solver_help.h"

#ifdef UNDER_TSAN
enum { ENOUGH = 30000, BOTH_FIRST = false };
#else
enum { ENOUGH = 100000, BOTH_FIRST = true };
#endif

/* What was told. */
typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t is_over;
	unsigned count, done;
	bool late; /* something came after the end */
	char move[MOVES_MAX + 1][MOVE_TEXT_MAX];
	move_verdict_t verdict[MOVES_MAX + 1];
	unsigned rank[MOVES_MAX + 1];
	scope_t scope[MOVES_MAX + 1];
	bool has_job[MOVES_MAX + 1];
} heard_t;

static heard_t heard;

static void on_verdict(const first_move_t *v, void *context)
{
	heard_t *h = context;

	pthread_mutex_lock(&h->lock);
	h->late |= h->done > 0 || h->count > MOVES_MAX;
	if (h->count <= MOVES_MAX) {
		memcpy(h->move[h->count], v->sequel->move, MOVE_TEXT_MAX);
		h->verdict[h->count] = v->verdict;
		h->rank[h->count] = v->rank;
		h->scope[h->count] = v->scope;
		h->has_job[h->count++] = v->job != NULL;
	}
	pthread_mutex_unlock(&h->lock);
	first_moves_drop(v);
}

static void on_done(void *context)
{
	heard_t *h = context;

	pthread_mutex_lock(&h->lock);
	h->done++;
	pthread_cond_signal(&h->is_over);
	pthread_mutex_unlock(&h->lock);
}

static first_moves_t *begin(solver_t *solver, const problem_t *problem, uint64_t nodes)
{
	const first_moves_request_t request = {.problem = *problem,
	                                       .limits = {.order = -1,
	                                                  .nodes = nodes,
	                                                  .driver = DRIVER_PLAIN,
	                                                  .engine = ALGORITHM_DFPN},
	                                       .on_verdict = on_verdict,
	                                       .on_done = on_done,
	                                       .context = &heard};
	first_moves_t *moves;
	errinfo_t why;

	pthread_mutex_lock(&heard.lock);
	heard.count = heard.done = 0;
	pthread_mutex_unlock(&heard.lock);
	if (first_moves_begin(solver, &request, &moves, &why) != ERR_OK)
		fail_msg("%s %s: %s", problem->game, problem->rows, why.text);
	while (first_moves_more(moves))
		continue;
	return moves;
}

/* end waits for the end and checks what always holds. */
static first_moves_totals_t end(first_moves_t *moves)
{
	first_moves_totals_t totals;
	unsigned tells[3] = {0}, ranks = 0;

	pthread_mutex_lock(&heard.lock);
	while (heard.done == 0)
		pthread_cond_wait(&heard.is_over, &heard.lock);
	pthread_mutex_unlock(&heard.lock);
	totals = first_moves_totals(moves);
	assert_false(heard.late);
	assert_int_equal(heard.done, 1);
	assert_int_equal(heard.count, first_moves_count(moves));
	for (unsigned i = 0; i < heard.count; i++) {
		tells[heard.verdict[i]]++;
		ranks += heard.rank[i];
		assert_true(heard.move[i][0] != '\0');
		assert_true((heard.verdict[i] == MOVE_OPEN) == (heard.scope[i] == SCOPE_NONE));
		for (unsigned k = 0; k < i; k++)
			assert_string_not_equal(heard.move[i], heard.move[k]);
	}
	assert_int_equal(ranks, heard.count * (heard.count + 1) / 2);
	assert_int_equal(tells[MOVE_WORKS], totals.works);
	assert_int_equal(tells[MOVE_FAILS], totals.fails);
	assert_int_equal(tells[MOVE_OPEN], totals.open);
	first_moves_free(moves);
	return totals;
}

static value_t value_of(solver_t *solver, const problem_t *problem, result_t *out)
{
	const request_t request = {.problem = *problem,
	                           .limits = {.order = -1,
	                                      .driver = DRIVER_PLAIN,
	                                      .engine = ALGORITHM_DFPN,
	                                      .nodes = ENOUGH}};
	job_t *job;
	errinfo_t why;

	if (solver_submit(solver, &request, &job, &why) != ERR_OK)
		fail_msg("%s: %s", problem->rows, why.text);
	solver_wait(job);
	job_result(job, out);
	job_release(job);
	return out->value;
}

/* check_against: who moves first succeeds if and only if one of the first moves works. */
static unsigned check_against(solver_t *solver, const problem_t *problem)
{
	result_t result;
	const value_t value = value_of(solver, problem, &result);
	const first_moves_totals_t t = end(begin(solver, problem, ENOUGH));
	const bool attacks = problem->first == SIDE_ATTACKER;

	if (value == VALUE_UNDECIDED || t.open > 0)
		return 0;
	if ((t.works > 0) != ((value == VALUE_PROVEN) == attacks))
		fail_msg("%s %s %s: %s, and %u of %u moves work", problem->game, problem->rows,
		         attacks ? "attacker" : "defender", value_name(value), t.works,
		         heard.count);
	return 1;
}

static void test_every_game(void **state)
{
	unsigned checked = 0, asked = 0;

	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		if (((*game)->takes & TAKES_FIRST) == 0)
			continue;
		for (const problem_t *p = (*game)->examples; p->game != NULL; p++) {
			problem_t other = *p;

			checked += check_against(*state, p);
			asked++;
			if (!BOTH_FIRST)
				continue;
			other.first = SIDE_DEFENDER;
			other.ko = NULL;
			checked += check_against(*state, &other);
			asked++;
		}
	}
	print_message("%u of %u problems decided whole\n", checked, asked);
	assert_true(4 * checked > 3 * asked);
}

static move_verdict_t verdict_on(const char *move)
{
	for (unsigned i = 0; i < heard.count; i++)
		if (strcmp(heard.move[i], move) == 0)
			return heard.verdict[i];
	fail_msg("no verdict on %s", move);
	return MOVE_OPEN;
}

static bool asked_about(const char *move)
{
	for (unsigned i = 0; i < heard.count; i++)
		if (strcmp(heard.move[i], move) == 0)
			return heard.has_job[i];
	return false;
}

/* A capture at once leaves no question, and wins. */
static void test_a_move_that_decides(void **state)
{
	const problem_t atari = {
	        .game = "go", .rows = "OX./.../...", .goal = "capture", .target = "A3"};

	(void)end(begin(*state, &atari, ENOUGH));
	assert_int_equal(verdict_on("A2"), MOVE_WORKS);
	assert_false(asked_about("A2"));
	assert_true(asked_about("C1"));
}

/* Who lives already passes, and all else may spoil it. */
static void test_a_pass_that_decides(void **state)
{
	const problem_t alive = {.game = "go",
	                         .rows = "OO./.OO/OOO",
	                         .goal = "live",
	                         .target = "C2",
	                         .attacker = COLOUR_WHITE};

	assert_int_equal(end(begin(*state, &alive, ENOUGH)).works, 1);
	assert_int_equal(verdict_on("pass"), MOVE_WORKS);
	assert_false(asked_about("pass"));
	assert_int_equal(verdict_on("C3"), MOVE_FAILS);
	assert_int_equal(verdict_on("A2"), MOVE_FAILS);
	assert_int_equal(check_against(*state, &alive), 1);
}

/* The stones that are left, the ko, the threats and the options of the question after a move. */
static void test_what_is_left(void **state)
{
	const problem_t kos = {.game = "go",
	                       .rows = ".XO./X.XO/.XO.",
	                       .goal = "capture",
	                       .target = "C2",
	                       .attacker = COLOUR_WHITE,
	                       .ko = "B2",
	                       .attacker_threats = 2};
	const problem_t many = {.game = "go",
	                        .rows = "O.X./X.X./...O/....",
	                        .goal = "capture-all",
	                        .target = "A4 D2"};
	const problem_t hex = {.game = "hex", .options = "size=3"};
	struct {
		const problem_t *problem;
		const char *move;
		sequel_state_t state;
		const char *rows, *target, *ko;
		unsigned threats;
	} cases[] = {
	        {&kos, "B2", SEQUEL_REACHED, ".XO./XO.O/.XO.", "C2", "C2", 1},
	        {&many, "B4", SEQUEL_OPEN, ".XX./X.X./...O/....", "D2", "", 0},
	        {&many, "A1", SEQUEL_OPEN, "O.X./X.X./...O/X...", "A4 D2", "", 0},
	        {&hex, "b2", SEQUEL_OPEN, ".../.X./...", "", "", 0},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		move_t moves[MOVES_MAX + 1];
		unsigned count;
		sequel_t sequel;
		position_t *pos;

		assert_int_equal(sequel_moves(cases[i].problem, &pos, moves, &count, NULL), ERR_OK);
		sequel_make(cases[i].problem, pos, pos->game->move_parse(pos, cases[i].move),
		            &sequel);
		position_free(pos);
		assert_string_equal(sequel.move, cases[i].move);
		assert_int_equal(sequel.state, cases[i].state);
		assert_string_equal(sequel.rows, cases[i].rows);
		assert_string_equal(sequel.rest.target, cases[i].target);
		assert_string_equal(sequel.rest.ko, cases[i].ko);
		assert_int_equal(sequel.rest.threats[SIDE_ATTACKER], cases[i].threats);
		assert_string_equal(sequel.options, "");
	}
}

/* A ko that the defender may take back leaves what no problem states. */
static void test_what_cannot_be_stated(void **state)
{
	problem_t kos = {.game = "go",
	                 .rows = ".XO./X.XO/.XO.",
	                 .goal = "capture",
	                 .target = "C2",
	                 .attacker = COLOUR_WHITE,
	                 .defender_threats = 1};

	(void)end(begin(*state, &kos, ENOUGH));
	assert_int_equal(verdict_on("B2"), MOVE_OPEN);
	assert_false(asked_about("B2"));
	kos.defender_threats = 0;
	(void)end(begin(*state, &kos, ENOUGH));
	assert_int_equal(verdict_on("B2"), MOVE_WORKS);
}

/* A cancel leaves all open, and each move is told. */
static void test_a_cancel(void **state)
{
	const problem_t open = {
	        .game = "go", .rows = open_board, .goal = "capture", .target = "K10"};
	first_moves_t *moves = begin(*state, &open, 0);

	first_moves_cancel(moves);
	assert_int_equal(end(moves).open, 360);
}

static void test_refused(void **state)
{
	first_moves_request_t request = {
	        .problem = {.game = "go", .rows = "OX./.../...", .target = "A3"},
	        .limits = {.order = -1, .table_bytes = 1 << 20}};
	first_moves_t *moves;
	errinfo_t why;

	assert_int_equal(first_moves_begin(*state, &request, &moves, &why), ERR_VALUE);
	assert_string_equal(why.text, "limits.table_bytes: the questions about first moves share a "
	                              "table");
	request.limits.table_bytes = 0;
	request.problem.target = "B1";
	assert_int_equal(first_moves_begin(*state, &request, &moves, &why), ERR_VALUE);
	assert_null(moves);
}

static int start(void **state)
{
	make_open_board();
	pthread_mutex_init(&heard.lock, NULL);
	pthread_cond_init(&heard.is_over, NULL);
	*state = make(2);
	return *state != NULL ? 0 : -1;
}

static int stop(void **state)
{
	solver_destroy(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_every_game),
	        cmocka_unit_test(test_a_move_that_decides),
	        cmocka_unit_test(test_a_pass_that_decides),
	        cmocka_unit_test(test_what_is_left),
	        cmocka_unit_test(test_what_cannot_be_stated),
	        cmocka_unit_test(test_a_cancel),
	        cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, start, stop);
}
