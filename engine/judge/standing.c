/* SPDX-License-Identifier: MIT
 * standing.c - the estimate is a sum of what eyes, room, friends and prey promise. */
#include "engine/judge/standing.h"

#include <stddef.h>
#include <string.h>

enum {
	ROOM_ALIVE = 30,    /* so much room is life */
	DEAD_ROOM = 12,     /* with less, contested points included, there is no running away */
	PREY_LIBERTIES = 3, /* of a block that may be captured */
	REFUGE_NEAR = 3,    /* moves to a friend that are not too many */
	REFUGE_ROOM = 35,   /* room that makes a friend a refuge */
	REFUGE_SMALL = 12,  /* with two eyes in it, as it looks */
	STRONG_OUTLOOK = 5, /* points that make a surrounding group strong */
};

/* What each thing says for life, of 1. */
static const float eyes_least = 0.45f, eyes_middle = 0.25f, eyes_most = 0.15f, room_share = 0.15f;
static const float refuge_linked = 0.8f, refuge_move = 0.15f; /* less that, for a move to it */
static const float prey_first = 0.5f, prey_second = 0.2f;     /* of what is missing */

/* may_capture tells whether the dragon's side can capture a block of few liberties, as far as one
 * extension shows: all of its liberties but one must be of no help to it. */
static bool may_capture(const field_t *f, const blocks_t *b, const fblock_t *block)
{
	int helpless = 0;

	if (block->libs > PREY_LIBERTIES)
		return false;
	for (int i = 0; i < block->libs; i++)
		helpless += field_after(f, b, b->lib[block->first + i], block->colour) <= 2;
	return block->libs == 1 || helpless >= block->libs - 1;
}

/* find_prey marks the blocks beside the dragon that may be captured. */
static void find_prey(const field_t *f, standing_t *s)
{
	memset(s->prey, 0, sizeof s->prey);
	s->preys = 0;
	for (int i = 0; i < s->b.n; i++) {
		const fblock_t *block = &s->b.block[i];

		if (block->colour == s->colour || s->escape.whose[block->root] == POINT_ROOM ||
		    !may_capture(f, &s->b, block))
			continue;
		bool beside = false;

		for (int k = 0; k < block->size && !beside; k++)
			for (int d = 0; d < 4; d++) {
				const int q = s->b.stone[block->stone + k] + field_next[d];

				beside |= s->b.id[q] >= 0 && s->group[s->b.id[q]] == s->dragon;
			}
		s->prey[i] = beside;
		s->preys += beside;
	}
}

/* half tells how many eyes there are if the sides move in turn in the undecided parts, and the
 * dragon begins or not. */
static int half(const eyecount_t *eyes, bool first)
{
	return eyes->low + (eyes->open + first) / 2;
}

static float part_of(int value, int full)
{
	return value >= full ? 1.0f : (float)value / (float)full;
}

/* decide sets what and life. */
static void decide(standing_t *s, bool first)
{
	const int most = s->eyes.most.high, room = s->escape.room;
	const bool near = s->escape.refuge <= REFUGE_NEAR;
	const float eyes = eyes_least * part_of(half(&s->eyes.least, first), 2) +
	                   eyes_middle * part_of(half(&s->eyes.middle, first), 2) +
	                   eyes_most * part_of(most, 2) + room_share * part_of(room, ROOM_ALIVE);
	const float out = near ? refuge_linked - refuge_move * (float)s->escape.refuge : 0;

	s->what = STANDING_OPEN;
	s->life = eyes > out ? eyes : out;
	if (s->preys > 0)
		s->life += (first ? prey_first : prey_second) * (1 - s->life);
	const bool in_atari = s->b.block[s->target].libs == 1;
	const bool hopeless =
	        most < 2 && !near && s->preys == 0 && room + s->escape.ties < DEAD_ROOM;
	const bool alive = s->eyes.sure || room >= ROOM_ALIVE || s->escape.linked;

	if (alive && (first || !in_atari))
		s->what = STANDING_ALIVE;
	else if (!first && (in_atari || hopeless))
		s->what = STANDING_DEAD;
}

void standing_find(const field_t *f, const escape_root_t *root, int target, int colour, int to_move,
                   standing_t *s)
{
	s->colour = colour;
	s->dragon = -1;
	s->life = 0;
	s->what = STANDING_DEAD;
	s->escape.room = s->eyes.least.low = 0;
	s->eyes.sure = false;
	if (f->at[target] != colour)
		return;
	field_blocks(f, &s->b);
	dragon_groups(f, &s->b, NULL, s->group);
	s->target = s->b.id[target];
	s->dragon = s->group[s->target];
	escape_find(f, &s->b, s->group, s->dragon, root, &s->escape);
	eyespace_find(f, &s->b, &s->escape, colour, s->target, &s->eyes);
	find_prey(f, s);
	decide(s, to_move == colour);
}

/* outlook counts the points to which a group can spread over empty points that are not beside a
 * stone of the colour, and over its side's stones. */
static int outlook(const field_t *f, const standing_t *s, int which, int colour)
{
	int16_t queue[FIELD_POINTS];
	bool seen[FIELD_POINTS] = {false};
	int n = 0, found = 0;

	for (int i = 0; i < s->b.n; i++)
		for (int k = 0; s->group[i] == which && k < s->b.block[i].size; k++) {
			queue[n] = s->b.stone[s->b.block[i].stone + k];
			seen[queue[n++]] = true;
		}
	for (int i = 0; i < n; i++) {
		for (int d = 0; d < 4; d++) {
			const int q = queue[i] + field_next[d];
			bool beside = f->at[q] == FIELD_EDGE || f->at[q] == colour || seen[q];

			for (int k = 0; k < 4 && !beside && f->at[q] == FIELD_EMPTY; k++)
				beside |= f->at[q + field_next[k]] == colour;
			if (beside)
				continue;
			seen[q] = true;
			queue[n++] = (int16_t)q;
			found++;
		}
	}
	return found;
}

/* set_strong marks the stones of a group. */
static void set_strong(const blocks_t *b, const int16_t *group, int which, bool value,
                       escape_root_t *root)
{
	for (int i = 0; i < b->n; i++)
		for (int k = 0; group[i] == which && k < b->block[i].size; k++)
			root->strong[b->stone[b->block[i].stone + k]] = value;
}

void standing_root(const field_t *f, int target, escape_root_t *root)
{
	const int colour = f->at[target];
	escape_root_t walls;
	standing_t s, own;

	memset(root, 0, sizeof *root);
	field_blocks(f, &s.b);
	dragon_groups(f, &s.b, NULL, s.group);
	for (int i = 0; i < s.b.n; i++) {
		const fblock_t *block = &s.b.block[i];

		if (block->colour == colour || s.group[i] != i)
			continue;
		if (outlook(f, &s, i, colour) >= STRONG_OUTLOOK)
			set_strong(&s.b, s.group, i, true, root);
	}
	walls = *root;
	for (int i = 0; i < s.b.n; i++) {
		const fblock_t *block = &s.b.block[i];

		if (block->colour != colour || s.group[i] != i || i == s.group[s.b.id[target]])
			continue;
		standing_find(f, &walls, block->root, colour, 3 - colour, &own);
		if (own.eyes.sure || own.escape.room >= REFUGE_ROOM ||
		    (own.eyes.least.low >= 2 && own.escape.room >= REFUGE_SMALL))
			set_strong(&s.b, s.group, i, true, root);
	}
}
