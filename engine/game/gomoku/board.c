/* SPDX-License-Identifier: MIT
 * board.c - playing a stone and taking it back.
 *
 * A stone touches the k windows of each direction that it lies in, and where rows must
 * be exact, the two that end next to it; by the rule caro those of the other side, too, which it
 * closes if their other end is blocked. All that is known of them
 * comes out of the line's bits, so that a stone needs no record but its point:
 * taking it back is the same walk the other way around.
 */
#include "engine/game/gomoku/board.h"

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/game/gomoku/renju.h"

typedef enum { PLACE, REMOVE } change_t;

static inline void set_toggle(gomoku_t *board, unsigned side, unsigned stones, unsigned d,
                              unsigned first)
{
	board->open[side][stones].word[d][first / 64] ^= UINT64_C(1) << first % 64;
}

/* Of the windows that a stone touches, how many have each number of stones: a byte each, so that
 * the counts of the board need not wait for each other. */
typedef uint64_t tally_t;

_Static_assert((K_MOST + 2) * LINE_DIRECTIONS <= UINT8_MAX && K_MOST < sizeof(tally_t),
               "it has room");

static inline void tally_add(tally_t *tally, unsigned stones)
{
	*tally += UINT64_C(1) << 8 * stones;
}

/* gain: open windows have one stone more than `tally` says, or no longer. */
static inline void gain(gomoku_t *board, change_t change, unsigned side, tally_t tally)
{
	for (unsigned stones = 0; tally != 0; stones++, tally >>= 8) {
		const uint16_t windows = (uint8_t)tally;

		assert(board->n[side][stones + (change == REMOVE)] >= windows);
		board->n[side][stones + (change == REMOVE)] -= windows;
		board->n[side][stones + (change == PLACE)] += windows;
	}
}

/* lose: they are no longer open, or open again. */
static inline void lose(gomoku_t *board, change_t change, unsigned side, tally_t tally)
{
	for (unsigned stones = 0; tally != 0; stones++, tally >>= 8) {
		const uint16_t windows = (uint8_t)tally;

		assert(change != PLACE || board->n[side][stones] >= windows);
		if (change == PLACE)
			board->n[side][stones] -= windows;
		else
			board->n[side][stones] += windows;
	}
}

/* closed_at returns the bits of a line from which no window of k points is open for `side`. */
static inline uint32_t closed_at(const gomoku_t *board, side_t side, unsigned line, unsigned k,
                                 bool longer_wins)
{
	const uint32_t own = board->stone[side][line], their = board->stone[!side][line];
	const uint32_t barred = ~board->geo->valid[line] | their;
	const uint32_t two = barred | barred >> 1; /* bits from which two points are barred */
	const uint32_t closed = k > 3 ? two | two >> 2 | two >> (k - 2) : two | barred >> 2;

	if (longer_wins)
		return closed;
	return (board->exact[side] ? closed | own << 1 | own >> k : closed) |
	       (board->caro ? their << 1 & their >> k : 0);
}

/* update_windows updates the windows around point p, which is still or again
 * empty in the lines. `longer_wins`: rows need not be exact, for either side. Inlined for what is
 * known beforehand: a third of the time of a search goes here. */
static inline __attribute__((always_inline)) void update_windows(gomoku_t *board, change_t change,
                                                                 side_t side, unsigned p,
                                                                 unsigned k, bool longer_wins)
{
	const lines_t *geo = board->geo;
	const side_t other = (side_t)!side;
	const uint32_t row = (UINT32_C(1) << k) - 1;
	tally_t gained = 0, lost = 0, spoilt = 0;

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		const unsigned line = geo->line[d][p], place = geo->place[d][p];
		const unsigned origin = p - place * geo->stride[d]; /* bit 0, off the board */
		const uint32_t own = board->stone[side][line], their = board->stone[other][line];
		const uint32_t through = row << (place - (k - 1));
		const uint32_t past =
		        UINT32_C(1) << (place + 1) | (place >= k ? UINT32_C(1) << (place - k) : 0);
		const uint32_t closed = closed_at(board, side, line, k, longer_wins);
		const uint32_t their_closed = closed_at(board, other, line, k, longer_wins);
		const uint32_t blocks =
		        !longer_wins && board->caro ? past & (own << 1 | own >> k) : 0;
		uint32_t set;

		for (set = through & ~closed; set != 0; set &= set - 1) {
			const unsigned from = (unsigned)__builtin_ctz(set);
			const unsigned stones = row_count(own >> from & row);
			const unsigned first = origin + from * geo->stride[d];

			set_toggle(board, side, stones, d, first);
			set_toggle(board, side, stones + 1, d, first);
			tally_add(&gained, stones);
		}
		for (set = (through | blocks) & ~their_closed; set != 0; set &= set - 1) {
			const unsigned from = (unsigned)__builtin_ctz(set);
			const unsigned stones = row_count(their >> from & row);

			set_toggle(board, other, stones, d, origin + from * geo->stride[d]);
			tally_add(&lost, stones);
		}
		for (set = !longer_wins && board->exact[side] ? past & ~closed : 0; set != 0;
		     set &= set - 1) {
			const unsigned from = (unsigned)__builtin_ctz(set);
			const unsigned stones = row_count(own >> from & row);

			set_toggle(board, side, stones, d, origin + from * geo->stride[d]);
			tally_add(&spoilt, stones);
		}
	}
	gain(board, change, side, gained);
	lose(board, change, other, lost);
	lose(board, change, side, spoilt);
}

/* update does so; the rules are known beforehand where they are the usual ones. */
static void update(gomoku_t *board, change_t change, side_t side, unsigned p)
{
	const bool longer_wins = !board->exact[SIDE_ATTACKER] && !board->exact[SIDE_DEFENDER];

	assert(!board->caro || !longer_wins);
	if (board->k != K_RENJU)
		update_windows(board, change, side, p, board->k, false);
	else if (longer_wins && change == PLACE)
		update_windows(board, PLACE, side, p, K_RENJU, true);
	else if (longer_wins)
		update_windows(board, REMOVE, side, p, K_RENJU, true);
	else if (change == PLACE)
		update_windows(board, PLACE, side, p, K_RENJU, false);
	else
		update_windows(board, REMOVE, side, p, K_RENJU, false);
}

static void toggle_stone(gomoku_t *board, side_t side, unsigned p)
{
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++)
		board->stone[side][board->geo->line[d][p]] ^= UINT32_C(1)
		                                              << board->geo->place[d][p];
}

void gomoku_board_place(gomoku_t *board, side_t side, unsigned p)
{
	assert(board->at[p] == COLOUR_NONE);
	update(board, PLACE, side, p);
	toggle_stone(board, side, p);
	board->at[p] = board->colour[side];
	assert(board->empty > 0);
	board->empty--;
	hash_toggle(&board->key, &board->geo->hash->stone[side][p]);
}

void gomoku_board_remove(gomoku_t *board, side_t side, unsigned p)
{
	assert(board->at[p] == board->colour[side]);
	hash_toggle(&board->key, &board->geo->hash->stone[side][p]);
	board->empty++;
	assert(board->empty <= board->geo->area);
	board->at[p] = COLOUR_NONE;
	toggle_stone(board, side, p);
	update(board, REMOVE, side, p);
}

static void turn_over(gomoku_t *board)
{
	board->base.turn = (side_t)!board->base.turn;
	hash_toggle(&board->key, &board->geo->hash->defender_turn);
}

void gomoku_board_play(gomoku_t *board, move_t move)
{
	assert(board->plies < PLAYED_MAX);
	assert(move == MOVE_PASS || gomoku_board_legal(board, move));
	if (move != MOVE_PASS)
		gomoku_board_place(board, board->base.turn, move);
	board->played[board->plies++] = move;
	board->base.used += (uint32_t)sizeof(move);
	turn_over(board);
}

void gomoku_board_undo(gomoku_t *board)
{
	move_t move;

	assert(board->plies > 0);
	turn_over(board);
	board->base.used -= (uint32_t)sizeof(move);
	move = board->played[--board->plies];
	board->played[board->plies] = 0;
	if (move != MOVE_PASS)
		gomoku_board_remove(board, board->base.turn, move);
}

hashkey_t gomoku_board_key_after(const gomoku_t *board, move_t move)
{
	hashkey_t key = board->key;

	if (move != MOVE_PASS)
		hash_toggle(&key, &board->geo->hash->stone[board->base.turn][move]);
	hash_toggle(&key, &board->geo->hash->defender_turn);
	return key;
}

bool gomoku_board_legal(const gomoku_t *board, move_t move)
{
	if (move >= board->geo->area || board->at[move] != COLOUR_NONE ||
	    gomoku_board_is_over(board))
		return false;
	return !board->restrained[board->base.turn] ||
	       renju_verdict(board, board->base.turn, move) <= RENJU_FIVE;
}

bool gomoku_board_must_pass(const gomoku_t *board)
{
	if (!board->restrained[board->base.turn] || board->empty == 0 ||
	    gomoku_board_is_over(board))
		return false;
	for (unsigned p = 0; p < board->geo->area; p++)
		if (gomoku_board_legal(board, (move_t)p))
			return false;
	return true;
}

/* base_key hashes what never changes: the game, the board's size, k, the rule,
 * and who attacks. */
static hashkey_t base_key(const gomoku_t *board)
{
	const uint64_t facts = (uint64_t)board->geo->width << 32 |
	                       (uint64_t)board->geo->height << 24 | (uint64_t)board->k << 16 |
	                       (uint64_t)board->rule << 8 | board->colour[SIDE_ATTACKER];
	hashkey_t key;

	key.lo = rng_mix(facts ^ UINT64_C(0x66697665696e));
	key.hi = rng_mix(rng_mix(facts ^ UINT64_C(0x61726f77)) + 1);
	return key;
}

hashkey_t gomoku_board_key_from_scratch(const gomoku_t *board)
{
	const gomoku_hashwords_t *hash = board->geo->hash;
	hashkey_t key = base_key(board);

	for (unsigned p = 0; p < board->geo->area; p++)
		if (board->at[p] != COLOUR_NONE)
			hash_toggle(&key, &hash->stone[board->at[p] != board->colour[0]][p]);
	if (board->base.turn == SIDE_DEFENDER)
		hash_toggle(&key, &hash->defender_turn);
	return key;
}

/* open_windows opens all windows of the empty board for both sides. */
static void open_windows(gomoku_t *board)
{
	for (unsigned d = 0; d < LINE_DIRECTIONS; d++)
		for (unsigned p = 0; p < board->geo->area; p++) {
			if (!gomoku_board_is_open(board, SIDE_ATTACKER, board->geo->line[d][p],
			                          board->geo->place[d][p]))
				continue;
			for (unsigned side = 0; side < 2; side++) {
				set_toggle(board, side, 0, d, p);
				board->n[side][0]++;
			}
		}
}

err_t gomoku_board_create(const gomoku_setup_t *setup, side_t turn, gomoku_t **out)
{
	gomoku_t *board = mem_alloc(sizeof(*board));

	assert(setup->k >= K_LEAST && setup->k <= K_MOST);
	assert(setup->rule != RULE_RENJU || setup->k == K_RENJU);
	*out = NULL;
	if (board == NULL)
		return ERR_NOMEM;
	board->base.bytes = (uint32_t)sizeof(*board);
	board->base.used = (uint32_t)offsetof(gomoku_t, played);
	board->base.turn = turn;
	board->geo = gomoku_lines(setup->width, setup->height);
	board->empty = board->geo->area;
	board->k = (uint8_t)setup->k;
	board->row = (UINT32_C(1) << setup->k) - 1;
	board->rule = (uint8_t)setup->rule;
	board->caro = setup->rule == RULE_CARO;
	board->colour[SIDE_ATTACKER] = (uint8_t)setup->attacker;
	board->colour[SIDE_DEFENDER] = (uint8_t)(COLOUR_BLACK + COLOUR_WHITE - setup->attacker);
	for (unsigned side = 0; side < 2; side++) {
		const bool black = board->colour[side] == COLOUR_BLACK;

		board->restrained[side] = setup->rule == RULE_RENJU && black;
		board->exact[side] = setup->rule == RULE_STANDARD || setup->rule == RULE_CARO ||
		                     board->restrained[side];
	}
	open_windows(board);
	for (unsigned p = 0; p < board->geo->area; p++)
		if (setup->at[p] != COLOUR_NONE)
			gomoku_board_place(
			        board,
			        setup->at[p] == setup->attacker ? SIDE_ATTACKER : SIDE_DEFENDER, p);
	board->key = gomoku_board_key_from_scratch(board);
	*out = board;
	return ERR_OK;
}
