/* SPDX-License-Identifier: MIT
 * store_damage.h - ways in which the data of a store may be wrong. */
#ifndef TESTS_UNIT_STORE_DAMAGE_H
#define TESTS_UNIT_STORE_DAMAGE_H

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "engine/store/fact_record.h"
#include "tests/unit/store_help.h"

enum { DAMAGE_PAGE = 4096, DAMAGE_MOST = 8 << 20, DAMAGE_BYTES = 200, DAMAGE_META = 160 };

/* A data file in memory; `older` is what it was some commits before. */
typedef struct {
	size_t bytes, older_bytes;
	uint8_t byte[DAMAGE_MOST], older[DAMAGE_MOST];
} image_t;

/* The kinds: what is damaged before the store is opened, then what is while it is open. */
#define DAMAGE_TABLE(X)        \
	X(DAMAGE_BIT)          \
	X(DAMAGE_BYTE)         \
	X(DAMAGE_HEAD)         \
	X(DAMAGE_POINTERS)     \
	X(DAMAGE_NODE)         \
	X(DAMAGE_METAS)        \
	X(DAMAGE_MANY)         \
	X(DAMAGE_ZEROED)       \
	X(DAMAGE_SWAPPED)      \
	X(DAMAGE_COPIED)       \
	X(DAMAGE_STALE)        \
	X(DAMAGE_SHORT)        \
	X(DAMAGE_LONG)         \
	X(DAMAGE_GARBAGE)      \
	X(DAMAGE_RESEALED)     \
	X(DAMAGE_LOCKS)        \
	X(DAMAGE_KIND_OF_FILE) \
	X(DAMAGE_SHORT_WHILE)  \
	X(DAMAGE_MANY_WHILE)   \
	X(DAMAGE_REMOVED_WHILE)

#define DAMAGE_NAME(name) #name,
#define DAMAGE_ROW(name)  name,
typedef enum { DAMAGE_TABLE(DAMAGE_ROW) DAMAGES } damage_t;
static const char *const damage_names[] = {DAMAGE_TABLE(DAMAGE_NAME)};

static inline uint8_t *damage_page(image_t *m, rng_t *rng)
{
	return m->byte + DAMAGE_PAGE * rng_below(rng, (unsigned)(m->bytes / DAMAGE_PAGE));
}

static inline void damage_garble(uint8_t *at, size_t bytes, rng_t *rng)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)rng_next(rng);
}

/* damage_reseal changes a record, and gives it the sum of what it now says. */
static inline void damage_reseal(image_t *m, rng_t *rng)
{
	for (size_t at = rng_below(rng, (unsigned)m->bytes); at + PACKED_MAX < m->bytes; at++) {
		uint8_t *record = m->byte + at - PACKED_HEAD;
		size_t bytes = PACKED_HEAD;
		fact_record_t r;

		if (at < PACKED_HEAD || memcmp(m->byte + at, "gomoku", 6) != 0)
			continue;
		while (bytes < PACKED_MAX && !fact_record_is_sound(record, bytes))
			bytes++;
		if (!fact_record_open(record, bytes, &r))
			continue;
		for (unsigned i = 0; i < 3; i++)
			record[4 + rng_below(rng, (unsigned)bytes - 4)] = (uint8_t)rng_next(rng);
		fact_record_seal(record, bytes);
		return;
	}
}

/* damage_page_of changes one of the image's pages; damage_do has drawn them. */
static inline void damage_page_of(damage_t kind, image_t *m, uint8_t *page, uint8_t *other,
                                  rng_t *rng)
{
	uint8_t kept[DAMAGE_PAGE];
	size_t at;

	switch (kind) {
	case DAMAGE_HEAD:
		page[rng_below(rng, 16)] ^= (uint8_t)(1 << rng_below(rng, 8));
		break;
	case DAMAGE_POINTERS:
		damage_garble(page + 16 + rng_below(rng, 64), 1, rng);
		break;
	case DAMAGE_NODE: /* the head of one */
		at = (size_t)page[16] | (size_t)page[17] << 8;
		damage_garble(page + (at < DAMAGE_PAGE - 8 ? at + rng_below(rng, 8) : 0), 1, rng);
		break;
	case DAMAGE_ZEROED:
		memset(page, 0, DAMAGE_PAGE);
		break;
	case DAMAGE_SWAPPED:
		memcpy(kept, page, DAMAGE_PAGE);
		memcpy(page, other, DAMAGE_PAGE);
		memcpy(other, kept, DAMAGE_PAGE);
		break;
	case DAMAGE_COPIED:
		memcpy(page, other, DAMAGE_PAGE);
		break;
	case DAMAGE_STALE: /* a write that never came to the disk */
		at = (size_t)(page - m->byte);
		if (at < m->older_bytes)
			memcpy(page, m->older + at, DAMAGE_PAGE);
		break;
	default:
		break;
	}
}

/* damage_do changes the image. */
static inline void damage_do(damage_t kind, image_t *m, rng_t *rng)
{
	uint8_t *page = damage_page(m, rng), *other = damage_page(m, rng);
	size_t at = rng_below(rng, (unsigned)m->bytes);

	switch (kind) {
	case DAMAGE_BIT:
		m->byte[at] ^= (uint8_t)(1 << rng_below(rng, 8));
		break;
	case DAMAGE_BYTE:
		damage_garble(m->byte + at, 1, rng);
		break;
	case DAMAGE_METAS:
		damage_garble(m->byte + (rng_below(rng, 2) ? DAMAGE_PAGE : 0) +
		                      rng_below(rng, DAMAGE_META),
		              1 + rng_below(rng, 8), rng);
		break;
	case DAMAGE_MANY:
	case DAMAGE_MANY_WHILE:
		for (unsigned i = 0; i < DAMAGE_BYTES; i++)
			damage_garble(m->byte + rng_below(rng, (unsigned)m->bytes), 1, rng);
		break;
	case DAMAGE_SHORT:
	case DAMAGE_SHORT_WHILE:
		m->bytes = rng_below(rng, 4) == 0 ? at / DAMAGE_PAGE * DAMAGE_PAGE : at;
		break;
	case DAMAGE_LONG:
		at = rng_below(rng, 64 << 10);
		damage_garble(m->byte + m->bytes, at, rng);
		m->bytes += at;
		break;
	case DAMAGE_GARBAGE:
		m->bytes = at;
		damage_garble(m->byte, at, rng);
		break;
	case DAMAGE_RESEALED:
		damage_reseal(m, rng);
		break;
	default:
		damage_page_of(kind, m, page, other, rng);
	}
}

/* damage_files changes what else is in the folder; false: nothing may open. */
static inline void damage_files(damage_t kind, const char *folder, rng_t *rng)
{
	static const char *const names[] = {"data.mdb", "tesuji.lock", "lock.mdb"};
	static const char *const links[] = {"/dev/zero", "/dev/null", "/proc/self/mem", "nowhere",
	                                    "data.mdb"};
	const char *name = names[rng_below(rng, kind == DAMAGE_KIND_OF_FILE ? 2 : 3)];
	char path[FOLDER_BYTES + 16];
	uint8_t junk[DAMAGE_PAGE];
	int fd;

	if (kind == DAMAGE_LOCKS && strcmp(name, "data.mdb") == 0)
		name = "lock.mdb";
	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	(void)unlink(path);
	if (kind == DAMAGE_KIND_OF_FILE) {
		const unsigned what = rng_below(rng, 7);

		if (what == 0)
			assert_int_equal(mkdir(path, 0700), 0);
		else if (what == 1)
			assert_int_equal(mkfifo(path, 0600), 0);
		else
			assert_int_equal(symlink(links[what - 2], path), 0);
		return;
	}
	damage_garble(junk, sizeof(junk), rng);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, junk, rng_below(rng, sizeof(junk)) + 1) > 0, 1);
	(void)close(fd);
}

/* damage_write makes the data what the image says, in the file that is there. */
static inline void damage_write(const image_t *m, const char *folder)
{
	char path[FOLDER_BYTES + 16];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)m->bytes), 0);
	assert_int_equal(pwrite(fd, m->byte, m->bytes, 0), m->bytes);
	(void)close(fd);
}

#endif
