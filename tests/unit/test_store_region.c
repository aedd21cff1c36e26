/* SPDX-License-Identifier: MIT
 * test_store_region.c - facts about questions with a region, and about life: found on images of the
 * board with the same region, never with another, each against a search of its own. TESUJI_ROUNDS
 * sets how many boards. */
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum { ROUNDS = 400, SIDE_LEAST = 4, SIDE_MOST = 7, NODES = 3000, IMAGES = 5 };

/* A board with a question about it. */
typedef struct {
	unsigned width, height;
	char at[SIDE_MOST][SIDE_MOST];
	unsigned left, right, top, bottom; /* the region, if there is one */
	bool has_region;
	unsigned x, y; /* of the goal's stone */
	const char *goal;
	side_t first;
	bool plain;
	char rows[SIDE_MOST * (SIDE_MOST + 1) + 1], target[MOVE_TEXT_MAX], options[64];
} asked_t;

static unsigned rounds(void)
{
	const char *given = getenv("TESUJI_ROUNDS");

	return given != NULL ? (unsigned)strtoul(given, NULL, 0) : ROUNDS;
}

static void draw_region(rng_t *rng, asked_t *a)
{
	a->left = rng_below(rng, a->width);
	a->right = a->left + rng_below(rng, a->width - a->left);
	a->top = rng_below(rng, a->height);
	a->bottom = a->top + rng_below(rng, a->height - a->top);
}

/* texts writes the request; false: the board cannot stand. */
static bool texts(asked_t *a, request_t *out)
{
	unsigned n = 0;
	position_t *pos;

	for (unsigned y = 0; y < a->height; y++) {
		for (unsigned x = 0; x < a->width; x++)
			a->rows[n++] = a->at[y][x];
		a->rows[n++] = y + 1 < a->height ? '/' : '\0';
	}
	(void)snprintf(a->target, sizeof(a->target), "%c%u", 'A' + a->x, a->height - a->y);
	(void)snprintf(a->options, sizeof(a->options), "region=%c%u-%c%u", 'A' + a->left,
	               a->height - a->top, 'A' + a->right, a->height - a->bottom);
	*out = (request_t){.problem = {.game = "go",
	                               .goal = a->goal,
	                               .rows = a->rows,
	                               .target = a->target,
	                               .options = a->has_region ? a->options : NULL,
	                               .first = a->first},
	                   .limits = {.order = 2,
	                              .nodes = NODES,
	                              .workers = 1,
	                              .driver = a->plain ? DRIVER_PLAIN : DRIVER_LAMBDA}};
	if (game_create(&out->problem, &pos, NULL) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

static bool draw(rng_t *rng, asked_t *a, request_t *out)
{
	static const char *const goals[] = {"capture", "live", "live-any", "capture-any"};

	*a = (asked_t){.width = SIDE_LEAST + rng_below(rng, SIDE_MOST - SIDE_LEAST + 1),
	               .height = SIDE_LEAST + rng_below(rng, SIDE_MOST - SIDE_LEAST + 1),
	               .has_region = rng_below(rng, 4) > 0,
	               .goal = goals[rng_below(rng, 4)],
	               .first = (side_t)rng_below(rng, 2),
	               .plain = rng_below(rng, 2) == 0};
	draw_region(rng, a);
	for (unsigned y = 0; y < a->height; y++)
		for (unsigned x = 0; x < a->width; x++)
			a->at[y][x] = "..XXO"[rng_below(rng, 5)];
	a->x = rng_below(rng, a->width);
	a->y = rng_below(rng, a->height);
	return a->at[a->y][a->x] != '.' && texts(a, out);
}

/* image_of turns the board around, perhaps swaps the colours, and often has another region or other
 * stones out of it. */
static bool image_of(rng_t *rng, const asked_t *from, asked_t *to, request_t *out)
{
	const bool wide = rng_below(rng, 2) == 0, high = rng_below(rng, 2) == 0;
	const bool swap = rng_below(rng, 2) == 0;
	const unsigned change = rng_below(rng, 3);
	const unsigned w = from->width - 1, h = from->height - 1;

	*to = *from;
	for (unsigned y = 0; y <= h; y++)
		for (unsigned x = 0; x <= w; x++) {
			const char was = from->at[y][x];
			const bool in = from->left <= x && x <= from->right && from->top <= y &&
			                y <= from->bottom;
			char now = !swap || was == '.' ? was : was == 'X' ? 'O' : 'X';

			if (change == 1 && !in && rng_below(rng, 4) == 0)
				now = ".XO"[rng_below(rng, 3)];
			to->at[high ? h - y : y][wide ? w - x : x] = now;
		}
	to->left = wide ? w - from->right : from->left;
	to->right = wide ? w - from->left : from->right;
	to->top = high ? h - from->bottom : from->top;
	to->bottom = high ? h - from->top : from->bottom;
	to->x = wide ? w - from->x : from->x;
	to->y = high ? h - from->y : from->y;
	if (change == 2) {
		to->has_region = rng_below(rng, 4) > 0;
		draw_region(rng, to);
	}
	return to->at[to->y][to->x] != '.' && texts(to, out);
}

static void what_is_found_is_true(void **state)
{
	rng_t rng = seed_take();
	unsigned asked = 0, found = 0, lives = 0, regions = 0;
	char folder[FOLDER_BYTES];
	solver_t *storing, *fresh = make(1);
	store_t *store;

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	storing = make_storing(store);
	for (unsigned i = 0; i < rounds(); i++) {
		request_t r;
		asked_t a, b;

		if (!draw(&rng, &a, &r) || solve(storing, &r).value == VALUE_UNDECIDED)
			continue;
		commit(store);
		for (unsigned k = 0; k < IMAGES; k++) {
			result_t got, want;

			if (!image_of(&rng, &a, &b, &r))
				continue;
			asked++;
			got = solve(storing, &r);
			if (!got.remembered)
				continue;
			found++;
			lives += b.goal[0] == 'l';
			regions += b.has_region;
			want = solve(fresh, &r);
			if (want.value != VALUE_UNDECIDED && want.value != got.value)
				fail_msg("%s %s \"%s\" %s first %d plain %d: %s, not %s", b.goal,
				         b.rows, b.target, b.has_region ? b.options : "", b.first,
				         b.plain, value_name(got.value), value_name(want.value));
		}
	}
	print_message("%u asked, %u found, %u of life, %u with a region\n", asked, found, lives,
	              regions);
	assert_true(rounds() < ROUNDS || (lives > asked / 20 && regions > asked / 10));
	solver_destroy(fresh);
	solver_destroy(storing);
	store_close(store);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_found_is_true),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
