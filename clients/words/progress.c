/* SPDX-License-Identifier: MIT
 * progress.c - see progress.h.
 */
#include "clients/words/progress.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clients/words/text.h"

/* piece_add appends a piece if the whole of it fits. Returns false if it does not. */
static bool piece_add(char *text, size_t columns, size_t *used, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

static bool piece_add(char *text, size_t columns, size_t *used, const char *format, ...)
{
	char piece[64];
	va_list arguments;
	size_t length;

	va_start(arguments, format);
	vsnprintf(piece, sizeof(piece), format, arguments);
	va_end(arguments);
	length = strlen(piece);
	if (*used + length > columns)
		return false;
	memcpy(text + *used, piece, length + 1);
	*used += length;
	assert(*used <= columns && text[*used] == '\0');
	return true;
}

size_t progress_format(char *text, size_t columns, const tesuji_report_t *r)
{
	text_t nodes, rate, time;
	size_t used = 0;
	bool fits;

	text[0] = '\0';
	if (r->state == TESUJI_QUEUED) {
		(void)piece_add(text, columns, &used, "job %llu waits", (unsigned long long)r->job);
		return used;
	}
	fits = (r->driver == TESUJI_PLAIN ||
	        piece_add(text, columns, &used, "order %u ", r->order)) &&
	       piece_add(text, columns, &used, "depth %u", r->depth) &&
	       piece_add(text, columns, &used, "  %s", text_duration(&time, r->time_ms)) &&
	       piece_add(text, columns, &used, "  %s nodes", text_short(&nodes, r->nodes)) &&
	       piece_add(text, columns, &used, "  %s/s", text_short(&rate, r->nodes_per_s)) &&
	       piece_add(text, columns, &used, "  %u %s", r->workers,
	                 r->workers == 1 ? "worker" : "workers");
	if (fits && r->line_length > 0)
		fits = piece_add(text, columns, &used, "  ");
	for (unsigned i = 0; fits && i < r->line_length; i++)
		fits = piece_add(text, columns, &used, i > 0 ? " %s" : "%s", r->line[i]);
	return used;
}
