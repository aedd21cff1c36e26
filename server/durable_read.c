/* SPDX-License-Identifier: MIT
 * durable_read.c - see durable_read.h. Records come in the order of their ids, and of one id in the
 * order of their kinds: a job before what became of it. */
#include "server/durable_read.h"

#include <string.h>

#include "engine/base/mem.h"
#include "server/batch_read.h"
#include "server/log.h"

typedef struct {
	durable_t *durable;
	codec_t *codec;
	kept_t *kept; /* the job whose records are being read */
	batch_read_t batch;
	uint64_t bad; /* the id of which something was dropped last */
	err_t err;    /* no memory */
	msg_done_t done;
} taking_t;

/* tell_bad logs a record that is not taken; `is_dropped`: the journal drops all of its job. */
static void tell_bad(taking_t *r, const ledger_name_t *name, const char *what, bool is_dropped)
{
	log_line(LOG_WARNING, LOG_SERVER,
	         "event=journal-refused id=%llu item=%u kind=%u why=\"%s\"",
	         (unsigned long long)name->id, name->item, name->kind, what);
	if (is_dropped && r->bad != name->id)
		journal_drop(r->durable->journal, name->id);
	r->bad = is_dropped ? name->id : r->bad;
}

/* keep_bytes copies what a record lends. */
static bool keep_bytes(kept_t *kept, const durable_record_t *record)
{
	durable_drop_bytes(kept);
	kept->bytes = mem_alloc(record->count + 1);
	if (kept->bytes == NULL)
		return false;
	kept->capacity = record->count + 1;
	kept->count = record->count;
	memcpy(kept->bytes, record->bytes, record->count);
	return true;
}

static void read_job(taking_t *r, const ledger_name_t *name, const durable_record_t *record)
{
	if (durable_find(r->durable, record->account, record->key) != NULL) {
		tell_bad(r, name, "another job has its key", true);
		return;
	}
	r->kept = durable_keep(r->durable, name->id, record->account, record->key);
	if (r->kept == NULL || !keep_bytes(r->kept, record)) {
		r->err = ERR_NOMEM;
		return;
	}
	r->kept->state = KEPT_OPEN;
	durable_record_digest(record->bytes, record->count, r->kept->digest);
}

static void read_result(taking_t *r, const ledger_name_t *name, const durable_record_t *record)
{
	errinfo_t why;
	const err_t err =
	        durable_record_done(r->codec, record->bytes, record->count, &r->done, &why);

	if (err != ERR_OK && err != ERR_NOMEM) {
		tell_bad(r, name, why.text, false); /* it is searched again */
		return;
	}
	if (err == ERR_NOMEM || !keep_bytes(r->kept, record)) {
		r->err = ERR_NOMEM;
		return;
	}
	durable_set_ended(r->kept, durable_left(r->durable->keep_ms, record->at_ms));
}

static void see_batch(taking_t *r, const ledger_name_t *name, const uint8_t *bytes, size_t count)
{
	errinfo_t why;

	r->err = batch_read_record(&r->batch, name, bytes, count, &why);
	if (r->err != ERR_FRAME)
		return;
	tell_bad(r, name, why.text, !batch_read_is_known(&r->batch, name->id));
	r->err = ERR_OK;
}

static void see_job(taking_t *r, const ledger_name_t *name, const uint8_t *bytes, size_t count)
{
	const bool is_job = name->kind == DURABLE_JOB;
	durable_record_t record;
	errinfo_t why = {.text = "it is not what was written"};
	err_t err = ERR_FRAME;

	if (r->kept != NULL && r->kept->id != name->id)
		r->kept = NULL;
	if (name->item != 0 || name->kind >= DURABLE_KINDS ||
	    (!is_job && (r->kept == NULL || r->kept->state == KEPT_ENDED))) {
		tell_bad(r, name, "it belongs to no job", r->kept == NULL);
		return;
	}
	if (bytes != NULL)
		err = durable_record_read(r->codec, (durable_kind_t)name->kind, bytes, count,
		                          &record, &why);
	if (err == ERR_NOMEM) {
		r->err = err;
	} else if (err != ERR_OK) {
		tell_bad(r, name, why.text, is_job);
		if (name->kind == DURABLE_CANCEL)
			r->kept->is_cancelled = true; /* whatever it said, it says that */
	} else if (is_job) {
		read_job(r, name, &record);
	} else if (name->kind == DURABLE_CANCEL) {
		r->kept->is_cancelled = true;
	} else {
		read_result(r, name, &record);
	}
}

static void seen(const ledger_name_t *name, const uint8_t *bytes, size_t count, void *context)
{
	taking_t *r = context;

	if (r->err != ERR_OK)
		return;
	journal_saw_id(r->durable->journal, name->id);
	if (name->kind >= DURABLE_BATCH && name->kind < DURABLE_KINDS)
		see_batch(r, name, bytes, count);
	else
		see_job(r, name, bytes, count);
}

err_t durable_read(durable_t *d, batches_t *batches, errinfo_t *why)
{
	taking_t *r = mem_alloc(sizeof(*r));
	err_t err = ERR_NOMEM;

	if (r != NULL) {
		r->durable = d;
		r->codec = codec_create();
		r->batch = (batch_read_t){.batches = batches, .codec = r->codec};
		if (r->codec != NULL) {
			err = journal_read(d->journal, seen, r, why);
			if (err == ERR_OK)
				err = r->err;
			if (err == ERR_OK)
				err = batch_read_end(&r->batch);
		}
		codec_destroy(r->codec);
		mem_free(r, sizeof(*r));
	}
	if (err == ERR_OK)
		log_line(LOG_INFO, LOG_SERVER, "event=journal-read jobs=%u ended=%u batches=%zu",
		         d->open_count, d->ended_count, batches->map.count);
	return err == ERR_NOMEM ? err_fail(why, err, "out of memory") : err;
}
