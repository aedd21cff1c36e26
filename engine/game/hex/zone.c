/* SPDX-License-Identifier: MIT
 * zone.c - the zone rules of Hex: for each kind of fact the cells that it rests on.
 *
 * Task       rigid.h says what the zone of a fact promises: if stones S are added on empty cells,
 *            fewer than j of them on area j for every j, the fact still holds. A stone never hurts
 *            its owner, so only stones of the side that the fact does not suit count.
 *
 * finish     The fact: the move joins the attacker's sides. It does so by stones that stand, so the
 *            cell of the move gets index 1, and no other cell matters. The defender cannot have
 *            joined his sides before, whatever S is: only one side can, and the attacker still
 *            does. So the zone of a proof holds only the cells of its moves: what Hex programs call
 *            the must-play region.
 * far        The fact: the attacker needs more than m stones. Suppose that he needs m or fewer with
 *            S added. Then a path of e empty cells has at least e - m stones of S on it. Each of
 *            its cells is on a path of e empty cells or fewer, so each has an index of e - m or
 *            less. But S has fewer than e - m stones on such cells.
 * lost       The fact: the defender has joined his sides. That is for ever; no cell is needed.
 *
 * Attacks left out   Only where the distance is order + 1: attacks that are on no path of that
 *            length. Cells on such a path are in area 1 of the zone that stands for the order
 *            below. That zone may have more cells than these rules give. Attacks on these do not
 *            lower the distance and are left out as well; the unrolled zone answers for them: after
 *            such an attack each path has as many empty cells as before, or one less, and where it
 *            has one less it had more than order + 1.
 * Replies left out   The attacker finishes after them; the search sees to that. */
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
