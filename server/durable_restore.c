/* SPDX-License-Identifier: MIT
 * durable_restore.c - see durable_restore.h.
 *
 * A job that cannot be submitted any more, because a setting or the program has changed, ends: it
 * has failed, and its result says why. Whoever waits for it hears of that as of any other end.
 *
 * A want of memory is no reason to fail: the job stays as the journal has it, and is taken up when
 * it is tried again (durable.c). The next job would want as much, so none is tried after it. */
#include "server/durable_restore.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/handle_job.h"
#include "server/log.h"
#include "server/report.h"

typedef struct {
	server_t *server;
	codec_t *codec;
	unsigned open, ended, failed, waiting;
	unsigned left; /* that may still be tried */
	msg_done_t done;
} restoring_t;

bool durable_restore_owner(const server_t *server, const char *name, account_t **out)
{
	*out = name[0] != '\0' && server->accounts != NULL ? accounts_find(server->accounts, name)
	                                                   : NULL;
	return name[0] == '\0' || *out != NULL;
}

peer_t *durable_restore_peer(server_t *server, account_t *owner)
{
	return owner != NULL ? peers_of_account(&server->peers, owner)
	                     : peers_of(&server->peers, -1, PEER_JOURNAL);
}

/* set_ended makes the record of a job that has ended as *done says. */
static bool set_ended(server_t *server, kept_t *kept, msg_done_t *done)
{
	account_t *owner;
	record_t *record;

	(void)durable_restore_owner(server, kept->account, &owner);
	strbuf_copy(done->key, sizeof(done->key), kept->key);
	record = jobs_restore(&server->jobs, kept, owner, done);
	if (record == NULL)
		return false;
	durable_attach(kept, record);
	return true;
}

static bool restore_ended(restoring_t *r, kept_t *kept)
{
	errinfo_t why;

	if (durable_record_done(r->codec, kept->bytes, kept->count, &r->done, &why) != ERR_OK ||
	    !set_ended(r->server, kept, &r->done))
		return false; /* no memory: durable_read has read it before */
	durable_drop_bytes(kept);
	r->ended++;
	return true;
}

/* fail_job ends a job that cannot be submitted. */
static bool fail_job(restoring_t *r, kept_t *kept, const msg_submit_t *msg, const errinfo_t *why)
{
	msg_done_t *done = &r->done;

	report_failed(msg, why, done);
	if (!set_ended(r->server, kept, done))
		return false;
	durable_drop_bytes(kept);
	durable_end_failed(kept);
	r->failed++;
	log_line(LOG_WARNING, LOG_JOB, "event=durable-failed id=%llu account=%s why=\"%s\"",
	         (unsigned long long)kept->id, kept->account, why->text);
	return true;
}

static bool restore_open(restoring_t *r, kept_t *kept, account_t *owner)
{
	server_t *server = r->server;
	peer_t *peer = durable_restore_peer(server, owner);
	record_t *record;
	msg_submit_t msg;
	errinfo_t why;
	err_t err = durable_record_submit(r->codec, kept->bytes, kept->count, &msg, &why);

	if (err == ERR_OK && peer == NULL)
		err = err_fail(&why, ERR_NOMEM, "out of memory");
	if (err == ERR_OK)
		err = handle_job_again(server, peer, &msg, &record, &why);
	if (peer != NULL)
		peers_drop(peer);
	if (err == ERR_NOMEM)
		return false;
	if (err != ERR_OK)
		return fail_job(r, kept, &msg, &why);
	durable_drop_bytes(kept);
	durable_attach(kept, record);
	if (kept->is_cancelled)
		solver_cancel(record->job);
	r->open++;
	return true;
}

/* restore_one takes a job up, if it has not been; false: there is no memory, or it was the turn of
 * enough others. */
static bool restore_one(restoring_t *r, kept_t *kept)
{
	account_t *owner;

	if (kept->record != NULL || kept->bytes == NULL)
		return true;
	if (!durable_restore_owner(r->server, kept->account, &owner)) {
		durable_wait(kept);
		r->waiting++;
		return true;
	}
	if (r->left == 0)
		return false;
	r->left--;
	if (kept->state == KEPT_ENDED)
		return restore_ended(r, kept);
	kept->expires_ms = 0;
	return restore_open(r, kept, owner);
}

/* restore_list takes up the jobs of a list; false: not all. */
static bool restore_list(restoring_t *r, link_t *list)
{
	for (link_t *at = list->next, *next; at != list; at = next) {
		next = at->next; /* a job that fails leaves the list */
		if (!restore_one(r, LIST_ENTRY(at, kept_t, link)))
			return false;
	}
	return true;
}

void durable_restore(server_t *server, unsigned most)
{
	restoring_t *r;

	if (server->durable == NULL)
		return;
	r = mem_alloc(sizeof(*r));
	server->durable->is_unrestored = true;
	if (r == NULL)
		return;
	r->server = server;
	r->left = most;
	r->codec = codec_create();
	server->durable->is_unrestored = r->codec == NULL ||
	                                 !restore_list(r, &server->durable->ended) ||
	                                 !restore_list(r, &server->durable->open);
	if (r->open + r->ended + r->failed + r->waiting > 0)
		log_line(LOG_NOTICE, LOG_JOB,
		         "event=durable-restored open=%u ended=%u failed=%u of_no_account=%u",
		         r->open, r->ended, r->failed, r->waiting);
	codec_destroy(r->codec);
	mem_free(r, sizeof(*r));
}
