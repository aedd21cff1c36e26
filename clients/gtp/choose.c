/* SPDX-License-Identifier: MIT
 * choose.c - which of several moves that work to tell.
 *
 * A search ends with the first move that it has shown to work. A player would rather have
 *
 *   no ko      a move that takes no ko: whoever starts one gives the other side a move elsewhere,
 *              even where he wins the ko;
 *   stones     the move that takes the most stones at once: what it takes is gone whatever comes
 *              later, and its neighbours have the liberties;
 *   to last    of a defence that the highest order left open, no move that this order has found
 *              broken already: then the one that the search was looking at when it ended.
 *
 * None of it changes what is said of the block: a move is only told instead of another if the
 * solver says that it works as surely.
 *
 * Design     Only moves that would be better are asked about, so most answers cost nothing more;
 *            and as the table knows the neighbourhood by then, few nodes will do. What is looked
 *            at is near: where the block, or a weak block beside it, may be taken or saved. More
 *            wishes (the fewest plies, the most liberties) would take a search of every move
 *            that works, and say less: plies of df-pn's proofs are not the least. */
#include "clients/gtp/choose.h"

enum {
	CHOICE_NODES = 1000, /* to ask about a move: a millisecond */
	WEAK_LIBERTIES = 2,
	TAKES_KO = -1, /* the worth of a move that does */
};

/* Moves to look at, the nearest first. */
typedef struct {
	unsigned count;
	int move[SGF_POINTS_MAX], worth[SGF_POINTS_MAX];
	bool seen[SGF_POINTS_MAX];
} choices_t;

static unsigned enemy_of(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

static int stones_of(const sgf_board_t *board, unsigned colour)
{
	int count = 0;

	for (unsigned i = 0; i < board->width * board->height; i++)
		count += board->stones[i] == colour;
	return count;
}

/* worth_of a legal move: the stones that it takes. */
static int worth_of(const sgf_board_t *board, int move, unsigned colour)
{
	sgf_board_t after = *board;

	after.ko = SGF_NO_POINT;
	sgf_board_play(&after, move, colour);
	return after.ko != SGF_NO_POINT
	               ? TAKES_KO
	               : stones_of(board, enemy_of(colour)) - stones_of(&after, enemy_of(colour));
}

static void add(const sgf_board_t *board, int move, unsigned colour, choices_t *out)
{
	if (out->seen[move])
		return;
	out->seen[move] = true;
	if (!sgf_board_legal(board, move, colour))
		return;
	out->worth[out->count] = worth_of(board, move, colour);
	out->move[out->count++] = move;
}

/* add_weak adds the liberties of the weak blocks beside a point. */
static void add_weak(const sgf_board_t *board, int point, unsigned colour, choices_t *out)
{
	int beside[4];
	const unsigned count = sgf_board_beside(board, point, beside);
	sgf_block_t block;

	for (unsigned i = 0; i < count; i++) {
		if (board->stones[beside[i]] == SGF_EMPTY)
			continue;
		sgf_board_block(board, beside[i], &block);
		for (unsigned k = 0; block.liberties <= WEAK_LIBERTIES && k < block.liberties; k++)
			add(board, block.liberty[k], colour, out);
	}
}

static void list(const sgf_board_t *board, int point, unsigned colour, choices_t *out)
{
	sgf_block_t block;

	sgf_board_block(board, point, &block);
	for (unsigned i = 0; i < block.liberties; i++)
		add(board, block.liberty[i], colour, out);
	for (unsigned i = 0; i < block.stones; i++)
		add_weak(board, block.stone[i], colour, out);
	for (unsigned i = 0; i < block.liberties; i++)
		add_weak(board, block.liberty[i], colour, out);
}

/* best_of takes the best choice that is worth more than that out of the list. */
static bool best_of(choices_t *choices, int worth, int *move)
{
	unsigned best = choices->count;

	for (unsigned i = 0; i < choices->count; i++) {
		if (choices->worth[i] > worth) {
			worth = choices->worth[i];
			best = i;
		}
	}
	if (best == choices->count)
		return false;
	*move = choices->move[best];
	choices->worth[best] = TAKES_KO;
	return true;
}

/* prefer looks for a better move than one that works. */
static bool prefer(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer)
{
	const tesuji_value_t success = attacks ? TESUJI_PROVEN : TESUJI_DISPROVEN;
	const unsigned owner = board->stones[point];
	const unsigned colour = attacks ? enemy_of(owner) : owner;
	const int worth = worth_of(board, answer->move, colour);
	choices_t choices = {.count = 0};
	tesuji_value_t value = TESUJI_UNDECIDED;
	int move;

	list(board, point, colour, &choices);
	while (value != success && best_of(&choices, worth, &move)) {
		if (!ask_works(ask, board, point, move, attacks, CHOICE_NODES, &value))
			return false;
		if (value == success)
			answer->move = move;
	}
	return true;
}

/* mend replaces a defence that is found broken by the one that was looked at last, unless that is
 * broken as well. */
static bool mend(ask_t *ask, const sgf_board_t *board, int point, answer_t *answer)
{
	tesuji_value_t value;

	if (!ask_works(ask, board, point, answer->move, false, CHOICE_NODES, &value))
		return false;
	if (value != TESUJI_PROVEN)
		return true;
	if (!ask_works(ask, board, point, answer->leading, false, CHOICE_NODES, &value))
		return false;
	if (value != TESUJI_PROVEN)
		answer->move = answer->leading;
	return true;
}

bool choose_move(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer)
{
	if (answer->code != ASK_SURE)
		return true;
	if (!attacks && answer->leading != SGF_NO_POINT && answer->leading != answer->move)
		return mend(ask, board, point, answer);
	return answer->move == SGF_NO_POINT || answer->leading != SGF_NO_POINT ||
	       prefer(ask, board, point, attacks, answer);
}
