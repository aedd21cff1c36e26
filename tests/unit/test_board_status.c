/* SPDX-License-Identifier: MIT
 * test_board_status.c - the status of a board: what it asks, its answers against single jobs, and
 * its two ends, the deadline and the cancel. */
#include "engine/solve/board_status.h"

#include <pthread.h>

#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 7, BOARDS = 15, ROWS_BYTES = SIZE * (SIZE + 1) + 1, KEPT_MAX = 4 * THEMES_MAX };

/* What a status has told. */
typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t is_over;
	unsigned count, done;
	bool late; /* something came after the end */
	board_status_verdict_t verdict[KEPT_MAX];
	theme_t theme[KEPT_MAX];
} heard_t;

static heard_t heard;

static void on_verdict(const board_status_verdict_t *verdict, void *context)
{
	heard_t *h = context;

	pthread_mutex_lock(&h->lock);
	h->late |= h->done > 0;
	h->theme[h->count] = *verdict->theme;
	h->verdict[h->count] = *verdict;
	h->verdict[h->count].theme = &h->theme[h->count];
	h->count++;
	pthread_mutex_unlock(&h->lock);
}

static void on_done(void *context)
{
	heard_t *h = context;

	pthread_mutex_lock(&h->lock);
	h->done++;
	pthread_cond_signal(&h->is_over);
	pthread_mutex_unlock(&h->lock);
}

static board_status_request_t about(const char *rows, int order)
{
	return (board_status_request_t){.board = {.game = "go", .rows = rows},
	                                .order = order,
	                                .cuts = true,
	                                .on_verdict = on_verdict,
	                                .on_done = on_done,
	                                .context = &heard};
}

static board_status_t *begin(solver_t *solver, const board_status_request_t *request)
{
	board_status_t *status;
	errinfo_t why;

	pthread_mutex_lock(&heard.lock);
	heard.count = heard.done = 0;
	pthread_mutex_unlock(&heard.lock);
	if (board_status_begin(solver, request, &status, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	while (board_status_more(status))
		continue;
	return status;
}

/* end waits for the end, and checks what every status keeps. */
static board_status_totals_t end(board_status_t *status)
{
	board_status_totals_t totals;
	unsigned decided = 0, firsts = 0;
	bool open = false;

	pthread_mutex_lock(&heard.lock);
	while (heard.done == 0)
		pthread_cond_wait(&heard.is_over, &heard.lock);
	pthread_mutex_unlock(&heard.lock);
	totals = board_status_totals(status);
	for (unsigned i = 0; i < heard.count; i++) {
		const bool is_open = heard.verdict[i].value == VALUE_UNDECIDED;

		assert_true(is_open || !open); /* those come last */
		open = is_open;
		decided += !is_open;
		firsts += heard.verdict[i].asked != ASKED_SAVE;
	}
	assert_int_equal(heard.done, 1);
	assert_false(heard.late);
	assert_int_equal(totals.decided, decided);
	assert_int_equal(totals.decided + totals.undecided, heard.count);
	assert_int_equal(firsts, board_status_questions(status));
	board_status_free(status);
	return totals;
}

static const board_status_verdict_t *find(asked_t asked, const char *target)
{
	for (unsigned i = 0; i < heard.count; i++)
		if (heard.verdict[i].asked == asked && strcmp(heard.theme[i].target, target) == 0)
			return &heard.verdict[i];
	return NULL;
}

/* check_alone asks a verdict's question on its own. */
static void check_alone(solver_t *solver, const char *rows, int order,
                        const board_status_verdict_t *v)
{
	request_t r = ask(rows, v->theme->target, order);
	const bool cut = v->asked == ASKED_CUT;
	const value_t good = v->asked == ASKED_CAPTURE ? VALUE_PROVEN : VALUE_DISPROVEN;
	result_t alone;

	r.problem.goal = cut ? "connect" : "capture";
	r.problem.first = v->asked == ASKED_CAPTURE ? SIDE_ATTACKER : SIDE_DEFENDER;
	r.ko = !cut;
	r.limits.nodes = 100000;
	alone = solve(solver, &r);
	if (alone.value == VALUE_UNDECIDED || v->value == VALUE_UNDECIDED)
		return;
	if ((v->value == VALUE_PROVEN) != (alone.value == good) || v->ko != alone.ko ||
	    v->threats != alone.threats)
		fail_msg("%s %s %s: %s %s", rows, board_status_asked_name(v->asked),
		         v->theme->target, value_name(v->value), ko_name(v->ko));
	assert_int_equal(v->best[0] != '\0', v->value == VALUE_PROVEN && alone.best != MOVE_NONE);
}

static void each_verdict_is_what_a_job_says(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(2), *alone = make(1);
	unsigned told[ASKED_CUT + 1][VALUE_PROVEN + 1] = {{0}};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[ROWS_BYTES];
		const int order = (int)(i % 2 + 1);
		board_status_request_t request = about(rows, order);
		themes_t themes;

		go_random_rows(&rng, SIZE, 2, 2, rows);
		if (game_survey(&request.board, true, &themes, NULL) != ERR_OK)
			continue;
		request.time_ms = 1000;
		end(begin(solver, &request));
		for (unsigned k = 0; k < heard.count; k++) {
			const board_status_verdict_t *v = &heard.verdict[k];
			const board_status_verdict_t *capture =
			        find(ASKED_CAPTURE, v->theme->target);

			told[v->asked][v->value]++;
			check_alone(alone, rows, order, v);
			if (v->asked == ASKED_SAVE)
				assert_int_equal(capture->value, VALUE_PROVEN);
			else if (v->asked == ASKED_CAPTURE && v->value == VALUE_PROVEN)
				assert_non_null(find(ASKED_SAVE, v->theme->target));
		}
	}
	for (asked_t k = ASKED_CAPTURE; k <= ASKED_CUT; k++) {
		print_message("%s: %u no, %u open, %u yes\n", board_status_asked_name(k),
		              told[k][0], told[k][1], told[k][2]);
		assert_true(told[k][VALUE_DISPROVEN] > 0 && told[k][VALUE_PROVEN] > 0);
	}
	solver_destroy(alone);
	solver_destroy(solver);
}

static void the_most_urgent_come_first(void **state)
{
	/* B5 has one liberty; of those with two A2-B2 is larger than B4 and E5. */
	const problem_t board = {.game = "go", .rows = ".OX../.XOX./.XO../...../....."};
	themes_t themes;
	unsigned pairs = 0;

	(void)state;
	assert_int_equal(game_survey(&board, true, &themes, NULL), ERR_OK);
	assert_true(themes.count > 4);
	for (unsigned i = 1; i < themes.count; i++) {
		const theme_t *a = &themes.theme[i - 1], *b = &themes.theme[i];

		assert_true(a->is_own <= b->is_own); /* pairs last */
		if (a->is_own == b->is_own)
			assert_true(a->liberties < b->liberties ||
			            (a->liberties == b->liberties && a->size >= b->size));
		pairs += b->is_own;
	}
	assert_string_equal(themes.theme[0].target, "B5");
	assert_int_equal(themes.theme[0].liberties, 1);
	assert_int_equal(themes.theme[0].colour, COLOUR_WHITE);
	assert_true(pairs > 0);
	assert_int_equal(game_survey(&board, false, &themes, NULL), ERR_OK);
	for (unsigned i = 0; i < themes.count; i++)
		assert_false(themes.theme[i].is_own);
}

static void a_full_list_keeps_the_urgent(void **state)
{
	char rows[19 * 20];
	const problem_t board = {.game = "go", .rows = rows};
	themes_t themes;

	(void)state;
	for (unsigned y = 0; y < 19; y++)
		for (unsigned x = 0; x < 20; x++)
			rows[20 * y + x] = x == 19 ? '/' : (x + y) % 2 == 0 ? 'X' : '.';
	rows[sizeof(rows) - 1] = '\0';
	assert_int_equal(game_survey(&board, true, &themes, NULL), ERR_OK);
	assert_int_equal(themes.count, THEMES_MAX);
	assert_int_equal(themes.theme[0].liberties, 2); /* a corner */
	assert_true(themes.theme[180].liberties == 4 && !themes.theme[180].is_own);
	assert_true(themes.theme[181].is_own && themes.theme[181].liberties == 2);
}

static void a_ko_binds_its_side_alone(void **state)
{
	/* White has just taken on B3: Black may not take back on C3. */
	const char *rows = ".XO./XO.O/.XO./....";
	board_status_request_t request = about(rows, 2);
	solver_t *solver = make(1);
	const board_status_verdict_t *v;
	board_status_t *status;
	errinfo_t why;

	(void)state;
	request.cuts = false;
	end(begin(solver, &request));
	v = find(ASKED_CAPTURE, "B3");
	assert_int_equal(v->value, VALUE_PROVEN);
	assert_string_equal(v->best, "C3");
	request.board.ko = "C3";
	end(begin(solver, &request));
	v = find(ASKED_CAPTURE, "B3");
	assert_int_not_equal(v->ko, KO_NONE);
	request.board.ko = "A1";
	assert_int_equal(board_status_begin(solver, &request, &status, &why), ERR_POSITION);
	assert_string_equal(why.text, "ko: no ko there, nobody would capture a single stone");
	request.board = (problem_t){.game = "hex", .rows = "X./.."};
	assert_int_equal(board_status_begin(solver, &request, &status, &why), ERR_VALUE);
	assert_string_equal(why.text, "game: a board of hex has no status");
	request = about("XO/.X", 8);
	assert_int_equal(board_status_begin(solver, &request, &status, &why), ERR_RANGE);
	assert_string_equal(why.text, "order: 8 is not in 0..7");
	request = about("XX/XX", 1);
	assert_int_equal(board_status_begin(solver, &request, &status, &why), ERR_POSITION);
	solver_destroy(solver);
}

static void an_empty_board_is_done_at_once(void **state)
{
	board_status_request_t request = about(".../.../...", 3);
	solver_t *solver = make(1);
	board_status_totals_t totals = end(begin(solver, &request));

	(void)state;
	assert_int_equal(totals.decided + totals.undecided, 0);
	solver_destroy(solver);
}

/* A stone in the open that no order up to 6 captures keeps the solver busy. */
static void the_deadline_leaves_questions_open(void **state)
{
	board_status_request_t request = about(open_board, HARD_ORDER);
	solver_t *solver = make(1);
	board_status_totals_t totals;

	(void)state;
	request.time_ms = 20;
	totals = end(begin(solver, &request));
	assert_int_equal(totals.undecided, 1);
	assert_true(totals.time_ns >= 20 * 1000000);
	solver_destroy(solver);
}

static void a_cancel_ends_it(void **state)
{
	board_status_request_t request = about(open_board, HARD_ORDER);
	solver_t *solver = make(2);
	board_status_t *status = begin(solver, &request);

	(void)state;
	board_status_cancel(status);
	assert_int_equal(end(status).undecided, 1);
	for (unsigned i = 0; i < 8; i++) { /* with many questions, wherever they stand */
		request = about("O.X.O.X.O/.X.O.X.O./O.X.O.X.O/.X.O.X.O./O.X.O.X.O/"
		                ".X.O.X.O./O.X.O.X.O/.X.O.X.O./O.X.O.X.O",
		                HARD_ORDER);
		status = begin(solver, &request);
		for (unsigned k = 0; k < i * 250; k++)
			(void)solver_ticking(solver);
		board_status_cancel(status);
		end(status);
	}
	solver_destroy(solver);
}

/* More questions than are asked at once, with searches and without. */
/* told_by_one_call asks a board that is remembered: true when each call of board_status_more tells
 * of a few questions only, and several are needed. */
static bool told_by_one_call(solver_t *solver, const board_status_request_t *request)
{
	unsigned calls = 1, most = 0, before = 0;
	board_status_t *status;
	errinfo_t why;
	bool more;

	heard.count = heard.done = 0;
	assert_int_equal(board_status_begin(solver, request, &status, &why), ERR_OK);
	assert_int_equal(heard.count, 0);
	do {
		more = board_status_more(status);
		pthread_mutex_lock(&heard.lock);
		most = heard.count - before > most ? heard.count - before : most;
		before = heard.count;
		pthread_mutex_unlock(&heard.lock);
		calls += more;
	} while (more);
	end(status);
	return calls > 8 && most <= 64;
}

static void a_dense_board_is_asked_to_its_end(void **state)
{
	const solver_config_t config = {.workers = 2,
	                                .table_bytes = TABLE_BYTES,
	                                .answers = 1 << 14,
	                                .priority = PRIORITY_NORMAL};
	char rows[19 * 20];
	board_status_request_t request = about(rows, 1);
	solver_t *solver;

	(void)state;
	for (unsigned y = 0; y < 19; y++)
		for (unsigned x = 0; x < 20; x++)
			rows[20 * y + x] = x == 19 ? '/' : (x + y) % 2 == 0 ? 'X' : '.';
	rows[sizeof(rows) - 1] = '\0';
	assert_int_equal(solver_create(&config, &solver, NULL), ERR_OK);
	for (unsigned i = 0; i < 3; i++) {
		const board_status_totals_t totals = end(begin(solver, &request));

		assert_int_equal(totals.undecided, 0);
		assert_true(totals.decided >= THEMES_MAX);
	}
	assert_true(told_by_one_call(solver, &request));
	request.time_ms = 1;
	request.fresh = true;
	assert_true(end(begin(solver, &request)).undecided > 0);
	solver_destroy(solver);
}

static void the_second_time_is_remembered(void **state)
{
	const solver_config_t config = {.workers = 1,
	                                .table_bytes = TABLE_BYTES,
	                                .answers = 4096,
	                                .priority = PRIORITY_NORMAL};
	board_status_request_t request = about("..X../.XOX./...../.O.X./.....", 2);
	unsigned remembered = 0;
	solver_t *solver;

	(void)state;
	assert_int_equal(solver_create(&config, &solver, NULL), ERR_OK);
	end(begin(solver, &request));
	for (unsigned i = 0; i < heard.count; i++)
		assert_false(heard.verdict[i].remembered);
	end(begin(solver, &request));
	for (unsigned i = 0; i < heard.count; i++)
		remembered += heard.verdict[i].remembered;
	assert_true(2 * remembered > heard.count);
	request.fresh = true;
	end(begin(solver, &request));
	for (unsigned i = 0; i < heard.count; i++)
		assert_false(heard.verdict[i].remembered);
	solver_destroy(solver);
}

/* Whatever allocation fails, there is an end, and nothing is left. */
static void memory_may_run_out(void **state)
{
	board_status_request_t request = about("..X../.XOX./...../.O.X./.....", 1);
	solver_t *solver = make(1);
	errinfo_t why;

	(void)state;
	for (unsigned i = 0; i < 60; i++) {
		board_status_t *status;
		err_t err;

		heard.count = heard.done = 0;
		mem_fail_after(i);
		err = board_status_begin(solver, &request, &status, &why);
		while (err == ERR_OK && board_status_more(status))
			continue;
		if (err == ERR_OK)
			end(status);
		else
			assert_int_equal(err, ERR_NOMEM);
	}
	mem_fail_after(-1);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(each_verdict_is_what_a_job_says),
	        cmocka_unit_test(the_most_urgent_come_first),
	        cmocka_unit_test(a_full_list_keeps_the_urgent),
	        cmocka_unit_test(a_ko_binds_its_side_alone),
	        cmocka_unit_test(an_empty_board_is_done_at_once),
	        cmocka_unit_test(the_deadline_leaves_questions_open),
	        cmocka_unit_test(a_cancel_ends_it),
	        cmocka_unit_test(a_dense_board_is_asked_to_its_end),
	        cmocka_unit_test(the_second_time_is_remembered),
	        cmocka_unit_test(memory_may_run_out),
	};

	pthread_mutex_init(&heard.lock, NULL);
	pthread_cond_init(&heard.is_over, NULL);
	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
