/* SPDX-License-Identifier: MIT
 * problem.c - copies of problems, for when their giver is gone. */
#include "engine/game/problem.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

kept_problem_t *problem_keep(const problem_t *problem)
{
	problem_t p = *problem;
	const char **const text[] = {&p.game, &p.rows, &p.goal, &p.target, &p.options, &p.ko};
	enum { TEXTS = sizeof(text) / sizeof(text[0]) };
	size_t bytes[TEXTS], all = sizeof(kept_problem_t);
	kept_problem_t *kept;
	char *at;

	for (unsigned i = 0; i < TEXTS; i++)
		all += bytes[i] = *text[i] != NULL ? strlen(*text[i]) + 1 : 0;
	kept = mem_alloc_head(all, sizeof(kept_problem_t));
	if (kept == NULL)
		return NULL;
	at = kept->text;
	for (unsigned i = 0; i < TEXTS; at += bytes[i], i++)
		if (bytes[i] > 0)
			*text[i] = memcpy(at, *text[i], bytes[i]);
	assert(at == (char *)kept + all);
	kept->problem = p;
	kept->bytes = all;
	return kept;
}

void problem_forget(kept_problem_t *kept)
{
	if (kept != NULL)
		mem_free(kept, kept->bytes);
}
