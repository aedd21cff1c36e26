/* SPDX-License-Identifier: MIT
 * msg_moves.c - the tables of fields of job.moves.
 *
 * A verdict holds its question as a map of its own, with the keys that job.submit has for them, so
 * that a client can send it back as it came. */
#include "protocol/msg_moves.h"

#include "protocol/fields.h"
#include "protocol/tables.h"

const char *const msg_tells_names[] = {"open", "works", "fails", NULL};

static const char *const endless_names[] = {"unlimited", NULL};

const field_t msg_moves_fields[] = {
        {UINT(msg_moves_t, status), .least = 1},
        {UINT(msg_moves_t, moves)},
        {UINT(msg_moves_t, time_ms)},
        {TEXT(msg_moves_t, game)},
        {TEXT(msg_moves_t, style)},
        {TEXT(msg_moves_t, rows)},
        {CHOICE(msg_moves_t, attacker, msg_colour_names)},
        {MAP(msg_moves_t, goal, msg_goal_fields)},
        {.name = NULL},
};

static const field_t threats_fields[] = {
        {"attacker", FIELD_THREATS, OPTIONAL, AT(msg_tried_t, question.attacker_threats),
         .names = endless_names},
        {"defender", FIELD_THREATS, OPTIONAL, AT(msg_tried_t, question.defender_threats),
         .names = endless_names},
        {.name = NULL},
};

static const field_t question_fields[] = {
        {"game", FIELD_TEXT, OPTIONAL, BUF(msg_tried_t, done.game)},
        {"rows", FIELD_TEXT, REQUIRED, BUF(msg_tried_t, done.rows)},
        {"options", FIELD_OPTIONS, OPTIONAL, BUF(msg_tried_t, question.options)},
        {"goal", FIELD_MAP, REQUIRED, AT(msg_tried_t, done.goal), .inner = msg_goal_fields},
        {"ko", FIELD_TEXT, OPTIONAL, BUF(msg_tried_t, question.ko)},
        {GROUP(threats, OPTIONAL, threats_fields)},
        {.name = NULL},
};

const field_t msg_tried_fields[] = {
        {UINT(msg_tried_t, status), .least = 1},
        {TEXT(msg_tried_t, move)},
        {MAYBE_TEXT(msg_tried_t, move_coords)},
        {CHOICE(msg_tried_t, verdict, msg_tells_names)},
        {UINT(msg_tried_t, rank)},
        {"scope", FIELD_CHOICE, REQUIRED, AT(msg_tried_t, done.scope), .names = msg_scope_names},
        {GROUP(question, OPTIONAL, question_fields), .other = offsetof(msg_tried_t, has_question)},
        {"state", FIELD_CHOICE, REQUIRED, AT(msg_tried_t, done.state), .names = msg_state_names},
        {"value", FIELD_CHOICE, REQUIRED, AT(msg_tried_t, done.value), .names = msg_value_names},
        {"claim", FIELD_TEXT, OPTIONAL, BUF(msg_tried_t, done.claim)},
        {"driver", FIELD_CHOICE, OPTIONAL, AT(msg_tried_t, done.driver), .names = msg_driver_names},
        {"engine", FIELD_CHOICE, OPTIONAL, AT(msg_tried_t, done.engine), .names = msg_engine_names},
        {KEY_UINT(msg_tried_t, order, done.order)},
        {KEY_UINT(msg_tried_t, depth, done.depth)},
        {"best", FIELD_MOVE, OPTIONAL, BUF(msg_tried_t, done.best)},
        {"line", FIELD_LINE, REQUIRED, AT(msg_tried_t, done.line)},
        {"best_coords", FIELD_TEXT, OPTIONAL, BUF(msg_tried_t, done.best_coords)},
        {"coords", FIELD_LINE, OPTIONAL, AT(msg_tried_t, done.coords)},
        {KEY_UINT(msg_tried_t, nodes, done.nodes)},
        {"time_ms", FIELD_REAL, REQUIRED, AT(msg_tried_t, done.time_ms)},
        {"remembered", FIELD_BOOL, OPTIONAL, AT(msg_tried_t, done.remembered)},
        {.name = NULL},
};

const field_t msg_moved_fields[] = {
        {UINT(msg_moved_t, status), .least = 1},
        {UINT(msg_moved_t, works)},
        {UINT(msg_moved_t, fails)},
        {UINT(msg_moved_t, open)},
        {UINT(msg_moved_t, nodes)},
        {REAL(msg_moved_t, time_ms)},
        {.name = NULL},
};

BOTH_WAYS(msg_moves, msg_moves_fields, msg_moves_t)
BOTH_WAYS(msg_tried, msg_tried_fields, msg_tried_t)
BOTH_WAYS(msg_moved, msg_moved_fields, msg_moved_t)
