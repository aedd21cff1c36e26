/* SPDX-License-Identifier: MIT
 * test_certify.c - certificates of jobs: what they claim, and that they can be read. Whether they
 * prove it is the checker's business. */
#include "engine/base/mem.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/solve/certify.h"
#include "tests/unit/solver_help.h"

enum { MOST_NODES = 200000 };

static const _Atomic bool never = false;
static const budget_t budget = {.nodes = MOST_NODES, .cancel = &never};

/* certify solves and reads the certificate back; returns how many nodes it has. */
static uint32_t certify(solver_t *solver, const request_t *request, certificate_header_t *header)
{
	bytes_t file = {.length = 0};
	certificate_reader_t *reader;
	certificate_item_t item;
	const check_options_t options = {.memory = 1 << 20};
	check_result_t result;
	proof_built_t built;
	uint32_t count = 0;
	errinfo_t why;
	job_t *job;

	assert_int_equal(solver_submit(solver, request, &job, &why), ERR_OK);
	solver_wait(job);
	if (certify_job(job, &budget, bytes_sink(&file), &built, &why) != ERR_OK)
		fail_msg("%s", why.text);
	job_release(job);
	if (certificate_read_begin(bytes_source(&file), header, &reader, &why) != ERR_OK)
		fail_msg("%s", why.text);
	do {
		if (certificate_read(reader, &item, &why) != ERR_OK)
			fail_msg("%s", why.text);
		count += item.kind != CERTIFICATE_END;
	} while (item.kind != CERTIFICATE_END);
	assert_int_equal(count, built.nodes);
	assert_int_equal(item.child, built.root);
	if (check_stream(bytes_source(&file), &options, &result, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_true(result.proven && result.canonical);
	certificate_reader_free(reader);
	bytes_free(&file);
	return count;
}

static void certificates_of_jobs(void **state)
{
	solver_t *solver = make(1);
	certificate_header_t h;
	request_t r = ask(CORNER, "A3", 2);

	(void)state;
	r.ko = true;
	assert_true(certify(solver, &r, &h) > 0);
	assert_string_equal(h.game, "go");
	assert_string_equal(h.goal, "capture");
	assert_string_equal(h.target, "A3");
	assert_string_equal(h.rows, CORNER);
	assert_true(h.black && !h.defender_first && h.options == 0);
	assert_int_equal(h.threats[SIDE_DEFENDER], THREATS_UNLIMITED);

	r = (request_t){.problem = {.game = "gomoku", .options = "size=5x4  k=3"},
	                .limits = {.order = 2}};
	assert_true(certify(solver, &r, &h) > 0);
	assert_string_equal(h.goal, "win");
	assert_int_equal(h.options, 1); /* the board is in the rows */
	assert_string_equal(h.option[0].name, "k");
	assert_string_equal(h.option[0].value, "3");
	assert_string_equal(h.rows, "...../...../...../.....");

	r = (request_t){.problem = {.game = "chess", .rows = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"},
	                .limits = {.order = 2}};
	assert_true(certify(solver, &r, &h) > 0);
	assert_string_equal(h.fen, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
	assert_string_equal(h.rows, "");
	solver_destroy(solver);
}

/* The region is part of the claim, whatever its length; one that no header holds is refused. */
static void regions(void **state)
{
	char options[2 * CERTIFICATE_TEXT_MAX] = "region=A1-C3";
	request_t r = {.problem = {.game = "go",
	                           .rows = ".X.O/X.XO/..XO",
	                           .goal = "live-any",
	                           .attacker = COLOUR_BLACK,
	                           .options = options},
	               .limits = {.order = 2}};
	solver_t *solver = make(1);
	certificate_header_t h;
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why;
	job_t *job;

	(void)state;
	assert_true(certify(solver, &r, &h) > 0);
	assert_string_equal(h.goal, "live-any");
	assert_string_equal(h.target, "");
	assert_string_equal(h.option[0].value, "A1-C3");
	while (strlen(options) < strlen("region=") + CERTIFICATE_TEXT_MAX - 4)
		strcat(options, ",A1");
	assert_true(certify(solver, &r, &h) > 0);
	assert_string_equal(h.option[0].value, options + strlen("region="));
	strcat(options, ",A1");
	assert_int_equal(solver_submit(solver, &r, &job, &why), ERR_OK);
	solver_wait(job);
	assert_int_equal(certify_job(job, &budget, bytes_sink(&file), &built, &why), ERR_RANGE);
	assert_string_equal(why.text,
	                    "the option region is longer than a certificate holds, 511 bytes");
	bytes_free(&file);
	job_release(job);
	solver_destroy(solver);
}

/* He has nothing but a pass left, and the attacker's pass ends the line: three plies, not one. The
 * builder did not find a proof of one. */
static void bug_life_that_leaves_a_pass_alone_was_a_ply_deep(void **state)
{
	request_t r = {.problem = {.game = "go",
	                           .rows = ".XO.../XXO.../..O.../XXO.../OOO.../......",
	                           .goal = "live",
	                           .target = "A5",
	                           .attacker = COLOUR_BLACK,
	                           .options = "region=A3-B6"},
	               .limits = {.driver = DRIVER_PLAIN, .engine = ALGORITHM_DFPN}};
	solver_t *solver = make(1);
	certificate_header_t h;

	(void)state;
	assert_int_equal(solve(solver, &r).depth, 3);
	assert_true(certify(solver, &r, &h) > 0);
	solver_destroy(solver);
}

/* solved returns a job that has ended, without a proof. */
static job_t *solved(solver_t *solver, const request_t *request)
{
	result_t result;
	errinfo_t why;
	job_t *job;

	assert_int_equal(solver_submit(solver, request, &job, &why), ERR_OK);
	solver_wait(job);
	job_result(job, &result);
	assert_int_not_equal(result.value, VALUE_PROVEN);
	return job;
}

static err_t deny(job_t *job, bytes_t *file, errinfo_t *why)
{
	proof_built_t built;

	file->length = 0;
	return certify_job(job, &budget, bytes_sink(file), &built, why);
}

/* What is denied for good, and what by orders alone; with too little memory, or none, there is no
 * verdict. */
static void denials(void **state)
{
	request_t r = {.problem = {.game = "gomoku", .options = "size=4x4 k=4"},
	               .limits = {.driver = DRIVER_PLAIN}};
	solver_t *solver = make(1);
	check_options_t options = {.exhaustive = false};
	bytes_t file = {.length = 0};
	static check_result_t result;
	errinfo_t why;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		job_t *job = solved(solver, &r);

		assert_int_equal(deny(job, &file, &why), ERR_OK);
		job_release(job);
		assert_int_equal(check_stream(bytes_source(&file), &options, &result, &why),
		                 ERR_OK);
		assert_true(result.proven);
		assert_string_equal(result.header.kind, i == 0 ? "denial" : "lambda-denial");
		if (i == 1)
			assert_int_equal(result.header.order, 1);
		r.limits = (limits_t){.order = 1};
	}
	r.limits = (limits_t){.driver = DRIVER_PLAIN};
	job_t *job = solved(solver, &r);

	assert_int_equal(deny(job, &file, &why), ERR_OK);
	job_release(job);
	options.memory = 1;
	assert_int_equal(check_stream(bytes_source(&file), &options, &result, &why), ERR_LIMIT);
	assert_false(result.proven);
	options.memory = 0;
	for (long n = 0, more = 1; more != 0; n++) {
		const size_t before = mem_live();
		err_t err;

		mem_fail_after(n);
		err = check_stream(bytes_source(&file), &options, &result, &why);
		more = mem_fail_pending() == 0;
		mem_fail_after(-1);
		assert_int_equal(err, more != 0 ? ERR_NOMEM : ERR_OK);
		assert_int_equal(mem_live(), before);
	}
	bytes_free(&file);
	solver_destroy(solver);
}

/* A denial whose making visits hundreds of positions and searches thousands of nodes. */
static const problem_t many_positions = {
        .game = "go",
        .rows = ".O.O.O.OO../...OOXX..../.X..OO...O./..X..O.XOO.",
        .goal = "capture-any",
        .target = "B4 K1",
        .attacker = COLOUR_BLACK,
};

/* What the tables hold is not searched again, and good answers are found shortly: the making
 * searches no more than the question did. */
static void making_a_denial_searches_no_more_than_the_question(void **state)
{
	static const budget_t enough = {.nodes = 50000000, .cancel = &never};
	const request_t r = {.problem = many_positions, .limits = {.order = 3}};
	solver_t *solver = make(1);
	bytes_t file = {.length = 0};
	proof_built_t built;
	result_t result;
	errinfo_t why;
	job_t *job = solved(solver, &r);

	(void)state;
	job_result(job, &result);
	assert_int_equal(result.value, VALUE_DISPROVEN);
	if (certify_job(job, &enough, bytes_sink(&file), &built, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_in_range(built.searched, 1, result.nodes);
	bytes_free(&file);
	job_release(job);
	solver_destroy(solver);
}

/* The fight was searched again for each order of the attacker's moves elsewhere (330,000 nodes
 * after 27,000); without lambda, reply by reply (no end within 50,000,000 after 9,000). */
static void bug_making_a_denial_searched_the_same_fight_again(void **state)
{
	static const budget_t enough = {.nodes = 2000000, .cancel = &never};
	const request_t fight = {
	        .problem = {.game = "go",
	                    .rows = "X...O.../..OOX.O./..X..O../...O...X/X.....XX/.O..OX../"
	                            ".O.....O/...OO.X./...X..../...X.O..",
	                    .goal = "capture-any",
	                    .target = "E10 B4",
	                    .attacker = COLOUR_BLACK},
	        .limits = {.order = 3}};
	const request_t plain = {
	        .problem = {.game = "go",
	                    .rows = "XXXOXX.XO../OXX..O..O.O/.O...OO.OOO/XO.OXX..O../OOO.O...OO./"
	                            "X...XOOOX.X/XO.XOO..OOX/.O.X.....OO/XXOXX.O..OO/.O..X..OX.O/"
	                            ".X....X...X/O..OXOX..X.",
	                    .goal = "connect",
	                    .target = "L7 E4",
	                    .attacker = COLOUR_BLACK},
	        .limits = {.driver = DRIVER_PLAIN}};
	const request_t *question[] = {&fight, &plain};
	solver_t *solver = make(1);

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		bytes_t file = {.length = 0};
		proof_built_t built;
		result_t result;
		errinfo_t why;
		job_t *job = solved(solver, question[i]);

		job_result(job, &result);
		assert_int_equal(result.value, VALUE_DISPROVEN);
		if (certify_job(job, &enough, bytes_sink(&file), &built, &why) != ERR_OK)
			fail_msg("%s", why.text);
		assert_in_range(built.searched, 1, i == 0 ? result.nodes : 10 * result.nodes);
		bytes_free(&file);
		job_release(job);
	}
	solver_destroy(solver);
}

static void expect_limit(job_t *job, const budget_t *limits, const char *text)
{
	bytes_t file = {.length = 0};
	proof_built_t built;
	errinfo_t why;

	assert_int_equal(certify_job(job, limits, bytes_sink(&file), &built, &why), ERR_LIMIT);
	assert_string_equal(why.text, text);
	bytes_free(&file);
}

/* Nodes and time end it, and say so. */
static void bug_making_a_certificate_had_no_limit_of_time(void **state)
{
	const budget_t no_time = {.nodes = MOST_NODES, .end_ns = 1, .cancel = &never};
	const budget_t few_nodes = {.nodes = 10, .cancel = &never};
	const request_t denied = {.problem = many_positions, .limits = {.order = 3}};
	const request_t proven = ask(CORNER, "A3", 2);
	solver_t *solver = make(1);
	job_t *job = solved(solver, &denied);

	(void)state;
	expect_limit(job, &few_nodes,
	             "no certificate within 10 nodes of search, or it is too long");
	expect_limit(job, &no_time, "no certificate within the time for making it");
	job_release(job);
	assert_int_equal(solver_submit(solver, &proven, &job, NULL), ERR_OK);
	solver_wait(job);
	expect_limit(job, &no_time, "no certificate within the time for making it");
	job_release(job);
	solver_destroy(solver);
}

/* A strategy may be longer than what was told, but not where somebody asked for a length. */
static void lengths_that_were_asked_for_are_kept(void **state)
{
	const problem_t mate = {.game = "chess", .rows = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"};
	const struct {
		request_t request;
		bool has_bound;
	} rows[] = {
	        {{.problem = mate, .limits = {.order = 2}}, false},
	        {{.problem = mate, .limits = {.order = 2, .depth = 9}}, true},
	        {{.problem = mate, .limits = {.within = 3}}, true},
	        {{.problem = mate, .limits = {.shortest = true}}, true},
	};
	solver_t *solver = make(1);

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		proven_t proven;
		job_t *job;

		assert_int_equal(solver_submit(solver, &rows[i].request, &job, NULL), ERR_OK);
		solver_wait(job);
		assert_int_equal(proven_of_job(job, &proven, NULL), ERR_OK);
		assert_int_equal(proven.has_bound, rows[i].has_bound);
		proven_fini(&proven);
		job_release(job);
	}
	solver_destroy(solver);
}

/* What lambda denies in chess is about the capture of the king. */
static void no_denials(void **state)
{
	request_t r = {.problem = {.game = "chess", .rows = "7k/8/8/8/8/8/6K1/6Q1 w - - 0 1"},
	               .limits = {.order = 0, .nodes = 1000}};
	solver_t *solver = make(1);
	bytes_t file = {.length = 0};
	errinfo_t why;
	job_t *job;

	(void)state;
	job = solved(solver, &r);
	assert_int_equal(deny(job, &file, &why), ERR_VALUE);
	assert_string_equal(why.text, "there are no certificates of what lambda denies in chess");
	bytes_free(&file);
	job_release(job);
	solver_destroy(solver);
}

/* Without lambda the inversion rule leaves nothing out: such an answer is no guess, and it has a
 * certificate. Making one ended the process. */
static void bug_certificate_without_lambda_by_the_inversion_rule(void **state)
{
	request_t r = ask(CORNER, "A3", 2);
	solver_t *solver = make(1);
	certificate_header_t h;
	bytes_t file = {.length = 0};
	errinfo_t why;
	job_t *job;

	(void)state;
	r.limits.zoning = ZONING_INVERSION;
	r.limits.driver = DRIVER_PLAIN;
	assert_true(certify(solver, &r, &h) > 0);
	r = ask("O../.../...", "A3", 2);
	r.problem.first = SIDE_DEFENDER;
	r.problem.ko = NULL;
	r.limits.zoning = ZONING_INVERSION;
	r.limits.driver = DRIVER_PLAIN;
	job = solved(solver, &r);
	assert_int_equal(deny(job, &file, &why), ERR_OK);
	bytes_free(&file);
	job_release(job);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(certificates_of_jobs),
	        cmocka_unit_test(regions),
	        cmocka_unit_test(bug_life_that_leaves_a_pass_alone_was_a_ply_deep),
	        cmocka_unit_test(denials),
	        cmocka_unit_test(making_a_denial_searches_no_more_than_the_question),
	        cmocka_unit_test(bug_making_a_denial_searched_the_same_fight_again),
	        cmocka_unit_test(bug_making_a_certificate_had_no_limit_of_time),
	        cmocka_unit_test(lengths_that_were_asked_for_are_kept),
	        cmocka_unit_test(no_denials),
	        cmocka_unit_test(bug_certificate_without_lambda_by_the_inversion_rule),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
