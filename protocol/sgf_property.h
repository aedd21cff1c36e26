/* SPDX-License-Identifier: MIT
 * sgf_property.h - what the two halves of the SGF reader share: sgf.c walks the text,
 * sgf_property.c takes the values of the properties. Internal to protocol/.
 *
 * Ownership the caller's storage.
 * Threads   one thread at a time for each reader.
 * Errors    sgf_fail keeps the first failure in reader->failed and *reader->why.
 */
#ifndef PROTOCOL_SGF_PROPERTY_H
#define PROTOCOL_SGF_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/sgf.h"
#include "protocol/sgf_board.h"

enum { SGF_IDENT_BYTES = 8 }; /* no property that is read has a longer name */

/* The games whose records are read: the number that SGF has for them (GM), their name, the largest
 * side of a board, whether stones are captured, and whether points may be "a1" as well. */
typedef struct {
	unsigned number;
	const char *game;
	unsigned side_most;
	bool captures, numbered;
} sgf_kind_t;

/* The two passes over the text, for the properties of the game and of the main line. */
typedef enum { SGF_FOR_GAME = 1, SGF_FOR_LINE = 2 } sgf_pass_t;

/* A value between its brackets: `length` bytes from text[at] on. */
typedef struct {
	size_t at, length;
} sgf_value_t;

typedef struct {
	const char *text;
	size_t length, at;
	const sgf_query_t *query;
	errinfo_t *why;
	err_t failed;
	size_t fault;                /* the byte of that failure */
	char ident[SGF_IDENT_BYTES]; /* of the property being read */
	const sgf_kind_t *kind;
	sgf_value_t size; /* SZ's value, when it has been read */
	uint32_t moves;
	bool finished; /* the move after the last one that is wanted was met */
	sgf_board_t board;
	sgf_colour_t to_play;
	bool to_play_told;
} sgf_reader_t;

typedef struct {
	const char *ident;
	sgf_pass_t pass;
	bool single; /* may have one value only */
	void (*take)(sgf_reader_t *reader, sgf_value_t value, unsigned stone);
	unsigned stone;
} sgf_property_t;

/* sgf_fail records a failure at the byte `at`; sgf_fail_value one of a value of the property
 * that is being read: "AB[zz] is off the 9x9 board". */
void sgf_fail(sgf_reader_t *reader, size_t at, err_t code, const char *format, ...)
        __attribute__((format(printf, 4, 5)));
void sgf_fail_value(sgf_reader_t *reader, sgf_value_t value, const char *what);

/* sgf_property_find returns the row of a property that this pass reads, or NULL. */
const sgf_property_t *sgf_property_find(const char *ident, sgf_pass_t pass);

/* sgf_size_check, after the pass SGF_FOR_GAME, fails the record if its game has no board of its
 * size. */
void sgf_size_check(sgf_reader_t *reader);

/* sgf_kind_find returns the kind that a record for `game` (NULL: any) has until its GM is read. */
const sgf_kind_t *sgf_kind_find(const char *game);

#endif
