/* SPDX-License-Identifier: MIT
 * batch_refusal.h - what it means for a collection that the daemon has refused a request.
 *
 * Ownership texts are borrowed until the next call on the session.
 * Threads   the main thread.
 * Errors    none.
 */
#ifndef CLIENTS_CLI_BATCH_REFUSAL_H
#define CLIENTS_CLI_BATCH_REFUSAL_H

#include <stdint.h>

#include "clients/cli/args.h"
#include "clients/cli/session.h"

typedef struct {
	enum {
		BATCH_REFUSAL_NOW,     /* the daemon is busy: again, at `retry_ms` */
		BATCH_REFUSAL_RUN,     /* all problems would be refused, or the daemon is lost */
		BATCH_REFUSAL_PROBLEM, /* this problem makes no sense; `text` says why */
	} of;
	int64_t retry_ms; /* of the monotonic clock */
	const char *text;
} batch_refusal_t;

/* batch_refusal_of looks at an error, which `text` is a part of. */
batch_refusal_t batch_refusal_of(const tesuji_error_t *why, const args_t *args);

#endif
