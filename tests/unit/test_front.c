/* SPDX-License-Identifier: MIT
 * test_front.c - what the engines for GUIs have in common: lines, options, the clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "clients/front/lines.h"
#include "clients/front/options.h"
#include "clients/front/asking.h"

enum { ROOM = 16 };

static void send_to(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static void test_lines(void **state)
{
	char text[ROOM];
	int fds[2];
	lines_t in;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	lines_init(&in, fds[0], '#', text, sizeof(text));
	assert_int_equal(lines_take(&in, false), LINES_NONE);
	send_to(fds[1], "one\ttwo\r\nha");
	assert_int_equal(lines_take(&in, true), LINES_LINE);
	assert_string_equal(text, "one two");
	assert_int_equal(lines_take(&in, false), LINES_NONE);
	send_to(fds[1], "lf # not this\n\n0123456789abcdefgh\nlast");
	assert_int_equal(lines_take(&in, false), LINES_LINE);
	assert_string_equal(text, "half ");
	assert_int_equal(lines_take(&in, false), LINES_LINE);
	assert_string_equal(text, "");
	assert_int_equal(lines_take(&in, false), LINES_LINE);
	assert_true(in.is_long);
	assert_int_equal(lines_take(&in, false), LINES_NONE);
	close(fds[1]);
	assert_int_equal(lines_take(&in, false), LINES_LINE);
	assert_string_equal(text, "last");
	assert_false(in.is_long);
	assert_int_equal(lines_take(&in, true), LINES_END);
	assert_int_equal(lines_take(&in, true), LINES_END);
	assert_true(lines_leave(&in));
	close(fds[0]);
}

static void test_lines_cannot_be_read(void **state)
{
	char text[ROOM];
	lines_t in;
	const int fd = open(".", 0);

	(void)state;
	lines_init(&in, fd, '\0', text, sizeof(text));
	assert_int_equal(lines_take(&in, true), LINES_END);
	assert_false(lines_leave(&in));
	close(fd);
}

static void test_lines_end_on_sigterm(void **state)
{
	char text[ROOM];
	int fds[2];
	lines_t in;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	lines_init(&in, fds[0], '\0', text, sizeof(text));
	assert_true(lines_end_on_sigterm(&in));
	raise(SIGTERM);
	assert_int_equal(lines_take(&in, true), LINES_END);
	assert_true(lines_leave(&in));
	close(fds[0]);
	close(fds[1]);
}

static void test_split(void **state)
{
	char text[] = "  go  mate 3 ", *words[3];

	(void)state;
	assert_int_equal(lines_split(text, words, 3), 3);
	assert_string_equal(words[2], "3");
	strcpy(text, "a b c d");
	assert_int_equal(lines_split(text, words, 3), 4);
}

static void test_options(void **state)
{
	int64_t threads = 1, shows = 0;
	char server[OPTIONS_TEXT_BYTES] = "", why[OPTIONS_ERROR_BYTES] = "", large[300];
	const option_t table[] = {
	        {.name = "Threads", .least = 1, .most = 8, .number = &threads},
	        {.name = "Shows", .number = &shows, .is_switch = true},
	        {.name = "Server", .text = server},
	        {.name = NULL},
	};

	(void)state;
	assert_null(options_find(table, "Thread"));
	assert_true(options_set(options_find(table, "threads"), "8", why));
	assert_int_equal(threads, 8);
	assert_false(options_set(&table[0], "9", why));
	assert_string_equal(why, "Threads: '9' is not a number from 1 to 8");
	assert_false(options_set(&table[0], "0x1", why));
	assert_int_equal(threads, 8);
	assert_true(options_set(&table[1], "TRUE", why));
	assert_int_equal(shows, 1);
	assert_false(options_set(&table[1], "1", why));
	assert_string_equal(why, "Shows: '1' is neither true nor false");
	assert_int_equal(shows, 1);
	assert_true(options_set(&table[2], "unix:/x y", why));
	memset(large, 'x', sizeof(large) - 1);
	large[sizeof(large) - 1] = '\0';
	assert_false(options_set(&table[2], large, why));
	assert_string_equal(server, "unix:/x y");
}

static void test_numbers(void **state)
{
	int64_t n = 7;

	(void)state;
	assert_true(options_number("-5", -5, 5, &n) && n == -5);
	for (const char *const *word = (const char *const[]){"", "-", "+1", "1x", "6", "-6", " 1",
	                                                     "99999999999999999999", NULL};
	     *word != NULL; word++)
		assert_false(options_number(*word, -5, 5, &n));
	assert_int_equal(n, -5);
}

static int64_t budget(int64_t left, int64_t increment, int64_t moves)
{
	const asking_clock_t clock = {left, increment, moves};

	return asking_budget(&clock);
}

static void test_budget(void **state)
{
	(void)state;
	assert_int_equal(budget(60000, 0, 0), 2000);
	assert_int_equal(budget(60000, 1000, 0), 2750);
	assert_int_equal(budget(60000, 0, 1), 59950);
	assert_int_equal(budget(100, 5000, 0), 75);
	assert_int_equal(budget(1, 0, 1), 1);
	assert_int_equal(budget(0, 0, 0), 1);
	assert_int_equal(budget(-20, 0, 0), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_lines),
	        cmocka_unit_test(test_lines_cannot_be_read),
	        cmocka_unit_test(test_lines_end_on_sigterm),
	        cmocka_unit_test(test_split),
	        cmocka_unit_test(test_options),
	        cmocka_unit_test(test_numbers),
	        cmocka_unit_test(test_budget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
