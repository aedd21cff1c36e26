/* SPDX-License-Identifier: MIT
 * test_client_login.c - logins of libtesuji: what is sent, what is made of the answers, and where
 * tokens are read. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/c/tesuji_login.h"
#include "protocol/msg_auth.h"
#include "protocol/scan.h"
#include "tests/unit/client_peer.h"

#define TOKEN "alice.c2VjcmV0"

/* What a peer answers, one request after the other: put_... prepares an answer, give gives it at
 * once, converse when its request has come. */
static wirebuf_t put_logged_in(uint32_t msgid)
{
	wirebuf_t out = fresh();
	const msg_logged_in_t msg = {.account = "alice", .class = MSG_CLASS_NORMAL};

	rpc_put_response(&out, msgid);
	msg_logged_in_write(&out, &msg);
	return out;
}

static wirebuf_t put_hello(uint32_t msgid, msg_auth_t auth, const char *account)
{
	wirebuf_t out = fresh();
	msg_hello_t msg = {.name = "tesuji", .version = "0.1.0", .protocol = 1, .auth = auth};

	strcpy(msg.account, account);
	rpc_put_response(&out, msgid);
	msg_hello_write(&out, &msg);
	return out;
}

static wirebuf_t put_refusal(uint32_t msgid, err_t code, const char *text, uint64_t retry_ms)
{
	wirebuf_t out = fresh();
	errinfo_t why;

	(void)err_fail(&why, code, "%s", text);
	rpc_put_error(&out, msgid, &why, retry_ms);
	return out;
}

static void answer(wirebuf_t out)
{
	give(&out);
}

enum { TURNS = 2 };

static wirebuf_t turns[TURNS];

static void *take_turns(void *none) /* a thread: cmocka's assertions are not for it */
{
	uint8_t request[1024];

	for (unsigned i = 0; i < TURNS; i++) {
		if (recv(peer, request, sizeof(request), 0) <= 0 ||
		    write(peer, turns[i].data, turns[i].length) != (ssize_t)turns[i].length)
			break;
	}
	return none;
}

/* converse logs in while the peer answers first this, then that. */
static int converse(wirebuf_t first, wirebuf_t second)
{
	pthread_t thread;
	int rc;

	turns[0] = first;
	turns[1] = second;
	assert_int_equal(pthread_create(&thread, NULL, take_turns, NULL), 0);
	rc = tesuji_login(t, TOKEN);
	shutdown(tesuji_fd(t), SHUT_WR); /* ends a peer that waits for what does not come */
	assert_int_equal(pthread_join(thread, NULL), 0);
	for (unsigned i = 0; i < TURNS; i++)
		wirebuf_fini(&turns[i]);
	return rc;
}

/* heard counts the requests that the library sent, each of which must be `method`, and checks the
 * token of a login. */
static unsigned heard(const char *method)
{
	static uint8_t bytes[FRAME_BYTES_MAX];
	const ssize_t length = recv(peer, bytes, sizeof(bytes), MSG_DONTWAIT);
	codec_t *codec = codec_create();
	unsigned count = 0;

	for (ssize_t at = 0; at < length; count++) {
		msg_login_t msg;
		rpc_t rpc;
		scan_t scan;
		errinfo_t why;

		scan_begin(&scan, &scan_request_limits);
		assert_int_equal(scan_feed(&scan, bytes + at, (size_t)(length - at)), SCAN_WHOLE);
		assert_int_equal(rpc_parse(codec, bytes + at, scan.taken, &rpc, &why), ERR_OK);
		assert_string_equal(rpc.method, method);
		if (strcmp(method, "auth.login") == 0) {
			assert_int_equal(msg_login_read(&rpc.params, &msg, &why), ERR_OK);
			assert_string_equal(msg.token, TOKEN);
		}
		at += (ssize_t)scan.taken;
	}
	codec_destroy(codec);
	return count;
}

static void assert_refused(int rc, tesuji_code_t code, const char *text)
{
	assert_int_equal(rc, code);
	assert_int_equal(tesuji_last_error(t)->code, code);
	assert_string_equal(tesuji_last_error(t)->text, text);
	assert_null(strstr(tesuji_last_error(t)->text, "c2VjcmV0"));
}

static void a_login_is_one_request(void **state)
{
	(void)state;
	answer(put_logged_in(1));
	assert_int_equal(tesuji_login(t, TOKEN), TESUJI_OK);
	assert_int_equal(heard("auth.login"), 1);
}

static void without_a_token_nothing_is_asked(void **state)
{
	(void)state;
	assert_int_equal(tesuji_login(t, NULL), TESUJI_OK);
	assert_int_equal(tesuji_login(t, ""), TESUJI_OK);
	assert_int_equal(heard(""), 0);
}

static void a_wrong_token_is_told_without_it(void **state)
{
	char text[128];

	(void)state;
	snprintf(text, sizeof(text), "cannot log in at descriptor %d: no account has this token",
	         tesuji_fd(t));
	answer(put_refusal(1, ERR_TOKEN, "params.token: no account has this token", 0));
	assert_refused(tesuji_login(t, TOKEN), TESUJI_E_TOKEN, text);
}

static void who_has_to_wait_waits_once(void **state)
{
	(void)state;
	assert_int_equal(converse(put_refusal(1, ERR_BUSY, "wait", 20), put_logged_in(2)),
	                 TESUJI_OK);
}

static void who_has_waited_does_not_wait_again(void **state)
{
	(void)state;
	assert_int_equal(converse(put_refusal(1, ERR_BUSY, "wait", 20),
	                          put_refusal(2, ERR_BUSY, "wait", 40)),
	                 TESUJI_E_BUSY);
	assert_int_equal(tesuji_last_error(t)->retry_ms, 40);
}

static void a_wait_beyond_the_timeout_is_told_at_once(void **state)
{
	(void)state;
	answer(put_refusal(1, ERR_BUSY, "wait", 60000));
	assert_int_equal(tesuji_login(t, TOKEN), TESUJI_E_BUSY);
	assert_int_equal(tesuji_last_error(t)->retry_ms, 60000);
	assert_int_equal(heard("auth.login"), 1);
	answer(put_refusal(2, ERR_BUSY, "wait", 0)); /* nobody has said when */
	assert_int_equal(tesuji_login(t, TOKEN), TESUJI_E_BUSY);
	assert_int_equal(heard("auth.login"), 1);
}

static void a_connection_that_is_lost_while_waiting(void **state)
{
	(void)state;
	answer(put_refusal(1, ERR_BUSY, "wait", 500));
	shutdown(peer, SHUT_WR);
	assert_int_equal(tesuji_login(t, TOKEN), TESUJI_E_CLOSED);
	assert_int_equal(tesuji_last_error(t)->code, TESUJI_E_CLOSED);
}

static void a_daemon_without_accounts_needs_no_login(void **state)
{
	(void)state;
	assert_int_equal(converse(put_refusal(1, ERR_VALUE, "this server has no accounts", 0),
	                          put_hello(2, MSG_AUTH_NONE, "")),
	                 TESUJI_OK);
}

static void a_connection_of_another_account_stays_refused(void **state)
{
	char text[128];

	(void)state;
	snprintf(text, sizeof(text), "cannot log in at descriptor %d: this connection has jobs",
	         tesuji_fd(t));
	assert_refused(converse(put_refusal(1, ERR_VALUE, "this connection has jobs", 0),
	                        put_hello(2, MSG_AUTH_NONE, "bob")),
	               TESUJI_E_VALUE, text);
}

static void an_old_daemon_is_named(void **state)
{
	char text[128];

	(void)state;
	snprintf(text, sizeof(text),
	         "cannot log in at descriptor %d: this tesujid is too old to know accounts",
	         tesuji_fd(t));
	answer(put_refusal(1, ERR_METHOD, "unknown method 'auth.login'", 0));
	assert_refused(tesuji_login(t, TOKEN), TESUJI_E_METHOD, text);
}

static void a_quota_comes_with_its_time(void **state)
{
	const tesuji_request_t request = a_request();
	uint64_t job;

	(void)state;
	answer(put_refusal(1, ERR_QUOTA, "5 jobs a second of account alice", 200));
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_E_QUOTA);
	assert_int_equal(tesuji_last_error(t)->retry_ms, 200);
}

static void a_token_that_is_too_long_is_not_sent(void **state)
{
	char token[TESUJI_TOKEN_BYTES + 1];

	(void)state;
	memset(token, 'x', TESUJI_TOKEN_BYTES);
	token[TESUJI_TOKEN_BYTES] = '\0';
	assert_refused(tesuji_login(t, token), TESUJI_E_RANGE,
	               "the token is longer than 255 bytes");
	assert_int_equal(heard(""), 0);
}

static void a_hello_tells_who_is_there(void **state)
{
	tesuji_hello_t hello;

	(void)state;
	answer(put_hello(1, MSG_AUTH_TOKEN, ""));
	assert_int_equal(tesuji_hello(t, &hello), TESUJI_OK);
	assert_string_equal(hello.name, "tesuji");
	assert_int_equal(hello.protocol, 1);
	assert_int_equal(hello.wants_login, 1);
	assert_string_equal(hello.account, "");
	answer(put_hello(2, MSG_AUTH_NONE, "alice"));
	assert_int_equal(tesuji_hello(t, &hello), TESUJI_OK);
	assert_int_equal(hello.wants_login, 0);
	assert_string_equal(hello.account, "alice");
}

static void a_failed_connection_leaves_no_handle(void **state)
{
	tesuji_t *none = (tesuji_t *)&none;
	tesuji_error_t why;

	(void)state;
	assert_int_equal(tesuji_connect_as("/nonexistent/t.sock", TOKEN, 100, &none, &why),
	                 TESUJI_E_IO);
	assert_null(none);
	assert_null(strstr(why.text, "alice"));
}

/* Files of tokens. */

static char folder[] = "/tmp/tesuji-token-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/token", folder);
	return 0;
}

static int drop_folder(void **state)
{
	(void)state;
	(void)unlink(path);
	return rmdir(folder);
}

static void write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void the_first_line_of_a_file_is_the_token(void **state)
{
	static const char *const texts[] = {TOKEN, TOKEN "\n", " \t" TOKEN " \r\nsecond\n"};
	char token[TESUJI_TOKEN_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		write_file(texts[i]);
		assert_int_equal(chmod(path, 0644), 0); /* others may read it: it is taken */
		assert_int_equal(tesuji_token_read(path, token, NULL), TESUJI_OK);
		assert_string_equal(token, TOKEN);
	}
}

static void files_without_a_token(void **state)
{
	char token[TESUJI_TOKEN_BYTES], text[TESUJI_ERROR_BYTES], line[400];
	tesuji_error_t why;

	(void)state;
	write_file("\n" TOKEN "\n");
	assert_int_equal(tesuji_token_read(path, token, &why), TESUJI_E_MISSING);
	snprintf(text, sizeof(text), "%s: no token in the first line", path);
	assert_string_equal(why.text, text);
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	write_file(line);
	assert_int_equal(tesuji_token_read(path, token, &why), TESUJI_E_RANGE);
	snprintf(text, sizeof(text), "%s: a token has at most 255 bytes", path);
	assert_string_equal(why.text, text);
	assert_string_equal(token, "");
	assert_int_equal(tesuji_token_read(folder, token, &why), TESUJI_E_IO);
	snprintf(text, sizeof(text), "cannot read the token in %s: Is a directory", folder);
	assert_string_equal(why.text, text);
	assert_int_equal(tesuji_token_read("/nonexistent/t", token, &why), TESUJI_E_IO);
	assert_string_equal(why.text, "cannot read the token in /nonexistent/t: "
	                              "No such file or directory");
}

static void the_environment_names_a_token(void **state)
{
	char token[TESUJI_TOKEN_BYTES];
	tesuji_error_t why;

	(void)state;
	unsetenv("TESUJI_TOKEN");
	unsetenv("TESUJI_TOKEN_FILE");
	assert_int_equal(tesuji_token_default(token, &why), TESUJI_OK);
	assert_string_equal(token, "");
	setenv("TESUJI_TOKEN", " bob.secret ", 1);
	assert_int_equal(tesuji_token_default(token, &why), TESUJI_OK);
	assert_string_equal(token, "bob.secret");
	write_file(TOKEN "\n");
	setenv("TESUJI_TOKEN_FILE", path, 1);
	assert_int_equal(tesuji_token_default(token, &why), TESUJI_OK);
	assert_string_equal(token, TOKEN);
	setenv("TESUJI_TOKEN_FILE", "/nonexistent/t", 1); /* the other is no way out */
	assert_int_equal(tesuji_token_default(token, &why), TESUJI_E_IO);
	assert_non_null(strstr(why.text, "/nonexistent/t"));
	assert_string_equal(token, "");
	unsetenv("TESUJI_TOKEN_FILE");
	setenv("TESUJI_TOKEN", "  ", 1);
	assert_int_equal(tesuji_token_default(token, &why), TESUJI_E_MISSING);
	assert_string_equal(why.text, "TESUJI_TOKEN: no token in the first line");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(a_login_is_one_request),
	        WITH_A_CONNECTION(without_a_token_nothing_is_asked),
	        WITH_A_CONNECTION(a_wrong_token_is_told_without_it),
	        WITH_A_CONNECTION(who_has_to_wait_waits_once),
	        WITH_A_CONNECTION(who_has_waited_does_not_wait_again),
	        WITH_A_CONNECTION(a_wait_beyond_the_timeout_is_told_at_once),
	        WITH_A_CONNECTION(a_connection_that_is_lost_while_waiting),
	        WITH_A_CONNECTION(a_daemon_without_accounts_needs_no_login),
	        WITH_A_CONNECTION(a_connection_of_another_account_stays_refused),
	        WITH_A_CONNECTION(an_old_daemon_is_named),
	        WITH_A_CONNECTION(a_quota_comes_with_its_time),
	        WITH_A_CONNECTION(a_token_that_is_too_long_is_not_sent),
	        WITH_A_CONNECTION(a_hello_tells_who_is_there),
	        cmocka_unit_test(a_failed_connection_leaves_no_handle),
	        cmocka_unit_test(the_first_line_of_a_file_is_the_token),
	        cmocka_unit_test(files_without_a_token),
	        cmocka_unit_test(the_environment_names_a_token),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
