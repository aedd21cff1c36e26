/* SPDX-License-Identifier: MIT
 * certificate.c - what is there of a file when fetching fails is removed: half a certificate is
 * none. A device or a pipe is left where it is. */
#include "clients/cli/certificate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "clients/cli/complain.h"
#include "clients/cli/verdict.h"

static int put(void *user, const void *bytes, size_t length)
{
	return fwrite(bytes, 1, length, user) == length ? 0 : 1;
}

static exit_t fetch(const session_t *session, uint64_t job, FILE *out, const char *name)
{
	int rc = tesuji_certificate(session->handle, job, -1, put, out);

	if (rc < 0) {
		complain("%s: %s", name, tesuji_last_error(session->handle)->text);
		return exit_for_code((tesuji_code_t)rc);
	}
	if (rc != 0 || fflush(out) != 0) {
		complain("%s: %s", name, strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	return EXIT_PROVEN;
}

static bool is_file(FILE *out)
{
	struct stat about;

	return fstat(fileno(out), &about) == 0 && S_ISREG(about.st_mode);
}

exit_t certificate_save(const session_t *session, const tesuji_report_t *report, const char *path)
{
	const bool to_stdout = strcmp(path, "-") == 0;
	bool removable;
	FILE *out;
	exit_t code;

	if (report->value == TESUJI_UNDECIDED || report->scope == TESUJI_SCOPE_HEURISTIC) {
		complain("no certificate: nothing is decided");
		return EXIT_PROVEN;
	}
	out = to_stdout ? stdout : fopen(path, "wb");
	if (out == NULL) {
		complain("%s: %s", path, strerror(errno));
		return EXIT_INPUT_OUTPUT;
	}
	removable = !to_stdout && is_file(out);
	code = fetch(session, report->job, out, to_stdout ? "standard output" : path);
	if (!to_stdout && fclose(out) != 0 && code == EXIT_PROVEN) {
		complain("%s: %s", path, strerror(errno));
		code = EXIT_INPUT_OUTPUT;
	}
	if (removable && code != EXIT_PROVEN)
		(void)remove(path);
	return code;
}
