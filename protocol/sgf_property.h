/* SPDX-License-Identifier: MIT
 * sgf_property.h - what the two halves of the SGF reader share: sgf.c goes through
 * the text, sgf_property.c takes the values of the properties. Internal to
 * protocol/.
 *
 * Ownership the caller's storage.
 * Threads   one thread at a time.
 * Errors    sgf_fail keeps the first one in reader->failed and *reader->why.
 */
#ifndef PROTOCOL_SGF_PROPERTY_H
#define PROTOCOL_SGF_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/sgf.h"
#include "protocol/sgf_board.h"

enum { SGF_IDENT_BYTES = 8 }; /* longer names are unknown ones */

/* The games that SGF has numbers for and whose boards are read here. */
typedef struct {
	unsigned number; /* GM */
	const char *game;
	bool captures, numbered; /* numbered: points may be "a1" too */
} sgf_kind_t;

/* What a pass over the text looks at. */
typedef enum { SGF_FOR_GAME = 1, SGF_FOR_LINE = 2 } sgf_pass_t;

typedef struct {
	const char *text;
	size_t length, at;
	const sgf_query_t *query;
	errinfo_t *why;
	err_t failed;
	char ident[SGF_IDENT_BYTES]; /* of the property being read */
	const sgf_kind_t *kind;
	uint32_t moves;
	bool finished; /* the move after the last one wanted was met */
	sgf_board_t board;
	sgf_colour_t to_play;
	bool to_play_told;
} sgf_reader_t;

/* A value between its brackets; `at` is where it starts. */
typedef struct {
	size_t at, length;
} sgf_value_t;

typedef struct {
	const char *ident;
	sgf_pass_t pass;
	bool single; /* takes one value */
	void (*take)(sgf_reader_t *reader, sgf_value_t value, unsigned stone);
	unsigned stone;
} sgf_property_t;

/* sgf_fail notes that something is wrong at byte `at`; sgf_fail_value blames a
 * value of the property being read: "AB[zz] is off the 9x9 board". */
void sgf_fail(sgf_reader_t *reader, size_t at, err_t code, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void sgf_fail_value(sgf_reader_t *reader, sgf_value_t value, const char *what);

/* sgf_property_find returns the row of a property that a pass looks at, or NULL. */
const sgf_property_t *sgf_property_find(const char *ident, sgf_pass_t pass);

/* sgf_kind_find returns what a record for `game` (NULL: any) is as long as it
 * does not say. */
const sgf_kind_t *sgf_kind_find(const char *game);

#endif
