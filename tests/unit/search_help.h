/* SPDX-License-Identifier: MIT
 * search_help.h - what a search needs to run by itself: a poll that never stops it. */
#ifndef TESTS_UNIT_SEARCH_HELP_H
#define TESTS_UNIT_SEARCH_HELP_H

#include "engine/search/search.h"

static inline poll_t go_on(void *context, search_t *search, unsigned nodes)
{
	(void)context;
	(void)search;
	(void)nodes;
	return POLL_GO;
}

#endif
