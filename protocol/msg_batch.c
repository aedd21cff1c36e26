/* SPDX-License-Identifier: MIT
 * msg_batch.c - the tables of fields of batches. */
#include "protocol/msg_batch.h"

#include "protocol/fields.h"
#include "protocol/tables.h"

const char *const msg_batch_state_names[] = {"open", "running", "done", "cancelled", NULL};

#define MAYBE_BATCH(type) MAYBE_UINT(type, batch, 1, CODEC_INTEGER_MAX, 0)
#define BATCH(type)       UINT(type, batch), .least = 1

static const field_t batch_fields[] = {
        {MAYBE_BATCH(msg_batch_t)},
        {MAYBE_TEXT(msg_batch_t, label)},
        {MAYBE(msg_batch_t, durable, FIELD_BOOL)},
        {MAYBE_TEXT(msg_batch_t, key)},
        {MAYBE(msg_batch_t, more, FIELD_BOOL)},
        {.name = NULL},
};

const field_t msg_batched_fields[] = {
        {BATCH(msg_batched_t)},
        {UINT(msg_batched_t, jobs)},
        {MAYBE_TEXT(msg_batched_t, key)},
        {MAYBE(msg_batched_t, known, FIELD_BOOL)},
        {.name = NULL},
};

static const field_t ref_fields[] = {
        {MAYBE_BATCH(msg_batch_ref_t)},
        {MAYBE_TEXT(msg_batch_ref_t, key)},
        {.name = NULL},
};

static const field_t watch_fields[] = {
        {MAYBE_BATCH(msg_batch_ref_t)},
        {MAYBE_TEXT(msg_batch_ref_t, key)},
        {MAYBE_UINT(msg_batch_ref_t, from, 0, BATCH_JOBS_MAX, 0)},
        {MAYBE_UINT(msg_batch_ref_t, most, 1, BATCH_RESULTS_MAX, BATCH_RESULTS_MAX)},
        {MAYBE_UINT(msg_batch_ref_t, wait_ms, 0, BATCH_WAIT_MOST_MS, 0)},
        {.name = NULL},
};

const field_t msg_batch_status_fields[] = {
        {BATCH(msg_batch_status_t)},
        {TEXT(msg_batch_status_t, label)},
        {MAYBE_TEXT(msg_batch_status_t, key)},
        {CHOICE(msg_batch_status_t, state, msg_batch_state_names)},
        {UINT(msg_batch_status_t, jobs)},
        {UINT(msg_batch_status_t, ended)},
        {UINT(msg_batch_status_t, running)},
        {UINT(msg_batch_status_t, proven)},
        {UINT(msg_batch_status_t, disproven)},
        {UINT(msg_batch_status_t, undecided)},
        {UINT(msg_batch_status_t, failed)},
        {.name = NULL},
};

BOTH_WAYS(msg_batched, msg_batched_fields, msg_batched_t)
BOTH_WAYS(msg_batch_status, msg_batch_status_fields, msg_batch_status_t)

void msg_batch_write(wirebuf_t *out, const msg_batch_t *msg, const wirebuf_t *jobs, uint32_t count)
{
	put_map(out, 1 + record_count(batch_fields, msg));
	put_text(out, "jobs");
	put_array(out, count);
	put_raw(out, jobs->data, jobs->length);
	record_put(out, batch_fields, msg);
}

err_t msg_batch_read(const node_t *map, msg_batch_t *msg, uint32_t *count, errinfo_t *why)
{
	const node_t jobs = codec_field(map, "jobs"), key = codec_field(map, "key"),
	             batch = codec_field(map, "batch");
	err_t err = record_read_all(map, batch_fields, msg, why);

	*count = 0;
	if (err != ERR_OK)
		return err;
	codec_array(&jobs, REQUIRED, BATCH_FRAME_JOBS_MAX, count);
	if (msg->batch != 0 && (msg->durable || msg->key[0] != '\0' || msg->label[0] != '\0'))
		codec_fail(&batch, ERR_VALUE,
		           "durable, key and label are told when a batch begins");
	else if (msg->durable && msg->key[0] == '\0')
		codec_fail(&key, ERR_MISSING,
		           "a durable batch has one, by which it is found again");
	else if (!msg->durable && msg->key[0] != '\0')
		codec_fail(&key, ERR_VALUE, "only a durable batch has a key");
	return codec_error(map->codec, why);
}

err_t msg_batch_job_read(const node_t *map, uint32_t index, msg_submit_t *msg, errinfo_t *why)
{
	const node_t jobs = codec_field(map, "jobs"), job = codec_item(&jobs, index);
	const node_t position = codec_field(&job, "position"), limits = codec_field(&job, "limits");
	const node_t durable = codec_field(&job, "durable"), key = codec_field(&job, "key"),
	             board = codec_field(&position, "board"),
	             table = codec_field(&limits, "table_bytes"),
	             deadline = codec_field(&job, "deadline_ms");
	const err_t err = msg_submit_read(&job, msg, why);

	if (err != ERR_OK)
		return err;
	if (msg->durable)
		codec_fail(&durable, ERR_VALUE, "the batch is durable, or is not");
	else if (msg->key[0] != '\0')
		codec_fail(&key, ERR_VALUE, "the batch has one");
	else if (msg->position.board != 0)
		codec_fail(&board, ERR_VALUE,
		           "a kept board ends with its connection, a batch does not: send the "
		           "position");
	else if (msg->limits.table_bytes != 0)
		codec_fail(&table, ERR_VALUE, "jobs of a batch have no tables of their own");
	else if (msg->deadline_ms != 0)
		codec_fail(&deadline, ERR_VALUE,
		           "jobs of a batch wait for their turn: give time_ms");
	return codec_error(map->codec, why);
}

void msg_batch_ref_write(wirebuf_t *out, const msg_batch_ref_t *msg)
{
	record_write(out, ref_fields, msg);
}

void msg_batch_watch_write(wirebuf_t *out, const msg_batch_ref_t *msg)
{
	record_write(out, watch_fields, msg);
}

/* read_ref reads what names a batch: its number or its key. */
static err_t read_ref(const node_t *map, const field_t *fields, msg_batch_ref_t *msg,
                      errinfo_t *why)
{
	const err_t err = record_read_all(map, fields, msg, why);

	if (err != ERR_OK)
		return err;
	fields_name(map, "batch", msg->key);
	return codec_error(map->codec, why);
}

err_t msg_batch_ref_read(const node_t *map, msg_batch_ref_t *msg, errinfo_t *why)
{
	return read_ref(map, ref_fields, msg, why);
}

err_t msg_batch_watch_read(const node_t *map, msg_batch_ref_t *msg, errinfo_t *why)
{
	return read_ref(map, watch_fields, msg, why);
}

void msg_batch_results_open(wirebuf_t *out, const msg_batch_results_t *msg)
{
	put_map(out, 3);
	put_text(out, "status");
	msg_batch_status_write(out, &msg->status);
	put_text(out, "next");
	put_uint(out, msg->next);
	put_text(out, "results");
	put_array(out, msg->count);
}

err_t msg_batch_results_read(const node_t *map, msg_batch_results_t *msg, errinfo_t *why)
{
	const node_t status = codec_field(map, "status"), next = codec_field(map, "next"),
	             results = codec_field(map, "results");
	const err_t err = msg_batch_status_read(&status, &msg->status, why);

	msg->count = 0;
	if (err != ERR_OK)
		return err;
	codec_uint(&next, REQUIRED, 0, CODEC_INTEGER_MAX, &msg->next);
	codec_array(&results, REQUIRED, BATCH_RESULTS_MAX, &msg->count);
	return codec_error(map->codec, why);
}

err_t msg_batch_result_read(const node_t *map, uint32_t index, msg_done_t *msg, errinfo_t *why)
{
	const node_t results = codec_field(map, "results"), result = codec_item(&results, index);

	return msg_done_read(&result, msg, why);
}
