/* SPDX-License-Identifier: MIT
 * test_registry.c - finding games; copies of positions, which must be whole and
 * independent.
 */
#include "engine/base/mem.h"
#include "engine/game/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static position_t *sample(void)
{
	const problem_t problem = {.game = "go",
	                           .goal = "capture",
	                           .rows = "...../.XO../.XO../...../.....",
	                           .target = "C3"};
	position_t *pos = NULL;

	assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
	return pos;
}

static void check_rows(const position_t *pos, const char *expected)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	assert_string_equal(rows, expected);
}

static void play(position_t *pos, const char *text)
{
	const move_t move = pos->game->move_parse(pos, text);

	assert_true(pos->game->legal(pos, move));
	pos->game->play(pos, move);
}

static void test_list(void **state)
{
	const game_t *const *list = game_list();

	(void)state;
	assert_non_null(list[0]);
	for (; *list != NULL; list++) {
		assert_ptr_equal(game_find((*list)->name), *list);
		assert_true(strlen((*list)->goals) > 0 && strlen((*list)->help) > 0);
	}
	assert_null(game_find("shogi"));
	assert_null(game_find("Go"));
	assert_null(game_find(""));
	assert_null(game_find(NULL));
}

static void test_unknown_game(void **state)
{
	problem_t problem = {.game = "shogi"};
	position_t *pos;
	errinfo_t why;

	(void)state;
	assert_int_equal(game_create(&problem, &pos, &why), ERR_GAME);
	assert_string_equal(why.text, "game: there is no game \"shogi\"");
	assert_null(pos);
	problem.game = NULL;
	assert_int_equal(game_create(&problem, &pos, &why), ERR_MISSING);
	assert_null(pos);
}

static void test_clone(void **state)
{
	position_t *pos = sample();
	position_t *copy;
	const size_t live = mem_live();

	(void)state;
	play(pos, "D4");
	play(pos, "D3");
	copy = position_clone(pos);
	assert_non_null(copy);
	assert_int_equal(copy->bytes, pos->bytes);
	assert_memory_equal(copy, pos, pos->used);
	play(pos, "C2");
	check_rows(copy, "...../.XOX./.XOO./...../.....");
	copy->game->undo(copy); /* moves from before the copy come back as well */
	copy->game->undo(copy);
	check_rows(copy, "...../.XO../.XO../...../.....");
	check_rows(pos, "...../.XOX./.XOO./..X../.....");
	position_free(copy);
	assert_int_equal(mem_live(), live);
	position_free(pos);
}

static void test_copy(void **state)
{
	position_t *pos = sample();
	position_t *other = sample();

	(void)state;
	play(pos, "D4");
	play(other, "A1");
	play(other, "B1");
	play(other, "C1");
	position_copy(other, pos); /* over one with more played */
	assert_memory_equal(other, pos, pos->used);
	play(pos, "D3");
	position_copy(other, pos); /* over one with less */
	assert_memory_equal(other, pos, pos->used);
	position_copy(pos, pos);
	other->game->undo(other);
	other->game->undo(other);
	check_rows(other, "...../.XO../.XO../...../.....");
	position_free(pos);
	position_free(other);
	position_free(NULL);
}

static void test_no_memory(void **state)
{
	position_t *pos = sample();

	(void)state;
	mem_fail_after(0);
	assert_null(position_clone(pos));
	mem_fail_after(-1);
	position_free(pos);
	assert_int_equal(mem_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_list),      cmocka_unit_test(test_unknown_game),
	        cmocka_unit_test(test_clone),     cmocka_unit_test(test_copy),
	        cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
