/* SPDX-License-Identifier: MIT
 * ledger.c - records in an LMDB environment, in parts that fit a leaf page.
 *
 * Weighed    A log that is appended to needs one fdatasync a commit, LMDB two; but it has to be
 *            compacted, and its torn end judged. LMDB's commit takes 0.14 ms beside that. The
 *            process apart that writes to a store (writer.h) maps the data anew for each task,
 *            which costs more than the commit itself, and somebody waits for each of these. So
 *            this process writes. A store may lie in a folder that people copy and move; a ledger
 *            is its daemon's own (mode 0700). Before a write the data must be what the last write
 *            left, and a fault during one is caught (mapped.h); a change by others in just that
 *            moment, by the daemon's own user or root, may spoil its memory.
 *
 * Parts      A record lies in parts (ledger_part.h) of at most LEDGER_PART_MOST bytes: pages.c
 *            knows no overflow pages. A part begins with a sum of its key and of the rest, the
 *            first one also with the format and the length of the record. A record is whole or
 *            damaged, by itself.
 *
 * Room       The disk's blocks are taken when the file is opened, beyond its end
 *            (FALLOC_FL_KEEP_SIZE), so that its length still says what has been written.
 *
 * Failing    A transaction that fails has changed nothing. LMDB may have given its environment up,
 *            so it is opened anew before the next one, with all of the checks. */
#include "engine/store/ledger.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/store/data.h"
#include "engine/store/folder.h"
#include "engine/store/gate.h"
#include "engine/store/ledger_part.h"
#include "engine/store/mapped.h"
#include "engine/store/pages.h"

enum {
	NODE_BYTES = 16,  /* that LMDB adds to a part, about */
	COPIES_SHARE = 8, /* one part in so many stays free, or nothing could be dropped */
	FAULT = -1,       /* no error of LMDB's: its data was cut short or changed meanwhile */
};

struct ledger {
	gate_t gate; /* whoever writes is inside, or has writes wait (ledger_source) */
	char *path;
	size_t path_bytes, bytes;
	folder_t files;
	data_t data; /* its environment alone; not mapped: to be opened anew */
	MDB_dbi records;
	size_t used;
	bool is_lost;
	bool is_left;                       /* within a fault: what LMDB has allocated stays */
	uint8_t record[LEDGER_RECORD_MOST]; /* being put together */
};

size_t ledger_size(size_t count)
{
	const size_t parts = (count + LEDGER_PART_HEAD) / (LEDGER_PART_MOST - LEDGER_PART_HEAD) + 1;

	return count + parts * (LEDGER_PART_HEAD + LEDGER_PART_KEY + NODE_BYTES);
}

static err_t fail_lost(ledger_t *l, const char *what, errinfo_t *why)
{
	l->is_lost = true;
	return err_at(why, ERR_IO, "ledger", "%.80s %s: start the server again", l->path, what);
}

static err_t fail_rc(ledger_t *l, int rc, errinfo_t *why)
{
	if (rc == FAULT)
		return fail_lost(l, "cannot be read any more", why);
	if (rc == ENOMEM)
		return err_at(why, ERR_NOMEM, "ledger", "%.100s: out of memory", l->path);
	if (rc == MDB_MAP_FULL)
		return err_at(why, ERR_LIMIT, "ledger", "%.100s is full", l->path);
	return err_at(why, ERR_IO, "ledger", "%.100s cannot be written: %s", l->path,
	              mdb_strerror(rc));
}

static void on_assert(MDB_env *env, const char *text)
{
	(void)env;
	(void)text;
	mapped_leave();
}

/* unmap closes the environment, unless a fault has left it in the middle of something. */
static void unmap(ledger_t *l)
{
	if (l->is_left)
		l->data.env = NULL;
	l->is_left = false;
	data_unmap(&l->data);
}

/* What open_table does within a guard. */
typedef struct {
	ledger_t *ledger;
	MDB_txn *txn;
	int rc;
} opening_t;

/* measure notes how much the table takes, as a transaction sees it. */
static int measure(ledger_t *l, MDB_txn *txn)
{
	MDB_stat stat;
	const int rc = mdb_stat(txn, l->records, &stat);

	if (rc == 0)
		l->used = (stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages) *
		          stat.ms_psize;
	return rc;
}

static void open_table(void *context)
{
	opening_t *o = context;
	ledger_t *l = o->ledger;

	o->rc = mdb_txn_begin(l->data.env, NULL, 0, &o->txn);
	if (o->rc == 0)
		o->rc = mdb_dbi_open(o->txn, ledger_part_kind.name, MDB_CREATE, &l->records);
	if (o->rc == 0)
		o->rc = measure(l, o->txn);
	if (o->rc == 0)
		o->rc = mdb_txn_commit(o->txn);
	else if (o->txn != NULL)
		mdb_txn_abort(o->txn);
}

/* guarded runs what reads and writes the mapping; a fault in it loses the ledger. */
static int guarded(ledger_t *l, void (*run)(void *context), void *context, const int *rc)
{
	if (mapped_read(run, context))
		return *rc;
	l->is_left = true;
	return FAULT;
}

/* take_blocks takes from the disk what the data may need, unless the file system cannot do so. */
static err_t take_blocks(ledger_t *l, errinfo_t *why)
{
	int rc;

	do
		rc = fallocate(l->files.data, FALLOC_FL_KEEP_SIZE, 0, (off_t)l->bytes);
	while (rc != 0 && errno == EINTR);
	if (rc == 0 || errno == EOPNOTSUPP || errno == ENOSYS)
		return ERR_OK;
	return err_at(why, ERR_IO, "ledger", "%.80s cannot have its %zu MiB of the disk: %s",
	              l->path, l->bytes >> 20, strerror(errno));
}

/* map looks at the data and maps it, when the folder has been taken. */
static err_t map(ledger_t *l, errinfo_t *why)
{
	pages_seen_t seen;
	opening_t o = {.ledger = l};
	errinfo_t what;
	err_t err = pages_check(l->files.data, &ledger_part_kind, 1, NULL, &seen, &what);
	int rc;

	if (err == ERR_VALUE)
		return err_at(why, err, "ledger", "%.80s is damaged: %.60s; move it away", l->path,
		              what.text);
	if (err != ERR_OK)
		return err_at(why, err, "ledger", "%.80s: %.90s", l->path, what.text);
	rc = data_map(&l->data, l->path, l->bytes, 0, on_assert);
	if (rc == 0 && !data_is(&l->data, l->files.seen.st_dev, l->files.seen.st_ino))
		return fail_lost(l, "was replaced by another process", why);
	if (rc == 0)
		rc = guarded(l, open_table, &o, &o.rc);
	folder_note(&l->files);
	if (rc == 0)
		return ERR_OK;
	unmap(l); /* `records` is none: it is to be opened anew */
	return fail_rc(l, rc, why);
}

static ledger_t *make(const char *folder, size_t bytes)
{
	ledger_t *l = mem_alloc(sizeof(*l));

	if (l == NULL)
		return NULL;
	l->path_bytes = strlen(folder) + 1;
	l->path = mem_alloc(l->path_bytes);
	if (l->path == NULL) {
		mem_free(l, sizeof(*l));
		return NULL;
	}
	memcpy(l->path, folder, l->path_bytes);
	l->bytes = bytes > (size_t)LEDGER_LEAST_MIB << 20 ? bytes : (size_t)LEDGER_LEAST_MIB << 20;
	l->files = (folder_t)FOLDER_NONE;
	gate_init(&l->gate);
	return l;
}

err_t ledger_open(const char *folder, size_t bytes, ledger_t **out, errinfo_t *why)
{
	ledger_t *l = make(folder, bytes);
	err_t err;

	*out = NULL;
	if (l == NULL)
		return err_at(why, ERR_NOMEM, "ledger", "out of memory");
	err = err_rename(why, folder_take(folder, 0, &l->files, why), "store", "ledger");
	if (err == ERR_OK)
		err = take_blocks(l, why);
	if (err == ERR_OK)
		err = map(l, why);
	if (err != ERR_OK) {
		ledger_close(l);
		return err;
	}
	*out = l;
	return ERR_OK;
}

void ledger_close(ledger_t *l)
{
	if (l == NULL)
		return;
	unmap(l);
	folder_give(&l->files);
	gate_fini(&l->gate);
	mem_free(l->path, l->path_bytes);
	mem_free(l, sizeof(*l));
}

/* Reading: one part of a record after the other. */
typedef struct {
	ledger_t *ledger;
	MDB_txn *txn;
	MDB_cursor *cursor;
	MDB_cursor_op op;
	int rc;
	uint8_t key[LEDGER_PART_KEY], value[LEDGER_PART_MOST]; /* the part that was read */
	size_t bytes;
	bool is_sound;
} reading_t;

static void begin_within(void *context)
{
	reading_t *r = context;

	r->rc = mdb_txn_begin(r->ledger->data.env, NULL, MDB_RDONLY, &r->txn);
	if (r->rc == 0)
		r->rc = mdb_cursor_open(r->txn, r->ledger->records, &r->cursor);
}

static void step_within(void *context)
{
	reading_t *r = context;
	MDB_val key, value;

	r->rc = mdb_cursor_get(r->cursor, &key, &value, r->op);
	r->op = MDB_NEXT;
	if (r->rc != 0)
		return;
	/* The pages have been looked at; somebody may have changed them since. */
	if (key.mv_size != LEDGER_PART_KEY || value.mv_size > LEDGER_PART_MOST) {
		r->rc = MDB_CORRUPTED;
		return;
	}
	memcpy(r->key, key.mv_data, key.mv_size);
	memcpy(r->value, value.mv_data, value.mv_size);
	r->bytes = value.mv_size;
}

/* step reads the next part; false: there is none, or an error is in r->rc. */
static bool step(reading_t *r)
{
	r->rc = guarded(r->ledger, step_within, r, &r->rc);
	r->is_sound = r->rc == 0 && ledger_part_is_sound(r->key, r->value, r->bytes);
	return r->rc == 0;
}

/* gather puts together the record whose first part has been read, and reads on to the next record.
 * False: that one is damaged. */
static bool gather(reading_t *r, size_t *count)
{
	ledger_t *l = r->ledger;
	uint8_t name[LEDGER_PART_NAME];
	size_t length = 0;
	unsigned parts = 0;
	bool is_whole = true;

	*count = 0;
	memcpy(name, r->key, LEDGER_PART_NAME);
	do {
		const size_t head = parts == 0 ? LEDGER_PART_HEAD : LEDGER_PART_SUM;

		is_whole = is_whole && r->is_sound && r->bytes >= head &&
		           ledger_part_get(r->key + LEDGER_PART_NAME, 2) == parts;
		if (is_whole && parts == 0) {
			length = ledger_part_get(r->value + LEDGER_PART_SUM + 1, 4);
			is_whole = r->value[LEDGER_PART_SUM] == LEDGER_PART_FORMAT &&
			           length <= LEDGER_RECORD_MOST;
		}
		is_whole = is_whole && r->bytes - head <= length - *count;
		if (is_whole) {
			memcpy(l->record + *count, r->value + head, r->bytes - head);
			*count += r->bytes - head;
		}
		parts++;
	} while (step(r) && memcmp(r->key, name, LEDGER_PART_NAME) == 0);
	return is_whole && *count == length;
}

err_t ledger_read(ledger_t *l,
                  void (*seen)(const ledger_name_t *name, const uint8_t *bytes, size_t count,
                               void *context),
                  void *context, errinfo_t *why)
{
	reading_t r = {.ledger = l, .op = MDB_FIRST};
	bool has_more;

	assert(l->data.env != NULL);
	r.rc = guarded(l, begin_within, &r, &r.rc);
	has_more = r.rc == 0 && step(&r);
	while (has_more) {
		const ledger_name_t name = {.id = ledger_part_get(r.key, 8),
		                            .item = (uint32_t)ledger_part_get(r.key + 8, 4),
		                            .kind = r.key[12]};
		size_t count;
		const bool is_whole = gather(&r, &count);

		has_more = r.rc == 0;
		seen(&name, is_whole ? l->record : NULL, count, context);
	}
	if (r.cursor != NULL && r.rc != FAULT)
		mdb_cursor_close(r.cursor);
	if (r.txn != NULL && r.rc != FAULT)
		mdb_txn_abort(r.txn);
	return r.rc == MDB_NOTFOUND ? ERR_OK : fail_rc(l, r.rc, why);
}

/* drop_from deletes the parts from a key on whose keys begin with `same` bytes of it. */
static int drop_from(ledger_t *l, MDB_txn *txn, ledger_part_key_t from, size_t same)
{
	MDB_cursor *cursor;
	MDB_val key, value;
	int rc = mdb_cursor_open(txn, l->records, &cursor);

	if (rc != 0)
		return rc;
	do {
		key = (MDB_val){sizeof(from.byte), from.byte};
		rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
		if (rc == 0 &&
		    (key.mv_size != LEDGER_PART_KEY || memcmp(key.mv_data, from.byte, same) != 0))
			rc = MDB_NOTFOUND;
		if (rc == 0)
			rc = mdb_cursor_del(cursor, 0);
	} while (rc == 0);
	mdb_cursor_close(cursor);
	return rc == MDB_NOTFOUND ? 0 : rc;
}

static int put_record(ledger_t *l, MDB_txn *txn, const ledger_change_t *change)
{
	const size_t length = change->count;
	size_t at = 0;
	unsigned part = 0;
	int rc;

	assert(length <= LEDGER_RECORD_MOST);
	do {
		const size_t head = part == 0 ? LEDGER_PART_HEAD : LEDGER_PART_SUM,
		             room = LEDGER_PART_MOST - head;
		const size_t taken = length - at < room ? length - at : room;
		ledger_part_key_t key = ledger_part_key(&change->name, part);
		uint8_t bytes[LEDGER_PART_MOST];
		MDB_val where = {sizeof(key.byte), key.byte}, value = {head + taken, bytes};

		bytes[LEDGER_PART_SUM] = LEDGER_PART_FORMAT;
		ledger_part_put(bytes + LEDGER_PART_SUM + 1, length, 4);
		memcpy(bytes + head, change->bytes + at, taken);
		ledger_part_put(bytes, ledger_part_sum(key.byte, bytes, head + taken),
		                LEDGER_PART_SUM);
		rc = mdb_put(txn, l->records, &where, &value, 0);
		at += taken;
		part++;
	} while (rc == 0 && at < length);
	return rc != 0 ? rc
	               : drop_from(l, txn, ledger_part_key(&change->name, part), LEDGER_PART_NAME);
}

/* make_change makes one change; *room is how many bytes records may still take. */
static int make_change(ledger_t *l, MDB_txn *txn, const ledger_change_t *change, size_t *room)
{
	const size_t size = ledger_size(change->count);

	if (change->what == LEDGER_DROP)
		return drop_from(l, txn,
		                 ledger_part_key(&(ledger_name_t){.id = change->name.id}, 0), 8);
	if (change->what == LEDGER_LOOK)
		return 0;
	if (size > *room)
		return MDB_MAP_FULL;
	*room -= size;
	return put_record(l, txn, change);
}

/* Changes that one transaction makes, within a guard: from `first` on, or that alone. */
typedef struct {
	ledger_t *ledger;
	const ledger_change_t *first;
	bool is_alone;
	MDB_txn *txn;
	int rc;
} writing_t;

static void write_within(void *context)
{
	writing_t *w = context;
	const size_t used = w->ledger->used, most = ledger_room(w->ledger);
	size_t room = used < most ? most - used : 0;

	w->rc = mdb_txn_begin(w->ledger->data.env, NULL, 0, &w->txn);
	for (const ledger_change_t *c = w->first; c != NULL && w->rc == 0; c = c->next) {
		w->rc = make_change(w->ledger, w->txn, c, &room);
		if (w->is_alone)
			break;
	}
	if (w->rc == 0)
		w->rc = measure(w->ledger, w->txn);
	if (w->rc == 0)
		w->rc = mdb_txn_commit(w->txn);
	else if (w->txn != NULL)
		mdb_txn_abort(w->txn);
	if (w->rc != 0)
		w->ledger->used = used;
}

static int transact(ledger_t *l, const ledger_change_t *first, bool is_alone)
{
	writing_t w = {.ledger = l, .first = first, .is_alone = is_alone};
	const int rc = guarded(l, write_within, &w, &w.rc);

	folder_note(&l->files);
	if (rc != 0 && rc != MDB_MAP_FULL)
		unmap(l);
	return rc;
}

/* make_ready has the data mapped, and sees to it that it is what this process has left. */
static err_t make_ready(ledger_t *l, errinfo_t *why)
{
	if (l->is_lost)
		return fail_lost(l, "is lost", why);
	if (!folder_is_there(&l->files, l->path))
		return fail_lost(l, "was moved or replaced", why);
	if (!folder_is_noted(&l->files))
		return fail_lost(l, "was written to by another process", why);
	return l->data.env != NULL ? ERR_OK : map(l, why);
}

/* has_changes: is there anything to be written? */
static bool has_changes(const ledger_change_t *first)
{
	while (first != NULL && first->what == LEDGER_LOOK)
		first = first->next;
	return first != NULL;
}

/* write_some makes the changes from `first` on, or that alone, in one transaction. */
static err_t write_some(ledger_t *l, const ledger_change_t *first, bool is_alone, errinfo_t *why)
{
	const err_t err = make_ready(l, why);
	int rc = 0;

	if (err == ERR_OK && has_changes(first))
		rc = transact(l, first, is_alone);
	return rc == 0 ? err : fail_rc(l, rc, why);
}

static err_t write_all(ledger_t *l, ledger_change_t *first, errinfo_t *why)
{
	err_t err = write_some(l, first, false, why);

	if (err != ERR_LIMIT || first->next == NULL) {
		for (ledger_change_t *c = first; c != NULL; c = c->next)
			c->err = err;
		return err;
	}
	err = ERR_OK;
	for (ledger_change_t *c = first; c != NULL; c = c->next) {
		c->err = write_some(l, c, true, why);
		err = c->err != ERR_OK ? c->err : err;
	}
	return err;
}

err_t ledger_write(ledger_t *l, ledger_change_t *first, errinfo_t *why)
{
	err_t err;

	gate_enter(&l->gate);
	err = write_all(l, first, why);
	gate_leave(&l->gate);
	return err;
}

bool ledger_is_lost(const ledger_t *l)
{
	return l->is_lost;
}

size_t ledger_used(const ledger_t *l)
{
	return l->used;
}

size_t ledger_room(const ledger_t *l)
{
	return l->bytes - l->bytes / COPIES_SHARE;
}

static err_t hold(void *of, errinfo_t *why)
{
	ledger_t *l = of;

	gate_enter(&l->gate);
	if (!l->is_lost && folder_is_there(&l->files, l->path) && folder_is_noted(&l->files))
		return ERR_OK;
	gate_leave(&l->gate);
	return err_at(why, ERR_IO, "ledger", "%.100s cannot be used any more", l->path);
}

static void release(void *of)
{
	ledger_t *l = of;

	gate_leave(&l->gate);
}

backup_source_t ledger_source(ledger_t *l)
{
	return (backup_source_t){.name = "ledger",
	                         .path = l->path,
	                         .folder = l->files.folder,
	                         .follow = O_NOFOLLOW,
	                         .of = l,
	                         .hold = hold,
	                         .release = release};
}
