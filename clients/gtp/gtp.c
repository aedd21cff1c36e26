/* SPDX-License-Identifier: MIT
 * gtp.c - see gtp.h.
 *
 * Design     Input is processed a byte at a time, as the specification defines it for bytes:
 *            control characters but tab and line feed are dropped, a tab counts as a blank, what
 *            follows a '#' is a comment, and blank lines are no commands. A line that is too long
 *            is read to its end and refused as a whole, so that its tail is not taken for a
 *            command; the command's number is at its beginning.
 *
 * Awake      A program that asks a thousand times a second sends the next command at once, and to
 *            wake a sleeping thread, and its core, takes longer than many an answer. So after each
 *            answer the thread polls for a tenth of a millisecond before it sleeps, if there is a
 *            second core. (The median of GNU Go's tests is answered within 0.96 ms with it and 1.06
 *            ms without.)
 */
#include "clients/gtp/gtp.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char blanks[] = " ";

void gtp_say(gtp_reply_t *reply, const char *format, ...)
{
	const size_t room = sizeof(reply->text) - reply->length;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(reply->text + reply->length, room, format, args);
	va_end(args);
	if (n > 0)
		reply->length += (size_t)n < room ? (size_t)n : room - 1;
	assert(reply->length < sizeof(reply->text));
}

bool gtp_refuse(gtp_reply_t *reply, const char *text)
{
	reply->length = 0;
	gtp_say(reply, "%s", text);
	return false;
}

enum {
	NS_PER_S = 1000000000,
	AWAKE_NS = 100000, /* twice as long as a fast controller takes to ask again */
};

/* The input: bytes[at..held) is read and not taken yet. */
typedef struct {
	int fd, error; /* errno, or 0 */
	bool ended;
	bool stays_awake; /* whether to poll before sleeping, at the next read */
	size_t at, held;
	char bytes[GTP_LINE_BYTES];
} input_t;

typedef struct {
	char text[GTP_LINE_BYTES];
	size_t length;
	bool is_long;
} line_t;

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* stay_awake polls for input for AWAKE_NS, without sleeping. */
static void stay_awake(int fd)
{
	struct pollfd more = {.fd = fd, .events = POLLIN};
	const int64_t until = now_ns() + AWAKE_NS;

	while (poll(&more, 1, 0) == 0 && now_ns() < until)
		;
}

/* has_cores tells whether this process may run on a second core, where a controller would run. */
static bool has_cores(void)
{
	cpu_set_t cores;

	return sched_getaffinity(0, sizeof(cores), &cores) == 0 && CPU_COUNT(&cores) > 1;
}

/* input_fill reads more bytes. Returns false at the end of the input or on an error, then and
 * ever after. */
static bool input_fill(input_t *in)
{
	struct pollfd more = {.fd = in->fd, .events = POLLIN};
	ssize_t held;

	if (in->ended)
		return false;
	if (in->stays_awake)
		stay_awake(in->fd);
	in->stays_awake = false;
	while ((held = read(in->fd, in->bytes, sizeof(in->bytes))) < 0 &&
	       (errno == EINTR || errno == EAGAIN))
		(void)poll(&more, 1,
		           -1); /* the descriptor may be shared, and have been set not to block */
	in->ended = held <= 0;
	in->error = held < 0 ? errno : 0;
	in->held = held > 0 ? (size_t)held : 0;
	in->at = 0;
	return !in->ended;
}

/* byte_take returns the next byte, or EOF. */
static int byte_take(input_t *in)
{
	if (in->at == in->held && !input_fill(in))
		return EOF;
	assert(in->at < in->held && in->held <= sizeof(in->bytes));
	return (unsigned char)in->bytes[in->at++];
}

/* input_leave seeks back over the bytes that were not taken, if the input can seek, and says how
 * it ended. */
static gtp_end_t input_leave(const input_t *in)
{
	if (in->at < in->held)
		(void)lseek(in->fd, -(off_t)(in->held - in->at), SEEK_CUR);
	errno = in->error;
	return in->error == 0 ? GTP_OVER : GTP_UNREAD;
}

/* line_read takes the next line. Returns false at the end of the input. */
static bool line_read(input_t *in, line_t *line)
{
	bool comment = false;
	int c;

	line->length = 0;
	line->is_long = false;
	while ((c = byte_take(in)) != EOF && c != '\n') {
		if (c == '\t')
			c = ' ';
		comment |= c == '#';
		if (comment || c < ' ' || c == 0x7f)
			continue;
		if (line->length == sizeof(line->text) - 1)
			line->is_long = true;
		else
			line->text[line->length++] = (char)c;
	}
	assert(line->length < sizeof(line->text));
	line->text[line->length] = '\0';
	return c != EOF || line->length > 0;
}

/* id_take cuts the number off the front of a command, and returns the rest. The answer repeats
 * *id as it was written. */
static char *id_take(char *text, char **id)
{
	const size_t digits = strspn(text, "0123456789");
	const bool is_id = digits > 0 && (text[digits] == ' ' || text[digits] == '\0');
	char *rest = text + digits;

	*id = text;
	if (!is_id) {
		*id = text + strlen(text);
		return text;
	}
	if (*rest != '\0')
		*rest++ = '\0';
	return rest;
}

static bool obey(const gtp_command_t *commands, void *context, char *text, gtp_reply_t *reply)
{
	char *words[GTP_WORDS_MAX], *rest = NULL;
	const gtp_command_t *command;
	unsigned count = 0;

	for (char *word = strtok_r(text, blanks, &rest); word != NULL;
	     word = strtok_r(NULL, blanks, &rest)) {
		if (count == GTP_WORDS_MAX)
			return gtp_refuse(reply, "too many arguments");
		words[count++] = word;
	}
	command = count > 0 ? gtp_command_find(commands, words[0]) : NULL;
	if (command == NULL)
		return gtp_refuse(reply, "unknown command");
	return command->run(context, count, words, reply);
}

const gtp_command_t *gtp_command_find(const gtp_command_t *commands, const char *name)
{
	while (commands->name != NULL && strcmp(commands->name, name) != 0)
		commands++;
	return commands->name != NULL ? commands : NULL;
}

gtp_end_t gtp_serve(int in, FILE *out, const gtp_command_t *commands, void *context,
                    const bool *quits)
{
	static input_t input;
	static line_t line;
	static gtp_reply_t reply;
	const bool stays_awake = has_cores();

	input = (input_t){.fd = in};
	while (!*quits && line_read(&input, &line)) {
		char *text = line.text + strspn(line.text, blanks), *id;
		bool good;

		if (*text == '\0')
			continue;
		text = id_take(text, &id);
		reply.length = 0;
		reply.text[0] = '\0';
		good = line.is_long ? gtp_refuse(&reply, "line too long")
		                    : obey(commands, context, text, &reply);
		/* An empty line would end the answer. */
		while (reply.length > 0 && reply.text[reply.length - 1] == '\n')
			reply.text[--reply.length] = '\0';
		fprintf(out, "%c%s %s\n\n", good ? '=' : '?', id, reply.text);
		if (fflush(out) != 0 || ferror(out))
			return GTP_UNWRITTEN;
		input.stays_awake = stays_awake;
	}
	return input_leave(&input);
}
