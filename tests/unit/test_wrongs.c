/* SPDX-License-Identifier: MIT
 * test_wrongs.c - tokens that were wrong: known for a while, as many as there is room for.
 */
#include "clients/http/wrongs.h"

#include <string.h>

#include "tests/unit/seed.h"

static void draw(rng_t *rng, uint8_t mark[HMAC_BYTES])
{
	for (unsigned i = 0; i < HMAC_BYTES; i++)
		mark[i] = (uint8_t)rng_next(rng);
}

static void they_are_known_for_a_while(void **state)
{
	rng_t rng = seed_take();
	wrongs_t *w = wrongs_new();
	uint8_t mark[2][HMAC_BYTES];

	(void)state;
	assert_non_null(w);
	draw(&rng, mark[0]);
	memcpy(mark[1], mark[0], HMAC_BYTES);
	mark[1][HMAC_BYTES - 1] ^= 1; /* in the same place */
	wrongs_add(w, mark[0], 5);
	assert_true(wrongs_has(w, mark[0], 5));
	assert_true(wrongs_has(w, mark[0], 5 + WRONGS_MS - 1));
	assert_false(wrongs_has(w, mark[0], 5 + WRONGS_MS));
	assert_false(wrongs_has(w, mark[1], 5));
	wrongs_add(w, mark[1], 6);
	assert_true(wrongs_has(w, mark[0], 7) && wrongs_has(w, mark[1], 7));
	wrongs_forget(w);
	assert_false(wrongs_has(w, mark[0], 7) || wrongs_has(w, mark[1], 7));
	wrongs_free(w);
}

/* All in one place: the latest of them are known, and nobody else loses his. */
static void the_oldest_makes_room(void **state)
{
	enum { MARKS = 3 * WRONGS_WAYS };
	rng_t rng = seed_take();
	wrongs_t *w = wrongs_new();
	uint8_t mark[MARKS][HMAC_BYTES], elsewhere[HMAC_BYTES];

	(void)state;
	assert_non_null(w);
	draw(&rng, elsewhere);
	for (unsigned i = 0; i < MARKS; i++) {
		draw(&rng, mark[i]);
		memcpy(mark[i], elsewhere, sizeof(uint32_t));
		mark[i][0] ^= 1;
	}
	wrongs_add(w, elsewhere, 1);
	for (unsigned i = 0; i < MARKS; i++)
		wrongs_add(w, mark[i], 2 + i);
	for (unsigned i = 0; i < MARKS; i++)
		assert_int_equal(wrongs_has(w, mark[i], 2 + MARKS), i >= MARKS - WRONGS_WAYS);
	assert_true(wrongs_has(w, elsewhere, 2 + MARKS));
	wrongs_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(they_are_known_for_a_while),
	        cmocka_unit_test(the_oldest_makes_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
