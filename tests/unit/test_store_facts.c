/* SPDX-License-Identifier: MIT
 * test_store_facts.c - facts found again: on the board turned, with the colours swapped, shifted,
 * on a board of another size, with other stones outside the zone. Each against a search of its
 * own. TESUJI_ROUNDS sets how many. */
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum {
	ROUNDS = 600,
	SIDE_MOST = 9,
	GO_SIDE_LEAST = 4,
	GO_NODES = 3000,
	IMAGES = 4, /* of each board */
	ROWS_BYTES = SIDE_MOST * (SIDE_MOST + 1) + 1,
};

/* A problem with its texts. */
typedef struct {
	problem_t problem;
	char rows[ROWS_TEXT_MAX], target[2 * MOVE_TEXT_MAX], ko[MOVE_TEXT_MAX];
	unsigned width, height;
	int shift_x, shift_y; /* of Go: where the board it was made from lies */
	unsigned symmetry;
} asked_t;

static unsigned rounds(void)
{
	const char *given = getenv("TESUJI_ROUNDS");

	return given != NULL ? (unsigned)strtoul(given, NULL, 0) : ROUNDS;
}

static unsigned below(rng_t *rng, unsigned bound)
{
	return rng_below(rng, bound);
}

static void point_name(unsigned x, unsigned y, unsigned height, strbuf_t *out)
{
	strbuf_printf(out, "%c%u", (char)('A' + x + (x >= 8)), height - y);
}

static char *at(asked_t *a, unsigned x, unsigned y)
{
	return &a->rows[y * (a->width + 1) + x];
}

static void empty_rows(asked_t *a, unsigned width, unsigned height)
{
	memset(a->rows, '.', sizeof(a->rows));
	a->width = width;
	a->height = height;
	for (unsigned y = 1; y < height; y++)
		a->rows[y * (width + 1) - 1] = '/';
	a->rows[height * (width + 1) - 1] = '\0';
	a->problem.rows = a->rows;
}

static bool stands(const problem_t *problem)
{
	position_t *pos;

	if (game_create(problem, &pos, NULL) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

/* random_go draws a board, some of it empty, with a goal of one or two blocks. */
static bool random_go(rng_t *rng, asked_t *a)
{
	static const char *const goals[] = {"capture", "capture",     "connect",
	                                    "semeai",  "capture-any", "capture-all"};
	const unsigned goal = below(rng, 6);
	unsigned x[2] = {0}, y[2] = {0}, seen = 0;
	strbuf_t text;

	*a = (asked_t){.problem = {.game = "go", .goal = goals[goal]}};
	empty_rows(a, GO_SIDE_LEAST + below(rng, SIDE_MOST - GO_SIDE_LEAST + 1),
	           GO_SIDE_LEAST + below(rng, SIDE_MOST - GO_SIDE_LEAST + 1));
	for (unsigned j = 0; j < a->height; j++)
		for (unsigned i = 0; i < a->width; i++) {
			const unsigned dice = below(rng, 9);

			*at(a, i, j) = dice < 2 ? 'X' : dice < 4 ? 'O' : '.';
			if (*at(a, i, j) != '.' && below(rng, ++seen) < 2) {
				x[1] = x[0];
				y[1] = y[0];
				x[0] = i;
				y[0] = j;
			}
		}
	strbuf_init(&text, a->target, sizeof(a->target));
	point_name(x[0], y[0], a->height, &text);
	if (goal >= 2) {
		strbuf_char(&text, ' ');
		point_name(x[1], y[1], a->height, &text);
	}
	a->problem.target = a->target;
	a->problem.first = (side_t)below(rng, 2);
	if (below(rng, 4) == 0) {
		a->problem.attacker_threats = below(rng, 4);
		a->problem.defender_threats = below(rng, 4);
	}
	if (below(rng, 4) == 0) { /* a ban, where there can be one */
		const unsigned i = below(rng, a->width), j = below(rng, a->height);

		strbuf_init(&text, a->ko, sizeof(a->ko));
		point_name(i, j, a->height, &text);
		a->problem.ko = a->ko;
		if (!stands(&a->problem))
			a->problem.ko = NULL;
	}
	return stands(&a->problem);
}

/* image_point is where a point of `from` lies on the image; false: off it. */
static bool image_point(const asked_t *from, const asked_t *to, unsigned *x, unsigned *y)
{
	const unsigned width = from->width, height = from->height, s = to->symmetry;
	int i = (int)((s & 1) != 0 ? width - 1 - *x : *x);
	int j = (int)((s & 2) != 0 ? height - 1 - *y : *y);

	if ((s & 4) != 0) {
		const int k = i;

		i = j;
		j = k;
	}
	i += to->shift_x;
	j += to->shift_y;
	*x = (unsigned)i;
	*y = (unsigned)j;
	return i >= 0 && j >= 0 && i < (int)to->width && j < (int)to->height;
}

/* image_names moves the points of a text. */
static bool image_names(const asked_t *from, const asked_t *to, const char *text, strbuf_t *out)
{
	for (const char *c = text; c != NULL; c = strchr(c, ' ')) {
		c += *c == ' ';
		unsigned x = (unsigned)(c[0] - 'A') - (c[0] > 'I'),
		         y = from->height - (unsigned)strtoul(c + 1, NULL, 10);

		if (!image_point(from, to, &x, &y))
			return false;
		if (out->length > 0)
			strbuf_char(out, ' ');
		point_name(x, y, to->height, out);
	}
	return true;
}

/* Where the image lies and how large it is: often the whole board, else shifted anywhere. */
static void place_image(rng_t *rng, const asked_t *from, asked_t *to)
{
	const unsigned wide = (to->symmetry & 4) != 0 ? from->height : from->width;
	const unsigned high = (to->symmetry & 4) != 0 ? from->width : from->height;

	if (below(rng, 3) == 0) {
		empty_rows(to, wide, high);
		return;
	}
	to->shift_x = (int)below(rng, 5) - 2;
	to->shift_y = (int)below(rng, 5) - 2;
	if (below(rng, 2) == 0)
		to->shift_x = 0;
	if (below(rng, 2) == 0)
		to->shift_y = 0;
	empty_rows(to, GO_SIDE_LEAST + below(rng, SIDE_MOST),
	           GO_SIDE_LEAST + below(rng, SIDE_MOST));
}

/* image_of makes a board that agrees with `from` on the zone (as far as it lies on it), and
 * differs outside; false for one that is none. */
static bool image_of(rng_t *rng, const asked_t *from, const zone_t *zone, asked_t *to)
{
	const bool swap = below(rng, 2) == 0;
	strbuf_t target, ko;

	*to = (asked_t){.problem = from->problem, .symmetry = below(rng, 8)};
	place_image(rng, from, to);
	for (unsigned y = 0; y < to->height; y++)
		for (unsigned x = 0; x < to->width; x++) {
			const unsigned dice = below(rng, 9);

			*at(to, x, y) = dice < 2 ? 'X' : dice < 4 ? 'O' : '.';
		}
	for (unsigned y = 0; y < from->height; y++)
		for (unsigned x = 0; x < from->width; x++) {
			const char was = from->rows[y * (from->width + 1) + x];
			unsigned i = x, j = y;

			if (!image_point(from, to, &i, &j) ||
			    (below(rng, 2) == 0 && zone->areas == 1 &&
			     zone_index(zone, y * from->width + x) == 0))
				continue;
			*at(to, i, j) = !swap || was == '.' ? was : was == 'X' ? 'O' : 'X';
		}
	strbuf_init(&target, to->target, sizeof(to->target));
	strbuf_init(&ko, to->ko, sizeof(to->ko));
	to->problem.target = to->target;
	if (to->problem.ko != NULL)
		to->problem.ko = to->ko;
	return image_names(from, to, from->problem.target, &target) &&
	       (from->problem.ko == NULL || image_names(from, to, from->problem.ko, &ko)) &&
	       stands(&to->problem);
}

static request_t request_of(const asked_t *a, int order, bool verdict)
{
	return (request_t){.problem = a->problem,
	                   .limits = {.order = order, .nodes = GO_NODES, .workers = 1},
	                   .ko = verdict};
}

static void complain(const asked_t *a, const request_t *r, const result_t *got,
                     const result_t *want)
{
	fail_msg("%s %s %s \"%s\" first %d order %d ko %s threats %u %u: %s %d %u, not %s %d %u",
	         a->problem.game, a->problem.goal != NULL ? a->problem.goal : "", a->rows,
	         a->target, a->problem.first, r->limits.order,
	         a->problem.ko != NULL ? a->problem.ko : "-", a->problem.attacker_threats,
	         a->problem.defender_threats, value_name(got->value), got->ko, got->threats,
	         value_name(want->value), want->ko, want->threats);
}

/* check_best: the move told wins on this board, not just on the one it was found on. */
static bool check_best(solver_t *fresh, const asked_t *a, const request_t *r, const result_t *got)
{
	asked_t after = *a;
	position_t *pos;
	result_t want;
	request_t next;
	strbuf_t text;
	char rows[ROWS_TEXT_MAX];
	unsigned stones = 0;

	if (got->value != VALUE_PROVEN || r->problem.first != SIDE_ATTACKER || r->ko)
		return false;
	assert_int_equal(game_create(&r->problem, &pos, NULL), ERR_OK);
	assert_true(pos->game->legal(pos, got->best));
	pos->game->play(pos, got->best);
	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	position_free(pos);
	for (unsigned i = 0; rows[i] != '\0'; i++)
		stones += rows[i] != a->rows[i];
	if (stones != 1 || got->depth == 1)
		return false; /* a capture: what is banned then the text does not say */
	memcpy(after.rows, rows, sizeof(rows));
	after.problem.rows = after.rows;
	after.problem.first = SIDE_DEFENDER;
	after.problem.ko = NULL;
	after.problem.target = after.target;
	next = request_of(&after, r->limits.order, false);
	want = solve(fresh, &next);
	if (want.value == VALUE_DISPROVEN)
		fail_msg("%s: the move does not win on %s %s", a->rows, after.rows, after.target);
	return want.value == VALUE_PROVEN;
}

static void what_is_found_is_true_in_go(void **state)
{
	rng_t rng = seed_take();
	char folder[FOLDER_BYTES];
	unsigned kept = 0, asked = 0, found = 0, shifted = 0, bests = 0;
	store_t *store;
	solver_t *storing, *fresh = make(1);

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	storing = make_storing(store);
	for (unsigned i = 0; i < rounds(); i++) {
		const int order = (int)below(&rng, 3);
		bool verdict;
		asked_t a, b;
		request_t r;
		result_t first;

		if (!random_go(&rng, &a))
			continue;
		verdict = a.problem.attacker_threats + a.problem.defender_threats == 0 &&
		          below(&rng, 4) == 0;
		r = request_of(&a, order, verdict);
		first = solve(storing, &r);
		commit(store);
		kept += first.value != VALUE_UNDECIDED;
		for (unsigned k = 0; k < IMAGES; k++) {
			result_t got, want;

			if (!image_of(&rng, &a, &first.zone, &b))
				continue;
			asked++;
			r = request_of(&b, order, verdict);
			got = solve(storing, &r);
			if (!got.remembered)
				continue;
			found++;
			shifted += b.shift_x != 0 || b.shift_y != 0;
			want = solve(fresh, &r);
			if (want.value == VALUE_UNDECIDED)
				continue;
			if (got.value != want.value || got.ko != want.ko ||
			    got.threats != want.threats)
				complain(&b, &r, &got, &want);
			bests += check_best(fresh, &b, &r, &got);
		}
	}
	print_message("%u kept, %u asked, %u found, %u of them shifted, %u moves tried\n", kept,
	              asked, found, shifted, bests);
	assert_true(found > asked / 10);
	assert_true(rounds() < ROUNDS || (shifted > found / 40 && bests > 0));
	solver_destroy(fresh);
	solver_destroy(storing);
	store_close(store);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_found_is_true_in_go),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
