/* SPDX-License-Identifier: MIT
 * loop_known.h - requests that are known to cost much, or look as if they might, for loop_time.c.
 */
#ifndef TESTS_BENCH_LOOP_KNOWN_H
#define TESTS_BENCH_LOOP_KNOWN_H

#include "protocol/codec.h"
#include "protocol/methods.h"

/* loop_known writes the request of that number; false: there are not so many. */
bool loop_known(unsigned number, uint32_t msgid, method_t *method, wirebuf_t *out);

/* loop_known_text writes a request whose parameters are given in the manner of JSON, with ' for "
 * and without escapes, blanks, and numbers below zero. */
void loop_known_text(method_t method, const char *params, uint32_t msgid, wirebuf_t *out);

#endif
