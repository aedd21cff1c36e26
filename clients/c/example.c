/* SPDX-License-Identifier: MIT
 * example.c - a complete program: ask a daemon whether a stone can be captured.
 *
 *   cc example.c $(pkg-config --cflags --libs tesuji) -o example
 *   ./example 127.0.0.1:7411
 */
#include <stdio.h>

#include <tesuji.h>

static int on_progress(const tesuji_report_t *report, void *user)
{
	(void)user;
	printf("order %u, depth %u, %llu nodes\n", report->order, report->depth,
	       (unsigned long long)report->nodes);
	return 0; /* anything else cancels the job */
}

int main(int argc, char **argv)
{
	tesuji_t *t;
	tesuji_error_t error;
	tesuji_request_t request;
	tesuji_report_t report;

	if (argc != 2) {
		fprintf(stderr, "usage: %s ADDRESS\n", argv[0]);
		return 64;
	}
	if (tesuji_connect(argv[1], 5000, &t, &error) != TESUJI_OK) {
		fprintf(stderr, "%s\n", error.text);
		return 69;
	}

	tesuji_request_init(&request);
	request.rows = "......./"
	               "......./"
	               "....O../"
	               "..X..../"
	               "..XO.../"
	               "...XX../"
	               ".......";
	request.target = "D3"; /* the white stone between the black ones */
	request.time_ms = 10000;
	if (tesuji_solve(t, &request, on_progress, &report) != TESUJI_OK) {
		fprintf(stderr, "%s\n", tesuji_last_error(t)->text);
		tesuji_close(t);
		return 70;
	}

	printf("%s", tesuji_value_name(report.value));
	for (unsigned i = 0; i < report.line_length; i++)
		printf(" %s", report.line[i]);
	printf(" (%llu nodes)\n", (unsigned long long)report.nodes);
	tesuji_close(t);
	return report.value == TESUJI_PROVEN ? 0 : report.value == TESUJI_DISPROVEN ? 1 : 2;
}
