/* SPDX-License-Identifier: MIT
 * certificate.c - half a certificate is none, and no reason to lose a whole one: it is written
 * beside the file of that name, which it replaces when it is all there. A device or a pipe is
 * written to as it is. Whether there is a place to write to is looked at before a search. */
#include "clients/cli/certificate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"
#include "clients/cli/verdict.h"

static const char suffix[] = ".XXXXXX"; /* of the name while it is written */

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

static exit_t no_place(const char *path, int error)
{
	complain("%s: %s", path, strerror(error));
	return EXIT_INPUT_OUTPUT;
}

/* is_replaced: is it written beside and then renamed? What is there and is no file is not. */
static bool is_replaced(const char *path)
{
	struct stat about;

	return stat(path, &about) != 0 || S_ISREG(about.st_mode);
}

exit_t certificate_place(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct stat about;
	char *folder;
	int error;

	if (args_is_standard(path))
		return EXIT_PROVEN;
	if (stat(path, &about) == 0) {
		if (S_ISDIR(about.st_mode))
			return no_place(path, EISDIR);
		if (access(path, W_OK) != 0)
			return no_place(path, errno);
		if (!S_ISREG(about.st_mode))
			return EXIT_PROVEN;
	}
	folder = slash == NULL   ? strdup(".")
	         : slash == path ? strdup("/")
	                         : strndup(path, (size_t)(slash - path));
	if (folder == NULL)
		return no_place(path, ENOMEM);
	error = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
	free(folder);
	return error == 0 ? EXIT_PROVEN : no_place(path, error);
}

/* save_as writes to what is there, or to the standard output. */
static exit_t save_as(const session_t *session, uint64_t job, const char *path)
{
	const bool to_stdout = args_is_standard(path);
	FILE *out = to_stdout ? stdout : fopen(path, "wb");
	exit_t code;

	if (out == NULL)
		return no_place(path, errno);
	code = fetch(session, job, out, to_stdout ? "standard output" : path);
	if (!to_stdout && fclose(out) != 0 && code == EXIT_PROVEN)
		code = no_place(path, errno);
	return code;
}

/* replace writes `made`, which mkstemp completes, and gives it the name. */
static exit_t replace(const session_t *session, uint64_t job, const char *path, char *made)
{
	const mode_t mask = umask(0);
	struct stat about;
	const mode_t mode = stat(path, &about) == 0 ? about.st_mode & 0777 : 0666 & ~mask;
	const int fd = mkstemp(made);
	FILE *out = fd >= 0 ? fdopen(fd, "wb") : NULL;
	exit_t code;

	(void)umask(mask);
	if (out == NULL) {
		code = no_place(path, errno);
		if (fd >= 0)
			(void)close(fd);
	} else {
		code = fetch(session, job, out, path);
		if (fchmod(fd, mode) != 0 && code == EXIT_PROVEN)
			code = no_place(path, errno);
		if (fclose(out) != 0 && code == EXIT_PROVEN)
			code = no_place(path, errno);
		if (code == EXIT_PROVEN && rename(made, path) != 0)
			code = no_place(path, errno);
	}
	if (fd >= 0 && code != EXIT_PROVEN)
		(void)remove(made);
	return code;
}

exit_t certificate_save(const session_t *session, const tesuji_report_t *report, const char *path)
{
	char *whole, *made;
	size_t bytes;
	exit_t code;

	if (report->value == TESUJI_UNDECIDED || report->scope == TESUJI_SCOPE_HEURISTIC) {
		complain("no certificate: nothing is decided");
		return EXIT_PROVEN;
	}
	if (args_is_standard(path) || !is_replaced(path))
		return save_as(session, report->job, path);
	whole = realpath(path, NULL); /* what a link leads to is replaced */
	if (whole == NULL)
		whole = strdup(path);
	bytes = whole != NULL ? strlen(whole) + sizeof(suffix) : 0;
	made = whole != NULL ? malloc(bytes) : NULL;
	if (made == NULL) {
		free(whole);
		return no_place(path, ENOMEM);
	}
	(void)snprintf(made, bytes, "%s%s", whole, suffix);
	code = replace(session, report->job, whole, made);
	free(made);
	free(whole);
	return code;
}
