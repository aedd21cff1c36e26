/* SPDX-License-Identifier: MIT
 * board_status.c - a question for each block and pair of blocks, and one more for each block that
 * can be captured.
 *
 * The questions are those of a bundle (bundle.h), in order of urgency. One worker each: there is
 * more than enough to do. The save is asked by the capture before that is counted off. The decided
 * verdicts are told as they come; who takes the last question off tells what is left and is the
 * last to touch the status: on_done may have it freed.
 */
#include "engine/solve/board_status.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/bundle.h"

enum { TIME_MOST_MS = 86400000 }; /* limit: of a job (limits.h) */

/* A question, asked or not. */
typedef struct {
	bundled_t question;
	board_status_t *status;
	bool is_due;
	board_status_verdict_t verdict; /* who handles its end */
} item_t;

/* Of one theme. */
typedef struct {
	item_t first, save;
} pair_t;

struct board_status {
	board_status_request_t request;
	themes_t themes;
	kept_problem_t *board; /* the request's, which is not borrowed any more */
	pair_t *pair;          /* one for each theme */
	unsigned next;         /* the theme to be asked next; who pumps the bundle */
	bundle_t bundle;
	board_status_totals_t totals;
};

const char *board_status_asked_name(asked_t asked)
{
	static const char *const names[] = {"capture", "save", "cut", "kill", "live", "eyes"};

	CHECK((unsigned)asked <= ASKED_EYES);
	return names[asked];
}

/* finish tells what was not decided, and ends the status. */
static void finish(void *context)
{
	board_status_t *s = context;

	for (unsigned i = 0; i < 2 * s->themes.count; i++) {
		item_t *item = i % 2 == 0 ? &s->pair[i / 2].first : &s->pair[i / 2].save;

		if (!item->is_due)
			continue;
		if (item->verdict.value != VALUE_UNDECIDED) {
			s->totals.decided++;
			continue;
		}
		s->totals.undecided++;
		item->verdict.time_ns = bundle_time(&s->bundle);
		s->request.on_verdict(&item->verdict, s->request.context);
	}
	s->totals.time_ns = bundle_time(&s->bundle);
	s->totals.cost = bundle_cost(&s->bundle);
	s->request.on_done(s->request.context);
}

/* side_of tells who moves first in a question. */
static side_t side_of(const item_t *item)
{
	return item->verdict.asked == ASKED_CAPTURE ? SIDE_ATTACKER : SIDE_DEFENDER;
}

static colour_t colour_of(const item_t *item)
{
	const colour_t own = item->verdict.theme->colour;

	assert(own == COLOUR_BLACK || own == COLOUR_WHITE);
	return item->verdict.asked == ASKED_SAVE ? own
	       : own == COLOUR_BLACK             ? COLOUR_WHITE
	                                         : COLOUR_BLACK;
}

/* prepare makes the question of an item, which is then to be asked. */
static bundled_t *prepare(item_t *item)
{
	const board_status_t *s = item->status;
	const theme_t *theme = item->verdict.theme;

	assert(!item->is_due);
	item->is_due = true;
	item->question = (bundled_t){
	        .problem = {.game = s->board->problem.game,
	                    .rows = s->board->problem.rows,
	                    .options = s->board->problem.options,
	                    .goal = theme->goal,
	                    .target = theme->target,
	                    .first = side_of(item),
	                    .ko = colour_of(item) == s->themes.banned ? s->board->problem.ko
	                                                              : NULL},
	        .ko = item->verdict.asked != ASKED_CUT,
	        .workers = 1,
	};
	return &item->question;
}

static bundled_t *next_question(void *context)
{
	board_status_t *s = context;

	return s->next < s->themes.count ? prepare(&s->pair[s->next++].first) : NULL;
}

void board_status_take(board_status_verdict_t *v, const job_t *job, const result_t *r, bool is_goal)
{
	const position_t *pos = job_position(job);
	strbuf_t best;

	v->value = r->value;
	if (r->value != VALUE_UNDECIDED && !is_goal)
		v->value = r->value == VALUE_PROVEN ? VALUE_DISPROVEN : VALUE_PROVEN;
	v->scope = r->scope;
	v->ko = r->ko;
	v->threats = r->threats;
	v->order = r->order;
	v->remembered = r->remembered;
	strbuf_init(&best, v->best, sizeof(v->best));
	if (v->value == VALUE_PROVEN && r->best != MOVE_NONE && v->tried[0] == '\0')
		pos->game->move_text(pos, r->best, &best);
}

static void on_ended(bundled_t *question, job_t *job, const result_t *result, void *context)
{
	item_t *item = (item_t *)question; /* which begins with it */
	board_status_t *s = context;

	if (job == NULL)
		return;
	board_status_take(&item->verdict, job, result, side_of(item) == SIDE_ATTACKER);
	item->verdict.time_ns = bundle_time(&s->bundle);
	if (item->verdict.value != VALUE_UNDECIDED)
		s->request.on_verdict(&item->verdict, s->request.context);
	if (item->verdict.asked == ASKED_CAPTURE && item->verdict.value == VALUE_PROVEN)
		bundle_ask(&s->bundle,
		           prepare(&s->pair[item->verdict.theme - s->themes.theme].save));
}

static void init_item(board_status_t *s, item_t *item, const theme_t *theme, asked_t asked)
{
	item->status = s;
	item->verdict =
	        (board_status_verdict_t){.asked = asked, .theme = theme, .value = VALUE_UNDECIDED};
}

static err_t check(const board_status_request_t *r, errinfo_t *why)
{
	if (r->order < -1 || r->order > ORDER_MAX)
		return err_at(why, ERR_RANGE, "order", "%d is not in 0..%d", r->order, ORDER_MAX);
	if (r->time_ms > TIME_MOST_MS)
		return err_at(why, ERR_RANGE, "time_ms", "%llu is not in 0..%d",
		              (unsigned long long)r->time_ms, TIME_MOST_MS);
	return ERR_OK;
}

err_t board_status_begin(solver_t *solver, const board_status_request_t *request,
                         board_status_t **out, errinfo_t *why)
{
	err_t err = check(request, why);
	board_status_t *s;

	*out = NULL;
	if (err != ERR_OK)
		return err;
	if ((s = mem_alloc(sizeof(*s))) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for a board status");
	s->request = *request;
	bundle_init(&s->bundle, &(bundle_config_t){.solver = solver,
	                                           .limits = {.order = request->order},
	                                           .time_ms = request->time_ms,
	                                           .fresh = request->fresh,
	                                           .client = request->client,
	                                           .weight = request->weight,
	                                           .next = next_question,
	                                           .ended = on_ended,
	                                           .done = finish,
	                                           .context = s});
	err = game_survey(&request->board, request->cuts, &s->themes, why);
	if (err == ERR_OK)
		s->board = problem_keep(&request->board);
	if (err == ERR_OK && s->themes.count > 0)
		s->pair = mem_alloc_array(s->themes.count, sizeof(*s->pair));
	if (err != ERR_OK || s->board == NULL || (s->pair == NULL && s->themes.count > 0)) {
		board_status_free(s);
		return err != ERR_OK ? err
		                     : err_fail(why, ERR_NOMEM, "no memory for a board status");
	}
	for (unsigned i = 0; i < s->themes.count; i++) {
		const theme_t *theme = &s->themes.theme[i];

		init_item(s, &s->pair[i].first, theme, theme->is_own ? ASKED_CUT : ASKED_CAPTURE);
		init_item(s, &s->pair[i].save, theme, ASKED_SAVE);
	}
	*out = s;
	return ERR_OK;
}

bool board_status_more(board_status_t *s)
{
	return bundle_more(&s->bundle);
}

unsigned board_status_questions(const board_status_t *s)
{
	return s->themes.count;
}

void board_status_cancel(board_status_t *s)
{
	bundle_cancel(&s->bundle);
}

board_status_totals_t board_status_totals(const board_status_t *s)
{
	return s->totals;
}

void board_status_free(board_status_t *s)
{
	if (s == NULL)
		return;
	mem_free(s->pair, s->themes.count * sizeof(*s->pair));
	problem_forget(s->board);
	bundle_fini(&s->bundle);
	mem_free(s, sizeof(*s));
}
