/* SPDX-License-Identifier: MIT
 * sha256.h - SHA-256 (FIPS 180-4) of bytes that come in pieces.
 *
 * Ownership a sha256_t is plain storage of the caller's.
 * Threads   any.
 */
#ifndef ENGINE_BASE_SHA256_H
#define ENGINE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum {
	SHA256_BYTES = 32,
	SHA256_HEX_BYTES = 2 * SHA256_BYTES + 1, /* as text, the NUL included */
	SHA256_BLOCK = 64,
};

typedef struct {
	uint32_t state[8];
	uint64_t length; /* bytes so far, at most 2^61 - 1 */
	uint8_t block[SHA256_BLOCK];
} sha256_t;

/* Call sha256_begin, sha256_add any number of times, then sha256_end once, which writes the
 * digest. */
void sha256_begin(sha256_t *sha);
void sha256_add(sha256_t *sha, const void *bytes, size_t length);
void sha256_end(sha256_t *sha, uint8_t out[SHA256_BYTES]);

/* sha256_hex writes a digest in lower case. */
void sha256_hex(const uint8_t digest[SHA256_BYTES], char out[SHA256_HEX_BYTES]);

#endif
