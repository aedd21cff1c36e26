/* SPDX-License-Identifier: MIT
 * source.c - see source.h.
 */
#include "clients/cli/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"

enum {
	FIRST_BYTES = 16 * 1024,
	SOURCE_BYTES_MAX =
	        1024 *
	        1024, /* no request is larger; a device without end does not fill the memory */
};

const char *source_name(const char *path)
{
	return args_is_standard(path) ? "standard input" : path;
}

/* read_all appends everything from fd to *text; returns 0 or an errno. */
static int read_all(int fd, char **text, size_t *length)
{
	size_t room = FIRST_BYTES;

	*length = 0;
	*text = malloc(room);
	while (*text != NULL) {
		ssize_t n = read(fd, *text + *length, room - *length - 1);
		char *more;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			(*text)[*length] = '\0';
			return n < 0 ? errno : 0;
		}
		*length += (size_t)n;
		if (*length > SOURCE_BYTES_MAX)
			return EFBIG;
		if (*length + 1 == room) {
			more = realloc(*text, room * 2);
			if (more == NULL)
				return ENOMEM;
			*text = more;
			room *= 2;
		}
	}
	return ENOMEM;
}

/* read_failed complains of a file that could not be read. */
static exit_t read_failed(const char *name, int error)
{
	if (error == EFBIG) {
		complain("%s: more than %d bytes, that is no game record", name, SOURCE_BYTES_MAX);
		return EXIT_BAD_INPUT;
	}
	complain("%s: %s", name, strerror(error));
	if (error == ENOMEM)
		return EXIT_NO_MEMORY;
	if (error == ENOENT || error == ENOTDIR || error == EISDIR || error == EACCES)
		return EXIT_NO_FILE;
	return EXIT_INPUT_OUTPUT;
}

exit_t source_read(const char *path, char **text)
{
	const char *name = source_name(path);
	int fd = STDIN_FILENO, error;
	size_t length;

	*text = NULL;
	if (strcmp(path, "-") != 0)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return read_failed(name, errno);
	error = read_all(fd, text, &length);
	if (fd != STDIN_FILENO)
		close(fd);
	if (error == 0 && memchr(*text, '\0', length) != NULL) {
		complain("%s: byte %zu is 0, that is no text", name, strlen(*text));
		free(*text);
		*text = NULL;
		return EXIT_BAD_INPUT;
	}
	if (error != 0) {
		free(*text);
		*text = NULL;
		return read_failed(name, error);
	}
	return EXIT_PROVEN;
}

/* looks_like_fen tells whether the first word is eight ranks of pieces and numbers. */
static bool looks_like_fen(const char *line)
{
	size_t length = strspn(line, "pnbrqkPNBRQK12345678/");
	unsigned slashes = 0;

	for (size_t i = 0; i < length; i++)
		slashes += line[i] == '/';
	return slashes == 7 && (line[length] == '\0' || strchr(" \t\r\n", line[length]) != NULL);
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

exit_t source_fen(const char *path, char *text, const char **fen)
{
	static const char blanks[] = " \t\r\n";
	char *line = text + strspn(text, blanks), *end;

	*fen = NULL;
	if (!ends_with(path, ".fen") && (ends_with(path, ".sgf") || !looks_like_fen(line)))
		return EXIT_PROVEN;
	end = line + strcspn(line, "\r\n");
	if (end[strspn(end, blanks)] != '\0') {
		complain("%s: more than one line; a FEN is one", source_name(path));
		return EXIT_BAD_INPUT;
	}
	while (end > line && strchr(blanks, end[-1]) != NULL)
		end--;
	*end = '\0';
	if (*line == '\0') {
		complain("%s: no FEN in it", source_name(path));
		return EXIT_BAD_INPUT;
	}
	*fen = line;
	return EXIT_PROVEN;
}
