/* SPDX-License-Identifier: MIT
 * main.c - tesuji-uci, an engine for programs that speak the Universal Chess Interface.
 */
#include "clients/uci/uci.h"

static const char usage[] =
        "tesuji-uci [OPTION...]\n"
        "  Prove mates, by the Universal Chess Interface. Where no mate is proven, play a move.\n"
        "\n"
        "Options\n"
        "  --threads N     threads, as the option Threads sets them (default 1)\n"
        "  --hash MIB      size of the transposition table (default 64)\n"
        "  --server ADDR   ask this daemon: unix:/path, /path, tcp:host:port, host:port or\n"
        "                  tls://host:port\n"
        "  --token-file F  log in there with the token in this file "
        "(TESUJI_TOKEN_FILE)\n" SERVICE_TLS_USAGE "  --help          this help\n"
        "  --version       the version\n";

int main(int argc, char **argv)
{
	uci_settings_t settings = {.threads = 1, .hash_mib = 64, .multipv = 1};
	const option_t options[] = {
	        {.name = "--threads",
	         .least = 1,
	         .most = SERVICE_THREADS_MOST,
	         .number = &settings.threads},
	        {.name = "--hash",
	         .least = 1,
	         .most = SERVICE_HASH_MOST,
	         .number = &settings.hash_mib},
	        {.name = "--server", .text = settings.server},
	        {.name = "--token-file", .text = settings.token_file},
	        SERVICE_TLS(settings.tls),
	        {.name = NULL},
	};
	const int code = service_begin("tesuji-uci", usage, options, argc, argv);

	return code == SERVICE_RUN ? uci_serve(&settings) : code;
}
