/* SPDX-License-Identifier: MIT
 * batches.c - see batches.h.
 *
 * Memory     A job's body goes when its result comes, which takes its place. The jobs of all
 *            batches are bounded by a setting, and so are their bytes, by BATCH_BODY_BYTES for
 *            each. */
#include "server/batches.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/inside.h"
#include "server/log.h"

enum { TICK_MS = 250, EXPIRE_LOOKS = 64 }; /* batches looked at in a tick */

static void items_free(batch_t *batch, uint32_t from)
{
	for (uint32_t i = from; i < batch->count; i++) {
		batch_item_t *item = batches_item(batch, i);

		batch->bytes -= item->capacity;
		batch->batches->bytes -= item->capacity;
		mem_free(item->bytes, item->capacity);
		mem_free(item->record, item->record_capacity);
		*item = (batch_item_t){.batch = NULL};
	}
}

/* count_jobs counts so many more jobs, or fewer, wherever they are bounded. */
static void count_jobs(batch_t *batch, int more)
{
	batches_t *b = batch->batches;

	b->jobs += (unsigned)more;
	if (batch->account != NULL)
		batch->account->counts.batch_jobs += (uint64_t)(int64_t)more;
	if (batch->id != 0)
		journal_reserve(b->journal, more);
}

static void disown(batch_t *batch)
{
	batch_owner_t *owner = batch->owner;

	batch->owner = NULL;
	if (owner == NULL || --owner->count > 0)
		return;
	assert(owner->running == 0 && list_empty(&owner->batches));
	list_drop(&owner->link);
	owner->peer->batch_owner = NULL;
	peers_drop(owner->peer);
	mem_free(owner, sizeof(*owner));
}

/* batch_free frees a batch that is in no list any more. */
static void batch_free(batch_t *batch)
{
	assert(batch->writing == 0 && batch->running == 0 && list_empty(&batch->watchers));
	list_drop(&batch->of_owner);
	disown(batch);
	if (!batch->is_repeat)
		items_free(batch, 0);
	for (unsigned i = 0; i < BATCH_CHUNKS; i++)
		mem_free(batch->chunk[i], BATCH_CHUNK * sizeof(batch_item_t));
	mem_free(batch->order, batch->order_count * sizeof(*batch->order));
	accounts_drop(batch->account);
	mem_free(batch, sizeof(*batch));
}

static void timer_cb(uv_timer_t *timer);

/* watch_clock has the timer run, as long as there are batches. */
static void watch_clock(batches_t *b)
{
	if (b->timer.data != NULL && !uv_is_active((uv_handle_t *)&b->timer))
		(void)uv_timer_start(&b->timer, timer_cb, TICK_MS, TICK_MS);
}

batch_t *batches_create(batches_t *b, account_t *account, const char *account_name,
                        const msg_batch_t *msg)
{
	batch_t *batch = mem_alloc(sizeof(*batch));

	if (batch == NULL)
		return NULL;
	batch->batches = b;
	batch->account = accounts_hold(account);
	strbuf_copy(batch->account_name, sizeof(batch->account_name), account_name);
	memcpy(batch->key, msg->key, sizeof(batch->key));
	memcpy(batch->label, msg->label, sizeof(batch->label));
	sha256_begin(&batch->sha);
	sha256_add(&batch->sha, msg->label, strlen(msg->label) + 1);
	list_init(&batch->all);
	keymap_node(&batch->named, batch->account_name, batch->key);
	list_init(&batch->of_owner);
	list_init(&batch->watchers);
	list_init(&batch->runs);
	idmap_add(&b->map, &batch->node);
	list_add(&b->all, &batch->all);
	watch_clock(b);
	return batch;
}

void batches_drop(batch_t *batch)
{
	batches_t *b = batch->batches;

	assert(batch->running == 0 && !batch->is_gone);
	list_drop(&batch->all);
	keymap_drop(&batch->named);
	idmap_remove(&b->map, &batch->node);
	if (batch->id != 0)
		journal_reserve(b->journal, (int)batch->ended);
	if (!batch->is_repeat)
		count_jobs(batch, -(int)batch->count);
	batch->is_gone = true;
	if (batch->writing == 0)
		batch_free(batch);
}

void batches_give_up(batch_t *batch)
{
	assert(batch->state < BATCH_RUNNING);
	if (batch->id != 0)
		journal_drop(batch->batches->journal, batch->id);
	batches_drop(batch);
}

batch_t *batches_rotate(batches_t *b)
{
	batch_t *batch = LIST_ENTRY(b->all.next, batch_t, all);

	list_drop(&batch->all);
	list_add(&b->all, &batch->all);
	return batch;
}

/* owner_of returns the owner for a peer, made if there is none; NULL: no memory. */
static batch_owner_t *owner_of(batches_t *b, peer_t *peer, uint64_t conn)
{
	batch_owner_t *owner = peer->batch_owner;

	if (owner != NULL)
		return owner;
	owner = mem_alloc(sizeof(*owner));
	if (owner == NULL)
		return NULL;
	owner->peer = peers_hold(peer);
	owner->client = peers_batch_client(peer, conn, &owner->weight);
	list_init(&owner->link);
	list_init(&owner->batches);
	list_add(&b->owners, &owner->link);
	peer->batch_owner = owner;
	return owner;
}

err_t batches_own(batch_t *batch, peer_t *peer, uint64_t conn)
{
	assert(batch->owner == NULL);
	batch->owner = owner_of(batch->batches, peer, conn);
	if (batch->owner == NULL)
		return ERR_NOMEM;
	batch->owner->count++;
	return ERR_OK;
}

batch_t *batches_find(const batches_t *b, uint64_t number)
{
	idnode_t *node = idmap_find(&b->map, number);

	return node != NULL ? LIST_ENTRY(node, batch_t, node) : NULL;
}

batch_t *batches_find_key(const batches_t *b, const char *account, const char *key)
{
	keynode_t *node = keymap_find(&b->keys, account, key);

	return node != NULL ? LIST_ENTRY(node, batch_t, named) : NULL;
}

void batches_name(batch_t *batch)
{
	assert(batch->key[0] != '\0' && list_empty(&batch->named.link));
	keymap_add(&batch->batches->keys, &batch->named);
}

batch_item_t *batches_item(const batch_t *batch, uint32_t index)
{
	assert(index < batch->count);
	return &batch->chunk[index / BATCH_CHUNK][index % BATCH_CHUNK];
}

void batches_hold(batch_item_t *item, wirebuf_t *bytes)
{
	batch_t *batch = item->batch;
	const size_t before = item->capacity;

	mem_free(item->bytes, item->capacity);
	item->bytes = wirebuf_take(bytes, &item->count, &item->capacity);
	batch->bytes += item->capacity - before;
	batch->batches->bytes += item->capacity - before;
}

err_t batches_add(batch_t *batch, wirebuf_t *body)
{
	batch_item_t **chunk = &batch->chunk[batch->count / BATCH_CHUNK];
	batch_item_t *item;

	assert(batch->count < BATCH_JOBS_MAX);
	sha256_add(&batch->sha, body->data, body->length);
	if (!batch->is_repeat && *chunk == NULL) {
		*chunk = mem_alloc_array(BATCH_CHUNK, sizeof(**chunk));
		if (*chunk == NULL)
			return ERR_NOMEM;
	}
	batch->count++;
	if (batch->is_repeat)
		return ERR_OK;
	item = batches_item(batch, batch->count - 1);
	item->batch = batch;
	item->index = batch->count - 1;
	batches_hold(item, body);
	count_jobs(batch, 1);
	return ERR_OK;
}

void batches_cut(batch_t *batch, uint32_t count, const sha256_t *sha)
{
	const uint32_t cut = batch->count - count;

	assert(count <= batch->count);
	batch->sha = *sha;
	if (!batch->is_repeat) {
		items_free(batch, count);
		count_jobs(batch, -(int)cut);
	}
	batch->count = count;
}

void batches_settle(batch_t *batch)
{
	batches_t *b = batch->batches;
	const bool is_over =
	        batch->ended == batch->count || (batch->is_cancelled && batch->running == 0 &&
	                                         batch->writing == 0 && batch->unwritten == 0);

	if (batch->state != BATCH_RUNNING || !is_over)
		return;
	batch->state = BATCH_FINAL;
	batch->expires_ms =
	        uv_now(b->server->loop) + (batch->id != 0 ? b->keep_durable_ms : b->keep_ms);
	list_drop(&batch->of_owner);
	log_line(LOG_INFO, LOG_JOB, "event=batch-ended batch=%llu account=%s jobs=%u ended=%u",
	         (unsigned long long)batch->node.id, batch->account_name, batch->count,
	         batch->ended);
}

bool batches_told(batch_item_t *item)
{
	batch_t *batch = item->batch;

	if (batch->order == NULL) {
		batch->order = mem_alloc_array(batch->count, sizeof(*batch->order));
		if (batch->order == NULL)
			return false;
		batch->order_count = batch->count;
	}
	assert(batch->ended < batch->order_count && item->state != ITEM_ENDED);
	item->state = ITEM_ENDED;
	batch->order[batch->ended++] = item->index;
	batch->proven += item->value == MSG_PROVEN;
	batch->disproven += item->value == MSG_DISPROVEN;
	batch->undecided += item->value == MSG_UNDECIDED;
	batch->failed += item->has_failed;
	if (batch->id != 0)
		journal_reserve(batch->batches->journal, -1);
	return true;
}

void batches_status(const batch_t *batch, msg_batch_status_t *out)
{
	*out = (msg_batch_status_t){
	        .batch = batch->node.id,
	        .state = batch->state < BATCH_RUNNING                         ? MSG_BATCH_OPEN
	                 : batch->is_cancelled && batch->ended < batch->count ? MSG_BATCH_CANCELLED
	                 : batch->state == BATCH_FINAL                        ? MSG_BATCH_DONE
	                                                                      : MSG_BATCH_RUNNING,
	        .jobs = batch->count,
	        .ended = batch->ended,
	        /* Who waits for the end of one that was cancelled waits for its last results. */
	        .running = batch->running + batch->writing + batch->unwritten,
	        .proven = batch->proven,
	        .disproven = batch->disproven,
	        .undecided = batch->undecided,
	        .failed = batch->failed,
	};
	memcpy(out->label, batch->label, sizeof(out->label));
	memcpy(out->key, batch->key, sizeof(out->key));
}

/* expire lets go of batches that are too old, of the first of the list, which go to its end. */
static void expire(batches_t *b)
{
	const uint64_t now = uv_now(b->server->loop);
	const size_t count = b->map.count;

	for (size_t i = 0; i < EXPIRE_LOOKS && i < count; i++) {
		batch_t *batch = batches_rotate(b);

		if (batch->expires_ms == 0 || now < batch->expires_ms || batch->writing > 0)
			continue;
		if (batch->id != 0)
			journal_drop(b->journal, batch->id);
		batches_drop(batch);
	}
}

static void timer_cb(uv_timer_t *timer)
{
	batches_t *b = timer->data;

	b->tick_cb(b);
	if (!b->is_stopping)
		expire(b);
	if (list_empty(&b->all))
		(void)uv_timer_stop(&b->timer);
}

static void turn_cb(uv_idle_t *turn)
{
	batches_t *b = turn->data;

	b->turn_cb(b);
}

void batches_wake(batches_t *b, bool is_wanted)
{
	if (is_wanted)
		(void)uv_idle_start(&b->turn, turn_cb);
	else
		(void)uv_idle_stop(&b->turn);
}

void batches_init(batches_t *b, server_t *server, journal_t *journal)
{
	*b = (batches_t){.server = server, .journal = journal};
	idmap_init(&b->map);
	list_init(&b->all);
	list_init(&b->owners);
	keymap_init(&b->keys);
}

void batches_begin(batches_t *b)
{
	uv_loop_t *loop = b->server->loop;

	(void)uv_timer_init(loop, &b->timer); /* cannot fail */
	b->timer.data = b;
	uv_unref((uv_handle_t *)&b->timer);
	if (!list_empty(&b->all))
		watch_clock(b);
	(void)uv_idle_init(loop, &b->turn); /* cannot fail */
	b->turn.data = b;
}

void batches_close(batches_t *b)
{
	uv_close((uv_handle_t *)&b->timer, NULL);
	uv_close((uv_handle_t *)&b->turn, NULL);
}

void batches_fini(batches_t *b)
{
	while (!list_empty(&b->all))
		batches_drop(LIST_ENTRY(b->all.next, batch_t, all));
	assert(b->jobs == 0 && b->running == 0 && b->bytes == 0);
	codec_destroy(b->codec);
	idmap_fini(&b->map);
}

void batches_written(batch_item_t *item)
{
	batch_t *batch = item->batch;

	mem_free(item->record, item->record_capacity);
	item->record = NULL;
	item->record_capacity = 0;
	assert(batch->writing > 0);
	if (--batch->writing == 0 && batch->is_gone)
		batch_free(batch);
}
