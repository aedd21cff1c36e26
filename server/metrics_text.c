/* SPDX-License-Identifier: MIT
 * metrics_text.c - writes the series, family by family.
 *
 * What is counted elsewhere is read when it is asked for: the states of jobs, the table, the store,
 * the connections. Jobs have to be looked at one by one for that, as server.info does.
 */
#include "server/metrics_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/version.h"
#include "server/fleet/fleet.h"

enum { LINE_BYTES = 512 }; /* limit: of a line */

static void put(wirebuf_t *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(wirebuf_t *out, const char *format, ...)
{
	char line[LINE_BYTES];
	va_list args;
	uint8_t *to;
	int length;

	va_start(args, format);
	length = vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (length < 0 || (size_t)length >= sizeof(line)) {
		out->failed = ERR_LIMIT;
		return;
	}
	to = wirebuf_space(out, (size_t)length);
	if (to != NULL)
		memcpy(to, line, (size_t)length);
}

static void family(wirebuf_t *out, const char *name, const char *type, const char *help)
{
	put(out, "# HELP tesuji_%s %s\n# TYPE tesuji_%s %s\n", name, help, name, type);
}

static void one(wirebuf_t *out, const char *name, const char *type, const char *help,
                uint64_t value)
{
	family(out, name, type, help);
	put(out, "tesuji_%s %" PRIu64 "\n", name, value);
}

static void real(wirebuf_t *out, const char *name, const char *type, const char *help, double value)
{
	family(out, name, type, help);
	put(out, "tesuji_%s %.9g\n", name, value);
}

static double seconds(uint64_t ns)
{
	return (double)ns / NS_PER_S;
}

/* rows_of writes a histogram with the label, "class=\"x\"", or without one (""). */
static void rows_of(wirebuf_t *out, const char *name, const char *label, const histogram_t *h)
{
	const char *comma = label[0] != '\0' ? "," : "", *open = label[0] != '\0' ? "{" : "",
	           *close = label[0] != '\0' ? "}" : "";
	uint64_t count = 0;

	for (unsigned i = 0; i < METRICS_BUCKETS; i++) {
		count += h->count[i];
		put(out, "tesuji_%s_bucket{%s%sle=\"%g\"} %" PRIu64 "\n", name, label, comma,
		    seconds(metrics_bounds[i]), count);
	}
	count += h->count[METRICS_BUCKETS];
	put(out, "tesuji_%s_bucket{%s%sle=\"+Inf\"} %" PRIu64 "\n", name, label, comma, count);
	put(out, "tesuji_%s_sum%s%s%s %.9g\n", name, open, label, close, seconds(h->sum_ns));
	put(out, "tesuji_%s_count%s%s%s %" PRIu64 "\n", name, open, label, close, count);
}

static const char *class_name(unsigned class)
{
	return class < MSG_CLASSES ? msg_class_names[class] : "none";
}

/* Of the jobs in flight. */
typedef struct {
	unsigned jobs[METRICS_CLASSES][JOB_STATES];
	uint64_t nodes, nodes_per_s;
} flight_t;

static void look(const jobs_t *jobs, flight_t *flight)
{
	memset(flight, 0, sizeof(*flight));
	for (const link_t *at = jobs->active.next; at != &jobs->active; at = at->next) {
		const record_t *record = LIST_ENTRY(at, const record_t, link);
		const bool waits = job_is_queued(record->job);
		progress_t progress;

		/* One that has ended, and whose end the loop has not heard of, still runs for it.
		 */
		flight->jobs[metrics_class(record->owner)][waits ? JOB_QUEUED : JOB_RUNNING]++;
		if (waits) /* nothing was searched for it, and there may be thousands */
			continue;
		job_progress(record->job, &progress);
		flight->nodes += progress.nodes;
		if (progress.state == JOB_RUNNING)
			flight->nodes_per_s += progress.nodes_per_s;
	}
}

static void put_server(server_t *server, wirebuf_t *out)
{
	ttable_stats_t table;
	uint64_t known, marked;

	family(out, "build_info", "gauge", "Always 1; its labels tell the release.");
	put(out, "tesuji_build_info{version=\"%s\",compiler=\"%s\"} 1\n", TESUJI_VERSION,
	    __VERSION__);
	real(out, "uptime_seconds", "gauge", "Time since the start.",
	     (double)(uv_now(server->loop) - server->began_ms) / MS_PER_S);
	one(out, "draining", "gauge", "1: it is shutting down.", server->state != SERVER_SERVING);
	one(out, "workers", "gauge", "Search threads.",
	    server->solver != NULL ? solver_workers(server->solver) : 0);
	one(out, "faults_total", "counter", "Checks of its own that have failed.",
	    atomic_load_explicit(&server->faults, memory_order_relaxed));
	if (server->solver == NULL)
		return;
	solver_table(server->solver, &table);
	one(out, "table_bytes", "gauge", "Size of the shared transposition table.", table.bytes);
	one(out, "table_entries", "gauge", "Entries for which it has room.", table.entries);
	one(out, "table_used_entries", "gauge", "Entries in use, an estimate.", table.used);
	solver_met(server->solver, &known, &marked);
	one(out, "table_hits_total", "counter", "Nodes whose value a table had.", known);
	one(out, "marks_met_total", "counter",
	    "Work put off because another worker's mark was on it.", marked);
}

static void put_jobs(server_t *server, wirebuf_t *out)
{
	const metrics_t *m = &server->metrics;
	flight_t flight;

	look(&server->jobs, &flight);
	family(out, "jobs", "gauge", "Jobs in flight.");
	for (unsigned c = 0; c < METRICS_CLASSES; c++)
		for (unsigned s = JOB_QUEUED; s <= JOB_RUNNING; s++)
			put(out, "tesuji_jobs{class=\"%s\",state=\"%s\"} %u\n", class_name(c),
			    job_state_name((job_state_t)s), flight.jobs[c][s]);
	one(out, "jobs_kept", "gauge", "Finished jobs that are kept.", server->jobs.finished_count);
	one(out, "jobs_submitted_total", "counter", "Jobs accepted.", server->metrics.submitted);
	family(out, "jobs_ended_total", "counter", "Jobs that have ended.");
	for (unsigned c = 0; c < METRICS_CLASSES; c++)
		for (unsigned s = JOB_DONE; s < JOB_STATES; s++)
			put(out, "tesuji_jobs_ended_total{class=\"%s\",state=\"%s\"} %" PRIu64 "\n",
			    class_name(c), job_state_name((job_state_t)s), m->ended[c][s]);
	family(out, "job_values_total", "counter", "What jobs that have ended found.");
	for (unsigned v = 0; v < METRICS_VALUES; v++)
		put(out, "tesuji_job_values_total{value=\"%s\"} %" PRIu64 "\n",
		    value_name((value_t)(v + VALUE_DISPROVEN)), m->values[v]);
	one(out, "jobs_remembered_total", "counter",
	    "Jobs answered from memory or the store, without a search.", m->remembered);
	if (m->nodes + flight.nodes > server->metrics.nodes_told)
		server->metrics.nodes_told = m->nodes + flight.nodes;
	one(out, "nodes_total", "counter", "Nodes searched for jobs.", m->nodes_told);
	one(out, "nodes_per_second", "gauge", "Nodes a second of the jobs that run.",
	    flight.nodes_per_s);
	family(out, "job_wait_seconds", "histogram",
	       "From a job's submission until a worker took it up.");
	for (unsigned c = 0; c < METRICS_CLASSES; c++) {
		char label[MSG_NAME_BYTES];

		(void)snprintf(label, sizeof(label), "class=\"%s\"", class_name(c));
		rows_of(out, "job_wait_seconds", label, &m->wait[c]);
	}
	family(out, "job_solve_seconds", "histogram", "From then until the job ended.");
	rows_of(out, "job_solve_seconds", "", &m->solve);
	one(out, "statuses", "gauge", "Statuses, and first moves, in flight.",
	    server->statuses.active_count);
	one(out, "certificates", "gauge", "Certificates being made.",
	    server->proofs.building_count);
}

static void put_connections(const server_t *server, wirebuf_t *out)
{
	static const char *const places[CONN_PLACES] = {"shared", "control", "refused", "adopted"};
	const conns_t *conns = &server->conns;
	const metrics_t *m = &server->metrics;

	family(out, "connections", "gauge", "Open connections, by what they count against.");
	for (unsigned p = 0; p < CONN_PLACES; p++)
		put(out, "tesuji_connections{place=\"%s\"} %u\n", places[p], conns->places[p]);
	one(out, "connections_opened_total", "counter", "Connections since the start.",
	    conns->map.last);
	one(out, "received_bytes_total", "counter", "Bytes from clients.", conns->received);
	one(out, "sent_bytes_total", "counter", "Bytes to clients.", conns->sent);
	family(out, "requests_total", "counter", "Requests, by method.");
	for (unsigned i = 0; i < METHODS; i++)
		put(out, "tesuji_requests_total{method=\"%s\"} %" PRIu64 "\n",
		    methods_row((method_t)i)->name, m->requests[i]);
	family(out, "refusals_total", "counter", "Errors that clients were told, by reason.");
#define ERR_ROW(constant, number, name, text)                                       \
	if ((number) != 0)                                                          \
		put(out, "tesuji_refusals_total{error=\"%s\"} %" PRIu64 "\n", name, \
		    m->errors[-(number)]);
	ERR_TABLE(ERR_ROW)
#undef ERR_ROW
	one(out, "logins_refused_total", "counter", "Wrong tokens.", server->logins.refused);
}

static void put_loop(const pace_t *pace, wirebuf_t *out)
{
	family(out, "loop_turn_seconds", "histogram",
	       "Turns of the event loop, in each of which nobody else is served.");
	rows_of(out, "loop_turn_seconds", "", &pace->lengths);
	real(out, "loop_longest_turn_seconds", "gauge", "The longest since the start.",
	     seconds(pace->longest_ns));
}

static void put_store(const server_t *server, wirebuf_t *out)
{
	committer_counts_t counts;
	store_stats_t s;

	if (!committer_count(server->committer, &s, &counts))
		return;
	one(out, "store_facts", "gauge", "Facts on disk.", s.facts);
	one(out, "store_waiting_facts", "gauge", "Facts that are not on disk yet.", s.waiting);
	one(out, "store_bytes", "gauge", "Bytes that the facts take.", s.bytes);
	one(out, "store_most_bytes", "gauge", "Bytes that they may take.", s.bytes_most);
	one(out, "store_open", "gauge", "1: the store can be used and written.",
	    s.state == STORE_OPEN);
	family(out, "store_lookups_total", "counter", "Questions that were looked up.");
	put(out, "tesuji_store_lookups_total{result=\"found\"} %" PRIu64 "\n", s.found);
	put(out, "tesuji_store_lookups_total{result=\"missed\"} %" PRIu64 "\n", s.missed);
	one(out, "store_evicted_facts_total", "counter", "Facts that made room.", s.evicted);
	one(out, "store_commits_total", "counter", "Commits.", counts.commits);
	one(out, "store_commits_failed_total", "counter", "Commits that failed.", counts.failed);
	real(out, "store_last_commit_seconds", "gauge", "How long the last commit took.",
	     seconds(counts.last_ns));
}

static void put_batches(const batches_t *b, wirebuf_t *out)
{
	one(out, "batches", "gauge", "Batches that are kept.", b->map.count);
	one(out, "batch_jobs", "gauge", "Jobs of batches that are kept.", b->jobs);
	one(out, "batch_running_jobs", "gauge", "Jobs of batches that are searched.", b->running);
	one(out, "batch_bytes", "gauge", "Memory of their problems and results.", b->bytes);
}

static void put_journal(const server_t *server, wirebuf_t *out)
{
	journal_counts_t counts;

	if (!journal_count(server->journal, &counts))
		return;
	family(out, "durable_jobs", "gauge", "Durable jobs that are kept.");
	put(out, "tesuji_durable_jobs{state=\"open\"} %u\n", server->durable->open_count);
	put(out, "tesuji_durable_jobs{state=\"ended\"} %u\n", server->durable->ended_count);
	one(out, "journal_bytes", "gauge", "Bytes that the journal's records take.", counts.bytes);
	one(out, "journal_most_bytes", "gauge", "Bytes that they may take.", counts.bytes_most);
	one(out, "journal_open", "gauge", "1: the last commit of the journal was good.",
	    !counts.is_failing);
	one(out, "journal_changes_total", "counter", "Changes that the journal was given.",
	    counts.changes);
	one(out, "journal_commits_total", "counter", "Commits of the journal.", counts.commits);
	one(out, "journal_commits_failed_total", "counter", "Commits that failed.", counts.failed);
	real(out, "journal_last_commit_seconds", "gauge", "How long the last commit took.",
	     seconds(counts.last_ns));
}

static void put_backups(const server_t *server, wirebuf_t *out)
{
	const backup_counts_t *counts = &server->backups.counts;

	if (server->committer == NULL && server->journal == NULL)
		return;
	family(out, "backups_total", "counter", "Backups of the store and the journal.");
	put(out, "tesuji_backups_total{result=\"made\"} %" PRIu64 "\n", counts->made);
	put(out, "tesuji_backups_total{result=\"failed\"} %" PRIu64 "\n", counts->failed);
	put(out, "tesuji_backups_total{result=\"cancelled\"} %" PRIu64 "\n", counts->cancelled);
	one(out, "backup_last_timestamp_seconds", "gauge",
	    "When the last one was made; 0: none since the start.", counts->last_s);
	one(out, "backup_last_bytes", "gauge", "Bytes of the last one.", counts->bytes);
	real(out, "backup_last_seconds", "gauge", "How long it took.", seconds(counts->took_ns));
	real(out, "backup_last_held_seconds", "gauge", "How long commits waited for it.",
	     seconds(counts->held_ns));
}

static void put_facts(const facts_counts_t *counts, wirebuf_t *out)
{
	family(out, "fleet_facts_total", "counter", "Facts, by what became of them.");
	put(out, "tesuji_fleet_facts_total{what=\"sent\"} %" PRIu64 "\n", counts->sent);
	put(out, "tesuji_fleet_facts_total{what=\"lost\"} %" PRIu64 "\n", counts->lost);
	put(out, "tesuji_fleet_facts_total{what=\"taken\"} %" PRIu64 "\n", counts->taken);
	put(out, "tesuji_fleet_facts_total{what=\"known\"} %" PRIu64 "\n", counts->known);
	put(out, "tesuji_fleet_facts_total{what=\"refused\"} %" PRIu64 "\n", counts->refused);
	put(out, "tesuji_fleet_facts_total{what=\"dropped\"} %" PRIu64 "\n", counts->dropped);
	family(out, "fleet_facts_checked_total", "counter",
	       "Facts of others that were searched again, by what was found.");
	put(out, "tesuji_fleet_facts_checked_total{what=\"same\"} %" PRIu64 "\n", counts->agreed);
	put(out, "tesuji_fleet_facts_checked_total{what=\"open\"} %" PRIu64 "\n", counts->open);
	put(out, "tesuji_fleet_facts_checked_total{what=\"false\"} %" PRIu64 "\n", counts->refuted);
}

static void put_fleet(const server_t *server, wirebuf_t *out)
{
	fleet_counts_t counts;

	if (!fleet_count(server->fleet, &counts))
		return;
	one(out, "fleet_connected", "gauge", "1: there is a connection to a broker.",
	    counts.is_connected);
	one(out, "fleet_members", "gauge", "Other daemons that were heard of in the last minute.",
	    counts.members);
	one(out, "fleet_places", "gauge", "Jobs that the workers among them search at once.",
	    counts.places);
	one(out, "fleet_jobs_out", "gauge", "Jobs that others search for this daemon.",
	    counts.front.out);
	family(out, "fleet_jobs_total", "counter", "Jobs handed out, by what became of them.");
	put(out, "tesuji_fleet_jobs_total{what=\"handed_out\"} %" PRIu64 "\n", counts.front.sent);
	put(out, "tesuji_fleet_jobs_total{what=\"settled\"} %" PRIu64 "\n", counts.front.settled);
	put(out, "tesuji_fleet_jobs_total{what=\"declined\"} %" PRIu64 "\n", counts.front.declined);
	put(out, "tesuji_fleet_jobs_total{what=\"lapsed\"} %" PRIu64 "\n", counts.front.lapsed);
	put(out, "tesuji_fleet_jobs_total{what=\"failed\"} %" PRIu64 "\n", counts.front.failed);
	one(out, "fleet_errands", "gauge", "Jobs that are searched here for others.",
	    counts.errands.running);
	family(out, "fleet_errands_total", "counter", "Others' jobs, by what became of them.");
	put(out, "tesuji_fleet_errands_total{what=\"taken\"} %" PRIu64 "\n", counts.errands.taken);
	put(out, "tesuji_fleet_errands_total{what=\"declined\"} %" PRIu64 "\n",
	    counts.errands.declined);
	put(out, "tesuji_fleet_errands_total{what=\"done\"} %" PRIu64 "\n", counts.errands.done);
	put(out, "tesuji_fleet_errands_total{what=\"cancelled\"} %" PRIu64 "\n",
	    counts.errands.cancelled);
	family(out, "fleet_checks_total", "counter",
	       "Results of others that were checked, by what came of it.");
	put(out, "tesuji_fleet_checks_total{what=\"accepted\"} %" PRIu64 "\n",
	    counts.audit.accepted);
	put(out, "tesuji_fleet_checks_total{what=\"searched\"} %" PRIu64 "\n",
	    counts.audit.searched);
	put(out, "tesuji_fleet_checks_total{what=\"open\"} %" PRIu64 "\n", counts.audit.open);
	put(out, "tesuji_fleet_checks_total{what=\"false\"} %" PRIu64 "\n", counts.audit.refuted);
	if (counts.has_facts)
		put_facts(&counts.facts, out);
	one(out, "fleet_messages_lost_total", "counter", "Messages lost here, coming or going.",
	    counts.lost);
}

static void put_memory(const server_t *server, wirebuf_t *out)
{
	ttable_stats_t table = {.bytes = 0};
	size_t resident = 0;

	if (server->solver != NULL)
		solver_table(server->solver, &table);
	family(out, "memory_bytes", "gauge", "Memory by what it is for.");
	put(out, "tesuji_memory_bytes{part=\"table\"} %" PRIu64 "\n", table.bytes);
	put(out, "tesuji_memory_bytes{part=\"job_tables\"} %" PRIu64 "\n",
	    server->jobs.table_bytes);
	put(out, "tesuji_memory_bytes{part=\"connections\"} %zu\n", server->conns.bytes);
	put(out, "tesuji_memory_bytes{part=\"batches\"} %zu\n", server->batches.bytes);
	put(out, "tesuji_memory_bytes{part=\"certificates\"} %" PRIu64 "\n", server->proofs.bytes);
	one(out, "memory_allocated_bytes", "gauge", "All that is allocated and not freed.",
	    mem_live());
	if (uv_resident_set_memory(&resident) == 0)
		one(out, "memory_resident_bytes", "gauge", "Of the process, in memory.", resident);
	one(out, "memory_connections_most_bytes", "gauge",
	    "What connections may hold together; 0: no bound.", server->conns.bytes_most);
}

/* The families of accounts. */
#define ACCOUNT_FAMILIES(X)                                                              \
	X(active, "account_jobs", "gauge", "Jobs in flight of an account.")              \
	X(connections, "account_connections", "gauge", "Its open connections.")          \
	X(submitted, "account_jobs_submitted_total", "counter", "Its jobs accepted.")    \
	X(nodes, "account_nodes_total", "counter", "Nodes of its jobs that have ended.") \
	X(refused, "account_refusals_total", "counter", "Errors that it was told.")      \
	X(logins, "account_logins_total", "counter", "Its logins.")                      \
	X(kept, "account_durable_jobs", "gauge", "Durable jobs of it that are kept.")    \
	X(batch_jobs, "account_batch_jobs", "gauge", "Jobs of its batches that are kept.")

static void put_account(wirebuf_t *out, const char *family_name, const account_t *account,
                        uint64_t value)
{
	put(out, "tesuji_%s{account=\"%s\",class=\"%s\"} %" PRIu64 "\n", family_name, account->name,
	    class_name(account->class), value);
}

static void put_accounts(const accounts_t *accounts, wirebuf_t *out)
{
	const size_t count = accounts_count(accounts);
	const size_t shown = count < METRICS_ACCOUNTS ? count : METRICS_ACCOUNTS;
	account_counts_t rest = {.active = 0};

	for (size_t i = shown; i < count; i++) {
		const account_counts_t *c = &accounts_at(accounts, i)->counts;

#define FAMILY(member, name, type, help) rest.member += c->member;
		ACCOUNT_FAMILIES(FAMILY)
#undef FAMILY
	}
#define FAMILY(member, name, type, help)                                                       \
	family(out, name, type, help);                                                         \
	for (size_t i = 0; i < shown; i++)                                                     \
		put_account(out, name, accounts_at(accounts, i),                               \
		            accounts_at(accounts, i)->counts.member);                          \
	if (shown < count)                                                                     \
		put(out, "tesuji_%s{account=\"(others)\",class=\"none\"} %" PRIu64 "\n", name, \
		    rest.member);
	ACCOUNT_FAMILIES(FAMILY)
#undef FAMILY
}

void metrics_text_all(server_t *server, wirebuf_t *out)
{
	put_server(server, out);
	put_jobs(server, out);
	put_connections(server, out);
	put_loop(&server->conns.pace, out);
	put_store(server, out);
	put_journal(server, out);
	put_backups(server, out);
	put_fleet(server, out);
	put_batches(&server->batches, out);
	put_memory(server, out);
	if (server->accounts != NULL)
		put_accounts(server->accounts, out);
}

void metrics_text_of(server_t *server, const account_t *account, wirebuf_t *out)
{
	put_server(server, out);
	if (account == NULL)
		return;
#define FAMILY(member, name, type, help) \
	family(out, name, type, help);   \
	put_account(out, name, account, account->counts.member);
	ACCOUNT_FAMILIES(FAMILY)
#undef FAMILY
}
