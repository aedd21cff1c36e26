/* SPDX-License-Identifier: MIT
 * main.c - tesuji-gomoku, an engine for programs that speak the protocol of Gomocup.
 */
#include "clients/gomoku/gomoku.h"

static const char usage[] =
        "tesuji-gomoku [OPTION...]\n"
        "  Play Gomoku and Renju by the protocol of Gomocup and Piskvork: proven wins, defences\n"
        "  against them, else sensible moves.\n"
        "\n"
        "Options\n"
        "  --threads N     threads (default 1)\n"
        "  --hash MIB      size of the transposition table (default 64)\n"
        "  --server ADDR   ask this daemon: unix:/path, /path, tcp:host:port, host:port or\n"
        "                  tls://host:port\n"
        "  --token-file F  log in there with the token in this file "
        "(TESUJI_TOKEN_FILE)\n" SERVICE_TLS_USAGE "  --help          this help\n"
        "  --version       the version\n";

int main(int argc, char **argv)
{
	enum { MIB_BITS = 20 };
	service_place_t place = {.server = ""};
	int64_t threads = 1, hash_mib = 64;
	const option_t options[] = {
	        {.name = "--threads", .least = 1, .most = SERVICE_THREADS_MOST, .number = &threads},
	        {.name = "--hash", .least = 1, .most = SERVICE_HASH_MOST, .number = &hash_mib},
	        {.name = "--server", .text = place.server},
	        {.name = "--token-file", .text = place.token_file},
	        SERVICE_TLS(place.tls),
	        {.name = NULL},
	};
	const int code = service_begin("tesuji-gomoku", usage, options, argc, argv);

	if (code != SERVICE_RUN)
		return code;
	place.workers = (unsigned)threads;
	place.table_bytes = (size_t)hash_mib << MIB_BITS;
	return gomoku_serve(&place);
}
