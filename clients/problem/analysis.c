/* SPDX-License-Identifier: MIT
 * analysis.c - see analysis.h.
 *
 * Design     All that is known of the rules of a game comes from the daemon: which moves there are,
 *            whether they work, and the question that each leaves, which is asked in turn. So the
 *            line is followed by asking about all moves of one position after the other.
 *
 * Verdicts   They are the daemon's. That a move is the only one is said only where all others fail;
 *            one that is open leaves that open, too. */
#include "clients/problem/analysis.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LEAST = 3 }; /* protocol/SPEC.md: of job.moves with the attacker first */

/* searches_depth: does the end of a search within these limits show that nothing is proven within
 * the depth? */
static bool searches_depth(const tesuji_request_t *r)
{
	return r->depth != TESUJI_DEFAULT && r->driver != NULL && strcmp(r->driver, "plain") == 0 &&
	       r->engine != NULL && strcmp(r->engine, "alphabeta") == 0;
}

/* slow_down makes the moves of a node fail that do not reach the goal within the depth. */
static void slow_down(analysis_node_t *node)
{
	for (unsigned i = 0; i < node->count; i++) {
		analysis_move_t *m = &node->move[i];

		m->is_slow = m->tried.verdict == TESUJI_MOVE_OPEN && m->tried.has_question &&
		             m->state == TESUJI_DONE;
		if (!m->is_slow)
			continue;
		m->tried.verdict = TESUJI_MOVE_FAILS;
		node->open--;
		node->fails++;
	}
}

/* keep_at_once makes the moves of a node fail that do not reach the goal at once. */
static void keep_at_once(analysis_node_t *node)
{
	node->works = node->fails = node->open = 0;
	for (unsigned i = 0; i < node->count; i++) {
		analysis_move_t *m = &node->move[i];

		m->is_slow |= m->tried.has_question && m->tried.verdict != TESUJI_MOVE_FAILS;
		if (m->is_slow)
			m->tried.verdict = TESUJI_MOVE_FAILS;
		node->works += m->tried.verdict == TESUJI_MOVE_WORKS;
		node->fails += m->tried.verdict == TESUJI_MOVE_FAILS;
		node->open += m->tried.verdict == TESUJI_MOVE_OPEN;
	}
}

static bool is_defence(const tesuji_request_t *r)
{
	return r->first != NULL && strcmp(r->first, tesuji_side_name(TESUJI_DEFENDER)) == 0;
}

static void keep(void *context, const tesuji_event_t *event)
{
	analysis_node_t *node = context;
	const tesuji_report_t *r = &event->report;
	analysis_move_t *m;

	if (node->move == NULL)
		node->move = calloc(node->begun.moves + 1, sizeof(*node->move));
	if (node->move == NULL || node->count >= node->begun.moves)
		return;
	m = &node->move[node->count++];
	m->tried = event->tried;
	m->state = r->state;
	m->value = r->value;
	m->scope = r->scope;
	m->is_slow = r->scope == TESUJI_SCOPE_WITHIN && event->tried.verdict == TESUJI_MOVE_FAILS;
	m->driver = r->driver;
	m->order = r->order;
	m->depth = r->depth;
	m->attacker = r->attacker;
	m->first = r->first;
	snprintf(m->claim, sizeof(m->claim), "%s", r->claim);
	m->has_line = r->line_length > 0;
	if (event->tried.verdict == TESUJI_MOVE_FAILS) {
		snprintf(m->reply, sizeof(m->reply), "%s", r->best);
		snprintf(m->reply_coords, sizeof(m->reply_coords), "%s", r->best_coords);
	}
	snprintf(m->game, sizeof(m->game), "%s", r->game);
	snprintf(m->goal, sizeof(m->goal), "%s", r->goal);
	snprintf(m->target, sizeof(m->target), "%s", r->target);
	snprintf(m->rows, sizeof(m->rows), "%s", r->rows);
	node->works += event->tried.verdict == TESUJI_MOVE_WORKS;
	node->fails += event->tried.verdict == TESUJI_MOVE_FAILS;
	node->open += event->tried.verdict == TESUJI_MOVE_OPEN;
}

static int compare(const void *left, const void *right)
{
	static const int place[] = {
	        [TESUJI_MOVE_WORKS] = 0, [TESUJI_MOVE_FAILS] = 1, [TESUJI_MOVE_OPEN] = 2};
	const analysis_move_t *a = left, *b = right;

	if (a->tried.verdict != b->tried.verdict)
		return place[a->tried.verdict] - place[b->tried.verdict];
	return (a->tried.rank > b->tried.rank) - (a->tried.rank < b->tried.rank);
}

static void node_fini(analysis_node_t *node)
{
	free(node->move);
	*node = (analysis_node_t){.count = 0};
}

/* ask_node asks about all moves of a position. Within one ply the attacker's moves must reach the
 * goal at once: the daemon refuses that depth, which leaves it nothing to search, and is asked for
 * the next one. */
static int ask_node(ask_moves_t ask, void *context, const tesuji_request_t *request,
                    analysis_node_t *out)
{
	const bool at_once = request->depth == 1 && !is_defence(request);
	tesuji_request_t asked = *request;
	int rc;

	*out = (analysis_node_t){.count = 0};
	if (at_once)
		asked.depth = DEPTH_LEAST;
	rc = ask(context, &asked, &out->begun, keep, out);
	if (out->move == NULL) {
		out->count = out->works = out->fails = out->open = 0;
		return rc == 0 && out->begun.moves > 0 ? ANALYSIS_NO_MEMORY : rc;
	}
	if (at_once)
		keep_at_once(out);
	else if (searches_depth(request) && out->begun.first == TESUJI_ATTACKER)
		slow_down(out);
	if (out->count > 0)
		qsort(out->move, out->count, sizeof(*out->move), compare);
	return rc;
}

/* same tells whether a name is that of a move, but for the signs of check and mate. */
static bool same(const char *name, const char *text)
{
	const size_t length = strcspn(name, "+#!?"), other = strcspn(text, "+#!?");

	if (length != other || length == 0)
		return false;
	for (size_t i = 0; i < length; i++)
		if (name[i] != text[i] &&
		    (i > 0 || toupper((unsigned char)name[i]) != toupper((unsigned char)text[i]) ||
		     length > 3))
			return false;
	return true;
}

bool analysis_is_move(const analysis_move_t *move, const char *text)
{
	return same(move->tried.move, text) || same(move->tried.coords, text);
}

static solution_t solution_of(const analysis_node_t *first, const char *solution, int *key)
{
	if (solution == NULL)
		return SOLUTION_UNTOLD;
	for (unsigned i = 0; i < first->count; i++) {
		if (!analysis_is_move(&first->move[i], solution))
			continue;
		if (first->move[i].tried.verdict == TESUJI_MOVE_OPEN)
			return SOLUTION_OPEN;
		if (first->move[i].tried.verdict == TESUJI_MOVE_FAILS)
			return SOLUTION_WRONG;
		*key = (int)i;
		return SOLUTION_RIGHT;
	}
	return SOLUTION_WRONG; /* it is no legal move */
}

/* soonest returns the index of the move that works in the fewest plies, those that decide at once
 * before all others; -1: none works. */
static int soonest(const analysis_node_t *node)
{
	int best = -1;

	for (unsigned i = 0; i < node->works; i++) {
		const analysis_move_t *m = &node->move[i], *than = &node->move[best < 0 ? 0 : best];

		if (best < 0 || (!m->tried.has_question && than->tried.has_question) ||
		    (m->tried.has_question && than->tried.has_question && m->depth < than->depth))
			best = (int)i;
	}
	return best;
}

/* longest returns the index of the reply that holds out longest, a pass only where there is no
 * other; -1: no reply leaves a question that the solver wins. */
static int longest(const analysis_node_t *node)
{
	int best = -1;

	for (unsigned i = node->works; i < node->works + node->fails; i++) {
		const analysis_move_t *m = &node->move[i], *than = &node->move[best < 0 ? 0 : best];
		const bool passes = strcmp(m->tried.move, "pass") == 0;

		if (!m->tried.has_question)
			continue;
		if (best < 0 || (strcmp(than->tried.move, "pass") == 0 && !passes) ||
		    (!passes && m->depth > than->depth))
			best = (int)i;
	}
	return best;
}

bool analysis_question(const analysis_move_t *move, const tesuji_request_t *like,
                       tesuji_request_t *out)
{
	*out = *like;
	if (!move->tried.has_question)
		return false;
	out->sgf = out->fen = NULL;
	out->board = 0;
	out->move = TESUJI_DEFAULT;
	out->game = move->game[0] != '\0' ? move->game : like->game;
	out->rows = move->rows;
	out->options = move->tried.options[0] != '\0' ? move->tried.options : NULL;
	out->goal = move->goal[0] != '\0' ? move->goal : NULL;
	out->target = move->target[0] != '\0' ? move->target : NULL;
	out->attacker = move->attacker;
	out->first = tesuji_side_name(move->first);
	out->ko = move->tried.ko[0] != '\0' ? move->tried.ko : NULL;
	out->attacker_threats = move->tried.attacker_threats;
	out->defender_threats = move->tried.defender_threats;
	return true;
}

static void add_to_line(analysis_t *out, const analysis_move_t *move)
{
	snprintf(out->line[out->length++], TESUJI_POINT_BYTES, "%s", move->tried.move);
}

/* note_dual notes the place that the line has come to if several moves work there. */
static void note_dual(analysis_t *out, const analysis_node_t *node)
{
	analysis_dual_t *d = &out->dual[out->duals];

	if (node->works < 2 || out->duals == ANALYSIS_DUALS_MAX)
		return;
	*d = (analysis_dual_t){.ply = out->length + 1, .works = node->works};
	for (unsigned i = 0; i < node->works && i < ANALYSIS_DUAL_MOVES; i++)
		snprintf(d->move[i], sizeof(d->move[i]), "%s", node->move[i].tried.move);
	out->duals++;
}

/* step takes the line on by a reply and an answer. `at` is the solver's move that it has come to,
 * and becomes the answer; *over: the line ends. */
static int step(ask_moves_t ask, void *context, tesuji_request_t *like, analysis_t *out,
                analysis_move_t *at, bool *over)
{
	tesuji_request_t request;
	analysis_node_t node;
	analysis_move_t reply;
	int rc, i = -1;

	*over = true;
	if (like->within == 1) { /* which was this move */
		out->is_followed = true;
		return 0;
	}
	if (like->within > 1)
		like->within--;
	if (like->depth != TESUJI_DEFAULT)
		like->depth = like->depth > 2 ? like->depth - 2 : 1;
	out->is_followed = !analysis_question(at, like, &request);
	if (out->is_followed || out->length + 2 > ANALYSIS_LINE_MAX)
		return 0;
	rc = ask_node(ask, context, &request, &node);
	if (rc == 0 && node.works + node.open == 0)
		i = longest(&node);
	out->is_followed = rc == 0 && node.works + node.open == 0 && i < 0;
	if (i >= 0)
		reply = node.move[i];
	node_fini(&node);
	if (i < 0)
		return rc;
	add_to_line(out, &reply);
	if (!analysis_question(&reply, like, &request))
		return 0;
	rc = ask_node(ask, context, &request, &node);
	i = rc == 0 ? soonest(&node) : -1;
	if (i >= 0) {
		note_dual(out, &node);
		add_to_line(out, &node.move[i]);
		*at = node.move[i];
		*over = false;
	}
	node_fini(&node);
	return rc;
}

int analysis_run(ask_moves_t ask, void *context, const tesuji_request_t *request,
                 const char *solution, bool follow, analysis_t *out)
{
	tesuji_request_t like = *request;
	analysis_move_t at;
	bool over = false;
	int rc;

	*out = (analysis_t){.key = -1};
	rc = ask_node(ask, context, request, &out->first);
	if (rc != 0)
		return rc;
	out->solution = solution_of(&out->first, solution, &out->key);
	if (out->key < 0)
		out->key = soonest(&out->first);
	if (out->key < 0)
		return 0;
	at = out->first.move[out->key];
	add_to_line(out, &at);
	while (rc == 0 && follow && !over)
		rc = step(ask, context, &like, out, &at, &over);
	return rc;
}

void analysis_fini(analysis_t *analysis)
{
	node_fini(&analysis->first);
}

int analysis_is_sound(const analysis_t *a)
{
	return a->first.works > 0 ? 1 : a->first.open > 0 ? -1 : 0;
}

int analysis_is_unique(const analysis_t *a)
{
	if (a->first.works != 1)
		return a->first.works == 0 && a->first.open > 0 ? -1 : 0;
	return a->first.open > 0 ? -1 : 1;
}
