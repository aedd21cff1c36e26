/* SPDX-License-Identifier: MIT
 * test_sums.c - SHA-256 against the examples of FIPS 180-4 and of NIST's CAVP, HMAC-SHA256 against
 * those of RFC 4231, CRC-32 against
 * zlib's check value and the definition bit by bit, both in pieces of every size. */
#include <stdbool.h>
#include <string.h>

#include "engine/base/crc32.h"
#include "engine/base/hmac.h"
#include "engine/base/sha256.h"
#include "tests/unit/seed.h"

enum { LONG = 1000000, PIECES = 300 };

static void digest_is(const void *bytes, size_t length, unsigned times, const char *want)
{
	sha256_t sha;
	uint8_t digest[SHA256_BYTES];
	char text[SHA256_HEX_BYTES];

	sha256_begin(&sha);
	for (unsigned i = 0; i < times; i++)
		sha256_add(&sha, bytes, length);
	sha256_end(&sha, digest);
	sha256_hex(digest, text);
	assert_string_equal(text, want);
}

static void sha256_of_known_texts(void **state)
{
	static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	static const char four[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
	                           "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

	(void)state;
	digest_is("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	digest_is("abc", 3, 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	digest_is(two, 56, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	digest_is(four, 112, 1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
	digest_is("a", 1, LONG, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	digest_is("\xbd", 1, 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
}

static void hmac_is(const char *key, size_t key_length, const void *bytes, size_t length,
                    const char *want)
{
	hmac_key_t padded = {0};
	uint8_t code[HMAC_BYTES];
	char text[SHA256_HEX_BYTES];

	memcpy(padded.byte, key, key_length); /* a short key has zeros behind it */
	hmac_make(&padded, bytes, length, code);
	sha256_hex(code, text);
	assert_string_equal(text, want);
}

static void hmac_of_known_texts(void **state)
{
	char key[20], bytes[50];

	(void)state;
	memset(key, 0x0b, sizeof(key));
	hmac_is(key, sizeof(key), "Hi There", 8,
	        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	hmac_is("Jefe", 4, "what do ya want for nothing?", 28,
	        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
	memset(key, 0xaa, sizeof(key));
	memset(bytes, 0xdd, sizeof(bytes));
	hmac_is(key, sizeof(key), bytes, sizeof(bytes),
	        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
	assert_true(hmac_same("abc", "abc", 3));
	assert_false(hmac_same("abc", "abd", 3));
}

static void pieces_make_no_difference(void **state)
{
	rng_t rng = seed_take();
	uint8_t bytes[PIECES];

	(void)state;
	for (unsigned i = 0; i < PIECES; i++)
		bytes[i] = (uint8_t)rng_next(&rng);
	for (unsigned step = 1; step < PIECES; step++) {
		uint8_t whole[SHA256_BYTES], parts[SHA256_BYTES];
		uint32_t crc = 0;
		sha256_t sha;

		sha256_begin(&sha);
		sha256_add(&sha, bytes, PIECES);
		sha256_end(&sha, whole);
		sha256_begin(&sha);
		for (unsigned at = 0; at < PIECES; at += step) {
			const unsigned length = PIECES - at < step ? PIECES - at : step;

			sha256_add(&sha, &bytes[at], length);
			crc = crc32_update(crc, &bytes[at], length);
		}
		sha256_end(&sha, parts);
		assert_memory_equal(whole, parts, sizeof(whole));
		assert_int_equal(crc, crc32_update(0, bytes, PIECES));
	}
}

/* bit_by_bit divides by the polynomial, lowest bit first. */
static uint32_t bit_by_bit(const uint8_t *bytes, size_t length)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < 8 * length; i++) {
		const bool bit = ((crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1) != 0;

		crc = crc >> 1 ^ (bit ? 0xedb88320 : 0);
	}
	return ~crc;
}

static void crc32_of_known_bytes(void **state)
{
	uint8_t bytes[256];

	(void)state;
	assert_int_equal(crc32_update(0, "123456789", 9), 0xcbf43926);
	assert_int_equal(crc32_update(0, "", 0), 0);
	for (unsigned i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (uint8_t)i;
		assert_int_equal(crc32_update(0, bytes, i + 1), bit_by_bit(bytes, i + 1));
		assert_int_equal(crc32_update(0, &bytes[i], 1), bit_by_bit(&bytes[i], 1));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(sha256_of_known_texts),
	        cmocka_unit_test(hmac_of_known_texts),
	        cmocka_unit_test(pieces_make_no_difference),
	        cmocka_unit_test(crc32_of_known_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
