/* SPDX-License-Identifier: MIT
 * test_go_goals.c - every goal of Go is known by name wherever goals are known by name, or is on
 * the list of goals that are refused there: docs/development.md, "How to add a goal".
 *
 * The table below has each place with its list, which is read by this test alone. A goal that a
 * place knows may not stand on its list. All complaints are printed before the test fails. */
#include "engine/base/mem.h"
#include "engine/game/go/go.h"
#include "engine/game/go/goal.h"
#include "engine/store/canonical.h"
#include "tests/unit/check_help.h"

enum { FILE_MOST = 1 << 20, QUOTED_MOST = 64 };

typedef struct place place_t;

/* A place where goals are known by name. */
struct place {
	const char *name; /* of a file, or words for a failure */
	bool (*knows)(const place_t *place, const go_goal_t *goal);
	const char *form;    /* names_goal: how the file writes a goal; it holds one %s */
	const char *refused; /* the goals that the place leaves out, parted by blanks */
};

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
	unsigned complaints = 0;

	(void)state;
	for (unsigned i = 0; i < go_goal_count(); i++)
		for (unsigned j = 0; j < i; j++) {
			const go_goal_t *a = go_goal_at(i), *b = go_goal_at(j);

			if (a->stones != b->stones || a->is_own != b->is_own ||
			    a->versus != b->versus || a->word != b->word)
				continue;
			print_error("%s and %s name the same stones and share the word %u\n",
			            b->name, a->name, a->word);
			complaints++;
		}
	assert_int_equal(complaints, 0);
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

static bool is_checked(const place_t *place, const go_goal_t *goal)
{
	(void)place;
	return told(goal->name) != ERR_GAME;
}

static void checker_refuses_by_name(void **state)
{
	(void)state;
	assert_int_equal(told("love"), ERR_GAME);
}

/* is_stored: does the store take the question? */
static bool is_stored(const problem_t *problem)
{
	const canonical_wish_t wish = {.verdict = CANONICAL_NO_VERDICT};
	position_t *pos;
	errinfo_t why;
	canonical_t *form;
	bool stored;

	if (game_create(problem, &pos, &why) != ERR_OK)
		return false;
	form = mem_alloc(sizeof(*form));
	assert_non_null(form);
	stored = canonical_make(problem, pos, wish, form);
	mem_free(form, sizeof(*form));
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

static const problem_t *example_of(const go_goal_t *goal)
{
	const problem_t *p = go_game.examples;

	while (p->game != NULL && strcmp(p->goal, goal->name) != 0)
		p++;
	return p->game != NULL ? p : NULL;
}

static bool has_example(const place_t *place, const go_goal_t *goal)
{
	(void)place;
	return example_of(goal) != NULL;
}

/* is_kept: does the store take the goal's example? A goal without one is another complaint. */
static bool is_kept(const place_t *place, const go_goal_t *goal)
{
	const problem_t *p = example_of(goal);

	(void)place;
	return p == NULL || (p->target != NULL ? is_stored(p) : with_a_stone(*p));
}

static bool has_fights(const place_t *place, const go_goal_t *goal)
{
	(void)place;
	return goal->fights != NULL;
}

/* names_goal: does the file of that name hold the goal in that form? */
static bool names_goal(const place_t *place, const go_goal_t *goal)
{
	static char text[FILE_MOST];
	const char *const percent = strchr(place->form, '%');
	FILE *file = fopen(place->name, "r");
	char quoted[QUOTED_MOST];
	size_t length;

	if (file == NULL)
		fail_msg("%s cannot be read", place->name);
	length = fread(text, 1, sizeof(text) - 1, file);
	assert_in_range(length, 1, sizeof(text) - 2);
	text[length] = '\0';
	fclose(file);
	assert_non_null(percent);
	snprintf(quoted, sizeof(quoted), "%.*s%s%s", (int)(percent - place->form), place->form,
	         goal->name, &percent[2]);
	return strstr(text, quoted) != NULL;
}

static const place_t places[] = {
        {"an example in engine/game/go/go.c", has_example, NULL, ""},
        {"the checker", is_checked, NULL, ""},
        {"the store, asked the goal's example,", is_kept, NULL, ""},
        /* no ko can bear on these (goal.h) */
        {"fights of the goal's row", has_fights, NULL, "connect live live-any"},
        {"engine/proof/check/go.c", names_goal, "{\"%s\", \"", ""},
        {"protocol/SPEC.md", names_goal, "\"%s\"", ""},
        {"docs/proofs.md", names_goal, "| \"%s\" |", ""},
        {"docs/store.md", names_goal, "`%s`", ""},
        {"docs/development.md", names_goal, "`%s`", ""},
        /* what is about life and death */
        {"docs/lifegoals.md", names_goal, "| `%s` |", "connect semeai"},
        {"deploy/man/tesuji.1", names_goal, ".B %s\n", ""},
        /* a GTP command names one block, or two */
        {"clients/gtp/analyze.c", names_goal, ".name = \"%s\"", "live-any capture-any capture-all"},
        /* the default there */
        {"tests/unit/test_store_question.c", names_goal, ".goal = \"%s\"", "capture"},
        {"tests/proofs/ko_claim.c", names_goal, "\"%s\"", ""},
        {"tests/proofs/outcome.c", names_goal, "\"%s\"", ""},
        /* refilled boards draw no goals of life */
        {"tests/zones/make_go.c", names_goal, "\"%s\"", "live live-any"},
        {"tests/proofs/mutate.c", names_goal, "\"%s\"", ""},
        {"tests/proofs/vector_claims.py", names_goal, "\"%s\"", ""},
        {"tests/e2e/check_certificate.py", names_goal, "\"%s\": \"", ""},
        {"tests/matrix/problems.c", names_goal, "\"%s\"", ""},
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

/* agree: do the place and its list say the same of the goal? If not, that is printed. */
static bool agree(const place_t *place, const go_goal_t *goal)
{
	const bool knows = place->knows(place, goal), refused = holds(place->refused, goal->name);

	if (knows && refused)
		print_error("%s: %s knows it, but is said to refuse it\n", goal->name, place->name);
	if (!knows && !refused)
		print_error("%s: %s does not know it, nor is said to refuse it\n", goal->name,
		            place->name);
	return knows != refused;
}

static void places_know_each(void **state)
{
	unsigned complaints = 0;

	(void)state;
	for (unsigned i = 0; i < go_goal_count(); i++)
		for (unsigned p = 0; p < sizeof(places) / sizeof(places[0]); p++)
			complaints += !agree(&places[p], go_goal_at(i));
	assert_int_equal(complaints, 0);
}

/* A name on a list that is no goal would refuse nothing. */
static void lists_hold_goals(void **state)
{
	unsigned complaints = 0;

	(void)state;
	for (unsigned p = 0; p < sizeof(places) / sizeof(places[0]); p++)
		for (const char *at = places[p].refused; *at != '\0'; at += strspn(at, " ")) {
			char name[QUOTED_MOST];
			const size_t length = strcspn(at, " ");

			snprintf(name, sizeof(name), "%.*s", (int)length, at);
			at += length;
			if (go_goal_find(name) != NULL)
				continue;
			print_error("%s: %s is said to refuse it, but it is no goal\n", name,
			            places[p].name);
			complaints++;
		}
	assert_int_equal(complaints, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(names_are_in_order),      cmocka_unit_test(keys_differ),
	        cmocka_unit_test(checker_refuses_by_name), cmocka_unit_test(places_know_each),
	        cmocka_unit_test(lists_hold_goals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
