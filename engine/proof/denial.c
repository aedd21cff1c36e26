/* SPDX-License-Identifier: MIT
 * denial.c - from a 0 to the defender's strategy.
 *
 * Positions that the attacker cannot win are closed: the defender can always answer so that the
 * next is one of them. So the walk needs no plan. At each of them all moves of the attacker's are
 * taken in turn, and to each the first answer whose position is held by the rules, was met before,
 * or is disproven: says a table, or a search. What was met is not walked again, on this
 * line or another, so that the walk ends, and a line may lead back: to a stop, which says that
 * the position is met elsewhere.
 *
 * Order     Answers after which nothing is left to do come first, then what was met: that keeps
 * the strategy small. Which of several disproven positions makes least of it nobody knows.
 *
 * Lambda    A pass of the defender's leads to the order below (semantics: the move was no
 * threat); below 0 all is held. What is far is held as well (game_t.distance).
 *
 * Nodes     Those with the same content are written once. They know nothing of the position, so
 * "pass, whatever it was" serves most of the board. */
#include "engine/proof/denial.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/proof/book.h"
#include "engine/proof/claim.h"

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
	position_t *pos;
	const game_t *game;
	bool lambda;
	claims_t claims;
	const proof_sink_t *sink;
	book_t met;     /* positions: their node, or the stop while they are on the line */
	book_t content; /* nodes by what is in them */
	frame_t frame[FRAMES_MOST];
	unsigned depth;
	proof_reply_t *reply; /* of all frames, end to end */
	uint32_t replies, reply_room;
	uint32_t nodes; /* written */
	uint32_t stop;
	uint64_t walked, most; /* positions */
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

	if (book_find(&d->content, key, 0, &node, NULL) || d->end != ERR_OK)
		return d->end == ERR_OK ? node : 0;
	d->end = d->sink->attack(d->sink->context, move, child);
	if (d->end == ERR_OK)
		d->end = book_add(&d->content, key, 0, d->nodes, &none);
	return d->nodes++;
}

static uint32_t write_defence(deny_t *d, uint32_t rest, const proof_reply_t *reply, unsigned count)
{
	hashkey_t key = mix((hashkey_t){2, 2}, rest);
	uint32_t node;

	for (unsigned i = 0; i < count; i++)
		key = mix(mix(key, reply[i].move), reply[i].child);
	if (book_find(&d->content, key, 0, &node, NULL) || d->end != ERR_OK)
		return d->end == ERR_OK ? node : 0;
	d->end = d->sink->defend(d->sink->context, rest, reply, count);
	if (d->end == ERR_OK)
		d->end = book_add(&d->content, key, 0, d->nodes, &none);
	return d->nodes++;
}

static hashkey_t key_of(const deny_t *d, unsigned order)
{
	return mix(d->game->key(d->pos), order);
}

/* write_moves writes all moves of the attacker's, the pass too. */
static unsigned write_moves(const deny_t *d, move_t *out)
{
	unsigned count = d->game->legal_moves(d->pos, out);

	if (d->game->may_pass(d->pos))
		out[count++] = MOVE_PASS;
	return count;
}

/* is_held: is the attacker, to move, kept from the goal by the rules alone? */
static bool is_held(const deny_t *d, unsigned order)
{
	const unsigned distance = d->game->distance(d->pos);
	move_t move[MOVES_MAX];

	if (d->game->lost(d->pos))
		return true;
	if (d->lambda ? distance > order + 1
	              : distance == DISTANCE_NEVER && d->game->squeeze == NULL)
		return true;
	return distance > 1 && write_moves(d, move) == 0;
}

/* The ways of finding an answer, the cheapest first. */
typedef enum { BY_RULES, BY_MEETING, BY_TABLE, BY_SEARCH, WAYS } way_t;

static bool is_denied(deny_t *d, unsigned order, way_t way)
{
	uint32_t node;

	switch (way) {
	case BY_RULES:
		return is_held(d, order);
	case BY_MEETING:
		return book_find(&d->met, key_of(d, order), 0, &node, NULL);
	case BY_TABLE:
		return claims_denied(&d->claims, d->pos, order);
	default:
		return claims_deny(&d->claims, d->pos, order);
	}
}

/* answers writes what the defender may play, the pass first. */
static unsigned answers(const deny_t *d, move_t *out)
{
	unsigned count = 0;

	if (d->lambda ? !d->game->zugzwang : d->game->may_pass(d->pos))
		out[count++] = MOVE_PASS;
	return count + d->game->replies(d->pos, NULL, &out[count]);
}

/* below returns the order after an answer. */
static unsigned below(const deny_t *d, move_t answer, unsigned order, bool opens)
{
	return order - (d->lambda && answer == MOVE_PASS && !opens);
}

/* choose returns the defender's answer; MOVE_NONE: none is found. */
static move_t choose(deny_t *d, unsigned order, bool opens)
{
	move_t move[MOVES_MAX + 1];
	const unsigned count = answers(d, move);

	if (d->lambda && order == 0 && !opens)
		return MOVE_PASS;
	for (way_t way = BY_RULES; way < WAYS; way++)
		for (unsigned i = 0; i < count && d->claims.failed == ERR_OK; i++) {
			bool denied;

			d->game->play(d->pos, move[i]);
			denied = is_denied(d, below(d, move[i], order, opens), way);
			d->game->undo(d->pos);
			if (denied)
				return move[i];
		}
	d->end = d->claims.failed != ERR_OK ? d->claims.failed : ERR_LIMIT;
	return MOVE_NONE;
}

/* first_answer is what the defender plays who is to move first. Where the goal is lost already he
 * need not have a move. */
static move_t first_answer(deny_t *d, unsigned order)
{
	move_t move[MOVES_MAX + 1];

	return answers(d, move) > 0 || !d->game->lost(d->pos) ? choose(d, order, true) : MOVE_PASS;
}

/* enter takes up the position, with the attacker to move; false: it needs no frame, and d->node is
 * its node. */
static bool enter(deny_t *d, unsigned order)
{
	const hashkey_t key = key_of(d, order);
	frame_t *f = &d->frame[d->depth];
	move_t move[MOVES_MAX];

	d->node = d->stop;
	if (is_held(d, order) || book_find(&d->met, key, 0, &d->node, NULL))
		return false;
	if (d->depth == FRAMES_MOST || d->walked++ >= d->most) {
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
	d->end = book_add(&d->met, key, 0, d->stop, &none);
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
		d->end = book_add(&d->met, f->key, 0, d->node, &none);
	d->replies = f->first;
}

/* answered notes the node that the position after the answer has, and takes answer and move back.
 */
static void answered(deny_t *d)
{
	frame_t *f = &d->frame[d->depth - 1];

	d->game->undo(d->pos);
	d->game->undo(d->pos);
	d->reply[f->first + f->next++].child = write_attack(d, f->answer, d->node);
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
	d->game->play(d->pos, d->reply[f->first + f->next].move);
	if (answers(d, answer) == 0) { /* the game is over, and needs no answer */
		d->game->undo(d->pos);
		d->reply[f->first + f->next] = d->reply[f->first + --f->count];
		return;
	}
	f->answer = choose(d, f->order, false);
	if (d->end != ERR_OK)
		return;
	if (d->lambda && f->answer == MOVE_PASS && f->order == 0) {
		d->game->undo(d->pos);
		d->reply[f->first + f->next++].child = write_attack(d, MOVE_PASS, PROOF_NONE);
		return;
	}
	d->game->play(d->pos, f->answer);
	if (!enter(d, below(d, f->answer, f->order, false)) && d->end == ERR_OK)
		answered(d);
}

/* walk goes from the position on, with the attacker to move. */
static void walk(deny_t *d, unsigned order, const _Atomic bool *cancel)
{
	if (!enter(d, order))
		return;
	while (d->end == ERR_OK && d->depth > 0) {
		step(d);
		if (d->end == ERR_OK && atomic_load_explicit(cancel, memory_order_relaxed))
			d->end = ERR_CANCELLED;
	}
}

static err_t begin(deny_t *d, const position_t *root)
{
	err_t err;

	d->reply_room = MOVES_AT_FIRST;
	d->pos = position_clone(root);
	d->reply = mem_alloc_array(d->reply_room, sizeof(*d->reply));
	if (d->pos == NULL || d->reply == NULL)
		return ERR_NOMEM;
	err = book_init(&d->met, 0);
	return err != ERR_OK ? err : book_init(&d->content, 0);
}

static void end(deny_t *d)
{
	book_fini(&d->met);
	book_fini(&d->content);
	claims_fini(&d->claims);
	position_free(d->pos);
	mem_free(d->reply, d->reply_room * sizeof(*d->reply));
	mem_free(d, sizeof(*d));
}

err_t denial_build(const position_t *root, const search_env_t *env, unsigned order, uint64_t most,
                   const proof_sink_t *sink, const _Atomic bool *cancel, proof_built_t *out)
{
	deny_t *d = mem_alloc(sizeof(*d));
	move_t answer = MOVE_NONE;
	err_t err;

	*out = (proof_built_t){.root = PROOF_NONE};
	if (d == NULL)
		return ERR_NOMEM;
	CHECK(env->zoning != ZONING_INVERSION);
	d->game = root->game;
	d->lambda = env->driver == DRIVER_LAMBDA;
	d->sink = sink;
	d->most = most;
	claims_init(&d->claims, env, most, cancel);
	d->end = begin(d, root);
	if (d->end == ERR_OK)
		d->stop = write_defence(d, PROOF_NONE, NULL, 0);
	if (d->end == ERR_OK && root->turn == SIDE_DEFENDER) {
		answer = first_answer(d, order);
		if (answer != MOVE_NONE)
			d->game->play(d->pos, answer);
	}
	if (d->end == ERR_OK)
		walk(d, order, cancel);
	if (d->end == ERR_OK && answer != MOVE_NONE)
		d->node = write_attack(d, answer, d->node);
	*out = (proof_built_t){.root = d->node,
	                       .nodes = d->nodes,
	                       .again = d->claims.again,
	                       .searched = d->claims.searched};
	err = d->end;
	end(d);
	return err;
}
