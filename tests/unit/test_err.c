/* SPDX-License-Identifier: MIT
 * test_err.c - the table of errors, errno, and failing with a reason. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/err.h"

#define ERR_ROW(constant, number, name, text) {constant, number, name, text},
static const struct {
	err_t code;
	int number;
	const char *name, *text;
} rows[] = {ERR_TABLE(ERR_ROW)};
#undef ERR_ROW

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void rows_are_named(void **state)
{
	(void)state;
	assert_int_equal(ERR_OK, 0);
	for (size_t i = 0; i < ROWS; i++) {
		assert_int_equal(rows[i].code, rows[i].number);
		assert_true(i == 0 || rows[i].number < 0);
		assert_string_equal(err_name(rows[i].code), rows[i].name);
		assert_string_equal(err_text(rows[i].code), rows[i].text);
		assert_true(rows[i].name[0] != '\0' && rows[i].text[0] != '\0');
	}
}

static void names_and_numbers_are_unique(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t j = 0; j < i; j++) {
			assert_string_not_equal(rows[i].name, rows[j].name);
			assert_int_not_equal(rows[i].number, rows[j].number);
		}
	}
}

static void strangers_are_internal(void **state)
{
	static const int strangers[] = {1,        7, INT32_MAX, -(int)ROWS, -1000, INT32_MIN + 1,
	                                INT32_MIN};

	(void)state;
	for (size_t i = 0; i < sizeof(strangers) / sizeof(strangers[0]); i++) {
		assert_string_equal(err_name((err_t)strangers[i]), "internal");
		assert_string_equal(err_text((err_t)strangers[i]), err_text(ERR_INTERNAL));
	}
}

static void errno_maps(void **state)
{
	(void)state;
	assert_int_equal(err_from_errno(0), ERR_OK);
	assert_int_equal(err_from_errno(ENOMEM), ERR_NOMEM);
	assert_int_equal(err_from_errno(ECONNRESET), ERR_CLOSED);
	assert_int_equal(err_from_errno(EPIPE), ERR_CLOSED);
	assert_int_equal(err_from_errno(ETIMEDOUT), ERR_TIMEOUT);
	assert_int_equal(err_from_errno(ENOENT), ERR_IO);
	assert_int_equal(err_from_errno(123456), ERR_IO);
	for (int e = 1; e < 200; e++)
		assert_true(err_from_errno(e) < 0);
}

static void fail_explains(void **state)
{
	errinfo_t why;

	(void)state;
	memset(&why, 'x', sizeof(why));
	assert_int_equal(
	        err_fail(&why, ERR_RANGE, "params.%s: %d is not in %d..%d", "order", 9, 0, 7),
	        ERR_RANGE);
	assert_int_equal(why.code, ERR_RANGE);
	assert_string_equal(why.text, "params.order: 9 is not in 0..7");
	assert_int_equal(err_fail(NULL, ERR_IO, "%s", "nobody listens"), ERR_IO);
}

static void fail_cuts_long_texts(void **state)
{
	char longer[3 * ERRINFO_TEXT_MAX];
	errinfo_t why;

	(void)state;
	memset(longer, 'a', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(err_fail(&why, ERR_SYNTAX, "%s", longer), ERR_SYNTAX);
	assert_int_equal(strlen(why.text), ERRINFO_TEXT_MAX - 1);
	assert_memory_equal(why.text, longer, ERRINFO_TEXT_MAX - 1);
}

static void paths_are_fields(void **state)
{
	char longer[2 * ERRINFO_PATH_MAX];
	errinfo_t why;

	(void)state;
	memset(&why, 'x', sizeof(why));
	assert_int_equal(err_at(&why, ERR_RANGE, "order", "%d is not in 0..7", 9), ERR_RANGE);
	assert_string_equal(why.path, "order");
	assert_string_equal(why.text, "order: 9 is not in 0..7");
	assert_int_equal(err_under(&why, ERR_RANGE, "limits"), ERR_RANGE);
	assert_string_equal(why.path, "limits.order");
	assert_int_equal(err_rename(&why, ERR_RANGE, "limits", "sizes"), ERR_RANGE);
	assert_string_equal(why.path, "limits.order");
	assert_int_equal(err_rename(&why, ERR_RANGE, "limits.order", "[3]"), ERR_RANGE);
	assert_int_equal(err_under(&why, ERR_RANGE, "params"), ERR_RANGE);
	assert_string_equal(why.path, "params[3]");
	assert_string_equal(why.text, "params[3]: 9 is not in 0..7");
	assert_string_equal(err_rest(&why), ": 9 is not in 0..7");
	assert_int_equal(err_place(&why, ERR_RANGE, "%s:%d: ", "a.conf", 12), ERR_RANGE);
	assert_string_equal(why.path, "params[3]");
	assert_string_equal(why.text, "a.conf:12: params[3]: 9 is not in 0..7");

	assert_int_equal(err_fail(&why, ERR_BUSY, "64 jobs"), ERR_BUSY);
	assert_string_equal(why.path, "");
	assert_int_equal(err_under(&why, ERR_BUSY, "params"), ERR_BUSY);
	assert_string_equal(why.text, "64 jobs");
	assert_string_equal(err_rest(&why), "64 jobs");

	assert_int_equal(err_at(NULL, ERR_IO, "a", "b"), ERR_IO);
	assert_int_equal(err_under(NULL, ERR_IO, "a"), ERR_IO);
	assert_int_equal(err_rename(NULL, ERR_IO, "a", "b"), ERR_IO);
	assert_int_equal(err_under(&why, ERR_OK, "a"), ERR_OK);
	assert_int_equal(err_place(&why, ERR_OK, "a"), ERR_OK);
	assert_int_equal(err_place(NULL, ERR_IO, "a"), ERR_IO);

	memset(longer, 'p', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(err_at(&why, ERR_SYNTAX, longer, "too long"), ERR_SYNTAX);
	assert_string_equal(why.path, ""); /* a path is whole or absent */
	assert_memory_equal(why.text, longer, sizeof(longer) - 1);
	assert_int_equal(err_place(&why, ERR_SYNTAX, "%s", longer), ERR_SYNTAX);
	assert_int_equal(strlen(why.text), ERRINFO_TEXT_MAX - 1);
}

/* A failed CHECK is seen from outside: a child with its stderr in a pipe. */
static void check_aborts_with_a_line(void **state)
{
	char text[512];
	size_t length = 0;
	ssize_t n;
	int fd[2], status;
	pid_t child;

	(void)state;
	CHECK(1 + 1 == 2);
	assert_int_equal(pipe(fd), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct rlimit no_core = {0, 0};

		(void)setrlimit(RLIMIT_CORE, &no_core);
		(void)dup2(fd[1], STDERR_FILENO);
		(void)close(fd[0]);
		check_failed("cats > dogs", "zoo.c", 42);
	}
	assert_int_equal(close(fd[1]), 0);
	while ((n = read(fd[0], text + length, sizeof(text) - 1 - length)) > 0)
		length += (size_t)n;
	text[length] = '\0';
	assert_int_equal(close(fd[0]), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_non_null(strstr(text, "zoo.c:42: check failed: cats > dogs\n"));
}

/* Nobody reads the pipe that stderr is, and it is full. The alarm ends a child that waits for
 * it. */
static void bug_a_failed_check_waited_for_stderr(void **state)
{
	enum { LONG = 10 };
	const char block[4096] = {0};
	int fd[2], status;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(fcntl(fd[1], F_SETFL, O_NONBLOCK), 0);
	while (write(fd[1], block, sizeof(block)) > 0)
		;
	assert_int_equal(errno, EAGAIN);
	assert_int_equal(fcntl(fd[1], F_SETFL, 0), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct rlimit no_core = {0, 0};

		(void)setrlimit(RLIMIT_CORE, &no_core);
		(void)dup2(fd[1], STDERR_FILENO);
		(void)alarm(LONG);
		check_failed("cats > dogs", "zoo.c", 42);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_int_equal(close(fd[0]), 0);
	assert_int_equal(close(fd[1]), 0);
}

static void clocks_go_forward(void **state)
{
	uint64_t wall = clock_now_ns(), cpu = clock_cpu_ns();

	(void)state;
	for (int i = 0; i < 1000; i++) {
		uint64_t w = clock_now_ns(), c = clock_cpu_ns();

		assert_true(w >= wall && c >= cpu);
		wall = w;
		cpu = c;
	}
	while (clock_cpu_ns() == cpu)
		; /* ends, because looping takes processor time */
	assert_true(clock_now_ns() > wall);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(rows_are_named),
	        cmocka_unit_test(names_and_numbers_are_unique),
	        cmocka_unit_test(strangers_are_internal),
	        cmocka_unit_test(errno_maps),
	        cmocka_unit_test(fail_explains),
	        cmocka_unit_test(fail_cuts_long_texts),
	        cmocka_unit_test(paths_are_fields),
	        cmocka_unit_test(check_aborts_with_a_line),
	        cmocka_unit_test(bug_a_failed_check_waited_for_stderr),
	        cmocka_unit_test(clocks_go_forward),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
