/* SPDX-License-Identifier: MIT
 * store_help.h - stores in folders of their own, and solvers with them. */
#ifndef TESTS_UNIT_STORE_HELP_H
#define TESTS_UNIT_STORE_HELP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/store/store.h"
#include "tests/unit/solver_help.h"

enum { FOLDER_BYTES = 64, STORE_BYTES = 64 << 20 };

/* folder_make makes an empty folder, in memory where there is room for one: no test is about
 * how long a disk takes. folder_drop removes it with the store in it. */
static inline void folder_make(char folder[FOLDER_BYTES])
{
	const char *parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	(void)snprintf(folder, FOLDER_BYTES, "%s/tesuji-store-XXXXXX", parent);
	assert_non_null(mkdtemp(folder));
}

static inline void folder_drop(const char *folder)
{
	static const char *const names[] = {"data.mdb", "lock.mdb", "tesuji.lock"};
	char path[FOLDER_BYTES + 16];

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)unlink(path);
	}
	assert_int_equal(rmdir(folder), 0);
}

static inline store_t *store_at(const char *folder, size_t bytes)
{
	const store_config_t config = {.folder = folder, .bytes = bytes};
	errinfo_t why = {.code = ERR_OK};
	store_t *store;

	if (store_open(&config, &store, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return store;
}

static inline void commit(store_t *store)
{
	errinfo_t why = {.code = ERR_OK};

	if (store_commit(store, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

/* make_storing makes a solver that knows what the store does, and nothing besides. */
static inline solver_t *make_storing(store_t *store)
{
	const solver_config_t config = {.workers = 1,
	                                .table_bytes = TABLE_BYTES,
	                                .store = store,
	                                .priority = PRIORITY_NORMAL};
	solver_t *s;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

#endif
