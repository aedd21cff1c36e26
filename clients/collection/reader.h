/* SPDX-License-Identifier: MIT
 * reader.h - what the readers of all formats have in common: lines, words, places, faults.
 *
 * Units     offsets in bytes from the start of the text; lines count from 1.
 * Ownership the text, the name and the collection are borrowed.
 * Threads   one thread at a time for each reader.
 * Errors    reader_fault stores a fault; after READER_FAULTS_MAX of a file they are only counted,
 *           and reader_end tells how many more there were.
 */
#ifndef CLIENTS_COLLECTION_READER_H
#define CLIENTS_COLLECTION_READER_H

#include "clients/collection/collection.h"

enum {
	READER_FAULTS_MAX = 20000, /* told of one file */
	READER_LINE_BYTES = 8192,  /* of a line that is one problem; longer ones are faults */
	READER_SHOWN_BYTES = 40,   /* of a word of the file, in a fault */
};

/* A piece of the text. */
typedef struct {
	const char *text;
	size_t length;
} slice_t;

typedef struct {
	collection_t *out;
	const char *file;
	const char *name_end; /* the file's name behind its last dot, "hex"; "" = none */
	const char *text;
	size_t length;
	const collection_hints_t *hints;
	size_t at;       /* the cursor */
	unsigned line;   /* the line of the last reader_line; 0 before the first */
	unsigned faults; /* of this file */
	size_t known_at; /* reader_line_at has counted up to here: */
	unsigned known;  /* this line */
} reader_t;

void reader_init(reader_t *r, collection_t *out, const char *file, const char *text, size_t length,
                 const collection_hints_t *hints);

/* reader_end stores how many faults were not told. */
void reader_end(reader_t *r);

/* reader_line returns the next line, without its end; false: there is none. */
bool reader_line(reader_t *r, slice_t *out);

/* reader_line_at returns the number of the line at an offset. Calls with growing offsets cost
 * O(bytes) together. */
unsigned reader_line_at(reader_t *r, size_t offset);

/* reader_fault stores a fault of a line. */
void reader_fault(reader_t *r, unsigned line, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* reader_add adds a problem of this file; its `file` is set here. */
void reader_add(reader_t *r, unsigned line, collection_problem_t *problem);

/* A word that is shown in a fault: cut, with '?' for what is no ASCII. */
typedef struct {
	char text[READER_SHOWN_BYTES + 4];
} reader_shown_t;
const char *reader_shown(reader_shown_t *out, slice_t word);

/* reader_trim takes the blanks off both ends. reader_word takes the first word off a slice, "" at
 * the end; reader_field takes what is before the next `end`, and that character. */
slice_t reader_trim(slice_t text);
slice_t reader_word(slice_t *rest);
slice_t reader_field(slice_t *rest, char end);

bool reader_is(slice_t word, const char *text);

/* reader_number reads a whole number of at most nine digits, and nothing else. */
bool reader_number(slice_t word, unsigned *out);

/* reader_copy writes a slice as a string; false: it does not fit, or holds a byte that is 0. */
bool reader_copy(slice_t word, char *out, size_t capacity);

/* reader_duplicate returns a copy with a NUL, to be freed with free(); NULL: no memory. */
char *reader_duplicate(slice_t text);

/* reader_id writes a slice as an id, cut to its size, with single blanks where there is white
 * space. */
void reader_id(slice_t text, char out[COLLECTION_ID_BYTES]);

#endif
