/* SPDX-License-Identifier: MIT
 * report.c - one function fills msg_done_t, msg_job_t and msg_progress_t each;
 * enums have the same numbers on both sides (a protocol test compares them).
 *
 * The structures are large (a line has room for 512 moves) and short-lived; the
 * loop thread is the only user, so they lie on its stack. What is kept of a
 * finished job is the encoded text: a few hundred bytes instead of 26 KB. */
#include "server/report.h"

#include <string.h>

#include "engine/base/clock.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"

static void fill_move(const position_t *pos, move_t move, char out[MSG_POINT_BYTES])
{
	strbuf_t text;

	strbuf_init(&text, out, MSG_POINT_BYTES);
	if (move != MOVE_NONE)
		pos->game->move_text(pos, move, &text);
}

static void fill_line(const position_t *pos, const move_t *moves, unsigned count, msg_line_t *out)
{
	out->count = count < MSG_LINE_MOVES ? count : MSG_LINE_MOVES;
	for (uint32_t i = 0; i < out->count; i++)
		fill_move(pos, moves[i], out->move[i]);
}

static void fill_rows(const position_t *pos, char out[MSG_ROWS_BYTES])
{
	strbuf_t text;

	strbuf_init(&text, out, MSG_ROWS_BYTES);
	pos->game->rows_text(pos, &text);
}

static double ms_of(uint64_t ns)
{
	return (double)ns / NS_PER_MS;
}

static uint64_t rate(uint64_t nodes, uint64_t ns)
{
	return ns > 0 ? (uint64_t)((double)nodes * NS_PER_S / (double)ns) : 0;
}

static void fill_progress(const record_t *record, const progress_t *p, msg_progress_t *out)
{
	const position_t *pos = job_position(record->job);

	out->job = record->node.id;
	out->sequence = p->sequence;
	out->order = p->order;
	out->depth = p->depth;
	out->value = (unsigned)p->value;
	out->nodes = p->nodes;
	out->nodes_per_s = p->nodes_per_s;
	out->time_ms = ms_of(p->time_ns);
	out->workers = p->workers;
	fill_move(pos, p->best, out->best);
	fill_line(pos, p->line, p->line_length, &out->line);
}

static void fill_done(const record_t *record, const result_t *r, msg_done_t *out)
{
	const position_t *pos = job_position(record->job);

	memset(out, 0, sizeof(*out));
	out->job = record->node.id;
	memcpy(out->label, record->label, sizeof(out->label));
	out->state = (unsigned)r->state;
	if (r->state == JOB_FAILED) {
		out->has_error = true;
		out->error.code = r->error;
		strncpy(out->error.name, err_name(r->error), sizeof(out->error.name) - 1);
		strncpy(out->error.message, err_text(r->error), sizeof(out->error.message) - 1);
	}
	out->value = (unsigned)r->value;
	out->scope = (unsigned)r->scope;
	out->order = r->order;
	out->depth = r->depth;
	fill_move(pos, r->best, out->best);
	fill_line(pos, r->line, r->line_length, &out->line);
	out->nodes = r->nodes;
	out->nodes_per_s = rate(r->nodes, r->time_ns);
	out->time_ms = ms_of(r->time_ns);
	out->table.bytes = r->table_bytes;
	out->table.entries = r->table_entries;
	out->table.used = r->table_used;
	out->workers = r->workers;
	fill_rows(pos, out->rows);
	out->attacker = (unsigned)pos->game->attacker(pos);
	out->goal = record->goal;
}

/* fill_job_done makes the job map of a final job out of its result. */
static void fill_job_done(const record_t *record, msg_job_t *out)
{
	result_t result;

	job_result(record->job, &result);
	out->has_result = true;
	fill_done(record, &result, &out->result);
	out->state = out->result.state;
	out->order = out->result.order;
	out->depth = out->result.depth;
	out->value = out->result.value;
	out->nodes = out->result.nodes;
	out->nodes_per_s = out->result.nodes_per_s;
	out->time_ms = out->result.time_ms;
	out->workers = out->result.workers;
	memcpy(out->best, out->result.best, sizeof(out->best));
	out->line = out->result.line;
}

static void fill_job_running(const record_t *record, msg_job_t *out)
{
	progress_t progress;
	msg_progress_t p;

	job_progress(record->job, &progress);
	fill_progress(record, &progress, &p);
	out->state = (unsigned)progress.state;
	out->order = p.order;
	out->depth = p.depth;
	out->value = p.value;
	out->nodes = p.nodes;
	out->nodes_per_s = p.nodes_per_s;
	out->time_ms = p.time_ms;
	out->workers = p.workers;
	memcpy(out->best, p.best, sizeof(out->best));
	out->line = p.line;
}

static void fill_job(const record_t *record, msg_job_t *out)
{
	const position_t *pos = job_position(record->job);

	memset(out, 0, sizeof(*out));
	out->job = record->node.id;
	memcpy(out->label, record->label, sizeof(out->label));
	out->detach = record->detach;
	out->goal = record->goal;
	out->attacker = (unsigned)pos->game->attacker(pos);
	fill_rows(pos, out->rows);
	if (job_is_final(record->job))
		fill_job_done(record, out);
	else
		fill_job_running(record, out);
}

outbuf_t *report_progress(const record_t *record, const progress_t *progress)
{
	msg_progress_t msg;
	wirebuf_t out;

	fill_progress(record, progress, &msg);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_PROGRESS);
	msg_progress_write(&out, &msg);
	return outbuf_take(&out);
}

outbuf_t *report_done(const record_t *record, const result_t *result)
{
	msg_done_t msg;
	wirebuf_t out;

	fill_done(record, result, &msg);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_DONE);
	msg_done_write(&out, &msg);
	return outbuf_take(&out);
}

outbuf_t *report_status(const record_t *record)
{
	msg_job_t msg;
	wirebuf_t out;

	fill_job(record, &msg);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	msg_job_write(&out, &msg);
	return outbuf_take(&out);
}

void report_row(const record_t *record, msg_row_t *row)
{
	memset(row, 0, sizeof(*row));
	row->job = record->node.id;
	memcpy(row->label, record->label, sizeof(row->label));
	if (job_is_final(record->job)) {
		result_t r;

		job_result(record->job, &r);
		row->state = (unsigned)r.state;
		row->order = r.order;
		row->depth = r.depth;
		row->value = (unsigned)r.value;
		row->nodes = r.nodes;
		row->time_ms = ms_of(r.time_ns);
		row->workers = r.workers;
	} else {
		progress_t p;

		job_progress(record->job, &p);
		row->state = (unsigned)p.state;
		row->order = p.order;
		row->depth = p.depth;
		row->value = (unsigned)p.value;
		row->nodes = p.nodes;
		row->time_ms = ms_of(p.time_ns);
		row->workers = p.workers;
	}
}
