/* SPDX-License-Identifier: MIT
 * link.c - see link.h.
 *
 * Proven     The search is asked first. That two stones can be joined it proves. That they cannot
 *            be, it says only for the orders that it has searched, and joining two stones often
 *            takes threats of higher orders than cutting them does: a failure by order is no cut.
 *
 * Judged     So a cut is tried: after its first move a guess (ask_link_guess) looks for a way to
 *            join the stones, at higher orders, among few moves. If it finds one, another cut is
 *            guessed at; if there is none, the stones count as joined. Where the search decides
 *            nothing at all, a guess of a cut takes its place, and is tried in the same way. What
 *            nothing has shown is taken to be joined by whoever is asked for a cut, and cut by
 *            whoever is asked for a connection: that is what is likelier.
 *
 * Captured   A connection with a block that is captured all the same is worth nothing. So where the
 *            stones cannot be cut, taking one of them is a cut, too. That is proven.
 *
 * Pass       Where the stones are apart even if their owner moves first, any move would do for a
 *            cut. A player prefers one between them: on a shortest way from one to the other,
 *            beside a block that is short of liberties.
 */
#include "clients/gtp/link.h"

enum {
	FURTHER = 1,           /* orders above the highest at which a guess looks, */
	FURTHER_TRY = 2,       /* and for what refutes a cut */
	LIBERTIES_COUNTED = 9, /* a block with more is no weaker */
	OTHER_BLOCK = 2,       /* what another block beside a cut costs, in liberties */
};

static unsigned enemy_of(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

/* in_one_block returns whether two stones are in one block. */
static bool in_one_block(const sgf_board_t *board, int one, int other)
{
	sgf_block_t block;

	sgf_board_block(board, one, &block);
	for (unsigned i = 0; i < block.stones; i++) {
		if (block.stone[i] == other)
			return true;
	}
	return false;
}

/* Points by how many empty points a way from a stone has to take, up to and with the point; UNMET
 * where there is no way. Stones of its colour cost nothing, the enemy's are no way. */
typedef struct {
	int steps[SGF_POINTS_MAX];
} ways_t;

enum { UNMET = SGF_POINTS_MAX };

static void ways_from(const sgf_board_t *board, int from, ways_t *out)
{
	const unsigned colour = board->stones[from];
	bool changed = true;

	for (unsigned p = 0; p < board->width * board->height; p++)
		out->steps[p] = UNMET;
	out->steps[from] = 0;
	while (changed) {
		changed = false;
		for (unsigned p = 0; p < board->width * board->height; p++) {
			const int cost = board->stones[p] == SGF_EMPTY;
			int beside[4];

			if (!cost && board->stones[p] != colour)
				continue;
			for (unsigned i = sgf_board_beside(board, (int)p, beside); i-- > 0;) {
				if (out->steps[beside[i]] + cost >= out->steps[p])
					continue;
				out->steps[p] = out->steps[beside[i]] + cost;
				changed = true;
			}
		}
	}
}

/* worth_of tells how well an empty point cuts: best beside a weak block of the owner's, and beside
 * none but the two. */
static int worth_of(const sgf_board_t *board, const int points[2], int point)
{
	unsigned least = LIBERTIES_COUNTED;
	int beside[4], others = 0;
	sgf_block_t block;

	for (unsigned i = sgf_board_beside(board, point, beside); i-- > 0;) {
		if (board->stones[beside[i]] != board->stones[points[0]])
			continue;
		others += !in_one_block(board, points[0], beside[i]) &&
		          !in_one_block(board, points[1], beside[i]);
		sgf_board_block(board, beside[i], &block);
		if (block.liberties < least)
			least = block.liberties;
	}
	return -(OTHER_BLOCK * others) - (int)least;
}

/* between returns the enemy's legal move on a shortest way that cuts best; SGF_NO_POINT: there is
 * none. */
static int between(const sgf_board_t *board, const int points[2])
{
	const unsigned enemy = enemy_of(board->stones[points[0]]);
	static ways_t from[2]; /* large */
	int least = UNMET, best = SGF_NO_POINT, most = 0;

	for (unsigned i = 0; i < 2; i++)
		ways_from(board, points[i], &from[i]);
	for (int p = 0; p < (int)(board->width * board->height); p++) {
		const int length = from[0].steps[p] + from[1].steps[p];
		int worth;

		if (board->stones[p] != SGF_EMPTY || length > least ||
		    !sgf_board_legal(board, p, enemy))
			continue;
		worth = worth_of(board, points, p);
		if (length == least && best != SGF_NO_POINT && worth <= most)
			continue;
		least = length;
		best = p;
		most = worth;
	}
	return best;
}

/* try_cut sets *joins to whether, after the enemy's move, a guess finds a way to join the
 * stones. */
static bool try_cut(ask_t *ask, const sgf_board_t *board, const int points[2], int move,
                    bool *joins)
{
	sgf_board_t after = *board;
	answer_t answer;
	bool known;

	*joins = false;
	after.ko = SGF_NO_POINT;
	if (move >= 0)
		sgf_board_play(&after, move, enemy_of(board->stones[points[0]]));
	if (after.stones[points[0]] == SGF_EMPTY || after.stones[points[1]] == SGF_EMPTY)
		return true;
	if (!ask_link_guess(ask, &after, points, TESUJI_ATTACKER, FURTHER_TRY, &answer, &known))
		return false;
	*joins = known && answer.code == ASK_SURE;
	return true;
}

bool link_connect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out)
{
	answer_t guess;
	bool known;

	*out = (answer_t){.code = ASK_SURE, .move = SGF_NO_POINT, .leading = SGF_NO_POINT};
	if (in_one_block(board, points[0], points[1]))
		return true;
	if (!ask_link(ask, board, points, TESUJI_ATTACKER, out, &known))
		return false;
	if (known && out->code != ASK_FAILS)
		return true;
	if (!known)
		*out = (answer_t){.basis = ASK_JUDGED, .leading = SGF_NO_POINT};
	if (!ask_link_guess(ask, board, points, TESUJI_ATTACKER, FURTHER, &guess, &known))
		return false;
	if (known && guess.code == ASK_SURE)
		*out = guess;
	return true;
}

/* find_cut looks for a cut, proven for the orders that are searched or judged, and tries it. */
static bool find_cut(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out)
{
	bool known, joins;

	if (!ask_link(ask, board, points, TESUJI_DEFENDER, out, &known))
		return false;
	if (known && out->code != ASK_SURE)
		return true;
	if (!known && !ask_link_guess(ask, board, points, TESUJI_DEFENDER, 0, out, &known))
		return false;
	if (known && out->code == ASK_SURE) {
		if (!try_cut(ask, board, points, out->move, &joins))
			return false;
		if (!joins)
			return true;
		if (!ask_link_guess(ask, board, points, TESUJI_DEFENDER, FURTHER, out, &known))
			return false;
	}
	if (!known || out->code != ASK_SURE)
		*out = (answer_t){
		        .basis = ASK_JUDGED, .move = SGF_NO_POINT, .leading = SGF_NO_POINT};
	return true;
}

bool link_disconnect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out)
{
	*out = (answer_t){.move = SGF_NO_POINT, .leading = SGF_NO_POINT};
	if (in_one_block(board, points[0], points[1]))
		return true;
	if (!find_cut(ask, board, points, out))
		return false;
	for (unsigned i = 0; i < 2 && out->code == ASK_FAILS; i++) {
		answer_t capture;
		bool known;

		if (!ask_briefly(ask, board, points[i], true, &capture, &known))
			return false;
		if (known && capture.code == ASK_SURE)
			*out = capture;
	}
	if (out->code == ASK_SURE && out->move < 0)
		out->move = between(board, points);
	return true;
}
