/* SPDX-License-Identifier: MIT
 * handle_info.c - server.info: what this server is, can do and is doing. */
#include <string.h>

#include "engine/base/version.h"
#include "engine/game/game.h"
#include "engine/solve/options.h"
#include "engine/solve/solver.h"
#include "server/dispatch.h"

/* copy cuts a text to fit. */
static void copy(char *out, size_t capacity, const char *text)
{
	strbuf_t s;

	strbuf_init(&s, out, capacity);
	strbuf_add(&s, text);
}

static void fill_goals(const char *goals, msg_game_t *game)
{
	for (unsigned i = 0; i < MSG_GOALS && *goals != '\0'; i++) {
		size_t length = strcspn(goals, " ");
		size_t fits = length < MSG_NAME_BYTES ? length : MSG_NAME_BYTES - 1;

		memcpy(game->goals[i], goals, fits);
		goals += length;
		goals += strspn(goals, " ");
	}
}

static void fill_games(msg_info_t *msg)
{
	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		msg_game_t *row = &msg->games[msg->game_count];

		if (msg->game_count == MSG_GAMES)
			return;
		copy(row->name, sizeof(row->name), (*game)->name);
		copy(row->help, sizeof(row->help), (*game)->help);
		fill_goals((*game)->goals, row);
		msg->game_count++;
	}
}

static void fill_limits(msg_info_t *msg)
{
	for (const limit_row_t *limit = limit_rows(); limit->name != NULL; limit++) {
		msg_limit_t *row = &msg->limits[msg->limit_count];

		if (msg->limit_count == MSG_LIMITS)
			return;
		copy(row->name, sizeof(row->name), limit->name);
		row->least = limit->least;
		row->most = limit->most;
		row->fallback = limit->fallback;
		copy(row->unit, sizeof(row->unit), limit->unit);
		copy(row->help, sizeof(row->help), limit->help);
		msg->limit_count++;
	}
}

static void fill_jobs(jobs_t *jobs, msg_info_t *msg)
{
	jobs_expire(jobs);
	for (link_t *at = jobs->active.next; at != &jobs->active; at = at->next) {
		progress_t progress;

		job_progress(LIST_ENTRY(at, record_t, link)->job, &progress);
		if (progress.state == JOB_QUEUED)
			msg->jobs.queued++;
	}
	msg->jobs.running = jobs->active_count - msg->jobs.queued;
	msg->jobs.finished = jobs->finished_count;
	msg->jobs.total = jobs->map.last;
}

err_t handle_info(call_t *call, errinfo_t *why)
{
	server_t *server = call->server;
	ttable_stats_t table;
	msg_info_t msg;

	(void)why;
	msg_info_init(&msg);
	copy(msg.version, sizeof(msg.version), TESUJI_VERSION);
	msg.workers = solver_workers(server->solver);
	msg.uptime_ms = uv_now(server->loop) - server->began_ms;
	solver_table(server->solver, &table);
	msg.table_bytes = table.bytes;
	msg.table_used = table.entries > 0 ? (double)table.used / (double)table.entries : 0;
	fill_jobs(&server->jobs, &msg);
	msg.connections = server->conns.count;
	fill_games(&msg);
	fill_limits(&msg);
	msg.bounds.jobs_per_connection = server->conf.max_jobs_per_connection;
	msg.bounds.jobs_total = server->conf.max_jobs;
	msg.bounds.jobs_finished = server->conf.keep_finished;
	msg_info_write(&call->out, &msg);
	return ERR_OK;
}
