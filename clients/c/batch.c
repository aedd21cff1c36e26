/* SPDX-License-Identifier: MIT
 * batch.c - the calls about batches.
 *
 * Design     A batch goes out in messages of as many jobs as fit. Jobs are encoded one by one into
 *            a buffer of their own, so that the message can be begun when it is known how many they
 *            are, and so that one which the daemon refuses can be taken out of it again: the daemon
 *            takes a message with a fault not at all, and names the job.
 *
 * Left       The daemon answers at once when it ends: a client that asks again and again would be
 *            answered as fast. So an answer without results of a batch that goes on, long before
 *            its time, is told as what it is.
 *
 * Half       What was sent of a batch that is given up is given up at the daemon, too: a connection
 *            fills one batch at a time.
 */
#include "clients/c/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/calls.h"
#include "clients/c/convert.h"
#include "clients/c/durable.h"

#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a " differs from " #b)

SAME(TESUJI_BATCH_OPEN, MSG_BATCH_OPEN);
SAME(TESUJI_BATCH_RUNNING, MSG_BATCH_RUNNING);
SAME(TESUJI_BATCH_DONE, MSG_BATCH_DONE);
SAME(TESUJI_BATCH_CANCELLED, MSG_BATCH_CANCELLED);
SAME(TESUJI_BATCH_JOBS, BATCH_JOBS_MAX);
SAME(TESUJI_BATCH_RESULTS, BATCH_RESULTS_MAX);
SAME(TESUJI_BATCH_WAIT_MS, BATCH_WAIT_MOST_MS);

enum {
	ROOM_FOR_THE_REST = 512, /* bytes of a message besides its jobs */
	WAIT_LEAST_MS = 200,     /* an answer that might have waited for less is never too soon */
};

static const char jobs_path[] = "params.jobs[";

const char *tesuji_batch_state_name(tesuji_batch_state_t state)
{
	return state <= TESUJI_BATCH_CANCELLED ? msg_batch_state_names[state] : "unknown";
}

/* A batch that is being handed in. */
typedef struct {
	const tesuji_lot_t *lot;
	msg_batch_t msg;
	msg_batched_t told; /* the last answer */
	unsigned next;      /* the first request that was not encoded */
	/* The next message: `count` jobs, each with its request, and where it begins. */
	wirebuf_t jobs;
	uint32_t count;
	unsigned at[BATCH_FRAME_JOBS_MAX];
	size_t begins[BATCH_FRAME_JOBS_MAX];
} filling_t;

/* name_job has the error of the last call say which request is meant; its text has `skip` bytes
 * before what is said of that. */
static void name_job(tesuji_t *t, unsigned at, size_t skip)
{
	const tesuji_error_t error = t->error;

	assert(skip <= strlen(error.text));
	(void)fail_with(&t->error, error.code, "%s%u]%s", jobs_path, at, error.text + skip);
	t->error.retry_ms = error.retry_ms;
}

/* leave_out asks whether a request that was refused may be left out; TESUJI_OK: it may. */
static int leave_out(tesuji_t *t, const filling_t *f, unsigned at)
{
	const tesuji_error_t why = t->error;

	if (f->lot->refused != NULL && f->lot->refused(at, &why, f->lot->user) == 0)
		return TESUJI_OK;
	return why.code;
}

/* encode writes the next request behind the jobs of the message; *is_full tells that it has no room
 * there. */
static int encode(tesuji_t *t, filling_t *f, bool *is_full)
{
	static const char root[] = "params";
	msg_submit_t *job = &t->scratch.submit;
	const size_t before = f->jobs.length;
	int rc = calls_prepare(&f->lot->requests[f->next], job, &t->error);

	*is_full = false;
	if (rc != TESUJI_OK) {
		name_job(t, f->next,
		         strncmp(t->error.text, root, strlen(root)) == 0 ? strlen(root) : 0);
		rc = leave_out(t, f, f->next);
		f->next++;
		return rc;
	}
	job->progress_ms = PROGRESS_DEFAULT_MS; /* that is: not told */
	msg_submit_write(&f->jobs, job);
	if (f->jobs.failed == ERR_NOMEM)
		return fail_with(&t->error, TESUJI_E_NOMEM, "out of memory");
	if (f->jobs.failed == ERR_OK && f->jobs.length <= FRAME_BYTES_MAX - ROOM_FOR_THE_REST) {
		f->at[f->count] = f->next++;
		f->begins[f->count++] = before;
		return TESUJI_OK;
	}
	f->jobs.failed = ERR_OK;
	f->jobs.length = before;
	*is_full = f->count > 0;
	if (*is_full)
		return TESUJI_OK;
	(void)fail_with(&t->error, TESUJI_E_LIMIT, ": the request is longer than %d bytes",
	                FRAME_BYTES_MAX);
	name_job(t, f->next, 0);
	rc = leave_out(t, f, f->next);
	f->next++;
	return rc;
}

/* collect makes the jobs of the next message. */
static int collect(tesuji_t *t, filling_t *f)
{
	bool is_full = false;
	int rc = TESUJI_OK;

	f->count = 0;
	f->jobs.length = 0;
	while (rc == TESUJI_OK && !is_full && f->next < f->lot->count &&
	       f->count < BATCH_FRAME_JOBS_MAX)
		rc = encode(t, f, &is_full);
	return rc;
}

static err_t read_batched(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_batched_read(result, context, why);
}

/* take_out takes a job out of the message. */
static void take_out(filling_t *f, uint32_t job)
{
	const size_t from = f->begins[job];
	const size_t to = job + 1 < f->count ? f->begins[job + 1] : f->jobs.length;

	memmove(f->jobs.data + from, f->jobs.data + to, f->jobs.length - to);
	f->jobs.length -= to - from;
	f->count--;
	for (uint32_t i = job; i < f->count; i++) {
		f->at[i] = f->at[i + 1];
		f->begins[i] = f->begins[i + 1] - (to - from);
	}
}

/* without_the_wrong takes the job that the daemon's refusal is about out of the message. Not
 * TESUJI_OK: it is about none, or that may not be left out. */
static int without_the_wrong(tesuji_t *t, filling_t *f)
{
	const size_t length = strlen(jobs_path);
	unsigned long job;
	unsigned at;
	char *end;
	int rc;

	if (strncmp(t->error.text, jobs_path, length) != 0)
		return t->error.code;
	job = strtoul(t->error.text + length, &end, 10);
	if (*end != ']' || job >= f->count)
		return t->error.code;
	at = f->at[job];
	name_job(t, at, (size_t)(end - t->error.text) + 1);
	rc = leave_out(t, f, at);
	if (rc == TESUJI_OK)
		take_out(f, (uint32_t)job);
	return rc;
}

/* send_jobs sends a message, as often as it needs to be rid of what the daemon refuses. */
static int send_jobs(tesuji_t *t, filling_t *f)
{
	int rc;

	do {
		wirebuf_t out;

		f->msg.more = f->next < f->lot->count;
		calls_begin(t, METHOD_BATCH_SUBMIT, &out);
		msg_batch_write(&out, &f->msg, &f->jobs, f->count);
		rc = calls_end(t, METHOD_BATCH_SUBMIT, &out, read_batched, &f->told);
		if (rc == TESUJI_OK)
			f->msg = (msg_batch_t){.batch = f->told.batch};
	} while (rc != TESUJI_OK && t->lost.code == TESUJI_OK &&
	         (rc = without_the_wrong(t, f)) == TESUJI_OK);
	return rc;
}

/* prepare begins a batch here. */
static int prepare(const tesuji_lot_t *lot, filling_t *f, tesuji_error_t *why)
{
	int rc = TESUJI_OK;

	*f = (filling_t){.lot = lot, .msg = {.durable = lot->key != NULL}};
	wirebuf_init(&f->jobs, FRAME_BYTES_MAX);
	if (lot->key != NULL)
		rc = durable_key(lot->key, f->msg.key, why);
	if (rc == TESUJI_OK)
		rc = convert_text("params.label", lot->label, f->msg.label, sizeof(f->msg.label),
		                  why);
	return rc;
}

/* give_up has the daemon forget what it has of a batch that is not whole; t->error stays. */
static void give_up(tesuji_t *t, uint64_t batch)
{
	const tesuji_error_t why = t->error;

	if (batch != 0 && t->lost.code == TESUJI_OK)
		(void)tesuji_batch_cancel(t, &(tesuji_batch_ref_t){.batch = batch}, NULL);
	t->error = why;
}

int tesuji_batch_submit(tesuji_t *t, const tesuji_lot_t *lot, tesuji_batch_t *out, int *known)
{
	filling_t f;
	int rc = prepare(lot, &f, &t->error);

	if (out != NULL)
		*out = (tesuji_batch_t){.batch = 0};
	if (known != NULL)
		*known = 0;
	do {
		if (rc == TESUJI_OK)
			rc = collect(t, &f);
		if (rc == TESUJI_OK)
			rc = send_jobs(t, &f);
	} while (rc == TESUJI_OK && f.next < lot->count);
	if (rc != TESUJI_OK)
		give_up(t, f.msg.batch);
	if (rc == TESUJI_OK && out != NULL) {
		out->batch = f.told.batch;
		out->jobs = (unsigned)f.told.jobs;
		out->state = TESUJI_BATCH_RUNNING;
		memcpy(out->key, f.told.key, sizeof(out->key));
	}
	if (rc == TESUJI_OK && known != NULL)
		*known = f.told.known;
	wirebuf_fini(&f.jobs);
	return rc;
}

int batch_ref(const tesuji_batch_ref_t *ref, msg_batch_ref_t *out, tesuji_error_t *why)
{
	*out = (msg_batch_ref_t){.batch = ref->key == NULL ? ref->batch : 0,
	                         .most = BATCH_RESULTS_MAX};
	return ref->key != NULL ? durable_key(ref->key, out->key, why) : TESUJI_OK;
}

bool batch_has_ended(const msg_batch_results_t *told)
{
	return told->count == 0 &&
	       (told->status.state == MSG_BATCH_DONE ||
	        (told->status.state == MSG_BATCH_CANCELLED && told->status.running == 0));
}

bool batch_is_left(const msg_batch_results_t *told, int64_t took_ms, int64_t wait_ms,
                   tesuji_error_t *why)
{
	if (told->count > 0 || batch_has_ended(told) || wait_ms < WAIT_LEAST_MS ||
	    took_ms >= wait_ms / 2)
		return false;
	(void)fail_with(why, TESUJI_E_DRAINING,
	                "the daemon ends; a durable batch goes on when it is started again");
	return true;
}

static void convert_batch(const msg_batch_status_t *msg, tesuji_batch_t *out)
{
	*out = (tesuji_batch_t){
	        .batch = msg->batch,
	        .state = (tesuji_batch_state_t)msg->state,
	        .jobs = (unsigned)msg->jobs,
	        .ended = (unsigned)msg->ended,
	        .running = (unsigned)msg->running,
	        .proven = (unsigned)msg->proven,
	        .disproven = (unsigned)msg->disproven,
	        .undecided = (unsigned)msg->undecided,
	        .failed = (unsigned)msg->failed,
	};
	memcpy(out->key, msg->key, sizeof(out->key));
	memcpy(out->label, msg->label, sizeof(out->label));
}

static err_t read_status(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	msg_batch_status_t told;
	const err_t rc = msg_batch_status_read(result, &told, why);

	(void)t;
	if (rc == ERR_OK && context != NULL)
		convert_batch(&told, context);
	return rc;
}

/* call makes one of the calls that name a batch and are answered with how far it is. */
static int call(tesuji_t *t, method_t method, const tesuji_batch_ref_t *ref, tesuji_batch_t *out)
{
	msg_batch_ref_t msg;
	wirebuf_t bytes;
	const int rc = batch_ref(ref, &msg, &t->error);

	if (out != NULL)
		*out = (tesuji_batch_t){.batch = 0};
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, method, &bytes);
	msg_batch_ref_write(&bytes, &msg);
	return calls_end(t, method, &bytes, read_status, out);
}

int tesuji_batch_status(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out)
{
	return call(t, METHOD_BATCH_STATUS, ref, out);
}

int tesuji_batch_cancel(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out)
{
	return call(t, METHOD_BATCH_CANCEL, ref, out);
}

int tesuji_batch_ack(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out)
{
	return call(t, METHOD_BATCH_ACK, ref, out);
}

/* Where the answer to batch.watch goes. */
typedef struct {
	tesuji_report_t *results;
	unsigned most;
	msg_batch_results_t told;
} slice_t;

static err_t read_results(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	slice_t *slice = context;
	err_t rc = msg_batch_results_read(result, &slice->told, why);

	if (rc == ERR_OK && slice->told.count > slice->most)
		rc = err_fail(why, ERR_RANGE, "result.results: more than the %u asked for",
		              slice->most);
	for (uint32_t i = 0; rc == ERR_OK && i < slice->told.count; i++) {
		rc = msg_batch_result_read(result, i, &t->scratch.done, why);
		if (rc == ERR_OK)
			convert_done(&t->scratch.done, &slice->results[i]);
	}
	return rc;
}

int tesuji_batch_watch(tesuji_t *t, const tesuji_batch_ref_t *ref, uint64_t from, int wait_ms,
                       tesuji_report_t *results, unsigned most, tesuji_batch_t *out)
{
	slice_t slice = {.results = results, .most = most};
	const deadline_t began = deadline_after(0);
	const int usual_ms = t->timeout_ms;
	msg_batch_ref_t msg;
	wirebuf_t bytes;
	int rc = batch_ref(ref, &msg, &t->error);

	*out = (tesuji_batch_t){.batch = 0};
	if (rc == TESUJI_OK && (wait_ms < 0 || wait_ms > TESUJI_BATCH_WAIT_MS))
		rc = fail_with(&t->error, TESUJI_E_RANGE, "params.wait_ms: %d is not in 0..%d",
		               wait_ms, TESUJI_BATCH_WAIT_MS);
	if (rc != TESUJI_OK)
		return rc;
	msg.from = from;
	msg.most = most;
	msg.wait_ms = (uint64_t)wait_ms;
	if (usual_ms >= 0 && usual_ms <= INT32_MAX - wait_ms)
		t->timeout_ms = usual_ms + wait_ms;
	calls_begin(t, METHOD_BATCH_WATCH, &bytes);
	msg_batch_watch_write(&bytes, &msg);
	rc = calls_end(t, METHOD_BATCH_WATCH, &bytes, read_results, &slice);
	t->timeout_ms = usual_ms;
	if (rc != TESUJI_OK)
		return rc;
	convert_batch(&slice.told.status, out);
	return batch_is_left(&slice.told, deadline_after(0) - began, wait_ms, &t->error)
	               ? t->error.code
	               : (int)slice.told.count;
}
