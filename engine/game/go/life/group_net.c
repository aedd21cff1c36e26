/* SPDX-License-Identifier: MIT
 * group_net.c - see group_net.h.
 *
 * Cache      What the network tells of a position is kept by the states of its window
 *            (eval_cache.h). So the order, the policy and the work of one board take one run of the
 *            network, and a board that the search comes back to often takes none.
 */
#include "engine/game/go/life/group_net.h"

#include "engine/game/go/life/group_net_weights.h"
#include "engine/game/go/life/net_layers.h"
#include "engine/game/go/life/eval_cache.h"

enum {
	LIBERTIES_MOST = 4, /* more liberties look the same */
	NAMED = 2,          /* the state of a stone is one of these, and the liberties less one */
	OTHER = NAMED + LIBERTIES_MOST,
	HOSTILE = OTHER + LIBERTIES_MOST,
};

static const net_weights_t network = NET_WEIGHTS(group_net, GROUP_NET_STATES);

_Static_assert(HOSTILE + LIBERTIES_MOST == GROUP_NET_STATES, "a stone's state is one of these");
_Static_assert(NET_FITS(group_net, GROUP_NET_STATES),
               "group_net.c and tools/train/train.py agree on the shape of the network");

/* has_weights is false in a program whose weights are variables that have not been set. */
static bool has_weights(void)
{
	return group_net_limit_bias[0] != 0;
}

/* window_of writes the points of the window. False: they are too many for the network. */
static bool window_of(const go_t *go, bits_t *out)
{
	bits_t beside;

	*out = go->focus;
	geometry_neighbours(go->geo, out, &beside);
	bits_unite(out, &beside);
	return bits_count(out) <= GROUP_NET_POINTS;
}

/* named_roots writes the roots of the blocks of the attacker's that have a named stone. */
static void named_roots(const go_t *go, bits_t *out)
{
	bits_t left = go->stones;

	*out = (bits_t){{0}};
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] == go->colour[SIDE_ATTACKER])
			bits_add(out, go->id[p]);
	}
}

static uint8_t state_of(const go_t *go, const bits_t *named, unsigned p)
{
	unsigned libs, from = HOSTILE;

	if (go->at[p] == COLOUR_NONE)
		return bits_has(&go->region, p) ? 0 : 1;
	libs = board_block(go, p)->libs;
	libs = libs < LIBERTIES_MOST ? libs : LIBERTIES_MOST;
	if (go->at[p] == go->colour[SIDE_ATTACKER])
		from = bits_has(named, go->id[p]) ? NAMED : OTHER;
	return (uint8_t)(from + libs - 1);
}

void group_net_states(const go_t *go, uint8_t *out)
{
	bits_t window, named;

	(void)window_of(go, &window);
	named_roots(go, &named);
	for (unsigned p = 0; p < go->geo->area; p++)
		out[p] = bits_has(&window, p) ? state_of(go, &named, p) : GROUP_NET_STATES;
}

/* look writes the states of the points of the window, in its order, and returns how many. */
static unsigned look(const go_t *go, const bits_t *points, uint8_t *state)
{
	bits_t left = *points, named;
	unsigned count = 0;

	named_roots(go, &named);
	while (!bits_is_empty(&left))
		state[count++] = state_of(go, &named, bits_take(&left));
	return count;
}

/* judge runs the network. */
static void judge(const go_t *go, const bits_t *points, const uint8_t *state, evaluation_t *out)
{
	int32_t score[AREA_MAX];
	net_window_t window;
	bits_t left = *points;

	net_window_begin(go->geo, points, GROUP_NET_STATES, &window);
	for (unsigned i = 0; i < window.count; i++)
		window.state[window.cell[i]] = state[i];
	net_judge(&network, &window, score, out->work);
	for (unsigned i = 0; !bits_is_empty(&left); i++)
		out->score[i] = score[bits_take(&left)];
}

/* ask returns what the network tells of a board, in the order of the points of the window, which it
 * writes. It runs the network if that is not kept. NULL: the network has nothing to tell. */
static const evaluation_t *ask(const go_t *go, bits_t *points, evaluation_t *own)
{
	uint8_t state[GROUP_NET_POINTS] = {0};
	evaluation_t *told;
	unsigned count;
	bool is_known;

	if (!has_weights() || !window_of(go, points))
		return NULL;
	count = look(go, points, state);
	told = eval_cache_find(go, state, count, own, &is_known);
	if (!is_known)
		judge(go, points, state, told);
	return told;
}

unsigned group_net_order(const go_t *go, bits_t *set, move_t *out)
{
	int32_t score[AREA_MAX];
	bits_t points;
	evaluation_t own;
	const evaluation_t *told = ask(go, &points, &own);
	unsigned count = 0;

	if (told == NULL)
		return 0;
	for (unsigned i = 0; !bits_is_empty(&points); i++) {
		const unsigned p = bits_take(&points);

		if (!bits_has(set, p))
			continue;
		bits_remove(set, p);
		score[p] = told->score[i];
		net_rank(score, p, out, count++);
	}
	return count;
}

unsigned group_net_work(const go_t *go)
{
	bits_t points;
	evaluation_t own;
	const evaluation_t *told = ask(go, &points, &own);

	return told != NULL ? net_work_told(told->work[go->base.turn]) : 0;
}

void group_net_policy(const go_t *go, const move_t *moves, unsigned count, uint16_t *out)
{
	int32_t score[AREA_MAX];
	bits_t points;
	evaluation_t own;
	const evaluation_t *told = ask(go, &points, &own);

	for (unsigned p = 0; p < go->geo->area; p++)
		score[p] = NET_NO_SCORE;
	for (unsigned i = 0; told != NULL && !bits_is_empty(&points); i++)
		score[bits_take(&points)] = told->score[i];
	net_below(score, go->geo->area, moves, count, out);
}
