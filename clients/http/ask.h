/* SPDX-License-Identifier: MIT
 * ask.h - the body and the query of a request, as parameters of a method.
 *
 * A body is a JSON object with the parameters as protocol/SPEC.md has them, or a position as it is:
 * a game record (SGF), a FEN, or a board in rows, one a line. What the query says is added:
 * "?capture=D4&order=2".
 *
 * Ownership JSON is the caller's.
 * Threads   any; no state.
 * Errors    as ask_error_t says: a code as the daemon has them, and a text.
 */
#ifndef CLIENTS_HTTP_ASK_H
#define CLIENTS_HTTP_ASK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is asked about: a problem (job.submit, job.moves), a board (go.status, go.life), or many
 * problems, which are JSON and have no parameters in the query (batch.submit). */
typedef enum { ASK_PROBLEM, ASK_BOARD, ASK_BATCH } ask_t;

enum { ASK_ERROR_BYTES = 256 };

typedef struct {
	const char *code; /* "bad_syntax"; a constant */
	char text[ASK_ERROR_BYTES];
} ask_error_t;

/* A parameter of the query: where its value belongs, inside of which map of the parameters of a
 * method (NULL: of no map), and how it is read. */
typedef enum { GIVEN_TEXT, GIVEN_NUMBER, GIVEN_SWITCH, GIVEN_GOAL, GIVEN_OPTION } ask_kind_t;

typedef struct {
	const char *name, *map, *key;
	ask_kind_t kind;
} ask_parameter_t;

/* ask_parameters returns the parameters that there are, the last of which has no name; ask_goals
 * the goals of problems that are parameters by their own names, NULL at the end. */
const ask_parameter_t *ask_parameters(ask_t what);
const char *const *ask_goals(void);

/* ask_body makes parameters of a body, behind whose `length` bytes is a NUL; it may change them.
 * NULL: *why says what is wrong. */
json_t *ask_body(char *body, size_t length, ask_t what, ask_error_t *why);

/* ask_add adds a parameter of the query; false: *why says what is wrong, and `params` may have a
 * part of it. */
bool ask_add(json_t *params, ask_t what, const char *name, const char *value, ask_error_t *why);

/* ask_number reads a whole number; false: it is none, or above `most`. */
bool ask_number(const char *text, uint64_t most, uint64_t *out);

#endif
