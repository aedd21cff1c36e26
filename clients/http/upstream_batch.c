/* SPDX-License-Identifier: MIT
 * upstream_batch.c - see upstream_batch.h.
 *
 *   waits --a connection is free--> sends <--> answered --the last--> told, gone
 *                                     |
 *                                     +--an error--> told, given up --batch.cancel--> gone
 *
 * Design     A daemon takes one batch at a time of a connection, in messages that name it by the
 *            number which the first was answered with. So a connection is held until the last is
 *            answered or, of a batch that fails in the middle, until the daemon has given that up.
 *            The next message is sent when the last one is answered: a batch takes no more of the
 *            socket than one message.
 *
 * Silence    A daemon that does not answer costs who asks CALL_MS; then he is told. The message is
 *            waited for all the same: without its answer nobody knows which batch to give up.
 */
#include "clients/http/upstream_batch.h"

#include <assert.h>
#include <stdlib.h>

#include "clients/http/errors.h"
#include "clients/http/upstream_links.h"
#include "clients/http/wire.h"
#include "protocol/limits.h"

enum { TICK_MS = 250, RETRY_MS = 1000 };

struct upstream_filling {
	upstream_filling_t *next;
	upstream_t *upstream;
	upstream_link_t *link; /* that it holds; NULL: it waits for one */
	lot_t lot;
	unsigned at;    /* the message that was sent last */
	uint64_t batch; /* 0: not known yet */
	uint64_t until; /* by uv_now: when it is told that it has taken too long */
	bool is_told;
	void (*answered)(void *user, const upstream_answer_t *answer);
	void *user;
};

static const tesuji_error_t busy = {.code = TESUJI_E_BUSY,
                                    .retry_ms = RETRY_MS,
                                    .text = "too many batches are being handed in"};
static const tesuji_error_t late = {.code = TESUJI_E_TIMEOUT,
                                    .text = "the daemon does not answer in time"};

static void tick(uv_timer_t *timer);

static void tell(upstream_filling_t *f, const upstream_answer_t *answer)
{
	if (f->is_told)
		return;
	f->is_told = true;
	f->answered(f->user, answer);
}

static void tell_error(upstream_filling_t *f, const tesuji_error_t *why)
{
	const upstream_answer_t answer = {.error = f->upstream->is_closing ? &errors_closing : why};

	tell(f, &answer);
}

/* finish lets go of a batch that has been told about, and of its connection. */
static void finish(upstream_filling_t *f)
{
	upstream_t *u = f->upstream;
	upstream_filling_t **at = &u->batches.first;

	assert(f->is_told && u->batches.count > 0);
	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	u->batches.count--;
	u->batches.bytes -= lot_bytes(&f->lot);
	if (f->link != NULL)
		f->link->is_filled = false;
	if (!u->is_closing)
		(void)uv_timer_start(&u->batches.timer, tick, 0, 0);
	lot_free(&f->lot);
	free(f);
}

static void given_up(tesuji_async_t *a, const tesuji_answer_t *given)
{
	(void)a;
	finish(given->user);
}

/* call makes a call on the connection of a batch; false: *why says why it cannot. */
static bool call(upstream_filling_t *f, const char *method, const wirebuf_t *params,
                 void (*answered)(tesuji_async_t *a, const tesuji_answer_t *given),
                 tesuji_error_t *why)
{
	const tesuji_query_t query = {.deadline_ms = -1, .answered = answered, .user = f};

	*why = params->failed == ERR_LIMIT
	               ? (tesuji_error_t){.code = TESUJI_E_LIMIT,
	                                  .text = "params: the request is too long"}
	               : errors_no_memory;
	if (params->failed != ERR_OK)
		return false;
	*why = upstream_unreachable(f->upstream);
	return f->link->connection != NULL &&
	       tesuji_async_call(f->link->connection, method, params->data, params->length, &query,
	                         why) == TESUJI_OK;
}

/* give_up has the daemon forget what it has of a batch that will not be whole. */
static void give_up(upstream_filling_t *f)
{
	json_t *params = f->batch != 0 ? json_pack("{s:I}", "batch", (json_int_t)f->batch) : NULL;
	tesuji_error_t why;
	wirebuf_t bytes;

	wirebuf_init(&bytes, FRAME_BYTES_MAX);
	if (params == NULL || !wire_pack(params, &bytes) ||
	    !call(f, "batch.cancel", &bytes, given_up, &why))
		finish(f);
	json_decref(params);
	wirebuf_fini(&bytes);
}

static void sent(tesuji_async_t *a, const tesuji_answer_t *given);

/* send_part sends the message whose turn it is. */
static void send_part(upstream_filling_t *f)
{
	tesuji_error_t why;
	wirebuf_t params;
	bool is_sent;

	f->until = uv_now(f->upstream->common->loop) + UPSTREAM_CALL_MS;
	wirebuf_init(&params, FRAME_BYTES_MAX);
	lot_message(&f->lot, f->at, f->batch, &params);
	is_sent = call(f, "batch.submit", &params, sent, &why);
	wirebuf_fini(&params);
	if (is_sent)
		return;
	tell_error(f, &why);
	give_up(f);
}

/* refused ends a batch of which the daemon has not taken a message. */
static void refused(upstream_filling_t *f, const tesuji_error_t *given)
{
	tesuji_error_t why = *given;

	lot_name(&f->lot, f->at, &why);
	tell_error(f, &why);
	give_up(f);
}

/* sent goes on when a message is answered. */
static void sent(tesuji_async_t *a, const tesuji_answer_t *given)
{
	upstream_filling_t *f = given->user;
	json_t *result = NULL;

	(void)a;
	if (given->code != TESUJI_OK) {
		refused(f, given->error);
		return;
	}
	result = wire_unpack(f->upstream->codec, given->result, given->result_bytes);
	f->batch = (uint64_t)json_integer_value(json_object_get(result, "batch"));
	if (f->batch == 0) {
		refused(f, &errors_nonsense);
	} else if (f->at + 1 == f->lot.count) {
		const upstream_answer_t answer = {.error = given->error, .result = result};

		tell(f, &answer);
		finish(f);
	} else if (f->is_told) {
		give_up(f);
	} else {
		f->at++;
		send_part(f);
	}
	json_decref(result);
}

/* free_link returns a connection that takes no batch now; NULL: there is none. */
static upstream_link_t *free_link(upstream_t *u)
{
	const unsigned from = u->turn++;

	for (unsigned i = 0; i < UPSTREAM_LINKS; i++) {
		upstream_link_t *link = &u->link[(from + i) % UPSTREAM_LINKS];

		if (link->connection != NULL && !link->is_filled)
			return link;
	}
	return NULL;
}

/* first_waiting returns the first batch that waits for a connection; NULL: none does. */
static upstream_filling_t *first_waiting(const upstream_t *u)
{
	upstream_filling_t *f = u->batches.first;

	while (f != NULL && f->link != NULL)
		f = f->next;
	return f;
}

/* fail_waiting ends a batch that waits. */
static void fail_waiting(upstream_filling_t *f, const tesuji_error_t *why)
{
	tell_error(f, why);
	finish(f);
}

/* begin_waiting begins the batches that there are connections for. */
static void begin_waiting(upstream_t *u)
{
	upstream_filling_t *f;

	while ((f = first_waiting(u)) != NULL) {
		const tesuji_error_t gone = upstream_unreachable(u);

		if (upstream_links_live(u) == 0) {
			fail_waiting(f, &gone);
			continue;
		}
		f->link = free_link(u);
		if (f->link == NULL)
			return;
		f->link->is_filled = true;
		send_part(f);
	}
}

/* tick tells those who have waited for too long, and goes on with the others. */
static void tick(uv_timer_t *timer)
{
	upstream_t *u = timer->data;
	const uint64_t now = uv_now(timer->loop);

	for (upstream_filling_t *f = u->batches.first, *next; f != NULL; f = next) {
		next = f->next;
		if (f->is_told || now < f->until)
			continue;
		if (f->link == NULL)
			fail_waiting(f, &busy);
		else
			tell_error(f, &late);
	}
	begin_waiting(u);
	if (u->batches.first != NULL)
		(void)uv_timer_start(timer, tick, TICK_MS, 0);
}

void upstream_batch(upstream_t *u, lot_t *lot,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	upstream_batches_t *b = &u->batches;
	const size_t bytes = lot_bytes(lot);
	const bool is_full =
	        b->count >= (u->is_own ? UPSTREAM_BATCHES_MOST : UPSTREAM_BATCHES_OTHER) ||
	        b->bytes + bytes >
	                (u->is_own ? UPSTREAM_BATCHES_BYTES : UPSTREAM_BATCHES_BYTES_OTHER);
	upstream_filling_t *f = is_full ? NULL : malloc(sizeof(*f)), **at = &b->first;
	const upstream_answer_t refusal = {.error = is_full ? &busy : &errors_no_memory};

	u->is_used = true;
	if (f == NULL) {
		lot_free(lot);
		answered(user, &refusal);
		return;
	}
	*f = (upstream_filling_t){.upstream = u,
	                          .lot = *lot,
	                          .until = uv_now(u->common->loop) + UPSTREAM_QUEUE_MS,
	                          .answered = answered,
	                          .user = user};
	while (*at != NULL)
		at = &(*at)->next;
	*at = f;
	b->count++;
	b->bytes += bytes;
	(void)uv_timer_start(&b->timer, tick, 0, 0);
}

void upstream_batch_open(upstream_t *u)
{
	(void)uv_timer_init(u->common->loop, &u->batches.timer); /* which cannot fail */
	u->batches.timer.data = u;
	u->handles++;
}

void upstream_batch_close(upstream_t *u)
{
	assert(u->is_closing);
	for (upstream_filling_t *f = u->batches.first, *next; f != NULL; f = next) {
		assert(f->link == NULL);
		next = f->next;
		fail_waiting(f, &errors_closing);
	}
	uv_close((uv_handle_t *)&u->batches.timer, upstream_handle_closed);
}
