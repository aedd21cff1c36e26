/* SPDX-License-Identifier: MIT
 * test_dfpn.c - df-pn over the lambda states: verdicts, the numbers in the table, and the
 * last question of a job that alpha-beta leaves open. Vectors and refills ask much more. */
#include "engine/search/dfpn/dfpn.h"
#include "engine/search/dfpn/leave.h"
#include "engine/search/dfpn/numbers.h"
#include "tests/unit/search_help.h"
#include "tests/unit/solver_help.h"
#include "tests/unit/table_help.h"

static result_t by_numbers(solver_t *s, request_t r)
{
	r.limits.engine = ALGORITHM_DFPN;
	return solve(s, &r);
}

static request_t of_game(const char *game, const char *rows, const char *options, int order)
{
	return (request_t){
	        .problem = {.game = game,
	                    .rows = rows,
	                    .options = options,
	                    .attacker = COLOUR_BLACK},
	        .limits = {.order = order},
	};
}

static void verdicts(void **state)
{
	solver_t *s = make(1);
	request_t row;
	result_t r;

	(void)state;
	r = by_numbers(s, ask(CORNER, "A3", 1));
	assert_int_equal(r.value, VALUE_PROVEN);
	assert_int_equal(r.engine, ALGORITHM_DFPN);
	assert_int_equal(r.order, 1);
	assert_true(r.best != MOVE_NONE && r.line_length > 0 && r.line_length <= r.depth);
	assert_int_equal(zone_index(&r.zone, r.best), 1);
	r = by_numbers(s, ask(CORNER, "A3", 0));
	assert_int_equal(r.value, VALUE_DISPROVEN);
	row = of_game("gomoku", "...X/..../..../X..X", "k=4", 2);
	assert_int_equal(by_numbers(s, row).value, solve(s, &row).value);
	r = by_numbers(s, of_game("hex", NULL, "size=3", 3));
	assert_int_equal(r.value, VALUE_PROVEN);
	solver_destroy(s);
}

/* A table of its own for each, so that the engines do not help each other. */
static void engines_agree(void **state)
{
	static const char *const boards[] = {"O.X./.X../..../....", "..O./X.../..X./..../....",
	                                     ".O.X/..../.X../X...", "O..X/.X../..../.X.."};
	solver_t *s = make(2);

	(void)state;
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
		for (int order = 0; order <= 3; order++) {
			request_t r = ask(boards[i], i == 1 ? "C5" : i == 2 ? "B4" : "A4", order);
			result_t a, b;

			r.limits.table_bytes = 1 << 18;
			a = solve(s, &r);
			b = by_numbers(s, r);
			assert_int_equal(a.value, b.value);
		}
	solver_destroy(s);
}

/* A ko with threats without end: alpha-beta cuts it at every depth. */
static void the_last_question_ends_an_endless_ko(void **state)
{
	solver_t *s = make(1);
	request_t r = ask("......./..O..../..O..X./XXO.X../XXOXX../XXOX.../.O.OX..", "B1", 2);
	result_t got;

	(void)state;
	r.problem.attacker_threats = r.problem.defender_threats = THREATS_UNLIMITED;
	r.limits.engine = ALGORITHM_ALPHABETA;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_UNDECIDED);
	assert_int_equal(got.engine, ALGORITHM_ALPHABETA);
	r.limits.engine = ALGORITHM_AUTO;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_DISPROVEN);
	assert_int_equal(got.engine, ALGORITHM_DFPN);
	solver_destroy(s);
}

/* What a depth limit had cut was given up for jobs without one, too. */
static void bug_numbers_of_a_depth_limit_were_believed(void **state)
{
	solver_t *s = make(1);
	request_t r = ask("......./..O..../..O..X./XXO.X../XXOXX../XXOX.../.O.OX..", "B1", 2);

	(void)state;
	r.problem.attacker_threats = r.problem.defender_threats = THREATS_UNLIMITED;
	r.limits.depth = 9;
	assert_int_equal(by_numbers(s, r).value, VALUE_UNDECIDED);
	r.limits.depth = 0;
	assert_int_equal(solve(s, &r).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

/* Fours that lead nowhere in every order: df-pn's walk of order 1 never came to an end, and the
 * other engine never to its turn. */
static void bug_a_walk_took_no_notice_of_its_nodes(void **state)
{
	static const char fours[] = "OXXX..O.OXXX..O..../.................../.................../"
	                            "..OXXX..O.OXXX..O../.................../.................../"
	                            "OXXX..O.OXXX..O..../.................../.................../"
	                            "..OXXX..O.OXXX..O../.................../.................../"
	                            "OXXX..O.OXXX..O..../.................../.................../"
	                            "..OXXX..O.OXXX..O../.................../.................../"
	                            "OXXX..O.OXXX..O....";
	enum { ENOUGH = 3000000 };
	solver_t *s = make(1);
	request_t r = of_game("gomoku", fours, NULL, 2);

	(void)state;
	r.limits.nodes = ENOUGH;
	assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	solver_destroy(s);
}

static void no_such_engine(void **state)
{
	solver_t *s = make(1);
	request_t r = ask(CORNER, "A3", 1);
	errinfo_t why;
	job_t *job = NULL;

	(void)state;
	r.limits.engine = (algorithm_t)7;
	assert_int_equal(solver_submit(s, &r, &job, &why), ERR_VALUE);
	assert_string_equal(why.text, "engine: 7 is none");
	assert_null(job);
	solver_destroy(s);
}

/* of_search makes what a search of `r` needs: with a table of its own. */
static void of_search(const request_t *r, search_env_t *env, position_t **root, search_t **s)
{
	errinfo_t why;

	assert_int_equal(ttable_create(TABLE_BYTES, &env->table), ERR_OK);
	assert_int_equal(game_create(&r->problem, root, &why), ERR_OK);
	assert_int_equal(search_create(*root, env, s), ERR_OK);
}

static void it_gives_up_when_told_to(void **state)
{
	static const _Atomic bool never = false;
	const _Atomic uint32_t serial = 0;
	enum { FEW = 500 };
	const request_t r = ask(open_board, "K10", HARD_ORDER);
	search_env_t env = {
	        .driver = DRIVER_LAMBDA, .most = HARD_ORDER, .serial = &serial, .poll = go_on};
	position_t *root;
	search_t *s;

	(void)state;
	of_search(&r, &env, &root, &s);
	search_begin_dfpn(s, DRIVER_LAMBDA, HARD_ORDER, DEPTH_MAX, FEW, 0);
	assert_int_equal(search_run(s, &never), SEARCH_DONE);
	assert_int_equal(search_value(s), VALUE_UNDECIDED);
	assert_true(search_is_dfpn(s));
	assert_true(search_is_spent(s));
	search_free(s);
	position_free(root);
	ttable_free(env.table);
}

/* nodes_in_slices answers a question, which has that value, a few nodes at a time. */
static uint64_t nodes_in_slices(const request_t *r, value_t value, uint64_t slice)
{
	static const _Atomic bool never = false;
	const _Atomic uint32_t serial = 0;
	const unsigned order = (unsigned)r->limits.order;
	search_env_t env = {
	        .driver = DRIVER_LAMBDA, .most = order, .serial = &serial, .poll = go_on};
	position_t *root;
	search_t *s;
	uint64_t nodes = 0;

	of_search(r, &env, &root, &s);
	for (unsigned i = 0; i < 1000; i++) {
		search_begin_dfpn(s, DRIVER_LAMBDA, order, DEPTH_MAX, slice, 0);
		assert_int_equal(search_run(s, &never), SEARCH_DONE);
		if (search_value(s) != VALUE_UNDECIDED)
			break;
		assert_true(search_is_spent(s));
		nodes += slice;
	}
	assert_int_equal(search_value(s), value);
	search_free(s);
	position_free(root);
	ttable_free(env.table);
	return nodes;
}

/* The numbers in the table are what was found out, not that the nodes were spent. */
static void it_goes_on_where_its_nodes_were_spent(void **state)
{
	enum { SLICE = 200, TIMES = 4 };
	solver_t *solver = make(1);
	request_t r = ask("............./............./............./............./............./"
	                  "........X..../............./............./............./..X........../"
	                  "..XO........./....X......../...X.........",
	                  "D3", 3);
	result_t whole;
	uint64_t sliced;

	(void)state;
	whole = by_numbers(solver, r);
	assert_int_not_equal(whole.value, VALUE_UNDECIDED);
	sliced = nodes_in_slices(&r, whole.value, SLICE);
	assert_in_range(whole.nodes, 3 * SLICE, UINT32_MAX);
	assert_in_range(sliced, 0, TIMES * whole.nodes);
	solver_destroy(solver);
}

/* When another worker had solved a node on the line, the frames above were dropped, but not
 * that one of them was waiting for its lower order: when that wait was over every node was left
 * at once, and the question stayed open. */
static void bug_a_frame_that_was_gone_went_on_waiting(void **state)
{
	const _Atomic uint32_t serial = 0;
	const request_t r = ask(open_board, "K10", HARD_ORDER);
	search_env_t env = {
	        .driver = DRIVER_LAMBDA, .most = HARD_ORDER, .serial = &serial, .poll = go_on};
	position_t *root;
	search_t *s;

	(void)state;
	of_search(&r, &env, &root, &s);
	search_begin_dfpn(s, DRIVER_LAMBDA, HARD_ORDER, DEPTH_MAX, 1000, 0);
	s->dfpn.waiting = 1;
	s->dfpn.waits_until = 0;
	assert_true(dfpn_has_to_leave(s));
	node_push(s, MOVE_NONE, false, HARD_ORDER - 1, DEPTH_MAX);
	s->dfpn.waiting = 2;
	node_pop(s);
	assert_int_equal(s->dfpn.waiting, 0);
	assert_false(dfpn_has_to_leave(s));
	search_free(s);
	position_free(root);
	ttable_free(env.table);
}

/* fail_by_repetition enters the root at a lower order, has that fail because of a repetition of
 * frame `taint`, and writes what the table has of it then. */
static void fail_by_repetition(search_t *s, uint32_t taint, recalled_t *known, numbers_t *numbers)
{
	frame_t left;

	node_push(s, MOVE_NONE, false, HARD_ORDER - 1, DEPTH_MAX);
	framestack_top(&s->stack)->dfpn.proof_limit = 100;
	framestack_top(&s->stack)->dfpn.disproof_limit = 100;
	framestack_top(&s->stack)->taint = taint;
	left = *framestack_top(&s->stack);
	leave_failed(s);
	assert_int_equal(s->left.value, VALUE_DISPROVEN);
	node_recall(s, &left, known);
	*numbers = (numbers_t){0, 0};
	(void)numbers_probe(s, &left, numbers);
}

/* A node that has failed by a repetition is disproven for those above it on the line; the table is
 * told no value, and a proof number that doubles each time. Where it is the node's own repetition,
 * that is a fact. */
static void a_repetition_disproves_on_its_line_only(void **state)
{
	const _Atomic uint32_t serial = 0;
	const request_t r = ask(open_board, "K10", HARD_ORDER);
	search_env_t env = {.driver = DRIVER_LAMBDA,
	                    .zoning = ZONING_NONE,
	                    .most = HARD_ORDER,
	                    .serial = &serial,
	                    .poll = go_on};
	position_t *root;
	recalled_t known;
	numbers_t numbers;
	search_t *s;

	(void)state;
	of_search(&r, &env, &root, &s);
	search_begin_dfpn(s, DRIVER_LAMBDA, HARD_ORDER, DEPTH_MAX, 1000, 0);
	for (uint32_t proof = 2; proof <= 16; proof *= 2) {
		fail_by_repetition(s, 0, &known, &numbers);
		assert_int_equal(s->left.taint, 0);
		assert_false(entry_failed(&known.entry, HARD_ORDER - 1, 1));
		assert_int_equal(numbers.proof, proof);
		assert_int_equal(numbers.disproof, 1);
	}
	fail_by_repetition(s, 1, &known, &numbers);
	assert_int_equal(s->left.taint, TAINT_NONE);
	assert_true(entry_disproven(&known.entry, HARD_ORDER - 1));
	search_free(s);
	position_free(root);
	ttable_free(env.table);
}

static void numbers_have_their_own_slots(void **state)
{
	ttable_t *tt = table_make(1 << 16);
	const hashkey_t key = {77, 99};
	numbers_t n;
	ttentry_t e;

	(void)state;
	assert_false(ttable_probe_numbers(tt, key, 2, &n));
	ttable_store_numbers(tt, key, 2, (numbers_t){NUMBER_MAX, 255}, 10);
	ttable_store_numbers(tt, key, 3, (numbers_t){255, 3}, 10);
	assert_true(ttable_probe_numbers(tt, key, 2, &n));
	assert_int_equal(n.proof, NUMBER_MAX);
	assert_int_equal(n.disproof, 255);
	assert_true(ttable_probe_numbers(tt, key, 3, &n));
	assert_int_equal(n.proof, 255);
	assert_int_equal(n.disproof, 3);
	assert_false(ttable_probe_numbers(tt, key, 1, &n));
	assert_false(ttable_probe(tt, key, &e)); /* no fact */
	ttable_store_proven(tt, key, 2, 9, 7, 1, ZONE_COARSE_ALL);
	assert_true(ttable_probe_numbers(tt, key, 2, &n));
	assert_int_equal(n.proof, NUMBER_MAX);
	ttable_free(tt);
}

/* With several workers the special child of a node can be the best again, right after it came back
 * open: another worker has entered the move that was to follow. Debug builds refused that. */
static void bug_the_special_child_could_not_be_asked_twice(void **state)
{
	static const phase_t special[] = {PHASE_LOWER, PHASE_PASS};

	(void)state;
	for (unsigned defends = 0; defends < 2; defends++) {
		const frame_t f = {.defends = defends != 0, .phase = (uint8_t)special[defends]};

		assert_true(framestack_may_go(&f, special[defends]));
		assert_false(framestack_may_go(&f, special[1 - defends]));
		assert_false(framestack_may_go(&f, PHASE_ENTER));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_the_special_child_could_not_be_asked_twice),
	        cmocka_unit_test(verdicts),
	        cmocka_unit_test(engines_agree),
	        cmocka_unit_test(the_last_question_ends_an_endless_ko),
	        cmocka_unit_test(bug_numbers_of_a_depth_limit_were_believed),
	        cmocka_unit_test(bug_a_walk_took_no_notice_of_its_nodes),
	        cmocka_unit_test(no_such_engine),
	        cmocka_unit_test(it_gives_up_when_told_to),
	        cmocka_unit_test(it_goes_on_where_its_nodes_were_spent),
	        cmocka_unit_test(bug_a_frame_that_was_gone_went_on_waiting),
	        cmocka_unit_test(a_repetition_disproves_on_its_line_only),
	        cmocka_unit_test(numbers_have_their_own_slots),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
