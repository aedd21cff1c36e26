/* SPDX-License-Identifier: MIT
 * test_fairness.c - clients have turns at the workers: how many tasks go before one, counted. */
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

#include "engine/base/clock.h"
#include "engine/solve/pool.h"

enum { TASKS = 300 };

static queue_t queue;
static task_t tasks[TASKS];

static void begin(void)
{
	memset(&queue, 0, sizeof(queue));
	memset(tasks, 0, sizeof(tasks));
}

/* serve runs the next task for so long and returns its number. */
static int serve(uint64_t client_of[TASKS], uint64_t ns)
{
	task_t *t = queue_take(&queue);

	if (t == NULL)
		return -1;
	queue_charge(&queue, client_of[t - tasks], ns);
	return (int)(t - tasks);
}

static void test_one_client_is_first_come_first_served(void **state)
{
	uint64_t of[TASKS] = {0};

	(void)state;
	begin();
	for (int i = 0; i < 6; i++)
		queue_put(&queue, &tasks[i], 0, i % 2 == 0 ? QUEUE_OLD : QUEUE_YOUNG);
	queue_put(&queue, &tasks[6], 0, QUEUE_FIRST);
	queue_remove(&queue, &tasks[3]);
	assert_true(queue_others_young(&queue, NULL));
	assert_false(queue_others_young(&queue, tasks[0].lane)); /* his own do not count */
	for (const int *at = (const int[]){6, 1, 5, 0, 2, 4, -1}, *end = at + 7; at < end; at++)
		assert_int_equal(serve(of, NS_PER_MS), *at);
	assert_int_equal(queue.count, 0);
}

/* A client with one task waits for one turn of the others at most, however many there are. */
static void test_a_newcomer_is_next(void **state)
{
	uint64_t of[TASKS];

	(void)state;
	begin();
	for (unsigned i = 0; i < TASKS - 1; i++)
		queue_put(&queue, &tasks[i], of[i] = 1 + i % 9, QUEUE_YOUNG);
	of[TASKS - 1] = 77;
	for (unsigned round = 0; round < 9; round++) /* they came at once, and are equals */
		(void)serve(of, 2 * NS_PER_MS + round);
	for (unsigned round = 0; round < 50; round++) {
		(void)serve(of, 2 * NS_PER_MS + 10 * round);
		assert_true(queue_others_young(&queue, NULL));
		queue_put(&queue, &tasks[TASKS - 1], 77, QUEUE_YOUNG);
		assert_int_equal(serve(of, NS_PER_MS / 10), TASKS - 1);
	}
}

/* Who wants more than his part gets his part, in time and not in turns. */
static void test_all_get_the_same_time(void **state)
{
	static const uint64_t ns[3] = {NS_PER_MS, 3 * NS_PER_MS, 7 * NS_PER_MS};
	uint64_t had[3] = {0};

	(void)state;
	begin();
	for (unsigned i = 0; i < 3; i++)
		queue_put(&queue, &tasks[i], i, QUEUE_OLD);
	for (unsigned round = 0; round < 3000; round++) {
		task_t *t = queue_take(&queue);
		const unsigned i = (unsigned)(t - tasks);

		had[i] += ns[i];
		queue_charge(&queue, i, ns[i]);
		queue_put(&queue, t, i, QUEUE_OLD);
	}
	for (unsigned i = 0; i < 3; i++)
		assert_true(had[i] > had[0] - 10 * NS_PER_MS && had[i] < had[0] + 10 * NS_PER_MS);
}

/* A client that weighs more is charged less, and gets so much more. */
static void test_weights_are_shares(void **state)
{
	static const unsigned weight[3] = {1, 8, 64};
	uint64_t had[3] = {0};

	(void)state;
	begin();
	for (unsigned i = 0; i < 3; i++)
		queue_put(&queue, &tasks[i], i, QUEUE_OLD);
	for (unsigned round = 0; round < 73 * 100; round++) {
		task_t *t = queue_take(&queue);
		const unsigned i = (unsigned)(t - tasks);

		had[i] += 10 * NS_PER_MS;
		queue_charge(&queue, i, 10 * NS_PER_MS / weight[i]);
		queue_put(&queue, t, i, QUEUE_OLD);
	}
	for (unsigned i = 0; i < 3; i++)
		assert_in_range(had[i] / NS_PER_MS, 950 * weight[i], 1050 * weight[i]);
}

/* Of one client those of a higher priority go first, in the order in which they came. */
static void test_priorities_of_a_client(void **state)
{
	static const unsigned priority[6] = {4, 9, 4, 0, 9, 4}, order[6] = {1, 4, 0, 2, 5, 3};

	(void)state;
	begin();
	for (unsigned i = 0; i < 6; i++) {
		tasks[i].priority = priority[i];
		queue_put(&queue, &tasks[i], 1, QUEUE_YOUNG);
	}
	assert_ptr_equal(queue_next(&queue), &tasks[1]);
	for (unsigned i = 0; i < 6; i++)
		assert_ptr_equal(queue_take(&queue), &tasks[order[i]]);
	assert_null(queue_next(&queue));
}

/* What ends goes before everybody's work, whoever's it is, in the order in which it came. */
static void test_bug_what_ended_waited_for_its_turn(void **state)
{
	(void)state;
	begin();
	queue_charge(&queue, 1, 3600 * (uint64_t)NS_PER_S);
	queue_put(&queue, &tasks[0], 2, QUEUE_YOUNG);
	queue_put(&queue, &tasks[1], 1, QUEUE_ENDING);
	tasks[2].priority = 9;
	queue_put(&queue, &tasks[2], 2, QUEUE_ENDING);
	queue_put(&queue, &tasks[3], 1, QUEUE_ENDING);
	queue_remove(&queue, &tasks[2]);
	queue_put(&queue, &tasks[2], 2, QUEUE_ENDING);
	assert_ptr_equal(queue_next(&queue), &tasks[1]);
	assert_ptr_equal(queue_take(&queue), &tasks[1]);
	assert_ptr_equal(queue_take(&queue), &tasks[3]);
	assert_ptr_equal(queue_take(&queue), &tasks[2]);
	assert_ptr_equal(queue_take(&queue), &tasks[0]);
	assert_null(queue_take(&queue));
}

/* What nobody else wanted is not held against who took it. */
static void test_idle_time_is_free(void **state)
{
	uint64_t of[TASKS] = {1, 2};
	unsigned rounds = 0;

	(void)state;
	begin();
	queue_charge(&queue, 1, 3600 * (uint64_t)NS_PER_S);
	queue_put(&queue, &tasks[0], 1, QUEUE_OLD);
	do {
		queue_put(&queue, &tasks[1], 2, QUEUE_YOUNG);
		rounds++;
	} while (serve(of, NS_PER_MS) == 1);
	assert_in_range(rounds, 2, 22);
}

static bool is_not_first(const task_t *t, void *context)
{
	(void)context;
	return t != &tasks[0];
}

/* While the one whose turn it is was passed over, the others were charged until all of them stood
 * at the bound, and then the same one was taken each time. */
static void test_bug_who_stood_at_the_bound_had_no_turns(void **state)
{
	uint64_t of[TASKS] = {1, 2, 3, 4};
	unsigned had[4] = {0};

	(void)state;
	begin();
	for (unsigned i = 0; i < 4; i++)
		queue_put(&queue, &tasks[i], of[i], QUEUE_OLD);
	for (unsigned round = 0; round < 3 * 20; round++) {
		task_t *t = queue_take_that(&queue, is_not_first, NULL);
		const unsigned i = (unsigned)(t - tasks);

		had[i]++;
		queue_charge(&queue, of[i], QUEUE_DEBT_NS);
		queue_put(&queue, t, of[i], QUEUE_OLD);
	}
	assert_int_equal(had[0], 0);
	for (unsigned i = 1; i < 4; i++)
		assert_int_equal(had[i], 20);
}

/* The largest weight that waits is that of the first task of some client, whatever comes and goes.
 */
static void test_the_heaviest_who_waits(void **state)
{
	enum { CLIENTS = 40, STEPS = 20000 };
	uint64_t of[TASKS];
	rng_t rng = seed_take();

	(void)state;
	begin();
	for (unsigned i = 0; i < TASKS; i++)
		of[i] = 1 + i % CLIENTS;
	for (unsigned step = 0; step < STEPS; step++) {
		const unsigned i = rng_below(&rng, TASKS);
		unsigned heaviest = 0;

		if (tasks[i].among != NULL) {
			queue_remove(&queue, &tasks[i]);
		} else {
			tasks[i].weight = 1u << rng_below(&rng, 10);
			queue_put(&queue, &tasks[i], of[i],
			          rng_below(&rng, 2) == 0 ? QUEUE_OLD : QUEUE_YOUNG);
		}
		for (unsigned k = 0; k < queue.count; k++) {
			const lane_t *lane = queue.heap[k];
			const task_t *first =
			        lane->young.head != NULL ? lane->young.head : lane->old.head;

			if (first->weight > heaviest)
				heaviest = first->weight;
		}
		assert_int_equal(queue_heaviest(&queue), heaviest);
	}
	while (queue_take(&queue) != NULL)
		;
	assert_int_equal(queue_heaviest(&queue), 0);
	assert_int_equal(queue.weights, 0);
}

/* More clients than lanes: all tasks come out, and each once. */
static void test_more_clients_than_lanes(void **state)
{
	enum { MANY = 5000 };
	static task_t many[MANY];
	unsigned out = 0;

	(void)state;
	begin();
	memset(many, 0, sizeof(many));
	for (unsigned i = 0; i < MANY; i++)
		queue_put(&queue, &many[i], i + 1, QUEUE_YOUNG);
	for (unsigned i = 0; i < MANY; i += 5)
		queue_remove(&queue, &many[i]);
	for (task_t *t; (t = queue_take(&queue)) != NULL; out++) {
		assert_int_not_equal((t - many) % 5, 0);
		queue_charge(&queue, (uint64_t)(t - many) + 1, NS_PER_US);
	}
	assert_int_equal(out, MANY - MANY / 5);
	assert_int_equal(atomic_load(&queue.young), 0);
}

static solver_t *make_by_turns(void)
{
	const solver_config_t config = {.table_bytes = TABLE_BYTES, .by_turns = true};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

/* What it took until a job had ended: turns of one poll each, the processor's time, and the time in
 * which this thread had no processor. */
typedef struct {
	unsigned turns;
	uint64_t cpu_ns, away_ns;
} taken_t;

static taken_t run_until_final(solver_t *s, const job_t *job)
{
	const uint64_t from_ns = clock_now_ns(), from_cpu_ns = clock_cpu_ns();
	taken_t taken = {.turns = 0};
	uint64_t passed_ns;

	for (; !job_is_final(job); taken.turns++)
		assert_true(solver_turn(s, 1));
	taken.cpu_ns = clock_cpu_ns() - from_cpu_ns;
	passed_ns = clock_now_ns() - from_ns;
	taken.away_ns = passed_ns > taken.cpu_ns ? passed_ns - taken.cpu_ns : 0;
	return taken;
}

/* One client's questions, all young, stood before everybody's next one: half a second of processor
 * time. A small job whose thread was without a processor is charged for that time, up to
 * QUEUE_DEBT_NS, and then turns of the other client go before the next one, for that long.
 * Otherwise only a few go before it. */
static void test_bug_questions_of_one_client_starve_others(void **state)
{
	enum { ASKED = 120, SMALL_JOBS = 10, AWAY_NS = NS_PER_MS / 2 };
	solver_t *s = make_by_turns();
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = ask(CORNER, "A3", 2);
	job_t *job[ASKED], *other;
	taken_t alone, last;

	(void)state;
	hard.client = 1;
	hard.fresh = small.fresh = true;
	small.client = 2;
	assert_int_equal(solver_submit(s, &small, &other, NULL), ERR_OK);
	last = alone = run_until_final(s, other);
	job_release(other);
	for (unsigned i = 0; i < ASKED; i++)
		assert_int_equal(solver_submit(s, &hard, &job[i], NULL), ERR_OK);
	for (unsigned i = 0; i < SMALL_JOBS; i++) {
		const bool is_charged = last.away_ns > AWAY_NS;

		assert_true(solver_turn(s, 1));
		assert_int_equal(solver_submit(s, &small, &other, NULL), ERR_OK);
		last = run_until_final(s, other);
		assert_in_range(last.cpu_ns, 0, 2 * QUEUE_DEBT_NS);
		if (!is_charged)
			assert_in_range(last.turns, 1, 4 * alone.turns + 4);
		job_release(other);
	}
	for (unsigned i = 0; i < ASKED; i++) {
		solver_cancel(job[i]);
		solver_wait(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

/* Who follows another client's job is not kept behind that one's other jobs. */
static void test_a_follower_takes_its_leader_along(void **state)
{
	enum { ASKED = 60 };
	solver_t *s = make_by_turns();
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = ask(CORNER, "A3", 2);
	job_t *job[ASKED], *leader, *follower;

	(void)state;
	hard.client = small.client = 1;
	hard.fresh = true;
	for (unsigned i = 0; i < ASKED; i++)
		assert_int_equal(solver_submit(s, &hard, &job[i], NULL), ERR_OK);
	assert_int_equal(solver_submit(s, &small, &leader, NULL), ERR_OK);
	for (unsigned i = 0; i < 5; i++)
		assert_true(solver_turn(s, 1));
	small.client = 2;
	assert_int_equal(solver_submit(s, &small, &follower, NULL), ERR_OK);
	assert_in_range(run_until_final(s, follower).turns, 1, 20);
	assert_true(job_is_final(leader));
	job_release(leader);
	job_release(follower);
	for (unsigned i = 0; i < ASKED; i++) {
		solver_cancel(job[i]);
		job_release(job[i]);
	}
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_one_client_is_first_come_first_served),
	        cmocka_unit_test(test_a_newcomer_is_next),
	        cmocka_unit_test(test_all_get_the_same_time),
	        cmocka_unit_test(test_weights_are_shares),
	        cmocka_unit_test(test_priorities_of_a_client),
	        cmocka_unit_test(test_bug_what_ended_waited_for_its_turn),
	        cmocka_unit_test(test_idle_time_is_free),
	        cmocka_unit_test(test_bug_who_stood_at_the_bound_had_no_turns),
	        cmocka_unit_test(test_the_heaviest_who_waits),
	        cmocka_unit_test(test_more_clients_than_lanes),
	        cmocka_unit_test(test_bug_questions_of_one_client_starve_others),
	        cmocka_unit_test(test_a_follower_takes_its_leader_along),
	};

	return run_group(tests, sizeof(tests) / sizeof(*tests));
}
