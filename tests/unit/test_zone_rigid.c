/* SPDX-License-Identifier: MIT
 * test_zone_rigid.c - the zone rules of the games in which stones stay, against boards
 * filled at random: a zone says how many stones may go where, and a naive board tells
 * whether what it stands for is still so. Each rule left out must be noticed.
 *
 * How the search puts zones together is tested by refills of solved problems. */
#include "engine/zone/rule.h"
#include "tests/unit/rigid_case.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum { BOARDS = 400, FILLS = 12, SETS_BOARDS = 40, DROPPED_BOARDS = 6000 };

/* add_own makes a zone bear stones of the holder's own, as that of a search would. */
static void add_own(const case_t *c, side_t holder, unsigned order, zone_t *zone)
{
	if (c->pos->game->zones->own != NULL)
		c->pos->game->zones->own(c->pos, holder, order, zone);
}

/* The facts, each tried with FILLS fills; true where it does not apply. */

static bool far_holds(const case_t *c, unsigned moves)
{
	zone_t zone;

	if (naive_won(&c->board, c->defender) || naive_within(&c->board, c->attacker, 0, moves))
		return true;
	begin_zone(c, &zone);
	c->pos->game->zones->far(c->pos, moves, &zone);
	add_own(c, SIDE_DEFENDER, moves - 1, &zone);
	for (unsigned i = 0; i < FILLS; i++) {
		const naive_t after = fill(c, &zone);

		if (c->board.game == NAIVE_ATARIGO && naive_won(&after, c->defender))
			continue; /* no board at all */
		if (naive_within(&after, c->attacker, 0, moves))
			return false;
	}
	return true;
}

static bool finish_holds(const case_t *c)
{
	const game_t *game = c->pos->game;
	const move_t x = game->lost(c->pos) ? MOVE_NONE : game->finish(c->pos);
	zone_t zone;

	if (x == MOVE_NONE)
		return true;
	begin_zone(c, &zone);
	game->zones->finish(c->pos, x, &zone);
	add_own(c, SIDE_ATTACKER, 0, &zone);
	for (unsigned i = 0; i < FILLS; i++) {
		naive_t after = fill(c, &zone);

		if (naive_won(&after, c->attacker))
			continue; /* the attacker has no need to move */
		if (naive_won(&after, c->defender) || !naive_legal(&after, c->attacker, x))
			return false;
		after.at[x] = (uint8_t)c->attacker;
		if (!naive_won(&after, c->attacker))
			return false;
	}
	return true;
}

static bool lost_holds(const case_t *c)
{
	zone_t zone;

	if (!c->pos->game->lost(c->pos) || !naive_won(&c->board, c->defender))
		return true;
	begin_zone(c, &zone);
	c->pos->game->zones->lost(c->pos, &zone);
	for (unsigned i = 0; i < FILLS; i++) {
		const naive_t after = fill(c, &zone);

		if (!naive_won(&after, c->defender))
			return false;
	}
	return true;
}

static bool is_listed(move_t move, const move_t *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] == move)
			return true;
	return false;
}

/* is_refuted: does the attack on p, on a board filled up, lose at once, or leave more than
 * `order` moves to go? */
static bool is_refuted(const case_t *c, const naive_t *board, unsigned p, unsigned order)
{
	naive_t after = *board;

	after.at[p] = (uint8_t)c->attacker;
	if (naive_won(&after, c->attacker))
		return false;
	return naive_wins_now(&after, c->defender) || !naive_within(&after, c->attacker, 0, order);
}

/* left_out_holds: attacks in the zone of the order below that the game leaves out fail. */
static bool left_out_holds(const case_t *c, unsigned order)
{
	const game_t *game = c->pos->game;
	move_t tried[MOVES_MAX];
	unsigned count;
	zone_t zone;
	bits_t must;

	if (naive_won(&c->board, c->defender) || game->finish(c->pos) != MOVE_NONE ||
	    naive_within(&c->board, c->attacker, 0, order))
		return true;
	begin_zone(c, &zone);
	game->zones->far(c->pos, order, &zone);
	if (below(c->rng, 2))
		zone_add(&zone, below(c->rng, naive_area(&c->board)), 1);
	game->zones->must(c->pos, order, &zone, &must);
	zone_unroll(&zone);
	count = game->attacks(c->pos, order, &must, tried);
	if (game->zones->close != NULL)
		game->zones->close(c->pos, &must, &zone);
	add_own(c, SIDE_DEFENDER, order, &zone);
	for (unsigned i = 0; i < FILLS; i++) {
		const naive_t after = fill(c, &zone);

		if (naive_won(&after, c->attacker) || naive_won(&after, c->defender))
			continue; /* no board at all, or both need what the search adds */
		for (unsigned p = 0; p < naive_area(&after); p++)
			if (bits_has(&must, p) && !is_listed((move_t)p, tried, count) &&
			    naive_legal(&after, c->attacker, p) && !is_refuted(c, &after, p, order))
				return false;
	}
	return true;
}

/* suicide_holds: what is suicide for the defender does not become a capture. */
static bool suicide_holds(const case_t *c)
{
	const game_t *game = c->pos->game;
	bits_t must = {{0}};
	zone_t zone;

	if (c->board.game != NAIVE_ATARIGO)
		return true;
	begin_zone(c, &zone);
	for (unsigned p = 0; p < naive_area(&c->board); p++)
		bits_add(&must, p);
	game->zones->close(c->pos, &must, &zone);
	for (unsigned i = 0; i < FILLS; i++) {
		const naive_t after = fill(c, &zone);

		if (naive_won(&after, c->attacker) || naive_won(&after, c->defender))
			continue;
		for (unsigned p = 0; p < naive_area(&after); p++)
			if (c->board.at[p] == COLOUR_NONE &&
			    !naive_legal(&c->board, c->defender, p) &&
			    naive_legal(&after, c->defender, p))
				return false;
	}
	return true;
}

/* holds tries all facts on a random board of a kind; `made` counts boards. */
static bool holds(const kind_t *kind, rng_t *rng, unsigned *made)
{
	case_t c;
	bool good;

	if (!begin_case(kind, rng, &c))
		return true;
	++*made;
	good = far_holds(&c, 1 + below(rng, 2)) && finish_holds(&c) && lost_holds(&c) &&
	       left_out_holds(&c, 1 + below(rng, 2));
	if (good && !c.pos->game->lost(c.pos) && give_turn(&c))
		good = far_holds(&c, 1 + below(rng, 2)) && suicide_holds(&c);
	position_free(c.pos);
	return good;
}

static void test_fills_outside_change_nothing(void **state)
{
	rng_t rng = seed_take();
	unsigned made = 0;

	(void)state;
	for (unsigned k = 0; k < KINDS; k++) {
		for (unsigned i = 0; i < BOARDS; i++)
			if (!holds(&kinds[k], &rng, &made))
				fail_msg("%s %s, board %u", kinds[k].game,
				         kinds[k].options ? kinds[k].options : "", i);
	}
	assert_true(made > KINDS * BOARDS / 4);
}

/* is_noticed: does a board show that zones are made without a rule? */
static inline bool is_noticed(const kind_t *kind, const char *name, rng_t *rng)
{
	const zone_rule_t *rule = zone_rule_find(game_find(kind->game)->zones->rules, name);
	unsigned made = 0;
	bool noticed = false;

	assert_non_null(rule);
	zone_rule_drop(rule);
	for (unsigned i = 0; i < DROPPED_BOARDS && !noticed; i++)
		noticed = !holds(kind, rng, &made);
	zone_rule_drop(NULL);
	return noticed;
}

static void test_rules_left_out_are_noticed(void **state)
{
	(void)state;
#ifdef NDEBUG
	skip(); /* rules cannot be dropped */
#else
	/* the kinds of games that need a rule, a bit each */
	static const struct {
		const char *rule;
		unsigned kinds;
	} needed[] = {
	        {"finish", 0x3f}, {"counter", 0x2f}, {"reach", 0x3f},
	        {"frail", 0x2c},  {"forced", 0x2f},  {"suicide", 0x20},
	};
	rng_t rng = seed_take();

	for (unsigned r = 0; r < sizeof(needed) / sizeof(needed[0]); r++)
		for (unsigned k = 0; k < KINDS; k++)
			if ((needed[r].kinds >> k & 1) != 0 &&
			    !is_noticed(&kinds[k], needed[r].rule, &rng))
				fail_msg("%s %s without rule %s", kinds[k].game,
				         kinds[k].options ? kinds[k].options : "", needed[r].rule);
#endif
}

/* wins: would these points, given to `colour`, show that it has won? */
static bool wins(const naive_t *n, colour_t colour, const unsigned *point, unsigned count)
{
	naive_t after = *n;

	for (unsigned i = 0; i < count; i++)
		after.at[point[i]] = (uint8_t)colour;
	return naive_won(&after, colour);
}

/* is_essential: do the points win together, and without any of them no more? */
static bool is_essential(const naive_t *n, colour_t colour, const unsigned *point, unsigned count)
{
	if (!wins(n, colour, point, count))
		return false;
	for (unsigned without = 1; without < 1u << count; without++) {
		unsigned rest[3], left = 0;

		for (unsigned i = 0; i < count; i++)
			if ((without >> i & 1) == 0)
				rest[left++] = point[i];
		if (wins(n, colour, rest, left))
			return false;
	}
	return true;
}

/* check_essential: every set of up to three points with which `colour` wins, none of them
 * to spare, has indices up to its size. */
static unsigned check_essential(const naive_t *n, colour_t colour, const zone_t *zone)
{
	const unsigned area = naive_area(n);
	unsigned found = 0;

	/* a point that is given twice makes the set smaller */
	for (unsigned a = 0; a < area; a++)
		for (unsigned b = a; b < area; b++)
			for (unsigned c = b == a ? a : b + 1; c < area; c++) {
				const unsigned point[3] = {c, b, a};
				const unsigned count = a == c ? 1 : a == b ? 2 : 3;

				if (n->at[a] != 0 || n->at[b] != 0 || n->at[c] != 0 ||
				    !is_essential(n, colour, point, count))
					continue;
				found++;
				for (unsigned i = 0; i < count; i++) {
					const unsigned index = zone_index(zone, point[i]);

					assert_in_range(index, 1, count);
				}
			}
	return found;
}

static void test_essential_sets_are_in_the_zone(void **state)
{
	rng_t rng = seed_take();
	unsigned attacks = 0, counters = 0;

	(void)state;
	for (unsigned i = 0; i < SETS_BOARDS * KINDS; i++) {
		const kind_t *kind = &kinds[i % KINDS];
		zone_t zone;
		case_t c;
		move_t x;

		if (!begin_case(kind, &rng, &c))
			continue;
		if (!naive_won(&c.board, c.defender)) {
			begin_zone(&c, &zone);
			c.pos->game->zones->far(c.pos, 0, &zone);
			attacks += check_essential(&c.board, c.attacker, &zone);
			x = c.pos->game->finish(c.pos);
			begin_zone(&c, &zone);
			if (x != MOVE_NONE)
				c.pos->game->zones->finish(c.pos, x, &zone);
			if (x != MOVE_NONE && kind->naive != NAIVE_HEX)
				counters += check_essential(&c.board, c.defender, &zone);
		}
		position_free(c.pos);
	}
	assert_true(attacks > SETS_BOARDS && counters > SETS_BOARDS / 4);
}

/* check_within: candidates on a set are those of the set. */
static void check_within(const case_t *c, unsigned order)
{
	const game_t *game = c->pos->game;
	const bool attacks = c->pos->turn == SIDE_ATTACKER;
	move_t all[MOVES_MAX], some[MOVES_MAX];
	unsigned n_all, n_some, n_kept;
	bits_t within = {{0}};

	for (unsigned p = 0; p < naive_area(&c->board); p++)
		if (below(c->rng, 2))
			bits_add(&within, p);
	n_all = attacks ? game->attacks(c->pos, order, NULL, all)
	                : game->replies(c->pos, NULL, all);
	n_some = attacks ? game->attacks(c->pos, order, &within, some)
	                 : game->replies(c->pos, &within, some);
	n_kept = bits_keep(&within, all, n_all);
	for (unsigned i = 0; i < n_some; i++) {
		assert_true(bits_has(&within, some[i]) && game->legal(c->pos, some[i]));
		assert_false(is_listed(some[i], some, i));
	}
	for (unsigned i = 0; i < n_kept; i++)
		assert_true(is_listed(all[i], some, n_some));
	assert_int_equal(n_some, n_kept);
}

static void test_candidates_keep_to_a_set(void **state)
{
	rng_t rng = seed_take();
	unsigned checked = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS * KINDS; i++) {
		case_t c;

		if (!begin_case(&kinds[i % KINDS], &rng, &c))
			continue;
		if (!c.pos->game->lost(c.pos)) {
			check_within(&c, 1 + below(&rng, ORDERS));
			if (give_turn(&c))
				check_within(&c, 1);
			checked++;
		}
		position_free(c.pos);
	}
	assert_true(checked > BOARDS);
}

static void test_games_without_zones(void **state)
{
	static const problem_t problems[] = {
	        {.game = "atarigo", .options = "size=5 stuck=loses pass=no"},
	        {.game = "atarigo", .options = "size=5 stuck=loses"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(problems) / sizeof(problems[0]); i++) {
		position_t *pos;
		errinfo_t why;
		zone_t zone;

		assert_int_equal(game_create(&problems[i], &pos, &why), ERR_OK);
		pos->game->zones->begin(pos, 3, &zone);
		assert_int_equal(zone.areas, 0);
		position_free(pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_fills_outside_change_nothing),
	        cmocka_unit_test(test_rules_left_out_are_noticed),
	        cmocka_unit_test(test_essential_sets_are_in_the_zone),
	        cmocka_unit_test(test_candidates_keep_to_a_set),
	        cmocka_unit_test(test_games_without_zones),
	};
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);

	CHECK(mem_live() == 0);
	return failed;
}
