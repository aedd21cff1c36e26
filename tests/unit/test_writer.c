/* SPDX-License-Identifier: MIT
 * test_writer.c - tasks that are done, crash, go in circles or are killed in the process beside
 * this one: this one is told, and goes on. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/store/writer.h"

/* What a task asks for: the first byte of it. */
enum { ADD, CRASH, CIRCLE, EXIT, WRITE, KEEPER, FILES };

typedef struct {
	uint64_t sum;
	pid_t keeper;
	int error;
	int files; /* descriptors beyond the standard ones and that of the task */
} answer_t;

static int count_files(int given)
{
	int count = 0;

	for (int fd = 3; fd < 256; fd++)
		count += fd != given && fcntl(fd, F_GETFD) >= 0;
	return count;
}

static void work(const writer_task_t *task, void *to)
{
	const uint8_t *byte = task->bytes;
	answer_t *answer = to;

	answer->keeper = getppid();
	if (byte[0] == CRASH)
		(void)raise(SIGSEGV);
	for (volatile bool goes_on = byte[0] == CIRCLE; goes_on;)
		;
	if (byte[0] == EXIT)
		_exit(3);
	if (byte[0] == KEEPER)
		(void)kill(getppid(), SIGKILL);
	if (byte[0] == KEEPER)
		(void)pause();
	if (byte[0] == WRITE)
		answer->error = pwrite(task->file[1], byte, task->count, 0) == (ssize_t)task->count
		                        ? 0
		                        : errno;
	for (size_t i = 1; i < task->count; i++)
		answer->sum += byte[i];
	answer->files = count_files(task->file[1]);
}

static writer_fate_t run(writer_t *writer, uint8_t *bytes, size_t count, int file, uint8_t what,
                         answer_t *answer)
{
	const writer_task_t task = {
	        .bytes = bytes, .count = count, .file = {-1, file, -1}, .seconds = 1};

	bytes[0] = what;
	memset(answer, 0xff, sizeof(*answer));
	return writer_run(writer, &task, answer, sizeof(*answer));
}

/* adds: a task that is done. */
static pid_t adds(writer_t *writer)
{
	enum { COUNT = 300000 };
	uint8_t *bytes = malloc(COUNT);
	answer_t answer;

	assert_non_null(bytes);
	memset(bytes, 3, COUNT);
	assert_int_equal(run(writer, bytes, COUNT, -1, ADD, &answer), WRITER_DONE);
	assert_int_equal(answer.sum, 3 * (COUNT - 1));
	free(bytes);
	return answer.keeper;
}

static void what_crashes_is_told_and_the_keeper_stays(void **state)
{
	static const uint8_t bad[] = {CRASH, CIRCLE, EXIT};
	uint8_t bytes[8] = {0};
	writer_t writer = {.process = 0};
	answer_t answer;
	pid_t keeper;

	(void)state;
	assert_true(writer_begin(&writer, work));
	keeper = adds(&writer);
	assert_int_equal(keeper, writer.process);
	for (unsigned i = 0; i < sizeof(bad); i++) {
		assert_int_equal(run(&writer, bytes, sizeof(bytes), -1, bad[i], &answer),
		                 WRITER_CRASHED);
		assert_int_equal(adds(&writer), keeper);
	}
	writer_end(&writer);
	assert_int_equal(kill(keeper, 0), -1);
	writer_end(&writer); /* there is none any more */
}

static void a_keeper_that_is_killed_is_begun_anew(void **state)
{
	uint8_t bytes[8] = {0};
	writer_t writer = {.process = 0};
	answer_t answer;
	siginfo_t info;
	pid_t keeper;

	(void)state;
	assert_true(writer_begin(&writer, work));
	assert_int_equal(run(&writer, bytes, sizeof(bytes), -1, KEEPER, &answer), WRITER_CRASHED);
	keeper = adds(&writer); /* killed within a task: the next one is done */
	assert_int_equal(kill(keeper, SIGKILL), 0);
	assert_int_equal(waitid(P_PID, (id_t)keeper, &info, WEXITED | WNOWAIT), 0);
	assert_int_not_equal(adds(&writer), keeper); /* killed between tasks: so is this one */
	writer_end(&writer);
}

static void it_has_the_files_and_the_limits_of_who_asks(void **state)
{
	char path[] = "/tmp/tesuji-writer-XXXXXX";
	const int fd = mkstemp(path);
	const struct rlimit small = {4, RLIM_INFINITY};
	uint8_t bytes[8] = {0};
	writer_t writer = {.process = 0};
	struct rlimit before;
	answer_t answer;
	struct stat is;

	(void)state;
	assert_true(fd >= 0);
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_true(writer_begin(&writer, work));
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(run(&writer, bytes, sizeof(bytes), fd, WRITE, &answer), WRITER_DONE);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_not_equal(answer.error, 0);
	assert_int_equal(run(&writer, bytes, sizeof(bytes), fd, WRITE, &answer), WRITER_DONE);
	assert_int_equal(answer.error, 0);
	assert_int_equal(answer.files, 1); /* the keeper's socket */
	assert_true(fstat(fd, &is) == 0 && is.st_size == sizeof(bytes));
	assert_int_equal(run(&writer, bytes, sizeof(bytes), -1, FILES, &answer), WRITER_DONE);
	assert_int_equal(answer.files, 1); /* that of the task before has been closed */
	writer_end(&writer);
	(void)close(fd);
	(void)unlink(path);
}

/* A process that is killed takes its keeper along: what both have open is closed then. */
static void a_keeper_ends_with_its_process(void **state)
{
	int ends[2], status;
	char byte;
	pid_t process;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	process = fork();
	if (process == 0) {
		writer_t writer = {.process = 0};
		uint8_t bytes[8] = {0};
		answer_t answer;
		const bool done =
		        writer_begin(&writer, work) &&
		        run(&writer, bytes, sizeof(bytes), -1, ADD, &answer) == WRITER_DONE;

		(void)close(ends[0]);
		if (done && write(ends[1], &answer.keeper, sizeof(answer.keeper)) > 0)
			(void)raise(SIGKILL);
		_exit(1);
	}
	(void)close(ends[1]);
	{
		pid_t keeper;

		assert_int_equal(read(ends[0], &keeper, sizeof(keeper)), sizeof(keeper));
		assert_int_equal(waitpid(process, &status, 0), process);
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
		assert_int_equal(read(ends[0], &byte, 1), 0);
		/* An orphan: gone, or waiting to be reaped by whoever reaps orphans here. */
		for (unsigned i = 0; kill(keeper, 0) == 0; i++) {
			char path[64], text[256] = "";
			FILE *file;

			(void)snprintf(path, sizeof(path), "/proc/%d/stat", (int)keeper);
			file = fopen(path, "r");
			if (file != NULL) {
				text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
				(void)fclose(file);
			}
			if (strstr(text, ") Z ") != NULL || text[0] == '\0')
				break;
			assert_true(i < 1000000);
		}
	}
	(void)close(ends[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_crashes_is_told_and_the_keeper_stays),
	        cmocka_unit_test(a_keeper_that_is_killed_is_begun_anew),
	        cmocka_unit_test(it_has_the_files_and_the_limits_of_who_asks),
	        cmocka_unit_test(a_keeper_ends_with_its_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
