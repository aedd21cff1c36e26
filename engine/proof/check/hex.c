/* SPDX-License-Identifier: MIT
 * hex.c - Hex for the checker, and why its zones are sound.
 *
 * Claim      Let check.c replay a node on a board B with the zone Z. Then the node can be replayed
 *            on every board B' that holds the same as B on every point of Z. What follows shows it
 *            for a node, given that it holds for the children.
 *
 * Attack     The attacker plays m. Z holds m, so m is empty on B' too. If m joins his sides, Z
 *            holds the stones of the chain, which join them on B' as well. If not, Z holds the zone
 *            of the child, and the boards after m agree on it.
 *
 * Defence    The defender is to move. Z holds the zone of `default`, which was replayed on B as if
 *            he had made no move, and the zones of the answers to all replies on points of Z, the
 *            points of listed replies among them. Let r be a reply on B'. If r is not in Z, B'
 *            after r agrees with B on the zone of `default`. If r is in Z, it was tried on B. r
 *            does not win: every line of the answer ends with a chain of the attacker's, and only
 *            one side can have a chain. r does not fill the board: the attacker's next move is a
 *            point of Z. */
#include "engine/proof/check/rules.h"

enum { NEIGHBOURS = 6 };

static const int step[NEIGHBOURS][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}};

static err_t hex_read(const certificate_header_t *header, const unsigned *values,
                      check_claim_t *claim, errinfo_t *why)
{
	(void)values;
	(void)claim;
	if (header->target[0] != '\0')
		return err_at(why, ERR_VALUE, "header.goal.target", "this goal has none");
	return ERR_OK;
}

static bool hex_legal(const check_claim_t *claim, const check_board_t *board, int move)
{
	return move >= 0 && move < claim->area && board->at[move] == STONE_NONE;
}

static void hex_play(const check_claim_t *claim, check_board_t *board, int move)
{
	assert(move == PASS || (move >= 0 && move < claim->area && board->at[move] == STONE_NONE));
	if (move != PASS)
		board->at[move] = claim->colour[board->turn];
	board->turn = !board->turn;
}

/* chain finds the stones of a colour that hang together with its first side, and tells whether they
 * reach the other one. */
static bool chain(const check_claim_t *claim, const check_board_t *board, int colour, set_t *out)
{
	int todo[CHECK_AREA_MAX];
	int left = 0;
	bool joined = false;

	*out = (set_t){{0}};
	for (int p = 0; p < claim->area; p++) {
		const int from_side = colour == STONE_BLACK ? p / claim->width : p % claim->width;

		if (board->at[p] == colour && from_side == 0) {
			set_add(out, p);
			todo[left++] = p;
		}
	}
	while (left > 0) {
		const int p = todo[--left], px = p % claim->width, py = p / claim->width;

		joined = joined ||
		         (colour == STONE_BLACK ? py == claim->height - 1 : px == claim->width - 1);
		for (int i = 0; i < NEIGHBOURS; i++) {
			const int x = px + step[i][0], y = py + step[i][1];
			const int q = y * claim->width + x;

			if (x < 0 || y < 0 || x >= claim->width || y >= claim->height ||
			    board->at[q] != colour || set_has(out, q))
				continue;
			set_add(out, q);
			todo[left++] = q;
		}
	}
	return joined;
}

/* place returns how many rows, or columns for white, point p is from the first side. */
static int place(const check_claim_t *claim, int colour, int p)
{
	return colour == STONE_BLACK ? p / claim->width : p % claim->width;
}

/* cheapest returns the cost of a path to p by one of its neighbours. */
static int cheapest(const check_claim_t *claim, const int *cost, int p)
{
	int least = FAR;

	for (int i = 0; i < NEIGHBOURS; i++) {
		const int x = p % claim->width + step[i][0], y = p / claim->width + step[i][1];
		const int q = y * claim->width + x;

		if (x >= 0 && y >= 0 && x < claim->width && y < claim->height && cost[q] < least)
			least = cost[q];
	}
	return least;
}

/* hex_distance is the least number of empty cells on a path without stones of the defender's. */
static int hex_distance(const check_claim_t *claim, const check_board_t *board)
{
	const int own = claim->colour[ATTACKER];
	const int last = (own == STONE_BLACK ? claim->height : claim->width) - 1;
	int cost[CHECK_AREA_MAX], least = FAR;
	bool again = true;

	for (int p = 0; p < CHECK_AREA_MAX; p++)
		cost[p] = FAR;
	while (again) {
		again = false;
		for (int p = 0; p < claim->area; p++) {
			const int before = place(claim, own, p) == 0 ? 0 : cheapest(claim, cost, p);
			const int here = before + (board->at[p] == STONE_NONE);

			if (board->at[p] == claim->colour[DEFENDER] || here >= cost[p])
				continue;
			cost[p] = here;
			again = true;
			if (place(claim, own, p) == last && here < least)
				least = here;
		}
	}
	return least;
}

static outcome_t hex_judge(const check_claim_t *claim, const check_board_t *board)
{
	set_t stones;

	if (chain(claim, board, claim->colour[ATTACKER], &stones))
		return REACHED;
	return chain(claim, board, claim->colour[DEFENDER], &stones) ? LOST : OPEN;
}

static void hex_attack(const check_claim_t *claim, const check_board_t *from, int move,
                       const check_board_t *to, bool reached, set_t *zone)
{
	set_t stones;

	(void)from;
	set_add(zone, move);
	if (!reached)
		return;
	(void)chain(claim, to, claim->colour[ATTACKER], &stones);
	set_unite(zone, &stones);
}

static void hex_defence(const check_claim_t *claim, const check_board_t *board, unsigned extra,
                        set_t *zone)
{
	(void)claim;
	(void)board;
	(void)extra;
	(void)zone;
}

static const goal_words_t goals[] = {{"win", "wins"}};

const rules_t rules_hex = {
        .game = "hex",
        .goals = goals,
        .goal_count = sizeof(goals) / sizeof(goals[0]),
        .least = 2,
        .most = 14,
        .columns = "abcdefghijklmn",
        .from_top = true,
        .zones = ZONE_AGREES,
        .read = hex_read,
        .legal = hex_legal,
        .play = hex_play,
        .judge = hex_judge,
        .distance = hex_distance,
        .attack = hex_attack,
        .defence = hex_defence,
};
