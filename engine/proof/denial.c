/* SPDX-License-Identifier: MIT
 * denial.c - from a disproof to the defender's strategy.
 *
 * A set of positions that the attacker cannot win is closed: from each of them, whatever the
 * attacker plays, the defender has an answer that leads to one of them. So the walk needs no
 * plan. At each position all moves of the attacker are taken in turn. Each move gets the first
 * answer whose position is held by the rules, has been met before, or is disproven according to a
 * table, a zone or a search (answer.c). A position that has been met, on this line or on another,
 * is not walked again; so the walk ends. A line may lead back: to a stop, which says that the
 * position is met elsewhere.
 *
 * Zones     A replay meets all the boards that differ by moves elsewhere, thousands of times as
 *           many as a search looks at. So a node is kept with the points that its replay rests
 *           on, found by the rules by which a search finds the zone of a failure (zone_ops.h;
 *           go/zone/zone.c has the proof for Go, with the defender as the holder). The node
 *           serves all boards that agree on these points (shared.c). Once a move has been
 *           answered that lies outside what its answer rests on, that answer serves for all moves
 *           that act like a pass there; only the others are walked. Quiet moves come first,
 *           because they are likely to be such moves. A node that leads to a stop rests on the
 *           whole board, because the other position would have to be met as well. It is found by
 *           its position alone, and so are all nodes above it. All this is for denials of lambda
 *           in games with zone_ops_t.question. (On open boards of Go walking board by board took
 *           ten to several hundred times as long as the search.)
 *
 * Order 0   The attacker has to reach the goal at once. If he cannot, a pass answers whatever he
 *           plays.
 *
 * Alike     Most positions after an answer are not searched, but taken for disproven because they
 *           agree on a zone with one that was disproven (claims.c). If one turns out not to be,
 *           because it has a move without an answer, the walk begins again without such guesses.
 *           What has been written by then stays without a parent, or serves boards that agree.
 *
 * Nodes     Nodes with the same content are written once (nodes.c). A node knows nothing of its
 *           position, so "pass, whatever it was" serves for most of the board. */
#include "engine/proof/denial.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/proof/answer.h"
#include "engine/proof/nodes.h"

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
	uint32_t rest;               /* node that answers what is not on `must` */
	bool narrowed;               /* it does */
	bits_t must;
	zone_t zone; /* of the answers so far */
} frame_t;

typedef struct {
	answerer_t by; /* its `met`: their node, or the stop while they are on the line */
	nodes_t nodes;
	frame_t frame[FRAMES_MOST];
	unsigned depth;
	proof_reply_t *reply; /* of all frames, end to end */
	uint32_t replies, reply_room;
	const budget_t *budget;
	uint64_t walked; /* positions */
	bool stuck;      /* a position had no answer */
	err_t end;
	uint32_t node; /* of the frame that was left last */
	zone_t zone;   /* and what it rests on */
} deny_t;

/* write_moves writes all moves of the attacker's, the pass too. */
static unsigned write_moves(const deny_t *d, move_t *out)
{
	unsigned count = d->by.game->legal_moves(d->by.pos, out);

	if (game_may_pass(d->by.pos))
		out[count++] = MOVE_PASS;
	return count;
}

/* closes: is the position, with the attacker to move, done with without a look at his moves? Then
 * d->node is its node and d->zone what that rests on. */
static bool closes(deny_t *d, unsigned order)
{
	answerer_t *by = &d->by;

	assert(by->pos->turn == SIDE_ATTACKER);
	d->zone = by->zone;
	if (answer_is_held(by, order)) {
		d->node = by->stop;
		if (by->rules != NULL)
			answer_held(by, order, &d->zone);
		return true;
	}
	if (answer_is_met(by, order, &d->node, &d->zone))
		return true;
	if (!by->lambda || order > 0 || by->game->finish(by->pos) != MOVE_NONE)
		return false;
	d->node = nodes_defence(&d->nodes, nodes_attack(&d->nodes, MOVE_PASS, PROOF_NONE), NULL, 0);
	if (by->rules != NULL)
		by->rules->far(by->pos, 1, &d->zone);
	return true;
}

/* likely_last has those of the attacker's moves come last that attacks would be tried, the
 * likeliest of all: how quiet moves are answered tells of most of the others. */
static void likely_last(const deny_t *d, frame_t *f)
{
	proof_reply_t *reply = &d->reply[f->first];
	move_t move[MOVES_MAX];
	const unsigned n = game_attacks(d->by.pos, f->order, NULL, move);
	unsigned kept = 0, end = f->count;

	f->must = (bits_t){{0}};
	for (unsigned i = 0; i < n; i++)
		if (move[i] < BITS_POINTS)
			bits_add(&f->must, move[i]);
	for (unsigned i = 0; i < f->count; i++)
		if (reply[i].move >= BITS_POINTS || !bits_has(&f->must, reply[i].move))
			reply[kept++] = reply[i];
	for (unsigned i = 0; i < n && end > kept; i++)
		if (move[i] < BITS_POINTS)
			reply[--end] = (proof_reply_t){move[i], PROOF_NONE};
	CHECK(end == kept);
}

/* make_room: are there places for the moves of one more frame? */
static bool make_room(deny_t *d)
{
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
	return true;
}

/* enter takes up the position, with the attacker to move; false: it needs no frame, and d->node is
 * its node. */
static bool enter(deny_t *d, unsigned order)
{
	frame_t *f = &d->frame[d->depth];
	zone_t all = d->by.zone;
	move_t move[MOVES_MAX];

	if (closes(d, order))
		return false;
	if (d->depth == FRAMES_MOST || d->walked++ >= d->budget->nodes) {
		d->end = ERR_LIMIT;
		return false;
	}
	if (!make_room(d))
		return false;
	*f = (frame_t){.key = answer_key(&d->by, order),
	               .order = order,
	               .first = d->replies,
	               .zone = d->by.zone};
	f->count = write_moves(d, move);
	if (f->count == 0) {
		d->node = d->by.stop;
		zone_add_all(&d->zone, 1);
		return false;
	}
	for (unsigned i = 0; i < f->count; i++)
		d->reply[d->replies++] = (proof_reply_t){move[i], PROOF_NONE};
	if (d->by.rules != NULL)
		likely_last(d, f);
	assert(d->replies <= d->reply_room && f->first + f->count == d->replies);
	d->depth++;
	claims_learn(&d->by.claims, d->by.pos, order);
	zone_add_all(&all, 1);
	d->end = visited_add(&d->by.met, f->key, 0, d->by.stop, &all);
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

/* zone_of_all completes the zone of the top frame, whose moves have all been answered, in
 * d->zone. */
static void zone_of_all(deny_t *d)
{
	frame_t *f = &d->frame[d->depth - 1];

	if (!f->narrowed)
		zone_add_all(&f->zone, 1);
	else if (d->by.rules->close != NULL)
		d->by.rules->close(d->by.pos, &f->must, &f->zone);
	zone_copy(&d->zone, &f->zone);
}

/* leave writes the node of the top frame. */
static void leave(deny_t *d)
{
	const frame_t *f = &d->frame[d->depth - 1];
	proof_reply_t *reply = &d->reply[f->first];
	uint32_t rest = f->narrowed ? f->rest : commonest(reply, f->count);
	unsigned kept = 0;

	assert(f->next == f->count && (!f->narrowed || f->rest != PROOF_NONE));
	if (d->by.rules != NULL)
		zone_of_all(d);
	if (rest == PROOF_NONE) /* whatever he does, he has lost; this is not a stop */
		rest = nodes_attack(&d->nodes, MOVE_PASS, d->by.stop);
	for (unsigned i = 0; i < f->count; i++)
		if (reply[i].child != rest)
			reply[kept++] = reply[i];
	d->node = nodes_defence(&d->nodes, rest, reply, kept);
	if (d->end == ERR_OK)
		d->end = visited_add(&d->by.met, f->key, 0, d->node, &d->zone);
	if (d->by.rules != NULL && f->narrowed)
		shared_keep(&d->by.shared, d->by.pos, f->order, &d->zone, d->node);
	d->replies = f->first;
	d->depth--;
}

/* narrow sees whether the answer to `move`, of which d->zone is what it needs, does for all moves
 * that are not on a set; then none of those is looked at. */
static void narrow(deny_t *d, frame_t *f, move_t move)
{
	const zone_ops_t *rules = d->by.rules;
	proof_reply_t *reply = &d->reply[f->first];
	unsigned kept = f->next + 1;

	assert(kept <= f->count);
	if (f->narrowed || move == MOVE_PASS || !rules->idle(d->by.pos, move, &d->zone))
		return;
	rules->must(d->by.pos, f->order, &d->zone, &f->must);
	if (rules->apart != NULL)
		rules->apart(d->by.pos, &f->zone);
	f->narrowed = true;
	f->rest = reply[f->next].child;
	for (unsigned i = kept; i < f->count; i++)
		if (reply[i].move >= BITS_POINTS || bits_has(&f->must, reply[i].move))
			reply[kept++] = reply[i];
	f->count = kept;
}

/* answered notes the node that the position after the answer has, and takes answer and move
 * back. */
static void answered(deny_t *d)
{
	frame_t *f = &d->frame[d->depth - 1];
	proof_reply_t *reply = &d->reply[f->first + f->next];

	assert(f->next < f->count && f->answer != MOVE_NONE);
	d->by.game->undo(d->by.pos);
	if (d->by.rules != NULL && f->answer != MOVE_PASS)
		d->by.rules->move(d->by.pos, f->answer, &d->zone);
	d->by.game->undo(d->by.pos);
	reply->child = nodes_attack(&d->nodes, f->answer, d->node);
	if (d->by.rules != NULL) {
		zone_unite(&f->zone, &d->zone);
		narrow(d, f, reply->move);
	}
	f->next++;
}

/* pick brings a move to the front that has nothing to do with what the answers so far rest on. */
static void pick(deny_t *d, const frame_t *f)
{
	proof_reply_t *reply = &d->reply[f->first];

	for (unsigned i = f->next; i < f->count; i++) {
		const proof_reply_t at = reply[i];

		if (at.move >= BITS_POINTS || bits_has(&f->zone.area[0], at.move))
			continue;
		reply[i] = reply[f->next];
		reply[f->next] = at;
		return;
	}
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
	const unsigned order = f->order - d->by.bounded; /* after a move of the attacker's */
	move_t answer[MOVES_MAX + 1];

	assert(d->end == ERR_OK && f->next <= f->count);
	if (f->next == f->count) {
		leave(d);
		if (d->depth > 0 && d->end == ERR_OK)
			answered(d);
		return;
	}
	if (d->by.rules != NULL && !f->narrowed)
		pick(d, f);
	d->by.game->play(d->by.pos, d->reply[f->first + f->next].move);
	if (!answer_may_rest(&d->by) &&
	    answer_list(&d->by, answer) == 0) { /* the game is over, and needs no answer */
		d->by.game->undo(d->by.pos);
		d->reply[f->first + f->next] = d->reply[f->first + --f->count];
		return;
	}
	f->answer = answer_choose(&d->by, order, false);
	if (f->answer == MOVE_NONE) {
		no_answer(d);
		return;
	}
	if (d->by.lambda && f->answer == MOVE_PASS && order == 0) {
		no_answer(d);
		return;
	}
	d->by.game->play(d->by.pos, f->answer);
	if (!enter(d, answer_below(&d->by, f->answer, order, false)) && d->end == ERR_OK)
		answered(d);
}

/* walk goes from the position on, with the attacker to move. */
static void walk(deny_t *d, unsigned order)
{
	if (!enter(d, order))
		return;
	assert(d->depth == 1);
	while (d->end == ERR_OK && d->depth > 0) {
		step(d);
		budget_tell(d->budget, d->nodes.count);
		if (d->end == ERR_OK)
			d->end = d->nodes.failed;
		if (d->end == ERR_OK)
			d->end = budget_spent(d->budget);
	}
}

/* write_all writes the strategy of the root, at which the walk stands. */
static void write_all(deny_t *d, unsigned order)
{
	move_t answer = MOVE_NONE;

	if (answer_is_over(&d->by)) {
		d->node = nodes_attack(&d->nodes, MOVE_PASS, PROOF_NONE); /* never replayed */
		d->end = d->nodes.failed;
		return;
	}
	if (d->by.pos->turn == SIDE_DEFENDER) {
		answer = answer_choose(&d->by, order, true);
		if (answer == MOVE_NONE) {
			no_answer(d);
			return;
		}
		d->by.game->play(d->by.pos, answer);
	}
	walk(d, order);
	if (d->end == ERR_OK && answer != MOVE_NONE)
		d->node = nodes_attack(&d->nodes, answer, d->node);
	if (d->end == ERR_OK)
		d->end = d->nodes.failed;
}

/* rewind_to makes ready to write all again; false: there is no memory. */
static bool rewind_to(deny_t *d, const position_t *root)
{
	d->stuck = false;
	d->depth = 0;
	d->replies = 0;
	position_copy(d->by.pos, root);
	visited_fini(&d->by.met);
	d->end = visited_init(&d->by.met, d->by.zone.areas);
	return d->end == ERR_OK;
}

/* begin makes what the walk needs of memory, and the stop. */
static err_t begin(deny_t *d, const position_t *root, const proof_sink_t *sink)
{
	err_t err;

	d->by.zone = d->by.claims.zone;
	if (d->by.zone.areas == 1) {
		d->by.rules = root->game->zones;
		shared_init(&d->by.shared);
	}
	d->reply_room = MOVES_AT_FIRST;
	d->by.pos = position_clone(root);
	d->reply = mem_alloc_array(d->reply_room, sizeof(*d->reply));
	if (d->by.pos == NULL || d->reply == NULL)
		return ERR_NOMEM;
	err = visited_init(&d->by.met, d->by.zone.areas);
	if (err == ERR_OK)
		err = nodes_init(&d->nodes, sink);
	if (err != ERR_OK)
		return err;
	d->by.stop = nodes_defence(&d->nodes, PROOF_NONE, NULL, 0);
	return d->nodes.failed;
}

static void end(deny_t *d)
{
	visited_fini(&d->by.met);
	nodes_fini(&d->nodes);
	claims_fini(&d->by.claims);
	shared_fini(&d->by.shared);
	position_free(d->by.pos);
	mem_free(d->reply, d->reply_room * sizeof(*d->reply));
	mem_free(d, sizeof(*d));
}

err_t denial_build(const position_t *root, const search_env_t *env, unsigned order, unsigned moves,
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
	CHECK(moves == 0 || (env->driver == DRIVER_PLAIN && moves == order));
	d->by.bounded = moves > 0;
	d->budget = budget;
	claims_init(&d->by.claims, env, budget);
	d->by.claims.bounded = moves > 0;
	claims_compare(&d->by.claims, root);
	d->end = begin(d, root, sink);
	if (d->end == ERR_OK)
		write_all(d, order);
	if (d->stuck && claims_forget(&d->by.claims) && rewind_to(d, root))
		write_all(d, order);
	assert(d->end != ERR_OK || (d->depth == 0 && d->node < d->nodes.count));
	*out = (proof_built_t){.root = d->node,
	                       .nodes = d->nodes.count,
	                       .again = d->by.claims.again,
	                       .searched = d->by.claims.searched};
	err = d->end;
	end(d);
	return err;
}
