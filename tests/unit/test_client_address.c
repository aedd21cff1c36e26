/* SPDX-License-Identifier: MIT
 * test_client_address.c - the text of addresses, and what a refusal says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/c/address.h"

static void good_addresses(void **state)
{
	static const struct {
		const char *text, *path, *host, *port;
	} rows[] = {
	        {"/run/t.sock", "/run/t.sock", "", ""},
	        {"unix:/run/t.sock", "/run/t.sock", "", ""},
	        {"unix:/a:1", "/a:1", "", ""},
	        {"tcp:127.0.0.1:7411", "", "127.0.0.1", "7411"},
	        {"localhost:1", "", "localhost", "1"},
	        {"tcp:host.example:65535", "", "host.example", "65535"},
	        {"[::1]:7411", "", "::1", "7411"},
	        {"tcp:[fe80::1%lo]:80", "", "fe80::1%lo", "80"},
	        {"tcp://host.example:1", "", "host.example", "1"},
	        {"tls://host.example:7413", "", "host.example", "7413"},
	        {"tls:127.0.0.1:1", "", "127.0.0.1", "1"},
	        {"tls://[::1]:7413", "", "::1", "7413"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		address_t a;
		tesuji_error_t why;

		assert_int_equal(address_parse(rows[i].text, &a, &why), TESUJI_OK);
		assert_int_equal(a.is_tls, strncmp(rows[i].text, "tls:", 4) == 0);
		assert_int_equal(a.is_unix, rows[i].path[0] != '\0');
		assert_string_equal(a.path, rows[i].path);
		assert_string_equal(a.host, rows[i].host);
		assert_string_equal(a.port, rows[i].port);
	}
}

#define NO_ADDRESS(text)                                                               \
	"address '" text "': expected unix:/path, /path, tcp:host:port, host:port or " \
	"tls://host:port"

static void bad_addresses_are_explained(void **state)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
	        {"", NO_ADDRESS("")},
	        {"host", NO_ADDRESS("host")},
	        {":7411", NO_ADDRESS(":7411")},
	        {"::1:7411", NO_ADDRESS("::1:7411")},
	        {"tls://host", NO_ADDRESS("tls://host")},
	        {"tls://:1", NO_ADDRESS("tls://:1")},
	        {"tls:h:0", "address 'tls:h:0': the port '0' is not in 1..65535"},
	        {"unix:rel", "address 'unix:rel': a path must begin with '/'"},
	        {"h:0", "address 'h:0': the port '0' is not in 1..65535"},
	        {"h:65536", "address 'h:65536': the port '65536' is not in 1..65535"},
	        {"h:http", "address 'h:http': the port 'http' is not in 1..65535"},
	        {"h:", "address 'h:': the port '' is not in 1..65535"},
	        {"h:-1", "address 'h:-1': the port '-1' is not in 1..65535"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		address_t a;
		tesuji_error_t why;

		assert_int_equal(address_parse(rows[i].text, &a, &why), TESUJI_E_SYNTAX);
		assert_string_equal(why.text, rows[i].why);
	}
}

static void long_addresses_are_refused(void **state)
{
	char path[200] = "/", host[400];
	address_t a;
	tesuji_error_t why;

	(void)state;
	memset(path + 1, 'p', 106);
	assert_int_equal(address_parse(path, &a, &why), TESUJI_OK);
	memset(path + 1, 'p', 107);
	assert_int_equal(address_parse(path, &a, &why), TESUJI_E_SYNTAX);
	memset(host, 'h', sizeof(host));
	strcpy(host + 255, ":1");
	assert_int_equal(address_parse(host, &a, &why), TESUJI_OK);
	memset(host, 'h', 256);
	strcpy(host + 256, ":1");
	assert_int_equal(address_parse(host, &a, &why), TESUJI_E_SYNTAX);
}

static int connect_to(const char *text, int *fd, tesuji_error_t *why)
{
	address_t address;

	assert_int_equal(address_parse(text, &address, why), TESUJI_OK);
	return address_connect(text, &address, 1000, fd, why);
}

static void nobody_there(void **state)
{
	tesuji_error_t why;
	int fd = 7;

	(void)state;
	assert_int_equal(connect_to("/nonexistent/t.sock", &fd, &why), TESUJI_E_IO);
	assert_int_equal(fd, -1);
	assert_string_equal(why.text,
	                    "cannot connect to /nonexistent/t.sock: No such file or directory");
	assert_int_equal(connect_to("tcp:127.0.0.1:1", &fd, &why), TESUJI_E_IO);
	assert_string_equal(why.text, "cannot connect to tcp:127.0.0.1:1: Connection refused");
}

static void somebody_there(void **state)
{
	char path[] = "/tmp/test_client_address.XXXXXX", text[128];
	struct sockaddr_un where = {.sun_family = AF_UNIX};
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), fd = -1;
	tesuji_error_t why;

	(void)state;
	assert_non_null(mkdtemp(path));
	snprintf(where.sun_path, sizeof(where.sun_path), "%s/s", path);
	assert_return_code(bind(listener, (const struct sockaddr *)&where, sizeof(where)), 0);
	assert_return_code(listen(listener, 1), 0);
	snprintf(text, sizeof(text), "unix:%s/s", path);
	assert_int_equal(connect_to(text, &fd, &why), TESUJI_OK);
	assert_true(fd >= 0);
	close(fd);
	close(listener);
	unlink(where.sun_path);
	rmdir(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(good_addresses),
	        cmocka_unit_test(bad_addresses_are_explained),
	        cmocka_unit_test(long_addresses_are_refused),
	        cmocka_unit_test(nobody_there),
	        cmocka_unit_test(somebody_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
