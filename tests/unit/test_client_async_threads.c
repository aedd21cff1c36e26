/* SPDX-License-Identifier: MIT
 * test_client_async_threads.c - tesuji_async.h against the real server: several threads ask and
 * cancel while another runs the callbacks. Each query is told once and, where it is answered, its
 * own answer; and all of them hear of the end of a server that goes away. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "clients/c/tesuji_async.h"
#include "engine/table/epoch.h"
#include "server/embed.h"

enum { ASKERS = 3, QUERIES = 800, TAGS = 40, WAIT_MS = 60000 };

/* A small question and its answer. */
typedef struct {
	const char *rows, *target, *first, *best;
	tesuji_value_t value;
} question_t;

static const question_t questions[] = {
        {"OX./.../...", "A3", NULL, "A2", TESUJI_PROVEN},
        {"OX/..", "A2", NULL, "A1", TESUJI_PROVEN},
        {"O.X/.X./...", "A3", "defender", "", TESUJI_PROVEN},
        {"..../.XO./..../....", "B3", NULL, "", TESUJI_DISPROVEN},
};

enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

typedef struct {
	const question_t *question; /* NULL: a change of a board */
	int told, code;
} asked_t;

static const embed_config_t config = {
        .workers = 2, .table_bytes = 1 << 20, .priority = PRIORITY_NORMAL};

static tesuji_async_t *a;
static embed_t *server;
static asked_t asked[ASKERS][QUERIES];
static atomic_uint is_asking;
static bool is_leaving; /* the server, which may cancel */

static int start(void **state)
{
	errinfo_t why;
	int fd;

	(void)state;
	assert_int_equal(embed_start(&config, &server, &fd, &why), ERR_OK);
	assert_int_equal(tesuji_async_open_fd(fd, WAIT_MS, &a, NULL), TESUJI_OK);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	tesuji_async_close(a);
	embed_stop(server);
	return 0;
}

static void answered(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	asked_t *q = answer->user;

	(void)from;
	q->told++;
	q->code = answer->code;
	if (answer->code != TESUJI_OK)
		return;
	if (q->question == NULL) {
		assert_non_null(answer->board);
		return;
	}
	assert_string_equal(answer->report->rows, q->question->rows);
	if (is_leaving && answer->report->state == TESUJI_CANCELLED)
		return;
	assert_int_equal(answer->report->state, TESUJI_DONE);
	assert_int_equal(answer->report->value, q->question->value);
	if (q->question->best[0] != '\0')
		assert_string_equal(answer->report->best, q->question->best);
}

static int ask(asked_t *q, unsigned i)
{
	const tesuji_query_t query = {.tag = i % TAGS,
	                              .deadline_ms = i % 7 == 0 ? 1 : -1,
	                              .answered = answered,
	                              .user = q};
	tesuji_request_t request;
	tesuji_change_t change;

	*q = (asked_t){.question = i % 11 == 0 ? NULL : &questions[i % QUESTIONS]};
	if (q->question == NULL) {
		tesuji_change_init(&change);
		change.rows = questions[i % QUESTIONS].rows;
		return tesuji_async_position(a, &change, &query, NULL);
	}
	tesuji_request_init(&request);
	request.rows = q->question->rows;
	request.target = q->question->target;
	request.first = q->question->first;
	request.order = 1;
	request.fresh = i % 2;
	return tesuji_async_solve(a, &request, &query, NULL);
}

static void *asker_main(void *argument)
{
	asked_t *mine = argument;

	for (unsigned i = 0; i < QUERIES; i++) {
		if (ask(&mine[i], i) != TESUJI_OK)
			mine[i].told = -1;
		if (i % 97 == 96 && tesuji_async_cancel(a, i % TAGS) != TESUJI_OK)
			mine[i].told = -1;
	}
	atomic_fetch_sub(&is_asking, 1);
	return NULL;
}

static void many_threads_ask(void **state)
{
	pthread_t asker[ASKERS];
	unsigned answers = 0;

	(void)state;
	atomic_store(&is_asking, ASKERS);
	for (unsigned i = 0; i < ASKERS; i++)
		assert_int_equal(pthread_create(&asker[i], NULL, asker_main, asked[i]), 0);
	while (atomic_load(&is_asking) > 0 || tesuji_async_open_queries(a) > 0)
		assert_true(tesuji_async_run(a, 10) >= 0);
	for (unsigned i = 0; i < ASKERS; i++)
		assert_int_equal(pthread_join(asker[i], NULL), 0);
	for (unsigned i = 0; i < ASKERS * QUERIES; i++) {
		const asked_t *q = &asked[i / QUERIES][i % QUERIES];

		assert_int_equal(q->told, 1);
		assert_true(q->code == TESUJI_OK || q->code == TESUJI_E_CANCELLED ||
		            q->code == TESUJI_E_TIMEOUT);
		answers += q->code == TESUJI_OK;
	}
	assert_true(answers > ASKERS * QUERIES / 3);
}

/* One thread asks on while the server goes away under another. */
static void the_server_goes_away(void **state)
{
	pthread_t asker;
	int rc;

	(void)state;
	atomic_store(&is_asking, 1);
	assert_int_equal(pthread_create(&asker, NULL, asker_main, asked[0]), 0);
	assert_true(tesuji_async_run(a, WAIT_MS) >= 0);
	is_leaving = true;
	embed_stop(server);
	server = NULL;
	while ((rc = tesuji_async_run(a, WAIT_MS)) >= 0)
		assert_true(rc > 0 || tesuji_async_open_queries(a) == 0);
	is_leaving = false;
	assert_int_equal(pthread_join(asker, NULL), 0);
	assert_int_equal(tesuji_async_open_queries(a), 0);
	for (unsigned i = 0; i < QUERIES; i++)
		assert_true(asked[0][i].told == 1 || asked[0][i].told == -1);
}

static void check_corner(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	enum { CORNER = 8 }; /* of "OX./.X./..." */
	asked_t *q = answer->user;

	(void)from;
	q->told++;
	assert_int_equal(answer->code, TESUJI_OK);
	assert_int_equal((answer->report != NULL ? answer->report->rows
	                                         : answer->board->rows)[CORNER] == 'X',
	                 q->code);
}

/* A stone is put on a board and taken off again; every question has the board of its place. */
static void boards_in_order(void **state)
{
	static const char *const corner = "black A1";
	tesuji_query_t query = {.deadline_ms = -1, .answered = check_corner, .user = &asked[0][0]};
	tesuji_change_t change;
	tesuji_request_t request;

	(void)state;
	asked[0][0] = (asked_t){.told = 0};
	tesuji_change_init(&change);
	change.rows = "OX./.X./...";
	assert_int_equal(tesuji_async_position(a, &change, &query, NULL), TESUJI_OK);
	tesuji_request_init(&request);
	request.board = 1;
	request.target = "A3";
	request.order = 1;
	for (unsigned i = 1; i < QUERIES; i++) {
		const bool is_there = (i - 1) / 3 % 2 == 0;

		asked[0][i] = (asked_t){.code = is_there};
		query.user = &asked[0][i];
		tesuji_change_init(&change);
		change.play = &corner;
		change.play_count = is_there;
		change.undo = !is_there;
		assert_int_equal(i % 3 == 1 ? tesuji_async_position(a, &change, &query, NULL)
		                            : tesuji_async_solve(a, &request, &query, NULL),
		                 TESUJI_OK);
	}
	while (tesuji_async_open_queries(a) > 0)
		assert_true(tesuji_async_run(a, WAIT_MS) >= 0);
	for (unsigned i = 0; i < QUERIES; i++)
		assert_int_equal(asked[0][i].told, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(many_threads_ask, start, stop),
	        cmocka_unit_test_setup_teardown(the_server_goes_away, start, stop),
	        cmocka_unit_test_setup_teardown(boards_in_order, start, stop),
	};

	epoch_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
