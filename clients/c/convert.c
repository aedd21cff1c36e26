/* SPDX-License-Identifier: MIT
 * convert.c - converts the structs of tesuji.h to and from those of the protocol.
 *
 * Design     Texts of a daemon are cut to fit; the protocol's readers have checked that they are
 *            UTF-8. Moves end up on terminals and in diagrams, so everything but letters, digits
 *            and the few signs that moves have is replaced. A request is checked here only as far
 *            as a message could not hold it; the daemon judges the rest.
 */
#include "clients/c/convert.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/strbuf.h"
#include "protocol/msg_options.h"

void tesuji_request_init(tesuji_request_t *request)
{
	memset(request, 0, sizeof(*request));
	request->move = TESUJI_DEFAULT;
	request->attacker_threats = TESUJI_DEFAULT;
	request->defender_threats = TESUJI_DEFAULT;
	request->order = TESUJI_DEFAULT;
	request->depth = TESUJI_DEFAULT;
	request->within = TESUJI_DEFAULT;
	request->nodes = TESUJI_DEFAULT;
	request->time_ms = TESUJI_DEFAULT;
	request->table_bytes = TESUJI_DEFAULT;
	request->workers = TESUJI_DEFAULT;
	request->progress_ms = TESUJI_DEFAULT;
	request->priority = TESUJI_DEFAULT;
	request->deadline_ms = TESUJI_DEFAULT;
}

int convert_number(const char *path, int64_t given, uint64_t *to, tesuji_error_t *why)
{
	if (given == TESUJI_DEFAULT)
		return TESUJI_OK;
	if (given < 0 || (uint64_t)given > CODEC_INTEGER_MAX)
		return fail_with(why, TESUJI_E_RANGE, "%s: %" PRId64 " is not in 0..%" PRIu64, path,
		                 given, (uint64_t)CODEC_INTEGER_MAX);
	*to = (uint64_t)given;
	return TESUJI_OK;
}

int convert_text(const char *path, const char *given, char *to, size_t room, tesuji_error_t *why)
{
	if (given == NULL)
		return TESUJI_OK;
	if (strlen(given) >= room)
		return fail_with(why, TESUJI_E_LIMIT, "%s: longer than %zu bytes", path, room - 1);
	strcpy(to, given);
	return TESUJI_OK;
}

/* A number of a request: its path in errors, its value, and where that goes. */
typedef struct {
	const char *path;
	int64_t given;
	uint64_t *to;
} number_t;

/* convert_numbers converts each number that is not the default. The daemon checks ranges; here a
 * number must only be one that the protocol has. */
static int convert_numbers(const number_t *numbers, size_t count, tesuji_error_t *why)
{
	int rc = TESUJI_OK;

	for (size_t i = 0; i < count && rc == TESUJI_OK; i++)
		rc = convert_number(numbers[i].path, numbers[i].given, numbers[i].to, why);
	return rc;
}

/* A text of a request, copied into a field of limited room. */
typedef struct {
	const char *path, *given;
	char *to;
	size_t room;
} words_t;

static int convert_texts(const words_t *texts, size_t count, tesuji_error_t *why)
{
	int rc = TESUJI_OK;

	for (size_t i = 0; i < count && rc == TESUJI_OK; i++)
		rc = convert_text(texts[i].path, texts[i].given, texts[i].to, texts[i].room, why);
	return rc;
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

/* convert_choice converts a name of a request, which must be one of names[]. */
static int convert_choice(const char *path, const char *given, const char *const *names,
                          unsigned *to, tesuji_error_t *why)
{
	char list[96];
	strbuf_t all;

	if (given == NULL)
		return TESUJI_OK;
	for (unsigned i = 0; names[i] != NULL; i++) {
		if (strcmp(given, names[i]) == 0) {
			*to = i;
			return TESUJI_OK;
		}
	}
	strbuf_init(&all, list, sizeof(list));
	for (unsigned i = 0; names[i] != NULL; i++)
		strbuf_printf(&all, "%s%s",
		              i == 0                 ? ""
		              : names[i + 1] != NULL ? ", "
		                                     : " or ",
		              names[i]);
	return fail_with(why, TESUJI_E_VALUE, "%s: '%.40s' is not %s", path, given, list);
}

static int convert_position(const tesuji_request_t *r, msg_submit_t *out, tesuji_error_t *why)
{
	errinfo_t info;

	if ((r->sgf != NULL) + (r->rows != NULL) + (r->fen != NULL) > 1)
		return fail_with(why, TESUJI_E_VALUE,
		                 "params.position: only one of sgf, rows and fen may be given");
	if (r->sgf != NULL) {
		out->position.sgf = r->sgf;
		out->position.sgf_bytes = strlen(r->sgf);
	}
	out->position.board = r->board;
	if (r->options != NULL && msg_options_check(r->options, &info) != ERR_OK)
		return fail_with(why, (tesuji_code_t)info.code, "%s", info.text);
	return TESUJI_OK;
}

static void convert_flags(const tesuji_request_t *r, msg_submit_t *out)
{
	out->fresh = r->fresh != 0;
	out->detach = r->detach != 0;
	out->ko_verdict = r->ko_verdict != 0;
	out->shortest = r->shortest != 0;
}

int convert_request(const tesuji_request_t *r, msg_submit_t *out, tesuji_error_t *why)
{
	const number_t numbers[] = {
	        {"params.position.move", r->move, &out->position.move},
	        {"params.limits.order", r->order, &out->limits.order},
	        {"params.limits.depth", r->depth, &out->limits.depth},
	        {"params.limits.within", r->within, &out->limits.within},
	        {"params.limits.nodes", r->nodes, &out->limits.nodes},
	        {"params.limits.time_ms", r->time_ms, &out->limits.time_ms},
	        {"params.limits.table_bytes", r->table_bytes, &out->limits.table_bytes},
	        {"params.limits.workers", r->workers, &out->limits.workers},
	        {"params.progress_ms", r->progress_ms, &out->progress_ms},
	        {"params.priority", r->priority, &out->priority},
	        {"params.deadline_ms", r->deadline_ms, &out->deadline_ms},
	};
	const words_t texts[] = {
	        {"params.game", r->game, out->game, sizeof(out->game)},
	        {"params.position.rows", r->rows, out->position.rows, sizeof(out->position.rows)},
	        {"params.position.fen", r->fen, out->position.fen, sizeof(out->position.fen)},
	        {"params.options", r->options, out->options, sizeof(out->options)},
	        {"params.goal.type", r->goal, out->goal.type, sizeof(out->goal.type)},
	        {"params.goal.target", r->target, out->goal.target, sizeof(out->goal.target)},
	        {"params.ko", r->ko, out->ko, sizeof(out->ko)},
	        {"params.label", r->label, out->label, sizeof(out->label)},
	};
	int rc;

	msg_submit_init(out);
	if (r->attacker > TESUJI_WHITE)
		return fail_with(why, TESUJI_E_RANGE, "params.goal.attacker: %u is no colour",
		                 (unsigned)r->attacker);
	out->goal.attacker = (unsigned)r->attacker;
	convert_flags(r, out);
	rc = convert_position(r, out, why);
	if (rc == TESUJI_OK)
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
		rc = convert_choice("params.goal.first", r->first, msg_side_names, &out->goal.first,
		                    why);
	if (rc == TESUJI_OK)
		rc = convert_choice("params.schedule", r->schedule, msg_schedule_names,
		                    &out->schedule, why);
	if (rc == TESUJI_OK)
		rc = convert_choice("params.driver", r->driver, msg_driver_names, &out->driver,
		                    why);
	if (rc == TESUJI_OK)
		rc = convert_choice("params.engine", r->engine, msg_engine_names, &out->engine,
		                    why);
	if (rc == TESUJI_OK)
		rc = convert_choice("params.zone", r->zone, msg_zoning_names, &out->zone, why);
	return rc;
}

void convert_move(char *to, size_t room, const char *from)
{
	size_t i = 0;

	for (; i + 1 < room && from[i] != '\0'; i++) {
		char c = from[i];
		bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
		             (c >= 'a' && c <= 'z') || strchr("-=+# ", c) != NULL;

		to[i] = plain ? c : '?';
	}
	to[i] = '\0';
}

static void copy_move(char *to, const char *from)
{
	convert_move(to, TESUJI_POINT_BYTES, from);
}

static void copy_text(char *to, size_t room, const char *from)
{
	snprintf(to, room, "%s", from);
}

static unsigned copy_moves(char (*to)[TESUJI_POINT_BYTES], const msg_line_t *line)
{
	unsigned count = line->count < TESUJI_LINE_MOVES ? line->count : TESUJI_LINE_MOVES;

	for (unsigned i = 0; i < count; i++)
		copy_move(to[i], line->move[i]);
	return count;
}

/* copy_line copies moves and their points; there are points for all moves or for none. */
static void copy_line(tesuji_report_t *out, const msg_line_t *line, const msg_line_t *coords)
{
	out->line_length = copy_moves(out->line, line);
	out->coords_length = coords->count == line->count ? copy_moves(out->coords, coords) : 0;
}

/* copy_zone copies a zone that is known. Points of several areas without an index for each tell
 * nothing and are left out. */
static void copy_zone(tesuji_report_t *out, const msg_done_t *msg)
{
	bool several = msg->areas > 1;

	if (!msg->zone.is_known || (several && msg->indices.count != msg->zone.count))
		return;
	assert(msg->zone.count <= TESUJI_ZONE_POINTS);
	for (unsigned i = 0; i < msg->zone.count; i++) {
		copy_move(out->zone[i], msg->zone.point[i]);
		out->indices[i] = several ? msg->indices.index[i] : 1;
	}
	out->areas = several ? (unsigned)msg->areas : 1;
	out->zone_length = msg->zone.count;
}

static void copy_goal(tesuji_report_t *out, const msg_goal_t *goal, unsigned attacker)
{
	copy_text(out->goal, sizeof(out->goal), goal->type);
	copy_text(out->target, sizeof(out->target), goal->target);
	out->attacker = (tesuji_colour_t)attacker;
	out->first = (tesuji_side_t)goal->first;
}

void convert_progress(const msg_progress_t *msg, tesuji_report_t *out)
{
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	out->state = TESUJI_RUNNING;
	out->sequence = msg->sequence;
	out->driver = (tesuji_driver_t)msg->driver;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	out->value = (tesuji_value_t)msg->value;
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	copy_move(out->best, msg->best);
	copy_move(out->best_coords, msg->best_coords);
	copy_line(out, &msg->line, &msg->coords);
}

void convert_done(const msg_done_t *msg, tesuji_report_t *out)
{
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	copy_text(out->label, sizeof(out->label), msg->label);
	out->state = (tesuji_state_t)msg->state;
	if (msg->has_error)
		convert_error(&msg->error, &out->error);
	out->value = (tesuji_value_t)msg->value;
	out->scope = (tesuji_scope_t)msg->scope;
	out->denied = (unsigned)msg->denied;
	copy_text(out->claim, sizeof(out->claim), msg->claim);
	out->driver = (tesuji_driver_t)msg->driver;
	out->engine = (tesuji_engine_t)msg->engine;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	copy_move(out->best, msg->best);
	copy_move(out->best_coords, msg->best_coords);
	copy_line(out, &msg->line, &msg->coords);
	out->ko = (tesuji_ko_t)msg->ko;
	out->ko_threats = msg->ko == MSG_KO_FIGHT ? msg->ko_threats : 0;
	copy_zone(out, msg);
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	out->table_bytes = msg->table.bytes;
	out->table_entries = msg->table.entries;
	out->table_used = msg->table.used;
	out->remembered = msg->remembered;
	copy_text(out->game, sizeof(out->game), msg->game);
	copy_text(out->style, sizeof(out->style), msg->style);
	copy_text(out->rows, sizeof(out->rows), msg->rows);
	copy_goal(out, &msg->goal, msg->attacker);
	copy_text(out->options, sizeof(out->options), msg->options);
}

void convert_kept(const msg_kept_t *msg, tesuji_error_t *out)
{
	(void)fail_with(out, TESUJI_E_DRAINING,
	                "the daemon ends, and the job goes on when it is started again: watch its "
	                "key, %.100s",
	                msg->key);
}

void convert_job(const msg_job_t *msg, tesuji_report_t *out)
{
	if (msg->has_result) {
		convert_done(&msg->result, out);
		out->detached = msg->detach;
		return;
	}
	memset(out, 0, sizeof(*out));
	out->job = msg->job;
	copy_text(out->label, sizeof(out->label), msg->label);
	out->state = (tesuji_state_t)msg->state;
	out->detached = msg->detach;
	out->driver = (tesuji_driver_t)msg->driver;
	out->value = (tesuji_value_t)msg->value;
	out->order = (unsigned)msg->order;
	out->depth = (unsigned)msg->depth;
	out->nodes = msg->nodes;
	out->nodes_per_s = msg->nodes_per_s;
	out->time_ms = msg->time_ms;
	out->workers = (unsigned)msg->workers;
	copy_move(out->best, msg->best);
	copy_move(out->best_coords, msg->best_coords);
	copy_line(out, &msg->line, &msg->coords);
	copy_text(out->game, sizeof(out->game), msg->game);
	copy_text(out->style, sizeof(out->style), msg->style);
	copy_text(out->rows, sizeof(out->rows), msg->rows);
	copy_goal(out, &msg->goal, msg->attacker);
	copy_text(out->options, sizeof(out->options), msg->options);
}

void convert_row(const msg_row_t *msg, tesuji_report_t *out)
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

/* join_words writes words with spaces between. */
static void join_words(char *to, size_t room, const char (*words)[MSG_NAME_BYTES], unsigned most)
{
	for (unsigned i = 0; i < most && words[i][0] != '\0'; i++) {
		size_t used = strlen(to);

		snprintf(to + used, room - used, "%s%s", i > 0 ? " " : "", words[i]);
	}
}

static void game_convert(const msg_game_t *msg, tesuji_game_t *out)
{
	copy_text(out->name, sizeof(out->name), msg->name);
	copy_text(out->help, sizeof(out->help), msg->help);
	copy_text(out->style, sizeof(out->style), msg->style);
	join_words(out->goals, sizeof(out->goals), msg->goals, MSG_GOALS);
	assert(msg->option_count <= TESUJI_OPTIONS_MAX);
	out->options_count = msg->option_count;
	for (unsigned i = 0; i < msg->option_count; i++) {
		const msg_option_t *from = &msg->options[i];
		tesuji_option_t *to = &out->options[i];

		copy_text(to->name, sizeof(to->name), from->name);
		copy_text(to->kind, sizeof(to->kind), from->kind);
		copy_text(to->fallback, sizeof(to->fallback), from->fallback);
		copy_text(to->help, sizeof(to->help), from->help);
		join_words(to->words, sizeof(to->words), from->words, MSG_WORDS);
		to->least = from->least;
		to->most = from->most;
	}
}

void convert_info(const msg_info_t *msg, tesuji_info_t *out)
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
	out->client_bytes = msg->client_bytes;
	out->client_bytes_most = msg->client_bytes_most;
	out->faults = msg->faults;
	assert(msg->game_count <= TESUJI_GAMES_MAX && msg->limit_count <= TESUJI_LIMITS_MAX);
	out->games_count = msg->game_count;
	for (unsigned i = 0; i < msg->game_count; i++)
		game_convert(&msg->games[i], &out->games[i]);
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

void convert_error(const msg_error_t *msg, tesuji_error_t *out)
{
	bool known = msg->code >= TESUJI_E_JOURNAL && msg->code <= TESUJI_E_NOMEM;

	(void)fail_with(out, known ? (tesuji_code_t)msg->code : TESUJI_E_INTERNAL, "%s",
	                msg->message);
	out->retry_ms = msg->retry_ms;
}
