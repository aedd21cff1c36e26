/* SPDX-License-Identifier: MIT
 * commit.c - writes facts to the disk, many at a time.
 *
 * Keeping    A fact that the store already has, in this or in a stronger form, is not written
 *            again. Where a hash has no free slot its cheapest fact is replaced.
 *
 * Room       Pages are copied before they are written, so some pages must be free. When more than
 *            three quarters of the map are used, the facts that took the fewest nodes are
 *            dropped, a few with each commit: so few that a commit never copies more pages than
 *            are free.
 *
 * Failing    What could not be written waits, in front of what came later. A transaction that
 *            ended with an error has changed nothing, so it is tried again as it is (after a full
 *            disk, or a want of memory). When LMDB gives its environment up, or the data has been
 *            changed by others, the folder is opened anew and all of the data is checked again. A
 *            fact stops waiting when the file that has it is known to be the file at the store's
 *            path. */
#include "engine/store/commit.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/store/mapped.h"
#include "engine/store/env.h"

enum {
	PAGES_A_RECORD = 64, /* of the map, for each fact written by one commit */
};

/* A fact that has been noted. */
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

	assert(record->bytes >= PACKED_HEAD && record->bytes <= PACKED_MAX);
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

static_assert(COST_BYTES == 8 + KEY_BYTES, "a cost is the nodes and the key of its fact");

/* is_same_board: do two records say something about the same? */
static bool is_same_board(const fact_record_t *a, const fact_record_t *b)
{
	return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height &&
	       a->question_length == b->question_length &&
	       memcmp(a->question, b->question, a->question_length) == 0 &&
	       memcmp(a->box, b->box, (size_t)a->width * a->height) == 0;
}

/* is_stronger: does `a` answer all that `b`, about the same board, does? */
static bool is_stronger(const fact_record_t *a, const fact_record_t *b)
{
	assert(is_same_board(a, b));
	if (a->value != b->value || (a->driver != 0) != (b->driver != 0))
		return false;
	if (a->value == VALUE_PROVEN)
		return a->order <= b->order;
	return a->scope == SCOPE_ABSOLUTE || (b->scope != SCOPE_ABSOLUTE && a->order >= b->order);
}

static int drop(store_t *s, MDB_txn *txn, const uint8_t key_bytes[KEY_BYTES], uint64_t nodes)
{
	MDB_val key = {KEY_BYTES, (void *)(uintptr_t)key_bytes};
	fact_key_t cost = env_key(nodes, 0);
	uint8_t bytes[COST_BYTES];
	MDB_val at = {COST_BYTES, bytes};
	int rc;

	memcpy(bytes, cost.byte, 8);
	memcpy(bytes + 8, key_bytes, KEY_BYTES);
	rc = mdb_del(txn, s->costs, &at, NULL);
	if (rc == 0 || rc == MDB_NOTFOUND)
		rc = mdb_del(txn, s->facts, &key, NULL);
	return rc == MDB_NOTFOUND ? 0 : rc;
}

/* A place for a record: a slot that is free, or that of one to be replaced. */
typedef struct {
	unsigned slot;
	bool is_taken, is_needless;
	uint64_t nodes; /* of what is there */
} place_t;

/* find_place looks through the list of the record's hash. */
static int find_place(store_t *s, MDB_txn *txn, const fact_record_bytes_t *record, place_t *out)
{
	fact_key_t at = env_key(record->hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	uint64_t cheapest = UINT64_MAX;
	bool taken[FACT_SLOTS] = {false};
	unsigned cheap = 0;
	fact_record_t mine, r;
	MDB_cursor *cursor;
	int rc = mdb_cursor_open(txn, s->facts, &cursor);

	*out = (place_t){.slot = FACT_SLOTS};
	if (rc != 0)
		return rc;
	(void)fact_record_open(record->byte, record->bytes, &mine);
	for (rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE); rc == 0;
	     rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		const uint8_t *k = key.mv_data;
		const unsigned slot = (unsigned)k[8] << 8 | k[9];

		if (memcmp(k, at.byte, 8) != 0)
			break;
		if (slot >= FACT_SLOTS || !fact_record_open(value.mv_data, value.mv_size, &r))
			continue;
		taken[slot] = true;
		if (is_same_board(&r, &mine) && is_stronger(&r, &mine)) {
			out->is_needless = true;
			break;
		}
		if (is_same_board(&r, &mine) && is_stronger(&mine, &r))
			*out = (place_t){.slot = slot, .is_taken = true, .nodes = r.nodes};
		if (r.nodes < cheapest) {
			cheapest = r.nodes;
			cheap = slot;
		}
	}
	mdb_cursor_close(cursor);
	for (unsigned i = 0; i < FACT_SLOTS && out->slot == FACT_SLOTS; i++)
		if (!taken[i])
			out->slot = i;
	if (out->slot == FACT_SLOTS)
		*out = (place_t){.slot = cheap, .is_taken = true, .nodes = cheapest};
	assert(out->slot < FACT_SLOTS);
	return rc == MDB_NOTFOUND ? 0 : rc;
}

static int write_record(store_t *s, MDB_txn *txn, const fact_record_bytes_t *record)
{
	MDB_val value = {record->bytes, (void *)(uintptr_t)record->byte};
	uint8_t bytes[COST_BYTES];
	MDB_val cost = {COST_BYTES, bytes}, nothing = {0, bytes}, key;
	fact_key_t at, nodes;
	fact_record_t r;
	place_t place;
	int rc = find_place(s, txn, record, &place);

	if (rc != 0 || place.is_needless || !fact_record_open(record->byte, record->bytes, &r))
		return rc;
	at = env_key(record->hash, place.slot);
	if (place.is_taken && (rc = drop(s, txn, at.byte, place.nodes)) != 0)
		return rc;
	nodes = env_key(r.nodes, 0);
	memcpy(bytes, nodes.byte, 8);
	memcpy(bytes + 8, at.byte, KEY_BYTES);
	key = (MDB_val){KEY_BYTES, at.byte};
	rc = mdb_put(txn, s->facts, &key, &value, 0);
	return rc == 0 ? mdb_put(txn, s->costs, &cost, &nothing, 0) : rc;
}

/* make_room drops the cheapest facts, at most so many, if there is little room. */
static int make_room(store_t *s, MDB_txn *txn, size_t most)
{
	MDB_cursor *cursor;
	MDB_val cost, value;
	measure_t measure;
	int rc = env_measure(s, txn, &measure);

	if (rc != 0 || measure.pages <= s->pages / 4 * 3)
		return rc;
	for (size_t i = 0; rc == 0 && i < most; i++) {
		uint8_t bytes[COST_BYTES];
		uint64_t nodes = 0;

		if ((rc = mdb_cursor_open(txn, s->costs, &cursor)) != 0)
			return rc;
		rc = mdb_cursor_get(cursor, &cost, &value, MDB_FIRST);
		if (rc == 0)
			memcpy(bytes, cost.mv_data, COST_BYTES);
		mdb_cursor_close(cursor);
		if (rc != 0)
			return rc == MDB_NOTFOUND ? 0 : rc;
		for (unsigned b = 0; b < 8; b++)
			nodes = nodes << 8 | bytes[b];
		rc = drop(s, txn, bytes + 8, nodes);
		atomic_fetch_add_explicit(&s->evicted, 1, memory_order_relaxed);
	}
	return rc;
}

/* A transaction: the first of a list, as many as it takes. */
typedef struct {
	store_t *store;
	pending_t *rest; /* what is left of the list */
	uint64_t count;
	measure_t measure;
	int rc;
} batch_t;

static void write_batch(void *context)
{
	batch_t *b = context;
	store_t *s = b->store;
	const size_t most = s->pages / PAGES_A_RECORD;
	MDB_txn *txn = NULL;
	int rc = mdb_txn_begin(s->env, NULL, 0, &txn);

	if (rc == 0)
		rc = make_room(s, txn, 2 * most);
	for (; rc == 0 && b->rest != NULL && b->count < most; b->rest = b->rest->next, b->count++)
		rc = write_record(s, txn, &b->rest->record);
	if (rc == 0)
		rc = env_measure(s, txn, &b->measure);
	if (rc == 0)
		rc = mdb_txn_commit(txn);
	else
		mdb_txn_abort(txn);
	b->rc = rc;
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
	env_shut(s, false);
	return err_at(why, ERR_CLOSED, "store", "%.100s was moved, removed or replaced", s->path);
}

/* write_some writes some of a list; *list is what is left. */
static err_t write_some(store_t *s, pending_t **list, errinfo_t *why)
{
	batch_t batch = {.store = s, .rest = *list};
	pending_t **at = list, *done;
	err_t err;

	env_mark(s, true);
	if (!mapped_run(write_batch, &batch))
		batch.rc = ENV_FAULT;
	else if (batch.rc == 0)
		batch.rc = env_renew(s);
	env_mark(s, false);
	if (batch.rc != 0) {
		if (!is_passing(batch.rc))
			env_shut(s, batch.rc == ENV_FAULT);
		return env_fail(batch.rc, "cannot write", why);
	}
	env_note(s, &batch.measure);
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
	if (s->env != NULL && atomic_load(&s->is_lost))
		env_shut(s, false);
	if (s->env != NULL) {
		const err_t err = look_after(s, why);

		if (err != ERR_OK)
			return err;
		if (!folder_is_noted(&s->files))
			env_shut(s, false); /* and look at all of it */
	}
	return s->env != NULL ? ERR_OK : env_open(s, why);
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
	s->state = s->env != NULL ? STORE_FAILING : STORE_SHUT;
	pthread_mutex_unlock(&s->lock);
}

err_t store_commit(store_t *s, errinfo_t *why)
{
	errinfo_t what;
	pending_t *list = take_all(s);
	err_t err;

	while ((err = make_ready(s, &what)) == ERR_OK && list != NULL)
		if ((err = write_some(s, &list, &what)) != ERR_OK)
			break;
	if (err == ERR_OK) {
		assert(list == NULL && s->env != NULL);
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
