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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/front/options.h"
#include "clients/front/service.h"
#include "clients/gtp/commands.h"
#include "clients/gtp/engine.h"
#include "clients/gtp/hex.h"

enum { COUNT_MOST = 1000000000, SMALL_NODES = 2000000, SMALL_MIB = 64 };

static const char usage[] =
        "tesuji-gtp [OPTION...]\n"
        "  Answer questions of Go tactics, or of Hex, and play, by the Go Text Protocol.\n"
        "\n"
        "Options\n"
        "  --game NAME     go (default) or hex\n"
        "  --order N       highest order searched, 1 to 7 (default 3)\n"
        "  --time-ms N     milliseconds for a question; 0 = no limit (default 4000)\n"
        "  --nodes N       nodes for a question; 0 = no limit (default 1100000); connect\n"
        "                  and disconnect take a small part of them\n"
        "  --workers N     threads on a question (default 1)\n"
        "  --server ADDR   ask this daemon: unix:/path, /path, tcp:host:port, host:port or\n"
        "                  tls://host:port\n"
        "  --token-file F  log in there with the token in this file "
        "(TESUJI_TOKEN_FILE)\n" SERVICE_TLS_USAGE "  --help          this help\n"
        "  --version       the version\n";

/* table_for returns the bytes of the table for questions of so many nodes. A small table fits
 * the caches (small questions take 4 % longer with 256 MiB), and some million nodes fill a large
 * one. A quarter of it goes to verdicts by their zones (engine/search/dfpn/zone_probe.c). */
static size_t table_for(int64_t nodes)
{
	return nodes > 0 && nodes <= SMALL_NODES ? (size_t)SMALL_MIB << 20 : 0;
}

static gtp_end_t serve_go(const ask_limits_t *limits, unsigned workers, tesuji_t *daemon)
{
	static gtp_engine_t engine;
	gtp_end_t end;

	engine.ask = (ask_t){.daemon = daemon, .workers = workers, .limits = *limits};
	game_init(&engine.game);
	end = gtp_serve(STDIN_FILENO, stdout, commands_table(), &engine);
	game_fini(&engine.game);
	return end;
}

static int serve(const ask_limits_t *limits, const service_place_t *place, bool hex)
{
	tesuji_error_t why;
	tesuji_t *daemon;
	gtp_end_t end;
	const int rc = service_open(place, &daemon, &why);

	if (rc != 0) {
		fprintf(stderr, "tesuji-gtp: %s\n", why.text);
		return rc;
	}
	end = hex ? hex_serve(daemon, limits, place->workers)
	          : serve_go(limits, place->workers, daemon);
	if (end != GTP_OVER)
		fprintf(stderr, "tesuji-gtp: cannot %s: %s\n",
		        end == GTP_UNREAD ? "read a command" : "write an answer", strerror(errno));
	service_close(daemon);
	return end == GTP_OVER ? EXIT_SUCCESS : SERVICE_INPUT_OUTPUT;
}

int main(int argc, char **argv)
{
	ask_limits_t limits = {.order = 3, .nodes = 1100000, .time_ms = 4000};
	service_place_t place = {.server = ""};
	char game[OPTIONS_TEXT_BYTES] = "go";
	int64_t workers = 1;
	const option_t options[] = {
	        {.name = "--game", .text = game},
	        {.name = "--order", .least = 1, .most = ASK_ORDER_MOST, .number = &limits.order},
	        {.name = "--time-ms", .most = COUNT_MOST, .number = &limits.time_ms},
	        {.name = "--nodes", .most = COUNT_MOST, .number = &limits.nodes},
	        {.name = "--workers", .least = 1, .most = SERVICE_THREADS_MOST, .number = &workers},
	        {.name = "--server", .text = place.server},
	        {.name = "--token-file", .text = place.token_file},
	        SERVICE_TLS(place.tls),
	        {.name = NULL},
	};
	const int code = service_begin("tesuji-gtp", usage, options, argc, argv);
	const bool hex = strcmp(game, "hex") == 0;

	if (code != SERVICE_RUN)
		return code;
	if (!hex && strcmp(game, "go") != 0) {
		fprintf(stderr, "tesuji-gtp: --game: '%s' is neither go nor hex\n", game);
		return SERVICE_USAGE;
	}
	place.lasts = !hex; /* its searches are polled */
	place.workers = (unsigned)workers;
	place.table_bytes = table_for(limits.nodes);
	return serve(&limits, &place, hex);
}
