/* SPDX-License-Identifier: MIT
 * choice.c - see choice.h.
 *
 * Design     This is no chess program: material, read off the FEN, after captures a few plies deep,
 *            and between equals the move that leaves the opponent fewer moves and stands nearer to
 *            the middle.
 */
#include "clients/uci/choice.h"

#include <string.h>

#include "clients/uci/position.h"

enum {
	CAPTURES_DEEP = 3,
	MATED = 100000,
	ALLOWS_MATE = 50000,
	INFINITE = 1000000,
	TIGHT = 2, /* centipawns for each move that the opponent has less */
};

/* material is what the side to move has more than the other, in centipawns. */
static int material(const position_t *position)
{
	static const char pieces[] = "PNBRQpnbrq";
	static const int worth[] = {100, 310, 320, 500, 900, -100, -310, -320, -500, -900};
	char fen[UCI_FEN_BYTES];
	const char *at = fen;
	int sum = 0;

	uci_position_fen(position, fen);
	for (; *at != ' '; at++) {
		const char *piece = strchr(pieces, *at);

		if (piece != NULL)
			sum += worth[piece - pieces];
	}
	return at[1] == 'w' ? sum : -sum;
}

/* captures is the best that the side to move gets by captures, or by leaving things as they are. */
static int captures(const asking_t *search, position_t *position, unsigned deep, int alpha,
                    int beta)
{
	const int stands = material(position);
	move_t moves[MOVES_MAX];
	unsigned count;

	if (stands > alpha)
		alpha = stands;
	if (deep == 0 || alpha >= beta || asking_over(search))
		return alpha;
	count = position->game->legal_moves(position, moves);
	for (unsigned i = 0; i < count && alpha < beta; i++) {
		int worth;

		position->game->play(position, moves[i]);
		worth = material(position) == -stands
		                ? alpha
		                : -captures(search, position, deep - 1, -beta, -alpha);
		position->game->undo(position);
		if (worth > alpha)
			alpha = worth;
	}
	return alpha;
}

/* middle tells how near to the middle a move ends, in centipawns. */
static int middle(const position_t *position, move_t move)
{
	static const int near[8] = {0, 2, 4, 6, 6, 4, 2, 0};
	char text[MOVE_TEXT_MAX];

	uci_position_move(position, move, text);
	return near[(text[2] - 'a') & 7] + near[(text[3] - '1') & 7];
}

/* allows_mate tells whether the opponent, to move, mates at once. */
static bool allows_mate(const position_t *next)
{
	move_t moves[MOVES_MAX];
	const unsigned count = next->game->legal_moves(next, moves);

	for (unsigned i = 0; i < count; i++) {
		if (uci_position_mates(next, moves[i]))
			return true;
	}
	return false;
}

static int judge(const asking_t *search, position_t *position, move_t move)
{
	move_t replies[MOVES_MAX];
	unsigned count;
	int worth;

	if (uci_position_mates(position, move))
		return MATED;
	worth = middle(position, move);
	position->game->play(position, move);
	count = position->game->legal_moves(position, replies);
	if (count == 0)
		worth = 0; /* stalemate */
	else if (allows_mate(position))
		worth = -ALLOWS_MATE;
	else
		worth -= captures(search, position, CAPTURES_DEEP, -INFINITE, INFINITE) +
		         TIGHT * (int)count;
	position->game->undo(position);
	return worth;
}

move_t uci_choice(const asking_t *search, position_t *position, const move_t *moves, unsigned count)
{
	move_t best = moves[0];
	int most = -INFINITE;

	for (unsigned i = 0; i < count; i++) {
		const int worth = judge(search, position, moves[i]);

		if (worth > most) {
			most = worth;
			best = moves[i];
		}
		if (asking_over(search))
			break;
	}
	return best;
}
