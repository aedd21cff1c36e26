/* SPDX-License-Identifier: MIT
 * text.c - see text.h.
 *
 * Design     Three significant digits suffice for everything but counts, which are exact so that
 *            two runs can be compared.
 */
#include "clients/words/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *text_count(text_t *out, uint64_t n)
{
	char digits[24];
	size_t length = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, n), used = 0;

	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			out->text[used++] = ',';
		out->text[used++] = digits[i];
	}
	assert(used < sizeof(out->text));
	out->text[used] = '\0';
	return out->text;
}

/* scale_print writes `value` with three digits and a unit; below `step` of the first unit it is
 * a whole number. */
static const char *scale_print(text_t *out, double value, double step, const char *const *units)
{
	unsigned unit = 0;
	int digits;

	while (value >= step * 0.9995 && units[unit + 1] != NULL) {
		value /= step;
		unit++;
	}
	digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
	snprintf(out->text, sizeof(out->text), "%.*f", digits, value);
	if (strchr(out->text, '.') != NULL) { /* "1.50" reads 1.5, "2.0" reads 2 */
		size_t length = strlen(out->text);

		while (out->text[length - 1] == '0')
			out->text[--length] = '\0';
		if (out->text[length - 1] == '.')
			out->text[--length] = '\0';
	}
	snprintf(out->text + strlen(out->text), sizeof(out->text) - strlen(out->text), "%s%s",
	         units[unit][0] != '\0' ? " " : "", units[unit]);
	return out->text;
}

const char *text_short(text_t *out, uint64_t n)
{
	static const char *const units[] = {"", "k", "M", "G", "T", NULL};

	return scale_print(out, (double)n, 1000, units);
}

const char *text_bytes(text_t *out, uint64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", NULL};

	return scale_print(out, (double)bytes, 1024, units);
}

const char *text_duration(text_t *out, double ms)
{
	if (ms >= 59950) {
		uint64_t seconds = (uint64_t)(ms / 1000 + 0.5);

		snprintf(out->text, sizeof(out->text), "%" PRIu64 " min %" PRIu64 " s",
		         seconds / 60, seconds % 60);
	} else if (ms >= 999.5) {
		snprintf(out->text, sizeof(out->text), "%.1f s", ms / 1000);
	} else {
		snprintf(out->text, sizeof(out->text), "%.*f ms",
		         ms < 9.995   ? 2
		         : ms < 99.95 ? 1
		                      : 0,
		         ms);
	}
	return out->text;
}
