/* SPDX-License-Identifier: MIT
 * front.c - see front.h.
 *
 * Design     Nothing but the checker is asked: no daemon, no search, and not the engine that found
 *            the proof. A file whose claim holds gives exit code 0, whether it is a proof or a
 *            denial. A caller that expects one of them (front_t.expect) gets another code for the
 *            other, so that a script need not read words.
 */
#include "clients/check/front.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/check/report.h"
#include "engine/base/clock.h"

enum { SHOW_MS = 100, BAR_COLUMNS = 20, CLAIM_BYTES = 64 };

/* What the callback of a replay needs to show progress. */
typedef struct {
	const front_t *front;
	uint64_t begun_ns, shown_ns;
	bool terminal;
	int shown; /* characters on the line now */
} watch_t;

static uint64_t ms_since(uint64_t ns)
{
	return (clock_now_ns() - ns) / NS_PER_MS;
}

static void show(watch_t *w, const check_result_t *so_far)
{
	const unsigned part =
	        (unsigned)((double)so_far->positions * BAR_COLUMNS / (double)so_far->most);

	w->shown = fprintf(stderr,
	                   "\r%" PRIu64 " of at most %" PRIu64 " positions [%.*s%*s] %" PRIu64 " s",
	                   so_far->positions, so_far->most, (int)part,
	                   "====================", (int)(BAR_COLUMNS - part), "",
	                   ms_since(w->begun_ns) / 1000);
	(void)fflush(stderr);
	w->shown_ns = clock_now_ns();
}

static void erase(watch_t *w)
{
	if (w->shown > 0)
		(void)fprintf(stderr, "\r%*s\r", w->shown, "");
	w->shown = 0;
}

static bool go_on(void *context, const check_result_t *so_far)
{
	watch_t *w = context;

	if (w->terminal && so_far->most != CHECK_NO_LIMIT && ms_since(w->shown_ns) >= SHOW_MS)
		show(w, so_far);
	return w->front->time_ms == 0 || ms_since(w->begun_ns) < w->front->time_ms;
}

static long read_some(void *from, void *buffer, size_t capacity)
{
	const size_t got = fread(buffer, 1, capacity, from);

	return got == 0 && ferror((FILE *)from) ? -1 : (long)got;
}

static exit_t exit_of(err_t err)
{
	switch (err) {
	case ERR_IO:
		return EXIT_INPUT_OUTPUT;
	case ERR_NOMEM:
		return EXIT_NO_MEMORY;
	case ERR_LIMIT:
	case ERR_CANCELLED:
		return EXIT_LIMIT;
	default:
		return EXIT_BAD_INPUT;
	}
}

bool front_expect(const char *text, expect_t *out)
{
	static const char denied[] = "denied", within[] = "denied-within:";
	const size_t length = sizeof(denied) - 1;

	*out = (expect_t){.claim = EXPECT_PROVEN};
	if (strcmp(text, "proven") == 0)
		return true;
	if (strncmp(text, within, sizeof(within) - 1) == 0) {
		const char *digits = text + sizeof(within) - 1;

		out->claim = EXPECT_WITHIN;
		out->order = (unsigned)strtoul(digits, NULL, 10);
		return strspn(digits, "0123456789") == strlen(digits) && out->order > 0 &&
		       strlen(digits) < 4;
	}
	out->claim = EXPECT_DENIED;
	if (strncmp(text, denied, length) != 0)
		return false;
	text += length;
	if (text[0] == '\0')
		return true;
	out->order = text[0] == ':' && text[1] >= '0' && text[1] <= '9' && text[2] == '\0'
	                     ? (unsigned)(text[1] - '0')
	                     : EXPECT_ABSOLUTE;
	return out->order != EXPECT_ABSOLUTE || strcmp(text, ":absolute") == 0;
}

/* is_expected tells whether a claim that holds is the claim expected, or a stronger one. */
static bool is_expected(const expect_t *expect, const certificate_header_t *header)
{
	const bool proof = strcmp(header->kind, "proof") == 0;

	if (expect->claim == EXPECT_ANY)
		return true;
	if (expect->claim == EXPECT_PROVEN || proof)
		return proof == (expect->claim == EXPECT_PROVEN);
	if (strcmp(header->kind, "bounded-denial") == 0)
		return expect->claim == EXPECT_WITHIN && (header->depth + 1) / 2 >= expect->order;
	if (expect->claim == EXPECT_WITHIN) /* what lambda denies says nothing of moves */
		return strcmp(header->kind, "denial") == 0;
	return strcmp(header->kind, "denial") == 0 || header->order >= expect->order;
}

/* accepted returns the exit code of a file whose claim holds. */
static exit_t accepted(const front_t *front, const certificate_header_t *header, errinfo_t *why)
{
	char claim[CLAIM_BYTES];
	strbuf_t text;

	if (is_expected(&front->expect, header))
		return EXIT_PROVEN;
	strbuf_init(&text, claim, sizeof(claim));
	report_claim(header, &text);
	(void)err_fail(why, ERR_VALUE, "it is good, but not what was expected: it is %s", claim);
	return EXIT_OTHER_CLAIM;
}

static exit_t replay(const front_t *front, FILE *file, check_result_t *result, errinfo_t *why)
{
	check_options_t options = front->options;
	watch_t w = {.front = front,
	             .begun_ns = clock_now_ns(),
	             .terminal = !front->quiet && isatty(STDERR_FILENO) == 1};
	err_t err;

	w.shown_ns = w.begun_ns;
	options.go_on = go_on;
	options.context = &w;
	err = check_stream((certificate_source_t){read_some, file}, &options, result, why);
	erase(&w);
	if (front->json && (err == ERR_OK || exit_of(err) == EXIT_LIMIT))
		report_json(front, result, err, (double)(clock_now_ns() - w.begun_ns) / NS_PER_MS);
	else if (err == ERR_OK)
		report_words(front, result);
	if (err != ERR_OK)
		return exit_of(err);
	return result->proven ? accepted(front, &result->header, why) : EXIT_DISPROVEN;
}

exit_t front_check(const front_t *front, errinfo_t *why)
{
	const bool from_stdin = strcmp(front->path, "-") == 0;
	check_result_t *result = calloc(1, sizeof(*result));
	FILE *file = from_stdin ? stdin : fopen(front->path, "rb");
	exit_t code;

	if (file == NULL) {
		(void)err_fail(why, ERR_IO, "no such file, or it cannot be read");
		code = EXIT_NO_FILE;
	} else if (result == NULL) {
		code = exit_of(err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM)));
	} else {
		code = replay(front, file, result, why);
	}
	if (file != NULL && !from_stdin)
		(void)fclose(file);
	free(result);
	return code;
}

void front_draw(const certificate_header_t *header)
{
	if (header->fen[0] != '\0') {
		printf("    %s\n", header->fen);
		return;
	}
	for (const char *row = header->rows; row[0] != '\0'; row += row[0] == '/') {
		const size_t length = strcspn(row, "/");

		printf("    %.*s\n", (int)length, row);
		row += length;
	}
}
