/* SPDX-License-Identifier: MIT
 * go.c - Go for the checker: rules, goals, and why its zones are sound.
 *
 * Agree      Two boards agree on a zone Z when every point of Z holds the same on both, the same
 *            side is to move, both sides have the same threats left, and a point of Z that is
 *            banned on one board is banned on the other.
 *
 * Claim      Let check.c replay a node on a board B with the zone Z. Then the node can be replayed
 *            on every board B' that agrees with B on Z. The proof goes from the leaves up: what
 *            follows shows it for a node, given that it holds for the children. A rule of zones
 *            that said too little would make check.c accept a certificate that proves nothing.
 *
 * Attack     The attacker plays m; the child has the zone Zc. Z holds Zc and
 *            - m and the neighbours of m;
 *            - each enemy block that m captures, whole, with all its neighbours;
 *            - each other enemy block next to m, whole, with one liberty other than m;
 *            - if m has no free neighbour and captures nothing, one own block that m joins, with a
 *              liberty other than m.
 *            So on B' m captures the same stones and no others, m is legal (a ban on m is the same,
 *            as m is in Z), and m makes a ko if and only if it makes one on B. Hence the boards
 *            after m agree on Zc.
 *            Where m reaches the goal: to capture a block T with its only liberty m, Z needs T with
 *            its neighbours, and what is listed above only if a ko may come of it ("Retakes"). For
 *            a connection Z holds the block that m has made, for a semeai also its second stone,
 *            for a goal of life the stones that it names and what their life rests on (alive.c).
 *
 * Defence    The defender is to move. `default` was replayed as the answer to a pass, with the zone
 *            Zp. Z holds Zp, and the zones of the answers to all legal replies on points of Z. All
 *            these replies have been tried; the points of listed replies are in Z. Z also holds
 *            (a) each attacker's block with a stone in Z, whole, with two of its liberties; if it
 *                has only one liberty, with all its neighbours and those of the liberty;
 *            (b) for each empty point of Z on which the defender's move would be suicide, the
 *                neighbours of the point, and the defender's blocks among them, whole, with all
 *                their neighbours.
 *            Let r be a legal reply on B'.
 *            r is not in Z: then r is not listed, and `default` has to answer it. By (a) each
 *            attacker's block with a stone in Z keeps a liberty in Z, so r captures no stone of Z.
 *            B' after r agrees with B after the pass on Zp, so that `default` goes on, but for two
 *            things that do no harm. r may spend a threat: the defender then has fewer replies, and
 *            all else is the same. r may ban a point: it lies outside of Z, where the attacker
 *            never plays.
 *            r is in Z: then r is an empty point of B as well. r is legal on B: it is no suicide by
 *            (b), and a ban on r is the same. By (a) r captures the same stones of Z on both
 *            boards, and if it captures any, its neighbours are the same, so that r makes the same
 *            ko. The boards after r agree on the zone of the answer to r, so that the answer that
 *            was tried on B serves on B'.
 *
 * The goal's stones   The zone of every leaf holds the stones that the goal is about. So by (a) a
 *            reply on B' captures none of them that it did not capture on B. Where one of several
 *            stones is enough, the zone of a leaf holds all of them: B' is lost only where B is
 *            (live-any), and B' is not decided before B is (capture-any). In capture-all the stones
 *            that have been captured are part of the position and the same on both boards, because
 *            only the attacker's moves capture them.
 *
 * Retakes    A lone stone that was captured in a ko does not count as captured while the defender,
 *            to move, has a threat to take it back with (goals_retake). Its point is then in Z, so
 *            that the retake is tried. Any other reply reaches the goal; that rests on the stones
 *            that the goal is about (goals_stay).
 *            Where a capture m counts at once on B, no ko comes of it on B' either. Either the
 *            neighbours of m are in Z, so that on B' m joins the same stones, or has the same free
 *            point, or captures the same other stones; or the defender has no threat on B, and so
 *            none on B'. If he has fewer threats on B', a capture that does not count yet on B may
 *            count on B', and for good: the goal is reached no later.
 *
 * Region     A region that may be played on is part of the claim, so it is the same on both boards.
 * Life       alive.c says what makes stones alive on every board that agrees with B. */
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

/* is_shut: can the defender put no stone there? Such a liberty costs no reply that has to be
 * tried. */
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
        .most = GO_SIDE_MAX,
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
