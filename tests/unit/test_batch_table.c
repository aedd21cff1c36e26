/* SPDX-License-Identifier: MIT
 * test_batch_table.c - the table of a collection: rows of each kind come in as they went out, what
 * does not fit is not believed, and what the exit codes of rows are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/cli/batch_row.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/problem_row.h"

enum { PROBLEMS = 3, TEXT_BYTES = 4096 };

static collection_problem_t problem[PROBLEMS] = {
        {.file = "a\tb.epd", .line = 1, .id = "one\ntwo", .game = "chess"},
        {.file = "c.tsv", .line = 7, .id = "", .game = "go", .best = "D4"},
        {.file = "c.tsv", .line = 8, .id = "last", .game = "go"},
};
static const collection_t all = {.problems = problem, .problem_count = PROBLEMS};
static char path[64];

/* args_of returns a command line with --tsv or --resume. */
static args_t args_of(bool resumes)
{
	args_t args = {.command = CMD_PROBLEM};

	*(resumes ? &args.resume : &args.tsv) = path;
	return args;
}

static int make_path(void **state)
{
	int fd;

	(void)state;
	strcpy(path, "/tmp/tesuji-table-XXXXXX");
	fd = mkstemp(path);
	return fd >= 0 ? close(fd) : -1;
}

static int remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

/* Rows of the two kinds, the last not to stand in the table. */
static void solved_rows(batch_row_t rows[PROBLEMS])
{
	memset(rows, 0, PROBLEMS * sizeof(*rows));
	rows[0] = (batch_row_t){.verdict = BATCH_PROVEN,
	                        .key = "k0",
	                        .turn = TESUJI_BLACK,
	                        .move = "Qg7#",
	                        .order = 3,
	                        .depth = 507,
	                        .nodes = UINT64_MAX,
	                        .time_ms = 1.5,
	                        .line = strdup("Qg7# Kh8"),
	                        .answer = strdup("It is\tproven.")};
	rows[1] = (batch_row_t){.verdict = BATCH_REFUSED, .key = "k1", .answer = strdup("why")};
	rows[2] = (batch_row_t){.verdict = BATCH_FAILED, .key = "k2"};
}

static void judged_rows(problem_row_t rows[PROBLEMS])
{
	memset(rows, 0, PROBLEMS * sizeof(*rows));
	rows[0] = (problem_row_t){.verdict = PROBLEM_COOKED,
	                          .hash = "k0",
	                          .key = "Qg7#",
	                          .solution = SOLUTION_WRONG,
	                          .length = 3,
	                          .duals = 2,
	                          .is_complete = true,
	                          .works = 4,
	                          .fails = 5,
	                          .open = 6,
	                          .nodes = 77,
	                          .line = strdup("Qg7# Kh8"),
	                          .answer = strdup("Cooked:\n4.")};
	rows[1] = (problem_row_t){.verdict = PROBLEM_OPEN, .hash = "k1", .answer = strdup("")};
	rows[2] = (problem_row_t){.verdict = PROBLEM_FAILED, .hash = "k2"};
}

/* read_table returns the text of the table. */
static const char *read_table(void)
{
	static char text[TEXT_BYTES];
	FILE *file = fopen(path, "rb");
	size_t length;

	assert_non_null(file);
	length = fread(text, 1, sizeof(text) - 1, file);
	(void)fclose(file);
	text[length] = '\0';
	return text;
}

static void write_table(const char *text)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	(void)fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* write_rows writes two rows in another order than that of the collection; with `ends` the table is
 * put in order. */
static void write_rows(const batch_table_kind_t *kind, void *rows, bool ends)
{
	const args_t args = args_of(false);
	char *at = rows;
	batch_table_t table;

	assert_int_equal(batch_table_open(&table, kind, &args, &all, rows), EXIT_PROVEN);
	assert_int_equal(batch_table_add(&table, &problem[1], at + kind->row_bytes), EXIT_PROVEN);
	assert_int_equal(batch_table_add(&table, &problem[0], at), EXIT_PROVEN);
	if (ends)
		assert_int_equal(batch_table_order(&table, &all, rows), EXIT_PROVEN);
	batch_table_close(&table);
}

static void resume(const batch_table_kind_t *kind, void *rows)
{
	const args_t args = args_of(true);
	batch_table_t table;

	assert_int_equal(batch_table_open(&table, kind, &args, &all, rows), EXIT_PROVEN);
	batch_table_close(&table);
}

static void free_solved(batch_row_t rows[PROBLEMS])
{
	for (unsigned i = 0; i < PROBLEMS; i++)
		batch_row_free(&rows[i]);
}

static void free_judged(problem_row_t rows[PROBLEMS])
{
	for (unsigned i = 0; i < PROBLEMS; i++)
		problem_row_free(&rows[i]);
}

static void answers_come_back(void **state)
{
	batch_row_t rows[PROBLEMS], read[PROBLEMS] = {{.key = "k0"}, {.key = "k1"}, {.key = "k2"}};

	(void)state;
	for (int ends = 0; ends < 2; ends++) {
		solved_rows(rows);
		write_rows(&batch_row_kind, rows, ends == 1);
		resume(&batch_row_kind, read);
		assert_int_equal(read[0].verdict, BATCH_PROVEN);
		assert_true(read[0].is_resumed);
		assert_int_equal(read[0].turn, TESUJI_BLACK);
		assert_string_equal(read[0].move, "Qg7#");
		assert_int_equal(read[0].order, 3);
		assert_int_equal(read[0].depth, 507);
		assert_true(read[0].nodes == UINT64_MAX);
		assert_true(read[0].time_ms == 1.5);
		assert_string_equal(read[0].line, "Qg7# Kh8");
		assert_string_equal(read[0].answer, "It is proven.");
		assert_int_equal(read[1].verdict, BATCH_REFUSED);
		assert_string_equal(read[1].answer, "why");
		assert_int_equal(read[2].verdict, BATCH_OPEN);
		free_solved(rows);
	}
	free_solved(read);
}

static void judgements_come_back(void **state)
{
	problem_row_t rows[PROBLEMS],
	        read[PROBLEMS] = {{.hash = "k0"}, {.hash = "k1"}, {.hash = "k2"}};

	(void)state;
	for (int ends = 0; ends < 2; ends++) {
		judged_rows(rows);
		write_rows(&problem_row_kind, rows, ends == 1);
		resume(&problem_row_kind, read);
		assert_int_equal(read[0].verdict, PROBLEM_COOKED);
		assert_true(read[0].is_resumed && read[0].is_complete);
		assert_string_equal(read[0].key, "Qg7#");
		assert_int_equal(read[0].solution, SOLUTION_WRONG);
		assert_int_equal(read[0].length, 3);
		assert_int_equal(read[0].duals, 2);
		assert_int_equal(read[0].works, 4);
		assert_int_equal(read[0].fails, 5);
		assert_int_equal(read[0].open, 6);
		assert_true(read[0].nodes == 77);
		assert_string_equal(read[0].line, "Qg7# Kh8");
		assert_string_equal(read[0].answer, "Cooked: 4.");
		assert_int_equal(read[1].verdict, PROBLEM_OPEN);
		assert_int_equal(read[1].solution, SOLUTION_UNTOLD);
		assert_false(read[1].is_complete);
		assert_int_equal(read[2].verdict, PROBLEM_UNJUDGED);
		free_judged(rows);
	}
	free_judged(read);
}

static void the_table_in_order(void **state)
{
	problem_row_t rows[PROBLEMS];
	char wanted[TEXT_BYTES];

	(void)state;
	judged_rows(rows);
	write_rows(&problem_row_kind, rows, true);
	snprintf(wanted, sizeof(wanted),
	         "%s\na b.epd\t1\tone two\tchess\tcooked\tQg7#\twrong\t3\tyes\t2\t4\t5\t6\t77\t"
	         "Qg7# Kh8\tCooked: "
	         "4.\tk0\nc.tsv\t7\t\tgo\topen\t\t\t0\tno\t0\t0\t0\t0\t0\t\t\tk1\n",
	         problem_row_kind.head);
	assert_string_equal(read_table(), wanted);
	free_judged(rows);
}

/* What was changed in a line makes its problem open, and no other one. */
static void what_does_not_fit_is_not_believed(void **state)
{
	static const char *const changes[][2] = {
	        {"\tcooked\t", "\tCooked\t"}, {"\tcooked\t", "\tfailed\t"},
	        {"\twrong\t", "\twrong \t"},  {"\t3\tyes", "\t-3\tyes"},
	        {"\t77\t", "\t77x\t"},        {"\t2\t4\t", "\t2\t99999\t"},
	        {"\tk0\n", "\tk9\n"},         {"\t1\tone", "\t2\tone"},
	        {"a b.epd", "a  b.epd"},      {"\t77\t", "\t77"},
	        {"\t77\t", "\t77\t\t"},
	};
	problem_row_t rows[PROBLEMS];
	char whole[TEXT_BYTES];

	(void)state;
	judged_rows(rows);
	write_rows(&problem_row_kind, rows, false);
	strcpy(whole, read_table());
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		problem_row_t read[PROBLEMS] = {{.hash = "k0"}, {.hash = "k1"}, {.hash = "k2"}};
		char text[TEXT_BYTES];
		const char *at = strstr(whole, changes[i][0]);

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole, changes[i][1],
		         at + strlen(changes[i][0]));
		write_table(text);
		resume(&problem_row_kind, read);
		assert_int_equal(read[0].verdict, PROBLEM_UNJUDGED);
		assert_int_equal(read[1].verdict, PROBLEM_OPEN);
		assert_string_equal(read_table(), text); /* it is left as it is */
		free_judged(read);
	}
	free_judged(rows);
}

/* Wherever a table is cut off, its whole lines count and the rest goes. */
static void a_torn_line_is_cut_off(void **state)
{
	problem_row_t rows[PROBLEMS];
	char whole[TEXT_BYTES];
	size_t head;

	(void)state;
	judged_rows(rows);
	write_rows(&problem_row_kind, rows, false);
	strcpy(whole, read_table());
	head = strlen(problem_row_kind.head) + 1;
	for (size_t length = 0; length <= strlen(whole); length++) {
		problem_row_t read[PROBLEMS] = {{.hash = "k0"}, {.hash = "k1"}, {.hash = "k2"}};
		char text[TEXT_BYTES];
		size_t lines = length;

		snprintf(text, sizeof(text), "%.*s", (int)length, whole);
		while (lines > 0 && text[lines - 1] != '\n')
			lines--;
		write_table(text);
		resume(&problem_row_kind, read);
		lines = lines < head ? head : lines; /* it is begun anew */
		snprintf(text, sizeof(text), "%.*s", (int)lines, whole);
		assert_string_equal(read_table(), text);
		assert_int_equal(read[0].verdict == PROBLEM_COOKED, length == strlen(whole));
		free_judged(read);
	}
	free_judged(rows);
}

static void tables_of_others_are_refused(void **state)
{
	batch_row_t rows[PROBLEMS] = {{.key = "k0"}, {.key = "k1"}, {.key = "k2"}};
	const args_t args = args_of(true);
	const char *const others[] = {"a\tb\n", "file\tline\n", problem_row_kind.head, "\n"};
	batch_table_t table;

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		write_table(others[i]);
		assert_int_equal(batch_table_open(&table, &batch_row_kind, &args, &all, rows),
		                 EXIT_BAD_INPUT);
		assert_string_equal(read_table(), others[i]);
	}
}

/* Tables that people have are found again: the key of a question is what it always was. */
static void keys_stay(void **state)
{
	tesuji_request_t request;
	char key[BATCH_KEY_BYTES], other[BATCH_KEY_BYTES];

	(void)state;
	tesuji_request_init(&request);
	request.game = "go";
	request.rows = "OX./.../...";
	request.goal = "capture";
	request.target = "A3";
	batch_key_make(key, &request, NULL);
	assert_string_equal(key, "08d1a29871ed145640696f02f9f831d5");
	request.nodes = 5;
	request.time_ms = 7;
	batch_key_make(other, &request, NULL);
	assert_string_equal(key, other);
	batch_key_make(key, &request, "");
	assert_string_not_equal(key, other);
	batch_key_make(other, &request, "A2");
	assert_string_not_equal(key, other);
}

static void exits_of_judgements(void **state)
{
	static const struct {
		problem_verdict_t verdict;
		solution_t solution;
		unsigned works;
		exit_t code;
	} rows[] = {
	        {PROBLEM_UNIQUE, SOLUTION_UNTOLD, 1, EXIT_PROVEN},
	        {PROBLEM_UNIQUE, SOLUTION_RIGHT, 1, EXIT_PROVEN},
	        {PROBLEM_UNIQUE, SOLUTION_WRONG, 1, EXIT_OTHER_SOLUTION},
	        {PROBLEM_COOKED, SOLUTION_RIGHT, 2, EXIT_COOKED},
	        {PROBLEM_COOKED, SOLUTION_WRONG, 2, EXIT_OTHER_SOLUTION},
	        {PROBLEM_UNSOUND, SOLUTION_WRONG, 0, EXIT_DISPROVEN},
	        {PROBLEM_OPEN, SOLUTION_WRONG, 0, EXIT_UNDECIDED},
	        {PROBLEM_OPEN, SOLUTION_WRONG, 1, EXIT_OTHER_SOLUTION},
	        {PROBLEM_OPEN, SOLUTION_RIGHT, 1, EXIT_UNDECIDED},
	        {PROBLEM_REFUSED, SOLUTION_UNTOLD, 0, EXIT_BAD_INPUT},
	        {PROBLEM_FAILED, SOLUTION_RIGHT, 1, EXIT_INTERNAL},
	        {PROBLEM_UNJUDGED, SOLUTION_UNTOLD, 0, EXIT_UNDECIDED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const problem_row_t row = {.verdict = rows[i].verdict,
		                           .solution = rows[i].solution,
		                           .works = rows[i].works};

		assert_int_equal(problem_row_exit(&row), rows[i].code);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(answers_come_back),
	        cmocka_unit_test(judgements_come_back),
	        cmocka_unit_test(the_table_in_order),
	        cmocka_unit_test(what_does_not_fit_is_not_believed),
	        cmocka_unit_test(a_torn_line_is_cut_off),
	        cmocka_unit_test(tables_of_others_are_refused),
	        cmocka_unit_test(keys_stay),
	        cmocka_unit_test(exits_of_judgements),
	};

	return cmocka_run_group_tests(tests, make_path, remove_path);
}
