/* SPDX-License-Identifier: MIT
 * sure_eyes.c - links over points of small parts do not count: such a part cannot be both an eye
 * and a link. */
#include "engine/judge/sure_eyes.h"

#include <string.h>

#include "engine/judge/dragon.h"

enum {
	PARTS_MAX = 40,
	OPEN_TWO = 8,   /* points of a part with an open border that are two eyes */
	OPEN_ONE = 3,   /* that are one */
	CUT_TWO = 10,   /* that are two eyes between blocks that are not linked elsewhere */
	PART_LINKS = 9, /* in so large a part a cut is answered */
};

typedef struct {
	int n;                                /* parts */
	int low[PARTS_MAX];                   /* eyes of a part if the other side moves first */
	bool gone[PARTS_MAX];                 /* a part that is no help */
	int16_t team[FIELD_BLOCKS];           /* linked blocks: one number */
	bool lost[FIELD_BLOCKS];              /* by team */
	bool beside[PARTS_MAX][FIELD_BLOCKS]; /* by part and team: the team borders on the part */
	bool small[FIELD_POINTS];             /* points of small parts */
	int size[PARTS_MAX];                  /* points of a part */
	int16_t part_at[FIELD_POINTS];        /* number of the part, counted from one */
} sure_t;

/* is_open tells whether points beside a part are neither the dragon's stones nor edge. */
static bool is_open(const eyeroom_t *room, const uint8_t *in, const eyepart_t *part)
{
	for (int k = 0; k < part->n; k++) {
		for (int d = 0; d < 4; d++) {
			const int q = part->point[k] + field_next[d];

			if (!in[q] && room->f->at[q] != FIELD_EDGE &&
			    room->e->whose[q] != POINT_WALL)
				return true;
		}
	}
	return false;
}

/* find_parts finds the parts and what they are worth. */
static void find_parts(const eyeroom_t *room, const uint8_t *low, sure_t *sure)
{
	uint8_t left[FIELD_POINTS];
	eyepart_t part;
	int high;

	memcpy(left, low, sizeof left);
	for (int i = 0; i < room->n && sure->n < PARTS_MAX; i++) {
		if (!left[room->point[i]])
			continue;
		const int k = sure->n++;

		eyeparts_take(room, low, left, room->point[i], &part);
		eyeparts_eyes(&part, &sure->low[k], &high);
		const int free = part.n - part.prisoners;

		if (is_open(room, low, &part))
			sure->low[k] = free >= OPEN_TWO ? 2 : free >= OPEN_ONE;
		sure->size[k] = part.n;
		for (int m = 0; m < part.n; m++) {
			sure->small[part.point[m]] = part.n < PART_LINKS;
			sure->part_at[part.point[m]] = (int16_t)sure->n;
		}
	}
}

/* find_borders says which teams border on which parts. A part between teams that nothing else links
 * is worth less. */
static void find_borders(const eyeroom_t *room, sure_t *sure)
{
	for (int i = 0; i < room->n; i++) {
		const int k = sure->part_at[room->point[i]] - 1;

		for (int d = 0; k >= 0 && d < 4; d++) {
			const int q = room->point[i] + field_next[d];

			if (room->f->at[q] == room->colour && room->b->id[q] >= 0)
				sure->beside[k][sure->team[room->b->id[q]]] = true;
		}
	}
	for (int k = 0; k < sure->n; k++) {
		int teams = 0;

		for (int t = 0; t < room->b->n; t++)
			teams += sure->beside[k][t];
		if (teams > 1 && sure->low[k] > 1 && sure->size[k] < CUT_TWO)
			sure->low[k] = 1;
	}
}

/* strike takes teams and parts out until all that are left support each other. */
static void strike(const eyeroom_t *room, sure_t *sure)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (int t = 0; t < room->b->n; t++) {
			int eyes = 0;

			if (room->b->block[t].colour != room->colour || sure->team[t] != t ||
			    sure->lost[t])
				continue;
			for (int k = 0; k < sure->n; k++)
				eyes += !sure->gone[k] && sure->beside[k][t] ? sure->low[k] : 0;
			if (eyes >= 2)
				continue;
			sure->lost[t] = true;
			changed = true;
			for (int k = 0; k < sure->n; k++)
				sure->gone[k] |= sure->beside[k][t];
		}
	}
}

bool sure_eyes_alive(const eyeroom_t *room, int target, const uint8_t *low)
{
	sure_t sure;

	memset(&sure, 0, sizeof sure);
	find_parts(room, low, &sure);
	dragon_groups(room->f, room->b, sure.small, sure.team);
	find_borders(room, &sure);
	strike(room, &sure);
	return !sure.lost[sure.team[target]];
}
