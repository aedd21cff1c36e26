/* SPDX-License-Identifier: MIT
 * choose.c - see choose.h.
 *
 * A search ends with the first move that it proves to work. A player prefers
 *
 *   no ko      a move that takes no ko: whoever starts a ko gives the other side a move elsewhere,
 *              even if the ko is won;
 *   stones     the move that takes the most stones at once: they are gone whatever happens later,
 *              and their neighbours get the liberties;
 *   to last    for a defence that the highest order left undecided: no move that this order has
 *              already found broken. The next choice is the move that the search was looking at.
 *
 * Where a ko succeeds, and the other side has to find the first threat even if it moves first,
 * any move will do. A move that changes nothing is not told: an attack tells a pass, a defence
 * tells a move that has to do with the ko.
 *
 * None of this changes what is said of the block: one move is told instead of another only if
 * the solver says that it works as surely.
 *
 * Design     Only moves that would be better are asked about, so most answers cost nothing more.
 *            The table knows the neighbourhood by then, so few nodes suffice. The candidates are
 *            near: where the block, or a weak block beside it, may be taken or saved. More criteria
 *            (the fewest plies, the most liberties) would need a search of every move that works,
 *            and would say less: the plies of df-pn's proofs are not the least.
 */
#include "clients/gtp/choose.h"

#include <assert.h>

enum {
	CHOICE_NODES = 1000, /* for one candidate: a millisecond */
	WEAK_LIBERTIES = 2,
	TAKES_KO = -1, /* the worth of a move that takes a stone and leaves a ko */
};

/* Candidates, the nearest first. */
typedef struct {
	unsigned count;
	int move[SGF_POINTS_MAX], worth[SGF_POINTS_MAX];
	bool seen[SGF_POINTS_MAX];
} choices_t;

static unsigned enemy_of(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

/* mover_of returns the colour that moves first: the enemy of the block if `attacks`, else its
 * owner. */
static unsigned mover_of(const sgf_board_t *board, int point, bool attacks)
{
	return attacks ? enemy_of(board->stones[point]) : board->stones[point];
}

/* takes returns the worth of a legal move: how many stones it takes, or TAKES_KO. */
static int takes(const sgf_board_t *board, int move, unsigned colour)
{
	const unsigned enemy = enemy_of(colour);
	sgf_board_t next = *board;
	int taken = 0;

	next.ko = SGF_NO_POINT;
	sgf_board_play(&next, move, colour);
	for (unsigned i = 0; i < board->width * board->height; i++)
		taken += board->stones[i] == enemy && next.stones[i] != enemy;
	return next.ko != SGF_NO_POINT ? TAKES_KO : taken;
}

static void add(const sgf_board_t *board, int move, unsigned colour, choices_t *out)
{
	if (out->seen[move])
		return;
	out->seen[move] = true;
	if (!sgf_board_legal(board, move, colour))
		return;
	assert(out->count < SGF_POINTS_MAX); /* none is seen twice */
	out->worth[out->count] = takes(board, move, colour);
	out->move[out->count++] = move;
}

/* add_weak adds the liberties of the weak blocks beside a point to the candidates. */
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

/* best_of takes the best candidate out of the list. Returns false if none is worth more than
 * `worth`. */
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

/* prefer replaces the move of *answer, which works, by a better one that works, if there is one. */
static bool prefer(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer)
{
	const tesuji_value_t success = attacks ? TESUJI_PROVEN : TESUJI_DISPROVEN;
	const unsigned colour = mover_of(board, point, attacks);
	const int worth = takes(board, answer->move, colour);
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

/* mend replaces the move of a defence that the highest order finds broken by answer->leading,
 * unless that is broken as well. */
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

/* play makes a legal move for the side that moves first. Returns false if that takes the block
 * off the board. */
static bool play(sgf_board_t *board, int move, int point, bool attacks)
{
	const unsigned owner = board->stones[point];

	board->ko = SGF_NO_POINT;
	sgf_board_play(board, move, mover_of(board, point, attacks));
	return board->stones[point] == owner;
}

/* is_no_worse tells whether, after the defender's move, the attacker's best is no better than
 * `begins`, the attacker's answer without it. The move must be legal. */
static bool is_no_worse(ask_t *ask, const sgf_board_t *board, int move, int point,
                        const answer_t *begins)
{
	sgf_board_t next = *board;
	answer_t answer;

	return play(&next, move, point, false) && ask_attack(ask, &next, point, &answer) &&
	       (answer.code == ASK_FAILS || answer.code >= begins->code);
}

/* instead_of_pass replaces a pass that holds by a ko, where the attacker has to find the first
 * threat even after it. Any move that leaves it so would do; a player prefers one that has to do
 * with the ko: the attacker's first move, or the taking of the ko. */
static void instead_of_pass(ask_t *ask, const sgf_board_t *board, int point, answer_t *out)
{
	const unsigned colour = board->stones[point];
	answer_t begins;

	if (!ask_attack(ask, board, point, &begins) || begins.code == ASK_FAILS)
		return;
	for (int i = -1; i < (int)(board->width * board->height); i++) {
		const int move = i < 0 ? begins.move : i;

		if (move < 0 || !sgf_board_legal(board, move, colour) ||
		    (i >= 0 && takes(board, move, colour) != TAKES_KO))
			continue;
		if (is_no_worse(ask, board, move, point, &begins)) {
			out->move = move;
			return;
		}
	}
}

/* touches tells whether a stone of that colour is beside the point. */
static bool touches(const sgf_board_t *board, int point, unsigned colour)
{
	int beside[4];
	const unsigned count = sgf_board_beside(board, point, beside);

	for (unsigned i = 0; i < count; i++) {
		if (board->stones[beside[i]] == colour)
			return true;
	}
	return false;
}

/* is_idle tells whether a move in a ko, where the other side has to find the first threat, is no
 * better than a pass: after a pass the other side needs as many threats, and the move takes
 * nothing, is not where the other side would begin, and does not change how it would begin or
 * touches none of its stones. Returns false with ask->failure set, as ask_briefly does. */
static bool is_idle(ask_t *ask, const sgf_board_t *board, int point, bool attacks, int move,
                    bool *idle)
{
	const unsigned mover = mover_of(board, point, attacks);
	sgf_board_t next = *board;
	answer_t begins, answer;
	bool known;

	*idle = false;
	if (takes(board, move, mover) != 0)
		return true;
	if (!ask_briefly(ask, board, point, !attacks, &begins, &known))
		return false;
	if (!known || begins.code != ASK_KO_THREAT || begins.move == move ||
	    !play(&next, move, point, attacks))
		return true;
	if (!ask_briefly(ask, &next, point, !attacks, &answer, &known))
		return false;
	*idle = known && answer.code == begins.code && answer.threats == begins.threats &&
	        (answer.move == begins.move || !touches(board, move, enemy_of(mover)));
	return true;
}

/* in_ko chooses the move of an answer that succeeds by ko. */
static bool in_ko(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer)
{
	bool idle = false;

	if (answer->code == ASK_KO && answer->move >= 0 &&
	    !is_idle(ask, board, point, attacks, answer->move, &idle))
		return false;
	if (idle)
		answer->move = SGF_NO_POINT;
	if (!attacks && answer->move < 0)
		instead_of_pass(ask, board, point, answer);
	return true;
}

bool choose_move(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer)
{
	if (answer->code == ASK_FAILS)
		return true;
	if (answer->code != ASK_SURE)
		return in_ko(ask, board, point, attacks, answer);
	if (!attacks && answer->leading != SGF_NO_POINT && answer->leading != answer->move)
		return mend(ask, board, point, answer);
	return answer->move == SGF_NO_POINT || answer->leading != SGF_NO_POINT ||
	       prefer(ask, board, point, attacks, answer);
}
