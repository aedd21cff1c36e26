/* SPDX-License-Identifier: MIT
 * msg_metrics.c - the table of fields of server.metrics. */
#include "protocol/msg_metrics.h"

#include "protocol/fields.h"

static const field_t metrics_fields[] = {
        {"text", FIELD_BYTES, REQUIRED, AT(msg_metrics_t, text),
         .other = offsetof(msg_metrics_t, length), .most = REPLY_BYTES_MAX},
        {.name = NULL},
};

BOTH_WAYS(msg_metrics, metrics_fields, msg_metrics_t)
