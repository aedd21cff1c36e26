/* SPDX-License-Identifier: MIT
 * diagram_renju.h - the points that Renju forbids black, for diagrams.
 *
 * Threads   any.
 * Errors    none.
 */
#ifndef CLIENTS_DIAGRAM_DIAGRAM_RENJU_H
#define CLIENTS_DIAGRAM_DIAGRAM_RENJU_H

#include <stdbool.h>

/* diagram_renju_asked: is Renju the rule by the options of a game ("size=15 rule=renju")? */
bool diagram_renju_asked(const char *options);

/* diagram_renju_bans sets banned[y * stride + x] where black may not play on the point in column x
 * and row y; `stone` has 'X', 'O' or '.' for each point, likewise. */
void diagram_renju_bans(unsigned width, unsigned height, unsigned stride, const char *stone,
                        bool *banned);

#endif
