/* SPDX-License-Identifier: MIT
 * fleet_show.c - see fleet_show.h.
 *
 * Texts      Names, roles and versions are told by other daemons, and cleaned for a terminal.
 */
#include "clients/cli/fleet_show.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/words/text.h"

#define COUNT(name, words, is_ours) #name, words, is_ours, offsetof(tesuji_fleet_t, name)

/* What is counted since the start of the daemon, of its own jobs or of those of others. */
typedef struct {
	const char *name, *words;
	bool is_ours;
	size_t at;
} count_row_t;

static const count_row_t counts[] = {
        {COUNT(handed_out, "handed out", true)},
        {COUNT(settled, "settled", true)},
        {COUNT(declined, "declined", true)},
        {COUNT(lapsed, "lapsed", true)},
        {COUNT(failed, "failed", true)},
        {COUNT(taken, "taken in", false)},
        {COUNT(done, "done", false)},
};

enum { COUNTS = sizeof(counts) / sizeof(counts[0]) };

static uint64_t count_of(const count_row_t *row, const tesuji_fleet_t *fleet)
{
	uint64_t n;

	memcpy(&n, (const char *)fleet + row->at, sizeof(n));
	return n;
}

/* rate returns how many a second there were. */
static double rate(const count_row_t *row, const fleet_look_t *before, const fleet_look_t *now)
{
	const uint64_t was = count_of(row, &before->fleet), is = count_of(row, &now->fleet);
	const int64_t ms = now->at_ms - before->at_ms;

	return is > was && ms > 0 ? (double)(is - was) * 1000 / (double)ms : 0;
}

const char *fleet_show_role(const char *role)
{
	return strcmp(role, "both") == 0 ? "front and worker" : role;
}

static void print_counts(FILE *out, const fleet_look_t *before, const fleet_look_t *now, bool ours)
{
	for (unsigned i = 0; i < COUNTS; i++)
		if (counts[i].is_ours == ours)
			fprintf(out, ", %" PRIu64 " %s (%.1f/s)", count_of(&counts[i], &now->fleet),
			        counts[i].words, rate(&counts[i], before, now));
}

/* print_cleaned writes a text of another daemon, in so many columns at least. */
static void print_cleaned(FILE *out, const char *text, int columns)
{
	char clean[TESUJI_ERROR_BYTES];

	snprintf(clean, sizeof(clean), "%s", text);
	complain_clean(clean);
	fprintf(out, "%-*s", columns, clean);
}

static void print_member(FILE *out, const tesuji_member_t *m, int columns)
{
	text_t silent;

	print_cleaned(out, m->name, columns);
	fputs("  ", out);
	print_cleaned(out, m->role, 6);
	fputs("  ", out);
	print_cleaned(out, m->version, 8);
	fprintf(out, "  %6" PRIu64 "  %6" PRIu64 "  %6" PRIu64 "  %10s", m->places, m->free,
	        m->jobs, text_duration(&silent, (double)m->silent_ms));
	if (m->why[0] != '\0') {
		fputs("  ", out);
		print_cleaned(out, m->why, 0);
	}
	fputc('\n', out);
}

void fleet_show_print(FILE *out, const fleet_look_t *before, const fleet_look_t *now,
                      const char *where)
{
	const tesuji_fleet_t *fleet = &now->fleet;
	int columns = (int)strlen("name");

	print_cleaned(out, fleet->name, 0);
	fprintf(out, " at %s, ", where);
	print_cleaned(out, fleet_show_role(fleet->role), 0);
	fprintf(out, ", %s to a broker", fleet->is_connected != 0 ? "connected" : "not connected");
	if (strcmp(fleet->role, "worker") != 0) {
		fprintf(out, "\nits own jobs: %" PRIu64 " elsewhere", fleet->out);
		print_counts(out, before, now, true);
	}
	if (strcmp(fleet->role, "front") != 0) {
		fprintf(out, "\njobs of others: %" PRIu64 " here", fleet->errands);
		print_counts(out, before, now, false);
	}
	fprintf(out, "\n%" PRIu64 " messages lost\n", fleet->lost);
	if (fleet->members_count == 0) {
		fputs("no other daemon was heard of\n", out);
		return;
	}
	for (unsigned i = 0; i < fleet->members_count; i++)
		if ((int)strlen(fleet->members[i].name) > columns)
			columns = (int)strlen(fleet->members[i].name);
	fprintf(out, "%-*s  %-6s  %-8s  %6s  %6s  %6s  %10s  %s\n", columns, "name", "role",
	        "version", "places", "free", "jobs", "silent for", "why it gets none");
	for (unsigned i = 0; i < fleet->members_count; i++)
		print_member(out, &fleet->members[i], columns);
}

void fleet_show_members(json_t *j, const tesuji_fleet_t *fleet)
{
	json_text(j, "name", fleet->name);
	json_text(j, "role", fleet->role);
	json_bool(j, "connected", fleet->is_connected != 0);
	json_count(j, "out", fleet->out);
	json_count(j, "errands", fleet->errands);
	for (unsigned i = 0; i < COUNTS; i++)
		json_count(j, counts[i].name, count_of(&counts[i], fleet));
	json_count(j, "lost", fleet->lost);
	json_open(j, "members", '[');
	for (unsigned i = 0; i < fleet->members_count; i++) {
		const tesuji_member_t *m = &fleet->members[i];

		json_open(j, NULL, '{');
		json_text(j, "name", m->name);
		json_text(j, "role", m->role);
		json_text(j, "version", m->version);
		json_count(j, "places", m->places);
		json_count(j, "free", m->free);
		json_count(j, "jobs", m->jobs);
		json_count(j, "silent_ms", m->silent_ms);
		json_text(j, "why", m->why);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void fleet_show_json(FILE *out, const fleet_look_t *before, const fleet_look_t *now,
                     const char *where)
{
	json_t j;

	json_init(&j, out);
	j.is_line = true;
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	fleet_show_members(&j, &now->fleet);
	json_open(&j, "per_second", '{');
	for (unsigned i = 0; i < COUNTS; i++)
		json_real(&j, counts[i].name, rate(&counts[i], before, now), 2);
	json_close(&j, '}');
	json_close(&j, '}');
}
