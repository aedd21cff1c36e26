/* SPDX-License-Identifier: MIT
 * calls.c - the handle, and one function for each method of the protocol.
 *
 * Design     A call writes its request into a buffer, notes how the answer is read, sends, and
 *            steps the link until the answer has come. The answer is read while its message is
 *            handed out, since its nodes do not live longer. So the job that an answer names is
 *            listened to before the next message, which may be that job's end, is looked at.
 */
#include "clients/c/calls.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/c/address.h"
#include "clients/c/convert.h"
#include "clients/c/events.h"
#include "clients/c/link.h"
#include "clients/c/secure.h"
#include "clients/c/stream.h"
#include "protocol/msg_auth.h"
#include "protocol/msg_metrics.h"
#include "protocol/msg_submit.h"

/* handle_create makes a handle around the connected socket fd; NULL: no memory. */
static tesuji_t *handle_create(int fd, const char *peer)
{
	tesuji_t *t = mem_alloc(sizeof(*t));

	if (t == NULL)
		return NULL;
	t->codec = codec_create();
	if (t->codec == NULL) {
		mem_free(t, sizeof(*t));
		return NULL;
	}
	t->fd = fd;
	t->timeout_ms = TESUJI_TIMEOUT_MS;
	t->last = &t->first;
	snprintf(t->peer, sizeof(t->peer), "%s", peer);
	scan_begin(&t->scan, &scan_reply_limits);
	return t;
}

/* open_handle connects to the address, whose text is `text`, and makes a handle, which owns
 * `inside` from then on; on failure the caller does. */
static int open_handle(const char *text, const address_t *address, tls_t *inside, int timeout_ms,
                       tesuji_t **out, tesuji_error_t *why)
{
	int fd, rc = address_connect(text, address, timeout_ms, &fd, why);

	if (rc != TESUJI_OK)
		return rc;
	*out = handle_create(fd, text);
	if (*out == NULL) {
		close(fd);
		return fail_with(why, TESUJI_E_NOMEM, "out of memory");
	}
	(*out)->tls = inside;
	return TESUJI_OK;
}

int calls_connect(const char *text, const tesuji_tls_t *tls, int timeout_ms, tesuji_t **out,
                  tesuji_error_t *why)
{
	tesuji_error_t unwanted;
	tls_t *inside = NULL;
	address_t address;
	int rc;

	*out = NULL;
	if (why == NULL)
		why = &unwanted;
	if (text == NULL)
		return fail_with(why, TESUJI_E_MISSING, "no address was given");
	rc = address_parse(text, &address, why);
	if (rc == TESUJI_OK && address.is_tls)
		rc = secure_prepare(text, &address, tls, &inside, why);
	if (rc == TESUJI_OK)
		rc = open_handle(text, &address, inside, timeout_ms, out, why);
	if (*out == NULL)
		tls_free(inside);
	if (*out == NULL || inside == NULL)
		return rc;
	rc = secure_shake(*out, deadline_after(timeout_ms), why);
	if (rc != TESUJI_OK) {
		tesuji_close(*out);
		*out = NULL;
	} else if (stream_has_more(*out)) {
		link_read(*out); /* the socket does not know of it any more */
	}
	return rc;
}

int tesuji_connect(const char *address, int timeout_ms, tesuji_t **out, tesuji_error_t *why)
{
	return calls_connect(address, NULL, timeout_ms, out, why);
}

int tesuji_connect_fd(int fd, tesuji_t **out, tesuji_error_t *why)
{
	int type = 0;
	socklen_t bytes = sizeof(type);
	char peer[32];

	*out = NULL;
	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &bytes) != 0)
		return fail_with(why, TESUJI_E_IO, "descriptor %d: %s", fd, strerror(errno));
	if (type != SOCK_STREAM)
		return fail_with(why, TESUJI_E_TYPE, "descriptor %d is no stream socket", fd);
	snprintf(peer, sizeof(peer), "descriptor %d", fd);
	*out = handle_create(fd, peer);
	return *out != NULL ? TESUJI_OK : fail_with(why, TESUJI_E_NOMEM, "out of memory");
}

void tesuji_close(tesuji_t *t)
{
	if (t == NULL)
		return;
	close(t->fd);
	events_clear(t);
	codec_destroy(t->codec);
	tls_free(t->tls);
	mem_free(t->in, t->in_capacity);
	mem_free(t, sizeof(*t));
}

void tesuji_set_timeout(tesuji_t *t, int timeout_ms)
{
	t->timeout_ms = timeout_ms;
}

const tesuji_error_t *tesuji_last_error(const tesuji_t *t)
{
	return &t->error;
}

int tesuji_fd(const tesuji_t *t)
{
	return t->fd;
}

void calls_begin(tesuji_t *t, method_t method, wirebuf_t *out)
{
	const method_row_t *row = methods_row(method);

	wirebuf_init(out, FRAME_BYTES_MAX);
	t->msgid++;
	if (row->params)
		rpc_put_request(out, t->msgid, row->name);
	else
		rpc_put_empty_request(out, t->msgid, row->name);
}

int calls_end(tesuji_t *t, method_t method, wirebuf_t *out, read_answer_t read_answer,
              void *context)
{
	deadline_t deadline = deadline_after(t->timeout_ms);

	assert(!t->waiting); /* calls do not nest: callbacks run outside of them */
	if (t->lost.code != TESUJI_OK) {
		t->answer = t->lost.code;
		t->error = t->lost;
	} else if (out->failed != ERR_OK) {
		t->answer = out->failed == ERR_NOMEM
		                    ? fail_with(&t->error, TESUJI_E_NOMEM, "out of memory")
		                    : fail_with(&t->error, TESUJI_E_LIMIT,
		                                "params: the request is longer than %d bytes",
		                                FRAME_BYTES_MAX);
	} else {
		t->waiting = true;
		t->answer = TESUJI_OK;
		t->read_answer = read_answer;
		t->context = context;
		(void)link_send(t, out->data, out->length, deadline);
		while (t->waiting) {
			if (link_step(t, deadline) == 0)
				(void)link_lose(t, TESUJI_E_TIMEOUT, "no answer to %s in %d ms",
				                methods_row(method)->name, t->timeout_ms);
		}
	}
	wirebuf_fini(out);
	return t->answer;
}

static err_t read_info(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	err_t rc = msg_info_read(result, &t->scratch.info, why);

	if (rc == ERR_OK)
		convert_info(&t->scratch.info, context);
	return rc;
}

int tesuji_info(tesuji_t *t, tesuji_info_t *out)
{
	wirebuf_t request;

	memset(out, 0, sizeof(*out));
	calls_begin(t, METHOD_INFO, &request);
	return calls_end(t, METHOD_INFO, &request, read_info, out);
}

/* A listener that is added when the answer names its job. */
typedef struct {
	listener_t *listener; /* NULL once it listens */
	void *user;
	tesuji_report_t *report;
	uint64_t job;
	bool is_known;
} joining_t;

/* join has the listener listen to a job, which has one already where it is watched, or was
 * submitted by the same key. */
static void join(tesuji_t *t, joining_t *joining, uint64_t job)
{
	listener_t *known = events_find(t, job);

	joining->job = job;
	if (known != NULL) {
		known->user = joining->user;
		return;
	}
	events_listen(t, joining->listener, job);
	joining->listener = NULL;
}

static err_t read_submitted(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	joining_t *joining = context;
	msg_submitted_t told;
	err_t rc = msg_submitted_read(result, &told, why);

	if (rc != ERR_OK)
		return rc;
	joining->is_known = told.known;
	join(t, joining, told.job);
	return ERR_OK;
}

/* in_rows replaces a record that is too long for a message by the board after it. */
static int in_rows(msg_submit_t *msg, tesuji_error_t *error)
{
	msg_board_t board;
	errinfo_t why = {.code = ERR_OK};

	if (msg_submit_board(msg, &board, &why) != ERR_OK)
		return fail_with(error, (tesuji_code_t)why.code, "%s", why.text);
	msg->position.sgf = NULL;
	msg->position.sgf_bytes = 0;
	msg->position.move = MSG_MOVE_ALL;
	memcpy(msg->game, board.game, sizeof(board.game));
	memcpy(msg->position.rows, board.rows, sizeof(board.rows));
	msg->goal.attacker = board.attacker;
	memcpy(msg->ko, board.ko, sizeof(board.ko));
	return TESUJI_OK;
}

bool calls_record_is_long(size_t bytes)
{
	enum { ROOM_FOR_THE_REST = 4096 }; /* bytes of a request besides the record */

	return bytes > FRAME_BYTES_MAX - ROOM_FOR_THE_REST;
}

int calls_prepare(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why)
{
	const int rc = convert_request(request, out, why);

	return rc == TESUJI_OK && calls_record_is_long(out->position.sgf_bytes) ? in_rows(out, why)
	                                                                        : rc;
}

int calls_listener(tesuji_t *t, void *user, listener_t **out)
{
	*out = mem_alloc(sizeof(**out));
	if (*out == NULL)
		return fail_with(&t->error, TESUJI_E_NOMEM, "out of memory");
	(*out)->user = user;
	return TESUJI_OK;
}

static err_t read_cancelled_status(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_status_ref_read(result, context, why);
}

int calls_cancel(tesuji_t *t, method_t method, uint64_t status)
{
	msg_status_ref_t ref = {.status = status};
	wirebuf_t bytes;

	calls_begin(t, method, &bytes);
	msg_status_ref_write(&bytes, &ref);
	return calls_end(t, method, &bytes, read_cancelled_status, &ref);
}

int calls_submit(tesuji_t *t, const msg_submit_t *msg, void *user, uint64_t *job, bool *known)
{
	joining_t joining = {.user = user};
	wirebuf_t out;
	int rc = calls_listener(t, user, &joining.listener);

	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_SUBMIT, &out);
	msg_submit_write(&out, msg);
	rc = calls_end(t, METHOD_SUBMIT, &out, read_submitted, &joining);
	mem_free(joining.listener, sizeof(*joining.listener));
	*job = joining.job;
	if (known != NULL)
		*known = joining.is_known;
	return rc;
}

int tesuji_submit(tesuji_t *t, const tesuji_request_t *request, uint64_t *job)
{
	msg_submit_t *msg = &t->scratch.submit;
	const int rc = calls_prepare(request, msg, &t->error);

	*job = 0;
	return rc == TESUJI_OK ? calls_submit(t, msg, request->user, job, NULL) : rc;
}

static err_t read_cancelled(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_cancelled_read(result, context, why);
}

int calls_stop(tesuji_t *t, const msg_ref_t *ref, tesuji_state_t *state)
{
	msg_cancelled_t cancelled = {.job = ref->job};
	wirebuf_t out;
	int rc;

	calls_begin(t, METHOD_CANCEL, &out);
	msg_ref_write(&out, ref);
	rc = calls_end(t, METHOD_CANCEL, &out, read_cancelled, &cancelled);
	if (state != NULL)
		*state = (tesuji_state_t)cancelled.state;
	return rc;
}

int tesuji_cancel(tesuji_t *t, uint64_t job, tesuji_state_t *state)
{
	return calls_stop(t, &(msg_ref_t){.job = job}, state);
}

static err_t read_job(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	joining_t *joining = context;
	const err_t rc = msg_job_read(result, &t->scratch.job, why);

	if (rc != ERR_OK)
		return rc;
	convert_job(&t->scratch.job, joining->report);
	if (joining->listener != NULL)
		join(t, joining, t->scratch.job.job);
	return ERR_OK;
}

int calls_status(tesuji_t *t, const msg_ref_t *ref, tesuji_report_t *out)
{
	joining_t joining = {.report = out};
	wirebuf_t request;

	memset(out, 0, sizeof(*out));
	calls_begin(t, METHOD_STATUS, &request);
	msg_ref_write(&request, ref);
	return calls_end(t, METHOD_STATUS, &request, read_job, &joining);
}

int tesuji_status(tesuji_t *t, uint64_t job, tesuji_report_t *out)
{
	return calls_status(t, &(msg_ref_t){.job = job}, out);
}

int calls_watch(tesuji_t *t, const msg_ref_t *ref, void *user, tesuji_report_t *out)
{
	joining_t joining = {.report = out, .user = user};
	wirebuf_t request;
	int rc;

	memset(out, 0, sizeof(*out));
	rc = calls_listener(t, user, &joining.listener);
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_WATCH, &request);
	msg_watch_write(&request, ref);
	rc = calls_end(t, METHOD_WATCH, &request, read_job, &joining);
	mem_free(joining.listener, sizeof(*joining.listener));
	return rc;
}

int tesuji_watch(tesuji_t *t, uint64_t job, int64_t progress_ms, void *user, tesuji_report_t *out)
{
	const msg_ref_t ref = {.job = job,
	                       .progress_ms = progress_ms != TESUJI_DEFAULT ? (uint64_t)progress_ms
	                                                                    : PROGRESS_DEFAULT_MS};

	return calls_watch(t, &ref, user, out);
}

/* The rows of a list. They are copied, since `visit` may use the handle. */
typedef struct {
	msg_row_t *rows;
	uint32_t count;
} copied_t;

static err_t read_list(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	copied_t *copied = context;
	err_t rc = msg_list_count(result, &copied->count, why);

	(void)t;
	if (rc != ERR_OK || copied->count == 0)
		return rc;
	copied->rows = mem_alloc_array(copied->count, sizeof(*copied->rows));
	if (copied->rows == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	for (uint32_t i = 0; i < copied->count && rc == ERR_OK; i++)
		rc = msg_list_read(result, i, &copied->rows[i], why);
	return rc;
}

int tesuji_list(tesuji_t *t, int (*visit)(const tesuji_report_t *job, void *user), void *user)
{
	copied_t copied = {.rows = NULL};
	tesuji_report_t report;
	wirebuf_t request;
	int rc;

	calls_begin(t, METHOD_LIST, &request);
	rc = calls_end(t, METHOD_LIST, &request, read_list, &copied);
	for (uint32_t i = 0; rc == TESUJI_OK && i < copied.count; i++) {
		convert_row(&copied.rows[i], &report);
		rc = visit(&report, user);
	}
	mem_free(copied.rows, copied.count * sizeof(*copied.rows));
	return rc;
}

static err_t read_reloaded(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_reloaded_read(result, context, why);
}

int tesuji_reload(tesuji_t *t, char frozen[TESUJI_NAME_BYTES])
{
	msg_reloaded_t msg = {.frozen = ""};
	wirebuf_t request;
	int rc;

	calls_begin(t, METHOD_RELOAD, &request);
	rc = calls_end(t, METHOD_RELOAD, &request, read_reloaded, &msg);
	snprintf(frozen, TESUJI_NAME_BYTES, "%s", msg.frozen);
	return rc;
}

static err_t read_draining(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_draining_read(result, context, why);
}

int tesuji_drain(tesuji_t *t, uint64_t *jobs)
{
	msg_draining_t msg = {.jobs = 0};
	wirebuf_t request;
	int rc;

	calls_begin(t, METHOD_DRAIN, &request);
	rc = calls_end(t, METHOD_DRAIN, &request, read_draining, &msg);
	*jobs = msg.jobs;
	return rc;
}

/* Who takes the text of the metrics, and what that returned. */
typedef struct {
	int (*write)(void *user, const char *text, size_t n);
	void *user;
	int rc;
} metrics_taker_t;

static err_t read_metrics(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	metrics_taker_t *taker = context;
	msg_metrics_t msg;
	const err_t err = msg_metrics_read(result, &msg, why);

	(void)t;
	if (err == ERR_OK)
		taker->rc = taker->write(taker->user, msg.text, msg.length);
	return err;
}

int tesuji_metrics(tesuji_t *t, int (*write)(void *user, const char *text, size_t n), void *user)
{
	metrics_taker_t taker = {write, user, TESUJI_OK};
	wirebuf_t request;
	int rc;

	calls_begin(t, METHOD_METRICS, &request);
	rc = calls_end(t, METHOD_METRICS, &request, read_metrics, &taker);
	return rc == TESUJI_OK ? taker.rc : rc;
}

static err_t read_backed_up(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)t;
	return msg_backed_up_read(result, context, why);
}

int tesuji_backup(tesuji_t *t, const char *to, tesuji_backup_t *out)
{
	msg_backed_up_t made = {.bytes = 0};
	msg_backup_t msg = {.to = ""};
	wirebuf_t request;
	int rc = convert_text("params.to", to, msg.to, sizeof(msg.to), &t->error);

	*out = (tesuji_backup_t){.bytes = 0};
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_BACKUP, &request);
	msg_backup_write(&request, &msg);
	rc = calls_end(t, METHOD_BACKUP, &request, read_backed_up, &made);
	*out = (tesuji_backup_t){.bytes = made.bytes, .facts = made.facts, .records = made.records};
	return rc;
}
