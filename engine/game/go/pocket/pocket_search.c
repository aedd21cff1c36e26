/* SPDX-License-Identifier: MIT
 * pocket_search.c - see pocket_search.h. Df-pn as in engine/search/dfpn, without zones, lambda,
 * workers and facts: a loop over frames that hold copies of positions.
 *
 * Form       An attacker's node has the least proof number of its children, and of the disproof
 *            numbers the greatest, with POCKET_ATTACK for each other open child; a defender's node
 *            the other way round, with POCKET_REPLY.
 *
 * Eyes       The side that is to live does not fill its own eyes. That is a guess.
 *
 * Pages      A position is anywhere in the table, so that nearly each of the first ones costs two
 *            page faults, of its probe and of its store. From HUGE_AFTER positions on huge pages
 *            cost less.
 *
 * Cycles     A repetition is lost for the attacker. What is disproven because of one is not kept as
 *            such, only as an open node that is harder to prove (dfpn.c, "Cycles"); but a number
 *            that came about on one line is used on others. */
#include "engine/game/go/pocket/pocket_search.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/game/go/pocket/pocket_play.h"
#include "engine/tuning/tuning.h"

enum {
	FRAMES_MOST = 200,               /* limit: moves of a line; a longer one is given up */
	CHILDREN_MOST = POCKET_BITS + 1, /* bound: moves of a position */
	ROOM = FRAMES_MOST * 24,         /* limit: moves of all positions of a line */
	MOST = 1 << 20,                  /* bound: the greatest number of what is open */
	UNTAINTED = FRAMES_MOST,         /* layout: no frame */
	MOVE_UNIT = 16,                  /* layout: of POCKET_MOVE */
	PERCENT = 100,                   /* layout: of the slacks */
	HUGE_AFTER = 512,                /* latency: positions, see Pages */
};

typedef struct {
	pocket_state_t at;
	uint64_t key;
	pocket_numbers_t n;
	uint16_t taint;
	uint8_t move;
} child_t;

typedef struct {
	uint64_t key, entered;
	pocket_numbers_t limit;
	uint32_t first, count, best; /* children */
	uint16_t taint;
	bool defends;
} frame_t;

struct pocket_search {
	pocket_t pocket;
	pocket_table_t table;
	uint64_t nodes;
	unsigned depth;
	pocket_numbers_t left; /* of the node left last */
	uint16_t taint;
	frame_t frame[FRAMES_MOST];
	child_t child[ROOM];
};

static const pocket_numbers_t won = {0, POCKET_NEVER}, lost = {POCKET_NEVER, 0};

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

pocket_search_t *pocket_search_make(const pocket_t *p, unsigned entries)
{
	pocket_search_t *s = mem_alloc_head(sizeof(*s), offsetof(struct pocket_search, frame));

	if (s == NULL)
		return NULL;
	s->pocket = *p;
	if (!pocket_table_make(&s->table, entries)) {
		mem_free(s, sizeof(*s));
		return NULL;
	}
	return s;
}

void pocket_search_free(pocket_search_t *s)
{
	if (s == NULL)
		return;
	pocket_table_free(&s->table);
	mem_free(s, sizeof(*s));
}

uint64_t pocket_search_nodes(const pocket_search_t *s)
{
	return s->nodes;
}

/* first guesses the numbers of a position of which nothing is known: the more replies there are,
 * the harder it is to win against all of them. */
static pocket_numbers_t first(const pocket_search_t *s, const pocket_state_t *at)
{
	const uint64_t points = pocket_play_points(&s->pocket, at);
	const uint32_t replies = (uint32_t)__builtin_popcountll(points) * POCKET_MOVE / MOVE_UNIT;

	return at->turn == SIDE_DEFENDER ? (pocket_numbers_t){1 + replies, 1}
	                                 : (pocket_numbers_t){1, 1 + replies};
}

/* look finds the numbers of a child. The table is asked first: most children are there. */
static void look(pocket_search_t *s, child_t *c)
{
	pocket_end_t end;

	s->nodes++;
	if (pocket_table_probe(&s->table, c->key, &c->n))
		return;
	end = pocket_play_end(&s->pocket, &c->at);
	if (end != POCKET_OPEN)
		c->n = end == POCKET_WON ? won : lost;
	else
		c->n = first(s, &c->at);
}

/* add_child lists a move of the top frame, without its numbers. */
static void add_child(pocket_search_t *s, const pocket_state_t *at, unsigned move)
{
	frame_t *f = &s->frame[s->depth - 1];
	child_t *c = &s->child[f->first + f->count];

	c->at = *at;
	c->move = (uint8_t)move;
	c->taint = UNTAINTED;
	if (!pocket_play_move(&s->pocket, &c->at, move))
		return;
	c->key = pocket_table_key(&c->at);
	pocket_table_prefetch(&s->table, c->key);
	f->count++;
}

/* expand lists the children of the top frame. They are looked at when all are listed: by then the
 * table's entries have come from memory. */
static void expand(pocket_search_t *s, const pocket_state_t *at)
{
	const frame_t *f = &s->frame[s->depth - 1];
	uint64_t left = pocket_play_points(&s->pocket, at);

	if (at->turn == s->pocket.lives)
		left &= ~pocket_play_own_eyes(&s->pocket, at, left);
	for (; left != 0; left &= left - 1)
		add_child(s, at, (unsigned)__builtin_ctzll(left));
	if (at->turn == SIDE_DEFENDER)
		add_child(s, at, POCKET_PASS);
	for (unsigned i = 0; i < f->count; i++)
		look(s, &s->child[f->first + i]);
}

/* repeats returns the frame of which a position is a repetition; UNTAINTED: of none. */
static unsigned repeats(const pocket_search_t *s, uint64_t key)
{
	for (unsigned i = s->depth; i-- > 0;)
		if (s->frame[i].key == key)
			return i;
	return UNTAINTED;
}

/* enter pushes a position; false: it is decided by a repetition or there is no room. */
static bool enter(pocket_search_t *s, const pocket_state_t *at, uint64_t key,
                  pocket_numbers_t limit)
{
	const unsigned repeated = repeats(s, key);
	frame_t *f = &s->frame[s->depth];

	if (repeated != UNTAINTED || s->depth == FRAMES_MOST) {
		s->left = lost;
		s->taint = (uint16_t)(repeated != UNTAINTED ? repeated : 0);
		return false;
	}
	*f = (frame_t){.key = key,
	               .entered = s->nodes,
	               .limit = limit,
	               .defends = at->turn == SIDE_DEFENDER,
	               .taint = UNTAINTED};
	if (s->depth > 0)
		f->first = f[-1].first + f[-1].count;
	if (f->first + CHILDREN_MOST > ROOM) {
		s->left = lost;
		s->taint = 0;
		return false;
	}
	s->depth++;
	expand(s, at);
	return true;
}

/* What follows for a node from its children. */
typedef struct {
	pocket_numbers_t n;
	uint32_t second; /* of the number that chooses, the next best */
	unsigned open, best;
} choice_t;

static choice_t choose(const pocket_search_t *s)
{
	const frame_t *f = &s->frame[s->depth - 1];
	uint32_t chosen = POCKET_NEVER, other = 0;
	choice_t c = {.second = POCKET_NEVER};

	for (unsigned i = 0; i < f->count; i++) {
		const child_t *child = &s->child[f->first + i];
		const uint32_t a = f->defends ? child->n.disproof : child->n.proof;
		const uint32_t b = f->defends ? child->n.proof : child->n.disproof;

		if (b == 0)
			continue;
		c.open++;
		other = b > other ? b : other;
		if (a < chosen) {
			c.second = chosen;
			chosen = a;
			c.best = i;
		} else {
			c.second = least(c.second, a);
		}
	}
	if (c.open > 0 && chosen > 0)
		other = least(other + (c.open - 1) * (f->defends ? POCKET_REPLY : POCKET_ATTACK),
		              MOST);
	c.n = f->defends ? (pocket_numbers_t){other, chosen} : (pocket_numbers_t){chosen, other};
	if (chosen == 0)
		c.n = f->defends ? lost : won;
	return c;
}

/* gather is the taint of a node that is disproven. */
static unsigned gather(const pocket_search_t *s, const choice_t *c)
{
	const frame_t *f = &s->frame[s->depth - 1];
	unsigned taint = UNTAINTED;

	if (f->defends)
		taint = s->child[f->first + c->best].taint;
	else
		for (unsigned i = 0; i < f->count; i++)
			taint = least(taint, s->child[f->first + i].taint);
	return taint >= s->depth - 1 ? UNTAINTED : taint;
}

/* leave stores the numbers of the top frame and pops it. */
static void leave(pocket_search_t *s, const choice_t *c)
{
	const frame_t *f = &s->frame[s->depth - 1];
	pocket_numbers_t kept = c->n;

	s->taint = (uint16_t)(c->n.disproof == 0 ? gather(s, c) : UNTAINTED);
	if (s->taint != UNTAINTED) {
		if (!pocket_table_probe(&s->table, f->key, &kept))
			kept = (pocket_numbers_t){1, 1};
		kept = (pocket_numbers_t){least(2 * kept.proof, MOST), 1};
	}
	pocket_table_store(&s->table, f->key, kept, s->nodes - f->entered);
	s->left = c->n;
	s->depth--;
}

/* limit_of gives the child that was chosen its thresholds. */
static pocket_numbers_t limit_of(const frame_t *f, const choice_t *c)
{
	const uint32_t slack = f->defends ? POCKET_REPLY_SLACK : POCKET_ATTACK_SLACK;
	const uint64_t beyond = c->second + (uint64_t)c->second * slack / PERCENT + 1;
	const uint32_t beside = (c->open - 1) * (f->defends ? POCKET_REPLY : POCKET_ATTACK);
	const uint32_t chosen = f->defends ? f->limit.disproof : f->limit.proof;
	const uint32_t other = f->defends ? f->limit.proof : f->limit.disproof;
	const uint32_t a = beyond < chosen ? (uint32_t)beyond : chosen;
	const uint32_t b = other > beside ? other - beside : 1;

	return f->defends ? (pocket_numbers_t){b, a} : (pocket_numbers_t){a, b};
}

/* back hands the top frame what its child came back with. */
static void back(pocket_search_t *s)
{
	const frame_t *f = &s->frame[s->depth - 1];
	child_t *c = &s->child[f->first + f->best];

	c->n = s->left;
	c->taint = s->taint;
}

/* value_of is what numbers say. */
static pocket_end_t value_of(pocket_numbers_t n)
{
	return n.proof == 0 ? POCKET_WON : n.disproof == 0 ? POCKET_LOST : POCKET_OPEN;
}

/* abandon leaves a search that has not come to an end; what was found out is kept. */
static void abandon(pocket_search_t *s)
{
	while (s->depth > 0) {
		const choice_t c = choose(s);

		leave(s, &c);
		if (s->depth > 0)
			back(s);
	}
}

void pocket_search_begin(pocket_search_t *s, const pocket_state_t *root)
{
	const pocket_numbers_t all = {POCKET_NEVER, POCKET_NEVER};

	abandon(s);
	s->left = (pocket_numbers_t){1, 1};
	(void)enter(s, root, pocket_table_key(root), all);
}

pocket_end_t pocket_search_go(pocket_search_t *s, uint64_t nodes)
{
	const uint64_t last = s->nodes + nodes;

	while (s->depth > 0 && s->nodes < last) {
		frame_t *f = &s->frame[s->depth - 1];
		const choice_t c = choose(s);
		const child_t *child = &s->child[f->first + c.best];

		if (!s->table.is_huge && s->nodes >= HUGE_AFTER)
			pocket_table_make_huge(&s->table);
		if (value_of(c.n) != POCKET_OPEN || c.n.proof >= f->limit.proof ||
		    c.n.disproof >= f->limit.disproof) {
			leave(s, &c);
			if (s->depth > 0)
				back(s);
			continue;
		}
		f->best = c.best;
		if (!enter(s, &child->at, child->key, limit_of(f, &c)))
			back(s);
	}
	return s->depth > 0 ? POCKET_OPEN : value_of(s->left);
}

pocket_end_t pocket_search_run(pocket_search_t *s, const pocket_state_t *root, uint64_t nodes)
{
	pocket_end_t end;

	pocket_search_begin(s, root);
	end = pocket_search_go(s, nodes);
	abandon(s);
	return end;
}

/* known reads what is known of a position, and how much work that took. */
static pocket_end_t known(const pocket_search_t *s, const pocket_state_t *at, uint32_t *work)
{
	pocket_end_t end = pocket_play_end(&s->pocket, at);
	pocket_numbers_t n;

	*work = 0;
	if (end == POCKET_OPEN && pocket_table_work(&s->table, pocket_table_key(at), &n, work))
		end = value_of(n);
	return end;
}

pocket_end_t pocket_search_known(const pocket_search_t *s, const pocket_state_t *at)
{
	uint32_t work;

	return known(s, at, &work);
}

unsigned pocket_search_best(const pocket_search_t *s, const pocket_state_t *at)
{
	const pocket_end_t wanted = at->turn == SIDE_ATTACKER ? POCKET_WON : POCKET_LOST;
	const uint64_t points = pocket_play_points(&s->pocket, at);
	uint32_t least_work = UINT32_MAX, work;
	unsigned best = POCKET_NONE;

	for (unsigned move = POCKET_PASS + 1; move-- > 0;) {
		pocket_state_t after = *at;

		if (move == POCKET_PASS ? at->turn != SIDE_DEFENDER : (points >> move & 1) == 0)
			continue;
		if (pocket_play_move(&s->pocket, &after, move) &&
		    known(s, &after, &work) == wanted && work < least_work) {
			least_work = work;
			best = move;
		}
	}
	return best;
}
