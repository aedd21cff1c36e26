/* SPDX-License-Identifier: MIT
 * eyeparts.c - shapes are told apart by the numbers of points, of neighbours and of prisoners. */
#include "engine/judge/eyeparts.h"

#include <stddef.h>
#include <string.h>

enum {
	SHAPES = 7,      /* a part of so many points has two eyes, prisoners apart */
	CORNER_TWO = 10, /* in the corner, so many */
};

/* falseness tells whether an eye on p would be false, by its diagonals. */
static int falseness(const eyeroom_t *room, const uint8_t *in, int p)
{
	const field_t *f = room->f;
	int bad = 0, doubt = 0, edges = 0;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_diag[k];

		if (f->at[q] == FIELD_EDGE)
			edges++;
		else if (f->at[q] == room->colour)
			doubt += room->b->id[q] >= 0 && room->b->block[room->b->id[q]].libs == 1;
		else if (in[q] || room->e->whose[q] == POINT_ROOM)
			continue;
		else if (f->at[q] == FIELD_EMPTY)
			doubt++;
		else
			bad++;
	}
	const int most = edges > 0 ? 1 : 2; /* bad corners that make an eye false */

	if (bad + doubt / 2 >= most)
		return EYEPARTS_FALSE;
	return bad + (doubt + 1) / 2 >= most ? EYEPARTS_DOUBTFUL : EYEPARTS_REAL;
}

/* degree_of counts the neighbours of p within the set. */
static int degree_of(const uint8_t *in, int p)
{
	int n = 0;

	for (int k = 0; k < 4; k++)
		n += in[p + field_next[k]] != 0;
	return n;
}

void eyeparts_prune(const eyeroom_t *room, int from, uint8_t *in)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (int i = 0; i < room->n; i++) {
			const int p = room->point[i];

			if (!in[p] || degree_of(in, p) > 1 || falseness(room, in, p) < from)
				continue;
			in[p] = 0;
			changed = true;
		}
	}
}

/* measure counts what the shape of a part depends on. */
static void measure(const field_t *f, const uint8_t *in, eyepart_t *part)
{
	for (int i = 0; i < part->n; i++) {
		const int p = part->point[i], degree = degree_of(in, p);
		const bool taken = f->at[p] != FIELD_EMPTY;
		int edges = 0;

		part->edges += degree;
		part->prisoners += taken;
		part->inner_taken += taken && degree > 1;
		if (degree > part->degree) {
			part->degree = degree;
			part->hub_taken = 0;
		}
		part->hub_taken += taken && degree == part->degree;
		for (int k = 0; k < 4; k++)
			edges += f->at[p + field_next[k]] == FIELD_EDGE;
		part->corner |= edges == 2;
	}
	part->edges /= 2;
}

void eyeparts_take(const eyeroom_t *room, const uint8_t *in, uint8_t *left, int p, eyepart_t *part)
{
	memset(part, 0, offsetof(eyepart_t, point));
	part->point[part->n++] = (int16_t)p;
	left[p] = 0;
	for (int i = 0; i < part->n; i++) {
		for (int k = 0; k < 4; k++) {
			const int q = part->point[i] + field_next[k];

			if (!left[q])
				continue;
			left[q] = 0;
			part->point[part->n++] = (int16_t)q;
		}
	}
	measure(room->f, in, part);
}

/* eyes_small is eyeparts_eyes for three or four points. */
static void eyes_small(const eyepart_t *part, int *low, int *high)
{
	*low = 1;
	*high = 1;
	if (part->n == 3 || part->degree == 3) {
		*high = part->hub_taken > 0 ? 1 : 2;
		return;
	}
	if (part->edges == 4) /* a square */
		return;
	*low = part->inner_taken > 0 || part->corner ? 1 : 2;
	*high = part->inner_taken > 1 ? 1 : 2;
}

void eyeparts_eyes(const eyepart_t *part, int *low, int *high)
{
	*low = part->n > 0;
	*high = *low;
	if (part->n <= 2)
		return;
	if (part->n <= 4) {
		eyes_small(part, low, high);
		return;
	}
	*high = 2;
	if (part->n >= SHAPES) {
		const bool wide = !part->corner || part->n >= CORNER_TWO;

		*low = wide && 2 * part->prisoners <= part->n - 3 ? 2 : 1;
		return;
	}
	const bool bulky = part->n == 5 && part->edges == 5;

	if (bulky || part->degree == 4) { /* four neighbours: a cross, or the rabbity six */
		*low = 1;
		*high = part->hub_taken > 0 ? 1 : 2;
		return;
	}
	*low = part->prisoners > 1 || part->hub_taken > 0 ? 1 : 2;
	if (part->n == 6 && part->edges == 7 && part->corner)
		*low = 1;
	if (part->prisoners >= part->n - 1)
		*high = 1;
}
