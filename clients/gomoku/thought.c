/* SPDX-License-Identifier: MIT
 * thought.c - see thought.h.
 *
 * Design     First a five, then the solver for a win, then a point against the opponent's five,
 *            then the solver for the opponent's win as if he were to move. If he has one, only
 *            points of that proof's zone, and own fours, can prevent it: they are tried in the
 *            order of their worth until one is not proven to lose. The time for each try is less
 *            than for the one before; so one whose time is over counts only if it held out longer
 *            than any other. If none does, the move of most worth is played.
 */
#include "clients/gomoku/thought.h"

#include <stdlib.h>
#include <string.h>

enum {
	ORDER = 3, /* named, so that what fails by threats takes no more time (protocol/SPEC.md) */
	NEAR = 2,  /* candidates are so near to a stone */
	FOUR_WORTH = 900,
	TRIES_MOST = 24,
	OWN_PART = 2,   /* of the time goes to the own win, */
	ENEMY_PART = 2, /* of what is left to the opponent's, */
	TRY_PART = 4,   /* and of what is left then to each try */
};

typedef struct {
	unsigned count;
	thought_move_t move[GRID_AREA_MAX];
} list_t;

static stones_question_t question(const thought_t *t, colour_t attacker)
{
	static const char *const options[] = {"rule=freestyle", "rule=standard", "rule=renju",
	                                      "rule=caro"};

	return (stones_question_t){.game = "gomoku",
	                           .options = options[t->rule],
	                           .attacker = attacker,
	                           .order = ORDER,
	                           .workers = t->workers};
}

unsigned thought_forbidden(const thought_t *t, const stones_t *stones, bool out[GRID_AREA_MAX])
{
	const stones_question_t q = question(t, COLOUR_BLACK);
	position_t *position = t->rule == PATTERN_RENJU ? stones_position(stones, &q) : NULL;
	unsigned count = 0;

	memset(out, 0, sizeof(bool) * GRID_AREA_MAX);
	for (unsigned p = 0; position != NULL && p < stones_area(stones); p++) {
		out[p] = stones->grid.at[p] == COLOUR_NONE &&
		         !position->game->legal(position, (move_t)p);
		count += out[p];
	}
	position_free(position);
	return count;
}

static bool is_near(const stones_t *s, unsigned point)
{
	const int width = (int)s->grid.width, height = (int)s->grid.height;
	const int x = (int)point % width, y = (int)point / width;

	for (int v = y - NEAR; v <= y + NEAR; v++) {
		for (int u = x - NEAR; u <= x + NEAR; u++) {
			if (u >= 0 && v >= 0 && u < width && v < height &&
			    s->grid.at[v * width + u] != COLOUR_NONE)
				return true;
		}
	}
	return false;
}

static int by_worth(const void *a, const void *b)
{
	const thought_move_t *first = a, *second = b;

	if (first->wins != second->wins)
		return first->wins ? -1 : 1;
	if (first->passed_over != second->passed_over)
		return first->passed_over ? 1 : -1;
	if (first->worth != second->worth)
		return first->worth > second->worth ? -1 : 1;
	return first->point < second->point ? -1 : 1;
}

/* list_fill lists the legal points, those near a stone if there are any. */
static void list_fill(const thought_t *t, const stones_t *s, colour_t colour, list_t *out)
{
	bool forbidden[GRID_AREA_MAX];

	(void)thought_forbidden(t, s, forbidden);
	for (int near = 1; near >= 0; near--) {
		out->count = 0;
		for (unsigned p = 0; p < stones_area(s); p++) {
			if (s->grid.at[p] != COLOUR_NONE ||
			    (colour == COLOUR_BLACK && forbidden[p]) ||
			    (near == 1 && !is_near(s, p)))
				continue;
			out->move[out->count++] = (thought_move_t){
			        .point = p, .worth = pattern_worth(s, t->rule, p, colour)};
		}
		if (out->count > 0)
			break;
	}
	qsort(out->move, out->count, sizeof(out->move[0]), by_worth);
}

static thought_move_t *list_find(list_t *list, unsigned point)
{
	for (unsigned i = 0; i < list->count; i++) {
		if (list->move[i].point == point)
			return &list->move[i];
	}
	return NULL;
}

/* ask asks whether a colour, moving first, wins, in a part of the time that is left. */
static void ask(const thought_t *t, const stones_t *s, colour_t attacker, int part,
                stones_answer_t *out)
{
	const stones_question_t q = question(t, attacker);
	const int64_t end = t->asking->until, now = asking_now();

	*out = (stones_answer_t){.best = GRID_NO_POINT, .stopped = true};
	if (t->asking->daemon == NULL || now >= end)
		return;
	t->asking->until = now + (end - now) / part;
	(void)stones_ask(t->asking, s, &q, out);
	t->asking->until = end;
}

/* fives marks the points where a colour wins at once, or which the other must take. */
static bool fives(const thought_t *t, const stones_t *s, colour_t colour, list_t *list)
{
	bool any = false;

	for (unsigned i = 0; i < list->count; i++) {
		list->move[i].wins = pattern_five(s, t->rule, list->move[i].point, colour);
		any |= list->move[i].wins;
	}
	return any;
}

/* holds: is the move not proven to lose, though it was tried for as long as the proofs against
 * others took? `longest` is how long that was, in ms. */
static bool holds(const thought_t *t, const stones_t *s, colour_t colour,
                  const thought_move_t *move, int64_t *longest)
{
	const int64_t began = asking_now();
	stones_answer_t answer;
	stones_t after = *s;
	int64_t took;

	(void)stones_place(&after, move->point, colour);
	ask(t, &after, stones_other(colour), TRY_PART, &answer);
	took = asking_now() - began;
	if (!answer.proven)
		return took >= *longest || !answer.stopped;
	if (took > *longest)
		*longest = took;
	return false;
}

/* defend marks the moves that are passed over for one that holds, if there is one, and those that
 * leave the threat as it is. */
static void defend(const thought_t *t, const stones_t *s, colour_t colour,
                   const stones_answer_t *threat, list_t *list)
{
	int64_t longest = 0;
	unsigned tries = 0;

	for (unsigned i = 0; i < list->count; i++) {
		thought_move_t *move = &list->move[i];

		move->passed_over = !threat->zone[move->point] && move->worth < FOUR_WORTH;
	}
	for (unsigned i = 0; i < list->count; i++) {
		if (list->move[i].passed_over)
			continue;
		if (tries++ == TRIES_MOST || asking_over(t->asking))
			return;
		if (!holds(t, s, colour, &list->move[i], &longest))
			continue;
		for (unsigned k = 0; k < i; k++)
			list->move[k].passed_over = true;
		return;
	}
}

static void think(const thought_t *t, const stones_t *s, colour_t colour, list_t *list)
{
	thought_move_t *move;
	stones_answer_t answer;

	if (s->count == 0 || list->count < 2 || fives(t, s, colour, list))
		return;
	ask(t, s, colour, OWN_PART, &answer);
	if (answer.proven && (move = list_find(list, answer.best)) != NULL) {
		move->wins = true;
		return;
	}
	if (fives(t, s, stones_other(colour), list)) {
		for (unsigned i = 0; i < list->count; i++) {
			list->move[i].passed_over = !list->move[i].wins;
			list->move[i].wins = false;
		}
		return;
	}
	ask(t, s, stones_other(colour), ENEMY_PART, &answer);
	if (answer.proven)
		defend(t, s, colour, &answer, list);
}

void thought_move(const thought_t *t, const stones_t *stones, colour_t colour, unsigned most,
                  thought_move_t *out, unsigned *count)
{
	static list_t list;

	list_fill(t, stones, colour, &list);
	think(t, stones, colour, &list);
	qsort(list.move, list.count, sizeof(list.move[0]), by_worth);
	*count = list.count < most ? list.count : most;
	memcpy(out, list.move, sizeof(list.move[0]) * *count);
}
