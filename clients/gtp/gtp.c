/* SPDX-License-Identifier: MIT
 * gtp.c - the Go Text Protocol, version 2.
 *
 * Design     Bytes are taken one by one, as the specification's preprocessing is about
 *            bytes: control characters but tab and line feed are dropped, tabs are blanks,
 *            what follows a '#' is a comment, and lines of blanks are no commands. A line
 *            that is too long is read to its end and refused as a whole, so that its tail
 *            is not taken for a command; its number is at the beginning.
 */
#include "clients/gtp/gtp.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

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
}

bool gtp_refuse(gtp_reply_t *reply, const char *text)
{
	reply->length = 0;
	gtp_say(reply, "%s", text);
	return false;
}

typedef struct {
	char text[GTP_LINE_BYTES];
	size_t length;
	bool is_long;
} line_t;

/* line_read takes the next line; false at the end of the input. */
static bool line_read(FILE *in, line_t *line)
{
	bool comment = false;
	int c;

	line->length = 0;
	line->is_long = false;
	while ((c = getc(in)) != EOF && c != '\n') {
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
	line->text[line->length] = '\0';
	return c != EOF || line->length > 0;
}

/* id_take takes the number before a command, which is answered as it is written. */
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

bool gtp_serve(FILE *in, FILE *out, const gtp_command_t *commands, void *context, const bool *quits)
{
	static line_t line;
	static gtp_reply_t reply;

	while (!*quits && line_read(in, &line)) {
		char *text = line.text + strspn(line.text, blanks), *id;
		bool good;

		if (*text == '\0')
			continue;
		text = id_take(text, &id);
		reply.length = 0;
		reply.text[0] = '\0';
		good = line.is_long ? gtp_refuse(&reply, "line too long")
		                    : obey(commands, context, text, &reply);
		/* Nothing may look like the end of the answer. */
		while (reply.length > 0 && reply.text[reply.length - 1] == '\n')
			reply.text[--reply.length] = '\0';
		fprintf(out, "%c%s %s\n\n", good ? '=' : '?', id, reply.text);
		if (fflush(out) != 0 || ferror(out))
			return false;
	}
	return true;
}
