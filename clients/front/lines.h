/* SPDX-License-Identifier: MIT
 * lines.h - reads the lines that a GUI or a controller sends, with bounds.
 *
 * Control characters but tab and line feed are dropped, so a line may end with CR LF. A tab becomes
 * a blank. Blanks at the beginning are kept. A line that is too long is read to its end and given
 * as such, so that its tail is not taken for a command.
 *
 * Units     bytes.
 * Ownership the descriptor is borrowed. A line's text is valid until the next call.
 * Threads   one thread at a time. lines_end_on_sigterm once for each process.
 * Errors    lines_take returns LINES_END at the end of the input and on an error, then and ever
 *           after; lines_t.error tells them apart.
 */
#ifndef CLIENTS_FRONT_LINES_H
#define CLIENTS_FRONT_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_BYTES = 4096 }; /* a line with its NUL in most protocols */

/* bytes[at..held) is read and not taken yet; text[0..length) is the line that is being read, and
 * the last one that was taken until the next begins. */
typedef struct {
	int fd, wake_fd; /* wake_fd: readable when the program shall end; -1: none */
	int error;       /* errno, or 0 */
	char comment;    /* begins a comment that goes to the end of the line; 0: there are none */
	bool ended, in_comment, taken, kept;
	bool stays_awake; /* poll for a moment before sleeping, at the next read */
	bool is_long;     /* the line that was taken was too long: its text is the beginning */
	size_t at, held, length, room;
	char *text;
	char bytes[LINES_BYTES];
} lines_t;

typedef enum { LINES_NONE, LINES_LINE, LINES_END } lines_got_t;

/* lines_init begins to read from `fd` into `text`, room for lines of `room` bytes with the NUL. */
void lines_init(lines_t *in, int fd, char comment, char *text, size_t room);

/* lines_take gives the next line in in->text. LINES_NONE: no whole line is there; never with
 * `wait`. A last line without a line feed counts if it is not empty. */
lines_got_t lines_take(lines_t *in, bool wait);

/* lines_keep makes the next lines_take give the line that was taken last once more. */
void lines_keep(lines_t *in);

/* lines_leave seeks back over what was not taken, if the input can seek, and sets errno to the
 * error of reading. Returns false if there was one. */
bool lines_leave(const lines_t *in);

/* lines_end_on_sigterm makes SIGTERM end the input instead of the process; a second one ends the
 * process. Returns false if the system refuses. */
bool lines_end_on_sigterm(lines_t *in);

/* lines_split cuts a text at blanks into at most `most` words and returns how many there are, or
 * most + 1 if there are more. */
unsigned lines_split(char *text, char **words, unsigned most);

#endif
