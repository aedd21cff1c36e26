/* SPDX-License-Identifier: MIT
 * msg_go.h - the messages of go.status and go.cancel, as msg.h has those of jobs.
 *
 * Units     in the names.
 * Ownership as in msg.h; msg_status_t.position.sgf is borrowed.
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

/* The parameters of go.status. Exactly one of board, sgf and rows is given. */
typedef struct {
	struct {
		uint64_t board;  /* number of a kept board (msg_position.h); 0 = not given */
		const char *sgf; /* borrowed, sgf_bytes long; NULL = not given */
		size_t sgf_bytes;
		uint64_t move; /* the position after so many moves, or MSG_MOVE_ALL */
		char rows[MSG_ROWS_BYTES];
	} position;
	char ko[MSG_POINT_BYTES]; /* a stone was just taken here; "" = see msg_status_board */
	uint64_t order, time_ms;  /* the highest order; for all questions together */
	bool cuts;                /* ask for cuts as well */
	bool fresh;               /* search, even where answers are remembered */
} msg_status_t;

void msg_status_init(msg_status_t *msg); /* every field at its default */
void msg_status_write(wirebuf_t *out, const msg_status_t *msg);
err_t msg_status_read(const node_t *map, msg_status_t *msg, errinfo_t *why);

/* msg_status_board writes the rows of the board of *msg, which names no kept board, and its ko:
 * the ko that is given, else that of the SGF's last move, else "". Only `rows` and `ko` of
 * *board are written. ERR_SYNTAX, ERR_VALUE, ERR_RANGE: the SGF is wrong (sgf.h). */
err_t msg_status_board(const msg_status_t *msg, msg_board_t *board, errinfo_t *why);

/* The result of go.status. */
typedef struct {
	uint64_t status;    /* the number of the status */
	uint64_t questions; /* captures and cuts; a save follows each capture that succeeds */
	char rows[MSG_ROWS_BYTES]; /* the board */
} msg_begun_t;

void msg_begun_write(wirebuf_t *out, const msg_begun_t *msg);
err_t msg_begun_read(const node_t *map, msg_begun_t *msg, errinfo_t *why);

/* Names a status: the parameters and the result of go.cancel. */
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
	char stones[MSG_STONES_BYTES]; /* a stone of the block; of a cut, one of each block */
	uint64_t size, liberties;      /* stones of all blocks; liberties of the one with fewest */
	unsigned value, scope; /* MSG_PROVEN: the side that moves first in the question succeeds */
	unsigned ko;           /* msg_ko_t: how it succeeds; UNASKED = not asked or not decided */
	unsigned ko_threats;   /* as in msg_done_t */
	char best[MSG_POINT_BYTES]; /* the first move of the side that succeeds; "" = none */
	uint64_t order;
	double time_ms; /* since the status began */
	bool remembered;
} msg_verdict_t;

void msg_verdict_write(wirebuf_t *out, const msg_verdict_t *msg);
err_t msg_verdict_read(const node_t *map, msg_verdict_t *msg, errinfo_t *why);

/* go.done: the last message of a status. */
typedef struct {
	uint64_t status;
	uint64_t decided, undecided; /* verdicts that were sent */
	double time_ms;
} msg_ended_t;

void msg_ended_write(wirebuf_t *out, const msg_ended_t *msg);
err_t msg_ended_read(const node_t *map, msg_ended_t *msg, errinfo_t *why);

#endif
