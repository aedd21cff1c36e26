/* SPDX-License-Identifier: MIT
 * main.c - tesujid: sets up settings, loop, server, sockets and signals, in that order. Other
 * files make all decisions.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <uv.h>

#include "engine/base/mem.h"
#include "engine/base/version.h"
#include "engine/table/epoch.h"
#include "server/accounts.h"
#include "server/broker_load.h"
#include "server/conf.h"
#include "server/conf_args.h"
#include "server/daemon.h"
#include "server/descriptors.h"
#include "server/log.h"
#include "server/metrics_http.h"
#include "server/sdnotify.h"
#include "server/server.h"
#include "server/threads.h"
#include "server/tls_files.h"

enum { FILES_WANTED = 16384 };

static int complain(int code, const errinfo_t *why)
{
	(void)fprintf(stderr, "tesujid: %s\n", why->text);
	return code;
}

/* files_raise raises the soft limit of open files towards the hard one: a shell's 1024 would be
 * the limit of connections. */
static void files_raise(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES_WANTED)
		return;
	limit.rlim_cur = limit.rlim_max < FILES_WANTED ? limit.rlim_max : FILES_WANTED;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* settings reads all settings. It returns 0, or an exit code after a message. */
static int settings(int argc, char **argv, conf_command_t *command, conf_t *conf)
{
	errinfo_t why;

	conf_init(conf);
	if (conf_args_read(argc, argv, command, &why) != ERR_OK)
		return complain(EXIT_USAGE_64, &why);
	if (command->action == CONF_HELP || command->action == CONF_VERSION ||
	    command->action == CONF_NEW_TOKEN)
		return 0;
	if (command->file != NULL && conf_read_file(conf, command->file, &why) != ERR_OK)
		return complain(EXIT_CONFIG_78, &why);
	if (conf_args_apply(conf, argc, argv, &why) != ERR_OK)
		return complain(EXIT_USAGE_64, &why);
	return 0;
}

/* new_token prints a token for an account, and its line in the file of accounts. */
static int new_token(const char *name)
{
	char token[MSG_TOKEN_BYTES], hash[TOKEN_HASH_BYTES];
	errinfo_t why;

	if (!accounts_name_good(name)) {
		(void)err_fail(&why, ERR_VALUE, "--new-token: '%.64s' is no name of an account",
		               name);
		return complain(EXIT_USAGE_64, &why);
	}
	if (tokens_make(name, token, hash, &why) != ERR_OK)
		return complain(EXIT_OS_71, &why);
	(void)printf("# For the file of accounts of the server:\n%s token=%s\n"
	             "# For %s, who alone should have it:\n%s\n",
	             name, hash, name, token);
	return EXIT_SUCCESS;
}

/* load loads what connects to a broker, if the daemon is to be in a fleet; else *out is NULL. */
static err_t load(const conf_t *conf, const broker_ops_t **out, errinfo_t *why)
{
	*out = NULL;
	return conf->fleet[0] != '\0' ? broker_load(out, why) : ERR_OK;
}

/* check looks at the settings together, at the files of accounts and for TLS that they name, and
 * for what a fleet needs, which is loaded into *out. `sockets` is the number of those that systemd
 * has opened: with any, the settings need name none. */
static err_t check(const conf_t *conf, int sockets, const broker_ops_t **out, errinfo_t *why)
{
	accounts_t *accounts = NULL;
	tls_files_t *files = NULL;
	err_t err = sockets > 0 ? conf_check_reach(conf, why) : conf_check(conf, why);

	if (err == ERR_OK && conf_has_tls(conf))
		err = tls_files_open(conf, &files, why);
	tls_files_free(files);
	if (err == ERR_OK)
		err = accounts_open(conf->accounts, &accounts, why);
	accounts_free(accounts);
	return err == ERR_OK ? load(conf, out, why) : err;
}

static int settings_refused(err_t err, const errinfo_t *why)
{
	return complain(err == ERR_NOMEM ? EXIT_OS_71 : EXIT_CONFIG_78, why);
}

static int start_failed(err_t err, const errinfo_t *why)
{
	return complain(err == ERR_NOMEM ? EXIT_OS_71 : EXIT_UNAVAILABLE_69, why);
}

static int serve(uv_loop_t *loop, const conf_t *conf, int sockets, const broker_ops_t *broker,
                 daemon_t *daemon)
{
	metrics_http_t *http = NULL;
	errinfo_t why;
	err_t err = server_create(loop, conf, false, &daemon->server, &why);

	if (err != ERR_OK) {
		(void)uv_run(loop, UV_RUN_DEFAULT); /* ends the work of threads_start */
		return start_failed(err, &why);
	}
	err = daemon_signals(daemon, loop);
	if (err != ERR_OK)
		(void)err_fail(&why, err, "cannot wait for signals");
	else
		err = server_join(daemon->server, broker, &why);
	if (err == ERR_OK)
		err = server_listen(daemon->server, sockets, &why);
	if (err == ERR_OK)
		err = metrics_http_open(loop, daemon->server, &http, &why);
	if (err == ERR_OK)
		daemon_ready(daemon);
	else
		server_drain(daemon->server, 0);
	(void)uv_run(loop, UV_RUN_DEFAULT);
	metrics_http_close(http);
	(void)uv_run(loop, UV_RUN_DEFAULT); /* closes its handles */
	metrics_http_free(http);
	server_destroy(daemon->server);
	return err == ERR_OK ? EXIT_SUCCESS : start_failed(err, &why);
}

/* command_run does what the command line asks for instead of a service. */
static int command_run(const conf_command_t *command, const conf_t *conf)
{
	const broker_ops_t *broker;
	errinfo_t why;
	err_t err;

	switch (command->action) {
	case CONF_HELP:
		conf_help(stdout);
		break;
	case CONF_VERSION:
		(void)puts("tesujid " TESUJI_VERSION);
		break;
	case CONF_CHECK:
		err = check(conf, 0, &broker, &why);
		return err == ERR_OK ? EXIT_SUCCESS : settings_refused(err, &why);
	case CONF_NEW_TOKEN:
		return new_token(command->file);
	case CONF_DUMP:
		conf_dump(conf, stdout);
		break;
	case CONF_SERVE:
		break;
	}
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	conf_command_t command;
	conf_t conf;
	const broker_ops_t *broker;
	daemon_t daemon;
	errinfo_t why;
	uv_loop_t loop;
	err_t err;
	int sockets, code = settings(argc, argv, &command, &conf);

	if (code != 0)
		return code;
	if (command.action != CONF_SERVE)
		return command_run(&command, &conf);
	sockets = sdnotify_fds();
	err = check(&conf, sockets, &broker, &why);
	if (err != ERR_OK)
		return settings_refused(err, &why);
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN); /* a store that may not grow is an error, not the end */
	daemon_hold_signals();
	log_init((log_level_t)conf.log_level, (log_format_t)conf.log_format);
	log_open();
	files_raise();
	mem_retain();
	if (!descriptors_left(DESCRIPTORS_OF_A_LOOP)) {
		(void)fputs("tesujid: no descriptors left, or too few (LimitNOFILE)\n", stderr);
		return EXIT_OS_71;
	}
	if (uv_loop_init(&loop) != 0) {
		(void)fputs("tesujid: cannot make an event loop\n", stderr);
		return EXIT_OS_71;
	}
	if (threads_start(&loop) != ERR_OK) {
		(void)fputs("tesujid: cannot start threads: no memory, or too many of them\n",
		            stderr);
		return EXIT_OS_71;
	}
	epoch_thread_join();
	daemon = (daemon_t){.conf_file = command.file, .argc = argc, .argv = argv};
	code = serve(&loop, &conf, sockets, broker, &daemon);
	epoch_thread_leave();
	(void)uv_loop_close(&loop);
	log_retry();
	return code;
}
