/* SPDX-License-Identifier: MIT
 * on_certificate.c - see on_certificate.h.
 *
 * Design     A certificate may have 64 MiB. It is passed on piece by piece: the next is asked of
 * the daemon when the client has taken all of the last, so that it costs the memory of one piece,
 * and no more while a client does not read. Meanwhile its connection stands still.
 */
#include "clients/http/on_certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_async.h"
#include "clients/http/decided.h"
#include "clients/http/errors.h"
#include "clients/http/listener.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"

enum { RETRY_MS = 1000, BLOCK_BYTES = 32 * 1024 };

typedef struct passing {
	struct passing *next, **link; /* in the list of the gateway */
	gateway_t *gateway;
	upstream_t *upstream; /* of the request; held */
	request_t *request;   /* NULL: its answer has begun */
	struct MHD_Connection *connection;
	uint64_t job;
	uint64_t whole, given;   /* bytes of the certificate; that the client has been given */
	size_t length, at;       /* bytes of the piece; of them given */
	bool asks;               /* for the next piece */
	bool is_stopped, failed; /* failed: no more will come */
	uint8_t piece[TESUJI_PIECE_BYTES];
} passing_t;

static void end(void *context)
{
	passing_t *p = context;

	assert(!p->asks);
	*p->link = p->next;
	if (p->next != NULL)
		p->next->link = p->link;
	upstream_release(p->upstream);
	free(p);
}

/* take_piece keeps a piece that has come; false: it is not the next one. */
static bool take_piece(passing_t *p, const upstream_answer_t *answer)
{
	if (answer->bytes == NULL || answer->length == 0 || answer->length > sizeof(p->piece) ||
	    answer->length > answer->whole - p->given ||
	    (p->request == NULL && answer->whole != p->whole))
		return false;
	memcpy(p->piece, answer->bytes, answer->length);
	p->length = answer->length;
	p->at = 0;
	return true;
}

static void came(void *user, const upstream_answer_t *answer)
{
	passing_t *p = user;

	p->asks = false;
	p->failed = !take_piece(p, answer);
	if (!p->is_stopped)
		return;
	p->is_stopped = false;
	MHD_resume_connection(p->connection);
	listener_turn(p->gateway);
}

/* give is called by libmicrohttpd when the client can take bytes. */
static ssize_t give(void *context, uint64_t at, char *out, size_t room)
{
	passing_t *p = context;
	size_t length;

	(void)at;
	if (p->at == p->length && !p->failed) {
		p->asks = true;
		upstream_piece(p->upstream, p->job, p->given, came, p);
	}
	if (p->asks) { /* else it was answered at once */
		p->is_stopped = true;
		MHD_suspend_connection(p->connection);
		return 0;
	}
	if (p->at == p->length)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	length = p->length - p->at < room ? p->length - p->at : room;
	memcpy(out, p->piece + p->at, length);
	p->at += length;
	p->given += length;
	return (ssize_t)length;
}

/* begin answers with a certificate whose first piece is there. */
static void begin(passing_t *p)
{
	request_t *r = p->request;
	struct MHD_Response *response =
	        MHD_create_response_from_callback(p->whole, BLOCK_BYTES, give, p, end);

	p->request = NULL;
	if (response == NULL) {
		end(p);
		request_fail_as(r, &errors_no_memory);
		return;
	}
	(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
	                              "application/vnd.tesuji.certificate");
	request_respond(r, MHD_HTTP_OK, response);
}

static void first_came(void *user, const upstream_answer_t *answer)
{
	static const tesuji_error_t empty = {.code = TESUJI_E_PROTOCOL,
	                                     .text = "the daemon's certificate is empty"};
	passing_t *p = user;
	request_t *r = p->request;

	p->asks = false;
	if (take_piece(p, answer)) {
		p->whole = answer->whole;
		begin(p);
		return;
	}
	end(p);
	decided_not_made(r, answer->bytes == NULL ? answer->error : &empty);
}

/* is_full: are as many being passed on as there may be, to that account or to all? */
static bool is_full(const gateway_t *g, const upstream_t *u)
{
	unsigned all = 0, own = 0;

	for (const passing_t *p = g->certificates; p != NULL; p = p->next) {
		all++;
		own += p->upstream == u;
	}
	return all >= ON_CERTIFICATE_ALL || own >= ON_CERTIFICATE_MOST;
}

/* list puts a certificate into the list of those that are being passed on. */
static void list(passing_t *p)
{
	p->next = p->gateway->certificates;
	p->link = &p->gateway->certificates;
	if (p->next != NULL)
		p->next->link = &p->next;
	p->gateway->certificates = p;
}

static void told(void *user, const upstream_answer_t *answer)
{
	const tesuji_error_t busy = {.code = TESUJI_E_BUSY,
	                             .retry_ms = RETRY_MS,
	                             .text = "too many certificates are being passed on"};
	request_t *r = user;
	gateway_t *g = r->gateway;
	passing_t *p;

	if (decided_failed(r, answer))
		return;
	if (is_full(g, r->upstream)) {
		request_fail_as(r, &busy);
		return;
	}
	p = malloc(sizeof(*p));
	if (p == NULL) {
		request_fail_as(r, &errors_no_memory);
		return;
	}
	memset(p, 0, offsetof(passing_t, piece));
	p->gateway = g;
	p->upstream = upstream_hold(r->upstream);
	p->request = r;
	p->connection = r->connection;
	p->job = r->named.number;
	p->asks = true;
	list(p);
	upstream_piece(p->upstream, p->job, 0, first_came, p);
}

void on_certificate_get(request_t *r)
{
	named_call(r, NAMED_JOB, "job.status", told);
}
