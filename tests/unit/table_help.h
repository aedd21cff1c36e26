/* SPDX-License-Identifier: MIT
 * table_help.h - what the tests of the transposition table share. */
#ifndef TESTS_UNIT_TABLE_HELP_H
#define TESTS_UNIT_TABLE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/table/ttable.h"

enum { BUCKET_BYTES = 64, MIB = 1 << 20 };

/* no_memory_is_left is set-up and tear-down. */
static inline int no_memory_is_left(void **state)
{
	(void)state;
	mem_fail_after(-1);
	return mem_live() == 0 ? 0 : -1;
}

static inline ttable_t *table_make(size_t bytes)
{
	ttable_t *tt;

	assert_int_equal(ttable_create(bytes, &tt), ERR_OK);
	assert_non_null(tt);
	return tt;
}

static inline bool knows_nothing(const ttentry_t *e)
{
	static const ttentry_t nothing = {.move = MOVE_NONE};

	return memcmp(e->proven, nothing.proven, sizeof(e->proven)) == 0 &&
	       memcmp(e->failed, nothing.failed, sizeof(e->failed)) == 0 && e->move == MOVE_NONE &&
	       e->work == 0;
}

static inline bool is_there(const ttable_t *tt, hashkey_t key)
{
	ttentry_t e;
	bool hit;

	memset(&e, 0xee, sizeof(e));
	hit = ttable_probe(tt, key, &e);
	assert_int_equal(hit, !knows_nothing(&e));
	return hit;
}

/* hope stores a failure at some depth, which is no fact for ever. */
static inline void hope(ttable_t *tt, hashkey_t key, unsigned work)
{
	ttable_store_failed(tt, key, 1, 9, false, 3, 1ull << work, ZONE_COARSE_ALL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, no_memory_is_left, no_memory_is_left)

#endif
