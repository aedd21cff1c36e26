/* SPDX-License-Identifier: MIT
 * ko.c - the verdict by ko: the same question with other stocks of threats, one after the
 * other, in one job, sharing its table.
 *
 * The mover is who moves first; he succeeds if the attacker reaches the goal, or if he is the
 * defender and the attacker does not. More threats never hurt who has them, so:
 *
 *   0 : unlimited   succeeds: unconditionally, and most that succeed do. Else:
 *   unlimited : 0   fails: not even by ko, and most that fail do. Else it is a ko:
 *   0 : 0, 1 : 0, 2 : 0   the first that succeeds is the least number he has to find; none:
 *   unlimited : 0   again, for the move and the line; the table has it.
 *
 * The verdict that it fails rests on its own answer alone; that it is a ko on all of them, so
 * their zones are united.
 *
 * The order is by what answers are frequent: one question for most of what succeeds, two for
 * most of what fails. */
#include "engine/base/check.h"
#include "engine/solve/job.h"

typedef enum { STAGE_SURE, STAGE_ANY, STAGE_0, STAGE_1, STAGE_2, STAGE_MORE, STAGES } stage_t;

/* Of the mover and the other side. */
static const unsigned stocks[STAGES][2] = {
        [STAGE_SURE] = {0, THREATS_UNLIMITED},
        [STAGE_ANY] = {THREATS_UNLIMITED, 0},
        [STAGE_0] = {0, 0},
        [STAGE_1] = {1, 0},
        [STAGE_2] = {2, 0},
        [STAGE_MORE] = {THREATS_UNLIMITED, 0},
};

static bool succeeds(const job_t *job)
{
	return (job->value == VALUE_PROVEN) == (job->root->turn == SIDE_ATTACKER);
}

void ko_stock(const job_t *job, unsigned threats[2])
{
	const side_t mover = job->root->turn;

	assert(job->asks_ko);
	threats[mover] = stocks[job->ko_stage][0];
	threats[!mover] = stocks[job->ko_stage][1];
}

/* settle notes the verdict. */
static bool settle(job_t *job, ko_t verdict)
{
	job->ko = verdict;
	job->ko_threats = verdict == KO_FIGHT ? stocks[job->ko_stage][0] : 0;
	return false;
}

/* add_zone keeps what this answer depends on. */
static void add_zone(job_t *job)
{
	zone_t zone;

	job_zone(job, &zone); /* with those before */
	zone_copy(&job->ko_zone, &zone);
}

bool ko_goes_on_locked(job_t *job)
{
	if (!job->asks_ko || job->value == VALUE_UNDECIDED)
		return false;
	switch ((stage_t)job->ko_stage) {
	case STAGE_SURE:
		if (succeeds(job))
			return settle(job, KO_NONE);
		break;
	case STAGE_ANY:
		if (!succeeds(job))
			return settle(job, KO_FAILS);
		break;
	default:
		if (succeeds(job))
			return settle(job, KO_FIGHT);
		assert(job->ko_stage < STAGE_MORE);
		break;
	}
	add_zone(job);
	job->ko_stage++;
	return true;
}
