/* SPDX-License-Identifier: MIT
 * durable.c - see durable.h.
 *
 * Order      The journal tells of its changes in the order in which they were appended. So whoever
 *            has submitted a job is answered before the end of that job is told, though the job may
 *            have ended before its submission was written: then both are in one commit.
 *
 * Failing    A submission that the journal refuses is refused. A result that it refuses is told to
 *            nobody: it is tried again every second, because after a crash the job would be
 *            searched again, and could end in another way. Where somebody else has changed the
 *            journal's data nothing in it will be found again; then results are told.
 *
 * Ages       While the daemon runs the age of a result goes by a clock that does not jump. Over a
 *            restart it goes by the wall clock. That may have jumped: nothing is older than it
 *            could be, and nothing is forgotten in the first GRACE_MS after a start, in which
 *            somebody may set the clock right and start the daemon again. */
#include "server/durable.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/log.h"
#include "server/quota.h"
#include "server/report.h"

enum {
	TICK_MS = 1000,
	TICK_LOOKS = 4096, /* kept jobs looked at in one tick */
	GRACE_MS = 3600000,
};

uint64_t durable_wall(void)
{
	return quota_now().wall_ms;
}

kept_t *durable_find(const durable_t *d, const char *account, const char *key)
{
	keynode_t *node = d != NULL ? keymap_find(&d->keys, account, key) : NULL;

	return node != NULL ? LIST_ENTRY(node, kept_t, named) : NULL;
}

static void own(kept_t *kept, account_t *owner)
{
	kept->owner = accounts_hold(owner);
	if (owner != NULL)
		owner->counts.kept++;
}

static void disown(kept_t *kept)
{
	if (kept->owner == NULL)
		return;
	assert(kept->owner->counts.kept > 0);
	kept->owner->counts.kept--;
	accounts_drop(kept->owner);
	kept->owner = NULL;
}

void durable_drop_bytes(kept_t *kept)
{
	mem_free(kept->bytes, kept->capacity);
	kept->bytes = NULL;
	kept->count = kept->capacity = 0;
}

kept_t *durable_keep(durable_t *d, uint64_t id, const char *account, const char *key)
{
	kept_t *kept = mem_alloc(sizeof(*kept));

	if (kept == NULL)
		return NULL;
	kept->durable = d;
	kept->id = id;
	strbuf_copy(kept->account, sizeof(kept->account), account);
	strbuf_copy(kept->key, sizeof(kept->key), key);
	list_init(&kept->link);
	keymap_node(&kept->named, kept->account, kept->key);
	keymap_add(&d->keys, &kept->named);
	list_add(&d->open, &kept->link);
	d->open_count++;
	journal_reserve(d->journal, 1);
	return kept;
}

static void kept_free(kept_t *kept)
{
	durable_t *d = kept->durable;

	list_drop(&kept->link);
	keymap_drop(&kept->named);
	if (kept->state == KEPT_ENDED) {
		d->ended_count--;
	} else {
		d->open_count--;
		journal_reserve(d->journal, -1);
	}
	disown(kept);
	durable_drop_bytes(kept);
	mem_free(kept, sizeof(*kept));
}

void durable_set_ended(kept_t *kept, uint64_t ms)
{
	durable_t *d = kept->durable;

	assert(kept->state != KEPT_ENDED);
	kept->state = KEPT_ENDED;
	kept->expires_ms = uv_now(d->loop) + ms;
	list_drop(&kept->link);
	list_add(&d->ended, &kept->link);
	d->open_count--;
	d->ended_count++;
	journal_reserve(d->journal, -1);
}

durable_t *durable_create(uv_loop_t *loop, journal_t *journal)
{
	durable_t *d = mem_alloc(sizeof(*d));

	if (d == NULL)
		return NULL;
	d->loop = loop;
	d->journal = journal;
	list_init(&d->open);
	list_init(&d->ended);
	keymap_init(&d->keys);
	return d;
}

err_t durable_usable(const durable_t *d, errinfo_t *why)
{
	if (d == NULL)
		return err_at(why, ERR_JOURNAL, "params.durable",
		              "this server has no journal (its setting `journal`): submit the job "
		              "without that");
	if (journal_is_lost(d->journal))
		return err_fail(why, ERR_JOURNAL,
		                "the journal's folder was changed by somebody: the server has to "
		                "be started again");
	return ERR_OK;
}

err_t durable_admit(const durable_t *d, const peer_t *peer, size_t count, errinfo_t *why)
{
	const err_t err = durable_usable(d, why);
	const account_t *account = peer->account;

	if (err != ERR_OK)
		return err;
	if (account != NULL && account->most.durable > 0 &&
	    account->counts.kept >= account->most.durable)
		return err_fail(why, ERR_QUOTA,
		                "%llu durable jobs of the account %s are kept, as many as it may "
		                "have: take results with job.ack",
		                (unsigned long long)account->counts.kept, account->name);
	if (d->open_count + d->ended_count >= d->most)
		return err_fail(why, ERR_JOURNAL,
		                "%u durable jobs are kept, as many as this server may have "
		                "(max_durable): take results with job.ack",
		                d->most);
	if (account != NULL) {
		const bound_t share = {.what = "durable jobs",
		                       .doing = "kept",
		                       .settings = "max_durable, peer_share",
		                       .of_peer = (unsigned)account->counts.kept,
		                       .used = d->open_count + d->ended_count,
		                       .most = d->most,
		                       .remedy = "take results with job.ack"};
		bound_hit_t hit;

		if (peers_admit(peer, &share, &hit, why) != ERR_OK)
			return ERR_BUSY;
	}
	if (!journal_has_room(d->journal, ledger_size(count) + JOURNAL_RESULT_BYTES))
		return journal_full(why);
	return ERR_OK;
}

kept_t *durable_reserve(durable_t *d, const char *account, const char *key, const wirebuf_t *body)
{
	kept_t *kept = durable_keep(d, journal_next_id(d->journal), account, key);

	if (kept != NULL)
		durable_record_digest(body->data, body->length, kept->digest);
	return kept;
}

void durable_release(kept_t *kept)
{
	assert(kept == NULL || kept->record == NULL);
	if (kept != NULL)
		kept_free(kept);
}

void durable_open_now(kept_t *kept)
{
	if (kept->state == KEPT_NEW)
		kept->state = KEPT_OPEN;
}

/* let_go takes a job's record away from it, which is an ordinary one then. */
static void let_go(kept_t *kept)
{
	kept->record->kept = NULL;
	kept->record->key = "";
	kept->record = NULL;
}

void durable_refuse(kept_t *kept)
{
	record_t *record = kept->record;

	journal_drop(kept->durable->journal, kept->id); /* its result may be on its way */
	if (kept->state == KEPT_ENDING) {
		keymap_drop(&kept->named);
		kept->is_refused = true;
		return;
	}
	let_go(kept);
	record->is_held = false;
	solver_cancel(record->job);
	kept_free(kept);
}

static void set_unwritten(kept_t *kept, bool is_unwritten)
{
	kept->durable->unwritten_count += is_unwritten;
	kept->durable->unwritten_count -= kept->is_unwritten;
	kept->is_unwritten = is_unwritten;
}

/* finish tells of the end of a job, when the journal has it, or never will. */
static void finish(kept_t *kept)
{
	record_t *record = kept->record;

	assert(record != NULL && record->is_held);
	set_unwritten(kept, false);
	if (kept->is_refused) {
		let_go(kept);
		kept_free(kept);
		jobs_end(record);
	} else if (!kept->is_going) {
		durable_set_ended(kept, kept->durable->keep_ms);
		jobs_end(record);
	} else {
		if (record->done != NULL)
			outq_buffer_release(record->done);
		record->done = report_gone_on(record);
		kept->record = NULL;
		jobs_end(record);
		jobs_forget(record);
	}
}

static void ended_cb(journal_entry_t *entry, const errinfo_t *why)
{
	kept_t *kept = LIST_ENTRY(entry, kept_t, entry);
	durable_t *d = kept->durable;

	durable_drop_bytes(kept);
	kept->is_going = kept->is_going || (why != NULL && d->has_given_up);
	if (why == NULL || kept->is_refused || kept->is_going || journal_is_lost(d->journal))
		finish(kept);
	else
		set_unwritten(kept, true);
}

/* write_result has the result written; without memory it is tried again later. */
static void write_result(kept_t *kept)
{
	durable_record_t record = {.at_ms = durable_wall()};
	const ledger_name_t name = {kept->id, 0, DURABLE_RESULT};

	record_t *job = kept->record;
	result_t result;

	if (job->done == NULL && job->job != NULL) { /* there was no memory for it */
		job_result(job->job, &result);
		job->done = report_done(job, &result);
	}
	set_unwritten(kept, !report_payload(job->done, &record.bytes, &record.count) ||
	                            durable_record_put(&kept->entry.change, name, &record,
	                                               &kept->bytes, &kept->capacity) != ERR_OK);
	if (kept->is_unwritten)
		return;
	journal_append(kept->durable->journal, &kept->entry);
}

/* failed_cb: not written, it would fail again after the next start. */
static void failed_cb(journal_entry_t *entry, const errinfo_t *why)
{
	kept_t *kept = LIST_ENTRY(entry, kept_t, entry);

	(void)why;
	durable_drop_bytes(kept);
	durable_set_ended(kept, kept->durable->keep_ms);
}

void durable_end_failed(kept_t *kept)
{
	assert(kept->record != NULL && kept->record->job == NULL && kept->state == KEPT_OPEN);
	kept->state = KEPT_ENDING;
	kept->entry.written_cb = failed_cb;
	write_result(kept);
	if (kept->is_unwritten) {
		set_unwritten(kept, false);
		durable_set_ended(kept, kept->durable->keep_ms);
	}
}

void durable_ended(record_t *record, const result_t *result)
{
	kept_t *kept = record->kept;
	durable_t *d = kept->durable;

	assert(kept->record == record && kept->state < KEPT_ENDING);
	kept->state = KEPT_ENDING;
	kept->entry.written_cb = ended_cb;
	kept->is_going = d->is_stopping && result->state == JOB_CANCELLED && !kept->is_cancelled;
	if (kept->is_going) { /* after the answer to who has just submitted it */
		kept->entry.change = (ledger_change_t){.what = LEDGER_LOOK};
		journal_append(d->journal, &kept->entry);
		return;
	}
	write_result(kept);
}

void durable_forget(kept_t *kept)
{
	record_t *record = kept->record;

	assert(kept->state == KEPT_ENDED || (record == NULL && kept->state == KEPT_OPEN));
	if (record != NULL) {
		kept->record = NULL;
		jobs_forget(record);
	}
	kept_free(kept);
}

/* expire drops what is too old, of the first jobs of the list, which it puts at the end. */
static void expire(durable_t *d, link_t *list, unsigned count)
{
	const uint64_t now = uv_now(d->loop);

	for (unsigned i = 0; i < count && i < TICK_LOOKS; i++) {
		kept_t *kept = LIST_ENTRY(list->next, kept_t, link);

		list_drop(&kept->link);
		list_add(list, &kept->link);
		if (kept->expires_ms == 0 || now < kept->expires_ms)
			continue;
		log_line(LOG_INFO, LOG_JOB, "event=durable-expired id=%llu account=%s ended=%d",
		         (unsigned long long)kept->id, kept->account, kept->state == KEPT_ENDED);
		journal_drop(d->journal, kept->id);
		durable_forget(kept);
	}
}

/* retry_results writes again what the journal has refused; or gives it up. */
static void retry_results(durable_t *d)
{
	for (link_t *at = d->open.next, *next; at != &d->open && d->unwritten_count > 0;
	     at = next) {
		kept_t *kept = LIST_ENTRY(at, kept_t, link);

		next = at->next; /* finish takes this one out */
		if (!kept->is_unwritten)
			continue;
		kept->is_going = kept->is_going || d->has_given_up;
		if (kept->is_going || journal_is_lost(d->journal))
			finish(kept);
		else
			write_result(kept);
	}
}

static void timer_cb(uv_timer_t *timer)
{
	durable_t *d = timer->data;

	retry_results(d);
	if (d->is_stopping)
		return;
	if (d->is_unrestored)
		d->restore_cb(d->context);
	expire(d, &d->ended, d->ended_count);
	expire(d, &d->open, d->open_count);
}

void durable_set(durable_t *d, const conf_t *conf)
{
	if (d == NULL)
		return;
	d->most = (unsigned)conf->max_durable;
	d->keep_ms = conf->keep_durable_s * MS_PER_S;
}

void durable_begin(durable_t *d)
{
	if (d == NULL)
		return;
	(void)uv_timer_init(d->loop, &d->timer); /* cannot fail */
	d->timer.data = d;
	uv_unref((uv_handle_t *)&d->timer);
	(void)uv_timer_start(&d->timer, timer_cb, TICK_MS, TICK_MS);
}

void durable_stop(durable_t *d)
{
	if (d == NULL)
		return;
	d->is_stopping = true;
	for (link_t *at = d->open.next; at != &d->open; at = at->next) {
		const kept_t *kept = LIST_ENTRY(at, kept_t, link);
		progress_t progress;

		if (kept->record == NULL || kept->record->job == NULL)
			continue;
		job_progress(kept->record->job, &progress);
		if (progress.state == JOB_QUEUED)
			solver_cancel(kept->record->job);
	}
}

void durable_give_up(durable_t *d)
{
	if (d == NULL)
		return;
	d->has_given_up = true;
	retry_results(d);
}

void durable_close(durable_t *d)
{
	if (d != NULL)
		uv_close((uv_handle_t *)&d->timer, NULL);
}

void durable_free(durable_t *d)
{
	if (d == NULL)
		return;
	while (!list_empty(&d->open))
		kept_free(LIST_ENTRY(d->open.next, kept_t, link));
	while (!list_empty(&d->ended))
		kept_free(LIST_ENTRY(d->ended.next, kept_t, link));
	mem_free(d, sizeof(*d));
}

void durable_wait(kept_t *kept)
{
	if (kept->expires_ms == 0)
		kept->expires_ms = uv_now(kept->durable->loop) + kept->durable->keep_ms;
}

uint64_t durable_left(uint64_t keep_ms, uint64_t ended_wall_ms)
{
	const uint64_t now = durable_wall();
	const uint64_t age = now > ended_wall_ms ? now - ended_wall_ms : 0;
	const uint64_t least = keep_ms < GRACE_MS ? keep_ms : GRACE_MS;

	return age >= keep_ms || keep_ms - age < least ? least : keep_ms - age;
}

void durable_attach(kept_t *kept, record_t *record)
{
	assert(kept->record == NULL);
	own(kept, record->owner);
	kept->record = record;
	record->kept = kept;
	record->key = kept->key;
	record->is_held = record->job != NULL;
}
