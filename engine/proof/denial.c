/* SPDX-License-Identifier: MIT
 * denial.c - from a 0 to the defender's strategy.
 *
 * Positions that the attacker cannot win are closed: the defender can always answer so that the
 * next is one of them. So the walk needs no plan. At each of them all moves of the attacker's are
 * taken in turn, and to each the first answer whose position is held by the rules, was met before,
 * or is disproven: says a table, a zone, or a search (answer.c). What was met is not walked again,
 * on this line or another, so that the walk ends, and a line may lead back: to a stop, which says
 * that the position is met elsewhere.
 *
 * Alike     What answers are after is mostly not searched, but taken for disproven as it agrees
 * on a zone with what was (claim.c). If the walk finds out that a position was not, for want of an
 * answer, it begins again without such. What has been written then stays without a parent.
 *
 * Nodes     Those with the same content are written once. They know nothing of the position, so
 * "pass, whatever it was" serves most of the board. */
#include "engine/proof/denial.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/proof/answer.h"

enum {
	FRAMES_MOST = PLAYED_MAX / 2 - 2, /* two plies each, and some to look ahead */
	MOVES_AT_FIRST = 1024,
};

/* A position with the attacker to move whose moves are being answered. */
typedef struct {
	hashkey_t key;
	unsigned order;
	uint32_t first, count, next; /* of its moves; those before `next` are answered */
	move_t answer;               /* to the move that is being answered */
} frame_t;

typedef struct {
	answerer_t by; /* its `met`: their node, or the stop while they are on the line */
	const proof_sink_t *sink;
	visited_t content; /* nodes by what is in them */
	frame_t frame[FRAMES_MOST];
	unsigned depth;
	proof_reply_t *reply; /* of all frames, end to end */
	uint32_t replies, reply_room;
	uint32_t nodes; /* written */
	uint32_t stop;
	const budget_t *budget;
	uint64_t walked; /* positions */
	bool stuck;      /* a position had no answer */
	err_t end;
	uint32_t node; /* of the frame that was left last */
} deny_t;

static const zone_t none;

static hashkey_t mix(hashkey_t key, uint64_t word)
{
	key.lo = rng_mix(key.lo ^ word);
	key.hi = rng_mix(key.hi + word);
	return key;
}

/* write_attack and write_defence return the node with this content. */
static uint32_t write_attack(deny_t *d, move_t move, uint32_t child)
{
	const hashkey_t key = mix(mix((hashkey_t){1, 1}, move), child);
	uint32_t node;

	if (visited_find(&d->content, key, 0, &node, NULL) || d->end != ERR_OK)
		return d->end == ERR_OK ? node : 0;
	d->end = d->sink->attack(d->sink->context, move, child);
	if (d->end == ERR_OK)
		d->end = visited_add(&d->content, key, 0, d->nodes, &none);
	return d->nodes++;
}

static uint32_t write_defence(deny_t *d, uint32_t rest, const proof_reply_t *reply, unsigned count)
{
	hashkey_t key = mix((hashkey_t){2, 2}, rest);
	uint32_t node;

	for (unsigned i = 0; i < count; i++)
		key = mix(mix(key, reply[i].move), reply[i].child);
	if (visited_find(&d->content, key, 0, &node, NULL) || d->end != ERR_OK)
		return d->end == ERR_OK ? node : 0;
	d->end = d->sink->defend(d->sink->context, rest, reply, count);
	if (d->end == ERR_OK)
		d->end = visited_add(&d->content, key, 0, d->nodes, &none);
	return d->nodes++;
}

/* write_moves writes all moves of the attacker's, the pass too. */
static unsigned write_moves(const deny_t *d, move_t *out)
{
	unsigned count = d->by.game->legal_moves(d->by.pos, out);

	if (d->by.game->may_pass(d->by.pos))
		out[count++] = MOVE_PASS;
	return count;
}

/* enter takes up the position, with the attacker to move; false: it needs no frame, and d->node is
 * its node. */
static bool enter(deny_t *d, unsigned order)
{
	const hashkey_t key = answer_key(&d->by, order);
	frame_t *f = &d->frame[d->depth];
	move_t move[MOVES_MAX];

	d->node = d->stop;
	if (answer_is_held(&d->by, order) || visited_find(&d->by.met, key, 0, &d->node, NULL))
		return false;
	if (d->depth == FRAMES_MOST || d->walked++ >= d->budget->nodes) {
		d->end = ERR_LIMIT;
		return false;
	}
	while (d->replies + MOVES_MAX > d->reply_room) {
		void *more = mem_grow(d->reply, d->reply_room * sizeof(*d->reply),
		                      2 * d->reply_room * sizeof(*d->reply));

		if (more == NULL) {
			d->end = ERR_NOMEM;
			return false;
		}
		d->reply = more;
		d->reply_room *= 2;
	}
	*f = (frame_t){.key = key, .order = order, .first = d->replies};
	f->count = write_moves(d, move);
	for (unsigned i = 0; i < f->count; i++)
		d->reply[d->replies++] = (proof_reply_t){move[i], PROOF_NONE};
	d->depth++;
	claims_learn(&d->by.claims, d->by.pos, order);
	d->end = visited_add(&d->by.met, key, 0, d->stop, &none);
	return true;
}

/* commonest returns the child that most replies have, or PROOF_NONE. */
static uint32_t commonest(const proof_reply_t *reply, unsigned count)
{
	uint32_t best = PROOF_NONE;
	unsigned most = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned same = 0;

		for (unsigned j = i; j < count; j++)
			same += reply[j].child == reply[i].child;
		if (same > most) {
			most = same;
			best = reply[i].child;
		}
	}
	return best;
}

/* leave writes the node of the top frame. */
static void leave(deny_t *d)
{
	const frame_t *f = &d->frame[--d->depth];
	proof_reply_t *reply = &d->reply[f->first];
	uint32_t rest = commonest(reply, f->count);
	unsigned kept = 0;

	if (rest == PROOF_NONE) /* whatever he does, he has lost; this is not a stop */
		rest = write_attack(d, MOVE_PASS, d->stop);
	for (unsigned i = 0; i < f->count; i++)
		if (reply[i].child != rest)
			reply[kept++] = reply[i];
	d->node = write_defence(d, rest, reply, kept);
	if (d->end == ERR_OK)
		d->end = visited_add(&d->by.met, f->key, 0, d->node, &none);
	d->replies = f->first;
}

/* answered notes the node that the position after the answer has, and takes answer and move back.
 */
static void answered(deny_t *d)
{
	frame_t *f = &d->frame[d->depth - 1];

	d->by.game->undo(d->by.pos);
	d->by.game->undo(d->by.pos);
	d->reply[f->first + f->next++].child = write_attack(d, f->answer, d->node);
}

static void no_answer(deny_t *d)
{
	d->stuck = d->by.claims.failed == ERR_OK;
	d->end = d->stuck ? ERR_LIMIT : d->by.claims.failed;
}

/* step answers the next move of the top frame, or leaves it. */
static void step(deny_t *d)
{
	frame_t *f = &d->frame[d->depth - 1];
	move_t answer[MOVES_MAX + 1];

	if (f->next == f->count) {
		leave(d);
		if (d->depth > 0 && d->end == ERR_OK)
			answered(d);
		return;
	}
	d->by.game->play(d->by.pos, d->reply[f->first + f->next].move);
	if (!answer_may_rest(&d->by) &&
	    answer_list(&d->by, answer) == 0) { /* the game is over, and needs no answer */
		d->by.game->undo(d->by.pos);
		d->reply[f->first + f->next] = d->reply[f->first + --f->count];
		return;
	}
	f->answer = answer_choose(&d->by, f->order, false);
	if (f->answer == MOVE_NONE) {
		no_answer(d);
		return;
	}
	if (d->by.lambda && f->answer == MOVE_PASS && f->order == 0) {
		d->by.game->undo(d->by.pos);
		d->reply[f->first + f->next++].child = write_attack(d, MOVE_PASS, PROOF_NONE);
		return;
	}
	d->by.game->play(d->by.pos, f->answer);
	if (!enter(d, answer_below(&d->by, f->answer, f->order, false)) && d->end == ERR_OK)
		answered(d);
}

/* walk goes from the position on, with the attacker to move. */
static void walk(deny_t *d, unsigned order)
{
	if (!enter(d, order))
		return;
	while (d->end == ERR_OK && d->depth > 0) {
		step(d);
		budget_tell(d->budget, d->nodes);
		if (d->end == ERR_OK)
			d->end = budget_spent(d->budget);
	}
}

/* write_all writes the strategy of the root, at which the walk stands. */
static void write_all(deny_t *d, unsigned order)
{
	move_t answer = MOVE_NONE;

	if (d->by.pos->turn == SIDE_DEFENDER) {
		answer = answer_first(&d->by, order);
		if (answer == MOVE_NONE) {
			no_answer(d);
			return;
		}
		d->by.game->play(d->by.pos, answer);
	}
	walk(d, order);
	if (d->end == ERR_OK && answer != MOVE_NONE)
		d->node = write_attack(d, answer, d->node);
}

/* rewind_to makes ready to write all again; false: there is no memory. */
static bool rewind_to(deny_t *d, const position_t *root)
{
	d->stuck = false;
	d->depth = 0;
	d->replies = 0;
	position_copy(d->by.pos, root);
	visited_fini(&d->by.met);
	d->end = visited_init(&d->by.met, 0);
	return d->end == ERR_OK;
}

static err_t begin(deny_t *d, const position_t *root)
{
	err_t err;

	d->reply_room = MOVES_AT_FIRST;
	d->by.pos = position_clone(root);
	d->reply = mem_alloc_array(d->reply_room, sizeof(*d->reply));
	if (d->by.pos == NULL || d->reply == NULL)
		return ERR_NOMEM;
	err = visited_init(&d->by.met, 0);
	return err != ERR_OK ? err : visited_init(&d->content, 0);
}

static void end(deny_t *d)
{
	visited_fini(&d->by.met);
	visited_fini(&d->content);
	claims_fini(&d->by.claims);
	position_free(d->by.pos);
	mem_free(d->reply, d->reply_room * sizeof(*d->reply));
	mem_free(d, sizeof(*d));
}

err_t denial_build(const position_t *root, const search_env_t *env, unsigned order,
                   const budget_t *budget, const proof_sink_t *sink, proof_built_t *out)
{
	deny_t *d = mem_alloc(sizeof(*d));
	err_t err;

	*out = (proof_built_t){.root = PROOF_NONE};
	if (d == NULL)
		return ERR_NOMEM;
	CHECK(env->zoning != ZONING_INVERSION);
	d->by.game = root->game;
	d->by.lambda = env->driver == DRIVER_LAMBDA;
	d->sink = sink;
	d->budget = budget;
	claims_init(&d->by.claims, env, budget);
	claims_compare(&d->by.claims, root);
	d->end = begin(d, root);
	if (d->end == ERR_OK)
		d->stop = write_defence(d, PROOF_NONE, NULL, 0);
	if (d->end == ERR_OK)
		write_all(d, order);
	if (d->stuck && claims_forget(&d->by.claims) && rewind_to(d, root))
		write_all(d, order);
	*out = (proof_built_t){.root = d->node,
	                       .nodes = d->nodes,
	                       .again = d->by.claims.again,
	                       .searched = d->by.claims.searched};
	err = d->end;
	end(d);
	return err;
}
