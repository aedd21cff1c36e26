/* SPDX-License-Identifier: MIT
 * store.c - looks facts up, and notes them.
 *
 * Lookup     A fact of Go holds on any board that agrees with its zone, so it cannot be found by
 *            a hash of the board; and its zone is not known before it is found. But every zone
 *            holds the goal's blocks. Let ring k be the points within k steps of these blocks. A
 *            fact is kept under the hash of the largest ring that its zone holds, cells and
 *            edges, in that of the eight views which has the least hash. A lookup makes the same
 *            hashes of its board, one for each level, and goes through at most LEVELS lists of at
 *            most FACT_SLOTS facts each. If the boards agree on the zone they agree on the ring,
 *            so no fact is missed but those that a full list has dropped. A hash that agrees by
 *            chance costs a comparison: the box of the record is compared cell by cell, and the
 *            words of the question. All other games have one level, the whole board.
 *
 * Weighed    A table of all zones as patterns (a tree of tests, as in pattern databases of Go
 *            programs) would be faster with millions of facts about one shape, but it would have
 *            to be rebuilt with each commit. With a hash of the block alone a lone stone in the
 *            open would have thousands of facts in one list. */
#include "engine/store/store.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/store/commit.h"
#include "engine/store/env.h"

/* make makes a store that is shut. */
static store_t *make(const store_config_t *config)
{
	store_t *s = mem_alloc(sizeof(*s));

	if (s == NULL)
		return NULL;
	s->path_bytes = strlen(config->folder) + 1;
	s->path = mem_alloc(s->path_bytes);
	if (s->path == NULL) {
		mem_free(s, sizeof(*s));
		return NULL;
	}
	memcpy(s->path, config->folder, s->path_bytes);
	s->config = *config;
	s->config.folder = s->path;
	if (s->config.bytes < (size_t)STORE_LEAST_MIB << 20)
		s->config.bytes = (size_t)STORE_LEAST_MIB << 20;
	s->files = (folder_t)FOLDER_NONE;
	s->last = &s->first;
	s->state = STORE_SHUT;
	gate_init(&s->gate);
	pthread_mutex_init(&s->read_lock, NULL);
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

err_t store_open(const store_config_t *config, store_t **out, errinfo_t *why)
{
	store_t *s = make(config);
	errinfo_t what = {.code = ERR_OK};
	err_t err;

	*out = NULL;
	if (s == NULL)
		return err_at(why, ERR_NOMEM, "store", "out of memory");
	/* Now, while this process is small; where that fails the first task tries it again. */
	(void)writer_begin(&s->writer, transaction_work);
	err = env_open(s, &what);
	if (why != NULL)
		*why = what;
	if (err == ERR_OK) {
		s->state = STORE_OPEN;
	} else if (config->stays && err != ERR_BUSY && err != ERR_NOMEM) {
		s->is_due = true; /* it is tried again, not asked to */
	} else {
		store_close(s);
		return err;
	}
	*out = s;
	return ERR_OK;
}

void store_close(store_t *s)
{
	if (s == NULL)
		return;
	env_shut(s);
	writer_end(&s->writer);
	commit_drop(s->first);
	pthread_mutex_destroy(&s->lock);
	pthread_mutex_destroy(&s->read_lock);
	gate_fini(&s->gate);
	mem_free(s->path, s->path_bytes);
	mem_free(s, sizeof(*s));
}

/* fitting returns the view on which a record answers, VIEWS for none. */
static unsigned fitting(const fact_record_t *r, const canonical_t *form, unsigned level,
                        wanted_t wanted)
{
	if (!fact_serves(r->value, r->scope, r->driver, r->order, wanted) ||
	    r->question_length != strlen(form->question) ||
	    memcmp(r->question, form->question, r->question_length) != 0)
		return VIEWS;
	for (unsigned s = 0; s < VIEWS; s++)
		if ((form->symmetries >> s & 1) != 0 &&
		    form->view[s].hash[level] == form->least[level] && fact_record_fits(r, form, s))
			return s;
	return VIEWS;
}

/* What store_find asks of the facts. */
typedef struct {
	const canonical_t *form;
	wanted_t wanted;
	fact_t *out;
} asking_t;

/* answers: is what a record says the answer? It is copied before it is believed, so that what was
 * found sound is what is read, whoever writes to the disk meanwhile. */
static bool answers(const asking_t *a, const MDB_val *value, unsigned level)
{
	uint8_t copy[PACKED_MAX];
	fact_record_t r;
	unsigned s;

	if (!fact_record_open(value->mv_data, value->mv_size, &r) ||
	    fitting(&r, a->form, level, a->wanted) == VIEWS)
		return false;
	memcpy(copy, value->mv_data, value->mv_size);
	if (!fact_record_is_sound(copy, value->mv_size) ||
	    !fact_record_open(copy, value->mv_size, &r) ||
	    (s = fitting(&r, a->form, level, a->wanted)) == VIEWS)
		return false;
	fact_record_read(&r, a->form, s, a->out);
	return true;
}

/* find_level goes through the list of a level; 0, MDB_NOTFOUND or an error. */
static int find_level(MDB_cursor *cursor, const asking_t *a, unsigned level)
{
	fact_key_t at = data_key(a->form->least[level], 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	int rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);

	for (unsigned i = 0; i < FACT_SLOTS && rc == 0; i++) {
		if (key.mv_size != KEY_BYTES || memcmp(key.mv_data, at.byte, 8) != 0)
			return MDB_NOTFOUND;
		if (answers(a, &value, level))
			return 0;
		rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
	}
	return rc == 0 ? MDB_NOTFOUND : rc;
}

static int find(MDB_cursor *cursor, void *context)
{
	const asking_t *a = context;
	int rc = MDB_NOTFOUND;

	for (unsigned level = a->form->levels; rc == MDB_NOTFOUND && level-- > 0;)
		rc = find_level(cursor, a, level);
	return rc;
}

bool store_find(store_t *s, const canonical_t *form, wanted_t wanted, fact_t *out)
{
	asking_t asking = {form, wanted, out};
	const int rc = env_look(s, find, &asking);

	atomic_fetch_add_explicit(rc == 0 ? &s->found : &s->missed, 1, memory_order_relaxed);
	return rc == 0;
}

void store_put(store_t *s, const fact_record_bytes_t *record)
{
	if (commit_note(s, record))
		env_want(s);
}

void store_keep(store_t *s, const canonical_t *form, const fact_t *fact)
{
	fact_record_bytes_t record;

	if (!fact_record_make(form, fact, &record))
		return;
	store_put(s, &record);
	if (s->config.on_kept != NULL)
		s->config.on_kept(s->config.context, &record);
}

void store_stats(store_t *s, store_stats_t *out)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	*out = (store_stats_t){.facts = atomic_load_explicit(&s->facts_count, memory_order_relaxed),
	                       .bytes = atomic_load_explicit(&s->pages_used, memory_order_relaxed) *
	                                page,
	                       .bytes_most = s->config.bytes / page * page,
	                       .found = atomic_load_explicit(&s->found, memory_order_relaxed),
	                       .missed = atomic_load_explicit(&s->missed, memory_order_relaxed),
	                       .evicted = atomic_load_explicit(&s->evicted, memory_order_relaxed)};
	pthread_mutex_lock(&s->lock);
	out->waiting = s->waiting;
	out->state = s->state;
	pthread_mutex_unlock(&s->lock);
}
