/* SPDX-License-Identifier: MIT
 * test_certify.c - certificates of jobs: what they claim, and that they can be read. Whether they
 * prove it is the checker's business. */
#include "engine/base/mem.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "tests/unit/solver_help.h"

enum { MOST_NODES = 100000 };

static const _Atomic bool never = false;

/* certify solves and reads the certificate back; returns how many nodes it has. */
static uint32_t certify(solver_t *solver, const request_t *request, certificate_header_t *header)
{
	bytes_t file = {.length = 0};
	certificate_reader_t *reader;
	certificate_item_t item;
	proof_built_t built;
	uint32_t count = 0;
	errinfo_t why;
	job_t *job;

	assert_int_equal(solver_submit(solver, request, &job, &why), ERR_OK);
	job_wait(job);
	if (job_certify(job, MOST_NODES, bytes_sink(&file), &never, &built, &why) != ERR_OK)
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
	job_wait(job);
	assert_int_equal(job_certify(job, MOST_NODES, bytes_sink(&file), &never, &built, &why),
	                 ERR_RANGE);
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
	               .limits = {.driver = DRIVER_PLAIN, .engine = ENGINE_DFPN}};
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
	job_wait(job);
	job_result(job, &result);
	assert_int_not_equal(result.value, VALUE_PROVEN);
	return job;
}

static err_t deny(job_t *job, bytes_t *file, errinfo_t *why)
{
	proof_built_t built;

	file->length = 0;
	return job_certify(job, MOST_NODES, bytes_sink(file), &never, &built, why);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(certificates_of_jobs),
	        cmocka_unit_test(regions),
	        cmocka_unit_test(bug_life_that_leaves_a_pass_alone_was_a_ply_deep),
	        cmocka_unit_test(denials),
	        cmocka_unit_test(no_denials),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
