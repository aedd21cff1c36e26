/* SPDX-License-Identifier: MIT
 * test_backup.c - a copy that is made while there are commits is what one of them has left; and a
 * folder that cannot be made whole is not made. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "engine/base/rng.h"
#include "engine/store/backup.h"
#include "engine/store/ledger.h"
#include "engine/store/staging.h"
#include "engine/store/store_copy.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_facts.h"

enum {
	LEDGER_BYTES = 8 << 20,
	WINDOW = 512, /* records that there are at a time: older ones are dropped */
	COPIES = 12,
	LATE = 10000, /* copies before the first record: it will not come */
};

static const _Atomic bool never;

int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);

/* What another process does once, before the next exclusive lock of this one. */
static struct {
	void (*act)(void *context);
	void *context;
} meanwhile;

int __wrap_flock(int fd, int operation)
{
	void (*act)(void *context) = meanwhile.act;

	if (act != NULL && (operation & LOCK_EX) != 0) {
		meanwhile.act = NULL;
		act(meanwhile.context);
	}
	return __real_flock(fd, operation);
}

static void path_of(char out[FOLDER_BYTES], const char *folder, const char *name)
{
	assert_true(snprintf(out, FOLDER_BYTES, "%s/%s", folder, name) < FOLDER_BYTES);
}

/* A thread that writes record after record into a ledger, and drops old ones. */
typedef struct {
	ledger_t *ledger;
	_Atomic uint64_t written; /* the last one that the disk has */
	_Atomic bool is_ending;
} writing_t;

static size_t fill(uint64_t id, uint8_t bytes[LEDGER_RECORD_MOST])
{
	rng_t rng = {id};
	const size_t count = 1 + rng_next(&rng) % 6000;

	for (size_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)rng_next(&rng);
	return count;
}

static void *write_on(void *context)
{
	writing_t *w = context;
	static uint8_t bytes[LEDGER_RECORD_MOST];

	for (uint64_t id = 1; !atomic_load(&w->is_ending); id++) {
		ledger_change_t drop = {.what = LEDGER_DROP, .name = {.id = id - WINDOW}};
		ledger_change_t put = {.what = LEDGER_PUT, .name = {.id = id}, .bytes = bytes};
		errinfo_t why = {.code = ERR_OK};

		put.next = id > WINDOW ? &drop : NULL;
		put.count = fill(id, bytes);
		if (ledger_write(w->ledger, &put, &why) != ERR_OK) {
			print_error("%s\n", why.text);
			break;
		}
		atomic_store(&w->written, id);
	}
	return NULL;
}

typedef struct {
	uint64_t first, last;
} range_t;

static void seen(const ledger_name_t *name, const uint8_t *bytes, size_t count, void *context)
{
	static uint8_t expected[LEDGER_RECORD_MOST];
	range_t *range = context;

	assert_true(range->last == 0 || name->id == range->last + 1);
	range->first = range->last == 0 ? name->id : range->first;
	range->last = name->id;
	assert_non_null(bytes);
	assert_int_equal(count, fill(name->id, expected));
	assert_memory_equal(bytes, expected, count);
}

/* make_copy makes a copy in a new folder. */
static void make_copy(const backup_source_t *source, const char *to, backup_copied_t *copied)
{
	errinfo_t why = {.code = ERR_OK};
	staging_t staging;
	int fd;

	assert_int_equal(staging_begin(&staging, to, &why), ERR_OK);
	assert_int_equal(staging_file(&staging, "", &fd, &why), ERR_OK);
	if (backup_copy(source, fd, &never, copied, &why) != ERR_OK ||
	    backup_check(source, fd, &never, copied, &why) != ERR_OK)
		fail_msg("%s", why.text);
	(void)close(fd);
	assert_int_equal(staging_end(&staging, &why), ERR_OK);
}

/* copy_ledger copies it into a new folder, and reads the copy. */
static range_t copy_ledger(const backup_source_t *source, const char *folder,
                           backup_copied_t *copied)
{
	range_t range = {0, 0};
	char to[FOLDER_BYTES];
	errinfo_t why = {.code = ERR_OK};
	ledger_t *copy;

	path_of(to, folder, "copy");
	make_copy(source, to, copied);
	assert_int_equal(ledger_open(to, LEDGER_BYTES, &copy, &why), ERR_OK);
	assert_int_equal(ledger_read(copy, seen, &range, &why), ERR_OK);
	ledger_close(copy);
	folder_drop(to);
	return range;
}

static void test_a_ledger_is_copied_between_two_commits(void **state)
{
	writing_t writing = {.written = 0};
	backup_source_t source;
	backup_copied_t copied;
	char folder[FOLDER_BYTES], path[FOLDER_BYTES];
	errinfo_t why;
	pthread_t thread;

	(void)state;
	folder_make(folder);
	path_of(path, folder, "journal");
	assert_int_equal(ledger_open(path, LEDGER_BYTES, &writing.ledger, &why), ERR_OK);
	source = ledger_source(writing.ledger);
	assert_int_equal(pthread_create(&thread, NULL, write_on, &writing), 0);
	/* On a busy machine the thread begins late. */
	for (unsigned i = 0; i < COPIES || (atomic_load(&writing.written) == 0 && i < LATE); i++) {
		const uint64_t before = atomic_load(&writing.written);
		const range_t range = copy_ledger(&source, folder, &copied);

		assert_true(range.last >= before &&
		            range.last <= atomic_load(&writing.written) + 1);
		assert_int_equal(copied.kind, BACKUP_LEDGER);
		assert_int_equal(copied.records,
		                 range.last == 0 ? 0 : range.last - range.first + 1);
		assert_true(copied.records <= WINDOW);
	}
	atomic_store(&writing.is_ending, true);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_true(atomic_load(&writing.written) > 0);
	ledger_close(writing.ledger);
	folder_drop(path);
	assert_int_equal(rmdir(folder), 0);
}

/* A thread that notes and commits facts that are cheap, and drop others when there is no room. */
typedef struct {
	store_t *store;
	_Atomic bool is_ending;
} keeping_t;

static void *keep_on(void *context)
{
	keeping_t *k = context;

	for (uint64_t seed = 2; !atomic_load(&k->is_ending); seed++) {
		put_facts(k->store, seed, 50, 10);
		commit(k->store);
	}
	return NULL;
}

static void test_a_store_is_copied_between_two_commits(void **state)
{
	keeping_t keeping = {.is_ending = false};
	char folder[FOLDER_BYTES], path[FOLDER_BYTES], to[FOLDER_BYTES];
	backup_source_t source;
	pthread_t thread;
	unsigned known;

	(void)state;
	folder_make(folder);
	path_of(path, folder, "store");
	path_of(to, folder, "copy");
	keeping.store = store_at(path, STORE_LEAST_MIB << 20);
	put_facts(keeping.store, 1, 100, 1000000);
	commit(keeping.store);
	known = count_found(keeping.store, 1, 100);
	assert_true(known > 0);
	source = store_source(keeping.store);
	assert_int_equal(pthread_create(&thread, NULL, keep_on, &keeping), 0);
	for (unsigned i = 0; i < COPIES; i++) {
		backup_copied_t copied;
		store_stats_t stats;
		store_t *copy;

		make_copy(&source, to, &copied);
		assert_int_equal(copied.kind, BACKUP_STORE);
		copy = store_at(to, STORE_LEAST_MIB << 20);
		store_stats(copy, &stats);
		assert_int_equal(stats.facts, copied.records);
		assert_int_equal(count_found(copy, 1, 100), known);
		store_close(copy);
		folder_drop(to);
	}
	atomic_store(&keeping.is_ending, true);
	assert_int_equal(pthread_join(thread, NULL), 0);
	store_close(keeping.store);
	folder_drop(path);
	assert_int_equal(rmdir(folder), 0);
}

/* A folder with a journal that has a megabyte of records, for what may go wrong. */
typedef struct {
	char folder[FOLDER_BYTES], path[FOLDER_BYTES], to[FOLDER_BYTES];
	ledger_t *ledger;
	backup_source_t source;
} place_t;

static void place_make(place_t *p)
{
	static uint8_t bytes[LEDGER_RECORD_MOST];
	errinfo_t why;

	folder_make(p->folder);
	path_of(p->path, p->folder, "journal");
	path_of(p->to, p->folder, "copy");
	assert_int_equal(ledger_open(p->path, LEDGER_BYTES, &p->ledger, &why), ERR_OK);
	for (uint64_t id = 1; id <= 16; id++) {
		ledger_change_t put = {.what = LEDGER_PUT,
		                       .name = {.id = id},
		                       .bytes = bytes,
		                       .count = sizeof(bytes)};

		assert_int_equal(ledger_write(p->ledger, &put, &why), ERR_OK);
	}
	p->source = ledger_source(p->ledger);
}

/* place_drop: nothing is left but the journal. */
static void place_drop(place_t *p)
{
	ledger_close(p->ledger);
	folder_drop(p->path);
	assert_int_equal(rmdir(p->folder), 0);
}

static err_t try_copy(place_t *p, const _Atomic bool *is_cancelled, errinfo_t *why)
{
	backup_copied_t copied;
	staging_t staging;
	err_t err = staging_begin(&staging, p->to, why);
	int fd;

	if (err != ERR_OK)
		return err;
	err = staging_file(&staging, "journal", &fd, why);
	if (err == ERR_OK) {
		err = backup_copy(&p->source, fd, is_cancelled, &copied, why);
		if (err == ERR_OK)
			err = backup_check(&p->source, fd, is_cancelled, &copied, why);
		(void)close(fd);
	}
	if (err == ERR_OK)
		return staging_end(&staging, why);
	staging_drop(&staging);
	return err;
}

static void test_what_fails_leaves_nothing(void **state)
{
	const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
	const struct rlimit some = {64 << 10, RLIM_INFINITY};
	static const _Atomic bool cancelled = true;
	errinfo_t why;
	place_t p;

	(void)state;
	place_make(&p);
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &some), 0);
	assert_int_equal(try_copy(&p, &never, &why), ERR_IO);
	assert_string_equal(why.text, "to: the copy cannot be written: File too large");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
	assert_int_equal(try_copy(&p, &cancelled, &why), ERR_CANCELLED);
	place_drop(&p);
}

static void test_damage_is_found_in_the_copy(void **state)
{
	static const uint8_t spoilt[64 << 10];
	char data[FOLDER_BYTES + 16];
	errinfo_t why;
	place_t p;
	int fd;

	(void)state;
	place_make(&p);
	(void)snprintf(data, sizeof(data), "%s/data.mdb", p.path);
	fd = open(data, O_WRONLY);
	assert_int_equal(pwrite(fd, spoilt, sizeof(spoilt), 512 << 10), sizeof(spoilt));
	assert_int_equal(close(fd), 0);
	assert_int_equal(try_copy(&p, &never, &why), ERR_IO); /* somebody else has written to it */
	ledger_close(p.ledger);
	{
		backup_folder_t folder;

		assert_int_equal(backup_open(p.path, &folder, &why), ERR_OK);
		p.source = backup_source(&folder);
		assert_int_equal(try_copy(&p, &never, &why), ERR_VALUE);
		assert_non_null(strstr(why.text, " is damaged: "));
		backup_close(&folder);
	}
	p.ledger = NULL;
	place_drop(&p);
}

static void expect_refused(const char *to, err_t err, const char *text)
{
	staging_t staging;
	errinfo_t why = {.code = ERR_OK};

	assert_int_equal(staging_begin(&staging, to, &why), err);
	if (strstr(why.text, text) == NULL)
		fail_msg("%s", why.text);
}

static void test_where_a_folder_may_be_made(void **state)
{
	char folder[FOLDER_BYTES], to[FOLDER_BYTES], hidden[FOLDER_BYTES], below[FOLDER_BYTES];
	staging_t staging, other;
	errinfo_t why;
	int fd;

	(void)state;
	folder_make(folder);
	path_of(to, folder, "a");
	path_of(hidden, folder, ".a.tesuji-part");
	path_of(below, folder, "a/b");
	expect_refused("/", ERR_VALUE, "names no new folder");
	expect_refused(".", ERR_VALUE, "names no new folder");
	expect_refused("x/..", ERR_VALUE, "names no new folder");
	expect_refused("", ERR_VALUE, "names no new folder");
	expect_refused(below, ERR_IO, "No such file or directory");
	/* An empty folder that is there is as good as none. */
	assert_int_equal(mkdir(to, 0755), 0);
	assert_int_equal(staging_begin(&staging, to, &why), ERR_OK);
	expect_refused(to, ERR_BUSY, "another process is making it");
	assert_true(staging_is_within(&staging, folder));
	assert_true(staging_is_within(&staging, "/"));
	assert_false(staging_is_within(&staging, to));
	assert_false(staging_is_within(&staging, "/nothing"));
	assert_int_equal(staging_file(&staging, "", &fd, &why), ERR_OK);
	assert_int_equal(close(fd), 0);
	assert_int_equal(staging_end(&staging, &why), ERR_OK);
	expect_refused(to, ERR_VALUE, "is not empty");
	assert_int_equal(staging_begin(&other, below, &why), ERR_OK);
	assert_true(staging_is_within(&other, to));
	staging_drop(&other);
	folder_drop(to);
	/* What a killed process has left is taken over; what is somebody else's is not. */
	assert_int_equal(staging_begin(&staging, to, &why), ERR_OK);
	assert_int_equal(staging_file(&staging, "store", &fd, &why), ERR_OK);
	assert_int_equal(close(fd), 0);
	(void)close(staging.folder);
	(void)close(staging.parent);
	assert_int_equal(staging_begin(&staging, to, &why), ERR_OK);
	staging_drop(&staging);
	assert_int_equal(mkdir(hidden, 0700), 0);
	path_of(below, hidden, "mine");
	assert_int_equal(mkdir(below, 0700), 0);
	expect_refused(to, ERR_VALUE, "is in the way");
	assert_int_equal(rmdir(below), 0);
	assert_int_equal(rmdir(hidden), 0);
	assert_int_equal(symlink(folder, to), 0);
	expect_refused(to, ERR_VALUE, "is no folder");
	assert_int_equal(unlink(to), 0);
	assert_int_equal(rmdir(folder), 0);
}

static void finish(void *context)
{
	errinfo_t why;

	assert_int_equal(staging_end(context, &why), ERR_OK);
}

static void drop(void *context)
{
	staging_drop(context);
}

/* Two processes made a backup of the same name: one had opened the hidden folder when the other one
 * put it in its place, and emptied it there. */
static void test_bug_a_finished_backup_was_emptied(void **state)
{
	char folder[FOLDER_BYTES], to[FOLDER_BYTES], data[FOLDER_BYTES];
	staging_t first;
	errinfo_t why;
	int fd;

	(void)state;
	folder_make(folder);
	path_of(to, folder, "a");
	path_of(data, to, "data.mdb");
	assert_int_equal(staging_begin(&first, to, &why), ERR_OK);
	assert_int_equal(staging_file(&first, "", &fd, &why), ERR_OK);
	assert_int_equal(close(fd), 0);
	meanwhile.act = finish;
	meanwhile.context = &first;
	expect_refused(to, ERR_BUSY, "another process is making it");
	assert_int_equal(access(data, F_OK), 0);
	folder_drop(to);
	/* One that is given up meanwhile leaves nothing, and nothing is made in what it was. */
	assert_int_equal(staging_begin(&first, to, &why), ERR_OK);
	meanwhile.act = drop;
	expect_refused(to, ERR_BUSY, "another process is making it");
	assert_int_equal(rmdir(folder), 0);
}

/* The folder of a copy that was proved was locked by nobody when the store in it had been closed:
 * another process emptied it before it was put in its place. */
static void test_bug_a_proved_copy_was_taken_over(void **state)
{
	char folder[FOLDER_BYTES], to[FOLDER_BYTES], path[FOLDER_BYTES];
	store_config_t config = {.bytes = STORE_BYTES, .must_exist = true, .is_locked = true};
	backup_source_t source;
	backup_copied_t copied;
	staging_t staging;
	store_t *store;
	errinfo_t why;
	int fd;

	(void)state;
	folder_make(folder);
	path_of(path, folder, "store");
	path_of(to, folder, "a");
	store = store_at(path, STORE_BYTES);
	source = store_source(store);
	assert_int_equal(staging_begin(&staging, to, &why), ERR_OK);
	assert_int_equal(staging_file(&staging, "", &fd, &why), ERR_OK);
	assert_int_equal(backup_copy(&source, fd, &never, &copied, &why), ERR_OK);
	assert_int_equal(close(fd), 0);
	store_close(store);
	config.folder = staging.path;
	assert_int_equal(store_open(&config, &store, &why), ERR_OK);
	expect_refused(to, ERR_BUSY, "another process is making it");
	store_close(store);
	expect_refused(to, ERR_BUSY, "another process is making it");
	assert_int_equal(staging_end(&staging, &why), ERR_OK);
	store_close(store_at(to, STORE_BYTES)); /* nobody has it any more */
	folder_drop(to);
	folder_drop(path);
	assert_int_equal(rmdir(folder), 0);
}

/* A server that drained waited for the look at a large copy, which nothing could end. */
static void test_bug_the_look_at_a_copy_went_on_when_cancelled(void **state)
{
	static const _Atomic bool cancelled = true;
	backup_copied_t copied;
	staging_t staging;
	errinfo_t why;
	place_t p;
	int fd;

	(void)state;
	place_make(&p);
	assert_int_equal(staging_begin(&staging, p.to, &why), ERR_OK);
	assert_int_equal(staging_file(&staging, "journal", &fd, &why), ERR_OK);
	assert_int_equal(backup_copy(&p.source, fd, &never, &copied, &why), ERR_OK);
	assert_int_equal(backup_check(&p.source, fd, &cancelled, &copied, &why), ERR_CANCELLED);
	assert_non_null(strstr(why.text, "was not looked at: the look at its pages was given up"));
	assert_int_equal(backup_check(&p.source, fd, &never, &copied, &why), ERR_OK);
	assert_int_equal(close(fd), 0);
	staging_drop(&staging);
	place_drop(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_a_ledger_is_copied_between_two_commits),
	        cmocka_unit_test(test_a_store_is_copied_between_two_commits),
	        cmocka_unit_test(test_what_fails_leaves_nothing),
	        cmocka_unit_test(test_damage_is_found_in_the_copy),
	        cmocka_unit_test(test_where_a_folder_may_be_made),
	        cmocka_unit_test(test_bug_a_finished_backup_was_emptied),
	        cmocka_unit_test(test_bug_a_proved_copy_was_taken_over),
	        cmocka_unit_test(test_bug_the_look_at_a_copy_went_on_when_cancelled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
