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

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/cli/output.h"
#include "clients/cli/source.h"

enum { TABLE_BYTES_MAX = 512 << 20, HEAD_BYTES = 512, FIELD_FILE = 0, FIELD_LINE = 1 };

static exit_t failed(const char *path, int error)
{
	complain("%s: %s", path, strerror(error));
	return error == ENOMEM ? EXIT_NO_MEMORY : EXIT_INPUT_OUTPUT;
}

/* clean returns a character as it stands in a field: what would end the field is a blank there. */
static char clean(char c)
{
	return c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
}

void batch_table_text(FILE *out, const char *text)
{
	for (; text != NULL && *text != '\0'; text++)
		(void)fputc(clean(*text), out);
	(void)fputc('\t', out);
}

/* row_put writes one line. */
static void row_put(FILE *out, const batch_table_kind_t *kind, const collection_problem_t *p,
                    const void *row)
{
	batch_table_text(out, p->file);
	(void)fprintf(out, "%u\t", p->line);
	batch_table_text(out, p->id);
	batch_table_text(out, p->game);
	kind->put(out, p, row);
	(void)fprintf(out, "%s\n", kind->key(row));
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

/* head_write begins the table. */
static exit_t head_write(batch_table_t *table)
{
	char line[HEAD_BYTES];
	const int length = snprintf(line, sizeof(line), "%s\n", table->kind->head);

	assert(length > 0 && (size_t)length < sizeof(line));
	return write_whole(table, line, (size_t)length);
}

bool batch_table_number(const char *text, uint64_t most, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out <= most;
}

/* fields_of returns how many fields a line has. */
static unsigned fields_of(const char *line)
{
	unsigned count = 1;

	for (; *line != '\0'; line++)
		count += *line == '\t';
	return count;
}

/* fields_split divides a line at its tabs; false: it has not `wanted` fields. Those behind them are
 * empty. */
static bool fields_split(char *line, char *fields[BATCH_TABLE_FIELDS_MAX], unsigned wanted)
{
	unsigned count = 0;

	assert(wanted <= BATCH_TABLE_FIELDS_MAX);
	for (unsigned i = 0; i < BATCH_TABLE_FIELDS_MAX; i++)
		fields[i] = line + strlen(line);
	for (char *at = line; at != NULL; count++) {
		char *tab = strchr(at, '\t');

		if (count == wanted)
			return false;
		fields[count] = at;
		if (tab != NULL)
			*tab++ = '\0';
		at = tab;
	}
	return count == wanted;
}

/* clean_equals compares a text with a field, as batch_table_text has written it. */
static bool clean_equals(const char *text, const char *field)
{
	for (; *text != '\0'; text++, field++)
		if (clean(*text) != *field)
			return false;
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

static void *row_at(const batch_table_t *table, void *rows, unsigned i)
{
	return (char *)rows + (size_t)i * table->kind->row_bytes;
}

static const void *row_of(const batch_table_t *table, const void *rows, unsigned i)
{
	return (const char *)rows + (size_t)i * table->kind->row_bytes;
}

/* places_of makes the sorted places; NULL: no memory. */
static place_t *places_of(const batch_table_t *table, const collection_t *problems,
                          const void *rows)
{
	place_t *places = calloc((size_t)problems->problem_count + 1, sizeof(*places));

	for (unsigned i = 0; places != NULL && i < problems->problem_count; i++)
		places[i] = (place_t){table->kind->key(row_of(table, rows, i)),
		                      problems->problems[i].line, i};
	if (places != NULL)
		qsort(places, problems->problem_count, sizeof(*places), by_key);
	return places;
}

/* row_take gives a line to the row of its problem, if there is one. */
static void row_take(const batch_table_t *table, char *line, const collection_t *problems,
                     const place_t *places, void *rows)
{
	const unsigned count = fields_of(table->kind->head);
	const place_t *end = places + problems->problem_count, *place;
	char *fields[BATCH_TABLE_FIELDS_MAX];
	uint64_t number;
	place_t wanted;

	if (!fields_split(line, fields, count) ||
	    !batch_table_number(fields[FIELD_LINE], UINT32_MAX, &number))
		return;
	wanted = (place_t){fields[count - 1], (unsigned)number, 0};
	place = bsearch(&wanted, places, problems->problem_count, sizeof(*places), by_key);
	while (place != NULL && place > places && by_key(&wanted, place - 1) == 0)
		place--;
	for (; place != NULL && place < end && by_key(&wanted, place) == 0; place++) {
		if (!clean_equals(problems->problems[place->at].file, fields[FIELD_FILE]))
			continue;
		(void)table->kind->read(fields, row_at(table, rows, place->at));
		return;
	}
}

static exit_t no_table(const batch_table_t *table)
{
	complain("%s: no table of 'tesuji %s'", table->path, table->kind->command);
	return EXIT_BAD_INPUT;
}

/* rows_take reads a table's text, and tells where its last whole line ends. */
static exit_t rows_take(const batch_table_t *table, char *text, const collection_t *problems,
                        void *rows, size_t *whole)
{
	const char *head = table->kind->head;
	char *line = text, *end = strchr(text, '\n');
	place_t *places;

	*whole = 0;
	if (end == NULL && strncmp(head, text, strlen(text)) == 0)
		return EXIT_PROVEN; /* empty, or cut off in its head */
	if (end == NULL || strlen(head) != (size_t)(end - text) ||
	    memcmp(text, head, strlen(head)) != 0)
		return no_table(table);
	if ((places = places_of(table, problems, rows)) == NULL)
		return failed(table->path, ENOMEM);
	for (line = end + 1; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		row_take(table, line, problems, places, rows);
	}
	free(places);
	*whole = (size_t)(line - text);
	return EXIT_PROVEN;
}

/* resume reads what is in the table, and cuts off what is not whole. */
static exit_t resume(batch_table_t *table, const collection_t *problems, void *rows)
{
	size_t length, whole = 0;
	char *text;
	exit_t code = source_load(table->path, TABLE_BYTES_MAX, &text, &length);

	if (code != EXIT_PROVEN)
		return code;
	code = memchr(text, '\0', length) != NULL ? no_table(table)
	                                          : rows_take(table, text, problems, rows, &whole);
	free(text);
	if (code == EXIT_PROVEN && whole < length && ftruncate(table->fd, (off_t)whole) != 0)
		code = failed(table->path, errno);
	if (code == EXIT_PROVEN && whole == 0)
		code = head_write(table);
	return code;
}

exit_t batch_table_open(batch_table_t *table, const batch_table_kind_t *kind, const args_t *args,
                        const collection_t *problems, void *rows)
{
	const char *path = args->resume != NULL ? args->resume : args->tsv;
	exit_t code;

	*table = (batch_table_t){.kind = kind, .path = path, .fd = -1};
	if (path == NULL)
		return EXIT_PROVEN;
	table->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (table->fd < 0)
		return failed(path, errno);
	if (flock(table->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		complain("%s: another run is writing it", path);
		code = EXIT_INPUT_OUTPUT;
	} else if (args->resume != NULL) {
		code = resume(table, problems, rows);
	} else {
		code = ftruncate(table->fd, 0) == 0 || errno == EINVAL /* a device */
		               ? head_write(table)
		               : failed(path, errno);
	}
	if (code != EXIT_PROVEN)
		batch_table_close(table);
	return code;
}

exit_t batch_table_add(batch_table_t *table, const collection_problem_t *problem, const void *row)
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
	row_put(out, table->kind, problem, row);
	code = fclose(out) == 0 ? write_whole(table, text, length) : failed(table->path, ENOMEM);
	free(text);
	return code;
}

exit_t batch_table_order(batch_table_t *table, const collection_t *problems, const void *rows)
{
	output_t out;
	exit_t code;

	if (table->fd < 0)
		return EXIT_PROVEN;
	code = output_open(&out, table->path);
	if (code != EXIT_PROVEN)
		return code;
	(void)fprintf(out.to, "%s\n", table->kind->head);
	for (unsigned i = 0; i < problems->problem_count; i++)
		if (table->kind->stands(row_of(table, rows, i)))
			row_put(out.to, table->kind, &problems->problems[i],
			        row_of(table, rows, i));
	return output_close(&out, EXIT_PROVEN);
}

void batch_table_close(batch_table_t *table)
{
	if (table->fd >= 0)
		(void)close(table->fd);
	table->fd = -1;
}
