/* SPDX-License-Identifier: MIT
 * test_client_output.c - JSON, numbers for people, the line of progress, the
 * words of the verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/cli/json.h"
#include "clients/cli/live.h"
#include "clients/words/text.h"
#include "clients/cli/verdict_exit.h"
#include "clients/cli/verdict_json.h"
#include "clients/words/verdict.h"
#include "clients/words/progress.h"

static char *text;
static size_t bytes;
static FILE *out;

static void open_out(void)
{
	text = NULL;
	out = open_memstream(&text, &bytes);
}

static void wrote(const char *expected)
{
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void json_escapes(void **state)
{
	json_t j;

	(void)state;
	open_out();
	json_init(&j, out);
	json_text(&j, NULL, "\"\\/\b\f\n\r\t\x01\x1f\x7f");
	wrote("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"");
}

static void json_is_always_utf8(void **state)
{
	static const struct {
		const char *in, *expected;
	} rows[] = {
	        {"\xc3\xa9", "\"\xc3\xa9\""},                  /* e acute */
	        {"\xe7\xa2\x81", "\"\xe7\xa2\x81\""},          /* a word for Go */
	        {"\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""},  /* beyond the first plane */
	        {"\xff", "\"\\ufffd\""},                       /* never legal */
	        {"\xc3", "\"\\ufffd\""},                       /* cut short */
	        {"\xc3x", "\"\\ufffdx\""},                     /* cut short, text goes on */
	        {"\xc0\x80", "\"\\ufffd\\ufffd\""},            /* overlong NUL */
	        {"\xe0\x80\x80", "\"\\ufffd\\ufffd\\ufffd\""}, /* overlong */
	        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""}, /* a surrogate */
	        {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* beyond U+10FFFF */
	        {"\xf5\x80", "\"\\ufffd\\ufffd\""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t j;

		open_out();
		json_init(&j, out);
		json_text(&j, NULL, rows[i].in);
		wrote(rows[i].expected);
	}
}

static void json_nests(void **state)
{
	json_t j;

	(void)state;
	open_out();
	json_init(&j, out);
	json_open(&j, NULL, '{');
	json_text(&j, "none", NULL);
	json_open(&j, "empty", '[');
	json_close(&j, ']');
	json_open(&j, "moves", '[');
	json_text(&j, NULL, "D4");
	json_text(&j, NULL, "E5");
	json_close(&j, ']');
	json_open(&j, "in", '{');
	json_count(&j, "n", UINT64_MAX);
	json_real(&j, "x", 1.0 / 3, 3);
	json_bool(&j, "b", true);
	json_close(&j, '}');
	json_open(&j, "nothing", '{');
	json_close(&j, '}');
	json_close(&j, '}');
	wrote("{\n\t\"none\": null,\n\t\"empty\": [],\n\t\"moves\": [\"D4\", \"E5\"],\n"
	      "\t\"in\": {\n\t\t\"n\": 18446744073709551615,\n\t\t\"x\": 0.333,\n"
	      "\t\t\"b\": true\n\t},\n\t\"nothing\": {}\n}\n");
}

static void counts_and_scales(void **state)
{
	text_t t;

	(void)state;
	assert_string_equal(text_count(&t, 0), "0");
	assert_string_equal(text_count(&t, 999), "999");
	assert_string_equal(text_count(&t, 1000), "1,000");
	assert_string_equal(text_count(&t, 1234567), "1,234,567");
	assert_string_equal(text_count(&t, UINT64_MAX), "18,446,744,073,709,551,615");
	assert_string_equal(text_short(&t, 0), "0");
	assert_string_equal(text_short(&t, 999), "999");
	assert_string_equal(text_short(&t, 1000), "1 k");
	assert_string_equal(text_short(&t, 12345), "12.3 k");
	assert_string_equal(text_short(&t, 999999), "1 M");
	assert_string_equal(text_short(&t, 3456789), "3.46 M");
	assert_string_equal(text_bytes(&t, 512), "512 B");
	assert_string_equal(text_bytes(&t, 268435456), "256 MiB");
	assert_string_equal(text_bytes(&t, 1610612736), "1.5 GiB");
	assert_string_equal(text_duration(&t, 0.417), "0.42 ms");
	assert_string_equal(text_duration(&t, 12.34), "12.3 ms");
	assert_string_equal(text_duration(&t, 999.4), "999 ms");
	assert_string_equal(text_duration(&t, 4200), "4.2 s");
	assert_string_equal(text_duration(&t, 59960), "1 min 0 s");
	assert_string_equal(text_duration(&t, 200000), "3 min 20 s");
}

static void progress_given(tesuji_report_t *r)
{
	memset(r, 0, sizeof(*r));
	r->state = TESUJI_RUNNING;
	r->order = 2;
	r->depth = 17;
	r->nodes = 1234567;
	r->nodes_per_s = 823000;
	r->time_ms = 1500;
	r->workers = 2;
	for (unsigned i = 0; i < 40; i++)
		strcpy(r->line[i], "D14");
	r->line_length = 40;
}

static void progress_fits_every_width(void **state)
{
	tesuji_report_t r;
	char line[LIVE_COLUMNS_MAX + 1];
	size_t length, last = 0;

	(void)state;
	progress_given(&r);
	for (size_t columns = 0; columns < LIVE_COLUMNS_MAX; columns++) {
		memset(line, '!', sizeof(line));
		length = progress_format(line, columns, &r);
		assert_int_equal(strlen(line), length);
		assert_true(length <= columns && length >= last);
		last = length;
	}
	r.driver = TESUJI_PLAIN;
	(void)progress_format(line, 30, &r);
	assert_string_equal(line, "depth 17  1.5 s  1.23 M nodes");
	r.driver = TESUJI_LAMBDA;
	(void)progress_format(line, 79, &r);
	assert_string_equal(line, "order 2 depth 17  1.5 s  1.23 M nodes  823 k/s  2 workers  "
	                          "D14 D14 D14 D14 D14");
}

static void progress_lines_when_no_terminal(void **state)
{
	tesuji_report_t r;
	live_t live;
	char line[LIVE_COLUMNS_MAX + 1];
	FILE *file = tmpfile();

	(void)state;
	progress_given(&r);
	r.line_length = 1;
	live_init(&live, file, false);
	assert_false(live.terminal);
	live_show(&live, &r);
	live_erase(&live);
	rewind(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line,
	                    "order 2 depth 17  1.5 s  1.23 M nodes  823 k/s  2 workers  D14\n");
	assert_null(fgets(line, sizeof(line), file));
	fclose(file);
}

static void quiet_says_nothing(void **state)
{
	tesuji_report_t r;
	live_t live;
	FILE *file = tmpfile();

	(void)state;
	progress_given(&r);
	live_init(&live, file, true);
	assert_int_equal(live_interval(&live), 0);
	live_show(&live, &r);
	live_erase(&live);
	assert_int_equal(ftell(file), 0);
	fclose(file);
}

static void verdicts_in_words(void **state)
{
	static const struct {
		tesuji_value_t value;
		tesuji_scope_t scope;
		tesuji_state_t state;
		const char *expected;
		exit_t code;
	} rows[] = {
	        {TESUJI_PROVEN, TESUJI_SCOPE_ABSOLUTE, TESUJI_DONE,
	         "Proven: black captures D5 within 7 plies (order 2). Best move E6.\n",
	         EXIT_PROVEN},
	        {TESUJI_DISPROVEN, TESUJI_SCOPE_ORDER, TESUJI_DONE,
	         "Disproven: black cannot capture D5 by orders <= 2.\n", EXIT_DISPROVEN},
	        {TESUJI_DISPROVEN, TESUJI_SCOPE_ABSOLUTE, TESUJI_DONE,
	         "Disproven: black cannot capture D5.\n", EXIT_DISPROVEN},
	        {TESUJI_PROVEN, TESUJI_SCOPE_HEURISTIC, TESUJI_DONE,
	         "Proven: black captures D5 within 7 plies (order 2), if the inversion rule "
	         "holds. Best move E6.\n",
	         EXIT_PROVEN},
	        {TESUJI_DISPROVEN, TESUJI_SCOPE_HEURISTIC, TESUJI_DONE,
	         "Disproven: black cannot capture D5 by orders <= 2, if the inversion rule "
	         "holds.\n",
	         EXIT_DISPROVEN},
	        {TESUJI_UNDECIDED, TESUJI_SCOPE_NONE, TESUJI_DONE,
	         "Not decided: no verdict up to order 2, depth 7.\n", EXIT_UNDECIDED},
	        {TESUJI_UNDECIDED, TESUJI_SCOPE_NONE, TESUJI_CANCELLED,
	         "Not decided: cancelled at order 2, depth 7.\n", EXIT_UNDECIDED},
	        {TESUJI_UNDECIDED, TESUJI_SCOPE_NONE, TESUJI_EXPIRED,
	         "Not decided: a limit of time or nodes ended the search at order 2, depth 7.\n",
	         EXIT_UNDECIDED},
	        {TESUJI_UNDECIDED, TESUJI_SCOPE_NONE, TESUJI_FAILED,
	         "Not decided: the search failed: out of memory.\n", EXIT_NO_MEMORY},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		tesuji_report_t r = {.value = rows[i].value,
		                     .scope = rows[i].scope,
		                     .state = rows[i].state,
		                     .order = 2,
		                     .depth = 7,
		                     .attacker = TESUJI_BLACK,
		                     .goal = "capture",
		                     .target = "D5",
		                     .best = "E6"};

		r.error.code = TESUJI_E_NOMEM;
		open_out();
		verdict_sentence(out, &r);
		wrote(rows[i].expected);
		assert_int_equal(verdict_exit(&r), rows[i].code);
	}
}

static void the_defender_first(void **state)
{
	tesuji_report_t r = {.value = TESUJI_PROVEN,
	                     .scope = TESUJI_SCOPE_ORDER,
	                     .state = TESUJI_DONE,
	                     .order = 2,
	                     .depth = 6,
	                     .attacker = TESUJI_BLACK,
	                     .first = TESUJI_DEFENDER,
	                     .goal = "capture",
	                     .target = "D5"};

	(void)state;
	open_out();
	verdict_sentence(out, &r);
	wrote("Proven: black captures D5 within 6 plies (order 2), whatever white does first.\n");
	r.value = TESUJI_DISPROVEN;
	strcpy(r.best, "E6");
	open_out();
	verdict_sentence(out, &r);
	wrote("Disproven: after white at E6 black cannot capture D5 by orders <= 2.\n");
	strcpy(r.best, "pass");
	open_out();
	verdict_sentence(out, &r);
	wrote("Disproven: even after a pass by white black cannot capture D5 by orders <= 2.\n");
}

static void the_verdict_by_ko(void **state)
{
	static const struct {
		tesuji_ko_t ko;
		unsigned threats;
		tesuji_side_t first;
		const char *expected;
	} rows[] = {
	        {TESUJI_KO_NONE, 0, TESUJI_ATTACKER,
	         "Ko: none is needed, whatever threats white has.\n"},
	        {TESUJI_KO_NONE, 0, TESUJI_DEFENDER,
	         "Ko: none is needed, whatever threats black has.\n"},
	        {TESUJI_KO_FIGHT, 0, TESUJI_ATTACKER,
	         "By ko: white has to find the first threat.\n"},
	        {TESUJI_KO_FIGHT, 1, TESUJI_ATTACKER, "By ko: black needs 1 threat.\n"},
	        {TESUJI_KO_FIGHT, 2, TESUJI_DEFENDER, "By ko: white needs 2 threats.\n"},
	        {TESUJI_KO_FIGHT, TESUJI_UNLIMITED, TESUJI_ATTACKER,
	         "By ko: black needs more than 2 threats.\n"},
	        {TESUJI_KO_FAILS, 0, TESUJI_ATTACKER,
	         "Ko: none helps, whatever threats black has.\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		tesuji_report_t r = {.value = TESUJI_PROVEN,
		                     .attacker = TESUJI_BLACK,
		                     .first = rows[i].first,
		                     .ko = rows[i].ko,
		                     .ko_threats = rows[i].threats};

		open_out();
		verdict_sentence(out, &r);
		fflush(out);
		assert_non_null(strchr(text, '\n'));
		assert_string_equal(strchr(text, '\n') + 1, rows[i].expected);
		fclose(out);
		free(text);
	}
}

static void verdicts_of_other_games(void **state)
{
	tesuji_report_t r = {.value = TESUJI_PROVEN,
	                     .scope = TESUJI_SCOPE_ABSOLUTE,
	                     .state = TESUJI_DONE,
	                     .order = 1,
	                     .depth = 5,
	                     .attacker = TESUJI_WHITE,
	                     .goal = "win",
	                     .best = "e8=Q+"};

	(void)state;
	open_out();
	verdict_sentence(out, &r);
	wrote("Proven: white wins within 5 plies (order 1). Best move e8=Q+.\n");
	r.driver = TESUJI_PLAIN;
	strcpy(r.claim, "mate in 3");
	open_out();
	verdict_sentence(out, &r);
	wrote("Proven: mate in 3. Best move e8=Q+.\n");
	r.value = TESUJI_DISPROVEN;
	open_out();
	verdict_sentence(out, &r);
	wrote("Disproven: white cannot win.\n");
	r.value = TESUJI_UNDECIDED;
	open_out();
	verdict_sentence(out, &r);
	wrote("Not decided: no verdict up to depth 5.\n");
}

static void long_lines_of_play_are_folded(void **state)
{
	tesuji_report_t r = {.value = TESUJI_PROVEN,
	                     .attacker = TESUJI_WHITE,
	                     .depth = 99,
	                     .target = "D5",
	                     .line_length = 60};

	(void)state;
	for (unsigned i = 0; i < r.line_length; i++)
		strcpy(r.line[i], "Q16");
	open_out();
	verdict_print(out, &r);
	fclose(out);
	assert_non_null(strstr(text, "\nLine: 1.Q16 2.Q16 "));
	assert_non_null(strstr(text, "\n      1"));
	assert_non_null(strstr(text, " 60.Q16\n"));
	for (const char *start = text, *end; (end = strchr(start, '\n')) != NULL; start = end + 1)
		assert_in_range(end - start, 0, 78);
	free(text);
}

/* tells: does the JSON of a report hold this text? */
static bool tells(const tesuji_report_t *r, const char *part)
{
	bool found;

	open_out();
	verdict_json(out, r, NULL);
	fclose(out);
	found = strstr(text, part) != NULL;
	free(text);
	return found;
}

static void zones_in_json(void **state)
{
	static tesuji_report_t r;

	(void)state;
	assert_true(tells(&r, "\t\"zone\": null,\n\t\"nodes\""));
	r.areas = 1;
	assert_true(tells(&r, "\t\"zone\": [],\n\t\"nodes\""));
	r.zone_length = 2;
	strcpy(r.zone[0], "D4");
	strcpy(r.zone[1], "E5");
	assert_true(tells(&r, "\t\"zone\": [\"D4\", \"E5\"],\n\t\"nodes\""));
	r.areas = 4;
	r.indices[0] = 3;
	r.indices[1] = 1;
	assert_true(tells(&r, "\t\"zone\": [\"D4\", \"E5\"],\n\t\"areas\": 4,\n"
	                      "\t\"indices\": [3, 1],\n\t\"nodes\""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(json_escapes),
	        cmocka_unit_test(json_is_always_utf8),
	        cmocka_unit_test(json_nests),
	        cmocka_unit_test(counts_and_scales),
	        cmocka_unit_test(progress_fits_every_width),
	        cmocka_unit_test(progress_lines_when_no_terminal),
	        cmocka_unit_test(quiet_says_nothing),
	        cmocka_unit_test(verdicts_in_words),
	        cmocka_unit_test(the_defender_first),
	        cmocka_unit_test(the_verdict_by_ko),
	        cmocka_unit_test(verdicts_of_other_games),
	        cmocka_unit_test(long_lines_of_play_are_folded),
	        cmocka_unit_test(zones_in_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
