/* SPDX-License-Identifier: MIT
 * certificate.c - see certificate.h.
 *
 * Design     The daemon makes the certificate while a terminal sees its progress, and sends it in
 *            pieces, which are written as they come.
 */
#include "clients/cli/certificate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/output.h"
#include "clients/words/text.h"
#include "clients/cli/verdict_exit.h"

enum { STEP_MS = 100, MAKING_MOST_MS = 600000 };

/* Who takes the pieces, and whether one has come: what has begun cannot be asked for anew. */
typedef struct {
	const certificate_wait_t *wait;
	bool has_begun;
} pieces_t;

static int pass_on(void *user, const void *bytes, size_t length)
{
	pieces_t *pieces = user;

	pieces->has_begun = true;
	return pieces->wait->put(pieces->wait->to, bytes, length);
}

int certificate_fetch(const session_t *session, uint64_t job, const certificate_wait_t *wait)
{
	pieces_t pieces = {.wait = wait};
	bool again;
	int rc;

	do {
		rc = tesuji_certify(session->handle, job, wait->making, STEP_MS, pass_on, &pieces);
		if (rc == TESUJI_E_BUSY && !pieces.has_begun)
			(void)interrupt_wait(tesuji_fd(session->handle), interrupt_now() + STEP_MS);
		if (rc == TESUJI_E_TIMEOUT && wait->tick != NULL)
			wait->tick(wait->context);
		again = (rc == TESUJI_E_TIMEOUT || rc == TESUJI_E_BUSY) && !pieces.has_begun;
	} while (again && interrupt_signal() == 0);
	return rc;
}

static int put(void *user, const void *bytes, size_t length)
{
	return fwrite(bytes, 1, length, user) == length ? 0 : 1;
}

/* What a terminal sees. */
typedef struct {
	tesuji_making_t making;
	int shown; /* columns that were written */
} show_t;

static void show(void *context)
{
	show_t *s = context;
	text_t nodes;

	s->shown = fprintf(stderr, "\rmaking the certificate: %s nodes   ",
	                   text_count(&nodes, s->making.made));
}

/* make waits until the certificate is made, and writes it. */
static int make(const session_t *session, uint64_t job, const args_t *args, const output_t *out)
{
	const bool shows = !args->quiet && isatty(STDERR_FILENO) == 1;
	const bool ends = args->time_ms > 0 && args->time_ms < MAKING_MOST_MS;
	show_t s = {.making = {.time_ms = ends ? args->time_ms : 0, .nodes = args->nodes}};
	const certificate_wait_t wait = {.making = &s.making,
	                                 .put = put,
	                                 .to = out->to,
	                                 .tick = shows ? show : NULL,
	                                 .context = &s};
	int rc;

	interrupt_catch();
	rc = certificate_fetch(session, job, &wait);
	if (s.shown > 0)
		(void)fprintf(stderr, "\r%*s\r", s.shown, "");
	return rc;
}

static exit_t fetch(const session_t *session, uint64_t job, const args_t *args, const output_t *out)
{
	const int rc = make(session, job, args, out);

	if ((rc == TESUJI_E_TIMEOUT || rc == TESUJI_E_BUSY) && interrupt_signal() != 0) {
		complain("%s: interrupted while it was made", out->name);
		return interrupt_exit();
	}
	if (rc < 0) {
		complain("%s: %s", out->name, tesuji_last_error(session->handle)->text);
		return rc == TESUJI_E_LIMIT ? EXIT_LIMIT : verdict_exit_for_code((tesuji_code_t)rc);
	}
	if (rc != 0) {
		complain("%s: %s", out->name, strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	return EXIT_PROVEN;
}

exit_t certificate_save(const session_t *session, const tesuji_report_t *report, const args_t *args)
{
	output_t out;
	exit_t code;

	if (report->value == TESUJI_UNDECIDED || report->scope == TESUJI_SCOPE_HEURISTIC) {
		complain("no certificate: nothing is decided");
		return EXIT_PROVEN;
	}
	code = output_open(&out, args->certificate);
	return code == EXIT_PROVEN ? output_close(&out, fetch(session, report->job, args, &out))
	                           : code;
}
