/* SPDX-License-Identifier: MIT
 * test_client_life.c - a dragon's life by libtesuji: what it sends, the events it makes of what
 * comes, and what it does not take from a daemon. */
#include "tests/unit/client_peer.h"

#include "clients/c/tesuji_life.h"
#include "engine/base/mem.h"
#include "protocol/codec.h"
#include "protocol/msg_life.h"

static msg_dragon_t a_dragon(uint64_t status)
{
	return (msg_dragon_t){.status = status,
	                      .rows = "XX./..O",
	                      .colour = MSG_BLACK,
	                      .size = 2,
	                      .liberties = 3,
	                      .closed = true,
	                      .stones = "A2 \x1b",
	                      .around = "C1",
	                      .region = "A2-C2,A1"};
}

static void give_dragon(uint32_t msgid, const msg_dragon_t *msg)
{
	wirebuf_t out = fresh();

	rpc_put_response(&out, msgid);
	msg_dragon_write(&out, msg);
	give(&out);
}

static void give_verdict(uint64_t status, msg_asked_t kind, const char *tried, uint64_t chance)
{
	wirebuf_t out = fresh();
	msg_verdict_t msg = {.status = status,
	                     .kind = kind,
	                     .colour = MSG_BLACK,
	                     .stones = "A2",
	                     .size = 2,
	                     .liberties = 3,
	                     .value = chance == MSG_CHANCE_NONE ? MSG_PROVEN : MSG_UNDECIDED,
	                     .ko = MSG_KO_FIGHT,
	                     .ko_threats = 1,
	                     .best = "B1",
	                     .chance = chance};

	strcpy(msg.tried, tried);
	rpc_put_notification(&out, NOTIFY_VERDICT);
	msg_verdict_write(&out, &msg);
	give(&out);
}

static void give_ended(uint64_t status, msg_alive_t life)
{
	wirebuf_t out = fresh();
	const msg_ended_t msg = {.status = status, .decided = 2, .undecided = 1, .life = life};

	rpc_put_notification(&out, NOTIFY_ENDED);
	msg_ended_write(&out, &msg);
	give(&out);
}

static tesuji_request_t about_a_board(void *user)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "XX./..O";
	request.user = user;
	return request;
}

static tesuji_dragon_query_t about_a_dragon(void)
{
	tesuji_dragon_query_t query;

	tesuji_dragon_init(&query);
	query.group = "A2";
	return query;
}

/* sent reads the request that went out. */
static void sent(msg_life_t *msg)
{
	static uint8_t bytes[4096];
	ssize_t length = read(peer, bytes, sizeof(bytes));
	codec_t *codec = codec_create();
	errinfo_t why;
	rpc_t rpc;

	assert_true(length > 0);
	assert_int_equal(rpc_parse(codec, bytes, (size_t)length, &rpc, &why), ERR_OK);
	assert_string_equal(rpc.method, "go.life");
	assert_int_equal(msg_life_read(&rpc.params, msg, &why), ERR_OK);
	codec_destroy(codec);
}

static void all_that_counts_is_sent(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_dragon_query_t query = about_a_dragon();
	const msg_dragon_t dragon = a_dragon(5);
	tesuji_dragon_t out;
	msg_life_t msg;

	(void)state;
	request.ko = "A1";
	request.time_ms = 77;
	request.nodes = 1000;
	request.fresh = 1;
	query.exact = query.judge = 1;
	query.moves = 0;
	query.region = "A2-C1";
	query.ask = TESUJI_ASK_LIVE;
	give_dragon(1, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	sent(&msg);
	assert_string_equal(msg.position.rows, "XX./..O");
	assert_string_equal(msg.group, "A2");
	assert_string_equal(msg.region, "A2-C1");
	assert_string_equal(msg.ko, "A1");
	assert_int_equal(msg.time_ms, 77);
	assert_int_equal(msg.nodes, 1000);
	assert_int_equal(msg.ask, MSG_ASKS_LIVE);
	assert_true(msg.exact && msg.judge && msg.fresh && !msg.moves);
	request = about_a_board(NULL);
	query = about_a_dragon();
	give_dragon(2, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	sent(&msg);
	assert_string_equal(msg.region, "");
	assert_int_equal(msg.time_ms, STATUS_DEFAULT_MS);
	assert_int_equal(msg.nodes, 0);
	assert_int_equal(msg.ask, MSG_ASKS_BOTH);
	assert_true(!msg.exact && !msg.judge && !msg.fresh && msg.moves);
}

static void the_dragon_is_told(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	const tesuji_dragon_query_t query = about_a_dragon();
	msg_dragon_t dragon = a_dragon(5);
	tesuji_dragon_t out;

	(void)state;
	give_dragon(1, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	assert_int_equal(out.status, 5);
	assert_string_equal(out.rows, "XX./..O");
	assert_int_equal(out.colour, TESUJI_BLACK);
	assert_int_equal(out.size, 2);
	assert_int_equal(out.liberties, 3);
	assert_int_equal(out.closed, 1);
	assert_string_equal(out.stones, "A2 ?");
	assert_string_equal(out.around, "C1");
	assert_string_equal(out.region, "A2-C2,A1");
	dragon = a_dragon(6);
	dragon.region[0] = dragon.around[0] = '\0';
	give_dragon(2, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	assert_string_equal(out.region, "");
	assert_string_equal(out.around, "");
}

static void verdicts_come_as_events(void **state)
{
	int tag;
	tesuji_request_t request = about_a_board(&tag);
	const tesuji_dragon_query_t query = about_a_dragon();
	const msg_dragon_t dragon = a_dragon(5);
	tesuji_dragon_t out;
	tesuji_event_t event;

	(void)state;
	give_dragon(1, &dragon);
	give_verdict(5, MSG_ASKED_KILL, "", MSG_CHANCE_NONE);
	give_verdict(5, MSG_ASKED_LIVE, "B1", MSG_CHANCE_NONE);
	give_verdict(99, MSG_ASKED_KILL, "", MSG_CHANCE_NONE); /* of a stranger */
	give_verdict(5, MSG_ASKED_LIVE, "", 835);
	give_ended(5, MSG_LIFE_KO);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_VERDICT);
	assert_int_equal(event.status, 5);
	assert_ptr_equal(event.user, &tag);
	assert_int_equal(event.verdict.asked, TESUJI_KILL);
	assert_string_equal(event.verdict.tried, "");
	assert_string_equal(event.verdict.best, "B1");
	assert_int_equal(event.verdict.is_judged, 0);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.verdict.asked, TESUJI_LIVE);
	assert_string_equal(event.verdict.tried, "B1");
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.verdict.value, TESUJI_UNDECIDED);
	assert_int_equal(event.verdict.is_judged, 1);
	assert_true(event.verdict.chance > 0.834 && event.verdict.chance < 0.836);
	assert_int_equal(event.verdict.ko, TESUJI_KO_FIGHT);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_STATUS);
	assert_int_equal(event.decided, 2);
	assert_int_equal(event.life, TESUJI_LIFE_KO);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
	assert_string_equal(tesuji_life_name(event.life), "ko");
	assert_string_equal(tesuji_life_name(TESUJI_LIFE_UNTOLD), "untold");
	assert_string_equal(tesuji_life_name((tesuji_life_t)7), "unknown");
	assert_string_equal(tesuji_asked_name(TESUJI_EYES), "eyes");
	assert_string_equal(tesuji_asked_name((tesuji_asked_t)6), "unknown");
}

static void a_daemon_cannot_tell_more_than_was_asked(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	const tesuji_dragon_query_t query = about_a_dragon();
	const msg_dragon_t dragon = a_dragon(5);
	tesuji_dragon_t out;
	tesuji_event_t event;

	(void)state;
	give_dragon(1, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_OK);
	for (unsigned i = 0; i <= LIFE_QUESTIONS_MAX; i++)
		give_verdict(5, MSG_ASKED_KILL, "B1", MSG_CHANCE_NONE);
	for (unsigned i = 0; i < LIFE_QUESTIONS_MAX; i++) {
		assert_int_equal(tesuji_next(t, 0, &event), 1);
		assert_int_equal(event.kind, TESUJI_EVENT_VERDICT);
	}
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_LOST);
	assert_int_equal(event.error.code, TESUJI_E_PROTOCOL);
}

static void what_is_wrong_in_an_answer(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	const tesuji_dragon_query_t query = about_a_dragon();
	msg_dragon_t dragon = a_dragon(0); /* no number of a status */
	tesuji_dragon_t out;

	(void)state;
	give_dragon(1, &dragon);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_PROTOCOL);
}

static void what_cannot_travel_is_refused(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_dragon_query_t query;
	char text[TESUJI_REGION_BYTES + 1];
	tesuji_dragon_t out;

	(void)state;
	memset(text, 'A', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	tesuji_dragon_init(&query);
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_MISSING);
	assert_string_equal(tesuji_last_error(t)->text, "params.group: no stone is given");
	query.group = text;
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_LIMIT);
	query = about_a_dragon();
	query.region = text;
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_LIMIT);
	query = about_a_dragon();
	query.ask = (tesuji_ask_t)3;
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_VALUE);
	assert_string_equal(tesuji_last_error(t)->text, "params.ask: no question");
	query.ask = (tesuji_ask_t)-1;
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_VALUE);
	query = about_a_dragon();
	request.nodes = -5;
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_RANGE);
	request = about_a_board(NULL);
	request.sgf = "(;SZ[2])";
	assert_int_equal(tesuji_go_life(t, &request, &query, &out), TESUJI_E_VALUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(all_that_counts_is_sent),
	        WITH_A_CONNECTION(the_dragon_is_told),
	        WITH_A_CONNECTION(verdicts_come_as_events),
	        WITH_A_CONNECTION(a_daemon_cannot_tell_more_than_was_asked),
	        WITH_A_CONNECTION(what_is_wrong_in_an_answer),
	        WITH_A_CONNECTION(what_cannot_travel_is_refused),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	return failed + (mem_live() != 0);
}
