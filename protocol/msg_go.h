/* SPDX-License-Identifier: MIT
 * msg_go.h - the messages of go.status and go.cancel, as msg.h has those of jobs, and the
 * notifications of go.life.
 *
 * Units     in the names.
 * Ownership as in msg.h; msg_place_t.sgf is borrowed.
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
	MSG_CHANCE_NONE = 1001, /* there is no judgement */
};

typedef enum {
	MSG_ASKED_CAPTURE,
	MSG_ASKED_SAVE,
	MSG_ASKED_CUT,
	MSG_ASKED_KILL,
	MSG_ASKED_LIVE,
	MSG_ASKED_EYES
} msg_asked_t;
extern const char *const msg_asked_names[];

/* What the verdicts about a dragon say together. */
typedef enum {
	MSG_LIFE_UNTOLD,
	MSG_LIFE_OPEN,
	MSG_LIFE_ALIVE,
	MSG_LIFE_DEAD,
	MSG_LIFE_UNSETTLED,
	MSG_LIFE_KO,
	MSG_LIFE_SEKI
} msg_alive_t;
extern const char *const msg_life_names[];

/* Where a board comes from. Exactly one of board, sgf and rows is given. */
typedef struct {
	uint64_t board;  /* number of a kept board (msg_position.h); 0 = not given */
	const char *sgf; /* borrowed, sgf_bytes long; NULL = not given */
	size_t sgf_bytes;
	uint64_t move; /* the position after so many moves, or MSG_MOVE_ALL */
	char rows[MSG_ROWS_BYTES];
} msg_place_t;

/* The parameters of go.status. */
typedef struct {
	msg_place_t position;
	char ko[MSG_POINT_BYTES]; /* a stone was just taken here; "" = see msg_place_board */
	uint64_t order, time_ms;  /* the highest order; for all questions together */
	bool cuts;                /* ask for cuts as well */
	bool fresh;               /* search, even where answers are remembered */
} msg_status_t;

void msg_status_init(msg_status_t *msg); /* every field at its default */
void msg_status_write(wirebuf_t *out, const msg_status_t *msg);
err_t msg_status_read(const node_t *map, msg_status_t *msg, errinfo_t *why);

/* msg_place_check fails the reading of the params `map` unless exactly one source is given. */
void msg_place_check(const node_t *map, const msg_place_t *place);

/* msg_place_board writes the rows of a place that names no kept board, and its ko: `ko`, else, if
 * that is "", that of the SGF's last move, else "". Only `rows` and `ko` of *board are written.
 * ERR_SYNTAX, ERR_VALUE, ERR_RANGE: the SGF is wrong (sgf.h). */
err_t msg_place_board(const msg_place_t *place, const char *ko, msg_board_t *board, errinfo_t *why);

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
	char tried[MSG_POINT_BYTES]; /* asked about this first move alone; "" = about any */
	uint64_t chance; /* of an undecided one that was judged: how likely the side that moves
	                    first succeeds, per mille; then `best` is its move; MSG_CHANCE_NONE */
} msg_verdict_t;

void msg_verdict_write(wirebuf_t *out, const msg_verdict_t *msg);
err_t msg_verdict_read(const node_t *map, msg_verdict_t *msg, errinfo_t *why);

/* go.done: the last message of a status. */
typedef struct {
	uint64_t status;
	uint64_t decided, undecided; /* verdicts that were sent */
	double time_ms;
	unsigned life; /* msg_alive_t, of go.life */
} msg_ended_t;

void msg_ended_write(wirebuf_t *out, const msg_ended_t *msg);
err_t msg_ended_read(const node_t *map, msg_ended_t *msg, errinfo_t *why);

#endif
