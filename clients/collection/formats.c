/* SPDX-License-Identifier: MIT
 * formats.c - see formats.h.
 *
 * Design     Formats whose text cannot be mistaken come first in the table; moves and tables,
 *            which look like anything, last.
 */
#include "clients/collection/formats.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "clients/collection/epd.h"
#include "clients/collection/moves.h"
#include "clients/collection/pgn.h"
#include "clients/collection/psq.h"
#include "clients/collection/renlib.h"
#include "clients/collection/sgf.h"
#include "clients/collection/tsv.h"

static const format_t formats[] = {
        {"renlib", " lib ", collection_renlib_looks, collection_renlib_read,
         "trees of moves of Renju"},
        {"sgf", " sgf ", collection_sgf_looks, collection_sgf_read,
         "game records of Go, Gomoku and Hex"},
        {"psq", " psq ", collection_psq_looks, collection_psq_read, "games of Gomoku"},
        {"pgn", " pgn ", collection_pgn_looks, collection_pgn_read, "games of chess"},
        {"tsv", " tsv ", collection_tsv_looks, collection_tsv_read, "tables, a problem a line"},
        {"epd", " epd fen ", collection_epd_looks, collection_epd_read,
         "positions of chess, one a line"},
        {"moves", " moves hex ", collection_moves_looks, collection_moves_read,
         "games of Gomoku and Hex, a string of moves a line"},
        {NULL, NULL, NULL, NULL, NULL},
};

const format_t *formats_rows(void)
{
	return formats;
}

/* by_name returns the format of the suffix of a file's name, NULL if there is none. */
static const format_t *by_name(const char *file)
{
	const char *dot = strrchr(file, '.');
	char suffix[16];
	int length;

	if (dot == NULL || strchr(dot, '/') != NULL)
		return NULL;
	length = snprintf(suffix, sizeof(suffix), " %s ", dot + 1);
	if (length <= 2 || length >= (int)sizeof(suffix))
		return NULL;
	for (char *c = suffix; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	for (const format_t *f = formats; f->name != NULL; f++)
		if (strstr(f->suffixes, suffix) != NULL)
			return f;
	return NULL;
}

bool formats_known(const char *file)
{
	return by_name(file) != NULL;
}

const format_t *formats_find(const char *file, const char *text, size_t length)
{
	const format_t *named = by_name(file);

	if (named != NULL && named->looks(text, length))
		return named;
	for (const format_t *f = formats; f->name != NULL; f++)
		if (f->looks(text, length))
			return f;
	return named;
}

const format_t *formats_read(collection_t *out, const char *file, const char *text, size_t length,
                             const collection_hints_t *hints)
{
	static const collection_hints_t none = {.move = -1};
	const format_t *format = formats_find(file, text, length);
	reader_t reader;

	reader_init(&reader, out, file, text, length, hints != NULL ? hints : &none);
	if (format != NULL)
		format->read(&reader);
	else
		reader_fault(&reader, 1, "no format that is known here");
	reader_end(&reader);
	return format;
}
