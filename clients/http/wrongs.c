/* SPDX-License-Identifier: MIT
 * wrongs.c - see wrongs.h. A mark is as good as random, and nobody can choose one: its first bytes
 * are its hash.
 */
#include "clients/http/wrongs.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	uint8_t mark[HMAC_BYTES];
	uint64_t until; /* 0: the place is free */
} wrong_t;

struct wrongs {
	wrong_t wrong[WRONGS_MOST];
};

wrongs_t *wrongs_new(void)
{
	return calloc(1, sizeof(wrongs_t));
}

void wrongs_free(wrongs_t *wrongs)
{
	free(wrongs);
}

/* ways_of returns the number of the first of the places in which a mark may be. */
static size_t ways_of(const uint8_t mark[HMAC_BYTES])
{
	uint32_t hash;

	memcpy(&hash, mark, sizeof(hash));
	return (size_t)(hash % (WRONGS_MOST / WRONGS_WAYS)) * WRONGS_WAYS;
}

void wrongs_add(wrongs_t *w, const uint8_t mark[HMAC_BYTES], uint64_t now)
{
	wrong_t *ways = &w->wrong[ways_of(mark)], *oldest = &ways[0];

	for (unsigned i = 1; i < WRONGS_WAYS; i++)
		if (ways[i].until < oldest->until)
			oldest = &ways[i];
	memcpy(oldest->mark, mark, sizeof(oldest->mark));
	oldest->until = now + WRONGS_MS;
}

bool wrongs_has(const wrongs_t *w, const uint8_t mark[HMAC_BYTES], uint64_t now)
{
	const wrong_t *ways = &w->wrong[ways_of(mark)];

	for (unsigned i = 0; i < WRONGS_WAYS; i++)
		if (ways[i].until > now && hmac_same(ways[i].mark, mark, HMAC_BYTES))
			return true;
	return false;
}

void wrongs_forget(wrongs_t *w)
{
	memset(w, 0, sizeof(*w));
}
