/* SPDX-License-Identifier: MIT
 * store.c - looks facts up, and keeps them.
 *
 * Lookup     A fact of Go holds on any board that agrees with its zone, so it cannot be found
 *            by a hash of the board; and what it needs is not known before it is found. But
 *            every zone holds the goal's blocks. Let ring k be the points within k steps of
 *            them. A fact is kept under the hash of the largest ring that its zone holds, cells and
 *            edges, in the least of the eight views; a lookup makes the same hashes of its board,
 *            one a level, and has at most LEVELS lists to go through, each of at most
 *            SLOTS facts. If the boards agree on the zone they agree on the ring, so no fact
 *            but those of a full list is missed. A hash that is right by chance costs a
 *            comparison; what is compared cell by cell is the box of the record, and the words of
 *            the question. All other games have one level, the whole board.
 *
 *            Weighed: a table of all zones as patterns (a tree of tests, as pattern databases
 *            of Go programs have): faster with millions of facts about one shape, but it would
 *            have to be rebuilt with each commit; a hash of the block alone: a lone stone in the
 *            open would have thousands of facts in one list.
 *
 * Keeping    A fact that the store has already, in this or in a stronger form, is not written
 *            twice. A full list loses its cheapest fact.
 *
 * Room       Pages are copied before they are written, so some must be free: beyond three
 *            quarters of the map the facts that cost the fewest nodes go, a few with each
 *            commit, so few that a commit never copies more than is free. */
#include "engine/store/store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/store/env.h"

enum {
	WAITING_MOST = 65536, /* facts noted; more are lost: the disk is far behind */
	PAGES_A_RECORD = 64,  /* of the map, for each fact written by one commit */
};

/* A fact that has been noted. */
struct pending {
	pending_t *next;
	packed_bytes_t record;
};

static size_t pending_bytes(const pending_t *p)
{
	return offsetof(pending_t, record.byte) + p->record.bytes;
}

static void free_pending(pending_t *p)
{
	while (p != NULL) {
		pending_t *next = p->next;

		mem_free(p, pending_bytes(p));
		p = next;
	}
}

void store_close(store_t *s)
{
	if (s == NULL)
		return;
	if (s->reader != NULL)
		mdb_txn_abort(s->reader);
	if (s->env != NULL)
		mdb_env_close(s->env);
	if (s->lock_fd >= 0)
		(void)close(s->lock_fd);
	if (s->folder_fd >= 0)
		(void)close(s->folder_fd);
	free_pending(s->first);
	pthread_mutex_destroy(&s->lock);
	pthread_mutex_destroy(&s->read_lock);
	mem_free(s, sizeof(*s));
}

/* fitting returns the view on which a record answers, VIEWS for none. */
static unsigned fitting(const packed_t *r, const scene_t *scene, unsigned level, wanted_t wanted)
{
	if (!fact_serves(r->value, r->scope, r->driver, r->order, wanted) ||
	    r->question_length != strlen(scene->question) ||
	    memcmp(r->question, scene->question, r->question_length) != 0)
		return VIEWS;
	for (unsigned s = 0; s < VIEWS; s++)
		if ((scene->symmetries >> s & 1) != 0 &&
		    scene->view[s].hash[level] == scene->least[level] && packed_fits(r, scene, s))
			return s;
	return VIEWS;
}

/* find_level goes through the list of a level; 0, MDB_NOTFOUND or an error. */
static int find_level(MDB_cursor *cursor, const scene_t *scene, unsigned level, wanted_t wanted,
                      fact_t *out)
{
	fact_key_t at = env_key(scene->least[level], 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	int rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);

	for (; rc == 0; rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		packed_t r;
		unsigned s;

		if (key.mv_size != KEY_BYTES || memcmp(key.mv_data, at.byte, 8) != 0)
			return MDB_NOTFOUND;
		if (!packed_open(value.mv_data, value.mv_size, &r) ||
		    (s = fitting(&r, scene, level, wanted)) == VIEWS ||
		    !packed_is_sound(value.mv_data, value.mv_size))
			continue;
		packed_read(&r, scene, s, out);
		return 0;
	}
	return rc;
}

bool store_find(store_t *s, const scene_t *scene, wanted_t wanted, fact_t *out)
{
	MDB_cursor *cursor;
	int rc = env_read(s, &cursor);

	for (unsigned level = scene->levels; rc == 0 && level-- > 0;) {
		rc = find_level(cursor, scene, level, wanted, out);
		if (rc == 0)
			break;
		rc = rc == MDB_NOTFOUND && level > 0 ? 0 : rc;
	}
	env_leave(s, cursor);
	atomic_fetch_add_explicit(rc == 0 ? &s->found : &s->missed, 1, memory_order_relaxed);
	return rc == 0;
}

void store_put(store_t *s, const packed_bytes_t *record)
{
	const size_t bytes = offsetof(pending_t, record.byte) + record->bytes;
	pending_t *p = mem_alloc(bytes);
	bool is_due = false;

	if (p == NULL)
		return; /* one fact less is remembered */
	memcpy(&p->record, record, offsetof(packed_bytes_t, byte) + record->bytes);
	pthread_mutex_lock(&s->lock);
	if (s->is_full || s->waiting >= WAITING_MOST) {
		pthread_mutex_unlock(&s->lock);
		mem_free(p, bytes);
		return;
	}
	*s->last = p;
	s->last = &p->next;
	s->waiting++;
	is_due = !s->is_due;
	s->is_due = true;
	pthread_mutex_unlock(&s->lock);
	if (is_due && s->on_due != NULL)
		s->on_due(s->context);
}

void store_keep(store_t *s, const scene_t *scene, const fact_t *fact)
{
	packed_bytes_t record;

	if (packed_make(scene, fact, &record))
		store_put(s, &record);
}

/* is_same_board: do two records say something about the same? */
static bool is_same_board(const packed_t *a, const packed_t *b)
{
	return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height &&
	       a->question_length == b->question_length &&
	       memcmp(a->question, b->question, a->question_length) == 0 &&
	       memcmp(a->box, b->box, (size_t)a->width * a->height) == 0;
}

/* is_stronger: does `a` answer all that `b`, about the same board, does? */
static bool is_stronger(const packed_t *a, const packed_t *b)
{
	if (a->value != b->value || (a->driver != 0) != (b->driver != 0))
		return false;
	if (a->value == FACT_PROVEN)
		return a->order <= b->order;
	return a->scope == FACT_ABSOLUTE || (b->scope != FACT_ABSOLUTE && a->order >= b->order);
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
	return rc == 0 || rc == MDB_NOTFOUND ? mdb_del(txn, s->facts, &key, NULL) : rc;
}

/* A place for a record: a slot that is free, or that of one to be replaced. */
typedef struct {
	unsigned slot;
	bool is_taken, is_needless;
	uint64_t nodes; /* of what is there */
} place_t;

/* find_place looks through the list of the record's hash. */
static int find_place(store_t *s, MDB_txn *txn, const packed_bytes_t *record, place_t *out)
{
	fact_key_t at = env_key(record->hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	uint64_t cheapest = UINT64_MAX;
	bool taken[SLOTS] = {false};
	unsigned cheap = 0;
	packed_t mine, r;
	MDB_cursor *cursor;
	int rc = mdb_cursor_open(txn, s->facts, &cursor);

	*out = (place_t){.slot = SLOTS};
	if (rc != 0)
		return rc;
	(void)packed_open(record->byte, record->bytes, &mine);
	for (rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE); rc == 0;
	     rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		const uint8_t *k = key.mv_data;
		const unsigned slot = (unsigned)k[8] << 8 | k[9];

		if (memcmp(k, at.byte, 8) != 0)
			break;
		if (slot >= SLOTS || !packed_open(value.mv_data, value.mv_size, &r))
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
	for (unsigned i = 0; i < SLOTS && out->slot == SLOTS; i++)
		if (!taken[i])
			out->slot = i;
	if (out->slot == SLOTS)
		*out = (place_t){.slot = cheap, .is_taken = true, .nodes = cheapest};
	return rc == MDB_NOTFOUND ? 0 : rc;
}

static int write_record(store_t *s, MDB_txn *txn, const packed_bytes_t *record)
{
	MDB_val value = {record->bytes, (void *)(uintptr_t)record->byte};
	uint8_t bytes[COST_BYTES];
	MDB_val cost = {COST_BYTES, bytes}, nothing = {0, bytes}, key;
	fact_key_t at, nodes;
	packed_t r;
	place_t place;
	int rc = find_place(s, txn, record, &place);

	if (rc != 0 || place.is_needless || !packed_open(record->byte, record->bytes, &r))
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

/* write_some writes the first of a list, as many as one transaction takes; *list is what is left.
 */
static int write_some(store_t *s, pending_t **list, uint64_t *count)
{
	const size_t most = s->pages / PAGES_A_RECORD;
	pending_t *p = *list;
	MDB_txn *txn = NULL;
	measure_t measure;
	int rc = mdb_txn_begin(s->env, NULL, 0, &txn);

	*count = 0;
	if (rc == 0)
		rc = make_room(s, txn, 2 * most);
	for (; rc == 0 && p != NULL && *count < most; p = p->next, ++*count)
		rc = write_record(s, txn, &p->record);
	if (rc == 0)
		rc = env_measure(s, txn, &measure);
	if (rc == 0)
		rc = mdb_txn_commit(txn);
	else if (txn != NULL)
		mdb_txn_abort(txn);
	if (rc == 0) {
		pending_t *done = *list;

		env_note(s, &measure);

		for (uint64_t i = 0; i < *count; i++) {
			pending_t *next = done->next;

			mem_free(done, pending_bytes(done));
			done = next;
		}
		*list = p;
	}
	return rc;
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

err_t store_commit(store_t *s, errinfo_t *why)
{
	pending_t *list = take_all(s);
	int rc = 0;

	while (rc == 0 && list != NULL) {
		uint64_t count;

		rc = write_some(s, &list, &count);
		if (rc != 0)
			break;
		pthread_mutex_lock(&s->lock);
		s->waiting -= count;
		pthread_mutex_unlock(&s->lock);
	}
	if (rc == 0)
		return ERR_OK;
	free_pending(list);
	pthread_mutex_lock(&s->lock);
	s->is_full = true;
	list = s->first;
	s->first = NULL;
	s->last = &s->first;
	s->waiting = 0;
	pthread_mutex_unlock(&s->lock);
	free_pending(list);
	return env_fail(rc, "cannot write", why);
}

void store_stats(store_t *s, store_stats_t *out)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	*out = (store_stats_t){.facts = atomic_load_explicit(&s->facts_count, memory_order_relaxed),
	                       .bytes = atomic_load_explicit(&s->pages_used, memory_order_relaxed) *
	                                page,
	                       .bytes_most = s->pages * page,
	                       .found = atomic_load_explicit(&s->found, memory_order_relaxed),
	                       .missed = atomic_load_explicit(&s->missed, memory_order_relaxed),
	                       .evicted = atomic_load_explicit(&s->evicted, memory_order_relaxed)};
	pthread_mutex_lock(&s->lock);
	out->waiting = s->waiting;
	out->is_full = s->is_full;
	pthread_mutex_unlock(&s->lock);
}

err_t store_walk(store_t *s,
                 bool (*visit)(uint64_t hash, const uint8_t *bytes, size_t count, void *context),
                 void *context, errinfo_t *why)
{
	MDB_cursor *cursor = NULL;
	MDB_txn *txn = NULL;
	MDB_val key, value;
	int rc = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &txn);

	if (rc == 0)
		rc = mdb_cursor_open(txn, s->facts, &cursor);
	while (rc == 0 && (rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
		const uint8_t *k = key.mv_data;
		uint64_t hash = 0;

		for (unsigned i = 0; i < 8; i++)
			hash = hash << 8 | k[i];
		if (!visit(hash, value.mv_data, value.mv_size, context))
			break;
	}
	if (cursor != NULL)
		mdb_cursor_close(cursor);
	if (txn != NULL)
		mdb_txn_abort(txn);
	return rc == 0 || rc == MDB_NOTFOUND ? ERR_OK : env_fail(rc, "cannot read", why);
}
