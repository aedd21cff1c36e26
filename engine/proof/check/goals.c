/* SPDX-License-Identifier: MIT
 * goals.c - the goals of Go: which stones they are about, and when they are reached or lost. */
#include "engine/proof/check/goals.h"

#include <assert.h>
#include <string.h>

#include "engine/proof/check/alive.h"
#include "engine/proof/check/claim.h"
#include "engine/proof/check/stones.h"

enum { NAMED_MOST = 16 };

/* read_stone reads the point that `length` bytes name; a stone of that colour must be there. */
static err_t read_stone(const char *text, size_t length, int colour, check_claim_t *claim, int *out,
                        errinfo_t *why)
{
	*out = claim_point(claim, text, length);
	if (*out == NO_POINT || claim->start.at[*out] != colour)
		return err_at(why, ERR_POSITION, "header.goal.target", "no %s stone on \"%.*s\"",
		              colour == STONE_BLACK ? "black" : "white", (int)length, text);
	return ERR_OK;
}

/* read_named reads the stones of a goal that has several. */
static err_t read_named(const char *text, check_claim_t *claim, errinfo_t *why)
{
	const int colour = claim->colour[claim->lives ? ATTACKER : DEFENDER];
	int count = 0;

	if (text[0] == '\0')
		return claim->any && claim->lives
		               ? ERR_OK
		               : err_at(why, ERR_VALUE, "header.goal.target", "no point");
	for (bool more = true; more; count++) {
		const size_t length = strcspn(text, " ");
		int point = NO_POINT;
		const err_t err = read_stone(text, length, colour, claim, &point, why);

		if (err != ERR_OK)
			return err;
		assert(point >= 0);
		set_add(&claim->named, point);
		more = text[length] == ' ';
		text += length + 1;
	}
	if (count > NAMED_MOST)
		return err_at(why, ERR_VALUE, "header.goal.target", "%d points", count);
	return ERR_OK;
}

/* read_area adds a point, or the rectangle between two. */
static bool read_area(const char *text, size_t length, check_claim_t *claim)
{
	const char *dash = memchr(text, '-', length);
	const size_t first = dash != NULL ? (size_t)(dash - text) : length;
	const int p = claim_point(claim, text, first);
	const int q = dash != NULL ? claim_point(claim, dash + 1, length - first - 1) : p;
	const int w = claim->width;

	if (p == NO_POINT || q == NO_POINT)
		return false;
	for (int at = 0; at < claim->area; at++)
		if ((at % w - p % w) * (at % w - q % w) <= 0 &&
		    (at / w - p / w) * (at / w - q / w) <= 0)
			set_add(&claim->region, at);
	return true;
}

static err_t read_region(const char *text, check_claim_t *claim, errinfo_t *why)
{
	for (bool more = true; more;) {
		const size_t length = strcspn(text, ",");

		if (!read_area(text, length, claim))
			return err_at(why, ERR_VALUE, "header.options.region", "\"%.*s\"",
			              (int)length, text);
		more = text[length] == ',';
		text += length + 1;
	}
	return ERR_OK;
}

/* read_target reads the stones of the goals that have one or two. */
static err_t read_target(const char *target, check_claim_t *claim, errinfo_t *why)
{
	const bool two = claim->goal != GO_CAPTURE;
	const int own = claim->colour[ATTACKER], their = claim->colour[DEFENDER];
	const size_t first = strcspn(target, " ");
	err_t err;

	if ((target[first] != '\0') != two)
		return err_at(why, ERR_VALUE, "header.goal.target", "expected %s",
		              two ? "two points" : "a point");
	err = read_stone(target, first, claim->goal == GO_CONNECT ? own : their, claim,
	                 &claim->target[0], why);
	if (err == ERR_OK && two)
		err = read_stone(&target[first + 1], strlen(&target[first + 1]), own, claim,
		                 &claim->target[1], why);
	return err;
}

err_t goals_read(const certificate_header_t *header, const char *region, check_claim_t *claim,
                 errinfo_t *why)
{
	err_t err = ERR_OK;

	claim->lives = claim->goal == GO_LIVE || claim->goal == GO_LIVE_ANY;
	claim->takes = claim->goal == GO_CAPTURE_ANY || claim->goal == GO_CAPTURE_ALL;
	claim->any = claim->goal == GO_LIVE_ANY || claim->goal == GO_CAPTURE_ANY;
	if (region != NULL)
		err = read_region(region, claim, why);
	else
		claim_fill(claim, &claim->region);
	if (err != ERR_OK)
		return err;
	return claim->lives || claim->takes ? read_named(header->target, claim, why)
	                                    : read_target(header->target, claim, why);
}

static bool is_none(const set_t *set)
{
	return memcmp(set, &(set_t){{0}}, sizeof(set_t)) == 0;
}

bool goals_alive(const check_claim_t *claim, const check_board_t *board, set_t *out)
{
	const int own = claim->colour[ATTACKER];
	const bool all = is_none(&claim->named);
	set_t living;
	bool one = false, every = true;

	alive_find(claim, board, own, &living);
	*out = (set_t){{0}};
	for (int p = 0; p < claim->area; p++) {
		if (!all && !set_has(&claim->named, p))
			continue;
		every = every && set_has(&living, p);
		if (!set_has(&living, p) || (claim->any && one))
			continue;
		set_add(out, p);
		one = true;
	}
	return claim->any ? one : every;
}

/* gone: is there no stone left of those that were to live, or one taken that had to? */
static bool gone(const check_claim_t *claim, const check_board_t *board)
{
	int named = 0, stand = 0;

	for (int p = 0; p < claim->area; p++) {
		named += set_has(&claim->named, p);
		stand += set_has(&claim->named, p) && board->at[p] == claim->colour[ATTACKER];
	}
	return claim->any ? named > 0 && stand == 0 : stand < named;
}

/* is_open: may the stone that was just taken on that point be taken back at once? Then it does not
 * count yet. */
static bool is_open(const check_board_t *board, int point)
{
	return board->turn == DEFENDER && board->ko == point && board->threats[DEFENDER] > 0;
}

void goals_take(const check_claim_t *claim, check_board_t *board)
{
	unsigned bit = 1;

	for (int p = 0; p < claim->area; p++) {
		if (!set_has(&claim->named, p))
			continue;
		if (board->at[p] != claim->colour[DEFENDER] && !is_open(board, p))
			board->taken |= (uint16_t)bit;
		bit <<= 1;
	}
}

void goals_stay(const check_claim_t *claim, set_t *zone)
{
	for (unsigned i = 0; i < 2; i++)
		if (claim->target[i] != NO_POINT)
			set_add(zone, claim->target[i]);
	set_unite(zone, &claim->named);
}

bool goals_retake(const check_claim_t *claim, const check_board_t *board)
{
	const int ko = board->ko;

	if (ko == NO_POINT || !is_open(board, ko))
		return false;
	if (claim->takes)
		return set_has(&claim->named, ko);
	return (claim->goal == GO_CAPTURE || claim->goal == GO_SEMEAI) && claim->target[0] == ko;
}

/* wanted writes the named stones that have not been captured, and tells whether some have. */
static bool wanted(const check_claim_t *claim, const check_board_t *board, set_t *out)
{
	unsigned bit = 1;

	*out = (set_t){{0}};
	for (int p = 0; p < claim->area; p++) {
		if (!set_has(&claim->named, p))
			continue;
		if ((board->taken & bit) == 0)
			set_add(out, p);
		bit <<= 1;
	}
	return board->taken != 0;
}

static bool stands(const check_claim_t *claim, const check_board_t *board, unsigned i,
                   check_side_t side)
{
	assert(claim->target[i] != NO_POINT);
	return board->at[claim->target[i]] == claim->colour[side];
}

outcome_t goals_judge(const check_claim_t *claim, const check_board_t *board)
{
	check_block_t block;
	set_t stones;
	bool some;

	switch ((checked_goal_t)claim->goal) {
	case GO_CAPTURE:
	case GO_SEMEAI: /* who was taken first: the other stone comes too late */
		if (!stands(claim, board, 0, DEFENDER) && !is_open(board, claim->target[0]))
			return REACHED;
		return claim->goal == GO_CAPTURE || stands(claim, board, 1, ATTACKER) ? OPEN : LOST;
	case GO_CAPTURE_ANY:
	case GO_CAPTURE_ALL:
		some = wanted(claim, board, &stones);
		return (claim->any ? some : is_none(&stones)) ? REACHED : OPEN;
	case GO_CONNECT:
		if (!stands(claim, board, 0, ATTACKER) || !stands(claim, board, 1, ATTACKER))
			return LOST;
		stones_block(claim, board, claim->target[0], &block);
		return set_has(&block.stones, claim->target[1]) ? REACHED : OPEN;
	case GO_LIVE:
	case GO_LIVE_ANY:
		break;
	}
	assert(claim->lives);
	if (gone(claim, board))
		return LOST;
	return board->turn == DEFENDER && goals_alive(claim, board, &stones) ? REACHED : OPEN;
}

bool goals_safe(const check_claim_t *claim, const check_board_t *board)
{
	set_t living, stones;
	bool one = false, every = true;

	if (claim->goal != GO_CAPTURE && claim->goal != GO_SEMEAI && !claim->takes)
		return false;
	alive_find(claim, board, claim->colour[DEFENDER], &living);
	if (!claim->takes)
		return set_has(&living, claim->target[0]);
	(void)wanted(claim, board, &stones);
	for (int p = 0; p < claim->area; p++) {
		if (!set_has(&stones, p))
			continue;
		one = one || set_has(&living, p);
		every = every && set_has(&living, p);
	}
	return claim->any ? every : one;
}

/* count_free writes the liberties of the enemy block on each point, 0 where there is none. */
static void count_free(const check_claim_t *claim, const check_board_t *board,
                       int out[CHECK_AREA_MAX])
{
	memset(out, 0, CHECK_AREA_MAX * sizeof(out[0]));
	for (int p = 0; p < claim->area; p++) {
		check_block_t block;

		if (board->at[p] != claim->colour[DEFENDER] || out[p] > 0)
			continue;
		stones_block(claim, board, p, &block);
		for (int q = p; q < claim->area; q++)
			if (set_has(&block.stones, q))
				out[q] = block.free;
	}
}

/* joins: is there a path between the stones over at most `most` points beside those with stones of
 * the attacker's, that goes through empty points and enemy blocks of less than `most` liberties?
 * Those that are reached over as many points are looked at before those over more. */
static bool joins(const check_claim_t *claim, const check_board_t *board,
                  const int free[CHECK_AREA_MAX], int most)
{
	int list[2][4 * CHECK_AREA_MAX], near[4], count[2] = {1, 0};
	set_t seen = {{0}};

	list[0][0] = claim->target[0];
	for (int cost = 0; cost <= most; cost++) {
		const int now = cost % 2, next = !now;

		while (count[now] > 0) {
			const int p = list[now][--count[now]];
			const int neighbours =
			        set_has(&seen, p) ? 0 : stones_neighbours(claim, p, near);

			set_add(&seen, p);
			for (int i = 0; i < neighbours; i++) {
				const int q = near[i];
				const int to = board->at[q] == claim->colour[ATTACKER] ? now : next;

				if (!set_has(&seen, q) && free[q] < most)
					list[to][count[to]++] = q;
			}
		}
	}
	return set_has(&seen, claim->target[1]);
}

/* connect_distance goes as far as an order can. */
static int connect_distance(const check_claim_t *claim, const check_board_t *board)
{
	int free[CHECK_AREA_MAX], k = 1;

	count_free(claim, board, free);
	while (k <= DENIED_ORDER_MAX + 1 && !joins(claim, board, free, k))
		k++;
	return k;
}

/* captures counts the moves that take one of the blocks, or all: a stone on each of their
 * liberties. Where nobody may play, there will be none. */
static int captures(const check_claim_t *claim, const check_board_t *board)
{
	set_t stones, all = {{0}};
	int least = FAR, count = 0;

	(void)wanted(claim, board, &stones);
	for (int p = 0; p < claim->area; p++) {
		check_block_t block;
		bool closed = false;

		if (!set_has(&stones, p))
			continue;
		stones_block(claim, board, p, &block);
		for (int q = 0; q < claim->area; q++)
			closed = closed ||
			         (set_has(&block.liberties, q) && !set_has(&claim->region, q));
		if (closed && !claim->any)
			return FAR;
		if (!closed && block.free < least)
			least = block.free;
		set_unite(&all, &block.liberties);
	}
	for (int p = 0; p < claim->area; p++)
		count += set_has(&all, p);
	return claim->any ? least : count;
}

int goals_distance(const check_claim_t *claim, const check_board_t *board)
{
	check_block_t block;
	set_t stones;

	switch ((checked_goal_t)claim->goal) {
	case GO_CAPTURE:
	case GO_SEMEAI:
		stones_block(claim, board, claim->target[0], &block);
		return block.free;
	case GO_CONNECT:
		return connect_distance(claim, board);
	case GO_CAPTURE_ANY:
	case GO_CAPTURE_ALL:
		return captures(claim, board);
	case GO_LIVE:
	case GO_LIVE_ANY:
		break;
	}
	assert(claim->lives);
	return goals_alive(claim, board, &stones) ? 1 : 2;
}

void goals_life(const check_claim_t *claim, const check_board_t *to, set_t *zone)
{
	set_t stones;
	const bool living = goals_alive(claim, to, &stones);

	assert(living);
	if (living)
		alive_support(claim, to, &stones, zone);
	set_unite(zone, &claim->named);
}
