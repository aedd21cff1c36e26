/* SPDX-License-Identifier: MIT
 * test_store_failing.c - commits that fail in LMDB, and then do not: nothing that waits is lost. */
#include <errno.h>
#include <lmdb.h>

#include "engine/base/rng.h"
#include "engine/store/env.h"
#include "tests/unit/store_help.h"

enum { SIDE = 15, FACTS = 100, SMALL_BYTES = STORE_LEAST_MIB << 20 };

int __real_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn);
int __wrap_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn);
int __real_mdb_txn_commit(MDB_txn *txn);
int __wrap_mdb_txn_commit(MDB_txn *txn);

/* Errors to come: of how many calls, and which. */
static unsigned bad_begins, bad_commits;
static int error;

int __wrap_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn)
{
	if (bad_begins == 0)
		return __real_mdb_txn_begin(env, parent, flags, txn);
	bad_begins--;
	return error;
}

int __wrap_mdb_txn_commit(MDB_txn *txn)
{
	if (bad_commits == 0)
		return __real_mdb_txn_commit(txn);
	bad_commits--;
	mdb_txn_abort(txn);
	return error;
}

static unsigned dues;

static void on_due(void *context)
{
	(void)context;
	dues++;
}

static void put_facts(store_t *store, uint64_t seed)
{
	rng_t rng = {seed};

	for (unsigned i = 0; i < FACTS; i++) {
		char rows[SIDE * (SIDE + 1) + 1], *c = rows;
		const problem_t problem = {
		        .game = "gomoku", .rows = rows, .attacker = COLOUR_BLACK};
		const fact_t fact = {
		        .value = VALUE_PROVEN, .scope = SCOPE_ABSOLUTE, .best = 7, .nodes = 5};
		position_t *pos;
		canonical_t form;

		for (unsigned y = 0; y < SIDE; y++, *c++ = '/')
			for (unsigned x = 0; x < SIDE; x++)
				*c++ = ".......XO"[rng_below(&rng, 9)];
		c[-1] = '\0';
		if (game_create(&problem, &pos, NULL) != ERR_OK)
			continue;
		if (canonical_make(&problem, pos,
		                   (canonical_wish_t){.verdict = CANONICAL_NO_VERDICT}, &form))
			store_keep(store, &form, &fact);
		position_free(pos);
	}
}

/* fail_once has one commit fail so; the next writes all, that of before and what came since. */
static void fail_once(unsigned begins, unsigned commits, int rc, store_state_t state)
{
	const store_config_t config = {.bytes = SMALL_BYTES, .on_due = on_due};
	store_config_t here = config;
	char folder[FOLDER_BYTES];
	errinfo_t why = {.code = ERR_OK};
	store_stats_t stats;
	uint64_t waiting, facts;
	store_t *store;

	folder_make(folder);
	here.folder = folder;
	assert_int_equal(store_open(&here, &store, &why), ERR_OK);
	put_facts(store, 1);
	commit(store);
	store_stats(store, &stats);
	facts = stats.facts;
	put_facts(store, 2);
	store_stats(store, &stats);
	waiting = stats.waiting;
	assert_true(waiting > 0);
	dues = 0;
	bad_begins = begins;
	bad_commits = commits;
	error = rc;
	assert_int_not_equal(store_commit(store, &why), ERR_OK);
	assert_int_equal(bad_begins + bad_commits, 0);
	assert_non_null(strstr(why.text, "store: "));
	store_stats(store, &stats);
	assert_int_equal(stats.state, state);
	assert_int_equal(stats.waiting, waiting);
	put_facts(store, 3);
	assert_int_equal(dues, 0); /* it is not asked for again: whoever commits knows */
	store_stats(store, &stats);
	waiting = stats.waiting;
	commit(store);
	store_stats(store, &stats);
	assert_int_equal(stats.state, STORE_OPEN);
	assert_int_equal(stats.waiting, 0);
	assert_int_equal(stats.facts, facts + waiting);
	put_facts(store, 4);
	assert_int_equal(dues, 1);
	store_close(store);
	folder_drop(folder);
}

static void bug_no_memory_in_a_commit_shut_the_store(void **state)
{
	(void)state;
	fail_once(1, 0, ENOMEM, STORE_FAILING);
	fail_once(0, 1, ENOMEM, STORE_FAILING);
}

static void a_full_disk_passes(void **state)
{
	(void)state;
	fail_once(0, 1, ENOSPC, STORE_FAILING);
	fail_once(0, 1, EIO, STORE_FAILING);
	fail_once(0, 1, MDB_MAP_FULL, STORE_FAILING);
}

static void an_environment_that_gives_up_is_opened_anew(void **state)
{
	(void)state;
	fail_once(1, 0, MDB_PANIC, STORE_SHUT);
	fail_once(0, 1, MDB_CORRUPTED, STORE_SHUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_no_memory_in_a_commit_shut_the_store),
	        cmocka_unit_test(a_full_disk_passes),
	        cmocka_unit_test(an_environment_that_gives_up_is_opened_anew),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
