/* SPDX-License-Identifier: MIT
 * output.c - see output.h.
 *
 * Design     Half a file is useless, and must not replace a whole one. So the file is written
 *            beside the file of that name, and replaces it when it is complete. It gets the mode of
 *            the file that was there; if the name is a link, the file to which it leads is
 *            replaced. A device or a pipe is written directly, and so is a file in a folder where
 *            none can be made.
 */
#include "clients/cli/output.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"

static const char suffix[] = ".XXXXXX"; /* ending of the name while it is written */

static exit_t no_place(const char *name, int error)
{
	complain("%s: %s", name, strerror(error));
	return EXIT_INPUT_OUTPUT;
}

/* is_replaced tells whether the file is to be written beside and then renamed. That is not so
 * for what is there and is no regular file, for a link that leads nowhere, and for a file that
 * may not be written. */
static bool is_replaced(const char *path)
{
	struct stat about;

	if (stat(path, &about) != 0)
		return lstat(path, &about) != 0;
	return S_ISREG(about.st_mode) && access(path, W_OK) == 0;
}

exit_t output_place(const char *path)
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
		return access(path, W_OK) == 0 ? EXIT_PROVEN : no_place(path, errno);
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

/* make opens a file beside the one that it will replace, with its mode. */
static FILE *make(const char *whole, char *made)
{
	const mode_t mask = umask(0);
	struct stat about;
	const mode_t mode = stat(whole, &about) == 0 ? about.st_mode & 0777 : 0666 & ~mask;
	const int fd = mkstemp(made);
	FILE *file = NULL;
	int error = errno;

	(void)umask(mask);
	if (fd < 0)
		return NULL;
	if (fchmod(fd, mode) == 0)
		file = fdopen(fd, "wb");
	if (file == NULL) {
		error = errno;
		(void)close(fd);
		(void)remove(made);
	}
	errno = error;
	return file;
}

/* open_beside prepares *out to replace a file. Returns false, with errno set, if it cannot. */
static bool open_beside(output_t *out, const char *path)
{
	size_t bytes;

	out->whole = realpath(path, NULL); /* the file to which a link leads is replaced */
	if (out->whole == NULL)
		out->whole = strdup(path);
	bytes = out->whole != NULL ? strlen(out->whole) + sizeof(suffix) : 0;
	out->made = out->whole != NULL ? malloc(bytes) : NULL;
	if (out->made == NULL) {
		errno = ENOMEM;
		return false;
	}
	(void)snprintf(out->made, bytes, "%s%s", out->whole, suffix);
	out->to = make(out->whole, out->made);
	return out->to != NULL;
}

static void names_free(output_t *out)
{
	free(out->whole);
	free(out->made);
}

exit_t output_open(output_t *out, const char *path)
{
	*out = (output_t){.name = path};
	if (args_is_standard(path)) {
		out->to = stdout;
		out->name = "standard output";
	} else if (!is_replaced(path)) {
		out->to = fopen(path, "wb");
	} else if (!open_beside(out, path)) {
		const int error = errno;

		names_free(out);
		*out = (output_t){.name = path};
		if (error != EACCES && error != ENAMETOOLONG) /* there is no room, and so on */
			return no_place(path, error);
		out->to = fopen(path, "wb");
	}
	return out->to != NULL ? EXIT_PROVEN : no_place(path, errno);
}

exit_t output_close(output_t *out, exit_t code)
{
	int error = 0;

	assert(out->to != NULL); /* it is open, and closed once */
	errno = EIO;             /* in case the error is of an earlier write */
	if (fflush(out->to) != 0 || ferror(out->to))
		error = errno;
	if (out->to != stdout && fclose(out->to) != 0 && error == 0)
		error = errno;
	if (out->made != NULL) {
		const bool whole = code == EXIT_PROVEN && error == 0;

		if (whole && rename(out->made, out->whole) != 0)
			error = errno;
		if (!whole || error != 0)
			(void)remove(out->made);
	}
	names_free(out);
	return code == EXIT_PROVEN && error != 0 ? no_place(out->name, error) : code;
}
