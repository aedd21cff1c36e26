/* SPDX-License-Identifier: MIT
 * eyespace.c - the eyes of the room are counted three times: the least, as things stand, and the
 * most. */
#include "engine/judge/eyespace.h"

#include <string.h>

#include "engine/judge/eyeparts.h"
#include "engine/judge/sure_eyes.h"

/* count adds up the eyes of a set of points: `low` is the set without doubtful eyes, `set` the set
 * itself. Points of undecided parts are marked in `vital`. */
static eyecount_t count(const eyeroom_t *room, const uint8_t *set, const uint8_t *low, bool *vital)
{
	uint8_t high[FIELD_POINTS], left[FIELD_POINTS];
	uint8_t sure[FIELD_POINTS] = {
	        0}; /* eyes of the part without doubtful eyes that begins here */
	eyecount_t eyes = {0};
	eyepart_t part;
	int a, c;

	memcpy(left, low, sizeof left);
	for (int i = 0; i < room->n; i++) {
		const int p = room->point[i];

		if (!left[p])
			continue;
		eyeparts_take(room, low, left, p, &part);
		eyeparts_eyes(&part, &a, &c);
		sure[p] = (uint8_t)a;
		eyes.low += a;
	}
	memcpy(high, set, sizeof high);
	eyeparts_prune(room, EYEPARTS_FALSE, high);
	memcpy(left, high, sizeof left);
	for (int i = 0; i < room->n; i++) {
		if (!left[room->point[i]])
			continue;
		eyeparts_take(room, high, left, room->point[i], &part);
		eyeparts_eyes(&part, &a, &c);
		a = 0;
		for (int k = 0; k < part.n; k++)
			a += sure[part.point[k]];
		eyes.high += c > a ? c : a;
		eyes.open += c > a;
		for (int k = 0; a < c && k < part.n; k++)
			vital[part.point[k]] = true;
	}
	return eyes;
}

/* is_border tells whether a point of the room lies beside an empty point that is not. */
static bool is_border(const field_t *f, const escape_t *e, int p)
{
	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k];

		if (f->at[q] == FIELD_EMPTY && e->whose[q] != POINT_ROOM)
			return true;
	}
	return false;
}

/* count_all counts the eyes of a set. */
static eyecount_t count_all(const eyeroom_t *room, const uint8_t *set, bool *vital)
{
	uint8_t low[FIELD_POINTS];

	memcpy(low, set, sizeof low);
	eyeparts_prune(room, EYEPARTS_DOUBTFUL, low);
	return count(room, set, low, vital);
}

void eyespace_find(const field_t *f, const blocks_t *b, const escape_t *e, int colour, int target,
                   eyespace_t *out)
{
	uint8_t least[FIELD_POINTS] = {0}, middle[FIELD_POINTS] = {0}, most[FIELD_POINTS] = {0};
	uint8_t low[FIELD_POINTS];
	eyeroom_t room = {.f = f, .b = b, .e = e, .colour = colour};

	memset(out, 0, sizeof *out);
	for (unsigned y = f->top; y < f->bottom; y++) {
		const int row = field_point(f->left, y), end = field_point(f->right, y);

		for (int p = row; p < end; p++) {
			const bool mine = e->whose[p] == POINT_ROOM;

			if (!mine && e->whose[p] != POINT_TIE)
				continue;
			room.point[room.n++] = (int16_t)p;
			most[p] = 1;
			middle[p] = mine;
			least[p] = mine && !is_border(f, e, p);
		}
	}
	memcpy(low, least, sizeof low);
	eyeparts_prune(&room, EYEPARTS_DOUBTFUL, low);
	out->least = count(&room, least, low, out->vital);
	out->sure = out->least.low >= 2 && sure_eyes_alive(&room, target, low);
	out->middle = count_all(&room, middle, out->vital);
	out->most = count_all(&room, most, out->vital);
}
