/* SPDX-License-Identifier: MIT
 * first_moves.c - the questions are those of a bundle (bundle.h).
 *
 * Order      The problem itself is asked first, by all workers, for a quarter of the time at most:
 *            its best move is the first to be asked about, and what it has left in the table serves
 *            all. Then come the moves in the order of the game, one worker each. The answer to the
 *            problem itself is no verdict, and none of the verdicts rests on it.
 *
 * Value      The goal of each question is the problem's, and the attacker the same. So a move of
 *            the attacker's works where its question is proven, one of the defender's where it is
 *            disproven.
 *
 * Limits     Those of each question are the request's, but for the depth: it counts from the
 *            attacker's next move, so that after a move of his two plies fewer are left. Of moves
 *            of his one fewer is left; with none left, what has not reached the goal fails, but in
 *            a game that counts to what follows it (game_t.tail) the question tells. */
#include "engine/solve/first_moves.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/solve/bundle.h"

enum {
	TIME_MOST_MS = 86400000, /* limit: of a job (limits.h) */
	ROOT_SHARE = 4, /* latency: the part of the time that the problem itself may take */
};

/* A first move and its question. */
typedef struct {
	bundled_t question;
	first_moves_t *of;
	move_t move;
	bool is_due; /* its verdict is not told yet */
	sequel_t sequel;
	first_move_t verdict;
} item_t;

struct first_moves {
	first_moves_request_t request;
	kept_problem_t *problem; /* the request's, which is not borrowed any more */
	position_t *pos, *scratch;
	bundled_t root; /* the problem itself */
	unsigned count;
	item_t *item;

	/* Who pumps the bundle. */
	bool root_asked;
	unsigned next;

	_Atomic bool root_over; /* release: what its end has put first is seen */
	_Atomic uint64_t nodes; /* relaxed: a counter */
	bundle_t bundle;
	first_moves_totals_t totals;
};

const char *first_moves_name(move_verdict_t verdict)
{
	static const char *const names[] = {"open", "works", "fails"};

	CHECK((unsigned)verdict <= MOVE_FAILS);
	return names[verdict];
}

static void tell(item_t *item)
{
	first_moves_t *m = item->of;

	item->is_due = false;
	item->verdict.time_ns = bundle_time(&m->bundle);
	m->request.on_verdict(&item->verdict, m->request.context);
}

/* finish tells what was not decided, and ends. A cancel, or the end of the time, leaves moves that
 * nobody has looked at yet. */
static void finish(void *context)
{
	first_moves_t *m = context;

	for (; m->next < m->count; m->next++)
		sequel_make(&m->problem->problem, m->scratch, m->item[m->next].move,
		            &m->item[m->next].sequel);
	for (unsigned i = 0; i < m->count; i++) {
		item_t *item = &m->item[i];
		const move_verdict_t verdict = item->verdict.verdict;

		m->totals.works += verdict == MOVE_WORKS;
		m->totals.fails += verdict == MOVE_FAILS;
		m->totals.open += verdict == MOVE_OPEN;
		if (item->is_due)
			tell(item);
	}
	m->totals.nodes = atomic_load_explicit(&m->nodes, memory_order_relaxed);
	m->totals.time_ns = bundle_time(&m->bundle);
	m->totals.cost = bundle_cost(&m->bundle);
	m->request.on_done(m->request.context);
}

/* verdict_of says what the value of the goal means for a first move. */
static move_verdict_t verdict_of(const first_moves_t *m, value_t value)
{
	if (value == VALUE_UNDECIDED)
		return MOVE_OPEN;
	return (value == VALUE_PROVEN) == (m->pos->turn == SIDE_ATTACKER) ? MOVE_WORKS : MOVE_FAILS;
}

/* ask_root makes the question about the problem itself. */
static bundled_t *ask_root(first_moves_t *m)
{
	const uint64_t share = m->request.limits.time_ms / ROOT_SHARE;

	m->root_asked = true;
	m->root = (bundled_t){.problem = m->problem->problem,
	                      .workers = m->request.limits.workers,
	                      .time_ms = m->request.limits.time_ms > 0 && share == 0 ? 1 : share};
	return &m->root;
}

/* is_spent: has the attacker no move left after this one, within which the goal was to be
 * reached? */
static bool is_spent(const first_moves_t *m)
{
	return m->request.limits.within == 1 && m->pos->turn == SIDE_ATTACKER &&
	       m->pos->game->tail == 0;
}

/* try_move makes the question about a first move; NULL: it is answered, or cannot be stated. */
static bundled_t *try_move(first_moves_t *m, item_t *item)
{
	const problem_t *problem = &m->problem->problem;

	sequel_make(problem, m->scratch, item->move, &item->sequel);
	if (item->sequel.state == SEQUEL_OPEN && is_spent(m)) {
		item->verdict.verdict = MOVE_FAILS;
		item->verdict.scope = SCOPE_WITHIN;
		tell(item);
		return NULL;
	}
	if (item->sequel.state == SEQUEL_OPEN) {
		item->question = (bundled_t){.problem = sequel_problem(problem, &item->sequel),
		                             .workers = 1};
		return &item->question;
	}
	if (item->sequel.state != SEQUEL_UNSTATED) {
		const bool reached = item->sequel.state == SEQUEL_REACHED;

		item->verdict.verdict = verdict_of(m, reached ? VALUE_PROVEN : VALUE_DISPROVEN);
		item->verdict.scope = SCOPE_ABSOLUTE;
		tell(item);
	}
	return NULL;
}

static bundled_t *next_question(void *context)
{
	first_moves_t *m = context;
	bundled_t *question = NULL;

	if (!m->root_asked)
		return ask_root(m);
	if (!atomic_load_explicit(&m->root_over, memory_order_acquire))
		return NULL;
	while (question == NULL && m->next < m->count)
		question = try_move(m, &m->item[m->next++]);
	return question;
}

/* put_first makes `move` the first to be asked about. Nothing has been asked about yet. */
static void put_first(first_moves_t *m, move_t move)
{
	unsigned at = 0, rank;

	while (at < m->count && m->item[at].move != move)
		at++;
	if (at == m->count)
		return;
	rank = m->item[at].verdict.rank;
	for (; at > 0; at--) {
		m->item[at].move = m->item[at - 1].move;
		m->item[at].verdict.rank = m->item[at - 1].verdict.rank;
	}
	m->item[0].move = move;
	m->item[0].verdict.rank = rank;
}

static void on_ended(bundled_t *question, job_t *job, const result_t *result, void *context)
{
	first_moves_t *m = context;
	item_t *item = (item_t *)question; /* which begins with it, but for the root */

	if (job != NULL)
		atomic_fetch_add_explicit(&m->nodes, result->nodes, memory_order_relaxed);
	if (question == &m->root) {
		if (job != NULL && result->best != MOVE_NONE)
			put_first(m, result->best);
		atomic_store_explicit(&m->root_over, true, memory_order_release);
		bundle_resume(&m->bundle);
		return;
	}
	if (job == NULL)
		return;
	job_hold(job);
	item->verdict.job = job;
	item->verdict.verdict = verdict_of(m, result->value);
	item->verdict.scope = result->scope;
	if (item->verdict.verdict != MOVE_OPEN)
		tell(item);
}

/* set_up finds the moves. */
static err_t set_up(first_moves_t *m, errinfo_t *why)
{
	move_t moves[MOVES_MAX + 1];
	err_t err = sequel_moves(&m->request.problem, &m->pos, moves, &m->count, why);

	if (err != ERR_OK)
		return err;
	m->problem = problem_keep(&m->request.problem);
	m->scratch = position_clone(m->pos);
	m->item = m->count > 0 ? mem_alloc_array(m->count, sizeof(*m->item)) : NULL;
	if (m->problem == NULL || m->scratch == NULL || (m->count > 0 && m->item == NULL))
		return err_fail(why, ERR_NOMEM, "no memory for the first moves of a problem");
	for (unsigned i = 0; i < m->count; i++) {
		m->item[i].of = m;
		m->item[i].move = moves[i];
		m->item[i].is_due = true;
		m->item[i].verdict.rank = i + 1;
		m->item[i].verdict.sequel = &m->item[i].sequel;
	}
	return ERR_OK;
}

static err_t check(const first_moves_request_t *r, errinfo_t *why)
{
	if (r->limits.time_ms > TIME_MOST_MS)
		return err_at(why, ERR_RANGE, "limits.time_ms", "%llu is not in 0..%d",
		              (unsigned long long)r->limits.time_ms, TIME_MOST_MS);
	if (r->limits.table_bytes > 0)
		return err_at(why, ERR_VALUE, "limits.table_bytes",
		              "the questions about first moves share a table");
	if (r->limits.depth == 1 && r->problem.first == SIDE_ATTACKER)
		return err_at(why, ERR_RANGE, "limits.depth",
		              "1 leaves nothing to ask after a move");
	return ERR_OK;
}

/* limits_of returns the limits of the questions. That about the problem itself has them, too: it
 * only suggests an order. */
static limits_t limits_of(const first_moves_request_t *r)
{
	limits_t limits = r->limits;

	if (limits.within > 0) {
		limits.bounded = true;
		limits.within -= r->problem.first == SIDE_ATTACKER;
	} else if (limits.depth > 2 && !limits.shortest && r->problem.first == SIDE_ATTACKER) {
		limits.depth -= 2;
	}
	return limits;
}

err_t first_moves_begin(solver_t *solver, const first_moves_request_t *request, first_moves_t **out,
                        errinfo_t *why)
{
	first_moves_t *m;
	err_t err = check(request, why);

	*out = NULL;
	if (err != ERR_OK)
		return err;
	if ((m = mem_alloc(sizeof(*m))) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for the first moves of a problem");
	m->request = *request;
	bundle_init(&m->bundle, &(bundle_config_t){.solver = solver,
	                                           .limits = limits_of(request),
	                                           .time_ms = request->limits.time_ms,
	                                           .fresh = request->fresh,
	                                           .client = request->client,
	                                           .weight = request->weight,
	                                           .next = next_question,
	                                           .ended = on_ended,
	                                           .done = finish,
	                                           .context = m});
	err = set_up(m, why);
	if (err == ERR_OK)
		*out = m;
	else
		first_moves_free(m);
	return err;
}

bool first_moves_more(first_moves_t *m)
{
	return bundle_more(&m->bundle);
}

void first_moves_cancel(first_moves_t *m)
{
	bundle_cancel(&m->bundle);
}

unsigned first_moves_count(const first_moves_t *m)
{
	return m->count;
}

const position_t *first_moves_position(const first_moves_t *m)
{
	return m->pos;
}

void first_moves_drop(const first_move_t *verdict)
{
	/* The verdict is the first_moves_t's, which alone may change it. */
	first_move_t *own = (first_move_t *)(uintptr_t)verdict;

	if (own->job != NULL)
		job_release(own->job);
	own->job = NULL;
}

first_moves_totals_t first_moves_totals(const first_moves_t *m)
{
	return m->totals;
}

void first_moves_free(first_moves_t *m)
{
	if (m == NULL)
		return;
	for (unsigned i = 0; m->item != NULL && i < m->count; i++)
		first_moves_drop(&m->item[i].verdict);
	if (m->item != NULL)
		mem_free(m->item, m->count * sizeof(*m->item));
	position_free(m->scratch);
	position_free(m->pos);
	problem_forget(m->problem);
	bundle_fini(&m->bundle);
	mem_free(m, sizeof(*m));
}
