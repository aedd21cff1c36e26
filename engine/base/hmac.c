/* SPDX-License-Identifier: MIT
 * hmac.c - see hmac.h. */
#include "engine/base/hmac.h"

#include <sys/random.h>
#include <sys/types.h>

enum { INNER_PAD = 0x36, OUTER_PAD = 0x5c };

bool hmac_random(uint8_t *out, size_t length)
{
	/* So many come whole, once the kernel has any. */
	return getrandom(out, length, 0) == (ssize_t)length;
}

/* half is one of the two passes. */
static void half(const hmac_key_t *key, uint8_t pad, const void *bytes, size_t length,
                 uint8_t out[HMAC_BYTES])
{
	uint8_t block[SHA256_BLOCK]; /* the key, and zeros behind it */
	sha256_t sha;

	for (unsigned i = 0; i < SHA256_BLOCK; i++)
		block[i] = (i < HMAC_KEY_BYTES ? key->byte[i] : 0) ^ pad;
	sha256_begin(&sha);
	sha256_add(&sha, block, sizeof(block));
	sha256_add(&sha, bytes, length);
	sha256_end(&sha, out);
}

void hmac_make(const hmac_key_t *key, const void *bytes, size_t length, uint8_t out[HMAC_BYTES])
{
	uint8_t inner[HMAC_BYTES];

	half(key, INNER_PAD, bytes, length, inner);
	half(key, OUTER_PAD, inner, sizeof(inner), out);
}

bool hmac_same(const void *a, const void *b, size_t length)
{
	const uint8_t *one = a, *two = b;
	unsigned differs = 0;

	for (size_t i = 0; i < length; i++)
		differs |= one[i] ^ two[i];
	return differs == 0;
}
