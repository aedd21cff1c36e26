/* SPDX-License-Identifier: MIT
 * words.c - see words.h.
 */
#include "clients/http/words.h"

#include <stdlib.h>

#include "clients/http/report.h"
#include "clients/words/progress.h"
#include "clients/words/verdict.h"

enum { COLUMNS = 79 };

void words_job(FILE *out, const stream_event_t *event)
{
	fprintf(out, "job %lld\n",
	        (long long)json_integer_value(json_object_get(event->value, "job")));
}

void words_progress(FILE *out, const stream_event_t *event)
{
	tesuji_report_t *report = malloc(sizeof(*report));
	char line[COLUMNS + 1];

	if (report != NULL && report_progress(event->bytes, event->length, report)) {
		(void)progress_format(line, COLUMNS, report);
		fprintf(out, "%s\n", line);
	}
	free(report);
}

void words_done(FILE *out, const stream_event_t *event)
{
	tesuji_report_t *report = malloc(sizeof(*report));

	if (report != NULL && report_done(event->bytes, event->length, report))
		verdict_print(out, report);
	free(report);
}
