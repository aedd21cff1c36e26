/* SPDX-License-Identifier: MIT
 * claims.c - finds moves that prove positions, and tells what is disproven.
 *
 * Again     An entry of the table has one move for all orders, that of the last proof. So the
 *           move that claims_known returns may not prove the claim. Then, and where entries were
 *           replaced, claims_again searches with a table of its own, to which nothing else
 *           writes: first by df-pn, which finds proofs, then by alpha-beta within the depth of
 *           the claim, because lines that repeat may keep df-pn from an answer.
 *
 * One search    One search goes from position to position, so that what it has decided by zones
 *               at one answers the next (zone_probe.h). A search for each position took two to
 *               ten times the nodes.
 *
 * Alike     A denial asks for the same fight again and again, with other stones elsewhere.
 *           Nothing is searched at such positions, and the table does not know them. So disproofs
 *           at nodes of the attacker are kept here by their zones as well, and a position that
 *           agrees with one is taken for disproven. This is as sound as zones are; and it need
 *           not be sound, because the walk goes on from there and finds out (denial.c). It is
 *           done for lambda, in games with zone_ops_t.question; elsewhere the zone of a disproof
 *           is the whole board. Two captures and a semeai on 9x9 and 10x10 took 1/50 to 1/300 of
 *           the nodes.
 *
 * Replies   Without lambda no positions are alike. Where the rules have passes, lines repeat,
 *           which keeps df-pn from an answer for most replies when they are asked one by one.
 *           There the defender's node is searched as a whole, by alpha-beta too, which finds the
 *           reply at once. (A connection on 12x12 took 9,000 nodes to deny, and had no
 *           certificate within 15,000,000.) In games without passes this took half as many nodes
 *           more, and is not done. */
#include "engine/proof/claims.h"

#include "engine/base/check.h"
#include "engine/search/core/key.h"
#include "engine/table/ttable.h"

enum {
	OWN_TABLE_BYTES = 32 << 20,
	PATTERNS_BYTES = 16 << 20,
	FREE_NODES = 1000000,   /* for df-pn without a bound on the plies */
	BY_DEPTH = 10,          /* of a reply: nodes of alpha-beta for one of df-pn */
	NUMBERS_NODES = 100000, /* for df-pn, before alpha-beta is asked */
};

void claims_init(claims_t *claims, const search_env_t *env, const budget_t *budget)
{
	*claims = (claims_t){.env = *env, .budget = budget, .until = UINT64_MAX};
}

void claims_compare(claims_t *claims, const position_t *root)
{
	const zone_ops_t *rules = root->game->zones;
	const bool has = claims->env.zoning == ZONING_SOUND && rules != NULL &&
	                 rules->question != NULL && claims->env.driver == DRIVER_LAMBDA;

	zone_init(&claims->zone, 0, 1, 1);
	if (has)
		rules->begin(root, claims->env.most + (root->turn == SIDE_DEFENDER), &claims->zone);
	if (claims->zone.areas == 1)
		claims->by_zone = proof_cache_create(PATTERNS_BYTES);
}

void claims_fini(claims_t *claims)
{
	search_free(claims->search);
	proof_cache_free(claims->by_zone);
	ttable_free(claims->own);
}

/* known_in looks into one table. */
static move_t known_in(const claims_t *c, const ttable_t *table, const position_t *pos,
                       claim_t *claim)
{
	ttentry_t e;

	if (table == NULL || !key_probe(table, c->env.driver, c->env.zoning, pos, &e) ||
	    e.move == MOVE_NONE)
		return MOVE_NONE;
	for (unsigned i = 0; i <= claim->order; i++) {
		if (!entry_proven(&e, i, claim->depth))
			continue;
		assert(entry_proven_plies(&e, i, claim->depth) <= claim->depth);
		*claim = (claim_t){i, entry_proven_plies(&e, i, claim->depth)};
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
	if (c->failed == ERR_OK)
		c->failed = budget_spent(c->budget);
	if (c->failed == ERR_OK && c->searched > c->budget->nodes)
		c->failed = ERR_LIMIT;
	return c->failed != ERR_OK || c->searched >= c->until ? POLL_STOP : POLL_GO;
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
 * what zones save it; without one it mostly comes out as short, and a shorter one may be hard to
 * find. */
static bool prove(claims_t *c, search_t *s, const claim_t *claim, unsigned longest)
{
	if (c->env.driver == DRIVER_PLAIN && c->env.zoning == ZONING_SOUND) {
		search_begin_dfpn(s, c->env.driver, claim->order, DEPTH_MAX, FREE_NODES, 0);
		if (run(c, s) == VALUE_PROVEN && search_plies(s) <= longest)
			return true;
	}
	search_begin_dfpn(s, c->env.driver, claim->order, claim->depth, NUMBERS_NODES, 0);
	if (run(c, s) == VALUE_PROVEN)
		return true;
	for (unsigned d = 1; d <= claim->depth && c->failed == ERR_OK; d += 2) {
		search_begin(s, claim->order, d, 0);
		if (run(c, s) == VALUE_PROVEN)
			return true;
	}
	return false;
}

/* place returns the search, at the position; NULL: claims->failed says why. */
static search_t *place(claims_t *claims, const position_t *pos)
{
	static const _Atomic uint32_t serial = 0;
	search_env_t env = {.driver = claims->env.driver,
	                    .zoning = claims->env.zoning,
	                    .most = claims->env.most,
	                    .serial = &serial,
	                    .poll = count,
	                    .context = claims};

	if (claims->failed != ERR_OK)
		return NULL;
	assert(claims->search == NULL || claims->own != NULL);
	claims->again++;
	if (claims->search != NULL) {
		search_place(claims->search, pos);
		return claims->search;
	}
	if (claims->own == NULL)
		claims->failed = ttable_create(OWN_TABLE_BYTES, &claims->own);
	env.table = claims->own;
	if (claims->failed == ERR_OK)
		claims->failed = search_create(pos, &env, &claims->search);
	return claims->search;
}

move_t claims_again(claims_t *claims, const position_t *pos, claim_t *claim, unsigned longest)
{
	search_t *s = place(claims, pos);
	move_t best = MOVE_NONE;

	assert(pos->turn == SIDE_ATTACKER && claim->depth % 2 == 1 && longest >= claim->depth);
	if (s == NULL)
		return MOVE_NONE;
	if (prove(claims, s, claim, longest)) {
		best = search_best(s);
		assert(best != MOVE_NONE && search_plies(s) <= longest);
		claim->depth = search_plies(s);
	}
	claims->searched += search_take_nodes(s);
	return best;
}

/* question_of is what the order asks of the position. */
static cached_question_t question_of(const position_t *pos, unsigned order)
{
	cached_question_t question = {.stocks = 0};

	assert(order <= ORDER_MAX);
	question.key = pos->game->zones->question(pos, question.stones);
	question.key.lo ^= order;
	return question;
}

/* is_seen: has the order, or a higher one, been disproven of a board that agrees on the zone? */
static bool is_seen(const claims_t *c, const position_t *pos, unsigned order)
{
	cached_question_t question = question_of(pos, order);
	cached_verdict_t found;

	for (unsigned o = order; o <= c->env.most; o++) {
		if (proof_cache_find(c->by_zone, &question, &found))
			return true;
		question.key.lo ^= o ^ (o + 1);
	}
	return false;
}

/* see keeps that the order is disproven of all boards that agree on the zone. */
static void see(claims_t *c, const position_t *pos, unsigned order, const zone_t *zone)
{
	const cached_question_t question = question_of(pos, order);

	assert(zone->areas == 1 && pos->turn == SIDE_ATTACKER);
	proof_cache_add(c->by_zone, &question,
	                &(cached_verdict_t){.zone = zone->area[0],
	                                    .best = MOVE_NONE,
	                                    .value = VALUE_DISPROVEN});
}

bool claims_alike(const claims_t *claims, const position_t *pos, unsigned order)
{
	return claims->by_zone != NULL && is_seen(claims, pos, order) &&
	       (game_distance(pos) > 1 || pos->game->finish(pos) == MOVE_NONE);
}

/* denied_by tells whether a table holds that by the key, and on which zone it rests. */
static bool denied_by(const ttable_t *table, hashkey_t key, unsigned order, zone_t *zone)
{
	const zfact_t fact = {.forever = true, .order = (uint8_t)order, .plies = DEPTH_MAX};
	zone_cells_t cells;
	ttentry_t e;

	if (!ttable_probe(table, key, &e) || !entry_disproven(&e, order))
		return false;
	if (!ztable_find(ttable_zones(table), key, fact, zone)) {
		zone_cells_init(&cells, zone);
		zone_from_coarse(&cells, e.zone, zone);
	}
	return true;
}

void claims_learn(claims_t *claims, const position_t *pos, unsigned order)
{
	const ttable_t *table[] = {claims->own, claims->env.table};
	const hashkey_t key = key_of_position(claims->env.driver, claims->env.zoning, pos);
	const hashkey_t keys[] = {
	        key_without_stocks(claims->env.driver, claims->env.zoning, pos, key), key};

	if (claims->by_zone == NULL || is_seen(claims, pos, order))
		return;
	for (unsigned i = 0; i < 4; i++) {
		zone_t zone = claims->zone;

		if (table[i / 2] == NULL || !denied_by(table[i / 2], keys[i % 2], order, &zone))
			continue;
		see(claims, pos, order, &zone);
		return;
	}
}

/* depth_of is the depth in plies of so many moves of the attacker, to move. */
static unsigned depth_of(const position_t *pos, unsigned moves)
{
	return 2 * moves - 1 + pos->game->tail;
}

static bool denied_in(const claims_t *c, const ttable_t *table, const position_t *pos,
                      unsigned order)
{
	ttentry_t e;

	if (c->bounded)
		return table != NULL && key_probe(table, c->env.driver, c->env.zoning, pos, &e) &&
		       entry_failed(&e, PLAIN_ORDER, depth_of(pos, order));

	return table != NULL && key_probe(table, c->env.driver, c->env.zoning, pos, &e) &&
	       entry_disproven(&e, order);
}

bool claims_denied(const claims_t *claims, const position_t *pos, unsigned order)
{
	return denied_in(claims, claims->own, pos, order) ||
	       denied_in(claims, claims->env.table, pos, order);
}

bool claims_lost(const claims_t *claims, const position_t *pos, unsigned order)
{
	claim_t claim = {order, DEPTH_MAX};

	if (claims->bounded)
		claim = (claim_t){PLAIN_ORDER, depth_of(pos, order)};
	return claims_known(claims, pos, &claim) != MOVE_NONE;
}

/* fails_within searches depth by depth, for about so many nodes, 0: to the end. */
static bool fails_within(claims_t *c, search_t *s, unsigned depth, uint64_t nodes)
{
	static const _Atomic bool never = false;
	search_state_t state;

	c->until = nodes > 0 ? c->searched + nodes : UINT64_MAX;
	search_begin(s, PLAIN_ORDER, depth, 0);
	state = search_run(s, &never);
	c->until = UINT64_MAX;
	if (state == SEARCH_FAILED)
		c->failed = ERR_NOMEM;
	c->searched += search_take_nodes(s);
	return state == SEARCH_DONE && search_has_failed(s);
}

bool claims_deny(claims_t *claims, const position_t *pos, unsigned order, uint64_t nodes)
{
	search_t *s = place(claims, pos);
	value_t value;

	assert(pos->turn == SIDE_ATTACKER && (order <= ORDER_MAX || claims->bounded));
	if (s == NULL)
		return false;
	if (claims->bounded)
		return fails_within(claims, s, depth_of(pos, order), nodes);
	search_begin_dfpn(s, claims->env.driver, order, DEPTH_MAX,
	                  nodes > 0 ? nodes : NUMBERS_NODES, 0);
	value = run(claims, s);
	for (unsigned d = 1; nodes == 0 && d <= DEPTH_MAX && value == VALUE_UNDECIDED; d += 2) {
		if (claims->failed != ERR_OK)
			break;
		search_begin(s, order, d, 0);
		value = run(claims, s);
	}
	claims->searched += search_take_nodes(s);
	if (value == VALUE_DISPROVEN && claims->by_zone != NULL)
		see(claims, pos, order, search_zone(s));
	return value == VALUE_DISPROVEN;
}

move_t claims_reply(claims_t *claims, const position_t *pos, uint64_t nodes)
{
	search_t *s = place(claims, pos);
	value_t value;

	CHECK(claims->env.driver == DRIVER_PLAIN && pos->turn == SIDE_DEFENDER);
	if (s == NULL)
		return MOVE_NONE;
	search_begin_dfpn(s, DRIVER_PLAIN, PLAIN_ORDER, DEPTH_MAX, nodes, 0);
	value = run(claims, s);
	assert(claims->until == UINT64_MAX); /* no reply is asked for inside another */
	claims->until = claims->searched + BY_DEPTH * nodes;
	for (unsigned d = 1; d <= DEPTH_MAX && value == VALUE_UNDECIDED; d += 2) {
		if (claims->failed != ERR_OK || claims->searched >= claims->until)
			break;
		search_begin(s, PLAIN_ORDER, d, 0);
		value = run(claims, s);
	}
	claims->until = UINT64_MAX;
	claims->searched += search_take_nodes(s);
	return value == VALUE_DISPROVEN ? search_best(s) : MOVE_NONE;
}

bool claims_forget(claims_t *claims)
{
	const bool had = claims->by_zone != NULL;

	proof_cache_free(claims->by_zone);
	claims->by_zone = NULL;
	return had;
}
