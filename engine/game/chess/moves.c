/* SPDX-License-Identifier: MIT
 * moves.c - the generator.
 *
 * Moves come out legal: pieces that shield their king stay on the line to it, and
 * in check all but the king go to the squares that parry. Only the king's own steps
 * and en passant are tried on the spot. The four public questions are one function,
 * compiled four times with its mode a constant: lambda-search asks for checks, and
 * whether there are any, far more often than for everything. */
#include "engine/game/chess/moves.h"

#include "engine/base/check.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What is asked for. */
typedef struct {
	bool checks; /* only moves that give check */
	bool first;  /* one is enough */
} mode_t;

typedef struct {
	const board_t *b;
	move_t *out;
	unsigned count;
	unsigned us, king;
	uint64_t own, occupied;
	uint64_t checkers; /* of our king */
	uint64_t pinned;   /* own pieces that shield it */
	uint64_t target;   /* squares that parry a check; all when there is none */
	aim_t aim;         /* mode.checks only */
} gen_t;

/* screens finds the pieces of `us` that alone stand between `king`, of either
 * colour, and a slider of colour `by`. */
static uint64_t screens(const board_t *b, unsigned us, unsigned king, unsigned by)
{
	const uint64_t queens = b->kind[QUEEN], seen_past_us = b->colour[!us];
	uint64_t snipers = (reach_bishop(king, seen_past_us) & (b->kind[BISHOP] | queens)) |
	                   (reach_rook(king, seen_past_us) & (b->kind[ROOK] | queens));
	uint64_t found = 0;

	snipers &= b->colour[by];
	while (snipers != 0) {
		const uint64_t between =
		        chess_tables.between[king][take_square(&snipers)] & b->colour[us];

		if ((between & (between - 1)) == 0)
			found |= between;
	}
	return found;
}

void moves_aim(const board_t *b, aim_t *out)
{
	const unsigned us = b->to_move, king = board_king(b, !us);
	const uint64_t occupied = board_occupied(b);

	out->king = king;
	out->direct[PAWN] = chess_tables.pawn[!us][king];
	out->direct[KNIGHT] = chess_tables.knight[king];
	out->direct[BISHOP] = reach_bishop(king, occupied);
	out->direct[ROOK] = reach_rook(king, occupied);
	out->direct[QUEEN] = out->direct[BISHOP] | out->direct[ROOK];
	out->direct[KING] = 0;
	out->hidden = screens(b, us, king, us);
}

/* checks_rarely: the moves that moves_checks has no mask for, tried on the board. */
static bool checks_rarely(const board_t *b, const aim_t *aim, move_t move)
{
	board_t after = *b;

	chess_board_make(&after, move);
	return board_is_attacked(&after, aim->king, b->to_move, board_occupied(&after));
}

bool moves_checks(const board_t *b, const aim_t *aim, move_t move)
{
	const unsigned from = move_from(move), to = move_to(move), kind = b->at[from];

	if (has_square(aim->direct[kind], to) && move_promotion(move) == PAWN)
		return true;
	if (has_square(aim->hidden, from) && !has_square(chess_tables.line[aim->king][from], to))
		return true;
	if (kind == PAWN && (move_promotion(move) != PAWN || to == b->en_passant))
		return checks_rarely(b, aim, move);
	if (kind == KING && (to == from + 2 || to + 2 == from))
		return checks_rarely(b, aim, move);
	return false;
}

ALWAYS_INLINE void add(gen_t *g, move_t move)
{
	assert(g->count < MOVES_MAX);
	g->out[g->count++] = move;
}

ALWAYS_INLINE void add_all(gen_t *g, unsigned from, uint64_t targets)
{
	while (targets != 0)
		add(g, move_make(from, take_square(&targets), PAWN));
}

/* checking cuts targets down to those that give check. */
ALWAYS_INLINE uint64_t checking(const gen_t *g, kind_t kind, unsigned from)
{
	return g->aim.direct[kind] |
	       (has_square(g->aim.hidden, from) ? ~chess_tables.line[g->aim.king][from] : 0);
}

ALWAYS_INLINE void add_pieces(gen_t *g, mode_t mode, kind_t kind)
{
	uint64_t set = g->own & g->b->kind[kind];

	while (set != 0) {
		const unsigned from = take_square(&set);
		uint64_t targets = reach_piece(kind, from, g->occupied) & ~g->own & g->target;

		if (has_square(g->pinned, from))
			targets &= chess_tables.line[g->king][from];
		if (mode.checks)
			targets &= checking(g, kind, from);
		add_all(g, from, targets);
		if (mode.first && g->count > 0)
			return;
	}
}

static void add_promotions(gen_t *g, mode_t mode, unsigned from, uint64_t targets)
{
	while (targets != 0) {
		const unsigned to = take_square(&targets);

		for (unsigned kind = QUEEN; kind >= KNIGHT; kind--) {
			const move_t move = move_make(from, to, (kind_t)kind);

			if (!mode.checks || moves_checks(g->b, &g->aim, move))
				add(g, move);
		}
	}
}

static void add_en_passant(gen_t *g, mode_t mode)
{
	const unsigned to = g->b->en_passant;
	uint64_t pawns = chess_tables.pawn[!g->us][to] & g->b->kind[PAWN] & g->own;

	while (pawns != 0) {
		const unsigned from = take_square(&pawns);
		const move_t move = move_make(from, to, PAWN);

		if (chess_board_takes_en_passant(g->b, from, to) &&
		    (!mode.checks || moves_checks(g->b, &g->aim, move)))
			add(g, move);
	}
}

ALWAYS_INLINE void add_pawns(gen_t *g, mode_t mode)
{
	const uint64_t empty = ~g->occupied, theirs = g->occupied & ~g->own;
	const uint64_t last = UINT64_C(0xff000000000000ff);
	uint64_t set = g->own & g->b->kind[PAWN];

	while (set != 0) {
		const unsigned from = take_square(&set);
		const unsigned home = g->us == WHITE ? 1 : 6;
		uint64_t push =
		        (g->us == WHITE ? square_bit(from) << 8 : square_bit(from) >> 8) & empty;
		uint64_t targets = push | (chess_tables.pawn[g->us][from] & theirs);

		if (from >> 3 == home)
			targets |= (g->us == WHITE ? push << 8 : push >> 8) & empty;
		targets &= g->target;
		if (has_square(g->pinned, from))
			targets &= chess_tables.line[g->king][from];
		if ((targets & last) != 0) {
			add_promotions(g, mode, from, targets);
			continue;
		}
		if (mode.checks)
			targets &= checking(g, PAWN, from);
		add_all(g, from, targets);
	}
	if (g->b->en_passant != SQUARE_NONE)
		add_en_passant(g, mode);
}

ALWAYS_INLINE void add_king(gen_t *g, mode_t mode)
{
	const uint64_t others = g->occupied ^ square_bit(g->king);
	uint64_t targets = chess_tables.king[g->king] & ~g->own;

	if (mode.checks)
		targets &= checking(g, KING, g->king);
	while (targets != 0) {
		const unsigned to = take_square(&targets);

		if (!board_is_attacked(g->b, to, !g->us, others))
			add(g, move_make(g->king, to, PAWN));
		if (mode.first && g->count > 0)
			return;
	}
}

static void add_castling(gen_t *g, mode_t mode, bool castles_short)
{
	const unsigned home = g->us == WHITE ? 0 : 56, king = home | E1;
	const unsigned to = home | (castles_short ? G1 : C1),
	               over = home | (castles_short ? F1 : D1);
	const uint64_t way = chess_tables.between[king][home | (castles_short ? H1 : A1)];
	const move_t move = move_make(king, to, PAWN);

	assert(g->king == king);
	if ((way & g->occupied) != 0 || board_is_attacked(g->b, over, !g->us, g->occupied) ||
	    board_is_attacked(g->b, to, !g->us, g->occupied))
		return;
	if (!mode.checks || moves_checks(g->b, &g->aim, move))
		add(g, move);
}

static void add_castlings(gen_t *g, mode_t mode)
{
	const unsigned rights = g->b->castling >> (g->us == WHITE ? 0 : 2);

	if ((rights & CASTLE_WHITE_SHORT) != 0)
		add_castling(g, mode, true);
	if ((rights & CASTLE_WHITE_LONG) != 0)
		add_castling(g, mode, false);
}

/* add_king_captures adds what pins kept from taking the other king. */
static void add_king_captures(gen_t *g)
{
	const unsigned to = board_king(g->b, !g->us);
	uint64_t set = board_attackers(g->b, to, g->us, g->occupied);

	while (set != 0) {
		const unsigned from = take_square(&set);
		bool there = false;

		for (unsigned i = 0; i < g->count; i++)
			there = there || (move_from(g->out[i]) == from && move_to(g->out[i]) == to);
		if (there)
			continue;
		if (g->b->at[from] == PAWN && (to >> 3 == 0 || to >> 3 == 7))
			add_promotions(g, (mode_t){.checks = false}, from, square_bit(to));
		else
			add(g, move_make(from, to, PAWN));
	}
}

ALWAYS_INLINE unsigned generate(const board_t *b, mode_t mode, move_t *out)
{
	gen_t g = {.b = b, .out = out, .us = b->to_move, .target = ~UINT64_C(0)};

	g.king = board_king(b, g.us);
	g.own = b->colour[g.us];
	g.occupied = board_occupied(b);
	g.checkers = board_attackers(b, g.king, !g.us, g.occupied);
	if (mode.checks)
		moves_aim(b, &g.aim);
	if (g.checkers != 0) {
		if (mode.first && !mode.checks)
			add_king(&g, mode);
		if (mode.first && g.count > 0)
			return g.count;
		if ((g.checkers & (g.checkers - 1)) != 0) {
			if (!mode.first || mode.checks)
				add_king(&g, mode);
			return g.count;
		}
		g.target = g.checkers | chess_tables.between[g.king][__builtin_ctzll(g.checkers)];
	}
	g.pinned = screens(b, g.us, g.king, !g.us);
	for (unsigned kind = KNIGHT; kind <= QUEEN; kind++) {
		add_pieces(&g, mode, (kind_t)kind);
		if (mode.first && g.count > 0)
			return g.count;
	}
	add_pawns(&g, mode);
	if (mode.first && g.count > 0)
		return g.count;
	add_king(&g, mode);
	if (g.checkers == 0 && b->castling != 0)
		add_castlings(&g, mode);
	if (!mode.checks && !mode.first && b->passed && board_in_check(b, !g.us))
		add_king_captures(&g);
	return g.count;
}

unsigned moves_legal(const board_t *b, move_t *out)
{
	return generate(b, (mode_t){.checks = false}, out);
}

unsigned moves_checking(const board_t *b, move_t *out)
{
	return generate(b, (mode_t){.checks = true}, out);
}

bool moves_any(const board_t *b)
{
	move_t out[MOVES_MAX];

	return generate(b, (mode_t){.first = true}, out) > 0;
}

bool moves_any_checking(const board_t *b)
{
	move_t out[MOVES_MAX];

	return generate(b, (mode_t){.checks = true, .first = true}, out) > 0;
}

move_t moves_king_capture(const board_t *b)
{
	const unsigned to = board_king(b, !b->to_move);
	uint64_t set;
	unsigned from;

	if (!b->passed)
		return MOVE_NONE;
	set = board_attackers(b, to, b->to_move, board_occupied(b));
	if (set == 0)
		return MOVE_NONE;
	from = take_square(&set);
	return move_make(from, to,
	                 b->at[from] == PAWN && (to >> 3 == 0 || to >> 3 == 7) ? QUEEN : PAWN);
}

bool moves_is_legal(const board_t *b, move_t move)
{
	move_t out[MOVES_MAX];
	unsigned count = moves_legal(b, out);

	for (unsigned i = 0; i < count; i++)
		if (out[i] == move)
			return true;
	return false;
}
