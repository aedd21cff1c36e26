/* SPDX-License-Identifier: MIT
 * thresholds.c - the numbers of a node of df-pn, and the thresholds of the child to go on with.
 *
 * Form       An attacker's node is proven by one child, so its proof number is the least of its
 *            children's. Its disproof number is the greatest of theirs, plus one for each other
 *            child that is open (plus more for a reply without lambda): weak proof-number search
 *            (Ueda, Hashimoto, Hashimoto and Iida, 2008). A sum would count what several children
 *            share once for each of them, and explodes in games where most moves transpose. At a
 *            defender's node it is the other way round.
 *
 * Slack      A node is searched until one of its numbers reaches its threshold, that is, until
 *            another node looks better. A threshold lies a part of the second best number beyond
 *            that number, so that the search does not change nodes all the time (1 + epsilon,
 *            Pawlewicz and Lew 2006). Where numbers are small, this part is less than a first
 *            guess is wrong by, and a node would be left, and listed again, for no reason. So a
 *            game says how much more slack there is for each order (hints_t.slack). A question
 *            about a small part of the board reaches the same positions in many ways; there a
 *            node that is left is soon entered again, and a greater part serves better
 *            (hints_t.local).
 *
 * Step       Each attacker's move of a lambda node adds one to the proof number (an edge cost, as
 *            in df-pn+, Nagai 2002). Without that a chain of forced moves would seem as good
 *            however long it is, and would disagree with the first guess, which counts moves.
 *
 * Asked      The user is told the first move of a proof, and it should be the one that is easiest
 *            to prove. So at the position of the question neither the game's slack nor, by lambda,
 *            rank favours a move, although that takes more nodes; the share of the second best
 *            number stays. It holds for the first search of a question only. When the question
 *            is asked again with other stocks of threats, it is about who wins the ko, and the
 *            search may go straight on; likewise when the question has been searched before,
 *            with fewer nodes or by alpha-beta.
 *
 * Work       Where the game guesses how many nodes a proof takes (hints_t.work), that adds to the
 *            proof number of a node once its candidates are listed. Numbers by themselves grow
 *            with the logarithm of the nodes spent, whether or not a proof is near; without such
 *            a guess a search spends most of its time on moves that lead nowhere.
 *
 * Policy     Where the game has a policy, too (hints_t.policy), an attack is the dearer the less
 *            likely it is to be the move of a proof, besides its rank: where one move stands out
 *            the next ones wait long, and where many are about as likely they get their turns
 *            soon.
 *
 * Virtual    (Virtual proof numbers, Kaneko 2010.) Workers mark the nodes they are in. The number
 *            by which a child is chosen grows by one part in DFPN_VIRTUAL_PART for each other
 *            worker in the child, and so does that of the second best. So workers part where the
 *            children are about as good, and go together where one is far the best. A child
 *            beyond the node's own threshold is never chosen for that reason: it would come back
 *            at once.
 *
 * What each of them gains: docs/results/search.md and docs/results/techniques.md. */
#include "engine/search/dfpn/thresholds.h"

#include "engine/base/check.h"
#include "engine/search/core/node.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/tuning/tuning.h"

enum { PERCENT = 100 }; /* layout: of local_t.slack */

/* step is what an attack adds to the proof number. rank_step is what candidate `i` adds by its
 * rank and its likelihood, where these count at each node: without lambda, with zones. */
static uint32_t step(const search_t *s)
{
	return state_is_plain(s) ? 0 : DFPN_EDGE_COST;
}

static uint32_t rank_step(const search_t *s, const frame_t *f, unsigned i)
{
	if (f->defends || !state_is_plain(s) || s->zones.rules == NULL)
		return 0;
	if (f->dfpn.work > 0) {
		const uint32_t below = s->stack.estimate[f->moves + i].below;

		return DFPN_JUDGED_STEP +
		       state_least(DFPN_JUDGED_RANK * i + DFPN_JUDGED_BELOW * below / POLICY_UNIT,
		                   DFPN_JUDGED_MOST);
	}
	return DFPN_PLAIN_STEP + DFPN_PLAIN_RANK * state_least(i, DFPN_PLAIN_RANKS);
}

/* less is the threshold for a child to whose number the node adds `taken`; at least 1. */
static uint32_t less(uint32_t limit, uint32_t taken)
{
	return limit > taken ? limit - taken : 1;
}

/* others is what the open children add to the number of the one that counts. */
static uint32_t others(const search_t *s, const frame_t *f, unsigned open)
{
	const uint32_t each =
	        f->defends && state_is_plain(s) && s->zones.rules != NULL ? DFPN_PLAIN_REPLY : 1;

	return open > 0 ? each * (open - 1) : 0;
}

/* with_slack is the threshold of the best child when the second best has the number `second`. */
static uint32_t with_slack(const search_t *s, const frame_t *f, uint32_t second)
{
	const uint32_t slack = s->dfpn.local.slack[f->defends ? SIDE_DEFENDER : SIDE_ATTACKER];
	const uint64_t share = s->dfpn.local.is_small ? (uint64_t)second * slack / PERCENT
	                                              : second / DFPN_SLACK_SHARE;
	const uint32_t beyond = second + (share < NEVER ? (uint32_t)share : NEVER) + 1;

	if (s->dfpn.slack == 0 || state_is_plain(s) || f->order <= s->leaf.order ||
	    framestack_is_asked(&s->stack))
		return state_least(beyond, NEVER);
	return state_least(beyond + s->dfpn.slack * (f->order - s->leaf.order), NEVER);
}

void thresholds_judge(search_t *s)
{
	if (state_is_plain(s) && s->zones.rules != NULL && s->hints->work != NULL)
		framestack_top(&s->stack)->dfpn.work = (uint16_t)s->hints->work(s->pos);
}

void thresholds_judge_moves(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	uint16_t below[MOVES_MAX];

	if (f->defends || f->dfpn.work == 0 || s->hints->policy == NULL)
		return;
	assert(f->count <= MOVES_MAX);
	s->hints->policy(s->pos, &s->stack.move[f->moves], f->count, below);
	for (unsigned i = 0; i < f->count; i++)
		s->stack.estimate[f->moves + i].below = below[i];
}

/* judged is what the game's guess of the work adds to the node's proof number. */
static uint32_t judged(const frame_t *f)
{
	const uint32_t none = DFPN_WORK_NONE * WORK_UNIT;

	return f->dfpn.work > none ? DFPN_JUDGED_WORK * (f->dfpn.work - none) / WORK_UNIT : 0;
}

uint64_t thresholds_patience(const search_t *s)
{
	const uint64_t part = s->env.limit / DFPN_PATIENCE_PART;

	return s->env.limit == 0 || part > DFPN_PATIENCE ? DFPN_PATIENCE : part;
}

/* What is gathered of the candidates. The number that chooses is the least of its kind: the
 * proof number at an attacker's node, the disproof number at a defender's. */
typedef struct {
	uint32_t limit;  /* of the number that chooses */
	uint32_t first;  /* the least of all, whoever is in it */
	uint32_t chosen; /* of the best, with the workers in it; NEVER: none yet */
	uint32_t second; /* the same, of the next best */
	uint32_t other;  /* greatest of the other kind */
} tally_t;

/* add_child counts one more open child of `f`; true when it is the best so far. */
static bool add_child(const search_t *s, const frame_t *f, numbers_t n, uint64_t tag, tally_t *t)
{
	uint32_t chooses = f->defends ? n.disproof : n.proof;
	const uint32_t other = f->defends ? n.proof : n.disproof;

	t->first = state_least(t->first, chooses);
	t->other = other > t->other ? other : t->other;
	if (chooses >= t->second || chooses >= t->limit)
		return false;
	if (s->env.marks != NULL) {
		const uint32_t workers = marks_count(s->env.marks, tag);

		chooses = state_least(chooses + workers * (chooses / DFPN_VIRTUAL_PART + 1),
		                      NEVER - 1);
	}
	if (chooses < t->chosen) {
		t->second = t->chosen;
		t->chosen = chooses;
		return true;
	}
	t->second = state_least(t->second, chooses);
	return false;
}

choice_t thresholds_choose(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const bits_t *must = zone_track_must(s);
	tally_t t = {.first = NEVER, .chosen = NEVER, .second = NEVER};
	choice_t c = {.open = 0};
	const uint32_t work = judged(f);
	uint32_t limit, beside;

	t.limit = f->defends ? f->dfpn.disproof_limit : less(f->dfpn.proof_limit, step(s) + work);
	for (unsigned i = 0; i < f->count; i++) {
		const estimate_t *e = &s->stack.estimate[f->moves + i];
		const uint32_t rank = rank_step(s, f, i);
		numbers_t numbers = e->numbers;
		const uint32_t other = f->defends ? numbers.proof : numbers.disproof;

		assert(numbers_are_sound(numbers));
		if (other == 0 || zone_track_drops(must, s->stack.move[f->moves + i]))
			continue;
		c.open++;
		if (rank > 0)
			numbers.proof = state_least(numbers.proof + rank, NEVER - 1);
		if (add_child(s, f, numbers, e->tag, &t))
			c.best = i;
	}
	if (f->dfpn.early) {
		c.open++;
		c.lower = add_child(s, f, f->dfpn.special, f->dfpn.special_tag, &t);
	}
	beside = others(s, f, c.open);
	t.other = c.open > 0 ? state_least(t.other + beside, NEVER) : 0;
	limit = state_least(with_slack(s, f, t.second), t.limit);
	if (f->defends) {
		c.node = (numbers_t){state_least(t.other + work, NEVER), t.first};
		c.proof_limit = less(f->dfpn.proof_limit, beside + work);
		c.disproof_limit = limit;
	} else {
		c.node = (numbers_t){state_least(t.first + step(s) + work, NEVER), t.other};
		c.proof_limit = limit - (c.lower || c.open == 0 ? 0 : rank_step(s, f, c.best));
		c.disproof_limit = f->dfpn.disproof_limit - beside;
	}
	return c;
}
