/* SPDX-License-Identifier: MIT
 * facts.c - see facts.h. */
#include "tests/matrix/facts.h"

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
	       (denial->absolute || (proof->has_order && proof->order <= denial->order));
}

const said_t *facts_take(facts_t *facts, const result_t *r, const problem_t *problem, bool ko,
                         unsigned question)
{
	said_t said = {.proven = r->value == VALUE_PROVEN,
	               .absolute = r->scope == SCOPE_ABSOLUTE,
	               .has_order = r->driver == DRIVER_LAMBDA,
	               .order = r->order,
	               .question = question};

	if (r->state != JOB_DONE || r->value == VALUE_UNDECIDED || r->scope == SCOPE_HEURISTIC ||
	    (ko && r->ko == KO_UNASKED))
		return NULL;
	stocks(r, problem, ko, said.threats);
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
