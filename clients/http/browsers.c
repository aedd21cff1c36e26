/* SPDX-License-Identifier: MIT
 * browsers.c - see browsers.h.
 *
 *   asked --> queued --> loading --> open
 *     |                     |
 *     +--> refused <--------+
 *
 * Design     The first piece of a certificate tells how long it is: one that is too long costs no
 *            more than that. The others are fetched and read one by one, whichever was asked for
 *            first, so that the memory for it is that of one. What is refused is remembered like
 *            what is open; other errors are not kept, and drop the entry.
 *
 * Turns      Requests wait with their entry while it is not open, then in a line of their own:
 *            each walks by itself, so the loop tells a few, looks at all else, and comes again.
 */
#include "clients/http/browsers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/decided.h"
#include "clients/http/errors.h"
#include "engine/proof/bytes.h"

enum { RETRY_MS = 1000, REFUSAL_BYTES = 160 };

typedef struct entry entry_t;

/* A request that waits for an entry. */
typedef struct waiter {
	request_t *request;
	void (*told)(request_t *r, browse_t *browse);
	entry_t *entry;
	struct waiter *next;
} waiter_t;

typedef struct {
	waiter_t *first, **last;
} line_t;

typedef enum { ENTRY_ASKED, ENTRY_QUEUED, ENTRY_LOADING, ENTRY_OPEN, ENTRY_REFUSED } entry_state_t;

struct entry {
	browsers_t *browsers;
	upstream_t *upstream; /* that has it; held until it is settled */
	uint64_t owner, job;  /* number of that upstream, and of the job */
	entry_state_t state;
	uint64_t turn;  /* its place in the order of asking */
	uint64_t asked; /* number of the last request for it */
	bool is_stale;  /* it is not kept when it is read */
	line_t waiters;
	unsigned waiting; /* requests that wait for it, here or in the line of the browsers */
	unsigned lent;    /* requests in the line of the browsers that are to be told of it */
	browse_t *browse; /* if it is open */
	unsigned status;  /* if it is refused: how that is said */
	const char *code;
	char refusal[REFUSAL_BYTES];
	entry_t *next;

	/* While it is fetched; of the pool's thread while it is read. */
	uv_work_t work;
	bytes_t file;
	uint64_t whole; /* bytes that the file will have */
	browse_t *read;
	errinfo_t why; /* code ERR_OK: it is read */
};

struct browsers {
	uv_loop_t *loop;
	entry_t *entries;
	entry_t *loading; /* the one that is; NULL: none */
	uint64_t asked;   /* requests so far */
	unsigned waiting; /* requests that wait, with entries or in line */
	line_t line;      /* whose entry is open */
	uv_idle_t teller; /* runs while anybody is in line */
	bool is_closed;
};

static void free_if_closed(browsers_t *b)
{
	if (b->is_closed && b->entries == NULL)
		free(b);
}

/* let_go ends the use of the upstream of an entry, which is settled. */
static void let_go(entry_t *entry)
{
	if (entry->upstream != NULL)
		upstream_release(entry->upstream);
	entry->upstream = NULL;
}

/* drop takes an entry out and frees it; nobody waits for it. */
static void drop(entry_t *entry)
{
	browsers_t *b = entry->browsers;
	entry_t **at = &b->entries;

	assert(entry->waiters.first == NULL && entry->lent == 0 && b->loading != entry);
	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	let_go(entry);
	browse_close(entry->browse);
	bytes_free(&entry->file);
	free(entry);
}

static void line_add(line_t *line, waiter_t *waiter)
{
	waiter->next = NULL;
	*line->last = waiter;
	line->last = &waiter->next;
}

/* line_take takes out the first; NULL: there is none. */
static waiter_t *line_take(line_t *line)
{
	waiter_t *waiter = line->first;

	if (waiter == NULL)
		return NULL;
	line->first = waiter->next;
	if (line->first == NULL)
		line->last = &line->first;
	return waiter;
}

/* leave frees a waiter whose request is answered now, and returns that. */
static request_t *leave(waiter_t *waiter)
{
	request_t *request = waiter->request;

	assert(waiter->entry->waiting > 0 && waiter->entry->browsers->waiting > 0);
	waiter->entry->waiting--;
	waiter->entry->browsers->waiting--;
	free(waiter);
	return request;
}

static void refuse_one(const entry_t *entry, request_t *r)
{
	request_fail(r, entry->status, entry->code, "%s", entry->refusal);
}

/* make_room drops what was not asked for the longest time, until the rest is within the bounds;
 * `spared` stays, and so does what is lent. */
static void make_room(browsers_t *b, const entry_t *spared)
{
	entry_t *oldest;
	size_t bytes;
	unsigned count;

	do {
		oldest = NULL;
		bytes = 0;
		count = 0;
		for (entry_t *e = b->entries; e != NULL; e = e->next) {
			if (e->state < ENTRY_OPEN)
				continue;
			bytes += e->browse != NULL ? browse_bytes(e->browse) : 0;
			count++;
			if (e != spared && e->lent == 0 &&
			    (oldest == NULL || e->asked < oldest->asked))
				oldest = e;
		}
		if (oldest == NULL || (bytes <= BROWSERS_BYTES_MOST && count <= BROWSERS_MOST))
			return;
		drop(oldest);
	} while (true);
}

/* settled: the entry is open or refused. */
static void settled(entry_t *entry)
{
	let_go(entry);
	if (entry->is_stale && entry->lent == 0)
		drop(entry);
	else
		make_room(entry->browsers, entry);
}

/* --- requests in line --- */

static void tell_some(uv_idle_t *teller)
{
	browsers_t *b = teller->data;
	waiter_t *waiter;

	for (unsigned i = 0; i < BROWSERS_TOLD_A_TURN; i++) {
		void (*told)(request_t * r, browse_t * browse);
		entry_t *entry;

		if ((waiter = line_take(&b->line)) == NULL)
			break;
		told = waiter->told;
		entry = waiter->entry;
		entry->lent--;
		told(leave(waiter), entry->browse);
		if (entry->is_stale && entry->lent == 0)
			drop(entry);
	}
	if (b->line.first == NULL)
		uv_idle_stop(teller);
}

/* stand_in_line lets a request wait for its turn to be told of an open entry. */
static void stand_in_line(entry_t *entry, waiter_t *waiter)
{
	browsers_t *b = entry->browsers;

	assert(entry->state == ENTRY_OPEN);
	entry->lent++;
	line_add(&b->line, waiter);
	(void)uv_idle_start(&b->teller, tell_some);
}

/* --- entries --- */

static void load_next(browsers_t *b);

/* fail ends an entry that could not be made, fetched or read. */
static void fail(entry_t *entry, const tesuji_error_t *error)
{
	browsers_t *b = entry->browsers;
	waiter_t *waiter;

	if (b->loading == entry)
		b->loading = NULL;
	while ((waiter = line_take(&entry->waiters)) != NULL)
		decided_not_made(leave(waiter), error);
	drop(entry);
	load_next(b);
}

/* refuse settles an entry that cannot be gone through, whose refusal is written. */
static void refuse(entry_t *entry, unsigned status, const char *code)
{
	browsers_t *b = entry->browsers;
	waiter_t *waiter;

	if (b->loading == entry)
		b->loading = NULL;
	entry->state = ENTRY_REFUSED;
	entry->status = status;
	entry->code = code;
	bytes_free(&entry->file);
	while ((waiter = line_take(&entry->waiters)) != NULL)
		refuse_one(entry, leave(waiter));
	settled(entry);
	load_next(b);
}

/* read_work reads the certificate, on the pool. */
static void read_work(uv_work_t *work)
{
	entry_t *entry = work->data;

	entry->why.code = browse_open(bytes_source(&entry->file), BROWSERS_NODES_MOST, &entry->read,
	                              &entry->why);
}

/* opened settles an entry that was read, and lines up the requests that wait for it. */
static void opened(entry_t *entry)
{
	browsers_t *b = entry->browsers;
	waiter_t *waiter;

	b->loading = NULL;
	entry->state = ENTRY_OPEN;
	entry->browse = entry->read;
	while ((waiter = line_take(&entry->waiters)) != NULL)
		stand_in_line(entry, waiter);
	settled(entry);
	load_next(b);
}

static void read_done(uv_work_t *work, int status)
{
	entry_t *entry = work->data;
	tesuji_error_t error = {.code = TESUJI_E_PROTOCOL};

	(void)status;
	bytes_free(&entry->file);
	if (entry->why.code == ERR_LIMIT) {
		snprintf(entry->refusal, sizeof(entry->refusal),
		         "the certificate is too large to be gone through here: %.96s",
		         entry->why.text);
		refuse(entry, MHD_HTTP_CONTENT_TOO_LARGE, "over_limit");
	} else if (entry->why.code == ERR_OK) {
		opened(entry);
	} else {
		snprintf(error.text, sizeof(error.text),
		         "the daemon's certificate cannot be read: %s", entry->why.text);
		fail(entry, entry->why.code == ERR_NOMEM ? &errors_no_memory : &error);
	}
}

static void piece_came(void *user, const upstream_answer_t *answer);

/* go_on fetches the next piece of a certificate, or reads it when it is whole. */
static void go_on(entry_t *entry)
{
	browsers_t *b = entry->browsers;

	if (entry->file.length < entry->whole) {
		upstream_piece(entry->upstream, entry->job, entry->file.length, piece_came, entry);
		return;
	}
	entry->work.data = entry;
	if (uv_queue_work(b->loop, &entry->work, read_work, read_done) != 0)
		fail(entry, &errors_no_memory);
}

/* load_next loads the entry that has waited longest for it, if there is one and none is loaded. Of
 * one that is stale the rest cannot be had: the daemon that had it may be gone. Frees the list if
 * it is closed and empty: the caller is done with it. */
static void load_next(browsers_t *b)
{
	static const tesuji_error_t lost = {.code = TESUJI_E_CLOSED,
	                                    .text = "the connection was lost"};
	entry_t *oldest = NULL;

	if (b->loading != NULL)
		return;
	for (entry_t *e = b->entries; e != NULL; e = e->next)
		if (e->state == ENTRY_QUEUED && (oldest == NULL || e->turn < oldest->turn))
			oldest = e;
	if (oldest == NULL) {
		free_if_closed(b);
		return;
	}
	if (oldest->is_stale) {
		fail(oldest, &lost);
		return;
	}
	b->loading = oldest;
	oldest->state = ENTRY_LOADING;
	go_on(oldest);
}

/* piece_came: a piece of the certificate has come, or why it has not. */
static void piece_came(void *user, const upstream_answer_t *answer)
{
	static const tesuji_error_t changed = {.code = TESUJI_E_PROTOCOL,
	                                       .text = "the daemon's certificate has changed"};
	entry_t *entry = user;
	browsers_t *b = entry->browsers;
	const bool is_first = entry->state == ENTRY_ASKED;

	if (answer->bytes == NULL) {
		fail(entry, answer->error);
	} else if (answer->whole > BROWSERS_FILE_MOST) {
		snprintf(entry->refusal, sizeof(entry->refusal),
		         "the certificate has %llu bytes; at most %d can be gone through here",
		         (unsigned long long)answer->whole, BROWSERS_FILE_MOST);
		refuse(entry, MHD_HTTP_CONTENT_TOO_LARGE, "over_limit");
	} else if (!bytes_write(&entry->file, answer->bytes, answer->length)) {
		fail(entry, &errors_no_memory);
	} else if (is_first) {
		entry->whole = answer->whole;
		entry->state = ENTRY_QUEUED;
		load_next(b);
	} else if (answer->whole != entry->whole || answer->length == 0) {
		fail(entry, &changed);
	} else {
		go_on(entry);
	}
}

/* --- the list --- */

browsers_t *browsers_new(uv_loop_t *loop)
{
	browsers_t *b = calloc(1, sizeof(*b));

	if (b == NULL || uv_idle_init(loop, &b->teller) != 0) {
		free(b);
		return NULL;
	}
	b->loop = loop;
	b->teller.data = b;
	b->line.last = &b->line.first;
	return b;
}

/* forget drops the entries of an upstream, or lets them be dropped when they are read; with 0 those
 * of all. */
static void forget(browsers_t *b, uint64_t owner)
{
	for (entry_t *entry = b->entries, *next; entry != NULL; entry = next) {
		next = entry->next;
		if (owner != 0 && entry->owner != owner)
			continue;
		if (entry->state >= ENTRY_OPEN && entry->lent == 0)
			drop(entry);
		else
			entry->is_stale = true;
	}
}

void browsers_forget(browsers_t *b, uint64_t upstream_number)
{
	forget(b, upstream_number);
}

static void teller_closed(uv_handle_t *handle)
{
	browsers_t *b = handle->data;

	b->is_closed = true;
	free_if_closed(b);
}

void browsers_close(browsers_t *b)
{
	waiter_t *waiter;

	while ((waiter = line_take(&b->line)) != NULL) {
		waiter->entry->lent--;
		request_fail_as(leave(waiter), &errors_closing);
	}
	for (entry_t *entry = b->entries; entry != NULL; entry = entry->next)
		while ((waiter = line_take(&entry->waiters)) != NULL)
			request_fail_as(leave(waiter), &errors_closing);
	forget(b, 0);
	uv_close((uv_handle_t *)&b->teller, teller_closed);
}

/* entry_of finds the entry of a job; NULL: there is none. */
static entry_t *entry_of(const browsers_t *b, uint64_t owner, uint64_t job)
{
	for (entry_t *entry = b->entries; entry != NULL; entry = entry->next)
		if (entry->owner == owner && entry->job == job && !entry->is_stale)
			return entry;
	return NULL;
}

/* is_full: is there no room for a request of an upstream that waits, or for one more entry? */
static bool is_full(const browsers_t *b, uint64_t owner, bool is_new)
{
	unsigned opening = 0, opening_own = 0, waiting_own = 0;

	for (const entry_t *entry = b->entries; entry != NULL; entry = entry->next) {
		const bool is_own = entry->owner == owner, opens = entry->state < ENTRY_OPEN;

		opening += opens;
		opening_own += opens && is_own;
		waiting_own += is_own ? entry->waiting : 0;
	}
	return b->waiting >= BROWSERS_WAITING_ALL || waiting_own >= BROWSERS_WAITING_MOST ||
	       (is_new &&
	        (opening >= BROWSERS_OPENING_ALL || opening_own >= BROWSERS_OPENING_MOST));
}

static entry_t *entry_add(browsers_t *b, upstream_t *upstream, uint64_t job)
{
	entry_t *entry = calloc(1, sizeof(*entry));

	if (entry == NULL)
		return NULL;
	entry->browsers = b;
	entry->upstream = upstream_hold(upstream);
	entry->owner = upstream_number(upstream);
	entry->job = job;
	entry->turn = b->asked;
	entry->waiters.last = &entry->waiters.first;
	entry->next = b->entries;
	b->entries = entry;
	return entry;
}

void browsers_ask(browsers_t *b, request_t *r, void (*told)(request_t *r, browse_t *browse))
{
	const tesuji_error_t busy = {.code = TESUJI_E_BUSY,
	                             .retry_ms = RETRY_MS,
	                             .text = "too many requests wait for certificates"};
	const uint64_t owner = upstream_number(r->upstream);
	entry_t *entry = entry_of(b, owner, r->named.number);
	const bool is_new = entry == NULL;
	waiter_t *waiter;

	if (is_full(b, owner, is_new)) {
		request_fail_as(r, &busy);
		return;
	}
	b->asked++;
	waiter = malloc(sizeof(*waiter));
	if (waiter != NULL && is_new)
		entry = entry_add(b, r->upstream, r->named.number);
	if (waiter == NULL || entry == NULL) {
		free(waiter);
		request_fail_as(r, &errors_no_memory);
		return;
	}
	entry->asked = b->asked;
	if (entry->state == ENTRY_REFUSED) {
		free(waiter);
		refuse_one(entry, r);
		return;
	}
	b->waiting++;
	entry->waiting++;
	*waiter = (waiter_t){.request = r, .told = told, .entry = entry};
	if (entry->state == ENTRY_OPEN)
		stand_in_line(entry, waiter);
	else
		line_add(&entry->waiters, waiter);
	if (is_new)
		upstream_piece(r->upstream, r->named.number, 0, piece_came, entry);
}
