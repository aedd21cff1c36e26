/* SPDX-License-Identifier: MIT
 * store_probe.c - results as facts of the store, and back.
 *
 * The same questions are kept as in memory (answer_cache.h), of all games. A verdict by ko that
 * needs threats rests on failures within the order limit as well, which a higher one might
 * undo: what asks for it names its limit, and only the same limit is an answer. */
#include "engine/solve/store_probe.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/solve/answer_cache.h"

/* takes: is it a question that the store has? What memory has, and what is asked without lambda,
 * where any engine that the solver may choose finds the same. */
static bool takes(const limits_t *limits)
{
	limits_t usual = *limits;

	if (usual.driver == DRIVER_PLAIN && usual.engine != ALGORITHM_ALPHABETA) {
		usual.driver = DRIVER_LAMBDA;
		usual.engine = ALGORITHM_AUTO;
	}
	return answer_cache_takes(&usual);
}

canonical_t *store_probe_ask(const request_t *request, const position_t *root,
                             const limits_t *limits)
{
	const canonical_wish_t wish = {.verdict =
	                                       request->ko ? limits->order : CANONICAL_NO_VERDICT,
	                               .plain = limits->driver == DRIVER_PLAIN};
	canonical_t *form;

	if (!takes(limits))
		return NULL;
	form = mem_alloc(sizeof(*form));
	if (form == NULL || canonical_make(&request->problem, root, wish, form))
		return form;
	store_probe_free(form);
	return NULL;
}

void store_probe_free(canonical_t *form)
{
	mem_free(form, sizeof(*form));
}

bool store_probe_find(store_t *store, const canonical_t *form, const position_t *root,
                      wanted_t wanted, result_t *out)
{
	fact_t fact;

	if (!store_find(store, form, wanted, &fact) || !fact_is_playable(&fact, root))
		return false;
	out->state = JOB_DONE;
	out->value = (value_t)fact.value;
	out->scope = (scope_t)fact.scope;
	out->engine = (algorithm_t)fact.engine;
	out->driver = (driver_t)fact.driver;
	out->order = fact.order;
	out->depth = fact.depth;
	out->best = fact.best;
	out->ko = (ko_t)fact.ko;
	out->threats = fact.threats;
	out->line_length = fact.line_length;
	memcpy(out->line, fact.line, fact.line_length * sizeof(fact.line[0]));
	zone_copy(&out->zone, &fact.zone);
	return true;
}

/* keep_line takes the line over, as long as a record has room for; one that begins with another
 * move than the zone's is of another proof, which may not hold on another board. */
static void keep_line(const result_t *r, fact_t *fact)
{
	fact->line_length = 0;
	if (fact->best == MOVE_NONE && r->value == VALUE_PROVEN && r->best != MOVE_NONE)
		return;
	if (r->line_length > 0 && fact->best != MOVE_NONE && r->line[0] != fact->best) {
		fact->line[fact->line_length++] = fact->best;
		return;
	}
	fact->line_length = r->line_length < FACT_LINE_MAX ? r->line_length : FACT_LINE_MAX;
	memcpy(fact->line, r->line, fact->line_length * sizeof(fact->line[0]));
}

void store_probe_keep(store_t *store, const canonical_t *form, const result_t *r, move_t best)
{
	fact_t fact = {.value = (uint8_t)r->value,
	               .scope = (uint8_t)r->scope,
	               .engine = (uint8_t)r->engine,
	               .driver = (uint8_t)r->driver,
	               .order = (uint8_t)r->order,
	               .ko = (uint8_t)r->ko,
	               .threats = (uint8_t)r->threats,
	               .depth = (uint16_t)r->depth,
	               .best = r->best == MOVE_NONE ? MOVE_NONE : best,
	               .nodes = r->nodes};

	if (r->state != JOB_DONE || r->value == VALUE_UNDECIDED ||
	    (r->scope != SCOPE_ABSOLUTE && r->scope != SCOPE_ORDER))
		return;
	zone_copy(&fact.zone, &r->zone);
	keep_line(r, &fact);
	store_keep(store, form, &fact);
}
