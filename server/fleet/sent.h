/* SPDX-License-Identifier: MIT
 * sent.h - which worker was sent which question: jobs that ask the same are one search in all of a
 * fleet, whichever fronts they were handed in at.
 *
 * What jobs that ask the same have in common is a number (job_question in engine/solve/solver.h). A
 * front that hands out such a job tells the other fronts to whom, every SENT_TELL_MS at most, and
 * says so again every SENT_AGAIN_MS for as long as the worker has it: a message may be lost, and a
 * front may be new. Whoever hands out a job of which it remembers that prefers the same worker,
 * whether that has a free place or not: there it follows the search, or is answered from memory
 * when that has ended (engine/solve/coalesce.h). A worker that declines is forgotten for that
 * question.
 *
 * It is a hint: what is false, or late, or another question of the same number, costs a job its
 * usual place and no more. What two fronts hand out before they have heard of each other is
 * searched twice, and so is what a front's own threads take up.
 *
 * Units     ms of any clock that does not go back.
 * Ownership names are copied.
 * Threads   one; no clock is read here.
 */
#ifndef SERVER_FLEET_SENT_H
#define SERVER_FLEET_SENT_H

#include "server/fleet/messages.h"
#include "server/list.h"

enum {
	SENT_KEPT = 4096,      /* limit: questions that are remembered; the oldest are forgotten */
	SENT_BUCKETS = 4096,   /* size: of the table that finds them */
	SENT_KEPT_MS = 30000,  /* limit: for how long, where nothing is said again */
	SENT_AGAIN_MS = 10000, /* latency: until that is said again; two messages may be lost */
	SENT_TELL_MS = 20,     /* latency: between two messages, unless there is too much for one */
};

/* A question, and who was sent it. */
typedef struct {
	link_t link, bucket; /* in sent_t.all, oldest first, and in a bucket */
	uint64_t question;   /* 0: the entry is free */
	uint64_t noted_ms;
	char worker[FLEET_NAME_BYTES];
} sent_entry_t;

/* It points into itself: it must not be moved. */
typedef struct {
	sent_entry_t entries[SENT_KEPT];
	link_t buckets[SENT_BUCKETS];
	link_t all;

	/* What the other fronts are still to be told. */
	uint64_t question[FLEET_SENT_MOST];
	char worker[FLEET_SENT_MOST][FLEET_NAME_BYTES];
	unsigned untold;
	uint64_t told_ms; /* when they were told last */
} sent_t;

void sent_init(sent_t *sent);

/* sent_note remembers that a worker was sent a question, by this front or another. */
void sent_note(sent_t *sent, uint64_t question, const char *worker, uint64_t now_ms);

/* sent_find returns the name of the worker that was sent a question, or NULL: none is known. It is
 * borrowed until the next call of another function. */
const char *sent_find(const sent_t *sent, uint64_t question, uint64_t now_ms);

/* sent_forget forgets that, if it is that worker. */
void sent_forget(sent_t *sent, uint64_t question, const char *worker);

/* sent_tell has the other fronts told of a question. False: so much waits that it has to be written
 * now (sent_write), and then to be told again. */
bool sent_tell(sent_t *sent, uint64_t question, const char *worker);

/* sent_due: is there something to be told, and is it time? sent_write writes the message of all
 * that waits, of which there must be some. */
bool sent_due(const sent_t *sent, uint64_t now_ms);
void sent_write(sent_t *sent, const member_t *self, uint64_t now_ms, wirebuf_t *out);

#endif
