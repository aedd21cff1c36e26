/* SPDX-License-Identifier: MIT
 * test_asker.c - who asks, behind proxies and without; the library of HTTP is played by this file.
 */
#include "clients/http/asker.h"

#include <arpa/inet.h>
#include <string.h>

#include "clients/http/gateway.h"
#include "tests/unit/seed.h"

enum { HEADERS_MOST = 32 };

static gateway_t gateway;
static struct sockaddr_in from;
static const char *header[HEADERS_MOST];
static unsigned headers;

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                        enum MHD_ConnectionInfoType what, ...)
{
	static union MHD_ConnectionInfo info;

	(void)connection;
	assert_int_equal(what, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	info.client_addr = (struct sockaddr *)&from;
	return &info;
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                              MHD_KeyValueIterator each, void *context)
{
	(void)connection;
	(void)each(context, kind, "Host", "203.0.113.200");
	for (unsigned i = 0; i < headers; i++)
		(void)each(context, kind, "x-forwarded-for", header[i]);
	return (int)headers + 1;
}

/* said is who has asked, with these headers of the proxy at 127.0.0.1; the list ends with NULL. */
static const char *said(const char *const *list)
{
	static char text[INET6_ADDRSTRLEN];
	const request_t r = {.gateway = &gateway};
	asker_t asker;

	for (headers = 0; list[headers] != NULL; headers++)
		header[headers] = list[headers];
	asker_of(&r, &asker);
	asker_write(&asker, text);
	return text;
}

static void comes_from(const char *address)
{
	from.sin_family = AF_INET;
	assert_int_equal(inet_pton(AF_INET, address, &from.sin_addr), 1);
}

static void the_last_that_is_no_proxy(void **state)
{
	static const char *const rows[][2] = {
	        {"192.0.2.1", "192.0.2.1"},
	        {" 192.0.2.1 , ", "192.0.2.1"},
	        {"2001:db8::5", "2001:db8::5"},
	        {"198.51.100.1, 192.0.2.1", "192.0.2.1"},
	        {"198.51.100.1,192.0.2.1,10.0.0.1", "192.0.2.1"},
	        {"10.0.0.1", "10.0.0.1"},
	        {"198.51.100.1, unknown", "127.0.0.1"},
	        {"198.51.100.1, 192.0.2.1:4711", "127.0.0.1"},
	        {"198.51.100.1, unknown, 10.0.0.1", "10.0.0.1"},
	        {"", "127.0.0.1"},
	        {" , ,", "127.0.0.1"},
	        {"::ffff:192.0.2.1", "192.0.2.1"},
	};
	const char *list[] = {NULL, NULL};

	(void)state;
	comes_from("127.0.0.1");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		list[0] = rows[i][0];
		assert_string_equal(said(list), rows[i][1]);
	}
}

static void headers_are_one_list(void **state)
{
	const char *list[HEADERS_MOST] = {"198.51.100.1", "192.0.2.1", "10.0.0.1"};
	const char *none[] = {NULL};

	(void)state;
	comes_from("127.0.0.1");
	assert_string_equal(said(list), "192.0.2.1");
	assert_string_equal(said(none), "127.0.0.1");
	for (unsigned i = 0; i + 1 < HEADERS_MOST; i++) /* of more than are kept the last count */
		list[i] = i + 2 < HEADERS_MOST ? "198.51.100.1" : "192.0.2.7";
	assert_string_equal(said(list), "192.0.2.7");
	comes_from("203.0.113.5"); /* which is no proxy */
	assert_string_equal(said(list), "203.0.113.5");
}

static bool same(const char *a, const char *b)
{
	asker_t one, other;

	assert_true(asker_read(a, &one) && asker_read(b, &other));
	return asker_same(&one, &other);
}

static void networks_count_as_one(void **state)
{
	asker_t asker;

	(void)state;
	assert_true(same("2001:db8::1", "2001:db8:0:0:ffff::2"));
	assert_false(same("2001:db8::1", "2001:db8:0:1::1"));
	assert_true(same("192.0.2.1", "::ffff:192.0.2.1"));
	assert_false(same("192.0.2.1", "192.0.2.2"));
	assert_false(same("192.0.2.1", "::1"));
	assert_false(asker_read("localhost", &asker));
	assert_false(asker_read("", &asker));
}

static int begin(void **state)
{
	(void)state;
	gateway.options.proxies = 2;
	assert_true(asker_read("127.0.0.1", &gateway.options.proxy[0]));
	assert_true(asker_read("10.0.0.1", &gateway.options.proxy[1]));
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_last_that_is_no_proxy),
	        cmocka_unit_test(headers_are_one_list),
	        cmocka_unit_test(networks_count_as_one),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
