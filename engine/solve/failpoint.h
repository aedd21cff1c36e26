/* SPDX-License-Identifier: MIT
 * failpoint.h - places where a check can be made to fail, for tests: docs/development.md, "A broken
 * check".
 *
 * Threads   any.
 */
#ifndef ENGINE_SOLVE_FAILPOINT_H
#define ENGINE_SOLVE_FAILPOINT_H

#include "engine/base/err.h"

typedef enum {
	FAILPOINT_SLICE,       /* a worker begins to search */
	FAILPOINT_SEARCH,      /* it has searched for a while */
	FAILPOINT_RESULT,      /* the result of a job is made */
	FAILPOINT_CERTIFICATE, /* a certificate is made */
	FAILPOINTS
} failpoint_t;

/* failpoint_set makes the nth passage of a place from now on fail, 1 being the next; 0: none. */
void failpoint_set(failpoint_t place, long nth);

/* failpoint_arm does so as the environment's TESUJI_BREAK says, the first time that it is called.
 * A value that is not PLACE:N is refused each time with ERR_VALUE: a user who breaks a check on
 * purpose must not be left to believe that it held. */
err_t failpoint_arm(errinfo_t *why);

/* failpoint_pass is a passage: it fails a CHECK when its turn has come. */
void failpoint_pass(failpoint_t place);

#endif
