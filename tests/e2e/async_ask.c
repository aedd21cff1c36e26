/* SPDX-License-Identifier: MIT
 * async_ask.c - asks a daemon many questions by tesuji_async.h and counts what becomes of them:
 *
 *     async_ask ADDRESS QUERIES [hard | proof | status | batch]
 *
 * It prints "asked" once all have been handed over, "first" at the first answer, and in the end one
 * line of counts: "ok N error NAME M ...". With "hard" half of them take longer than anybody waits.
 * With "proof" the certificate of each answer is fetched as well, with "status" the questions are
 * statuses; the line ends with "bytes N" or "verdicts N", of all of them. With "batch" each of them
 * follows the batch of the key "night", and the line ends with "results N"; "first" is printed at
 * the first result. Exits with 1 if a query was told twice or never. The environment has its token,
 * if any. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_async.h"
#include "clients/c/tesuji_batch.h"
#include "clients/c/tesuji_login.h"

enum { QUERIES_MAX = 1000000, CODES = 32, WAIT_MS = 60000 };

static const char hard_rows[] = ".........../.........../.........../.........../.........../"
                                ".....O...../.........../.........../.........../.........../"
                                "...........";

static unsigned counts[CODES], twice, answers, verdicts, results;
static size_t bytes;
static int with_proof;

static void answered(tesuji_async_t *a, const tesuji_answer_t *answer)
{
	unsigned char *told = answer->user;

	if (answers++ == 0 && results == 0) {
		puts("first");
		(void)fflush(stdout);
	}
	if (with_proof && answer->report != NULL) {
		const tesuji_query_t query = {
		        .tag = answer->tag, .deadline_ms = -1, .answered = answered, .user = told};

		if (tesuji_async_certificate(a, answer->report->job, &query, NULL) == TESUJI_OK)
			return;
	}
	bytes += answer->certificate_bytes;
	verdicts += answer->verdict_count;
	twice += *told > 0;
	*told = 1;
	counts[-answer->code < CODES ? -answer->code : CODES - 1]++;
}

static void result(tesuji_async_t *a, const tesuji_report_t *report, uint64_t next, void *user)
{
	(void)a;
	(void)report;
	(void)next;
	(void)user;
	if (results++ > 0)
		return;
	puts("first");
	(void)fflush(stdout);
}

/* What is asked: an easy problem, a hard one, a status, a batch. */
typedef enum { EASY, HARD, STATUS, BATCH } kind_t;

static int ask(tesuji_async_t *a, unsigned i, kind_t kind, unsigned char *told, tesuji_error_t *why)
{
	const tesuji_query_t query = {
	        .tag = i, .deadline_ms = -1, .answered = answered, .user = told};
	tesuji_request_t request;

	const int is_hard = kind == HARD;

	tesuji_request_init(&request);
	request.rows = is_hard ? hard_rows : "OX./.../...";
	request.target = is_hard ? "F6" : "A3";
	request.order = is_hard ? 7 : 1;
	request.fresh = 1;
	if (kind == BATCH)
		return tesuji_async_batch_watch(a, &(tesuji_batch_ref_t){.key = "night"}, 0, result,
		                                &query, why);
	if (kind == STATUS)
		return tesuji_async_go_status(a, &request, 1, &query, why);
	return tesuji_async_solve(a, &request, &query, why);
}

int main(int argc, char **argv)
{
	const unsigned queries = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	const char *mode = argc > 3 ? argv[3] : "";
	const int with_hard = strcmp(mode, "hard") == 0, with_status = strcmp(mode, "status") == 0;
	const int with_batch = strcmp(mode, "batch") == 0;
	unsigned char *told = calloc(queries > 0 ? queries : 1, 1);
	unsigned refused = 0, never = 0;
	char token[TESUJI_TOKEN_BYTES];
	tesuji_async_t *a;
	tesuji_error_t why;

	if (told == NULL || queries == 0 || queries > QUERIES_MAX) {
		free(told);
		return 64;
	}
	if (tesuji_token_default(token, &why) != TESUJI_OK ||
	    tesuji_async_open_as(argv[1], token, WAIT_MS, &a, &why) != TESUJI_OK) {
		(void)fprintf(stderr, "async_ask: %s\n", why.text);
		free(told);
		return 69;
	}
	with_proof = strcmp(mode, "proof") == 0;
	for (unsigned i = 0; i < queries; i++)
		if (ask(a, i,
		        with_batch                ? BATCH
		        : with_status             ? STATUS
		        : with_hard && i % 2 == 1 ? HARD
		                                  : EASY,
		        &told[i], &why) != TESUJI_OK) {
			refused++;
			told[i] = 1;
		}
	puts("asked");
	(void)fflush(stdout);
	while (tesuji_async_open_queries(a) > 0 && tesuji_async_run(a, WAIT_MS) > 0)
		continue;
	for (unsigned i = 0; i < queries; i++)
		never += told[i] == 0;
	printf("ok %u", counts[0]);
	for (int i = 1; i < CODES; i++)
		if (counts[i] > 0)
			printf(" %s %u", tesuji_code_name((tesuji_code_t)-i), counts[i]);
	printf(" refused %u", refused);
	if (with_proof)
		printf(" bytes %zu", bytes);
	if (with_status)
		printf(" verdicts %u", verdicts);
	if (with_batch)
		printf(" results %u", results);
	printf("\n");
	tesuji_async_close(a);
	free(told);
	return twice > 0 || never > 0;
}
