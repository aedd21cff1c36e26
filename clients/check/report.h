/* SPDX-License-Identifier: MIT
 * report.h - writes the result of a check to stdout, in words and as JSON.
 *
 * Ownership everything is borrowed.
 * Threads   one at a time.
 * Errors    those of stdout: the caller asks ferror().
 */
#ifndef CLIENTS_CHECK_REPORT_H
#define CLIENTS_CHECK_REPORT_H

#include "clients/check/front.h"
#include "engine/base/strbuf.h"

/* report_words writes a finished check in words. report_json writes also one that did not
 * finish: `err` is what check_stream returned, ERR_OK, ERR_LIMIT or ERR_CANCELLED. */
void report_words(const front_t *front, const check_result_t *result);
void report_json(const front_t *front, const check_result_t *result, err_t err, double ms);

/* report_claim writes what a file claims, for a message: "denied by lambda up to order 2". */
void report_claim(const certificate_header_t *header, strbuf_t *out);

#endif
