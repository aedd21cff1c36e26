/* SPDX-License-Identifier: MIT
 * mate.c - distance, the ends of the game, and the moves in a likely order.
 *
 * Distance   Taking the king is 1, a check 2, and a move before the check 3; there
 *            is no cheap way to tell more. It is exact up to 3, so order 1 never
 *            looks at a position without a check, nor order 2 at a quiet move that
 *            leaves none to follow.
 *
 * Guesses    A move of the attacker takes as much to prove as the defender has replies. It takes
 *            less where he has to parry a threat of mate in one, for the attacker's glance at each
 *            reply (mate_at_once) will drop all others. Replies to other quiet moves count for less
 *            than one each, since in compositions the first move is quiet more often than not
 *            (docs/results/search.md, "Games").
 *
 * Order      Moves are thrown into a few classes and listed class by class. Who
 *            mates likes checks, then promotions, captures and moves near the king;
 *            who defends likes to take, to check, and to run. */
#include "engine/game/chess/mate.h"

#include "engine/base/check.h"
#include "engine/game/chess/moves.h"
#include "engine/tuning/tuning.h"

enum { CLASSES = 8 }; /* size: see Order */

/* two_steps: the squares around the king and around those. */
static uint64_t two_steps(unsigned king)
{
	uint64_t ring = chess_tables.king[king], wide = ring;

	while (ring != 0)
		wide |= chess_tables.king[take_square(&ring)];
	return wide;
}

static bool defender_to_move(const board_t *b)
{
	return b->to_move != b->attacker;
}

/* has_king: false once the king has been taken. */
static bool has_king(const board_t *b, unsigned colour)
{
	return (b->kind[KING] & b->colour[colour]) != 0;
}

unsigned mate_distance(const board_t *b)
{
	board_t passed;

	if (board_in_check(b, !b->attacker))
		return 1;
	if (!defender_to_move(b))
		return moves_any_checking(b) ? 2 : 3;
	passed = *b;
	chess_board_make(&passed, MOVE_PASS);
	return moves_any_checking(&passed) ? 2 : 3;
}

bool mate_lost(const board_t *b)
{
	const uint64_t attackers = b->colour[b->attacker];

	if (!has_king(b, !b->attacker))
		return false;
	if ((attackers & (attackers - 1)) == 0)
		return true; /* a bare king */
	if (!defender_to_move(b))
		return !moves_any(b) && !board_in_check(b, !b->attacker);
	return !moves_any(b) && !board_in_check(b, b->to_move);
}

/* sort lists the moves class by class, keeping the order within each. */
static void sort(move_t *list, unsigned count, const uint8_t *class)
{
	move_t old[MOVES_MAX];
	unsigned start[CLASSES + 1] = {0};

	for (unsigned i = 0; i < count; i++) {
		old[i] = list[i];
		start[class[i] + 1]++;
	}
	for (unsigned c = 1; c <= CLASSES; c++)
		start[c] += start[c - 1];
	for (unsigned i = 0; i < count; i++)
		list[start[class[i]]++] = old[i];
}

static unsigned attack_class(const board_t *b, const aim_t *aim, uint64_t near, move_t move)
{
	const unsigned captured = b->at[move_to(move)];
	const kind_t promotion = move_promotion(move);

	if (captured == KING || moves_checks(b, aim, move))
		return captured != PIECE_NONE ? 0 : 1;
	if (promotion != PAWN)
		return promotion == QUEEN ? 2 : 7;
	if (captured != PIECE_NONE && captured != PAWN)
		return 3;
	if (has_square(near, move_to(move)))
		return 4;
	return captured != PIECE_NONE ? 5 : 6;
}

unsigned mate_attacks(const board_t *b, unsigned order, move_t *out)
{
	uint8_t class[MOVES_MAX];
	aim_t aim;
	uint64_t near;
	unsigned count;

	assert(!defender_to_move(b));
	if (order == 0) {
		out[0] = moves_king_capture(b);
		return out[0] != MOVE_NONE;
	}
	if (order == 1 && !board_in_check(b, !b->attacker))
		count = moves_checking(b, out);
	else
		count = moves_legal(b, out);
	moves_aim(b, &aim);
	near = two_steps(aim.king);
	for (unsigned i = 0; i < count; i++)
		class[i] = (uint8_t)attack_class(b, &aim, near, out[i]);
	sort(out, count, class);
	return count;
}

static unsigned reply_class(const board_t *b, const aim_t *aim, uint64_t checkers, move_t move)
{
	const unsigned from = move_from(move), to = move_to(move);
	const bool king = b->at[from] == KING;

	if (has_square(checkers, to))
		return king ? 1 : 0;
	if (moves_checks(b, aim, move))
		return 2;
	if (b->at[to] != PIECE_NONE)
		return b->at[to] != PAWN ? 3 : 5;
	if (king)
		return 4;
	return move_promotion(move) != PAWN && move_promotion(move) != QUEEN ? 7 : 6;
}

unsigned mate_replies(const board_t *b, move_t *out)
{
	const unsigned us = b->to_move, king = board_king(b, us);
	uint64_t checkers;
	uint8_t class[MOVES_MAX];
	aim_t aim;
	unsigned count;

	assert(defender_to_move(b));
	count = moves_legal(b, out);
	if (count < 2)
		return count;
	checkers = board_attackers(b, king, !us, board_occupied(b));
	moves_aim(b, &aim);
	for (unsigned i = 0; i < count; i++)
		class[i] = (uint8_t)reply_class(b, &aim, checkers, out[i]);
	sort(out, count, class);
	return count;
}

move_t mate_at_once(const board_t *b)
{
	move_t list[MOVES_MAX];
	const unsigned count = moves_checking(b, list);

	for (unsigned i = 0; i < count; i++) {
		board_t after = *b;

		chess_board_make(&after, list[i]);
		if (!moves_any(&after))
			return list[i];
	}
	return MOVE_NONE;
}

/* threatens: would the attacker mate at once if the defender, to move, passed? */
static bool threatens(const board_t *b)
{
	board_t passed = *b;

	chess_board_make(&passed, MOVE_PASS);
	return mate_at_once(&passed) != MOVE_NONE;
}

/* guess_reply estimates a position with the defender to move. */
static guess_t guess_reply(const board_t *b)
{
	move_t list[MOVES_MAX];
	unsigned count = moves_legal(b, list);

	if (count > 0 && !board_in_check(b, b->to_move))
		count = threatens(b) ? MATE_THREAT_PROOF
		                     : 1 + (count - 1) * MATE_QUIET_WEIGHT / MATE_QUIET_WEIGHT_ONE;
	return (guess_t){.proof = count, .disproof = 1};
}

guess_t mate_guess(const board_t *b)
{
	return defender_to_move(b) ? guess_reply(b)
	                           : (guess_t){.proof = 1, .disproof = 1, .is_near = true};
}
