/* SPDX-License-Identifier: MIT
 * test_check_limits.c - the work of a check is bounded, whatever the file says; and small where it
 * can be. Everything here is counted in positions. */
#include "engine/base/mem.h"
#include "tests/unit/check_help.h"

enum {
	SIDE = 19,
	UNIT_HEIGHT = 3,
	POCKET = 3, /* points on a row: a black stone, a white one, and its liberty */
	STONES = 16,
	CHAIN = 2 * STONES - 1, /* nodes: an attack for each stone, defences between */
	ENOUGH = 1 << 20,       /* bytes of memory */
};

/* Dead stones: of units of black walls with some pockets each, and in each pocket a white stone
 * with one liberty, where white's move is suicide. */
typedef struct {
	char rows[SIDE * (SIDE + 1)];
	int point[STONES]; /* the stones */
	unsigned count;
} dead_t;

static void put_unit(dead_t *d, int x, int y, int pockets)
{
	for (int row = 0; row < UNIT_HEIGHT; row++)
		memset(&d->rows[(y + row) * (SIDE + 1) + x], 'X', (size_t)pockets * POCKET + 1);
	for (int i = 0; i < pockets; i++) {
		char *at = &d->rows[(y + 1) * (SIDE + 1) + x + i * POCKET + 1];

		at[0] = 'O';
		at[1] = '.';
		d->point[d->count++] = (y + 1) * SIDE + x + i * POCKET + 1;
	}
}

static void fill(dead_t *d, int pockets)
{
	const int width = pockets * POCKET + 1;

	*d = (dead_t){.count = 0};
	for (int i = 0; i < SIDE * (SIDE + 1); i++)
		d->rows[i] = i % (SIDE + 1) == SIDE ? '/' : '.';
	d->rows[sizeof(d->rows) - 1] = '\0';
	for (int y = 0; y + UNIT_HEIGHT <= SIDE; y += UNIT_HEIGHT + 1)
		for (int x = 0; x + width <= SIDE && d->count < STONES; x += width + 1)
			put_unit(d, x, y, pockets);
	assert_int_equal(d->count, STONES);
}

/* chain: black takes one after the other, whatever white does. */
static void chain(file_t *f, int pockets)
{
	certificate_header_t h = go("", "");
	uint32_t node = CERTIFICATE_NONE;
	dead_t d;

	fill(&d, pockets);
	strcpy(h.goal, "capture-all");
	strcpy(h.rows, d.rows);
	for (unsigned i = 0; i < STONES; i++)
		(void)snprintf(&h.target[strlen(h.target)], 16, "%s%c%d", i > 0 ? " " : "",
		               "ABCDEFGHJKLMNOPQRST"[d.point[i] % SIDE], SIDE - d.point[i] / SIDE);
	begin(f, &h);
	for (unsigned i = STONES; i-- > 0;)
		node = attack(f, d.point[i] + 1,
		              node == CERTIFICATE_NONE ? node
		                                       : defence(f, node, 0, CERTIFICATE_NONE));
}

/* Walls with two eyes cannot be taken. The second liberty of one whose first stone was taken was an
 * outer point, which white could fill in any order: 31 nodes were not replayed in ten minutes. */
static void bug_31_nodes_took_more_than_ten_minutes(void **state)
{
	const check_options_t options = {.memory = ENOUGH};
	check_result_t result;
	file_t f;

	(void)state;
	chain(&f, 2);
	assert_int_equal(end(&f, &options, &result), ERR_OK);
	assert_true(result.proven);
	assert_int_equal(result.nodes, CHAIN);
	assert_in_range(result.positions, CHAIN, 4 * CHAIN);
}

/* Where there is no such liberty it ends by the limit, which the size of the file sets. */
static void bug_a_check_had_no_limit(void **state)
{
	const check_options_t zones = {.memory = ENOUGH, .most = 3000};
	const check_options_t all = {.exhaustive = true, .memory = ENOUGH, .most = 3000};
	check_result_t result;
	file_t f;

	(void)state;
	for (int pockets = 1; pockets <= 2; pockets++) {
		chain(&f, pockets);
		assert_int_equal(end(&f, pockets == 1 ? &zones : &all, &result), ERR_LIMIT);
		assert_false(result.proven);
		assert_int_equal(result.positions, 3000);
		assert_int_equal(result.nodes, CHAIN);
		assert_non_null(strstr(result.claim, "captures all of"));
	}
}

/* Turns of a check: how often it asked, and what it told. */
typedef struct {
	unsigned asked, stop_at;
	uint64_t positions, most;
	uint32_t nodes;
} turns_t;

static bool go_on(void *context, const check_result_t *so_far)
{
	turns_t *t = context;

	t->positions = so_far->positions;
	t->most = so_far->most;
	t->nodes = so_far->nodes;
	return ++t->asked < t->stop_at;
}

static void it_asks_whether_to_go_on(void **state)
{
	turns_t turns = {.stop_at = 4};
	const check_options_t options = {
	        .exhaustive = true, .memory = ENOUGH, .go_on = go_on, .context = &turns};
	check_result_t result;
	file_t f;

	(void)state;
	chain(&f, 2);
	assert_int_equal(end(&f, &options, &result), ERR_CANCELLED);
	assert_int_equal(turns.asked, 4);
	assert_int_equal(turns.positions, 3 * CHECK_TURN);
	assert_int_equal(turns.nodes, CHAIN);
	assert_int_equal(turns.most, CHECK_MOST_LEAST + CHECK_MOST_EACH * CHAIN);
}

/* walk writes a denial of order 2 that holds everywhere by passes alone: a stop
 * after so many moves of the attacker's, up to three, in any order. */
static void walk(file_t *f, unsigned moves)
{
	certificate_header_t h = go("", "K10");
	uint32_t node;

	for (unsigned y = 0; y < SIDE; y++)
		strcat(h.rows, y == SIDE / 2 ? "/.........O........."
		               : y == 0      ? "..................."
		                             : "/...................");
	h.order = 2;
	strcpy(h.kind, "lambda-denial");
	begin(f, &h);
	node = defence(f, CERTIFICATE_NONE, 0, CERTIFICATE_NONE);
	for (unsigned i = 0; i < moves; i++)
		node = defence(f, attack(f, CERTIFICATE_PASS, node), 0, CERTIFICATE_NONE);
}

static void bug_a_denial_had_no_limit(void **state)
{
	turns_t turns = {.stop_at = 2};
	const check_options_t few = {.most = 500, .memory = ENOUGH};
	const check_options_t asks = {.memory = ENOUGH, .go_on = go_on, .context = &turns};
	const check_options_t small = {.memory = SMALL};
	check_result_t result;
	file_t f;

	(void)state;
	walk(&f, 3);
	assert_int_equal(end(&f, &few, &result), ERR_LIMIT);
	assert_int_equal(result.positions, 500);
	walk(&f, 3);
	assert_int_equal(end(&f, &asks, &result), ERR_CANCELLED);
	assert_int_equal(turns.positions, CHECK_TURN);
	assert_int_equal(turns.most, CHECK_MOST_LEAST + CHECK_MOST_EACH * 7);
	walk(&f, 3);
	assert_int_equal(end(&f, &small, &result), ERR_LIMIT);
}

/* A stop is judged by the rules alone, which may take longer than a move: 361 of them were one
 * position, so that 720 bytes took hours, and no time ended it. */
static void bug_stops_were_not_counted(void **state)
{
	turns_t turns = {.stop_at = 2};
	const check_options_t all = {.memory = ENOUGH};
	const check_options_t few = {.most = 100, .memory = ENOUGH};
	const check_options_t asks = {.memory = ENOUGH, .go_on = go_on, .context = &turns};
	check_result_t result;
	file_t f;

	(void)state;
	walk(&f, 1);
	assert_int_equal(end(&f, &all, &result), ERR_OK);
	assert_true(result.proven);
	assert_int_equal(result.positions, 1 + SIDE * SIDE - 1);
	walk(&f, 1);
	assert_int_equal(end(&f, &few, &result), ERR_LIMIT);
	assert_int_equal(result.positions, 100);
	walk(&f, 1);
	assert_int_equal(end(&f, &asks, &result), ERR_CANCELLED);
	assert_int_equal(turns.positions, CHECK_TURN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_31_nodes_took_more_than_ten_minutes),
	        cmocka_unit_test(bug_a_check_had_no_limit),
	        cmocka_unit_test(it_asks_whether_to_go_on),
	        cmocka_unit_test(bug_a_denial_had_no_limit),
	        cmocka_unit_test(bug_stops_were_not_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
