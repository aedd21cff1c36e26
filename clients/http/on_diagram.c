/* SPDX-License-Identifier: MIT
 * on_diagram.c - the board of a job as an image: the goal marked, the line numbered, the zone
 * shaded.
 */
#include "clients/http/on_diagram.h"

#include <stdlib.h>

#include "clients/diagram/diagram.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"
#include "clients/http/report.h"

/* draw answers with the diagram of a report. */
static void draw(request_t *r, const tesuji_report_t *report)
{
	char *image = NULL, why[DIAGRAM_WHY_BYTES] = "out of memory";
	size_t length = 0;
	FILE *out = open_memstream(&image, &length);
	diagram_t diagram;
	bool fine;

	diagram_of_report(&diagram, report);
	fine = out != NULL && diagram_svg(out, &diagram, why);
	if (out != NULL)
		fine = fclose(out) == 0 && fine;
	if (fine)
		request_text(r, MHD_HTTP_OK, "image/svg+xml", image, length);
	else
		request_fail(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "internal", "no diagram: %s", why);
	free(image);
}

static void told(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;
	tesuji_report_t *report;

	if (relay_failed(r, answer))
		return;
	report = malloc(sizeof(*report));
	if (report != NULL && report_job(answer->bytes, answer->length, report))
		draw(r, report);
	else
		request_fail(r, MHD_HTTP_BAD_GATEWAY, "protocol_error",
		             "the daemon's answer makes no sense");
	free(report);
}

void on_diagram_get(request_t *r)
{
	named_call(r, NAMED_JOB, "job.status", told);
}
