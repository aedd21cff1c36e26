/* SPDX-License-Identifier: MIT
 * wrongs.h - tokens that the daemon has found wrong, by their marks (bearers.h): it is not asked
 * again about one for WRONGS_MS.
 *
 * Bounds    WRONGS_MOST are known; one more takes the place of the oldest of the WRONGS_WAYS that
 *           share its place.
 *
 * Ownership the caller of wrongs_new owns it.
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_WRONGS_H
#define CLIENTS_HTTP_WRONGS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/hmac.h"

enum {
	WRONGS_MOST = 4096,
	WRONGS_WAYS = 4,   /* places in which one may be */
	WRONGS_MS = 60000, /* until the daemon may be asked about it again */
};

typedef struct wrongs wrongs_t;

/* wrongs_new makes an empty table; NULL: no memory. wrongs_free accepts NULL. */
wrongs_t *wrongs_new(void);
void wrongs_free(wrongs_t *wrongs);

/* wrongs_add remembers a mark, wrongs_has tells whether it is known; `now` in ms. wrongs_forget
 * forgets all. */
void wrongs_add(wrongs_t *wrongs, const uint8_t mark[HMAC_BYTES], uint64_t now);
bool wrongs_has(const wrongs_t *wrongs, const uint8_t mark[HMAC_BYTES], uint64_t now);
void wrongs_forget(wrongs_t *wrongs);

#endif
