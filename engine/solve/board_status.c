/* SPDX-License-Identifier: MIT
 * board_status.c - a job for each question, and the counting of those that are out.
 *
 * Order      So many as WINDOW are submitted at once, in order of urgency; when one ends the next
 *            follows. The pool looks at each for a moment and puts aside what takes long, so
 *            easy ones are decided within milliseconds whatever stands before them, unless a
 *            whole window is hard. Without a window a dense board would cost its 512 searches
 *            of 480 KB at once, and the caller their making; twice this window, and 32 statuses
 *            of a daemon take a gigabyte. One worker each: there is more than enough to do.
 *
 * Pump       Whoever frees a place fills it; one at a time, in a loop, since a question may be
 *            answered from memory while it is being submitted. A whole board may be: 512
 *            questions that take 10 ms. So the caller asks TURN of them, or for TURN_NS, and comes
 *            again; a worker goes on to the end.
 *
 * End        `out` counts the questions without an end, and one more until board_status_more says
 *            false. The save is asked by the capture before that is counted off, and so is what
 *            follows in the window. Who takes the last off tells what is left and is the last
 *            to touch the status: on_done may have it freed.
 *
 * Locks      `lock` protects the window and what a cancel needs: the jobs and whether there was
 *            one. The solver's is taken inside it, and no callback is called under either. */
#include "engine/solve/board_status.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"

enum {
	TIME_MOST_MS = 86400000, /* limit: of a job (limits.h) */
	WINDOW = 32,             /* limit: jobs at once */
	TURN = 32,               /* latency: questions of one call of board_status_more */
	TURN_NS = NS_PER_MS / 2, /* latency: or so long, for questions that are dear to make */
};

/* A question, asked or not. */
typedef struct {
	board_status_t *status;
	job_t *job;   /* in flight, or NULL; lock of the status */
	bool is_over; /* likewise */
	bool is_due;
	board_status_verdict_t verdict; /* who handles its end */
} item_t;

/* Of one theme. */
typedef struct {
	item_t first, save;
} pair_t;

struct board_status {
	solver_t *solver;
	board_status_request_t request;
	themes_t themes;
	char rows[ROWS_TEXT_MAX];
	char options[ROWS_TEXT_MAX];
	char ko[MOVE_TEXT_MAX];
	pair_t *pair; /* one for each theme */
	uint64_t began_ns;
	pthread_mutex_t lock;
	/* Lock. */
	bool is_cancelled, is_pumping;
	unsigned next, in_flight; /* the theme to be asked next; questions that have a place */

	_Atomic unsigned out; /* acq_rel: who takes the last off sees what the others did */
	board_status_totals_t totals;
};

const char *board_status_asked_name(asked_t asked)
{
	static const char *const names[] = {"capture", "save", "cut"};

	CHECK((unsigned)asked <= ASKED_CUT);
	return names[asked];
}

/* finish tells what was not decided, and ends the status. */
static void finish(board_status_t *s)
{
	for (unsigned i = 0; i < 2 * s->themes.count; i++) {
		item_t *item = i % 2 == 0 ? &s->pair[i / 2].first : &s->pair[i / 2].save;

		if (!item->is_due)
			continue;
		if (item->verdict.value != VALUE_UNDECIDED) {
			s->totals.decided++;
			continue;
		}
		s->totals.undecided++;
		item->verdict.time_ns = clock_now_ns() - s->began_ns;
		s->request.on_verdict(s, &item->verdict, s->request.context);
	}
	s->totals.time_ns = clock_now_ns() - s->began_ns;
	s->request.on_done(s, s->request.context);
}

static void count_off(board_status_t *s)
{
	const unsigned before = atomic_fetch_sub_explicit(&s->out, 1, memory_order_acq_rel);

	assert(before > 0);
	if (before == 1)
		finish(s);
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

/* time_left writes the milliseconds that a question has, 0: no limit; false when there are none. */
static bool time_left(const board_status_t *s, uint64_t *out)
{
	const uint64_t gone = (clock_now_ns() - s->began_ns) / NS_PER_MS;

	*out = s->request.time_ms > 0 ? s->request.time_ms - gone : 0;
	return s->request.time_ms == 0 || gone < s->request.time_ms;
}

static bool is_cancelled(board_status_t *s)
{
	bool is;

	pthread_mutex_lock(&s->lock);
	is = s->is_cancelled;
	pthread_mutex_unlock(&s->lock);
	return is;
}

static void on_job_done(job_t *job, void *context);

static void take_place(board_status_t *s)
{
	pthread_mutex_lock(&s->lock);
	s->in_flight++;
	pthread_mutex_unlock(&s->lock);
}

static void leave_place(board_status_t *s)
{
	pthread_mutex_lock(&s->lock);
	assert(s->in_flight > 0);
	s->in_flight--;
	pthread_mutex_unlock(&s->lock);
}

/* keep_job holds on to a job as long as it runs, for a cancel; one that came meanwhile reaches it
 * here. */
static void keep_job(item_t *item, job_t *job)
{
	board_status_t *s = item->status;
	bool is_over;

	pthread_mutex_lock(&s->lock);
	is_over = item->is_over;
	assert(item->job == NULL); /* a question is asked once */
	if (!is_over)
		item->job = job;
	if (s->is_cancelled)
		solver_cancel(job);
	pthread_mutex_unlock(&s->lock);
	if (is_over)
		job_release(job);
}

/* drop_job gives a job back that has ended: with its board, and all that hangs on it. */
static void drop_job(item_t *item)
{
	board_status_t *s = item->status;
	job_t *job;

	pthread_mutex_lock(&s->lock);
	item->is_over = true;
	job = item->job;
	item->job = NULL;
	pthread_mutex_unlock(&s->lock);
	if (job != NULL)
		job_release(job);
}

/* ask submits a question that has a place and is counted. Who calls it has something counted as
 * well, so the status is there afterwards. */
static void ask(item_t *item)
{
	board_status_t *s = item->status;
	const theme_t *theme = item->verdict.theme;
	const char *ko = colour_of(item) == s->themes.banned ? s->ko : NULL;
	request_t request = {.problem = {.game = s->request.board.game,
	                                 .rows = s->rows,
	                                 .options = s->request.board.options,
	                                 .goal = theme->goal,
	                                 .target = theme->target,
	                                 .first = side_of(item),
	                                 .ko = ko},
	                     .limits = {.order = s->request.order, .workers = 1},
	                     .fresh = s->request.fresh,
	                     .client = s->request.client,
	                     .ko = item->verdict.asked != ASKED_CUT,
	                     .on_done = on_job_done,
	                     .context = item};
	errinfo_t why;
	job_t *job;

	assert(!item->is_due && !item->is_over);
	item->is_due = true;
	if (!is_cancelled(s) && time_left(s, &request.limits.time_ms) &&
	    solver_submit(s->solver, &request, &job, &why) == ERR_OK) {
		keep_job(item, job);
		return;
	}
	leave_place(s);
	count_off(s);
}

static bool has_places_locked(const board_status_t *s)
{
	return s->in_flight < WINDOW && s->next < s->themes.count;
}

/* pump asks up to `most` questions as long as there are places, for `ns` or one that takes longer.
 * True: there are more that nobody else will ask. */
static bool pump(board_status_t *s, unsigned most, uint64_t ns)
{
	const uint64_t began_ns = clock_now_ns();
	bool more;

	pthread_mutex_lock(&s->lock);
	if (s->is_pumping) { /* and will look again */
		pthread_mutex_unlock(&s->lock);
		return false;
	}
	s->is_pumping = true;
	while (most-- > 0 && has_places_locked(s)) {
		item_t *item = &s->pair[s->next++].first;

		s->in_flight++;
		pthread_mutex_unlock(&s->lock);
		ask(item);
		pthread_mutex_lock(&s->lock);
		if (clock_now_ns() - began_ns >= ns)
			break;
	}
	s->is_pumping = false;
	more = has_places_locked(s);
	pthread_mutex_unlock(&s->lock);
	return more;
}

/* ask_save asks whether a block that can be captured can be saved. */
static void ask_save(board_status_t *s, const item_t *capture)
{
	take_place(s);
	atomic_fetch_add_explicit(&s->out, 1, memory_order_relaxed);
	ask(&s->pair[capture->verdict.theme - s->themes.theme].save);
}

/* take makes the verdict of a result. */
static void take(item_t *item, const job_t *job, const result_t *r)
{
	board_status_verdict_t *v = &item->verdict;
	const position_t *pos = job_position(job);
	strbuf_t best;

	v->value = r->value;
	if (r->value != VALUE_UNDECIDED && side_of(item) == SIDE_DEFENDER)
		v->value = r->value == VALUE_PROVEN ? VALUE_DISPROVEN : VALUE_PROVEN;
	v->scope = r->scope;
	v->ko = r->ko;
	v->threats = r->threats;
	v->order = r->order;
	v->remembered = r->remembered;
	v->time_ns = clock_now_ns() - item->status->began_ns;
	strbuf_init(&best, v->best, sizeof(v->best));
	if (v->value == VALUE_PROVEN && r->best != MOVE_NONE)
		pos->game->move_text(pos, r->best, &best);
}

static void on_job_done(job_t *job, void *context)
{
	item_t *item = context;
	board_status_t *s = item->status;
	result_t result;

	job_result(job, &result);
	take(item, job, &result);
	drop_job(item);
	if (item->verdict.value != VALUE_UNDECIDED)
		s->request.on_verdict(s, &item->verdict, s->request.context);
	if (item->verdict.asked == ASKED_CAPTURE && item->verdict.value == VALUE_PROVEN)
		ask_save(s, item);
	leave_place(s);
	(void)pump(s, UINT_MAX, UINT64_MAX);
	count_off(s);
}

static void init_item(board_status_t *s, item_t *item, const theme_t *theme, asked_t asked)
{
	item->status = s;
	item->verdict =
	        (board_status_verdict_t){.asked = asked, .theme = theme, .value = VALUE_UNDECIDED};
}

/* keep_text copies a text that the request has lent. What the game has read is not too long. */
static const char *keep_text(const char *text, char *out, size_t bytes)
{
	strbuf_t copy;

	if (text == NULL)
		return NULL;
	strbuf_init(&copy, out, bytes);
	strbuf_add(&copy, text);
	assert(!copy.overflow);
	return out;
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

static err_t create(solver_t *solver, const board_status_request_t *request, board_status_t **out,
                    errinfo_t *why)
{
	err_t err = check(request, why);
	board_status_t *s;

	*out = NULL;
	if (err != ERR_OK)
		return err;
	if ((s = mem_alloc(sizeof(*s))) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for a board status");
	pthread_mutex_init(&s->lock, NULL);
	s->solver = solver;
	s->request = *request;
	s->began_ns = clock_now_ns();
	err = game_survey(&request->board, request->cuts, &s->themes, why);
	if (err == ERR_OK && s->themes.count > 0) {
		s->pair = mem_alloc_array(s->themes.count, sizeof(*s->pair));
		if (s->pair == NULL)
			err = err_fail(why, ERR_NOMEM, "no memory for a board status");
	}
	if (err != ERR_OK) {
		board_status_free(s);
		return err;
	}
	atomic_init(&s->out, s->themes.count + 1);
	s->request.board.game = game_find(request->board.game)->name;
	s->request.board.options =
	        keep_text(request->board.options, s->options, sizeof(s->options));
	(void)keep_text(request->board.rows, s->rows, sizeof(s->rows));
	(void)keep_text(request->board.ko, s->ko, sizeof(s->ko));
	for (unsigned i = 0; i < s->themes.count; i++) {
		const theme_t *theme = &s->themes.theme[i];

		init_item(s, &s->pair[i].first, theme, theme->is_own ? ASKED_CUT : ASKED_CAPTURE);
		init_item(s, &s->pair[i].save, theme, ASKED_SAVE);
	}
	*out = s;
	return ERR_OK;
}

err_t board_status_begin(solver_t *solver, const board_status_request_t *request,
                         board_status_t **out, errinfo_t *why)
{
	return create(solver, request, out, why);
}

bool board_status_more(board_status_t *s)
{
	const bool more = pump(s, TURN, TURN_NS);

	if (!more)
		count_off(s);
	return more;
}

unsigned board_status_questions(const board_status_t *s)
{
	return s->themes.count;
}

void board_status_cancel(board_status_t *s)
{
	pthread_mutex_lock(&s->lock);
	s->is_cancelled = true;
	for (unsigned i = 0; i < s->themes.count; i++) {
		if (s->pair[i].first.job != NULL)
			solver_cancel(s->pair[i].first.job);
		if (s->pair[i].save.job != NULL)
			solver_cancel(s->pair[i].save.job);
	}
	pthread_mutex_unlock(&s->lock);
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
	pthread_mutex_destroy(&s->lock);
	mem_free(s, sizeof(*s));
}
