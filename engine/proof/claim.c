/* SPDX-License-Identifier: MIT
 * claim.c - an entry of the table has one move for all orders, that of the last proof. So what
 * claims_known returns may turn out not to prove the claim; then, and where entries were
 * replaced, claims_again searches with a table of its own, that nothing else writes to. By proof
 * numbers first, which find proofs; then, as lines that repeat may keep df-pn from an answer,
 * by alpha-beta within the depth that is claimed. */
#include "engine/proof/claim.h"

#include "engine/table/ttable.h"

enum {
	OWN_TABLE_BYTES = 32 << 20,
	FREE_NODES = 1000000,   /* for df-pn without a bound on the plies */
	NUMBERS_NODES = 100000, /* for df-pn, before alpha-beta is asked */
};

void claims_init(claims_t *claims, const search_env_t *env, uint64_t most,
                 const _Atomic bool *cancel)
{
	*claims = (claims_t){.env = *env, .most = most, .cancel = cancel};
}

void claims_fini(claims_t *claims)
{
	ttable_free(claims->own);
}

/* known_in looks into one table. */
static move_t known_in(const claims_t *c, const ttable_t *table, const position_t *pos,
                       claim_t *claim)
{
	ttentry_t e;

	if (table == NULL || !search_probe(table, c->env.driver, c->env.zoning, pos, &e) ||
	    e.move == MOVE_NONE)
		return MOVE_NONE;
	for (unsigned i = 0; i <= claim->order; i++) {
		if (!ttable_proven(&e, i, claim->depth))
			continue;
		*claim = (claim_t){i, ttable_proven_plies(&e, i, claim->depth)};
		return e.move;
	}
	return MOVE_NONE;
}

move_t claims_known(const claims_t *claims, const position_t *pos, claim_t *claim)
{
	const move_t m = known_in(claims, claims->own, pos, claim);

	return m != MOVE_NONE ? m : known_in(claims, claims->env.table, pos, claim);
}

static poll_t count(void *context, search_t *search, unsigned nodes)
{
	claims_t *c = context;

	(void)search;
	c->searched += nodes;
	if (c->failed == ERR_OK && atomic_load_explicit(c->cancel, memory_order_relaxed))
		c->failed = ERR_CANCELLED;
	else if (c->failed == ERR_OK && c->searched > c->most)
		c->failed = ERR_LIMIT;
	return c->failed != ERR_OK ? POLL_STOP : POLL_GO;
}

/* run answers the question last begun. */
static value_t run(claims_t *c, search_t *s)
{
	static const _Atomic bool never = false;
	const search_state_t state = search_run(s, &never);

	if (state == SEARCH_FAILED)
		c->failed = ERR_NOMEM;
	return state == SEARCH_DONE ? search_value(s) : VALUE_UNDECIDED;
}

/* prove looks for any proof of that order. Without lambda a bound on the plies takes from df-pn
 * what zones save it; without one it mostly comes out as short. */
static bool prove(claims_t *c, search_t *s, const claim_t *claim)
{
	if (c->env.driver == DRIVER_PLAIN && c->env.zoning == ZONING_SOUND) {
		search_begin_numbers(s, c->env.driver, claim->order, DEPTH_MAX, FREE_NODES, 0);
		if (run(c, s) == VALUE_PROVEN && search_plies(s) <= claim->depth)
			return true;
	}
	search_begin_numbers(s, c->env.driver, claim->order, claim->depth, NUMBERS_NODES, 0);
	if (run(c, s) == VALUE_PROVEN)
		return true;
	for (unsigned d = 1; d <= claim->depth && c->failed == ERR_OK; d += 2) {
		search_begin(s, claim->order, d, 0);
		if (run(c, s) == VALUE_PROVEN)
			return true;
	}
	return false;
}

/* create makes a search of the position with a table of its own; NULL: claims->failed says why. */
static search_t *create(claims_t *claims, const position_t *pos)
{
	static const _Atomic uint32_t serial = 0;
	search_env_t env = {.driver = claims->env.driver,
	                    .zoning = claims->env.zoning,
	                    .most = claims->env.most,
	                    .serial = &serial,
	                    .poll = count,
	                    .context = claims};
	search_t *s = NULL;

	if (claims->failed != ERR_OK)
		return NULL;
	claims->again++;
	if (claims->own == NULL)
		claims->failed = ttable_create(OWN_TABLE_BYTES, &claims->own);
	env.table = claims->own;
	if (claims->failed == ERR_OK)
		claims->failed = search_create(pos, &env, &s);
	return claims->failed == ERR_OK ? s : NULL;
}

move_t claims_again(claims_t *claims, const position_t *pos, claim_t *claim)
{
	search_t *s = create(claims, pos);
	move_t best = MOVE_NONE;

	if (s == NULL)
		return MOVE_NONE;
	if (prove(claims, s, claim)) {
		best = search_best(s);
		claim->depth = search_plies(s);
	}
	claims->searched += search_take_nodes(s);
	search_free(s);
	return best;
}

static bool denied_in(const claims_t *c, const ttable_t *table, const position_t *pos,
                      unsigned order)
{
	ttentry_t e;

	return table != NULL && search_probe(table, c->env.driver, c->env.zoning, pos, &e) &&
	       ttable_disproven(&e, order);
}

bool claims_denied(const claims_t *claims, const position_t *pos, unsigned order)
{
	return denied_in(claims, claims->own, pos, order) ||
	       denied_in(claims, claims->env.table, pos, order);
}

bool claims_deny(claims_t *claims, const position_t *pos, unsigned order)
{
	search_t *s = create(claims, pos);
	value_t value;

	if (s == NULL)
		return false;
	search_begin_numbers(s, claims->env.driver, order, DEPTH_MAX, NUMBERS_NODES, 0);
	value = run(claims, s);
	for (unsigned d = 1; d <= DEPTH_MAX && value == VALUE_UNDECIDED; d += 2) {
		if (claims->failed != ERR_OK)
			break;
		search_begin(s, order, d, 0);
		value = run(claims, s);
	}
	claims->searched += search_take_nodes(s);
	search_free(s);
	return value == VALUE_DISPROVEN;
}
