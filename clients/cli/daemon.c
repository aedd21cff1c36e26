/* SPDX-License-Identifier: MIT
 * daemon.c - the commands that ask a running daemon: info, jobs, cancel, watch.
 */
#include "clients/cli/daemon.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/c/tesuji_durable.h"
#include "clients/cli/complain.h"
#include "clients/cli/fleet_show.h"
#include "clients/cli/follow.h"
#include "clients/cli/games.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/json.h"
#include "clients/cli/live.h"
#include "clients/cli/output.h"
#include "clients/cli/server_stats.h"
#include "clients/cli/session.h"
#include "clients/words/text.h"

/* fleet_print says in a line what the daemon does in its fleet, if it is in one. */
static void fleet_print(const tesuji_fleet_t *fleet)
{
	if (fleet->is_in == 0)
		return;
	printf("fleet: %s, %s, %s to a broker; %u other%s, %" PRIu64 " jobs there, %" PRIu64
	       " of theirs here (see 'tesuji fleet')\n",
	       fleet->name, fleet_show_role(fleet->role),
	       fleet->is_connected != 0 ? "connected" : "not connected", fleet->members_count,
	       fleet->members_count != 1 ? "s" : "", fleet->out, fleet->errands);
}

static void info_print(const tesuji_info_t *info, const tesuji_fleet_t *fleet, const char *where)
{
	text_t uptime, table, held, most;

	printf("%s %s at %s, protocol %u, up %s\n", info->name, info->version, where,
	       info->protocol, text_duration(&uptime, (double)info->uptime_ms));
	printf("%u workers, table of %s %.0f %% full\n", info->workers,
	       text_bytes(&table, info->table_bytes), info->table_used * 100);
	printf("jobs: %" PRIu64 " queued, %" PRIu64 " running, %" PRIu64 " finished, %" PRIu64
	       " in all; %" PRIu64 " connections\n",
	       info->jobs_queued, info->jobs_running, info->jobs_finished, info->jobs_total,
	       info->connections);
	printf("connections hold %s", text_bytes(&held, info->client_bytes));
	if (info->client_bytes_most > 0)
		printf(" of the %s that they may", text_bytes(&most, info->client_bytes_most));
	printf("; %" PRIu64 " faults since the start\n", info->faults);
	fleet_print(fleet);
	fputs("games:", stdout);
	for (unsigned i = 0; i < info->games_count; i++)
		printf("%s %s", i > 0 ? "," : "", info->games[i].name);
	puts(" (see 'tesuji games')");
	puts("limits of a job (least, most, default)");
	for (unsigned i = 0; i < info->limits_count; i++) {
		const tesuji_limit_t *l = &info->limits[i];

		printf("  %-12s %" PRIu64 " %" PRIu64 " %" PRIu64 "  %s: %s\n", l->name, l->least,
		       l->most, l->fallback, l->unit, l->help);
	}
}

static void info_json(const tesuji_info_t *info, const tesuji_fleet_t *fleet, const char *where)
{
	json_t j;

	json_init(&j, stdout);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	json_text(&j, "name", info->name);
	json_text(&j, "version", info->version);
	json_count(&j, "protocol", info->protocol);
	json_count(&j, "workers", info->workers);
	json_count(&j, "uptime_ms", info->uptime_ms);
	json_count(&j, "table_bytes", info->table_bytes);
	json_real(&j, "table_used", info->table_used, 4);
	json_open(&j, "jobs", '{');
	json_count(&j, "queued", info->jobs_queued);
	json_count(&j, "running", info->jobs_running);
	json_count(&j, "finished", info->jobs_finished);
	json_count(&j, "total", info->jobs_total);
	json_close(&j, '}');
	json_count(&j, "connections", info->connections);
	json_count(&j, "client_bytes", info->client_bytes);
	json_count(&j, "client_bytes_most", info->client_bytes_most);
	json_count(&j, "faults", info->faults);
	if (fleet->is_in != 0) {
		json_open(&j, "fleet", '{');
		fleet_show_members(&j, fleet);
		json_close(&j, '}');
	}
	games_json(&j, info);
	json_open(&j, "limits", '[');
	for (unsigned i = 0; i < info->limits_count; i++) {
		const tesuji_limit_t *l = &info->limits[i];

		json_open(&j, NULL, '{');
		json_text(&j, "name", l->name);
		json_count(&j, "least", l->least);
		json_count(&j, "most", l->most);
		json_count(&j, "default", l->fallback);
		json_text(&j, "unit", l->unit);
		json_text(&j, "help", l->help);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
}

exit_t daemon_info(const args_t *args)
{
	session_t session;
	tesuji_info_t info;
	tesuji_fleet_t fleet;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	if (tesuji_info(session.handle, &info) != TESUJI_OK ||
	    tesuji_fleet(session.handle, &fleet) != TESUJI_OK)
		code = session_failed(&session);
	else if (args->json)
		info_json(&info, &fleet, session.where);
	else
		info_print(&info, &fleet, session.where);
	session_close(&session);
	return code;
}

static int reload(tesuji_t *t)
{
	char frozen[TESUJI_NAME_BYTES];
	const int rc = tesuji_reload(t, frozen);

	if (rc == TESUJI_OK && frozen[0] != '\0')
		printf("reloaded; %s needs a restart\n", frozen);
	else if (rc == TESUJI_OK)
		puts("reloaded");
	return rc;
}

static int drain(tesuji_t *t)
{
	uint64_t jobs = 0;
	const int rc = tesuji_drain(t, &jobs);

	if (rc == TESUJI_OK)
		printf("draining, %" PRIu64 " jobs in flight\n", jobs);
	return rc;
}

/* How the figures are told, and of whom. */
typedef struct {
	const char *where;
	bool is_json;
} stats_t;

static int show_stats(void *user, const char *text, size_t n)
{
	const stats_t *stats = user;

	if (stats->is_json)
		server_stats_json(text, n, stats->where);
	else
		server_stats_print(text, n, stats->where);
	return TESUJI_OK;
}

static int backup(tesuji_t *t, const char *to)
{
	tesuji_backup_t made;
	text_t bytes;
	int rc;

	tesuji_set_timeout(t, -1); /* it takes as long as the daemon's disks do */
	rc = tesuji_backup(t, to, &made);
	if (rc == TESUJI_OK)
		printf("%" PRIu64 " facts of the store, %" PRIu64 " records of the journal, %s\n",
		       made.facts, made.records, text_bytes(&bytes, made.bytes));
	return rc;
}

exit_t daemon_server(const args_t *args)
{
	session_t session;
	stats_t stats = {.is_json = args->json};
	int rc;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	stats.where = session.where;
	if (args->to != NULL)
		rc = backup(session.handle, args->to);
	else if (strcmp(args->operand, "reload") == 0)
		rc = reload(session.handle);
	else if (strcmp(args->operand, "drain") == 0)
		rc = drain(session.handle);
	else
		rc = tesuji_metrics(session.handle, show_stats, &stats);
	if (rc != TESUJI_OK)
		code = session_failed(&session);
	session_close(&session);
	return code;
}

/* The list of jobs: the callback writes each job as it comes. */
typedef struct {
	const char *where;
	bool is_json, begun;
	json_t json;
} listing_t;

static void list_begin(listing_t *listing)
{
	if (listing->begun)
		return;
	listing->begun = true;
	if (listing->is_json) {
		json_init(&listing->json, stdout);
		json_open(&listing->json, NULL, '{');
		json_text(&listing->json, "server", listing->where);
		json_open(&listing->json, "jobs", '[');
	} else {
		printf("%8s  %-9s  %-9s  %5s  %5s  %7s  %10s  %7s  %s\n", "job", "state", "value",
		       "order", "depth", "nodes", "time", "workers", "label");
	}
}

static int list_one(const tesuji_report_t *r, void *context)
{
	listing_t *listing = context;
	json_t *j = &listing->json;
	text_t nodes, time;

	list_begin(listing);
	if (!listing->is_json) {
		char label[TESUJI_LABEL_BYTES];

		strcpy(label, r->label);
		complain_clean(label);
		printf("%8" PRIu64 "  %-9s  %-9s  %5u  %5u  %7s  %10s  %7u  %s\n", r->job,
		       tesuji_state_name(r->state), tesuji_value_name(r->value), r->order, r->depth,
		       text_short(&nodes, r->nodes), text_duration(&time, r->time_ms), r->workers,
		       label);
		return 0;
	}
	json_open(j, NULL, '{');
	json_count(j, "job", r->job);
	json_text(j, "label", r->label);
	json_text(j, "state", tesuji_state_name(r->state));
	json_count(j, "order", r->order);
	json_count(j, "depth", r->depth);
	json_text(j, "value", tesuji_value_name(r->value));
	json_count(j, "nodes", r->nodes);
	json_real(j, "time_ms", r->time_ms, 3);
	json_count(j, "workers", r->workers);
	json_close(j, '}');
	return 0;
}

exit_t daemon_jobs(const args_t *args)
{
	session_t session;
	listing_t listing = {.is_json = args->json};
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	listing.where = session.where;
	if (tesuji_list(session.handle, list_one, &listing) != TESUJI_OK) {
		code = session_failed(&session);
	} else if (args->json) {
		list_begin(&listing);
		json_close(&listing.json, ']');
		json_close(&listing.json, '}');
	} else if (!listing.begun) {
		puts("no jobs");
	}
	session_close(&session);
	return code;
}

exit_t daemon_cancel(const args_t *args)
{
	session_t session;
	tesuji_state_t state;
	json_t j;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	if (tesuji_cancel(session.handle, args->job, &state) != TESUJI_OK) {
		code = session_failed(&session);
	} else if (args->json) {
		json_init(&j, stdout);
		json_open(&j, NULL, '{');
		json_count(&j, "job", args->job);
		json_text(&j, "state", tesuji_state_name(state));
		json_close(&j, '}');
	} else {
		printf("job %" PRIu64 ": %s\n", args->job,
		       state <= TESUJI_RUNNING ? "being cancelled" : tesuji_state_name(state));
	}
	session_close(&session);
	return code;
}

exit_t daemon_ack(const args_t *args)
{
	session_t session;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	if (tesuji_ack_key(session.handle, args->operand) != TESUJI_OK) {
		code = session_failed(&session);
	} else if (args->json) {
		json_t j;

		json_init(&j, stdout);
		json_open(&j, NULL, '{');
		json_text(&j, "key", args->operand);
		json_close(&j, '}');
	} else {
		printf("%s: taken\n", args->operand);
	}
	session_close(&session);
	return code;
}

exit_t daemon_watch(const args_t *args)
{
	session_t session;
	tesuji_report_t report;
	live_t live;
	exit_t code = EXIT_PROVEN;

	if (args->certificate != NULL)
		code = output_place(args->certificate);
	if (code == EXIT_PROVEN)
		code = session_open(&session, args, false);
	if (code != EXIT_PROVEN)
		return code;
	live_init(&live, stderr, args->quiet);
	live.boards = args->board;
	if (tesuji_watch(session.handle, args->job, live_interval(&live), NULL, &report) !=
	    TESUJI_OK) {
		code = session_failed(&session);
	} else {
		code = follow_job(&session, args->job, 0, &live, false, &report);
		if (code == EXIT_PROVEN && report.state <= TESUJI_RUNNING) {
			complain("job %" PRIu64 " goes on", args->job);
			code = (exit_t)(128 + interrupt_signal());
		} else if (code == EXIT_PROVEN) {
			code = follow_finish(&session, args, &report);
		}
	}
	session_close(&session);
	return code;
}
