/* SPDX-License-Identifier: MIT
 * certificate.c - a certificate comes in pieces, which are written as they come. */
#include "clients/cli/certificate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/output.h"
#include "clients/cli/verdict.h"

static int put(void *user, const void *bytes, size_t length)
{
	return fwrite(bytes, 1, length, user) == length ? 0 : 1;
}

static exit_t fetch(const session_t *session, uint64_t job, const output_t *out)
{
	int rc = tesuji_certificate(session->handle, job, -1, put, out->to);

	if (rc < 0) {
		complain("%s: %s", out->name, tesuji_last_error(session->handle)->text);
		return exit_for_code((tesuji_code_t)rc);
	}
	if (rc != 0) {
		complain("%s: %s", out->name, strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	return EXIT_PROVEN;
}

exit_t certificate_save(const session_t *session, const tesuji_report_t *report, const char *path)
{
	output_t out;
	exit_t code;

	if (report->value == TESUJI_UNDECIDED || report->scope == TESUJI_SCOPE_HEURISTIC) {
		complain("no certificate: nothing is decided");
		return EXIT_PROVEN;
	}
	code = output_open(&out, path);
	return code == EXIT_PROVEN ? output_close(&out, fetch(session, report->job, &out)) : code;
}
