/* SPDX-License-Identifier: MIT
 * go_truth.c - see go_truth.h.
 *
 * All positions that can come about are written down, each once with what its moves lead to; then
 * those that the attacker wins are marked until nothing changes: what is left he never wins,
 * however long he goes round. Of lambda a position counts once an order, and the defender's pass
 * leads to the order below.
 *
 * Boards are two sets of points, rules are flood fill on them. When a stone has been captured is
 * told here by the moves, as the page does, where the checker reads it off positions: a stone that
 * may be taken back is pending until the defender has moved.
 */
#include "tests/proofs/go_truth.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MOST = 16, NONE = UINT8_MAX, PASS = NONE, ATTACKER = 0, DEFENDER = 1 };

typedef enum { OPEN, REACHED, LOST } end_t;

/* A position. No bytes between its members, for they are compared. */
typedef struct {
	uint32_t stones[2]; /* by side */
	uint8_t ko, threats[2], turn, order;
	uint8_t pending; /* where a named stone was taken that may be taken back */
	uint16_t taken;  /* which of the named ones have been captured */
} place_t;

typedef struct {
	place_t at;
	bool won, dead; /* dead: not, whatever its children */
	uint32_t first, count;
} state_t;

typedef struct {
	unsigned width, height, area;
	uint32_t all, left, right; /* points; those of the first and the last column */
	uint32_t region;           /* where stones may be put */
	uint32_t own;              /* points of the goal with stones of the attacker's */
	unsigned named, point[NAMED_MOST];
	bool takes, any, lives, lambda, full;
	go_truth_t met;
	state_t *state;
	uint32_t *slot, *child, most, children, room;
} graph_t;

static uint32_t bit(unsigned p)
{
	return p < GO_TRUTH_POINTS ? (uint32_t)1 << p : 0;
}

static unsigned count(uint32_t set)
{
	return (unsigned)__builtin_popcount(set);
}

static unsigned first(uint32_t set)
{
	return (unsigned)__builtin_ctz(set);
}

/* near is what is next to a set, and may be in it. */
static uint32_t near(const graph_t *g, uint32_t set)
{
	return ((set & ~g->right) << 1 | (set & ~g->left) >> 1 | set << g->width |
	        set >> g->width) &
	       g->all;
}

/* block is what hangs together with `set` within `within`. */
static uint32_t block(const graph_t *g, uint32_t set, uint32_t within)
{
	uint32_t before;

	do {
		before = set;
		set |= near(g, set) & within;
	} while (set != before);
	return set;
}

static uint32_t empty(const graph_t *g, const place_t *at)
{
	return g->all & ~(at->stones[0] | at->stones[1]);
}

static unsigned read_point(const graph_t *g, const char *text)
{
	const int letter = toupper((unsigned char)text[0]);

	return (g->height - (unsigned)atoi(&text[1])) * g->width +
	       (unsigned)(letter - 'A' - (letter > 'I'));
}

/* read_region reads a rectangle, by two corners. */
static uint32_t read_region(const graph_t *g, const char *text)
{
	const unsigned w = g->width, p = read_point(g, text);
	const unsigned q = read_point(g, strchr(text, '-') + 1);
	uint32_t out = 0;

	for (unsigned i = 0; i < g->area; i++)
		if ((i % w >= p % w || i % w >= q % w) && (i % w <= p % w || i % w <= q % w) &&
		    (i / w >= p / w || i / w >= q / w) && (i / w <= p / w || i / w <= q / w))
			out |= bit(i);
	return out;
}

static void read_board(const certificate_header_t *h, graph_t *g, place_t *root)
{
	g->width = (unsigned)strcspn(h->rows, "/");
	g->height = ((unsigned)strlen(h->rows) + 1) / (g->width + 1);
	g->area = g->width * g->height;
	assert(g->area <= GO_TRUTH_POINTS);
	for (unsigned i = 0; i < g->area; i++) {
		const char c = h->rows[i / g->width * (g->width + 1) + i % g->width];

		g->all |= bit(i);
		g->left |= i % g->width == 0 ? bit(i) : 0;
		g->right |= i % g->width == g->width - 1 ? bit(i) : 0;
		if (c != '.')
			root->stones[(c == 'X') == h->black ? ATTACKER : DEFENDER] |= bit(i);
	}
	g->region = h->options > 0 ? read_region(g, h->option[0].value) : g->all;
}

static void read_header(const certificate_header_t *h, graph_t *g, place_t *root)
{
	const char *text = h->target;

	memset(root, 0, sizeof(*root));
	read_board(h, g, root);
	root->turn = h->defender_first ? DEFENDER : ATTACKER;
	root->ko = h->ko[0] != '\0' ? (uint8_t)read_point(g, h->ko) : NONE;
	root->pending = NONE;
	for (unsigned i = 0; i < 2; i++)
		root->threats[i] = (uint8_t)h->threats[i];
	g->lives = strncmp(h->goal, "live", 4) == 0;
	g->takes = !g->lives && strcmp(h->goal, "connect") != 0;
	g->any = strstr(h->goal, "-any") != NULL;
	for (; *text != '\0'; text += strcspn(text, " "), text += *text == ' ') {
		g->point[g->named] = read_point(g, text);
		g->own |= bit(g->point[g->named++]) & root->stones[ATTACKER];
	}
}

/* play makes a move; false: it is not legal, but for a region. */
static bool play(const graph_t *g, place_t *at, unsigned move)
{
	const unsigned side = at->turn;
	uint32_t *own = &at->stones[side], *their = &at->stones[!side], taken = 0, mine, left;
	const unsigned ko = at->ko;

	at->ko = NONE;
	at->pending = NONE;
	at->turn = !side;
	if (move == PASS)
		return true;
	if ((empty(g, at) & bit(move)) == 0 || (move == ko && at->threats[side] == 0))
		return false;
	if (move == ko && at->threats[side] != CERTIFICATE_UNLIMITED)
		at->threats[side]--;
	*own |= bit(move);
	for (left = near(g, bit(move)) & *their; left != 0;) {
		const uint32_t all = block(g, bit(first(left)), *their);

		if ((near(g, all) & empty(g, at)) == 0)
			taken |= all;
		left &= ~all;
	}
	*their &= ~taken;
	mine = block(g, bit(move), *own);
	left = near(g, mine) & empty(g, at);
	if (count(taken) == 1 && mine == bit(move) && count(left) == 1)
		at->ko = (uint8_t)first(taken);
	return left != 0;
}

/* alive: is a goal of life reached? Benson, as the page has it. */
static bool alive(const graph_t *g, const place_t *at)
{
	const uint32_t own = at->stones[ATTACKER], others = g->all & ~own;
	uint32_t dropped = 0, before, left, area, wanted = 0;

	do {
		before = dropped;
		for (uint32_t blocks = own; blocks != 0; blocks &= ~left) {
			const uint32_t liberties =
			        near(g, left = block(g, bit(first(blocks)), own)) & empty(g, at);
			unsigned eyes = (liberties & ~g->region) != 0 ? 2 : 0;

			for (uint32_t areas = others; areas != 0; areas &= ~area) {
				area = block(g, bit(first(areas)), others);
				eyes += (area & empty(g, at) & ~liberties) == 0 &&
				        (near(g, area) & dropped) == 0;
			}
			if (eyes < 2)
				dropped |= left;
		}
	} while (dropped != before);
	for (unsigned i = 0; i < g->named; i++)
		wanted |= bit(g->point[i]);
	if (g->any)
		return (own & ~dropped & (g->named > 0 ? wanted : g->all)) != 0;
	return (wanted & ~(own & ~dropped)) == 0;
}

/* lost: has too much of what is to stand been captured? */
static bool lost(const graph_t *g, const place_t *at)
{
	const uint32_t stand = g->own & at->stones[ATTACKER];

	return g->own != 0 && (g->any ? stand == 0 : stand != g->own);
}

/* capture notes which of the named stones a move has captured. */
static void capture(const graph_t *g, const place_t *from, unsigned move, place_t *to)
{
	const uint32_t gone = from->stones[DEFENDER] & ~to->stones[DEFENDER];

	for (unsigned i = 0; i < g->named; i++) {
		const unsigned p = g->point[i];
		const uint16_t one = (uint16_t)(1U << i);
		const bool left = from->pending == p && move != p; /* in the ko */
		const bool may_retake = to->ko == p && to->threats[DEFENDER] > 0;

		if ((g->own & bit(p)) != 0 || (from->taken & one) != 0)
			continue;
		if ((gone & bit(p)) != 0 && may_retake)
			to->pending = (uint8_t)p;
		else if ((gone & bit(p)) != 0 || left)
			to->taken |= one;
	}
}

/* ends says what a move has come to. Who is captured first: reached goes before lost. */
static end_t ends(graph_t *g, const place_t *from, const place_t *to)
{
	bool reached = !g->any;

	for (unsigned i = 0; i < g->named && g->takes; i++) {
		const bool is = (to->taken & 1U << i) != 0;

		if ((g->own & bit(g->point[i])) == 0)
			reached = g->any ? reached || is : reached && is;
	}
	if (g->lives)
		reached = to->turn == DEFENDER && !lost(g, to) && alive(g, to);
	else if (!g->takes)
		reached = !lost(g, to) && (block(g, bit(g->point[0]), to->stones[ATTACKER]) &
		                           bit(g->point[1])) != 0;
	if (from->pending != NONE && to->taken != from->taken)
		g->met.left = true;
	if (reached && lost(g, to))
		g->met.traded = true;
	return reached ? REACHED : lost(g, to) ? LOST : OPEN;
}

static uint32_t add(graph_t *g, const place_t *at)
{
	uint64_t word[2], hash;

	memcpy(word, at, sizeof(word));
	hash = (word[0] * 0x9e3779b97f4a7c15 ^ word[1]) * 0xbf58476d1ce4e5b9;
	hash ^= hash >> 29;
	hash *= 0x94d049bb133111eb;
	for (hash >>= 20;; hash++) {
		uint32_t *slot = &g->slot[hash % (2 * g->most)];

		if (*slot == 0) {
			if (g->met.states == g->most) {
				g->full = true;
				return 0;
			}
			g->state[g->met.states] = (state_t){.at = *at};
			*slot = ++g->met.states;
			return *slot - 1;
		}
		if (memcmp(&g->state[*slot - 1].at, at, sizeof(*at)) == 0)
			return *slot - 1;
	}
}

static void link_to(graph_t *g, uint32_t state, const place_t *to)
{
	const uint32_t child = add(g, to);

	if (g->children == g->room) {
		g->room = 2 * g->room + 1024;
		g->child = realloc(g->child, g->room * sizeof(*g->child));
		if (g->child == NULL)
			abort();
	}
	g->child[g->children++] = child;
	g->state[state].count++;
}

/* follow writes down where a move leads, if it is legal. */
static void follow(graph_t *g, uint32_t state, unsigned move, unsigned order)
{
	const place_t from = g->state[state].at;
	const bool attacks = from.turn == ATTACKER;
	place_t to = from;
	end_t end;

	if (!play(g, &to, move))
		return;
	to.order = (uint8_t)order;
	capture(g, &from, move, &to);
	end = ends(g, &from, &to);
	if (end == REACHED && g->lives && g->lambda)
		end = OPEN; /* of lambda only the pass reaches these goals */
	if (end == OPEN && attacks && g->lambda && order == 0)
		end = LOST; /* his last move */
	if (end == OPEN)
		link_to(g, state, &to);
	else if (attacks)
		g->state[state].won |= end == REACHED;
	else
		g->state[state].dead |= end == LOST;
}

static void expand(graph_t *g, uint32_t state)
{
	const place_t at = g->state[state].at;
	const bool attacks = at.turn == ATTACKER, opens = state == 0;
	unsigned below = at.order;

	g->state[state].first = g->children;
	if (attacks && g->lives && alive(g, &at)) {
		g->state[state].won = true; /* by a pass */
		return;
	}
	if (!attacks && g->lambda && !opens) {
		g->state[state].dead = below == 0;
		if (below-- == 0)
			return;
	}
	if (!attacks)
		follow(g, state, PASS, below);
	for (unsigned p = 0; p < g->area && !g->state[state].won && !g->state[state].dead; p++)
		if ((g->region & bit(p)) != 0)
			follow(g, state, p, at.order);
}

static bool is_won(const graph_t *g, const state_t *s)
{
	const bool attacks = s->at.turn == ATTACKER;

	if (s->dead)
		return false;
	for (uint32_t i = 0; i < s->count; i++)
		if (g->state[g->child[s->first + i]].won == attacks)
			return attacks;
	return !attacks;
}

int go_truth(const certificate_header_t *header, bool lambda, unsigned order, unsigned most,
             go_truth_t *out)
{
	graph_t g = {.lambda = lambda, .most = most};
	bool again = true;
	place_t root;
	int truth;

	read_header(header, &g, &root);
	g.state = calloc(most, sizeof(*g.state));
	g.slot = calloc(2 * (size_t)most, sizeof(*g.slot));
	if (g.state == NULL || g.slot == NULL)
		abort();
	root.order = (uint8_t)(lambda ? order : 0);
	add(&g, &root);
	for (uint32_t i = 0; i < g.met.states && !g.full; i++)
		expand(&g, i);
	while (again && !g.full) {
		again = false;
		for (uint32_t i = g.met.states; i-- > 0;)
			if (!g.state[i].won && is_won(&g, &g.state[i]))
				g.state[i].won = again = true;
	}
	truth = g.full ? -1 : g.state[0].won;
	if (out != NULL)
		*out = g.met;
	free(g.state);
	free(g.slot);
	free(g.child);
	return truth;
}
