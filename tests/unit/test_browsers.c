/* SPDX-License-Identifier: MIT
 * test_browsers.c - certificates that the gateway keeps open: fetched once, shared, forgotten. The
 * daemon and the answers of requests are played by this file.
 */
#include "clients/http/browsers.h"

#include <stdlib.h>
#include <string.h>

#include "engine/proof/bytes.h"
#include "tests/unit/seed.h"

enum { FETCHES_MOST = 128 };

/* What a request has come to. */
typedef enum { WAITS, TOLD, FAILED } end_t;

typedef struct {
	request_t request;
	end_t end;
	unsigned answers;
	tesuji_code_t code; /* with FAILED; TESUJI_OK: it has the status */
	unsigned status;
} asked_t;

static uv_loop_t loop;
static struct {
	void (*answered)(void *user, const upstream_answer_t *answer);
	void *user;
	const upstream_t *upstream;
	uint64_t job, offset;
} fetch[FETCHES_MOST];
static unsigned fetches;

/* The upstreams of two accounts. */
struct upstream {
	uint64_t number;
	unsigned holders;
};

static upstream_t alice = {.number = 1}, bob = {.number = 2};

upstream_t *upstream_hold(upstream_t *u)
{
	u->holders++;
	return u;
}

void upstream_release(upstream_t *u)
{
	assert_true(u->holders > 0);
	u->holders--;
}

uint64_t upstream_number(const upstream_t *u)
{
	return u->number;
}

void upstream_piece(upstream_t *u, uint64_t job, uint64_t offset,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user)
{
	assert_true(fetches < FETCHES_MOST && u->holders > 0);
	fetch[fetches].upstream = u;
	fetch[fetches].answered = answered;
	fetch[fetches].user = user;
	fetch[fetches].offset = offset;
	fetch[fetches++].job = job;
}

static void ends(request_t *r, end_t end, tesuji_code_t code)
{
	asked_t *asked = (asked_t *)r;

	assert_int_equal(asked->answers++, 0);
	asked->end = end;
	asked->code = code;
}

void request_fail_as(request_t *r, const tesuji_error_t *error)
{
	assert_true(error->text[0] != '\0');
	ends(r, FAILED, error->code);
}

void request_fail(request_t *r, unsigned status, const char *code, const char *format, ...)
{
	assert_true(code[0] != '\0' && format[0] != '\0');
	((asked_t *)r)->status = status;
	ends(r, FAILED, TESUJI_OK);
}

static void told(request_t *r, browse_t *browse)
{
	assert_int_equal(browse_turn(browse),
	                 browse_denies(browse) ? BROWSE_DEFENCE : BROWSE_ATTACK);
	ends(r, TOLD, TESUJI_OK);
}

static void ask_as(browsers_t *b, asked_t *asked, upstream_t *u, uint64_t job)
{
	*asked = (asked_t){.request = {.named = {.number = job}, .upstream = u}};
	browsers_ask(b, &asked->request, told);
}

static void ask(browsers_t *b, asked_t *asked, uint64_t job)
{
	ask_as(b, asked, &alice, job);
}

/* corner is a certificate of that kind. */
static bytes_t corner(const char *kind)
{
	certificate_header_t h = {.game = "go",
	                          .goal = "capture",
	                          .target = "A3",
	                          .rows = "O../.X./...",
	                          .black = true};
	certificate_writer_t *writer;
	bytes_t bytes = {0};
	uint32_t node;

	strcpy(h.kind, kind);
	h.defender_first = strcmp(kind, "proof") != 0; /* the first node is his then */
	assert_int_equal(certificate_write_begin(&h, bytes_sink(&bytes), &writer, NULL), ERR_OK);
	(void)certificate_write_attack(writer, 3, CERTIFICATE_NONE, &node);
	(void)certificate_write_defence(writer, node, NULL, 0, &node);
	(void)certificate_write_attack(writer, 1, node, &node);
	assert_int_equal(certificate_write_end(writer, node), ERR_OK);
	certificate_writer_free(writer);
	return bytes;
}

/* comes answers the fetch with that number by a piece of a certificate of so many bytes. */
static void comes(unsigned number, const void *bytes, size_t length, uint64_t whole)
{
	const upstream_answer_t answer = {.bytes = bytes, .length = length, .whole = whole};

	fetch[number].answered(fetch[number].user, &answer);
}

/* fails answers it with an error. */
static void fails(unsigned number, tesuji_code_t code)
{
	const tesuji_error_t error = {.code = code, .text = "no"};
	const upstream_answer_t answer = {.error = &error};

	fetch[number].answered(fetch[number].user, &answer);
}

static void proof_comes(unsigned number)
{
	bytes_t bytes = corner("proof");

	comes(number, bytes.data, bytes.length, bytes.length);
	bytes_free(&bytes);
}

static browsers_t *begin(void)
{
	fetches = 0;
	assert_int_equal(uv_loop_init(&loop), 0);
	return browsers_new(&loop);
}

static void finish(browsers_t *b)
{
	browsers_close(b);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	assert_int_equal(alice.holders + bob.holders, 0);
}

static void one_fetch_for_all(void **state)
{
	browsers_t *b = begin();
	asked_t first, second, third, other;

	(void)state;
	ask(b, &first, 7);
	ask(b, &second, 7);
	ask(b, &other, 8);
	assert_int_equal(fetches, 2);
	proof_comes(0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(first.end, TOLD);
	assert_int_equal(second.end, TOLD);
	assert_int_equal(other.end, WAITS);
	ask(b, &third, 7);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(third.end, TOLD);
	proof_comes(1);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(other.end, TOLD);
	assert_int_equal(fetches, 2);
	finish(b);
}

/* An error may be another one next time. */
static void errors_are_not_kept(void **state)
{
	const char nonsense[16] = {0};
	browsers_t *b = begin();
	asked_t asked;

	(void)state;
	ask(b, &asked, 7);
	fails(0, TESUJI_E_CLOSED);
	assert_int_equal(asked.code, TESUJI_E_CLOSED);
	ask(b, &asked, 7);
	fails(1, TESUJI_E_LIMIT); /* not made in time */
	assert_int_equal(asked.status, MHD_HTTP_GATEWAY_TIMEOUT);
	ask(b, &asked, 7);
	comes(2, nonsense, sizeof(nonsense), sizeof(nonsense));
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked.code, TESUJI_E_PROTOCOL);
	ask(b, &asked, 7);
	comes(3, nonsense, sizeof(nonsense), 2 * sizeof(nonsense));
	comes(4, nonsense, sizeof(nonsense), 3 * sizeof(nonsense));
	assert_int_equal(asked.code, TESUJI_E_PROTOCOL);
	ask(b, &asked, 7);
	proof_comes(5);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked.end, TOLD);
	finish(b);
}

static void test_bug_what_is_refused_was_fetched_whole_and_again(void **state)
{
	static char piece[1 << 16];
	browsers_t *b = begin();
	asked_t asked;

	(void)state;
	ask(b, &asked, 7);
	comes(0, piece, sizeof(piece), BROWSERS_FILE_MOST + 1);
	assert_int_equal(asked.status, MHD_HTTP_CONTENT_TOO_LARGE);
	ask(b, &asked, 7);
	assert_int_equal(asked.status, MHD_HTTP_CONTENT_TOO_LARGE);
	assert_int_equal(fetches, 1);
	finish(b);
}

static void test_bug_a_denial_was_refused(void **state)
{
	bytes_t denial = corner("denial");
	browsers_t *b = begin();
	asked_t asked;

	(void)state;
	ask(b, &asked, 8);
	comes(0, denial.data, denial.length, denial.length);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked.end, TOLD);
	bytes_free(&denial);
	finish(b);
}

/* Of those that were asked for one is loaded; the next when that is read, or failed. */
static void test_bug_several_were_loaded_at_once(void **state)
{
	bytes_t bytes = corner("proof");
	browsers_t *b = begin();
	asked_t asked[3];

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		ask(b, &asked[i], i + 1);
	for (unsigned i = 0; i < 3; i++)
		comes(i, bytes.data, 4, bytes.length);
	assert_int_equal(fetches, 4);
	assert_int_equal(fetch[3].job, 1);
	assert_int_equal(fetch[3].offset, 4);
	fails(3, TESUJI_E_CLOSED);
	assert_int_equal(asked[0].code, TESUJI_E_CLOSED);
	assert_int_equal(fetches, 5);
	assert_int_equal(fetch[4].job, 2);
	comes(4, bytes.data + 4, bytes.length - 4, bytes.length);
	assert_int_equal(fetches, 5);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked[1].end, TOLD);
	assert_int_equal(fetches, 6);
	browsers_forget(b, alice.number); /* the daemon has gone */
	fails(5, TESUJI_E_CLOSED);
	assert_int_equal(asked[2].code, TESUJI_E_CLOSED);
	bytes_free(&bytes);
	finish(b);
}

/* Those that wait are bounded, and are told a few in each turn of the loop. */
static void test_bug_any_number_waited_and_was_told_in_one_turn(void **state)
{
	static asked_t asked[BROWSERS_WAITING_MOST + 1];
	browsers_t *b = begin();
	unsigned told_before = 0;

	(void)state;
	for (unsigned i = 0; i <= BROWSERS_WAITING_MOST; i++)
		ask(b, &asked[i], 7);
	assert_int_equal(asked[BROWSERS_WAITING_MOST].code, TESUJI_E_BUSY);
	proof_comes(0);
	for (unsigned turns = 0; told_before < BROWSERS_WAITING_MOST; turns++) {
		unsigned count = 0;

		(void)uv_run(&loop, UV_RUN_ONCE);
		for (unsigned i = 0; i < BROWSERS_WAITING_MOST; i++)
			count += asked[i].end == TOLD;
		assert_in_range(count - told_before, 0, BROWSERS_TOLD_A_TURN);
		told_before = count;
	}
	ask(b, &asked[0], 7);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked[0].end, TOLD);
	finish(b);
}

static void few_are_opened_at_once(void **state)
{
	asked_t asked[BROWSERS_OPENING_MOST + 1];
	browsers_t *b = begin();

	(void)state;
	for (unsigned i = 0; i <= BROWSERS_OPENING_MOST; i++)
		ask(b, &asked[i], i + 1);
	assert_int_equal(fetches, BROWSERS_OPENING_MOST);
	assert_int_equal(asked[BROWSERS_OPENING_MOST].code, TESUJI_E_BUSY);
	for (unsigned i = 0; i < BROWSERS_OPENING_MOST; i++)
		proof_comes(i);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	for (unsigned i = 0; i < BROWSERS_OPENING_MOST; i++)
		assert_int_equal(asked[i].end, TOLD);
	finish(b);
}

/* Whoever asks for as much as he may leaves room for others. */
static void one_account_leaves_room_for_others(void **state)
{
	static asked_t hers[BROWSERS_WAITING_MOST + 1];
	asked_t his[BROWSERS_OPENING_MOST + 1];
	browsers_t *b = begin();

	(void)state;
	for (unsigned i = 0; i <= BROWSERS_WAITING_MOST; i++)
		ask_as(b, &hers[i], &alice, 1 + i % BROWSERS_OPENING_MOST);
	assert_int_equal(hers[BROWSERS_WAITING_MOST].code, TESUJI_E_BUSY);
	for (unsigned i = 0; i <= BROWSERS_OPENING_MOST; i++)
		ask_as(b, &his[i], &bob, 1 + i);
	assert_int_equal(fetches, 2 * BROWSERS_OPENING_MOST);
	assert_int_equal(his[BROWSERS_OPENING_MOST].code, TESUJI_E_BUSY);
	for (unsigned i = 0; i < 2 * BROWSERS_OPENING_MOST; i++)
		proof_comes(i);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	for (unsigned i = 0; i < BROWSERS_OPENING_MOST; i++)
		assert_int_equal(his[i].end, TOLD);
	for (unsigned i = 0; i < BROWSERS_WAITING_MOST; i++)
		assert_int_equal(hers[i].end, TOLD);
	finish(b);
}

static void the_least_recently_asked_for_goes(void **state)
{
	browsers_t *b = begin();
	asked_t asked;

	(void)state;
	for (unsigned i = 0; i <= BROWSERS_MOST; i++) {
		ask(b, &asked, i + 1);
		proof_comes(i);
		(void)uv_run(&loop, UV_RUN_DEFAULT);
		assert_int_equal(asked.end, TOLD);
		ask(b, &asked, 1); /* always among the latest */
		(void)uv_run(&loop, UV_RUN_DEFAULT);
		assert_int_equal(asked.end, TOLD);
	}
	assert_int_equal(fetches, BROWSERS_MOST + 1);
	ask(b, &asked, 3);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(asked.end, TOLD);
	ask(b, &asked, 2);
	assert_int_equal(fetches, BROWSERS_MOST + 2); /* it had gone */
	proof_comes(BROWSERS_MOST + 1);
	finish(b);
}

static void another_daemon_has_other_jobs(void **state)
{
	browsers_t *b = begin();
	asked_t asked, late;

	(void)state;
	ask(b, &asked, 1);
	proof_comes(0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	ask(b, &late, 2);
	proof_comes(1); /* is read while the daemon goes */
	browsers_forget(b, alice.number);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(late.end, TOLD);
	ask(b, &asked, 1);
	ask(b, &late, 2);
	assert_int_equal(fetches, 4);
	proof_comes(2);
	proof_comes(3);
	finish(b);
}

/* The same number, open, refused or being fetched: each account has its own. */
static void what_one_account_has_is_not_anothers(void **state)
{
	static char piece[1 << 16];
	browsers_t *b = begin();
	asked_t hers, his;

	(void)state;
	ask_as(b, &hers, &alice, 7);
	proof_comes(0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(hers.end, TOLD);
	assert_int_equal(alice.holders, 0); /* what is open needs no upstream */
	ask_as(b, &his, &bob, 7);
	assert_int_equal(fetches, 2);
	assert_ptr_equal(fetch[1].upstream, &bob);
	comes(1, piece, sizeof(piece), BROWSERS_FILE_MOST + 1);
	assert_int_equal(his.status, MHD_HTTP_CONTENT_TOO_LARGE);
	ask_as(b, &hers, &alice, 7);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(hers.end, TOLD);
	browsers_forget(b, bob.number);
	ask_as(b, &hers, &alice, 7);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(hers.end, TOLD);
	ask_as(b, &his, &bob, 7);
	assert_int_equal(fetches, 3);
	fails(2, TESUJI_E_OWNER);
	assert_int_equal(his.code, TESUJI_E_OWNER);
	finish(b);
}

static void the_end_answers_what_waits(void **state)
{
	browsers_t *b = begin();
	asked_t asked, in_line, queued;

	(void)state;
	ask(b, &in_line, 1);
	proof_comes(0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	ask(b, &in_line, 1);
	ask(b, &asked, 2);
	ask(b, &queued, 3);
	proof_comes(1); /* is read while the gateway ends, and the other waits for that */
	proof_comes(2);
	browsers_close(b);
	assert_int_equal(in_line.code, TESUJI_E_DRAINING);
	assert_int_equal(asked.code, TESUJI_E_DRAINING);
	assert_int_equal(queued.code, TESUJI_E_DRAINING);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(one_fetch_for_all),
	        cmocka_unit_test(errors_are_not_kept),
	        cmocka_unit_test(test_bug_what_is_refused_was_fetched_whole_and_again),
	        cmocka_unit_test(test_bug_a_denial_was_refused),
	        cmocka_unit_test(test_bug_several_were_loaded_at_once),
	        cmocka_unit_test(test_bug_any_number_waited_and_was_told_in_one_turn),
	        cmocka_unit_test(few_are_opened_at_once),
	        cmocka_unit_test(one_account_leaves_room_for_others),
	        cmocka_unit_test(the_least_recently_asked_for_goes),
	        cmocka_unit_test(another_daemon_has_other_jobs),
	        cmocka_unit_test(what_one_account_has_is_not_anothers),
	        cmocka_unit_test(the_end_answers_what_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
