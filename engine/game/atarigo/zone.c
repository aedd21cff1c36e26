/* SPDX-License-Identifier: MIT
 * zone.c - the zone rules of Atari-Go: for each kind of fact the points that it rests on.
 *
 * Task       rigid.h says what the zone of a fact promises: if stones S are added on empty points,
 *            fewer than j of them on area j for every j, the fact still holds. Captures and
 *            distances rest on the board as it stands: that no block of a side has lost all of its
 *            liberties, or that none has m liberties or fewer. These facts do not ask who could
 *            have played where, so suicide is left to the end. W is the holder of a result, O the
 *            other side, which captures W's blocks.
 *
 * Blocks that stand   A block of W has k liberties. After S has been added the stones of this block
 *            are part of a block that has all of these liberties but those that S covers, whatever
 *            the colour of S's stones. So it has m liberties or fewer only if k - m stones of S are
 *            on these k points. They get the index k - m.
 * New blocks (own, rule frail)   A block of W may consist of new stones alone. These are stones of
 *            W's own, not moves that the search left out, so the zone of the whole search has to
 *            bear them. Take such a stone on y that is next to no block of W on the board, and the
 *            f empty neighbours of y outside of area 1. All moves of the search are in area 1, so
 *            these f points are still empty at each leaf. With S and u moves added that were left
 *            out, each of them is a liberty of the new block or holds one of these stones; y holds
 *            a stone of S. If the block has m liberties or fewer, f + 1 - m - u stones of S are on
 *            y and these points. u + m is bounded by the order: each move that is left out on a
 *            line, and each move that a leaf fears, costs a pass.
 *
 * finish     The fact: the move captures a block by its last liberty. The block has no other empty
 *            neighbour, so no stone can be added to it: the point of the move gets index 1. The
 *            defender must not have captured before: "Blocks that stand", for his captures, with
 *            m = 0.
 * far        The fact: the attacker needs more than m moves. "Blocks that stand", for his captures.
 * lost       The fact: the defender has captured. The block that he captured has no empty
 *            neighbour, so no stone can be added to it, and no point is needed.
 * close, the attacker to move   The fact: an attack that was left out fails, because the defender
 *            captures at once.
 *            - An attacker's block has one liberty, and the attack is elsewhere. The block can grow
 *              only there, so the liberty gets index 1. With two such blocks any attack leaves one
 *              of them; both liberties get index 1.
 *            - The attack leaves its own block with one liberty: that liberty gets index 1, for the
 *              same reason.
 *            That the attack wins nothing with S added, the unrolled zone of the order below says
 *            (gomoku/zone.c, "close"). For attacks left out for their distance the proof of
 *            gomoku/zone.c holds, with "block" for "window" and f + 1 for the stones that it lacks.
 *
 * Suicide of W   W plays x on the line of the result; all moves of W on the line are in the zone.
 *            May W still play x with S added? If x captures, it captures then too. Otherwise W's
 *            block with x has L liberties, and x is suicide only if S covers them all. The zone of
 *            what follows contains, by way of O's passes, that of a leaf which has to keep W's
 *            blocks from being captured. If W plays on none of the L points on the way to that
 *            leaf, this very block stands there, and the L points have an index of L or less. If W
 *            plays on one of them, that point is in area 1.
 * Suicide of O   O may not play r because it is suicide, but might with S added. S has no stone
 *            next to r, nor next to O's blocks around r, because these have no other liberty. So r
 *            would have to capture a block T of W that has k liberties, k - 1 of them under S.
 *            - At an attacker's node O is the attacker. The unrolled zone of the order below keeps
 *              T from being captured by him, in the same position: T's liberties have an index of
 *              k - 1 or less.
 *            - At a defender's node the proof of the threat may have W play on r, which makes T
 *              longer. Where r is a move that has to be tried and is not legal, `close` gives T's
 *              liberties the index k - 1 (rule suicide). Where r need not be tried, W plays, by the
 *              proof of the threat, on none of T's liberties or on one that is in area 1.
 *
 * Stuck      Where a side without a move loses, there are no zones: a stone anywhere takes moves
 *            away. */
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
