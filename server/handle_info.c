/* SPDX-License-Identifier: MIT
 * handle_info.c - server.info: what this server is, can do and is doing. */
#include "server/handle_info.h"

#include <string.h>

#include "engine/base/version.h"
#include "engine/game/game.h"
#include "engine/solve/limits.h"
#include "engine/solve/solver.h"
#include "server/fleet/fleet.h"
#include "server/report.h"

/* fill_words parts a text into words. */
static void fill_words(const char *text, const char *separator, char (*words)[MSG_NAME_BYTES],
                       unsigned most)
{
	for (unsigned i = 0; i < most && *text != '\0'; i++) {
		size_t length = strcspn(text, separator);
		strbuf_t word;

		strbuf_init(&word, words[i], MSG_NAME_BYTES);
		strbuf_printf(&word, "%.*s", (int)length, text);
		text += length;
		text += strspn(text, separator);
	}
}

static void fill_options(const game_option_t *option, msg_game_t *game)
{
	static const char *const kinds[] = {[OPTION_NUMBER] = "number",
	                                    [OPTION_WORD] = "word",
	                                    [OPTION_SIZE] = "size",
	                                    [OPTION_TEXT] = "text"};

	for (; option != NULL && option->name != NULL; option++) {
		msg_option_t *row = &game->options[game->option_count];

		if (game->option_count == MSG_OPTIONS)
			return;
		strbuf_copy(row->name, sizeof(row->name), option->name);
		strbuf_copy(row->kind, sizeof(row->kind), kinds[option->kind]);
		strbuf_copy(row->fallback, sizeof(row->fallback), option->fallback);
		strbuf_copy(row->help, sizeof(row->help), option->help);
		row->least = option->least;
		row->most = option->most;
		if (option->words != NULL)
			fill_words(option->words, "|", row->words, MSG_WORDS);
		game->option_count++;
	}
}

static void fill_games(msg_info_t *msg)
{
	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		msg_game_t *row = &msg->games[msg->game_count];

		if (msg->game_count == MSG_GAMES)
			return;
		memset(row, 0, sizeof(*row));
		strbuf_copy(row->name, sizeof(row->name), (*game)->name);
		strbuf_copy(row->help, sizeof(row->help), (*game)->help);
		strbuf_copy(row->style, sizeof(row->style), report_style(*game));
		fill_words((*game)->goals, " ", row->goals, MSG_GOALS);
		fill_options((*game)->options, row);
		msg->game_count++;
	}
}

static void fill_limits(msg_info_t *msg)
{
	for (const limit_row_t *limit = limits_rows(); limit->name != NULL; limit++) {
		msg_limit_t *row = &msg->limits[msg->limit_count];

		if (msg->limit_count == MSG_LIMITS)
			return;
		strbuf_copy(row->name, sizeof(row->name), limit->name);
		row->least = limit->least;
		row->most = limit->most;
		row->fallback = limit->fallback;
		strbuf_copy(row->unit, sizeof(row->unit), limit->unit);
		strbuf_copy(row->help, sizeof(row->help), limit->help);
		msg->limit_count++;
	}
}

static void fill_jobs(jobs_t *jobs, msg_info_t *msg)
{
	jobs_expire(jobs);
	msg->jobs.queued = atomic_load_explicit(&jobs->queued, memory_order_relaxed);
	msg->jobs.running = jobs->active_count - msg->jobs.queued;
	msg->jobs.finished = jobs->finished_count;
	msg->jobs.total = jobs->map.last;
}

static void fill_loop(const pace_t *pace, msg_info_t *msg)
{
	msg->has_loop = true;
	msg->loop.turns = pace->turns;
	msg->loop.long_turns = pace->long_turns;
	msg->loop.longest_ms = (double)pace->longest_ns / NS_PER_MS;
}

err_t handle_info(call_t *call, errinfo_t *why)
{
	server_t *server = call->server;
	ttable_stats_t table;
	msg_info_t msg;

	(void)why;
	msg_info_init(&msg);
	strbuf_copy(msg.version, sizeof(msg.version), TESUJI_VERSION);
	msg.workers = solver_workers(server->solver);
	msg.uptime_ms = uv_now(server->loop) - server->began_ms;
	solver_table(server->solver, &table);
	msg.table_bytes = table.bytes;
	msg.table_used = table.entries > 0 ? (double)table.used / (double)table.entries : 0;
	fill_jobs(&server->jobs, &msg);
	msg.connections = server->conns.count;
	msg.client_bytes = server->conns.bytes;
	msg.client_bytes_most = server->conns.bytes_most;
	msg.faults = atomic_load_explicit(&server->faults, memory_order_relaxed);
	fill_games(&msg);
	fill_limits(&msg);
	msg.bounds.jobs_per_connection = server->conf.max_jobs_per_connection;
	msg.bounds.jobs_total = server->conf.max_jobs;
	msg.bounds.jobs_finished = server->conf.keep_finished;
	msg.bounds.boards_per_connection = server->conf.max_boards_per_connection;
	msg.bounds.moves_per_board = server->conf.max_moves_per_board;
	msg.bounds.jobs_durable = server->durable != NULL ? server->conf.max_durable : 0;
	msg.bounds.jobs_per_batch = server->conf.max_batch_jobs < BATCH_JOBS_MAX
	                                    ? server->conf.max_batch_jobs
	                                    : BATCH_JOBS_MAX;
	fill_loop(&server->conns.pace, &msg);
	committer_tell(server->committer, &msg);
	fleet_tell(server->fleet, &msg);
	msg_info_write(&call->out, &msg);
	return ERR_OK;
}
