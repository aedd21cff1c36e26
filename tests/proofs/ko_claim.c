/* SPDX-License-Identifier: MIT
 * ko_claim.c - see ko_claim.h. A board is filled at random, and a ko or two are stamped on it,
 * turned and with either side to take. The stones of the goal are those in the kos, those in
 * atari, or any. */
#include "tests/proofs/ko_claim.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/check.h"

enum { TENTHS = 10, DRAWN_SIDE = 7, POINTS_MOST = 28, KOS = 2 };

/* 'X' takes 'o' by a move on ','. */
static const char *const shape[] = {".XO. Xo,O .XO.", "Xo,O .XO.", "o,O XO.", ".XOX Xo,O .XOX",
                                    ".XO.. Xo,OX .XOX."};

typedef struct {
	unsigned width, height;
	char at[DRAWN_SIDE][DRAWN_SIDE];
	unsigned kos, x[KOS], y[KOS]; /* of a stone in a ko */
	unsigned takes_x, takes_y;    /* where the first one is taken */
} board_t;

static char other(char c)
{
	return c == 'X' ? 'O' : c == 'O' ? 'X' : c;
}

/* stamp puts a shape somewhere, if it fits; `swapped`: with the colours exchanged. */
static void stamp(rng_t *rng, board_t *b, bool swapped)
{
	const char *text = shape[rng_below(rng, sizeof(shape) / sizeof(*shape))];
	const unsigned w = (unsigned)strcspn(text, " ");
	const unsigned h = ((unsigned)strlen(text) + 1) / (w + 1);
	const bool turned = rng_below(rng, 2), over = rng_below(rng, 2), left = rng_below(rng, 2);
	const unsigned wide = turned ? h : w, high = turned ? w : h;
	unsigned x0, y0;

	assert(w > 0);
	if (wide > b->width || high > b->height)
		return;
	x0 = rng_below(rng, b->width - wide + 1);
	y0 = rng_below(rng, b->height - high + 1);
	if (rng_below(rng, 2))
		y0 = over ? b->height - high : 0; /* to the edge that it is made for */
	if (rng_below(rng, 2))
		x0 = left ? b->width - wide : 0;
	for (unsigned i = 0; i < w * h; i++) {
		const char c = text[i / w * (w + 1) + i % w];
		const unsigned u = turned ? i / w : i % w, v = turned ? i % w : i / w;
		const unsigned x = x0 + (left ? wide - 1 - u : u);
		const unsigned y = y0 + (over ? high - 1 - v : v);
		char put = c == 'o' ? 'O' : c == ',' ? '.' : c;

		if (c == '.' || rng_below(rng, 4 * TENTHS) == 0)
			continue;
		if (c == 'o' && b->kos < KOS) {
			b->x[b->kos] = x;
			b->y[b->kos++] = y;
		}
		if (c == ',') {
			b->takes_x = x;
			b->takes_y = y;
		}
		b->at[y][x] = swapped ? other(put) : put;
	}
}

static void point(const board_t *b, unsigned x, unsigned y, char *out)
{
	(void)snprintf(out, 8, "%c%u", "ABCDEFGHJ"[x], b -> height - y);
}

/* liberties counts empty neighbours alone: enough to guess what is weak. */
static int liberties(const board_t *b, unsigned x, unsigned y)
{
	return (x > 0 && b->at[y][x - 1] == '.') + (y > 0 && b->at[y - 1][x] == '.') +
	       (x + 1 < b->width && b->at[y][x + 1] == '.') +
	       (y + 1 < b->height && b->at[y + 1][x] == '.');
}

/* stone names one of that colour: one in a ko, a weak one, or any. */
static void stone(rng_t *rng, const board_t *b, char colour, bool in_ko, char *out)
{
	const bool weak = rng_below(rng, 2);
	unsigned x = 0, y = 0;

	for (unsigned i = 0; i < b->kos && in_ko; i++)
		if (b->at[b->y[i]][b->x[i]] == colour) {
			point(b, b->x[i], b->y[i], out);
			return;
		}
	for (unsigned i = 0; i < 3 * POINTS_MOST; i++) {
		x = rng_below(rng, b->width);
		y = rng_below(rng, b->height);
		if (b->at[y][x] == colour && (!weak || i > POINTS_MOST || liberties(b, x, y) == 1))
			break;
	}
	point(b, x, y, out);
}

/* corner puts a stone of X's in a corner, in atari. */
static void corner(rng_t *rng, board_t *b, char *out)
{
	const unsigned x = rng_below(rng, 2) ? b->width - 1 : 0,
	               y = rng_below(rng, 2) ? b->height - 1 : 0;
	const bool flat = rng_below(rng, 2);

	b->at[y][x] = 'X';
	b->at[y][x > 0 ? x - 1 : 1] = flat ? 'O' : '.';
	b->at[y > 0 ? y - 1 : 1][x] = flat ? '.' : 'O';
	point(b, x, y, out);
}

static void add(const char *name, certificate_header_t *h)
{
	if (strstr(h->target, name) == NULL)
		strcat(strcat(h->target, h->target[0] != '\0' ? " " : ""), name);
}

/* region leaves out a point or an edge. */
static void region(rng_t *rng, const board_t *b, certificate_header_t *h)
{
	char corner[2][8];

	point(b, rng_below(rng, 2), rng_below(rng, 2), corner[0]);
	point(b, b->width - 1 - rng_below(rng, 2), b->height - 1 - rng_below(rng, 2), corner[1]);
	strcpy(h->option[0].name, "region");
	(void)snprintf(h->option[0].value, sizeof(h->option[0].value), "%s-%s", corner[0],
	               corner[1]);
	h->options = 1;
}

static void draw(rng_t *rng, board_t *b)
{
	const unsigned stones = 6 + rng_below(rng, 3);

	memset(b, 0, sizeof(*b));
	b->width = 3 + rng_below(rng, 5);
	b->height = 3 + rng_below(rng, POINTS_MOST / b->width < 5 ? 2 : 3);
	if (b->width * b->height > POINTS_MOST)
		b->height = POINTS_MOST / b->width;
	for (unsigned y = 0; y < b->height; y++)
		for (unsigned x = 0; x < b->width; x++)
			b->at[y][x] =
			        rng_below(rng, TENTHS) < stones ? "XO"[rng_below(rng, 2)] : '.';
	if (rng_below(rng, 2))
		stamp(rng, b, rng_below(rng, 2));
	b->kos = 0;
}

const char *ko_goal(unsigned goal)
{
	static const char *const goals[KO_GOALS] = {
	        "capture", "semeai", "capture-any", "capture-all", "connect", "live", "live-any"};

	assert(goal < KO_GOALS);
	return goals[goal];
}

/* name_stones names those of the goal; X is the attacker. */
static void name_stones(rng_t *rng, board_t *b, unsigned goal, certificate_header_t *h)
{
	const bool own = goal > 3, many = goal == 2 || goal == 3 || goal > 4;
	const unsigned count = many ? (goal == 6 ? 0 : 1) + rng_below(rng, 3) : 1;
	char name[8];

	for (unsigned i = 0; i < count; i++) {
		stone(rng, b, own ? 'X' : 'O', i == 0 && rng_below(rng, 4) > 0, name);
		add(name, h);
	}
	if (goal == 1 || goal == 4) {
		if (goal == 1 && rng_below(rng, 2))
			corner(rng, b, name);
		else
			stone(rng, b, 'X', rng_below(rng, 3) == 0, name);
		add(name, h);
	}
}

void ko_claim(rng_t *rng, unsigned goal, certificate_header_t *h)
{
	const bool own = goal > 3, swapped = own ? rng_below(rng, 4) > 0 : rng_below(rng, 8) == 0;
	char *out = h->rows;
	board_t b;

	memset(h, 0, sizeof(*h));
	draw(rng, &b);
	stamp(rng, &b, swapped);
	if (rng_below(rng, 3) == 0)
		stamp(rng, &b, !swapped);
	strcpy(h->kind, "proof");
	strcpy(h->game, "go");
	strcpy(h->goal, ko_goal(goal));
	name_stones(rng, &b, goal, h);
	if (rng_below(rng, 8) == 0)
		region(rng, &b, h);
	if (rng_below(rng, 6) == 0)
		point(&b, b.takes_x, b.takes_y, h->ko);
	h->threats[0] = rng_below(rng, 3) == 0 ? CERTIFICATE_UNLIMITED : rng_below(rng, 4);
	h->threats[1] = rng_below(rng, 3) == 0 ? 1 : rng_below(rng, 4);
	h->defender_first = rng_below(rng, 3) == 0;
	h->black = rng_below(rng, 2);
	for (unsigned y = 0; y < b.height; y++) {
		for (unsigned x = 0; x < b.width; x++)
			*out++ = h->black ? b.at[y][x] : other(b.at[y][x]);
		*out++ = '/';
	}
	out[-1] = '\0';
}
