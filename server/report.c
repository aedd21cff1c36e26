/* SPDX-License-Identifier: MIT
 * report.c - fills msg_done_t, msg_job_t and msg_progress_t, by one function each. Enums have
 * the same numbers on both sides (a protocol test compares them).
 *
 * The structures are large (a line has room for 512 moves) and short-lived, and only the loop
 * thread uses them, so they lie on its stack. Of a finished job the encoded job.done is kept:
 * some hundred bytes, 2 KB with a large zone, instead of 41 KB. It has all that job.status tells
 * and is decoded for that, since hardly any client asks.
 */
#include "server/report.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/solve/limits.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"

const char *report_style(const game_t *game)
{
	static const char *const names[] = {[BOARD_GO] = "go",
	                                    [BOARD_RENJU] = "renju",
	                                    [BOARD_HEX] = "hex",
	                                    [BOARD_CHESS] = "chess"};

	return names[game->style];
}

/* A line of moves as it is told. `coords` and `best_coords` stay empty where the name of a move
 * is that of its point. */
typedef struct {
	char *best, *best_coords;
	msg_line_t *line, *coords;
} told_t;

static void fill_move(const position_t *pos, move_t move, char *out, char *coords)
{
	strbuf_t text;

	strbuf_init(&text, out, MSG_POINT_BYTES);
	if (move != MOVE_NONE)
		pos->game->move_text(pos, move, &text);
	strbuf_init(&text, coords, MSG_POINT_BYTES);
	if (move != MOVE_NONE && pos->game->notation != NULL)
		pos->game->notation->coords_text(pos, move, &text);
}

/* fill_line writes the names of the moves. The second and the later ones need a copy of `root` to
 * play on, because the name of a move may depend on the position in which it is made. */
static void fill_line(const position_t *root, const move_t *moves, unsigned count, told_t *out)
{
	position_t *copy = count > 1 ? position_clone(root) : NULL;
	const position_t *pos = copy != NULL ? copy : root;

	if (count > 1 && copy == NULL)
		count = 1;
	out->line->count = out->coords->count = 0;
	for (uint32_t i = 0; i < count && i < MSG_LINE_MOVES; i++) {
		if (!game_may_play(pos, moves[i]))
			break; /* a line that is read in the middle of a search may end so */
		fill_move(pos, moves[i], out->line->move[i], out->coords->move[i]);
		out->line->count++;
		if (i + 1 < count)
			copy->game->play(copy, moves[i]);
	}
	if (root->game->notation != NULL)
		out->coords->count = out->line->count;
	position_free(copy);
}

static void fill_moves(const position_t *root, move_t best, const move_t *line, unsigned count,
                       told_t out)
{
	fill_move(root, best, out.best, out.best_coords);
	fill_line(root, line, count, &out);
}

static void copy_name(char out[MSG_NAME_BYTES], const char *name)
{
	strbuf_t text;

	strbuf_init(&text, out, MSG_NAME_BYTES);
	strbuf_add(&text, name);
}

static void fill_board(const position_t *pos, char game[MSG_NAME_BYTES], char style[MSG_NAME_BYTES],
                       char rows[MSG_ROWS_BYTES])
{
	strbuf_t text;

	copy_name(game, pos->game->name);
	copy_name(style, report_style(pos->game));
	strbuf_init(&text, rows, MSG_ROWS_BYTES);
	pos->game->rows_text(pos, &text);
}

/* is_least tells whether no proof of less depth exists. A depth with λ counts the passes of
 * threats, and df-pn does not ask depth by depth: then it is known only if all less was denied. */
static bool is_least(const position_t *pos, const result_t *r)
{
	return (r->driver == DRIVER_PLAIN && r->engine == ALGORITHM_ALPHABETA) ||
	       (r->denied > 0 && r->denied + 1 == limits_moves(pos->game, r->depth));
}

static void fill_claim(const position_t *pos, const result_t *r, char out[MSG_CLAIM_BYTES])
{
	strbuf_t text;

	strbuf_init(&text, out, MSG_CLAIM_BYTES);
	if (pos->game->notation != NULL)
		pos->game->notation->claim(pos, r->depth, is_least(pos, r), &text);
}

/* fill_zone lists the points of a zone; in a game that has zones, moves are points. Of several
 * areas the last is left out: it stands for all higher indices and is nearly the whole board. */
static void fill_zone(const position_t *pos, const zone_t *zone, msg_done_t *out)
{
	const unsigned most = zone->areas > 1 ? zone->areas - 1u : 1;
	bits_t points = {{0}};

	out->zone.is_known = zone->areas > 0;
	out->areas = zone->areas > 1 ? zone->areas : 0;
	for (unsigned i = 0; i < most && i < zone->areas; i++)
		bits_unite(&points, &zone->area[i]);
	while (!bits_is_empty(&points)) {
		const unsigned point = bits_take(&points);
		strbuf_t text;

		assert(point < (unsigned)zone->width * zone->height);
		assert(out->zone.count < MSG_ZONE_POINTS && out->indices.count < MSG_ZONE_POINTS);
		strbuf_init(&text, out->zone.point[out->zone.count++], MSG_POINT_BYTES);
		pos->game->move_text(pos, (move_t)point, &text);
		if (zone->areas > 1)
			out->indices.index[out->indices.count++] = (uint8_t)zone_index(zone, point);
	}
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
	out->driver = (unsigned)p->driver;
	out->order = p->order;
	out->depth = p->depth;
	out->value = (unsigned)p->value;
	out->nodes = p->nodes;
	out->nodes_per_s = p->nodes_per_s;
	out->time_ms = ms_of(p->time_ns);
	out->workers = p->workers;
	fill_moves(pos, p->best, p->line, p->line_length,
	           (told_t){out->best, out->best_coords, &out->line, &out->coords});
}

/* fill_why writes why a job has failed. */
static void fill_why(const result_t *r, char *out, size_t bytes)
{
	strbuf_t text;

	strbuf_init(&text, out, bytes);
	strbuf_add(&text, err_text(r->error));
	if (r->fault.what != NULL)
		strbuf_printf(&text, ": check failed at %s:%d: %s", r->fault.file, r->fault.line,
		              r->fault.what);
}

void report_result(const job_t *job, const result_t *r, msg_done_t *out)
{
	const position_t *pos = job_position(job);

	msg_done_init(out);
	out->state = (unsigned)r->state;
	if (r->state == JOB_FAILED) {
		out->has_error = true;
		out->error.code = r->error;
		strncpy(out->error.name, err_name(r->error), sizeof(out->error.name) - 1);
		fill_why(r, out->error.message, sizeof(out->error.message));
	}
	out->value = (unsigned)r->value;
	out->scope = (unsigned)r->scope;
	if (r->value == VALUE_PROVEN)
		fill_claim(pos, r, out->claim);
	out->driver = (unsigned)r->driver;
	out->engine = (unsigned)r->engine;
	out->order = r->order;
	out->depth = r->depth;
	fill_moves(pos, r->best, r->line, r->line_length,
	           (told_t){out->best, out->best_coords, &out->line, &out->coords});
	out->denied = r->denied;
	out->ko = (unsigned)r->ko;
	out->ko_threats = r->ko == KO_FIGHT ? r->threats : MSG_THREATS_UNTOLD;
	fill_zone(pos, &r->zone, out);
	out->nodes = r->nodes;
	out->nodes_per_s = rate(r->nodes, r->time_ns);
	out->time_ms = ms_of(r->time_ns);
	out->table.bytes = r->table_bytes;
	out->table.entries = r->table_entries;
	out->table.used = r->table_used;
	out->workers = r->workers;
	out->remembered = r->remembered;
	fill_board(pos, out->game, out->style, out->rows);
	out->attacker = (unsigned)pos->game->attacker(pos);
}

static void fill_done(const record_t *record, const result_t *r, msg_done_t *out)
{
	report_result(record->job, r, out);
	out->job = record->node.id;
	memcpy(out->label, record->label, sizeof(out->label));
	strbuf_copy(out->key, sizeof(out->key), record->key);
	out->goal = record->goal;
	memcpy(out->options, record->options, sizeof(out->options));
}

/* fill_job_done copies the result of a final job into the other fields of its job map. */
static void fill_job_done(msg_job_t *out)
{
	out->has_result = true;
	out->state = out->result.state;
	out->driver = out->result.driver;
	out->order = out->result.order;
	out->depth = out->result.depth;
	out->value = out->result.value;
	out->nodes = out->result.nodes;
	out->nodes_per_s = out->result.nodes_per_s;
	out->time_ms = out->result.time_ms;
	out->workers = out->result.workers;
	memcpy(out->best, out->result.best, sizeof(out->best));
	memcpy(out->best_coords, out->result.best_coords, sizeof(out->best_coords));
	out->line = out->result.line;
	out->coords = out->result.coords;
}

/* state_told returns the state of an active job. One whose end is held back still runs, also when
 * the loop has not heard of that end yet. */
static unsigned state_told(const record_t *record, job_state_t state)
{
	return (unsigned)(record->is_held && state > JOB_RUNNING ? JOB_RUNNING : state);
}

static void fill_job_running(const record_t *record, msg_job_t *out)
{
	progress_t progress;
	msg_progress_t p;

	job_progress(record->job, &progress);
	fill_progress(record, &progress, &p);
	out->state = state_told(record, progress.state);
	out->driver = p.driver;
	out->order = p.order;
	out->depth = p.depth;
	out->value = p.value;
	out->nodes = p.nodes;
	out->nodes_per_s = p.nodes_per_s;
	out->time_ms = p.time_ms;
	out->workers = p.workers;
	memcpy(out->best, p.best, sizeof(out->best));
	memcpy(out->best_coords, p.best_coords, sizeof(out->best_coords));
	out->line = p.line;
	out->coords = p.coords;
}

static void fill_job(const record_t *record, msg_job_t *out)
{
	const position_t *pos = job_position(record->job);

	assert(record->node.id > 0 && (record->done == NULL || record->is_held));
	memset(out, 0, sizeof(*out));
	out->job = record->node.id;
	memcpy(out->label, record->label, sizeof(out->label));
	strbuf_copy(out->key, sizeof(out->key), record->key);
	out->detach = record->detach;
	out->goal = record->goal;
	memcpy(out->options, record->options, sizeof(out->options));
	out->attacker = (unsigned)pos->game->attacker(pos);
	fill_board(pos, out->game, out->style, out->rows);
	if (job_is_final(record->job) && !record->is_held) {
		result_t result;

		job_result(record->job, &result);
		fill_done(record, &result, &out->result);
		fill_job_done(out);
	} else {
		fill_job_running(record, out);
	}
}

/* fill_job_kept makes the job map of a finished job from its notification. */
static err_t fill_job_kept(const record_t *record, codec_t *codec, msg_job_t *out)
{
	errinfo_t why;
	rpc_t rpc;
	err_t err = rpc_parse(codec, record->done->data, record->done->length, &rpc, &why);

	memset(out, 0, sizeof(*out));
	if (err == ERR_OK)
		err = msg_done_read(&rpc.params, &out->result, &why);
	if (err != ERR_OK)
		return err;
	out->job = record->node.id;
	memcpy(out->label, record->label, sizeof(out->label));
	strbuf_copy(out->key, sizeof(out->key), record->key);
	out->detach = record->detach;
	out->goal = record->goal;
	memcpy(out->options, record->options, sizeof(out->options));
	out->attacker = out->result.attacker;
	memcpy(out->game, out->result.game, sizeof(out->game));
	memcpy(out->style, out->result.style, sizeof(out->style));
	memcpy(out->rows, out->result.rows, sizeof(out->rows));
	fill_job_done(out);
	return ERR_OK;
}

outbuf_t *report_progress(const record_t *record, const progress_t *progress)
{
	msg_progress_t msg;
	wirebuf_t out;

	fill_progress(record, progress, &msg);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_PROGRESS);
	msg_progress_write(&out, &msg);
	return outq_buffer_take(&out);
}

outbuf_t *report_restored(const msg_done_t *done)
{
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_DONE);
	msg_done_write(&out, done);
	return outq_buffer_take(&out);
}

outbuf_t *report_done(const record_t *record, const result_t *result)
{
	msg_done_t msg;

	fill_done(record, result, &msg);
	return report_restored(&msg);
}

void report_failed(const msg_submit_t *msg, const errinfo_t *why, msg_done_t *out)
{
	msg_done_init(out);
	out->state = MSG_FAILED;
	out->value = MSG_UNDECIDED;
	out->ko_threats = MSG_THREATS_UNTOLD;
	out->goal = msg->goal;
	memcpy(out->label, msg->label, sizeof(out->label));
	memcpy(out->rows, msg->position.rows, sizeof(out->rows));
	memcpy(out->options, msg->options, sizeof(out->options));
	out->has_error = true;
	out->error.code = why->code;
	strbuf_copy(out->error.name, sizeof(out->error.name), err_name(why->code));
	strbuf_copy(out->error.message, sizeof(out->error.message), why->text);
}

bool report_payload(const outbuf_t *done, const uint8_t **bytes, size_t *count)
{
	wirebuf_t head;
	bool is_good;

	wirebuf_init(&head, REPLY_BYTES_MAX);
	rpc_put_notification(&head, NOTIFY_DONE);
	is_good = head.failed == ERR_OK && done != NULL && done->length > head.length;
	if (is_good) {
		*bytes = done->data + head.length;
		*count = done->length - head.length;
	}
	wirebuf_fini(&head);
	return is_good;
}

outbuf_t *report_gone_on(const record_t *record)
{
	msg_kept_t msg = {.job = record->node.id};
	wirebuf_t out;

	strbuf_copy(msg.key, sizeof(msg.key), record->key);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_KEPT);
	msg_kept_write(&out, &msg);
	return outq_buffer_take(&out);
}

outbuf_t *report_status(const record_t *record)
{
	msg_job_t msg;
	wirebuf_t out;

	fill_job(record, &msg);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	msg_job_write(&out, &msg);
	return outq_buffer_take(&out);
}

outbuf_t *report_kept(const record_t *record)
{
	codec_t *codec = record->done != NULL ? codec_create() : NULL;
	outbuf_t *buf = NULL;
	msg_job_t msg;
	wirebuf_t out;

	if (codec != NULL && fill_job_kept(record, codec, &msg) == ERR_OK) {
		wirebuf_init(&out, REPLY_BYTES_MAX);
		msg_job_write(&out, &msg);
		buf = outq_buffer_take(&out);
	}
	codec_destroy(codec);
	return buf;
}

void report_row(const record_t *record, msg_row_t *row)
{
	assert(record->job != NULL);
	memset(row, 0, sizeof(*row));
	row->job = record->node.id;
	memcpy(row->label, record->label, sizeof(row->label));
	strbuf_copy(row->key, sizeof(row->key), record->key);
	if (job_is_final(record->job) && !record->is_held) {
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
		row->state = state_told(record, p.state);
		row->order = p.order;
		row->depth = p.depth;
		row->value = (unsigned)p.value;
		row->nodes = p.nodes;
		row->time_ms = ms_of(p.time_ns);
		row->workers = p.workers;
	}
}
