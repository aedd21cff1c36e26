/* SPDX-License-Identifier: MIT
 * async_ask.c - asks a daemon many questions by tesuji_async.h and counts what becomes of them:
 *
 *     async_ask ADDRESS QUERIES [hard]
 *
 * It prints "asked" once all have been handed over, "first" at the first answer, and in the end one
 * line of counts: "ok N error NAME M ...". With "hard" half of them take longer than anybody waits.
 * Exits with 1 if a query was told twice or never. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_async.h"

enum { QUERIES_MAX = 1000000, CODES = 32, WAIT_MS = 60000 };

static const char hard_rows[] = ".........../.........../.........../.........../.........../"
                                ".....O...../.........../.........../.........../.........../"
                                "...........";

static unsigned counts[CODES], twice, answers;

static void answered(tesuji_async_t *a, const tesuji_answer_t *answer)
{
	unsigned char *told = answer->user;

	(void)a;
	if (answers++ == 0) {
		puts("first");
		(void)fflush(stdout);
	}
	twice += *told > 0;
	*told = 1;
	counts[-answer->code < CODES ? -answer->code : CODES - 1]++;
}

static int ask(tesuji_async_t *a, unsigned i, int is_hard, unsigned char *told, tesuji_error_t *why)
{
	const tesuji_query_t query = {
	        .tag = i, .deadline_ms = -1, .answered = answered, .user = told};
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = is_hard ? hard_rows : "OX./.../...";
	request.target = is_hard ? "F6" : "A3";
	request.order = is_hard ? 7 : 1;
	request.fresh = 1;
	return tesuji_async_solve(a, &request, &query, why);
}

int main(int argc, char **argv)
{
	const unsigned queries = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	const int with_hard = argc > 3 && strcmp(argv[3], "hard") == 0;
	unsigned char *told = calloc(queries > 0 ? queries : 1, 1);
	unsigned refused = 0, never = 0;
	tesuji_async_t *a;
	tesuji_error_t why;

	if (told == NULL || queries == 0 || queries > QUERIES_MAX) {
		free(told);
		return 64;
	}
	if (tesuji_async_open(argv[1], WAIT_MS, &a, &why) != TESUJI_OK) {
		(void)fprintf(stderr, "async_ask: %s\n", why.text);
		free(told);
		return 69;
	}
	for (unsigned i = 0; i < queries; i++)
		if (ask(a, i, with_hard && i % 2 == 1, &told[i], &why) != TESUJI_OK) {
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
	printf(" refused %u\n", refused);
	tesuji_async_close(a);
	free(told);
	return twice > 0 || never > 0;
}
