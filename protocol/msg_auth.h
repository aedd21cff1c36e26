/* SPDX-License-Identifier: MIT
 * msg_auth.h - the messages of server.hello, auth.login, auth.check, server.reload,
 * server.drain and server.backup, as msg.h has those of jobs.
 *
 * Ownership as in msg.h.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_AUTH_H
#define PROTOCOL_MSG_AUTH_H

#include "protocol/msg.h"

enum {
	MSG_TOKEN_BYTES = 256,  /* of a token, the NUL included, as in all _BYTES */
	MSG_ACCOUNT_BYTES = 64, /* of the name of an account */
	MSG_ADDRESS_BYTES = 46, /* of an IP address, the NUL included: INET6_ADDRSTRLEN */
	MSG_FOLDER_BYTES = 256, /* of the path of a folder on the server's machine */
};

/* How a connection says who it is. */
typedef enum { MSG_AUTH_NONE, MSG_AUTH_TOKEN } msg_auth_t;

/* The classes of accounts, in the order in which they go first; an operator may do everything. */
typedef enum {
	MSG_CLASS_OPERATOR,
	MSG_CLASS_INTERACTIVE,
	MSG_CLASS_NORMAL,
	MSG_CLASS_BATCH,
	MSG_CLASSES
} msg_class_t;

extern const char *const msg_auth_names[], *const msg_class_names[];

/* The result of server.hello. */
typedef struct {
	char name[MSG_NAME_BYTES], version[MSG_NAME_BYTES];
	uint64_t protocol;
	unsigned auth;                   /* msg_auth_t: NONE where nobody has to log in */
	char account[MSG_ACCOUNT_BYTES]; /* of this connection; "": none */
} msg_hello_t;

void msg_hello_write(wirebuf_t *out, const msg_hello_t *msg);
err_t msg_hello_read(const node_t *map, msg_hello_t *msg, errinfo_t *why);

/* The parameters of auth.login. */
typedef struct {
	char token[MSG_TOKEN_BYTES]; /* "NAME.SECRET" */
} msg_login_t;

void msg_login_write(wirebuf_t *out, const msg_login_t *msg);
err_t msg_login_read(const node_t *map, msg_login_t *msg, errinfo_t *why);

/* The result of auth.login. */
typedef struct {
	char account[MSG_ACCOUNT_BYTES];
	unsigned class; /* msg_class_t */
} msg_logged_in_t;

void msg_logged_in_write(wirebuf_t *out, const msg_logged_in_t *msg);
err_t msg_logged_in_read(const node_t *map, msg_logged_in_t *msg, errinfo_t *why);

/* The parameters of auth.check. */
typedef struct {
	char token[MSG_TOKEN_BYTES];
	char address[MSG_ADDRESS_BYTES]; /* that it has come from: "192.0.2.1", "2001:db8::1" */
} msg_check_t;

void msg_check_write(wirebuf_t *out, const msg_check_t *msg);
err_t msg_check_read(const node_t *map, msg_check_t *msg, errinfo_t *why);

/* The result of auth.check. */
typedef struct {
	char account[MSG_ACCOUNT_BYTES]; /* whose token that is; "": the server has no accounts */
} msg_checked_t;

void msg_checked_write(wirebuf_t *out, const msg_checked_t *msg);
err_t msg_checked_read(const node_t *map, msg_checked_t *msg, errinfo_t *why);

/* The result of server.reload. */
typedef struct {
	char frozen[MSG_NAME_BYTES]; /* a setting that was changed and needs a restart; "": none */
} msg_reloaded_t;

void msg_reloaded_write(wirebuf_t *out, const msg_reloaded_t *msg);
err_t msg_reloaded_read(const node_t *map, msg_reloaded_t *msg, errinfo_t *why);

/* The result of server.drain. */
typedef struct {
	uint64_t jobs; /* and statuses, and certificates, in flight */
} msg_draining_t;

void msg_draining_write(wirebuf_t *out, const msg_draining_t *msg);
err_t msg_draining_read(const node_t *map, msg_draining_t *msg, errinfo_t *why);

/* The parameters of server.backup. */
typedef struct {
	char to[MSG_FOLDER_BYTES];
} msg_backup_t;

void msg_backup_write(wirebuf_t *out, const msg_backup_t *msg);
err_t msg_backup_read(const node_t *map, msg_backup_t *msg, errinfo_t *why);

/* The result of server.backup. */
typedef struct {
	uint64_t bytes;
	uint64_t facts;   /* of the store; 0: there is none, or it is empty */
	uint64_t records; /* of the journal, likewise */
} msg_backed_up_t;

void msg_backed_up_write(wirebuf_t *out, const msg_backed_up_t *msg);
err_t msg_backed_up_read(const node_t *map, msg_backed_up_t *msg, errinfo_t *why);

#endif
