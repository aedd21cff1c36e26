/* SPDX-License-Identifier: MIT
 * inquiry.c - carries out what plan.c decides.
 *
 * Effort      DFPN gets as many nodes as deepening.c grants; CYCLES as many as all iterations
 *             before it; BEYOND what is left of the job's limits, or if it has none, a multiple of
 *             what was spent.
 *
 * Blindness   Lambda-search up to some order does not see wins that leave the defender more passes
 *             than that. In a game with zugzwang it does not see either that having to move may
 *             lose. A job that leaves the choice of everything to the solver goes on with df-pn
 *             without lambda, where the game says that this is of use: after all orders have
 *             failed (game_t.beyond), or already beside them (game_t.zugzwang). One that names an
 *             order, an algorithm or a schedule asks about just that.
 *
 * Moves       A question about moves goes through the depths without lambda, from the least on, so
 *             that each failure is a denial within so many moves, and the first proof is the
 *             shortest. By turns df-pn looks for any proof within the depth that is left. Of
 *             `within` any proof is the answer. Of `shortest` it only lowers the depth that is left
 *             to be asked: when all that is less has failed, it was the shortest. Where df-pn has
 *             other passes than the rules (lambda), its plies are no fewer than those of the game,
 *             so its proofs count, and its failures say nothing. Depths are part of what the table
 *             of positions holds: a failure within some plies is none within more, a proof within
 *             some holds within more. Nothing of a bounded question goes anywhere else
 *             (answer_cache.c, store_probe.c, proof caches are not asked within a depth).
 *
 * Ko          That the mover fails rests on the answer with one stock alone; that it takes a ko
 *             rests on those with all stocks asked, so their zones are united. The table of
 *             positions is shared by all of them. */
#include "engine/solve/inquiry.h"

#include "engine/base/check.h"
#include "engine/solve/limits.h"
#include "engine/tuning/tuning.h"

static const uint64_t BEYOND_NODES_MOST =
        UINT64_MAX / 2; /* bound: the job's limits end it before */

/* goes_beyond: does the job go on without lambda? See Blindness. */
static bool goes_beyond(const limits_t *l, const position_t *root)
{
	return (root->game->zugzwang || root->game->beyond) && l->engine == ALGORITHM_AUTO &&
	       l->driver == DRIVER_LAMBDA && l->schedule == SCHEDULE_AUTO && l->order_is_open;
}

void inquiry_init(inquiry_t *q, const limits_t *limits, const position_t *root, bool asks_ko)
{
	const bool beyond = goes_beyond(limits, root);

	*q = (inquiry_t){.limits = limits,
	                 .root = root,
	                 .goes_beyond = beyond,
	                 .leaves_lambda = beyond && root->game->zugzwang,
	                 .now = {.driver = limits->driver},
	                 .found = {.value = VALUE_UNDECIDED, .best = MOVE_NONE},
	                 .ko = {.asked = asks_ko}};
	assert(!asks_ko || !beyond);
}

void inquiry_moved(inquiry_t *q, const position_t *root)
{
	q->root = root;
}

/* asks_moves: is it a question about moves? */
static bool asks_moves(const inquiry_t *q)
{
	return q->limits->bounded || q->limits->shortest;
}

void inquiry_begin(inquiry_t *q)
{
	const limits_t *l = q->limits;
	const hints_t *hints = game_hints(q->root);

	if (l->engine == ALGORITHM_DFPN && !l->shortest)
		deepening_init_once(&q->deepening,
		                    l->driver == DRIVER_PLAIN ? PLAIN_ORDER : (unsigned)l->order,
		                    l->depth);
	else if (l->driver == DRIVER_PLAIN)
		deepening_init_plain(&q->deepening, l->depth);
	else
		deepening_init(&q->deepening, l->schedule, (unsigned)l->order, l->depth);
	if (hints->dfpn_times != NULL &&
	    (asks_moves(q) || q->leaves_lambda == q->root->game->zugzwang))
		q->deepening.dfpn_times = hints->dfpn_times(q->root);
	q->deepening.by_turns = asks_moves(q) && l->engine == ALGORITHM_AUTO;
	q->stage = PLAN_ITERATION;
	if (!deepening_next(&q->deepening, &q->now.order, &q->now.depth))
		assert(false && "a series begins with order 0 at depth 1");
}

/* works_by_turns: do alpha-beta and df-pn share the effort? */
static bool works_by_turns(const inquiry_t *q)
{
	return q->limits->engine == ALGORITHM_AUTO &&
	       (q->limits->driver == DRIVER_LAMBDA || asks_moves(q));
}

/* is_open: does the condition of a stage hold (plan.h)? Some cycles are hidden by the table of
 * positions, but what is not decided at DEPTH_MAX goes round in one. */
static bool is_open(const void *context, plan_stage_t stage)
{
	const inquiry_t *q = context;
	unsigned order, depth;

	switch (stage) {
	case PLAN_ITERATION:
		return q->moves.denied < q->deepening.depth_limit &&
		       deepening_next(&q->deepening, &order, &depth);
	case PLAN_DFPN:
		return works_by_turns(q) && deepening_dfpn(&q->deepening) > 0;
	case PLAN_CYCLES:
		return works_by_turns(q) && !asks_moves(q) &&
		       (q->found.has_cycles || q->limits->depth >= DEPTH_MAX);
	case PLAN_BEYOND:
		return q->goes_beyond && q->now.driver == DRIVER_LAMBDA &&
		       !q->root->game->lost(q->root);
	default:
		return true;
	}
}

/* driver_of_dfpn: without lambda where it is blind to something, else by lambda for a question
 * about moves. */
static driver_t driver_of_dfpn(const inquiry_t *q)
{
	if (!asks_moves(q))
		return q->leaves_lambda ? DRIVER_PLAIN : q->limits->driver;
	return q->root->game->zugzwang ? DRIVER_PLAIN : DRIVER_LAMBDA;
}

/* ask_dfpn makes a question to df-pn: the highest order, as deep as may be. */
static void ask_dfpn(inquiry_t *q, driver_t driver, uint64_t nodes)
{
	assert(nodes > 0);
	q->now = (inquiry_question_t){.driver = driver,
	                              .order = driver == DRIVER_PLAIN ? PLAIN_ORDER
	                                                              : (unsigned)q->limits->order,
	                              .depth = q->deepening.depth_limit,
	                              .dfpn_nodes = nodes};
}

/* ask_beyond puts lambda's answer aside and asks without lambda. */
static void ask_beyond(inquiry_t *q)
{
	const limits_t *l = q->limits;
	const uint64_t spent = deepening_spent(&q->deepening);

	assert(q->now.driver == DRIVER_LAMBDA && !q->ko.asked);
	q->lambda = (lambda_answer_t){
	        .value = q->found.value, .depth = q->now.depth, .dfpn_nodes = q->now.dfpn_nodes};
	q->found.value = VALUE_UNDECIDED;
	ask_dfpn(q, DRIVER_PLAIN,
	         l->nodes > 0 || l->time_ms > 0
	                 ? BEYOND_NODES_MOST
	                 : INQUIRY_BEYOND_TIMES * spent + INQUIRY_BEYOND_NODES);
}

/* enter makes the question of a stage whose condition holds. */
static void enter(inquiry_t *q, plan_stage_t stage)
{
	const driver_t beside = driver_of_dfpn(q);

	q->stage = stage;
	switch (stage) {
	case PLAN_ITERATION:
		q->now.driver = q->limits->driver;
		q->now.dfpn_nodes = 0;
		if (!deepening_next(&q->deepening, &q->now.order, &q->now.depth))
			assert(false && "the stage is open");
		break;
	case PLAN_DFPN:
		ask_dfpn(q, beside, deepening_dfpn(&q->deepening));
		break;
	case PLAN_CYCLES:
		ask_dfpn(q, beside, deepening_spent(&q->deepening) + INQUIRY_CYCLES_NODES);
		break;
	case PLAN_BEYOND:
		ask_beyond(q);
		break;
	default:
		assert(stage == PLAN_OVER); /* the question asked last stays */
		break;
	}
}

/* shorten goes on after a proof to look for a shorter one; false: there is none to look for. */
static bool shorten(inquiry_t *q)
{
	const unsigned depth = q->found.plies - (q->root->turn == SIDE_DEFENDER);
	moves_inquiry_t *m = &q->moves;
	unsigned order, next;

	if (!q->limits->shortest || depth < 3 || q->now.dfpn_nodes == 0)
		return false;
	m->plies = q->found.plies;
	m->proof = q->now;
	assert(depth % 2 == 1 && depth <= q->deepening.depth_limit);
	q->deepening.depth_limit = depth - 2;
	if (!deepening_next(&q->deepening, &order, &next))
		return false;
	deepening_record_dfpn(&q->deepening, q->nodes, false);
	q->nodes = 0;
	q->found.value = VALUE_UNDECIDED;
	return true;
}

/* record_proof notes a question that ended in a proof. */
static void record_proof(inquiry_t *q, const search_t *search)
{
	q->found.value = VALUE_PROVEN;
	q->found.best = search_best(search);
	q->found.plies = search_plies(search);
	zone_copy(&q->found.proven_zone, search_zone(search));
}

/* saving_move is what the defender, who moves first, plays; MOVE_NONE where lambda says that he
 * need not move, and the rules do not let him pass. */
static move_t saving_move(const inquiry_t *q, const search_t *search)
{
	const move_t best = search_best(search);

	return best != MOVE_PASS || game_may_pass(q->root) ? best : MOVE_NONE;
}

static void drop_failures(finding_t *found)
{
	for (unsigned i = 0; i <= ORDER_MAX; i++)
		found->failed_depth[i] = 0;
}

/* record_failure notes a question that did not end in a proof. What df-pn leaves undecided is no
 * failure: it has no zone. */
static void record_failure(inquiry_t *q, const search_t *search)
{
	const value_t value = search_value(search);
	const bool by_budget = q->now.dfpn_nodes != 0;
	finding_t *found = &q->found;

	assert(value != VALUE_PROVEN && q->now.order <= ORDER_MAX);
	if (asks_moves(q) && q->now.driver == DRIVER_LAMBDA) {
		deepening_record_dfpn(&q->deepening, q->nodes, !search_is_spent(search));
		q->nodes = 0;
		return;
	}
	if (asks_moves(q) && search_has_failed(search) && q->now.depth > q->moves.denied)
		q->moves.denied = q->now.depth;
	if (value == VALUE_DISPROVEN && q->stage == PLAN_BEYOND)
		drop_failures(found); /* of lambda: it is not they that tell */
	if (value == VALUE_DISPROVEN || !search_is_dfpn(search)) {
		zone_copy(&found->failed_zone[q->now.order], search_zone(search));
		found->failed_depth[q->now.order] = q->now.depth;
	}
	if (value == VALUE_DISPROVEN && q->root->turn == SIDE_DEFENDER)
		found->best = saving_move(q, search);
	found->has_cycles |= search_has_cycles(search);
	if (by_budget)
		deepening_record_dfpn(&q->deepening, q->nodes, !search_is_spent(search));
	else
		deepening_record(&q->deepening, q->now.order, q->now.depth, value, q->nodes);
	q->nodes = 0;
	if (by_budget ? value == VALUE_DISPROVEN : deepening_is_disproven(&q->deepening))
		found->value = VALUE_DISPROVEN;
}

/* succeeds: does the side that moves first get what it wants? */
static bool succeeds(const inquiry_t *q)
{
	assert(q->found.value != VALUE_UNDECIDED);
	return (q->found.value == VALUE_PROVEN) == (q->root->turn == SIDE_ATTACKER);
}

/* ask_next_stock takes the answer with one stock of threats and begins the series again with the
 * next one; false: the verdict by ko is there, or none is asked for, or none can be given. */
static bool ask_next_stock(inquiry_t *q)
{
	unsigned mover, other;
	plan_ko_step_t step;
	zone_t zone;

	if (!q->ko.asked || q->found.value == VALUE_UNDECIDED)
		return false;
	step = plan_ko_next(q->ko.stage, succeeds(q));
	plan_ko_stock(q->ko.stage, &mover, &other);
	q->ko.verdict = step.verdict;
	if (step.verdict != KO_UNASKED) {
		q->ko.threats = step.verdict == KO_FIGHT ? mover : 0;
		return false;
	}
	inquiry_zone(q, true, &zone); /* with those of the stocks before */
	zone_copy(&q->ko.zone, &zone);
	q->ko.stage = step.next;
	q->now = (inquiry_question_t){.driver = q->now.driver};
	q->nodes = 0;
	q->found.value = VALUE_UNDECIDED;
	q->found.best = MOVE_NONE;
	q->found.has_cycles = false;
	q->found.proven_zone.areas = 0;
	drop_failures(&q->found);
	inquiry_begin(q);
	return true;
}

/* conclude_moves makes the answer of a question about moves when nothing more is asked. */
static void conclude_moves(inquiry_t *q)
{
	if (q->found.value != VALUE_UNDECIDED)
		return;
	if (q->moves.plies > 0) {
		(void)inquiry_settle(q);
	} else if (q->limits->bounded && q->moves.denied == q->limits->depth) {
		q->found.value = VALUE_DISPROVEN;
		q->moves.decides = true;
	}
}

bool inquiry_record(inquiry_t *q, const search_t *search)
{
	assert(q->stage != PLAN_OVER);
	if (search_value(search) == VALUE_PROVEN)
		record_proof(q, search);
	else
		record_failure(q, search);
	if (!asks_moves(q) && inquiry_settle(q))
		return false;
	if (search_value(search) != VALUE_PROVEN || !shorten(q))
		enter(q, plan_next(q->stage, q->found.value, is_open, q));
	else
		enter(q, PLAN_ITERATION);
	if (q->stage == PLAN_OVER)
		conclude_moves(q);
	return q->stage != PLAN_OVER || ask_next_stock(q);
}

/* settle_moves makes a proof the answer where a shorter one was looked for. */
static bool settle_moves(inquiry_t *q)
{
	if (q->moves.plies == 0 || q->found.value != VALUE_UNDECIDED)
		return false;
	q->stage = PLAN_OVER;
	q->found.value = VALUE_PROVEN;
	q->now = q->moves.proof;
	return true;
}

bool inquiry_settle(inquiry_t *q)
{
	if (asks_moves(q))
		return settle_moves(q);
	if (q->stage != PLAN_BEYOND || q->found.value != VALUE_UNDECIDED)
		return false;
	q->stage = PLAN_OVER;
	q->found.value = q->lambda.value;
	q->now = (inquiry_question_t){.driver = DRIVER_LAMBDA,
	                              .order = (unsigned)q->limits->order,
	                              .depth = q->lambda.depth,
	                              .dfpn_nodes = q->lambda.dfpn_nodes};
	return true;
}

void inquiry_void(inquiry_t *q)
{
	q->stage = PLAN_OVER;
	q->found.value = VALUE_UNDECIDED;
	q->found.best = MOVE_NONE;
	q->found.proven_zone.areas = 0;
	q->ko.stage = KO_STAGE_SURE;
	q->ko.verdict = KO_UNASKED;
	q->ko.threats = 0;
	q->moves = (moves_inquiry_t){.denied = 0};
}

void inquiry_suggest(inquiry_t *q, move_t move)
{
	if (q->stage != PLAN_BEYOND && q->found.value == VALUE_UNDECIDED && q->moves.plies == 0)
		q->found.best = move;
}

void inquiry_stock(const inquiry_t *q, unsigned threats[2])
{
	const side_t mover = q->root->turn;

	assert(q->ko.asked);
	plan_ko_stock(q->ko.stage, &threats[mover], &threats[!mover]);
}

/* finding_zone unites what the failures depend on that make the answer: of those at different
 * orders and depths, each that no failure at a higher order and depth covers. */
static void finding_zone(const finding_t *found, bool complete, zone_t *out)
{
	unsigned covered = 0;

	zone_copy(out, &found->proven_zone);
	if (found->value == VALUE_PROVEN || (found->value == VALUE_UNDECIDED && !complete))
		return;
	for (unsigned order = ORDER_MAX + 1; order-- > 0;) {
		if (found->failed_depth[order] <= covered)
			continue;
		covered = found->failed_depth[order];
		if (out->areas == 0)
			zone_copy(out, &found->failed_zone[order]);
		else
			zone_unite(out, &found->failed_zone[order]);
		if (found->value == VALUE_DISPROVEN)
			return;
	}
}

void inquiry_zone(const inquiry_t *q, bool complete, zone_t *out)
{
	finding_zone(&q->found, complete, out);
	if (q->ko.stage == KO_STAGE_SURE || q->ko.verdict == KO_FAILS)
		return;
	if (out->areas == q->ko.zone.areas)
		zone_unite(out, &q->ko.zone);
	else
		out->areas = 0;
}

unsigned inquiry_denied(const inquiry_t *q)
{
	return limits_moves(q->root->game, q->moves.denied);
}

unsigned inquiry_shown_order(driver_t driver, unsigned order)
{
	return driver == DRIVER_PLAIN ? 0 : order;
}
