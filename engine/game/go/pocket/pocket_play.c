/* SPDX-License-Identifier: MIT
 * pocket_play.c - see pocket_play.h. The rules are those of board/play.c, board/benson.c and of the
 * goals; captures in a ko are those of capture/retake.h. */
#include "engine/game/go/pocket/pocket_play.h"

#include "engine/base/check.h"

enum {
	AREAS_MOST = POCKET_BITS / 2, /* size: no more areas are apart in a pocket */
	EYES = 2,                     /* rule: vital areas that make a block alive */
};

/* open_ko is the point of a stone of the defender's that he may take back now, or nothing. */
static uint64_t open_ko(const pocket_state_t *s)
{
	return s->turn == SIDE_DEFENDER && s->ko != POCKET_NO_KO && s->threats[SIDE_DEFENDER] > 0
	               ? (uint64_t)1 << s->ko
	               : 0;
}

uint64_t pocket_play_points(const pocket_t *p, const pocket_state_t *s)
{
	const uint64_t points = p->region & ~(s->stones[0] | s->stones[1]);

	if (s->ko != POCKET_NO_KO && s->threats[s->turn] == 0)
		return points & ~((uint64_t)1 << s->ko);
	return points;
}

/* breathes: has a block of the side a liberty? */
static bool breathes(const pocket_t *p, uint64_t block, unsigned side, uint64_t empty)
{
	return (block & p->anchor[side]) != 0 || pocket_beside(p, block, empty) != 0;
}

/* chokes returns the block of a stone of the side if it has no liberty, and else nothing: it looks
 * no further than the first liberty. */
static uint64_t chokes(const pocket_t *p, uint64_t stone, uint64_t stones, unsigned side,
                       uint64_t empty)
{
	uint64_t block = stone, before;

	do {
		if (breathes(p, block, side, empty))
			return 0;
		before = block;
		block |= pocket_beside(p, block, stones);
	} while (block != before);
	return block;
}

/* take captures the blocks of `side` beside a point that have no liberty, and returns them. */
static uint64_t take(const pocket_t *p, pocket_state_t *s, unsigned side, uint64_t point)
{
	const uint64_t empty = p->area & ~(s->stones[0] | s->stones[1]);
	uint64_t left = pocket_beside(p, point, s->stones[side]), captured = 0;

	for (; left != 0; left &= left - 1)
		captured |= chokes(p, left & (0 - left), s->stones[side], side, empty);
	s->stones[side] &= ~captured;
	return captured;
}

bool pocket_play_move(const pocket_t *p, pocket_state_t *s, unsigned bit)
{
	const unsigned side = s->turn, other = !side;
	const unsigned ko = s->ko;
	uint64_t point, captured, empty, near;

	s->ko = POCKET_NO_KO;
	s->turn = (uint8_t)other;
	if (bit == POCKET_PASS) {
		s->wanted &= s->stones[SIDE_DEFENDER];
		return true;
	}
	point = (uint64_t)1 << bit;
	assert((point & p->region & ~(s->stones[0] | s->stones[1])) != 0);
	if (bit == ko && s->threats[side] != THREATS_UNLIMITED)
		s->threats[side]--;
	s->stones[side] |= point;
	captured = take(p, s, other, point);
	empty = p->area & ~(s->stones[0] | s->stones[1]);
	near = pocket_beside(p, point, empty);
	if (captured == 0 && near == 0 && chokes(p, point, s->stones[side], side, empty) != 0)
		return false;
	if (captured != 0 && (captured & (captured - 1)) == 0 && near == captured &&
	    (point & p->anchor[side]) == 0 && pocket_beside(p, point, s->stones[side]) == 0)
		s->ko = (uint8_t)__builtin_ctzll(captured);
	s->wanted &= s->stones[SIDE_DEFENDER] | open_ko(s);
	return true;
}

/* What Benson's test goes over. */
typedef struct {
	uint64_t area[AREAS_MOST], empty[AREAS_MOST], border[AREAS_MOST];
	unsigned count;
} areas_t;

/* find_areas writes the areas that can be vital to a block. */
static void find_areas(const pocket_t *p, uint64_t own, uint64_t empty, areas_t *out)
{
	uint64_t left = p->area & ~own, area;

	out->count = 0;
	for (; left != 0; left &= ~area) {
		area = pocket_grow(p, left & (0 - left), p->area & ~own);
		if ((area & p->open[p->lives]) != 0 || (area & empty & ~p->region) != 0)
			continue;
		out->empty[out->count] = area & empty;
		out->border[out->count] = pocket_beside(p, area, own);
		out->area[out->count++] = area;
	}
}

/* vital_to counts the areas that are vital to a block. */
static unsigned vital_to(const pocket_t *p, const areas_t *areas, uint64_t block, uint64_t empty)
{
	const uint64_t liberties = pocket_beside(p, block, empty);
	unsigned vital = 0;

	for (unsigned i = 0; i < areas->count; i++)
		vital += areas->border[i] != 0 && (areas->empty[i] & ~liberties) == 0;
	return vital;
}

uint64_t pocket_play_alive(const pocket_t *p, const pocket_state_t *s)
{
	const uint64_t own = s->stones[p->lives];
	const uint64_t empty = p->area & ~(s->stones[0] | s->stones[1]);
	uint64_t safe = own, anchored = own & p->anchor[p->lives];
	areas_t areas;
	bool changed = true;

	anchored |= pocket_beside(p, empty & ~p->region, own);
	if (anchored != 0)
		anchored = pocket_grow(p, anchored, own);
	find_areas(p, own, empty, &areas);
	if (areas.count < EYES)
		return anchored;
	while (changed) {
		changed = false;
		for (uint64_t left = safe & ~anchored, block; left != 0; left &= ~block) {
			block = pocket_grow(p, left & (0 - left), own);
			if (vital_to(p, &areas, block, empty) >= EYES)
				continue;
			safe &= ~block;
			changed = true;
		}
		for (unsigned i = 0; i < areas.count; i++)
			if ((areas.border[i] & ~safe) != 0)
				areas.border[i] = 0; /* no longer an area that counts */
	}
	return safe;
}

uint64_t pocket_play_own_eyes(const pocket_t *p, const pocket_state_t *s, uint64_t points)
{
	const uint64_t own = s->stones[p->lives];
	const uint64_t empty = p->area & ~(s->stones[0] | s->stones[1]);
	const uint64_t beyond = p->area & ~own;
	const uint64_t eyes = points & ~pocket_beside(p, beyond, p->area) & ~p->open[p->lives];
	uint64_t weak = 0;

	for (uint64_t left = eyes; left != 0; left &= left - 1) {
		const uint64_t at = left & (0 - left);
		uint64_t near = pocket_beside(p, at, own), block;

		for (; near != 0; near &= ~block) {
			block = pocket_grow(p, near & (0 - near), own);
			if (!breathes(p, block, p->lives, empty & ~at))
				weak |= at;
		}
	}
	return eyes & ~weak;
}

pocket_end_t pocket_play_end(const pocket_t *p, const pocket_state_t *s)
{
	const uint64_t wanted = p->goal == POCKET_CAPTURE_ALL ? s->wanted : p->named;
	const uint64_t stand = wanted & s->stones[p->lives];
	uint64_t alive;

	if (p->goal == POCKET_CAPTURE_ALL && wanted == 0)
		return POCKET_WON;
	if (p->goal == POCKET_CAPTURE_ANY && (wanted & ~stand & ~open_ko(s)) != 0)
		return POCKET_WON;
	if (p->goal == POCKET_LIVE && stand != wanted)
		return POCKET_LOST;
	if (p->goal == POCKET_LIVE_ANY && wanted != 0 && stand == 0)
		return POCKET_LOST;
	alive = pocket_play_alive(p, s);
	switch (p->goal) {
	case POCKET_LIVE:
		return (wanted & ~alive) == 0 ? POCKET_WON : POCKET_OPEN;
	case POCKET_LIVE_ANY:
		return (wanted != 0 ? wanted & alive : alive) != 0 ? POCKET_WON : POCKET_OPEN;
	case POCKET_CAPTURE_ANY:
		return (wanted & ~alive) == 0 ? POCKET_LOST : POCKET_OPEN;
	default:
		return (wanted & alive) != 0 ? POCKET_LOST : POCKET_OPEN;
	}
}
