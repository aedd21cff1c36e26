/* SPDX-License-Identifier: MIT
 * certificate.c - tesuji_certify: asks for a certificate, waits if it has to be made, and
 * fetches it piece by piece.
 */
#include "clients/c/certificate.h"

#include <assert.h>

#include "clients/c/tesuji_proof.h"

#include "clients/c/calls.h"
#include "clients/c/convert.h"
#include "clients/c/link.h"
#include "protocol/msg_proof.h"

/* A fetch that is going on. */
typedef struct {
	uint64_t job, offset;
	int (*write)(void *user, const void *bytes, size_t length);
	void *user;
	bool ready, ended;
	tesuji_making_t *making; /* NULL: limits by default */
	int stopped;             /* what `write` returned */
} fetch_t;

static err_t read_piece(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	fetch_t *fetch = context;
	msg_piece_t piece;
	err_t rc = msg_piece_read(result, &piece, why);

	(void)t;
	if (rc != ERR_OK)
		return rc;
	fetch->ready = piece.ready;
	if (fetch->making != NULL)
		fetch->making->made = piece.made;
	if (!piece.ready)
		return ERR_OK;
	if (piece.piece == NULL || piece.length > piece.bytes - fetch->offset)
		return err_fail(why, ERR_RANGE, "result.piece: not of a certificate of %llu bytes",
		                (unsigned long long)piece.bytes);
	fetch->ended = piece.length == 0;
	if (piece.length == 0 && fetch->offset < piece.bytes)
		return err_fail(why, ERR_RANGE, "result.piece: it is empty before the end");
	fetch->offset += piece.length;
	assert(fetch->offset <= piece.bytes);
	if (piece.length > 0)
		fetch->stopped = fetch->write(fetch->user, piece.piece, piece.length);
	return ERR_OK;
}

static int ask_piece(tesuji_t *t, fetch_t *fetch)
{
	const tesuji_making_t *making = fetch->making;
	msg_certificate_t msg = {
	        .job = fetch->job, .offset = fetch->offset, .time_ms = MAKING_DEFAULT_MS};
	wirebuf_t request;

	if (making != NULL && making->time_ms != TESUJI_DEFAULT)
		msg.time_ms = (uint64_t)making->time_ms;
	if (making != NULL && making->nodes != TESUJI_DEFAULT)
		msg.nodes = (uint64_t)making->nodes;
	calls_begin(t, METHOD_CERTIFICATE, &request);
	msg_certificate_write(&request, &msg);
	return calls_end(t, METHOD_CERTIFICATE, &request, read_piece, fetch);
}

/* wait_made waits for job.certified. */
static int wait_made(tesuji_t *t, deadline_t deadline)
{
	while (!t->certified) {
		const int rc = link_step(t, deadline);

		if (rc < 0)
			return rc;
		if (rc == 0)
			return fail_with(&t->error, TESUJI_E_TIMEOUT,
			                 "the certificate was not made in time");
	}
	if (t->uncertified.code == TESUJI_OK)
		return TESUJI_OK;
	t->error = t->uncertified;
	return t->error.code;
}

err_t certificate_take(tesuji_t *t, const node_t *params, errinfo_t *why)
{
	msg_certified_t msg;
	err_t rc = msg_certified_read(params, &msg, why);

	if (rc != ERR_OK || msg.job != t->certifying)
		return rc;
	t->certified = true;
	t->uncertified = (tesuji_error_t){.code = TESUJI_OK};
	if (msg.has_error)
		convert_error(&msg.error, &t->uncertified);
	return ERR_OK;
}

/* was_told stores in *out whether an earlier call has waited for this certificate and
 * job.certified has come since. Then it must not be asked for again before that is read: a
 * making that has failed would begin anew. */
static int was_told(tesuji_t *t, uint64_t job, bool *out)
{
	int rc = 1;

	*out = false;
	if (t->certifying != job)
		t->certified = false;
	while (t->certifying == job && !t->certified && rc > 0)
		rc = link_step(t, deadline_after(0));
	*out = t->certified;
	t->certifying = job; /* job.certified may come before the answer is read */
	return rc < 0 ? rc : TESUJI_OK;
}

int tesuji_certify(tesuji_t *t, uint64_t job, tesuji_making_t *making, int timeout_ms,
                   int (*write)(void *user, const void *bytes, size_t length), void *user)
{
	const deadline_t deadline = deadline_after(timeout_ms);
	fetch_t fetch = {.job = job, .write = write, .user = user, .making = making};
	bool told;
	int rc = was_told(t, job, &told);

	if (rc == TESUJI_OK && !told)
		rc = ask_piece(t, &fetch);
	if (rc == TESUJI_OK && !fetch.ready && (rc = wait_made(t, deadline)) == TESUJI_OK)
		rc = ask_piece(t, &fetch);
	while (rc == TESUJI_OK && fetch.ready && !fetch.ended && fetch.stopped == 0)
		rc = ask_piece(t, &fetch);
	if (rc == TESUJI_E_TIMEOUT && !fetch.ready)
		return rc;
	t->certifying = 0;
	t->certified = false;
	if (rc == TESUJI_OK && !fetch.ready)
		rc = fail_with(&t->error, TESUJI_E_PROTOCOL,
		               "%s has made a certificate and says it has none", t->peer);
	return rc != TESUJI_OK ? rc : fetch.stopped;
}

int tesuji_certificate(tesuji_t *t, uint64_t job, int timeout_ms,
                       int (*write)(void *user, const void *bytes, size_t length), void *user)
{
	return tesuji_certify(t, job, NULL, timeout_ms, write, user);
}
