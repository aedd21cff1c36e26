/* SPDX-License-Identifier: MIT
 * batch_refusal.c - see batch_refusal.h.
 *
 * Design     A problem that makes no sense is one of many: it is told with its file and line, and
 *            the rest goes on. A limit of the command line that is out of range is wrong for all
 *            of them, and ends the run; one that the file gives is a fault of its problem.
 */
#include "clients/cli/batch_refusal.h"

#include <string.h>

#include "clients/cli/interrupt.h"
#include "clients/cli/request.h"
#include "clients/cli/verdict_exit.h"

enum { RETRY_MS = 50 };

/* is_lost tells whether an error is one of the connection, or of the daemon as a whole. */
static bool is_lost(tesuji_code_t code)
{
	return verdict_exit_for_code(code) != EXIT_BAD_INPUT;
}

/* is_of_file tells whether a field that says how to search has its value from the file. */
static bool is_of_file(const args_t *args, const char *path)
{
	if (strcmp(path, "params.limits.within") == 0)
		return args->within == TESUJI_DEFAULT;
	return strcmp(path, "params.limits.depth") == 0 && args->depth == TESUJI_DEFAULT;
}

/* text_of returns what is wrong, without the names of fields that are the problem's own. */
static const char *text_of(const tesuji_error_t *why, const char *path, size_t length)
{
	if (strncmp(path, "params.position", strlen("params.position")) == 0)
		return why->text + length + 2; /* ": " */
	return strncmp(path, "params.", strlen("params.")) == 0 ? why->text + strlen("params.")
	                                                        : why->text;
}

batch_refusal_t batch_refusal_of(const tesuji_error_t *why, const args_t *args)
{
	const int64_t wait_ms = why->retry_ms > 0 ? (int64_t)why->retry_ms : RETRY_MS;
	char path[TESUJI_ERROR_BYTES];
	const size_t length = tesuji_error_path(why, path, sizeof(path));

	if (why->code == TESUJI_E_BUSY)
		return (batch_refusal_t){.of = BATCH_REFUSAL_NOW,
		                         .retry_ms = interrupt_now() + wait_ms};
	if (is_lost(why->code) || (request_is_search(path) && !is_of_file(args, path)))
		return (batch_refusal_t){.of = BATCH_REFUSAL_RUN};
	return (batch_refusal_t){.of = BATCH_REFUSAL_PROBLEM, .text = text_of(why, path, length)};
}
