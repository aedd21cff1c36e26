/* SPDX-License-Identifier: MIT
 * dragon_status.c - the questions are those of a bundle (bundle.h).
 *
 * Order      "kill" and "live" come first, by all workers. What their ends suggest is asked when
 *            they end: "eyes" by the kill that fails, the first moves by the later of two that
 *            succeed, which resumes the bundle. The table then has most of what they need.
 *
 * Goals      "kill" and "live" are one goal, capture-all, with either side first, so that what one
 *            of them proves serves the other. A side that captures some of the blocks has not
 *            killed, and one that keeps a single block has not died.
 *
 * First move A first move is played, and the question is whether the other side, moving next,
 *            refutes it, with all ko threats on its side. Where nothing of the dragon is left after
 *            it, there is nothing to ask: the dragon is killed, unless it was a lone stone that was
 *            taken in a ko. With his threats its owner takes back, which is the board of the status
 *            again with the killer to move: so the move succeeds if "kill" does without a ko.
 *
 * Verdicts   are written by the thread that handles a question's end. on_done comes after all of
 *            them; what is undecided is told just before it. */
#include "engine/solve/dragon_status.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/bundle.h"

enum {
	TIME_MOST_MS = 86400000,                 /* limit: of a job (limits.h) */
	OPTION_BYTES = DRAGON_REGION_BYTES + 16, /* size: "region=" and its value */
};

/* A question, asked or not. */
typedef struct {
	bundled_t question;
	dragon_status_t *status;
	bool is_due;
	board_status_verdict_t verdict;
	dragon_after_t *after; /* of a first move */
} item_t;

enum { KILLS = 1, LIVES = 2 }; /* layout: flags of what has succeeded */

struct dragon_status {
	dragon_status_request_t request;
	dragon_t dragon;
	theme_t theme;         /* that of all verdicts */
	kept_problem_t *board; /* the request's, which is not borrowed any more */
	char option[OPTION_BYTES];
	item_t kill, live, eyes;
	item_t *first;         /* first moves: those that kill, then those that live */
	dragon_after_t *after; /* one for each */

	/* Who pumps the bundle. */
	unsigned asked; /* of kill and live */
	unsigned tried; /* of the first moves */

	_Atomic unsigned succeeded; /* KILLS, LIVES; acq_rel: who sets the second sees the first */
	bundle_t bundle;
	board_status_totals_t totals;
};

const char *dragon_status_name(life_t life)
{
	static const char *const names[] = {"open", "alive", "dead", "unsettled", "ko", "seki"};

	CHECK((unsigned)life <= DRAGON_SEKI);
	return names[life];
}

static unsigned first_moves(const dragon_status_t *s)
{
	return s->first != NULL ? 2 * s->dragon.moves : 0;
}

/* item_at returns the i-th of all items; there are item_count of them. */
static item_t *item_at(dragon_status_t *s, unsigned i)
{
	item_t *const fixed[] = {&s->kill, &s->live, &s->eyes};

	if (i < 3)
		return fixed[i];
	return &s->first[i - 3];
}

static unsigned item_count(const dragon_status_t *s)
{
	return 3 + first_moves(s);
}

static void count(dragon_status_t *s, const board_status_verdict_t *v)
{
	if (v->value == VALUE_UNDECIDED)
		s->totals.undecided++;
	else
		s->totals.decided++;
}

static void tell(item_t *item)
{
	item->verdict.time_ns = bundle_time(&item->status->bundle);
	item->status->request.on_verdict(&item->verdict, item->status->request.context);
}

/* finish tells what was not decided, and ends the status. */
static void finish(void *context)
{
	dragon_status_t *s = context;

	for (unsigned i = 0; i < item_count(s); i++) {
		item_t *item = item_at(s, i);

		if (!item->is_due)
			continue;
		count(s, &item->verdict);
		if (item->verdict.value == VALUE_UNDECIDED)
			tell(item);
	}
	s->totals.time_ns = bundle_time(&s->bundle);
	s->totals.cost = bundle_cost(&s->bundle);
	s->request.on_done(s->request.context);
}

static colour_t other(colour_t colour)
{
	return colour == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
}

/* mover_of tells who moves first in a question. */
static colour_t mover_of(const item_t *item)
{
	const colour_t own = item->status->dragon.colour;

	return item->verdict.asked == ASKED_LIVE ? own : other(own);
}

/* prepare makes the question about a dragon as it stands. */
static bundled_t *prepare(item_t *item)
{
	const dragon_status_t *s = item->status;
	const bool eyes = item->verdict.asked == ASKED_EYES;
	const bool live = item->verdict.asked == ASKED_LIVE;

	assert(!item->is_due);
	item->is_due = true;
	item->question = (bundled_t){
	        .problem = {.game = s->board->problem.game,
	                    .rows = s->board->problem.rows,
	                    .options = s->option[0] != '\0' ? s->option : NULL,
	                    .goal = eyes ? "live-any" : "capture-all",
	                    .target = s->dragon.stones,
	                    .first = eyes || live ? SIDE_DEFENDER : SIDE_ATTACKER,
	                    .ko = mover_of(item) == s->dragon.banned ? s->board->problem.ko : NULL},
	        .ko = true,
	};
	return &item->question;
}

/* settle tells of a first move after which nothing of the dragon is left. */
static void settle(item_t *item)
{
	const bool kills = item->verdict.asked == ASKED_KILL;
	const bool in_ko = item->after->ko[0] != '\0';
	const bool succeeds = kills && (!in_ko || item->status->kill.verdict.ko == KO_NONE);

	item->verdict.value = succeeds ? VALUE_PROVEN : VALUE_DISPROVEN;
	item->verdict.scope = SCOPE_ABSOLUTE;
	tell(item);
}

/* try_move makes the question about a first move; NULL: there is none, or it is answered. "kill"
 * and "live" have succeeded. */
static bundled_t *try_move(item_t *item)
{
	dragon_status_t *s = item->status;
	const bool kills = item->verdict.asked == ASKED_KILL;
	const unsigned i = (unsigned)(item - s->first) % s->dragon.moves;

	if (!game_dragon_after(&s->board->problem, &s->dragon, mover_of(item), s->dragon.move[i],
	                       item->after))
		return NULL;
	item->is_due = true;
	memcpy(item->verdict.tried, item->after->move, sizeof(item->verdict.tried));
	if (item->after->stones[0] == '\0') {
		settle(item);
		return NULL;
	}
	item->question = (bundled_t){
	        .problem = {.game = s->board->problem.game,
	                    .rows = item->after->rows,
	                    .options = s->option[0] != '\0' ? s->option : NULL,
	                    .goal = "capture-all",
	                    .target = item->after->stones,
	                    .first = kills ? SIDE_DEFENDER : SIDE_ATTACKER,
	                    .ko = item->after->ko[0] != '\0' ? item->after->ko : NULL,
	                    .attacker_threats = kills ? 0 : THREATS_UNLIMITED,
	                    .defender_threats = kills ? THREATS_UNLIMITED : 0},
	        .workers = 1,
	};
	return &item->question;
}

static bundled_t *next_question(void *context)
{
	dragon_status_t *s = context;
	bundled_t *question = NULL;

	if (s->asked == 0 && !s->request.kill)
		s->asked = 1;
	if (s->asked == 1 && !s->request.live)
		s->asked = 2;
	if (s->asked < 2)
		return prepare(item_at(s, s->asked++));
	if (atomic_load_explicit(&s->succeeded, memory_order_acquire) != (KILLS | LIVES))
		return NULL;
	while (question == NULL && s->tried < first_moves(s))
		question = try_move(&s->first[s->tried++]);
	return question;
}

/* follow asks what the end of "kill" or "live" suggests. */
static void follow(item_t *item)
{
	dragon_status_t *s = item->status;
	const bool kills = item->verdict.asked == ASKED_KILL;

	if (item->verdict.value == VALUE_DISPROVEN && kills)
		bundle_ask(&s->bundle, prepare(&s->eyes));
	if (item->verdict.value != VALUE_PROVEN)
		return;
	if (atomic_fetch_or_explicit(&s->succeeded, kills ? KILLS : LIVES, memory_order_acq_rel))
		bundle_resume(&s->bundle);
}

static void on_ended(bundled_t *question, job_t *job, const result_t *result, void *context)
{
	item_t *item = (item_t *)question; /* which begins with it */

	(void)context;
	if (job == NULL)
		return;
	/* The goal of "kill" is what the side that moves first wants. */
	board_status_take(&item->verdict, job, result, item->verdict.asked == ASKED_KILL);
	if (item->verdict.value != VALUE_UNDECIDED)
		tell(item);
	if (item->verdict.tried[0] == '\0' && item->verdict.asked != ASKED_EYES)
		follow(item);
}

static void init_item(dragon_status_t *s, item_t *item, asked_t asked)
{
	item->status = s;
	item->verdict = (board_status_verdict_t){
	        .asked = asked, .theme = &s->theme, .value = VALUE_UNDECIDED};
}

/* init_moves prepares the questions about first moves. */
static err_t init_moves(dragon_status_t *s, errinfo_t *why)
{
	const unsigned count = 2 * s->dragon.moves;

	if (count == 0)
		return ERR_OK;
	s->after = mem_alloc_array(count, sizeof(*s->after));
	if (s->after != NULL)
		s->first = mem_alloc_array(count, sizeof(*s->first));
	if (s->first == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for the first moves of a dragon");
	for (unsigned i = 0; i < count; i++) {
		init_item(s, &s->first[i], i < s->dragon.moves ? ASKED_KILL : ASKED_LIVE);
		s->first[i].after = &s->after[i];
	}
	return ERR_OK;
}

/* set_up copies what the questions point at, and prepares them. */
static err_t set_up(dragon_status_t *s, errinfo_t *why)
{
	const dragon_status_request_t *r = &s->request;
	strbuf_t option;

	s->theme = (theme_t){.goal = "capture-all",
	                     .colour = s->dragon.colour,
	                     .size = s->dragon.size,
	                     .liberties = s->dragon.liberties};
	memcpy(s->theme.target, s->dragon.stones, strcspn(s->dragon.stones, " "));
	if ((s->board = problem_keep(&r->board)) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for the status of a dragon");
	if (s->dragon.region[0] != '\0') {
		strbuf_init(&option, s->option, sizeof(s->option));
		strbuf_printf(&option, "region=%s", s->dragon.region);
		assert(!option.overflow);
	}
	init_item(s, &s->kill, ASKED_KILL);
	init_item(s, &s->live, ASKED_LIVE);
	init_item(s, &s->eyes, ASKED_EYES);
	return r->moves ? init_moves(s, why) : ERR_OK;
}

err_t dragon_status_begin(solver_t *solver, const dragon_status_request_t *request,
                          dragon_status_t **out, errinfo_t *why)
{
	dragon_status_t *s;
	err_t err;

	CHECK(request->kill || request->live);
	*out = NULL;
	if (request->time_ms > TIME_MOST_MS)
		return err_at(why, ERR_RANGE, "time_ms", "%llu is not in 0..%d",
		              (unsigned long long)request->time_ms, TIME_MOST_MS);
	if ((s = mem_alloc(sizeof(*s))) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for the status of a dragon");
	s->request = *request;
	bundle_init(&s->bundle, &(bundle_config_t){.solver = solver,
	                                           .limits = {.order = -1,
	                                                      .nodes = request->nodes,
	                                                      .engine = ALGORITHM_DFPN,
	                                                      .driver = DRIVER_PLAIN},
	                                           .time_ms = request->time_ms,
	                                           .fresh = request->fresh,
	                                           .client = request->client,
	                                           .weight = request->weight,
	                                           .next = next_question,
	                                           .ended = on_ended,
	                                           .done = finish,
	                                           .context = s});
	err = game_dragon(&request->board, &request->query, &s->dragon, why);
	if (err == ERR_OK)
		err = set_up(s, why);
	if (err == ERR_OK)
		*out = s;
	else
		dragon_status_free(s);
	return err;
}

bool dragon_status_more(dragon_status_t *s)
{
	return bundle_more(&s->bundle);
}

void dragon_status_cancel(dragon_status_t *s)
{
	bundle_cancel(&s->bundle);
}

const dragon_t *dragon_status_dragon(const dragon_status_t *s)
{
	return &s->dragon;
}

board_status_totals_t dragon_status_totals(const dragon_status_t *s)
{
	return s->totals;
}

life_t dragon_status_life(const dragon_status_t *s)
{
	const board_status_verdict_t *kill = &s->kill.verdict, *live = &s->live.verdict;

	if (kill->value == VALUE_DISPROVEN)
		return s->eyes.verdict.value == VALUE_PROVEN ? DRAGON_SEKI : DRAGON_ALIVE;
	if (live->value == VALUE_DISPROVEN)
		return DRAGON_DEAD;
	if (kill->value != VALUE_PROVEN || live->value != VALUE_PROVEN)
		return DRAGON_OPEN;
	return kill->ko == KO_NONE && live->ko == KO_NONE ? DRAGON_UNSETTLED : DRAGON_KO;
}

void dragon_status_free(dragon_status_t *s)
{
	if (s == NULL)
		return;
	if (s->after != NULL)
		mem_free(s->after, 2 * s->dragon.moves * sizeof(*s->after));
	if (s->first != NULL)
		mem_free(s->first, 2 * s->dragon.moves * sizeof(*s->first));
	problem_forget(s->board);
	bundle_fini(&s->bundle);
	mem_free(s, sizeof(*s));
}
