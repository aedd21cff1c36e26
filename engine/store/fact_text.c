/* SPDX-License-Identifier: MIT
 * fact_text.c - fields between tabs: where it is looked for, the question, the numbers, the place
 * of the box, the box row by row, the moves, the indices of the zone row by row.
 *
 * Text because it can be read, compared and mended; the store itself has bytes. What is read
 * is looked at as what comes from the disk is: a line is a record that is sound, or none. */
#include "engine/store/fact_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 7, ZERO = '0' };
enum { FIELD_HASH, FIELD_QUESTION, FIELD_NUMBERS, FIELD_PLACE, FIELD_BOX, FIELD_MOVES, FIELD_ZONE };

static const char numbers[] = "value=%u scope=%u engine=%u driver=%u order=%u depth=%u ko=%u "
                              "threats=%u areas=%u";

static void write_rows(const fact_record_t *r, const uint8_t *cells, unsigned zero, strbuf_t *out)
{
	for (unsigned i = 0; i < r->width * r->height; i++) {
		if (i > 0 && i % r->width == 0)
			strbuf_char(out, '/');
		strbuf_char(out, (char)(cells[i] + zero));
	}
}

void fact_text_write(uint64_t hash, const fact_record_t *r, strbuf_t *out)
{
	strbuf_printf(out, "%016" PRIx64 "\t%.*s\t", hash, (int)r->question_length, r->question);
	strbuf_printf(out,
	              "value=%u scope=%u engine=%u driver=%u order=%u depth=%u ko=%u threats=%u "
	              "areas=%u",
	              r->value, r->scope, r->engine, r->driver, r->order, r->depth, r->ko,
	              r->threats, r->areas);
	strbuf_printf(out, " nodes=%" PRIu64 "\t%d,%d\t", r->nodes, r->x, r->y);
	write_rows(r, r->box, 0, out);
	strbuf_printf(out, "\t%04x", r->best);
	for (unsigned i = 0; i < r->line_length; i++)
		strbuf_printf(out, " %02x%02x", r->line[2 * i + 1], r->line[2 * i]);
	strbuf_char(out, '\t');
	if (r->areas > 1)
		write_rows(r, r->indices, ZERO, out);
}

/* split cuts a copy of the line at its tabs. */
static bool split(char *text, char *field[FIELDS])
{
	for (unsigned i = 0; i < FIELDS; i++) {
		char *end = strchr(text, '\t');

		if ((end == NULL) != (i + 1 == FIELDS))
			return false;
		field[i] = text;
		if (end != NULL) {
			*end = '\0';
			text = end + 1;
		}
	}
	return true;
}

/* read_rows takes the cells out of rows, all of one width. */
static bool read_rows(const char *rows, unsigned zero, uint8_t cells[VIEW_CELLS], unsigned *width,
                      unsigned *height)
{
	unsigned count = 0;

	*width = (unsigned)strcspn(rows, "/");
	for (*height = 1;; ++*height) {
		if (strcspn(rows, "/") != *width || *width == 0 || *width > VIEW_SIDE ||
		    *height > VIEW_SIDE)
			return false;
		for (unsigned x = 0; x < *width; x++)
			cells[count++] = (uint8_t)(rows[x] - (char)zero);
		rows += *width;
		if (*rows++ == '\0')
			return true;
	}
}

static bool read_moves(const char *text, fact_record_t *r, uint8_t line[2 * FACT_LINE_MAX])
{
	unsigned move;
	int used;

	if (sscanf(text, "%4x%n", &move, &used) != 1)
		return false;
	r->best = (uint16_t)move;
	for (text += used; *text != '\0'; text += used) {
		if (r->line_length == FACT_LINE_MAX || sscanf(text, " %4x%n", &move, &used) != 1)
			return false;
		line[2 * r->line_length] = (uint8_t)move;
		line[2 * r->line_length++ + 1] = (uint8_t)(move >> 8);
	}
	r->line = line;
	return true;
}

static bool read_numbers(const char *text, fact_record_t *r)
{
	int used = 0;

	return sscanf(text, numbers, &r->value, &r->scope, &r->engine, &r->driver, &r->order,
	              &r->depth, &r->ko, &r->threats, &r->areas) == 9 &&
	       (text = strstr(text, " nodes=")) != NULL &&
	       sscanf(text, " nodes=%" SCNu64 "%n", &r->nodes, &used) == 1 && text[used] == '\0' &&
	       r->value < 256 && r->scope < 256 && r->engine < 256 && r->driver < 256 &&
	       r->order < 256 && r->depth < 65536 && r->ko < 256 && r->threats < 256 &&
	       r->areas <= FACT_AREAS_MAX;
}

err_t fact_text_read(const char *text, fact_record_bytes_t *out, errinfo_t *why)
{
	uint8_t box[VIEW_CELLS], indices[VIEW_CELLS], line[2 * FACT_LINE_MAX];
	fact_record_t r = {.box = box, .indices = indices};
	char copy[STORE_LINE_MAX], *field[FIELDS];
	unsigned width, height;
	int used = 0;

	if (strlen(text) >= sizeof(copy))
		return err_fail(why, ERR_SYNTAX, "too long for a fact");
	memcpy(copy, text, strlen(text) + 1);
	if (!split(copy, field))
		return err_fail(why, ERR_SYNTAX, "not %d fields between tabs", FIELDS);
	if (sscanf(field[FIELD_HASH], "%16" SCNx64 "%n", &out->hash, &used) != 1 || used != 16)
		return err_at(why, ERR_SYNTAX, "hash", "not 16 digits in front");
	r.question = field[FIELD_QUESTION];
	r.question_length = (unsigned)strlen(r.question);
	if (!read_numbers(field[FIELD_NUMBERS], &r))
		return err_at(why, ERR_SYNTAX, "numbers", "\"%.60s\" cannot be read",
		              field[FIELD_NUMBERS]);
	if (sscanf(field[FIELD_PLACE], "%d,%d%n", &r.x, &r.y, &used) != 2 ||
	    field[FIELD_PLACE][used] != '\0' || r.x < -VIEW_SIDE || r.x > VIEW_SIDE ||
	    r.y < -VIEW_SIDE || r.y > VIEW_SIDE)
		return err_at(why, ERR_SYNTAX, "place", "\"%.60s\" cannot be read",
		              field[FIELD_PLACE]);
	if (!read_rows(field[FIELD_BOX], 0, box, &r.width, &r.height))
		return err_at(why, ERR_SYNTAX, "board", "\"%.60s\" cannot be read",
		              field[FIELD_BOX]);
	if (!read_moves(field[FIELD_MOVES], &r, line))
		return err_at(why, ERR_SYNTAX, "moves", "\"%.60s\" cannot be read",
		              field[FIELD_MOVES]);
	if (r.areas > 1 && (!read_rows(field[FIELD_ZONE], ZERO, indices, &width, &height) ||
	                    width != r.width || height != r.height))
		return err_at(why, ERR_SYNTAX, "zone", "\"%.60s\" cannot be read",
		              field[FIELD_ZONE]);
	if (!fact_record_write(&r, out) || !fact_record_is_sound(out->byte, out->bytes))
		return err_fail(why, ERR_VALUE, "not a fact");
	return ERR_OK;
}
