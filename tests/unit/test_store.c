/* SPDX-License-Identifier: MIT
 * test_store.c - what is on disk: stays there, within bounds, for one process, of one kind. */
#include <lmdb.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/store/env.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_facts.h"

enum {
	SMALL_BYTES = STORE_LEAST_MIB << 20,
	MANY = 12000, /* facts, more than SMALL_BYTES hold */
	BATCH = 200,
	CHEAP_NODES = 10,
	DEAR_NODES = 1000000,
	FILE_MOST = 256 << 10,
};

static void what_was_committed_stays(void **state)
{
	char folder[FOLDER_BYTES];
	store_stats_t stats;
	store_t *store;
	unsigned kept;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	put_facts(store, 1, BATCH, 5);
	store_stats(store, &stats);
	kept = (unsigned)stats.waiting;
	assert_in_range(kept, 1, BATCH);
	assert_int_equal(stats.facts, 0);
	assert_int_equal(count_found(store, 1, BATCH), 0);
	commit(store);
	put_facts(store, 1, BATCH, 5); /* the same again */
	commit(store);
	put_facts(store, 2, BATCH, 5);
	store_close(store); /* those of seed 2 were never written */
	store = store_at(folder, SMALL_BYTES);
	store_stats(store, &stats);
	assert_int_equal(stats.facts, kept);
	assert_int_equal(stats.waiting, 0);
	assert_int_equal(count_found(store, 1, BATCH), kept);
	assert_int_equal(count_found(store, 2, BATCH), 0);
	store_close(store);
	folder_drop(folder);
}

static void the_cheapest_go_when_it_is_full(void **state)
{
	char folder[FOLDER_BYTES], path[FOLDER_BYTES + 16];
	store_stats_t stats;
	store_t *store;
	struct stat data;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	put_facts(store, 1, BATCH, DEAR_NODES);
	commit(store);
	for (unsigned i = 0; i < MANY / BATCH; i++) {
		put_facts(store, 100 + i, BATCH, CHEAP_NODES + i);
		commit(store);
	}
	store_stats(store, &stats);
	assert_int_equal(stats.state, STORE_OPEN);
	assert_true(stats.evicted > 0 && stats.facts < MANY);
	assert_true(stats.facts > MANY / 8);
	assert_true(stats.bytes <= SMALL_BYTES);
	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	assert_int_equal(stat(path, &data), 0);
	assert_true(data.st_size <= SMALL_BYTES);
	assert_true(count_found(store, 1, BATCH) > BATCH * 9 / 10);
	assert_int_equal(count_found(store, 100, BATCH), 0);
	assert_true(count_found(store, 100 + MANY / BATCH - 1, BATCH) > BATCH * 9 / 10);
	store_close(store);
	folder_drop(folder);
}

static void assert_refused(const char *folder, bool must_exist, const char *text)
{
	const store_config_t config = {
	        .folder = folder, .bytes = SMALL_BYTES, .must_exist = must_exist};
	errinfo_t why = {.code = ERR_OK};
	store_t *store;

	assert_int_not_equal(store_open(&config, &store, &why), ERR_OK);
	assert_null(store);
	if (strstr(why.text, text) == NULL || strstr(why.text, "store: ") != why.text)
		fail_msg("\"%s\" does not say \"%s\"", why.text, text);
}

static void a_folder_is_of_one_process(void **state)
{
	char folder[FOLDER_BYTES];
	store_t *store;
	int status;
	pid_t child;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	child = fork();
	if (child == 0) {
		const store_config_t config = {.folder = folder, .bytes = SMALL_BYTES};
		errinfo_t why = {.code = ERR_OK};
		store_t *other;

		_exit(store_open(&config, &other, &why) == ERR_BUSY &&
		                      strstr(why.text, "another process") != NULL
		              ? 0
		              : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_refused(folder, false, "another process");
	store_close(store);
	store_close(store_at(folder, SMALL_BYTES));
	folder_drop(folder);
}

/* change_header writes another one. */
static void change_header(const char *folder, const char *text)
{
	MDB_val key = {6, (void *)(uintptr_t) "header"};
	MDB_val value = {strlen(text), (void *)(uintptr_t)text};
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi meta;

	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_set_maxdbs(env, 3), 0);
	assert_int_equal(mdb_env_open(env, folder, 0, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &meta), 0);
	assert_int_equal(mdb_put(txn, meta, &key, &value, 0), 0);
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

static void what_others_made_is_refused(void **state)
{
	char folder[FOLDER_BYTES], text[64];

	(void)state;
	folder_make(folder);
	assert_refused(folder, true, "there is none");
	store_close(store_at(folder, SMALL_BYTES));
	(void)snprintf(text, sizeof(text), "format=%d rules=%d", STORE_FORMAT, STORE_RULES + 1);
	change_header(folder, text);
	assert_refused(folder, false, text);
	(void)snprintf(text, sizeof(text), "format=%d rules=%d", STORE_FORMAT + 1, STORE_RULES);
	change_header(folder, text);
	assert_refused(folder, false, text);
	change_header(folder, "something else");
	assert_refused(folder, false, "something else");
	(void)snprintf(text, sizeof(text), "format=%d rules=%d", STORE_FORMAT, STORE_RULES);
	change_header(folder, text);
	store_close(store_at(folder, SMALL_BYTES));
	folder_drop(folder);
	assert_refused("/proc/no/such/folder", false, "/proc/no/such/folder");
}

/* drop_all removes all facts in one transaction. */
static void drop_all(const char *folder)
{
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi facts, costs;

	assert_int_equal(mdb_env_create(&env), 0);
	assert_int_equal(mdb_env_set_maxdbs(env, 3), 0);
	assert_int_equal(mdb_env_open(env, folder, MDB_NOLOCK, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	assert_int_equal(mdb_dbi_open(txn, "facts", 0, &facts), 0);
	assert_int_equal(mdb_dbi_open(txn, "costs", 0, &costs), 0);
	assert_int_equal(mdb_drop(txn, facts, 0), 0);
	assert_int_equal(mdb_drop(txn, costs, 0), 0);
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

/* Hundreds of pages that are free at once are listed on pages of their own. */
static void a_long_list_of_free_pages_is_sound(void **state)
{
	char folder[FOLDER_BYTES];
	store_t *store;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	for (unsigned i = 0; i < MANY / 2 / BATCH; i++)
		put_facts(store, i, BATCH, 5);
	commit(store);
	store_close(store);
	drop_all(folder);
	for (unsigned i = 0; i < 4; i++) {
		store = store_at(folder, SMALL_BYTES);
		put_facts(store, i, BATCH, 5);
		commit(store);
		assert_true(count_found(store, i, BATCH) > BATCH * 9 / 10);
		store_close(store);
	}
	folder_drop(folder);
}

/* damage changes each record's bytes at `from` before or in "gomoku", which is in all of them. */
static int damage(const char *folder, off_t from, const char *bytes, size_t count)
{
	char path[FOLDER_BYTES + 16], block[4096];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	for (off_t at = 0; pread(fd, block, sizeof(block), at) == sizeof(block);
	     at += (off_t)sizeof(block))
		for (unsigned i = 0; i + 6 < sizeof(block); i++)
			if (memcmp(block + i, "gomoku", 6) == 0)
				assert_int_equal(pwrite(fd, bytes, count, at + (off_t)i + from),
				                 count);
	return fd;
}

/* The opening looks at few records: one of the others, its value turned round, was an answer. */
static void a_damaged_record_is_no_answer(void **state)
{
	enum { VALUE = -(PACKED_HEAD - 12) }; /* from the question */
	const char value[] = {VALUE_DISPROVEN};
	char folder[FOLDER_BYTES];
	store_t *store;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	put_facts(store, 1, BATCH, 5);
	commit(store);
	assert_in_range(count_found(store, 1, BATCH), 1, BATCH);
	(void)close(damage(folder, VALUE, value, sizeof(value)));
	assert_int_equal(count_found(store, 1, BATCH), 0);
	store_close(store);
	folder_drop(folder);
}

static void damage_is_seen(void **state)
{
	char folder[FOLDER_BYTES];
	store_t *store;
	struct stat data;
	int fd;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	put_facts(store, 1, BATCH, 5);
	commit(store);
	store_close(store);
	fd = damage(folder, 0, "gomokv", 6);
	assert_refused(folder, false, "is damaged: a record");
	assert_int_equal(fstat(fd, &data), 0);
	assert_int_equal(ftruncate(fd, data.st_size / 2), 0);
	(void)close(fd);
	assert_refused(folder, false, "cut short");
	folder_drop(folder);
}

static void a_full_disk_lets_facts_wait(void **state)
{
	const struct rlimit small = {FILE_MOST, RLIM_INFINITY};
	char folder[FOLDER_BYTES];
	struct rlimit before;
	errinfo_t why = {.code = ERR_OK};
	store_stats_t stats;
	store_t *store;
	unsigned facts, last = 1;

	(void)state;
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	put_facts(store, 1, BATCH / 4, 5);
	commit(store);
	facts = count_found(store, 1, BATCH / 4);
	assert_true(facts > 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	while (why.code == ERR_OK) {
		assert_true(++last < MANY / BATCH);
		put_facts(store, last, BATCH, 5);
		(void)store_commit(store, &why);
	}
	put_facts(store, 1000, BATCH, 5);
	assert_int_not_equal(store_commit(store, &why), ERR_OK);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_non_null(strstr(why.text, "store: cannot write: "));
	store_stats(store, &stats);
	assert_int_equal(stats.state, STORE_FAILING);
	assert_true(stats.waiting > BATCH);
	assert_int_equal(count_found(store, 1, BATCH / 4), facts);
	assert_int_equal(count_found(store, 1000, BATCH), 0);
	commit(store); /* there is room again: all that waited is written */
	store_stats(store, &stats);
	assert_int_equal(stats.state, STORE_OPEN);
	assert_int_equal(stats.waiting, 0);
	store_close(store);
	store = store_at(folder, SMALL_BYTES);
	assert_int_equal(count_found(store, 1, BATCH / 4), facts);
	assert_true(count_found(store, last, BATCH) > BATCH * 9 / 10);
	assert_true(count_found(store, 1000, BATCH) > BATCH * 9 / 10);
	store_close(store);
	folder_drop(folder);
}

/* A weaker fact does not take the place of a stronger one, nor is it written beside it. */
static void the_stronger_fact_stays(void **state)
{
	char folder[FOLDER_BYTES];
	fact_t fact = make_fact(5), got;
	store_stats_t stats;
	rng_t rng = {7};
	store_t *store;
	canonical_t form;

	(void)state;
	folder_make(folder);
	store = store_at(folder, SMALL_BYTES);
	while (!make_form(&rng, &form))
		;
	for (unsigned order = 3; order > 0; order--) {
		fact.order = (uint8_t)order;
		store_keep(store, &form, &fact);
		commit(store);
		fact.order = 4;
		store_keep(store, &form, &fact);
		commit(store);
		assert_true(store_find(store, &form, (wanted_t){.order = 9}, &got));
		assert_int_equal(got.order, order);
		store_stats(store, &stats);
		assert_int_equal(stats.facts, 1);
		assert_false(store_find(store, &form, (wanted_t){.order = order - 1}, &got));
	}
	store_close(store);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_was_committed_stays),
	        cmocka_unit_test(the_cheapest_go_when_it_is_full),
	        cmocka_unit_test(a_folder_is_of_one_process),
	        cmocka_unit_test(what_others_made_is_refused),
	        cmocka_unit_test(a_damaged_record_is_no_answer),
	        cmocka_unit_test(a_long_list_of_free_pages_is_sound),
	        cmocka_unit_test(damage_is_seen),
	        cmocka_unit_test(a_full_disk_lets_facts_wait),
	        cmocka_unit_test(the_stronger_fact_stays),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
