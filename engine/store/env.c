/* SPDX-License-Identifier: MIT
 * env.c - opens the data of a store, and says why it cannot be opened.
 *
 * Checked    Before LMDB reads anything: that the files are files (folder.c), every page
 *            (pages.c) and the sum of every record; then the header, which names the format and
 *            the rules. This takes as long as reading the file.
 *
 * Writing    This process reads the data and never writes to it. What has to be written, the tables
 *            of a new store among it, a process apart writes (writer.h).
 *
 * Faults     Whatever reads the mapping does so within a guard (mapped.h). LMDB's own assertions
 *            end in that guard as well. */
#include "engine/store/env.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/store/mapped.h"

enum {
	TASK_SECONDS = 5,  /* of the processor, for a task of the process that writes */
	PAGE_SHARE = 2000, /* what LMDB puts on a page with its key, at least twice */
};

static_assert(PACKED_MAX + KEY_BYTES < PAGE_SHARE, "records lie on leaf pages, as pages.c expects");

static bool is_sound(const uint8_t *key, const uint8_t *value, size_t bytes)
{
	(void)key;
	return fact_record_is_sound(value, bytes);
}

static bool is_fact(const uint8_t *key)
{
	(void)key;
	return true;
}

const pages_kind_t env_kinds[DATA_TABLES] = {{"facts", KEY_BYTES, PACKED_MAX, is_sound, is_fact},
                                             {"costs", COST_BYTES, 0, NULL, NULL},
                                             {"meta", 0, META_VALUE_MOST, NULL, NULL}};

err_t env_fail(int rc, const char *what, errinfo_t *why)
{
	if (rc == ENOMEM)
		return err_at(why, ERR_NOMEM, "store", "%.100s: out of memory", what);
	if (rc == ENV_FAULT)
		return err_at(why, ERR_IO, "store", "%.100s: its data cannot be read any more",
		              what);
	return err_at(why, rc == MDB_MAP_FULL ? ERR_LIMIT : ERR_IO, "store", "%.100s: %s", what,
	              mdb_strerror(rc));
}

void env_note(store_t *s, const measure_t *measure)
{
	atomic_store_explicit(&s->facts_count, measure->facts, memory_order_relaxed);
	atomic_store_explicit(&s->pages_used, measure->pages, memory_order_relaxed);
}

void env_shut(store_t *s)
{
	MDB_txn *reader;

	pthread_mutex_lock(&s->read_lock);
	reader = s->reader;
	s->reader = NULL;
	pthread_mutex_unlock(&s->read_lock);
	mdb_txn_abort(reader);
	data_unmap(&s->data);
	folder_give(&s->files);
	env_note(s, &(measure_t){.facts = 0});
}

/* seconds_for is far more than a task of so many bytes takes, and no more than that a circle in the
 * data does not keep what waits for long. A commit to a full store drops more facts the larger the
 * store is (some 8 us each); a copy reads all of the data. */
static unsigned seconds_for(const store_t *s, size_t count, bool is_copy)
{
	return TASK_SECONDS + (unsigned)(count >> 20) +
	       (unsigned)(s->config.bytes >> (is_copy ? 24 : 30));
}

int env_transact(store_t *s, void *bytes, size_t count, int copy, transaction_answer_t *answer)
{
	const writer_task_t task = {.bytes = bytes,
	                            .count = count,
	                            .seconds = seconds_for(s, count, copy >= 0),
	                            .file = {[FILE_FOLDER] = s->files.folder,
	                                     [FILE_LOCK] = s->files.lock,
	                                     [FILE_COPY] = copy}};
	transaction_t *head = bytes;

	assert(s->files.folder >= 0 && count >= sizeof(*head));
	head->bytes = s->config.bytes;
	head->device = s->files.seen.st_dev;
	head->inode = s->files.seen.st_ino;
	switch (writer_run(&s->writer, &task, answer, sizeof(*answer))) {
	case WRITER_DONE:
		return answer->rc;
	case WRITER_FAILED:
		return errno;
	default:
		return ENV_FAULT;
	}
}

/* check_data looks at the data before LMDB does. */
static err_t check_data(store_t *s, errinfo_t *why)
{
	const char *path = s->path;
	pages_seen_t seen;
	errinfo_t what;
	const err_t err = pages_check(s->files.data, env_kinds, DATA_TABLES, NULL, &seen, &what);

	if (err == ERR_VALUE)
		return err_at(why, err, "store", "%.80s is damaged: %.60s; move it away", path,
		              what.text);
	if (err != ERR_OK)
		return err_at(why, err, "store", "%.80s: %.90s", path, what.text);
	if (seen.unsound > 0 && !s->config.takes_unsound)
		return err_at(why, ERR_VALUE, "store",
		              "%.80s is damaged: a record is not what was written (%llu "
		              "are); move it away",
		              path, (unsigned long long)seen.unsound);
	if (!folder_is_noted(&s->files))
		return err_at(why, ERR_IO, "store", "%.100s was written to by another process",
		              path);
	return ERR_OK;
}

static void on_assert(MDB_env *env, const char *text)
{
	(void)env;
	(void)text;
	mapped_leave();
}

/* prepare has the tables and the header made, if they are missing, and the header looked at. */
static err_t prepare(store_t *s, errinfo_t *why)
{
	transaction_t task = {.kind = TRANSACTION_PREPARE};
	transaction_answer_t answer = {.is_replaced = false};
	const int rc = env_transact(s, &task, sizeof(task), -1, &answer);

	if (answer.is_replaced)
		return err_at(why, ERR_IO, "store", "%.100s was replaced by another process",
		              s->path);
	if (rc != 0)
		return env_fail(rc, s->path, why);
	if (answer.has_no_header)
		return err_at(why, ERR_VALUE, "store", "%.100s has no header; move it away",
		              s->path);
	if (answer.header[0] != '\0')
		return err_at(why, ERR_VALUE, "store",
		              "%.80s was made with \"%.40s\", this program has format=%d "
		              "rules=%d; move it away",
		              s->path, answer.header, STORE_FORMAT, STORE_RULES);
	return ERR_OK;
}

/* What open_tables does within a guard. */
typedef struct {
	store_t *store;
	MDB_txn *reader;
	measure_t measure;
	int rc;
} opening_t;

static void open_tables(void *context)
{
	opening_t *o = context;
	data_t *data = &o->store->data;
	MDB_txn *txn = NULL;

	o->rc = mdb_txn_begin(data->env, NULL, MDB_RDONLY, &txn);
	if (o->rc == 0 && (o->rc = data_open_tables(data, txn, 0)) == 0)
		o->rc = mdb_txn_commit(txn); /* the tables stay open */
	else
		mdb_txn_abort(txn);
	if (o->rc == 0)
		o->rc = mdb_txn_begin(data->env, NULL, MDB_RDONLY, &o->reader);
	if (o->rc == 0)
		o->rc = data_measure(data, o->reader, &o->measure);
}

/* open_reader maps the data, and begins the transaction of all lookups. */
static err_t open_reader(store_t *s, errinfo_t *why)
{
	opening_t o = {.store = s};
	int rc = data_map(&s->data, s->path, s->config.bytes, MDB_RDONLY, on_assert);

	if (rc == 0 && !data_is(&s->data, s->files.seen.st_dev, s->files.seen.st_ino))
		return err_at(why, ERR_IO, "store", "%.100s was replaced by another process",
		              s->path);
	if (rc == 0)
		rc = mapped_read(open_tables, &o) ? o.rc : ENV_FAULT;
	if (rc != 0) {
		mdb_txn_abort(o.reader);
		return env_fail(rc, s->path, why);
	}
	assert(o.reader != NULL);
	pthread_mutex_lock(&s->read_lock);
	assert(s->reader == NULL);
	s->reader = o.reader;
	pthread_mutex_unlock(&s->read_lock);
	env_note(s, &o.measure);
	return ERR_OK;
}

static err_t open_data(store_t *s, errinfo_t *why)
{
	err_t err;

	if ((err = check_data(s, why)) != ERR_OK || (err = prepare(s, why)) != ERR_OK)
		return err;
	folder_note(&s->files);
	return open_reader(s, why);
}

/* is_refused_still: is there what was refused before? It need not be read again. */
static bool is_refused_still(const store_t *s)
{
	char path[4096];
	struct stat is;

	return s->is_refused &&
	       snprintf(path, sizeof(path), "%s/" FOLDER_DATA, s->path) < (int)sizeof(path) &&
	       stat(path, &is) == 0 && is.st_dev == s->refused.st_dev &&
	       is.st_ino == s->refused.st_ino && is.st_size == s->refused.st_size &&
	       is.st_mtim.tv_sec == s->refused.st_mtim.tv_sec &&
	       is.st_mtim.tv_nsec == s->refused.st_mtim.tv_nsec;
}

err_t env_open(store_t *s, errinfo_t *why)
{
	const unsigned how = (s->config.must_exist ? FOLDER_EXISTS : 0u) |
	                     (s->config.is_locked ? FOLDER_LOCKED : 0u);
	bool is_new;
	err_t err;

	assert(s->data.env == NULL && s->files.data < 0); /* it is shut */
	if (is_refused_still(s)) {
		*why = s->refusal;
		return why->code;
	}
	s->is_refused = false;
	atomic_store(&s->is_lost, false);
	err = folder_take(s->path, how, &s->files, why);
	if (err != ERR_OK)
		return err;
	is_new = s->files.seen.st_size == 0;
	err = open_data(s, why);
	if (err == ERR_OK)
		return ERR_OK;
	/* A full disk: no half of a beginning is left. Where that fails it is refused later. */
	if (is_new && s->files.data >= 0 && ftruncate(s->files.data, 0) == 0)
		folder_note(&s->files);
	s->refused = s->files.seen;
	s->is_refused = err == ERR_VALUE;
	s->refusal = *why;
	env_shut(s);
	return err;
}

typedef struct {
	MDB_txn *reader;
	int rc;
} renewal_t;

static void renew_within(void *context)
{
	renewal_t *r = context;

	mdb_txn_reset(r->reader);
	r->rc = mdb_txn_renew(r->reader);
}

int env_renew(store_t *s)
{
	renewal_t renewal;

	pthread_mutex_lock(&s->read_lock);
	renewal = (renewal_t){.reader = s->reader};
	if (!mapped_read(renew_within, &renewal))
		renewal.rc = ENV_FAULT;
	pthread_mutex_unlock(&s->read_lock);
	return renewal.rc;
}

void env_mark(store_t *s, bool is_writing)
{
	pthread_mutex_lock(&s->read_lock);
	atomic_store(&s->is_writing, is_writing);
	if (!is_writing)
		folder_note(&s->files);
	pthread_mutex_unlock(&s->read_lock);
}

void env_want(store_t *s)
{
	bool is_due;

	pthread_mutex_lock(&s->lock);
	is_due = !s->is_due;
	s->is_due = true;
	pthread_mutex_unlock(&s->lock);
	if (is_due && s->config.on_due != NULL)
		s->config.on_due(s->config.context);
}

/* What env_look does within a guard. */
typedef struct {
	store_t *store;
	MDB_cursor *cursor;
	int (*look)(MDB_cursor *cursor, void *context);
	void *context;
	int rc;
} looking_t;

static void look_within(void *context)
{
	looking_t *l = context;

	l->rc = mdb_cursor_open(l->store->reader, l->store->data.facts, &l->cursor);
	if (l->rc == 0)
		l->rc = l->look(l->cursor, l->context);
}

int env_look(store_t *s, int (*look)(MDB_cursor *cursor, void *context), void *context)
{
	looking_t l = {.store = s, .look = look, .context = context, .rc = MDB_NOTFOUND};

	pthread_mutex_lock(&s->read_lock);
	if (s->reader != NULL && !atomic_load(&s->is_lost)) {
		const bool is_ours = atomic_load(&s->is_writing) || folder_is_noted(&s->files);

		if (!is_ours || !mapped_read(look_within, &l))
			l.rc = ENV_FAULT;
		if (l.cursor != NULL)
			mdb_cursor_close(l.cursor);
	}
	pthread_mutex_unlock(&s->read_lock);
	if (l.rc == 0 || l.rc == MDB_NOTFOUND || l.rc == ENOMEM)
		return l.rc;
	atomic_store(&s->is_lost, true);
	env_want(s);
	return l.rc;
}
