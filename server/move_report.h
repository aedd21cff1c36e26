/* SPDX-License-Identifier: MIT
 * move_report.h - the messages of job.moves, made of the engine's structures.
 *
 * Threads   the loop thread.
 * Errors    in the buffer (wirebuf.h).
 */
#ifndef SERVER_MOVE_REPORT_H
#define SERVER_MOVE_REPORT_H

#include "engine/solve/first_moves.h"
#include "protocol/msg_moves.h"

/* move_report_begun fills in what the answer to job.moves tells of the problem. */
void move_report_begun(const first_moves_t *moves, const msg_goal_t *goal, msg_moves_t *out);

/* move_report writes the notification of a verdict. `goal` is the problem's, with its type
 * named. */
void move_report(uint64_t status, const first_moves_t *moves, const first_move_t *verdict,
                 const msg_goal_t *goal, wirebuf_t *out);

/* move_report_end writes the last notification. */
void move_report_end(uint64_t status, const first_moves_totals_t *totals, wirebuf_t *out);

#endif
