/* SPDX-License-Identifier: MIT
 * msg_moves.h - the messages of job.moves; its parameters are those of job.submit (msg_submit_t),
 * and job.moves_cancel has those of go.cancel.
 *
 * Units     in the names.
 * Ownership as in msg.h.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_MOVES_H
#define PROTOCOL_MSG_MOVES_H

#include "protocol/msg.h"

enum {
	MOVES_QUESTIONS_MAX = 513, /* no position has more first moves, the pass included */
	MOVES_DEFAULT_MS = 60000,  /* for all questions together */
	MOVES_MOST_MS = 3600000,   /* likewise */
};

typedef enum { MSG_MOVE_OPEN, MSG_MOVE_WORKS, MSG_MOVE_FAILS } msg_tells_t;
extern const char *const msg_tells_names[];

/* The result of job.moves. */
typedef struct {
	uint64_t status; /* the number, counted with those of go.status */
	uint64_t moves;  /* how many first moves there are, and so how many verdicts */
	uint64_t time_ms;
	char game[MSG_NAME_BYTES], style[MSG_NAME_BYTES];
	char rows[MSG_ROWS_BYTES];
	unsigned attacker; /* msg_colour_t */
	msg_goal_t goal;
} msg_moves_t;

void msg_moves_write(wirebuf_t *out, const msg_moves_t *msg);
err_t msg_moves_read(const node_t *map, msg_moves_t *msg, errinfo_t *why);

/* job.move: the verdict on one first move. Of `done` only what a result of the question tells is
 * used: neither job, label, zone nor table. */
typedef struct {
	uint64_t status;
	char move[MSG_POINT_BYTES];
	char move_coords[MSG_POINT_BYTES]; /* its points where moves have names; else "" */
	unsigned verdict;                  /* msg_tells_t */
	uint64_t rank;                     /* its place in the order of the game, from 1 */
	bool has_question; /* the move left a question; else it decided itself what it tells */
	struct {
		char options[MSG_OPTIONS_BYTES];
		char ko[MSG_POINT_BYTES];
		unsigned attacker_threats, defender_threats;
	} question; /* beside done.rows, done.attacker and done.goal */
	msg_done_t done;
} msg_tried_t;

void msg_tried_write(wirebuf_t *out, const msg_tried_t *msg);
err_t msg_tried_read(const node_t *map, msg_tried_t *msg, errinfo_t *why);

/* job.moved: the last message of a job.moves. */
typedef struct {
	uint64_t status;
	uint64_t works, fails, open; /* verdicts that were sent */
	uint64_t nodes;
	double time_ms;
} msg_moved_t;

void msg_moved_write(wirebuf_t *out, const msg_moved_t *msg);
err_t msg_moved_read(const node_t *map, msg_moved_t *msg, errinfo_t *why);

#endif
