/* SPDX-License-Identifier: MIT
 * test_background.c - threads beside the loop, which are joined when they have ended. */
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/background.h"

enum { TRIES = 1000 };

static sem_t told, may_end;

static void *tell_and_stay(void *context)
{
	(void)context;
	(void)sem_post(&told);
	while (sem_wait(&may_end) != 0)
		;
	return NULL;
}

static void *end(void *context)
{
	return context;
}

static unsigned count(const background_t *b)
{
	unsigned threads = 0;

	for (const link_t *at = b->threads.next; at != &b->threads; at = at->next)
		threads++;
	return threads;
}

/* The loop joined a thread that had told it of its end, and waited for one of low priority that was
 * still to end. */
static void test_bug_the_loop_waited_for_a_thread_that_was_ending(void **state)
{
	background_t b;

	(void)state;
	background_init(&b);
	assert_int_equal(sem_init(&told, 0, 0) + sem_init(&may_end, 0, 0), 0);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(background_begin(&b, tell_and_stay, NULL), ERR_OK);
		while (sem_wait(&told) != 0)
			;
	}
	assert_int_equal(count(&b), 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(sem_post(&may_end), 0);
	background_join(&b);
	assert_int_equal(count(&b), 0);
	background_join(&b); /* there are none */
	assert_int_equal(sem_destroy(&told) + sem_destroy(&may_end), 0);
}

static void test_what_has_ended_is_joined(void **state)
{
	background_t b;
	unsigned begun = 0;

	(void)state;
	background_init(&b);
	do {
		assert_int_equal(background_begin(&b, end, NULL), ERR_OK);
		(void)sched_yield();
	} while (++begun == count(&b) && begun < TRIES);
	assert_true(count(&b) < begun);
	background_join(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bug_the_loop_waited_for_a_thread_that_was_ending),
	        cmocka_unit_test(test_what_has_ended_is_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
