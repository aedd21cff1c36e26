/* SPDX-License-Identifier: MIT
 * test_facts.c - what daemons that share their stores read and keep in mind without a network:
 * parcels of facts, who has told which, what waits to be told, work beside the loop. */
#include "engine/store/store_copy.h"
#include "server/fact_check.h"
#include "server/fleet/chores.h"
#include "server/fleet/fact_outbox.h"
#include "server/fleet/fact_peers.h"
#include "tests/unit/store_facts.h"

enum { FACTS = 40, ROUNDS = 20000, NODES = 100000 };

static void make_record(uint64_t seed, fact_record_bytes_t *out)
{
	const fact_t fact = make_fact(seed);
	rng_t rng = {seed};
	canonical_t form;

	while (!make_form(&rng, &form))
		;
	assert_true(fact_record_make(&form, &fact, out));
}

static void a_parcel_comes_as_it_went(void **state)
{
	static uint8_t bytes[FACTS * (PARCEL_FACT_HEAD + PACKED_MAX)];
	fact_record_bytes_t record, back;
	size_t count = 0, at = 0;

	(void)state;
	for (unsigned i = 0; i < FACTS; i++) {
		make_record(i + 1, &record);
		assert_int_equal(fact_parcel_put(&record, bytes + count, record.bytes), 0);
		count += fact_parcel_put(&record, bytes + count, sizeof(bytes) - count);
	}
	for (unsigned i = 0; i < FACTS; i++) {
		make_record(i + 1, &record);
		assert_true(fact_parcel_take(bytes, count, &at, &back));
		assert_int_equal(back.hash, record.hash);
		assert_int_equal(back.bytes, record.bytes);
		assert_memory_equal(back.byte, record.byte, record.bytes);
	}
	assert_int_equal(at, count);
	assert_false(fact_parcel_take(bytes, count, &at, &back));
	assert_int_equal(at, count);
}

/* Cut anywhere, or with any byte changed: it is no fact, or it is one of another hash. */
static void a_damaged_parcel_is_none(void **state)
{
	uint8_t bytes[PARCEL_FACT_HEAD + PACKED_MAX];
	fact_record_bytes_t record, back;
	size_t count, at;
	rng_t rng = {1};

	(void)state;
	make_record(1, &record);
	count = fact_parcel_put(&record, bytes, sizeof(bytes));
	for (size_t length = 0; length < count; length++) {
		at = 0;
		assert_false(fact_parcel_take(bytes, length, &at, &back));
		assert_int_equal(at, 0);
	}
	for (unsigned i = 0; i < ROUNDS; i++) {
		const unsigned place = rng_below(&rng, (unsigned)count);
		const uint8_t was = bytes[place];

		bytes[place] ^= (uint8_t)(1 + rng_below(&rng, UINT8_MAX));
		at = 0;
		if (fact_parcel_take(bytes, count, &at, &back))
			assert_true(place < PARCEL_HASH);
		bytes[place] = was;
	}
}

/* Whatever a stranger writes into a record that he seals: a question is made of it, or not. */
static void a_record_that_is_sealed_anew_harms_nothing(void **state)
{
	static fact_check_t check;
	fact_record_bytes_t record, drawn;
	unsigned made = 0;
	rng_t rng = {2};
	fact_record_t r;
	errinfo_t why;

	(void)state;
	make_record(1, &record);
	for (unsigned i = 0; i < ROUNDS / 10; i++) {
		drawn = record;
		for (unsigned n = rng_below(&rng, 3); n > 0; n--)
			drawn.byte[rng_below(&rng, (unsigned)drawn.bytes)] =
			        (uint8_t)rng_next(&rng);
		fact_record_seal(drawn.byte, drawn.bytes);
		if (!fact_record_is_sound(drawn.byte, drawn.bytes) ||
		    !fact_record_open(drawn.byte, drawn.bytes, &r))
			continue;
		made += fact_check_make(&check, &r, drawn.hash, NULL, 1, &why) == ERR_OK;
	}
	assert_in_range(made, 1, ROUNDS / 10);
}

/* find_fact has a ladder solved, and takes the fact. */
static void find_fact(solver_t *solver, store_t *store, fact_record_bytes_t *out)
{
	const request_t request = {
	        .problem = {.game = "go",
	                    .rows = "......./......./..XX.../.XO..../......./......./.......",
	                    .target = "C4"},
	        .limits = {.order = 1, .nodes = NODES, .workers = 1}};
	job_t *job;

	assert_int_equal(solver_submit(solver, &request, &job, NULL), ERR_OK);
	solver_wait(job);
	job_release(job);
	commit(store);
	assert_true(store_draw(store, 0, out));
}

/* narrow has a fact say that no empty points matter but those by which it is looked
 * for: with a stone there it would be looked for elsewhere. */
static void narrow(fact_record_bytes_t *fact)
{
	static fact_check_t check;
	fact_record_t r;
	errinfo_t why;

	assert_true(fact_record_open(fact->byte, fact->bytes, &r));
	for (unsigned i = 0; i < r.width * r.height; i++) {
		uint8_t *cell = &fact->byte[PACKED_HEAD + r.question_length + i];

		if (*cell != CELL_EMPTY)
			continue;
		*cell = 'd';
		*cell = fact_check_make(&check, &r, fact->hash, NULL, NODES, &why) == ERR_OK
		                ? CELL_ANY
		                : CELL_EMPTY;
	}
	fact_record_seal(fact->byte, fact->bytes);
}

/* count_false searches often for a fact, and counts how often the opposite is found. */
static unsigned count_false(solver_t *solver, const fact_record_bytes_t *fact)
{
	static fact_check_t check;
	unsigned count = 0;
	rng_t rng = {3};
	fact_record_t r;
	result_t found;
	job_t *job;

	assert_true(fact_record_open(fact->byte, fact->bytes, &r));
	for (unsigned i = 0; i < FACTS; i++) {
		assert_int_equal(fact_check_make(&check, &r, fact->hash, &rng, NODES, NULL),
		                 ERR_OK);
		assert_int_equal(solver_submit(solver, &check.request, &job, NULL), ERR_OK);
		solver_wait(job);
		job_result(job, &found);
		job_release(job);
		count += fact_check_compare(&check, &found) == FACT_FALSE;
	}
	return count;
}

static void a_zone_that_leaves_out_too_much_is_found(void **state)
{
	char folder[FOLDER_BYTES];
	fact_record_bytes_t fact;
	solver_t *solver;
	store_t *store;

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	solver = make_storing(store);
	find_fact(solver, store, &fact);
	assert_int_equal(count_false(solver, &fact), 0);
	narrow(&fact);
	assert_true(fact_record_is_sound(fact.byte, fact.bytes));
	assert_in_range(count_false(solver, &fact), 1, FACTS);
	solver_destroy(solver);
	store_close(store);
	folder_drop(folder);
}

static void names_and_hashes_come_as_they_went(void **state)
{
	const fact_name_t name = {UINT64_C(0x0123456789abcdef), 0xfedcba98};
	uint8_t bytes[PARCEL_NAME];

	(void)state;
	fact_parcel_put_name(name, bytes);
	assert_int_equal(bytes[0], 0xef);
	assert_int_equal(fact_parcel_name(bytes).hash, name.hash);
	assert_int_equal(fact_parcel_name(bytes).sum, name.sum);
	fact_parcel_put_hash(name.hash, bytes);
	assert_int_equal(fact_parcel_hash(bytes), name.hash);
}

static fact_peers_t peers; /* large */

static void a_peer_may_tell_so_much_a_second(void **state)
{
	fact_peer_t *peer;

	(void)state;
	peers = (fact_peers_t){.count = 0};
	peer = fact_peers_note(&peers, "a", 1000);
	assert_ptr_equal(fact_peers_note(&peers, "a", 1000), peer);
	assert_true(fact_peers_may(peer, FACT_PEERS_BURST_BYTES, 1000));
	assert_false(fact_peers_may(peer, 1000, 1000));
	assert_true(fact_peers_may(peer, FACT_PEERS_BYTES_S / 2, 1500));
	assert_false(fact_peers_may(peer, 1000, 1500));
	assert_true(fact_peers_may(peer, FACT_PEERS_BURST_BYTES, 1000000));
	assert_false(fact_peers_may(peer, 1000, 1000000));
}

static void what_a_peer_has_told_is_known_for_a_while(void **state)
{
	fact_peer_t *a, *b;
	unsigned at = 0, count = 0;
	fact_name_t name;

	(void)state;
	peers = (fact_peers_t){.count = 0};
	a = fact_peers_note(&peers, "a", 0);
	b = fact_peers_note(&peers, "b", 0);
	for (unsigned i = 0; i < FACT_PEERS_TAKEN; i++)
		fact_peers_took(&peers, i % 2 == 0 ? a : b, (fact_name_t){i, i});
	for (unsigned i = 0; i < FACT_PEERS_TAKEN / 2; i++)
		fact_peers_took(&peers, b, (fact_name_t){i, i});
	while (fact_peers_untake(&peers, a, &at, &name)) {
		assert_int_equal(name.hash % 2, 0);
		assert_in_range(name.hash, FACT_PEERS_TAKEN / 2, FACT_PEERS_TAKEN);
		count++;
	}
	assert_int_equal(count, FACT_PEERS_TAKEN / 4);
	at = 0;
	assert_false(fact_peers_untake(&peers, a, &at, &name));
	at = 0;
	assert_true(fact_peers_untake(&peers, b, &at, &name));
}

static void who_is_shut_out_stays_so(void **state)
{
	char text[FLEET_NAME_BYTES];
	fact_peer_t *peer;
	uint32_t number;

	(void)state;
	peers = (fact_peers_t){.count = 0};
	peer = fact_peers_note(&peers, "liar", 0);
	peer->is_shut_out = true;
	number = fact_peers_note(&peers, "first", 1)->number;
	for (unsigned i = 0; i < 2 * FACT_PEERS_MOST; i++) {
		(void)snprintf(text, sizeof(text), "%u", i);
		assert_non_null(fact_peers_note(&peers, text, 2 + i));
	}
	assert_true(fact_peers_note(&peers, "liar", 9999)->is_shut_out);
	assert_null(fact_peers_find(&peers, "first"));
	assert_true(fact_peers_note(&peers, "first", 9999)->number > number);
	for (unsigned i = 0; i < peers.count; i++)
		peers.peer[i].is_shut_out = true;
	assert_null(fact_peers_note(&peers, "one more", 9999));
}

typedef struct {
	uv_loop_t loop;
	pace_t pace;
	bridge_t *bridge;
	unsigned due;
} scene_t;

static void due_cb(void *context)
{
	scene_t *scene = context;

	scene->due++;
}

static void scene_open(scene_t *scene)
{
	*scene = (scene_t){.due = 0};
	assert_int_equal(uv_loop_init(&scene->loop), 0);
	pace_init(&scene->pace, &scene->loop);
	assert_int_equal(bridge_create(&scene->loop, &scene->pace, &scene->bridge), ERR_OK);
}

static void scene_close(scene_t *scene)
{
	bridge_close(scene->bridge);
	pace_close(&scene->pace);
	(void)uv_run(&scene->loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&scene->loop), 0);
}

static void what_waits_to_be_told_is_bounded(void **state)
{
	static uint8_t bytes[64 << 10];
	fact_record_bytes_t record;
	unsigned added = 0, told = 0, facts;
	fact_outbox_t outbox;
	scene_t scene;

	(void)state;
	scene_open(&scene);
	assert_true(fact_outbox_init(&outbox, due_cb, &scene));
	fact_outbox_begin(&outbox, scene.bridge);
	make_record(1, &record);
	assert_int_equal(fact_outbox_take(&outbox, bytes, sizeof(bytes), &facts), 0);
	for (; fact_outbox_lost(&outbox) < 10; added++)
		fact_outbox_add(&outbox, &record);
	bridge_drain(scene.bridge);
	assert_int_equal(scene.due, 1);
	while (fact_outbox_waits(&outbox)) {
		const size_t count = fact_outbox_take(&outbox, bytes, sizeof(bytes), &facts);

		assert_in_range(facts, 1, PARCEL_FACTS);
		assert_int_equal(count, facts * (PARCEL_FACT_HEAD + record.bytes));
		told += facts;
	}
	assert_int_equal(told + 10, added);
	fact_outbox_add(&outbox, &record);
	bridge_drain(scene.bridge);
	assert_int_equal(scene.due, 2);
	fact_outbox_fini(&outbox);
	scene_close(&scene);
}

typedef struct {
	chore_t chore;
	bool is_run, was_run, has_ended;
} duty_t;

static void duty_run(chore_t *chore)
{
	LIST_ENTRY(chore, duty_t, chore)->is_run = true;
}

static void duty_end(chore_t *chore, bool is_run)
{
	duty_t *duty = LIST_ENTRY(chore, duty_t, chore);

	assert_int_equal(duty->is_run, is_run);
	duty->was_run = is_run;
	duty->has_ended = true;
}

static void idle_cb(void *context)
{
	++*(unsigned *)context;
}

static void chores_are_done_or_dropped(void **state)
{
	static duty_t duties[CHORES_MOST + 1];
	unsigned idle = 0, run = 0;
	chores_t chores;
	uv_loop_t loop;
	duty_t more = {.chore = {.run = duty_run, .end = duty_end}};

	(void)state;
	assert_int_equal(uv_loop_init(&loop), 0);
	chores_init(&chores, &loop, idle_cb, &idle);
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i <= CHORES_MOST; i++) {
			duties[i] = (duty_t){.chore = {.run = duty_run, .end = duty_end}};
			assert_true(chores_add(&chores, &duties[i].chore));
		}
		assert_false(chores_add(&chores, &more.chore));
		assert_true(chores_busy(&chores));
		if (round == 1)
			chores_drop(&chores);
		(void)uv_run(&loop, UV_RUN_DEFAULT);
		assert_false(chores_busy(&chores));
		assert_int_equal(idle, round + 1);
		run = 0;
		for (unsigned i = 0; i <= CHORES_MOST; i++) {
			assert_true(duties[i].has_ended);
			run += duties[i].was_run;
		}
		assert_int_equal(run, round == 0 ? CHORES_MOST + 1 : 1);
	}
	assert_false(more.has_ended);
	assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_parcel_comes_as_it_went),
	        cmocka_unit_test(a_damaged_parcel_is_none),
	        cmocka_unit_test(a_record_that_is_sealed_anew_harms_nothing),
	        cmocka_unit_test(a_zone_that_leaves_out_too_much_is_found),
	        cmocka_unit_test(names_and_hashes_come_as_they_went),
	        cmocka_unit_test(a_peer_may_tell_so_much_a_second),
	        cmocka_unit_test(what_a_peer_has_told_is_known_for_a_while),
	        cmocka_unit_test(who_is_shut_out_stays_so),
	        cmocka_unit_test(what_waits_to_be_told_is_bounded),
	        cmocka_unit_test(chores_are_done_or_dropped),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
