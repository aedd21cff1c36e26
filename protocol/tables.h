/* SPDX-License-Identifier: MIT
 * tables.h - the tables of fields of what travels, for programs that describe it.
 *
 * Threads   any; constants.
 */
#ifndef PROTOCOL_TABLES_H
#define PROTOCOL_TABLES_H

#include "protocol/record.h"

extern const field_t msg_submit_fields[];       /* job.submit and job.moves: the parameters */
extern const field_t msg_submitted_fields[];    /* job.submit: the result */
extern const field_t msg_kept_fields[];         /* job.ack: the result; job.kept */
extern const field_t msg_batched_fields[];      /* batch.submit: the result */
extern const field_t msg_batch_status_fields[]; /* batch.status: the result */
extern const field_t msg_cancelled_fields[];    /* job.cancel: the result */
extern const field_t msg_job_fields[];          /* job.status and job.watch: the result */
extern const field_t msg_row_fields[];          /* job.list: an item of "jobs" */
extern const field_t msg_progress_fields[];     /* job.progress */
extern const field_t msg_done_fields[];         /* job.done */
extern const field_t msg_info_fields[];         /* server.info: the result */
extern const field_t msg_game_fields[];         /* and an item of its "games" */
extern const field_t msg_hello_fields[];        /* server.hello: the result */
extern const field_t msg_status_fields[];       /* go.status: the parameters */
extern const field_t msg_begun_fields[];        /* and the result */
extern const field_t msg_life_fields[];         /* go.life: the parameters */
extern const field_t msg_dragon_fields[];       /* and the result */
extern const field_t msg_verdict_fields[];      /* go.verdict */
extern const field_t msg_ended_fields[];        /* go.done */
extern const field_t msg_moves_fields[];        /* job.moves: the result */
extern const field_t msg_tried_fields[];        /* job.move */
extern const field_t msg_moved_fields[];        /* job.moved */

#endif
