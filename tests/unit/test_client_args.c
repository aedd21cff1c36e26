/* SPDX-License-Identifier: MIT
 * test_client_args.c - the command line: values, complaints, and that the table
 * of options and the help agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clients/cli/args.h"
#include "clients/cli/options.h"

static args_t args;
static char complaint[COMPLAINT_BYTES];

/* parse splits `line` at spaces ("_" stands for an empty word). */
static bool parse(const char *line)
{
	static char copy[1024];
	static char name[] = "tesuji", empty[] = "";
	char *words[64] = {name}, *rest = NULL;
	int count = 1;

	strcpy(copy, line);
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		words[count++] = strcmp(word, "_") == 0 ? empty : word;
	return args_parse(&args, count, words, complaint);
}

static void refuses(const char *line, const char *expected)
{
	assert_false(parse(line));
	assert_string_equal(complaint, expected);
}

static void values_go_where_they_belong(void **state)
{
	(void)state;
	assert_true(parse(
	        "solve game.sgf --capture D5 --attacker white --move 12 --ko E3 --first defender "
	        "--attacker-threats 2 --defender-threats=unlimited --order 2 --depth 31 "
	        "--time 1.5 --nodes 5M --workers 4 --schedule depth --table 64 "
	        "--label x --json --quiet --server /run/s"));
	assert_int_equal(args.command, CMD_SOLVE);
	assert_string_equal(args.operand, "game.sgf");
	assert_string_equal(args.target, "D5");
	assert_int_equal(args.attacker, TESUJI_WHITE);
	assert_int_equal(args.move, 12);
	assert_string_equal(args.ko, "E3");
	assert_string_equal(args.first, "defender");
	assert_false(args.ko_verdict);
	assert_int_equal(args.attacker_threats, 2);
	assert_int_equal(args.defender_threats, TESUJI_UNLIMITED);
	assert_int_equal(args.order, 2);
	assert_int_equal(args.depth, 31);
	assert_int_equal(args.time_ms, 1500);
	assert_int_equal(args.nodes, 5000000);
	assert_int_equal(args.workers, 4);
	assert_string_equal(args.schedule, "depth");
	assert_int_equal(args.table_bytes, 64 << 20);
	assert_string_equal(args.label, "x");
	assert_true(args.json && args.quiet && !args.detach && !args.local);
	assert_string_equal(args.server, "/run/s");
}

static void games_goals_and_options(void **state)
{
	char line[700] = "solve --rows .";

	(void)state;
	assert_true(parse("solve --game gomoku --option k=4 --option=rule=renju --goal win "
	                  "--driver plain --engine dfpn --zone none"));
	assert_string_equal(args.game, "gomoku");
	assert_string_equal(args.options, "k=4 rule=renju");
	assert_string_equal(args.goal, "win");
	assert_null(args.target);
	assert_string_equal(args.driver, "plain");
	assert_string_equal(args.engine, "dfpn");
	assert_string_equal(args.zone, "none");
	assert_true(parse("solve --rows X. --goal capture:D5"));
	assert_string_equal(args.goal, "capture");
	assert_string_equal(args.target, "D5");
	assert_true(args.by_goal);
	assert_true(parse("solve --fen 8/8 --capture D5"));
	assert_string_equal(args.fen, "8/8");
	assert_string_equal(args.goal, "capture");
	assert_string_equal(args.target, "D5");
	assert_false(args.by_goal);
	assert_true(parse("games --json --local"));
	assert_int_equal(args.command, CMD_GAMES);
	for (unsigned i = 0; i < 32; i++)
		strcat(line, " --option=abcde=5");
	assert_true(parse(line)); /* 255 bytes */
	strcat(line, " --option=a=5");
	refuses(line, "--option: more than 255 bytes in all");
}

static void defaults_end_the_search(void **state)
{
	(void)state;
	assert_true(parse("solve - --capture D5"));
	assert_string_equal(args.operand, "-");
	assert_int_equal(args.order, TESUJI_DEFAULT);
	assert_int_equal(args.time_ms, 60000);
	assert_int_equal(args.nodes, TESUJI_DEFAULT);
	assert_int_equal(args.depth, TESUJI_DEFAULT);
	assert_int_equal(args.attacker, TESUJI_NO_COLOUR);
}

static void order_of_words_is_free(void **state)
{
	(void)state;
	assert_true(parse("--json --capture=A1 solve --rows X.O/... -q"));
	assert_string_equal(args.rows, "X.O/...");
	assert_true(args.quiet);
	assert_true(parse("solve --capture D5 -- --odd-name.sgf"));
	assert_string_equal(args.operand, "--odd-name.sgf");
	assert_true(parse("watch 17"));
	assert_int_equal(args.job, 17);
	assert_true(parse("cancel 0"));
	assert_true(parse("help solve"));
	assert_true(parse("solve --help"));
	assert_true(args.help);
	assert_true(parse("--version"));
	assert_true(args.version);
}

static void tiny_times_are_not_no_limit(void **state)
{
	(void)state;
	assert_true(parse("solve - --capture D5 --time 0.0001"));
	assert_int_equal(args.time_ms, 1);
	assert_true(parse("solve - --capture D5 --time 0"));
	assert_int_equal(args.time_ms, 0);
}

static void wrong_uses_are_named(void **state)
{
	(void)state;
	refuses("", "no command; try 'tesuji help'");
	refuses("status", "status needs one of a FILE and --rows TEXT");
	refuses("status a --capture D5", "--capture is not for 'tesuji status'");
	refuses("slove x.sgf", "unknown command 'slove' (solve, problem, status, life, games, "
	                       "info, server, fleet, jobs, cancel, ack, batch, "
	                       "watch, diagram, check, show, store, help)");
	refuses("batch", "batch: '' is not status, cancel or ack");
	refuses("batch eat night", "batch: 'eat' is not status, cancel or ack");
	refuses("batch ack", "batch ack needs the KEY of solve --durable");
	refuses("batch ack night two", "unexpected 'two' after 'night'");
	refuses("solve a.epd --durable k --jobs 2",
	        "--durable hands in a collection as a whole; --jobs cannot go with it");
	refuses("solve a.sgf --captur D5", "unknown option '--captur'");
	refuses("solve a.sgf --captur=D5", "unknown option '--captur'");
	refuses("solve a.sgf -x", "unknown option '-x'");
	refuses("solve a.sgf --capture", "--capture needs an argument: --capture POINT");
	refuses("solve a.sgf --capture _", "--capture needs an argument: --capture POINT");
	refuses("solve a.sgf --capture D5 --json=1", "--json takes no argument");
	refuses("solve a.sgf b.sgf --capture D5", "unexpected 'b.sgf' after 'a.sgf'");
	refuses("solve --capture D5", "solve needs a FILE, --rows TEXT or --fen FEN");
	refuses("solve a.sgf --rows X. --capture D5",
	        "only one of a FILE, --rows TEXT and --fen FEN may be given");
	refuses("solve --rows X. --fen X",
	        "only one of a FILE, --rows TEXT and --fen FEN may be given");
	refuses("solve --rows X. --capture A1 --move 3", "--move is for a game record in a FILE");
	refuses("solve a --goal win --capture A1", "--capture: there is a goal already, win");
	refuses("solve a --goal :A1", "--goal: ':A1' is not of the form GOAL");
	refuses("solve a --goal capture:", "--goal: 'capture:' is not of the form GOAL");
	refuses("solve a --option k", "--option: 'k' is not of the form NAME=VALUE");
	refuses("solve a --option =4", "--option: '=4' is not of the form NAME=VALUE");
	refuses("games --local --server /s", "either --local or --server ADDRESS, not both");
	refuses("solve a --capture D5 --local --server /s",
	        "either --local or --server ADDRESS, not both");
	refuses("solve a --capture D5 --local --detach",
	        "--detach needs a daemon; it cannot go with --local");
	refuses("info --order 3", "--order is not for 'tesuji info'");
	refuses("info x", "unexpected 'x' after 'info'");
	refuses("watch", "watch needs the number of a job; see 'tesuji jobs'");
	refuses("cancel x1", "'x1' is not the number of a job");
	refuses("cancel -1", "unknown option '-1'");
	refuses("cancel 99999999999999999999", "'99999999999999999999' is not the number of a job");
	refuses("help me", "unexpected 'me' after 'help'");
}

static void bad_numbers_are_named(void **state)
{
	static const char *const bad[] = {"x", "-1", "1.5", "3Q", "3kk", "+3", "0x10", "1e6"};
	char line[128], expected[128];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(line, sizeof(line), "solve a --capture D5 --nodes %s", bad[i]);
		snprintf(expected, sizeof(expected), "--nodes: '%s' is not a whole number", bad[i]);
		refuses(line, expected);
	}
	refuses("solve a --capture D5 --nodes 9007199254740992",
	        "--nodes: 9007199254740992 is more than 9007199254740991");
	refuses("solve a --capture D5 --nodes 99999999999999999999999",
	        "--nodes: 99999999999999999999999 is more than 9007199254740991");
	refuses("solve a --capture D5 --nodes 99999999999999999G",
	        "--nodes: 99999999999999999G is more than 9007199254740991");
	refuses("solve a --capture D5 --time ten", "--time: 'ten' is not a number of seconds");
	refuses("solve a --capture D5 --time -1", "--time: '-1' is not a number of seconds");
	refuses("solve a --capture D5 --time nan", "--time: 'nan' is not a number of seconds");
	refuses("solve a --capture D5 --time inf", "--time: 'inf' is not a number of seconds");
	refuses("solve a --capture D5 --time 86401", "--time: 86401 is more than 86400 seconds");
	refuses("solve a --capture D5 --table 1048577", "--table: 1048577 is more than 1048576");
	refuses("solve a --capture D5 --attacker red",
	        "--attacker: 'red' is neither black nor white");
	assert_true(parse("solve a --capture D5 --ko-verdict"));
	assert_true(args.ko_verdict);
	refuses("solve a --capture D5 --ko-verdict --attacker-threats 1",
	        "--ko-verdict tries all numbers of threats; none can be given");
	refuses("solve a --capture D5 --defender-threats 3",
	        "--defender-threats: '3' is not 0, 1, 2 or unlimited");
}

static void paths_of_the_wire_become_options(void **state)
{
	(void)state;
	assert_string_equal(options_for_path("params.limits.order")->name, "order");
	assert_string_equal(options_for_path("params.goal.target")->name, "capture");
	assert_null(options_for_path("params.limits.orderly"));
	assert_null(options_for_path("params.limits"));
	assert_null(options_for_path(""));
}

/* help_of checks the width of a command's help and that it names each of its
 * options once, and no other. */
static void help_of(const command_row_t *command)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	options_help(out, command->command);
	fclose(out);
	for (const option_row_t *o = options_rows(); o->name != NULL; o++) {
		char start[64];
		const char *at;

		snprintf(start, sizeof(start), "\n  --%s ", o->name);
		at = strstr(text, start);
		assert_int_equal(at != NULL, (o->commands & command->command) != 0);
		assert_true(at == NULL || strstr(at + 1, start) == NULL);
	}
	for (const char *start = text, *end; (end = strchr(start, '\n')) != NULL; start = end + 1)
		assert_in_range(end - start, 0, 79);
	free(text);
}

static void options_of_collections(void **state)
{
	(void)state;
	assert_true(parse("solve x.epd --jobs 8 --resume t.tsv --sgf a.sgf --pgn b.pgn"));
	assert_int_equal(args.jobs, 8);
	assert_string_equal(args.resume, "t.tsv");
	assert_string_equal(args.sgf, "a.sgf");
	assert_string_equal(args.pgn, "b.pgn");
	assert_true(args_collection(&args));
	assert_true(parse("solve x.epd --tsv t.tsv --resume t.tsv"));
	assert_true(parse("solve x.epd --time 5"));
	assert_false(args_collection(&args));
	refuses("solve x.epd --tsv t.tsv --resume u.tsv",
	        "--resume goes on with its own table; no other --tsv can be given");
	refuses("solve --fen x --tsv t.tsv",
	        "--jobs, --tsv, --resume, --sgf and --pgn are for a collection in a FILE");
	refuses("solve x.epd --jobs 0", "--jobs: 0 is not in 1..64");
	assert_true(parse("problem x.epd --sgf a.sgf --pgn b.pgn --quiet"));
	assert_false(args_collection(&args)); /* it may be one problem */
	assert_true(parse("problem x.epd --resume t.tsv"));
	assert_true(args_collection(&args));
	refuses("problem --fen x --resume t.tsv",
	        "--tsv and --resume are for a collection in a FILE");
	refuses("problem x.epd --sgf a --pgn a",
	        "--tsv, --resume, --sgf and --pgn cannot name the same file");
	refuses("solve x.epd --resume a --sgf a",
	        "--tsv, --resume, --sgf and --pgn cannot name the same file");
	refuses("problem x.epd --jobs 4", "--jobs is not for 'tesuji problem'");
	refuses("status x.sgf --jobs 4", "--jobs is not for 'tesuji status'");
}

static void help_names_every_option_once(void **state)
{
	(void)state;
	for (const command_row_t *c = options_commands(); c->name != NULL; c++)
		if (c->command != CMD_HELP) /* tells all commands */
			help_of(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(values_go_where_they_belong),
	        cmocka_unit_test(games_goals_and_options),
	        cmocka_unit_test(defaults_end_the_search),
	        cmocka_unit_test(order_of_words_is_free),
	        cmocka_unit_test(tiny_times_are_not_no_limit),
	        cmocka_unit_test(wrong_uses_are_named),
	        cmocka_unit_test(bad_numbers_are_named),
	        cmocka_unit_test(paths_of_the_wire_become_options),
	        cmocka_unit_test(options_of_collections),
	        cmocka_unit_test(help_names_every_option_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
