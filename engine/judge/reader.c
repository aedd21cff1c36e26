/* SPDX-License-Identifier: MIT
 * reader.c - each position's moves are sorted by the value of the positions after them, and by
 * tries.h among equals; the nearer to the horizon, the fewer of them are searched. Values are
 * coarse, so that equals are many: the order of tries.h tells them apart better than small
 * differences of an estimate do (docs/results/judge.md). */
#include "engine/judge/reader.h"

#include <stdlib.h>
#include <string.h>

#include "engine/judge/tries.h"

enum {
	TABLE_BITS = 16,
	PLIES_MAX = 24,
	MOVES_LISTED = TRIES_MAX + 1, /* with the pass */
	GRAIN = 6,                    /* steps of the estimate */
	FAILED_ENOUGH = 8,            /* moves deep: what fails so far fails */
	DOUBTED_LIFE = 750,           /* value of a dragon that a cut endangers */
	NOT_KNOWN = -1,
};

static const float cut_life = 0.6f; /* a cut dragon with less is in danger */

/* How many moves are searched, by the plies left. */
static const int wide[] = {4, 4, 6, 8, 8, 10};

enum { EXACT, AT_LEAST, AT_MOST };

/* What is known of a position: its own value, and that of a search from it. */
typedef struct {
	uint64_t key;
	int16_t own;   /* NOT_KNOWN where nothing was looked at */
	int16_t value; /* of the search */
	int16_t move;  /* its best */
	int8_t depth;  /* 0: not searched */
	int8_t bound;  /* EXACT.. of value */
} slot_t;

/* A move and the position after it. */
typedef struct {
	field_t f;
	uint64_t key;
	int16_t move;
	int16_t value;
} child_t;

struct reader {
	escape_root_t root;
	int target, colour;
	bool retakes[3];
	bool ko_seen;
	unsigned nodes, most;
	standing_t standing, after; /* of the position at hand, and after a cut */
	slot_t table[1 << TABLE_BITS];
	uint64_t path[PLIES_MAX + 1]; /* the stones of the positions on the way here */
	child_t child[PLIES_MAX + 1][MOVES_LISTED];
};

/* One call of the search. */
typedef struct {
	const child_t *node;
	int to_move, ply, depth;
	int low, high; /* the window */
} call_t;

reader_t *reader_create(const field_t *f, int target)
{
	reader_t *r = malloc(sizeof *r);

	if (!r)
		return NULL;
	r->target = target;
	r->colour = f->at[target];
	standing_root(f, target, &r->root);
	return r;
}

void reader_free(reader_t *r)
{
	free(r);
}

static uint64_t key_at(const field_t *f, int to_move)
{
	return f->key ^ (uint64_t)to_move * 0x2545f4914f6cdd1du ^
	       (uint64_t)f->ko * 0xd6e8feb86659fd93u;
}

/* slot_of returns the slot of a position, emptied if it was another's. */
static slot_t *slot_of(reader_t *r, uint64_t key)
{
	slot_t *slot = &r->table[key >> (64 - TABLE_BITS)];

	if (slot->key != key)
		*slot = (slot_t){.key = key, .own = NOT_KNOWN, .move = NOT_KNOWN};
	return slot;
}

/* is_cut tells whether an empty point lies between blocks of the dragon, or is one of the last two
 * liberties of one. */
static bool is_cut(const standing_t *s, int p)
{
	int seen = NOT_KNOWN;

	for (int d = 0; d < 4; d++) {
		const int i = s->b.id[p + field_next[d]];

		if (i < 0 || s->b.block[i].colour != s->colour || s->group[i] != s->dragon)
			continue;
		if (s->b.block[i].libs <= 2 || (seen >= 0 && seen != i))
			return true;
		seen = i;
	}
	return false;
}

/* holds tells whether the dragon of r->standing, which looks alive, still does after each cut. */
static bool holds(reader_t *r, const field_t *f)
{
	for (unsigned y = 0; y < f->height; y++) {
		const int row = field_point(0, y);

		for (int p = row; p < row + f->width; p++) {
			field_t g;

			if (f->at[p] != FIELD_EMPTY || !is_cut(&r->standing, p))
				continue;
			g = *f;
			if (field_play(&g, p, 3 - r->colour) < 0)
				continue;
			r->nodes++;
			standing_find(&g, &r->root, r->target, r->colour, r->colour, &r->after);
			if (r->after.what == STANDING_DEAD ||
			    (r->after.what == STANDING_OPEN && r->after.life < cut_life))
				return false;
		}
	}
	return true;
}

/* own_value returns the value of a position without search. */
static int16_t own_value(reader_t *r, const field_t *f, int to_move)
{
	const standing_t *s = &r->standing;

	r->nodes++;
	standing_find(f, &r->root, r->target, r->colour, to_move, &r->standing);
	if (s->what == STANDING_DEAD)
		return READER_DEAD;
	if (s->what == STANDING_ALIVE)
		return to_move == r->colour || holds(r, f) ? READER_ALIVE : DOUBTED_LIFE;
	const int alive = 1 + (int)(GRAIN * s->life), dead = 1 + (int)(GRAIN * (1 - s->life));

	return (int16_t)(1 + (READER_ALIVE - 2) * alive / (alive + dead));
}

/* add_child adds a move to the list, unless it is not legal, or repeats a position. */
static void add_child(reader_t *r, const field_t *f, int move, int to_move, int ply, int *n)
{
	child_t *c = &r->child[ply][*n];

	c->f = *f;
	c->move = (int16_t)move;
	if (move == FIELD_NONE) {
		c->f.ko = FIELD_NONE;
	} else {
		r->ko_seen |= move == f->ko;
		if (move == f->ko && !r->retakes[to_move])
			return;
		const int taken = field_play(&c->f, move, to_move);

		if (taken < 0)
			return;
		for (int i = 0; taken > 0 && move != f->ko && i <= ply; i++)
			if (r->path[i] == c->f.key)
				return;
	}
	c->key = key_at(&c->f, 3 - to_move);
	slot_t *slot = slot_of(r, c->key);

	if (slot->own == NOT_KNOWN)
		slot->own = own_value(r, &c->f, 3 - to_move);
	c->value = slot->own;
	(*n)++;
}

/* list_children writes the moves of a position and what they lead to. The dragon may pass, but not
 * twice. */
static int list_children(reader_t *r, const call_t *call)
{
	const field_t *f = &call->node->f;
	int16_t moves[TRIES_MAX];
	int n = 0;

	r->nodes++;
	r->path[call->ply] = f->key;
	standing_find(f, &r->root, r->target, r->colour, call->to_move, &r->standing);
	if (r->standing.dragon < 0)
		return 0;
	const int most = tries_list(f, &r->standing, call->to_move, moves);

	for (int i = 0; i < most; i++)
		add_child(r, f, moves[i], call->to_move, call->ply, &n);
	if (call->to_move == r->colour && call->node->move != FIELD_NONE)
		add_child(r, f, FIELD_NONE, call->to_move, call->ply, &n);
	return n;
}

/* sort writes the order in which the children are searched: the best move of a search before, then
 * by value, then as they are listed. */
static void sort(const child_t *list, int n, bool own, int best, int *order)
{
	int rank[MOVES_LISTED];

	for (int i = 0; i < n; i++) {
		int k = i;

		rank[i] = own ? list[i].value : READER_ALIVE - list[i].value;
		if (list[i].move == best)
			rank[i] = READER_ALIVE + 1;
		for (; k > 0 && rank[order[k - 1]] < rank[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
}

/* is_known tells whether a slot answers a call. */
static bool is_known(const slot_t *slot, const call_t *call)
{
	const bool sure = slot->value == READER_ALIVE || slot->value == READER_DEAD;

	if (call->ply == 0 || slot->depth == 0 || (slot->depth < call->depth && !sure))
		return false;
	return slot->bound == EXACT || (slot->bound == AT_LEAST && slot->value >= call->high) ||
	       (slot->bound == AT_MOST && slot->value <= call->low);
}

/* keep writes the result of a call into its slot. */
static void keep(reader_t *r, const call_t *call, int value, int move)
{
	slot_t *slot = slot_of(r, call->node->key);

	slot->value = (int16_t)value;
	slot->move = (int16_t)move;
	slot->depth = (int8_t)call->depth;
	slot->bound = value <= call->low ? AT_MOST : value >= call->high ? AT_LEAST : EXACT;
}

/* search returns the value of a position, and writes the best move. */
static int search(reader_t *r, const call_t *call, int *move)
{
	const slot_t *slot = slot_of(r, call->node->key);
	const bool own = call->to_move == r->colour;
	const int deepest = (int)(sizeof wide / sizeof *wide) - 1;
	int low = call->low, high = call->high, order[MOVES_LISTED], ignored;

	if (is_known(slot, call))
		return slot->value;
	const int hint = slot->move;
	const int n = list_children(r, call);

	if (n == 0)
		return !own && call->node->f.at[r->target] == r->colour ? READER_ALIVE
		                                                        : READER_DEAD;
	const child_t *list = r->child[call->ply];
	const int most = wide[call->depth < deepest ? call->depth : deepest];
	int best = own ? READER_DEAD - 1 : READER_ALIVE + 1;

	sort(list, n, own, hint, order);
	for (int i = 0; i < n && i < most && low < high; i++) {
		const child_t *c = &list[order[i]];
		const call_t next = {c,   3 - call->to_move, call->ply + 1, call->depth - 1, low,
		                     high};
		int value = c->value;

		if (call->depth > 1 && next.ply < PLIES_MAX && value != READER_ALIVE &&
		    value != READER_DEAD && r->nodes < r->most)
			value = search(r, &next, &ignored);
		if (own ? value > best : value < best) {
			best = value;
			*move = c->move;
		}
		low = own && best > low ? best : low;
		high = !own && best < high ? best : high;
	}
	if (r->nodes < r->most)
		keep(r, call, best, *move);
	return best;
}

foresight_t reader_search(reader_t *r, const field_t *f, int first, const bool retakes[3],
                          unsigned nodes)
{
	const child_t root = {.f = *f, .key = key_at(f, first), .move = NOT_KNOWN};
	foresight_t reading = {.value = READER_ALIVE / 2, .move = FIELD_NONE};

	memset(r->table, 0, sizeof r->table);
	memcpy(r->retakes, retakes, sizeof r->retakes);
	r->ko_seen = false;
	r->nodes = 0;
	r->most = nodes;
	for (int depth = 1; depth < PLIES_MAX && r->nodes < r->most; depth++) {
		const call_t call = {&root, first, 0, depth, READER_DEAD - 1, READER_ALIVE + 1};
		int move = FIELD_NONE;
		const int value = search(r, &call, &move);

		if (r->nodes >= r->most && depth > 1)
			break;
		reading.value = value;
		reading.move = move;
		const int wanted = first == r->colour ? READER_ALIVE : READER_DEAD;
		const int feared = READER_ALIVE - wanted;

		if (value == wanted || (value == feared && depth > FAILED_ENOUGH))
			break;
	}
	reading.ko_seen = r->ko_seen;
	reading.nodes = r->nodes;
	return reading;
}
