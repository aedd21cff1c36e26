/* SPDX-License-Identifier: MIT
 * atarigo.c - Atari-Go for the checker, and why its zones are sound.
 *
 * Claim      Let check.c replay a node on a board B with the zone Z and `extra` s. Let S be at most
 *            s stones of the defender's on empty points outside of Z, such that every attacker's
 *            block has a liberty on B+S, the board with S added. Then the node can be replayed on
 *            B+S. What follows shows it for a node, given that it holds for the children.
 *
 * Attack     The attacker plays m; Z holds m.
 *            - m captures a block on B: m is its only liberty, so no stone of S is next to the
 *              block, and m captures it on B+S.
 *            - m captures nothing on B: Z holds a liberty of the attacker's block that m makes, so
 *              m is legal on B+S. (If m captures a block on B+S, the goal is reached sooner.)
 *            - m is a pass, or leaves the defender without a legal move where that loses: Z is the
 *              whole board, and S is empty.
 *
 * Defence    The defender is to move. `default` was replayed as if he had made no move, with s + 1
 *            extra stones. Z holds the zone of that replay, and the zones of the answers to all
 *            legal replies on points of Z, each with s extra stones. The points of listed replies
 *            are in Z.
 *            No reply captures anything on B+S. Z holds two liberties of each attacker's block that
 *            has at most s + 1 of them: S takes neither, and a reply takes one of them at most. If
 *            the block has only one liberty, Z holds it, and that reply was tried and captures: the
 *            node could not have been replayed on B.
 *            Let r be a legal reply on B+S. If r is not in Z, it is one extra stone more, and
 *            `default` answers it. If r is in Z and legal on B, it was tried. r cannot be in Z and
 *            illegal on B: it would be suicide there, so all neighbours of r are occupied and the
 *            defender's blocks among them have no liberty but r; S adds nothing to these blocks,
 *            and r captures nothing on B+S, so r is suicide on B+S.
 *            If the defender has no legal move on B+S, he passes, which `default` answers, or he
 *            has lost. A pass that is listed is dealt with in check.c. */
#include "engine/proof/check/claim.h"
#include "engine/proof/check/stones.h"

static err_t atarigo_read(const certificate_header_t *header, const unsigned *values,
                          check_claim_t *claim, errinfo_t *why)
{
	if (header->target[0] != '\0')
		return err_at(why, ERR_VALUE, "header.goal.target", "this goal has none");
	if (stones_dead(claim, &claim->start) != NO_POINT)
		return err_at(why, ERR_POSITION, "header.position", "a block has no liberty");
	claim->free_pass = values[0] == 0;
	claim->stuck_loses = values[1] == 1;
	return ERR_OK;
}

static bool may_stone(const check_claim_t *claim, const check_board_t *board, int point)
{
	return board->at[point] == STONE_NONE &&
	       stones_breathe(claim, board, point, claim->colour[board->turn]);
}

/* stuck: has the side to move no legal move, the pass apart? */
static bool stuck(const check_claim_t *claim, const check_board_t *board)
{
	for (int p = 0; p < claim->area; p++)
		if (may_stone(claim, board, p))
			return false;
	return true;
}

static bool atarigo_legal(const check_claim_t *claim, const check_board_t *board, int move)
{
	if (move >= 0 && move < claim->area)
		return may_stone(claim, board, move);
	if (move != PASS)
		return false;
	if (board->turn == DEFENDER && claim->free_pass)
		return true;
	return !claim->stuck_loses && stuck(claim, board);
}

/* A capture is left on the board, for judge to see. */
static void atarigo_play(const check_claim_t *claim, check_board_t *board, int move)
{
	assert(move == PASS || (move >= 0 && move < claim->area && board->at[move] == STONE_NONE));
	if (move != PASS)
		board->at[move] = claim->colour[board->turn];
	board->turn = !board->turn;
}

static outcome_t atarigo_judge(const check_claim_t *claim, const check_board_t *board)
{
	const int dead = stones_dead(claim, board);
	const bool attacker = board->turn == ATTACKER;

	/* Both sides' blocks may lack liberties: who moved last has captured. */
	if (dead != NO_POINT)
		return attacker ? LOST : REACHED;
	if (!claim->stuck_loses || (!attacker && claim->free_pass) || !stuck(claim, board))
		return OPEN;
	return attacker ? LOST : REACHED;
}

/* atarigo_distance: liberties of a block; where the defender may be stuck that tells nothing. */
static int atarigo_distance(const check_claim_t *claim, const check_board_t *board)
{
	int least = FAR;

	if (claim->stuck_loses && !claim->free_pass)
		return 1;
	for (int p = 0; p < claim->area; p++) {
		check_block_t block;

		if (board->at[p] != claim->colour[DEFENDER])
			continue;
		stones_block(claim, board, p, &block);
		least = block.free < least ? block.free : least;
	}
	return least;
}

static void atarigo_attack(const check_claim_t *claim, const check_board_t *from, int move,
                           const check_board_t *to, bool reached, set_t *zone)
{
	check_block_t block;

	(void)from;
	if (move == PASS || (reached && stones_dead(claim, to) == NO_POINT)) {
		claim_fill(claim, zone);
		return;
	}
	set_add(zone, move);
	if (reached)
		return;
	stones_block(claim, to, move, &block);
	for (int p = 0; p < claim->area; p++)
		if (set_has(&block.liberties, p) && set_has(zone, p))
			return;
	for (int p = 0; p < claim->area; p++)
		if (set_has(&block.liberties, p)) {
			set_add(zone, p);
			return;
		}
}

static void atarigo_defence(const check_claim_t *claim, const check_board_t *board, unsigned extra,
                            set_t *zone)
{
	for (int p = 0; p < claim->area; p++) {
		int keep = 2;
		check_block_t block;

		if (board->at[p] != claim->colour[ATTACKER])
			continue;
		stones_block(claim, board, p, &block);
		if (block.free > (int)extra + 1)
			continue;
		for (int q = 0; q < claim->area; q++)
			keep -= set_has(&block.liberties, q) && set_has(zone, q);
		for (int q = 0; q < claim->area && keep > 0; q++)
			if (set_has(&block.liberties, q) && !set_has(zone, q)) {
				set_add(zone, q);
				keep--;
			}
	}
}

static const goal_words_t goals[] = {{"win", "wins"}};

const rules_t rules_atarigo = {
        .game = "atarigo",
        .goals = goals,
        .goal_count = sizeof(goals) / sizeof(goals[0]),
        .options = {{"pass", "yes|no"}, {"stuck", "passes|loses"}},
        .least = 2,
        .most = GO_SIDE_MAX,
        .columns = "ABCDEFGHJKLMNOPQRST",
        .zones = ZONE_BEARS,
        .read = atarigo_read,
        .legal = atarigo_legal,
        .play = atarigo_play,
        .judge = atarigo_judge,
        .distance = atarigo_distance,
        .attack = atarigo_attack,
        .defence = atarigo_defence,
};
