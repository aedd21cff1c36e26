/* SPDX-License-Identifier: MIT
 * conf.h - the settings of tesujid. Each is one row of CONF_TABLE; the parsers, --help, the
 * configuration file and the reload are made from the rows.
 *
 * A later source wins: the row's default, then the configuration file, then the command line.
 * Every value, the default too, is text until the row's type has parsed it. So there is one
 * parser, and a default cannot be out of range.
 *
 * Units     in the row.
 * Ownership a conf_t is plain storage; copy it with =.
 * Threads   the loop thread, or main before it; any thread with a conf_t of its own.
 * Errors    *why names the place: "tesujid.conf:12: max_jobs: ...".
 */
#ifndef SERVER_CONF_H
#define SERVER_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/err.h"

enum {
	CONF_TEXT_MAX = 256,           /* bytes of a text value, the NUL included */
	CONF_FILE_BYTES_MAX = 1 << 20, /* a configuration file is a page or two */
};

/* The types: NUMBER (decimal, least..most), OCTAL (a file mode), WORD (one of the words in
 * `unit`; stored as its index there), TEXT (of least..most bytes), LISTEN (a TEXT that is a list
 * of addresses). RELOAD: SIGHUP applies a new value. START: a new value needs a restart. */
/*        name, type, least, most, default, unit, when, help */
#define CONF_TABLE(X)                                                                            \
	X(listen, LISTEN, 0, 255, "127.0.0.1:7411", "addresses", START,                          \
	  "TCP addresses host:port, separated by commas; none = no TCP; port 0 = any free port") \
	X(listen_tls, LISTEN, 0, 255, "none", "addresses", START,                                \
	  "likewise, for connections inside TLS")                                                \
	X(tls_cert, TEXT, 0, 255, "", "file", RELOAD,                                            \
	  "certificate of the server for TLS, and those above it, in PEM")                       \
	X(tls_key, TEXT, 0, 255, "", "file", RELOAD, "its private key, in PEM, no password")     \
	X(tls_client_ca, TEXT, 0, 255, "", "file", RELOAD,                                       \
	  "who signs the certificates that clients must have then; empty = they need none")      \
	X(tls_oldest, WORD, 0, 1, "1.3", "1.3|1.2", RELOAD, "oldest TLS that is spoken")         \
	X(socket, TEXT, 0, 107, "", "path", START, "Unix socket to listen on; empty = none")     \
	X(socket_mode, OCTAL, 0, 0777, "0660", "mode", START, "permissions of the Unix socket")  \
	X(control_socket, TEXT, 0, 107, "", "path", START,                                       \
	  "Unix socket for whoever runs the daemon: has room always; mode 0600; empty = none")   \
	X(accounts, TEXT, 0, 255, "", "file", START,                                             \
	  "who may use the server (tesujid.accounts(5)); empty = whoever can connect")           \
	X(metrics_listen, LISTEN, 0, 255, "none", "address", START,                              \
	  "host:port of /metrics, /healthz and /readyz over HTTP, without a login; none = none") \
	X(metrics_reach, WORD, 0, 1, "loopback", "loopback|any", START,                          \
	  "of that address: this machine's alone, or one that other machines reach")             \
	X(workers, NUMBER, 0, 1024, "0", "threads", START,                                       \
	  "search threads; 0 = one for each core")                                               \
	X(worker_priority, WORD, 0, 2, "idle", "idle|nice|normal", START,                        \
	  "of the search threads: nice 19 and SCHED_IDLE, nice 19 alone, as the rest")           \
	X(table_mib, NUMBER, 1, 4194304, "256", "MiB", START, "size of the transposition table") \
	X(table_memory, WORD, 0, 1, "start", "start|use", START,                                 \
	  "when the table's memory is taken: at the start, or as it is used")                    \
	X(answers, NUMBER, 0, 16777216, "16384", "answers", START,                               \
	  "answers remembered by their zones, at some 400 bytes each; 0 = none")                 \
	X(store, TEXT, 0, 255, "", "folder", START,                                              \
	  "where answers are kept on disk, to be found after a restart; empty = nowhere")        \
	X(store_size_mib, NUMBER, 4, 1048576, "1024", "MiB", START,                              \
	  "most that they may take; the cheapest go first")                                      \
	X(journal, TEXT, 0, 255, "", "folder", START,                                            \
	  "where durable jobs and their results are kept; empty = there are none")               \
	X(journal_size_mib, NUMBER, 4, 1048576, "64", "MiB", START,                              \
	  "what they may take, which is taken from the disk at the start")                       \
	X(max_durable, NUMBER, 0, 1048576, "10000", "jobs", RELOAD,                              \
	  "durable jobs kept, whole server, those that have ended among them")                   \
	X(keep_durable_s, NUMBER, 1, 315360000, "604800", "s", RELOAD,                           \
	  "how long a durable job's result is kept when nobody takes it by job.ack")             \
	X(max_batch_jobs, NUMBER, 0, 1048576, "20000", "jobs", RELOAD,                           \
	  "jobs of all batches, those that have ended among them; at 4 KiB each, about")         \
	X(max_jobs, NUMBER, 1, 65536, "1024", "jobs", RELOAD, "jobs in flight, whole server")    \
	X(max_jobs_per_connection, NUMBER, 1, 65536, "64", "jobs", RELOAD,                       \
	  "jobs in flight, and jobs watched, by one connection")                                 \
	X(max_boards_per_connection, NUMBER, 0, 1024, "16", "boards", RELOAD,                    \
	  "boards of Go that one connection may keep")                                           \
	X(max_moves_per_board, NUMBER, 0, 16384, "1024", "moves", RELOAD,                        \
	  "moves on such a board that can be taken back")                                        \
	X(max_job_table_mib, NUMBER, 0, 1048576, "1024", "MiB", RELOAD,                          \
	  "tables of their own that jobs in flight may have together")                           \
	X(max_job_s, NUMBER, 0, 86400, "0", "s", RELOAD,                                         \
	  "most time of a job; what asks for more is refused; 0 = no limit")                     \
	X(max_detached_job_s, NUMBER, 0, 86400, "3600", "s", RELOAD,                             \
	  "likewise of a job that outlives its connection; 0 = max_job_s alone")                 \
	X(max_job_nodes, NUMBER, 0, 9007199254740991, "0", "nodes", RELOAD,                      \
	  "most nodes of a job; what asks for more is refused; 0 = no limit")                    \
	X(peer_share, NUMBER, 1, 100, "87", "percent", RELOAD,                                   \
	  "of jobs, tables, connections, statuses, certificates that the others leave, for one") \
	X(max_client_mib, NUMBER, 0, 1048576, "256", "MiB", RELOAD,                              \
	  "memory that all connections may hold together; beyond it the greediest are closed")   \
	X(max_connections, NUMBER, 0, 1048576, "0", "connections", RELOAD,                       \
	  "beyond it new connections wait; 0 = the limit of open files less 64")                 \
	X(idle_timeout_s, NUMBER, 0, 86400, "300", "s", RELOAD,                                  \
	  "a connection without requests and jobs is closed; 0 = never")                         \
	X(fleet, TEXT, 0, 255, "", "addresses", START,                                           \
	  "brokers of a fleet, nats://host:port or tls://host:port, by commas; empty = none")    \
	X(fleet_role, WORD, 0, 2, "both", "both|front|worker", START,                            \
	  "hands jobs out to other daemons, takes theirs in, or both")                           \
	X(fleet_name, TEXT, 0, 63, "", "name", START,                                            \
	  "of this daemon in the fleet, letters, digits, - and _; empty = the host's name")      \
	X(fleet_credentials, TEXT, 0, 255, "", "file", START,                                    \
	  "of NATS, with which it logs in to a broker; empty = without")                         \
	X(fleet_tls_ca, TEXT, 0, 255, "", "file", START,                                         \
	  "who signs the brokers' certificates, in PEM; empty = whom the system trusts")         \
	X(fleet_small_ms, NUMBER, 0, 3600000, "5", "ms", START,                                  \
	  "a job that is expected to take less is searched where it was submitted")              \
	X(fleet_check_percent, NUMBER, 0, 100, "1", "%", RELOAD,                                 \
	  "so many of a hundred results that others tell are checked")                           \
	X(fleet_facts, WORD, 0, 1, "no", "no|yes", START,                                        \
	  "whether the stores of the fleet take over what each of them has; needs a store")      \
	X(drain_ms, NUMBER, 0, 3600000, "10000", "ms", RELOAD,                                   \
	  "time for running jobs to finish after SIGTERM, before they are cancelled")            \
	X(progress_min_ms, NUMBER, 1, 60000, "10", "ms", RELOAD,                                 \
	  "least time between two progress notifications of a job")                              \
	X(keep_finished, NUMBER, 0, 65536, "1024", "jobs", RELOAD,                               \
	  "finished jobs kept for job.status and job.watch")                                     \
	X(keep_finished_s, NUMBER, 0, 86400, "600", "s", RELOAD, "how long they are kept")       \
	X(log_level, WORD, 0, 4, "info", "error|warning|notice|info|debug", RELOAD,              \
	  "what is written to stderr")                                                           \
	X(log_format, WORD, 0, 1, "text", "text|json", RELOAD,                                   \
	  "in which form: lines of key=value for journald, or JSON objects")

#define CONF_C_NUMBER(name) uint64_t name
#define CONF_C_OCTAL(name)  uint64_t name
#define CONF_C_WORD(name)   uint64_t name
#define CONF_C_TEXT(name)   char name[CONF_TEXT_MAX]
#define CONF_C_LISTEN(name) char name[CONF_TEXT_MAX]

typedef struct {
#define CONF_FIELD(name, type, least, most, fallback, unit, when, help) CONF_C_##type(name);
	CONF_TABLE(CONF_FIELD)
#undef CONF_FIELD
} conf_t;

/* What the command line asks the program to do. */
typedef enum {
	CONF_SERVE,
	CONF_HELP,
	CONF_VERSION,
	CONF_CHECK,
	CONF_DUMP,
	CONF_NEW_TOKEN
} conf_action_t;

typedef struct {
	conf_action_t action;
	const char
	        *file; /* borrowed from argv; NULL = no configuration file; of NEW_TOKEN the name */
} conf_command_t;

/* Exit codes, after sysexits.h. */
enum { EXIT_USAGE_64 = 64, EXIT_UNAVAILABLE_69 = 69, EXIT_OS_71 = 71, EXIT_CONFIG_78 = 78 };

/* conf_init sets every setting to its default. */
void conf_init(conf_t *conf);

/* conf_set parses `text` as the setting `name`, in which '-' and '_' are the same. ERR_VALUE:
 * there is no such setting. Otherwise the errors of the row's type; *why names the setting and
 * no file. */
err_t conf_set(conf_t *conf, const char *name, const char *text, errinfo_t *why);

/* conf_read_text applies the lines of a configuration file, which messages call `name`. It stops
 * at the first line that is wrong, or that gives a setting a second time; the lines before that
 * have been applied. conf_read_file reads the file at `path` so. */
err_t conf_read_text(conf_t *conf, const char *name, const char *text, size_t length,
                     errinfo_t *why);
err_t conf_read_file(conf_t *conf, const char *path, errinfo_t *why);

/* Words of tls_oldest. */
enum { CONF_TLS_1_3, CONF_TLS_1_2 };

/* conf_has_tls tells whether there is an address for TLS. */
bool conf_has_tls(const conf_t *conf);

/* conf_check returns ERR_VALUE for settings that are good one by one and make no sense together:
 * nothing to listen on; an address that other machines reach, and no accounts, or no leave for
 * metrics_listen. */
err_t conf_check(const conf_t *conf, errinfo_t *why);

/* conf_check_reach does so for the latter alone. */
err_t conf_check_reach(const conf_t *conf, errinfo_t *why);

/* conf_reload copies the RELOAD settings of *from into *conf. It returns the name of a START
 * setting that differs, or NULL. */
const char *conf_reload(conf_t *conf, const conf_t *from);

/* conf_help prints the help of the command line; conf_dump prints a configuration file with the
 * values of *conf and the help as comments. */
void conf_help(FILE *out);
void conf_dump(const conf_t *conf, FILE *out);

#endif
