/* SPDX-License-Identifier: MIT
 * facts.c - see facts.h. */
#include "tests/matrix/facts.h"

#include "engine/solve/limits.h"

/* stocks writes the stocks that the value of a result is about: of a verdict by ko the last ones
 * that were asked about (solve/plan.c). */
static void stocks(const result_t *r, const problem_t *problem, bool ko, unsigned out[2])
{
	const side_t mover = problem->first;

	out[SIDE_ATTACKER] = problem->attacker_threats;
	out[SIDE_DEFENDER] = problem->defender_threats;
	if (!ko)
		return;
	out[mover] = r->ko == KO_FIGHT ? r->threats : r->ko == KO_FAILS ? THREATS_UNLIMITED : 0;
	out[!mover] = r->ko == KO_NONE ? THREATS_UNLIMITED : 0;
}

static bool contradict(const said_t *proof, const said_t *denial)
{
	return denial->threats[SIDE_ATTACKER] >= proof->threats[SIDE_ATTACKER] &&
	       denial->threats[SIDE_DEFENDER] <= proof->threats[SIDE_DEFENDER] &&
	       (denial->within > 0 ? proof->moves <= denial->within
	        : denial->absolute ? true
	                           : proof->has_order && proof->order <= denial->order);
}

/* take adds what was said; NULL, or what it contradicts. */
static const said_t *take(facts_t *facts, said_t said)
{
	for (unsigned i = 0; i < facts->count; i++) {
		const said_t *other = &facts->said[i];

		if (other->proven != said.proven &&
		    contradict(said.proven ? &said : other, said.proven ? other : &said))
			return other;
	}
	if (facts->count < FACTS_MAX)
		facts->said[facts->count++] = said;
	return NULL;
}

const said_t *facts_take(facts_t *facts, const result_t *r, const problem_t *problem, bool ko,
                         unsigned question)
{
	said_t said = {.proven = r->value == VALUE_PROVEN,
	               .absolute = r->scope == SCOPE_ABSOLUTE,
	               .has_order = r->driver == DRIVER_LAMBDA,
	               .order = r->order,
	               .moves = limits_moves(game_find(problem->game), r->depth),
	               .question = question};
	const said_t *other = NULL;

	stocks(r, problem, ko, said.threats);
	if (r->denied > 0) {
		said_t denial = said;

		denial.proven = false;
		denial.within = r->denied;
		other = take(facts, denial);
	}
	if (other != NULL || r->value == VALUE_UNDECIDED || r->scope == SCOPE_WITHIN ||
	    (r->state != JOB_DONE && r->value != VALUE_PROVEN) || r->scope == SCOPE_HEURISTIC ||
	    (ko && r->ko == KO_UNASKED))
		return other;
	return take(facts, said);
}
