/* SPDX-License-Identifier: MIT
 * thresholds.c - the numbers of a node of df-pn, and the thresholds of the child to go on with.
 *
 * Form       An attacker's node is proven by one child, so its proof number is the least of its
 *            children's. Its disproof number is the greatest of theirs, plus one for each other
 *            child that is open (plus more for a reply without lambda): weak proof-number search
 *            (Ueda, Hashimoto, Hashimoto and Iida, 2008). A sum would count what several children
 *            share once for each of them, and explodes in games where most moves transpose. At
 *            a defender's node it is the other way round.
 *
 * Slack      A node is searched until one of its numbers reaches its threshold, that is, until
 *            another node looks better. Thresholds leave a quarter of slack above the second best
 *            child, so as not to change all the time (1 + epsilon, Pawlewicz and Lew 2006). Where
 *            numbers are small, that is less than a first guess is off by, and a node would be
 *            left, and listed again, for no reason: so a game says how much more slack there is for
 *            each order (game_t.room). With 6 in Go 174 captures of GNU Go's tests took 0.76 times
 *            the nodes (geometric mean), 117 captures out of games 0.86 times; with 4 0.79 and
 *            0.92 times. Connections took as many with it as without; in Gomoku 94 of 100
 *            problems were proven with it, and 101 without.
 *
 * Step       Each attacker's move of a lambda node adds one to the proof number (an edge cost, as
 *            in df-pn+, Nagai 2002). Without that a chain of forced moves would seem as good
 *            however long it is, and would disagree with the first guess, which counts moves.
 *
 * Asked      The first move of a proof is what the user is told, and it shall be the one that is
 *            easiest to prove: that is the one that GNU Go's tests expect (140 of the 154 that
 *            expect one of few moves). So at the position of the question neither slack nor rank
 *            favours a move, although that takes a sixth more nodes. It holds for the first search
 *            of a question only. When the question is asked again, with other stocks of threats, it
 *            is about who wins the ko, and the search may go straight on; likewise when it
 *            has been searched before, with fewer nodes or by alpha-beta.
 *
 * Work       Where the game guesses how many nodes a proof takes (game_t.work), that adds to the
 *            proof number of a node once its candidates are listed. Numbers by themselves grow
 *            with the logarithm of the nodes spent, whether or not a proof is near; without such a
 *            guess a search spends most of its time on moves that lead nowhere.
 *
 * Virtual    (Virtual proof numbers, Kaneko 2010.) Workers mark the nodes they are in. The number
 *            by which a child is chosen counts half again for each other worker in it, and so does
 *            that of the second best. So workers part where the children are about as good, and go
 *            together where one is far the best. A child beyond the node's own threshold is never
 *            chosen for that reason: it would come back at once. */
#include "engine/search/dfpn/thresholds.h"

#include "engine/base/check.h"
#include "engine/search/core/node.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/numbers.h"

enum {
	SLACK_SHARE = 4, /* thresholds leave one part in so many above the second best */
	STEP = 1,

	/* The same without lambda, where zones are kept: each attack, and each rank that the game
	 * gives it, up to so many; and what each other open reply adds. Kept at each node and not
	 * only guessed at first, they end lines of idle moves. Six lives of 7x7 of
	 * docs/lifedeath.md (1, 2, 6, 13, 18 and 20), in three images each, took 8,200 nodes
	 * (geometric mean; by a network before the one there is). With a rank of 8 10,400, of 18
	 * 8,200, of 28 10,800; with a step of 14 9,300, of 48 9,400; with replies that add 2 9,000,
	 * 5 9,200. Lives of named blocks, eleven of 19x19 in two images, took 12,700 with this and
	 * lazy_init.c's three, and one of the 22 was left open, where a rank of 8 and six took
	 * 13,400. Other goals were not measured. */
	PLAIN_STEP = 28,
	PLAIN_RANK = 12,
	PLAIN_RANKS = 20,
	PLAIN_REPLY = 3,

	/* The same where the game says how much work a node is (game_t.work), and what each
	 * doubling of its nodes adds beyond 2^WORK_NONE. Those six lives, in three images each,
	 * took 3,600 nodes so (geometric mean), and eight others of 7x7, found at random,
	 * 17,000, each within 600,000. With the step and the rank above 4,300 and 29,500; with
	 * ranks of 20 3,200 and 18,000; with 12 a doubling 3,600 and 15,200; from 2^6 on 19,200
	 * of the latter, from 2^8 on 18,200. */
	JUDGED_STEP = 14,
	JUDGED_RANK = 16,
	JUDGED_WORK = 9,
	WORK_NONE = 7,

	/* Of the nodes that the job may take a half, but no more than so many: with 100,000 Go
	 * problems took longer. 274 captures out of games, with 340,000 nodes each, left 27
	 * open; with a quarter or an eighth 27 and 29, with a sixteenth 29: no more than a
	 * tendency. */
	PATIENCE = 500000,
	PATIENCE_PART = 2,
};

/* step is what an attack adds to the proof number. rank_step is what candidate `i` adds by its
 * rank, where ranks count at each node: without lambda, with zones. */
static uint32_t step(const search_t *s)
{
	return state_is_plain(s) ? 0 : STEP;
}

static uint32_t rank_step(const search_t *s, const frame_t *f, unsigned i)
{
	if (f->defends || !state_is_plain(s) || s->zones.rules == NULL)
		return 0;
	i = least(i, PLAIN_RANKS);
	return f->dfpn.work > 0 ? JUDGED_STEP + JUDGED_RANK * i : PLAIN_STEP + PLAIN_RANK * i;
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
	        f->defends && state_is_plain(s) && s->zones.rules != NULL ? PLAIN_REPLY : 1;

	return open > 0 ? each * (open - 1) : 0;
}

/* with_slack is the threshold of the best child when the second best has the number `second`. */
static uint32_t with_slack(const search_t *s, const frame_t *f, uint32_t second)
{
	const uint32_t beyond = second + second / SLACK_SHARE + 1;

	if (s->dfpn.slack == 0 || state_is_plain(s) || f->order <= s->game->walked ||
	    framestack_is_asked(&s->stack))
		return least(beyond, NEVER);
	return least(beyond + s->dfpn.slack * (f->order - s->game->walked), NEVER);
}

void thresholds_judge(search_t *s)
{
	if (state_is_plain(s) && s->zones.rules != NULL && s->game->work != NULL)
		framestack_top(&s->stack)->dfpn.work = (uint16_t)s->game->work(s->pos);
}

/* judged is what the game's guess of the work adds to the node's proof number. */
static uint32_t judged(const frame_t *f)
{
	const uint32_t none = WORK_NONE * WORK_UNIT;

	return f->dfpn.work > none ? JUDGED_WORK * (f->dfpn.work - none) / WORK_UNIT : 0;
}

uint64_t thresholds_patience(const search_t *s)
{
	const uint64_t part = s->env.limit / PATIENCE_PART;

	return s->env.limit == 0 || part > PATIENCE ? PATIENCE : part;
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

	t->first = least(t->first, chooses);
	t->other = other > t->other ? other : t->other;
	if (chooses >= t->second || chooses >= t->limit)
		return false;
	if (s->env.marks != NULL) {
		const uint32_t workers = marks_count(s->env.marks, tag);

		chooses = least(chooses + workers * (chooses / 2 + 1), NEVER - 1);
	}
	if (chooses < t->chosen) {
		t->second = t->chosen;
		t->chosen = chooses;
		return true;
	}
	t->second = least(t->second, chooses);
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
			numbers.proof = least(numbers.proof + rank, NEVER - 1);
		if (add_child(s, f, numbers, e->tag, &t))
			c.best = i;
	}
	if (f->dfpn.early) {
		c.open++;
		c.lower = add_child(s, f, f->dfpn.special, f->dfpn.special_tag, &t);
	}
	beside = others(s, f, c.open);
	t.other = c.open > 0 ? least(t.other + beside, NEVER) : 0;
	limit = least(with_slack(s, f, t.second), t.limit);
	if (f->defends) {
		c.node = (numbers_t){least(t.other + work, NEVER), t.first};
		c.proof_limit = less(f->dfpn.proof_limit, beside + work);
		c.disproof_limit = limit;
	} else {
		c.node = (numbers_t){least(t.first + step(s) + work, NEVER), t.other};
		c.proof_limit = limit - (c.lower ? 0 : rank_step(s, f, c.best));
		c.disproof_limit = f->dfpn.disproof_limit - beside;
	}
	return c;
}
