/* SPDX-License-Identifier: MIT
 * go_help.h - Go positions from rows, for tests that draw their boards. */
#ifndef TESTS_UNIT_GO_HELP_H
#define TESTS_UNIT_GO_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/game/game.h"

/* go_position makes the position in which `target` is to be captured; `ko` may be NULL. */
static inline position_t *go_position(const char *rows, const char *target, const char *ko)
{
	const problem_t problem = {
	        .game = "go", .goal = "capture", .rows = rows, .target = target, .ko = ko};
	position_t *pos = NULL;
	errinfo_t why;

	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", rows, why.text);
	return pos;
}

#endif
