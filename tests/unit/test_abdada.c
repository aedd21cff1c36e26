/* SPDX-License-Identifier: MIT
 * test_abdada.c - searches of one root that meet each other's marks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/search/search.h"

enum { ORDER = 2, DEPTH = 9, TABLE_BYTES = 1 << 20, SEARCHES = 6, TRIES = 100 };

static const _Atomic bool never = false;
static const _Atomic uint32_t serial = 0;

static poll_t go_on(void *context, search_t *search, unsigned nodes)
{
	(void)search;
	*(uint64_t *)context += nodes;
	return POLL_GO;
}

static position_t *net(void)
{
	problem_t p = {.game = "go",
	               .rows = "......./......./...XX../..XO.../..X..../......./.......",
	               .goal = "capture",
	               .target = "D4"};
	position_t *pos = NULL;
	errinfo_t why;

	if (game_create(&p, &pos, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return pos;
}

typedef struct {
	ttable_t *table;
	marks_t *marks;
	position_t *root;
	uint64_t nodes;
} fixture_t;

static void open_fixture(fixture_t *f)
{
	*f = (fixture_t){.root = net()};
	assert_int_equal(ttable_create(TABLE_BYTES, &f->table), ERR_OK);
	assert_int_equal(marks_create(&f->marks), ERR_OK);
}

static void close_fixture(fixture_t *f)
{
	assert_int_equal(marks_held(f->marks), 0);
	marks_free(f->marks);
	ttable_free(f->table);
	position_free(f->root);
	assert_int_equal(mem_live(), 0);
}

static search_t *start(fixture_t *f)
{
	search_env_t env = {.table = f->table,
	                    .marks = f->marks,
	                    .serial = &serial,
	                    .poll = go_on,
	                    .context = &f->nodes};
	search_t *s = NULL;

	assert_int_equal(search_create(f->root, &env, &s), ERR_OK);
	search_begin(s, ORDER, DEPTH, 0);
	return s;
}

/* run_marked searches while a mark stands that nobody drops, and returns how often it waited. */
static unsigned run_marked(void)
{
	fixture_t f;
	search_t *s;
	uint64_t tag;
	unsigned waits = 0;
	search_state_t got;

	open_fixture(&f);
	tag = marks_tag(f.root->game->key(f.root), 1, DEPTH);
	assert_true(marks_enter(f.marks, tag));
	s = start(&f);
	while ((got = search_run(s, &never)) == SEARCH_WAITING)
		waits++;
	assert_int_equal(got, SEARCH_DONE);
	marks_leave(f.marks, tag);
	search_free(s);
	close_fixture(&f);
	return waits;
}

/* A mark that nobody drops (two tags that meet by chance) holds a search up for
 * a while, and not for ever. A thread that gets no processor for that while does not see it
 * pass, so it may try again. */
static void test_bug_waiting_for_a_mark_that_never_goes(void **state)
{
	unsigned waits = 0;

	(void)state;
	for (unsigned i = 0; i < TRIES && waits == 0; i++)
		waits = run_marked();
	assert_true(waits > 0);
}

/* Several searches, taken in turns of one node each by yielding, agree. */
static void test_searches_in_turns_agree(void **state)
{
	_Atomic bool yield = true;
	fixture_t f;
	search_t *s[SEARCHES];
	bool done[SEARCHES] = {false};
	value_t value = VALUE_UNDECIDED;

	(void)state;
	open_fixture(&f);
	for (unsigned i = 0; i < SEARCHES; i++)
		s[i] = start(&f);
	for (unsigned left = SEARCHES, turn = 0; left > 0; turn++) {
		unsigned i = turn % SEARCHES;

		if (done[i])
			continue;
		/* Every third turn a long one, so that the searches drift apart. */
		atomic_store(&yield, turn % 3 != 0);
		if (search_run(s[i], turn % 97 == 0 ? &never : &yield) != SEARCH_DONE)
			continue;
		if (left == SEARCHES)
			value = search_value(s[i]);
		assert_int_equal(search_value(s[i]), value);
		done[i] = true;
		left--;
	}
	for (unsigned i = 0; i < SEARCHES; i++)
		search_free(s[i]);
	close_fixture(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bug_waiting_for_a_mark_that_never_goes),
	        cmocka_unit_test(test_searches_in_turns_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
