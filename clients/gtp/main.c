/* SPDX-License-Identifier: MIT
 * main.c - tesuji-gtp, an engine for programs that speak the Go Text Protocol.
 *
 * Design     Questions go to a tesujid, as those of the command tesuji do: to one that was named,
 *            or else to a daemon in this process. Unlike the command it does not look for a running
 *            daemon: a controller starts an engine to have one of its own. One worker is the
 *            default: a question of tactics is answered before a second one has joined, and with
 *            one worker and a limit of nodes the answers are always the same.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/gtp/commands.h"
#include "clients/gtp/engine.h"
#include "clients/gtp/words.h"
#include "clients/local/local.h"

/* Exit codes, as the command tesuji has them. */
enum { EXIT_USAGE = 64, EXIT_NO_SERVER = 69, EXIT_INTERNAL = 70, EXIT_INPUT_OUTPUT = 74 };

enum { CONNECT_MS = 5000, COUNT_MOST = 1000000000, SMALL_NODES = 2000000, SMALL_MIB = 64 };

static const char usage[] =
        "tesuji-gtp [OPTION...]\n"
        "  Answer questions of Go tactics, and play, by the Go Text Protocol.\n"
        "\n"
        "Options\n"
        "  --order N       highest order searched, 1 to 7 (default 3)\n"
        "  --time-ms N     milliseconds for a question; 0 = no limit (default 4000)\n"
        "  --nodes N       nodes for a question; 0 = no limit (default 1100000); connect\n"
        "                  and disconnect take a small part of them\n"
        "  --workers N     threads on a question (default 1)\n"
        "  --server ADDR   ask this daemon: unix:/path, /path, tcp:host:port or host:port\n"
        "  --help          this help\n"
        "  --version       the version\n";

typedef struct {
	ask_limits_t limits;
	unsigned workers;
	const char *server;
	bool help, version;
} args_t;

/* number_read reads the value of a numeric option. */
static bool number_read(const char *name, const char *value, unsigned least, unsigned most,
                        unsigned *out)
{
	if (words_number(value, most, out) && *out >= least)
		return true;
	fprintf(stderr, "tesuji-gtp: %s: '%s' is not a number from %u to %u\n", name, value, least,
	        most);
	return false;
}

/* args_value stores the value of an option. Returns false after it has written why the value is
 * wrong. */
static bool args_value(args_t *args, const char *name, const char *value)
{
	unsigned n = 0;

	if (strcmp(name, "--server") == 0) {
		args->server = value;
		return true;
	}
	if (strcmp(name, "--order") == 0) {
		if (!number_read(name, value, 1, ASK_ORDER_MOST, &n))
			return false;
		args->limits.order = n;
		return true;
	}
	if (strcmp(name, "--workers") == 0)
		return number_read(name, value, 1, 1024, &args->workers);
	if (!number_read(name, value, 0, COUNT_MOST, &n))
		return false;
	*(strcmp(name, "--nodes") == 0 ? &args->limits.nodes : &args->limits.time_ms) = n;
	return true;
}

static bool args_read(args_t *args, int argc, char **argv)
{
	static const char *const with_value[] = {"--order", "--time-ms", "--nodes", "--workers",
	                                         "--server"};

	for (int i = 1; i < argc; i++) {
		const char *equals = strchr(argv[i], '=');
		const size_t length = equals != NULL ? (size_t)(equals - argv[i]) : strlen(argv[i]);
		const char *name = NULL, *value = NULL;

		args->help |= strcmp(argv[i], "--help") == 0;
		args->version |= strcmp(argv[i], "--version") == 0;
		if (args->help || args->version)
			return true;
		for (size_t k = 0; k < sizeof(with_value) / sizeof(with_value[0]); k++) {
			if (strlen(with_value[k]) == length &&
			    strncmp(with_value[k], argv[i], length) == 0)
				name = with_value[k];
		}
		if (name == NULL) {
			fprintf(stderr, "tesuji-gtp: unknown option '%s'; see --help\n", argv[i]);
			return false;
		}
		value = equals != NULL ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
		if (value == NULL || value[0] == '\0') {
			fprintf(stderr, "tesuji-gtp: %s needs an argument\n", name);
			return false;
		}
		if (!args_value(args, name, value))
			return false;
	}
	return true;
}

/* table_for returns the bytes of the table for questions of so many nodes. A small table fits
 * the caches (small questions take 4 % longer with 256 MiB), and some million nodes fill a large
 * one. A quarter of it goes to verdicts by their zones (engine/search/dfpn/zone_probe.c). */
static size_t table_for(int64_t nodes)
{
	return nodes > 0 && nodes <= SMALL_NODES ? (size_t)SMALL_MIB << 20 : 0;
}

static int serve(const args_t *args, gtp_engine_t *engine)
{
	const char *named = args->server != NULL ? args->server : getenv("TESUJI_SERVER");
	const bool is_named = named != NULL && named[0] != '\0';
	tesuji_error_t why;
	gtp_end_t end;
	int rc = is_named ? tesuji_connect(named, CONNECT_MS, &engine->ask.daemon, &why)
	                  : local_open(args->workers, true, table_for(args->limits.nodes),
	                               &engine->ask.daemon, &why);

	if (rc != TESUJI_OK) {
		fprintf(stderr, "tesuji-gtp: %s\n", why.text);
		if (!is_named)
			return rc == TESUJI_E_VALUE ? EXIT_USAGE : EXIT_INTERNAL;
		return rc == TESUJI_E_SYNTAX ? EXIT_USAGE : EXIT_NO_SERVER;
	}
	game_init(&engine->game);
	end = gtp_serve(STDIN_FILENO, stdout, commands_table(), engine, &engine->quits);
	if (end != GTP_OVER)
		fprintf(stderr, "tesuji-gtp: cannot %s: %s\n",
		        end == GTP_UNREAD ? "read a command" : "write an answer", strerror(errno));
	game_fini(&engine->game);
	tesuji_close(engine->ask.daemon);
	local_close();
	return end == GTP_OVER ? EXIT_SUCCESS : EXIT_INPUT_OUTPUT;
}

int main(int argc, char **argv)
{
	static gtp_engine_t engine;
	args_t args = {.limits = {.order = 3, .nodes = 1100000, .time_ms = 4000}, .workers = 1};

	if (!args_read(&args, argc, argv))
		return EXIT_USAGE;
	if (args.help || args.version) {
		if (args.help)
			fputs(usage, stdout);
		else
			printf("tesuji-gtp %s\n", tesuji_version());
		return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_INPUT_OUTPUT;
	}
	if (!local_streams())
		return EXIT_INPUT_OUTPUT;
	(void)signal(SIGPIPE, SIG_IGN); /* writing to a controller that has gone is an error */
	engine.ask.limits = args.limits;
	engine.ask.workers = args.workers;
	return serve(&args, &engine);
}
