/* SPDX-License-Identifier: MIT
 * sequel.c - the goal after a first move.
 *
 * Captured   A problem names its goal by stones that stand. Of the defender's stones, those that
 *            "capture-all" does not want any more are struck off (goal.h), and the rest of the
 *            problem is the same question about the others. Any other captured stone of the
 *            defender's reaches its goal, unless it is a ko that he has a threat to take back with:
 *            then no problem states what is left, as its stone does not stand (retake.h).
 *
 * Own        Of the attacker's stones, one that is captured loses "connect", "live" and "semeai",
 *            which `lost` says. "live-any" goes on, and a stone that is played again on a named
 *            point would count: no problem states that, either. */
#include "engine/game/go/sequel.h"

#include "engine/game/go/board/board.h"
#include "engine/game/go/goal.h"
#include "engine/game/grid.h"

static void add_point(const go_t *go, unsigned p, strbuf_t *out)
{
	if (out->length > 0)
		strbuf_char(out, ' ');
	grid_add_point(BOARD_GO, p, go->geo->width, go->geo->height, out);
}

/* write_goal writes the stones that the goal names now and returns how many do not stand. */
static unsigned write_goal(const go_t *go, strbuf_t *out)
{
	const unsigned named[] = {go->target, go->second};
	const unsigned count = go->goal->stones == STONES_MANY ? 0 : go->goal->stones;
	const colour_t owner =
	        (colour_t)go->colour[go->goal->is_own ? SIDE_ATTACKER : SIDE_DEFENDER];
	bits_t left = go->stones;
	unsigned gone = 0;

	assert(count <= sizeof(named) / sizeof(named[0]));
	for (unsigned i = 0; i < count; i++) {
		gone += go->at[named[i]] == COLOUR_NONE;
		add_point(go, named[i], out);
	}
	while (go->goal->stones == STONES_MANY && !bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		gone += go->at[p] != owner;
		add_point(go, p, out);
	}
	assert(!out->overflow);
	return gone;
}

/* is_joined: are the two stones of "connect" one block? */
static bool is_joined(const go_t *go)
{
	return go->goal->is_own && go->second != POINT_NONE && go->at[go->target] != COLOUR_NONE &&
	       go->at[go->second] != COLOUR_NONE && go->id[go->target] == go->id[go->second];
}

/* is_taken: has the attacker's move captured what his goal wants? */
static bool is_taken(const go_t *go)
{
	if (go->goal->is_own || go->base.turn != SIDE_DEFENDER)
		return false;
	if (go->goal->stones != STONES_MANY)
		return go->at[go->target] == COLOUR_NONE;
	if (go->goal->any) {
		bits_t gone = go->stones;

		bits_intersect(&gone, &go->empty);
		return !bits_is_empty(&gone);
	}
	return bits_is_empty(&go->stones);
}

sequel_state_t go_sequel(const position_t *pos, sequel_rest_t *out)
{
	const go_t *go = board_of(pos);
	unsigned gone;
	strbuf_t text;

	strbuf_init(&text, out->ko, sizeof(out->ko));
	if (go->ko != POINT_NONE)
		add_point(go, go->ko, &text);
	for (unsigned side = 0; side < 2; side++)
		out->threats[side] = go->threats[side];
	strbuf_init(&text, out->target, sizeof(out->target));
	gone = write_goal(go, &text);
	if (is_joined(go))
		return SEQUEL_REACHED;
	if (is_taken(go))
		return go->ko != POINT_NONE && go->threats[SIDE_DEFENDER] > 0 ? SEQUEL_UNSTATED
		                                                              : SEQUEL_REACHED;
	return gone > 0 ? SEQUEL_UNSTATED : SEQUEL_OPEN;
}
