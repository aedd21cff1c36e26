/* SPDX-License-Identifier: MIT
 * failpoint.c - countdowns, one for each place. */
#include "engine/solve/failpoint.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

static const char *const places[FAILPOINTS] = {
        [FAILPOINT_SLICE] = "slice",
        [FAILPOINT_SEARCH] = "search",
        [FAILPOINT_RESULT] = "result",
        [FAILPOINT_CERTIFICATE] = "certificate",
};

/* Passages of each place until the one that fails; 0: none will. Relaxed: a countdown. */
static _Atomic long until[FAILPOINTS];
static _Atomic bool armed;

void failpoint_set(failpoint_t place, long nth)
{
	atomic_store_explicit(&until[place], nth, memory_order_relaxed);
}

/* read_break reads PLACE:N; false: it is something else. */
static bool read_break(const char *text, failpoint_t *place, long *nth)
{
	enum { DIGITS_MOST = 9 }; /* bound: of what an int can hold */

	for (unsigned i = 0; i < FAILPOINTS; i++) {
		const size_t length = strlen(places[i]);
		const char *number = &text[length + 1];

		if (strncmp(text, places[i], length) != 0 || text[length] != ':')
			continue;
		*place = (failpoint_t)i;
		*nth = strtol(number, NULL, 10);
		return *nth > 0 && strlen(number) <= DIGITS_MOST &&
		       strspn(number, "0123456789") == strlen(number);
	}
	return false;
}

err_t failpoint_arm(errinfo_t *why)
{
	const char *text =
	        getenv("TESUJI_BREAK"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
	failpoint_t place;
	long nth;

	if (text == NULL || text[0] == '\0')
		return ERR_OK;
	if (!read_break(text, &place, &nth))
		return err_fail(
		        why, ERR_VALUE,
		        "TESUJI_BREAK: \"%.40s\" is not PLACE:N, with N from 1 on and one of "
		        "the places %s, %s, %s, %s",
		        text, places[FAILPOINT_SLICE], places[FAILPOINT_SEARCH],
		        places[FAILPOINT_RESULT], places[FAILPOINT_CERTIFICATE]);
	if (!atomic_exchange(&armed, true))
		failpoint_set(place, nth);
	return ERR_OK;
}

void failpoint_pass(failpoint_t place)
{
	bool broken_on_purpose = false;

	if (atomic_load_explicit(&until[place], memory_order_relaxed) > 0)
		broken_on_purpose =
		        atomic_fetch_sub_explicit(&until[place], 1, memory_order_relaxed) == 1;
	CHECK(!broken_on_purpose);
}
