/* SPDX-License-Identifier: MIT
 * foresight.c - df-pn without lambda guided by an oracle (hints_t.oracle).
 *
 * Before a question is searched the oracle works on it, some ORACLE_SLICE positions at a time, and
 * tells then of each node who wins it, and by which move. It is believed as far as order goes:
 *
 * Numbers    Of the two numbers of a node that is met, the one that cannot become 0 if the oracle
 *            is right is ORACLE_DEAR at least. So the search goes straight to the moves that win,
 *            and gives each of them all the time that it takes; what fails is gone on with only
 *            if the oracle was wrong.
 *
 * First      The move that the oracle names is the first of the candidates; attacks beside it are
 *            put off (lazy_init.c).
 *
 * Pass       At a defender's node that he loses, the pass is asked alone, whose zone then leaves
 *            out replies. Where he wins by another move than the pass, that is tried beside it at
 *            once, and nothing else is.
 *
 * Later      A node that the oracle does not know is one off the lines that it has gone through:
 *            it works on that position, too, for ORACLE_ASKED nodes at most.
 *
 * What the oracle looks at counts as nodes, ORACLE_NODE positions one, since that takes as long.
 * Until the question itself is solved it takes at most one part in ORACLE_PART of the nodes that
 * there are, and ORACLE_MOST; then the search goes on without it.
 *
 * Sound      Nothing is concluded from what the oracle says: a node is proven or disproven by its
 *            children and by rules, and has a zone, as in any search. If the oracle is wrong, moves
 *            that it thinks little of are tried late, but before the question is given up. */
#include "engine/search/dfpn/foresight.h"

#include "engine/base/check.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/tuning/tuning.h"

/* work_on has the oracle begin to work on the position that stands. */
static void work_on(search_t *s, uint64_t nodes)
{
	s->foresight.works = true;
	s->foresight.until = s->nodes + nodes;
	s->hints->oracle->begin(s->foresight.oracle, s->pos);
}

void foresight_begin(search_t *s)
{
	const uint64_t part = s->env.limit / ORACLE_PART;
	const hashkey_t key = s->game->key(s->pos);

	if (!state_is_plain(s) || !s->is_dfpn || s->dfpn.bounded || s->hints->oracle == NULL ||
	    ORACLE_MOST == 0) {
		foresight_end(s);
		return;
	}
	if (s->foresight.oracle != NULL && key.lo == s->foresight.key.lo &&
	    key.hi == s->foresight.key.hi)
		return;
	foresight_end(s);
	s->foresight.oracle = s->hints->oracle->open(s->pos);
	s->foresight.key = key;
	if (s->foresight.oracle != NULL)
		work_on(s, s->env.limit == 0 || part > ORACLE_MOST ? ORACLE_MOST : part);
}

void foresight_end(search_t *s)
{
	if (s->foresight.oracle != NULL && s->hints->oracle != NULL)
		s->hints->oracle->close(s->foresight.oracle);
	s->foresight.oracle = NULL;
	s->foresight.works = s->foresight.knows = false;
}

bool foresight_works(search_t *s)
{
	unsigned positions = ORACLE_SLICE;
	bool ended;

	if (!s->foresight.works)
		return false;
	ended = s->hints->oracle->go(s->foresight.oracle, &positions);
	state_count(s, positions / ORACLE_NODE);
	if (ended) {
		s->foresight.works = false;
		s->foresight.knows = true;
	} else if (s->nodes >= s->foresight.until) {
		s->foresight.works = false;
	}
	return s->foresight.works;
}

bool foresight_asks(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	oracle_says_t says;

	if (!s->foresight.knows)
		return false;
	says = s->hints->oracle->tell(s->foresight.oracle, s->pos, true);
	f->foresight.value = (uint8_t)says.value;
	f->foresight.best = says.best;
	if (says.value != VALUE_UNDECIDED || f->foresight.asked)
		return false;
	f->foresight.asked = true;
	work_on(s, ORACLE_ASKED);
	return true;
}

/* value_of is what the oracle says of the top frame, or what follows from what it says of the node
 * below. */
static value_t value_of(const search_t *s, value_t below)
{
	const frame_t *f = framestack_top(&s->stack);
	const value_t value = s->hints->oracle->tell(s->foresight.oracle, s->pos, false).value;

	if (value == VALUE_UNDECIDED && below == (f->defends ? VALUE_DISPROVEN : VALUE_PROVEN))
		return below;
	return value;
}

void foresight_numbers(const search_t *s, numbers_t *numbers)
{
	const frame_t *f = framestack_top(&s->stack);
	value_t value, below = VALUE_UNDECIDED;

	if (!s->foresight.knows)
		return;
	if (s->stack.depth > 1)
		below = (value_t)f[-1].foresight.value;
	value = value_of(s, below);
	if (value == VALUE_PROVEN ||
	    (below == VALUE_DISPROVEN && !f->defends && f->move != f[-1].foresight.best)) {
		numbers->proof = state_least(numbers->proof, ORACLE_DEAR / 2);
		if (numbers->disproof < ORACLE_DEAR)
			numbers->disproof = ORACLE_DEAR;
	} else if (value == VALUE_DISPROVEN) {
		if (numbers->proof < ORACLE_DEAR)
			numbers->proof = ORACLE_DEAR;
		numbers->disproof = 1;
	}
}

void foresight_front(search_t *s)
{
	const move_t move = framestack_top(&s->stack)->foresight.best;

	if (move != MOVE_NONE)
		(void)framestack_front(&s->stack, move);
}
