/* SPDX-License-Identifier: MIT
 * solve.c - solves lists of problems (tst.h) and compares with what they say.
 *
 * One problem is one check, and every job has a table of its own: no problem may
 * depend on the one before. The line of play is replayed by the rules.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/table/epoch.h"
#include "tests/problems/tst.h"

enum {
	WORKERS = 2,
	TABLE_BYTES = 64 << 20,
	GIVE_UP_MS = 300000, /* nothing in a list takes that long, sanitizers included */
	WRONG_MAX = 256,
};

/* One solve, with moves as text. */
typedef struct {
	result_t result;
	char best[MOVE_TEXT_MAX];
	unsigned legal; /* moves of the line that are legal, one after the other */
} answer_t;

typedef struct {
	solver_t *solver;
	answer_t answer; /* to the problem as it stands */
	unsigned passed, failed;
} run_t;

static unsigned line_replay(const position_t *root, const result_t *result)
{
	position_t *pos = position_clone(root);
	unsigned i = 0;

	if (pos == NULL)
		return 0;
	for (; i < result->line_length; i++) {
		move_t move = result->line[i];

		if (move != MOVE_PASS && !pos->game->legal(pos, move))
			break;
		if (pos->turn == SIDE_ATTACKER && move == MOVE_PASS)
			break;
		if (i + 1 < result->line_length)
			pos->game->play(pos, move);
	}
	position_free(pos);
	return i;
}

static err_t ask(run_t *run, const request_t *request, answer_t *out, errinfo_t *why)
{
	job_t *job;
	strbuf_t text;
	const position_t *root;
	err_t err = solver_submit(run->solver, request, &job, why);

	if (err != ERR_OK)
		return err;
	solver_wait(job);
	job_result(job, &out->result);
	root = job_position(job);
	strbuf_init(&text, out->best, sizeof(out->best));
	if (out->result.best != MOVE_NONE)
		root->game->move_text(root, out->result.best, &text);
	out->legal = line_replay(root, &out->result);
	job_release(job);
	return ERR_OK;
}

/* in_list: is `move` one of the points in "E5,E6"? */
static bool in_list(const char *list, const char *move)
{
	size_t length = strlen(move);

	while (*list != '\0') {
		size_t cut = strcspn(list, ",");

		if (cut == length && strncasecmp(list, move, length) == 0)
			return true;
		list += cut + (list[cut] == ',');
	}
	return false;
}

/* judge_main compares the solve with everything that one solve can show. */
static bool judge_main(const tst_t *p, const answer_t *got, char wrong[WRONG_MAX])
{
	const result_t *r = &got->result;

	wrong[0] = '\0';
	if (r->state != JOB_DONE)
		(void)snprintf(wrong, WRONG_MAX, "the job ended as %s: %s",
		               job_state_name(r->state), err_text(r->error));
	else if (p->checked && r->value != p->value)
		(void)snprintf(wrong, WRONG_MAX, "%s at order %u, depth %u", value_name(r->value),
		               r->order, r->depth);
	else if (p->scope >= 0 && r->scope != (scope_t)p->scope)
		(void)snprintf(wrong, WRONG_MAX, "scope %s", scope_name(r->scope));
	else if (p->best[0] != '\0' && !in_list(p->best, got->best))
		(void)snprintf(wrong, WRONG_MAX, "best move %s", got->best);
	else if (got->legal != r->line_length)
		(void)snprintf(wrong, WRONG_MAX, "move %u of the line is illegal", got->legal + 1);
	return wrong[0] == '\0';
}

/* judge_order: at one order less it must not be proven. */
static bool judge_order(run_t *run, const tst_t *p, char wrong[WRONG_MAX])
{
	request_t request = tst_request(p);
	answer_t got;
	errinfo_t why;

	if (p->value != VALUE_PROVEN || p->order < 1)
		return true;
	request.limits = (limits_t){
	        .order = p->order - 1, .table_bytes = TABLE_BYTES, .time_ms = GIVE_UP_MS};
	if (ask(run, &request, &got, &why) != ERR_OK)
		(void)snprintf(wrong, WRONG_MAX, "%s", why.text);
	else if (got.result.value == VALUE_PROVEN)
		(void)snprintf(wrong, WRONG_MAX, "proven at order %u already", got.result.order);
	else
		return true;
	return false;
}

static bool judge_depth(run_t *run, const tst_t *p, char wrong[WRONG_MAX])
{
	request_t request = tst_request(p);
	answer_t got;
	errinfo_t why;

	if (p->depth < 0)
		return true;
	request.limits.schedule = SCHEDULE_DEPTH;
	request.limits.table_bytes = TABLE_BYTES;
	request.limits.time_ms = GIVE_UP_MS;
	if (ask(run, &request, &got, &why) != ERR_OK)
		(void)snprintf(wrong, WRONG_MAX, "%s", why.text);
	else if (got.result.depth != (unsigned)p->depth)
		(void)snprintf(wrong, WRONG_MAX, "schedule depth: %s at order %u, depth %u",
		               value_name(got.result.value), got.result.order, got.result.depth);
	else
		return true;
	return false;
}

static bool judge_nodes(run_t *run, const tst_t *p, char wrong[WRONG_MAX])
{
	request_t request = tst_request(p);
	answer_t got;
	errinfo_t why;

	if (p->nodes == 0)
		return true;
	request.limits.workers = 1;
	request.limits.table_bytes = TABLE_BYTES;
	request.limits.time_ms = GIVE_UP_MS;
	if (ask(run, &request, &got, &why) != ERR_OK)
		(void)snprintf(wrong, WRONG_MAX, "%s", why.text);
	else if (got.result.nodes > p->nodes)
		(void)snprintf(wrong, WRONG_MAX, "%" PRIu64 " nodes, at most %" PRIu64,
		               got.result.nodes, p->nodes);
	else
		return true;
	return false;
}

static bool solve(run_t *run, const tst_t *p, char wrong[WRONG_MAX])
{
	request_t request = tst_request(p);
	errinfo_t why;

	request.limits.table_bytes = TABLE_BYTES;
	request.limits.time_ms = GIVE_UP_MS;
	run->answer = (answer_t){.legal = 0};
	if (ask(run, &request, &run->answer, &why) != ERR_OK) {
		(void)snprintf(wrong, WRONG_MAX, "%s", why.text);
		return false;
	}
	return judge_main(p, &run->answer, wrong) && judge_order(run, p, wrong) &&
	       judge_depth(run, p, wrong) && judge_nodes(run, p, wrong);
}

static void show(const char *path, const tst_t *p, const char *wrong)
{
	printf("FAIL %s:%u: %s: %s\n     capture %s, expected %s, order limit %d\n       ", path,
	       p->line, p->name, wrong, p->target, p->checked ? value_name(p->value) : "anything",
	       p->limit);
	for (const char *c = p->rows; *c != '\0'; c++)
		printf(*c == '/' ? "\n       " : "%c ", *c);
	printf("\n");
}

static void tell(const run_t *run, const tst_t *p, bool fine)
{
	const result_t *r = &run->answer.result;

	printf("%-4s %-28s %-9s order %u depth %3u  %-4s %10" PRIu64 " nodes %9.1f ms\n",
	       fine ? "ok" : "FAIL", p->name, value_name(r->value), r->order, r->depth,
	       run->answer.best, r->nodes, (double)r->time_ns / NS_PER_MS);
}

static void run_list(run_t *run, const char *path, bool verbose)
{
	tst_reader_t reader;
	errinfo_t why;
	err_t err = tst_open(&reader, path, &why);
	tst_t p;

	while (err == ERR_OK && (err = tst_next(&reader, &p, &why)) == ERR_OK) {
		char wrong[WRONG_MAX];
		bool fine = solve(run, &p, wrong);

		if (fine)
			run->passed++;
		else
			run->failed++;
		if (!fine)
			show(path, &p, wrong);
		if (verbose)
			tell(run, &p, fine);
	}
	tst_close(&reader);
	if (err != ERR_CLOSED) {
		printf("FAIL %s\n", why.text);
		run->failed++;
	}
}

int main(int argc, char **argv)
{
	bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
	solver_config_t config = {
	        .workers = WORKERS, .table_bytes = 1 << 20, .priority = PRIORITY_NORMAL};
	run_t run = {.solver = NULL};
	errinfo_t why;

	if (argc < 2 + verbose) {
		(void)fputs("usage: solve [-v] LIST.tst...\n", stderr);
		return 64;
	}
	epoch_start();
	if (solver_create(&config, &run.solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "solve: %s\n", why.text);
		return 71;
	}
	for (int i = 1 + verbose; i < argc; i++)
		run_list(&run, argv[i], verbose);
	solver_destroy(run.solver);
	printf("%u passed, %u failed\n", run.passed, run.failed);
	return run.failed == 0 && run.passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
