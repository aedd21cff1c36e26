/* SPDX-License-Identifier: MIT
 * service.h - how an engine that a GUI starts gets its answers, and how it ends.
 *
 * Ownership service_open makes a connection, service_close ends it.
 * Threads   the main thread.
 * Errors    as each function says.
 */
#ifndef CLIENTS_FRONT_SERVICE_H
#define CLIENTS_FRONT_SERVICE_H

#include "clients/c/tesuji.h"
#include "clients/front/options.h"

/* Exit codes, as the command tesuji has them. */
enum {
	SERVICE_USAGE = 64,
	SERVICE_NO_SERVER = 69,
	SERVICE_INTERNAL = 70,
	SERVICE_INPUT_OUTPUT = 74
};

enum {
	SERVICE_RUN = -1,            /* no exit code */
	SERVICE_THREADS_MOST = 1024, /* of an option */
	SERVICE_HASH_MOST = 1 << 20, /* MiB of the table */
};

/* What tesuji_tls_t has; "": not given. SERVICE_TLS are the rows of its options. */
typedef struct {
	char ca[OPTIONS_TEXT_BYTES], cert[OPTIONS_TEXT_BYTES], key[OPTIONS_TEXT_BYTES];
} service_tls_t;

#define SERVICE_TLS(tls)                                                                    \
	{.name = "--tls-ca", .text = (tls).ca}, {.name = "--tls-cert", .text = (tls).cert}, \
	{                                                                                   \
		.name = "--tls-key", .text = (tls).key                                      \
	}

#define SERVICE_TLS_USAGE                                                                    \
	"  --tls-ca FILE   the authorities of tls:// servers (TESUJI_TLS_CA; default: the\n" \
	"                  system's)\n"                                                      \
	"  --tls-cert F    this program's certificate there (TESUJI_TLS_CERT)\n"             \
	"  --tls-key F     its key, if not in the same file (TESUJI_TLS_KEY)\n"

typedef struct {
	char server[OPTIONS_TEXT_BYTES];     /* its address; "": $TESUJI_SERVER, or this process */
	char token_file[OPTIONS_TEXT_BYTES]; /* of the token there; "": $TESUJI_TOKEN_FILE or
	                                      * $TESUJI_TOKEN, or no login */
	service_tls_t tls;                   /* for a server that is named by tls:// */
	unsigned workers;                    /* threads in this process */
	size_t table_bytes;                  /* of the table in this process; 0: the default */
	int lasts; /* as in local_open: the caller waits for each answer */
} service_place_t;

/* service_begin reads the arguments by the table (options_arguments) and prepares a program that
 * talks over its standard streams. Returns SERVICE_RUN, or the exit code to end with at once. */
int service_begin(const char *program, const char *usage, const option_t *table, int argc,
                  char **argv);

/* service_say writes a line to the standard output, at once; an error shows in ferror(stdout). */
void service_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* service_open connects to the daemon that was named and logs in there, or else connects to one in
 * this process: a GUI starts an engine to have one of its own, so no running daemon is looked for.
 * Returns 0, or an exit code with *why set; a daemon that wants a token and gets none is an
 * error. */
int service_open(const service_place_t *place, tesuji_t **out, tesuji_error_t *why);

/* service_close ends the connection and the daemon in this process. NULL is accepted. */
void service_close(tesuji_t *daemon);

#endif
