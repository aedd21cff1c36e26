/* SPDX-License-Identifier: MIT
 * test_accounts.c - files of accounts, read and read again; tokens and their hashes; what an
 * account may submit and search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "server/accounts.h"
#include "server/quota.h"

enum { A_DAY_MS = 86400000 };

static accounts_t *opened(const char *text)
{
	char path[] = "/tmp/tesuji-accounts-XXXXXX";
	const int fd = mkstemp(path);
	accounts_t *accounts;
	errinfo_t why;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	assert_int_equal(close(fd), 0);
	if (accounts_open(path, &accounts, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_int_equal(unlink(path), 0);
	return accounts;
}

static err_t again(accounts_t *accounts, const char *text, errinfo_t *why)
{
	return accounts_read_text(accounts, "accounts", text, strlen(text), why);
}

static void a_file_is_read(void **state)
{
	const uint32_t groups[] = {7, 100};
	accounts_t *accounts = opened("# nobody\n\n"
	                              "web user=33 group=100 weight=3 gateway=yes # the pages\n"
	                              "\tops\tclass=operator cert=ops.example.org\r\n"
	                              "alice class=batch user=1000 jobs=2 connections=3 boards=4 "
	                              "statuses=5 table_mib=6 submits_per_s=7 nodes_per_day=8 "
	                              "seconds_per_day=9");
	const account_t *alice = accounts_find(accounts, "alice");

	(void)state;
	assert_int_equal(accounts_count(accounts), 3);
	assert_string_equal(accounts_at(accounts, 0)->name, "alice");
	assert_string_equal(accounts_at(accounts, 2)->name, "web");
	assert_int_equal(alice->class, MSG_CLASS_BATCH);
	assert_int_equal(alice->most.jobs, 2);
	assert_int_equal(alice->most.seconds_per_day, 9);
	assert_int_equal(alice->weight, 1);
	assert_false(alice->is_gateway);
	assert_true(accounts_find(accounts, "web")->is_gateway);
	assert_ptr_equal(accounts_of_peer(accounts, 1000, groups, 2), alice);
	assert_string_equal(accounts_of_peer(accounts, 1, groups, 2)->name, "web");
	assert_null(accounts_of_peer(accounts, 1, groups, 1));
	assert_null(accounts_of_peer(accounts, ACCOUNT_NOBODY, groups, 0));
	assert_string_equal(accounts_of_cert(accounts, "ops.example.org")->name, "ops");
	assert_null(accounts_of_cert(accounts, ""));
	assert_null(accounts_find(accounts, "bob"));
	accounts_free(accounts);
	assert_int_equal(mem_live(), 0);
}

static void an_account_keeps_its_identity(void **state)
{
	accounts_t *accounts = opened("a user=1\nb user=2\nc user=3\n");
	account_t *a = accounts_hold(accounts_find(accounts, "a"));
	account_t *b = accounts_hold(accounts_find(accounts, "b"));
	account_t *c = accounts_find(accounts, "c");
	const uint64_t sessions[] = {a->session, b->session, c->session};
	errinfo_t why;

	(void)state;
	assert_int_equal(again(accounts, "b user=9\nc user=3 jobs=5\n", &why), ERR_OK);
	assert_null(accounts_find(accounts, "a"));
	assert_ptr_equal(accounts_find(accounts, "b"), b);
	assert_ptr_equal(accounts_find(accounts, "c"), c);
	assert_int_not_equal(a->session, sessions[0]);
	assert_int_not_equal(b->session, sessions[1]);
	assert_int_equal(c->session, sessions[2]);
	assert_int_equal(c->most.jobs, 5);
	assert_int_equal(again(accounts, "a user=1\n", &why), ERR_OK);
	assert_ptr_not_equal(accounts_find(accounts, "a"), a); /* one of that name that is new */
	assert_int_not_equal(accounts_find(accounts, "a")->number, a->number);
	accounts_drop(a);
	accounts_drop(b);
	accounts_free(accounts);
	assert_int_equal(mem_live(), 0);
}

static void a_file_with_a_fault_changes_nothing(void **state)
{
	static const char *const rows[][2] = {
	        {"a user=1\nb",
	         "accounts:2: nobody can log in as b: it needs a token, user, group or "
	         "cert"},
	        {"a user=1\na user=2", "accounts: the accounts a and a have the same name"},
	        {"a class=boss user=1",
	         "accounts:1: class: 'boss' is not one of operator, interactive, normal, batch"},
	        {"a user=1 gateway=1", "accounts:1: gateway: '1' is not yes or no"},
	        {"a token=$y$j75$abc", "accounts:1: token: not a hash of crypt(3), as tesujid "
	                               "--new-token makes it"},
	};
	accounts_t *accounts = opened("a user=1\n");
	account_t *a = accounts_find(accounts, "a");
	errinfo_t why;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_not_equal(again(accounts, rows[i][0], &why), ERR_OK);
		assert_string_equal(why.text, rows[i][1]);
		assert_int_equal(accounts_count(accounts), 1);
		assert_ptr_equal(accounts_find(accounts, "a"), a);
	}
	accounts_free(accounts);
	assert_int_equal(mem_live(), 0);
}

static void without_memory_nothing_changes(void **state)
{
	accounts_t *accounts = opened("a user=1\n");
	errinfo_t why;
	err_t err = ERR_NOMEM;

	(void)state;
	for (long n = 0; err != ERR_OK; n++) {
		mem_fail_after(n);
		err = again(accounts, "a user=1 jobs=3\nb user=2\n", &why);
		mem_fail_after(-1);
		assert_int_equal(accounts_count(accounts), err == ERR_OK ? 2 : 1);
	}
	accounts_free(accounts);
	assert_int_equal(mem_live(), 0);
}

static void tokens_have_hashes(void **state)
{
	char token[2][MSG_TOKEN_BYTES], hash[2][TOKEN_HASH_BYTES], name[MSG_ACCOUNT_BYTES];
	token_mark_t mark[2];
	errinfo_t why;

	(void)state;
	assert_int_equal(tokens_start(&why), ERR_OK);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tokens_make("alice", token[i], hash[i], &why), ERR_OK);
		assert_true(tokens_hash_good(hash[i]));
		assert_true(tokens_account(token[i], name));
		assert_string_equal(name, "alice");
		tokens_mark(token[i], &mark[i]);
	}
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(tokens_match(token[i % 2], hash[i / 2]), i % 2 == i / 2);
		assert_int_equal(tokens_same(&mark[i % 2], &mark[i / 2]), i % 2 == i / 2);
	}
	assert_false(tokens_hash_good(token[0]));
	assert_false(tokens_hash_good("*"));
	assert_false(tokens_hash_good(""));
	assert_false(tokens_account("alice", name));
	assert_false(tokens_account(".alice", name));
	assert_int_equal(mem_live(), 0);
}

static void submissions_come_by_the_second(void **state)
{
	account_t account = {.name = "a", .most = {.submits_per_s = 4}};
	quota_moment_t now = {.steady_ms = 1000, .wall_ms = 10 * (uint64_t)A_DAY_MS};
	uint64_t retry_ms = 0;
	errinfo_t why;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_OK);
		quota_take(&account);
	}
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
	assert_in_range(retry_ms, 250, 251);
	now.steady_ms += 250;
	now.wall_ms -= A_DAY_MS; /* the wall clock does not matter */
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_OK);
	quota_take(&account);
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
	now.steady_ms += 1000000;
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_OK);
		quota_take(&account);
	}
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
}

static void a_day_has_its_nodes_and_seconds(void **state)
{
	account_t account = {.name = "a", .most = {.nodes_per_day = 100, .seconds_per_day = 10}};
	quota_moment_t now = {.steady_ms = 1, .wall_ms = 10 * (uint64_t)A_DAY_MS + 1000};
	msg_submitted_t told = {.job = 0};
	msg_limits_t limits = {.nodes = 0};
	uint64_t retry_ms = 0;
	errinfo_t why;

	(void)state;
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_OK);
	quota_spend(&account, now, 60, 4 * (uint64_t)NS_PER_S);
	quota_limit(&account, 2, &limits, &told);
	assert_int_equal(limits.nodes, 40);
	assert_int_equal(limits.time_ms, 3000);
	assert_int_equal(told.nodes, 40);
	limits = (msg_limits_t){.nodes = 7, .time_ms = 8};
	told = (msg_submitted_t){.job = 0};
	quota_limit(&account, 2, &limits, &told); /* less was asked for */
	assert_int_equal(limits.nodes, 7);
	assert_int_equal(limits.time_ms, 8);
	assert_int_equal(told.nodes + told.time_ms, 0);
	assert_int_equal(quota_time_ms(&account, 1, 60000), 6000);
	assert_int_equal(quota_time_ms(&account, 1, 5000), 5000);
	quota_spend(&account, now, 50, NS_PER_S);
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
	assert_int_equal(retry_ms, A_DAY_MS - 1000);
	now.wall_ms -= 5 * (uint64_t)A_DAY_MS; /* back */
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
	now.wall_ms += A_DAY_MS;
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_OK);
	quota_spend(&account, now, 0, 10 * (uint64_t)NS_PER_S);
	assert_int_equal(quota_admit(&account, now, &retry_ms, &why), ERR_QUOTA);
}

static void who_has_no_account_has_no_quota(void **state)
{
	const quota_moment_t now = quota_now();
	msg_submitted_t told = {.job = 0};
	msg_limits_t limits = {.nodes = 0};
	uint64_t retry_ms = 0;
	errinfo_t why;

	(void)state;
	assert_int_equal(quota_admit(NULL, now, &retry_ms, &why), ERR_OK);
	quota_limit(NULL, 1, &limits, &told);
	quota_take(NULL);
	quota_spend(NULL, now, 1, 1);
	assert_int_equal(limits.nodes + limits.time_ms + told.nodes + told.time_ms + retry_ms, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_file_is_read),
	        cmocka_unit_test(an_account_keeps_its_identity),
	        cmocka_unit_test(a_file_with_a_fault_changes_nothing),
	        cmocka_unit_test(without_memory_nothing_changes),
	        cmocka_unit_test(tokens_have_hashes),
	        cmocka_unit_test(submissions_come_by_the_second),
	        cmocka_unit_test(a_day_has_its_nodes_and_seconds),
	        cmocka_unit_test(who_has_no_account_has_no_quota),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
