/* SPDX-License-Identifier: MIT
 * fact_replay.h - takes over from another daemon's store what this one's lacks, and lets others do
 * so with this one's.
 *
 *   IDLE --due, and somebody has facts: list--> LISTING --listed--> COMPARING --> WANTING
 *    ^                                            |  ^                              |
 *    |--no answer, or one that makes no sense-----/  \--list, from where it goes on-|
 *    \--nothing more, until FACT_REPLAY_MS have passed-----------------------------/
 *
 * It is due when there is a connection to a broker, and then every FACT_REPLAY_MS, with another
 * daemon each time. So whatever was missed, by whomever and for whatever reason, comes in the end:
 * nobody has to remember what others have been told. What both have costs PARCEL_NAME bytes each.
 * Facts that are asked for come as any others do (facts.h).
 *
 * Whoever is asked answers FACT_REPLAY_ANSWERS times a second at most; what is more is ignored.
 *
 * Ownership a fact_replay_t borrows what its settings name.
 * Threads   the loop thread; stores are read on libuv's pool.
 */
#ifndef SERVER_FLEET_FACT_REPLAY_H
#define SERVER_FLEET_FACT_REPLAY_H

#include "engine/store/store.h"
#include "server/fleet/chores.h"
#include "server/fleet/members.h"

enum {
	FACT_REPLAY_MS = 600000,      /* latency: until what no message has told is there */
	FACT_REPLAY_STEP_MS = 100,    /* rate: of questions that are asked */
	FACT_REPLAY_ANSWER_MS = 5000, /* latency: until none is waited for any more */
	FACT_REPLAY_ANSWERS = 50,     /* rate: of answers, a second */
};

typedef struct fact_replay fact_replay_t;

typedef struct {
	uv_loop_t *loop;
	store_t *store;
	const member_t *self;
	const members_t *members;
	chores_t *chores;
	messages_send_t send_cb;
	void *send_context;
	/* Whose facts are not wanted. */
	bool (*is_shut_out_cb)(void *context, const char *name);
	void *context;
} fact_replay_conf_t;

/* fact_replay_create returns NULL without memory. fact_replay_free accepts NULL; there may be no
 * chores. fact_replay_begin makes its handle, fact_replay_end closes it. */
fact_replay_t *fact_replay_create(const fact_replay_conf_t *conf);
void fact_replay_begin(fact_replay_t *replay);
void fact_replay_end(fact_replay_t *replay);
void fact_replay_free(fact_replay_t *replay);

/* fact_replay_due has it begin at the next tick. fact_replay_tick begins what is due, and gives up
 * what is not answered; every second, while there is a connection. */
void fact_replay_due(fact_replay_t *replay);
void fact_replay_tick(fact_replay_t *replay);

/* fact_replay_stop ends what goes on; nothing begins any more. */
void fact_replay_stop(fact_replay_t *replay);

/* fact_replay_message takes one of the kinds list, listed and want; false: it makes no sense, and
 * *why says so. */
bool fact_replay_message(fact_replay_t *replay, const message_t *message, errinfo_t *why);

#endif
