/* SPDX-License-Identifier: MIT
 * collection.h - problems out of files that hold many: what was read, and what could not be.
 *
 * A file is read by the reader of its format (formats.h). Each problem says where it stood, and has
 * its position in the form that a request takes: a game record, rows or a FEN. What cannot be read
 * is a fault with its place, and costs nothing but itself.
 *
 * Units     lines count from 1; in a binary file (RenLib) its nodes are counted instead. Depths are
 *           plies.
 * Ownership a collection owns all texts of its problems and faults; collection_free frees it.
 * Threads   one thread at a time for each collection.
 * Errors    want of memory, and more problems than COLLECTION_PROBLEMS_MAX, set `failed`, and what
 *           comes after is not kept.
 */
#ifndef CLIENTS_COLLECTION_COLLECTION_H
#define CLIENTS_COLLECTION_COLLECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"

enum {
	COLLECTION_FILE_BYTES_MAX = 64 << 20, /* of one file */
	COLLECTION_PROBLEMS_MAX = 200000,     /* of one collection, and faults */
	COLLECTION_ID_BYTES = 160,            /* of an id; longer ones are cut */
};

typedef enum { COLLECTION_NO_COLOUR, COLLECTION_BLACK, COLLECTION_WHITE } collection_colour_t;

/* A problem. Texts that the file does not give are NULL. */
typedef struct {
	const char *file;
	unsigned line;
	const char *id;               /* title or name, never NULL; "" = none */
	const char *game;             /* "go"; never NULL */
	const char *sgf, *rows, *fen; /* the position: one of them */
	const char *goal, *target;    /* what is asked, where the file says so */
	const char *first, *ko, *options;
	collection_colour_t attacker; /* who is to move, where the stones do not tell it */
	unsigned depth;               /* of the search, in plies; 0 = not said */
	unsigned within;              /* moves to the goal, "mate in 3"; 0 = not said */
	const char *best;             /* the first moves that the file gives, "Qxf7# Nf6" */
} collection_problem_t;

typedef struct {
	const char *file;
	unsigned line;
	const char *text; /* what is wrong, for people */
} collection_fault_t;

/* What the caller knows, for files that do not say it. */
typedef struct {
	const char *game;       /* of a position that could be of several games; NULL = not given */
	long move;              /* of games: the position after so many moves; below 0: after all */
	unsigned width, height; /* of the board of moves without a size; 0 = not given */
} collection_hints_t;

typedef struct collection_block collection_block_t;

/* The caller reads all but the blocks, and sets nothing. */
typedef struct {
	collection_problem_t *problems;
	collection_fault_t *faults;
	unsigned problem_count, fault_count;
	unsigned problem_room, fault_room;
	err_t failed;               /* ERR_NOMEM or ERR_LIMIT; ERR_OK: all was kept */
	collection_block_t *blocks; /* the texts */
} collection_t;

void collection_init(collection_t *c);
void collection_free(collection_t *c);

/* collection_add copies a problem, its texts too. collection_fault adds a fault; bytes of the text
 * that are no characters become '?'. */
void collection_add(collection_t *c, const collection_problem_t *problem);
void collection_fault(collection_t *c, const char *file, unsigned line, const char *text);

#endif
