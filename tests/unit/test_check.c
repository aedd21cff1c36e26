/* SPDX-License-Identifier: MIT
 * test_check.c - the checker on certificates made by hand: what it says, what it leaves out, how it
 * ends. Random ones and faulty ones: tests/proofs. */
#include "engine/base/mem.h"
#include "tests/unit/check_help.h"

enum { LONGEST = CERTIFICATE_LINE_MAX };

/* corner: a stone in the corner of a 19x19 board is taken whatever white does, on both sides. */
static void corner(file_t *f)
{
	certificate_header_t h = go("", "A19");
	uint32_t at_once, after;

	for (unsigned y = 0; y < 19; y++)
		strcat(h.rows, y == 0   ? "O.................."
		               : y == 1 ? "/.X................."
		                        : "/...................");
	begin(f, &h);
	at_once = leaf(f, 19);
	after = leaf(f, 2 * 19);
	(void)attack(f, 1, defence(f, at_once, 19, after));
}

/* In the default mode a far reply is not tried; the exhaustive one tries 357 of them. */
static void far_replies_are_left_out(void **state)
{
	const check_options_t all = {.exhaustive = true, .memory = SMALL};
	const check_options_t zones = {.memory = SMALL};
	check_result_t result;
	file_t f;

	(void)state;
	corner(&f);
	assert_int_equal(end(&f, &zones, &result), ERR_OK);
	assert_true(result.proven);
	assert_in_range(result.positions, 4, 8);
	assert_string_equal(result.claim, "go: black captures A19 by force, black moving first");
	corner(&f);
	assert_int_equal(end(&f, &all, &result), ERR_OK);
	assert_true(result.proven);
	assert_int_equal(result.positions, 2 + 358 + 1);
}

static void a_limit_ends_it(void **state)
{
	const check_options_t few = {.exhaustive = true, .most = 100, .memory = SMALL};
	check_result_t result;
	file_t f;

	(void)state;
	corner(&f);
	assert_int_equal(end(&f, &few, &result), ERR_LIMIT);
	assert_false(result.proven);
}

/* A line as long as may be, and one node longer. */
static void long_lines(void **state)
{
	(void)state;
	for (unsigned nodes = LONGEST; nodes <= LONGEST + 1; nodes++) {
		certificate_header_t h = go(".XO./X.X.", "");
		const check_options_t options = {.memory = SMALL};
		check_result_t result;
		uint32_t node;
		file_t f;

		strcpy(h.game, "atarigo");
		strcpy(h.goal, "win");
		h.defender_first = nodes % 2 == 0;
		begin(&f, &h);
		node = leaf(&f, 0);
		for (unsigned i = 1; i < nodes; i++)
			node = i % 2 != 0 ? defence(&f, node, 0, CERTIFICATE_NONE)
			                  : attack(&f, CERTIFICATE_PASS, node);
		if (nodes > LONGEST) {
			assert_int_equal(end(&f, &options, &result), ERR_SYNTAX);
			continue;
		}
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_false(result.proven); /* black is not stuck */
		assert_non_null(strstr(result.reason, "not legal"));
	}
}

/* White may not retake at B2 at once, but with a threat he may. */
static void ko_and_threats(void **state)
{
	const check_options_t options = {.memory = SMALL};

	(void)state;
	for (unsigned threats = 0; threats <= 1; threats++) {
		certificate_header_t h = go(".XO./X.XO/.XO.", "C2");
		check_result_t result;
		file_t f;

		h.black = false;
		strcpy(h.ko, "B2");
		h.threats[0] = threats;
		begin(&f, &h);
		(void)leaf(&f, 5);
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_int_equal(result.proven, threats == 1);
	}
}

/* eyes: a block in the corner of a 19x19 board with an eye of two points, and maybe another. */
static certificate_header_t eyes(bool two, const char *region)
{
	certificate_header_t h = go("", "B17");

	for (unsigned y = 0; y < 19; y++)
		strcat(h.rows, y == 0   ? two ? ".X................." : "XX................."
		               : y == 1 ? "/XX................."
		               : y == 2 ? "/.X................."
		               : y == 3 ? "/.XX................"
		               : y == 4 ? "/XX................."
		                        : "/...................");
	h.defender_first = true;
	if (region[0] != '\0') {
		strcpy(h.option[0].name, "region");
		strcpy(h.option[0].value, region);
		h.options = 1;
	}
	return h;
}

/* With two eyes it lives whatever white does, and passing proves that; with one where it has a
 * liberty that nobody may play on. */
static void life(void **state)
{
	static const char *const regions[] = {"", "A1-T19", "A14-T19,A1", "A15-B19"};

	(void)state;
	for (unsigned i = 0; i < 2 * 2 * 4; i++) {
		const bool exhaustive = i % 2, two = i / 2 % 2, outside = i / 4 == 3;
		const check_options_t options = {.exhaustive = exhaustive, .memory = SMALL};
		certificate_header_t h = eyes(two, regions[i / 4]);
		check_result_t result;
		file_t f;

		strcpy(h.goal, i % 3 == 0 ? "live" : "live-any");
		begin(&f, &h);
		(void)defence(&f, leaf(&f, CERTIFICATE_PASS), 2 * 19, f.last);
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_int_equal(result.proven, two || outside);
		if (result.proven && !exhaustive)
			assert_in_range(result.positions, 2, 7);
	}
}

/* stop checks a denial that consists of a stop. */
static bool stop(certificate_header_t h, const char *kind, unsigned order)
{
	const check_options_t options = {.memory = SMALL};
	check_result_t result;
	file_t f;

	strcpy(h.kind, kind);
	h.order = order;
	begin(&f, &h);
	(void)defence(&f, CERTIFICATE_NONE, 0, CERTIFICATE_NONE);
	assert_int_equal(end(&f, &options, &result), ERR_OK);
	return result.proven;
}

/* Two eyes hold for good; two liberties against order 0; a stop alone nothing else. */
static void stops(void **state)
{
	certificate_header_t shorter = go("O../.../...", "A3");

	(void)state;
	assert_true(stop(go(".O.OX/OOOOX/XXXXX/...../.....", "B5"), "denial", 0));
	assert_false(stop(go(".OO.X/OOOOX/XXXXX/...../.....", "B5"), "denial", 0));
	assert_true(stop(shorter, "lambda-denial", 0));
	assert_false(stop(shorter, "lambda-denial", 1));
	assert_false(stop(shorter, "denial", 0));
}

/* The answer has to be legal, and is complained of where it is not. */
static void illegal_answers(void **state)
{
	const check_options_t options = {.memory = SMALL};
	certificate_header_t h = go("O../.../...", "A3");
	check_result_t result;
	uint32_t node;
	file_t f;

	(void)state;
	strcpy(h.kind, "lambda-denial");
	h.order = 1;
	begin(&f, &h);
	node = defence(&f, CERTIFICATE_NONE, 0, CERTIFICATE_NONE);
	node = attack(&f, 0, node); /* where the target stands */
	(void)defence(&f, node, 0, CERTIFICATE_NONE);
	assert_int_equal(end(&f, &options, &result), ERR_OK);
	assert_false(result.proven);
	assert_string_equal(result.path, "B3 A3");
	assert_int_equal(result.node, node);
	assert_string_equal(result.reason, "the defender's move is not legal");
}

/* White takes the ko at B2, black spends a threat to take back, and so on: for ever if he has
 * threats without end. With one or two white has taken for good sooner or later. */
static void circles(void **state)
{
	const check_options_t options = {.memory = SMALL};
	const int32_t take = 5, back = 6;

	(void)state;
	for (unsigned threats = 0; threats <= CERTIFICATE_UNLIMITED; threats++) {
		certificate_header_t h = go(".XO./X.XO/.XO.", "C2");
		check_result_t result;
		uint32_t node;
		file_t f;

		strcpy(h.kind, "denial");
		h.black = false;
		h.threats[0] = CERTIFICATE_UNLIMITED;
		h.threats[1] = threats;
		strcpy(h.option[0].name, "region");
		strcpy(h.option[0].value, "B2-C2");
		h.options = 1;
		begin(&f, &h);
		node = defence(&f, CERTIFICATE_NONE, 0, CERTIFICATE_NONE);
		for (unsigned i = 0; i < 2; i++) /* with a ban, and before there was one */
			node = defence(&f, CERTIFICATE_NONE, take, attack(&f, back, node));
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_int_equal(result.proven, threats == CERTIFICATE_UNLIMITED);
		if (threats < 2)
			assert_string_equal(result.reason, "the attacker's move reaches the goal");
		else if (!result.proven)
			assert_string_equal(result.reason,
			                    "a line stops where nothing holds the attacker");
	}
}

/* The first complaint names moves, node and reason. */
static void where_it_breaks(void **state)
{
	const check_options_t options = {.memory = SMALL};
	certificate_header_t h = go("O../.X./...", "A3");
	check_result_t result;
	uint32_t take;
	file_t f;

	(void)state;
	begin(&f, &h);
	take = leaf(&f, 3);
	(void)attack(&f, 1, defence(&f, take, 0, CERTIFICATE_NONE));
	assert_int_equal(end(&f, &options, &result), ERR_OK);
	assert_false(result.proven);
	assert_string_equal(result.path, "B3 A2 A2");
	assert_int_equal(result.node, take);
	assert_string_equal(result.reason, "the attacker's move is not legal");
}

/* Whichever allocation fails, the answer is "no memory", and nothing is left over. */
static void without_memory(void **state)
{
	const check_options_t options = {.memory = SMALL};
	const size_t before = mem_live();

	(void)state;
	for (long n = 0;; n++) {
		check_result_t result;
		errinfo_t why;
		err_t err;
		file_t f;
		bool pending;

		corner(&f);
		assert_int_equal(certificate_write_end(f.writer, f.last), ERR_OK);
		certificate_writer_free(f.writer);
		mem_fail_after(n);
		err = check_stream(bytes_source(&f.bytes), &options, &result, &why);
		pending = mem_fail_pending() != 0;
		mem_fail_after(-1);
		bytes_free(&f.bytes);
		assert_int_equal(mem_live(), before);
		assert_int_equal(err, pending ? ERR_OK : ERR_NOMEM);
		if (pending)
			break;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(far_replies_are_left_out),
	        cmocka_unit_test(a_limit_ends_it),
	        cmocka_unit_test(long_lines),
	        cmocka_unit_test(ko_and_threats),
	        cmocka_unit_test(life),
	        cmocka_unit_test(stops),
	        cmocka_unit_test(illegal_answers),
	        cmocka_unit_test(circles),
	        cmocka_unit_test(where_it_breaks),
	        cmocka_unit_test(without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
