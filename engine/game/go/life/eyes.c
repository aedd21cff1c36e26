/* SPDX-License-Identifier: MIT
 * eyes.c - finds the places where eyes could be.
 *
 * Eyes       A possible eye is an empty point or two, a small region that is closed already, or a
 *            weak enemy block with one of its liberties. It needs a stone on each point around it.
 *            The stones and blocks around it have to hold together: they touch, or each two parts
 *            have a corner of the eye between them that is the attacker's.
 *
 * Window     Only the points nearest to the blocks are looked at, as many as a word has bits, so
 *            that sets are words. With sets of the whole board this took ten times as long.
 */
#include "engine/game/go/life/eyes.h"

#include <string.h>

#include "engine/game/go/goal.h"
#include "engine/game/go/board/word.h"
#include "engine/tuning/tuning.h"

enum {
	PARTS_MOST = 24, /* size: parts around an eye that are told apart */
	NOT_IN = 255,    /* layout: no number: not in the window, or not met yet */
};

/* number_of returns the number of a block, and gives it the next one when it is met first. Blocks
 * met when there are too many share the last number. */
static unsigned number_of(eyes_t *s, unsigned root)
{
	if (s->block[root] == NOT_IN)
		s->block[root] = (uint8_t)(s->blocks < WINDOW - 1 ? s->blocks++ : WINDOW - 1);
	return s->block[root];
}

/* keep adds an eye to those kept, which are in order of cost. If there is no room for it, the
 * dearest is dropped. */
static void keep(eyes_t *s, const eye_t *eye)
{
	unsigned i;

	if (s->eyes == EYES_MOST && s->eye[EYES_MOST - 1].cost <= eye->cost)
		return;
	if (s->eyes < EYES_MOST)
		s->eyes++;
	for (i = s->eyes - 1; i > 0 && s->eye[i - 1].cost > eye->cost; i--)
		s->eye[i] = s->eye[i - 1];
	s->eye[i] = *eye;
}

/* A part of what is around an eye: blocks, and points where stones are missing, that hold together
 * once these are filled. */
typedef struct {
	uint64_t blocks, needs;
} part_t;

static bool touches(const eyes_t *s, unsigned i, const part_t *part)
{
	return (s->touch[i] & part->blocks) != 0 || (s->near[i] & part->needs) != 0;
}

/* find_parts writes the parts around an eye, and returns how many there are. */
static unsigned find_parts(const eyes_t *s, const eye_t *eye, part_t part[PARTS_MOST])
{
	unsigned parts = 0;

	for (uint64_t left = eye->roots; left != 0 && parts < PARTS_MOST;)
		part[parts++] = (part_t){word_bit(word_take(&left)), 0};
	for (uint64_t left = eye->need; left != 0 && parts < PARTS_MOST;) {
		const unsigned i = word_take(&left);
		part_t with = {s->touch[i], word_bit(i)};

		for (unsigned k = 0; k < parts;) {
			if (!touches(s, i, &part[k]) && (part[k].blocks & with.blocks) == 0) {
				k++;
				continue;
			}
			with.blocks |= part[k].blocks;
			with.needs |= part[k].needs;
			part[k] = part[--parts];
		}
		part[parts++] = with;
	}
	return parts;
}

void eyes_link(const eyes_t *s, eye_t *eye)
{
	part_t part[PARTS_MOST];
	const unsigned parts = find_parts(s, eye, part);
	uint64_t corners = 0;

	for (uint64_t left = eye->body; left != 0;)
		corners |= s->corner[word_take(&left)];
	corners &= s->free & ~eye->need & ~eye->body;
	eye->links = (uint8_t)(parts > 0 ? parts - 1 : 0);
	while (eye->links > 0 && corners != 0) {
		const unsigned i = word_take(&corners);
		unsigned touched = 0;

		for (unsigned k = 0; k < parts; k++)
			touched += touches(s, i, &part[k]);
		if (touched > 1)
			eye->open |= word_bit(i);
	}
}

static void add_eye(eyes_t *s, uint64_t body)
{
	eye_t eye = {.body = body};

	if ((body & s->cut) != 0)
		return;
	for (uint64_t left = body; left != 0;) {
		const unsigned i = word_take(&left);

		eye.need |= s->near[i];
		eye.roots |= s->touch[i];
	}
	eye.need &= ~body;
	if ((eye.need & ~s->free) != 0)
		return;
	eye.cost = (uint8_t)word_count(eye.need);
	if (eye.cost > EYES_LACKING_MOST)
		return;
	eye.is_frail = (body & (body - 1)) == 0 && eye.cost > 0;
	keep(s, &eye);
}

/* add_prey adds an eye for each liberty of an enemy block: the block and that liberty. */
static void add_prey(eyes_t *s, unsigned root)
{
	const block_t *block = &s->go->block[root];
	bits_t left = block->lib;
	uint64_t body = 0;
	unsigned p = root;

	if (block->stones > EYES_PREY_STONES || block->libs > EYES_PREY_LIBERTIES)
		return;
	do {
		if (s->index[p] == NOT_IN)
			return;
		body |= word_bit(s->index[p]);
		p = s->go->next[p];
	} while (p != root);
	while (!bits_is_empty(&left)) {
		p = bits_take(&left);
		if (s->index[p] != NOT_IN)
			add_eye(s, body | word_bit(s->index[p]));
	}
}

/* add_closed adds the region of point i as an eye if it is small and closed. The points of a closed
 * region go into *seen. */
static void add_closed(eyes_t *s, unsigned i, uint64_t *seen)
{
	uint64_t body = word_bit(i), left = body;

	while (left != 0) {
		const unsigned k = word_take(&left);
		const uint64_t fresh = s->near[k] & ~body;

		if ((s->cut & word_bit(k)) != 0)
			return;
		if (s->touch[k] == 0 && s->go->at[s->point[k]] == COLOUR_NONE)
			return;
		body |= fresh;
		left |= fresh;
		if (word_count(body) > EYES_CLOSED_MOST)
			return;
	}
	*seen |= body;
	if (word_count(body) > 2)
		add_eye(s, body);
}

static void find_eyes(eyes_t *s)
{
	const go_t *go = s->go;
	uint64_t seen = 0;

	for (unsigned i = 0; i < s->points; i++) {
		const unsigned p = s->point[i];
		uint64_t after;

		if (go->at[p] != COLOUR_NONE) {
			if (go->id[p] == p || s->index[go->id[p]] == NOT_IN)
				add_prey(s, go->id[p]);
			continue;
		}
		add_eye(s, word_bit(i));
		after = s->near[i] & s->free & ~(word_bit(i) - 1);
		while (after != 0)
			add_eye(s, word_bit(i) | word_bit(word_take(&after)));
		if ((seen & word_bit(i)) == 0)
			add_closed(s, i, &seen);
	}
}

/* fill_window numbers the points nearest to `reach`, until the window is full. */
static void fill_window(eyes_t *s, bits_t reach)
{
	bits_t fresh = reach, near;

	while (!bits_is_empty(&fresh)) {
		while (!bits_is_empty(&fresh)) {
			const unsigned p = bits_take(&fresh);

			if (s->go->at[p] == s->own)
				continue;
			if (s->points == WINDOW)
				return;
			s->index[p] = (uint8_t)s->points;
			s->point[s->points++] = (uint16_t)p;
		}
		geometry_neighbours(s->go->geo, &reach, &near);
		bits_subtract(&near, &reach);
		bits_unite(&reach, &near);
		fresh = near;
	}
}

/* touch_block notes that point i of the window is next to a block, and whether the block is in
 * atari with that point as its last liberty. */
static void touch_block(eyes_t *s, unsigned i, unsigned root)
{
	const unsigned number = number_of(s, root);

	s->touch[i] |= word_bit(number);
	if (s->go->block[root].libs > 1 || s->go->at[s->point[i]] != COLOUR_NONE)
		return;
	s->weak |= word_bit(number);
	s->rescue[number] = word_bit(i);
}

/* look_around writes near, corner, touch, cut and free. */
static void look_around(eyes_t *s)
{
	const geometry_t *geo = s->go->geo;

	s->cut = s->free = 0;
	for (unsigned i = 0; i < s->points; i++) {
		const unsigned p = s->point[i];

		s->near[i] = s->corner[i] = s->touch[i] = 0;
		if (s->go->at[p] == COLOUR_NONE && bits_has(&s->go->region, p))
			s->free |= word_bit(i);
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			const unsigned q = geo->near[p][d];

			if (q == POINT_NONE)
				continue;
			if (s->go->at[q] == s->own)
				touch_block(s, i, s->go->id[q]);
			else if (s->index[q] == NOT_IN)
				s->cut |= word_bit(i);
			else
				s->near[i] |= word_bit(s->index[q]);
			for (unsigned e = 1; e < DIRECTIONS - 1 && (d == 0 || d == DIRECTIONS - 1);
			     e++) {
				const unsigned c = geo->near[q][e];

				if (s->index[c] != NOT_IN)
					s->corner[i] |= word_bit(s->index[c]);
			}
		}
	}
}

/* begin makes the window around the named blocks, or if none is named, of the whole board. */
static void begin(const go_t *go, eyes_t *s)
{
	bits_t left = go->stones, reach = {{0}};

	s->go = go;
	s->own = go->colour[SIDE_ATTACKER];
	s->eyes = s->points = s->blocks = 0;
	s->wanted = s->weak = 0;
	memset(s->index, NOT_IN, sizeof(s->index));
	memset(s->block, NOT_IN, sizeof(s->block));
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (go->at[p] != s->own)
			continue;
		if (!go->goal->any)
			s->wanted |= word_bit(number_of(s, go->id[p]));
		board_add_block(go, p, &reach);
	}
	fill_window(s, bits_is_empty(&reach) ? go->geo->all : reach);
	look_around(s);
}

void eyes_find(const go_t *go, eyes_t *s)
{
	begin(go, s);
	find_eyes(s);
	assert(s->points <= WINDOW && s->blocks < WINDOW && s->eyes <= EYES_MOST);
}
