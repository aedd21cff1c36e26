/* SPDX-License-Identifier: MIT
 * night_shift.c - hand in thousands of problems under a key, go away, and come back for the
 * results.
 *
 *   cc night_shift.c $(pkg-config --cflags --libs tesuji) -o night_shift
 *   ./night_shift 127.0.0.1:7411 KEY COUNT
 *
 * Whatever ends this program, its connection or the daemon: called again with the same key and
 * count, it goes on with the same batch, and tells the same. When it has told all, the daemon may
 * forget the batch. The daemon needs a journal (docs/durable.md).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tesuji_batch.h>

enum { SIDE = 9, ROWS_BYTES = SIDE * (SIDE + 1), CONNECT_MS = 5000, WAIT_MS = 30000 };

typedef struct {
	char rows[ROWS_BYTES], target[4];
} problem_t;

/* problem_make makes the i-th problem: a white stone with a black one on its left, and in every
 * second problem with three, so that it can be captured. */
static void problem_make(problem_t *p, unsigned i)
{
	const unsigned x = 1 + i % (SIDE - 2), y = 1 + i / (SIDE - 2) % (SIDE - 2);

	memset(p->rows, '.', sizeof(p->rows));
	for (unsigned row = 1; row < SIDE; row++)
		p->rows[row * (SIDE + 1) - 1] = '/';
	p->rows[sizeof(p->rows) - 1] = '\0';
	p->rows[y * (SIDE + 1) + x] = 'O';
	p->rows[y * (SIDE + 1) + x - 1] = 'X';
	if (i % 2 == 0)
		p->rows[y * (SIDE + 1) + x + 1] = p->rows[(y - 1) * (SIDE + 1) + x] = 'X';
	snprintf(p->target, sizeof(p->target), "%c%u", "ABCDEFGHJ"[x], SIDE - y);
}

/* hand_in hands in the problems; the daemon copies what it needs. */
static int hand_in(tesuji_t *t, const char *key, unsigned count, tesuji_batch_t *batch)
{
	problem_t *problems = calloc(count, sizeof(*problems));
	tesuji_request_t *requests = calloc(count, sizeof(*requests));
	const tesuji_lot_t lot = {
	        .key = key, .label = "stones", .requests = requests, .count = count};
	int rc = TESUJI_E_NOMEM;

	if (problems != NULL && requests != NULL) {
		for (unsigned i = 0; i < count; i++) {
			problem_make(&problems[i], i);
			tesuji_request_init(&requests[i]);
			requests[i].rows = problems[i].rows;
			requests[i].target = problems[i].target;
			requests[i].order = 1;
		}
		rc = tesuji_batch_submit(t, &lot, batch, NULL);
	}
	free(problems);
	free(requests);
	return rc;
}

/* goes_on: are there results to come? Jobs that ran when a batch was cancelled still end. */
static int goes_on(const tesuji_batch_t *batch)
{
	return batch->state == TESUJI_BATCH_RUNNING || batch->running > 0;
}

/* take tells all results, as they come. */
static int take(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *batch)
{
	static tesuji_report_t results[TESUJI_BATCH_RESULTS]; /* large */
	uint64_t from = 0;
	int got;

	do {
		got = tesuji_batch_watch(t, ref, from, WAIT_MS, results, TESUJI_BATCH_RESULTS,
		                         batch);
		for (int i = 0; i < got; i++)
			printf("%llu %s %s\n", (unsigned long long)results[i].job,
			       tesuji_value_name(results[i].value), results[i].best);
		(void)fflush(stdout);
		from += got > 0 ? (uint64_t)got : 0;
	} while (got > 0 || (got == 0 && goes_on(batch)));
	return got;
}

int main(int argc, char **argv)
{
	const long count = argc == 4 ? strtol(argv[3], NULL, 10) : 0;
	tesuji_batch_ref_t ref = {.key = argc == 4 ? argv[2] : NULL};
	tesuji_batch_t batch;
	tesuji_error_t error;
	tesuji_t *t;
	int rc;

	if (count < 1 || count > TESUJI_BATCH_JOBS) {
		fprintf(stderr, "usage: %s ADDRESS KEY COUNT\n", argv[0]);
		return 64;
	}
	if (tesuji_connect(argv[1], CONNECT_MS, &t, &error) != TESUJI_OK) {
		fprintf(stderr, "night_shift: %s\n", error.text);
		return 69;
	}
	rc = hand_in(t, argv[2], (unsigned)count, &batch);
	if (rc == TESUJI_OK)
		rc = take(t, &ref, &batch);
	if (rc == TESUJI_OK)
		rc = tesuji_batch_ack(t, &ref, &batch);
	if (rc == TESUJI_OK)
		printf("%u problems: %u proven, %u disproven, %u undecided\n", batch.jobs,
		       batch.proven, batch.disproven, batch.undecided);
	else
		fprintf(stderr, "night_shift: %s\n", tesuji_last_error(t)->text);
	tesuji_close(t);
	return rc == TESUJI_OK ? 0 : 70;
}
