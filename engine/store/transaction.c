/* SPDX-License-Identifier: MIT
 * transaction.c - writes facts to the data of a store, many in one transaction.
 *
 * Keeping    A fact that the store already has, in this or in a stronger form, is not written
 *            again. Where a hash has no free slot its cheapest fact is replaced.
 *
 * Room       Pages are copied before they are written, so some pages must be free. When more than
 *            three quarters of the map are used, the facts that took the fewest nodes are
 *            dropped, a few with each commit: so few that a commit never copies more pages than
 *            are free.
 *
 * Trust      The data may be anything by now: its pages were looked at when the store was opened.
 *            What is wrong with them ends this process, which has nothing else to lose. */
#include "engine/store/transaction.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static_assert(sizeof(transaction_answer_t) <= WRITER_ANSWER_MOST, "an answer has room");

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

static int drop(const data_t *d, MDB_txn *txn, const uint8_t key_bytes[KEY_BYTES], uint64_t nodes)
{
	MDB_val key = {KEY_BYTES, (void *)(uintptr_t)key_bytes};
	fact_key_t cost = data_key(nodes, 0);
	uint8_t bytes[COST_BYTES];
	MDB_val at = {COST_BYTES, bytes};
	int rc;

	memcpy(bytes, cost.byte, 8);
	memcpy(bytes + 8, key_bytes, KEY_BYTES);
	rc = mdb_del(txn, d->costs, &at, NULL);
	if (rc == 0 || rc == MDB_NOTFOUND)
		rc = mdb_del(txn, d->facts, &key, NULL);
	return rc == MDB_NOTFOUND ? 0 : rc;
}

/* A place for a record: a slot that is free, or that of one to be replaced. */
typedef struct {
	unsigned slot;
	bool is_taken, is_needless;
	uint64_t nodes; /* of what is there */
} place_t;

/* find_place looks through the list of the record's hash. */
static int find_place(const data_t *d, MDB_txn *txn, const fact_record_bytes_t *record,
                      place_t *out)
{
	fact_key_t at = data_key(record->hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	uint64_t cheapest = UINT64_MAX;
	bool taken[FACT_SLOTS] = {false};
	unsigned cheap = 0;
	fact_record_t mine, r;
	MDB_cursor *cursor;
	int rc = mdb_cursor_open(txn, d->facts, &cursor);

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

static int write_record(const data_t *d, MDB_txn *txn, const fact_record_bytes_t *record)
{
	MDB_val value = {record->bytes, (void *)(uintptr_t)record->byte};
	uint8_t bytes[COST_BYTES];
	MDB_val cost = {COST_BYTES, bytes}, nothing = {0, bytes}, key;
	fact_key_t at, nodes;
	fact_record_t r;
	place_t place;
	int rc = find_place(d, txn, record, &place);

	if (rc != 0 || place.is_needless || !fact_record_open(record->byte, record->bytes, &r))
		return rc;
	at = data_key(record->hash, place.slot);
	if (place.is_taken && (rc = drop(d, txn, at.byte, place.nodes)) != 0)
		return rc;
	nodes = data_key(r.nodes, 0);
	memcpy(bytes, nodes.byte, 8);
	memcpy(bytes + 8, at.byte, KEY_BYTES);
	key = (MDB_val){KEY_BYTES, at.byte};
	rc = mdb_put(txn, d->facts, &key, &value, 0);
	return rc == 0 ? mdb_put(txn, d->costs, &cost, &nothing, 0) : rc;
}

/* forget drops the record of a hash that has that sum, if there is one. */
static int forget(const data_t *d, MDB_txn *txn, const fact_record_bytes_t *note)
{
	fact_key_t at = data_key(note->hash, 0);
	MDB_val key = {sizeof(at.byte), at.byte}, value;
	bool is_there = false;
	uint64_t nodes = 0;
	fact_record_t r;
	uint32_t sum;
	MDB_cursor *cursor;
	int rc = mdb_cursor_open(txn, d->facts, &cursor);

	if (rc != 0)
		return rc;
	memcpy(&sum, note->byte, sizeof(sum));
	for (rc = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE); rc == 0 && !is_there;
	     rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
		if (memcmp(key.mv_data, at.byte, 8) != 0)
			break;
		if (!fact_record_open(value.mv_data, value.mv_size, &r) ||
		    fact_record_sum(value.mv_data) != sum)
			continue;
		is_there = true;
		nodes = r.nodes;
		memcpy(at.byte, key.mv_data, KEY_BYTES);
	}
	mdb_cursor_close(cursor);
	if (is_there)
		return drop(d, txn, at.byte, nodes);
	return rc == MDB_NOTFOUND ? 0 : rc;
}

/* make_room drops the cheapest facts, at most so many, if there is little room. */
static int make_room(const data_t *d, MDB_txn *txn, size_t most, uint64_t *evicted)
{
	MDB_cursor *cursor;
	MDB_val cost, value;
	measure_t measure;
	int rc = data_measure(d, txn, &measure);

	if (rc != 0 || measure.pages <= d->pages / 4 * 3)
		return rc;
	for (size_t i = 0; rc == 0 && i < most; i++) {
		uint8_t bytes[COST_BYTES];
		uint64_t nodes = 0;

		if ((rc = mdb_cursor_open(txn, d->costs, &cursor)) != 0)
			return rc;
		rc = mdb_cursor_get(cursor, &cost, &value, MDB_FIRST);
		if (rc == 0)
			memcpy(bytes, cost.mv_data, COST_BYTES);
		mdb_cursor_close(cursor);
		if (rc != 0)
			return rc == MDB_NOTFOUND ? 0 : rc;
		for (unsigned b = 0; b < 8; b++)
			nodes = nodes << 8 | bytes[b];
		rc = drop(d, txn, bytes + 8, nodes);
		++*evicted;
	}
	return rc;
}

/* write_facts writes the facts of a task. */
static int write_facts(const data_t *d, MDB_txn *txn, const writer_task_t *task)
{
	const uint8_t *at = (const uint8_t *)task->bytes + sizeof(transaction_t);
	const uint8_t *const end = (const uint8_t *)task->bytes + task->count;
	int rc = 0;

	while (rc == 0 && at < end) {
		fact_record_bytes_t record;
		fact_head_t head;

		memcpy(&head, at, sizeof(head));
		at += sizeof(head);
		assert(head.bytes <= PACKED_MAX && head.bytes <= (size_t)(end - at));
		record.hash = head.hash;
		record.bytes = head.bytes;
		memcpy(record.byte, at, head.bytes);
		at += head.bytes;
		rc = head.bytes == FORGET_BYTES ? forget(d, txn, &record)
		                                : write_record(d, txn, &record);
	}
	return rc;
}

static const char header_key[] = "header";

/* check_header: was the data made by these rules? New data is given its header. */
static int check_header(const data_t *d, MDB_txn *txn, transaction_answer_t *answer)
{
	MDB_val key = {sizeof(header_key) - 1, (void *)(uintptr_t)header_key}, value;
	char text[META_VALUE_MOST], expected[META_VALUE_MOST];
	int rc = mdb_get(txn, d->meta, &key, &value);

	(void)snprintf(expected, sizeof(expected), "format=%d rules=%d", STORE_FORMAT, STORE_RULES);
	if (rc == MDB_NOTFOUND) {
		MDB_stat stat;

		rc = mdb_stat(txn, d->facts, &stat);
		answer->has_no_header = rc == 0 && stat.ms_entries > 0;
		value.mv_size = strlen(expected);
		value.mv_data = expected;
		return rc == 0 ? mdb_put(txn, d->meta, &key, &value, 0) : rc;
	}
	if (rc != 0)
		return rc;
	(void)snprintf(text, sizeof(text), "%.*s", (int)(value.mv_size % sizeof(text)),
	               (const char *)value.mv_data);
	for (char *c = text; *c != '\0'; c++)
		*c = (char)(*c < ' ' || *c > '~' || *c == '"' ? '?' : *c);
	if (strcmp(text, expected) != 0)
		(void)snprintf(answer->header, sizeof(answer->header), "%s",
		               text[0] != '\0' ? text : "?");
	return 0;
}

/* write_all does a transaction. */
static int write_all(data_t *d, const writer_task_t *task, transaction_answer_t *answer)
{
	const transaction_t *t = task->bytes;
	MDB_txn *txn = NULL;
	int rc = mdb_txn_begin(d->env, NULL, 0, &txn);

	if (rc == 0)
		rc = data_open_tables(d, txn, t->kind == TRANSACTION_PREPARE ? MDB_CREATE : 0);
	if (rc == 0 && t->kind == TRANSACTION_PREPARE)
		rc = check_header(d, txn, answer);
	if (rc == 0 && t->kind == TRANSACTION_FACTS)
		rc = make_room(d, txn, t->drops, &answer->evicted);
	if (rc == 0 && t->kind == TRANSACTION_FACTS)
		rc = write_facts(d, txn, task);
	if (rc == 0)
		rc = data_measure(d, txn, &answer->measure);
	if (rc == 0 && !answer->has_no_header && answer->header[0] == '\0')
		return mdb_txn_commit(txn);
	mdb_txn_abort(txn);
	return rc;
}

void transaction_work(const writer_task_t *task, void *to)
{
	const transaction_t *t = task->bytes;
	transaction_answer_t *answer = to;
	data_t data;

	assert(task->count >= sizeof(*t) && task->file[FILE_FOLDER] >= 0);
	/* By the open folder: its path may lead to another one by now. */
	answer->rc = fchdir(task->file[FILE_FOLDER]) == 0 ? 0 : errno;
	if (answer->rc == 0)
		answer->rc = data_map(&data, ".", t->bytes,
		                      t->kind == TRANSACTION_COPY ? MDB_RDONLY : 0, NULL);
	if (answer->rc != 0)
		return;
	answer->is_replaced = !data_is(&data, t->device, t->inode);
	if (answer->is_replaced)
		answer->rc = ENOENT;
	else if (t->kind == TRANSACTION_COPY)
		answer->rc = mdb_env_copyfd2(data.env, task->file[FILE_COPY], MDB_CP_COMPACT);
	else
		answer->rc = write_all(&data, task, answer);
}
