/* SPDX-License-Identifier: MIT
 * conf.c - the rows of the settings, their parsers and printers.
 *
 * CONF_TABLE becomes an array of rows with the offset of each field. So one loop serves the
 * file, the command line, --help, --dump-config and the reload. Each type of row has one parser
 * and one printer.
 *
 * A file consists of lines `name = value`; # starts a comment at the start of a line or after a
 * blank. A name that no row has is an error and not a warning, because a typing mistake in
 * max_jobs must not silently mean "the default".
 */
#include "server/conf.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "server/conf_address.h"
#include "server/lines.h"

typedef enum { KIND_NUMBER, KIND_OCTAL, KIND_WORD, KIND_TEXT, KIND_LISTEN } kind_t;
typedef enum { WHEN_START, WHEN_RELOAD } when_t;

typedef struct {
	const char *name;
	kind_t kind;
	uint64_t least, most;
	const char *fallback, *unit;
	when_t when;
	const char *help;
	size_t offset;
} row_t;

#define ROW(name, type, least, most, fallback, unit, when, help)                 \
	{#name, KIND_##type,           least, most, fallback, unit, WHEN_##when, \
	 help,  offsetof(conf_t, name)},
static const row_t rows[] = {CONF_TABLE(ROW)};
#undef ROW

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
	NAME_MAX_BYTES = 32,
	LINE_BYTES_MAX = 2 * CONF_TEXT_MAX
};

static uint64_t *field_number(conf_t *conf, const row_t *row)
{
	return (uint64_t *)(void *)((char *)conf + row->offset);
}

static char *field_text(conf_t *conf, const row_t *row)
{
	return (char *)conf + row->offset;
}

static bool is_text(const row_t *row)
{
	return row->kind == KIND_TEXT || row->kind == KIND_LISTEN;
}

/* same_name compares option names, taking '-' for '_'. */
static bool same_name(const char *a, const char *name, size_t length)
{
	if (strlen(a) != length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (a[i] != (name[i] == '-' ? '_' : name[i]))
			return false;
	return true;
}

static const row_t *row_find(const char *name, size_t length)
{
	for (size_t i = 0; i < ROWS; i++)
		if (same_name(rows[i].name, name, length))
			return &rows[i];
	return NULL;
}

/* parse_digits reads the whole of `text` in `base`; no sign, no blanks. */
static bool parse_digits(const char *text, int base, uint64_t *out)
{
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*out = strtoull(text, &end, base);
	return errno == 0 && *end == '\0';
}

static err_t set_number(conf_t *conf, const row_t *row, const char *text, errinfo_t *why)
{
	bool octal = row->kind == KIND_OCTAL;
	uint64_t n;

	if (!parse_digits(text, octal ? 8 : 10, &n))
		return err_at(why, ERR_SYNTAX, row->name, "'%.64s' is not %s", text,
		              octal ? "an octal number" : "a number");
	if (n < row->least || n > row->most)
		return err_at(why, ERR_RANGE, row->name,
		              octal ? "0%llo is not in 0%llo..0%llo" : "%llu is not in %llu..%llu",
		              (unsigned long long)n, (unsigned long long)row->least,
		              (unsigned long long)row->most);
	*field_number(conf, row) = n;
	return ERR_OK;
}

/* word_at returns the `index`-th of the words in "a|b|c", NULL past the last. */
static const char *word_at(const char *words, uint64_t index, size_t *length)
{
	for (; index > 0; index--) {
		words = strchr(words, '|');
		if (words == NULL)
			return NULL;
		words++;
	}
	*length = strcspn(words, "|");
	return words;
}

static err_t set_word(conf_t *conf, const row_t *row, const char *text, errinfo_t *why)
{
	const char *word;
	size_t length;

	for (uint64_t i = 0; (word = word_at(row->unit, i, &length)) != NULL; i++) {
		if (strlen(text) == length && strncmp(text, word, length) == 0) {
			*field_number(conf, row) = i;
			return ERR_OK;
		}
	}
	return err_at(why, ERR_VALUE, row->name, "'%.64s' is not one of %s", text, row->unit);
}

static err_t check_addresses(const row_t *row, const char *text, errinfo_t *why)
{
	char host[CONF_HOST_MAX];
	const char *cursor = text;
	err_t err = ERR_OK;
	int port;

	while (conf_address_next(&cursor, host, &port, &err))
		;
	if (err != ERR_OK)
		return err_at(why, err, row->name, "'%.64s' is not host:port", cursor);
	return ERR_OK;
}

static err_t set_text(conf_t *conf, const row_t *row, const char *text, errinfo_t *why)
{
	size_t length = strlen(text);

	assert(row->most < CONF_TEXT_MAX);
	if (length < row->least || length > row->most)
		return err_at(why, ERR_RANGE, row->name, "%zu bytes are not in %llu..%llu", length,
		              (unsigned long long)row->least, (unsigned long long)row->most);
	if (row->kind == KIND_LISTEN && check_addresses(row, text, why) != ERR_OK)
		return ERR_SYNTAX;
	memcpy(field_text(conf, row), text, length + 1);
	return ERR_OK;
}

static err_t row_set(conf_t *conf, const row_t *row, const char *text, errinfo_t *why)
{
	if (is_text(row))
		return set_text(conf, row, text, why);
	return row->kind == KIND_WORD ? set_word(conf, row, text, why)
	                              : set_number(conf, row, text, why);
}

void conf_init(conf_t *conf)
{
	memset(conf, 0, sizeof(*conf));
	for (size_t i = 0; i < ROWS; i++) {
		err_t err = row_set(conf, &rows[i], rows[i].fallback, NULL);

		assert(err == ERR_OK);
		(void)err;
	}
}

static err_t row_named(const char *name, size_t length, const row_t **out, errinfo_t *why)
{
	*out = row_find(name, length);
	if (*out != NULL)
		return ERR_OK;
	return err_fail(why, ERR_VALUE, "unknown option '%.*s'", (int)(length < 64 ? length : 64),
	                name);
}

err_t conf_set(conf_t *conf, const char *name, const char *text, errinfo_t *why)
{
	const row_t *row;
	err_t err = row_named(name, strlen(name), &row, why);

	return err == ERR_OK ? row_set(conf, row, text, why) : err;
}

/* check_reach looks at the addresses of one setting; `advice` says what may be done. */
static err_t check_reach(const char *setting, const char *addresses, const char *advice,
                         errinfo_t *why)
{
	char host[CONF_HOST_MAX];
	err_t err;
	int port;

	while (conf_address_next(&addresses, host, &port, &err))
		if (!conf_address_is_loopback(host))
			return err_at(why, ERR_VALUE, setting,
			              "%s:%d is open to other machines, and nobody has to log in: "
			              "%s, or listen on 127.0.0.1",
			              host, port, advice);
	return ERR_OK;
}

err_t conf_check_reach(const conf_t *conf, errinfo_t *why)
{
	static const char accounts[] = "name a file of accounts";
	const bool has_accounts = conf->accounts[0] != '\0';
	err_t err = ERR_OK;

	if (!has_accounts)
		err = check_reach("listen", conf->listen, accounts, why);
	if (!has_accounts && err == ERR_OK)
		err = check_reach("listen_tls", conf->listen_tls, accounts, why);
	if (conf->metrics_reach == 0 && err == ERR_OK)
		err = check_reach("metrics_listen", conf->metrics_listen, "say metrics_reach = any",
		                  why);
	return err;
}

static bool has_address(const char *addresses)
{
	char host[CONF_HOST_MAX];
	err_t err;
	int port;

	return conf_address_next(&addresses, host, &port, &err);
}

bool conf_has_tls(const conf_t *conf)
{
	return has_address(conf->listen_tls);
}

err_t conf_check(const conf_t *conf, errinfo_t *why)
{
	const err_t err = conf_check_reach(conf, why);

	if (err != ERR_OK)
		return err;
	if (has_address(conf->listen) || conf_has_tls(conf) || conf->socket[0] != '\0' ||
	    conf->control_socket[0] != '\0')
		return ERR_OK;
	return err_fail(why, ERR_VALUE,
	                "nothing to listen on: listen and listen_tls are none, socket and "
	                "control_socket are empty");
}

/* line_trim cuts the blanks around the line; in place. */
static char *line_trim(char *line)
{
	size_t n;

	while (isspace((unsigned char)*line))
		line++;
	for (n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]); n--)
		line[n - 1] = '\0';
	return line;
}

/* What is read, and on which line each setting was given; 0: on none. */
typedef struct {
	conf_t *conf;
	unsigned lines[ROWS];
} reading_t;

static err_t line_apply(char *line, unsigned number, void *context, errinfo_t *why)
{
	reading_t *reading = context;
	char *equals, *value;
	const row_t *row;
	size_t name_length;
	err_t err;

	line = line_trim(line);
	if (*line == '\0')
		return ERR_OK;
	equals = strchr(line, '=');
	if (equals == NULL)
		return err_fail(why, ERR_SYNTAX, "'%.64s' is not name = value", line);
	for (value = equals + 1; isspace((unsigned char)*value); value++)
		;
	name_length = (size_t)(equals - line);
	while (name_length > 0 && isspace((unsigned char)line[name_length - 1]))
		name_length--;
	err = row_named(line, name_length, &row, why);
	if (err != ERR_OK)
		return err;
	if (reading->lines[row - rows] > 0)
		return err_at(why, ERR_VALUE, row->name, "given on line %u already",
		              reading->lines[row - rows]);
	reading->lines[row - rows] = number;
	return row_set(reading->conf, row, value, why);
}

err_t conf_read_text(conf_t *conf, const char *name, const char *text, size_t length,
                     errinfo_t *why)
{
	reading_t reading = {.conf = conf};

	return lines_each(text, length, name, LINE_BYTES_MAX, line_apply, &reading, why);
}

err_t conf_read_file(conf_t *conf, const char *path, errinfo_t *why)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t n;
	err_t err;

	if (file == NULL)
		return err_fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	text = mem_alloc(CONF_FILE_BYTES_MAX);
	if (text == NULL) {
		err = err_fail(why, ERR_NOMEM, "%s: out of memory", path);
		goto end;
	}
	n = fread(text, 1, CONF_FILE_BYTES_MAX, file);
	if (ferror(file))
		err = err_fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	else if (n == CONF_FILE_BYTES_MAX)
		err = err_fail(why, ERR_LIMIT, "%s: larger than 1 MiB", path);
	else
		err = conf_read_text(conf, path, text, n, why);
end:
	mem_free(text, CONF_FILE_BYTES_MAX);
	(void)fclose(file);
	return err;
}

const char *conf_reload(conf_t *conf, const conf_t *from)
{
	const char *frozen = NULL;

	for (size_t i = 0; i < ROWS; i++) {
		size_t bytes = is_text(&rows[i]) ? CONF_TEXT_MAX : sizeof(uint64_t);
		char *to = (char *)conf + rows[i].offset;
		const char *new = (const char *)from + rows[i].offset;

		if (rows[i].when == WHEN_RELOAD)
			memcpy(to, new, bytes);
		else if (is_text(&rows[i]) ? strcmp(to, new) != 0 : memcmp(to, new, bytes) != 0)
			frozen = rows[i].name;
	}
	return frozen;
}

static void value_print(const conf_t *conf, const row_t *row, FILE *out)
{
	uint64_t n = is_text(row) ? 0 : *field_number((conf_t *)(uintptr_t)conf, row);
	const char *word;
	size_t length = 0;

	switch (row->kind) {
	case KIND_NUMBER:
		(void)fprintf(out, "%llu", (unsigned long long)n);
		break;
	case KIND_OCTAL:
		(void)fprintf(out, "0%llo", (unsigned long long)n);
		break;
	case KIND_WORD:
		word = word_at(row->unit, n, &length);
		assert(word != NULL); /* set_word stores indices of words that are there */
		(void)fprintf(out, "%.*s", (int)length, word);
		break;
	case KIND_TEXT:
	case KIND_LISTEN:
		(void)fputs(field_text((conf_t *)(uintptr_t)conf, row), out);
		break;
	}
}

/* range_print says what a value may be: "0..1024 threads", "nice|idle|normal". */
static void range_print(const row_t *row, FILE *out)
{
	if (row->kind == KIND_NUMBER)
		(void)fprintf(out, "%llu..%llu %s", (unsigned long long)row->least,
		              (unsigned long long)row->most, row->unit);
	else
		(void)fputs(row->unit, out);
}

void conf_help(FILE *out)
{
	(void)fputs(
	        "Usage: tesujid [--config FILE] [--OPTION VALUE]...\n"
	        "The tesuji daemon: proves tactical goals in board games with lambda-search.\n\n"
	        "  --config FILE         read settings from FILE (the command line wins)\n"
	        "  --check-config [FILE] check the settings and exit: 0 good, 78 bad\n"
	        "  --dump-config         print a configuration file with all settings and exit\n"
	        "  --new-token NAME      print a token for the account NAME, and its line in the\n"
	        "                        file of accounts, and exit\n"
	        "  --version, --help\n\n",
	        out);
	for (size_t i = 0; i < ROWS; i++) {
		(void)fprintf(out, "  --%s VALUE\n        %s\n        (", rows[i].name,
		              rows[i].help);
		range_print(&rows[i], out);
		(void)fprintf(out, "; default %s)\n",
		              rows[i].fallback[0] != '\0' ? rows[i].fallback : "empty");
	}
	(void)fputs(
	        "\nExit codes: 0 stopped in order, 64 usage, 69 cannot listen, 71 out of memory,\n"
	        "78 bad configuration.\n",
	        out);
}

void conf_dump(const conf_t *conf, FILE *out)
{
	(void)fputs("# tesujid.conf - settings of tesujid, one `name = value` a line.\n"
	            "# The command line (--name value) goes before this file. SIGHUP reloads the\n"
	            "# settings that are not marked \"restart\".\n",
	            out);
	for (size_t i = 0; i < ROWS; i++) {
		(void)fprintf(out, "\n# %s\n# (", rows[i].help);
		range_print(&rows[i], out);
		(void)fprintf(out, "; default %s%s)\n%s = ",
		              rows[i].fallback[0] != '\0' ? rows[i].fallback : "empty",
		              rows[i].when == WHEN_START ? "; restart" : "", rows[i].name);
		value_print(conf, &rows[i], out);
		(void)fputc('\n', out);
	}
}
