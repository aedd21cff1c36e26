/* SPDX-License-Identifier: MIT
 * test_conf.c - settings: defaults, files, command lines, dumps, reloads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/conf.h"
#include "server/conf_address.h"
#include "server/conf_args.h"

static err_t read_text(conf_t *conf, const char *text, errinfo_t *why)
{
	return conf_read_text(conf, "t.conf", text, strlen(text), why);
}

static void defaults_are_in_range(void **state)
{
	conf_t conf;

	(void)state;
	conf_init(&conf);
	assert_string_equal(conf.listen, "127.0.0.1:7411");
	assert_string_equal(conf.socket, "");
	assert_int_equal(conf.socket_mode, 0660);
	assert_int_equal(conf.max_jobs, 1024);
	assert_int_equal(conf.worker_priority, 0);
	assert_int_equal(conf.log_level, 3);
}

static void file_is_read(void **state)
{
	conf_t conf;
	errinfo_t why;

	(void)state;
	conf_init(&conf);
	assert_int_equal(read_text(&conf,
	                           "# a comment\n\n  max_jobs = 7 # seven\n"
	                           "socket=/tmp/a#b\r\nworker_priority =\tnice\n"
	                           "socket_mode = 600\nlisten = none",
	                           &why),
	                 ERR_OK);
	assert_int_equal(conf.max_jobs, 7);
	assert_string_equal(conf.socket, "/tmp/a#b");
	assert_int_equal(conf.worker_priority, 1);
	assert_int_equal(conf.socket_mode, 0600);
	assert_string_equal(conf.listen, "none");
}

/* Each bad line is refused with its place and its reason. */
static void bad_lines_are_refused(void **state)
{
	static const struct {
		const char *text, *message;
		const char *path;
		err_t code;
	} rows[] = {
	        {"max_jobs = 7\nmax_job = 7\n", "t.conf:2: unknown option 'max_job'", "",
	         ERR_VALUE},
	        {"max_jobs\n", "t.conf:1: 'max_jobs' is not name = value", "", ERR_SYNTAX},
	        {"max_jobs = -1", "t.conf:1: max_jobs: '-1' is not a number", "max_jobs",
	         ERR_SYNTAX},
	        {"max_jobs = 1k", "t.conf:1: max_jobs: '1k' is not a number", "max_jobs",
	         ERR_SYNTAX},
	        {"max_jobs =", "t.conf:1: max_jobs: '' is not a number", "max_jobs", ERR_SYNTAX},
	        {"max_jobs = 0", "t.conf:1: max_jobs: 0 is not in 1..65536", "max_jobs", ERR_RANGE},
	        {"max_jobs = 65537", "t.conf:1: max_jobs: 65537 is not in 1..65536", "max_jobs",
	         ERR_RANGE},
	        {"max_jobs = 99999999999999999999999",
	         "t.conf:1: max_jobs: '99999999999999999999999' is not a number", "max_jobs",
	         ERR_SYNTAX},
	        {"socket_mode = 0888", "t.conf:1: socket_mode: '0888' is not an octal number",
	         "socket_mode", ERR_SYNTAX},
	        {"socket_mode = 1777", "t.conf:1: socket_mode: 01777 is not in 00..0777",
	         "socket_mode", ERR_RANGE},
	        {"worker_priority = nic",
	         "t.conf:1: worker_priority: 'nic' is not one of idle|nice|normal",
	         "worker_priority", ERR_VALUE},
	        {"listen = 7411", "t.conf:1: listen: '7411' is not host:port", "listen",
	         ERR_SYNTAX},
	        {"listen = 1.2.3.4:1, example.org:2",
	         "t.conf:1: listen: 'example.org:2' is not host:port", "listen", ERR_SYNTAX},
	        {"listen = 127.0.0.1:65536", "t.conf:1: listen: '127.0.0.1:65536' is not host:port",
	         "listen", ERR_SYNTAX},
	        {" = 3", "t.conf:1: unknown option ''", "", ERR_VALUE},
	        {"max_jobs = 7\n\nworkers = 1\nmax-jobs = 7\n",
	         "t.conf:4: max_jobs: given on line 1 already", "max_jobs", ERR_VALUE},
	        {"listen = ::1:7499", "t.conf:1: listen: '::1:7499' is not host:port", "listen",
	         ERR_SYNTAX},
	        {"listen = [127.0.0.1]:1", "t.conf:1: listen: '[127.0.0.1]:1' is not host:port",
	         "listen", ERR_SYNTAX},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		conf_t conf;
		errinfo_t why;

		conf_init(&conf);
		assert_int_equal(read_text(&conf, rows[i].text, &why), rows[i].code);
		assert_string_equal(why.text, rows[i].message);
		assert_string_equal(why.path, rows[i].path);
		assert_int_equal(why.code, rows[i].code);
	}
}

static void bug_nothing_to_listen_on_passed_the_check(void **state)
{
	conf_t conf;
	errinfo_t why;

	(void)state;
	conf_init(&conf);
	assert_int_equal(conf_check(&conf, &why), ERR_OK);
	assert_int_equal(conf_set(&conf, "listen", "none", &why), ERR_OK);
	assert_int_equal(conf_check(&conf, &why), ERR_VALUE);
	assert_string_equal(why.text,
	                    "nothing to listen on: listen and listen_tls are none, socket and "
	                    "control_socket are empty");
	assert_int_equal(conf_set(&conf, "listen", "", &why), ERR_OK);
	assert_int_equal(conf_check(&conf, &why), ERR_VALUE);
	assert_int_equal(conf_set(&conf, "socket", "/run/x", &why), ERR_OK);
	assert_int_equal(conf_check(&conf, &why), ERR_OK);
}

static void other_machines_need_accounts(void **state)
{
	static const char *const settings[] = {"listen", "listen_tls"};
	errinfo_t why;
	conf_t conf;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		conf_init(&conf);
		assert_int_equal(conf_set(&conf, "tls_client_ca", "/etc/ca.pem", &why), ERR_OK);
		assert_false(conf_has_tls(&conf));
		assert_int_equal(conf_set(&conf, settings[i], "127.0.0.1:1,192.0.2.1:2", &why),
		                 ERR_OK);
		assert_int_equal(conf_has_tls(&conf), i == 1);
		assert_int_equal(conf_check_reach(&conf, &why), ERR_VALUE);
		assert_string_equal(why.path, settings[i]);
		assert_int_equal(conf_set(&conf, "accounts", "/etc/accounts", &why), ERR_OK);
		assert_int_equal(conf_check(&conf, &why), ERR_OK);
	}
}

static void odd_files_are_refused(void **state)
{
	char line[3 * CONF_TEXT_MAX];
	conf_t conf;
	errinfo_t why;

	(void)state;
	conf_init(&conf);
	memset(line, 'a', sizeof(line));
	assert_int_equal(conf_read_text(&conf, "t", line, sizeof(line), &why), ERR_SYNTAX);
	assert_int_equal(conf_read_text(&conf, "t", "max_jobs\0 = 3\n", 14, &why), ERR_SYNTAX);
	assert_string_equal(why.text, "t:1: a NUL byte");
	assert_int_equal(conf_read_file(&conf, "/nonexistent/t.conf", &why), ERR_IO);
	assert_string_equal(why.text, "/nonexistent/t.conf: No such file or directory");
	assert_int_equal(conf_set(&conf, "socket",
	                          "/123456789/123456789/123456789/123456789/123456789/123456789"
	                          "/123456789/123456789/123456789/123456789/1234567",
	                          &why),
	                 ERR_RANGE);
}

static err_t apply(conf_t *conf, int argc, const char *const *argv, conf_command_t *command,
                   errinfo_t *why)
{
	char *const *words = (char *const *)(uintptr_t)argv;
	err_t err = conf_args_read(argc, words, command, why);

	conf_init(conf);
	return err == ERR_OK ? conf_args_apply(conf, argc, words, why) : err;
}

static void command_line_is_read(void **state)
{
	static const char *const argv[] = {"tesujid", "--max-jobs=5", "--config",
	                                   "/etc/x",  "--socket=",    "--log_level",
	                                   "debug",   "--listen",     "[::1]:7411,*:0"};
	conf_command_t command;
	conf_t conf;
	errinfo_t why;

	(void)state;
	assert_int_equal(apply(&conf, 9, argv, &command, &why), ERR_OK);
	assert_int_equal(command.action, CONF_SERVE);
	assert_string_equal(command.file, "/etc/x");
	assert_int_equal(conf.max_jobs, 5);
	assert_int_equal(conf.log_level, 4);
	assert_string_equal(conf.listen, "[::1]:7411,*:0");
}

static void bad_command_lines_are_refused(void **state)
{
	static const struct {
		const char *word, *value, *message;
	} rows[] = {
	        {"max_jobs", NULL, "'max_jobs' is not an option; try --help"},
	        {"-h", NULL, "'-h' is not an option; try --help"},
	        {"--", NULL, "'--' is not an option; try --help"},
	        {"--max-jobs", NULL, "--max-jobs needs a value"},
	        {"--config", NULL, "--config needs a value"},
	        {"--max-jobs", "0", "--max_jobs: 0 is not in 1..65536"},
	        {"--help=1", NULL, "--help takes no value"},
	        {"--frobnicate", "1", "--unknown option 'frobnicate'"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *argv[] = {"tesujid", rows[i].word, rows[i].value};
		conf_command_t command;
		conf_t conf;
		errinfo_t why;

		assert_int_not_equal(
		        apply(&conf, rows[i].value != NULL ? 3 : 2, argv, &command, &why), ERR_OK);
		if (strcmp(rows[i].word, "--frobnicate") != 0)
			assert_string_equal(why.text, rows[i].message);
		if (strcmp(rows[i].message, "--max_jobs: 0 is not in 1..65536") == 0)
			assert_string_equal(why.path, "max_jobs");
	}
}

static void actions_are_found(void **state)
{
	static const struct {
		const char *word, *value;
		conf_action_t action;
	} rows[] = {
	        {"--help", NULL, CONF_HELP},          {"--version", NULL, CONF_VERSION},
	        {"--check-config", NULL, CONF_CHECK}, {"--check-config", "f", CONF_CHECK},
	        {"--dump-config", NULL, CONF_DUMP},   {"--check-config=f", NULL, CONF_CHECK},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *argv[] = {"tesujid", rows[i].word, rows[i].value};
		conf_command_t command;
		conf_t conf;
		errinfo_t why;

		assert_int_equal(apply(&conf, rows[i].value != NULL ? 3 : 2, argv, &command, &why),
		                 ERR_OK);
		assert_int_equal(command.action, rows[i].action);
		if (rows[i].value != NULL)
			assert_string_equal(command.file, "f");
	}
}

/* What --dump-config prints is read back to the same settings. */
static void dump_is_a_configuration(void **state)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	conf_t conf, again;
	errinfo_t why;

	(void)state;
	conf_init(&conf);
	assert_int_equal(read_text(&conf,
	                           "listen = [::1]:1, 127.0.0.1:2\nsocket = /run/x\nmax_jobs = 3\n"
	                           "socket_mode = 0644\nlog_level = error\nidle_timeout_s = 0",
	                           &why),
	                 ERR_OK);
	conf_dump(&conf, out);
	assert_int_equal(fclose(out), 0);
	conf_init(&again);
	assert_int_equal(conf_read_text(&again, "dump", text, length, &why), ERR_OK);
	assert_memory_equal(&conf, &again, sizeof(conf));
	assert_non_null(strstr(text, "restart"));
	free(text);
}

static void help_names_every_option(void **state)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	(void)state;
	conf_help(out);
	assert_int_equal(fclose(out), 0);
#define NAMED(name, type, least, most, fallback, unit, when, help) \
	assert_non_null(strstr(text, "--" #name " VALUE"));
	CONF_TABLE(NAMED)
#undef NAMED
	free(text);
}

static void reload_leaves_what_needs_a_restart(void **state)
{
	conf_t conf, next;

	(void)state;
	conf_init(&conf);
	conf_init(&next);
	next.max_jobs = 3;
	next.log_level = 1;
	assert_null(conf_reload(&conf, &next));
	assert_int_equal(conf.max_jobs, 3);
	assert_int_equal(conf.log_level, 1);
	next.workers = 9;
	assert_string_equal(conf_reload(&conf, &next), "workers");
	assert_int_equal(conf.workers, 0);
}

static void addresses_are_cut(void **state)
{
	const char *cursor = " 127.0.0.1:1, [::1]:22 ,*:333,localhost:65535";
	static const struct {
		const char *host;
		int port;
	} want[] = {{"127.0.0.1", 1}, {"::1", 22}, {"*", 333}, {"localhost", 65535}};
	char host[CONF_HOST_MAX];
	err_t err;
	int port;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_true(conf_address_next(&cursor, host, &port, &err));
		assert_string_equal(host, want[i].host);
		assert_int_equal(port, want[i].port);
	}
	assert_false(conf_address_next(&cursor, host, &port, &err));
	assert_int_equal(err, ERR_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(defaults_are_in_range),
	        cmocka_unit_test(file_is_read),
	        cmocka_unit_test(bad_lines_are_refused),
	        cmocka_unit_test(bug_nothing_to_listen_on_passed_the_check),
	        cmocka_unit_test(other_machines_need_accounts),
	        cmocka_unit_test(odd_files_are_refused),
	        cmocka_unit_test(command_line_is_read),
	        cmocka_unit_test(bad_command_lines_are_refused),
	        cmocka_unit_test(actions_are_found),
	        cmocka_unit_test(dump_is_a_configuration),
	        cmocka_unit_test(help_names_every_option),
	        cmocka_unit_test(reload_leaves_what_needs_a_restart),
	        cmocka_unit_test(addresses_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
