/* SPDX-License-Identifier: MIT
 * commit.c - writes facts to the disk, many at a time.
 *
 * Where      The process beside this one (writer.h) writes them, as transaction.c says: whatever
 *            it finds in data that somebody else has changed, this process and its searches go
 *            on.
 *
 * Failing    What could not be written waits, in front of what came later. A transaction that
 *            ended with an error has changed nothing, so it is tried again as it is (after a full
 *            disk, or a want of memory). When LMDB gives its environment up, the process that
 *            writes has crashed, or the data has been changed by others, the folder is opened
 *            anew and all of the data is checked again. A fact stops waiting when the file that
 *            has it is known to be the file at the store's path. */
#include "engine/store/commit.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/store/env.h"
#include "engine/store/transaction.h"

enum {
	PAGES_A_RECORD = 64, /* of the map, for each fact written by one commit */
};

/* A fact that has been noted, or (FORGET_BYTES) the name of one that is to be dropped. */
struct pending {
	pending_t *next;
	fact_record_bytes_t record;
};

static size_t pending_bytes(const pending_t *p)
{
	return offsetof(pending_t, record.byte) + p->record.bytes;
}

void commit_drop(pending_t *list)
{
	for (pending_t *p = list; p != NULL;) {
		pending_t *next = p->next;

		mem_free(p, pending_bytes(p));
		p = next;
	}
}

bool commit_note(store_t *s, const fact_record_bytes_t *record)
{
	const size_t bytes = offsetof(pending_t, record.byte) + record->bytes;
	pending_t *p = mem_alloc(bytes);
	bool has_room;

	assert(record->bytes == FORGET_BYTES ||
	       (record->bytes >= PACKED_HEAD && record->bytes <= PACKED_MAX));
	if (p == NULL)
		return false; /* one fact less is remembered */
	memcpy(&p->record, record, offsetof(fact_record_bytes_t, byte) + record->bytes);
	pthread_mutex_lock(&s->lock);
	has_room = s->waiting < STORE_WAITING_MOST;
	if (has_room) {
		*s->last = p;
		s->last = &p->next;
		s->waiting++;
		assert(s->first != NULL && *s->last == NULL);
	}
	pthread_mutex_unlock(&s->lock);
	if (!has_room)
		mem_free(p, bytes);
	return has_room;
}

/* A commit of the first facts of a list. */
typedef struct {
	uint8_t *bytes; /* of the task */
	size_t size;
	pending_t *rest; /* what is left of the list */
	uint64_t count;  /* of facts */
	size_t drops;
} batch_t;

/* make_batch puts as many facts into a task as one transaction takes. */
static bool make_batch(const store_t *s, pending_t *list, batch_t *b)
{
	const size_t most = s->data.pages / PAGES_A_RECORD;
	uint8_t *at;

	*b = (batch_t){.size = sizeof(transaction_t), .rest = list, .drops = 2 * most};
	for (; b->rest != NULL && b->count < most; b->rest = b->rest->next, b->count++)
		b->size += sizeof(fact_head_t) + b->rest->record.bytes;
	b->bytes = mem_alloc(b->size);
	if (b->bytes == NULL)
		return false;
	at = b->bytes + sizeof(transaction_t);
	for (const pending_t *p = list; p != b->rest; p = p->next) {
		const fact_head_t head = {p->record.hash, p->record.bytes};

		memcpy(at, &head, sizeof(head));
		memcpy(at + sizeof(head), p->record.byte, p->record.bytes);
		at += sizeof(head) + p->record.bytes;
	}
	assert(at == b->bytes + b->size);
	return true;
}

/* write_batch has the facts written; 0, or an error as env_transact has it. */
static int write_batch(store_t *s, const batch_t *b)
{
	const transaction_t head = {.kind = TRANSACTION_FACTS, .drops = b->drops};
	transaction_answer_t answer;
	int rc;

	memcpy(b->bytes, &head, sizeof(head));
	env_mark(s, true);
	rc = env_transact(s, b->bytes, b->size, -1, &answer);
	if (rc == 0)
		rc = env_renew(s);
	env_mark(s, false);
	if (rc != 0)
		return rc;
	env_note(s, &answer.measure);
	atomic_fetch_add_explicit(&s->evicted, answer.evicted, memory_order_relaxed);
	return 0;
}

/* is_passing: may the same succeed later, with the same environment? */
static bool is_passing(int rc)
{
	return rc > 0 || rc == MDB_MAP_FULL || rc == MDB_TXN_FULL;
}

/* look_after tells whether the folder is what it was; else it is let go. */
static err_t look_after(store_t *s, errinfo_t *why)
{
	if (folder_is_there(&s->files, s->path))
		return ERR_OK;
	env_shut(s);
	return err_at(why, ERR_CLOSED, "store", "%.100s was moved, removed or replaced", s->path);
}

/* write_some writes some of a list; *list is what is left. */
static err_t write_some(store_t *s, pending_t **list, errinfo_t *why)
{
	pending_t **at = list, *done;
	batch_t batch;
	err_t err;
	int rc;

	if (!make_batch(s, *list, &batch))
		return env_fail(ENOMEM, "cannot write", why);
	rc = write_batch(s, &batch);
	mem_free(batch.bytes, batch.size);
	if (rc != 0) {
		if (!is_passing(rc))
			env_shut(s);
		return env_fail(rc, "cannot write", why);
	}
	if ((err = look_after(s, why)) != ERR_OK)
		return err;
	while (*at != batch.rest)
		at = &(*at)->next;
	done = *list;
	*list = batch.rest;
	*at = NULL;
	if (done != batch.rest)
		commit_drop(done);
	pthread_mutex_lock(&s->lock);
	assert(s->waiting >= batch.count);
	s->waiting -= batch.count;
	pthread_mutex_unlock(&s->lock);
	return ERR_OK;
}

/* make_ready opens what is shut, and looks at what is open. */
static err_t make_ready(store_t *s, errinfo_t *why)
{
	if (s->data.env != NULL && atomic_load(&s->is_lost))
		env_shut(s);
	if (s->data.env != NULL) {
		const err_t err = look_after(s, why);

		if (err != ERR_OK)
			return err;
		if (!folder_is_noted(&s->files))
			env_shut(s); /* and look at all of it */
	}
	return s->data.env != NULL ? ERR_OK : env_open(s, why);
}

/* take_all takes over what has been noted. */
static pending_t *take_all(store_t *s)
{
	pending_t *list;

	pthread_mutex_lock(&s->lock);
	list = s->first;
	s->first = NULL;
	s->last = &s->first;
	s->is_due = false;
	pthread_mutex_unlock(&s->lock);
	return list;
}

/* give_back puts what was not written in front of what has come since. */
static void give_back(store_t *s, pending_t *list)
{
	pending_t **end = &list;

	while (*end != NULL)
		end = &(*end)->next;
	pthread_mutex_lock(&s->lock);
	assert((s->first == NULL) == (s->last == &s->first));
	*end = s->first;
	if (s->first == NULL && list != NULL)
		s->last = end;
	s->first = list;
	s->is_due = true; /* whoever commits tries again */
	s->state = s->data.env != NULL ? STORE_FAILING : STORE_SHUT;
	pthread_mutex_unlock(&s->lock);
}

static err_t commit(store_t *s, errinfo_t *why)
{
	errinfo_t what;
	pending_t *list = take_all(s);
	err_t err;

	while ((err = make_ready(s, &what)) == ERR_OK && list != NULL)
		if ((err = write_some(s, &list, &what)) != ERR_OK)
			break;
	if (err == ERR_OK) {
		assert(list == NULL && s->data.env != NULL);
		pthread_mutex_lock(&s->lock);
		s->state = STORE_OPEN;
		pthread_mutex_unlock(&s->lock);
		return ERR_OK;
	}
	give_back(s, list);
	if (why != NULL)
		*why = what;
	return err;
}

err_t store_commit(store_t *s, errinfo_t *why)
{
	err_t err;

	gate_enter(&s->gate);
	err = commit(s, why);
	gate_leave(&s->gate);
	return err;
}
