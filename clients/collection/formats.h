/* SPDX-License-Identifier: MIT
 * formats.h - the formats of collections: a table, and how a file's format is found.
 *
 * Ownership the table is constant.
 * Threads   any.
 */
#ifndef CLIENTS_COLLECTION_FORMATS_H
#define CLIENTS_COLLECTION_FORMATS_H

#include "clients/collection/reader.h"

typedef struct {
	const char *name;     /* "sgf" */
	const char *suffixes; /* of file names, between blanks: " sgf " */
	/* looks tells by the text whether it is of this format; what it says of others may be
	 * wrong. */
	bool (*looks)(const char *text, size_t length);
	void (*read)(reader_t *r);
	const char *help; /* what it is, one line */
} format_t;

/* formats_rows returns the formats; the last row has no name. */
const format_t *formats_rows(void);

/* formats_find returns the format of a file: the one whose suffix its name has if the text looks
 * like it, else the first that the text looks like, else the one of the suffix. NULL: none. */
const format_t *formats_find(const char *file, const char *text, size_t length);

/* formats_known tells whether a file's name has the suffix of a format. */
bool formats_known(const char *file);

/* formats_read reads a file's text into a collection and returns its format. A text of no format is
 * a fault, and NULL. `hints` may be NULL. */
const format_t *formats_read(collection_t *out, const char *file, const char *text, size_t length,
                             const collection_hints_t *hints);

#endif
