/* SPDX-License-Identifier: MIT
 * main.c - tesuji-http: the arguments, the loop, the signals.
 */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "clients/c/tesuji_login.h"
#include "clients/front/options.h"
#include "clients/http/asker.h"
#include "clients/http/assets.h"
#include "clients/http/bearers.h"
#include "clients/http/listener.h"
#include "clients/http/on_job.h"
#include "clients/http/on_status.h"

enum {
	CONNECTIONS_DEFAULT = 2048,
	CONNECTIONS_MOST = 60000,
	OF_ADDRESS_LEAST = 64,
	REQUEST_S_DEFAULT = 60,
	REQUEST_S_MOST = 3600,
	ACCOUNTS_MOST = 4096
};
/* Files beside the connections: those of libuv, of the page while it is read, of logs. A link has
 * an epoll, an eventfd, a timerfd and the socket (clients/c/async.c). */
enum { FILES_BESIDE = 64, FILES_OF_LINK = 4 };
/* Blocks that malloc gives back to the system when they are freed: bodies of requests. */
enum { BLOCK_BYTES = 64 * 1024 };
enum { EXIT_USAGE = 64, EXIT_IN_OUT = 74 }; /* as the command tesuji has them */

static const char usage[] =
        "tesuji-http [OPTION...]\n"
        "  Answer questions over HTTP with JSON, by asking a daemon: docs/http.md.\n\n"
        "Options\n"
        "  --listen ADDR     where to listen (default 127.0.0.1:7412)\n"
        "  --server ADDR     the daemon: unix:/path, /path, tcp:host:port, host:port or\n"
        "                    tls://host:port\n"
        "                    (default $TESUJI_SERVER, else /run/tesujid/tesujid.sock)\n"
        "  --token-file F    log in there with the token in this file (TESUJI_TOKEN_FILE)\n"
        "  --tls-ca FILE     the authorities of a tls:// daemon (TESUJI_TLS_CA; default: the\n"
        "                    system's)\n"
        "  --tls-cert F      the gateway's certificate there (TESUJI_TLS_CERT)\n"
        "  --tls-key F       its key, if not in the same file (TESUJI_TLS_KEY)\n"
        "  --host NAMES      names of this machine, separated by commas, under which it may\n"
        "                    be asked beside addresses and localhost; 16 at most\n"
        "  --origin NAMES    pages that may ask, as browsers name them:\n"
        "                    http://go.example:8080; separated by commas, 16 at most\n"
        "                    (default: none)\n"
        "  --web DIR         the page that is served at /, a folder with an index.html; none: no\n"
        "                    page (default: that which is installed, if there is one)\n"
        "  --connections N   most connections at once (default 2048)\n"
        "  --per-address N   of these, one address has at most (default a quarter, 64 or more)\n"
        "  --request-s N     seconds in which the head of a request must come, and as many\n"
        "                    again for its body (default 60)\n"
        "  --accounts N      most accounts, of tokens that requests bring, at once (default 64)\n"
        "  --need-token WORD true: who brings no token is not answered as the gateway's own\n"
        "                    account, but by 401 (default false)\n"
        "  --proxy ADDRS     addresses of proxies, separated by commas, 16 at most, that say in\n"
        "                    X-Forwarded-For who asks (default: none)\n"
        "  --help            this help\n"
        "  --version         the version\n";

/* names_split cuts a list at its commas. Returns false after saying that it has too many names. */
static bool names_split(const char *option, char *list, const char *out[GATEWAY_NAMES_MOST],
                        unsigned *count)
{
	for (char *name = strtok(list, ","); name != NULL; name = strtok(NULL, ",")) {
		if (*count == GATEWAY_NAMES_MOST) {
			fprintf(stderr, "tesuji-http: %s: more than %d names\n", option,
			        GATEWAY_NAMES_MOST);
			return false;
		}
		out[(*count)++] = name;
	}
	return true;
}

static void noticed(void *user, const upstream_notice_t *notice)
{
	on_job_notice(user, notice);
	on_status_notice(user, notice);
}

static void lost(void *user, upstream_t *u, uint64_t via, bool all, const tesuji_error_t *why)
{
	gateway_t *g = user;
	unsigned status;
	json_t *problem = request_problem(why, &status);

	streams_end(g->streams, via, problem);
	json_decref(problem);
	browsers_forget(g->browsers, upstream_number(u));
	if (!all)
		return;
	if (u != g->upstream) {
		bearers_gone(g->bearers, u);
		return;
	}
	fprintf(stderr, "tesuji-http: the daemon is gone: %s\n", why->text);
	bearers_forget(g->bearers);
}

static void refused(void *user, upstream_t *u, const tesuji_error_t *why)
{
	const gateway_t *g = user;

	if (u != g->upstream)
		bearers_refused(g->bearers, u, why);
	else if (why->code == TESUJI_E_LOGIN)
		fprintf(stderr,
		        "tesuji-http: the daemon at %s wants a token: set TESUJI_TOKEN_FILE or "
		        "give "
		        "--token-file\n",
		        g->options.daemon);
	else
		fprintf(stderr, "tesuji-http: %s\n", why->text);
}

static void ready(void *user, upstream_t *u)
{
	const gateway_t *g = user;

	bearers_ready(g->bearers, u);
}

static void unused(void *user, upstream_t *u)
{
	const gateway_t *g = user;

	bearers_gone(g->bearers, u);
}

static void stop(uv_signal_t *handle, int signal)
{
	(void)signal;
	uv_stop(handle->loop);
}

/* make_room raises the number of files that may be open to what the connections take, as far as the
 * system lets it. */
static void make_room(const gateway_t *g)
{
	const unsigned links = UPSTREAM_LINKS + g->options.accounts * UPSTREAM_LINKS_OTHER;
	const rlim_t wanted = g->options.connections + links * FILES_OF_LINK + FILES_BESIDE;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* page_load reads the page from a folder; with "" from where it is installed, if it is there. */
static bool page_load(gateway_t *g, const char *folder)
{
	char found[OPTIONS_TEXT_BYTES], why[ASSETS_ERROR_BYTES];

	if (strcmp(folder, "none") == 0)
		return true;
	if (folder[0] == '\0' && !assets_folder(found, sizeof(found)))
		return true;
	g->assets = assets_load(folder[0] != '\0' ? folder : found, why);
	if (g->assets == NULL)
		fprintf(stderr, "tesuji-http: --web %s\n", why);
	return g->assets != NULL;
}

/* begin opens what the gateway needs; false: something of it cannot be had. Who cannot listen has
 * not begun to connect. */
static bool begin(gateway_t *g)
{
	make_room(g);
	g->common = (upstream_common_t){.loop = g->loop,
	                                .address = g->options.daemon,
	                                .tls = &g->options.tls,
	                                .hooks = {noticed, lost, refused, ready, unused, g}};
	g->streams = streams_new(g->loop, listener_turn, g);
	if (g->streams == NULL || !listener_open(g))
		return false;
	g->browsers = browsers_new(g->loop);
	g->bearers = g->browsers != NULL ? bearers_new(g) : NULL;
	if (g->bearers != NULL)
		g->upstream = upstream_open(&g->common, g->options.token, true);
	return g->upstream != NULL;
}

/* serve answers until a signal comes. */
static void serve(gateway_t *g)
{
	for (unsigned i = 0; i < GATEWAY_SIGNALS; i++) {
		uv_signal_init(g->loop, &g->signals[i]);
		uv_signal_start(&g->signals[i], stop, i == 0 ? SIGTERM : SIGINT);
	}
	printf("tesuji-http: http://%.*s:%u, daemon %s\n",
	       (int)(strrchr(g->options.listen, ':') - g->options.listen), g->options.listen,
	       g->port, g->options.daemon);
	fflush(stdout);
	uv_run(g->loop, UV_RUN_DEFAULT);
	for (unsigned i = 0; i < GATEWAY_SIGNALS; i++)
		uv_close((uv_handle_t *)&g->signals[i], NULL);
}

/* end closes what is open, and answers what waits. */
static void end(gateway_t *g)
{
	upstream_close(g->upstream);
	bearers_close(g->bearers);
	if (g->browsers != NULL)
		browsers_close(g->browsers);
	listener_close(g);
	if (g->streams != NULL)
		streams_free(g->streams);
	uv_run(g->loop, UV_RUN_DEFAULT); /* until all handles are closed */
	free(g->openapi);
}

static int run(gateway_t *g)
{
	const bool begun = begin(g);

	if (begun)
		serve(g);
	end(g);
	return begun ? 0 : EXIT_IN_OUT;
}

/* What the arguments say, as it is given. */
typedef struct {
	char where[OPTIONS_TEXT_BYTES], server[OPTIONS_TEXT_BYTES], web[OPTIONS_TEXT_BYTES];
	char hosts[OPTIONS_TEXT_BYTES], origins[OPTIONS_TEXT_BYTES], proxies[OPTIONS_TEXT_BYTES];
	char token_file[OPTIONS_TEXT_BYTES], token[TESUJI_TOKEN_BYTES];
	char ca[OPTIONS_TEXT_BYTES], cert[OPTIONS_TEXT_BYTES], key[OPTIONS_TEXT_BYTES];
	int64_t connections, of_address, request_s, accounts, needs_token;
} given_t;

static options_asked_t arguments_read(given_t *given, int argc, char **argv)
{
	const option_t table[] = {
	        {.name = "--listen", .text = given->where},
	        {.name = "--server", .text = given->server},
	        {.name = "--token-file", .text = given->token_file},
	        {.name = "--tls-ca", .text = given->ca},
	        {.name = "--tls-cert", .text = given->cert},
	        {.name = "--tls-key", .text = given->key},
	        {.name = "--host", .text = given->hosts},
	        {.name = "--origin", .text = given->origins},
	        {.name = "--proxy", .text = given->proxies},
	        {.name = "--web", .text = given->web},
	        {.name = "--connections",
	         .least = 1,
	         .most = CONNECTIONS_MOST,
	         .number = &given->connections},
	        {.name = "--per-address",
	         .least = 1,
	         .most = CONNECTIONS_MOST,
	         .number = &given->of_address},
	        {.name = "--request-s",
	         .least = 1,
	         .most = REQUEST_S_MOST,
	         .number = &given->request_s},
	        {.name = "--accounts",
	         .least = 1,
	         .most = ACCOUNTS_MOST,
	         .number = &given->accounts},
	        {.name = "--need-token", .is_switch = true, .number = &given->needs_token},
	        {.name = NULL},
	};

	return options_arguments("tesuji-http", usage, table, argc, argv);
}

/* proxies_read reads the addresses of proxies. Returns false after saying which is none. */
static bool proxies_read(gateway_options_t *options, char *list)
{
	const char *name[GATEWAY_NAMES_MOST] = {NULL};

	if (!names_split("--proxy", list, name, &options->proxies))
		return false;
	for (unsigned i = 0; i < options->proxies; i++) {
		if (asker_read(name[i], &options->proxy[i]))
			continue;
		fprintf(stderr, "tesuji-http: --proxy %s: no IP address\n", name[i]);
		return false;
	}
	return true;
}

/* options_take makes the options of what is given, which lives as long. Returns false after saying
 * what is wrong. */
static bool options_take(gateway_options_t *options, given_t *given)
{
	const char *named = getenv("TESUJI_SERVER");

	options->listen = given->where;
	options->daemon = given->server[0] != '\0' ? given->server
	                  : named != NULL          ? named
	                                           : "unix:/run/tesujid/tesujid.sock";
	options->token = given->token;
	options->tls = (tesuji_tls_t){given->ca, given->cert, given->key};
	options->connections = (unsigned)given->connections;
	options->request_s = (unsigned)given->request_s;
	options->of_address =
	        given->of_address > 0 ? (unsigned)given->of_address : options->connections / 4;
	if (given->of_address == 0 && options->of_address < OF_ADDRESS_LEAST)
		options->of_address = OF_ADDRESS_LEAST;
	options->accounts = (unsigned)given->accounts;
	options->needs_token = given->needs_token != 0;
	return names_split("--host", given->hosts, options->host, &options->hosts) &&
	       names_split("--origin", given->origins, options->origin, &options->origins) &&
	       proxies_read(options, given->proxies);
}

/* token_take reads the token to log in with. Returns false after saying why it cannot. */
static bool token_take(const char *file, char token[TESUJI_TOKEN_BYTES])
{
	tesuji_error_t why;
	const int rc = file[0] != '\0' ? tesuji_token_read(file, token, &why)
	                               : tesuji_token_default(token, &why);

	if (rc != TESUJI_OK)
		fprintf(stderr, "tesuji-http: %s\n", why.text);
	return rc == TESUJI_OK;
}

int main(int argc, char **argv)
{
	given_t given = {.where = "127.0.0.1:7412",
	                 .connections = CONNECTIONS_DEFAULT,
	                 .request_s = REQUEST_S_DEFAULT,
	                 .accounts = BEARERS_ACCOUNTS};
	gateway_t gateway = {.loop = uv_default_loop()};
	int code;

	switch (arguments_read(&given, argc, argv)) {
	case OPTIONS_WRONG:
		return EXIT_USAGE;
	case OPTIONS_SHOWN:
		return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_IN_OUT;
	case OPTIONS_RUN:
		break;
	}
	(void)signal(SIGPIPE, SIG_IGN);
	(void)mallopt(M_MMAP_THRESHOLD, BLOCK_BYTES);
	if (!options_take(&gateway.options, &given))
		return EXIT_USAGE;
	code = token_take(given.token_file, given.token) && page_load(&gateway, given.web)
	               ? run(&gateway)
	               : EXIT_IN_OUT;
	assets_free(gateway.assets);
	return code;
}
