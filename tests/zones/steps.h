/* SPDX-License-Identifier: MIT
 * steps.h - the steps by which zones of Go are put together, each by itself.
 *
 * A zone is right by induction: a move is made on the board and on one that agrees with
 * it on the zone, and then the boards agree on what the position after it needs. Some
 * rules never change a verdict alone, because the boards they keep out are no worse for
 * the side that succeeds; here they show all the same, as boards that do not agree.
 *
 * Threads   any; all randomness is the caller's rng.
 */
#ifndef TESTS_ZONES_STEPS_H
#define TESTS_ZONES_STEPS_H

#include "tests/zones/scene.h"

/* steps_check tries the steps on a position of Go with random sets as zones of the
 * positions after it. Returns NULL, or what is wrong; then *after is the
 * other board, and *zone and *move tell where they should have been alike. */
const char *steps_check(const scene_t *scene, rng_t *rng, scene_t *after, zone_t *zone,
                        move_t *move);

#endif
