/* SPDX-License-Identifier: MIT
 * test_go_goals.c - every goal of Go is known by name wherever goals are known by name, or is on
 * the list of goals that are refused there: docs/development.md, "How to add a goal".
 *
 * The lists below are read by this test alone. A goal that a place knows may not stand on its list.
 */
#include "engine/base/mem.h"
#include "engine/game/go/go.h"
#include "engine/game/go/goal.h"
#include "engine/store/canonical.h"
#include "tests/unit/check_help.h"

enum { FILE_MOST = 1 << 20, QUOTED_MOST = 64 };

/* What has to name each goal: `file` as `form`, which holds one %s; `refused`: the goals that it
 * leaves out, parted by blanks. */
static const struct {
	const char *file, *form, *refused;
} places[] = {
        {"protocol/SPEC.md", "\"%s\"", ""},
        {"docs/proofs.md", "| \"%s\" |", ""},
        {"docs/store.md", "`%s`", ""},
        {"docs/development.md", "`%s`", ""},
        {"deploy/man/tesuji.1", ".B %s\n", ""},
        {"engine/proof/check/go.c", "{\"%s\", \"", ""},
        /* a GTP command names one block, or two */
        {"clients/gtp/analyze.c", ".name = \"%s\"", "live-any capture-any capture-all"},
        {"tests/unit/test_store_question.c", ".goal = \"%s\"", "capture"}, /* the default there */
        {"tests/proofs/random_claim.c", "\"%s\"", ""},
        {"tests/matrix/problems.c", "\"%s\"", ""},
};

/* holds: is `word` among `words`, parted by blanks? */
static bool holds(const char *words, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
		const size_t this = strcspn(at, " ");

		if (this == length && memcmp(at, word, length) == 0)
			return true;
		at += this;
	}
	return false;
}

static void names_are_in_order(void **state)
{
	const char *at = go_game.goals;

	(void)state;
	for (unsigned i = 0; i < go_goal_count(); i++) {
		const char *name = go_goal_at(i)->name;

		assert_int_equal(strcspn(at, " "), strlen(name));
		assert_memory_equal(at, name, strlen(name));
		at += strlen(name);
		at += *at == ' ';
	}
	assert_int_equal(*at, '\0');
}

/* Questions of two goals about the same stones must have different keys. */
static void keys_differ(void **state)
{
	(void)state;
	for (unsigned i = 0; i < go_goal_count(); i++)
		for (unsigned j = 0; j < i; j++) {
			const go_goal_t *a = go_goal_at(i), *b = go_goal_at(j);

			if (a->stones == b->stones && a->is_own == b->is_own &&
			    a->versus == b->versus)
				assert_int_not_equal(a->word, b->word);
		}
}

/* told is what the checker says of a certificate of that goal: ERR_GAME if it does not know it. */
static err_t told(const char *goal)
{
	const check_options_t options = {.memory = SMALL};
	certificate_header_t h = go("O.../.X../....", "A3");
	check_result_t result;
	file_t f;

	assert_true(strlen(goal) < sizeof(h.goal));
	strcpy(h.goal, goal);
	begin(&f, &h);
	(void)leaf(&f, 1);
	return end(&f, &options, &result);
}

static void checker_has_a_row(void **state)
{
	(void)state;
	assert_int_equal(told("love"), ERR_GAME);
	for (unsigned i = 0; i < go_goal_count(); i++)
		assert_int_not_equal(told(go_goal_at(i)->name), ERR_GAME);
}

/* is_stored: does the store take the question? */
static bool is_stored(const problem_t *problem)
{
	const canonical_wish_t wish = {.verdict = SCENE_NO_VERDICT};
	position_t *pos;
	errinfo_t why;
	canonical_t *scene;
	bool stored;

	if (game_create(problem, &pos, &why) != ERR_OK)
		return false;
	scene = mem_alloc(sizeof(*scene));
	assert_non_null(scene);
	stored = canonical_make(problem, pos, wish, scene);
	mem_free(scene, sizeof(*scene));
	position_free(pos);
	return stored;
}

/* with_a_stone asks an example that names no stone with one on any point of its board. */
static bool with_a_stone(problem_t problem)
{
	bool stored = false;
	char point[MOVE_TEXT_MAX];

	problem.target = point;
	for (unsigned x = 0; x < BOARD_MAX && !stored; x++)
		for (unsigned y = 1; y <= BOARD_MAX && !stored; y++) {
			snprintf(point, sizeof(point), "%c%u", "ABCDEFGHJKLMNOPQRST"[x], y);
			stored = is_stored(&problem);
		}
	return stored;
}

static void examples_are_stored(void **state)
{
	(void)state;
	for (unsigned i = 0; i < go_goal_count(); i++) {
		const problem_t *p = go_game.examples;

		while (p->game != NULL && strcmp(p->goal, go_goal_at(i)->name) != 0)
			p++;
		if (p->game == NULL)
			fail_msg("go.c has no example of %s", go_goal_at(i)->name);
		if (p->target != NULL ? !is_stored(p) : !with_a_stone(*p))
			fail_msg("the store takes no question of %s", go_goal_at(i)->name);
	}
}

static void files_name_each(void **state)
{
	static char text[FILE_MOST];

	(void)state;
	for (unsigned f = 0; f < sizeof(places) / sizeof(places[0]); f++) {
		const char *const percent = strchr(places[f].form, '%');
		FILE *file = fopen(places[f].file, "r");
		size_t length;

		if (file == NULL || percent == NULL)
			fail_msg("%s", places[f].file);
		length = fread(text, 1, sizeof(text) - 1, file);
		assert_in_range(length, 1, sizeof(text) - 2);
		text[length] = '\0';
		fclose(file);
		for (unsigned i = 0; i < go_goal_count(); i++) {
			const char *name = go_goal_at(i)->name;
			char quoted[QUOTED_MOST];
			bool named;

			snprintf(quoted, sizeof(quoted), "%.*s%s%s",
			         (int)(percent - places[f].form), places[f].form, name,
			         &percent[2]);
			named = strstr(text, quoted) != NULL;
			if (named == holds(places[f].refused, name))
				fail_msg("%s %s the goal %s", places[f].file,
				         named ? "is said to refuse" : "does not know", name);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(names_are_in_order), cmocka_unit_test(keys_differ),
	        cmocka_unit_test(checker_has_a_row),  cmocka_unit_test(examples_are_stored),
	        cmocka_unit_test(files_name_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
