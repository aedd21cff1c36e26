/* SPDX-License-Identifier: MIT
 * test_dragon_status.c - whether a dragon lives: what is asked, its answers against single jobs,
 * what they say together, and its two ends, the deadline and the cancel. */
#include "engine/solve/dragon_status.h"

#include <pthread.h>
#include <stdio.h>

#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { BOARDS = 60, VERDICTS_MAX = 3 + 2 * DRAGON_MOVES_MAX, OPTION_BYTES = 300, ENOUGH = 200000 };

#define UNSETTLED "...OX../OOOOX../XXXXX../......."
#define SEKI      ".OX./XOX./XOX./XOX./.OX./OOX./XX../...."

/* What a status has told. */
typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t is_over;
	unsigned count, done;
	bool late; /* something came after the end */
	board_status_verdict_t verdict[VERDICTS_MAX];
} heard_t;

static heard_t heard;

static void on_verdict(const board_status_verdict_t *verdict, void *context)
{
	heard_t *h = context;

	pthread_mutex_lock(&h->lock);
	h->late |= h->done > 0 || h->count == VERDICTS_MAX;
	if (h->count < VERDICTS_MAX)
		h->verdict[h->count++] = *verdict;
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

static dragon_status_request_t about(const char *rows, const char *stones)
{
	return (dragon_status_request_t){.board = {.game = "go", .rows = rows},
	                                 .query = {.stones = stones},
	                                 .kill = true,
	                                 .live = true,
	                                 .moves = true,
	                                 .on_verdict = on_verdict,
	                                 .on_done = on_done,
	                                 .context = &heard};
}

static dragon_status_t *begin(solver_t *solver, const dragon_status_request_t *request)
{
	dragon_status_t *status;
	errinfo_t why;

	pthread_mutex_lock(&heard.lock);
	heard.count = heard.done = 0;
	pthread_mutex_unlock(&heard.lock);
	if (dragon_status_begin(solver, request, &status, &why) != ERR_OK)
		fail_msg("%s: %s", request->board.rows, why.text);
	while (dragon_status_more(status))
		continue;
	return status;
}

static const board_status_verdict_t *find(asked_t asked, const char *tried)
{
	for (unsigned i = 0; i < heard.count; i++)
		if (heard.verdict[i].asked == asked && strcmp(heard.verdict[i].tried, tried) == 0)
			return &heard.verdict[i];
	return NULL;
}

static bool is(asked_t asked, value_t value)
{
	const board_status_verdict_t *v = find(asked, "");

	return v != NULL && v->value == value;
}

/* life_of is what the verdicts say together, as dragon_status.h defines it. */
static life_t life_of(void)
{
	if (is(ASKED_KILL, VALUE_DISPROVEN))
		return is(ASKED_EYES, VALUE_PROVEN) ? DRAGON_SEKI : DRAGON_ALIVE;
	if (is(ASKED_LIVE, VALUE_DISPROVEN))
		return DRAGON_DEAD;
	if (!is(ASKED_KILL, VALUE_PROVEN) || !is(ASKED_LIVE, VALUE_PROVEN))
		return DRAGON_OPEN;
	return find(ASKED_KILL, "")->ko == KO_FIGHT || find(ASKED_LIVE, "")->ko == KO_FIGHT
	               ? DRAGON_KO
	               : DRAGON_UNSETTLED;
}

static void wait_for_end(void)
{
	pthread_mutex_lock(&heard.lock);
	while (heard.done == 0)
		pthread_cond_wait(&heard.is_over, &heard.lock);
	pthread_mutex_unlock(&heard.lock);
}

/* check_order: decided ones first, first moves after both questions; times grow with them. */
static unsigned check_order(const dragon_status_request_t *request)
{
	unsigned decided = 0;
	bool open = false;

	for (unsigned i = 0; i < heard.count; i++) {
		const board_status_verdict_t *v = &heard.verdict[i];
		const bool is_open = v->value == VALUE_UNDECIDED;

		assert_true(is_open || !open);
		open = is_open;
		decided += !is_open;
		assert_ptr_equal(find(v->asked, v->tried), v); /* each once */
		assert_true(v->time_ns > 0);
		assert_true(v->asked != ASKED_KILL || request->kill);
		assert_true(v->asked != ASKED_LIVE || request->live);
		assert_true(v->tried[0] == '\0' || request->moves);
		if (v->asked == ASKED_EYES)
			assert_true(is(ASKED_KILL, VALUE_DISPROVEN));
		if (v->tried[0] != '\0')
			assert_true(is(ASKED_KILL, VALUE_PROVEN) && is(ASKED_LIVE, VALUE_PROVEN));
		assert_true(v->best[0] == '\0' || v->value == VALUE_PROVEN);
	}
	return decided;
}

/* end waits for the end, checks what every status keeps, and returns the life. */
static life_t end(dragon_status_t *status, const dragon_status_request_t *request)
{
	board_status_totals_t totals;
	life_t life;

	wait_for_end();
	totals = dragon_status_totals(status);
	life = dragon_status_life(status);
	assert_int_equal(heard.done, 1);
	assert_false(heard.late);
	assert_int_equal(totals.decided, check_order(request));
	assert_int_equal(totals.decided + totals.undecided, heard.count);
	assert_int_equal(life, life_of());
	dragon_status_free(status);
	assert_int_equal(heard.done, 1);
	return life;
}

static life_t life(solver_t *solver, const char *rows, const char *stones)
{
	const dragon_status_request_t request = about(rows, stones);

	return end(begin(solver, &request), &request);
}

static void drawn_dragons(void **state)
{
	static const struct {
		const char *rows, *stones,
		        *best; /* that kills; NULL: none is needed, or it fails */
		life_t life;
	} cases[] = {
	        {UNSETTLED, "D4", "B4", DRAGON_UNSETTLED},
	        {".O.OX./OOOOX./XXXXX./......", "D4", NULL, DRAGON_ALIVE},
	        {".OOOX./OOOOX./XXXXX./......", "B4", "A4", DRAGON_DEAD},
	        {".O.OX./OOOXX./XXXXX./......", "A3", "C4", DRAGON_KO},
	        {SEKI, "B8", NULL, DRAGON_SEKI},
	};
	solver_t *solver = make(2);

	(void)state;
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const life_t found = life(solver, cases[i].rows, cases[i].stones);

		if (found != cases[i].life)
			fail_msg("%s is %s", cases[i].rows, dragon_status_name(found));
		if (cases[i].best != NULL)
			assert_string_equal(find(ASKED_KILL, "")->best, cases[i].best);
	}
	assert_string_equal(dragon_status_name(DRAGON_OPEN), "open");
	assert_string_equal(dragon_status_name(DRAGON_SEKI), "seki");
	assert_string_equal(board_status_asked_name(ASKED_EYES), "eyes");
	solver_destroy(solver);
}

static void first_moves_are_tried(void **state)
{
	solver_t *solver = make(2);
	dragon_status_request_t request = about(UNSETTLED, "D4");

	(void)state;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_UNSETTLED);
	assert_int_equal(heard.count, 8);
	for (unsigned i = 0; i < 3; i++) {
		const char *move = (const char *[]){"A4", "B4", "C4"}[i];
		const value_t value = i == 1 ? VALUE_PROVEN : VALUE_DISPROVEN;

		assert_int_equal(find(ASKED_KILL, move)->value, value);
		assert_int_equal(find(ASKED_LIVE, move)->value, value);
	}
	request.moves = false;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_UNSETTLED);
	assert_int_equal(heard.count, 2);
	solver_destroy(solver);
}

static void one_question_alone(void **state)
{
	solver_t *solver = make(1);
	dragon_status_request_t request = about(UNSETTLED, "D4");

	(void)state;
	request.live = false;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_OPEN);
	assert_int_equal(heard.count, 1);
	request = about(UNSETTLED, "D4");
	request.kill = false;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_OPEN);
	assert_int_equal(heard.count, 1);
	request = about(SEKI, "B8");
	request.live = false;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_SEKI);
	assert_int_equal(heard.count, 2); /* kill and eyes */
	solver_destroy(solver);
}

/* White has just taken on B3: Black may not take back, which binds his questions alone. */
static void a_ko_binds_its_side_alone(void **state)
{
	solver_t *solver = make(1);
	dragon_status_request_t request = about(".XO./XO.O/.XO./....", "B3");

	(void)state;
	request.query = (dragon_query_t){.stones = "B3", .exact = true, .region = "C3,A4,D4"};
	end(begin(solver, &request), &request);
	assert_int_equal(find(ASKED_KILL, "")->threats, 0);
	request.board.ko = "C3";
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_KO);
	assert_int_equal(find(ASKED_KILL, "")->threats, 1);
	solver_destroy(solver);
}

/* first_move makes the question that follows a first move; false: nothing is left to ask about. */
static bool first_move(const dragon_status_request_t *request, const dragon_t *dragon,
                       const board_status_verdict_t *v, dragon_after_t *after, request_t *out)
{
	const bool kills = v->asked == ASKED_KILL;
	const colour_t other = dragon->colour == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;

	for (unsigned i = 0; i < dragon->moves; i++) {
		if (!game_dragon_after(&request->board, dragon, kills ? other : dragon->colour,
		                       dragon->move[i], after) ||
		    strcmp(after->move, v->tried) != 0)
			continue;
		out->problem.rows = after->rows;
		out->problem.target = after->stones;
		out->problem.ko = after->ko[0] != '\0' ? after->ko : NULL;
		out->problem.first = kills ? SIDE_DEFENDER : SIDE_ATTACKER;
		out->problem.attacker_threats = kills ? 0 : THREATS_UNLIMITED;
		out->problem.defender_threats = kills ? THREATS_UNLIMITED : 0;
		out->ko = false;
		return after->stones[0] != '\0';
	}
	fail_msg("%s: nobody plays %s", request->board.rows, v->tried);
	return false;
}

/* check_alone asks a verdict's question on its own. */
static void check_alone(solver_t *solver, const dragon_status_request_t *request,
                        const dragon_t *dragon, const board_status_verdict_t *v)
{
	static dragon_after_t after;
	char option[OPTION_BYTES];
	const bool eyes = v->asked == ASKED_EYES;
	request_t r =
	        ask_for(eyes ? "live-any" : "capture-all", request->board.rows, dragon->stones, -1);
	result_t alone;
	value_t value;

	snprintf(option, sizeof(option), "region=%s", dragon->region);
	r.problem.options = dragon->region[0] != '\0' ? option : NULL;
	r.problem.first = v->asked == ASKED_KILL ? SIDE_ATTACKER : SIDE_DEFENDER;
	r.limits.nodes = ENOUGH;
	r.limits.driver = DRIVER_PLAIN;
	r.limits.engine = ALGORITHM_DFPN;
	r.ko = true;
	if (v->tried[0] != '\0' && !first_move(request, dragon, v, &after, &r)) {
		const bool taken_back = after.ko[0] != '\0' && find(ASKED_KILL, "")->ko != KO_NONE;

		assert_int_equal(v->asked, ASKED_KILL);
		assert_int_equal(v->value, taken_back ? VALUE_DISPROVEN : VALUE_PROVEN);
		return;
	}
	alone = solve(solver, &r);
	if (alone.value == VALUE_UNDECIDED || v->value == VALUE_UNDECIDED)
		return;
	value = v->asked == ASKED_KILL           ? alone.value
	        : alone.value == VALUE_DISPROVEN ? VALUE_PROVEN
	                                         : VALUE_DISPROVEN;
	if (v->value != value || (r.ko && (v->ko != alone.ko || v->threats != alone.threats)))
		fail_msg("%s %s %s %s: %s %s", request->board.rows, dragon->stones,
		         board_status_asked_name(v->asked), v->tried, value_name(v->value),
		         ko_name(v->ko));
}

/* random_corner draws a corner of 4x3 points with a wall around it. */
static void random_corner(rng_t *rng, char *rows, char *stone)
{
	unsigned whites = 0;
	char *p = rows;

	strcpy(stone, "A5");
	for (unsigned y = 0; y < 5; y++) {
		for (unsigned x = 0; x < 6; x++) {
			const unsigned dice = (unsigned)(rng_next(rng) % 20);
			const bool inside = x < 4 && y < 3, wall = x < 5 && y < 4;

			*p = inside ? dice < 11 ? 'O' : dice < 13 ? 'X' : '.' : wall ? 'X' : '.';
			if (*p++ == 'O' && rng_next(rng) % ++whites == 0)
				snprintf(stone, 3, "%c%c", "ABCD"[x], "543"[y]);
		}
		*p++ = '/';
	}
	p[-1] = '\0';
}

static void each_verdict_is_what_a_job_says(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(2), *alone = make(1);
	unsigned told[ASKED_EYES + 1][VALUE_PROVEN + 1] = {{0}}, tried = 0,
	                                             lives[DRAGON_SEKI + 1] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[ROWS_TEXT_MAX], stone[4];
		dragon_status_request_t request = about(rows, stone);
		dragon_t dragon;

		random_corner(&rng, rows, stone);
		if (game_dragon(&request.board, &request.query, &dragon, NULL) != ERR_OK)
			continue;
		request.nodes = ENOUGH;
		request.time_ms = 1000;
		lives[end(begin(solver, &request), &request)]++;
		for (unsigned k = 0; k < heard.count; k++) {
			const board_status_verdict_t *v = &heard.verdict[k];

			told[v->asked][v->value]++;
			tried += v->tried[0] != '\0';
			check_alone(alone, &request, &dragon, v);
		}
	}
	for (asked_t k = ASKED_KILL; k <= ASKED_EYES; k++)
		print_message("%s: %u no, %u open, %u yes\n", board_status_asked_name(k),
		              told[k][0], told[k][1], told[k][2]);
	for (life_t k = DRAGON_OPEN; k <= DRAGON_SEKI; k++)
		print_message("%s %u, ", dragon_status_name(k), lives[k]);
	print_message("%u first moves\n", tried);
	assert_true(told[ASKED_KILL][VALUE_PROVEN] > 0 && told[ASKED_LIVE][VALUE_DISPROVEN] > 0);
	solver_destroy(alone);
	solver_destroy(solver);
}

/* A stone on an open board is neither killed nor saved within milliseconds. */
static void bug_what_is_open_took_no_time(void **state)
{
	dragon_status_request_t request = about(open_board, "K10");
	solver_t *solver = make(1);

	(void)state;
	request.time_ms = 20;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_OPEN);
	assert_int_equal(heard.count, 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(heard.verdict[i].value, VALUE_UNDECIDED);
		assert_int_equal(heard.verdict[i].ko, KO_UNASKED);
		assert_true(heard.verdict[i].time_ns >= 20 * 1000000);
	}
	request = about(open_board, "K10");
	request.nodes = 500;
	assert_int_equal(end(begin(solver, &request), &request), DRAGON_OPEN);
	solver_destroy(solver);
}

static void a_cancel_ends_it(void **state)
{
	dragon_status_request_t request = about(open_board, "K10");
	solver_t *solver = make(2);
	dragon_status_t *status = begin(solver, &request);

	(void)state;
	dragon_status_cancel(status);
	assert_int_equal(end(status, &request), DRAGON_OPEN);
	for (unsigned i = 0; i < 200; i++) { /* wherever it stands */
		request = about(UNSETTLED, "D4");
		status = begin(solver, &request);
		for (unsigned k = 0; k < i * 50; k++)
			(void)solver_ticking(solver);
		dragon_status_cancel(status);
		dragon_status_cancel(status);
		end(status, &request);
	}
	solver_destroy(solver);
}

static void a_cancel_before_anything_is_asked(void **state)
{
	const dragon_status_request_t request = about(UNSETTLED, "D4");
	solver_t *solver = make(1);
	dragon_status_t *status;

	(void)state;
	heard.count = heard.done = 0;
	assert_int_equal(dragon_status_begin(solver, &request, &status, NULL), ERR_OK);
	assert_string_equal(dragon_status_dragon(status)->stones, "D4");
	dragon_status_cancel(status);
	assert_int_equal(heard.count + heard.done, 0);
	while (dragon_status_more(status))
		continue;
	assert_int_equal(end(status, &request), DRAGON_OPEN);
	assert_int_equal(heard.count, 2);
	solver_destroy(solver);
}

static void what_is_refused(void **state)
{
	dragon_status_request_t request = about(UNSETTLED, "C4");
	solver_t *solver = make(1);
	dragon_status_t *status;
	errinfo_t why;

	(void)state;
	assert_int_equal(dragon_status_begin(solver, &request, &status, &why), ERR_VALUE);
	assert_string_equal(why.text, "group: there is no stone on C4");
	assert_null(status);
	request = about(UNSETTLED, "D4");
	request.board.ko = "A4";
	assert_int_equal(dragon_status_begin(solver, &request, &status, &why), ERR_POSITION);
	request = about(UNSETTLED, "D4");
	request.time_ms = 86400001;
	assert_int_equal(dragon_status_begin(solver, &request, &status, &why), ERR_RANGE);
	assert_string_equal(why.text, "time_ms: 86400001 is not in 0..86400000");
	request = about("X./..", "a1");
	request.board.game = "hex";
	assert_int_equal(dragon_status_begin(solver, &request, &status, &why), ERR_VALUE);
	dragon_status_free(NULL);
	solver_destroy(solver);
}

/* Whatever allocation fails, there is an end, and nothing is left. */
static void memory_may_run_out(void **state)
{
	const dragon_status_request_t request = about(UNSETTLED, "D4");
	solver_t *solver = make(1);
	errinfo_t why;

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		dragon_status_t *status;
		err_t err;

		heard.count = heard.done = 0;
		mem_fail_after(i);
		err = dragon_status_begin(solver, &request, &status, &why);
		while (err == ERR_OK && dragon_status_more(status))
			continue;
		if (err == ERR_OK)
			end(status, &request);
		else
			assert_int_equal(err, ERR_NOMEM);
	}
	mem_fail_after(-1);
	solver_destroy(solver);
}

/* A lone stone in a ko: who takes it has not killed it yet. With a second stone beside it in the
 * same capture nothing can be taken back. */
static void bug_a_stone_taken_in_a_ko_was_told_to_be_killed(void **state)
{
	static const char ko[] = ".XO.../XO.O../.XO.../....../....../......";
	static const char two[] = ".XXO../XOO.../.XXO../....../....../......";
	static const char *const rows[] = {ko, two}, *const move[] = {"C5", "D5"};
	solver_t *solver = make(1);

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		dragon_status_request_t request = about(rows[i], "B5");
		dragon_status_t *status;

		request.query.exact = true;
		request.query.region = i == 0 ? "B5-C5" : "B5-D5";
		status = begin(solver, &request);
		wait_for_end();
		assert_int_equal(find(ASKED_KILL, "")->ko, i == 0 ? KO_FIGHT : KO_NONE);
		assert_int_equal(find(ASKED_KILL, move[i])->value,
		                 i == 0 ? VALUE_DISPROVEN : VALUE_PROVEN);
		dragon_status_free(status);
	}
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(drawn_dragons),
	        cmocka_unit_test(first_moves_are_tried),
	        cmocka_unit_test(one_question_alone),
	        cmocka_unit_test(a_ko_binds_its_side_alone),
	        cmocka_unit_test(bug_a_stone_taken_in_a_ko_was_told_to_be_killed),
	        cmocka_unit_test(each_verdict_is_what_a_job_says),
	        cmocka_unit_test(bug_what_is_open_took_no_time),
	        cmocka_unit_test(a_cancel_ends_it),
	        cmocka_unit_test(a_cancel_before_anything_is_asked),
	        cmocka_unit_test(what_is_refused),
	        cmocka_unit_test(memory_may_run_out),
	};

	pthread_mutex_init(&heard.lock, NULL);
	pthread_cond_init(&heard.is_over, NULL);
	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
