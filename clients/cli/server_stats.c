/* SPDX-License-Identifier: MIT
 * server_stats.c - see server_stats.h.
 *
 * Samples    A line of the text is a series, its name with the labels in braces, and its value. A
 *            figure here is the sum of all series of a name that have a label: a daemon tells of
 *            jobs by class, for example, and of its loop once.
 *
 * Shares     A histogram counts what lies below each of its bounds. So a percentile is told as the
 *            bound below which it lies: "under 5 ms".
 */
#include "clients/cli/server_stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/json.h"
#include "clients/words/text.h"

enum {
	SERIES_BYTES = 256, /* size: of a name with its labels; a longer one is left out */
	BOUNDS_MOST = 64,   /* bound: of a histogram */
	MS_PER_S = 1000,
};

typedef struct {
	char series[SERIES_BYTES]; /* tesuji_jobs{class="none",state="queued"} */
	double value;
} sample_t;

/* next_sample takes the next sample from the text; false: there is none. */
static bool next_sample(const char **at, const char *end, sample_t *out)
{
	while (*at < end) {
		const char *line = *at;
		const char *line_end = memchr(line, '\n', (size_t)(end - line));
		const char *space = line_end;

		if (line_end == NULL)
			return false;
		*at = line_end + 1;
		while (space > line && *space != ' ')
			space--;
		if (*line == '#' || space == line || space - line >= SERIES_BYTES)
			continue;
		memcpy(out->series, line, (size_t)(space - line));
		out->series[space - line] = '\0';
		out->value = strtod(space, NULL); /* the line ends with a newline */
		return true;
	}
	return false;
}

/* is_of tells whether a series has that name, and that label (`state="queued"`) if it is not
 * NULL. */
static bool is_of(const sample_t *sample, const char *name, const char *label)
{
	const size_t length = strlen(name);

	return strncmp(sample->series, name, length) == 0 &&
	       (sample->series[length] == '{' || sample->series[length] == '\0') &&
	       (label == NULL || strstr(sample->series + length, label) != NULL);
}

typedef struct {
	const char *text, *end;
} metrics_t;

/* has tells whether there is a series of that name. sum adds up those with the label, which may be
 * NULL. */
static bool has(const metrics_t *m, const char *name)
{
	const char *at = m->text;
	sample_t sample;

	while (next_sample(&at, m->end, &sample))
		if (is_of(&sample, name, NULL))
			return true;
	return false;
}

static double sum(const metrics_t *m, const char *name, const char *label)
{
	const char *at = m->text;
	sample_t sample;
	double all = 0;

	while (next_sample(&at, m->end, &sample))
		if (is_of(&sample, name, label))
			all += sample.value;
	return all;
}

static uint64_t count(const metrics_t *m, const char *name, const char *label)
{
	const double all = sum(m, name, label);

	return all > 0 ? (uint64_t)all : 0;
}

/* bound_of reads the bound of a bucket, in seconds; INFINITY for the last. */
static double bound_of(const sample_t *sample)
{
	const char *le = strstr(sample->series, "le=\"");

	return le != NULL ? strtod(le + strlen("le=\""), NULL) : INFINITY;
}

/* A histogram, of all labels together. */
typedef struct {
	unsigned bounds;
	double bound[BOUNDS_MOST], below[BOUNDS_MOST];
} histogram_t;

static void histogram_read(const metrics_t *m, const char *bucket, histogram_t *out)
{
	const char *at = m->text;
	sample_t sample;

	out->bounds = 0;
	while (next_sample(&at, m->end, &sample)) {
		unsigned i = 0;

		if (!is_of(&sample, bucket, NULL))
			continue;
		while (i < out->bounds && out->bound[i] != bound_of(&sample))
			i++;
		if (i == BOUNDS_MOST)
			continue;
		if (i == out->bounds) {
			out->bound[i] = bound_of(&sample);
			out->below[i] = 0;
			out->bounds++;
		}
		out->below[i] += sample.value;
	}
}

/* print_share prints the bound below which that share of all lies. */
static void print_share(const histogram_t *h, const char *name, double share)
{
	text_t bound;
	unsigned i = 0;

	while (i + 1 < h->bounds && h->below[i] < share * h->below[h->bounds - 1])
		i++;
	if (isinf(h->bound[i]))
		printf(", %s over %s", name,
		       text_duration(&bound, (i > 0 ? h->bound[i - 1] : 0) * MS_PER_S));
	else
		printf(", %s under %s", name, text_duration(&bound, h->bound[i] * MS_PER_S));
}

/* print_times prints a histogram of seconds. */
static void print_times(const metrics_t *m, const char *title, const char *bucket)
{
	histogram_t h;
	text_t all;

	histogram_read(m, bucket, &h);
	if (h.bounds == 0 || h.below[h.bounds - 1] == 0)
		return;
	printf("%s %s", title, text_count(&all, (uint64_t)h.below[h.bounds - 1]));
	print_share(&h, "half", 0.5);
	print_share(&h, "99 %", 0.99);
	putchar('\n');
}

static void print_jobs(const metrics_t *m)
{
	text_t t[4];

	printf("jobs         %s running, %s queued\n",
	       text_count(&t[0], count(m, "tesuji_jobs", "state=\"running\"")),
	       text_count(&t[1], count(m, "tesuji_jobs", "state=\"queued\"")));
	printf("ended        %s done, %s expired, %s cancelled, %s failed\n",
	       text_count(&t[0], count(m, "tesuji_jobs_ended_total", "state=\"done\"")),
	       text_count(&t[1], count(m, "tesuji_jobs_ended_total", "state=\"expired\"")),
	       text_count(&t[2], count(m, "tesuji_jobs_ended_total", "state=\"cancelled\"")),
	       text_count(&t[3], count(m, "tesuji_jobs_ended_total", "state=\"failed\"")));
	if (!has(m, "tesuji_job_values_total"))
		return;
	printf("answers      %s proven, %s disproven, %s undecided; %s from memory\n",
	       text_count(&t[0], count(m, "tesuji_job_values_total", "value=\"proven\"")),
	       text_count(&t[1], count(m, "tesuji_job_values_total", "value=\"disproven\"")),
	       text_count(&t[2], count(m, "tesuji_job_values_total", "value=\"undecided\"")),
	       text_count(&t[3], count(m, "tesuji_jobs_remembered_total", NULL)));
}

static void print_search(const metrics_t *m)
{
	const uint64_t workers = count(m, "tesuji_workers", NULL);
	const double entries = sum(m, "tesuji_table_entries", NULL);
	text_t speed, nodes, table;

	if (!has(m, "tesuji_nodes_total"))
		return;
	printf("search       %" PRIu64
	       " worker%s, %s nodes/s, %s nodes in all; table of %s %.0f %% "
	       "full\n",
	       workers, workers == 1 ? "" : "s",
	       text_short(&speed, count(m, "tesuji_nodes_per_second", NULL)),
	       text_short(&nodes, count(m, "tesuji_nodes_total", NULL)),
	       text_bytes(&table, count(m, "tesuji_table_bytes", NULL)),
	       entries > 0 ? 100 * sum(m, "tesuji_table_used_entries", NULL) / entries : 0);
}

static void print_clients(const metrics_t *m)
{
	text_t requests, held, resident;

	if (!has(m, "tesuji_connections"))
		return;
	printf("clients      %" PRIu64 " connections, %s requests; they hold %s, the daemon %s\n",
	       count(m, "tesuji_connections", NULL),
	       text_count(&requests, count(m, "tesuji_requests_total", NULL)),
	       text_bytes(&held, count(m, "tesuji_memory_bytes", "part=\"connections\"")),
	       text_bytes(&resident, count(m, "tesuji_memory_resident_bytes", NULL)));
}

/* print_refusals prints how often which error was answered. */
static void print_refusals(const metrics_t *m)
{
	static const char label[] = "{error=\"";
	const char *at = m->text, *separator = "refused      ";
	sample_t sample;
	text_t times;

	while (next_sample(&at, m->end, &sample)) {
		const char *name = strstr(sample.series, label);

		if (!is_of(&sample, "tesuji_refusals_total", NULL) || name == NULL ||
		    !(sample.value > 0))
			continue;
		name += sizeof(label) - 1;
		printf("%s%.*s %s", separator, (int)strcspn(name, "\""), name,
		       text_count(&times, (uint64_t)sample.value));
		separator = ", ";
	}
	if (*separator == ',')
		putchar('\n');
}

void server_stats_print(const char *metrics, size_t length, const char *where)
{
	const metrics_t m = {metrics, metrics + length};
	text_t up;

	printf("%s, up %s%s\n", where,
	       text_duration(&up, sum(&m, "tesuji_uptime_seconds", NULL) * MS_PER_S),
	       sum(&m, "tesuji_draining", NULL) > 0 ? ", draining" : "");
	print_jobs(&m);
	print_search(&m);
	print_times(&m, "waited      ", "tesuji_job_wait_seconds_bucket");
	print_times(&m, "searched    ", "tesuji_job_solve_seconds_bucket");
	print_times(&m, "loop's turns", "tesuji_loop_turn_seconds_bucket");
	print_clients(&m);
	print_refusals(&m);
}

void server_stats_json(const char *metrics, size_t length, const char *where)
{
	const char *at = metrics;
	sample_t sample;
	json_t j;

	json_init(&j, stdout);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	json_open(&j, "metrics", '{');
	while (next_sample(&at, metrics + length, &sample))
		json_real(&j, sample.series, sample.value, 6);
	json_close(&j, '}');
	json_close(&j, '}');
}
