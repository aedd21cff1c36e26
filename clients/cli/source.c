/* SPDX-License-Identifier: MIT
 * source.c - see source.h.
 */
#include "clients/cli/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"
#include "clients/collection/chess.h"

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
static int read_all(int fd, size_t most, char **text, size_t *length)
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
		if (*length > most)
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

int source_bytes(const char *path, size_t most, char **text, size_t *length)
{
	int fd = STDIN_FILENO, error;

	*text = NULL;
	*length = 0;
	if (!args_is_standard(path))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno != 0 ? errno : EIO;
	error = read_all(fd, most, text, length);
	if (fd != STDIN_FILENO)
		close(fd);
	if (error != 0) {
		free(*text);
		*text = NULL;
	}
	return error;
}

static exit_t too_long(const char *path, size_t most)
{
	complain("%s: more than %zu bytes, that is no game record", source_name(path), most);
	return EXIT_BAD_INPUT;
}

exit_t source_load(const char *path, size_t most, char **text, size_t *length)
{
	const int error = source_bytes(path, most, text, length);

	if (error == 0) {
		assert(*text != NULL);
		return EXIT_PROVEN;
	}
	if (error == EFBIG)
		return too_long(path, most);
	complain("%s: %s", source_name(path), strerror(error));
	if (error == ENOMEM)
		return EXIT_NO_MEMORY;
	if (error == ENOENT || error == ENOTDIR || error == EISDIR || error == EACCES)
		return EXIT_NO_FILE;
	return EXIT_INPUT_OUTPUT;
}

exit_t source_check(const char *path, const char *text, size_t length)
{
	if (length > SOURCE_BYTES_MAX)
		return too_long(path, SOURCE_BYTES_MAX);
	if (memchr(text, '\0', length) == NULL)
		return EXIT_PROVEN;
	complain("%s: byte %zu is 0, that is no text", source_name(path), strlen(text));
	return EXIT_BAD_INPUT;
}

exit_t source_read(const char *path, char **text)
{
	size_t length = 0;
	exit_t code = source_load(path, SOURCE_BYTES_MAX, text, &length);

	if (code == EXIT_PROVEN)
		code = source_check(path, *text, length);
	if (code != EXIT_PROVEN) {
		free(*text);
		*text = NULL;
	}
	return code;
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
	if (!ends_with(path, ".fen") &&
	    (ends_with(path, ".sgf") ||
	     !collection_chess_looks((slice_t){line, strcspn(line, "\r\n")})))
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
