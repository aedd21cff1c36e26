/* SPDX-License-Identifier: MIT
 * build.c - from the facts in a table to a strategy.
 *
 * The table knows the move that proves a position. It does not know what was tried below that
 * position, and it may have lost any part of it. So the strategy is walked anew: at a node of the
 * attacker the table move is played (claims.h); at a node of the defender every move is played
 * that the search had to answer there. These are found by the rules of the search:
 *
 * Pass       The pass comes first, unless the game has zugzwang. With zones, a move outside the
 *            zone of the answer to the pass has the same answer; only the legal moves inside the
 *            zone are listed. Zones are put together as in search/core/zone_track.c, but for what
 *            only saves work there. Without zones every legal move is listed.
 *
 * Zugzwang   In a game with zugzwang the pass was a threat and is no part of a strategy. There
 *            the goal is reached before the search sees it (game_t.tail): a reply that leaves the
 *            king to be taken is not legal, and a node without replies is mate.
 *
 * Sharing    What has been written is remembered by its position (visited.h), so that equal parts
 *            are written once.
 *
 * Zones      A search without lambda takes what it has proven on one board for proven on all that
 *            agree on its zone (dfpn/zone_probe.c), and the table knows nothing of those. So a node
 *            of the attacker is kept by its zone as well, and serves all boards that agree with its
 *            own (shared.h), where nobody asked for a length. A life on 7x7 whose search took
 *            2 to 4 million nodes had no certificate within 256 MiB, because 3.5 million positions
 *            were walked one by one.
 *
 * End        The walk ends because every claim is about fewer plies than the one above it.
 *
 * Longer     Several workers may prove a position at once, by lines of different lengths, and what
 *            the table keeps of it may be the longer one. A shorter proof can be very hard to find
 *            again. So where nobody asked for a length a proof found again may be longer than
 *            claimed, unless its position stands higher up on the way, or the way would get longer
 *            than DEPTH_MAX. It counts from there on. So the walk ends all the same: the positions
 *            that begin longer proofs on one way differ.
 *
 * Alternative  Nodes could be written down while they are proven. Every search would pay for what
 *              few ask for, and with several workers and a table that fills up the record would
 *              have gaps. */
#include "engine/proof/build.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/proof/claims.h"
#include "engine/proof/shared.h"
#include "engine/proof/visited.h"

enum { FRAMES_AT_FIRST = 64, MOVES_AT_FIRST = 1024 };

typedef enum { STEP_ENTER, STEP_MOVE, STEP_PASS, STEP_REPLY } step_t;

/* A node being written. */
typedef struct {
	hashkey_t key;
	claim_t claim;
	step_t step;       /* what the child below is */
	move_t move;       /* attacker: tried */
	bool again;        /* attacker: the move was searched again */
	bool narrowed;     /* defender: `must` says what acts unlike the pass */
	uint32_t rest;     /* defender: the node that answers the pass */
	uint32_t first;    /* defender: of its replies */
	uint32_t count;    /* of them; the first `written` are answered, `searched` of them ... */
	uint32_t searched; /* ... by what the game takes for a reply; the others lose at once */
	uint32_t next;
	zone_t zone;
	bits_t must;
} frame_t;

typedef struct {
	position_t *pos;
	const game_t *game;
	const zone_ops_t *rules; /* NULL: no zones */
	bool lambda;
	const proof_sink_t *sink;
	claims_t claims;
	visited_t visited;
	shared_t shared; /* "Zones" */
	frame_t *frame;
	uint32_t depth, frame_room;
	proof_reply_t *reply; /* of all frames, end to end */
	uint32_t replies, reply_room;
	uint32_t nodes;     /* written */
	bool may_be_longer; /* a strategy of more plies than claimed will do */
	err_t end;

	/* What the frame that was left last returned. */
	bool proven;
	uint32_t node; /* PROOF_NONE: the goal has been reached already */
	zone_t zone;
} build_t;

static frame_t *top(const build_t *b)
{
	assert(b->depth > 0);
	return &b->frame[b->depth - 1];
}

static bool defends(const build_t *b)
{
	return b->pos->turn == SIDE_DEFENDER;
}

/* grow doubles an array of *room elements. */
static bool grow(build_t *b, void **array, uint32_t *room, size_t each)
{
	void *more = mem_grow(*array, *room * each, *room * each * 2);

	if (more == NULL) {
		b->end = ERR_NOMEM;
		return false;
	}
	*array = more;
	*room *= 2;
	return true;
}

static void push(build_t *b, claim_t claim)
{
	frame_t *f;

	/* A claim has an odd number of plies with the attacker to move, and an even one else. */
	assert(defends(b) == (claim.depth % 2 == 0) && claim.order <= ORDER_MAX);
	assert(b->depth == 0 || claim.depth < top(b)->claim.depth);
	if (b->depth == b->frame_room &&
	    !grow(b, (void **)&b->frame, &b->frame_room, sizeof(*b->frame)))
		return;
	f = &b->frame[b->depth++];
	*f = (frame_t){.key = b->game->key(b->pos),
	               .claim = claim,
	               .rest = PROOF_NONE,
	               .first = b->replies};
	zone_init(&f->zone, b->zone.areas, b->zone.width, b->zone.height);
}

/* is_opening: is it the root of a question in which the defender moves first? He has a move more
 * there than the order says. */
static bool is_opening(const build_t *b)
{
	return b->depth == 1 && defends(b);
}

/* leave hands a node that has been written, or none, to the frame above. */
static void leave(build_t *b, uint32_t node)
{
	const frame_t *f = top(b);

	assert(node == PROOF_NONE || node < b->nodes);
	assert(f->first <= b->replies);
	zone_copy(&b->zone, &f->zone);
	if (node != PROOF_NONE && b->end == ERR_OK)
		b->end = visited_add(&b->visited, f->key, f->claim.order, node, &f->zone);
	b->node = node;
	b->proven = true;
	b->replies = f->first;
	b->depth--;
}

static void fail(build_t *b)
{
	b->proven = false;
	b->replies = top(b)->first;
	b->depth--;
}

/* written counts a node that the sink took. */
static uint32_t written(build_t *b, err_t err)
{
	if (err != ERR_OK)
		b->end = err;
	return b->nodes++;
}

static bool is_known(build_t *b)
{
	frame_t *f = top(b);
	uint32_t node;

	if (!visited_find(&b->visited, f->key, f->claim.order, &node, &f->zone) &&
	    (defends(b) || !shared_find(&b->shared, b->pos, f->claim.order, &node, &f->zone)))
		return false;
	zone_copy(&b->zone, &f->zone);
	b->node = node;
	b->proven = true;
	b->depth--;
	return true;
}

static void attack_finish(build_t *b, move_t move)
{
	const uint32_t node = written(b, b->sink->attack(b->sink->context, move, PROOF_NONE));

	if (b->rules != NULL)
		b->rules->finish(b->pos, move, &top(b)->zone);
	leave(b, node);
}

static void attack_try(build_t *b, move_t move, claim_t claim)
{
	frame_t *f = top(b);

	if (move == MOVE_NONE || move == MOVE_PASS || claim.depth < 2) {
		fail(b);
		return;
	}
	assert(claim.order <= f->claim.order && claim.depth <= f->claim.depth);
	f->move = move;
	f->step = STEP_MOVE;
	b->game->play(b->pos, move);
	push(b, (claim_t){claim.order, claim.depth - 1});
}

/* longest returns how many plies the top frame, which claims fewer, may claim ("Longer"). */
static unsigned longest(const build_t *b)
{
	const frame_t *f = top(b);

	if (!b->may_be_longer || f->claim.depth + b->depth >= DEPTH_MAX)
		return f->claim.depth;
	for (const frame_t *above = b->frame; above < f; above++)
		if (above->key.lo == f->key.lo && above->key.hi == f->key.hi)
			return f->claim.depth;
	return DEPTH_MAX - b->depth;
}

static void attack_search(build_t *b)
{
	frame_t *f = top(b);
	claim_t claim = f->claim;
	const move_t move = claims_again(&b->claims, b->pos, &claim, longest(b));

	f->again = true;
	if (b->claims.failed != ERR_OK)
		b->end = b->claims.failed;
	if (claim.depth > f->claim.depth)
		f->claim.depth = claim.depth;
	attack_try(b, move, claim);
}

static void attack_enter(build_t *b)
{
	claim_t claim = top(b)->claim;
	move_t move;

	assert(!defends(b) && claim.depth >= 1);
	move = game_distance(b->pos) == 1 ? b->game->finish(b->pos) : MOVE_NONE;
	if (move != MOVE_NONE) {
		attack_finish(b, move);
		return;
	}
	move = claims_known(&b->claims, b->pos, &claim);
	if (move != MOVE_NONE)
		attack_try(b, move, claim);
	else
		attack_search(b);
}

static void attack_back(build_t *b)
{
	frame_t *f = top(b);
	uint32_t node;

	assert(f->step == STEP_MOVE && f->move != MOVE_NONE);
	b->game->undo(b->pos);
	if (!b->proven) {
		if (f->again)
			fail(b);
		else
			attack_search(b);
		return;
	}
	node = written(b, b->sink->attack(b->sink->context, f->move, b->node));
	zone_copy(&f->zone, &b->zone);
	if (b->rules != NULL)
		b->rules->move(b->pos, f->move, &f->zone);
	shared_keep(&b->shared, b->pos, f->claim.order, &f->zone, node);
	leave(b, node);
}

static void add_reply(build_t *b, move_t move)
{
	assert(b->replies < b->reply_room && top(b)->first + top(b)->count == b->replies);
	b->reply[b->replies++] = (proof_reply_t){move, PROOF_NONE};
	top(b)->count++;
}

static bool is_listed(const build_t *b, move_t move)
{
	const frame_t *f = top(b);

	for (uint32_t i = 0; i < f->searched; i++)
		if (b->reply[f->first + i].move == move)
			return true;
	return false;
}

/* list writes the replies that need answers of their own: those that the search looks at, then
 * the other legal ones. */
static void list(build_t *b)
{
	frame_t *f = top(b);
	const bits_t *must = f->narrowed ? &f->must : NULL;
	move_t move[MOVES_MAX];
	unsigned n = game_replies(b->pos, must, move);

	assert(defends(b) && f->count == 0 && f->first == b->replies);
	f->step = STEP_REPLY;
	while (b->replies + 2 * MOVES_MAX > b->reply_room)
		if (!grow(b, (void **)&b->reply, &b->reply_room, sizeof(*b->reply)))
			return;
	for (unsigned i = 0; i < n; i++)
		add_reply(b, move[i]);
	f->searched = f->count;
	n = b->game->legal_moves(b->pos, move);
	for (unsigned i = 0; i < n; i++)
		if ((must == NULL || bits_has(must, move[i])) && !is_listed(b, move[i]))
			add_reply(b, move[i]);
}

/* reply_next goes to the next reply that is legal on the board; false: there is none. */
static bool reply_next(build_t *b)
{
	frame_t *f = top(b);

	while (f->next < f->count) {
		b->game->play(b->pos, b->reply[f->first + f->next].move);
		if (b->game->tail == 0 || b->game->finish(b->pos) == MOVE_NONE) {
			push(b, (claim_t){f->claim.order, f->claim.depth - 1});
			return true;
		}
		b->game->undo(b->pos); /* the king would be taken */
		b->reply[f->first + f->next] = b->reply[f->first + --f->count];
	}
	return false;
}

/* drop_same drops the replies that are answered as all the rest is. */
static void drop_same(build_t *b)
{
	frame_t *f = top(b);
	proof_reply_t *reply = &b->reply[f->first];
	uint32_t kept = 0;

	assert(f->next == f->count); /* each has its answer */
	for (uint32_t i = 0; i < f->count; i++)
		if (reply[i].child != f->rest)
			reply[kept++] = reply[i];
	f->count = kept;
}

static void defend_walk(build_t *b)
{
	frame_t *f = top(b);
	uint32_t node = PROOF_NONE;

	if (b->end != ERR_OK || reply_next(b))
		return;
	if (b->rules != NULL && b->rules->close != NULL)
		b->rules->close(b->pos, &f->must, &f->zone);
	drop_same(b);
	if (f->count > 0 || f->rest != PROOF_NONE || b->depth == 1) /* the root has a node */
		node = written(b, b->sink->defend(b->sink->context, f->rest, &b->reply[f->first],
		                                  f->count));
	leave(b, node);
}

static void defend_enter(build_t *b)
{
	frame_t *f = top(b);
	const bool opens = is_opening(b);

	if (b->game->lost(b->pos) || (b->lambda && f->claim.order == 0 && !opens)) {
		fail(b);
		return;
	}
	if (!b->game->zugzwang && (b->lambda || game_may_pass(b->pos))) {
		f->step = STEP_PASS;
		b->game->play(b->pos, MOVE_PASS);
		push(b, (claim_t){f->claim.order - (b->lambda && !opens), f->claim.depth - 1});
		return;
	}
	shared_fini(&b->shared); /* another board may have other replies */
	list(b);
	defend_walk(b);
}

static void defend_pass(build_t *b)
{
	frame_t *f = top(b);

	assert(f->step == STEP_PASS && f->rest == PROOF_NONE && !f->narrowed);
	b->game->undo(b->pos);
	if (!b->proven) {
		fail(b);
		return;
	}
	f->rest = b->node;
	if (b->rules != NULL) {
		b->rules->must(b->pos, f->claim.order + is_opening(b), &b->zone, &f->must);
		f->narrowed = true;
		zone_copy(&f->zone, &b->zone);
		zone_unroll(&f->zone);
	}
	list(b);
	defend_walk(b);
}

static void defend_back(build_t *b)
{
	frame_t *f = top(b);
	proof_reply_t *reply = &b->reply[f->first + f->next];

	assert(f->step == STEP_REPLY && f->next < f->count);
	b->game->undo(b->pos);
	if (!b->proven) {
		fail(b);
		return;
	}
	reply->child = b->node;
	if (b->rules != NULL) {
		zone_unite(&f->zone, &b->zone);
		if (f->next < f->searched && b->rules->answered != NULL)
			b->rules->answered(b->pos, reply->move, false, false, &f->zone);
	}
	f->next++;
	defend_walk(b);
}

static void enter(build_t *b)
{
	if (is_known(b))
		return;
	if (defends(b))
		defend_enter(b);
	else
		attack_enter(b);
}

static void step(build_t *b)
{
	static void (*const steps[])(build_t *) = {[STEP_ENTER] = enter,
	                                           [STEP_MOVE] = attack_back,
	                                           [STEP_PASS] = defend_pass,
	                                           [STEP_REPLY] = defend_back};

	steps[top(b)->step](b);
}

/* begin makes what the walk needs of memory. */
static err_t begin(build_t *b, const position_t *root, const search_env_t *env, unsigned order)
{
	b->frame_room = FRAMES_AT_FIRST;
	b->reply_room = MOVES_AT_FIRST;
	b->pos = position_clone(root);
	b->frame = mem_alloc_array(b->frame_room, sizeof(*b->frame));
	b->reply = mem_alloc_array(b->reply_room, sizeof(*b->reply));
	if (b->pos == NULL || b->frame == NULL || b->reply == NULL)
		return ERR_NOMEM;
	b->lambda = env->driver == DRIVER_LAMBDA;
	zone_init(&b->zone, 0, 1, 1);
	if (env->zoning == ZONING_SOUND)
		b->rules = b->game->zones;
	if (b->rules != NULL && !b->lambda && !b->rules->is_plain)
		b->rules = NULL;
	if (b->rules != NULL)
		b->rules->begin(b->pos, order + (defends(b) ? 1u : 0u), &b->zone);
	if (b->zone.areas == 0)
		b->rules = NULL;
	if (b->rules != NULL && !b->lambda && b->rules->question != NULL && b->zone.areas == 1 &&
	    b->may_be_longer)
		shared_init(&b->shared);
	return visited_init(&b->visited, b->zone.areas);
}

static void end(build_t *b)
{
	shared_fini(&b->shared);
	visited_fini(&b->visited);
	claims_fini(&b->claims);
	position_free(b->pos);
	mem_free(b->frame, b->frame_room * sizeof(*b->frame));
	mem_free(b->reply, b->reply_room * sizeof(*b->reply));
}

err_t proof_build(const position_t *root, const search_env_t *env, const proof_found_t *found,
                  const budget_t *budget, const proof_sink_t *sink, proof_built_t *out)
{
	build_t b = {.game = root->game, .sink = sink};

	CHECK((found->depth % 2 == 1) == (root->turn == SIDE_ATTACKER));
	CHECK(env->zoning != ZONING_INVERSION);
	claims_init(&b.claims, env, budget);
	b.may_be_longer = found->may_be_longer;
	b.end = begin(&b, root, env, found->order);
	if (b.end == ERR_OK)
		push(&b, (claim_t){found->order, found->depth});
	while (b.end == ERR_OK && b.depth > 0) {
		step(&b);
		budget_tell(budget, b.nodes);
		if (b.end == ERR_OK)
			b.end = budget_spent(budget);
	}
	assert(b.end != ERR_OK || (b.depth == 0 && b.replies == 0));
	if (b.end == ERR_OK && !b.proven)
		b.end = ERR_LIMIT;
	*out = (proof_built_t){.root = b.node,
	                       .nodes = b.nodes,
	                       .again = b.claims.again,
	                       .searched = b.claims.searched};
	end(&b);
	return b.end;
}
