/* SPDX-License-Identifier: MIT
 * judge.c - up to three searches (reader.h), which differ in who may retake a ko at once: if the
 * side that moves first reaches its end though only the other side may, it needs no ko; if it does
 * so where nobody may, the other side has to find the first threat; else it has to. A search that
 * comes to no end is decided by a limit, which is not the middle: people ask about dragons in
 * danger, so the side that moves first is right more often than not. */
#include "engine/judge/judge.h"

#include "engine/judge/reader.h"

enum { NODES_DEFAULT = 3000 };

static const float kill_below = 0.75f; /* life below which an attack counts as good */
static const float live_from = 0.64f;  /* life from which a defence counts as good */

/* How often the code was right in tests of odd number: where the search came to an end; else where
 * life is at the limit, more for what lies between them, and at most so much. */
static const double right_sure = 0.94, right_least = 0.60, right_slope = 1.5, right_most = 0.87;

/* set_up makes the board of a question. */
static void set_up(const judge_question_t *q, field_t *f)
{
	field_clear(f, q->width, q->height);
	for (unsigned y = 0; y < q->height; y++)
		for (unsigned x = 0; x < q->width; x++)
			if (q->stones[y * q->width + x] != 0)
				field_put(f, field_point(x, y), q->stones[y * q->width + x]);
	if (q->ko != JUDGE_NO_POINT)
		f->ko = (int16_t)field_point((unsigned)q->ko % q->width,
		                             (unsigned)q->ko / q->width);
}

/* take writes what a search found into the answer. */
static void take(const judge_question_t *q, const foresight_t *reading, judge_answer_t *answer)
{
	const double limit = (double)(q->kill ? kill_below : live_from);
	const double apart = (double)reading->life - limit;
	const double right = right_least + right_slope * (apart < 0 ? -apart : apart);

	answer->nodes += reading->nodes;
	answer->life = (double)reading->life;
	answer->open = !reading->sure;
	if (reading->sure)
		answer->chance = right_sure;
	else
		answer->chance = right < right_most ? right : right_most;
}

void judge_dragon(const judge_question_t *q, judge_answer_t *answer)
{
	field_t f;

	*answer = (judge_answer_t){.code = JUDGE_NO, .move = JUDGE_NO_POINT};
	if (q->width == 0)
		return;
	set_up(q, &f);
	const int target =
	        field_point((unsigned)q->dragon % q->width, (unsigned)q->dragon / q->width);
	const int colour = f.at[target], first = q->kill ? 3 - colour : colour;
	reader_t *r = reader_create(&f, target);

	if (!r)
		return;
	for (int code = JUDGE_YES; code <= JUDGE_KO_BAD; code++) {
		bool retakes[3] = {false};

		retakes[3 - first] = code == JUDGE_YES;
		retakes[first] = code == JUDGE_KO_BAD;
		const foresight_t reading =
		        reader_search(r, first, retakes, q->nodes > 0 ? q->nodes : NODES_DEFAULT);

		take(q, &reading, answer);
		if (q->kill ? reading.life < kill_below : reading.life >= live_from) {
			const int x = reading.move % FIELD_STRIDE - 1;
			const int y = reading.move / FIELD_STRIDE - 1;

			answer->code = code;
			if (reading.move != FIELD_NONE)
				answer->move = y * (int)q->width + x;
			break;
		}
		if (!reading.ko_seen)
			break;
	}
	reader_free(r);
}
