/* SPDX-License-Identifier: MIT
 * zone.c - relevancy zone schemes of Hex (rigid.h says what must be shown).
 *
 * A stone never hurts its owner: the stones that a fact must fear are the other side's.
 *
 * finish     the move joins the attacker's sides by stones that stand, so no other stone
 *            matters. The defender has not been joined before, whatever was put where:
 *            one side at most can be, and the attacker can still. So the cell of the move
 *            is all that is needed, and zones of proofs hold the cells of their lines only:
 *            what Hex programs call the must-play region.
 * far        the attacker needs more than m stones. Suppose he needs no more with stones S
 *            added. Then a path of e empty cells has e - m of S on it; through each of its
 *            cells goes a path of e empty cells or fewer, so these have an index of e - m
 *            or less: too many for S.
 * lost       the defender has joined his sides. That is for ever.
 *
 * Attacks left out: only with a distance of order + 1, those off every path of that length.
 * What is on such a path is area 1 of the zone that then stands for the order below. Cells
 * of a larger zone do not lower the distance, so the unrolled zone answers for them too:
 * after such a move paths have the empty cells that they had or one less, and where that is
 * one less they had more than order + 1.
 * Replies left out: the attacker finishes, which the search sees to. */
#include "engine/game/hex/zone.h"

#include "engine/base/check.h"
#include "engine/game/hex/board.h"
#include "engine/game/hex/candidates.h"
#include "engine/game/hex/hex.h"
#include "engine/game/rigid.h"

static const hex_t *board_of(const position_t *pos)
{
	assert(pos->game == &hex_game);
	return (const hex_t *)pos;
}

static void begin(const position_t *pos, unsigned order, zone_t *zone)
{
	rigid_begin(board_of(pos)->width, board_of(pos)->height, order, zone);
}

static void finish(const position_t *pos, move_t move, zone_t *zone)
{
	(void)pos;
	if (zone_rule_keeps(&hex_rules[HEX_RULE_FINISH]))
		zone_add(zone, move, 1);
}

static void far(const position_t *pos, unsigned moves, zone_t *zone)
{
	const hex_t *hex = board_of(pos);
	uint8_t length[HEX_AREA_MAX];
	bits_t set[ZONE_AREAS_MAX] = {{{0}}};

	zone_add_all(zone, zone->areas);
	if (!zone_rule_keeps(&hex_rules[HEX_RULE_REACH]))
		return;
	hex_candidates_through(hex, SIDE_ATTACKER, length);
	for (unsigned c = 0; c < (unsigned)hex->width * hex->height; c++) {
		const unsigned index = rigid_index(length[c], moves);

		if (index < zone->areas)
			bits_add(&set[index - 1], c);
	}
	for (unsigned i = 1; i < zone->areas; i++)
		zone_add_set(zone, &set[i - 1], i);
}

static void lost(const position_t *pos, zone_t *zone)
{
	(void)pos;
	(void)zone;
}

/* idle: a stone of the other side less harms nobody else. */
static bool idle(const position_t *pos, move_t move, const zone_t *zone)
{
	(void)pos;
	(void)move;
	(void)zone;
	return true;
}

const zone_rule_t hex_rules[HEX_RULE_COUNT + 1] = {HEX_RULES(ZONE_RULE_ROW)};

const zone_ops_t hex_zones = {
        .rules = hex_rules,
        .begin = begin,
        .finish = finish,
        .far = far,
        .lost = lost,
        .move = rigid_move,
        .must = rigid_must,
        .idle = idle,
};
