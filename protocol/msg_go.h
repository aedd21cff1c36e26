/* SPDX-License-Identifier: MIT
 * msg_go.h - the messages of go.status, as msg.h has those of jobs.
 *
 * Units     in the names.
 * Ownership as in msg.h; msg_status_t.sgf is borrowed.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_GO_H
#define PROTOCOL_MSG_GO_H

#include "protocol/msg_submit.h"

enum {
	MSG_STONES_BYTES = 32,      /* one point or two, "D4 F5" */
	STATUS_QUESTIONS_MAX = 512, /* captures and cuts of a board */
	STATUS_DEFAULT_MS = 1000,
	STATUS_MOST_MS = 3600000,
};

typedef enum { MSG_ASKED_CAPTURE, MSG_ASKED_SAVE, MSG_ASKED_CUT } msg_asked_t;
extern const char *const msg_asked_names[];

/* go.status. One of board, sgf and rows is given. */
typedef struct {
	struct {
		uint64_t board;  /* that the connection keeps (msg_position.h); 0 = not given */
		const char *sgf; /* borrowed; NULL = not given */
		size_t sgf_bytes;
		uint64_t move; /* take the position after so many moves; MSG_MOVE_ALL */
		char rows[MSG_ROWS_BYTES];
	} position;
	char ko[MSG_POINT_BYTES]; /* a stone was just taken here; "" = see msg_status_board */
	uint64_t order, time_ms;
	bool cuts, fresh;
} msg_status_t;

void msg_status_init(msg_status_t *msg); /* every field at its default */
void msg_status_write(wirebuf_t *out, const msg_status_t *msg);
err_t msg_status_read(const node_t *map, msg_status_t *msg, errinfo_t *why);

/* msg_status_board gives the rows of its board, and the ko: the one given, else that of the SGF's
 * last move; both "" where there is none. Only `rows` and `ko` of *board are written. */
err_t msg_status_board(const msg_status_t *msg, msg_board_t *board, errinfo_t *why);

/* Its result. */
typedef struct {
	uint64_t status; /* its number */
	uint64_t
	        questions; /* captures and cuts; each capture that succeeds is followed by a save */
	char rows[MSG_ROWS_BYTES]; /* the board */
} msg_begun_t;

void msg_begun_write(wirebuf_t *out, const msg_begun_t *msg);
err_t msg_begun_read(const node_t *map, msg_begun_t *msg, errinfo_t *why);

/* Names one: params and result of go.cancel. */
typedef struct {
	uint64_t status;
} msg_status_ref_t;

void msg_status_ref_write(wirebuf_t *out, const msg_status_ref_t *msg);
err_t msg_status_ref_read(const node_t *map, msg_status_ref_t *msg, errinfo_t *why);

/* go.verdict: the answer to one question. */
typedef struct {
	uint64_t status;
	unsigned kind;                 /* msg_asked_t */
	unsigned colour;               /* msg_colour_t, of the stones */
	char stones[MSG_STONES_BYTES]; /* one of the block; one of either */
	uint64_t size, liberties;      /* of all; of the block that has fewest */
	unsigned value, scope;         /* PROVEN: who moves first in this question succeeds */
	unsigned ko;                   /* msg_ko_t: how; UNASKED = not asked or not decided */
	unsigned ko_threats;           /* as in msg_done_t */
	char best[MSG_POINT_BYTES]; /* the first move of who succeeds; "" = none, nil on the wire */
	uint64_t order;
	double time_ms; /* since the status began */
	bool remembered;
} msg_verdict_t;

void msg_verdict_write(wirebuf_t *out, const msg_verdict_t *msg);
err_t msg_verdict_read(const node_t *map, msg_verdict_t *msg, errinfo_t *why);

/* go.done: the last of a status. */
typedef struct {
	uint64_t status;
	uint64_t decided, undecided; /* verdicts that were told */
	double time_ms;
} msg_ended_t;

void msg_ended_write(wirebuf_t *out, const msg_ended_t *msg);
err_t msg_ended_read(const node_t *map, msg_ended_t *msg, errinfo_t *why);

#endif
