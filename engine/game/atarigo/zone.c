/* SPDX-License-Identifier: MIT
 * zone.c - relevancy zone schemes of Atari-Go (rigid.h says what must be shown).
 *
 * Facts here are of boards as they stand, whoever could have played there: that no block
 * of a side has lost all its liberties, or has no more than m of them. That is all that
 * captures and distances rest on, so that who may not play where for suicide can be left
 * for the end. Call O the side that a fact fears, W the holder, whose blocks O captures.
 *
 * A block of W with k liberties. With stones S added, its stones are part of a block that
 * has those liberties still which S does not cover, whatever the colour. So that block has
 * m or fewer only if k - m of S lie on the k points: they have the index k - m.
 * A block of W all of new stones (frail). Only stones of W's own make one, and these
 * are none of the moves that a search leaves out, so it is the zone of the whole search that
 * must bear them (own). Take a stone of it, on y, next to no block that stands, and the f
 * empty neighbours of y outside area 1. All moves of the search are in area 1, so at a leaf
 * these f are still empty; with stones S and u moves added that were left out, they are
 * liberties of the new block or hold one of those, and y holds one of S. With m liberties
 * or fewer, f + 1 - m - u of S lie on y and these points. How many moves are left out on a
 * line and how many moves a leaf fears, u + m, the order limits: each costs a pass.
 *
 * finish     the move captures a block by its last liberty. The block has no other empty
 *            neighbour, so nothing can be added to it: the move's point. That the defender
 *            has not won before: the above for his captures, m = 0.
 * far        the above for the attacker's captures, m moves.
 * lost       the defender has captured, by the last liberty of a block as well.
 * close, the attacker to move   attacks left out because the defender captures at once.
 *            An attacker's block has one liberty, and the attack is elsewhere: the liberty,
 *            since the block can grow there alone. So with two such blocks, for any attack.
 *            The attack leaves its own block with one liberty: this one, likewise. That
 *            the attack wins nothing, with stones S added: as the unrolled zone of the
 *            order below says (see gomoku/zone.c). Attacks left out for their distance:
 *            as there, with "block" for "window", f + 1 for the number lacking.
 *
 * Suicide
 * W plays x, and the others of his line, in the zone; may he, with stones S added? What he
 * captures with x he captures then too. Else his block there has L liberties, and x is
 * suicide only if S covers them all. The zone of what follows goes down, by passes of O,
 * to a leaf where W's blocks are feared for: if W plays none of the L points on the way,
 * that leaf has this very block, with its L points and an index of L or less; if he plays
 * one, it is in area 1.
 * O may not play r for suicide, but might with stones S added. S cannot lie next to r or to
 * O's blocks around it, for these have no other liberty; so r must capture, a block T of W
 * with k liberties, k - 1 of them under S. At an attacker's node that is the attacker, whom
 * the unrolled zone of the order below fears, in the same position: index k - 1 at most. At
 * a defender's node the proof of the threat may have W play on r, which lengthens T: where
 * r is a move that must be tried, and cannot be, close adds T's liberties with index
 * k - 1 (suicide). Where it need not be, W plays on none of T's liberties, or on one
 * that is in area 1, by the proof of the threat.
 *
 * Where a side without a move loses there are no zones: stones anywhere take moves away. */
#include "engine/game/atarigo/zone.h"

#include "engine/game/atarigo/atari_liberties.h"
#include "engine/game/atarigo/atari.h"
#include "engine/game/atarigo/atarigo.h"
#include "engine/game/rigid.h"

static const atari_t *board_of(const position_t *pos)
{
	assert(pos->game == &atarigo_game);
	return (const atari_t *)pos;
}

static void begin(const position_t *pos, unsigned order, zone_t *zone)
{
	const atari_t *go = board_of(pos);

	if (go->rules.stuck_loses)
		zone_init(zone, 0, go->geo->width, go->geo->height);
	else
		rigid_begin(go->geo->width, go->geo->height, order, zone);
}

/* add_liberties adds the liberties of the blocks of a side, for the fact that each has
 * more than `moves`. */
static void add_liberties(const atari_t *go, side_t side, unsigned moves, zone_t *zone)
{
	bits_t left = go->roots[side];

	while (!bits_is_empty(&left)) {
		const string_t *block = &go->block[bits_take(&left)];
		const unsigned index = rigid_index(block->libs, moves);

		if (index < zone->areas)
			zone_add_set(zone, &block->lib, index);
	}
}

static void finish(const position_t *pos, move_t move, zone_t *zone)
{
	const atari_t *go = board_of(pos);

	zone_add_all(zone, zone->areas);
	if (zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_FINISH]))
		zone_add(zone, move, 1);
	if (zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_COUNTER]))
		add_liberties(go, SIDE_ATTACKER, 0, zone);
}

static void far(const position_t *pos, unsigned moves, zone_t *zone)
{
	const atari_t *go = board_of(pos);

	zone_add_all(zone, zone->areas);
	if (zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_REACH]))
		add_liberties(go, SIDE_DEFENDER, moves, zone);
}

static void lost(const position_t *pos, zone_t *zone)
{
	(void)pos;
	(void)zone;
}

/* add_forced: where the defender captures after an attack that was left out. */
static void add_forced(const atari_t *go, const bits_t *tried, zone_t *zone)
{
	bits_t last = {{0}}, left = *tried;

	atari_last(go, SIDE_ATTACKER, &last);
	zone_add_set(zone, &last, 1);
	if (bits_count(&last) > 1)
		return;
	if (!bits_is_empty(&last))
		bits_intersect(&left, &last);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		bits_t only;

		if (atari_after(go, p, 2) != 1)
			continue;
		atari_liberties_after(go, p, &only);
		zone_add_set(zone, &only, 1);
	}
}

/* add_suicides: where a move that is suicide would capture with stones added. */
static void add_suicides(const atari_t *go, const bits_t *tried, zone_t *zone)
{
	bits_t left = *tried;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		const uint16_t *near = go->geo->near[p];

		if (atari_legal(go, (move_t)p))
			continue;
		for (unsigned d = 0; d < DIRECTIONS; d++)
			if (go->at[near[d]] == go->colour[SIDE_ATTACKER]) {
				const string_t *block = &go->block[go->id[near[d]]];

				zone_add_set(zone, &block->lib, rigid_index(block->libs, 1));
			}
	}
}

static void close(const position_t *pos, const bits_t *must, zone_t *zone)
{
	const atari_t *go = board_of(pos);
	bits_t tried = *must;

	bits_intersect(&tried, &go->empty);
	if (pos->turn == SIDE_ATTACKER && zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_FORCED]))
		add_forced(go, &tried, zone);
	if (pos->turn == SIDE_DEFENDER && zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_SUICIDE]))
		add_suicides(go, &tried, zone);
}

/* add_frail adds where a stone of `side` on p might be captured, by so many moves of the
 * other side that are not answered. */
static void add_frail(const atari_t *go, side_t side, unsigned p, unsigned moves,
                      const bits_t *played, zone_t *zone)
{
	const uint16_t *near = go->geo->near[p];
	unsigned index, free = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		if (go->at[near[d]] == go->colour[side])
			return; /* part of a block that stands */
		free += go->at[near[d]] == COLOUR_NONE && !bits_has(played, near[d]);
	}
	index = rigid_index(free + 1, moves);
	if (index >= zone->areas)
		return;
	zone_add(zone, p, index);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (go->at[near[d]] == COLOUR_NONE)
			zone_add(zone, near[d], index);
}

static void own(const position_t *pos, side_t holder, unsigned order, zone_t *zone)
{
	const atari_t *go = board_of(pos);
	const unsigned moves = holder == SIDE_ATTACKER ? order : order + 1;
	const bits_t played = zone->area[0];
	bits_t left = go->empty;

	bits_subtract(&left, &played);
	while (zone_rule_keeps(&atarigo_rules[ATARIGO_RULE_FRAIL]) && !bits_is_empty(&left))
		add_frail(go, holder, bits_take(&left), moves, &played, zone);
}

const zone_rule_t atarigo_rules[ATARIGO_RULE_COUNT + 1] = {ATARIGO_RULES(ZONE_RULE_ROW)};

const zone_ops_t atarigo_zones = {
        .rules = atarigo_rules,
        .begin = begin,
        .finish = finish,
        .far = far,
        .lost = lost,
        .move = rigid_move,
        .must = rigid_must,
        .close = close,
        .own = own,
};
