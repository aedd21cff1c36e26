/* SPDX-License-Identifier: MIT
 * atarigo.c - Atari-Go for the checker, and why its zones are sound.
 *
 * The claim, for a node that was replayed on B with zone Z and `extra` s: with any s stones or
 * fewer of the defender's, S, put on empty points outside of Z, none of the attacker's blocks being
 * without liberty, it can be replayed as well.
 *
 * Attack m, in Z. A capture: the block has no liberty but m, so that no stone of S is next to it,
 * and m captures it there. If not, the attacker's block that m makes has a liberty in Z: m is
 * legal. (Should it capture on B+S, so much the better.) A move that leaves the defender stuck, and
 * a pass, need the whole board: then S is empty.
 *
 * Defence. Z holds the zone of `default` on B, the defender having made no move, with s + 1 extra
 * stones; and the zones after all legal replies on points of Z, with s, listed points among them. A
 * reply r on B+S outside of Z is one extra stone more: `default` goes on. One in Z was tried on B,
 * if it is legal there. If not, it is suicide: all around r is occupied, the defender's blocks
 * there have no liberty but r, which S does not add to; and the attacker's are not captured on B+S
 * either, for of every block of the attacker's with s + 1 liberties or fewer two are put into Z: S
 * takes neither and r one at most. If it has one only, that reply is tried, and wins. So no reply
 * captures anything either. If the defender has no legal move on B+S he passes, which `default` was
 * tried for, or has lost. check.c sees to a pass that is listed. */
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
        .most = SIDE_MAX,
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
