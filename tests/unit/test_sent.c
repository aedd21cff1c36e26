/* SPDX-License-Identifier: MIT
 * test_sent.c - which worker was sent which question, and fronts that hand out by that. */
#include <stdio.h>

#include "server/fleet/front.h"
#include "server/fleet/sent.h"
#include "tests/unit/solver_help.h"

enum { NODES = 1000, SAID_MOST = 16 };

/* What a front has sent: a message to a worker, or to the other fronts. */
typedef struct {
	message_t message;
	char to[FLEET_NAME_BYTES];
} said_t;

/* A front, which knows of no time but that at which the test began. */
typedef struct {
	server_t server;
	uv_loop_t loop;
	member_t self;
	solver_t *solver;
	audit_t *audit;
	front_t *front;
	codec_t *codec;
	said_t said[SAID_MOST];
	unsigned count;
} front_side_t;

static front_side_t first, second; /* large */
static sent_t memory;              /* likewise */

static bool hear(void *context, bus_care_t care, const char *prefix, const char *name,
                 const wirebuf_t *message)
{
	front_side_t *side = context;
	said_t *said = &side->said[side->count++];
	errinfo_t why;
	node_t root;

	(void)care;
	(void)prefix;
	assert_true(side->count <= SAID_MOST);
	if (messages_read(side->codec, message->data, message->length, &root, &said->message,
	                  &why) != ERR_OK)
		fail_msg("%s: %s", why.path, why.text);
	snprintf(said->to, sizeof(said->to), "%s", name);
	return true;
}

static void be_busy(void *context)
{
	(void)context;
}

static void begin(front_side_t *side, const char *name)
{
	const solver_config_t config = {.table_bytes = TABLE_BYTES, .by_turns = true};

	memset(side, 0, sizeof(*side));
	assert_int_equal(uv_loop_init(&side->loop), 0);
	side->server.loop = &side->loop;
	side->self.id = (uint64_t)name[0];
	snprintf(side->self.name, sizeof(side->self.name), "%s", name);
	assert_int_equal(solver_create(&config, &side->solver, NULL), ERR_OK);
	side->codec = codec_create();
	side->audit = audit_create(&(audit_conf_t){.server = &side->server, .self = &side->self});
	assert_non_null(side->audit);
	side->front = front_create(&(front_conf_t){.loop = &side->loop,
	                                           .solver = side->solver,
	                                           .audit = side->audit,
	                                           .self = &side->self,
	                                           .send_cb = hear,
	                                           .busy_cb = be_busy,
	                                           .context = side});
	assert_true(side->codec != NULL && side->front != NULL);
}

static void end(front_side_t *side)
{
	front_free(side->front);
	audit_free(side->audit);
	solver_destroy(side->solver);
	codec_destroy(side->codec);
	assert_int_equal(uv_loop_close(&side->loop), 0);
}

static void here(front_side_t *side, const char *name, unsigned places, unsigned free_places)
{
	message_t message = {.kind = MESSAGE_HERE,
	                     .from = {.id = (uint64_t)name[1]},
	                     .rules = FLEET_RULES,
	                     .format = FLEET_FORMAT,
	                     .places = places,
	                     .free = free_places};

	snprintf(message.from.name, sizeof(message.from.name), "%s", name);
	front_here(side->front, &message);
}

/* offer has a front hand out a job; those with the same number ask the same. */
static job_t *offer_this(front_side_t *side, unsigned question, bool fresh)
{
	request_t request = ask(open_board, "K10", HARD_ORDER);
	msg_submit_t msg;
	errinfo_t why;
	job_t *job;

	request.limits.nodes = NODES + question;
	request.fresh = fresh;
	msg_submit_init(&msg);
	if (solver_submit(side->solver, &request, &job, &why) != ERR_OK)
		fail_msg("%s: %s", why.path, why.text);
	front_offer(side->front, job, 1, &msg, "go", NULL);
	side->count = 0;
	front_tick(side->front, true);
	return job;
}

static job_t *offer(front_side_t *side, unsigned question)
{
	return offer_this(side, question, false);
}

static void cancel(front_side_t *side, job_t *job)
{
	result_t result;

	solver_cancel(job);
	solver_wait(job);
	job_result(job, &result);
	(void)front_ended(side->front, job, &result);
	job_release(job);
}

/* said returns what a front has said of a kind, or NULL: nothing. */
static const said_t *said(const front_side_t *side, message_kind_t kind)
{
	for (unsigned i = 0; i < side->count; i++)
		if (side->said[i].message.kind == kind)
			return &side->said[i];
	return NULL;
}

static void assert_sent_to(const front_side_t *side, const char *name)
{
	const said_t *work = said(side, MESSAGE_WORK);

	assert_non_null(work);
	assert_string_equal(work->to, name);
}

/* begin_both begins two fronts, of which the first has sent question 1 to w1, and has told. */
static job_t *begin_both(void)
{
	job_t *job;

	begin(&first, "first");
	begin(&second, "second");
	here(&first, "w1", 4, 4);
	job = offer(&first, 1);
	assert_sent_to(&first, "w1");
	assert_non_null(said(&first, MESSAGE_SENT));
	assert_string_equal(said(&first, MESSAGE_SENT)->to, "");
	front_sent(second.front, &said(&first, MESSAGE_SENT)->message);
	return job;
}

static void end_both(job_t *job)
{
	cancel(&first, job);
	end(&first);
	end(&second);
}

static void who_asks_the_same_is_sent_where_the_other_was(void **state)
{
	job_t *job = begin_both(), *same, *other;

	(void)state;
	here(&second, "w1", 4, 0);
	here(&second, "w2", 4, 4);
	same = offer(&second, 1);
	assert_sent_to(&second, "w1");
	other = offer(&second, 2);
	assert_sent_to(&second, "w2");
	cancel(&second, same);
	cancel(&second, other);
	end_both(job);
}

static void that_needs_no_free_place(void **state)
{
	job_t *job = begin_both(), *other, *same;

	(void)state;
	here(&second, "w1", 4, 0);
	here(&second, "w2", 4, 0);
	same = offer(&second, 1);
	assert_sent_to(&second, "w1");
	other = offer(&second, 2);
	assert_null(said(&second, MESSAGE_WORK));
	cancel(&second, same);
	cancel(&second, other);
	end_both(job);
}

static void who_declines_is_not_asked_again(void **state)
{
	message_t declined = {.kind = MESSAGE_DECLINED, .from = {.name = "w1", .id = '1'}};
	job_t *job = begin_both(), *same;

	(void)state;
	here(&second, "w1", 4, 0);
	here(&second, "w2", 4, 4);
	same = offer(&second, 1);
	assert_sent_to(&second, "w1");
	declined.number = said(&second, MESSAGE_WORK)->message.number;
	second.count = 0;
	front_news(second.front, &declined, NULL);
	assert_sent_to(&second, "w2");
	cancel(&second, same);
	end_both(job);
}

static void who_has_left_or_is_not_known_is_not_asked(void **state)
{
	message_t strange = {.kind = MESSAGE_SENT, .numbers = 1, .workers = {"no name at all"}};
	job_t *job = begin_both(), *same, *other;

	(void)state;
	here(&second, "w1", 4, 4);
	here(&second, "w2", 4, 1);
	here(&second, "w1", 0, 0); /* it ends */
	same = offer(&second, 1);
	assert_sent_to(&second, "w2");
	here(&second, "w2", 4, 3);
	strange.numbered[0] = said(&first, MESSAGE_SENT)->message.numbered[0];
	front_sent(second.front, &strange);
	cancel(&second, same);
	other = offer(&second, 1);
	assert_sent_to(&second, "w2");
	cancel(&second, other);
	end_both(job);
}

static void a_job_that_shares_no_search_is_not_told_of(void **state)
{
	job_t *job;

	(void)state;
	begin(&first, "first");
	here(&first, "w1", 4, 4);
	job = offer_this(&first, 1, true);
	assert_sent_to(&first, "w1");
	assert_null(said(&first, MESSAGE_SENT));
	cancel(&first, job);
	end(&first);
}

static void what_is_remembered_lapses_and_is_bounded(void **state)
{
	(void)state;
	sent_init(&memory);
	assert_null(sent_find(&memory, 0, 0));
	sent_note(&memory, 1, "w1", 5);
	sent_note(&memory, 2, "w2", 5);
	assert_string_equal(sent_find(&memory, 1, 5 + SENT_KEPT_MS), "w1");
	assert_null(sent_find(&memory, 1, 6 + SENT_KEPT_MS));
	sent_note(&memory, 1, "w3", 6);
	assert_string_equal(sent_find(&memory, 1, 6 + SENT_KEPT_MS), "w3");
	sent_forget(&memory, 1, "w1"); /* it is not that one any more */
	assert_non_null(sent_find(&memory, 1, 6));
	sent_forget(&memory, 1, "w3");
	assert_null(sent_find(&memory, 1, 6));
	for (uint64_t i = 0; i < SENT_KEPT; i++)
		sent_note(&memory, 100 + i, "w1", 7);
	assert_null(sent_find(&memory, 2, 7));
	assert_non_null(sent_find(&memory, 100, 7));
	sent_note(&memory, 1, "w1", 7);
	assert_null(sent_find(&memory, 100, 7));
	assert_non_null(sent_find(&memory, 101, 7));
}

/* put_sent writes a message with so many numbers and workers. */
static void put_sent(wirebuf_t *out, uint32_t numbers, uint32_t workers)
{
	const member_t from = {.name = "front", .id = 1};

	messages_open(out, MESSAGE_SENT, &from, 2);
	put_text(out, "numbers");
	put_array(out, numbers);
	for (uint32_t i = 0; i < numbers; i++)
		put_uint(out, i + 1);
	put_text(out, "workers");
	put_array(out, workers);
	for (uint32_t i = 0; i < workers; i++)
		put_text(out, "w1");
}

static err_t parse(uint32_t numbers, uint32_t workers, message_t *out)
{
	codec_t *codec = codec_create();
	wirebuf_t message;
	errinfo_t why;
	node_t root;
	err_t err;

	assert_non_null(codec);
	wirebuf_init(&message, BUS_MESSAGE_MOST);
	put_sent(&message, numbers, workers);
	err = messages_read(codec, message.data, message.length, &root, out, &why);
	wirebuf_fini(&message);
	codec_destroy(codec);
	return err;
}

static void what_makes_no_sense_is_refused(void **state)
{
	message_t message;

	(void)state;
	assert_int_equal(parse(2, 1, &message), ERR_VALUE);
	assert_int_equal(parse(0, 1, &message), ERR_VALUE);
	assert_int_not_equal(parse(FLEET_SENT_MOST + 1, FLEET_SENT_MOST + 1, &message), ERR_OK);
	assert_int_equal(parse(FLEET_SENT_MOST, FLEET_SENT_MOST, &message), ERR_OK);
	assert_int_equal(message.numbers, FLEET_SENT_MOST);
	assert_string_equal(message.workers[FLEET_SENT_MOST - 1], "w1");
	assert_int_equal(parse(0, 0, &message), ERR_OK);
}

static void a_message_has_only_so_many(void **state)
{
	const member_t from = {.name = "front", .id = 1};
	wirebuf_t message;

	(void)state;
	sent_init(&memory);
	assert_false(sent_due(&memory, SENT_TELL_MS));
	for (uint64_t i = 1; i <= FLEET_SENT_MOST; i++)
		assert_true(sent_tell(&memory, i, "w1"));
	assert_false(sent_tell(&memory, FLEET_SENT_MOST + 1, "w1"));
	assert_true(sent_due(&memory, SENT_TELL_MS));
	wirebuf_init(&message, BUS_MESSAGE_MOST);
	sent_write(&memory, &from, SENT_TELL_MS, &message);
	assert_int_equal(message.failed, ERR_OK);
	wirebuf_fini(&message);
	assert_true(sent_tell(&memory, FLEET_SENT_MOST + 1, "w1"));
	assert_false(sent_due(&memory, 2 * SENT_TELL_MS - 1));
	assert_true(sent_due(&memory, 2 * SENT_TELL_MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(who_asks_the_same_is_sent_where_the_other_was),
	        cmocka_unit_test(that_needs_no_free_place),
	        cmocka_unit_test(who_declines_is_not_asked_again),
	        cmocka_unit_test(who_has_left_or_is_not_known_is_not_asked),
	        cmocka_unit_test(a_job_that_shares_no_search_is_not_told_of),
	        cmocka_unit_test(what_is_remembered_lapses_and_is_bounded),
	        cmocka_unit_test(what_makes_no_sense_is_refused),
	        cmocka_unit_test(a_message_has_only_so_many),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
