/* SPDX-License-Identifier: MIT
 * scaling_turns.c - several workers of df-pn in one thread, one after the other for some nodes
 * each: what they would do with a core each that takes the same time for every node.
 *
 * Nothing else that the machine does matters, and a run comes out the same the next time, so
 * that a change of the search can be told from chance. What it does not see is time: a node
 * that costs more beside others, or a worker that the kernel has put aside. */
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/rng.h"
#include "engine/search/search.h"
#include "tests/bench/scaling.h"

/* Nodes of a turn: half to one and a half times as many, else workers would march in step. It
 * is how stale what one worker sees of the others may be: some microseconds' worth. */
enum { TURN_NODES = POLL_NODES, WORKERS_MAX = 1024 };

typedef struct {
	search_t *search;
	_Atomic uint64_t *nodes; /* of all; one thread writes, search.h wants it so */
	unsigned left;           /* of its turn */
	uint64_t elapsed;        /* nodes that it had time for */
} worker_t;

static poll_t poll(void *context, search_t *search, unsigned nodes)
{
	worker_t *w = context;

	(void)search;
	*w->nodes += nodes;
	w->elapsed += nodes;
	if (w->left <= nodes)
		return POLL_YIELD;
	w->left -= nodes;
	return POLL_GO;
}

/* go_round gives each worker its turn, until one has the answer. */
static bool go_round(worker_t *w, unsigned workers, rng_t *rng, result_t *out)
{
	static const _Atomic bool never = false;

	for (unsigned i = 0; i < workers; i++) {
		w[i].left = TURN_NODES / 2 + rng_below(rng, TURN_NODES);
		switch (search_run(w[i].search, &never)) {
		case SEARCH_DONE:
			out->value = search_value(w[i].search);
			out->state = JOB_DONE;
			return true;
		case SEARCH_FAILED:
			out->state = JOB_FAILED;
			return true;
		case SEARCH_WAITING:
			w[i].elapsed += TURN_NODES;
			break;
		default:
			break;
		}
	}
	return false;
}

/* run asks at out->depth. */
static bool run(const turns_t *turns, const position_t *root, search_env_t *env, unsigned order,
                result_t *out)
{
	static worker_t w[WORKERS_MAX];
	const _Atomic uint32_t serial = 1;
	rng_t rng = {.state = turns->workers};
	_Atomic uint64_t nodes = 0;
	uint64_t elapsed = 0;
	bool fine = turns->workers <= WORKERS_MAX;

	memset(w, 0, sizeof(w));
	env->serial = &serial;
	env->nodes = &nodes;
	for (unsigned i = 0; fine && i < turns->workers; i++) {
		w[i].nodes = &nodes;
		env->context = &w[i];
		fine = search_create(root, env, &w[i].search) == ERR_OK;
		if (fine)
			search_begin(w[i].search, order, out->depth, serial);
	}
	while (fine && !go_round(w, turns->workers, &rng, out))
		;
	for (unsigned i = 0; i < turns->workers && w[i].search != NULL; i++) {
		const unsigned more = search_take_nodes(w[i].search);

		nodes += more;
		elapsed = w[i].elapsed + more > elapsed ? w[i].elapsed + more : elapsed;
		search_free(w[i].search);
	}
	env->serial = NULL;
	env->nodes = NULL;
	out->nodes = nodes;
	out->time_ns = elapsed * TURNS_NODE_NS;
	return fine && out->state == JOB_DONE;
}

bool turns_solve(const turns_t *turns, const case_t *c, result_t *out)
{
	const problem_t problem = case_problem(c);
	search_env_t env = {.driver = turns->driver,
	                    .algorithm = ALGORITHM_DFPN,
	                    .zoning = ZONING_SOUND,
	                    .most = c->limit,
	                    .poll = poll};
	const unsigned order = turns->driver == DRIVER_PLAIN ? PLAIN_ORDER : c->limit;
	position_t *root = NULL;
	errinfo_t why;
	bool fine;

	memset(out, 0, sizeof(*out));
	out->order = order;
	out->depth = c->within > 0 ? c->within : DEPTH_MAX;
	fine = game_create(&problem, &root, &why) == ERR_OK &&
	       ttable_create(turns->table_bytes, &env.table) == ERR_OK &&
	       (turns->workers == 1 || marks_create(&env.marks) == ERR_OK) &&
	       run(turns, root, &env, order, out);
	marks_free(env.marks);
	ttable_free(env.table);
	position_free(root);
	return fine;
}
