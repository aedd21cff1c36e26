/* SPDX-License-Identifier: MIT
 * pgn_write.c - see pgn_write.h.
 */
#include "clients/cli/pgn_write.h"

/* tag_put writes a tag of PGN. */
static void tag_put(FILE *out, const char *name, const char *value)
{
	(void)fprintf(out, "[%s \"", name);
	for (; *value != '\0'; value++) {
		if (*value == '"' || *value == '\\')
			(void)fputc('\\', out);
		(void)fputc(*value, out);
	}
	(void)fputs("\"]\n", out);
}

void pgn_write_tags(FILE *out, const char *event, const char *fen)
{
	tag_put(out, "Event", event);
	(void)fputs("[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"?\"]\n"
	            "[Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n",
	            out);
	tag_put(out, "FEN", fen);
	(void)fputc('\n', out);
}
