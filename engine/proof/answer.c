/* SPDX-License-Identifier: MIT
 * answer.c - see answer.h.
 *
 * Order     The first answers are those after which nothing is left to do, then those whose
 *           position has been met: both keep the strategy small. Then come positions that a table
 *           knows to be disproven, those that agree on a zone with a disproven board, and those
 *           that a search disproves. Which of several disproven positions makes the smallest
 *           strategy is not known. Where nodes serve many boards (denial.c, "Zones") few
 *           positions are walked, and looking for the best answer would take most of the time.
 *           There the likely answers are tried for one that leaves nothing to do, then the pass,
 *           where it is known to be denied. (Of 146 denials bytes and replays were the same when
 *           all moves were looked at.)
 *
 * Lambda    A pass of the defender leads to the order below, for the attacker's move was no
 *           threat; below order 0 the position is held. A position is held as well where the
 *           attacker is too far from the goal (game_t.distance).
 *
 * Bounded   Where it is denied within some moves, what is asked of a position is how many the
 *           attacker has left. Each of his moves costs one, and with none left the position is
 *           held; so is one where he is too far from the goal, and the defender's moves take him
 *           no nearer. */
#include "engine/proof/answer.h"

#include "engine/base/check.h"
#include "engine/base/rng.h"

enum {
	REPLY_NODES = 4000, /* to make sure of a reply that a search has told */
	LIKELY = 32,        /* moves that are looked at for one after which nothing is left to do */
};

hashkey_t answer_key(const answerer_t *a, unsigned order)
{
	hashkey_t key = a->game->key(a->pos);

	key.lo = rng_mix(key.lo ^ order);
	key.hi = rng_mix(key.hi + order);
	return key;
}

/* is_far: does the goal take more moves in a row than the attacker has? */
static bool is_far(const answerer_t *a, unsigned order)
{
	const hints_t *hints = game_hints(a->pos);

	if (a->bounded && (order == 0 || a->game->squeeze != NULL))
		return order == 0;
	if (a->bounded && hints->distance_within != NULL)
		return hints->distance_within(a->pos, order) > order;
	if (a->bounded)
		return game_distance(a->pos) > order;
	if (!a->lambda)
		return game_distance(a->pos) == DISTANCE_NEVER && a->game->squeeze == NULL;
	if (hints->distance_within != NULL)
		return hints->distance_within(a->pos, order + 1) > order + 1;
	return game_distance(a->pos) > order + 1;
}

bool answer_is_held(const answerer_t *a, unsigned order)
{
	assert(a->pos->turn == SIDE_ATTACKER && (order <= ORDER_MAX || a->bounded));
	return is_far(a, order) || a->game->lost(a->pos);
}

void answer_held(const answerer_t *a, unsigned order, zone_t *zone)
{
	if (a->lambda && is_far(a, order))
		a->rules->far(a->pos, order + 1, zone);
	else
		a->rules->lost(a->pos, zone);
}

bool answer_is_met(const answerer_t *a, unsigned order, uint32_t *node, zone_t *zone)
{
	if (visited_find(&a->met, answer_key(a, order), 0, node, zone))
		return true;
	return a->rules != NULL && shared_find(&a->shared, a->pos, order, node, zone);
}

bool answer_may_rest(const answerer_t *a)
{
	return a->lambda ? !a->game->zugzwang : game_may_pass(a->pos);
}

unsigned answer_list(const answerer_t *a, move_t *out)
{
	unsigned count = 0;

	assert(a->pos->turn == SIDE_DEFENDER);
	if (answer_may_rest(a))
		out[count++] = MOVE_PASS;
	return count + game_replies(a->pos, NULL, &out[count]);
}

unsigned answer_below(const answerer_t *a, move_t answer, unsigned order, bool opens)
{
	assert(order > 0 || !a->lambda || answer != MOVE_PASS || opens); /* held there */
	return order - (a->lambda && answer == MOVE_PASS && !opens);
}

/* What is known of a position that an answer leads to, the best first. */
typedef enum { HELD, MET, DENIED, ROUND, UNKNOWN } standing_t;

static standing_t standing_of(const answerer_t *a, unsigned order)
{
	standing_t standing = UNKNOWN;
	zone_t zone = a->zone;
	uint32_t node;

	if (answer_is_held(a, order))
		return HELD;
	if (answer_is_met(a, order, &node, &zone)) {
		if (a->rules == NULL || node != a->stop)
			return MET;
		standing = ROUND;
	}
	return claims_denied(&a->claims, a->pos, order) ? DENIED : standing;
}

/* known_answer returns an answer after which most is known, or MOVE_NONE. */
static move_t known_answer(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                           bool opens)
{
	standing_t best = UNKNOWN;
	move_t found = MOVE_NONE;

	for (unsigned i = 0; i < count && best != HELD; i++) {
		standing_t standing;

		a->game->play(a->pos, move[i]);
		standing = standing_of(a, answer_below(a, move[i], order, opens));
		a->game->undo(a->pos);
		if (standing < best) {
			best = standing;
			found = move[i];
		}
	}
	return found;
}

/* alike_answer returns one after which all agrees with what was disproven elsewhere. */
static move_t alike_answer(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                           bool opens)
{
	bool alike = false;

	for (unsigned i = 0; i < count && !alike; i++) {
		a->game->play(a->pos, move[i]);
		alike = claims_alike(&a->claims, a->pos, answer_below(a, move[i], order, opens));
		a->game->undo(a->pos);
		if (alike)
			return move[i];
	}
	return MOVE_NONE;
}

/* has_reply: is it one of the moves, after which the attacker is denied what is asked? */
static bool has_reply(answerer_t *a, const move_t *move, unsigned count, move_t reply,
                      unsigned order)
{
	bool denied = false;

	for (unsigned i = 0; i < count && !denied; i++) {
		if (move[i] != reply)
			continue;
		a->game->play(a->pos, reply);
		denied = standing_of(a, order) != UNKNOWN ||
		         claims_deny(&a->claims, a->pos, order, REPLY_NODES);
		a->game->undo(a->pos);
	}
	return denied;
}

/* searched_reply searches the position as a whole, where that is of use: see claims.c,
 * "Replies". */
static move_t searched_reply(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                             uint64_t nodes)
{
	move_t reply = MOVE_NONE;

	if (!a->lambda && !a->bounded && game_may_pass(a->pos))
		reply = claims_reply(&a->claims, a->pos, nodes);
	return reply != MOVE_NONE && has_reply(a, move, count, reply, order) ? reply : MOVE_NONE;
}

/* searched_answer searches them all, shortly at first: a good answer is mostly known as one soon,
 * and a bad one may take for ever. */
static move_t searched_answer(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                              bool opens)
{
	static const uint64_t nodes[] = {200, 4000, 50000, 0}; /* 0: to the end */

	for (unsigned round = 0; round < sizeof(nodes) / sizeof(nodes[0]); round++) {
		const move_t reply = searched_reply(a, move, count, order, nodes[round]);

		if (reply != MOVE_NONE)
			return reply;
		for (unsigned i = 0; i < count && a->claims.failed == ERR_OK; i++) {
			const unsigned rest = answer_below(a, move[i], order, opens);
			bool denied;

			a->game->play(a->pos, move[i]);
			denied = !claims_lost(&a->claims, a->pos, rest) &&
			         claims_deny(&a->claims, a->pos, rest, nodes[round]);
			a->game->undo(a->pos);
			if (denied)
				return move[i];
		}
	}
	return MOVE_NONE;
}

/* rests: does the pass leave nothing to do? */
static bool rests(answerer_t *a, unsigned order, bool opens)
{
	bool held;

	if (!answer_may_rest(a))
		return false;
	a->game->play(a->pos, MOVE_PASS);
	held = answer_is_held(a, answer_below(a, MOVE_PASS, order, opens));
	a->game->undo(a->pos);
	return held;
}

/* holding_answer returns one of the first moves, the likeliest, after which nothing is left to
 * do. */
static move_t holding_answer(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                             bool opens)
{
	bool held = false;

	for (unsigned i = 0; i < count && i < LIKELY; i++) {
		a->game->play(a->pos, move[i]);
		held = answer_is_held(a, answer_below(a, move[i], order, opens));
		a->game->undo(a->pos);
		if (held)
			return move[i];
	}
	return MOVE_NONE;
}

/* may_pass: is it known that the attacker is denied it after a pass? */
static bool may_pass(answerer_t *a, unsigned order, bool opens)
{
	const unsigned below = answer_below(a, MOVE_PASS, order, opens);
	bool denied;

	if (!answer_may_rest(a))
		return false;
	a->game->play(a->pos, MOVE_PASS);
	denied = standing_of(a, below) <= DENIED || claims_alike(&a->claims, a->pos, below);
	a->game->undo(a->pos);
	return denied;
}

/* shared_answer returns one where nodes serve many positions, so that one more costs little: it
 * need not be the best of all. MOVE_NONE: none was found soon. */
static move_t shared_answer(answerer_t *a, const move_t *move, unsigned count, unsigned order,
                            bool opens)
{
	const move_t found = holding_answer(a, move, count, order, opens);

	return found == MOVE_NONE && may_pass(a, order, opens) ? MOVE_PASS : found;
}

move_t answer_choose(answerer_t *a, unsigned order, bool opens)
{
	move_t move[MOVES_MAX + 1], found = MOVE_NONE;
	unsigned count;

	assert(a->pos->turn == SIDE_DEFENDER);
	if (a->lambda && order == 0 && !opens)
		return MOVE_PASS;
	if (rests(a, order, opens))
		return MOVE_PASS;
	count = answer_list(a, move);
	if (a->rules != NULL)
		found = shared_answer(a, move, count, order, opens);
	if (found == MOVE_NONE)
		found = known_answer(a, move, count, order, opens);
	if (found == MOVE_NONE)
		found = alike_answer(a, move, count, order, opens);
	if (found == MOVE_NONE)
		found = searched_answer(a, move, count, order, opens);
	return found;
}

bool answer_is_over(const answerer_t *a)
{
	move_t move[MOVES_MAX + 1];

	return a->pos->turn == SIDE_DEFENDER && a->game->lost(a->pos) && answer_list(a, move) == 0;
}
