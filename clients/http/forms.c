/* SPDX-License-Identifier: MIT
 * forms.c - see forms.h. A row is name, kind, need and what the kind wants.
 */
#include "clients/http/forms.h"

#include "engine/proof/check/browse.h"
#include "protocol/limits.h"
#include "protocol/msg.h"

enum { TEXT_BYTES = 1024, PATH_BYTES = 512, STATUS_LEAST = 400, STATUS_MOST = 599 };

/* Bounds that JSON has and no struct. */
#define TEXT_OF(bytes)   .size = (bytes)
#define UP_TO(number)    .most = (number)
#define LIST_OF(rows, n) .inner = (rows), .most = (n)

static const field_t wrong_fields[] = {
        {"pointer", FIELD_TEXT, REQUIRED, TEXT_OF(PATH_BYTES)},
        {"detail", FIELD_TEXT, REQUIRED, TEXT_OF(TEXT_BYTES)},
        {.name = NULL},
};

const field_t forms_error[] = {
        {"type", FIELD_TEXT, REQUIRED, TEXT_OF(TEXT_BYTES)},
        {"title", FIELD_TEXT, REQUIRED, TEXT_OF(TEXT_BYTES)},
        {"status", FIELD_UINT, REQUIRED, .least = STATUS_LEAST, UP_TO(STATUS_MOST)},
        {"detail", FIELD_TEXT, REQUIRED, TEXT_OF(TEXT_BYTES)},
        {"code", FIELD_TEXT, REQUIRED, TEXT_OF(MSG_NAME_BYTES)},
        {"errors", FIELD_LIST, OPTIONAL, LIST_OF(wrong_fields, 1)},
        {.name = NULL},
};

const field_t forms_games[] = {
        {"games", FIELD_LIST, REQUIRED, LIST_OF(msg_game_fields, MSG_GAMES)},
        {.name = NULL},
};

const field_t forms_jobs[] = {
        {"jobs", FIELD_LIST, REQUIRED, LIST_OF(msg_row_fields, REPLY_VALUES_MAX)},
        {.name = NULL},
};

const field_t forms_batch[] = {
        {"jobs", FIELD_LIST, REQUIRED, LIST_OF(msg_submit_fields, BATCH_JOBS_MAX)},
        {"label", FIELD_TEXT, OPTIONAL, TEXT_OF(MSG_LABEL_BYTES)},
        {"durable", FIELD_BOOL, OPTIONAL, .offset = 0},
        {"key", FIELD_TEXT, OPTIONAL, TEXT_OF(MSG_KEY_BYTES)},
        {.name = NULL},
};

static const char *const verdicts[] = {"proven", "disproven", NULL};
static const char *const turns[] = {"attack", "defence", "reached", "held", NULL};
static const char *const held[] = {"lost", "safe", "spent", "far", "stuck", "met", NULL};

static const field_t claim_fields[] = {
        {"game", FIELD_TEXT, REQUIRED, TEXT_OF(CERTIFICATE_WORD_MAX)},
        {"verdict", FIELD_CHOICE, REQUIRED, .names = verdicts},
        {"goal", FIELD_TEXT, REQUIRED, TEXT_OF(CERTIFICATE_WORD_MAX)},
        {"target", FIELD_MOVE, REQUIRED, TEXT_OF(CERTIFICATE_TEXT_MAX)},
        {"attacker", FIELD_CHOICE, REQUIRED, .least = MSG_BLACK, .names = msg_colour_names},
        {"first", FIELD_CHOICE, REQUIRED, .names = msg_side_names},
        {"options", FIELD_OPTIONS, REQUIRED, .offset = 0},
        {"order", FIELD_UINT, OPTIONAL, UP_TO(BROWSE_ORDER_MAX)},
        {"within", FIELD_UINT, OPTIONAL, .least = 1, UP_TO(BROWSE_WITHIN_MAX)},
        {.name = NULL},
};

static const field_t attack_fields[] = {
        {"move", FIELD_TEXT, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"refutation", FIELD_MOVE, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"others", FIELD_BOOL, REQUIRED, .offset = 0},
        {.name = NULL},
};

static const field_t reply_fields[] = {
        {"move", FIELD_TEXT, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"to_goal", FIELD_UINT, REQUIRED, UP_TO(CERTIFICATE_LINE_MAX)},
        {"others", FIELD_BOOL, REQUIRED, .offset = 0},
        {.name = NULL},
};

const field_t forms_proof[] = {
        {"job", FIELD_UINT, REQUIRED, .least = 1, UP_TO(CODEC_INTEGER_MAX)},
        {"moves", FIELD_WORDS, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES), UP_TO(CERTIFICATE_LINE_MAX)},
        {"claim", FIELD_MAP, REQUIRED, .inner = claim_fields},
        {"turn", FIELD_CHOICE, REQUIRED, .names = turns},
        {"colour", FIELD_CHOICE, REQUIRED, .least = MSG_BLACK, .names = msg_colour_names},
        {"board", FIELD_TEXT, REQUIRED, TEXT_OF(BROWSE_BOARD_BYTES)},
        {"last", FIELD_MOVE, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"to_goal", FIELD_UINT, OPTIONAL, UP_TO(CERTIFICATE_LINE_MAX)},
        {"left", FIELD_UINT, OPTIONAL, UP_TO(BROWSE_WITHIN_MAX)},
        {"held", FIELD_CHOICE, OPTIONAL, .names = held},
        {"again", FIELD_BOOL, OPTIONAL, .offset = 0},
        {"nodes", FIELD_UINT, REQUIRED, UP_TO(UINT32_MAX)},
        {"attack", FIELD_MOVE, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"refutation", FIELD_MOVE, REQUIRED, TEXT_OF(BROWSE_MOVE_BYTES)},
        {"replies", FIELD_LIST, REQUIRED, LIST_OF(reply_fields, BROWSE_REPLIES_MAX)},
        {"attacks", FIELD_LIST, REQUIRED, LIST_OF(attack_fields, BROWSE_REPLIES_MAX)},
        {"others", FIELD_UINT, REQUIRED, UP_TO(CERTIFICATE_MOVE_MAX)},
        {.name = NULL},
};

const field_t forms_events_query[] = {
        {"progress_ms", FIELD_UINT, OPTIONAL, UP_TO(FORMS_PROGRESS_MOST_MS),
         .fallback = UINT64_MAX},
        {.name = NULL},
};

const field_t forms_proof_query[] = {
        {"moves", FIELD_TEXT, OPTIONAL, TEXT_OF(FORMS_MOVES_BYTES)},
        {.name = NULL},
};

const field_t forms_results_query[] = {
        {"from", FIELD_UINT, OPTIONAL, UP_TO(BATCH_JOBS_MAX)},
        {.name = NULL},
};
