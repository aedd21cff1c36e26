/* SPDX-License-Identifier: MIT
 * framestack.c - storage of the search stack.
 *
 * Arrays that grow by doubling: frames; their zones, in searches that have them; and the candidates
 * of all frames end to end, with numbers in df-pn. So a node's list costs what it holds. A small
 * question lives in the first few kilobytes; a ladder of 500 plies takes some hundred.
 *
 * Invariant  a frame's candidates end where those of the next frame begin. */
#include "engine/search/core/framestack.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum { FRAMES_AT_FIRST = 64, MOVES_AT_FIRST = 4 * MOVES_MAX }; /* size: grown when full */

err_t framestack_init(framestack_t *st, bool zoned)
{
	*st = (framestack_t){.frame_room = FRAMES_AT_FIRST,
	                     .zone_room = zoned ? FRAMES_AT_FIRST : 0,
	                     .move_room = MOVES_AT_FIRST};
	st->frame = mem_alloc_array(st->frame_room, sizeof(frame_t));
	st->move = mem_alloc_array(st->move_room, sizeof(move_t));
	if (zoned)
		st->zone = mem_alloc_array(st->zone_room, sizeof(framezone_t));
	if (st->frame == NULL || st->move == NULL || (zoned && st->zone == NULL)) {
		framestack_fini(st);
		return ERR_NOMEM;
	}
	return ERR_OK;
}

bool framestack_estimate(framestack_t *st)
{
	assert(st->depth == 0);
	if (st->estimate == NULL) {
		st->estimate = mem_alloc_array(st->move_room, sizeof(estimate_t));
		st->estimate_room = st->estimate != NULL ? st->move_room : 0;
	}
	return st->estimate != NULL;
}

void framestack_fini(framestack_t *st)
{
	mem_free(st->frame, st->frame_room * sizeof(frame_t));
	mem_free(st->estimate, st->estimate_room * sizeof(estimate_t));
	mem_free(st->zone, st->zone_room * sizeof(framezone_t));
	mem_free(st->move, st->move_room * sizeof(move_t));
	*st = (framestack_t){.frame = NULL};
}

bool framestack_may_go(const frame_t *f, phase_t next)
{
#define TO(phase) (1u << PHASE_##phase)
	static const unsigned attacker[PHASES] = {
	        [PHASE_ENTER] = TO(SOLO) | TO(LOWER) | TO(ATTACK),
	        [PHASE_SOLO] = TO(ENTER),
	        [PHASE_LOWER] = TO(ATTACK) | TO(LOWER),
	        [PHASE_ATTACK] = TO(ATTACK) | TO(GLANCE) | TO(LOWER) | TO(ENTER),
	        [PHASE_GLANCE] = TO(GLANCE) | TO(LOWER) | TO(ATTACK) | TO(ENTER),
	};
	static const unsigned defender[PHASES] = {
	        [PHASE_ENTER] = TO(PASS) | TO(REPLY),
	        [PHASE_PASS] = TO(REPLY) | TO(PASS),
	        [PHASE_REPLY] = TO(REPLY) | TO(GLANCE) | TO(PASS),
	        [PHASE_GLANCE] = TO(GLANCE) | TO(PASS) | TO(REPLY),
	};
#undef TO

	return ((f->defends ? defender : attacker)[f->phase] >> next & 1u) != 0;
}

/* grow doubles an array of *room elements. */
static bool grow(void **array, uint32_t *room, size_t each)
{
	void *more = mem_grow(*array, *room * each, *room * each * 2);

	if (more == NULL)
		return false;
	*array = more;
	*room *= 2;
	return true;
}

bool framestack_reserve(framestack_t *st)
{
	void *frames = st->frame, *moves = st->move, *zones = st->zone;
	void *estimates = st->estimate;

	if (st->depth == st->frame_room) {
		if (!grow(&frames, &st->frame_room, sizeof(frame_t)))
			return false;
		st->frame = frames;
	}
	if (zones != NULL && st->depth == st->zone_room) {
		if (!grow(&zones, &st->zone_room, sizeof(framezone_t)))
			return false;
		st->zone = zones;
	}
	if (st->moves + MOVES_MAX > st->move_room) {
		if (!grow(&moves, &st->move_room, sizeof(move_t)))
			return false;
		st->move = moves;
	}
	if (estimates != NULL && st->moves + MOVES_MAX > st->estimate_room) {
		if (!grow(&estimates, &st->estimate_room, sizeof(estimate_t)))
			return false;
		st->estimate = estimates;
	}
	assert(st->depth < st->frame_room && st->moves + MOVES_MAX <= st->move_room);
	return true;
}

uint32_t framestack_repeats(const framestack_t *st, uint32_t index)
{
	const frame_t *f = &st->frame[index];
	uint32_t i = framestack_position(st, index);

	assert(index < st->depth);
	while (i-- > 0) {
		const frame_t *a = &st->frame[i];

		if (a->defends == f->defends && a->key.lo == f->key.lo && a->key.hi == f->key.hi &&
		    a->order >= f->order)
			return i;
	}
	return TAINT_NONE;
}

bool framestack_front(framestack_t *st, move_t move)
{
	const frame_t *f = framestack_top(st);
	move_t *list = &st->move[f->moves];

	for (uint16_t i = 0; i < f->count; i++) {
		if (list[i] != move)
			continue;
		memmove(list + 1, list, i * sizeof(*list));
		list[0] = move;
		return true;
	}
	return false;
}
