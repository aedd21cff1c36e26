/* SPDX-License-Identifier: MIT
 * msg_batch.h - the messages of batches: many jobs under one number, and one key.
 *
 * The jobs of batch.submit are read one by one (msg_batch_job_read), and so are the results of
 * batch.watch: a list of either is too large for a struct.
 *
 * Units     in the names.
 * Ownership as in msg.h.
 * Threads   any; no state.
 * Errors    as in msg.h.
 */
#ifndef PROTOCOL_MSG_BATCH_H
#define PROTOCOL_MSG_BATCH_H

#include "protocol/msg.h"

enum {
	BATCH_FRAME_JOBS_MAX = 128,   /* of one batch.submit */
	BATCH_RESULTS_MAX = 32,       /* of one batch.watch */
	BATCH_RESULTS_BYTES = 524288, /* after which no more are put into one */
	BATCH_WAIT_MOST_MS = 60000,
};

typedef enum {
	MSG_BATCH_OPEN,      /* more jobs may come */
	MSG_BATCH_RUNNING,   /* not all have ended */
	MSG_BATCH_DONE,      /* all have ended */
	MSG_BATCH_CANCELLED, /* those that nobody had begun never will be */
} msg_batch_state_t;

extern const char *const msg_batch_state_names[];

/* The parameters of batch.submit, but for `jobs`. */
typedef struct {
	uint64_t batch; /* that is open; 0 = a new one */
	char label[MSG_LABEL_BYTES];
	bool durable;
	char key[MSG_KEY_BYTES];
	bool more; /* another batch.submit follows */
} msg_batch_t;

/* msg_batch_write writes them with `count` jobs, which msg_submit_write has written to *jobs. */
void msg_batch_write(wirebuf_t *out, const msg_batch_t *msg, const wirebuf_t *jobs, uint32_t count);
err_t msg_batch_read(const node_t *map, msg_batch_t *msg, uint32_t *count, errinfo_t *why);

/* msg_batch_job_read reads one of its jobs. */
err_t msg_batch_job_read(const node_t *map, uint32_t index, msg_submit_t *msg, errinfo_t *why);

/* The result of batch.submit. */
typedef struct {
	uint64_t batch, jobs; /* jobs: of the batch so far */
	char key[MSG_KEY_BYTES];
	bool known; /* its key was known: this is the batch that it names */
} msg_batched_t;

void msg_batched_write(wirebuf_t *out, const msg_batched_t *msg);
err_t msg_batched_read(const node_t *map, msg_batched_t *msg, errinfo_t *why);

/* The parameters of batch.status, batch.cancel and batch.ack, and of batch.watch. */
typedef struct {
	uint64_t batch;          /* 0 = not given */
	char key[MSG_KEY_BYTES]; /* "" = not given */
	uint64_t from;           /* so many results are known already */
	uint64_t most;           /* results that are wanted at once */
	uint64_t wait_ms;        /* for one, if there is none */
} msg_batch_ref_t;

void msg_batch_ref_write(wirebuf_t *out, const msg_batch_ref_t *msg);
err_t msg_batch_ref_read(const node_t *map, msg_batch_ref_t *msg, errinfo_t *why);
void msg_batch_watch_write(wirebuf_t *out, const msg_batch_ref_t *msg);
err_t msg_batch_watch_read(const node_t *map, msg_batch_ref_t *msg, errinfo_t *why);

/* How far a batch is: the result of batch.status, batch.cancel and batch.ack. */
typedef struct {
	uint64_t batch;
	char label[MSG_LABEL_BYTES], key[MSG_KEY_BYTES];
	unsigned state; /* msg_batch_state_t */
	uint64_t jobs;  /* in all */
	uint64_t ended; /* so many have results */
	uint64_t running;
	uint64_t proven, disproven, undecided; /* of those that have ended */
	uint64_t failed;                       /* likewise, undecided ones */
} msg_batch_status_t;

void msg_batch_status_write(wirebuf_t *out, const msg_batch_status_t *msg);
err_t msg_batch_status_read(const node_t *map, msg_batch_status_t *msg, errinfo_t *why);

/* The result of batch.watch: msg_batch_results_open writes all but the results, each of which
 * follows as the map of a job.done. msg_batch_results_read reads that, and msg_batch_result_read
 * one result. */
typedef struct {
	msg_batch_status_t status;
	uint64_t next; /* `from` of the next batch.watch */
	uint32_t count;
} msg_batch_results_t;

void msg_batch_results_open(wirebuf_t *out, const msg_batch_results_t *msg);
err_t msg_batch_results_read(const node_t *map, msg_batch_results_t *msg, errinfo_t *why);
err_t msg_batch_result_read(const node_t *map, uint32_t index, msg_done_t *msg, errinfo_t *why);

#endif
