/* SPDX-License-Identifier: MIT
 * journal.c - group commit: while one fdatasync runs, changes gather for the next.
 *
 * Weighed    libuv's pool, where the store's commits are: judgements of dragons take its four
 *            threads for 50 ms each, and a client waits for each of these commits. So the journal
 *            has a thread, which waits for nothing but the disk.
 *
 * The thread has what it is writing (`flying`) from the moment when the loop has woken it until its
 * node has been run; the loop touches neither that nor the ledger meanwhile. So the lock guards two
 * flags. What the ledger says of itself is copied when a commit is over.
 *
 * Failing    A failure is logged once. The changes fail, each to whom it matters; nothing is tried
 *            again here. */
#include "server/journal.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/signals.h"
#include "server/list.h"
#include "server/log.h"

struct journal {
	ledger_t *ledger;
	bridge_t *bridge;
	bridge_node_t written; /* in the bridge when a commit is over */
	void (*idle_cb)(void *context);
	void *context;

	/* Of the loop. */
	ledger_change_t *first, **last; /* appended, and not given to the thread yet */
	unsigned waiting;
	uint64_t last_id;                   /* given out last */
	size_t waiting_bytes, flying_bytes; /* of changes that wait, that are being written */
	size_t reserved;                    /* for results that are still to come */
	size_t used, room;                  /* of the ledger, as of the last commit */
	bool is_lost, has_thread;
	char said[ERRINFO_TEXT_MAX]; /* the failure that was logged last; "": none since then */
	journal_counts_t counts;

	/* Of the thread, while it is busy: until the loop has been told. */
	ledger_change_t *flying; /* NULL: it is not */
	err_t err;
	errinfo_t why;
	uint64_t took_ns;

	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t work;
	bool is_ordered, is_ending;
};

err_t journal_read(journal_t *j,
                   void (*seen)(const ledger_name_t *name, const uint8_t *bytes, size_t count,
                                void *context),
                   void *context, errinfo_t *why)
{
	if (j == NULL)
		return ERR_OK;
	assert(j->bridge == NULL);
	return err_rename(why, ledger_read(j->ledger, seen, context, why), "ledger", "journal");
}

/* wait_for_work waits for something to be written; false: the end. */
static bool wait_for_work(journal_t *j)
{
	bool is_ordered;

	(void)pthread_mutex_lock(&j->lock);
	while (!j->is_ordered && !j->is_ending)
		(void)pthread_cond_wait(&j->work, &j->lock);
	is_ordered = j->is_ordered;
	j->is_ordered = false;
	(void)pthread_mutex_unlock(&j->lock);
	return is_ordered;
}

static void *thread_main(void *context)
{
	journal_t *j = context;

	while (wait_for_work(j)) {
		const uint64_t began = clock_now_ns();

		j->err = ledger_write(j->ledger, j->flying, &j->why);
		j->took_ns = clock_now_ns() - began;
		bridge_post(j->bridge, &j->written);
	}
	return NULL;
}

/* thread_start makes the thread, which waits until something is to be written. */
static err_t thread_start(journal_t *j, errinfo_t *why)
{
	const sigset_t former = signals_hold();

	j->has_thread = pthread_create(&j->thread, NULL, thread_main, j) == 0;
	signals_restore(&former);
	return j->has_thread ? ERR_OK
	                     : err_fail(why, ERR_NOMEM, "cannot make a thread for the journal");
}

err_t journal_open(const conf_t *conf, journal_t **out, errinfo_t *why)
{
	const uint64_t began = clock_now_ns();
	journal_t *j;
	err_t err;

	*out = NULL;
	if (conf->journal[0] == '\0')
		return ERR_OK;
	j = mem_alloc(sizeof(*j));
	if (j == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	err = ledger_open(conf->journal, (size_t)conf->journal_size_mib << 20, &j->ledger, why);
	if (err != ERR_OK) {
		mem_free(j, sizeof(*j));
		return err_rename(why, err, "ledger", "journal");
	}
	j->last = &j->first;
	j->used = ledger_used(j->ledger);
	j->room = ledger_room(j->ledger);
	pthread_mutex_init(&j->lock, NULL);
	pthread_cond_init(&j->work, NULL);
	err = thread_start(j, why);
	if (err != ERR_OK) {
		journal_free(j);
		return err;
	}
	log_line(LOG_INFO, LOG_SERVER, "event=journal-open bytes=%zu ms=%llu", j->used,
	         (unsigned long long)((clock_now_ns() - began) / NS_PER_MS));
	*out = j;
	return ERR_OK;
}

/* kick gives what has been appended to the thread, unless that is busy. */
static void kick(journal_t *j)
{
	if (j->bridge == NULL || j->flying != NULL || j->first == NULL)
		return;
	j->flying = j->first;
	j->first = NULL;
	j->last = &j->first;
	j->flying_bytes = j->waiting_bytes;
	j->waiting_bytes = 0;
	(void)pthread_mutex_lock(&j->lock);
	j->is_ordered = true;
	(void)pthread_cond_signal(&j->work);
	(void)pthread_mutex_unlock(&j->lock);
}

/* tell_state logs that commits fail, and that they succeed again. */
static void tell_state(journal_t *j)
{
	if (j->err != ERR_OK && strcmp(j->said, j->why.text) != 0)
		log_line(LOG_ERROR, LOG_SERVER, "event=journal-failed why=\"%s\"", j->why.text);
	else if (j->err == ERR_OK && j->said[0] != '\0')
		log_line(LOG_INFO, LOG_SERVER, "event=journal-back bytes=%zu", j->used);
	if (j->err != ERR_OK)
		memcpy(j->said, j->why.text, sizeof(j->said));
	else
		j->said[0] = '\0';
}

static void count(journal_t *j)
{
	j->used = ledger_used(j->ledger);
	j->is_lost = ledger_is_lost(j->ledger);
	j->counts.commits++;
	j->counts.failed += j->err != ERR_OK;
	j->counts.is_failing = j->err != ERR_OK;
	j->counts.last_ns = j->took_ns;
}

static void written_cb(bridge_node_t *node)
{
	journal_t *j = LIST_ENTRY(node, journal_t, written);
	ledger_change_t *change = j->flying;
	const errinfo_t why = j->why; /* the next commit may fail in another way */

	count(j);
	tell_state(j);
	j->flying = NULL;
	j->flying_bytes = 0;
	kick(j); /* the disk need not wait for what follows */
	while (change != NULL) {
		ledger_change_t *next = change->next; /* the callback may free the entry */
		journal_entry_t *entry = LIST_ENTRY(change, journal_entry_t, change);

		j->counts.changes++;
		entry->written_cb(entry, change->err == ERR_OK ? NULL : &why);
		assert(j->waiting > 0);
		j->waiting--;
		change = next;
	}
	if (j->waiting == 0)
		j->idle_cb(j->context);
}

void journal_begin(journal_t *j, bridge_t *bridge, void (*idle_cb)(void *context), void *context)
{
	if (j == NULL)
		return;
	assert(j->has_thread && j->bridge == NULL);
	j->bridge = bridge;
	j->written.run = written_cb;
	j->idle_cb = idle_cb;
	j->context = context;
	kick(j);
}

void journal_append(journal_t *j, journal_entry_t *entry)
{
	assert(j != NULL && !j->is_ending && entry->written_cb != NULL);
	entry->change.next = NULL;
	*j->last = &entry->change;
	j->last = &entry->change.next;
	j->waiting++;
	if (entry->change.what == LEDGER_PUT)
		j->waiting_bytes += ledger_size(entry->change.count);
	kick(j);
}

static void dropped_cb(journal_entry_t *entry, const errinfo_t *why)
{
	(void)why; /* it has been logged; at the next start it is dropped again */
	mem_free(entry, sizeof(*entry));
}

void journal_drop(journal_t *j, uint64_t id)
{
	journal_entry_t *entry = mem_alloc(sizeof(*entry));

	if (entry == NULL)
		return; /* as if that had failed */
	entry->change.what = LEDGER_DROP;
	entry->change.name.id = id;
	entry->written_cb = dropped_cb;
	journal_append(j, entry);
}

uint64_t journal_next_id(journal_t *j)
{
	return ++j->last_id;
}

void journal_saw_id(journal_t *j, uint64_t id)
{
	if (id > j->last_id)
		j->last_id = id;
}

unsigned journal_waiting(const journal_t *j)
{
	return j != NULL ? j->waiting : 0;
}

bool journal_has_room(const journal_t *j, size_t bytes)
{
	return j != NULL &&
	       j->used + j->flying_bytes + j->waiting_bytes + j->reserved + bytes <= j->room;
}

void journal_reserve(journal_t *j, int results)
{
	assert(results >= 0 || j->reserved >= (size_t)-results * JOURNAL_RESULT_BYTES);
	j->reserved += (size_t)((ptrdiff_t)results * JOURNAL_RESULT_BYTES);
}

err_t journal_full(errinfo_t *why)
{
	return err_fail(why, ERR_JOURNAL,
	                "the journal is full: take results with job.ack and batch.ack, or ask for "
	                "a larger journal_size_mib");
}

err_t journal_refusal(const errinfo_t *from, errinfo_t *why)
{
	if (from->code == ERR_LIMIT)
		return journal_full(why);
	return err_fail(why, ERR_JOURNAL, "the journal has not taken it: %.100s", from->text);
}

bool journal_is_lost(const journal_t *j)
{
	return j != NULL && j->is_lost;
}

bool journal_source(const journal_t *j, backup_source_t *out)
{
	if (j != NULL)
		*out = ledger_source(j->ledger);
	return j != NULL;
}

void journal_end(journal_t *j)
{
	if (j == NULL || !j->has_thread)
		return;
	assert(j->bridge == NULL || (j->waiting == 0 && j->flying == NULL));
	(void)pthread_mutex_lock(&j->lock);
	j->is_ending = true;
	(void)pthread_cond_signal(&j->work);
	(void)pthread_mutex_unlock(&j->lock);
	(void)pthread_join(j->thread, NULL);
	j->has_thread = false;
}

/* free_drops frees the changes that nobody else has, of a journal that has not begun. */
static void free_drops(ledger_change_t *change)
{
	while (change != NULL) {
		ledger_change_t *next = change->next;
		journal_entry_t *entry = LIST_ENTRY(change, journal_entry_t, change);

		if (entry->written_cb == dropped_cb)
			mem_free(entry, sizeof(*entry));
		change = next;
	}
}

void journal_free(journal_t *j)
{
	if (j == NULL)
		return;
	journal_end(j);
	free_drops(j->first);
	ledger_close(j->ledger);
	pthread_cond_destroy(&j->work);
	pthread_mutex_destroy(&j->lock);
	mem_free(j, sizeof(*j));
}

bool journal_count(const journal_t *j, journal_counts_t *out)
{
	if (j == NULL)
		return false;
	*out = j->counts;
	out->bytes = j->used;
	out->bytes_most = j->room;
	return true;
}
