/* SPDX-License-Identifier: MIT
 * batch_read.c - see batch_read.h. */
#include "server/batch_read.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "server/batch_run.h"
#include "server/durable_restore.h"
#include "server/log.h"

/* add adds a job, of which the record lends the body; NULL: it is damaged, and has none. */
static err_t add(batch_t *batch, const durable_record_t *record)
{
	wirebuf_t body;
	err_t err;

	wirebuf_init(&body, LEDGER_RECORD_MOST);
	if (record != NULL)
		put_raw(&body, record->bytes, record->count);
	else
		put_nil(&body); /* what no submission is */
	err = body.failed != ERR_OK ? body.failed : batches_add(batch, &body);
	wirebuf_fini(&body);
	return err;
}

/* fill adds jobs without a body up to `count`. */
static err_t fill(batch_t *batch, uint32_t count)
{
	err_t err = ERR_OK;

	while (err == ERR_OK && batch->count < count)
		err = add(batch, NULL);
	return err;
}

/* A result, and which it was. */
typedef struct {
	uint64_t n;
	uint32_t index;
} place_t;

static int compare(const void *a, const void *b)
{
	const place_t *x = a, *y = b;

	return x->n != y->n ? (x->n > y->n) - (x->n < y->n)
	                    : (x->index > y->index) - (x->index < y->index);
}

/* put_in_order gives the results that there are their places. */
static err_t put_in_order(batch_t *batch)
{
	place_t *places = mem_alloc_array(batch->count, sizeof(*places));
	uint32_t ended = 0;
	bool is_good = places != NULL;

	for (uint32_t i = 0; is_good && i < batch->count; i++)
		if (batches_item(batch, i)->n > 0)
			places[ended++] = (place_t){batches_item(batch, i)->n, i};
	if (is_good)
		qsort(places, ended, sizeof(*places), compare);
	for (uint32_t i = 0; is_good && i < ended; i++)
		is_good = batches_told(batches_item(batch, places[i].index));
	mem_free(places, batch->count * sizeof(*places));
	return is_good ? ERR_OK : ERR_NOMEM;
}

err_t batch_read_end(batch_read_t *r)
{
	batch_t *batch = r->batch;
	err_t err;

	r->batch = NULL;
	if (batch == NULL)
		return ERR_OK;
	err = fill(batch, r->jobs);
	if (err != ERR_OK)
		return err;
	sha256_end(&batch->sha, batch->digest);
	batch->state = BATCH_SEALING; /* batch_read_restore begins it */
	batches_name(batch);
	return put_in_order(batch);
}

static err_t read_head(batch_read_t *r, uint64_t id, const durable_record_t *record, errinfo_t *why)
{
	msg_batch_t msg = {.durable = true};

	if (record->number == 0 || record->number > BATCH_JOBS_MAX || record->key[0] == '\0' ||
	    batches_find_key(r->batches, record->account, record->key) != NULL)
		return err_fail(why, ERR_FRAME, "it is no head of a batch");
	memcpy(msg.key, record->key, sizeof(msg.key));
	memcpy(msg.label, record->label, sizeof(msg.label));
	r->batch = batches_create(r->batches, NULL, record->account, &msg);
	if (r->batch == NULL)
		return ERR_NOMEM;
	r->batch->id = id;
	r->jobs = (uint32_t)record->number;
	return ERR_OK;
}

static err_t read_ended(batch_read_t *r, const ledger_name_t *name, const durable_record_t *record,
                        errinfo_t *why)
{
	batch_t *batch = r->batch;
	batch_item_t *item;
	wirebuf_t bytes;
	err_t err;

	if (name->item + UINT64_C(1) != batch->count || record->number == 0)
		return err_fail(why, ERR_FRAME, "it is no result of its job");
	err = durable_record_done(r->codec, record->bytes, record->count, &r->done, why);
	if (err != ERR_OK)
		return err == ERR_NOMEM ? err
		                        : err_fail(why, ERR_FRAME, "it is no result of its job");
	item = batches_item(batch, name->item);
	wirebuf_init(&bytes, LEDGER_RECORD_MOST);
	put_raw(&bytes, record->bytes, record->count);
	if (bytes.failed != ERR_OK) {
		wirebuf_fini(&bytes);
		return ERR_NOMEM;
	}
	batches_hold(item, &bytes);
	item->n = record->number;
	item->value = r->done.value;
	item->has_failed = r->done.state == MSG_FAILED;
	if (record->number > batch->last_n)
		batch->last_n = record->number;
	if (record->at_ms > batch->ended_wall_ms)
		batch->ended_wall_ms = record->at_ms;
	return ERR_OK;
}

bool batch_read_is_known(const batch_read_t *r, uint64_t id)
{
	return r->batch != NULL && r->batch->id == id;
}

/* read_of_batch takes a record of the batch that is being read. */
static err_t read_of_batch(batch_read_t *r, const ledger_name_t *name,
                           const durable_record_t *record, errinfo_t *why)
{
	err_t err;

	if (name->kind == DURABLE_STOP) {
		r->batch->is_cancelled = true;
		return ERR_OK;
	}
	if (name->item >= r->jobs)
		return err_fail(why, ERR_FRAME, "the batch has no such job");
	if (name->kind == DURABLE_ENDED)
		return record != NULL ? read_ended(r, name, record, why) : ERR_FRAME;
	if (name->item < r->batch->count)
		return err_fail(why, ERR_FRAME, "the batch has that job already");
	err = fill(r->batch, name->item);
	return err == ERR_OK ? add(r->batch, record) : err;
}

err_t batch_read_record(batch_read_t *r, const ledger_name_t *name, const uint8_t *bytes,
                        size_t count, errinfo_t *why)
{
	durable_record_t record;
	bool is_good;
	err_t err = ERR_OK;

	if (!batch_read_is_known(r, name->id))
		err = batch_read_end(r);
	if (err != ERR_OK)
		return err;
	(void)err_fail(why, ERR_FRAME, "it is not what was written");
	err = ERR_FRAME;
	if (bytes != NULL)
		err = durable_record_read(r->codec, (durable_kind_t)name->kind, bytes, count,
		                          &record, why);
	if (err == ERR_NOMEM)
		return err;
	is_good = err == ERR_OK;
	if (r->batch == NULL && name->kind == DURABLE_BATCH && is_good)
		return read_head(r, name->id, &record, why);
	if (r->batch == NULL && is_good)
		return err_fail(why, ERR_FRAME, "its batch has no head");
	if (r->batch == NULL)
		return ERR_FRAME;
	if (name->kind == DURABLE_BATCH)
		return err_fail(why, ERR_FRAME, "the batch has a head already");
	err = read_of_batch(r, name, is_good ? &record : NULL, why);
	if (err == ERR_OK && !is_good)
		err = ERR_FRAME; /* taken as damaged: it is to be told */
	return err;
}

static void restore_one(server_t *server, batch_t *batch)
{
	account_t *account;
	peer_t *peer;

	if (!durable_restore_owner(server, batch->account_name, &account)) {
		batch->expires_ms = uv_now(server->loop) + server->batches.keep_durable_ms;
		return;
	}
	peer = durable_restore_peer(server, account);
	if (peer == NULL)
		return;
	if (batches_own(batch, peer, 0) == ERR_OK) {
		batch->expires_ms = 0;
		batch->account = accounts_hold(account);
		if (account != NULL)
			account->counts.batch_jobs += batch->count;
		batch_run_start(batch);
	}
	peers_drop(peer);
	if (batch->state == BATCH_FINAL)
		batch->expires_ms =
		        uv_now(server->loop) +
		        durable_left(server->batches.keep_durable_ms, batch->ended_wall_ms);
}

void batch_read_restore(server_t *server)
{
	batches_t *b = &server->batches;

	for (size_t i = b->map.count; i > 0 && !list_empty(&b->all); i--) {
		batch_t *batch = batches_rotate(b);

		if (batch->state == BATCH_SEALING && batch->owner == NULL)
			restore_one(server, batch);
	}
}
