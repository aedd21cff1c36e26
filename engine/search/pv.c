/* SPDX-License-Identifier: MIT
 * pv.c - reading a proof's main line.
 *
 * A proof is a tree; its line follows, at the attacker's nodes, the move the
 * table holds for the least order that is proven, and at the defender's nodes
 * the reply with the greatest proven depth. An entry has one move for all orders:
 * the last proof's. Where that is not the move of the order read here, the claim
 * about the next node may not be found, and is searched again or ends the line. */
#include "engine/search/pv.h"

#include "engine/base/check.h"
#include "engine/search/core/key.h"
#include "engine/search/core/stop.h"
#include "engine/tuning/tuning.h"

typedef struct {
	const game_t *game;
	const hints_t *hints; /* of the question */
	position_t *pos;
	const search_env_t *env;
	unsigned order, depth; /* the claim about the position that is reached */
	uint64_t nodes;
	move_t *out;
	unsigned length, room;
} pv_t;

static poll_t fill_poll(void *context, search_t *search, unsigned nodes)
{
	pv_t *l = context;

	(void)search;
	l->nodes += nodes;
	return l->nodes > PV_FILL_NODES ? POLL_STOP : POLL_GO;
}

/* fill searches the position again and returns the winning move. */
static move_t fill(pv_t *l)
{
	static const _Atomic bool never = false;
	const _Atomic uint32_t serial = 0;
	search_env_t env = {.table = l->env->table,
	                    .driver = l->env->driver,
	                    .zoning = l->env->zoning,
	                    .most = l->order,
	                    .serial = &serial,
	                    .poll = fill_poll,
	                    .context = l};
	search_t *s = NULL;
	move_t best = MOVE_NONE;

	if (search_create(l->pos, &env, &s) != ERR_OK)
		return MOVE_NONE;
	search_begin(s, l->order, l->depth, 0);
	if (search_run(s, &never) == SEARCH_DONE && search_value(s) == VALUE_PROVEN) {
		best = search_best(s);
		l->depth = search_plies(s);
	}
	l->nodes += search_take_nodes(s);
	search_free(s);
	return best;
}

static void probe(const pv_t *l, ttentry_t *out)
{
	key_probe(l->env->table, l->env->driver, l->env->zoning, l->pos, out);
}

/* attack_move returns the attacker's move and narrows the claim to the least
 * order and depth that are proven. */
static move_t attack_move(pv_t *l)
{
	move_t m = game_distance(l->pos) == 1 ? l->game->finish(l->pos) : MOVE_NONE;
	ttentry_t e;

	if (m != MOVE_NONE) {
		l->depth = 1;
		return m;
	}
	probe(l, &e);
	for (unsigned i = 1; i <= l->order; i++) {
		if (entry_proven(&e, i, l->depth) && e.move != MOVE_NONE) {
			l->order = i;
			l->depth = entry_proven_plies(&e, i, l->depth);
			return e.move;
		}
	}
	return l->depth >= 3 ? fill(l) : MOVE_NONE;
}

/* idle_move is the defender's when no reply is worth trying: lambda passes; without
 * it he plays anything legal where he may not pass. MOVE_NONE: that ends the game. */
static move_t idle_move(const pv_t *l)
{
	move_t list[MOVES_MAX];

	if (l->env->driver == DRIVER_LAMBDA || game_may_pass(l->pos))
		return MOVE_PASS;
	if (l->game->legal_moves(l->pos, list) > 0)
		return list[0];
	return l->game->tail > 0 ? MOVE_PASS : MOVE_NONE;
}

/* after asks the table about the position after a reply; `stocks` is what a key without the stocks
 * of threats differs by. A sure key saves playing it: there may be hundreds. */
static void after(pv_t *l, move_t reply, hashkey_t stocks, ttentry_t *out)
{
	hashkey_t key;

	if (l->hints->sure_key == NULL || !l->hints->sure_key(l->pos, reply)) {
		l->game->play(l->pos, reply);
		probe(l, out);
		l->game->undo(l->pos);
		return;
	}
	key = key_of_search(l->env->driver, l->env->zoning, l->hints->likely_key(l->pos, reply));
	key_probe_both(l->env->table, key, (hashkey_t){key.lo ^ stocks.lo, key.hi ^ stocks.hi},
	               out);
}

/* fetch asks memory for the entry after a reply. */
static void fetch(const pv_t *l, move_t reply)
{
	if (l->hints->likely_key != NULL)
		ttable_prefetch(l->env->table, key_of_search(l->env->driver, l->env->zoning,
		                                             l->hints->likely_key(l->pos, reply)));
}

/* reply_move returns the defender's longest resistance. */
static move_t reply_move(pv_t *l)
{
	const hashkey_t key = key_of_position(l->env->driver, l->env->zoning, l->pos);
	hashkey_t stocks = key_without_stocks(l->env->driver, l->env->zoning, l->pos, key);
	move_t list[MOVES_MAX], best = MOVE_NONE;
	unsigned n = game_replies(l->pos, NULL, list), longest = 0;

	stocks = (hashkey_t){stocks.lo ^ key.lo, stocks.hi ^ key.hi};
	for (unsigned i = 0; i < n && i < FETCH_AHEAD; i++)
		fetch(l, list[i]);
	for (unsigned i = 0; i < n; i++) {
		unsigned plies;
		ttentry_t e;

		if (i + FETCH_AHEAD < n)
			fetch(l, list[i + FETCH_AHEAD]);
		after(l, list[i], stocks, &e);
		plies = entry_proven_plies(&e, l->order, 1);
		if (plies > longest || best == MOVE_NONE) {
			longest = plies;
			best = list[i];
		}
	}
	return best != MOVE_NONE ? best : idle_move(l);
}

static void add(pv_t *l, move_t m)
{
	l->out[l->length++] = m;
	l->game->play(l->pos, m);
	l->depth--;
}

unsigned pv_read(const position_t *root, const search_env_t *env, unsigned order, unsigned depth,
                 move_t *out, unsigned room)
{
	move_t m;
	pv_t l = {.game = root->game,
	          .hints = game_hints(root),
	          .env = env,
	          .order = order,
	          .depth = depth,
	          .out = out,
	          .room = room};

	CHECK((depth % 2 == 1) == (root->turn == SIDE_ATTACKER));
	l.pos = position_clone(root);
	if (l.pos == NULL)
		return 0;
	m = root->turn == SIDE_DEFENDER ? reply_move(&l) : MOVE_NONE;
	if (m != MOVE_NONE)
		add(&l, m);
	/* A defender without a move has lost where he stands. */
	while (l.pos->turn == SIDE_ATTACKER && l.length + 2 <= room && !stop_passes(STOP_LINE)) {
		m = attack_move(&l);
		if (m == MOVE_NONE)
			break;
		add(&l, m);
		if (l.depth < 2) { /* the goal, or as good as */
			l.length -= l.length >= l.game->tail ? l.game->tail : 0;
			break;
		}
		m = reply_move(&l);
		if (m == MOVE_NONE)
			break;
		add(&l, m);
		if (m == MOVE_PASS && env->driver == DRIVER_LAMBDA)
			l.order--;
	}
	position_free(l.pos);
	return l.length;
}
