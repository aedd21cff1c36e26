/* SPDX-License-Identifier: MIT
 * deny.c - replays every node of a denial on every position that the node has to answer.
 *
 * Why it is a denial: let M be the positions with the attacker to move that are met at nodes that
 * go on. From each of them every legal move of the attacker was tried: it does not reach the
 * goal, and the answer leads to a position of M, to a position that is lost for the attacker for
 * good, or to a stop. A stop is at a position that is held by the rules alone, or that is in M.
 * So if the defender answers this way, the goal is not reached in one move from M, nor in two,
 * and so on: it is never reached. A line may go round in M for ever, which is a success of the
 * defender.
 *
 * In a denial of lambda the members of M are pairs of a position and an order. A pass of the
 * defender leads to the order below; below order 0 nothing is reached, because that takes a move.
 * Suppose that lambda proved a pair of M, and take one of least depth: its proof would contain a
 * proof of less depth for a pair that the answers lead to.
 *
 * In a denial within some moves of the attacker's the members of M are pairs of a position and of
 * how many moves he has left. Each of his moves costs one; with none left the goal is not reached,
 * because that takes a move of his. So from a member the goal is not reached within the moves left:
 * by induction over them, since the answers lead to members with one less, or to stops. A stop is
 * held as well if more moves in a row take him there than he has left, in games whose defender may
 * always move without coming nearer to that (he may pass, or his stones never help the attacker):
 * not in chess, and not where he may have to fill his own liberties.
 *
 * There are no zones here: every move of the attacker is tried. What was met is kept whole
 * (seen.h), so no line is replayed twice, and the replay ends. */
#include "engine/proof/check/deny.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/proof/check/claim.h"
#include "engine/proof/check/limit.h"
#include "engine/proof/check/seen.h"

typedef struct {
	uint32_t node;
	int move; /* that led here */
	int order;
	int cursor; /* next move to look at; of an answer: 0 before it, 1 after */
	check_board_t board;
} frame_t;

typedef struct {
	const check_claim_t *claim;
	const strategy_t *strategy;
	check_result_t *result;
	const check_options_t *options;
	const deny_watch_t *watch; /* NULL: nobody does */
	errinfo_t *why;
	seen_t met;
	err_t failed;
	unsigned depth;
	bool bad;
	frame_t stack[CERTIFICATE_LINE_MAX];
} deny_t;

static const strategy_node_t *node_of(const deny_t *d, const frame_t *f)
{
	return &d->strategy->nodes[f->node];
}

static void push(deny_t *d, uint32_t node, int order, const check_board_t *board, int move)
{
	frame_t *f = &d->stack[d->depth++];

	assert(d->depth <= CERTIFICATE_LINE_MAX);
	*f = (frame_t){.node = node, .move = move, .order = order, .cursor = PASS, .board = *board};
}

/* bad ends the replay: `move` after the line so far, or the last node of it (NO_MOVE). */
enum { NO_MOVE = CERTIFICATE_MOVE_MAX + 1 };

static void bad(deny_t *d, int move, const char *reason)
{
	strbuf_t out;

	strbuf_init(&out, d->result->path, sizeof(d->result->path));
	for (unsigned i = 1; i < d->depth + (move != NO_MOVE); i++) {
		if (i > 1)
			strbuf_char(&out, ' ');
		claim_move(d->claim, i < d->depth ? d->stack[i].move : move, &out);
	}
	d->result->node = d->stack[d->depth - 1].node;
	(void)snprintf(d->result->reason, sizeof(d->result->reason), "%s", reason);
	d->bad = true;
}

/* judge says what `move`, the last, has come to. Lambda counts the pass by which the attacker says
 * that his stones live. */
static outcome_t judge(const deny_t *d, const check_board_t *board, int move)
{
	const outcome_t outcome = d->claim->rules->judge(d->claim, board);

	if (outcome == REACHED && d->claim->lambda && d->claim->lives && move != PASS)
		return OPEN;
	return outcome;
}

static int moves_of(const deny_t *d)
{
	return d->claim->rules->columns != NULL ? d->claim->area : CODES_MAX;
}

/* next_legal returns the next legal move from `move` on, or the number of moves there are. */
static int next_legal(const deny_t *d, const check_board_t *board, int move)
{
	while (move < moves_of(d) && !d->claim->rules->legal(d->claim, board, move))
		move++;
	return move;
}

/* is_held: is the attacker, to move, kept from the goal by the rules alone, or was the position met
 * at a node that goes on? What is cheap to find out comes first: in Go, whether stones are alive is
 * not. What is not met counts as a position that is looked at; d->failed is set if it is one too
 * many. */
static bool is_held(deny_t *d, const frame_t *f)
{
	const rules_t *rules = d->claim->rules;

	if (seen_has(&d->met, MET_GOES_ON, f->order, &f->board))
		return true;
	d->failed = limit_count(d->result, d->options, d->why);
	if (d->failed != ERR_OK)
		return false;
	if (d->claim->lambda && rules->distance(d->claim, &f->board) > f->order + 1)
		return true;
	if (d->claim->bounded && d->claim->waits && rules->distance(d->claim, &f->board) > f->order)
		return true;
	if (rules->safe != NULL && rules->safe(d->claim, &f->board))
		return true;
	return next_legal(d, &f->board, PASS) == moves_of(d);
}

/* meet notes the position; false: it was met with this node before. */
static bool meet(deny_t *d, const frame_t *f, bool stops)
{
	bool is_new = false;

	d->failed = seen_add(&d->met, stops ? MET_STOPS : (int64_t)f->node, f->order, &f->board,
	                     &is_new);
	if (d->failed != ERR_OK || stops || !is_new)
		return false;
	d->failed = seen_add(&d->met, MET_GOES_ON, f->order, &f->board, &is_new);
	if (d->failed != ERR_OK)
		return false;
	if (is_new && d->watch != NULL)
		d->watch->told(d->watch->context, f->node, f->order, &f->board);
	d->failed = limit_count(d->result, d->options, d->why);
	return d->failed == ERR_OK;
}

/* attack looks at the attacker's next move. */
static void attack(deny_t *d, frame_t *f)
{
	const strategy_node_t *node = node_of(d, f);
	uint32_t child;
	check_board_t after;
	outcome_t outcome;
	int move;

	assert(f->board.turn == ATTACKER && f->order >= 0);
	if (d->claim->bounded && f->order == 0) { /* he has no move left */
		d->depth--;
		return;
	}
	if (f->cursor == PASS) {
		const bool stops = node->child == CERTIFICATE_NONE && node->count == 0;

		if ((stops && is_held(d, f)) || d->failed != ERR_OK || !meet(d, f, stops)) {
			d->depth--;
			return;
		}
	}
	move = next_legal(d, &f->board, f->cursor);
	if (move == moves_of(d)) {
		d->depth--;
		return;
	}
	f->cursor = move + 1;
	after = f->board;
	d->claim->rules->play(d->claim, &after, move);
	outcome = judge(d, &after, move);
	if (outcome == LOST)
		return;
	child = strategy_listed(d->strategy, f->node, move);
	if (child == CERTIFICATE_NONE)
		child = node->child;
	if (outcome == REACHED)
		bad(d, move, "the attacker's move reaches the goal");
	else if (child == CERTIFICATE_NONE)
		bad(d, move, "the attacker's move has no answer");
	else
		push(d, child, f->order - d->claim->bounded, &after, move);
}

/* answer makes the defender's move. */
static void answer(deny_t *d, frame_t *f)
{
	const strategy_node_t *node = node_of(d, f);
	const bool passes = d->claim->lambda && node->move == PASS;
	const int order = f->order - (passes && d->depth > 1);
	check_board_t after = f->board;
	outcome_t outcome;

	assert(f->board.turn == DEFENDER && !node->defence);
	if (f->cursor != PASS) {
		d->depth--;
		return;
	}
	f->cursor++;
	if (!passes && !d->claim->rules->legal(d->claim, &f->board, node->move)) {
		bad(d, node->move, "the defender's move is not legal");
		return;
	}
	if (order < 0)
		return; /* lambda allows no move more */
	d->claim->rules->play(d->claim, &after, node->move);
	outcome = judge(d, &after, node->move);
	if (outcome == REACHED)
		bad(d, node->move, "the defender's move lets the goal be reached");
	else if (outcome == OPEN && node->child == CERTIFICATE_NONE)
		bad(d, node->move, "the defender's last move does not put the goal out of reach");
	else if (outcome == OPEN)
		push(d, node->child, order, &after, node->move);
}

err_t deny_replay(const check_claim_t *claim, const strategy_t *strategy,
                  const check_options_t *options, size_t memory, const deny_watch_t *watch,
                  check_result_t *out, errinfo_t *why)
{
	deny_t *d = mem_alloc(sizeof(*d));
	errinfo_t limit = {.code = ERR_OK};
	err_t failed;

	if (d == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	d->claim = claim;
	d->strategy = strategy;
	d->result = out;
	d->options = options;
	d->watch = watch;
	d->why = &limit;
	d->failed = seen_init(&d->met, claim, memory);
	if (d->failed == ERR_OK && claim->rules->judge(claim, &claim->start) != LOST)
		push(d, strategy->root, claim->order, &claim->start, PASS);
	while (d->failed == ERR_OK && !d->bad && d->depth > 0) {
		frame_t *f = &d->stack[d->depth - 1];

		if (node_of(d, f)->defence)
			attack(d, f);
		else
			answer(d, f);
	}
	if (d->failed == ERR_OK && !d->bad && seen_unmet(&d->met)) {
		out->node = strategy->root;
		(void)snprintf(out->reason, sizeof(out->reason),
		               "a line stops where nothing holds the attacker");
		d->bad = true;
	}
	out->proven = d->failed == ERR_OK && !d->bad;
	if (limit.code != ERR_OK)
		(void)err_fail(why, limit.code, "%s", limit.text);
	else if (d->failed == ERR_LIMIT)
		(void)err_fail(why, ERR_LIMIT,
		               "not decided within %zu bytes, which hold %" PRIu64 " positions",
		               memory, out->positions);
	else if (d->failed != ERR_OK)
		(void)err_fail(why, d->failed, "%s", err_text(d->failed));
	failed = d->failed;
	seen_fini(&d->met);
	mem_free(d, sizeof(*d));
	return failed;
}
