/* SPDX-License-Identifier: MIT
 * handle.h - the inside of a connection. For the sources of libtesuji only.
 *
 *   calls.c     one function for each method: writes the request, reads the answer
 *   events.c    jobs that are listened to, the queue of events, callbacks
 *   link.c      bytes: sends, waits, finds messages, hands them out
 *   go.c        the calls about the status of a Go board
 *   moves.c     the calls about first moves
 *   durable.c   the calls about durable jobs, by their keys
 *   batch.c     the calls about batches
 *   board.c     the calls about boards of Go that the daemon keeps
 *   convert.c   converts the structs of tesuji.h to and from those of protocol/
 *   address.c   addresses and sockets
 *   stream.c    the bytes of a socket, as they are or inside TLS
 *   secure.c    the handshake of TLS
 *   login.c     logins, and where tokens are read
 *
 * One call at a time waits for its answer. Whatever else arrives meanwhile goes into the queue
 * of events. Only jobs that were submitted or watched on this handle may enter the queue, each
 * with one progress and one end, and a status with no more verdicts than it has questions. So a
 * daemon cannot make the queue grow without bound.
 *
 * Ownership the handle owns everything; all memory comes from engine/base/mem.h.
 * Threads   one at a time for each handle.
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
#include "protocol/msg_life.h"
#include "protocol/msg_moves.h"
#include "protocol/methods.h"
#include "protocol/msg_position.h"
#include "protocol/rpc.h"
#include "protocol/scan.h"
#include "protocol/tls.h"

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
	uint64_t left;   /* of a status: how many verdicts may still come */
	void *user;
	queued_t *progress; /* its event in the queue, which newer progress overwrites; or NULL */
} listener_t;

/* read_answer_t reads the result of the call that waits; `context` is that of calls_end. An
 * error means that the answer makes no sense. */
typedef err_t (*read_answer_t)(tesuji_t *t, const node_t *result, void *context, errinfo_t *why);

struct tesuji {
	int fd;
	tls_t *tls; /* NULL: none */
	int timeout_ms;
	char peer[128]; /* the address, for messages */

	tesuji_error_t error;             /* of the last call that failed */
	tesuji_error_t lost;              /* why the connection was lost; code 0: it is alive */
	bool lost_told;                   /* TESUJI_EVENT_LOST was given */
	char last_word[ERRINFO_TEXT_MAX]; /* the message of server.error; "" = none came */

	/* Input: bytes [0, in_length) of a message that is not complete yet. */
	uint8_t *in;
	size_t in_length, in_capacity;
	scan_t scan;
	codec_t *codec;

	/* The call that waits. */
	uint32_t msgid;
	bool waiting;
	int answer; /* what it returns: TESUJI_OK or the code in `error` */
	read_answer_t read_answer;
	void *context;

	/* The certificate that is waited for. */
	uint64_t certifying;        /* its job; 0: none */
	bool certified;             /* job.certified has come */
	tesuji_error_t uncertified; /* its error; code 0: the certificate is made */

	listener_t *listeners;
	queued_t *first, **last; /* *last: where the next event is linked */
	unsigned queued;
	bool in_callback;
	void (*on_event)(tesuji_t *t, const tesuji_event_t *event, void *context);
	void *event_context;

	/* A function that gets messages first and returns true for those that are its own; NULL:
	 * none. */
	bool (*take)(tesuji_t *t, const rpc_t *message);
	void *taker;

	/* Of turns.h; NULL: the server has threads. */
	int (*turn)(void *turner, int *fd);
	void *turner;

	/* Room for one decoded message, which is too large for a caller's stack. */
	union {
		msg_submit_t submit;
		msg_progress_t progress;
		msg_done_t done;
		msg_kept_t kept;
		msg_job_t job;
		msg_info_t info;
		msg_error_t error;
		msg_status_t status;
		msg_begun_t begun;
		msg_life_t life;
		msg_dragon_t dragon;
		msg_verdict_t verdict;
		msg_moves_t moves;
		msg_tried_t tried;
		msg_moved_t moved;
		msg_ended_t ended;
		msg_position_t position;
		msg_held_t held;
	} scratch;
};

#endif
