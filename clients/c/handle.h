/* SPDX-License-Identifier: MIT
 * handle.h - the inside of a connection. For the sources of libtesuji only.
 *
 *   calls.c     one function a method: write the request, read the answer
 *   events.c    jobs that are listened to, the queue of events, callbacks
 *   link.c      bytes: send, wait, cut into messages, hand them out
 *   go.c        the same for the status of a Go board
 *   board.c     the same for boards of Go that the daemon keeps
 *   convert.c   the structs of tesuji.h to and from those of protocol/
 *   address.c   addresses and sockets
 *
 * One call waits for its answer at a time; whatever else arrives meanwhile goes
 * into the queue. Only jobs that were submitted or watched here may enter the
 * queue, with one progress and one end each, and a status with no more verdicts than
 * it has questions, so a daemon cannot make it grow without bound.
 *
 * Ownership everything hangs on the handle; all of it comes from engine/base/mem.h.
 * Threads   one at a time.
 */
#ifndef CLIENTS_C_HANDLE_H
#define CLIENTS_C_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clients/c/deadline.h"
#include "clients/c/fail.h"
#include "clients/c/tesuji.h"
#include "clients/c/tesuji_go.h"
#include "engine/base/mem.h"
#include "protocol/msg_go.h"
#include "protocol/methods.h"
#include "protocol/msg_position.h"
#include "protocol/rpc.h"
#include "protocol/scan.h"

/* An event that waits to be taken. */
typedef struct queued {
	struct queued *next;
	tesuji_event_t event;
} queued_t;

/* A job or a status whose end is still to come. */
typedef struct listener {
	struct listener *next;
	uint64_t job;    /* 0: a status */
	uint64_t status; /* 0: a job */
	uint64_t left;   /* verdicts that a status may still have */
	void *user;
	queued_t *progress; /* in the queue, or NULL: the latest overwrites it */
} listener_t;

/* read_answer_t reads the result of the call that waits. `result` is its node,
 * `context` the call's own. */
typedef err_t (*read_answer_t)(tesuji_t *t, const node_t *result, void *context, errinfo_t *why);

struct tesuji {
	int fd;
	int timeout_ms;
	char peer[128]; /* for messages */

	tesuji_error_t error;             /* of the last call that failed */
	tesuji_error_t lost;              /* code 0: the connection is alive */
	bool lost_told;                   /* as an event */
	char last_word[ERRINFO_TEXT_MAX]; /* of server.error; "" = none came */

	/* Input: bytes [0, in_length) of a message that is not complete yet. */
	uint8_t *in;
	size_t in_length, in_capacity;
	scan_t scan;
	codec_t *codec;

	/* The call that waits. */
	uint32_t msgid;
	bool waiting;
	int answer; /* TESUJI_OK or the code in `error` */
	read_answer_t read_answer;
	void *context;

	/* The certificate that is waited for. */
	uint64_t certifying; /* its job; 0: none */
	bool certified;      /* it was told, and how: */
	tesuji_error_t uncertified;

	listener_t *listeners;
	queued_t *first, **last; /* *last is where the next one is hung up */
	unsigned queued;
	bool in_callback;
	void (*on_event)(tesuji_t *t, const tesuji_event_t *event, void *context);
	void *event_context;

	/* Who sees messages first; true: they are his. NULL: nobody. */
	bool (*take)(tesuji_t *t, const rpc_t *message);
	void *taker;

	/* turns.h; NULL: the other side has threads. */
	int (*turn)(void *turner, int *fd);
	void *turner;

	/* Room for one decoded message: too large for a caller's stack. */
	union {
		msg_submit_t submit;
		msg_progress_t progress;
		msg_done_t done;
		msg_job_t job;
		msg_info_t info;
		msg_error_t error;
		msg_status_t status;
		msg_begun_t begun;
		msg_verdict_t verdict;
		msg_ended_t ended;
		msg_position_t position;
		msg_held_t held;
	} scratch;
};

/* link_send writes all bytes, reading in the meantime so that the two sides
 * cannot wait for each other. link_step waits for input and hands out what
 * came: 1, or 0 when the deadline passed. Both return a negative code when the
 * connection is lost, which link_lose has noted then. */
int link_send(tesuji_t *t, const uint8_t *data, size_t length, deadline_t deadline);
int link_step(tesuji_t *t, deadline_t deadline);

/* link_read hands out what has come, without waiting. */
void link_read(tesuji_t *t);

/* link_lose ends the connection; only the first reason counts. Returns its code. */
int link_lose(tesuji_t *t, tesuji_code_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* calls_begin starts a request in *out; one map of parameters must follow if the method has
 * some. calls_end sends it, frees it, and waits for the answer. */
void calls_begin(tesuji_t *t, method_t method, wirebuf_t *out);
int calls_end(tesuji_t *t, method_t method, wirebuf_t *out, read_answer_t read_answer,
              void *context);

/* calls_listener makes one for `user` in *out (mem_free it); a code when there is no memory.
 * calls_record_is_long says that a request cannot hold a record of so many bytes. */
int calls_listener(tesuji_t *t, void *user, listener_t **out);
bool calls_record_is_long(size_t bytes);

/* calls_prepare makes of a request what can be sent. */
int calls_prepare(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why);

/* go_prepare does so of a request for a status. */
int go_prepare(const tesuji_request_t *request, bool cuts, msg_status_t *out, tesuji_error_t *why);

/* certificate_take reads job.certified. */
err_t certificate_take(tesuji_t *t, const node_t *params, errinfo_t *why);

/* events_listen makes `listener` (taken over) hear of `job`; events_attend of a status of so many
 * questions. */
void events_listen(tesuji_t *t, listener_t *listener, uint64_t job);
void events_attend(tesuji_t *t, listener_t *listener, const msg_begun_t *begun);
listener_t *events_find(tesuji_t *t, uint64_t job);

/* Each queues what the scratch holds. */
void events_progress(tesuji_t *t);
void events_done(tesuji_t *t);
void events_verdict(tesuji_t *t);
void events_ended(tesuji_t *t);

/* events_take takes the first event of `job` (0: of any) out of the queue. The
 * caller frees it with events_free. NULL: there is none. */
queued_t *events_take(tesuji_t *t, uint64_t job);
void events_free(queued_t *event);
void events_clear(tesuji_t *t);

/* convert_number and convert_text take one field of a request across: a number that is not
 * TESUJI_DEFAULT, a text that is not NULL, which must fit the room. */
int convert_number(const char *path, int64_t given, uint64_t *to, tesuji_error_t *why);
int convert_text(const char *path, const char *given, char *to, size_t room, tesuji_error_t *why);

/* convert_move copies a stranger's move or points: letters, digits, blanks and the signs of
 * "O-O", "e8=Q+"; others become '?'. */
void convert_move(char *to, size_t room, const char *from);

/* Structs across. convert_request checks what a msg_submit_t cannot hold. */
int convert_request(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why);
void convert_progress(const msg_progress_t *msg, tesuji_report_t *out);
void convert_done(const msg_done_t *msg, tesuji_report_t *out);
void convert_job(const msg_job_t *msg, tesuji_report_t *out);
void convert_row(const msg_row_t *msg, tesuji_report_t *out);
void convert_info(const msg_info_t *msg, tesuji_info_t *out);
void go_verdict(const msg_verdict_t *msg, tesuji_verdict_t *out);
int board_change(const tesuji_change_t *change, msg_position_t *out, tesuji_error_t *why);
void board_held(const msg_held_t *msg, tesuji_board_t *out);
void convert_error(const msg_error_t *msg, tesuji_error_t *out);

#endif
