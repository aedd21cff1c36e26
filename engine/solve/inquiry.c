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
 * Ko          That the mover fails rests on the answer with one stock alone; that it takes a ko
 *             rests on those with all stocks asked, so their zones are united. The table of
 *             positions is shared by all of them. */
#include "engine/solve/inquiry.h"

#include "engine/base/check.h"
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

void inquiry_begin(inquiry_t *q)
{
	const limits_t *l = q->limits;
	const hints_t *hints = game_hints(q->root);

	if (l->engine == ALGORITHM_DFPN)
		deepening_init_once(&q->deepening,
		                    l->driver == DRIVER_PLAIN ? PLAIN_ORDER : (unsigned)l->order,
		                    l->depth);
	else if (l->driver == DRIVER_PLAIN)
		deepening_init_plain(&q->deepening, l->depth);
	else
		deepening_init(&q->deepening, l->schedule, (unsigned)l->order, l->depth);
	if (hints->dfpn_times != NULL && q->leaves_lambda == q->root->game->zugzwang)
		q->deepening.dfpn_times = hints->dfpn_times(q->root);
	q->stage = PLAN_ITERATION;
	if (!deepening_next(&q->deepening, &q->now.order, &q->now.depth))
		assert(false && "a series begins with order 0 at depth 1");
}

/* works_by_turns: do alpha-beta and df-pn share the effort? */
static bool works_by_turns(const inquiry_t *q)
{
	return q->limits->engine == ALGORITHM_AUTO && q->limits->driver == DRIVER_LAMBDA;
}

/* is_open: does the condition of a stage hold (plan.h)? Some cycles are hidden by the table of
 * positions, but what is not decided at DEPTH_MAX goes round in one. */
static bool is_open(const void *context, plan_stage_t stage)
{
	const inquiry_t *q = context;
	unsigned order, depth;

	switch (stage) {
	case PLAN_ITERATION:
		return deepening_next(&q->deepening, &order, &depth);
	case PLAN_DFPN:
		return works_by_turns(q) && deepening_dfpn(&q->deepening) > 0;
	case PLAN_CYCLES:
		return works_by_turns(q) && (q->found.has_cycles || q->limits->depth >= DEPTH_MAX);
	case PLAN_BEYOND:
		return q->goes_beyond && q->now.driver == DRIVER_LAMBDA &&
		       !q->root->game->lost(q->root);
	default:
		return true;
	}
}

/* ask_dfpn makes a question to df-pn: the highest order, as deep as may be. */
static void ask_dfpn(inquiry_t *q, driver_t driver, uint64_t nodes)
{
	assert(nodes > 0);
	q->now = (inquiry_question_t){.driver = driver,
	                              .order = driver == DRIVER_PLAIN ? PLAIN_ORDER
	                                                              : (unsigned)q->limits->order,
	                              .depth = q->limits->depth,
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
	const driver_t beside = q->leaves_lambda ? DRIVER_PLAIN : q->limits->driver;

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

bool inquiry_record(inquiry_t *q, const search_t *search)
{
	assert(q->stage != PLAN_OVER);
	if (search_value(search) == VALUE_PROVEN)
		record_proof(q, search);
	else
		record_failure(q, search);
	if (inquiry_settle(q))
		return false;
	enter(q, plan_next(q->stage, q->found.value, is_open, q));
	return q->stage != PLAN_OVER || ask_next_stock(q);
}

bool inquiry_settle(inquiry_t *q)
{
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
}

void inquiry_suggest(inquiry_t *q, move_t move)
{
	if (q->stage != PLAN_BEYOND && q->found.value == VALUE_UNDECIDED)
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

unsigned inquiry_shown_order(driver_t driver, unsigned order)
{
	return driver == DRIVER_PLAIN ? 0 : order;
}
