/* SPDX-License-Identifier: MIT
 * test_countermove.c - what proved a node comes first after the same moves, and nowhere else. */
#include "engine/search/dfpn/countermove.h"
#include "tests/unit/seed.h"

enum { CANDIDATES = 6, FIRST = 50, ATTACK = 7, OTHER_ATTACK = 8, REPLY = 9, OTHER_REPLY = 10 };

/* lead makes a stack whose top frame is an attacker's after these two moves, entered once more at a
 * lower order if `again`, with the candidates FIRST, FIRST + 1, ... */
static void lead(framestack_t *st, move_t attack, move_t reply, bool again)
{
	frame_t *top;

	st->depth = st->moves = 0;
	st->frame[st->depth++] = (frame_t){.move = MOVE_NONE};
	st->frame[st->depth++] = (frame_t){.move = attack, .defends = true};
	st->frame[st->depth++] = (frame_t){.move = reply};
	if (again)
		st->frame[st->depth++] = (frame_t){.move = MOVE_NONE};
	top = framestack_top(st);
	top->count = CANDIDATES;
	for (; st->moves < CANDIDATES; st->moves++)
		st->move[st->moves] = (move_t)(FIRST + st->moves);
}

static void prove(countermoves_t *a, framestack_t *st, move_t attack, move_t reply, move_t best)
{
	lead(st, attack, reply, false);
	framestack_top(st)->best = best;
	countermove_keep(a, st);
}

/* expect: after these moves the candidates begin with `first` and `second`, the others follow in
 * their order. */
static void expect(const countermoves_t *a, framestack_t *st, move_t attack, move_t reply,
                   move_t first, move_t second)
{
	for (unsigned again = 0; again < 2; again++) {
		move_t next = FIRST;

		lead(st, attack, reply, again > 0);
		countermove_front(a, st);
		assert_int_equal(st->move[0], first);
		assert_int_equal(st->move[1], second);
		for (unsigned i = 2; i < CANDIDATES; i++, next++) {
			while (next == first || next == second)
				next++;
			assert_int_equal(st->move[i], next);
		}
	}
}

static void the_last_proof_goes_first(void **state)
{
	countermoves_t *a = countermove_create();
	framestack_t st;

	(void)state;
	assert_non_null(a);
	assert_int_equal(framestack_init(&st, false), ERR_OK);
	expect(a, &st, ATTACK, REPLY, FIRST, FIRST + 1);
	prove(a, &st, ATTACK, REPLY, FIRST + 4);
	expect(a, &st, ATTACK, REPLY, FIRST + 4, FIRST);
	expect(a, &st, OTHER_ATTACK, REPLY, FIRST + 4, FIRST);
	expect(a, &st, ATTACK, OTHER_REPLY, FIRST, FIRST + 1);
	/* The same reply to another attack: that of the pair goes before. */
	prove(a, &st, OTHER_ATTACK, REPLY, FIRST + 5);
	expect(a, &st, ATTACK, REPLY, FIRST + 4, FIRST + 5);
	expect(a, &st, OTHER_ATTACK, REPLY, FIRST + 5, FIRST);
	prove(a, &st, ATTACK, REPLY, FIRST + 2);
	expect(a, &st, OTHER_ATTACK, REPLY, FIRST + 5, FIRST + 2);
	/* What is no candidate changes nothing. */
	prove(a, &st, ATTACK, REPLY, FIRST + CANDIDATES);
	expect(a, &st, ATTACK, REPLY, FIRST, FIRST + 1);
	framestack_fini(&st);
	countermove_free(a);
}

static void the_root_has_no_moves_before_it(void **state)
{
	countermoves_t *a = countermove_create();
	framestack_t st;

	(void)state;
	assert_non_null(a);
	assert_int_equal(framestack_init(&st, false), ERR_OK);
	lead(&st, ATTACK, REPLY, false);
	st.frame[0] = *framestack_top(&st);
	st.frame[0].move = MOVE_NONE;
	st.frame[0].best = FIRST + 3;
	st.depth = 1;
	countermove_keep(a, &st);
	countermove_front(a, &st);
	assert_int_equal(st.move[0], FIRST);
	expect(a, &st, ATTACK, REPLY, FIRST, FIRST + 1);
	framestack_fini(&st);
	countermove_free(a);
}

/* Any moves of any game: what is found is what was kept last, or nothing. */
static void many_moves(void **state)
{
	enum { PAIRS = 20000, MOVES = 0x10000 };

	rng_t rng = seed_take();
	countermoves_t *a = countermove_create();
	framestack_t st;
	unsigned found = 0;

	(void)state;
	assert_non_null(a);
	assert_int_equal(framestack_init(&st, false), ERR_OK);
	for (unsigned i = 0; i < PAIRS; i++) {
		const move_t attack = (move_t)(1 + rng_below(&rng, MOVE_NONE - 1));
		const move_t reply = (move_t)rng_below(&rng, MOVE_NONE);
		const move_t best = (move_t)(FIRST + 1 + rng_below(&rng, CANDIDATES - 1));

		lead(&st, attack, reply, false);
		countermove_front(a, &st);
		found += st.move[0] != FIRST;
		prove(a, &st, attack, reply, best);
		lead(&st, attack, reply, false);
		countermove_front(a, &st);
		assert_int_equal(st.move[0], best);
	}
	assert_true(found < PAIRS / 8); /* a reply in so many has been met by chance */
	framestack_fini(&st);
	countermove_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_last_proof_goes_first),
	        cmocka_unit_test(the_root_has_no_moves_before_it),
	        cmocka_unit_test(many_moves),
	};

	return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
