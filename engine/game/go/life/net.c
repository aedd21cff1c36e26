/* SPDX-License-Identifier: MIT
 * net.c - see net.h; the arithmetic is that of net_layers.h.
 *
 * Window     On a board of more than WHOLE_MOST points only the points within NEAR steps of those
 *            asked about are looked at; beyond them the layers are 0, as beyond the edge. A
 *            smaller board is looked at as a whole, and the answers for the last SAID such boards
 *            are kept in the scratch of the position (position_scratch): df-pn asks for the order,
 *            the work and the policy of one board in turn, and comes back to boards that it has
 *            left. (With 256 boards a quarter of all looks is saved, with 16 times as many a
 *            third.) */
#include "engine/game/go/life/net.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/go/life/net_layers.h"
#include "engine/game/go/life/net_weights.h"

enum {
	LIBERTIES_MOST = 4, /* more liberties look the same */
	POINTS_MOST = 81,   /* that are put in order */
	WHOLE_MOST = 81,    /* of a board that is looked at as a whole */
	SMALL_CELLS = WHOLE_MOST + 2 * (SIDE_MOST + WHOLE_MOST / SIDE_MOST) + 4, /* of a long one */
	SAID = 256, /* small boards whose answers are kept */
	TAUGHT = 7, /* side of the boards of which it may say the work */
	NEAR = 4,   /* steps from the points asked about, of the window */
};

static const net_weights_t network = NET_WEIGHTS(net, NET_STATES);

/* The answers for a board. */
typedef struct {
	uint8_t state[SMALL_CELLS];
	int32_t score[WHOLE_MOST];
	int32_t work[2];
} said_t;

/* The scratch of a position: slots by state. `cells` counts those of the board in the slot; 0: the
 * slot has not been written to. */
typedef struct {
	uint16_t cells[SAID];
	said_t slot[SAID];
} scores_t;

_Static_assert(SMALL_CELLS <= UINT16_MAX, "the cells of a small board can be counted");

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
	bits_t near = geo->area <= WHOLE_MOST ? geo->all : *set;

	for (unsigned i = 0; i < NEAR && geo->area > WHOLE_MOST; i++) {
		bits_t more;

		geometry_neighbours(geo, &near, &more);
		bits_unite(&near, &more);
	}
	net_window_begin(geo, &near, NET_STATES, w);
	for (unsigned p = 0; p < geo->area; p++)
		w->state[net_cell(geo, p)] = net_state(go, p);
}

/* slot_of returns the slot in which the answers for a board are kept. */
static unsigned slot_of(const net_window_t *w)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < w->cells; i++)
		hash = (hash + w->state[i]) * 0x9e3779b97f4a7c15;
	return (unsigned)(hash >> 32) % SAID;
}

/* judge_small returns the answers for a board that is looked at as a whole, and runs the network if
 * they are not kept. They lie in the scratch of the position, or in *own if it has none. */
static const said_t *judge_small(const go_t *go, const net_window_t *w, said_t *own)
{
	scores_t *known = position_scratch(&go->base);
	const unsigned slot = known != NULL ? slot_of(w) : 0;
	said_t *said = known != NULL ? &known->slot[slot] : own;

	assert(w->cells <= SMALL_CELLS);
	if (known != NULL && known->cells[slot] == w->cells &&
	    memcmp(said->state, w->state, w->cells) == 0)
		return said;
	net_judge(&network, w, said->score, said->work);
	if (known != NULL) {
		known->cells[slot] = (uint16_t)w->cells;
		memcpy(said->state, w->state, w->cells);
	}
	return said;
}

void net_scores(const go_t *go, const bits_t *set, int32_t *out)
{
	int32_t score[AREA_MAX];
	const int32_t *said = score;
	bits_t left = *set;
	net_window_t window;
	said_t own;

	look(go, set, &window);
	if (go->geo->area <= WHOLE_MOST)
		said = judge_small(go, &window, &own)->score;
	else
		net_judge(&network, &window, score, NULL);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		out[p] = said[p];
	}
}

scratch_t net_scratch(const go_t *go)
{
	if (go->geo->area > WHOLE_MOST)
		return (scratch_t){.bytes = 0};
	return (scratch_t){.bytes = sizeof(scores_t), .zeroed = sizeof(((scores_t *)NULL)->cells)};
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
	said_t own;

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
