/* SPDX-License-Identifier: MIT
 * gtp.h - the Go Text Protocol, version 2: lines in, answers out. What the commands are is
 * the caller's.
 *
 * Ownership everything is borrowed during gtp_serve.
 * Threads   one thread at a time.
 * Errors    what is wrong with a line is answered; what ended gtp_serve is told, errno with it.
 */
#ifndef CLIENTS_GTP_GTP_H
#define CLIENTS_GTP_GTP_H

#include <stdbool.h>
#include <stdio.h>

enum {
	GTP_LINE_BYTES = 4096, /* longest line; a path of a record is the longest argument */
	GTP_WORDS_MAX = 512,   /* words of a command; set_free_handicap has the most */
	GTP_REPLY_BYTES = 8192,
};

/* The text of an answer; what does not fit is cut. */
typedef struct {
	char text[GTP_REPLY_BYTES];
	size_t length;
} gtp_reply_t;

void gtp_say(gtp_reply_t *reply, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* gtp_refuse says it instead of what was said before, and returns false. */
bool gtp_refuse(gtp_reply_t *reply, const char *text);

/* A command: words[0] is its name. Returns false for an answer that begins with '?'. */
typedef struct {
	const char *name;
	bool (*run)(void *context, unsigned count, char **words, gtp_reply_t *reply);
} gtp_command_t;

/* Why there are no more answers: the input has ended or *quits was set, it could not be read, an
 * answer could not be written. */
typedef enum { GTP_OVER, GTP_UNREAD, GTP_UNWRITTEN } gtp_end_t;

/* gtp_serve answers what comes from the descriptor `in` until that ends or *quits is set. The table
 * ends with a row whose name is NULL. */
gtp_end_t gtp_serve(int in, FILE *out, const gtp_command_t *commands, void *context,
                    const bool *quits);

/* gtp_command_find returns the row of that name, or NULL. */
const gtp_command_t *gtp_command_find(const gtp_command_t *commands, const char *name);

#endif
