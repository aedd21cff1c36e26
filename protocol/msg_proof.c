/* SPDX-License-Identifier: MIT
 * msg_proof.c - the tables of fields of job.certificate. */
#include "protocol/msg_proof.h"

#include "protocol/fields.h"

static const field_t certificate_fields[] = {
        {JOB(msg_certificate_t)},
        {MAYBE_UINT(msg_certificate_t, offset, 0, CODEC_INTEGER_MAX, 0)},
        {MAYBE_UINT(msg_certificate_t, time_ms, 0, MAKING_MOST_MS, MAKING_DEFAULT_MS)},
        {MAYBE_UINT(msg_certificate_t, nodes, 0, CODEC_INTEGER_MAX, 0)},
        {.name = NULL},
};

static const field_t piece_fields[] = {
        {JOB(msg_piece_t)},
        {BOOL(msg_piece_t, ready)},
        {UINT(msg_piece_t, bytes)},
        {MAYBE_UINT(msg_piece_t, made, 0, CODEC_INTEGER_MAX, 0)},
        {"piece", FIELD_BIN, OPTIONAL, AT(msg_piece_t, piece),
         .other = offsetof(msg_piece_t, length), .most = PIECE_BYTES_MAX},
        {.name = NULL},
};

static const field_t certified_fields[] = {
        {JOB(msg_certified_t)},
        {UINT(msg_certified_t, bytes)},
        {UINT(msg_certified_t, nodes)},
        {UINT(msg_certified_t, searched)},
        {MAYBE_MAP(msg_certified_t, error, offsetof(msg_certified_t, has_error), msg_error_fields)},
        {.name = NULL},
};

BOTH_WAYS(msg_certificate, certificate_fields, msg_certificate_t)
BOTH_WAYS(msg_piece, piece_fields, msg_piece_t)
BOTH_WAYS(msg_certified, certified_fields, msg_certified_t)
