/* SPDX-License-Identifier: MIT
 * test_power.c - the power is cut at any moment: each change that a ledger was told to be written
 * is there afterwards, and none by half.
 *
 * This program has pwrite, writev and fdatasync of its own, which LMDB finds before those of the C
 * library. They keep an image of what the disk is bound to have: all that was written before the
 * last fdatasync of the data, and what was written by a descriptor that waits for the disk. Of
 * other writes a disk may have any sectors. At some of these calls an image is taken, with a random
 * choice of such sectors, and opened later as the data of a ledger. */
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "engine/store/ledger.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum {
	LEDGER_BYTES = LEDGER_LEAST_MIB << 20,
	IMAGE_BYTES = 2 * LEDGER_BYTES,
	SECTOR = 512,
	IDS = 24,
	ROUNDS = 250,
	CUT_OF = 12, /* one call in so many is followed by a cut */
	PENDING_MOST = 4096,
	BYTES_MOST = 6000,
};

/* What the ledger holds for an id: the number of the change that wrote it last; 0: none. */
typedef struct {
	uint64_t told[IDS], asked[IDS];
} model_t;

typedef struct {
	size_t at, count;
	uint8_t *bytes;
} pending_t;

static uint8_t image[IMAGE_BYTES], cut[IMAGE_BYTES];
static size_t image_length;
static pending_t pending[PENDING_MOST];
static unsigned pending_count, cuts;
static ino_t watched; /* the data; 0: nobody looks */
static rng_t rng;
static model_t model;
static char folder[FOLDER_BYTES], other[FOLDER_BYTES];

static bool is_watched(int fd)
{
	struct stat is;

	return watched != 0 && fstat(fd, &is) == 0 && is.st_ino == watched;
}

static void put_bytes(uint8_t *to, size_t *length, const pending_t *p, size_t from, size_t count)
{
	assert_true(p->at + from + count <= IMAGE_BYTES);
	memcpy(to + p->at + from, p->bytes + from, count);
	if (p->at + from + count > *length)
		*length = p->at + from + count;
}

static uint64_t content(uint64_t change, uint8_t bytes[BYTES_MOST])
{
	rng_t own = {change};
	const uint64_t count = 1 + rng_next(&own) % BYTES_MOST;

	for (uint64_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)rng_next(&own);
	return count;
}

/* see: what there is of an id is what was told last, or what was asked since. */
static void see(const ledger_name_t *name, const uint8_t *bytes, size_t count, void *context)
{
	static uint8_t expected[BYTES_MOST];
	bool *found = context;
	const uint64_t either[] = {model.told[name->id], model.asked[name->id]};
	bool is_one = false;

	assert_non_null(bytes);
	for (unsigned i = 0; i < 2; i++)
		is_one = is_one || (either[i] != 0 && content(either[i], expected) == count &&
		                    memcmp(bytes, expected, count) == 0);
	assert_true(is_one);
	found[name->id] = true;
}

/* cut_now takes an image, and opens it. */
static void cut_now(void)
{
	const ino_t former = watched;
	bool found[IDS] = {false};
	char path[FOLDER_BYTES + 16];
	size_t length = image_length;
	errinfo_t why = {.code = ERR_OK};
	ledger_t *l;
	int fd;

	watched = 0;
	memcpy(cut, image, sizeof(cut));
	for (unsigned i = 0; i < pending_count; i++)
		for (size_t from = 0; from < pending[i].count; from += SECTOR)
			if (rng_next(&rng) % 2 != 0)
				put_bytes(cut, &length, &pending[i], from,
				          pending[i].count - from < SECTOR ? pending[i].count - from
				                                           : SECTOR);
	(void)snprintf(path, sizeof(path), "%s/data.mdb", other);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, cut, length), length);
	assert_int_equal(close(fd), 0);
	if (ledger_open(other, LEDGER_BYTES, &l, &why) != ERR_OK)
		fail_msg("cut %u: %s", cuts, why.text);
	assert_int_equal(ledger_read(l, see, found, &why), ERR_OK);
	for (unsigned id = 0; id < IDS; id++)
		assert_true(found[id] || model.told[id] == 0 || model.asked[id] == 0);
	ledger_close(l);
	cuts++;
	watched = former;
}

static void maybe_cut(void)
{
	if (rng_next(&rng) % CUT_OF == 0)
		cut_now();
}

static void note(int fd, const void *bytes, size_t count, off_t at)
{
	pending_t *p = &pending[pending_count];

	assert_true(pending_count < PENDING_MOST);
	*p = (pending_t){.at = (size_t)at, .count = count, .bytes = malloc(count)};
	assert_non_null(p->bytes);
	memcpy(p->bytes, bytes, count);
	pending_count++;
	maybe_cut();
	if ((fcntl(fd, F_GETFL) & O_DSYNC) == 0)
		return;
	put_bytes(image, &image_length, p, 0, count);
	free(p->bytes);
	pending_count--;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): its names are reserved */
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
	static ssize_t (*real)(int, const void *, size_t, off_t);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "pwrite");
	if (is_watched(fd))
		note(fd, bytes, count, at);
	return real(fd, bytes, count, at);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): its names are reserved */
ssize_t writev(int fd, const struct iovec *part, int count)
{
	static ssize_t (*real)(int, const struct iovec *, int);
	off_t at = is_watched(fd) ? lseek(fd, 0, SEEK_CUR) : -1;

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "writev");
	for (int i = 0; at >= 0 && i < count; at += (off_t)part[i++].iov_len)
		note(fd, part[i].iov_base, part[i].iov_len, at);
	return real(fd, part, count);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): its names are reserved */
int fdatasync(int fd)
{
	static int (*real)(int);
	const bool is_noted = is_watched(fd);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
	if (is_noted)
		maybe_cut();
	for (unsigned i = 0; is_noted && i < pending_count; i++) {
		put_bytes(image, &image_length, &pending[i], 0, pending[i].count);
		free(pending[i].bytes);
	}
	pending_count = is_noted ? 0 : pending_count;
	return real(fd);
}

/* change_some writes or drops some ids in one commit. */
static void change_some(ledger_t *l, uint64_t *number)
{
	static uint8_t bytes[IDS][BYTES_MOST];
	ledger_change_t change[IDS];
	errinfo_t why = {.code = ERR_OK};
	unsigned count = 0;

	for (unsigned id = 0; id < IDS; id++) {
		if (rng_next(&rng) % 4 != 0)
			continue;
		change[count] = (ledger_change_t){.what = LEDGER_DROP, .name = {.id = id}};
		model.asked[id] = 0;
		if (rng_next(&rng) % 4 != 0) {
			model.asked[id] = ++*number;
			change[count].what = LEDGER_PUT;
			change[count].bytes = bytes[id];
			change[count].count = content(*number, bytes[id]);
		}
		if (count > 0)
			change[count - 1].next = &change[count];
		count++;
	}
	if (count == 0)
		return;
	if (ledger_write(l, change, &why) != ERR_OK)
		fail_msg("%s", why.text);
	memcpy(model.told, model.asked, sizeof(model.told));
	maybe_cut(); /* it was told to be written */
}

static void test_what_was_told_is_there(void **state)
{
	char path[FOLDER_BYTES + 16];
	const char *given = getenv("TESUJI_ROUNDS");
	const unsigned rounds = given != NULL ? (unsigned)strtoul(given, NULL, 0) : ROUNDS;
	uint64_t number = 0;
	errinfo_t why;
	struct stat is;
	ledger_t *l;
	int fd;

	(void)state;
	rng = seed_take();
	folder_make(folder);
	folder_make(other);
	assert_int_equal(ledger_open(folder, LEDGER_BYTES, &l, &why), ERR_OK);
	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	fd = open(path, O_RDONLY);
	assert_int_equal(fstat(fd, &is), 0);
	image_length = (size_t)pread(fd, image, sizeof(image), 0);
	assert_int_equal(image_length, is.st_size);
	assert_int_equal(close(fd), 0);
	watched = is.st_ino;
	for (unsigned i = 0; i < rounds; i++)
		change_some(l, &number);
	watched = 0;
	ledger_close(l);
	print_message("%u cuts, %llu changes\n", cuts, (unsigned long long)number);
	assert_true(cuts > rounds / CUT_OF);
	folder_drop(folder);
	folder_drop(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_what_was_told_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
