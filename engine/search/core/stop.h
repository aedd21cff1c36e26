/* SPDX-License-Identifier: MIT
 * stop.h - the places where a search may stop, named and numbered, so that a
 * test can stop a search at each of them.
 *
 * Threads   stop_inject is for tests, while nobody searches; the rest: any.
 */
#ifndef ENGINE_SEARCH_CORE_STOP_H
#define ENGINE_SEARCH_CORE_STOP_H

#include <stdbool.h>

/*        constant        name         where */
#define STOP_TABLE(X)                                                            \
	X(STOP_ENTER, "enter", "a node is entered")                              \
	X(STOP_RETURN, "return", "a value came back to a node")                  \
	X(STOP_WAIT, "wait", "another worker's mark is waited for")              \
	X(STOP_ITERATION, "iteration", "between two iterations of the schedule") \
	X(STOP_LINE, "line", "the principal variation is being read")

#define STOP_ROW(constant, name, where) constant,
typedef enum { STOP_TABLE(STOP_ROW) STOP_POINTS } stop_point_t;
#undef STOP_ROW

/* stop_name returns the point's name. */
const char *stop_name(stop_point_t point);

/* stop_inject arms `point`: its nth passage from now (0 = the next) fires
 * once. stop_inject(STOP_POINTS, 0) disarms. Only builds with assertions look
 * at it; stop_fired tells whether it has fired since it was armed. */
void stop_inject(stop_point_t point, unsigned nth);
bool stop_fired(void);

/* stop_passes is called by the search at each point and says whether the
 * armed one fires here. */
#ifdef NDEBUG
static inline bool stop_passes(stop_point_t point)
{
	(void)point;
	return false;
}
#else
bool stop_passes(stop_point_t point);
#endif

#endif
