/* SPDX-License-Identifier: MIT
 * net.c - see net.h; the arithmetic is that of net_layers.h.
 *
 * Window     On a board of more than NET_WHOLE_MOST points only the points within NEAR steps of
 *            those asked about are looked at; beyond them the layers are 0, as beyond the edge. A
 *            smaller board is looked at as a whole, and what is told of it is kept (eval_cache.h),
 *            because df-pn asks for the order, the work and the policy of one board in turn, and
 *            comes back to boards that it has left.
 */
#include "engine/game/go/life/net.h"

#include "engine/base/check.h"
#include "engine/game/go/life/net_layers.h"
#include "engine/game/go/life/net_weights.h"
#include "engine/game/go/life/eval_cache.h"

enum {
	LIBERTIES_MOST = 4, /* more liberties look the same */
	POINTS_MOST = 81,   /* that are put in order */
	TAUGHT = 7,         /* side of the boards of which it may say the work */
	NEAR = 4,           /* steps from the points asked about, of the window */
};

static const net_weights_t network = NET_WEIGHTS(net, NET_STATES);

_Static_assert(NET_FITS(net, NET_STATES),
               "net.c and tools/train/train.py agree on the shape of the network");

uint8_t net_state(const go_t *go, unsigned p)
{
	unsigned libs;

	if (go->at[p] == COLOUR_NONE)
		return 0;
	libs = board_block(go, p)->libs;
	libs = libs < 1 ? 1 : libs > LIBERTIES_MOST ? LIBERTIES_MOST : libs;
	return (uint8_t)(go->at[p] == go->colour[SIDE_ATTACKER] ? libs : libs + LIBERTIES_MOST);
}

/* look writes the states of the whole board, and which cells are looked at. */
static void look(const go_t *go, const bits_t *set, net_window_t *w)
{
	const geometry_t *geo = go->geo;
	bits_t near = geo->area <= NET_WHOLE_MOST ? geo->all : *set;

	for (unsigned i = 0; i < NEAR && geo->area > NET_WHOLE_MOST; i++) {
		bits_t more;

		geometry_neighbours(geo, &near, &more);
		bits_unite(&near, &more);
	}
	net_window_begin(geo, &near, NET_STATES, w);
	for (unsigned p = 0; p < geo->area; p++)
		w->state[net_cell(geo, p)] = net_state(go, p);
}

/* judge_small returns what the network tells of a board that is looked at as a whole, and runs it
 * if that is not kept. */
static const evaluation_t *judge_small(const go_t *go, const net_window_t *w, evaluation_t *own)
{
	bool is_known;
	evaluation_t *told = eval_cache_find(go, w->state, w->cells, own, &is_known);

	assert(go->geo->area <= NET_WHOLE_MOST);
	if (!is_known)
		net_judge(&network, w, told->score, told->work);
	return told;
}

void net_scores(const go_t *go, const bits_t *set, int32_t *out)
{
	int32_t score[AREA_MAX];
	const int32_t *told = score;
	bits_t left = *set;
	net_window_t window;
	evaluation_t own;

	look(go, set, &window);
	if (go->geo->area <= NET_WHOLE_MOST)
		told = judge_small(go, &window, &own)->score;
	else
		net_judge(&network, &window, score, NULL);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		out[p] = told[p];
	}
}

bool net_order(const go_t *go, const bits_t *set, move_t *out)
{
	int32_t score[AREA_MAX];
	bits_t left = *set;

	if (bits_count(set) > POINTS_MOST)
		return false;
	net_scores(go, set, score);
	for (unsigned count = 0; !bits_is_empty(&left); count++)
		net_rank(score, bits_take(&left), out, count);
	return true;
}

unsigned net_work(const go_t *go)
{
	net_window_t window;
	evaluation_t own;

	if (go->geo->width != TAUGHT || go->geo->height != TAUGHT ||
	    bits_count(&go->region) != go->geo->area)
		return 0;
	look(go, &go->geo->all, &window);
	return net_work_told(judge_small(go, &window, &own)->work[go->base.turn]);
}

void net_policy(const go_t *go, const move_t *moves, unsigned count, uint16_t *out)
{
	int32_t score[AREA_MAX];

	for (unsigned p = 0; p < go->geo->area; p++)
		score[p] = NET_NO_SCORE;
	net_scores(go, &go->empty, score);
	net_below(score, go->geo->area, moves, count, out);
}
