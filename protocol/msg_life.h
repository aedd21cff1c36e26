/* SPDX-License-Identifier: MIT
 * msg_life.h - the messages of go.life that go.status has not; its verdicts and its end are those
 * of msg_go.h.
 *
 * Units     in the names.
 * Ownership as in msg.h; msg_life_t.position.sgf is borrowed.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_LIFE_H
#define PROTOCOL_MSG_LIFE_H

#include "protocol/msg_go.h"

enum {
	MSG_BLOCKS_BYTES = 192,   /* stones of blocks, "D4 F5" */
	MSG_REGION_BYTES = 240,   /* what the engine takes (DRAGON_REGION_BYTES) */
	LIFE_QUESTIONS_MAX = 131, /* three of a dragon, and 64 first moves of either side */
};

typedef enum { MSG_ASKS_BOTH, MSG_ASKS_KILL, MSG_ASKS_LIVE } msg_asks_t;
extern const char *const msg_asks_names[];

/* The parameters of go.life. */
typedef struct {
	msg_place_t position;          /* as in go.status */
	char ko[MSG_POINT_BYTES];      /* likewise */
	char group[MSG_TARGET_BYTES];  /* stones of the dragon; the first is the one asked about */
	bool exact;                    /* the dragon is these blocks and no others */
	char region[MSG_REGION_BYTES]; /* "" = it is to be found */
	unsigned ask;                  /* msg_asks_t: who moves first */
	bool moves;                    /* ask about all first moves where who moves first decides */
	bool judge;                    /* what stays undecided is judged */
	uint64_t time_ms, nodes;       /* for all questions together; for each, 0 = no limit */
	bool fresh;
} msg_life_t;

void msg_life_init(msg_life_t *msg); /* every field at its default */
void msg_life_write(wirebuf_t *out, const msg_life_t *msg);
err_t msg_life_read(const node_t *map, msg_life_t *msg, errinfo_t *why);

/* The result of go.life. */
typedef struct {
	uint64_t status;               /* the number of the status */
	char rows[MSG_ROWS_BYTES];     /* the board */
	unsigned colour;               /* msg_colour_t, of the dragon */
	uint64_t size, liberties;      /* of all its blocks */
	bool closed;                   /* it has no way out of the region */
	char stones[MSG_BLOCKS_BYTES]; /* one of each of its blocks */
	char around[MSG_BLOCKS_BYTES]; /* one of each block around the region */
	char region[MSG_REGION_BYTES]; /* "" = the whole board */
} msg_dragon_t;

void msg_dragon_write(wirebuf_t *out, const msg_dragon_t *msg);
err_t msg_dragon_read(const node_t *map, msg_dragon_t *msg, errinfo_t *why);

#endif
