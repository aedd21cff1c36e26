/* SPDX-License-Identifier: MIT
 * test_conformance.c - every registered game keeps what every game must keep. */
#include "tests/unit/conformance.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/table/epoch.h"

int main(void)
{
	int failed = 0;

	epoch_start();
	epoch_thread_join();
	for (const game_t *const *game = game_list(); *game != NULL; game++)
		failed += conformance_run(*game);
	epoch_barrier();
	epoch_thread_leave();
	CHECK(mem_live() == 0);
	return failed;
}
