/* SPDX-License-Identifier: MIT
 * recall.c - proofs by their zones (patterns.h) as part of a search.
 *
 * A zone says that every board that agrees on it, with the same question, has the result
 * (game_t.question). So a position that the table does not know may be proven all the same: most
 * of those of a fight differ by moves that do not matter where it is decided. It is only done in
 * plain df-pn, whose nodes are dear and whose zones small; without a limit of depth, which
 * would have to be compared as well; and only for proofs: what fails in the goals that are asked
 * so (live) depends on the whole board.
 *
 * Each worker has his own: what others prove reaches him by the table, position by position. */
#include "engine/lambda/recall.h"

#include "engine/base/check.h"
#include "engine/lambda/zones.h"

enum { PATTERN_BYTES = 64 << 20 };

static bool recalls(const search_t *s)
{
	return s->patterns != NULL && s->by_numbers && node_is_plain(s) && !s->bounded;
}

void recall_begin(search_t *s)
{
	if (s->patterns == NULL && s->rules != NULL && s->by_numbers && node_is_plain(s) &&
	    !s->bounded && s->zone.areas == 1 && s->game->question != NULL)
		s->patterns = patterns_create(PATTERN_BYTES);
}

void recall_keep(search_t *s, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);
	scene_t scene;

	if (!recalls(s))
		return;
	scene.question = s->game->question(s->pos, scene.stones);
	patterns_add(s->patterns, &scene, &(proof_t){zones_points(s), f->best, (uint16_t)plies});
}

bool recall_leave(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	scene_t scene;
	proof_t proof;

	if (!recalls(s))
		return false;
	scene.question = s->game->question(s->pos, scene.stones);
	if (!patterns_find(s->patterns, &scene, &proof) || proof.plies > f->depth)
		return false;
	zones_recalled(s, &proof.zone);
	f->best = proof.best;
	f->recalled = true;
	f->stocked = true; /* as far as is known */
	node_leave_stored(s, VALUE_PROVEN, proof.plies);
	return true;
}
