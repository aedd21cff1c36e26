/* SPDX-License-Identifier: MIT
 * lot.c - see lot.h.
 *
 * Design     A batch waits until a connection is free for it, and JSON takes many times the memory
 *            of its text. So what waits is packed, and cut at once. What a job may be is the
 *            daemon's to say.
 */
#include "clients/http/lot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/wire.h"
#include "protocol/limits.h"
#include "protocol/put.h"

enum {
	JOBS_OF_MESSAGE = 128,   /* the daemon takes no more (SPEC.md, batch.submit) */
	ROOM_FOR_THE_REST = 512, /* bytes of a message besides its jobs and the head */
	VALUES_OF_THE_REST = 64,
	BYTES_MOST = 8 << 20, /* more than a request can need */
	PARTS_FIRST = 4,
};

static const char jobs_path[] = "params.jobs[";

/* fail says why, and returns false. */
static bool fail(tesuji_error_t *why, tesuji_code_t code, const char *text)
{
	*why = (tesuji_error_t){.code = code};
	snprintf(why->text, sizeof(why->text), "%s", text);
	return false;
}

static bool fail_job(tesuji_error_t *why, size_t job, const char *text)
{
	*why = (tesuji_error_t){.code = TESUJI_E_LIMIT};
	snprintf(why->text, sizeof(why->text), "%s%zu]: %s", jobs_path, job, text);
	return false;
}

/* pack appends a value; false: it is nested too deeply, too long, or there is no memory. */
static bool pack(const json_t *value, wirebuf_t *out)
{
	return wire_pack(value, out) && out->failed == ERR_OK;
}

/* head_make packs what the first message has beside its jobs. */
static bool head_make(const json_t *params, lot_t *lot, tesuji_error_t *why)
{
	static const char *const names[] = {"label", "durable", "key", "jobs"};
	const size_t count = sizeof(names) / sizeof(names[0]) - !lot->is_strange;

	if (json_object_get(params, "batch") != NULL)
		return fail(why, TESUJI_E_VALUE, "params.batch: a batch is sent whole");
	if (json_object_get(params, "more") != NULL)
		return fail(why, TESUJI_E_VALUE, "params.more: a batch is sent whole");
	for (size_t i = 0; i < count; i++) {
		const json_t *value = json_object_get(params, names[i]);

		if (value == NULL)
			continue;
		put_text(&lot->head, names[i]);
		lot->pairs++;
		if (!pack(value, &lot->head) ||
		    lot->head.length > FRAME_BYTES_MAX - ROOM_FOR_THE_REST)
			return lot->head.failed == ERR_NOMEM
			               ? fail(why, TESUJI_E_NOMEM, "out of memory")
			               : fail(why, TESUJI_E_LIMIT,
			                      "params: the request is too long");
	}
	return true;
}

/* part_add begins another message; false: no memory. */
static bool part_add(lot_t *lot, unsigned first)
{
	const unsigned room = lot->room > 0 ? 2 * lot->room : PARTS_FIRST;
	lot_part_t *part;

	if (lot->count == lot->room) {
		part = realloc(lot->part, room * sizeof(*part));
		if (part == NULL)
			return false;
		lot->part = part;
		lot->room = room;
	}
	lot->part[lot->count++] = (lot_part_t){.begin = lot->jobs.length, .first = first};
	return true;
}

/* What the jobs of a message may be: bytes and values. */
typedef struct {
	size_t bytes, values;
} bounds_t;

static bounds_t bounds_of(const lot_t *lot, unsigned at)
{
	return (bounds_t){FRAME_BYTES_MAX - ROOM_FOR_THE_REST - (at == 0 ? lot->head.length : 0),
	                  FRAME_VALUES_MAX - VALUES_OF_THE_REST};
}

/* jobs_pack packs the jobs, and begins a message where the last one is full. */
static bool jobs_pack(const json_t *jobs, lot_t *lot, tesuji_error_t *why)
{
	const size_t count = json_array_size(jobs);
	size_t values = 0;

	for (size_t i = 0; i < count; i++) {
		const json_t *job = json_array_get(jobs, i);
		const size_t begin = lot->jobs.length;
		size_t length, more;
		lot_part_t *part = &lot->part[lot->count - 1];
		bounds_t most = bounds_of(lot, lot->count - 1);

		if (!pack(job, &lot->jobs))
			return lot->jobs.failed == ERR_NOMEM
			               ? fail(why, TESUJI_E_NOMEM, "out of memory")
			               : fail_job(why, i, "nested too deeply, or too long");
		length = lot->jobs.length - begin;
		more = wire_values(job);
		if (part->count == JOBS_OF_MESSAGE || part->length + length > most.bytes ||
		    values + more > most.values) {
			/* The first message may be left with no job. */
			if (!part_add(lot, (unsigned)i))
				return fail(why, TESUJI_E_NOMEM, "out of memory");
			part = &lot->part[lot->count - 1];
			part->begin = begin;
			most = bounds_of(lot, lot->count - 1);
			values = 0;
		}
		if (length > most.bytes || more > most.values)
			return fail_job(why, i, "longer than a message to the daemon may be");
		part->length += length;
		part->count++;
		values += more;
	}
	return true;
}

static bool fill(const json_t *params, lot_t *lot, tesuji_error_t *why)
{
	const json_t *jobs = json_object_get(params, "jobs");
	char text[sizeof("params.jobs: a batch has at most jobs") + 16];

	lot->is_strange = !json_is_array(jobs);
	if (json_array_size(jobs) > BATCH_JOBS_MAX) {
		snprintf(text, sizeof(text), "params.jobs: a batch has at most %d jobs",
		         BATCH_JOBS_MAX);
		return fail(why, TESUJI_E_RANGE, text);
	}
	if (!head_make(params, lot, why))
		return false;
	if (!part_add(lot, 0))
		return fail(why, TESUJI_E_NOMEM, "out of memory");
	return lot->is_strange || jobs_pack(jobs, lot, why);
}

bool lot_make(const json_t *params, lot_t *lot, tesuji_error_t *why)
{
	*lot = (lot_t){.pairs = 0};
	wirebuf_init(&lot->head, BYTES_MOST);
	wirebuf_init(&lot->jobs, BYTES_MOST);
	if (fill(params, lot, why))
		return true;
	lot_free(lot);
	return false;
}

void lot_free(lot_t *lot)
{
	wirebuf_fini(&lot->head);
	wirebuf_fini(&lot->jobs);
	free(lot->part);
	*lot = (lot_t){.pairs = 0};
}

size_t lot_bytes(const lot_t *lot)
{
	return lot->head.capacity + lot->jobs.capacity + lot->room * sizeof(*lot->part);
}

void lot_message(const lot_t *lot, unsigned at, uint64_t batch, wirebuf_t *out)
{
	const lot_part_t *part = &lot->part[at];
	const bool more = at + 1 < lot->count;

	put_map(out, (at == 0 ? lot->pairs : 1) + !lot->is_strange + more);
	if (at == 0 && lot->pairs > 0)
		put_raw(out, lot->head.data, lot->head.length);
	if (at > 0) {
		put_text(out, "batch");
		put_uint(out, batch);
	}
	if (!lot->is_strange) {
		put_text(out, "jobs");
		put_array(out, part->count);
		if (part->count > 0)
			put_raw(out, lot->jobs.data + part->begin, part->length);
	}
	if (more) {
		put_text(out, "more");
		put_bool(out, true);
	}
}

void lot_name(const lot_t *lot, unsigned at, tesuji_error_t *error)
{
	const size_t length = strlen(jobs_path);
	tesuji_error_t named = *error;
	unsigned long job;
	char *end;

	if (strncmp(error->text, jobs_path, length) != 0)
		return;
	job = strtoul(error->text + length, &end, 10);
	if (*end != ']' || job >= lot->part[at].count)
		return;
	snprintf(named.text, sizeof(named.text), "%s%lu%s", jobs_path, lot->part[at].first + job,
	         end);
	*error = named;
}
