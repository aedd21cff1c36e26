/* SPDX-License-Identifier: MIT
 * err.c - names and texts of errors, expanded from the rows in err.h.
 *
 * The numbers run from 0 down without gaps (the compiler checks it), so a row
 * is found by its negated number.
 */
#include "engine/base/err.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
	int number;
	const char *name;
	const char *text;
} row_t;

#define ERR_ROW(constant, number, name, text) {(number), (name), (text)},
static const row_t rows[] = {ERR_TABLE(ERR_ROW)};
#undef ERR_ROW

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static_assert(ERR_JOURNAL == 1 - (int)ROWS, "error numbers run from 0 down without gaps");

/* What errno says, where something better than "input or output failed" fits. */
static const struct {
	int from;
	err_t to;
} errnos[] = {
        {0, ERR_OK},
        {ENOMEM, ERR_NOMEM},
        {ENOBUFS, ERR_NOMEM},
        {ERANGE, ERR_RANGE},
        {EOVERFLOW, ERR_RANGE},
        {EBUSY, ERR_BUSY},
        {EAGAIN, ERR_BUSY},
        {EINVAL, ERR_VALUE},
        {EMSGSIZE, ERR_LIMIT},
        {E2BIG, ERR_LIMIT},
        {EFBIG, ERR_LIMIT},
        {ENAMETOOLONG, ERR_LIMIT},
        {ECANCELED, ERR_CANCELLED},
        {ECONNRESET, ERR_CLOSED},
        {ECONNABORTED, ERR_CLOSED},
        {ENOTCONN, ERR_CLOSED},
        {ESHUTDOWN, ERR_CLOSED},
        {EPIPE, ERR_CLOSED},
        {ETIMEDOUT, ERR_TIMEOUT},
        {EPROTO, ERR_PROTOCOL},
        {EBADMSG, ERR_PROTOCOL},
};

/* row_of returns the row of `code`, that of ERR_INTERNAL for a stranger. */
static const row_t *row_of(err_t code)
{
	bool stranger = (int)code > 0 || (int)code <= -(int)ROWS;
	const row_t *row = &rows[stranger ? -ERR_INTERNAL : -(int)code];

	assert(stranger || row->number == (int)code);
	return row;
}

const char *err_name(err_t code)
{
	return row_of(code)->name;
}

const char *err_text(err_t code)
{
	return row_of(code)->text;
}

err_t err_from_errno(int errno_value)
{
	for (size_t i = 0; i < sizeof(errnos) / sizeof(errnos[0]); i++)
		if (errnos[i].from == errno_value)
			return errnos[i].to;
	return ERR_IO;
}

err_t err_fail(errinfo_t *why, err_t code, const char *format, ...)
{
	va_list args;

	assert(code != ERR_OK);
	if (why == NULL)
		return code;
	why->code = code;
	why->path[0] = '\0';
	va_start(args, format);
	if (vsnprintf(why->text, sizeof(why->text), format, args) < 0)
		why->text[0] = '\0';
	va_end(args);
	return code;
}

/* put_path fills *why with an error whose text is the path and, after it, `rest` (": ..."). */
static void put_path(errinfo_t *why, err_t code, const char *path, const char *rest)
{
	const size_t length = strlen(path);

	assert(length > 0 && rest[0] == ':');
	why->code = code;
	(void)snprintf(why->text, sizeof(why->text), "%s%s", path, rest);
	why->path[0] = '\0';
	if (length < sizeof(why->path))
		memcpy(why->path, path, length + 1);
}

err_t err_at(errinfo_t *why, err_t code, const char *path, const char *format, ...)
{
	char rest[ERRINFO_TEXT_MAX] = ": ";
	va_list args;

	assert(code != ERR_OK);
	if (why == NULL)
		return code;
	va_start(args, format);
	(void)vsnprintf(rest + 2, sizeof(rest) - 2, format, args);
	va_end(args);
	put_path(why, code, path, rest);
	return code;
}

err_t err_under(errinfo_t *why, err_t code, const char *outer)
{
	char path[ERRINFO_TEXT_MAX];
	errinfo_t inner;

	if (code == ERR_OK || why == NULL || why->path[0] == '\0')
		return code;
	inner = *why;
	(void)snprintf(path, sizeof(path), inner.path[0] == '[' ? "%s%s" : "%s.%s", outer,
	               inner.path);
	put_path(why, code, path, err_rest(&inner));
	return code;
}

err_t err_place(errinfo_t *why, err_t code, const char *format, ...)
{
	errinfo_t inner;
	va_list args;
	int length;

	if (code == ERR_OK || why == NULL)
		return code;
	inner = *why;
	va_start(args, format);
	length = vsnprintf(why->text, sizeof(why->text), format, args);
	va_end(args);
	if (length >= 0 && (size_t)length < sizeof(why->text))
		(void)snprintf(why->text + length, sizeof(why->text) - (size_t)length, "%s",
		               inner.text);
	return code;
}

err_t err_rename(errinfo_t *why, err_t code, const char *from, const char *to)
{
	errinfo_t inner;

	if (code == ERR_OK || why == NULL || why->path[0] == '\0' || strcmp(why->path, from) != 0)
		return code;
	inner = *why;
	put_path(why, code, to, err_rest(&inner));
	return code;
}

const char *err_rest(const errinfo_t *why)
{
	assert(strncmp(why->text, why->path, strlen(why->path)) == 0);
	return why->text + strlen(why->path);
}
