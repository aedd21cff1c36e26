/* SPDX-License-Identifier: MIT
 * json.c - see json.h.
 *
 * Design     Values go straight to the stream; the only state is whether a comma is due at each
 *            depth. Objects are indented by a tab a level for people; arrays are on one line, as a
 *            line of play of 200 moves should not be 200 lines.
 */
#include "clients/cli/json.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void json_init(json_t *j, FILE *out)
{
	memset(j, 0, sizeof(*j));
	j->out = out;
}

/* utf8_length returns the bytes of the well-formed UTF-8 character at p, or 0. */
static unsigned utf8_length(const unsigned char *p)
{
	unsigned length = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

	if (p[0] > 0xf4)
		return 0;
	for (unsigned i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	}
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0; /* overlong, surrogate, beyond U+10FFFF */
	return length;
}

static void write_string(FILE *out, const char *text)
{
	static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";

	fputc('"', out);
	for (const unsigned char *p = (const unsigned char *)text; *p != '\0';) {
		unsigned length = utf8_length(p);
		const char *at = strchr(escaped, *p);

		if (at != NULL)
			fprintf(out, "\\%c", letters[at - escaped]);
		else if (length == 0)
			fputs("\\ufffd", out);
		else if (*p < 0x20 || *p == 0x7f)
			fprintf(out, "\\u%04x", *p);
		else
			fwrite(p, 1, length, out);
		p += length > 0 ? length : 1;
	}
	fputc('"', out);
}

static void new_line(const json_t *j)
{
	fputc('\n', j->out);
	for (unsigned i = 0; i < j->depth; i++)
		fputc('\t', j->out);
}

/* begin_value writes the comma, the indent and the key before a value. In an array values have
 * no key and no indent. */
static void begin_value(json_t *j, const char *key)
{
	const bool comma = j->begun[j->depth];

	if (comma)
		fputs(key != NULL ? "," : ", ", j->out);
	j->begun[j->depth] = true;
	if (key != NULL) {
		if (!j->is_line)
			new_line(j);
		else if (comma)
			fputc(' ', j->out);
		write_string(j->out, key);
		fputs(": ", j->out);
	}
}

void json_open(json_t *j, const char *key, char bracket)
{
	assert(j->depth < JSON_DEPTH_MAX);
	begin_value(j, key);
	fputc(bracket, j->out);
	j->begun[++j->depth] = false;
}

void json_close(json_t *j, char bracket)
{
	assert(j->depth > 0);
	j->depth--;
	if (bracket == '}' && j->begun[j->depth + 1] && !j->is_line)
		new_line(j);
	fputc(bracket, j->out);
	if (j->depth == 0)
		fputc('\n', j->out);
}

void json_text(json_t *j, const char *key, const char *text)
{
	begin_value(j, key);
	if (text == NULL || text[0] == '\0')
		fputs("null", j->out);
	else
		write_string(j->out, text);
}

void json_count(json_t *j, const char *key, uint64_t n)
{
	begin_value(j, key);
	fprintf(j->out, "%" PRIu64, n);
}

void json_real(json_t *j, const char *key, double x, int digits)
{
	begin_value(j, key);
	if (x - x != 0) /* infinite or not a number: JSON has neither */
		fputs("null", j->out);
	else
		fprintf(j->out, "%.*f", digits, x);
}

void json_bool(json_t *j, const char *key, bool b)
{
	begin_value(j, key);
	fputs(b ? "true" : "false", j->out);
}
