/* SPDX-License-Identifier: MIT
 * log_json.h - a line of the log as a JSON object (RFC 8259).
 *
 * "event=login account=alice n=3 why=\"no more\" control" becomes
 *
 *     {"time":1764201600.123,"level":"info","area":"conn","event":"login","account":"alice","n":3,
 *      "why":"no more","control":true}
 *
 * A value that is a number of JSON stays one, a word without a value is true, all else is text.
 * What is no UTF-8 becomes '?'. What does not fit is left out, so that every line is an object.
 *
 * Threads   any; no state.
 */
#ifndef SERVER_LOG_JSON_H
#define SERVER_LOG_JSON_H

#include <stddef.h>

/* log_json writes the object for the line `text` into out[size] without a newline, and returns its
 * length. `seconds` is the time of the wall clock. size >= 128. */
size_t log_json(char *out, size_t size, double seconds, const char *level, const char *area,
                const char *text);

#endif
