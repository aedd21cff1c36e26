/* SPDX-License-Identifier: MIT
 * gtp.c - see gtp.h.
 *
 * Design     Lines are read as the specification defines it for bytes (lines.h): control characters
 *            are dropped, what follows a '#' is a comment, and blank lines are no commands. A line
 *            that is too long is refused as a whole; the command's number is at its beginning.
 */
#include "clients/gtp/gtp.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "clients/c/tesuji.h"
#include "clients/front/lines.h"

enum { GTP_VERSION = 2 };

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

unsigned gtp_colour(const char *word)
{
	if (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0)
		return 1;
	return strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0 ? 2 : 0;
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

/* The commands, and what those about the protocol need. */
typedef struct {
	const gtp_command_t *commands;
	void *context;
	bool quits;
} server_t;

static const gtp_command_t *command_find(const gtp_command_t *commands, const char *name)
{
	while (commands->name != NULL && strcmp(commands->name, name) != 0)
		commands++;
	return commands->name != NULL ? commands : NULL;
}

#define SERVER_COMMAND(name) \
	static bool name(void *context, unsigned count, char **words, gtp_reply_t *reply)

SERVER_COMMAND(protocol_version)
{
	(void)context;
	(void)count;
	(void)words;
	gtp_say(reply, "%d", GTP_VERSION);
	return true;
}

SERVER_COMMAND(name)
{
	(void)context;
	(void)count;
	(void)words;
	gtp_say(reply, "tesuji-gtp");
	return true;
}

SERVER_COMMAND(version)
{
	(void)context;
	(void)count;
	(void)words;
	gtp_say(reply, "%s", tesuji_version());
	return true;
}

SERVER_COMMAND(quit)
{
	server_t *server = context;

	(void)count;
	(void)words;
	(void)reply;
	server->quits = true;
	return true;
}

SERVER_COMMAND(known_command);
SERVER_COMMAND(list_commands);

static const gtp_command_t own_commands[] = {
        {"protocol_version", protocol_version},
        {"name", name},
        {"version", version},
        {"known_command", known_command},
        {"list_commands", list_commands},
        {"quit", quit},
        {NULL, NULL},
};

SERVER_COMMAND(known_command)
{
	const server_t *server = context;
	const bool known = count > 1 && (command_find(own_commands, words[1]) != NULL ||
	                                 command_find(server->commands, words[1]) != NULL);

	gtp_say(reply, "%s", known ? "true" : "false");
	return true;
}

SERVER_COMMAND(list_commands)
{
	const server_t *server = context;

	(void)count;
	(void)words;
	for (const gtp_command_t *row = own_commands; row->name != NULL; row++)
		gtp_say(reply, "%s\n", row->name);
	for (const gtp_command_t *row = server->commands; row->name != NULL; row++)
		gtp_say(reply, "%s\n", row->name);
	return true;
}

static bool obey(server_t *server, char *text, gtp_reply_t *reply)
{
	char *words[GTP_WORDS_MAX];
	const unsigned count = lines_split(text, words, GTP_WORDS_MAX);
	const gtp_command_t *command;

	if (count > GTP_WORDS_MAX)
		return gtp_refuse(reply, "too many arguments");
	if (count > 0 && (command = command_find(own_commands, words[0])) != NULL)
		return command->run(server, count, words, reply);
	if (count > 0 && (command = command_find(server->commands, words[0])) != NULL)
		return command->run(server->context, count, words, reply);
	return gtp_refuse(reply, "unknown command");
}

gtp_end_t gtp_serve(int in, FILE *out, const gtp_command_t *commands, void *context)
{
	static char text[GTP_LINE_BYTES];
	static gtp_reply_t reply;
	server_t server = {.commands = commands, .context = context};
	lines_t lines;

	lines_init(&lines, in, '#', text, sizeof(text));
	while (!server.quits && lines_take(&lines, true) == LINES_LINE) {
		char *rest = text + strspn(text, blanks), *id;
		bool good;

		if (*rest == '\0')
			continue;
		rest = id_take(rest, &id);
		reply.length = 0;
		reply.text[0] = '\0';
		good = lines.is_long ? gtp_refuse(&reply, "line too long")
		                     : obey(&server, rest, &reply);
		/* An empty line would end the answer. */
		while (reply.length > 0 && reply.text[reply.length - 1] == '\n')
			reply.text[--reply.length] = '\0';
		fprintf(out, "%c%s %s\n\n", good ? '=' : '?', id, reply.text);
		if (fflush(out) != 0 || ferror(out))
			return GTP_UNWRITTEN;
		lines.stays_awake = true;
	}
	return lines_leave(&lines) ? GTP_OVER : GTP_UNREAD;
}
