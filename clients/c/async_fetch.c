/* SPDX-License-Identifier: MIT
 * async_fetch.c - certificates and statuses: queries whose answer comes in many messages.
 *
 * Design     The answer is collected and told once, as for all other queries: a program that asks
 *            thousands of things wants one end for each. A certificate has at most 64 MiB, a status
 *            at most a thousand verdicts; the query owns both until it is freed.
 *
 * A certificate that is not made yet is announced by job.certified, to all queries of this
 * connection that have asked for it. They wait in a map by the number of the job, which may have
 * several.
 */
#include "clients/c/async_fetch.h"

#include <assert.h>
#include <string.h>

#include "clients/c/async_map.h"
#include "clients/c/async_run.h"
#include "clients/c/async_take.h"
#include "clients/c/convert.h"
#include "clients/c/go.h"
#include "clients/c/link.h"
#include "protocol/msg_proof.h"

static void out_of_memory(tesuji_async_t *a)
{
	(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
}

/* put_number puts a node into a map, so that a message can find the query; without memory the
 * connection is lost. */
static void put_number(tesuji_async_t *a, map_t *map, node_by_t *node)
{
	if (!async_map_put(map, node))
		out_of_memory(a); /* the query is answered with the loss of the connection */
}

/* ask_piece asks for the next piece of the certificate. */
static void ask_piece(tesuji_async_t *a, query_t *q)
{
	const msg_certificate_t msg = {
	        .job = q->job, .offset = q->fetched, .time_ms = MAKING_DEFAULT_MS};
	wirebuf_t bytes;

	assert(q->kind == QUERY_PROOF && (q->proof == NULL || q->fetched <= q->bytes_all));
	wirebuf_init(&bytes, FRAME_BYTES_MAX);
	rpc_put_request(&bytes, q->number, methods_row(METHOD_CERTIFICATE)->name);
	msg_certificate_write(&bytes, &msg);
	if (bytes.failed != ERR_OK)
		out_of_memory(a);
	else
		async_send(a, bytes.data, bytes.length);
	wirebuf_fini(&bytes);
	q->state = QUERY_SENT;
	put_number(a, &a->by_number, &q->by_number);
}

/* check_piece checks that a piece is the next part of a certificate whose size has not changed. */
static err_t check_piece(const query_t *q, const msg_piece_t *piece, errinfo_t *why)
{
	if (piece->piece == NULL || (piece->length == 0 && !q->is_piece) ||
	    piece->bytes > CERTIFICATE_BYTES_MAX || piece->bytes < q->fetched ||
	    (q->proof != NULL && piece->bytes != q->bytes_all) ||
	    piece->length > piece->bytes - q->fetched)
		return err_fail(why, ERR_RANGE, "result.piece: not of a certificate of %llu bytes",
		                (unsigned long long)piece->bytes);
	return ERR_OK;
}

/* collect adds a piece to the certificate of q, and asks for the next, or answers with all. */
static void collect(tesuji_async_t *a, query_t *q, const msg_piece_t *piece)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK, .error = &fine};

	if (q->proof == NULL) {
		q->proof = mem_alloc(piece->bytes);
		q->bytes_all = piece->bytes;
	}
	if (q->proof == NULL) {
		out_of_memory(a);
		return;
	}
	memcpy(q->proof + q->fetched, piece->piece, piece->length);
	q->fetched += piece->length;
	assert(q->fetched <= q->bytes_all);
	if (q->fetched < q->bytes_all) {
		ask_piece(a, q);
		return;
	}
	answer.certificate = q->proof;
	answer.certificate_bytes = q->bytes_all;
	async_tell(a, q, &answer);
	async_retire(a, q);
}

/* give_piece answers q with the piece that it is about. */
static void give_piece(tesuji_async_t *a, query_t *q, const msg_piece_t *piece)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK,
	                          .error = &fine,
	                          .certificate = piece->piece,
	                          .certificate_bytes = piece->length,
	                          .certificate_whole = piece->bytes};

	async_tell(a, q, &answer);
	async_retire(a, q);
}

void async_piece(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	errinfo_t why = {.code = ERR_OK};
	msg_piece_t piece;

	if (async_refused(a, q, message))
		return;
	if (q->is_told) {
		async_retire(a, q);
		return;
	}
	if (msg_piece_read(&message->result, &piece, &why) != ERR_OK ||
	    (piece.ready && check_piece(q, &piece, &why) != ERR_OK)) {
		async_nonsense(a, &why);
		return;
	}
	if (!piece.ready) {
		q->state = QUERY_ACCEPTED;
		q->by_job = (node_by_t){.key = q->job, .query = q};
		put_number(a, &a->by_proof, &q->by_job);
		return;
	}
	if (q->is_piece)
		give_piece(a, q, &piece);
	else
		collect(a, q, &piece);
}

void async_certified(tesuji_async_t *a, const rpc_t *message)
{
	errinfo_t why = {.code = ERR_OK};
	msg_certified_t msg;
	query_t *q;

	if (msg_certified_read(&message->params, &msg, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	while ((q = async_map_take(&a->by_proof, msg.job)) != NULL) {
		tesuji_error_t error;

		if (!q->is_told && !msg.has_error) {
			ask_piece(a, q);
			continue;
		}
		if (msg.has_error) {
			convert_error(&msg.error, &error);
			async_fail(a, q, &error);
		}
		async_retire(a, q);
	}
}

void async_cancel_status(tesuji_async_t *a, const query_t *q)
{
	const msg_status_ref_t ref = {.status = q->by_job.key};
	wirebuf_t bytes;

	wirebuf_init(&bytes, FRAME_BYTES_MAX);
	rpc_put_request(&bytes, 0, methods_row(METHOD_GO_CANCEL)->name);
	msg_status_ref_write(&bytes, &ref);
	if (bytes.failed != ERR_OK)
		out_of_memory(a);
	else
		async_send(a, bytes.data, bytes.length);
	wirebuf_fini(&bytes);
}

void async_begun(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	msg_begun_t *begun = &a->link->scratch.begun;
	errinfo_t why = {.code = ERR_OK};
	unsigned room;

	assert(a->statuses > 0 && a->unsettled >= (unsigned)q->is_about_board);
	a->unsettled -= q->is_about_board;
	a->statuses--;
	if (async_refused(a, q, message))
		return;
	if (msg_begun_read(&message->result, begun, &why) == ERR_OK &&
	    begun->questions > STATUS_QUESTIONS_MAX)
		(void)err_fail(&why, ERR_RANGE, "result.questions: more than %d",
		               STATUS_QUESTIONS_MAX);
	if (why.code != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	room = 2 * (unsigned)begun->questions; /* at most one save for each question */
	q->verdicts = mem_alloc(sizeof(*q->verdicts) + room * sizeof(q->verdicts->verdict[0]));
	if (q->verdicts == NULL) {
		out_of_memory(a);
		return;
	}
	q->verdicts->room = room;
	q->verdicts->told =
	        (tesuji_status_t){.status = begun->status, .questions = (unsigned)begun->questions};
	memcpy(q->verdicts->told.rows, begun->rows, sizeof(begun->rows));
	a->statuses++;
	q->state = QUERY_ACCEPTED;
	q->by_job = (node_by_t){.key = begun->status, .query = q};
	put_number(a, &a->by_status, &q->by_job);
	if (q->is_told)
		async_cancel_status(a, q);
}

void async_verdict(tesuji_async_t *a, const rpc_t *message)
{
	msg_verdict_t *msg = &a->link->scratch.verdict;
	errinfo_t why = {.code = ERR_OK};
	query_t *q;

	if (msg_verdict_read(&message->params, msg, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	q = async_map_find(&a->by_status, msg->status);
	if (q == NULL)
		return;
	if (q->verdicts->count == q->verdicts->room)
		(void)link_lose(a->link, TESUJI_E_PROTOCOL, "more verdicts than questions");
	else
		go_verdict(msg, &q->verdicts->verdict[q->verdicts->count++]);
}

void async_ended(tesuji_async_t *a, const rpc_t *message)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK, .error = &fine};
	msg_ended_t *msg = &a->link->scratch.ended;
	errinfo_t why = {.code = ERR_OK};
	query_t *q;

	if (msg_ended_read(&message->params, msg, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	q = async_map_take(&a->by_status, msg->status);
	if (q == NULL)
		return;
	assert(a->statuses > 0 && q->verdicts->count <= q->verdicts->room);
	a->statuses--;
	answer.status = &q->verdicts->told;
	answer.verdicts = q->verdicts->verdict;
	answer.verdict_count = q->verdicts->count;
	async_tell(a, q, &answer);
	async_retire(a, q);
}
