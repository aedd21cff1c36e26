/* SPDX-License-Identifier: MIT
 * test_store_failing.c - commits that fail in LMDB, and then do not: nothing that waits is lost. */
#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "engine/base/rng.h"
#include "engine/store/env.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum { SIDE = 15, FACTS = 100, SMALL_BYTES = STORE_LEAST_MIB << 20, CHANGES = 20 };

int __real_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn);
int __wrap_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn);
int __real_mdb_txn_commit(MDB_txn *txn);
int __wrap_mdb_txn_commit(MDB_txn *txn);

/* Errors to come: of how many calls, and which. In memory that the process which writes for the
 * store shares with this one. */
typedef struct {
	unsigned begins, commits;
	int error;
	uint64_t seed;                /* not 0: the data is damaged when a transaction has begun, */
	char data[FOLDER_BYTES + 16]; /* in this file */
} bad_t;

static bad_t *bad;

/* change_data does what another process may do at any moment: it cuts the data short, or writes
 * over some of it. */
static void change_data(const char *path, uint64_t seed)
{
	const int fd = open(path, O_RDWR);
	rng_t rng = {seed};
	uint8_t page[4096];
	struct stat is = {.st_size = 0};

	assert_true(fd >= 0 && fstat(fd, &is) == 0);
	if (rng_below(&rng, 2) == 0) {
		assert_int_equal(ftruncate(fd, (off_t)rng_below(&rng, (uint32_t)is.st_size)), 0);
	} else {
		for (unsigned i = 0; i < sizeof(page); i++)
			page[i] = (uint8_t)(rng_below(&rng, 4) == 0 ? rng_below(&rng, 256) : 0);
		for (off_t at = 0; at < is.st_size; at += (off_t)sizeof(page))
			if (rng_below(&rng, 2) == 0)
				assert_int_equal(pwrite(fd, page, 16 + rng_below(&rng, 4000),
				                        at + (off_t)rng_below(&rng, 64)) > 0,
				                 1);
	}
	(void)close(fd);
}

int __wrap_mdb_txn_begin(MDB_env *env, MDB_txn *parent, unsigned flags, MDB_txn **txn)
{
	if (bad->seed != 0 && (flags & MDB_RDONLY) == 0) {
		const int rc = __real_mdb_txn_begin(env, parent, flags, txn);

		change_data(bad->data, bad->seed);
		bad->seed = 0;
		return rc;
	}
	if (bad->begins == 0 || (flags & MDB_RDONLY) != 0)
		return __real_mdb_txn_begin(env, parent, flags, txn);
	bad->begins--;
	return bad->error;
}

int __wrap_mdb_txn_commit(MDB_txn *txn)
{
	if (bad->commits == 0)
		return __real_mdb_txn_commit(txn);
	bad->commits--;
	mdb_txn_abort(txn);
	return bad->error;
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
	*bad = (bad_t){.begins = begins, .commits = commits, .error = rc};
	assert_int_not_equal(store_commit(store, &why), ERR_OK);
	assert_int_equal(bad->begins + bad->commits, 0);
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

/* Each round has the data change within a commit. The facts that came then wait, and are in the
 * new store that takes the place of the damaged one; or they are on the disk. */
static void bug_data_that_changed_during_a_commit_ended_the_daemon(void **state)
{
	char folder[FOLDER_BYTES];
	rng_t rng = seed_take();
	unsigned failed = 0;
	errinfo_t why;

	(void)state;
	folder_make(folder);
	(void)snprintf(bad->data, sizeof(bad->data), "%s/data.mdb", folder);
	for (unsigned i = 0; i < CHANGES; i++) {
		store_t *store = store_at(folder, SMALL_BYTES);
		store_stats_t stats;

		for (unsigned k = 0; k < 4; k++) {
			put_facts(store, 4 * i + k + 1);
			commit(store);
		}
		put_facts(store, 4 * i + 1000000);
		bad->seed = rng_next(&rng) | 1;
		if (store_commit(store, &why) != ERR_OK) {
			failed++;
			store_stats(store, &stats);
			assert_true(stats.waiting > 0);
			assert_int_not_equal(stats.state, STORE_OPEN);
			assert_non_null(strstr(why.text, "store: "));
		}
		assert_int_equal(bad->seed, 0);
		(void)store_commit(store, &why); /* refused, or in order again */
		(void)unlink(bad->data);
		/* The folder was found changed; then it is taken anew. */
		(void)store_commit(store, &why);
		commit(store);
		store_stats(store, &stats);
		assert_int_equal(stats.waiting, 0);
		store_close(store);
		(void)unlink(bad->data);
	}
	print_message("%u of %u commits failed\n", failed, CHANGES);
	assert_true(failed > CHANGES / 2);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_no_memory_in_a_commit_shut_the_store),
	        cmocka_unit_test(a_full_disk_passes),
	        cmocka_unit_test(bug_data_that_changed_during_a_commit_ended_the_daemon),
	        cmocka_unit_test(an_environment_that_gives_up_is_opened_anew),
	};

	bad = mmap(NULL, sizeof(*bad), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (bad == MAP_FAILED)
		return 1;
	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
