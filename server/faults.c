/* SPDX-License-Identifier: MIT
 * faults.c - two log lines: what failed, and the question at which it failed, for whoever
 * repairs it to ask again. They are composed on the thread that worked, which has the problem,
 * and written on the loop thread, which has the log.
 */
#include "server/faults.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "server/list.h"
#include "server/log.h"

enum { QUESTION_BYTES = LOG_LINE_MAX };

typedef struct {
	bridge_node_t node;
	fault_t fault;
	const char *work;
	char question[QUESTION_BYTES];
} news_t;

static void tell_cb(bridge_node_t *node)
{
	news_t *news = LIST_ENTRY(node, news_t, node);

	log_line(LOG_ERROR, LOG_JOB, "event=fault work=%s at=%s:%d check=\"%s\" %s", news->work,
	         news->fault.file, news->fault.line, news->fault.what,
	         "the job ends as failed; the table is not believed any more");
	log_line(LOG_ERROR, LOG_JOB, "event=fault %s", news->question);
	mem_free(news, sizeof(*news));
}

void faults_post(bridge_t *bridge, const solver_fault_t *fault) /* a worker, or a build's thread */
{
	const problem_t *p = fault->problem;
	news_t *news = mem_alloc(sizeof(*news));

	if (news == NULL)
		return;
	news->node.run = tell_cb;
	news->fault = fault->fault;
	news->work = fault->work;
	/* What does not fit is cut: rows come last, and the options and the goal are short. */
	(void)snprintf(news->question, sizeof(news->question),
	               "game=%s goal=%s target=\"%s\" options=\"%s\" first=%s ko=\"%s\" "
	               "threats=%u:%u rows=%s",
	               p->game, p->goal != NULL ? p->goal : "", p->target != NULL ? p->target : "",
	               p->options != NULL ? p->options : "",
	               p->first == SIDE_DEFENDER ? "defender" : "attacker",
	               p->ko != NULL ? p->ko : "", p->attacker_threats, p->defender_threats,
	               p->rows);
	bridge_post(bridge, &news->node);
}
