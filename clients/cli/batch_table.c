/* SPDX-License-Identifier: MIT
 * batch_table.c - see batch_table.h.
 *
 * Whole      A line goes out by one write() to a file that is open for appending. A crash can
 *            leave a part of a line at the end alone; what does not end with a newline is cut
 *            off.
 *
 * Trust      The table may have been edited. A row counts only if its fields can be read and
 *            its key is that of the question asked now: what was changed in the collection, or
 *            on the command line, is asked again.
 *
 * Lock       Two runs that resume one table would each ask everything: the second one is refused.
 */
#include "clients/cli/batch_table.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/cli/output.h"
#include "clients/cli/source.h"

#define HEAD                                                \
	"file\tline\tid\tgame\tverdict\tmove\tnodes\ttime_" \
	"ms\torder\tdepth\tturn\tmoves\tbm\tanswer\tkey"

enum {
	TABLE_BYTES_MAX = 512 << 20,
	FIELD_FILE = 0,
	FIELD_LINE = 1,
	FIELD_VERDICT = 4,
	FIELD_MOVE = 5,
	FIELD_NODES = 6,
	FIELD_TIME = 7,
	FIELD_ORDER = 8,
	FIELD_DEPTH = 9,
	FIELD_TURN = 10,
	FIELD_MOVES = 11,
	FIELD_ANSWER = 13,
	FIELD_KEY = 14,
	FIELDS = 15,
};

static exit_t failed(const char *path, int error)
{
	complain("%s: %s", path, strerror(error));
	return error == ENOMEM ? EXIT_NO_MEMORY : EXIT_INPUT_OUTPUT;
}

static const char *text_or_empty(const char *text)
{
	return text != NULL ? text : "";
}

/* put_clean writes a text whose tabs and line ends would end its field. */
static void put_clean(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		(void)fputc(*text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text, out);
	(void)fputc('\t', out);
}

/* row_put writes one line. */
static void row_put(FILE *out, const collection_problem_t *p, const batch_row_t *row)
{
	put_clean(out, p->file);
	(void)fprintf(out, "%u\t", p->line);
	put_clean(out, p->id);
	put_clean(out, p->game);
	(void)fprintf(out, "%s\t%s\t%" PRIu64 "\t%.3f\t%u\t%u\t%s\t", batch_row_name(row->verdict),
	              row->move, row->nodes, row->time_ms, row->order, row->depth,
	              row->turn == TESUJI_NO_COLOUR ? "" : tesuji_colour_name(row->turn));
	put_clean(out, text_or_empty(row->line));
	put_clean(out, text_or_empty(p->best));
	put_clean(out, text_or_empty(row->answer));
	(void)fprintf(out, "%s\n", row->key);
}

/* write_whole appends bytes by one write. */
static exit_t write_whole(batch_table_t *table, const char *text, size_t length)
{
	ssize_t written;

	do
		written = write(table->fd, text, length);
	while (written < 0 && errno == EINTR);
	if (written == (ssize_t)length)
		return EXIT_PROVEN;
	return failed(table->path, written < 0 ? errno : ENOSPC);
}

/* number_read reads a whole number, and nothing else. */
static bool number_read(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

/* fields_split divides a line at its tabs; false: it has another number of fields. */
static bool fields_split(char *line, char *fields[FIELDS])
{
	unsigned count = 0;

	for (char *at = line; at != NULL; count++) {
		char *tab = strchr(at, '\t');

		if (count == FIELDS)
			return false;
		fields[count] = at;
		if (tab != NULL)
			*tab++ = '\0';
		at = tab;
	}
	return count == FIELDS;
}

static bool verdict_read(const char *text, batch_verdict_t *out)
{
	for (batch_verdict_t v = BATCH_PROVEN; v <= BATCH_REFUSED; v++) {
		if (strcmp(text, batch_row_name(v)) == 0) {
			*out = v;
			return true;
		}
	}
	return false;
}

/* row_read fills a row from the fields of its line; false: they cannot be read. */
static bool row_read(char *const fields[FIELDS], batch_row_t *row)
{
	batch_row_t read = *row;
	uint64_t order, depth;
	char *end;

	if (!verdict_read(fields[FIELD_VERDICT], &read.verdict) ||
	    !number_read(fields[FIELD_NODES], &read.nodes) ||
	    !number_read(fields[FIELD_ORDER], &order) ||
	    !number_read(fields[FIELD_DEPTH], &depth) || order > UINT16_MAX || depth > UINT16_MAX ||
	    strlen(fields[FIELD_MOVE]) >= sizeof(read.move))
		return false;
	read.time_ms = strtod(fields[FIELD_TIME], &end);
	if (end == fields[FIELD_TIME] || *end != '\0' || !(read.time_ms >= 0))
		return false;
	strcpy(read.move, fields[FIELD_MOVE]);
	read.order = (unsigned)order;
	read.depth = (unsigned)depth;
	read.turn = strcmp(fields[FIELD_TURN], "black") == 0   ? TESUJI_BLACK
	            : strcmp(fields[FIELD_TURN], "white") == 0 ? TESUJI_WHITE
	                                                       : TESUJI_NO_COLOUR;
	read.is_resumed = true;
	read.line = strdup(fields[FIELD_MOVES]);
	read.answer = strdup(fields[FIELD_ANSWER]);
	batch_row_free(row);
	*row = read;
	return row->line != NULL && row->answer != NULL;
}

/* clean_equals compares a text with a field, as put_clean has written it. */
static bool clean_equals(const char *text, const char *field)
{
	for (; *text != '\0'; text++, field++) {
		const char c = *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text;

		if (c != *field)
			return false;
	}
	return *field == '\0';
}

/* Where the problem of a line is found: sorted by key and line. */
typedef struct {
	const char *key;
	unsigned line, at; /* at: its place among the problems */
} place_t;

static int by_key(const void *a, const void *b)
{
	const place_t *one = a, *other = b;
	const int keys = strcmp(one->key, other->key);

	return keys != 0 ? keys : (one->line > other->line) - (one->line < other->line);
}

/* places_of makes the sorted places; NULL: no memory. */
static place_t *places_of(const collection_t *problems, const batch_row_t *rows)
{
	place_t *places = calloc((size_t)problems->problem_count + 1, sizeof(*places));

	for (unsigned i = 0; places != NULL && i < problems->problem_count; i++)
		places[i] = (place_t){rows[i].key, problems->problems[i].line, i};
	if (places != NULL)
		qsort(places, problems->problem_count, sizeof(*places), by_key);
	return places;
}

/* row_take gives a line to the row of its problem, if there is one. */
static void row_take(char *line, const collection_t *problems, const place_t *places,
                     batch_row_t *rows)
{
	const place_t *end = places + problems->problem_count, *place;
	char *fields[FIELDS];
	uint64_t number;
	place_t wanted;

	if (!fields_split(line, fields) || !number_read(fields[FIELD_LINE], &number) ||
	    number > UINT32_MAX)
		return;
	wanted = (place_t){fields[FIELD_KEY], (unsigned)number, 0};
	place = bsearch(&wanted, places, problems->problem_count, sizeof(*places), by_key);
	while (place != NULL && place > places && by_key(&wanted, place - 1) == 0)
		place--;
	for (; place != NULL && place < end && by_key(&wanted, place) == 0; place++) {
		if (!clean_equals(problems->problems[place->at].file, fields[FIELD_FILE]))
			continue;
		(void)row_read(fields, &rows[place->at]);
		return;
	}
}

/* rows_take reads a table's text, and tells where its last whole line ends. */
static exit_t rows_take(const char *path, char *text, const collection_t *problems,
                        batch_row_t *rows, size_t *whole)
{
	char *line = text, *end = strchr(text, '\n');
	place_t *places;

	*whole = 0;
	if (end == NULL && strncmp(HEAD, text, strlen(text)) == 0)
		return EXIT_PROVEN; /* empty, or cut off in its head */
	if (end == NULL || strlen(HEAD) != (size_t)(end - text) ||
	    memcmp(text, HEAD, strlen(HEAD)) != 0) {
		complain("%s: no table of 'tesuji solve'", path);
		return EXIT_BAD_INPUT;
	}
	if ((places = places_of(problems, rows)) == NULL)
		return failed(path, ENOMEM);
	for (line = end + 1; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		row_take(line, problems, places, rows);
	}
	free(places);
	*whole = (size_t)(line - text);
	return EXIT_PROVEN;
}

/* resume reads what is in the table, and cuts off what is not whole. */
static exit_t resume(batch_table_t *table, const collection_t *problems, batch_row_t *rows)
{
	size_t length, whole = 0;
	char *text;
	exit_t code = source_load(table->path, TABLE_BYTES_MAX, &text, &length);

	if (code != EXIT_PROVEN)
		return code;
	if (memchr(text, '\0', length) != NULL) {
		complain("%s: no table of 'tesuji solve'", table->path);
		code = EXIT_BAD_INPUT;
	}
	if (code == EXIT_PROVEN)
		code = rows_take(table->path, text, problems, rows, &whole);
	free(text);
	if (code == EXIT_PROVEN && whole < length && ftruncate(table->fd, (off_t)whole) != 0)
		code = failed(table->path, errno);
	if (code == EXIT_PROVEN && whole == 0)
		code = write_whole(table, HEAD "\n", strlen(HEAD "\n"));
	return code;
}

exit_t batch_table_open(batch_table_t *table, const char *path, bool resumes,
                        const collection_t *problems, batch_row_t *rows)
{
	exit_t code;

	*table = (batch_table_t){.path = path, .fd = -1};
	if (path == NULL)
		return EXIT_PROVEN;
	table->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (table->fd < 0)
		return failed(path, errno);
	if (flock(table->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		complain("%s: another run is writing it", path);
		code = EXIT_INPUT_OUTPUT;
	} else if (resumes) {
		code = resume(table, problems, rows);
	} else {
		code = ftruncate(table->fd, 0) == 0 || errno == EINVAL /* a device */
		               ? write_whole(table, HEAD "\n", strlen(HEAD "\n"))
		               : failed(path, errno);
	}
	if (code != EXIT_PROVEN)
		batch_table_close(table);
	return code;
}

exit_t batch_table_add(batch_table_t *table, const collection_problem_t *problem,
                       const batch_row_t *row)
{
	char *text = NULL;
	size_t length = 0;
	exit_t code;
	FILE *out;

	if (table->fd < 0)
		return EXIT_PROVEN;
	out = open_memstream(&text, &length);
	if (out == NULL)
		return failed(table->path, ENOMEM);
	row_put(out, problem, row);
	code = fclose(out) == 0 ? write_whole(table, text, length) : failed(table->path, ENOMEM);
	free(text);
	return code;
}

exit_t batch_table_order(batch_table_t *table, const collection_t *problems,
                         const batch_row_t *rows)
{
	output_t out;
	exit_t code;

	if (table->fd < 0)
		return EXIT_PROVEN;
	code = output_open(&out, table->path);
	if (code != EXIT_PROVEN)
		return code;
	(void)fputs(HEAD "\n", out.to);
	for (unsigned i = 0; i < problems->problem_count; i++)
		if (rows[i].verdict >= BATCH_PROVEN && rows[i].verdict <= BATCH_REFUSED)
			row_put(out.to, &problems->problems[i], &rows[i]);
	return output_close(&out, EXIT_PROVEN);
}

void batch_table_close(batch_table_t *table)
{
	if (table->fd >= 0)
		(void)close(table->fd);
	table->fd = -1;
}
