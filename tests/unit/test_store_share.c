/* SPDX-License-Identifier: MIT
 * test_store_share.c - what two stores tell each other of: facts by name, and one less. */
#include "engine/store/store_share.h"
#include "tests/unit/store_facts.h"

enum {
	SHARE_BYTES = STORE_LEAST_MIB << 20,
	FACTS = 3000, /* more than STORE_NAMES_LEAST */
	FEW = 40,
};

typedef struct {
	char folder[FOLDER_BYTES];
	store_t *store;
	unsigned kept;
} scene_t;

static void kept_cb(void *context, const fact_record_bytes_t *record)
{
	scene_t *scene = context;

	assert_true(fact_record_is_sound(record->byte, record->bytes));
	scene->kept++;
}

static void scene_open(scene_t *scene)
{
	const store_config_t config = {.folder = scene->folder,
	                               .bytes = 4 * SHARE_BYTES,
	                               .on_kept = kept_cb,
	                               .context = scene};

	folder_make(scene->folder);
	scene->kept = 0;
	assert_int_equal(store_open(&config, &scene->store, NULL), ERR_OK);
}

static void scene_close(scene_t *scene)
{
	store_close(scene->store);
	folder_drop(scene->folder);
}

static unsigned facts_of(store_t *store)
{
	store_stats_t stats;

	store_stats(store, &stats);
	return (unsigned)stats.facts;
}

/* copy_all puts all facts of one store into another, by their names. */
static unsigned copy_all(store_t *from, store_t *to)
{
	static fact_name_t names[STORE_NAMES_LEAST];
	fact_record_bytes_t record;
	uint64_t at = 0, next;
	unsigned count, total = 0;

	do {
		count = store_names(from, at, names, STORE_NAMES_LEAST, &next);
		assert_true(next == 0 || next > at);
		for (unsigned i = 0; i < count; i++) {
			assert_true(store_has(from, names[i]));
			assert_true(store_get(from, names[i], &record));
			assert_int_equal(store_name(&record).hash, names[i].hash);
			assert_int_equal(store_name(&record).sum, names[i].sum);
			store_put(to, &record);
		}
		total += count;
		at = next;
	} while (next != 0);
	return total;
}

static void a_store_is_copied_name_by_name(void **state)
{
	scene_t a, b;
	unsigned facts;

	(void)state;
	scene_open(&a);
	scene_open(&b);
	assert_int_equal(copy_all(a.store, b.store), 0);
	put_facts(a.store, 1, FACTS, 5);
	commit(a.store);
	facts = facts_of(a.store);
	assert_true(facts > 2 * STORE_NAMES_LEAST);
	assert_int_equal(a.kept, facts);
	assert_int_equal(copy_all(a.store, b.store), facts);
	commit(b.store);
	assert_int_equal(b.kept, 0); /* it has found nothing itself */
	assert_int_equal(facts_of(b.store), facts);
	assert_int_equal(count_found(b.store, 1, FACTS), facts);
	scene_close(&a);
	scene_close(&b);
}

static void what_is_forgotten_is_found_no_more(void **state)
{
	static fact_name_t names[STORE_NAMES_LEAST];
	fact_record_bytes_t record;
	unsigned count;
	uint64_t next;
	scene_t a;

	(void)state;
	scene_open(&a);
	put_facts(a.store, 1, FEW, 5);
	commit(a.store);
	count = store_names(a.store, 0, names, STORE_NAMES_LEAST, &next);
	assert_in_range(count, 2, FEW);
	assert_true(store_get(a.store, names[0], &record));
	assert_true(store_forget(a.store, names[0]));
	assert_true(store_forget(a.store, (fact_name_t){names[1].hash, ~names[1].sum}));
	assert_true(store_forget(a.store, (fact_name_t){~names[1].hash, names[1].sum}));
	commit(a.store);
	assert_false(store_has(a.store, names[0]));
	assert_false(store_get(a.store, names[0], &record));
	assert_true(store_has(a.store, names[1]));
	assert_int_equal(facts_of(a.store), count - 1);
	assert_int_equal(count_found(a.store, 1, FEW), count - 1);
	store_put(a.store, &record); /* what is noted first is written first */
	assert_true(store_forget(a.store, names[0]));
	commit(a.store);
	assert_false(store_has(a.store, names[0]));
	scene_close(&a);
}

static void a_store_that_is_shut_has_nothing(void **state)
{
	static fact_name_t names[STORE_NAMES_LEAST];
	const store_config_t config = {
	        .folder = "/dev/null/nowhere", .bytes = SHARE_BYTES, .stays = true};
	fact_record_bytes_t record;
	errinfo_t why;
	uint64_t next = 1;
	store_t *store;

	(void)state;
	assert_int_equal(store_open(&config, &store, &why), ERR_OK);
	assert_int_equal(store_names(store, 0, names, STORE_NAMES_LEAST, &next), 0);
	assert_int_equal(next, 0);
	assert_false(store_get(store, (fact_name_t){1, 2}, &record));
	assert_false(store_has(store, (fact_name_t){1, 2}));
	assert_true(store_forget(store, (fact_name_t){1, 2}));
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_store_is_copied_name_by_name),
	        cmocka_unit_test(what_is_forgotten_is_found_no_more),
	        cmocka_unit_test(a_store_that_is_shut_has_nothing),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
