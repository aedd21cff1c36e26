/* SPDX-License-Identifier: MIT
 * hmac.h - HMAC-SHA256 (RFC 2104) under keys of 256 bits: what a program remembers of a secret that
 * it was shown, without keeping the secret.
 *
 * Ownership all storage is the caller's.
 * Threads   any.
 */
#ifndef ENGINE_BASE_HMAC_H
#define ENGINE_BASE_HMAC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/sha256.h"

enum { HMAC_BYTES = SHA256_BYTES, HMAC_KEY_BYTES = 32 };

typedef struct {
	uint8_t byte[HMAC_KEY_BYTES];
} hmac_key_t;

/* hmac_random writes up to 256 random bytes, of which a key or a secret is made; false, with errno:
 * the kernel has none. */
bool hmac_random(uint8_t *out, size_t length);

/* hmac_make writes the code of `length` bytes. */
void hmac_make(const hmac_key_t *key, const void *bytes, size_t length, uint8_t out[HMAC_BYTES]);

/* hmac_same compares two runs of bytes in a time that depends on their length alone. */
bool hmac_same(const void *a, const void *b, size_t length);

#endif
