/* SPDX-License-Identifier: MIT
 * browsers.c - see browsers.h.
 *
 * Design     An entry is fetched, then read, then kept; requests for its job that come meanwhile
 *            wait with it. It goes when it is the least recently asked for and there is no room, or
 *            when something fails: an error is not kept.
 */
#include "clients/http/browsers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/proof/bytes.h"

enum { RETRY_MS = 1000 };

/* A request that waits for an entry. */
typedef struct waiter {
	request_t *request;
	void (*told)(request_t *r, browse_t *browse);
	struct waiter *next;
} waiter_t;

typedef struct entry {
	browsers_t *browsers;
	uint64_t job;
	browse_t *browse; /* NULL: it is not read yet */
	uint64_t asked;   /* number of the last request for it */
	bool is_stale;    /* it is not kept when it is read */
	waiter_t *waiters;
	struct entry *next;

	/* Of the pool's thread, while it is read. */
	uv_work_t work;
	bytes_t file;
	browse_t *read;
	bool is_denial;
	errinfo_t why; /* code ERR_OK: it is read */
} entry_t;

struct browsers {
	uv_loop_t *loop;
	upstream_t *upstream;
	entry_t *entries;
	uint64_t asked; /* requests so far */
	bool is_closing;
};

static void free_if_closed(browsers_t *b)
{
	if (b->is_closing && b->entries == NULL)
		free(b);
}

/* drop takes an entry out and frees it; nobody waits for it. */
static void drop(entry_t *entry)
{
	browsers_t *b = entry->browsers;
	entry_t **at = &b->entries;

	assert(entry->waiters == NULL);
	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	browse_close(entry->browse);
	bytes_free(&entry->file);
	free(entry);
}

/* next_waiter takes out one of the requests that wait; NULL: there is none. */
static request_t *next_waiter(entry_t *entry, waiter_t *out)
{
	waiter_t *waiter = entry->waiters;

	if (waiter == NULL)
		return NULL;
	*out = *waiter;
	entry->waiters = waiter->next;
	free(waiter);
	return out->request;
}

static void fail_all(entry_t *entry, const tesuji_error_t *error)
{
	waiter_t waiter;

	while (next_waiter(entry, &waiter) != NULL)
		request_fail_as(waiter.request, error);
}

/* make_room drops what was not asked for the longest time, until the rest is within the bounds;
 * `spared` stays. */
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
			if (e->browse == NULL)
				continue;
			bytes += browse_bytes(e->browse);
			count++;
			if (e != spared && (oldest == NULL || e->asked < oldest->asked))
				oldest = e;
		}
		if (oldest == NULL || (bytes <= BROWSERS_BYTES_MOST && count <= BROWSERS_MOST))
			return;
		drop(oldest);
	} while (true);
}

/* read_work reads the certificate, on the pool. */
static void read_work(uv_work_t *work)
{
	entry_t *entry = work->data;
	certificate_reader_t *reader;
	certificate_header_t header;

	entry->why.code =
	        certificate_read_begin(bytes_source(&entry->file), &header, &reader, &entry->why);
	certificate_reader_free(reader);
	if (entry->why.code != ERR_OK)
		return;
	entry->is_denial = strcmp(header.kind, "proof") != 0;
	if (!entry->is_denial)
		entry->why.code =
		        browse_open(bytes_source(&entry->file), &entry->read, &entry->why);
}

/* tell_all tells the requests that wait of the browser, or why there is none. */
static void tell_all(entry_t *entry)
{
	tesuji_error_t error = {.code = (tesuji_code_t)entry->why.code};
	waiter_t waiter;

	snprintf(error.text, sizeof(error.text), "the certificate: %s", entry->why.text);
	while (next_waiter(entry, &waiter) != NULL) {
		if (entry->is_denial)
			request_fail(waiter.request, MHD_HTTP_NOT_FOUND, "no_proof",
			             "the certificate of job %llu is a denial: it has no strategy "
			             "of the attacker's",
			             (unsigned long long)entry->job);
		else if (entry->browse == NULL)
			request_fail_as(waiter.request, &error);
		else
			waiter.told(waiter.request, entry->browse);
	}
}

static void read_done(uv_work_t *work, int status)
{
	entry_t *entry = work->data;
	browsers_t *b = entry->browsers;

	(void)status;
	bytes_free(&entry->file);
	entry->browse = entry->read;
	tell_all(entry);
	if (entry->browse == NULL || entry->is_stale)
		drop(entry);
	else
		make_room(b, entry);
	free_if_closed(b);
}

static const tesuji_error_t no_memory = {.code = TESUJI_E_NOMEM, .text = "out of memory"};

/* fetched: the certificate has come, or why it has not. */
static void fetched(void *user, const upstream_answer_t *answer)
{
	entry_t *entry = user;
	browsers_t *b = entry->browsers;
	tesuji_error_t error = {.code = TESUJI_E_LIMIT};

	if (answer->bytes == NULL)
		error = *answer->error;
	else if (answer->length > BROWSERS_FILE_MOST)
		snprintf(error.text, sizeof(error.text),
		         "the certificate has %zu bytes; at most %d can be gone through here",
		         answer->length, BROWSERS_FILE_MOST);
	else if (!bytes_write(&entry->file, answer->bytes, answer->length))
		error = no_memory;
	else
		error.code = TESUJI_OK;
	entry->work.data = entry;
	if (error.code == TESUJI_OK &&
	    uv_queue_work(b->loop, &entry->work, read_work, read_done) != 0)
		error = no_memory;
	if (error.code == TESUJI_OK)
		return;
	fail_all(entry, &error);
	drop(entry);
	free_if_closed(b);
}

browsers_t *browsers_new(uv_loop_t *loop, upstream_t *upstream)
{
	browsers_t *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->loop = loop;
	b->upstream = upstream;
	return b;
}

void browsers_forget(browsers_t *b)
{
	for (entry_t *entry = b->entries, *next; entry != NULL; entry = next) {
		next = entry->next;
		if (entry->browse != NULL)
			drop(entry);
		else
			entry->is_stale = true;
	}
}

void browsers_close(browsers_t *b)
{
	const tesuji_error_t why = {.code = TESUJI_E_DRAINING,
	                            .text = "the gateway is shutting down"};

	b->is_closing = true;
	for (entry_t *entry = b->entries; entry != NULL; entry = entry->next)
		fail_all(entry, &why);
	browsers_forget(b);
	free_if_closed(b);
}

/* entry_of finds the entry of a job; *opening counts those that are not read yet. */
static entry_t *entry_of(browsers_t *b, uint64_t job, unsigned *opening)
{
	entry_t *found = NULL;

	*opening = 0;
	for (entry_t *entry = b->entries; entry != NULL; entry = entry->next) {
		*opening += entry->browse == NULL;
		if (entry->job == job && !entry->is_stale)
			found = entry;
	}
	return found;
}

static entry_t *entry_add(browsers_t *b, uint64_t job)
{
	entry_t *entry = calloc(1, sizeof(*entry));

	if (entry == NULL)
		return NULL;
	entry->browsers = b;
	entry->job = job;
	entry->next = b->entries;
	b->entries = entry;
	return entry;
}

void browsers_ask(browsers_t *b, request_t *r, void (*told)(request_t *r, browse_t *browse))
{
	const tesuji_error_t busy = {.code = TESUJI_E_BUSY,
	                             .retry_ms = RETRY_MS,
	                             .text = "too many certificates are being opened"};
	unsigned opening;
	entry_t *entry = entry_of(b, r->number, &opening);
	const bool is_new = entry == NULL;
	waiter_t *waiter;

	if (is_new && opening >= BROWSERS_OPENING_MOST) {
		request_fail_as(r, &busy);
		return;
	}
	waiter = malloc(sizeof(*waiter));
	if (waiter != NULL && is_new)
		entry = entry_add(b, r->number);
	if (waiter == NULL || entry == NULL) {
		free(waiter);
		request_fail_as(r, &no_memory);
		return;
	}
	request_wait(r);
	*waiter = (waiter_t){.request = r, .told = told, .next = entry->waiters};
	entry->waiters = waiter;
	entry->asked = ++b->asked;
	if (is_new)
		upstream_certificate(b->upstream, r->number, fetched, entry);
	else if (entry->browse != NULL)
		tell_all(entry);
}
