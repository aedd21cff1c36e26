/* SPDX-License-Identifier: MIT
 * convert.c - the structs of tesuji.h to and from those of the protocol.
 *
 * Design     Texts of a daemon are cut to the room there is; the protocol's
 *            readers have made sure that they are UTF-8. Points end on terminals
 *            and in diagrams, so anything but letters and digits in them is
 *            replaced. What a request says is checked here only as far as it
 *            could not travel; the rest is for the daemon to judge.
 */
#include "clients/c/handle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void tesuji_request_init(tesuji_request_t *request)
{
	memset(request, 0, sizeof(*request));
	request->move = TESUJI_DEFAULT;
	request->attacker_threats = TESUJI_DEFAULT;
	request->defender_threats = TESUJI_DEFAULT;
	request->order = TESUJI_DEFAULT;
	request->depth = TESUJI_DEFAULT;
	request->nodes = TESUJI_DEFAULT;
	request->time_ms = TESUJI_DEFAULT;
	request->table_bytes = TESUJI_DEFAULT;
	request->workers = TESUJI_DEFAULT;
	request->progress_ms = TESUJI_DEFAULT;
}

/* A number of a request: where it goes, and its name in errors. */
typedef struct {
	const char *path;
	int64_t given;
	uint64_t *to;
} number_t;

/* convert_numbers leaves defaults alone; whether a value is in its range is for
 * the daemon to say, but it must be a number that can travel. */
static int convert_numbers(const number_t *numbers, size_t count, tesuji_error_t *why)
{
	for (size_t i = 0; i < count; i++) {
		const number_t *n = &numbers[i];

		if (n->given == TESUJI_DEFAULT)
			continue;
		if (n->given < 0 || (uint64_t)n->given > CODEC_INTEGER_MAX)
			return fail_with(why, TESUJI_E_RANGE,
			                 "%s: %" PRId64 " is not in 0..%" PRIu64, n->path, n->given,
			                 (uint64_t)CODEC_INTEGER_MAX);
		*n->to = (uint64_t)n->given;
	}
	return TESUJI_OK;
}

/* A text of a request, copied into a field of limited room. */
typedef struct {
	const char *path, *given;
	char *to;
	size_t room;
} words_t;

static int convert_texts(const words_t *texts, size_t count, tesuji_error_t *why)
{
	for (size_t i = 0; i < count; i++) {
		const words_t *w = &texts[i];

		if (w->given == NULL)
			continue;
		if (strlen(w->given) >= w->room)
			return fail_with(why, TESUJI_E_LIMIT, "%s: longer than %zu bytes", w->path,
			                 w->room - 1);
		strcpy(w->to, w->given);
	}
	return TESUJI_OK;
}

static int convert_threats(const char *path, int given, unsigned *to, tesuji_error_t *why)
{
	if (given == TESUJI_DEFAULT)
		return TESUJI_OK;
	if (given < 0 || given > TESUJI_UNLIMITED)
		return fail_with(why, TESUJI_E_RANGE, "%s: %d is not 0, 1, 2 or TESUJI_UNLIMITED",
		                 path, given);
	*to = (unsigned)given;
	return TESUJI_OK;
}

static int convert_schedule(const char *given, unsigned *to, tesuji_error_t *why)
{
	if (given == NULL)
		return TESUJI_OK;
	for (unsigned i = 0; msg_schedule_names[i] != NULL; i++) {
		if (strcmp(given, msg_schedule_names[i]) == 0) {
			*to = i;
			return TESUJI_OK;
		}
	}
	return fail_with(why, TESUJI_E_VALUE, "params.schedule: '%.40s' is not auto or depth",
	                 given);
}

int request_convert(const tesuji_request_t *r, msg_submit_t *out, tesuji_error_t *why)
{
	const number_t numbers[] = {
	        {"params.position.move", r->move, &out->position.move},
	        {"params.limits.order", r->order, &out->limits.order},
	        {"params.limits.depth", r->depth, &out->limits.depth},
	        {"params.limits.nodes", r->nodes, &out->limits.nodes},
	        {"params.limits.time_ms", r->time_ms, &out->limits.time_ms},
	        {"params.limits.table_bytes", r->table_bytes, &out->limits.table_bytes},
	        {"params.limits.workers", r->workers, &out->limits.workers},
	        {"params.progress_ms", r->progress_ms, &out->progress_ms},
	};
	const words_t texts[] = {
	        {"params.game", r->game, out->game, sizeof(out->game)},
	        {"params.position.rows", r->rows, out->position.rows, sizeof(out->position.rows)},
	        {"params.goal.type", r->goal, out->goal.type, sizeof(out->goal.type)},
	        {"params.goal.target", r->target, out->goal.target, sizeof(out->goal.target)},
	        {"params.ko", r->ko, out->ko, sizeof(out->ko)},
	        {"params.label", r->label, out->label, sizeof(out->label)},
	};
	int rc;

	msg_submit_init(out);
	if ((r->sgf == NULL) == (r->rows == NULL))
		return fail_with(why, TESUJI_E_MISSING,
		                 "params.position: one of sgf and rows must be given%s",
		                 r->sgf != NULL ? ", not both" : "");
	if (r->target == NULL || r->target[0] == '\0')
		return fail_with(why, TESUJI_E_MISSING, "params.goal.target: missing");
	if (r->sgf != NULL) {
		out->position.sgf = r->sgf;
		out->position.sgf_bytes = strlen(r->sgf);
	}
	strcpy(out->goal.type, "capture");
	out->goal.attacker = (unsigned)r->attacker;
	out->detach = r->detach != 0;
	rc = convert_numbers(numbers, sizeof(numbers) / sizeof(numbers[0]), why);
	if (rc == TESUJI_OK)
		rc = convert_texts(texts, sizeof(texts) / sizeof(texts[0]), why);
	if (rc == TESUJI_OK)
		rc = convert_threats("params.threats.attacker", r->attacker_threats,
		                     &out->threats.attacker, why);
	if (rc == TESUJI_OK)
		rc = convert_threats("params.threats.defender", r->defender_threats,
		                     &out->threats.defender, why);
	if (rc == TESUJI_OK)
		rc = convert_schedule(r->schedule, &out->schedule, why);
	return rc;
}

/* copy_point copies a point or move, letters and digits only. */
static void copy_point(char *to, const char *from)
{
	size_t i = 0;

	for (; i < TESUJI_POINT_BYTES - 1 && from[i] != '\0'; i++) {
		char c = from[i];
		bool plain =
		        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');

		to[i] = plain ? c : '?';
	}
	to[i] = '\0';
}

static void copy_text(char *to, size_t room, const char *from)
{
	snprintf(to, room, "%s", from);
}

static void copy_line(tesuji_report_t *out, const msg_line_t *line)
{
	out->line_length = line->count < TESUJI_LINE_MOVES ? line->count : TESUJI_LINE_MOVES;
	for (unsigned i = 0; i < out->line_length; i++)
		copy_point(out->line[i], line->move[i]);
}

static void copy_goal(tesuji_report_t *out, const msg_goal_t *goal, unsigned attacker)
{
	copy_text(out->goal, sizeof(out->goal), goal->type);
	copy_point(out->target, goal->target);
	out->attacker = (tesuji_colour_t)attacker;
}

void progress_convert(const msg_progress_t *msg, tesuji_report_t *out)
{
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	out->state = TESUJI_RUNNING;
	out->sequence = msg->sequence;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	out->value = (tesuji_value_t)msg->value;
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	copy_point(out->best, msg->best);
	copy_line(out, &msg->line);
}

void done_convert(const msg_done_t *msg, tesuji_report_t *out)
{
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	copy_text(out->label, sizeof(out->label), msg->label);
	out->state = (tesuji_state_t)msg->state;
	if (msg->has_error)
		error_convert(&msg->error, &out->error);
	out->value = (tesuji_value_t)msg->value;
	out->scope = (tesuji_scope_t)msg->scope;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	copy_point(out->best, msg->best);
	copy_line(out, &msg->line);
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	out->table_bytes = msg->table.bytes;
	out->table_entries = msg->table.entries;
	out->table_used = msg->table.used;
	copy_text(out->rows, sizeof(out->rows), msg->rows);
	copy_goal(out, &msg->goal, msg->attacker);
}

void job_convert(const msg_job_t *msg, tesuji_report_t *out)
{
	if (msg->has_result) {
		done_convert(&msg->result, out);
		out->detached = msg->detach;
		return;
	}
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	copy_text(out->label, sizeof(out->label), msg->label);
	out->state = (tesuji_state_t)msg->state;
	out->detached = msg->detach;
	out->value = (tesuji_value_t)msg->value;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	copy_point(out->best, msg->best);
	copy_line(out, &msg->line);
	copy_text(out->rows, sizeof(out->rows), msg->rows);
	copy_goal(out, &msg->goal, msg->attacker);
}

void row_convert(const msg_row_t *msg, tesuji_report_t *out)
{
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	copy_text(out->label, sizeof(out->label), msg->label);
	out->state = (tesuji_state_t)msg->state;
	out->value = (tesuji_value_t)msg->value;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	out->nodes = msg->nodes;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
}

void info_convert(const msg_info_t *msg, tesuji_info_t *out)
{
	memset(out, 0, sizeof(*out));
	copy_text(out->name, sizeof(out->name), msg->name);
	copy_text(out->version, sizeof(out->version), msg->version);
	out->protocol = (unsigned)msg->protocol;
	out->workers = (unsigned)msg->workers;
	out->uptime_ms = msg->uptime_ms;
	out->table_bytes = msg->table_bytes;
	out->table_used = msg->table_used;
	out->jobs_queued = msg->jobs.queued;
	out->jobs_running = msg->jobs.running;
	out->jobs_finished = msg->jobs.finished;
	out->jobs_total = msg->jobs.total;
	out->connections = msg->connections;
	out->games_count = msg->game_count;
	for (unsigned i = 0; i < msg->game_count; i++) {
		tesuji_game_t *game = &out->games[i];

		copy_text(game->name, sizeof(game->name), msg->games[i].name);
		copy_text(game->help, sizeof(game->help), msg->games[i].help);
		for (unsigned k = 0; k < MSG_GOALS && msg->games[i].goals[k][0] != '\0'; k++) {
			size_t used = strlen(game->goals);

			snprintf(game->goals + used, sizeof(game->goals) - used, "%s%s",
			         k > 0 ? " " : "", msg->games[i].goals[k]);
		}
	}
	out->limits_count = msg->limit_count;
	for (unsigned i = 0; i < msg->limit_count; i++) {
		tesuji_limit_t *limit = &out->limits[i];

		copy_text(limit->name, sizeof(limit->name), msg->limits[i].name);
		copy_text(limit->unit, sizeof(limit->unit), msg->limits[i].unit);
		copy_text(limit->help, sizeof(limit->help), msg->limits[i].help);
		limit->least = msg->limits[i].least;
		limit->most = msg->limits[i].most;
		limit->fallback = msg->limits[i].fallback;
	}
}

void error_convert(const msg_error_t *msg, tesuji_error_t *out)
{
	bool known = msg->code >= TESUJI_E_INTERNAL && msg->code <= TESUJI_E_NOMEM;

	(void)fail_with(out, known ? (tesuji_code_t)msg->code : TESUJI_E_INTERNAL, "%s",
	                msg->message);
	out->retry_ms = msg->retry_ms;
}
