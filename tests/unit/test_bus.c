/* SPDX-License-Identifier: MIT
 * test_bus.c - messages over a broker that comes late, goes away and comes back. Needs nats-server.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/fleet/broker_nats.h"
#include "server/fleet/bus.h"

enum { MANY = 2000, SOON_MS = 500 };

static char broker_path[] = "/usr/sbin/nats-server";
static char address[64], port_text[16];

/* One end: a bus, and what it has heard. */
typedef struct {
	bus_t *bus;
	unsigned heard, connected, gone;
	uint32_t last;
	bool in_order;
	char why[ERRINFO_TEXT_MAX];
} end_t;

static uv_loop_t loop;
static pace_t pace;
static bridge_t *bridge;

/* broker_with starts a broker with two arguments, or without. */
static pid_t broker_with(char *option, char *value)
{
	char *const argv[] = {broker_path,
	                      (char[]){"-a"},
	                      (char[]){"127.0.0.1"},
	                      (char[]){"-p"},
	                      port_text,
	                      option,
	                      value,
	                      NULL};
	const pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (freopen("/dev/null", "w", stderr) != NULL)
			(void)execv(broker_path, argv);
		_exit(127);
	}
	return pid;
}

static pid_t broker_start(void)
{
	return broker_with(NULL, NULL);
}

static void broker_kill(pid_t pid)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* find_port takes a port that was free a moment ago. */
static void find_port(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(at);
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &length), 0);
	(void)close(fd);
	(void)snprintf(port_text, sizeof(port_text), "%u", ntohs(at.sin_port));
	(void)snprintf(address, sizeof(address), "nats://127.0.0.1:%s", port_text);
}

static void message_cb(void *context, const char *subject, const uint8_t *bytes, size_t count)
{
	end_t *end = context;
	uint32_t number;

	(void)subject;
	assert_int_equal(count, sizeof(number));
	memcpy(&number, bytes, sizeof(number));
	end->in_order &= end->heard == 0 || number > end->last;
	end->last = number;
	end->heard++;
}

static void state_cb(void *context, bool is_connected, const char *why)
{
	end_t *end = context;

	strbuf_copy(end->why, sizeof(end->why), why);
	end->connected += is_connected;
	end->gone += !is_connected;
}

static void end_open(end_t *end, const char *subject)
{
	const bus_conf_t conf = {.broker = &broker_nats,
	                         .servers = address,
	                         .name = "test",
	                         .credentials = "",
	                         .ca = "",
	                         .subjects = {subject},
	                         .message_cb = message_cb,
	                         .state_cb = state_cb,
	                         .context = end};
	errinfo_t why;

	*end = (end_t){.in_order = true};
	if (bus_open(&conf, bridge, &end->bus, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

static void wait_for(const unsigned *count, unsigned wanted)
{
	while (*count < wanted)
		(void)uv_run(&loop, UV_RUN_ONCE);
}

static void tell(end_t *from, const char *subject, uint32_t number)
{
	(void)bus_send(from->bus, BUS_KEPT, subject, (const uint8_t *)&number, sizeof(number));
}

static int setup(void **state)
{
	(void)state;
	find_port();
	if (uv_loop_init(&loop) != 0)
		return -1;
	pace_init(&pace, &loop);
	return bridge_create(&loop, &pace, &bridge) == ERR_OK ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	bridge_close(bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	return uv_loop_close(&loop) == 0 && mem_live() == 0 ? 0 : -1;
}

static void ends_close(end_t *a, end_t *b)
{
	bus_end(a->bus);
	bus_end(b->bus);
	bridge_drain(bridge);
	bus_free(a->bus);
	bus_free(b->bus);
}

static void messages_come_in_order_from_a_broker_that_comes_late(void **state)
{
	end_t a, b;
	pid_t broker;

	(void)state;
	end_open(&a, "to.a");
	end_open(&b, "to.b");
	broker = broker_start();
	wait_for(&a.connected, 1);
	wait_for(&b.connected, 1);
	/* Until the broker knows who listens messages are lost. */
	for (uint32_t i = 0; b.heard == 0; i++) {
		tell(&a, "to.b", i);
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	}
	b.heard = 0;
	for (uint32_t i = 0; i < MANY; i++)
		tell(&a, "to.b", b.last + 1000000 + i);
	while (b.last < 1000000 + MANY - 1 || b.heard < MANY)
		(void)uv_run(&loop, UV_RUN_ONCE);
	assert_true(b.in_order);
	assert_int_equal(a.heard, 0);
	ends_close(&a, &b);
	broker_kill(broker);
}

static void a_broker_may_be_killed_and_come_back(void **state)
{
	pid_t broker = broker_start();
	end_t a, b;

	(void)state;
	end_open(&a, "to.a");
	end_open(&b, "to.b");
	wait_for(&a.connected, 1);
	wait_for(&b.connected, 1);
	broker_kill(broker);
	wait_for(&a.gone, 1);
	wait_for(&b.gone, 1);
	broker = broker_start();
	wait_for(&a.connected, 2);
	wait_for(&b.connected, 2);
	for (uint32_t i = 0; b.heard == 0; i++) {
		tell(&a, "to.b", i);
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	}
	ends_close(&a, &b);
	broker_kill(broker);
}

static void the_end_comes_in_the_middle_of_messages(void **state)
{
	pid_t broker = broker_start();
	end_t a, b;

	(void)state;
	for (unsigned round = 0; round < 5; round++) {
		end_open(&a, "to.a");
		end_open(&b, "to.b");
		wait_for(&a.connected, 1);
		for (uint32_t i = 0; i < MANY; i++)
			tell(&a, "to.b", i);
		ends_close(&a, &b);
	}
	broker_kill(broker);
	end_open(&a, "to.a"); /* nor does it need a broker */
	end_open(&b, "to.b");
	ends_close(&a, &b);
}

/* A broker that takes connections, and says nothing. */
static void a_silent_broker_holds_nobody_up(void **state)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	const uint64_t began = clock_now_ns();
	end_t a;

	(void)state;
	at.sin_port = htons((uint16_t)strtoul(port_text, NULL, 10));
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(fd, 1), 0);
	end_open(&a, "to.a");
	for (uint32_t i = 0; i < MANY; i++)
		tell(&a, "to.b", i);
	assert_true(clock_now_ns() - began < (uint64_t)SOON_MS * NS_PER_MS);
	assert_int_equal(bus_lost(a.bus), 0); /* they wait */
	wait_for(&a.gone, 1);
	bus_end(a.bus);
	bridge_drain(bridge);
	bus_free(a.bus);
	(void)close(fd);
}

/* libnats gives a broker up that refuses it twice. */
static void a_broker_that_refuses_is_told_of_and_tried_again(void **state)
{
	pid_t broker = broker_with((char[]){"--auth"}, (char[]){"secret"});
	end_t a;

	(void)state;
	end_open(&a, "to.a");
	while (strstr(a.why, "Authentication") == NULL)
		(void)uv_run(&loop, UV_RUN_ONCE);
	assert_int_equal(a.connected, 0);
	broker_kill(broker);
	broker = broker_start();
	wait_for(&a.connected, 1);
	assert_string_equal(a.why, "");
	bus_end(a.bus);
	bridge_drain(bridge);
	bus_free(a.bus);
	broker_kill(broker);
}

static void what_is_of_use_only_now_does_not_wait(void **state)
{
	const uint8_t byte = 0;
	end_t a;

	(void)state;
	end_open(&a, "to.a");
	assert_false(bus_send(a.bus, BUS_FRESH, "to.b", &byte, 1));
	assert_int_equal(bus_lost(a.bus), 1);
	while (bus_send(a.bus, BUS_KEPT, "to.b", (uint8_t[BUS_MESSAGE_MOST / 2]){0},
	                BUS_MESSAGE_MOST / 2))
		assert_int_equal(bus_lost(a.bus), 1);
	assert_int_equal(bus_lost(a.bus), 2); /* nor does too much */
	bus_end(a.bus);
	bridge_drain(bridge);
	bus_free(a.bus);
}

static void what_is_no_address_is_refused(void **state)
{
	static const char *const bad[] = {"", ",", "host:1", "http://host:1", "nats://h:1,,"};
	const uint8_t byte = 0;
	errinfo_t why;
	end_t a;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const bus_conf_t conf = {.broker = &broker_nats,
		                         .servers = bad[i],
		                         .name = "test",
		                         .credentials = "",
		                         .ca = "",
		                         .message_cb = message_cb,
		                         .state_cb = state_cb};

		assert_int_equal(bus_open(&conf, bridge, &a.bus, &why), ERR_VALUE);
		assert_string_equal(why.path, "fleet");
	}
	end_open(&a, "to.a");
	assert_false(bus_send(a.bus, BUS_KEPT, "to.b", &byte, BUS_MESSAGE_MOST + 1));
	assert_int_equal(bus_lost(a.bus), 1);
	bus_end(a.bus);
	bridge_drain(bridge);
	bus_free(a.bus);
}

/* A broker that is always there, and counts what is listened to. */
static _Atomic unsigned listened;

static err_t counts_check(const broker_conf_t *conf, errinfo_t *why)
{
	(void)conf;
	(void)why;
	return ERR_OK;
}

static err_t counts_open(const broker_conf_t *conf, broker_t **out, errinfo_t *why)
{
	(void)conf;
	(void)why;
	*out = NULL;
	return ERR_OK;
}

static err_t counts_listen(broker_t *broker, const char *subject, errinfo_t *why)
{
	(void)broker;
	(void)subject;
	(void)why;
	listened++;
	return ERR_OK;
}

static err_t counts_close(broker_t *broker, errinfo_t *why)
{
	(void)broker;
	(void)why;
	return ERR_OK;
}

static void notes_listened(void *context, bool is_connected, const char *why)
{
	(void)why;
	*(unsigned *)context = is_connected ? listened : 0;
}

/* What came between was not heard: a worker that was there at once was not known for a second. */
static void bug_connected_was_told_before_all_was_listened_to(void **state)
{
	static const broker_ops_t counts = {.check = counts_check,
	                                    .open = counts_open,
	                                    .listen = counts_listen,
	                                    .close = counts_close};
	unsigned told = 0;
	const bus_conf_t conf = {.broker = &counts,
	                         .servers = address,
	                         .name = "test",
	                         .credentials = "",
	                         .ca = "",
	                         .subjects = {"to.a", "to.b", "to.c"},
	                         .state_cb = notes_listened,
	                         .context = &told};
	bus_t *bus;
	errinfo_t why;

	(void)state;
	assert_int_equal(bus_open(&conf, bridge, &bus, &why), ERR_OK);
	wait_for(&told, 1);
	assert_int_equal(told, 3);
	bus_end(bus);
	bridge_drain(bridge);
	bus_free(bus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(
	                messages_come_in_order_from_a_broker_that_comes_late, setup, teardown),
	        cmocka_unit_test_setup_teardown(a_broker_may_be_killed_and_come_back, setup,
	                                        teardown),
	        cmocka_unit_test_setup_teardown(the_end_comes_in_the_middle_of_messages, setup,
	                                        teardown),
	        cmocka_unit_test_setup_teardown(a_silent_broker_holds_nobody_up, setup, teardown),
	        cmocka_unit_test_setup_teardown(a_broker_that_refuses_is_told_of_and_tried_again,
	                                        setup, teardown),
	        cmocka_unit_test_setup_teardown(what_is_of_use_only_now_does_not_wait, setup,
	                                        teardown),
	        cmocka_unit_test_setup_teardown(what_is_no_address_is_refused, setup, teardown),
	        cmocka_unit_test_setup_teardown(bug_connected_was_told_before_all_was_listened_to,
	                                        setup, teardown),
	};

	if (access(broker_path, X_OK) != 0) {
		print_message("SKIP: no %s (nats-server)\n", broker_path);
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
