/* SPDX-License-Identifier: MIT
 * test_ledger.c - records are found again when the ledger is opened anew; what is damaged, full or
 * gone costs what it must and no more. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/base/rng.h"
#include "engine/store/ledger.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum {
	IDS = 24,
	ITEMS = 3,
	KINDS = 2,
	SLOTS = IDS * ITEMS * KINDS,
	SMALL = LEDGER_LEAST_MIB << 20
};

/* What the ledger should have: bytes of a seed, by name. */
typedef struct {
	bool is_there;
	size_t count;
	uint64_t seed;
} slot_t;

typedef struct {
	slot_t slot[SLOTS];
	unsigned seen, damaged;
	uint64_t last; /* of the names: they are in order */
} model_t;

static slot_t *slot_of(model_t *m, const ledger_name_t *name)
{
	assert_true(name->id < IDS && name->item < ITEMS && name->kind < KINDS);
	return &m->slot[(name->id * ITEMS + name->item) * KINDS + name->kind];
}

static void fill(uint8_t *bytes, size_t count, uint64_t seed)
{
	rng_t rng = {seed};

	for (size_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)rng_next(&rng);
}

static ledger_t *open_at(const char *folder)
{
	errinfo_t why = {.code = ERR_OK};
	ledger_t *l;

	if (ledger_open(folder, SMALL, &l, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return l;
}

static void seen(const ledger_name_t *name, const uint8_t *bytes, size_t count, void *context)
{
	static uint8_t expected[LEDGER_RECORD_MOST];
	model_t *m = context;
	const uint64_t number = (name->id * ITEMS + name->item) * KINDS + name->kind + 1;
	slot_t *slot;

	m->seen++;
	if (bytes == NULL) {
		m->damaged++;
		return;
	}
	slot = slot_of(m, name);
	assert_true(number > m->last);
	m->last = number;
	assert_true(slot->is_there);
	assert_int_equal(count, slot->count);
	fill(expected, count, slot->seed);
	assert_memory_equal(bytes, expected, count);
}

/* compare reads all of the ledger; it returns how many records were damaged. */
static unsigned compare(ledger_t *l, model_t *m)
{
	unsigned expected = 0;
	errinfo_t why;

	m->seen = m->damaged = 0;
	m->last = 0;
	assert_int_equal(ledger_read(l, seen, m, &why), ERR_OK);
	for (unsigned i = 0; i < SLOTS; i++)
		expected += m->slot[i].is_there;
	assert_int_equal(m->seen, expected);
	return m->damaged;
}

/* draw makes a change at random, and notes it in the model. */
static void draw(rng_t *rng, model_t *m, ledger_change_t *change, uint8_t *bytes)
{
	const size_t most = rng_below(rng, 8) == 0 ? 40000 : 3000;

	*change = (ledger_change_t){.name = {.id = rng_below(rng, IDS),
	                                     .item = rng_below(rng, ITEMS),
	                                     .kind = (uint8_t)rng_below(rng, KINDS)}};
	if (rng_below(rng, 5) == 0) {
		change->what = LEDGER_DROP;
		memset(&m->slot[change->name.id * ITEMS * KINDS], 0,
		       ITEMS * KINDS * sizeof(m->slot[0]));
		return;
	}
	change->count = rng_below(rng, (uint32_t)most);
	change->bytes = bytes;
	*slot_of(m, &change->name) =
	        (slot_t){.is_there = true, .count = change->count, .seed = rng_next(rng)};
	fill(bytes, change->count, slot_of(m, &change->name)->seed);
}

/* write_some writes a few changes, in one go. */
static void write_some(ledger_t *l, rng_t *rng, model_t *m)
{
	enum { MOST = 5 };
	static uint8_t bytes[MOST][40000];
	const unsigned count = 1 + rng_below(rng, MOST);
	ledger_change_t change[MOST];
	errinfo_t why = {.code = ERR_OK};

	for (unsigned i = 0; i < count; i++) {
		draw(rng, m, &change[i], bytes[i]);
		if (i > 0)
			change[i - 1].next = &change[i];
	}
	if (ledger_write(l, change, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

static err_t put(ledger_t *l, model_t *m, uint64_t id, size_t count, errinfo_t *why)
{
	static uint8_t bytes[LEDGER_RECORD_MOST];
	ledger_change_t change = {.name = {.id = id}, .bytes = bytes, .count = count};
	const err_t err = (fill(bytes, count, id), ledger_write(l, &change, why));

	assert_int_equal(change.err, err);
	if (err == ERR_OK)
		*slot_of(m, &change.name) = (slot_t){.is_there = true, .count = count, .seed = id};
	return err;
}

static void test_records_are_found_again(void **state)
{
	model_t m = {.seen = 0};
	rng_t rng = seed_take();
	char folder[FOLDER_BYTES];
	ledger_t *l;

	(void)state;
	folder_make(folder);
	l = open_at(folder);
	for (unsigned round = 0; round < 12; round++) {
		for (unsigned i = 0; i < 10; i++)
			write_some(l, &rng, &m);
		assert_int_equal(compare(l, &m), 0);
		ledger_close(l);
		l = open_at(folder);
		assert_int_equal(compare(l, &m), 0);
	}
	assert_true(ledger_used(l) > 0 && ledger_used(l) < ledger_room(l));
	ledger_close(l);
	folder_drop(folder);
}

static void test_a_record_of_every_length(void **state)
{
	model_t m = {.seen = 0};
	char folder[FOLDER_BYTES];
	errinfo_t why;
	ledger_t *l;

	(void)state;
	folder_make(folder);
	l = open_at(folder);
	for (size_t count = 1880; count < 1910; count++)
		assert_int_equal(put(l, &m, count % IDS, count, &why), ERR_OK);
	assert_int_equal(put(l, &m, 0, 0, &why), ERR_OK);
	assert_int_equal(put(l, &m, 1, LEDGER_RECORD_MOST, &why), ERR_OK);
	assert_int_equal(compare(l, &m), 0);
	assert_int_equal(put(l, &m, 1, 3, &why), ERR_OK); /* no part of the longer one is left */
	assert_int_equal(compare(l, &m), 0);
	ledger_close(l);
	folder_drop(folder);
}

static void test_a_full_ledger_drops_and_takes_again(void **state)
{
	static uint8_t bytes[LEDGER_RECORD_MOST];
	model_t m = {.seen = 0};
	char folder[FOLDER_BYTES];
	ledger_change_t change[3];
	errinfo_t why;
	ledger_t *l;
	uint32_t item = 0;

	(void)state;
	folder_make(folder);
	l = open_at(folder);
	assert_int_equal(put(l, &m, 5, 1000, &why), ERR_OK);
	do {
		change[0] = (ledger_change_t){.name = {.id = 1000, .item = item++},
		                              .bytes = bytes,
		                              .count = LEDGER_RECORD_MOST};
	} while (ledger_write(l, change, &why) == ERR_OK);
	assert_int_equal(why.code, ERR_LIMIT);
	assert_non_null(strstr(why.text, "is full"));
	assert_false(ledger_is_lost(l));
	/* Of three changes the one that has no room fails, by itself. */
	change[0] = (ledger_change_t){.next = &change[1], .what = LEDGER_LOOK};
	change[1] = (ledger_change_t){.next = &change[2],
	                              .name = {.id = 1001},
	                              .bytes = bytes,
	                              .count = LEDGER_RECORD_MOST};
	change[2] = (ledger_change_t){.what = LEDGER_DROP, .name = {.id = 1000}};
	assert_int_equal(ledger_write(l, change, &why), ERR_LIMIT);
	assert_int_equal(change[0].err, ERR_OK);
	assert_int_equal(change[1].err, ERR_LIMIT);
	assert_int_equal(change[2].err, ERR_OK);
	assert_int_equal(put(l, &m, 6, 50000, &why), ERR_OK);
	assert_int_equal(compare(l, &m), 0);
	ledger_close(l);
	folder_drop(folder);
}

/* The data may not grow: as on a full disk whose file system does not take blocks beforehand. */
static void test_a_disk_that_is_full_for_a_while(void **state)
{
	const struct rlimit none = {4096 * 3, RLIM_INFINITY};
	model_t m = {.seen = 0};
	char folder[FOLDER_BYTES];
	struct rlimit former;
	errinfo_t why;
	ledger_t *l;

	(void)state;
	(void)signal(SIGXFSZ, SIG_IGN);
	folder_make(folder);
	l = open_at(folder);
	assert_int_equal(put(l, &m, 1, 100, &why), ERR_OK);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &former), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
	assert_int_equal(put(l, &m, 2, 60000, &why), ERR_IO);
	assert_non_null(strstr(why.text, "cannot be written"));
	assert_int_equal(put(l, &m, 3, 60000, &why), ERR_IO);
	assert_false(ledger_is_lost(l));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &former), 0);
	assert_int_equal(put(l, &m, 2, 60000, &why), ERR_OK);
	assert_int_equal(compare(l, &m), 0);
	ledger_close(l);
	l = open_at(folder);
	assert_int_equal(compare(l, &m), 0);
	ledger_close(l);
	folder_drop(folder);
}

static void test_what_others_change_is_lost_and_no_crash(void **state)
{
	enum { CUT, GROWN, GONE, WAYS };
	char folder[FOLDER_BYTES], path[FOLDER_BYTES + 16];

	(void)state;
	for (unsigned way = 0; way < WAYS; way++) {
		model_t m = {.seen = 0};
		errinfo_t why;
		ledger_t *l;

		folder_make(folder);
		(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
		l = open_at(folder);
		assert_int_equal(put(l, &m, 1, 60000, &why), ERR_OK);
		if (way == CUT)
			assert_int_equal(truncate(path, 8192), 0);
		else if (way == GROWN)
			assert_int_equal(truncate(path, 1 << 20), 0);
		else
			assert_int_equal(unlink(path), 0);
		assert_int_equal(put(l, &m, 2, 100, &why), ERR_IO);
		assert_true(ledger_is_lost(l));
		assert_int_equal(put(l, &m, 2, 100, &why), ERR_IO);
		assert_non_null(strstr(why.text, "start the server again"));
		ledger_close(l);
		folder_drop(folder);
	}
}

static void test_a_folder_belongs_to_one_process(void **state)
{
	char folder[FOLDER_BYTES];
	ledger_t *l, *other;
	errinfo_t why;

	(void)state;
	folder_make(folder);
	l = open_at(folder);
	assert_int_equal(ledger_open(folder, SMALL, &other, &why), ERR_BUSY);
	assert_string_equal(why.path, "ledger");
	assert_null(other);
	ledger_close(l);
	folder_drop(folder);
}

/* make_some writes a ledger with some records. */
static void make_some(const char *folder, model_t *m)
{
	ledger_t *l = open_at(folder);
	errinfo_t why;

	for (uint64_t id = 0; id < IDS; id++)
		assert_int_equal(put(l, m, id, 300 + 500 * (size_t)id, &why), ERR_OK);
	ledger_close(l);
}

static void test_one_damaged_record_costs_no_other(void **state)
{
	char folder[FOLDER_BYTES], path[FOLDER_BYTES + 16];
	static uint8_t data[SMALL], wanted[64];
	model_t m = {.seen = 0};
	const uint8_t *at;
	ssize_t length;
	ledger_t *l;
	int fd;

	(void)state;
	folder_make(folder);
	make_some(folder, &m);
	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	fd = open(path, O_RDWR);
	length = pread(fd, data, sizeof(data), 0);
	assert_true(length > 0);
	fill(wanted, sizeof(wanted), 7);
	/* LMDB leaves former copies of a page behind: all of them are damaged. */
	for (at = data; (at = memmem(at, (size_t)(data + length - at), wanted, sizeof(wanted)));
	     at++)
		assert_int_equal(pwrite(fd, "!?", 2, at - data + 20), 2);
	(void)close(fd);
	l = open_at(folder);
	assert_int_equal(compare(l, &m), 1);
	ledger_close(l);
	folder_drop(folder);
}

/* Damage anywhere: the data is refused with a clear line, or some records are; what is given out is
 * what was written. */
static void test_damage_is_refused_and_never_a_crash(void **state)
{
	char folder[FOLDER_BYTES], path[FOLDER_BYTES + 16];
	rng_t rng = seed_take();
	unsigned refused = 0, opened = 0;

	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		model_t m = {.seen = 0};
		errinfo_t why = {.code = ERR_OK};
		struct stat is;
		ledger_t *l;
		int fd;

		folder_make(folder);
		make_some(folder, &m);
		(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
		fd = open(path, O_RDWR);
		assert_int_equal(fstat(fd, &is), 0);
		for (unsigned i = rng_below(&rng, 4) + 1; i > 0; i--) {
			const uint8_t byte = (uint8_t)rng_next(&rng);

			assert_int_equal(
			        pwrite(fd, &byte, 1, rng_below(&rng, (uint32_t)is.st_size)), 1);
		}
		if (rng_below(&rng, 8) == 0)
			assert_int_equal(ftruncate(fd, rng_below(&rng, (uint32_t)is.st_size)), 0);
		(void)close(fd);
		if (ledger_open(folder, SMALL, &l, &why) == ERR_OK) {
			m.last = 0;
			assert_int_equal(ledger_read(l, seen, &m, &why), ERR_OK);
			assert_int_equal(put(l, &m, 3, 5000, &why), ERR_OK);
			ledger_close(l);
			opened++;
		} else {
			assert_int_equal(why.code, ERR_VALUE);
			assert_non_null(strstr(why.text, "move it away"));
			refused++;
		}
		folder_drop(folder);
	}
	print_message("opened %u, refused %u\n", opened, refused);
}

/* A process that is killed in the middle of writing leaves what it was told to be on the disk. */
static void test_killed_while_writing(void **state)
{
	rng_t rng = seed_take();
	char folder[FOLDER_BYTES];

	(void)state;
	for (unsigned round = 0; round < 10; round++) {
		int told[2], status;
		unsigned last = 0, now;
		model_t m = {.seen = 0};
		ledger_t *l;
		pid_t child;

		folder_make(folder);
		assert_int_equal(pipe(told), 0);
		child = fork();
		if (child == 0) {
			errinfo_t why;

			l = open_at(folder);
			for (now = 1; put(l, &m, now % IDS, 100 * (now % 40), &why) == ERR_OK;
			     now++)
				if (write(told[1], &now, sizeof(now)) != sizeof(now))
					break;
			_exit(1);
		}
		(void)close(told[1]);
		for (unsigned wait = 1 + rng_below(&rng, 60); last < wait;)
			if (read(told[0], &last, sizeof(last)) != sizeof(last))
				break;
		assert_int_equal(kill(child, SIGKILL), 0);
		assert_int_equal(waitpid(child, &status, 0), child);
		while (read(told[0], &now, sizeof(now)) == sizeof(now))
			last = now;
		(void)close(told[0]);
		for (now = 1; now <= last; now++)
			m.slot[now % IDS * ITEMS * KINDS] = (slot_t){
			        .is_there = true, .count = 100 * (now % 40), .seed = now % IDS};
		l = open_at(folder);
		/* The one after the last may be there, or not. */
		m.slot[now % IDS * ITEMS * KINDS].is_there = false;
		{
			errinfo_t why;

			assert_int_equal(put(l, &m, now % IDS, 100, &why), ERR_OK);
		}
		assert_int_equal(compare(l, &m), 0);
		ledger_close(l);
		folder_drop(folder);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_records_are_found_again),
	        cmocka_unit_test(test_a_record_of_every_length),
	        cmocka_unit_test(test_a_full_ledger_drops_and_takes_again),
	        cmocka_unit_test(test_a_disk_that_is_full_for_a_while),
	        cmocka_unit_test(test_what_others_change_is_lost_and_no_crash),
	        cmocka_unit_test(test_a_folder_belongs_to_one_process),
	        cmocka_unit_test(test_one_damaged_record_costs_no_other),
	        cmocka_unit_test(test_damage_is_refused_and_never_a_crash),
	        cmocka_unit_test(test_killed_while_writing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
