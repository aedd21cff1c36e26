/* SPDX-License-Identifier: MIT
 * test_fleet.c - what a fleet decides and reads without a network: where a job is searched, who has
 * it until when, and what may be believed of a result. */
#include <stdio.h>

#include "server/fleet/leases.h"
#include "server/fleet/members.h"
#include "server/fleet/messages.h"
#include "server/fleet/outcome.h"
#include "server/fleet/placement.h"
#include "protocol/scan.h"
#include "tests/unit/solver_help.h"

enum { FRAME_MOST = 1 << 16, SILENCE_MS = LEASE_MS, SMALL_MS = 5 };

static placement_t place; /* large */

static void jobs_go_where_the_most_places_are_free(void **state)
{
	int small, large;

	(void)state;
	place = (placement_t){.workers = 0};
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), -1);
	small = placement_heard(&place, "small", 2, 2, 0);
	large = placement_heard(&place, "large", 8, 3, 0);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), large);
	placement_sent(&place, (unsigned)large);
	placement_sent(&place, (unsigned)large);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), small);
	placement_sent(&place, (unsigned)small);
	placement_sent(&place, (unsigned)small);
	placement_sent(&place, (unsigned)large);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), -1); /* nobody has a place */
	placement_back(&place, (unsigned)small);
	assert_int_equal(placement_heard(&place, "small", 2, 1, 10), small);
	assert_int_equal(placement_choose(&place, 10, SILENCE_MS), small);
	assert_int_equal(placement_choose(&place, 11 + SILENCE_MS, SILENCE_MS), -1);
}

static void equals_have_turns(void **state)
{
	int first, second;

	(void)state;
	place = (placement_t){.workers = 0};
	first = placement_heard(&place, "first", 4, 4, 0);
	second = placement_heard(&place, "second", 4, 4, 0);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), first);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), second);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), first);
	placement_shut_out(&place, (unsigned)second);
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), first);
	assert_int_equal(placement_heard(&place, "second", 4, 4, 1), second); /* still is */
	assert_int_equal(placement_choose(&place, 0, SILENCE_MS), first);
}

static void numbers_are_used_again_but_for_those_that_are_needed(void **state)
{
	const uint64_t late = 1000 * 1000;
	char name[PLACEMENT_NAME_BYTES];

	(void)state;
	place = (placement_t){.workers = 0};
	for (unsigned i = 0; i < PLACEMENT_WORKERS; i++) {
		snprintf(name, sizeof(name), "%u", i);
		assert_int_equal(placement_heard(&place, name, 1, 1, 0), i);
	}
	assert_int_equal(placement_heard(&place, "one more", 1, 1, 0), -1);
	placement_sent(&place, 0);
	placement_shut_out(&place, 1);
	assert_int_equal(placement_heard(&place, "one more", 1, 1, late), 2);
	assert_int_equal(placement_find(&place, "2"), -1);
	assert_int_equal(placement_find(&place, "one more"), 2);
}

static void small_jobs_stay_and_what_is_small_is_learned(void **state)
{
	int small, large;

	(void)state;
	place = (placement_t){.workers = 0};
	small = placement_kind(&place, "go", "capture");
	large = placement_kind(&place, "hex", "connect");
	assert_int_equal(placement_kind(&place, "go", "capture"), small);
	assert_false(placement_may_leave(placement_expected_ms(&place, small), 0, SMALL_MS));
	for (unsigned i = 0; i < 100; i++) {
		placement_learn(&place, small, 0.2);
		placement_learn(&place, large, 900);
	}
	assert_false(placement_may_leave(placement_expected_ms(&place, small), 0, SMALL_MS));
	assert_true(placement_may_leave(placement_expected_ms(&place, large), 0, SMALL_MS));
	assert_true(placement_may_leave(0, SMALL_MS, SMALL_MS));
	for (unsigned i = 0; i < 100; i++)
		placement_learn(&place, large, 1);
	assert_false(placement_may_leave(placement_expected_ms(&place, large), 0, SMALL_MS));
}

static void more_kinds_than_there_is_room_for_are_not_known(void **state)
{
	char name[PLACEMENT_NAME_BYTES];

	(void)state;
	place = (placement_t){.workers = 0};
	for (unsigned i = 0; i < PLACEMENT_KINDS; i++) {
		snprintf(name, sizeof(name), "%u", i);
		assert_int_equal(placement_kind(&place, "go", name), i);
	}
	assert_int_equal(placement_kind(&place, "go", "more"), -1);
	placement_learn(&place, -1, 900);
	assert_true(placement_expected_ms(&place, -1) == 0);
}

/* What it has been sent, and has not got when it tells. */
static void what_is_on_its_way_to_a_worker_is_not_free(void **state)
{
	int worker;

	(void)state;
	place = (placement_t){.workers = 0};
	worker = placement_heard(&place, "worker", 3, 3, 0);
	placement_sent(&place, (unsigned)worker);
	placement_sent(&place, (unsigned)worker);
	(void)placement_heard(&place, "worker", 3, 3, 1);
	assert_int_equal(place.worker[worker].free, 1);
	(void)placement_heard(&place, "worker", 3, 0, 2); /* it has others' jobs, too */
	assert_int_equal(place.worker[worker].free, 0);
	(void)placement_heard(&place, "worker", 1, 1, 3);
	assert_int_equal(place.worker[worker].free, 0);
}

static void a_lease_lapses_unless_it_is_renewed(void **state)
{
	leases_t leases;
	lease_t a = {.worker = 0}, b = a;

	(void)state;
	list_init(&a.link);
	list_init(&b.link);
	leases_init(&leases, 0);
	assert_null(leases_lapsed(&leases, 1000));
	leases_grant(&leases, &a, 7, 0);
	leases_grant(&leases, &b, 8, 10);
	assert_ptr_equal(leases_find(&leases, a.node.id, 7), &a);
	assert_null(leases_find(&leases, a.node.id, 8)); /* it is not that worker's */
	assert_null(leases_lapsed(&leases, LEASE_MS - 1));
	leases_renew(&leases, &a, LEASE_MS - 1);
	assert_null(leases_lapsed(&leases, LEASE_MS));
	assert_ptr_equal(leases_lapsed(&leases, LEASE_MS + 10), &b);
	leases_end(&leases, &b);
	assert_null(leases_of(&leases, 8));
	assert_ptr_equal(leases_of(&leases, 7), &a);
	leases_end(&leases, &a);
	leases_fini(&leases);
}

static void a_job_that_is_handed_out_again_has_another_number(void **state)
{
	leases_t leases;
	lease_t a = {.worker = 0};
	uint64_t first;

	(void)state;
	list_init(&a.link);
	leases_init(&leases, 0);
	leases_grant(&leases, &a, 1, 0);
	first = a.node.id;
	leases_end(&leases, &a);
	leases_grant(&leases, &a, 1, 0);
	assert_int_not_equal(first, a.node.id);
	assert_null(leases_find(&leases, first, 1)); /* what comes late is told from the second */
	leases_end(&leases, &a);
	leases_fini(&leases);
}

/* The result of a job, and its position. */
static result_t solved(solver_t *s, const char *rows, const char *target, position_t **root)
{
	const request_t r = ask(rows, target, 2);
	job_t *job;
	result_t result;

	assert_int_equal(solver_submit(s, &r, &job, NULL), ERR_OK);
	solver_wait(job);
	job_result(job, &result);
	*root = position_clone(job_position(job));
	assert_non_null(*root);
	job_release(job);
	return result;
}

/* read writes a result, and reads it for a position. */
static err_t read_back(const result_t *in, const position_t *root, result_t *out, errinfo_t *why)
{
	scan_limits_t limits = scan_request_limits;
	codec_t *codec = codec_create();
	wirebuf_t buf;
	scan_t scan;
	node_t node;
	err_t err;

	assert_non_null(codec);
	wirebuf_init(&buf, FRAME_MOST);
	outcome_write(&buf, in);
	assert_int_equal(buf.failed, ERR_OK);
	limits.messages_only = false;
	scan_begin(&scan, &limits);
	assert_int_equal(scan_feed(&scan, buf.data, buf.length), SCAN_WHOLE);
	assert_int_equal(codec_decode(codec, buf.data, buf.length, "outcome", &node, why), ERR_OK);
	err = outcome_read(&node, root, out, why);
	codec_destroy(codec);
	wirebuf_fini(&buf);
	return err;
}

static void a_result_comes_back_as_it_was(void **state)
{
	solver_t *s = make(1);
	position_t *root;
	result_t in = solved(s, CORNER, "A3", &root), out;
	errinfo_t why;

	(void)state;
	if (read_back(&in, root, &out, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_int_equal(in.value, VALUE_PROVEN);
	assert_true(in.line_length > 0 && in.zone.areas > 0);
	assert_int_equal(out.state, in.state);
	assert_int_equal(out.value, in.value);
	assert_int_equal(out.scope, in.scope);
	assert_int_equal(out.order, in.order);
	assert_int_equal(out.depth, in.depth);
	assert_int_equal(out.best, in.best);
	assert_int_equal(out.nodes, in.nodes);
	assert_int_equal(out.line_length, in.line_length);
	assert_memory_equal(out.line, in.line, in.line_length * sizeof(in.line[0]));
	assert_int_equal(out.zone.areas, in.zone.areas);
	assert_memory_equal(out.zone.area, in.zone.area, in.zone.areas * sizeof(in.zone.area[0]));
	position_free(root);
	solver_destroy(s);
}

static void what_no_search_can_have_told_is_refused(void **state)
{
	solver_t *s = make(1);
	position_t *root;
	const result_t good = solved(s, CORNER, "A3", &root);
	result_t bad, out;
	errinfo_t why;

	(void)state;
#define REFUSED(change)                                                          \
	do {                                                                     \
		bad = good;                                                      \
		change;                                                          \
		assert_int_not_equal(read_back(&bad, root, &out, &why), ERR_OK); \
	} while (0)
	REFUSED(bad.state = JOB_RUNNING);
	REFUSED(bad.value = (value_t)3);
	REFUSED(bad.scope = SCOPE_NONE);
	REFUSED(bad.error = ERR_NOMEM);
	REFUSED(bad.line[0] = 0);   /* a stone is there */
	REFUSED(bad.line[0] = 500); /* no point of the board */
	REFUSED(bad.line[1] = bad.line[0]);
	REFUSED(bad.line[0] = bad.best = MOVE_PASS); /* not the attacker's */
	REFUSED(bad.best = 0);
	REFUSED(bad.best = MOVE_PASS); /* not where the line begins */
	REFUSED(bad.zone.width = 19);
	REFUSED(bits_add(&bad.zone.area[0], 200));
	REFUSED(bad.nodes = UINT64_MAX);
#undef REFUSED
	position_free(root);
	solver_destroy(s);
}

static const member_t sender = {.name = "some-one_1", .id = 4711};

/* parse reads a message that was written. */
static err_t parse(codec_t *codec, const wirebuf_t *buf, message_t *out, errinfo_t *why)
{
	node_t root;

	assert_int_equal(buf->failed, ERR_OK);
	return messages_read(codec, buf->data, buf->length, &root, out, why);
}

static void put_here(wirebuf_t *out, uint64_t rules, uint64_t places, uint64_t free_places)
{
	messages_open(out, MESSAGE_HERE, &sender, 6);
	put_text(out, "role");
	put_text(out, "worker");
	put_text(out, "version");
	put_text(out, "1.2.3");
	put_text(out, "rules");
	put_uint(out, rules);
	put_text(out, "differs");
	put_text(out, "");
	put_text(out, "places");
	put_uint(out, places);
	put_text(out, "free");
	put_uint(out, free_places);
}

static void put_stop(wirebuf_t *out, uint32_t count)
{
	messages_open(out, MESSAGE_STOP, &sender, 1);
	put_text(out, "numbers");
	put_array(out, count);
	for (uint32_t i = 1; i <= count; i++)
		put_uint(out, i);
}

static void messages_come_as_they_were_said(void **state)
{
	codec_t *codec = codec_create();
	message_t message;
	wirebuf_t buf;
	errinfo_t why;

	(void)state;
	wirebuf_init(&buf, FRAME_MOST);
	put_here(&buf, FLEET_RULES, 8, 3);
	if (parse(codec, &buf, &message, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_int_equal(message.kind, MESSAGE_HERE);
	assert_string_equal(message.from.name, sender.name);
	assert_int_equal(message.from.id, sender.id);
	assert_int_equal(message.role, ROLE_WORKER);
	assert_int_equal(message.places, 8);
	assert_int_equal(message.free, 3);
	assert_true(members_fits(&message));
	wirebuf_fini(&buf);
	wirebuf_init(&buf, FRAME_MOST);
	put_stop(&buf, FLEET_NUMBERS);
	assert_int_equal(parse(codec, &buf, &message, &why), ERR_OK);
	assert_int_equal(message.numbers, FLEET_NUMBERS);
	assert_int_equal(message.numbered[FLEET_NUMBERS - 1], FLEET_NUMBERS);
	wirebuf_fini(&buf);
	codec_destroy(codec);
}

static void messages_that_make_no_sense_are_refused(void **state)
{
	codec_t *codec = codec_create();
	message_t message;
	wirebuf_t buf;
	errinfo_t why;

	(void)state;
	wirebuf_init(&buf, FRAME_MOST);
	put_here(&buf, FLEET_RULES, 3, 8); /* more free than there are */
	assert_int_equal(parse(codec, &buf, &message, &why), ERR_RANGE);
	assert_string_equal(why.path, "free");
	for (size_t cut = 0; cut < buf.length; cut++) {
		node_t root;

		assert_int_not_equal(messages_read(codec, buf.data, cut, &root, &message, &why),
		                     ERR_OK);
	}
	wirebuf_fini(&buf);
	wirebuf_init(&buf, FRAME_MOST);
	put_stop(&buf, FLEET_NUMBERS + 1);
	assert_int_not_equal(parse(codec, &buf, &message, &why), ERR_OK);
	wirebuf_fini(&buf);
	for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) { /* with nothing that it needs */
		wirebuf_init(&buf, FRAME_MOST);
		messages_open(&buf, (message_kind_t)kind, &sender, 0);
		assert_int_equal(parse(codec, &buf, &message, &why), ERR_MISSING);
		wirebuf_fini(&buf);
	}
	codec_destroy(codec);
}

static void a_name_is_good_for_a_subject(void **state)
{
	static const char *const bad[] = {"", "a.b", "a b", "*", ">", "a\n", "\xc3\xa4"};
	char longest[FLEET_NAME_BYTES + 1];

	(void)state;
	assert_true(messages_name_good("host-1_B"));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(messages_name_good(bad[i]));
	memset(longest, 'a', FLEET_NAME_BYTES);
	longest[FLEET_NAME_BYTES] = '\0';
	assert_false(messages_name_good(longest));
	longest[FLEET_NAME_BYTES - 1] = '\0';
	assert_true(messages_name_good(longest));
}

static void members_come_go_and_are_told_from_their_namesakes(void **state)
{
	message_t message = {.kind = MESSAGE_HERE, .from = sender, .rules = FLEET_RULES};
	members_t members = {.count = 0};

	(void)state;
	assert_int_equal(members_note(&members, &message, 0), MEMBER_NEW);
	assert_int_equal(members_note(&members, &message, 1000), MEMBER_KNOWN);
	message.from.id++;
	assert_int_equal(members_note(&members, &message, 1001), MEMBER_TWICE);
	message.from.id++;
	assert_int_equal(members_note(&members, &message, 9000), MEMBER_NEW); /* begun anew */
	assert_int_equal(members.count, 1);
	for (unsigned i = 0; i < MEMBERS_MOST; i++) {
		snprintf(message.from.name, sizeof(message.from.name), "m%u", i);
		assert_int_equal(members_note(&members, &message, 9000), MEMBER_NEW);
	}
	assert_int_equal(members.count, MEMBERS_MOST); /* the last one is not kept */
	strcpy(message.from.name, "late");
	assert_int_equal(members_note(&members, &message, 9001 + MEMBERS_FORGET_MS), MEMBER_NEW);
	assert_int_equal(members.count, 1);
	members_fini(&members);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(jobs_go_where_the_most_places_are_free),
	        cmocka_unit_test(equals_have_turns),
	        cmocka_unit_test(numbers_are_used_again_but_for_those_that_are_needed),
	        cmocka_unit_test(small_jobs_stay_and_what_is_small_is_learned),
	        cmocka_unit_test(more_kinds_than_there_is_room_for_are_not_known),
	        cmocka_unit_test(what_is_on_its_way_to_a_worker_is_not_free),
	        cmocka_unit_test(a_lease_lapses_unless_it_is_renewed),
	        cmocka_unit_test(a_job_that_is_handed_out_again_has_another_number),
	        cmocka_unit_test(a_result_comes_back_as_it_was),
	        cmocka_unit_test(what_no_search_can_have_told_is_refused),
	        cmocka_unit_test(messages_come_as_they_were_said),
	        cmocka_unit_test(messages_that_make_no_sense_are_refused),
	        cmocka_unit_test(a_name_is_good_for_a_subject),
	        cmocka_unit_test(members_come_go_and_are_told_from_their_namesakes),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
