/* SPDX-License-Identifier: MIT
 * json.h - writes JSON, a call for each value.
 *
 * With a key of NULL a value has no name (in an array, or the outermost). Strings are escaped;
 * bytes that are not UTF-8 become U+FFFD, so the output is valid whatever the text contains.
 *
 * Ownership json_t is the caller's storage; the stream is borrowed.
 * Threads   any, one for each json_t.
 * Errors    those of the stream: the caller asks ferror().
 */
#ifndef CLIENTS_CLI_JSON_H
#define CLIENTS_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 8 };

typedef struct {
	FILE *out;
	bool is_line;                   /* set after json_init: all of it on one line */
	unsigned depth;                 /* open containers */
	bool begun[JSON_DEPTH_MAX + 1]; /* by depth: something was written already */
} json_t;

void json_init(json_t *j, FILE *out);

void json_open(json_t *j, const char *key, char bracket); /* '{' or '[' */
void json_close(json_t *j, char bracket);                 /* '}' or ']'; the last ends the line */
void json_text(json_t *j, const char *key, const char *text); /* NULL and "" alike: null */
void json_count(json_t *j, const char *key, uint64_t n);
void json_real(json_t *j, const char *key, double x, int digits);
void json_bool(json_t *j, const char *key, bool b);

#endif
