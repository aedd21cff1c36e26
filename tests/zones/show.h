/* SPDX-License-Identifier: MIT
 * show.h - prints what a disagreement is about. Threads: one at a time. */
#ifndef TESTS_ZONES_SHOW_H
#define TESTS_ZONES_SHOW_H

#include "tests/zones/scene.h"

/* show_boards prints the boards before and after, with the zone between them: its
 * indices, where there is none '.', or '-' in a region of points that may be played on. */
void show_boards(const scene_t *before, const zone_t *zone, const scene_t *after);

/* show_result prints one line. */
void show_result(const char *what, const scene_t *scene, const result_t *result);

#endif
