/* SPDX-License-Identifier: MIT
 * msg.c - the tables of fields, one for each map.
 *
 * The order of the rows is the order on the wire. SPEC.md describes the same
 * fields; its examples are replayed through these tables by a test.
 */
#include "protocol/msg.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/version.h"
#include "protocol/fields.h"
#include "protocol/tables.h"

const char *const msg_value_names[] = {"disproven", "undecided", "proven", NULL};
const char *const msg_scope_names[] = {"none", "absolute", "order", "heuristic", "within", NULL};
const char *const msg_state_names[] = {"queued",  "running", "done", "cancelled",
                                       "expired", "failed",  NULL};
const char *const msg_colour_names[] = {"none", "black", "white", NULL};
const char *const msg_side_names[] = {"attacker", "defender", NULL};
const char *const msg_ko_names[] = {"unasked", "unconditional", "ko", "fails", NULL};
const char *const msg_schedule_names[] = {"auto", "depth", NULL};
const char *const msg_driver_names[] = {"lambda", "plain", NULL};
const char *const msg_engine_names[] = {"auto", "alphabeta", "dfpn", NULL};
const char *const msg_zoning_names[] = {"sound", "none", "inversion", NULL};

const field_t msg_goal_fields[] = {
        {MAYBE_TEXT(msg_goal_t, type)},
        {MAYBE_TEXT(msg_goal_t, target)},
        {MAYBE_CHOICE(msg_goal_t, attacker, MSG_BLACK, msg_colour_names)},
        {MAYBE_CHOICE(msg_goal_t, first, MSG_ATTACKER, msg_side_names)},
        {.name = NULL},
};

#define LIMIT_FIELD(key, least, most, otherwise) \
	{MAYBE_UINT(msg_limits_t, key, least, most, otherwise)},
static const field_t limits_fields[] = {MSG_LIMIT_TABLE(LIMIT_FIELD){.name = NULL}};
#undef LIMIT_FIELD

static const field_t position_fields[] = {
        {"board", FIELD_UINT, OPTIONAL, AT(msg_submit_t, position.board), .least = 1,
         .most = CODEC_INTEGER_MAX},
        {"sgf", FIELD_BYTES, OPTIONAL, AT(msg_submit_t, position.sgf),
         .other = offsetof(msg_submit_t, position.sgf_bytes), .most = FRAME_BYTES_MAX},
        {"move", FIELD_UINT, OPTIONAL, AT(msg_submit_t, position.move), .most = MSG_MOVE_ALL - 1,
         .fallback = MSG_MOVE_ALL},
        {"rows", FIELD_ROWS, OPTIONAL, AT(msg_submit_t, position.rows), .size = MSG_ROWS_BYTES},
        {"fen", FIELD_TEXT, OPTIONAL, AT(msg_submit_t, position.fen), .size = MSG_FEN_BYTES},
        {.name = NULL},
};

static const char *const endless_names[] = {"unlimited", NULL};
static const char *const many_names[] = {"more", NULL};

static const field_t threats_fields[] = {
        {"attacker", FIELD_THREATS, OPTIONAL, AT(msg_submit_t, threats.attacker),
         .names = endless_names},
        {"defender", FIELD_THREATS, OPTIONAL, AT(msg_submit_t, threats.defender),
         .names = endless_names},
        {.name = NULL},
};

const field_t msg_submit_fields[] = {
        {MAYBE_TEXT(msg_submit_t, game)},
        {GROUP(position, OPTIONAL, position_fields)},
        {"options", FIELD_OPTIONS, OPTIONAL, BUF(msg_submit_t, options)},
        {MAYBE_MAP(msg_submit_t, goal, 0, msg_goal_fields)},
        {MAYBE_TEXT(msg_submit_t, ko)},
        {GROUP(threats, OPTIONAL, threats_fields)},
        {MAYBE(msg_submit_t, ko_verdict, FIELD_BOOL)},
        {MAYBE_MAP(msg_submit_t, limits, 0, limits_fields)},
        {MAYBE_CHOICE(msg_submit_t, schedule, MSG_SCHEDULE_AUTO, msg_schedule_names)},
        {MAYBE_CHOICE(msg_submit_t, driver, MSG_DRIVER_LAMBDA, msg_driver_names)},
        {MAYBE_CHOICE(msg_submit_t, engine, MSG_ENGINE_AUTO, msg_engine_names)},
        {MAYBE_CHOICE(msg_submit_t, zone, MSG_ZONING_SOUND, msg_zoning_names)},
        {MAYBE(msg_submit_t, shortest, FIELD_BOOL)},
        {MAYBE(msg_submit_t, fresh, FIELD_BOOL)},
        {MAYBE(msg_submit_t, detach, FIELD_BOOL)},
        {MAYBE_UINT(msg_submit_t, priority, 0, MSG_PRIORITY_MOST, MSG_PRIORITY_DEFAULT)},
        {MAYBE_UINT(msg_submit_t, deadline_ms, 0, MSG_DEADLINE_MOST_MS, 0)},
        {MAYBE_UINT(msg_submit_t, progress_ms, 0, PROGRESS_MOST_MS, PROGRESS_DEFAULT_MS)},
        {MAYBE_TEXT(msg_submit_t, label)},
        {MAYBE(msg_submit_t, durable, FIELD_BOOL)},
        {MAYBE_TEXT(msg_submit_t, key)},
        {.name = NULL},
};

#define MAYBE_JOB(type) MAYBE_UINT(type, job, 1, CODEC_INTEGER_MAX, 0)
static const field_t ref_fields[] = {
        {MAYBE_JOB(msg_ref_t)},
        {MAYBE_TEXT(msg_ref_t, key)},
        {.name = NULL},
};

const field_t msg_submitted_fields[] = {
        {JOB(msg_submitted_t)},
        {MAYBE_UINT(msg_submitted_t, time_ms, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_UINT(msg_submitted_t, nodes, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_TEXT(msg_submitted_t, key)},
        {MAYBE(msg_submitted_t, known, FIELD_BOOL)},
        {.name = NULL},
};

const field_t msg_kept_fields[] = {
        {JOB(msg_kept_t)},
        {TEXT(msg_kept_t, key)},
        {.name = NULL},
};

static const field_t watch_fields[] = {
        {MAYBE_JOB(msg_ref_t)},
        {MAYBE_TEXT(msg_ref_t, key)},
        {MAYBE_UINT(msg_ref_t, progress_ms, 0, PROGRESS_MOST_MS, PROGRESS_DEFAULT_MS)},
        {.name = NULL},
};

const field_t msg_cancelled_fields[] = {
        {JOB(msg_cancelled_t)},
        {CHOICE(msg_cancelled_t, state, msg_state_names)},
        {.name = NULL},
};

const field_t msg_error_fields[] = {
        {"code", FIELD_INT, REQUIRED, AT(msg_error_t, code)},
        {TEXT(msg_error_t, name)},
        {TEXT(msg_error_t, message)},
        {MAYBE_UINT(msg_error_t, retry_ms, 0, CODEC_INTEGER_MAX, 0)},
        {.name = NULL},
};

const field_t msg_progress_fields[] = {
        {JOB(msg_progress_t)},
        {UINT(msg_progress_t, sequence)},
        {MAYBE_CHOICE(msg_progress_t, driver, MSG_DRIVER_LAMBDA, msg_driver_names)},
        {UINT(msg_progress_t, order)},
        {UINT(msg_progress_t, depth)},
        {CHOICE(msg_progress_t, value, msg_value_names)},
        {UINT(msg_progress_t, nodes)},
        {UINT(msg_progress_t, nodes_per_s)},
        {REAL(msg_progress_t, time_ms)},
        {UINT(msg_progress_t, workers)},
        {MOVE(msg_progress_t, best)},
        {LINE(msg_progress_t, line)},
        {MAYBE_TEXT(msg_progress_t, best_coords)},
        {MAYBE_LINE(msg_progress_t, coords)},
        {.name = NULL},
};

static const field_t table_fields[] = {
        {KEY_UINT(msg_done_t, bytes, table.bytes)},
        {KEY_UINT(msg_done_t, entries, table.entries)},
        {KEY_UINT(msg_done_t, used, table.used)},
        {.name = NULL},
};

const field_t msg_done_fields[] = {
        {JOB(msg_done_t)},
        {TEXT(msg_done_t, label)},
        {MAYBE_TEXT(msg_done_t, key)},
        {CHOICE(msg_done_t, state, msg_state_names)},
        {MAYBE_MAP(msg_done_t, error, offsetof(msg_done_t, has_error), msg_error_fields)},
        {CHOICE(msg_done_t, value, msg_value_names)},
        {CHOICE(msg_done_t, scope, msg_scope_names)},
        {MAYBE_TEXT(msg_done_t, claim)},
        {MAYBE_CHOICE(msg_done_t, driver, MSG_DRIVER_LAMBDA, msg_driver_names)},
        {MAYBE_CHOICE(msg_done_t, engine, MSG_ENGINE_ALPHABETA, msg_engine_names)},
        {UINT(msg_done_t, order)},
        {UINT(msg_done_t, depth)},
        {MAYBE_UINT(msg_done_t, denied, 1, 512, 0)},
        {MOVE(msg_done_t, best)},
        {LINE(msg_done_t, line)},
        {MAYBE_TEXT(msg_done_t, best_coords)},
        {MAYBE_LINE(msg_done_t, coords)},
        {MAYBE_CHOICE(msg_done_t, ko, MSG_KO_NONE, msg_ko_names)},
        {MAYBE(msg_done_t, ko_threats, FIELD_THREATS), .names = many_names,
         .fallback = MSG_THREATS_UNTOLD},
        {MAYBE(msg_done_t, zone, FIELD_POINTS)},
        {MAYBE_UINT(msg_done_t, areas, 2, MSG_ZONE_AREAS, 0)},
        {MAYBE(msg_done_t, indices, FIELD_INDICES)},
        {UINT(msg_done_t, nodes)},
        {UINT(msg_done_t, nodes_per_s)},
        {REAL(msg_done_t, time_ms)},
        {GROUP(table, REQUIRED, table_fields)},
        {UINT(msg_done_t, workers)},
        {MAYBE(msg_done_t, remembered, FIELD_BOOL)},
        {MAYBE_TEXT(msg_done_t, game)},
        {MAYBE_TEXT(msg_done_t, style)},
        {TEXT(msg_done_t, rows)},
        {CHOICE(msg_done_t, attacker, msg_colour_names)},
        {MAP(msg_done_t, goal, msg_goal_fields)},
        {"options", FIELD_OPTIONS, OPTIONAL, BUF(msg_done_t, options)},
        {.name = NULL},
};

const field_t msg_job_fields[] = {
        {JOB(msg_job_t)},
        {TEXT(msg_job_t, label)},
        {MAYBE_TEXT(msg_job_t, key)},
        {CHOICE(msg_job_t, state, msg_state_names)},
        {BOOL(msg_job_t, detach)},
        {MAYBE_CHOICE(msg_job_t, driver, MSG_DRIVER_LAMBDA, msg_driver_names)},
        {UINT(msg_job_t, order)},
        {UINT(msg_job_t, depth)},
        {CHOICE(msg_job_t, value, msg_value_names)},
        {UINT(msg_job_t, nodes)},
        {UINT(msg_job_t, nodes_per_s)},
        {REAL(msg_job_t, time_ms)},
        {UINT(msg_job_t, workers)},
        {MOVE(msg_job_t, best)},
        {LINE(msg_job_t, line)},
        {MAYBE_TEXT(msg_job_t, best_coords)},
        {MAYBE_LINE(msg_job_t, coords)},
        {MAYBE_TEXT(msg_job_t, game)},
        {MAYBE_TEXT(msg_job_t, style)},
        {TEXT(msg_job_t, rows)},
        {CHOICE(msg_job_t, attacker, msg_colour_names)},
        {MAP(msg_job_t, goal, msg_goal_fields)},
        {"options", FIELD_OPTIONS, OPTIONAL, BUF(msg_job_t, options)},
        {MAYBE_MAP(msg_job_t, result, offsetof(msg_job_t, has_result), msg_done_fields)},
        {.name = NULL},
};

const field_t msg_row_fields[] = {
        {JOB(msg_row_t)},
        {TEXT(msg_row_t, label)},
        {MAYBE_TEXT(msg_row_t, key)},
        {CHOICE(msg_row_t, state, msg_state_names)},
        {UINT(msg_row_t, order)},
        {UINT(msg_row_t, depth)},
        {CHOICE(msg_row_t, value, msg_value_names)},
        {UINT(msg_row_t, nodes)},
        {REAL(msg_row_t, time_ms)},
        {UINT(msg_row_t, workers)},
        {.name = NULL},
};

static const field_t option_fields[] = {
        {TEXT(msg_option_t, name)},
        {TEXT(msg_option_t, kind)},
        {INT(msg_option_t, least)},
        {INT(msg_option_t, most)},
        {"words", FIELD_WORDS, OPTIONAL, AT(msg_option_t, words), .size = MSG_NAME_BYTES,
         .most = MSG_WORDS},
        {"default", FIELD_TEXT, OPTIONAL, BUF(msg_option_t, fallback)},
        {TEXT(msg_option_t, help)},
        {.name = NULL},
};

const field_t msg_game_fields[] = {
        {TEXT(msg_game_t, name)},
        {"goals", FIELD_WORDS, REQUIRED, AT(msg_game_t, goals), .size = MSG_NAME_BYTES,
         .most = MSG_GOALS},
        {TEXT(msg_game_t, help)},
        {MAYBE_TEXT(msg_game_t, style)},
        {"options", FIELD_LIST, OPTIONAL, AT(msg_game_t, options), .size = sizeof(msg_option_t),
         .other = offsetof(msg_game_t, option_count), .most = MSG_OPTIONS, .inner = option_fields},
        {.name = NULL},
};

static const field_t limit_fields[] = {
        {TEXT(msg_limit_t, name)},
        {UINT(msg_limit_t, least)},
        {UINT(msg_limit_t, most)},
        {KEY_UINT(msg_limit_t, default, fallback)},
        {TEXT(msg_limit_t, unit)},
        {TEXT(msg_limit_t, help)},
        {.name = NULL},
};

static const field_t counts_fields[] = {
        {KEY_UINT(msg_info_t, queued, jobs.queued)},
        {KEY_UINT(msg_info_t, running, jobs.running)},
        {KEY_UINT(msg_info_t, finished, jobs.finished)},
        {KEY_UINT(msg_info_t, total, jobs.total)},
        {.name = NULL},
};

static const field_t bounds_fields[] = {
        {KEY_UINT(msg_info_t, frame_bytes, bounds.frame_bytes)},
        {KEY_UINT(msg_info_t, values, bounds.values)},
        {KEY_UINT(msg_info_t, depth, bounds.depth)},
        {KEY_UINT(msg_info_t, method_bytes, bounds.method_bytes)},
        {KEY_UINT(msg_info_t, label_bytes, bounds.label_bytes)},
        {KEY_UINT(msg_info_t, jobs_per_connection, bounds.jobs_per_connection)},
        {KEY_UINT(msg_info_t, jobs_total, bounds.jobs_total)},
        {KEY_UINT(msg_info_t, jobs_finished, bounds.jobs_finished)},
        {"boards_per_connection", FIELD_UINT, OPTIONAL,
         AT(msg_info_t, bounds.boards_per_connection), .most = CODEC_INTEGER_MAX},
        {"moves_per_board", FIELD_UINT, OPTIONAL, AT(msg_info_t, bounds.moves_per_board),
         .most = CODEC_INTEGER_MAX},
        {"key_bytes", FIELD_UINT, OPTIONAL, AT(msg_info_t, bounds.key_bytes),
         .most = CODEC_INTEGER_MAX},
        {"jobs_durable", FIELD_UINT, OPTIONAL, AT(msg_info_t, bounds.jobs_durable),
         .most = CODEC_INTEGER_MAX},
        {"jobs_per_batch", FIELD_UINT, OPTIONAL, AT(msg_info_t, bounds.jobs_per_batch),
         .most = CODEC_INTEGER_MAX},
        {.name = NULL},
};

static const field_t loop_fields[] = {
        {KEY_UINT(msg_info_t, turns, loop.turns)},
        {KEY_UINT(msg_info_t, long_turns, loop.long_turns)},
        {"longest_ms", FIELD_REAL, REQUIRED, AT(msg_info_t, loop.longest_ms)},
        {.name = NULL},
};

static const field_t store_fields[] = {
        {KEY_UINT(msg_info_t, facts, store.facts)},
        {KEY_UINT(msg_info_t, waiting, store.waiting)},
        {KEY_UINT(msg_info_t, bytes, store.bytes)},
        {KEY_UINT(msg_info_t, bytes_most, store.bytes_most)},
        {KEY_UINT(msg_info_t, found, store.found)},
        {KEY_UINT(msg_info_t, missed, store.missed)},
        {KEY_UINT(msg_info_t, evicted, store.evicted)},
        {"full", FIELD_BOOL, OPTIONAL, AT(msg_info_t, store.is_full)},
        {"state", FIELD_TEXT, OPTIONAL, BUF(msg_info_t, store.state)},
        {"why", FIELD_TEXT, OPTIONAL, BUF(msg_info_t, store.why)},
        {.name = NULL},
};

static const field_t member_fields[] = {
        {TEXT(msg_member_t, name)},
        {TEXT(msg_member_t, role)},
        {TEXT(msg_member_t, version)},
        {UINT(msg_member_t, places)},
        {UINT(msg_member_t, free)},
        {UINT(msg_member_t, jobs)},
        {UINT(msg_member_t, silent_ms)},
        {MAYBE_TEXT(msg_member_t, why)},
        {.name = NULL},
};

static const field_t fleet_fields[] = {
        {"name", FIELD_TEXT, REQUIRED, BUF(msg_info_t, fleet.name)},
        {"role", FIELD_TEXT, REQUIRED, BUF(msg_info_t, fleet.role)},
        {"connected", FIELD_BOOL, REQUIRED, AT(msg_info_t, fleet.is_connected)},
        {KEY_UINT(msg_info_t, out, fleet.out)},
        {KEY_UINT(msg_info_t, handed_out, fleet.handed_out)},
        {KEY_UINT(msg_info_t, settled, fleet.settled)},
        {KEY_UINT(msg_info_t, declined, fleet.declined)},
        {KEY_UINT(msg_info_t, lapsed, fleet.lapsed)},
        {KEY_UINT(msg_info_t, failed, fleet.failed)},
        {KEY_UINT(msg_info_t, errands, fleet.errands)},
        {KEY_UINT(msg_info_t, taken, fleet.taken)},
        {KEY_UINT(msg_info_t, done, fleet.done)},
        {KEY_UINT(msg_info_t, lost, fleet.lost)},
        {"members", FIELD_LIST, REQUIRED, AT(msg_info_t, fleet.members),
         .size = sizeof(msg_member_t), .other = offsetof(msg_info_t, fleet.member_count),
         .most = MSG_MEMBERS, .inner = member_fields},
        {.name = NULL},
};

const field_t msg_info_fields[] = {
        {TEXT(msg_info_t, name)},
        {TEXT(msg_info_t, version)},
        {UINT(msg_info_t, protocol)},
        {UINT(msg_info_t, workers)},
        {UINT(msg_info_t, uptime_ms)},
        {UINT(msg_info_t, table_bytes)},
        {REAL(msg_info_t, table_used)},
        {GROUP(jobs, REQUIRED, counts_fields)},
        {UINT(msg_info_t, connections)},
        {"games", FIELD_LIST, REQUIRED, AT(msg_info_t, games), .size = sizeof(msg_game_t),
         .other = offsetof(msg_info_t, game_count), .most = MSG_GAMES, .inner = msg_game_fields},
        {"limits", FIELD_LIST, REQUIRED, AT(msg_info_t, limits), .size = sizeof(msg_limit_t),
         .other = offsetof(msg_info_t, limit_count), .most = MSG_LIMITS, .inner = limit_fields},
        {GROUP(bounds, REQUIRED, bounds_fields)},
        {GROUP(loop, OPTIONAL, loop_fields), .other = offsetof(msg_info_t, has_loop)},
        {GROUP(store, OPTIONAL, store_fields), .other = offsetof(msg_info_t, has_store)},
        {GROUP(fleet, OPTIONAL, fleet_fields), .other = offsetof(msg_info_t, has_fleet)},
        {MAYBE_UINT(msg_info_t, client_bytes, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_UINT(msg_info_t, client_bytes_most, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_UINT(msg_info_t, faults, 0, CODEC_INTEGER_MAX, 0)},
        {.name = NULL},
};

BOTH_WAYS(msg_submitted, msg_submitted_fields, msg_submitted_t)
BOTH_WAYS(msg_kept, msg_kept_fields, msg_kept_t)

void msg_ref_write(wirebuf_t *out, const msg_ref_t *msg)
{
	record_write(out, ref_fields, msg);
}

void msg_watch_write(wirebuf_t *out, const msg_ref_t *msg)
{
	record_write(out, watch_fields, msg);
}

/* read_ref reads what names a job: its number or its key. */
static err_t read_ref(const node_t *map, const field_t *fields, msg_ref_t *msg, errinfo_t *why)
{
	const err_t err = record_read_all(map, fields, msg, why);

	if (err != ERR_OK)
		return err;
	fields_name(map, "job", msg->key);
	return codec_error(map->codec, why);
}

err_t msg_ref_read(const node_t *map, msg_ref_t *msg, errinfo_t *why)
{
	return read_ref(map, ref_fields, msg, why);
}

err_t msg_watch_read(const node_t *map, msg_ref_t *msg, errinfo_t *why)
{
	return read_ref(map, watch_fields, msg, why);
}

BOTH_WAYS(msg_cancelled, msg_cancelled_fields, msg_cancelled_t)
BOTH_WAYS(msg_error, msg_error_fields, msg_error_t)

size_t msg_path_length(const char *message)
{
	static const char root[] = "params", letters[] = "abcdefghijklmnopqrstuvwxyz"
	                                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                                                 "0123456789_-.[]";
	const size_t length = strspn(message, letters), first = strlen(root);
	const bool is_path = strncmp(message, root, first) == 0 &&
	                     strchr(".[:", message[first]) != NULL &&
	                     strncmp(message + length, ": ", 2) == 0;

	return is_path ? length : 0;
}
BOTH_WAYS(msg_progress, msg_progress_fields, msg_progress_t)
BOTH_WAYS(msg_done, msg_done_fields, msg_done_t)
BOTH_WAYS(msg_job, msg_job_fields, msg_job_t)
BOTH_WAYS(msg_info, msg_info_fields, msg_info_t)

void msg_done_init(msg_done_t *msg)
{
	memset(msg, 0, offsetof(msg_done_t, line));
	msg->line.count = msg->coords.count = 0;
	msg->zone.is_known = false;
	msg->zone.count = msg->indices.count = 0;
}

void msg_submit_init(msg_submit_t *msg)
{
	record_init(msg_submit_fields, msg);
}

void msg_submit_write(wirebuf_t *out, const msg_submit_t *msg)
{
	record_write(out, msg_submit_fields, msg);
}

/* submit_check checks what concerns several fields together. */
static void submit_check(const node_t *map, const msg_submit_t *msg)
{
	node_t position = codec_field(map, "position"), limits = codec_field(map, "limits");
	node_t game = codec_field(map, "game"), depth = codec_field(&limits, "depth");
	node_t key = codec_field(map, "key"), board = codec_field(&position, "board");
	const bool has_sgf = msg->position.sgf != NULL;
	const char *const given[] = {has_sgf ? "sgf" : NULL,
	                             msg->position.rows[0] != '\0' ? "rows" : NULL,
	                             msg->position.fen[0] != '\0' ? "fen" : NULL,
	                             msg->position.board != 0 ? "board" : NULL};

	if (codec_kind(&game) != NODE_ABSENT && msg->game[0] == '\0')
		codec_fail(&game, ERR_GAME, "an empty name is no game");
	fields_one_of(&position, given, sizeof(given) / sizeof(given[0]));
	fields_move(&position, has_sgf);
	if (msg->limits.depth % 2 == 0)
		codec_fail(&depth, ERR_VALUE, "%d is even; a search ends with the attacker's move",
		           (int)msg->limits.depth);
	if (msg->durable && msg->key[0] == '\0')
		codec_fail(&key, ERR_MISSING, "a durable job has one, by which it is found again");
	else if (!msg->durable && msg->key[0] != '\0')
		codec_fail(&key, ERR_VALUE, "only a durable job has a key");
	else if (msg->durable && msg->position.board != 0)
		codec_fail(&board, ERR_VALUE,
		           "a kept board ends with its connection, a durable job does not: "
		           "send the position");
}

err_t msg_submit_read(const node_t *map, msg_submit_t *msg, errinfo_t *why)
{
	err_t err;

	msg_submit_init(msg);
	err = codec_map(map, REQUIRED) ? ERR_OK : codec_error(map->codec, why);
	assert(err != ERR_OK || codec_kind(map) == NODE_MAP);
	if (err != ERR_OK)
		return err;
	record_read(map, msg_submit_fields, msg);
	submit_check(map, msg);
	if (msg->progress_ms > 0 && msg->progress_ms < PROGRESS_LEAST_MS)
		msg->progress_ms = PROGRESS_LEAST_MS;
	return codec_error(map->codec, why);
}

void msg_list_open(wirebuf_t *out, uint32_t count)
{
	assert(count <= REPLY_VALUES_MAX);
	put_map(out, 1);
	put_text(out, "jobs");
	put_array(out, count);
}

void msg_row_write(wirebuf_t *out, const msg_row_t *msg)
{
	record_write(out, msg_row_fields, msg);
}

err_t msg_list_count(const node_t *map, uint32_t *count, errinfo_t *why)
{
	node_t jobs = codec_field(map, "jobs");

	*count = 0;
	if (codec_map(map, REQUIRED))
		codec_array(&jobs, REQUIRED, REPLY_VALUES_MAX, count);
	return codec_error(map->codec, why);
}

err_t msg_list_read(const node_t *map, uint32_t index, msg_row_t *msg, errinfo_t *why)
{
	node_t jobs = codec_field(map, "jobs"), row = codec_item(&jobs, index);

	return record_read_all(&row, msg_row_fields, msg, why);
}

void msg_info_init(msg_info_t *msg)
{
	record_init(msg_info_fields, msg);
	snprintf(msg->name, sizeof(msg->name), "tesuji");
	snprintf(msg->version, sizeof(msg->version), "%s", TESUJI_VERSION);
	msg->protocol = PROTOCOL_VERSION;
#define BOUND_ROW(constant, value, name, text) value,
	const uint64_t bounds[] = {BOUND_TABLE(BOUND_ROW)};
#undef BOUND_ROW
	static_assert(sizeof(bounds) == sizeof(msg->bounds), "one member for each bound, in order");
	memcpy(&msg->bounds, bounds, sizeof(bounds));
}
