/* SPDX-License-Identifier: MIT
 * conformance.c - the checks; see conformance.h. */
#include "tests/unit/conformance.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	WALKS = 24,        /* random games from each example */
	WALK_PLIES = 24,   /* at most, each */
	JUDGED = 16,       /* positions judged from each example, besides itself */
	BUDGET = 60000,    /* nodes of the judge for one verdict */
	DEPTH = 7,         /* plies of a verdict, at most */
	ORDERS = 3,        /* orders 0..2 */
	REACH = 4,         /* attacker moves in a row to test the distance */
	VERDICTS_MIN = 20, /* verdicts within the budget, or the test tested nothing */
};

static const game_t *tested;

static position_t *make_position(const problem_t *problem)
{
	errinfo_t why = {.code = ERR_OK};
	position_t *pos = NULL;

	if (game_create(problem, &pos, &why) != ERR_OK)
		fail_msg("example refused: %s", why.text);
	assert_non_null(pos);
	return pos;
}

/* moves_of writes every legal move, and the passes: the defender's always, as
 * lambda asks for it; the attacker's where the rules have it. */
static unsigned moves_of(const position_t *pos, move_t *out)
{
	unsigned n = pos->game->legal_moves(pos, out);

	if (pos->turn == SIDE_DEFENDER || game_may_pass(pos))
		out[n++] = MOVE_PASS;
	return n;
}

static bool is_over(const position_t *pos)
{
	if (pos->game->lost(pos))
		return true;
	return pos->turn == SIDE_ATTACKER && pos->game->finish(pos) != MOVE_NONE;
}

static bool among(move_t m, const move_t *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

/* walk plays up to `plies` random moves, stopping before the end of the game. */
static unsigned walk(position_t *pos, unsigned plies, rng_t *rng)
{
	unsigned played = 0;

	for (; played < plies && !is_over(pos); played++) {
		move_t list[MOVES_MAX];
		unsigned n = moves_of(pos, list);

		if (n == 0)
			break;
		pos->game->play(pos, list[rng_below(rng, n)]);
	}
	return played;
}

/* each_position calls `check` on every example and on random descendants. */
static void each_position(unsigned walks, void (*check)(position_t *, const problem_t *))
{
	rng_t rng = seed_take();
	unsigned examples = 0;

	assert_non_null(tested->examples);
	for (const problem_t *e = tested->examples; e->game != NULL; e++, examples++) {
		assert_string_equal(e->game, tested->name);
		for (unsigned i = 0; i <= walks; i++) {
			position_t *pos = make_position(e);

			walk(pos, i == 0 ? 0 : (unsigned)rng_below(&rng, WALK_PLIES), &rng);
			check(pos, e);
			position_free(pos);
		}
	}
	assert_true(examples >= 2);
}

static void check_undo(position_t *pos, const problem_t *from)
{
	move_t list[MOVES_MAX];
	unsigned n = moves_of(pos, list);
	bool over = is_over(pos);
	uint32_t used = pos->used;
	unsigned char *before = mem_alloc(used);

	(void)from;
	assert_non_null(before);
	memcpy(before, pos, used);
	assert_true(pos->used <= pos->bytes);
	for (unsigned i = 0; i < n; i++) {
		pos->game->play(pos, list[i]);
		assert_true(pos->used <= pos->bytes);
		if (!over) { /* else the move may have reached the goal: only undo may follow */
			hashkey_t key = pos->game->key(pos);

			if (tested->key_from_scratch != NULL) {
				hashkey_t slow = tested->key_from_scratch(pos);

				assert_memory_equal(&key, &slow, sizeof(key));
			}
		}
		pos->game->undo(pos);
		assert_int_equal(pos->used, used);
		assert_memory_equal(before, pos, used);
	}
	mem_free(before, used);
}

static void test_undo_restores_every_byte(void **state)
{
	(void)state;
	each_position(WALKS, check_undo);
}

/* as_it_stands makes the position anew as its rows tell it: a ko or a stock of threats is not in
 * them. NULL: it is over, or the defender's turn, or the goal can no longer be asked: one of its
 * several stones is gone ("goal.target: "), or a stone of the attacker's stands on the point that
 * decides whose they are ("goal.attacker: "). */
static position_t *as_it_stands(const position_t *pos, problem_t *problem, char rows[ROWS_TEXT_MAX])
{
	errinfo_t why;
	position_t *made;
	strbuf_t out;

	if (pos->turn != SIDE_ATTACKER || is_over(pos))
		return NULL;
	strbuf_init(&out, rows, ROWS_TEXT_MAX);
	tested->rows_text(pos, &out);
	assert_false(out.overflow);
	problem->rows = rows;
	problem->ko = NULL;
	problem->attacker = tested->attacker(pos);
	if (game_create(problem, &made, &why) != ERR_OK)
		assert_int_equal(strncmp(why.text, "goal.", strlen("goal.")), 0);
	return made;
}

/* A packed position says the same in the memory that it uses, and its copies can be played on. */
static void test_packed_positions_are_the_same(void **state)
{
	(void)state;
	for (const problem_t *e = tested->examples; e->game != NULL; e++) {
		position_t *whole = make_position(e), *packed = position_pack(make_position(e)),
		           *copy;
		const hashkey_t key = tested->key(whole), same = tested->key(packed);
		move_t list[MOVES_MAX], again[MOVES_MAX];
		const unsigned n = moves_of(whole, list);

		assert_memory_equal(&key, &same, sizeof(key));
		assert_int_equal(packed->bytes, whole->used);
		assert_int_equal(moves_of(packed, again), n);
		assert_memory_equal(list, again, n * sizeof(list[0]));
		copy = position_clone(packed);
		assert_non_null(copy);
		assert_true(copy->bytes >= whole->bytes);
		if (n > 0)
			tested->play(copy, list[n - 1]);
		position_copy(copy, packed);
		assert_true(copy->bytes >= whole->bytes);
		check_undo(copy, e);
		position_free(copy);
		position_free(packed);
		position_free(whole);
	}
}

static void check_texts(position_t *pos, const problem_t *from)
{
	move_t list[MOVES_MAX];
	unsigned n = moves_of(pos, list);
	char text[ROWS_TEXT_MAX], again[ROWS_TEXT_MAX];
	problem_t problem = *from;
	strbuf_t out;
	position_t *copy;

	for (unsigned i = 0; i < n; i++) {
		strbuf_init(&out, text, MOVE_TEXT_MAX);
		tested->move_text(pos, list[i], &out);
		assert_false(out.overflow);
		if (tested->move_parse(pos, text) != list[i])
			fail_msg("\"%s\" is not read as the move it is", text);
	}
	assert_int_equal(tested->move_parse(pos, "Z99"), MOVE_NONE);
	assert_int_equal(tested->move_parse(pos, ""), MOVE_NONE);
	if ((copy = as_it_stands(pos, &problem, text)) == NULL)
		return;
	strbuf_init(&out, again, sizeof(again));
	tested->rows_text(copy, &out);
	assert_string_equal(text, again);
	position_free(copy);
}

static void test_texts_go_there_and_back(void **state)
{
	(void)state;
	each_position(WALKS, check_texts);
}

static void check_candidates(position_t *pos, const problem_t *from)
{
	move_t legal[MOVES_MAX], list[MOVES_MAX];
	unsigned n = moves_of(pos, legal), count;

	(void)from;
	for (unsigned i = 0; i < n; i++)
		if (legal[i] != MOVE_PASS)
			assert_true(tested->legal(pos, legal[i]));
	if (tested->lost(pos))
		return;
	for (unsigned order = 1; order <= ORDERS; order++) {
		if (pos->turn == SIDE_DEFENDER)
			count = game_replies(pos, NULL, list);
		else
			count = game_attacks(pos, order < ORDERS ? order : ORDER_ANY, NULL, list);
		for (unsigned i = 0; i < count; i++) {
			assert_true(among(list[i], legal, n));
			assert_false(among(list[i], list, i));
		}
	}
	if (pos->turn != SIDE_DEFENDER)
		return;
	for (unsigned i = 0; i < n; i++) {
		if (legal[i] == MOVE_PASS || among(legal[i], list, count))
			continue;
		tested->play(pos, legal[i]);
		assert_int_not_equal(tested->finish(pos), MOVE_NONE);
		tested->undo(pos);
	}
}

static void test_candidates_are_legal_and_replies_complete(void **state)
{
	(void)state;
	each_position(WALKS, check_candidates);
}

/* reaches: can the attacker reach the goal in `moves` moves of his own in a row? */
static bool reaches(position_t *pos, unsigned moves)
{
	move_t list[MOVES_MAX];
	unsigned n;
	bool found = false;

	if (pos->turn == SIDE_DEFENDER) {
		tested->play(pos, MOVE_PASS);
		found = reaches(pos, moves);
		tested->undo(pos);
		return found;
	}
	if (tested->lost(pos))
		return false;
	if (tested->finish(pos) != MOVE_NONE)
		return true;
	if (moves == 1)
		return false;
	n = tested->legal_moves(pos, list);
	for (unsigned i = 0; i < n && !found; i++) {
		tested->play(pos, list[i]);
		found = reaches(pos, moves - 1);
		tested->undo(pos);
	}
	return found;
}

static void check_distance(position_t *pos, const problem_t *from)
{
	unsigned distance = game_distance(pos);

	(void)from;
	if (tested->lost(pos))
		return;
	assert_true(distance >= 1 && distance <= DISTANCE_NEVER);
	for (unsigned moves = 1; moves < distance && moves <= REACH; moves++)
		if (reaches(pos, moves))
			fail_msg("distance %u, but %u moves will do", distance, moves);
}

static void check_after(position_t *pos, const problem_t *from)
{
	move_t list[MOVES_MAX];
	const hints_t *hints = game_hints(pos);
	const unsigned n = is_over(pos) ? 0 : moves_of(pos, list);

	(void)from;
	for (unsigned i = 0; i < n && hints->distance_after != NULL; i++) {
		const unsigned after = hints->distance_after(pos, list[i]);
		const hashkey_t key = hints->likely_key(pos, list[i]);

		tested->play(pos, list[i]);
		if (after != 0) {
			const hashkey_t now = tested->key(pos);
			assert_int_equal(after, game_distance(pos));
			assert_memory_equal(&key, &now, sizeof(key));
			if (hints->looks_lost == NULL || hints->looks_lost(pos))
				assert_false(tested->lost(pos));
		}
		tested->undo(pos);
	}
}

static void test_distance_never_exceeds_the_truth(void **state)
{
	(void)state;
	each_position(JUDGED, check_distance);
	each_position(WALKS, check_after);
}

static solver_t *solver_now;
static unsigned verdicts;

/* A ko or a stock of threats is not in rows, so the engine is asked about what
 * they say, and so is the judge. */
static void check_verdict(position_t *pos, const problem_t *from)
{
	char rows[ROWS_TEXT_MAX];
	request_t request = {.problem = *from};
	position_t *judged = as_it_stands(pos, &request.problem, rows);

	if (judged == NULL)
		return;
	for (int order = 0; order <= ORDERS; order++) { /* ORDERS: without lambda */
		bool plain = order == ORDERS;

		for (unsigned depth = 1; depth <= DEPTH; depth += 2) {
			long budget = BUDGET;
			int won = plain ? naive_plain(judged, depth, &budget)
			                : naive_lambda(judged, (unsigned)order, depth, &budget);
			result_t got;

			if (won < 0)
				break;
			request.limits = (limits_t){.order = plain ? 0 : order,
			                            .depth = depth,
			                            .table_bytes = 1 << 18,
			                            .schedule = SCHEDULE_DEPTH,
			                            .driver = plain ? DRIVER_PLAIN : DRIVER_LAMBDA};
			got = solve(solver_now, &request);
			verdicts++;
			if ((got.value == VALUE_PROVEN) != (won == 1))
				fail_msg("%s, %s order %d, depth %u: %s instead of %d", rows,
				         plain ? "plain" : "lambda", order, depth,
				         value_name(got.value), won);
		}
	}
	position_free(judged);
}

static void test_verdicts_are_those_of_the_definitions(void **state)
{
	(void)state;
	solver_now = make(1);
	verdicts = 0;
	each_position(JUDGED, check_verdict);
	solver_destroy(solver_now);
	print_message("%u verdicts\n", verdicts);
	assert_true(verdicts >= VERDICTS_MIN);
}

static unsigned images;

/* check_mirror compares the position with its images: same kind of moves, same key
 * again after two mirrors that undo each other is not asked; the verdict is. */
static void check_mirror(position_t *pos, const problem_t *from)
{
	move_t list[MOVES_MAX];
	unsigned n = tested->legal_moves(pos, list);

	(void)from;
	if (tested->mirrors == NULL || is_over(pos))
		return;
	for (unsigned s = 0; s < tested->mirrors->count; s++) {
		position_t *image = NULL;
		move_t there[MOVES_MAX];

		assert_int_equal(tested->mirrors->make(pos, s, &image), ERR_OK);
		if (image == NULL) {
			assert_true(s != 0);
			continue;
		}
		assert_int_equal(image->turn, pos->turn);
		assert_int_equal(game_distance(image), game_distance(pos));
		assert_int_equal(tested->legal_moves(image, there), n);
		for (unsigned i = 0; i < n; i++)
			assert_true(among(tested->mirrors->move(pos, s, list[i]), there, n));
		if (s == 0) {
			hashkey_t a = tested->key(pos), b = tested->key(image);

			assert_memory_equal(&a, &b, sizeof(a));
		}
		if (pos->turn == SIDE_ATTACKER) {
			for (unsigned order = 1; order <= ORDERS; order++) {
				long one = BUDGET, other = BUDGET;
				int a = naive_lambda(pos, order, 5, &one);
				int b = naive_lambda(image, order, 5, &other);

				if (a >= 0 && b >= 0) {
					assert_int_equal(a, b);
					images++;
				}
			}
		}
		position_free(image);
	}
}

static void test_symmetries_keep_verdicts(void **state)
{
	(void)state;
	images = 0;
	each_position(JUDGED, check_mirror);
	print_message("%u verdicts of images\n", images);
	assert_true(tested->mirrors == NULL || images >= VERDICTS_MIN);
}

static void test_bad_problems_are_refused(void **state)
{
	problem_t problem = tested->examples[0];
	errinfo_t why;
	position_t *pos = NULL;

	(void)state;
	problem.rows = "...?";
	assert_int_not_equal(game_create(&problem, &pos, &why), ERR_OK);
	assert_null(pos);
	problem = tested->examples[0];
	problem.goal = "glory";
	assert_int_equal(game_create(&problem, &pos, &why), ERR_GAME);
	problem = tested->examples[0];
	problem.options = "nonsense=1";
	assert_int_equal(game_create(&problem, &pos, &why), ERR_VALUE);
	assert_non_null(strstr(why.text, "nonsense"));
	for (long i = 0;; i++) { /* every allocation fails once */
		err_t err;

		mem_fail_after(i);
		err = game_create(&tested->examples[0], &pos, &why);
		if (err == ERR_OK)
			break;
		assert_int_equal(err, ERR_NOMEM);
		assert_null(pos);
	}
	mem_fail_after(-1);
	position_free(pos);
}

enum { CHANGED_MAX = 256, REGIONS = 64 };

static unsigned changes;

/* change asks the example with one option set to `value`. A value that the game refuses there is
 * none of its values. */
static void change(const problem_t *example, const game_option_t *option, const char *value)
{
	const char *rest = example->options != NULL ? example->options : "";
	const size_t length = strlen(option->name);
	char text[CHANGED_MAX];
	strbuf_t out;
	problem_t problem = *example;
	position_t *as_is = make_position(example), *changed;
	errinfo_t why;

	strbuf_init(&out, text, sizeof(text));
	strbuf_printf(&out, "%s=%s", option->name, value);
	for (size_t n; *rest != '\0'; rest += n + strspn(rest + n, " ")) {
		n = strcspn(rest, " ");
		if (strncmp(rest, option->name, length) != 0 || rest[length] != '=')
			strbuf_printf(&out, " %.*s", (int)n, rest);
	}
	assert_false(out.overflow);
	problem.options = text;
	if (game_create(&problem, &changed, &why) == ERR_OK) {
		const hashkey_t a = tested->key(as_is), b = tested->key(changed);
		const bool is_same_key = memcmp(&a, &b, sizeof(a)) == 0;

		/* The value may be the example's own, or only set up what its rows tell. Then the
		 * two positions are one to the last byte. */
		if (is_same_key &&
		    (as_is->used != changed->used || memcmp(as_is, changed, as_is->used) != 0))
			fail_msg("%s '%s' options '%s' and '%s' have one key", example->game,
			         example->rows != NULL ? example->rows : "",
			         example->options != NULL ? example->options : "", text);
		changes += !is_same_key;
		position_free(changed);
	}
	position_free(as_is);
}

/* change_points asks with each point as the value, and with each pair of a point and A1: a text's
 * values are a matter of its game, and "A1", "A1-B2" and "A1,B2" the ones that there are. */
static void change_points(const problem_t *example, const game_option_t *option)
{
	for (unsigned i = 0; i < REGIONS; i++) {
		char value[3 * MOVE_TEXT_MAX];

		(void)snprintf(value, sizeof(value), "%c%u", "ABCDEFGH"[i % 8], 1 + i / 8);
		change(example, option, value);
		(void)snprintf(value, sizeof(value), "A1-%c%u", "ABCDEFGH"[i % 8], 1 + i / 8);
		change(example, option, value);
	}
}

static void change_all(const problem_t *example, const game_option_t *option)
{
	char value[CHANGED_MAX / 2];

	switch (option->kind) {
	case OPTION_WORD:
		for (const char *at = option->words; *at != '\0'; at += strspn(at, "|")) {
			const size_t n = strcspn(at, "|");

			(void)snprintf(value, sizeof(value), "%.*s", (int)n, at);
			change(example, option, value);
			at += n;
		}
		break;
	case OPTION_TEXT:
		change_points(example, option);
		break;
	case OPTION_NUMBER:
	case OPTION_SIZE:
		for (int n = option->least; n <= option->most; n++) {
			(void)snprintf(value, sizeof(value), "%d", n);
			change(example, option, value);
		}
		break;
	}
}

/* A value of an option that is in the position but not in its key would give one question the
 * answers of another. An option that only sets up the board (sets_up) is in neither. */
static void test_options_are_in_the_key(void **state)
{
	unsigned options = 0;

	(void)state;
	changes = 0;
	for (const game_option_t *o = tested->options; o != NULL && o->name != NULL; o++, options++)
		for (const problem_t *e = tested->examples; e->game != NULL; e++)
			change_all(e, o);
	print_message("%u options, %u other keys\n", options, changes);
	assert_true(options == 0 || changes > 0);
}

int conformance_run(const game_t *game)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_undo_restores_every_byte),
	        cmocka_unit_test(test_packed_positions_are_the_same),
	        cmocka_unit_test(test_texts_go_there_and_back),
	        cmocka_unit_test(test_candidates_are_legal_and_replies_complete),
	        cmocka_unit_test(test_distance_never_exceeds_the_truth),
	        cmocka_unit_test(test_verdicts_are_those_of_the_definitions),
	        cmocka_unit_test(test_symmetries_keep_verdicts),
	        cmocka_unit_test(test_options_are_in_the_key),
	        cmocka_unit_test(test_bad_problems_are_refused),
	};

	tested = game;
	print_message("%s\n", game->name);
	return _cmocka_run_group_tests(game->name, tests, sizeof(tests) / sizeof(tests[0]), NULL,
	                               NULL);
}
