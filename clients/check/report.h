/* SPDX-License-Identifier: MIT
 * report.h - what a check has come to, in words and as JSON, on stdout.
 *
 * Threads   one at a time.
 */
#ifndef CLIENTS_CHECK_REPORT_H
#define CLIENTS_CHECK_REPORT_H

#include "clients/check/front.h"
#include "engine/base/strbuf.h"

/* report_words is of a check that was finished; report_json of one that was not as well: `err` is
 * what check_stream has returned, ERR_OK, ERR_LIMIT or ERR_CANCELLED. */
void report_words(const front_t *front, const check_result_t *result);
void report_json(const front_t *front, const check_result_t *result, err_t err, double ms);

/* report_claim says what a good file claims, for a complaint: "denied by lambda up to order 2". */
void report_claim(const certificate_header_t *header, strbuf_t *out);

#endif
