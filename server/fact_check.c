/* SPDX-License-Identifier: MIT
 * fact_check.c - see fact_check.h. A failure for ever is searched for at all orders, since the next
 * one may succeed where it is false; any other fact up to the order that it is about. */
#include "server/fact_check.h"

enum { ANY_ORDER = -1 };

err_t fact_check_make(fact_check_t *check, const fact_record_t *record, uint64_t hash, rng_t *rng,
                      uint64_t nodes, errinfo_t *why)
{
	const question_t *q = &check->question;
	const err_t err = question_make(record, hash, rng, &check->question, why);
	bool is_for_ever;

	if (err != ERR_OK)
		return err;
	check->value = record->value;
	check->scope = record->scope;
	check->ko = record->ko;
	is_for_ever =
	        record->value == VALUE_DISPROVEN && record->scope == SCOPE_ABSOLUTE && !q->verdict;
	/* An engine that is named: not the usual question, so nobody keeps the answer. */
	check->request = (request_t){
	        .problem = q->problem,
	        .ko = q->verdict,
	        .fresh = true,
	        .limits = {.order = is_for_ever ? ANY_ORDER : (int)q->order,
	                   .nodes = nodes,
	                   .workers = 1,
	                   .driver = q->plain ? DRIVER_PLAIN : DRIVER_LAMBDA,
	                   .engine = ALGORITHM_ALPHABETA},
	};
	return ERR_OK;
}

fact_verdict_t fact_check_compare(const fact_check_t *check, const result_t *found)
{
	if (found->value == VALUE_UNDECIDED)
		return FACT_OPEN;
	if ((found->value == VALUE_PROVEN) != (check->value == VALUE_PROVEN) ||
	    (check->question.verdict && found->ko != (ko_t)check->ko))
		return FACT_FALSE;
	return FACT_TRUE;
}
