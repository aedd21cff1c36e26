/* SPDX-License-Identifier: MIT
 * methods.h - the methods of protocol version 1, one row each.
 *
 * `params` tells whether a map of parameters is required; `draining` whether a server that is
 * shutting down still answers the method. Before a login, where one is asked for, a server
 * answers the methods of METHOD_OPEN alone.
 *
 * Threads   any.
 */
#ifndef PROTOCOL_METHODS_H
#define PROTOCOL_METHODS_H

#include <stdbool.h>

#include "protocol/msg.h"

/*        constant       name          params draining help */
#define METHOD_TABLE(X)                                                                        \
	X(METHOD_INFO, "server.info", false, true, "what this server is, can do and is doing") \
	X(METHOD_SUBMIT, "job.submit", true, false, "take up a problem")                       \
	X(METHOD_CANCEL, "job.cancel", true, true, "stop a job")                               \
	X(METHOD_STATUS, "job.status", true, true, "where a job stands")                       \
	X(METHOD_LIST, "job.list", false, true, "all jobs the server knows")                   \
	X(METHOD_WATCH, "job.watch", true, true, "hear of a job on this connection too")       \
	X(METHOD_CERTIFICATE, "job.certificate", true, false,                                  \
	  "the proof or denial of a finished job")                                             \
	X(METHOD_MOVES, "job.moves", true, false, "which first moves work?")                   \
	X(METHOD_MOVES_CANCEL, "job.moves_cancel", true, true, "stop a job.moves")             \
	X(METHOD_GO_STATUS, "go.status", true, false, "take up the status of a Go board")      \
	X(METHOD_GO_LIFE, "go.life", true, false, "does a dragon live?")                       \
	X(METHOD_GO_CANCEL, "go.cancel", true, true, "stop a status")                          \
	X(METHOD_GO_POSITION, "go.position", true, true, "keep a board of Go, and play on it") \
	X(METHOD_HELLO, "server.hello", false, true, "who is there, and is a login asked for") \
	X(METHOD_LOGIN, "auth.login", true, true, "say who you are")                           \
	X(METHOD_CHECK, "auth.check", true, true, "whose token is this?")                      \
	X(METHOD_RELOAD, "server.reload", false, false, "read the settings again")             \
	X(METHOD_DRAIN, "server.drain", false, true, "let the jobs end, then end")             \
	X(METHOD_BACKUP, "server.backup", true, false, "copy the store and the journal")       \
	X(METHOD_METRICS, "server.metrics", false, true, "how it has fared, in numbers")       \
	X(METHOD_ACK, "job.ack", true, true, "a durable job's result has been taken")          \
	X(METHOD_BATCH_SUBMIT, "batch.submit", true, false, "take up many problems")           \
	X(METHOD_BATCH_STATUS, "batch.status", true, true, "where a batch stands")             \
	X(METHOD_BATCH_WATCH, "batch.watch", true, true, "results of a batch, as they come")   \
	X(METHOD_BATCH_CANCEL, "batch.cancel", true, true, "begin no more of a batch")         \
	X(METHOD_BATCH_ACK, "batch.ack", true, true, "a batch's results have been taken")

#define METHOD_ROW(constant, name, params, draining, help) constant,
typedef enum { METHOD_TABLE(METHOD_ROW) METHODS } method_t;
#undef METHOD_ROW

#define METHOD_OPEN(method) ((method) == METHOD_HELLO || (method) == METHOD_LOGIN)

#define NOTIFY_PROGRESS  "job.progress"
#define NOTIFY_DONE      "job.done"
#define NOTIFY_KEPT      "job.kept"
#define NOTIFY_CERTIFIED "job.certified"
#define NOTIFY_MOVE      "job.move"
#define NOTIFY_MOVED     "job.moved"
#define NOTIFY_VERDICT   "go.verdict"
#define NOTIFY_ENDED     "go.done"
#define NOTIFY_ERROR     "server.error"

typedef struct {
	const char *name;
	bool params, draining;
	const char *help;
} method_row_t;

/* methods_row returns the row of a method. methods_find returns the method of that name, METHODS
 * if there is none. */
const method_row_t *methods_row(method_t method);
method_t methods_find(const char *name);

#endif
