/* SPDX-License-Identifier: MIT
 * env.c - opens the data of a store, and says why it cannot be opened.
 *
 * Checked    Before LMDB reads anything: that the files are files (folder.c), every page
 *            (pages.c) and the sum of every record; then the header, which names the format and
 *            the rules. This takes as long as reading the file.
 *
 * Locks      The store has locks of its own (folder.c) and uses none of LMDB's (MDB_NOLOCK),
 *            whose lock file is a sparse mapping: on a full disk that is a signal. Without LMDB's
 *            locks two things must hold. There is one writer at a time: store_commit. And no
 *            reader is older than the last commit but one, because a writer reuses the pages of
 *            such a reader: there is one reading transaction, begun anew after each commit, when
 *            no writer is at the meta pages, and all lookups use it.
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
#include "engine/store/pages.h"

enum {
	DATABASES = 3,
	META_VALUE_MOST = 64,
	ABANDONED_MOST = 16, /* then it stays shut */
	PAGE_SHARE = 2000,   /* what LMDB puts on a page with its key, at least twice */
};

static_assert(PACKED_MAX + KEY_BYTES < PAGE_SHARE, "records lie on leaf pages, as pages.c expects");

static const char header_key[] = "header";

static const pages_kind_t kinds[DATABASES] = {
        {"facts", KEY_BYTES, PACKED_MAX, fact_record_is_sound},
        {"costs", COST_BYTES, 0, NULL},
        {"meta", 0, META_VALUE_MOST, NULL}};

fact_key_t env_key(uint64_t hash, unsigned slot)
{
	fact_key_t key;

	assert(slot < FACT_SLOTS);
	for (unsigned i = 0; i < 8; i++)
		key.byte[i] = (uint8_t)(hash >> (56 - 8 * i));
	key.byte[8] = (uint8_t)(slot >> 8);
	key.byte[9] = (uint8_t)slot;
	return key;
}

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

int env_measure(const store_t *s, MDB_txn *txn, measure_t *out)
{
	const MDB_dbi databases[] = {s->facts, s->costs, s->meta};

	*out = (measure_t){.pages = 0};
	for (unsigned i = 0; i < DATABASES; i++) {
		MDB_stat stat;
		const int rc = mdb_stat(txn, databases[i], &stat);

		if (rc != 0)
			return rc;
		out->pages += stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
		if (i == 0)
			out->facts = stat.ms_entries;
	}
	return 0;
}

void env_note(store_t *s, const measure_t *measure)
{
	atomic_store_explicit(&s->facts_count, measure->facts, memory_order_relaxed);
	atomic_store_explicit(&s->pages_used, measure->pages, memory_order_relaxed);
}

void env_shut(store_t *s, bool is_abandoned)
{
	MDB_txn *reader;

	pthread_mutex_lock(&s->read_lock);
	reader = s->reader;
	s->reader = NULL;
	pthread_mutex_unlock(&s->read_lock);
	if (s->env != NULL && is_abandoned) {
		s->abandoned++;
	} else {
		mdb_txn_abort(reader);
		if (s->env != NULL)
			mdb_env_close(s->env);
	}
	s->env = NULL;
	folder_give(&s->files);
	env_note(s, &(measure_t){.facts = 0});
}

/* check_data looks at the data before LMDB does. */
static err_t check_data(store_t *s, errinfo_t *why)
{
	const char *path = s->path;
	pages_seen_t seen;
	errinfo_t what;
	const err_t err = pages_check(s->files.data, kinds, DATABASES, &seen, &what);

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

/* open_lmdb maps the data that was looked at. */
static err_t open_lmdb(store_t *s, errinfo_t *why)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t least = (size_t)STORE_LEAST_MIB << 20;
	const size_t bytes = (s->config.bytes < least ? least : s->config.bytes) / page * page;
	int rc = mdb_env_create(&s->env), fd;
	struct stat is;

	s->pages = bytes / page;
	if (rc == 0)
		rc = mdb_env_set_maxdbs(s->env, DATABASES);
	if (rc == 0)
		rc = mdb_env_set_mapsize(s->env, bytes);
	if (rc == 0)
		rc = mdb_env_set_assert(s->env, on_assert);
	if (rc == 0)
		rc = mdb_env_open(s->env, s->path, MDB_NOLOCK | MDB_NOTLS | MDB_NORDAHEAD, 0600);
	if (rc != 0)
		return env_fail(rc, s->path, why);
	if (mdb_env_get_fd(s->env, &fd) != 0 || fstat(fd, &is) != 0 ||
	    is.st_dev != s->files.seen.st_dev || is.st_ino != s->files.seen.st_ino)
		return err_at(why, ERR_IO, "store", "%.100s was replaced by another process",
		              s->path);
	return ERR_OK;
}

/* check_header: was it made by these rules? A new one is given its header. */
static err_t check_header(store_t *s, MDB_txn *txn, errinfo_t *why)
{
	MDB_val key = {sizeof(header_key) - 1, (void *)(uintptr_t)header_key}, value;
	unsigned format = 0, rules = 0;
	char text[META_VALUE_MOST];
	int rc = mdb_get(txn, s->meta, &key, &value);

	if (rc == MDB_NOTFOUND) {
		MDB_stat stat;

		rc = mdb_stat(txn, s->facts, &stat);
		if (rc == 0 && stat.ms_entries > 0)
			return err_at(why, ERR_VALUE, "store", "%.100s has no header; move it away",
			              s->path);
		value.mv_size = (size_t)snprintf(text, sizeof(text), "format=%d rules=%d",
		                                 STORE_FORMAT, STORE_RULES);
		value.mv_data = text;
		rc = rc == 0 ? mdb_put(txn, s->meta, &key, &value, 0) : rc;
		return rc == 0 ? ERR_OK : env_fail(rc, s->path, why);
	}
	if (rc != 0)
		return env_fail(rc, s->path, why);
	(void)snprintf(text, sizeof(text), "%.*s", (int)(value.mv_size % sizeof(text)),
	               (const char *)value.mv_data);
	for (char *c = text; *c != '\0'; c++)
		*c = (char)(*c < ' ' || *c > '~' || *c == '"' ? '?' : *c);
	if (sscanf(text, "format=%u rules=%u", &format, &rules) == 2 && format == STORE_FORMAT &&
	    rules == STORE_RULES)
		return ERR_OK;
	return err_at(why, ERR_VALUE, "store",
	              "%.80s was made with \"%.40s\", this program has format=%d "
	              "rules=%d; move it away",
	              s->path, text, STORE_FORMAT, STORE_RULES);
}

/* What open_databases does within a guard. */
typedef struct {
	store_t *store;
	MDB_txn *reader;
	measure_t measure;
	errinfo_t *why;
	err_t err;
} opening_t;

static void open_databases(void *context)
{
	opening_t *o = context;
	store_t *s = o->store;
	MDB_txn *txn = NULL;
	int rc = mdb_txn_begin(s->env, NULL, 0, &txn);

	if (rc == 0)
		rc = mdb_dbi_open(txn, "facts", MDB_CREATE, &s->facts);
	if (rc == 0)
		rc = mdb_dbi_open(txn, "costs", MDB_CREATE, &s->costs);
	if (rc == 0)
		rc = mdb_dbi_open(txn, "meta", MDB_CREATE, &s->meta);
	o->err = rc == 0 ? check_header(s, txn, o->why) : env_fail(rc, s->path, o->why);
	if (o->err != ERR_OK) {
		mdb_txn_abort(txn);
		return;
	}
	rc = mdb_txn_commit(txn);
	if (rc == 0)
		rc = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &o->reader);
	if (rc == 0)
		rc = env_measure(s, o->reader, &o->measure);
	if (rc != 0)
		o->err = env_fail(rc, s->path, o->why);
}

static err_t open_data(store_t *s, errinfo_t *why)
{
	opening_t o = {.store = s, .why = why, .err = ERR_OK};
	err_t err;
	bool done;

	if ((err = check_data(s, why)) != ERR_OK || (err = open_lmdb(s, why)) != ERR_OK)
		return err;
	done = mapped_run(open_databases, &o);
	if (!done) {
		env_shut(s, true);
		return env_fail(ENV_FAULT, s->path, why);
	}
	if (o.err != ERR_OK) {
		mdb_txn_abort(o.reader);
		return o.err;
	}
	folder_note(&s->files);
	pthread_mutex_lock(&s->read_lock);
	assert(s->reader == NULL && o.reader != NULL);
	s->reader = o.reader;
	pthread_mutex_unlock(&s->read_lock);
	env_note(s, &o.measure);
	return ERR_OK;
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
	bool is_new;
	err_t err;

	assert(s->env == NULL && s->files.data < 0); /* it is shut */
	if (s->abandoned >= ABANDONED_MOST)
		return err_at(why, ERR_IO, "store", "%.100s was cut short too often", s->path);
	if (is_refused_still(s)) {
		*why = s->refusal;
		return why->code;
	}
	s->is_refused = false;
	atomic_store(&s->is_lost, false);
	err = folder_take(s->path, s->config.must_exist, &s->files, why);
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
	env_shut(s, false);
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
	if (!mapped_run(renew_within, &renewal))
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

	l->rc = mdb_cursor_open(l->store->reader, l->store->facts, &l->cursor);
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
