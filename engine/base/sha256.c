/* SPDX-License-Identifier: MIT
 * sha256.c - see sha256.h. The names of functions and variables are those of FIPS 180-4. */
#include "engine/base/sha256.h"

#include "engine/base/check.h"

#include <string.h>

enum { ROUNDS = 64, LENGTH_AT = SHA256_BLOCK - 8 };

static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t K[ROUNDS] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};

static uint32_t rotr(uint32_t x, unsigned by)
{
	return x >> by | x << (32 - by);
}

static void compress(uint32_t H[8], const uint8_t *block)
{
	uint32_t W[ROUNDS], v[8];

	for (unsigned t = 0; t < 16; t++)
		W[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
		       (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (unsigned t = 16; t < ROUNDS; t++) {
		const uint32_t a = W[t - 15], b = W[t - 2];

		W[t] = W[t - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + W[t - 7] +
		       (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
	}
	memcpy(v, H, sizeof(v));
	for (unsigned t = 0; t < ROUNDS; t++) {
		const uint32_t a = v[0], e = v[4];
		const uint32_t t1 = v[7] + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) +
		                    ((e & v[5]) ^ (~e & v[6])) + K[t] + W[t];
		const uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) +
		                    ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

		memmove(&v[1], &v[0], 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (unsigned i = 0; i < 8; i++)
		H[i] += v[i];
}

void sha256_begin(sha256_t *sha)
{
	memset(sha, 0, sizeof(*sha));
	memcpy(sha->state, initial, sizeof(initial));
}

void sha256_add(sha256_t *sha, const void *bytes, size_t length)
{
	const uint8_t *from = bytes;

	while (length > 0) {
		const size_t at = sha->length % SHA256_BLOCK;
		const size_t part = length < SHA256_BLOCK - at ? length : SHA256_BLOCK - at;

		memcpy(&sha->block[at], from, part);
		sha->length += part;
		from += part;
		length -= part;
		if (at + part == SHA256_BLOCK)
			compress(sha->state, sha->block);
	}
}

void sha256_end(sha256_t *sha, uint8_t out[SHA256_BYTES])
{
	const uint64_t bits = sha->length * 8;
	const uint8_t one = 0x80, zero = 0;
	uint8_t length[8];

	sha256_add(sha, &one, 1);
	while (sha->length % SHA256_BLOCK != LENGTH_AT)
		sha256_add(sha, &zero, 1);
	assert(sha->length % SHA256_BLOCK == LENGTH_AT);
	for (unsigned i = 0; i < 8; i++)
		length[i] = (uint8_t)(bits >> (56 - 8 * i));
	sha256_add(sha, length, sizeof(length));
	assert(sha->length % SHA256_BLOCK == 0); /* every byte is in the state */
	for (unsigned i = 0; i < SHA256_BYTES; i++)
		out[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_hex(const uint8_t digest[SHA256_BYTES], char out[SHA256_HEX_BYTES])
{
	static const char digits[] = "0123456789abcdef";

	for (unsigned i = 0; i < SHA256_BYTES; i++) {
		out[2 * i] = digits[digest[i] >> 4];
		out[2 * i + 1] = digits[digest[i] & 0xf];
	}
	out[2 * SHA256_BYTES] = '\0';
}
