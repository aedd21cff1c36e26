/* SPDX-License-Identifier: MIT
 * marks.h - the in-search marks of ABDADA (Weill 1996; the side table after
 * Kerrigan's simplified form): which (position, order, depth) is being searched
 * right now, so that another worker can put it off.
 *
 * Units     a tag is a 64-bit hash of (position, order, depth).
 * Threads   create, free: one thread, nobody searching; the rest: any thread.
 * Errors    a full bucket means "no mark was set": the search stays right and
 *           some work may be done twice. Marks decide no value.
 */
#ifndef ENGINE_TABLE_MARKS_H
#define ENGINE_TABLE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/game/game.h"

typedef struct marks marks_t;

err_t marks_create(marks_t **out);
void marks_free(marks_t *m);

/* marks_tag makes the tag of a position at (order, depth in plies). */
uint64_t marks_tag(hashkey_t key, unsigned order, unsigned plies);

/* marks_enter sets a mark, also where others have set the same; false when the
 * bucket is full and nothing was set. */
bool marks_enter(marks_t *m, uint64_t tag);

/* marks_enter_alone sets a mark only if nobody holds the tag. Returns MARKS_BUSY
 * if somebody does. Of workers that race for a free tag exactly one gets
 * MARKS_SET. */
typedef enum { MARKS_SET, MARKS_BUSY, MARKS_FULL } marks_result_t;
marks_result_t marks_enter_alone(marks_t *m, uint64_t tag);

/* marks_leave drops one mark that was set before, on any thread. What was stored
 * in the table before it is seen by whoever then finds the tag free. */
void marks_leave(marks_t *m, uint64_t tag);

/* marks_busy: does anybody hold the tag? */
bool marks_busy(const marks_t *m, uint64_t tag);

/* marks_count counts the marks held for the tag. */
unsigned marks_count(const marks_t *m, uint64_t tag);

/* marks_held counts the marks set now. For tests: 0 when nobody searches. */
unsigned marks_held(const marks_t *m);

#endif
