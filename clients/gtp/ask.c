/* SPDX-License-Identifier: MIT
 * ask.c - see ask.h.
 *
 * Design     The highest order is asked first, together with the verdict by ko, because it proves
 *            whatever a lower order proves. Where it is still undecided after its share of the
 *            nodes, the next lower order is asked: that may find a ko, or a move that works. The
 *            daemon's table still has what the earlier searches found.
 *
 * Undecided  What the highest order leaves undecided counts as not shown: a block is not captured,
 *            an attack fails, and a defence holds, by the best move that a lower order knows. The
 *            life and the death of a group are not taken for granted, both have to be shown. Such
 *            an answer is a judgement, and its basis says so.
 *
 * Links      What is not decided of two stones is judged in link.c. A node of a connection takes
 *            twice the time of a node of a capture, and what is undecided after a part of the nodes
 *            mostly is so after ten times as many. So questions about two stones get a part.
 */
#include "clients/gtp/ask.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "clients/front/asking.h"

enum {
	ORDER_FIRST = 1,    /* it includes order 0, the capture at once */
	LINK_PART = 45,     /* a question about two stones gets 1/LINK_PART of the nodes, */
	GUESS_PART = 55,    /* a guess about them 1/GUESS_PART, */
	GUESS_MOST = 20000, /* and this many at most */
	HIGHEST_PART = 7,   /* the order asked first gets 7/8 of the nodes */
	BRIEF_PART = 16,    /* ask_briefly gets 1/BRIEF_PART of the time */
	BRIEF_NODES = 48,   /* and 1/BRIEF_NODES of the nodes */
};

/* df-pn alone: most questions are answered before alpha-beta has deepened enough to help. */
#define ENGINE "dfpn"

typedef struct {
	const sgf_board_t *board;
	const char *goal;
	unsigned points; /* of point[] that the goal names: 1 or 2 */
	int point[2];
	unsigned attacker; /* colour */
	tesuji_side_t first;
	bool has_to_show; /* a defender who moves first has to prove success, too */
} question_t;

static unsigned enemy_of(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

/* The texts to which a request points: they must live as long as the request. */
typedef struct {
	char rows[SGF_ROWS_BYTES], target[2 * SGF_POINT_BYTES], ko[SGF_POINT_BYTES];
} texts_t;

static void request_fill(const question_t *q, unsigned workers, texts_t *texts,
                         tesuji_request_t *out)
{
	const bool attacks = q->first == TESUJI_ATTACKER;
	const unsigned mover = attacks ? q->attacker : enemy_of(q->attacker);
	size_t used = 0;

	assert(q->points >= 1 && q->points <= 2 && mover != SGF_EMPTY);
	tesuji_request_init(out);
	sgf_board_rows(q->board, texts->rows, sizeof(texts->rows));
	for (unsigned i = 0; i < q->points; i++) {
		if (i > 0)
			texts->target[used++] = ' ';
		sgf_board_point(q->board, q->point[i], texts->target + used, SGF_POINT_BYTES - 1);
		used = strlen(texts->target);
		assert(used < sizeof(texts->target));
	}
	out->game = "go";
	out->rows = texts->rows;
	out->goal = q->goal;
	out->target = texts->target;
	out->first = attacks ? "attacker" : "defender";
	out->ko_verdict = 1;
	out->progress_ms = 0;
	out->workers = workers;
	out->engine = ENGINE;
	if (q->board->ko != SGF_NO_POINT && q->board->ko_stone == mover) {
		sgf_board_point(q->board, q->board->ko, texts->ko, sizeof(texts->ko));
		out->ko = texts->ko;
	}
}

/* answer_of makes an answer of a report. Returns false if the report has no verdict. */
static bool answer_of(const question_t *q, const tesuji_report_t *r, answer_t *out)
{
	static const ask_code_t codes[] = {[TESUJI_KO_UNASKED] = ASK_FAILS,
	                                   [TESUJI_KO_NONE] = ASK_SURE,
	                                   [TESUJI_KO_FIGHT] = ASK_KO_THREAT,
	                                   [TESUJI_KO_FAILS] = ASK_FAILS};

	if (r->ko == TESUJI_KO_UNASKED || r->ko > TESUJI_KO_FAILS)
		return false;
	out->code = codes[r->ko];
	out->basis = ASK_PROVEN;
	if (r->ko == TESUJI_KO_FIGHT && r->ko_threats == 0)
		out->code = ASK_KO;
	out->threats = (unsigned)r->ko_threats;
	out->move = sgf_board_find(q->board, r->best);
	return true;
}

/* solve sends the request and waits for the report. On failure it sets a->failure and returns
 * false. */
static bool solve(ask_t *a, const tesuji_request_t *request,
                  int (*on_progress)(const tesuji_report_t *report, void *user),
                  tesuji_report_t *out)
{
	if (tesuji_solve(a->daemon, request, on_progress, out) != TESUJI_OK) {
		snprintf(a->failure, sizeof(a->failure), "%s", tesuji_last_error(a->daemon)->text);
		return false;
	}
	a->nodes += out->nodes;
	if (out->state == TESUJI_FAILED)
		snprintf(a->failure, sizeof(a->failure), "%s", out->error.text);
	return out->state != TESUJI_FAILED;
}

/* ask_order asks at the order of `request`, within its limits. Sets *known if the search reached
 * a verdict; if it did not, out->move is the move that the search was looking at.
 *
 * A search may end without a verdict because it came back to earlier positions. Then both
 * engines are run in turn: they meet the positions in another order, which mostly decides. */
static bool ask_order(ask_t *a, const question_t *q, tesuji_request_t *request, answer_t *out,
                      bool *known)
{
	static tesuji_report_t report; /* large */

	if (!solve(a, request, NULL, &report))
		return false;
	if (!(*known = answer_of(q, &report, out)) && report.state == TESUJI_DONE) {
		request->engine = NULL;
		if (!solve(a, request, NULL, &report))
			return false;
		*known = answer_of(q, &report, out);
		request->engine = ENGINE;
	}
	if (!*known)
		out->move = sgf_board_find(q->board, report.best);
	return true;
}

/* left_open returns the answer where the highest order is undecided. `lower` is what a lower
 * order found, and counts only if `known`. */
static answer_t left_open(const question_t *q, bool known, const answer_t *lower)
{
	const bool attacks = q->first == TESUJI_ATTACKER;

	answer_t answer = {.code = attacks || q->has_to_show ? ASK_FAILS : ASK_SURE,
	                   .move = SGF_NO_POINT};

	/* A lower order's proof holds at the highest, too: only the refusal of a sure defence
	 * does not. */
	if (known && (attacks || !q->has_to_show || lower->code != ASK_SURE))
		answer = *lower;
	answer.basis = known && attacks == (lower->code != ASK_FAILS) ? ASK_PROVEN : ASK_JUDGED;
	return answer;
}

/* within sets the limits of the next request to what is left of the question's. The order asked
 * first leaves a share of the nodes to the lower ones. Returns false if nothing is left. */
static bool within(const ask_t *a, int64_t start_ms, uint64_t start_nodes, tesuji_request_t *out)
{
	const int64_t nodes = a->limits.nodes - (int64_t)(a->nodes - start_nodes);
	const int64_t ms = a->limits.time_ms - (asking_now() - start_ms);
	const bool has_more = out->order == a->limits.order && out->order > ORDER_FIRST;

	out->nodes = a->limits.nodes == 0 ? 0
	             : has_more           ? nodes - nodes / (HIGHEST_PART + 1)
	                                  : nodes;
	out->time_ms = a->limits.time_ms == 0 ? 0 : ms;
	return (a->limits.nodes == 0 || nodes > 0) && (a->limits.time_ms == 0 || ms > 0);
}

static bool ask(ask_t *a, const question_t *q, answer_t *out)
{
	const int64_t start_ms = asking_now();
	const uint64_t start_nodes = a->nodes;
	tesuji_request_t request;
	int leading = SGF_NO_POINT;
	bool known = false;
	texts_t texts;

	request_fill(q, a->workers, &texts, &request);
	request.order = a->limits.order;
	while (!known && request.order >= ORDER_FIRST &&
	       within(a, start_ms, start_nodes, &request)) {
		if (!ask_order(a, q, &request, out, &known))
			return false;
		if (!known && request.order-- == a->limits.order)
			leading = out->move;
	}
	if (!known || request.order < a->limits.order)
		*out = left_open(q, known, out);
	out->leading = leading;
	return true;
}

/* capture returns the question about a block: can its enemy, moving first, capture it
 * (`attacks`), or can its owner, moving first, prevent that? */
static question_t capture(const sgf_board_t *board, int point, bool attacks)
{
	return (question_t){.board = board,
	                    .goal = "capture",
	                    .points = 1,
	                    .point = {point},
	                    .attacker = enemy_of(board->stones[point]),
	                    .first = attacks ? TESUJI_ATTACKER : TESUJI_DEFENDER};
}

bool ask_works(ask_t *a, const sgf_board_t *board, int point, int move, bool attacks, int64_t nodes,
               tesuji_value_t *out)
{
	static tesuji_report_t report; /* large */
	const tesuji_value_t success = attacks ? TESUJI_PROVEN : TESUJI_DISPROVEN;
	const unsigned owner = board->stones[point];
	sgf_board_t after = *board;
	question_t q = capture(&after, point, !attacks);
	tesuji_request_t request;
	texts_t texts;

	after.ko = SGF_NO_POINT;
	if (move != SGF_NO_POINT)
		sgf_board_play(&after, move, attacks ? enemy_of(owner) : owner);
	if (after.stones[point] == SGF_EMPTY) {
		*out = after.ko == SGF_NO_POINT ? success : TESUJI_UNDECIDED;
		return true;
	}
	request_fill(&q, a->workers, &texts, &request);
	request.ko_verdict = 0;
	request.attacker_threats = attacks ? 0 : TESUJI_UNLIMITED;
	request.defender_threats = attacks ? TESUJI_UNLIMITED : 0;
	request.order = a->limits.order;
	request.nodes = nodes;
	request.time_ms = a->limits.time_ms;
	if (!solve(a, &request, NULL, &report))
		return false;
	*out = report.value;
	return true;
}

bool ask_briefly(ask_t *a, const sgf_board_t *board, int point, bool attacks, answer_t *out,
                 bool *known)
{
	const question_t q = capture(board, point, attacks);
	tesuji_request_t request;
	texts_t texts;

	request_fill(&q, a->workers, &texts, &request);
	request.order = a->limits.order;
	request.nodes = a->limits.nodes == 0 ? 0 : a->limits.nodes / BRIEF_NODES + 1;
	request.time_ms = a->limits.time_ms == 0 ? 0 : a->limits.time_ms / BRIEF_PART + 1;
	return ask_order(a, &q, &request, out, known);
}

bool ask_attack(ask_t *a, const sgf_board_t *board, int point, answer_t *out)
{
	const question_t q = capture(board, point, true);

	return ask(a, &q, out);
}

bool ask_defend(ask_t *a, const sgf_board_t *board, int point, answer_t *out)
{
	const question_t q = capture(board, point, false);

	return ask(a, &q, out);
}

/* link returns the question about two stones. */
static question_t link_of(const sgf_board_t *board, const int points[2], tesuji_side_t first)
{
	return (question_t){.board = board,
	                    .goal = "connect",
	                    .points = 2,
	                    .point = {points[0], points[1]},
	                    .attacker = board->stones[points[0]],
	                    .first = first};
}

bool ask_link(ask_t *a, const sgf_board_t *board, const int points[2], tesuji_side_t first,
              answer_t *out, bool *known)
{
	const question_t q = link_of(board, points, first);
	tesuji_request_t request;
	texts_t texts;

	request_fill(&q, a->workers, &texts, &request);
	request.order = a->limits.order;
	request.nodes = a->limits.nodes == 0 ? 0 : a->limits.nodes / LINK_PART + 1;
	request.time_ms = a->limits.time_ms;
	out->leading = SGF_NO_POINT;
	return ask_order(a, &q, &request, out, known);
}

bool ask_link_guess(ask_t *a, const sgf_board_t *board, const int points[2], tesuji_side_t first,
                    unsigned further, answer_t *out, bool *known)
{
	static tesuji_report_t report; /* large */
	const question_t q = link_of(board, points, first);
	const int64_t nodes = a->limits.nodes / GUESS_PART, order = a->limits.order + further;
	tesuji_request_t request;
	texts_t texts;

	request_fill(&q, a->workers, &texts, &request);
	request.ko_verdict = 0;
	request.zone = "inversion";
	request.order = order < ASK_ORDER_MOST ? order : ASK_ORDER_MOST;
	request.nodes = nodes > 0 && nodes < GUESS_MOST ? nodes : GUESS_MOST;
	request.time_ms = a->limits.time_ms;
	if (!solve(a, &request, NULL, &report))
		return false;
	*known = report.value != TESUJI_UNDECIDED;
	*out = (answer_t){.code = (report.value == TESUJI_PROVEN) == (first == TESUJI_ATTACKER)
	                                  ? ASK_SURE
	                                  : ASK_FAILS,
	                  .basis = ASK_JUDGED,
	                  .move = sgf_board_find(board, report.best),
	                  .leading = SGF_NO_POINT};
	return true;
}

/* ask_life asks whether the owner of the block at `point` can make it unconditionally alive. */
static bool ask_life(ask_t *a, const sgf_board_t *board, int point, tesuji_side_t first,
                     answer_t *out)
{
	const question_t q = {.board = board,
	                      .goal = "live",
	                      .points = 1,
	                      .point = {point},
	                      .attacker = board->stones[point],
	                      .first = first,
	                      .has_to_show = true};

	return ask(a, &q, out);
}

bool ask_kill(ask_t *a, const sgf_board_t *board, int point, answer_t *out)
{
	return ask_life(a, board, point, TESUJI_DEFENDER, out);
}

bool ask_live(ask_t *a, const sgf_board_t *board, int point, answer_t *out)
{
	return ask_life(a, board, point, TESUJI_ATTACKER, out);
}

bool ask_goal(ask_t *a, const sgf_board_t *board, const goal_t *goal, tesuji_report_t *out)
{
	const question_t q = {.board = board,
	                      .goal = goal->name,
	                      .points = goal->points,
	                      .point = {goal->point[0], goal->point[1]},
	                      .attacker = goal->is_own ? board->stones[goal->point[0]]
	                                               : enemy_of(board->stones[goal->point[0]]),
	                      .first = goal->first};
	tesuji_request_t request;
	texts_t texts;

	request_fill(&q, a->workers, &texts, &request);
	request.ko_verdict = 0;
	request.engine = NULL;
	request.order = a->limits.order;
	request.nodes = a->limits.nodes;
	request.time_ms = a->limits.time_ms;
	request.progress_ms = a->on_progress != NULL ? ASK_PROGRESS_MS : 0;
	request.user = a;
	return solve(a, &request, a->on_progress, out);
}
