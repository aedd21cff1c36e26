/* SPDX-License-Identifier: MIT
 * gtp.h - the Go Text Protocol, version 2: reads commands, writes answers. The commands about the
 * protocol itself are here (protocol_version, name, version, known_command, list_commands, quit);
 * what the others do is up to the caller.
 *
 * Ownership everything is borrowed while gtp_serve runs.
 * Threads   one thread at a time.
 * Errors    a faulty line is answered with an error; gtp_serve returns why it ended, with errno
 *           set.
 * Source    "GTP Version 2, draft 2", Farneback 2002.
 */
#ifndef CLIENTS_GTP_GTP_H
#define CLIENTS_GTP_GTP_H

#include <stdbool.h>
#include <stdio.h>

enum {
	GTP_LINE_BYTES = 4096, /* longest line; the longest argument is the path of a record */
	GTP_WORDS_MAX = 512,   /* words of a command; set_free_handicap has the most */
	GTP_REPLY_BYTES = 8192,
};

/* The text of an answer. What does not fit is cut off. */
typedef struct {
	char text[GTP_REPLY_BYTES];
	size_t length;
} gtp_reply_t;

void gtp_say(gtp_reply_t *reply, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* gtp_refuse replaces the answer by an error with that text, and returns false. */
bool gtp_refuse(gtp_reply_t *reply, const char *text);

/* gtp_colour reads "black", "b", "white" or "w" in either case: 1 is black, 2 white, as in
 * sgf_colour_t and colour_t, and 0 any other word. */
unsigned gtp_colour(const char *word);

/* A command. words[0] is its name. Returns false for an answer that begins with '?'. */
typedef struct {
	const char *name;
	bool (*run)(void *context, unsigned count, char **words, gtp_reply_t *reply);
} gtp_command_t;

/* Why gtp_serve ended: the end of the input or the command quit; an error of reading; an error of
 * writing. */
typedef enum { GTP_OVER, GTP_UNREAD, GTP_UNWRITTEN } gtp_end_t;

/* gtp_serve answers the commands that it reads from the descriptor `in` until the input ends or
 * the command quit. The last row of `commands` has no name. */
gtp_end_t gtp_serve(int in, FILE *out, const gtp_command_t *commands, void *context);

#endif
