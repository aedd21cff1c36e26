/* SPDX-License-Identifier: MIT
 * test_check_retake.c - stones that are taken in a ko and may be taken back, in proofs. */
#include "tests/unit/check_help.h"

/* A stone that was taken in a ko counted as captured in a proof whatever threats its owner had to
 * take it back with, and so both a claim and its denial could be shown. */
static void captures_that_are_taken_back(void **state)
{
	static const struct {
		const char *goal;
		unsigned attacker, defender;
		bool answered, all, proven;
	} tries[] = {
	        {"capture", 0, 0, false, false, true},
	        {"capture", 0, 1, false, false, false},
	        {"capture", 0, CERTIFICATE_UNLIMITED, false, true, false},
	        {"capture", 1, 1, false, false, false},
	        {"capture", 1, 1, true, false, true},
	        {"capture", 1, 1, true, true, true},
	        {"capture", 0, 1, true, false, false},
	        {"capture", 1, 2, true, true, false},
	        {"capture-all", 0, 1, false, false, false},
	        {"capture-all", 1, 1, true, false, true},
	        {"capture-all", 1, 1, true, true, true},
	        {"capture-any", 0, 2, false, true, false},
	        {"capture-any", 1, 1, true, false, true},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		enum { B2 = 5, C2 = 6 };
		const check_options_t options = {.memory = SMALL, .exhaustive = tries[i].all};
		certificate_header_t h = go(".XO./XO.O/.XO.", "B2");
		check_result_t result;
		file_t f;

		strcpy(h.goal, tries[i].goal);
		h.threats[0] = tries[i].attacker;
		h.threats[1] = tries[i].defender;
		begin(&f, &h);
		(void)leaf(&f, C2);
		if (tries[i].answered)
			(void)attack(&f, C2, defence(&f, CERTIFICATE_NONE, B2, f.last));
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_int_equal(result.proven, tries[i].proven);
		if (!tries[i].proven)
			assert_int_equal(strncmp(result.path, "C2", 2), 0);
	}
}

/* The reply that both left a stone in the ko and took the second one of the race was called lost by
 * the checker, and reached by the search. It comes too late, as it does without a threat. */
static void bug_a_race_was_lost_by_what_came_too_late(void **state)
{
	(void)state;
	for (unsigned all = 0; all <= 1; all++)
		for (unsigned threats = 0; threats <= 2; threats++) {
			enum { G3 = 13, B2 = 15, C2 = 16 };
			const check_options_t options = {.memory = SMALL, .exhaustive = all};
			certificate_header_t h = go(".....OX/.XO..../XO.O.../.XO....", "B2 G4");
			check_result_t result;
			uint32_t last;
			file_t f;

			strcpy(h.goal, "semeai");
			h.threats[0] = 1;
			h.threats[1] = threats;
			begin(&f, &h);
			last = leaf(&f, C2);
			if (threats > 0)
				(void)attack(&f, C2, defence(&f, CERTIFICATE_NONE, B2, last));
			assert_int_equal(end(&f, &options, &result), ERR_OK);
			assert_int_equal(result.proven, threats < 2);
			if (threats == 2)
				assert_string_equal(result.path, "C2 B2 C2");

			/* Who takes the second stone while the first stands has won. */
			h.defender_first = true;
			begin(&f, &h);
			last = leaf(&f, C2);
			if (threats > 0)
				last = attack(&f, C2, defence(&f, CERTIFICATE_NONE, B2, last));
			(void)defence(&f, last, G3, last);
			assert_int_equal(end(&f, &options, &result), ERR_OK);
			assert_false(result.proven);
			assert_string_equal(result.path, threats < 2 ? "G3" : "pass C2 B2 C2");
		}
}

/* Far away nothing is tried, whatever becomes of the ko; its own points are. */
static void far_from_a_retake(void **state)
{
	static const char *const top[] = {".XO................", "/XO.O...............",
	                                  "/.XO................"};

	(void)state;
	for (unsigned all = 0; all < 2; all++) {
		const check_options_t options = {.memory = SMALL, .exhaustive = all};
		certificate_header_t h = go("", "B18");
		check_result_t result;
		uint32_t last, fills;
		file_t f;

		for (unsigned y = 0; y < 19; y++)
			strcat(h.rows, y < 3 ? top[y] : "/...................");
		h.threats[0] = h.threats[1] = 1;
		begin(&f, &h);
		fills = leaf(&f, 19 + 1);
		last = leaf(&f, 19 + 2);
		(void)attack(&f, 19 + 2, defence(&f, fills, 19 + 1, last));
		assert_int_equal(end(&f, &options, &result), ERR_OK);
		assert_true(result.proven);
		assert_in_range(result.positions, 3, 3);
	}
}

/* Replies that matter for a retake alone: D1 makes a ko of what was none, and B2 takes back one of
 * two stones while the other is captured. */
static void replies_about_a_retake(void **state)
{
	(void)state;
	for (unsigned threats = 0; threats <= 1; threats++)
		for (unsigned both = 0; both <= 1; both++) {
			enum { C3 = 7, C1 = 17, D1 = 18, WIDE_C2 = 9, WIDE_G2 = 13 };
			const check_options_t options = {.memory = SMALL};
			certificate_header_t h = both ? go(".XO..XO/XO.O.X./.XO...X", "B2 G3")
			                              : go("..X../.X.X./XXOX./XO...", "B1");
			check_result_t result;
			uint32_t take, last;
			file_t f;

			h.threats[1] = threats;
			h.defender_first = !both;
			strcpy(h.goal, both ? "capture-all" : "capture");
			begin(&f, &h);
			take = leaf(&f, both ? WIDE_G2 : C1);
			if (both) {
				last = defence(&f, take, 0, CERTIFICATE_NONE);
				(void)attack(&f, WIDE_C2, last);
			} else {
				last = defence(&f, leaf(&f, C3), 0, CERTIFICATE_NONE);
				last = attack(&f, D1, last);
				(void)defence(&f, take, C1, last);
			}
			assert_int_equal(end(&f, &options, &result), ERR_OK);
			assert_int_equal(result.proven, threats == 0);
			if (threats > 0)
				assert_string_equal(result.path, both ? "C2 B2 G2" : "D1 C1");
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(captures_that_are_taken_back),
	        cmocka_unit_test(bug_a_race_was_lost_by_what_came_too_late),
	        cmocka_unit_test(far_from_a_retake),
	        cmocka_unit_test(replies_about_a_retake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
