/* SPDX-License-Identifier: MIT
 * move_report.c - fills the messages of job.moves. What a question's job found is told as job.done
 * tells it (report_result). */
#include "server/move_report.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "server/report.h"

static_assert((int)MSG_MOVE_WORKS == (int)MOVE_WORKS && (int)MSG_MOVE_FAILS == (int)MOVE_FAILS,
              "verdicts have the same numbers");
static_assert((int)MOVES_QUESTIONS_MAX == (int)MOVES_MAX + 1, "so many moves may be told");
static_assert((int)MSG_TARGET_BYTES >= (int)SEQUEL_TARGET_BYTES, "targets fit a message");
static_assert((int)MSG_OPTIONS_BYTES >= (int)SEQUEL_OPTIONS_BYTES, "options fit a message");

static void write_rows(const position_t *pos, char *out, size_t bytes)
{
	strbuf_t rows;

	strbuf_init(&rows, out, bytes);
	pos->game->rows_text(pos, &rows);
}

void move_report_begun(const first_moves_t *moves, const msg_goal_t *goal, msg_moves_t *out)
{
	const position_t *pos = first_moves_position(moves);

	out->moves = first_moves_count(moves);
	strbuf_copy(out->game, sizeof(out->game), pos->game->name);
	strbuf_copy(out->style, sizeof(out->style), report_style(pos->game));
	write_rows(pos, out->rows, sizeof(out->rows));
	out->attacker = (unsigned)pos->game->attacker(pos);
	out->goal = *goal;
}

/* fill_question writes the question that a move has left. */
static void fill_question(const position_t *pos, const sequel_t *s, const msg_goal_t *goal,
                          msg_tried_t *out)
{
	out->has_question = true;
	strbuf_copy(out->done.game, sizeof(out->done.game), pos->game->name);
	strbuf_copy(out->done.rows, sizeof(out->done.rows), s->rows);
	out->done.goal = *goal;
	out->done.goal.attacker = (unsigned)s->attacker;
	out->done.goal.first = (unsigned)s->first;
	strbuf_copy(out->done.goal.target, sizeof(out->done.goal.target), s->rest.target);
	strbuf_copy(out->question.options, sizeof(out->question.options), s->options);
	strbuf_copy(out->question.ko, sizeof(out->question.ko), s->rest.ko);
	out->question.attacker_threats = s->rest.threats[SIDE_ATTACKER];
	out->question.defender_threats = s->rest.threats[SIDE_DEFENDER];
}

/* fill_result writes what is known of it. */
static void fill_result(const first_move_t *v, msg_tried_t *out)
{
	result_t result;

	if (v->job != NULL) {
		job_result(v->job, &result);
		report_result(v->job, &result, &out->done);
		return;
	}
	out->done.state = v->verdict == MOVE_OPEN ? MSG_CANCELLED : MSG_DONE;
	out->done.scope = (unsigned)v->scope;
	out->done.value = v->verdict == MOVE_OPEN              ? MSG_UNDECIDED
	                  : v->sequel->state == SEQUEL_REACHED ? MSG_PROVEN
	                                                       : MSG_DISPROVEN;
}

void move_report(uint64_t status, const first_moves_t *moves, const first_move_t *v,
                 const msg_goal_t *goal, wirebuf_t *out)
{
	msg_tried_t msg;

	memset(&msg, 0, sizeof(msg));
	fill_result(v, &msg);
	msg.status = status;
	strbuf_copy(msg.move, sizeof(msg.move), v->sequel->move);
	strbuf_copy(msg.move_coords, sizeof(msg.move_coords), v->sequel->coords);
	msg.verdict = (unsigned)v->verdict;
	msg.rank = v->rank;
	if (v->sequel->state == SEQUEL_OPEN)
		fill_question(first_moves_position(moves), v->sequel, goal, &msg);
	rpc_put_notification(out, NOTIFY_MOVE);
	msg_tried_write(out, &msg);
}

void move_report_end(uint64_t status, const first_moves_totals_t *totals, wirebuf_t *out)
{
	const msg_moved_t msg = {.status = status,
	                         .works = totals->works,
	                         .fails = totals->fails,
	                         .open = totals->open,
	                         .nodes = totals->nodes,
	                         .time_ms = (double)totals->time_ns / NS_PER_MS};

	rpc_put_notification(out, NOTIFY_MOVED);
	msg_moved_write(out, &msg);
}
