/* SPDX-License-Identifier: MIT
 * limit.c - see limit.h. */
#include "engine/proof/check/limit.h"

#include <inttypes.h>

uint64_t limit_most(const check_options_t *options, uint32_t nodes, size_t replies)
{
	if (options->most > 0)
		return options->most;
	return CHECK_MOST_LEAST + CHECK_MOST_EACH * ((uint64_t)nodes + replies);
}

err_t limit_count(check_result_t *result, const check_options_t *options, errinfo_t *why)
{
	if (result->positions >= result->most)
		return err_fail(why, ERR_LIMIT, "not decided within %" PRIu64 " positions",
		                result->most);
	if (options->go_on != NULL && result->positions % CHECK_TURN == 0 &&
	    !options->go_on(options->context, result))
		return err_fail(why, ERR_CANCELLED,
		                "not decided: stopped after %" PRIu64 " positions",
		                result->positions);
	result->positions++;
	return ERR_OK;
}
