/* SPDX-License-Identifier: MIT
 * go.c - Go for the checker: rules, goals, and why its zones are sound.
 *
 * Two boards agree on Z when every point of Z looks the same on both, the same side is to move with
 * the same threats left, and a banned point that lies in Z on one is banned on the other. The
 * claim, for a node that was replayed on B with zone Z: it can be replayed on every B' that agrees
 * with B on Z.
 *
 * Attack m to a child with zone Zc. m is in Z, as are its neighbours; every enemy block that m
 * takes, whole, with all its neighbours; of every other enemy block next to m the block and one
 * liberty other than m; and where m has no free neighbour and takes nothing, one own block that it
 * joins, with another liberty. So on B' the same is taken and no more, m is legal (its ban: m is in
 * Z), and it makes a ko there if and only if it makes one here. Hence the boards after it agree on
 * Zc. The goal: capturing T is of the above, with T alone and its neighbours, for T has no liberty
 * but m. Connecting adds the block that has come to be; a semeai its second stone.
 *
 * Defence. Zp is the zone of `default` after a pass, Z holds it and the zones after all replies on
 * points of Z, which have all been tried, listed points among them. Besides: (a) every block of the
 * attacker's with a stone in Z is in Z whole, with two of its liberties; or, if it has only one,
 * with all its neighbours, and those of that liberty; (b) of every empty point of Z where the
 * defender's move would be suicide the neighbours are in Z, and the defender's blocks among them
 * whole, with all their neighbours. Take a legal reply r on B'. If r is not in Z it is not listed.
 * By (a) it takes nothing that has a stone in Z: such a block keeps a liberty in Z. So B'.r agrees
 * with B.pass on Zp: `default` goes on. (r may spend a threat of the defender's. With fewer of them
 * he has the fewer replies, and all else is the same. It may ban a point, which is then outside of
 * Z, where the attacker never plays.) If r is in Z it is empty on B, too, and legal there: by (b)
 * for suicide, and the ban is the same. By (a) it takes the same stones of Z on both, and if any,
 * its neighbours are the same, so that the ko is. So the boards after it agree on the zone of its
 * answer, and what was tried on B serves B'.
 *
 * That needs a zone to go with the stones that a goal is about: they are in the zone of every leaf,
 * so that (a) keeps them from being taken on B' where they were not on B. Where one of several
 * points is enough all of them are, so that B' is lost where B is (live-any), or no more decided
 * (capture-any). Where several are to be captured, at whatever time (capture-all), those that have
 * been are part of a position, and the same on both boards: only attacks take them.
 *
 * Retakes. A lone stone that is taken in a ko has not been captured while the defender, to move,
 * has a threat to take it back with. Where that is so its point is in Z, so that his retake is
 * tried; with any other reply the goal is reached there, which rests on the stones it is about
 * (goals_stay). Where one is captured at once there is no such ko on B' either: m's neighbours are
 * in Z, so that it joins the same stones or has the same free point or takes the same more; or the
 * defender has no threat, and no more of them on B'. If he has fewer there, what is open on B may
 * have been captured on B', and stays so: the goal is reached no later.
 *
 * A region that may be played on is the same on both. Life at the end: alive.c. */
#include "engine/proof/check/goals.h"
#include "engine/proof/check/stones.h"

#include <assert.h>
#include <string.h>

/* check_ko: all around it stand stones of the side not to move, and one would be taken. */
static err_t check_ko(const check_claim_t *claim, errinfo_t *why)
{
	const check_board_t *board = &claim->start;
	const int colour = claim->colour[board->turn];
	check_board_t after = *board;
	int near[4], count, last = NO_POINT;
	bool good;

	if (board->ko == NO_POINT)
		return ERR_OK;
	good = board->at[board->ko] == STONE_NONE;
	count = stones_neighbours(claim, board->ko, near);
	for (int i = 0; i < count; i++)
		good = good && board->at[near[i]] == other_colour(colour);
	if (!good || stones_put(claim, &after, board->ko, colour, &last) != 1)
		return err_at(why, ERR_POSITION, "header.position.ko", "there is no ko");
	return ERR_OK;
}

static err_t go_read(const certificate_header_t *header, const unsigned *values,
                     check_claim_t *claim, errinfo_t *why)
{
	const err_t err = goals_read(
	        header, values[0] > 0 ? header->option[values[0] - 1].value : NULL, claim, why);

	if (err != ERR_OK)
		return err;
	if (stones_dead(claim, &claim->start) != NO_POINT)
		return err_at(why, ERR_POSITION, "header.position", "a block has no liberty");
	return check_ko(claim, why);
}

static bool go_legal(const check_claim_t *claim, const check_board_t *board, int move)
{
	set_t stones;

	if (move == PASS)
		return board->turn == DEFENDER ||
		       (claim->lives && goals_alive(claim, board, &stones));
	if (move < 0 || move >= claim->area || board->at[move] != STONE_NONE ||
	    !set_has(&claim->region, move))
		return false;
	if (move == board->ko && board->threats[board->turn] == 0)
		return false;
	return stones_breathe(claim, board, move, claim->colour[board->turn]);
}

static void go_play(const check_claim_t *claim, check_board_t *board, int move)
{
	int ko = NO_POINT;

	if (move != PASS) {
		check_block_t block;
		int last = NO_POINT, taken;

		if (move == board->ko && board->threats[board->turn] != CERTIFICATE_UNLIMITED)
			board->threats[board->turn]--;
		taken = stones_put(claim, board, move, claim->colour[board->turn], &last);
		stones_block(claim, board, move, &block);
		assert(block.free > 0);
		if (taken == 1 && block.size == 1 && block.free == 1)
			ko = last;
	}
	board->ko = (int16_t)ko;
	board->turn = !board->turn;
	if (claim->takes)
		goals_take(claim, board);
}

/* is_shut: can the defender put no stone there? Such a liberty costs no reply that has to be tried.
 */
static bool is_shut(const check_claim_t *claim, const check_board_t *board, int point)
{
	return !set_has(&claim->region, point) ||
	       !stones_breathe(claim, board, point, claim->colour[DEFENDER]);
}

/* add_liberties adds up to `count` liberties of a block but `not`; those that are in already count.
 * Any would do. Those that the defender cannot fill come first: he can fill the others in any order
 * and number, so that a few blocks would make boards by the million. */
static void add_liberties(const check_claim_t *claim, const check_board_t *board,
                          const check_block_t *block, int count, int not, set_t *zone)
{
	for (int p = 0; p < claim->area && count > 0; p++)
		if (p != not &&set_has(&block->liberties, p) && set_has(zone, p))
			count--;
	for (int round = 0; round < 2; round++)
		for (int p = 0; p < claim->area && count > 0; p++) {
			if (p == not || !set_has(&block->liberties, p) || set_has(zone, p) ||
			    (round == 0 && !is_shut(claim, board, p)))
				continue;
			set_add(zone, p);
			count--;
		}
}

/* add_joined adds an own block next to `move` that has another liberty. */
static void add_joined(const check_claim_t *claim, const check_board_t *from, int move, set_t *zone)
{
	const int own = claim->colour[ATTACKER];
	int near[4];
	const int count = stones_neighbours(claim, move, near);

	for (int i = 0; i < count; i++) {
		check_block_t block;

		if (from->at[near[i]] != own)
			continue;
		stones_block(claim, from, near[i], &block);
		if (block.free < 2)
			continue;
		set_unite(zone, &block.stones);
		add_liberties(claim, from, &block, 1, move, zone);
		return;
	}
	assert(false);
}

/* add_move adds what makes the attacker's move legal and take what it takes. */
static void add_move(const check_claim_t *claim, const check_board_t *from, int move, set_t *zone)
{
	const int their = claim->colour[DEFENDER];
	int near[4];
	const int count = stones_neighbours(claim, move, near);
	bool safe = false;
	check_block_t block;

	for (int i = 0; i < count; i++) {
		set_add(zone, near[i]);
		safe = safe || from->at[near[i]] == STONE_NONE;
		if (from->at[near[i]] != their)
			continue;
		stones_block(claim, from, near[i], &block);
		if (block.free == 1) {
			stones_near(claim, &block.stones, zone);
			safe = true;
		} else {
			set_unite(zone, &block.stones);
			add_liberties(claim, from, &block, 1, move, zone);
		}
	}
	if (!safe)
		add_joined(claim, from, move, zone);
}

static void go_attack(const check_claim_t *claim, const check_board_t *from, int move,
                      const check_board_t *to, bool reached, set_t *zone)
{
	check_block_t block;

	if (move != PASS)
		set_add(zone, move);
	if (reached && claim->goal == GO_SEMEAI)
		set_add(zone, claim->target[1]);
	if (reached && claim->goal == GO_CAPTURE_ANY)
		set_unite(zone, &claim->named);
	if (reached && claim->goal != GO_CONNECT && !claim->lives && !claim->takes) {
		stones_block(claim, from, claim->target[0], &block);
		stones_near(claim, &block.stones, zone);
		if (block.size > 1 || from->threats[DEFENDER] == 0)
			return;
	}
	if (move != PASS)
		add_move(claim, from, move, zone);
	if (reached && claim->lives) {
		goals_life(claim, to, zone);
	} else if (reached && claim->goal == GO_CONNECT) {
		stones_block(claim, to, claim->target[0], &block);
		set_unite(zone, &block.stones);
	}
}

/* keep_block adds what (a) says of the attacker's block on `point`. */
static void keep_block(const check_claim_t *claim, const check_board_t *board, int point,
                       set_t *zone)
{
	check_block_t block;

	stones_block(claim, board, point, &block);
	set_unite(zone, &block.stones);
	if (block.free > 1) {
		add_liberties(claim, board, &block, 2, NO_POINT, zone);
	} else {
		stones_near(claim, &block.stones, zone);
		stones_near(claim, &block.liberties, zone);
	}
}

/* keep_suicide adds what (b) says of an empty point. */
static void keep_suicide(const check_claim_t *claim, const check_board_t *board, int point,
                         set_t *zone)
{
	const int their = claim->colour[DEFENDER];
	int near[4];
	const int count = stones_neighbours(claim, point, near);
	check_block_t block;

	if (stones_breathe(claim, board, point, their))
		return;
	for (int i = 0; i < count; i++) {
		set_add(zone, near[i]);
		if (board->at[near[i]] != their)
			continue;
		stones_block(claim, board, near[i], &block);
		stones_near(claim, &block.stones, zone);
	}
}

static void go_defence(const check_claim_t *claim, const check_board_t *board, unsigned extra,
                       set_t *zone)
{
	set_t before;

	(void)extra;
	if (goals_retake(claim, board))
		set_add(zone, board->ko);
	do {
		before = *zone;
		for (int p = 0; p < claim->area; p++) {
			if (!set_has(zone, p))
				continue;
			if (board->at[p] == claim->colour[ATTACKER])
				keep_block(claim, board, p, zone);
			else if (board->at[p] == STONE_NONE)
				keep_suicide(claim, board, p, zone);
		}
	} while (memcmp(&before, zone, sizeof(before)) != 0);
}

static const goal_words_t goals[] = {
        [GO_CAPTURE] = {"capture", "captures"},
        [GO_CONNECT] = {"connect", "connects"},
        [GO_SEMEAI] = {"semeai", "wins the semeai"},
        [GO_LIVE] = {"live", "lives with"},
        [GO_LIVE_ANY] = {"live-any", "lives with one of"},
        [GO_CAPTURE_ANY] = {"capture-any", "captures one of"},
        [GO_CAPTURE_ALL] = {"capture-all", "captures all of"},
};

_Static_assert(sizeof(goals) / sizeof(goals[0]) == GO_GOAL_COUNT, "every goal has its words");

const rules_t rules_go = {
        .game = "go",
        .goals = goals,
        .goal_count = GO_GOAL_COUNT,
        .options = {{"region", NULL}},
        .least = 2,
        .most = SIDE_MAX,
        .columns = "ABCDEFGHJKLMNOPQRST",
        .ko = true,
        .zones = ZONE_AGREES,
        .read = go_read,
        .legal = go_legal,
        .play = go_play,
        .judge = goals_judge,
        .stay = goals_stay,
        .safe = goals_safe,
        .distance = goals_distance,
        .attack = go_attack,
        .defence = go_defence,
};
