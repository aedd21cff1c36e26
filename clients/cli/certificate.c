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

#include "clients/c/tesuji_proof.h"
#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/output.h"
#include "clients/words/text.h"
#include "clients/cli/verdict_exit.h"

enum { STEP_MS = 100, MAKING_MOST_MS = 600000 };

static int put(void *user, const void *bytes, size_t length)
{
	return fwrite(bytes, 1, length, user) == length ? 0 : 1;
}

/* make waits until the certificate is made, and writes it. */
static int make(const session_t *session, uint64_t job, const args_t *args, const output_t *out)
{
	const bool shows = !args->quiet && isatty(STDERR_FILENO) == 1;
	const bool ends = args->time_ms > 0 && args->time_ms < MAKING_MOST_MS;
	tesuji_making_t making = {.time_ms = ends ? args->time_ms : 0, .nodes = args->nodes};
	int shown = 0, rc;

	interrupt_catch();
	do {
		text_t nodes;

		rc = tesuji_certify(session->handle, job, &making, STEP_MS, put, out->to);
		if (shows && rc == TESUJI_E_TIMEOUT)
			shown = fprintf(stderr, "\rmaking the certificate: %s nodes   ",
			                text_count(&nodes, making.made));
	} while (rc == TESUJI_E_TIMEOUT && interrupt_signal() == 0);
	if (shown > 0)
		(void)fprintf(stderr, "\r%*s\r", shown, "");
	return rc;
}

static exit_t fetch(const session_t *session, uint64_t job, const args_t *args, const output_t *out)
{
	const int rc = make(session, job, args, out);

	if (rc == TESUJI_E_TIMEOUT && interrupt_signal() != 0) {
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
