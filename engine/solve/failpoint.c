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

void failpoint_arm(void)
{
	const char *text =
	        getenv("TESUJI_BREAK"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */

	if (text == NULL || atomic_exchange(&armed, true))
		return;
	for (unsigned i = 0; i < FAILPOINTS; i++) {
		const size_t length = strlen(places[i]);

		if (strncmp(text, places[i], length) == 0 && text[length] == ':')
			failpoint_set((failpoint_t)i, strtol(&text[length + 1], NULL, 10));
	}
}

void failpoint_pass(failpoint_t place)
{
	bool broken_on_purpose = false;

	if (atomic_load_explicit(&until[place], memory_order_relaxed) > 0)
		broken_on_purpose =
		        atomic_fetch_sub_explicit(&until[place], 1, memory_order_relaxed) == 1;
	CHECK(!broken_on_purpose);
}
