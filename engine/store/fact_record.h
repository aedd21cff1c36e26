/* SPDX-License-Identifier: MIT
 * fact_record.h - a fact in bytes, with the part of a board that it holds on.
 *
 * A record has a box of cells around the zone, in the view in which it was kept:
 *   what a cell of a view may be   must be the same (in the zone)
 *   '#'   must be off the board    (next to the zone)
 *   '+'   must be on the board     (likewise)
 *   '?'   may be anything
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_FACT_RECORD_H
#define ENGINE_STORE_FACT_RECORD_H

#include <stddef.h>

#include "engine/store/fact.h"
#include "engine/store/canonical.h"

enum {
	PACKED_HEAD = 32, /* bytes before the question */
	PACKED_MAX = PACKED_HEAD + QUESTION_MAX + 2 * VIEW_CELLS + 2 * FACT_LINE_MAX,
	FACT_AREAS_MAX = ZONE_AREAS_MAX,
};

#define CELL_ON  '+'
#define CELL_ANY '?'

typedef struct {
	size_t bytes;
	uint64_t hash; /* where it is looked for */
	uint8_t byte[PACKED_MAX];
} fact_record_bytes_t;

/* What a record says but for its board. */
typedef struct {
	uint64_t nodes;
	unsigned value, scope, engine, driver, order, ko, threats, areas, depth;
	unsigned line_length, question_length;
	uint16_t best;
	int x, y; /* of the box, from the anchor */
	unsigned width, height;
	const char *question;   /* not ended by a NUL */
	const uint8_t *box;     /* row by row */
	const uint8_t *line;    /* two bytes a move */
	const uint8_t *indices; /* of the zone, for each cell of the box; areas > 1 */
} fact_record_t;

/* fact_record_make writes the fact about a canonical form; false for one that is not kept: its zone
 * does not hold the goal's blocks, or its best move. */
bool fact_record_make(const canonical_t *form, const fact_t *fact, fact_record_bytes_t *out);

/* fact_record_open reads the head; false for bytes that are no record. fact_record_is_sound looks
 * at all of them, the sum included. fact_record_seal writes the sum; fact_record_sum reads it of
 * PACKED_HEAD bytes or more. */
bool fact_record_open(const uint8_t *bytes, size_t count, fact_record_t *out);
bool fact_record_is_sound(const uint8_t *bytes, size_t count);
void fact_record_seal(uint8_t *bytes, size_t count);
uint32_t fact_record_sum(const uint8_t *bytes);

/* fact_record_write makes the bytes of what `view` says; the inverse of fact_record_open. */
bool fact_record_write(const fact_record_t *view, fact_record_bytes_t *out);

/* fact_record_fits: does the record hold on this view of the form? */
bool fact_record_fits(const fact_record_t *record, const canonical_t *form, unsigned s);

/* fact_record_read writes the fact as it is on the board of the form. */
void fact_record_read(const fact_record_t *record, const canonical_t *form, unsigned s,
                      fact_t *out);

#endif
