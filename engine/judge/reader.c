/* SPDX-License-Identifier: MIT
 * reader.c - a tree that grows by one position at a time. The way down to it takes at each position
 * the move with the best mean of what was seen behind it, plus a share for moves that tries.h likes
 * and that were seen little. What is decided (alive, dead) is not looked at again. Means forgive an
 * estimate that is wrong here and there; a minimax finds just these places. */
#include "engine/judge/reader.h"

#include <stdlib.h>
#include <string.h>

#include "engine/judge/tries.h"

enum {
	PLIES_MAX = 40,
	NODES_MAX = 1 << 15,
	EDGES_MAX = NODES_MAX * 20,
	MOVES_LISTED = TRIES_MAX + 1, /* with the pass */
	NONE = -1,                    /* no node, no edge */
	ROOT_STEPS = 3,
	MARGIN = 7, /* lines around the dragon that are looked at */
};

static const float explore = 2.0f;       /* the share of what was seen little */
static const float fresh_less = 0.15f;   /* an unseen move is as good as its node, less this */
static const float pass_odds = 0.02f;    /* of a pass */
static const float looks_alive = 0.9f;   /* a dragon that lives, as it seems, but may be attacked */
static const float decided_first = 3.0f; /* rank of moves at the root that decide */

/* A move of a position. */
typedef struct {
	int16_t move;
	float odds;   /* of being the best, as tries.h has it */
	int32_t node; /* after it, or NONE */
} edge_t;

/* A position of the tree. */
typedef struct {
	int32_t edge; /* its moves are reader.edge[edge .. edge + edges - 1] */
	int16_t edges;
	int8_t what;     /* STANDING_OPEN.. */
	uint8_t to_move; /* a colour */
	int32_t seen;
	float sum; /* of the lives seen at it and behind it */
} node_t;

struct reader {
	field_t f; /* the position at the root */
	escape_root_t root;
	int target, colour;
	bool retakes[3];
	bool ko_seen;
	standing_t standing;          /* of the position at hand */
	uint64_t path[PLIES_MAX + 1]; /* the stones of the positions on the way down */
	int nodes, edges;
	node_t node[NODES_MAX];
	edge_t edge[EDGES_MAX];
};

/* narrow sets what of the board is looked at: what is near the dragon. */
static void narrow(reader_t *r)
{
	const standing_t *s = &r->standing;
	field_t *f = &r->f;
	int left = f->width, right = 0, top = f->height, bottom = 0;

	standing_find(f, &r->root, r->target, r->colour, r->colour, &r->standing);
	for (int i = 0; i < s->b.n; i++) {
		const fblock_t *block = &s->b.block[i];

		for (int k = 0; s->group[i] == s->dragon && k < block->size; k++) {
			const int p = s->b.stone[block->stone + k];
			const int x = p % FIELD_STRIDE - 1, y = p / FIELD_STRIDE - 1;

			left = x - MARGIN < left ? x - MARGIN : left;
			right = x + MARGIN >= right ? x + MARGIN + 1 : right;
			top = y - MARGIN < top ? y - MARGIN : top;
			bottom = y + MARGIN >= bottom ? y + MARGIN + 1 : bottom;
		}
	}
	f->left = (uint8_t)(left > 0 ? left : 0);
	f->top = (uint8_t)(top > 0 ? top : 0);
	f->right = (uint8_t)(right < f->width ? right : f->width);
	f->bottom = (uint8_t)(bottom < f->height ? bottom : f->height);
}

reader_t *reader_create(const field_t *f, int target)
{
	reader_t *r = malloc(sizeof *r);

	if (!r)
		return NULL;
	r->f = *f;
	r->target = target;
	r->colour = f->at[target];
	standing_root(f, target, &r->root);
	narrow(r);
	return r;
}

void reader_free(reader_t *r)
{
	free(r);
}

/* add_moves writes the moves of the position of r->standing. */
static void add_moves(reader_t *r, const field_t *f, node_t *node, int last)
{
	int16_t moves[TRIES_MAX];
	float odds[TRIES_MAX];
	const int to_move = node->to_move;
	const int most = tries_list(f, &r->standing, to_move, last, moves, odds);

	node->edge = r->edges;
	for (int i = 0; i < most; i++) {
		const bool retake = moves[i] == f->ko;
		field_t g = *f;

		r->ko_seen |= retake;
		if ((retake && !r->retakes[to_move]) || field_play(&g, moves[i], to_move) < 0)
			continue;
		r->edge[r->edges++] = (edge_t){moves[i], odds[i], NONE};
	}
	if (to_move == r->colour && last != FIELD_NONE)
		r->edge[r->edges++] = (edge_t){FIELD_NONE, pass_odds, NONE};
	node->edges = (int16_t)(r->edges - node->edge);
}

/* grow makes a node of a position. `last` is the move that led to it. What looks alive with the
 * other side to move has to hold against its moves. */
static int grow(reader_t *r, const field_t *f, int to_move, int last)
{
	const standing_t *s = &r->standing;
	node_t *node = &r->node[r->nodes];

	*node = (node_t){.to_move = (uint8_t)to_move, .seen = 1};
	standing_find(f, &r->root, r->target, r->colour, to_move, &r->standing);
	node->what = (int8_t)s->what;
	node->sum = s->life;
	if (s->what == STANDING_ALIVE && to_move != r->colour) {
		node->what = STANDING_OPEN;
		node->sum = looks_alive;
	}
	if (r->nodes == 0 && s->dragon >= 0)
		node->what = STANDING_OPEN;
	if (node->what == STANDING_OPEN) {
		add_moves(r, f, node, last);
		if (node->edges == 0)
			node->what = to_move == r->colour ? STANDING_DEAD : STANDING_ALIVE;
	}
	if (node->what != STANDING_OPEN)
		node->sum = node->what == STANDING_ALIVE;
	return r->nodes++;
}

static float mean_of(const node_t *node)
{
	return node->sum / (float)node->seen;
}

/* square_root returns nearly the root of a number of at least one, the same on every machine. */
static float square_root(float x)
{
	float root = 1;

	while (root * root < x)
		root *= 2;
	for (int i = 0; i < ROOT_STEPS; i++)
		root = (root + x / root) / 2;
	return root;
}

/* pick returns which move to go on with, or NONE where all are decided. */
static int pick(const reader_t *r, const node_t *node)
{
	const bool own = node->to_move == r->colour;
	const float share = explore * square_root((float)node->seen);
	const float fresh = (own ? mean_of(node) : 1 - mean_of(node)) - fresh_less;
	float best = 0;
	int chosen = NONE;

	for (int i = 0; i < node->edges; i++) {
		const edge_t *e = &r->edge[node->edge + i];
		const node_t *c = e->node == NONE ? NULL : &r->node[e->node];
		float value = fresh;

		if (c && c->what != STANDING_OPEN)
			continue;
		if (c)
			value = own ? mean_of(c) : 1 - mean_of(c);
		value += share * e->odds / (float)(1 + (c ? c->seen : 0));
		if (chosen == NONE || value > best) {
			best = value;
			chosen = i;
		}
	}
	return chosen;
}

/* settle decides a node by its moves, if they do. */
static void settle(reader_t *r, node_t *node)
{
	const int win = node->to_move == r->colour ? STANDING_ALIVE : STANDING_DEAD;
	bool all = true;

	for (int i = 0; i < node->edges; i++) {
		const edge_t *e = &r->edge[node->edge + i];
		const int what = e->node == NONE ? STANDING_OPEN : r->node[e->node].what;

		if (what == win) {
			node->what = (int8_t)win;
			return;
		}
		all &= what != STANDING_OPEN;
	}
	if (all)
		node->what = win == STANDING_ALIVE ? STANDING_DEAD : STANDING_ALIVE;
}

/* repeats tells whether a position stood on the way down, up to so many plies. */
static bool repeats(const reader_t *r, const field_t *f, int plies)
{
	for (int i = 0; i <= plies; i++)
		if (r->path[i] == f->key)
			return true;
	return false;
}

/* drop takes a move out of a node's list. */
static void drop(reader_t *r, node_t *node, int i)
{
	node->edges--;
	for (; i < node->edges; i++)
		r->edge[node->edge + i] = r->edge[node->edge + i + 1];
}

/* step plays the move i of the last node of a way. It returns the next node, or NONE where the move
 * only repeats a position: it is dropped then. */
static int step(reader_t *r, field_t *f, int ply, node_t *node, int i)
{
	edge_t *e = &r->edge[node->edge + i];
	const bool retake = e->move == f->ko;

	if (e->move == FIELD_NONE) {
		f->ko = FIELD_NONE;
	} else {
		const int taken = field_play(f, e->move, node->to_move);

		if (e->node == NONE && taken > 0 && !retake && repeats(r, f, ply)) {
			drop(r, node, i);
			return NONE;
		}
	}
	return e->node;
}

/* descend goes down the tree once, to add a position. */
static void descend(reader_t *r)
{
	field_t f = r->f;
	int way[PLIES_MAX + 1], n = 0, at = 0;
	float life = 0;

	while (at != NONE) {
		node_t *node = &r->node[at];
		const int i = n < PLIES_MAX ? pick(r, node) : NONE;

		way[n] = at;
		r->path[n++] = f.key;
		life = mean_of(node);
		if (i == NONE)
			break;
		const int edges = node->edges;

		at = step(r, &f, n - 1, node, i);
		if (at == NONE && node->edges == edges) {
			edge_t *e = &r->edge[node->edge + i];

			e->node = grow(r, &f, 3 - node->to_move, e->move);
			life = r->node[e->node].sum;
		}
	}
	while (n-- > 0) {
		node_t *node = &r->node[way[n]];

		node->seen++;
		node->sum += life;
		settle(r, node);
	}
}

/* choose writes the best move of the root: one that decides, else the one that was seen most. */
static void choose(const reader_t *r, foresight_t *reading)
{
	const node_t *root = &r->node[0];
	const int win = root->to_move == r->colour ? STANDING_ALIVE : STANDING_DEAD;
	float best = 0;

	reading->life = mean_of(root);
	for (int i = 0; i < root->edges; i++) {
		const edge_t *e = &r->edge[root->edge + i];
		const node_t *c = e->node == NONE ? NULL : &r->node[e->node];

		if (!c || (c->what != STANDING_OPEN && c->what != win))
			continue;
		const float rank = c->what == win ? decided_first + e->odds
		                                  : (float)c->seen / (float)root->seen;

		if (rank <= best)
			continue;
		best = rank;
		reading->move = e->move;
		reading->life = mean_of(c);
	}
	reading->sure = root->what != STANDING_OPEN;
	if (reading->sure)
		reading->life = root->what == STANDING_ALIVE;
}

foresight_t reader_search(reader_t *r, int first, const bool retakes[3], unsigned nodes)
{
	foresight_t reading = {.move = FIELD_NONE};
	const node_t *root = &r->node[0];

	memcpy(r->retakes, retakes, sizeof r->retakes);
	r->ko_seen = false;
	r->nodes = r->edges = 0;
	grow(r, &r->f, first, NONE);
	for (unsigned i = 0; i < nodes && root->what == STANDING_OPEN && r->nodes < NODES_MAX &&
	                     r->edges <= EDGES_MAX - MOVES_LISTED;
	     i++)
		descend(r);
	choose(r, &reading);
	reading.ko_seen = r->ko_seen;
	reading.nodes = (unsigned)r->nodes;
	return reading;
}
