/* SPDX-License-Identifier: MIT
 * gomoku.c - Gomoku and Renju for the checker, and why its zones are sound.
 *
 * Claim      Let check.c replay a node on a board B with the zone Z and `extra` s. Let S be at most
 *            s stones of the defender's on empty points outside of Z. Then the node can be replayed
 *            on B+S, the board with S added. What follows shows it for a node, given that it holds
 *            for the children.
 *
 * Attack     The attacker plays m. Z holds m, so m is empty on B+S. If m completes a row on B it
 *            does so on B+S, because stones of the defender's do not lengthen a row of the
 *            attacker's. By the rule caro they must not block both of its ends: Z holds the empty
 *            ends of the rows. If not, the child is replayed with the same S.
 *            Renju, the attacker black: m must not be forbidden on B+S. White stones make no run of
 *            black's longer, and they fill points that fours and straight fours need. So on B+S m
 *            makes no more fours, no more overlines and no more lines that may be threes than on B.
 *            But such a line counts only if its straight four is not forbidden, and that may be one
 *            way on B and the other on B+S. So if m makes two lines or more that may be threes, Z
 *            is the whole board, and S is empty.
 *            A pass is legal only where the attacker may play nowhere: Z is the whole board, too.
 *
 * Defence    The defender is to move. `default` was replayed as if he had made no move, with s + 1
 *            extra stones. Z holds the zone of that replay, and the zones of the answers to all
 *            legal replies on points of Z, each with s extra stones. The points of listed replies
 *            are in Z. Let r be a reply on B+S. If r is not in Z it is one extra stone more, and
 *            `default` answers it. If r is in Z it was tried on B.
 *            What remains to be shown:
 *            - r does not win. A row of the defender's on B+S after r is a window of k points
 *              without attacker's stones that has at most s + 1 empty points on B. Z holds two of
 *              the empty points of each such window: S has neither of them, and r is one of them at
 *              most. If the window has only one empty point, Z holds it, and that reply was tried.
 *              (Windows whose row would be too long to count are kept as well, to no harm.)
 *            - S and r do not fill the board: Z has an empty point, where the attacker plays later.
 *            - Renju, the defender black: a point of Z that is forbidden on B might be free on B+S,
 *              where he has more stones. If there is such a point, Z is the whole board.
 *            A pass that is listed is dealt with in check.c. */
#include "engine/proof/check/claim.h"
#include "engine/proof/check/renju.h"

enum { RULE_STANDARD = 1, RULE_RENJU, RULE_CARO, K_RENJU = 5 };

static err_t gomoku_read(const certificate_header_t *header, const unsigned *values,
                         check_claim_t *claim, errinfo_t *why)
{
	if (header->target[0] != '\0')
		return err_at(why, ERR_VALUE, "header.goal.target", "this goal has none");
	/* The default comes first in the words: 5, 3, 4, 6. */
	claim->k = values[0] == 0 ? 5 : values[0] == 3 ? 6 : (int)values[0] + 2;
	claim->exact = values[1] == RULE_STANDARD || values[1] == RULE_CARO;
	claim->caro = values[1] == RULE_CARO;
	claim->renju = values[1] == RULE_RENJU;
	if (claim->renju && claim->k != K_RENJU)
		return err_at(why, ERR_VALUE, "header.options", "renju is played with k=5");
	return ERR_OK;
}

/* restrained: may this side not play everything, and must not make more than k? */
static bool restrained(const check_claim_t *claim, check_side_t side)
{
	return claim->renju && claim->colour[side] == STONE_BLACK;
}

/* at returns the point (x, y), NO_POINT: it is not on the board. */
static int at(const check_claim_t *claim, int x, int y)
{
	return x >= 0 && y >= 0 && x < claim->width && y < claim->height ? y * claim->width + x
	                                                                 : NO_POINT;
}

/* ends_of writes the points before the stretch of `length` points from (x, y) on, and behind it. */
static void ends_of(const check_claim_t *claim, int x, int y, int d, int length, int end[2])
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];

	end[0] = at(claim, x - dx, y - dy);
	end[1] = at(claim, x + length * dx, y + length * dy);
}

/* blocked: has the other side stones at both ends of such a stretch, so that by the rule caro it is
 * no row of this side's? */
static bool blocked(const check_claim_t *claim, const check_board_t *board, check_side_t side,
                    const int end[2])
{
	return claim->caro && end[0] != NO_POINT && end[1] != NO_POINT &&
	       board->at[end[0]] == claim->colour[!side] &&
	       board->at[end[1]] == claim->colour[!side];
}

static bool has_row(const check_claim_t *claim, const check_board_t *board, check_side_t side)
{
	const bool exact = claim->exact || restrained(claim, side);

	for (int p = 0; p < claim->area; p++)
		for (int d = 0; d < 4 && board->at[p] == claim->colour[side]; d++) {
			const int x = p % claim->width, y = p / claim->width;
			int before, end[2];
			const int run = renju_run(claim, board, x, y, d, &before);

			ends_of(claim, x - before * renju_step[d][0], y - before * renju_step[d][1],
			        d, run, end);
			if (blocked(claim, board, side, end))
				continue;
			if (run == claim->k || (run > claim->k && !exact))
				return true;
		}
	return false;
}

/* may_stone: may the side to move put a stone on this point? */
static bool may_stone(const check_claim_t *claim, const check_board_t *board, int point)
{
	unsigned threes;

	return board->at[point] == STONE_NONE && !(restrained(claim, (check_side_t)board->turn) &&
	                                           renju_forbidden(claim, board, point, &threes));
}

static bool gomoku_legal(const check_claim_t *claim, const check_board_t *board, int move)
{
	bool empty = false;

	if (move >= 0 && move < claim->area)
		return may_stone(claim, board, move);
	if (move != PASS)
		return false;
	for (int p = 0; p < claim->area; p++) {
		empty = empty || board->at[p] == STONE_NONE;
		if (may_stone(claim, board, p))
			return false;
	}
	return empty;
}

static void gomoku_play(const check_claim_t *claim, check_board_t *board, int move)
{
	assert(move == PASS || (move >= 0 && move < claim->area && board->at[move] == STONE_NONE));
	if (move != PASS)
		board->at[move] = claim->colour[board->turn];
	board->turn = !board->turn;
}

static outcome_t gomoku_judge(const check_claim_t *claim, const check_board_t *board)
{
	if (has_row(claim, board, ATTACKER))
		return REACHED;
	if (has_row(claim, board, DEFENDER))
		return LOST;
	for (int p = 0; p < claim->area; p++)
		if (board->at[p] == STONE_NONE)
			return OPEN;
	return LOST; /* nobody has won */
}

/* lacks returns how many stones the attacker has to put on the window that begins at (x, y) in
 * direction d; FAR: it can never be a row of his. */
static int lacks(const check_claim_t *claim, const check_board_t *board, int x, int y, int d)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	int count = 0, end[2];

	ends_of(claim, x, y, d, claim->k, end);
	if (blocked(claim, board, ATTACKER, end))
		return FAR;
	for (int i = -1; i <= claim->k; i++) {
		const int px = x + i * dx, py = y + i * dy;
		const bool on = px >= 0 && py >= 0 && px < claim->width && py < claim->height;
		const int what = on ? board->at[py * claim->width + px] : STONE_NONE;

		if (i < 0 || i == claim->k) {
			if (what == claim->colour[ATTACKER] &&
			    (claim->exact || restrained(claim, ATTACKER)))
				return FAR; /* a row through it would be too long */
		} else if (!on || what == claim->colour[DEFENDER]) {
			return FAR;
		} else {
			count += what == STONE_NONE;
		}
	}
	return count;
}

static int gomoku_distance(const check_claim_t *claim, const check_board_t *board)
{
	int least = FAR;

	for (int p = 0; p < claim->area; p++)
		for (int d = 0; d < 4; d++) {
			const int count =
			        lacks(claim, board, p % claim->width, p / claim->width, d);

			least = count < least ? count : least;
		}
	return least;
}

/* gomoku_safe: no row can ever be made, for stones stay. */
static bool gomoku_safe(const check_claim_t *claim, const check_board_t *board)
{
	return gomoku_distance(claim, board) == FAR;
}

/* keep_ends adds the empty ends of the rows that the attacker's stone on that point has made. */
static void keep_ends(const check_claim_t *claim, const check_board_t *board, int point,
                      set_t *zone)
{
	for (int d = 0; d < 4; d++) {
		const int x = point % claim->width, y = point / claim->width;
		int before, end[2];
		const int run = renju_run(claim, board, x, y, d, &before);

		ends_of(claim, x - before * renju_step[d][0], y - before * renju_step[d][1], d, run,
		        end);
		for (int i = 0; i < 2 && run == claim->k; i++)
			if (end[i] != NO_POINT && board->at[end[i]] == STONE_NONE)
				set_add(zone, end[i]);
	}
}

static void gomoku_attack(const check_claim_t *claim, const check_board_t *from, int move,
                          const check_board_t *to, bool reached, set_t *zone)
{
	unsigned threes = 0;

	if (move == PASS) {
		claim_fill(claim, zone);
		return;
	}
	set_add(zone, move);
	if (claim->caro && reached)
		keep_ends(claim, to, move, zone);
	if (restrained(claim, ATTACKER))
		(void)renju_forbidden(claim, from, move, &threes);
	if (threes >= 2)
		claim_fill(claim, zone);
}

/* keep_window looks at the window that begins at (x, y) in direction d. */
static void keep_window(const check_claim_t *claim, const check_board_t *board, int x, int y, int d,
                        unsigned extra, set_t *zone)
{
	const int dx = renju_step[d][0], dy = renju_step[d][1];
	const int ex = x + (claim->k - 1) * dx, ey = y + (claim->k - 1) * dy;
	unsigned missing = 0;
	int keep = 2;

	if (ex >= claim->width || ey < 0 || ey >= claim->height)
		return;
	for (int i = 0; i < claim->k; i++) {
		const int p = (y + i * dy) * claim->width + x + i * dx;

		if (board->at[p] == claim->colour[ATTACKER])
			return;
		missing += board->at[p] == STONE_NONE;
		keep -= board->at[p] == STONE_NONE && set_has(zone, p);
	}
	if (missing > extra + 1)
		return;
	for (int i = 0; i < claim->k && keep > 0; i++) {
		const int p = (y + i * dy) * claim->width + x + i * dx;

		if (board->at[p] == STONE_NONE && !set_has(zone, p)) {
			set_add(zone, p);
			keep--;
		}
	}
}

static void gomoku_defence(const check_claim_t *claim, const check_board_t *board, unsigned extra,
                           set_t *zone)
{
	for (int p = 0; p < claim->area; p++)
		for (int d = 0; d < 4; d++)
			keep_window(claim, board, p % claim->width, p / claim->width, d, extra,
			            zone);
	for (int p = 0; p < claim->area && restrained(claim, DEFENDER); p++)
		if (set_has(zone, p) && board->at[p] == STONE_NONE && !may_stone(claim, board, p))
			claim_fill(claim, zone);
}

static const goal_words_t goals[] = {{"win", "wins"}};

const rules_t rules_gomoku = {
        .game = "gomoku",
        .goals = goals,
        .goal_count = sizeof(goals) / sizeof(goals[0]),
        .options = {{"k", "5|3|4|6"}, {"rule", "freestyle|standard|renju|caro"}},
        .least = 3,
        .most = SIDE_MAX,
        .columns = "ABCDEFGHIJKLMNOPQRST",
        .zones = ZONE_BEARS,
        .read = gomoku_read,
        .legal = gomoku_legal,
        .play = gomoku_play,
        .judge = gomoku_judge,
        .safe = gomoku_safe,
        .distance = gomoku_distance,
        .attack = gomoku_attack,
        .defence = gomoku_defence,
};
