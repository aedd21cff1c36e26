/* SPDX-License-Identifier: MIT
 * test_guard.c - work that is left at its first failed check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/guard.h"
#include "engine/base/mem.h"

enum { BLOCKS = 1000, HUGE = 3 << 20 };

typedef struct {
	bool fails;
	void *kept; /* taken in a pause */
	void *old;  /* from before the work */
	unsigned steps;
} work_t;

static void run(void *context)
{
	work_t *w = context;
	void *block[BLOCKS];
	guard_t *pause;

	for (size_t i = 0; i < BLOCKS; i++)
		block[i] = mem_alloc(i + 1);
	for (size_t i = 0; i < BLOCKS; i += 2)
		mem_free(block[i], i + 1);
	for (size_t i = 1; i < BLOCKS; i += 4)
		block[i] = mem_grow(block[i], i + 1, 2 * (i + 1));
	(void)mem_alloc_huge(w->fails ? HUGE : 100);
	pause = guard_pause();
	w->kept = mem_alloc(7);
	guard_resume(pause);
	mem_free(w->old, 9);
	w->steps++;
	CHECK(!w->fails);
	w->steps++;
}

static void what_failed_is_told_and_its_memory_given_back(void **state)
{
	work_t w = {.fails = true, .old = mem_alloc(9)};
	const size_t before = mem_live();
	fault_t fault;

	(void)state;
	assert_false(guard_run(run, &w, GUARD_OWNS, &fault));
	assert_int_equal(w.steps, 1);
	assert_string_equal(fault.what, "!w->fails");
	assert_non_null(strstr(fault.file, "test_guard.c"));
	assert_true(fault.line > 0);
	assert_int_equal(mem_live(), before - 9 + 7);
	mem_free(w.kept, 7);
}

static void allocate(void *context)
{
	*(void **)context = mem_alloc(5);
}

static void what_succeeds_keeps_its_memory(void **state)
{
	void *block = NULL;
	fault_t fault;

	(void)state;
	assert_true(guard_run(allocate, &block, GUARD_OWNS, &fault));
	assert_null(fault.what);
	assert_int_equal(mem_live(), 5);
	mem_free(block, 5);
}

static void allocate_and_fail(void *context)
{
	allocate(context);
	CHECK(context == NULL);
}

static void lent_memory_is_left_alone(void **state)
{
	void *block = NULL;
	fault_t fault;

	(void)state;
	assert_false(guard_run(allocate_and_fail, &block, GUARD_LENDS, &fault));
	assert_int_equal(mem_live(), 5);
	mem_free(block, 5);
}

static void inner(void *context)
{
	work_t *w = context;
	fault_t fault;

	w->steps++;
	(void)guard_run(allocate_and_fail, &w->kept, GUARD_OWNS, &fault);
	w->steps++;
}

static void the_outer_guard_has_what_fails(void **state)
{
	work_t w = {.steps = 0};
	fault_t fault;

	(void)state;
	assert_false(guard_run(inner, &w, GUARD_OWNS, &fault));
	assert_int_equal(w.steps, 1);
	assert_int_equal(mem_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_failed_is_told_and_its_memory_given_back),
	        cmocka_unit_test(what_succeeds_keeps_its_memory),
	        cmocka_unit_test(lent_memory_is_left_alone),
	        cmocka_unit_test(the_outer_guard_has_what_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
