/* SPDX-License-Identifier: MIT
 * fuzz_uci.c - any words as the arguments of UCI's "position", and then of "go".
 *
 * What is read is a position whose FEN is read again, what is refused changes nothing and says why,
 * and the moves of "searchmoves" are legal.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "clients/front/lines.h"
#include "clients/uci/go.h"
#include "clients/uci/position.h"

enum { BYTES_MOST = 4096, WORDS_MOST = 1024 };

static void one_position(position_t **position, char *text)
{
	char before[UCI_FEN_BYTES], after[UCI_FEN_BYTES], why[UCI_WHY_BYTES] = "";
	char *words[WORDS_MOST];
	const unsigned count = lines_split(text, words, WORDS_MOST);
	position_t *again;

	uci_position_fen(*position, before);
	if (count > WORDS_MOST)
		return;
	if (!uci_position_set(position, count, words, why)) {
		CHECK(strncmp(why, "position", 8) == 0);
		uci_position_fen(*position, after);
		CHECK(strcmp(before, after) == 0);
		return;
	}
	uci_position_fen(*position, before);
	CHECK((again = uci_position_of(before, why)) != NULL);
	uci_position_fen(again, after);
	CHECK(strcmp(before, after) == 0);
	position_free(again);
}

static void one_go(const position_t *position, char *text)
{
	char why[UCI_WHY_BYTES] = "", *words[WORDS_MOST];
	const unsigned count = lines_split(text, words, WORDS_MOST);
	uci_go_t go;

	if (count > WORDS_MOST)
		return;
	if (!uci_go_read(position, count, words, &go, why)) {
		CHECK(strncmp(why, "go", 2) == 0);
		return;
	}
	CHECK(uci_go_time(&go, false) >= 0 && uci_go_time(&go, true) >= 0);
	for (unsigned i = 0; i < go.move_count; i++)
		CHECK(position->game->legal(position, go.moves[i]));
}

/* The first line is for "position", the second for "go". */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[BYTES_MOST + 1], why[UCI_WHY_BYTES], *start = (char[]){"startpos"}, *rest;
	const size_t length = size < BYTES_MOST ? size : BYTES_MOST;
	position_t *position = NULL;

	memcpy(text, data, length);
	text[length] = '\0';
	rest = strchr(text, '\n');
	if (rest != NULL)
		*rest++ = '\0';
	CHECK(uci_position_set(&position, 1, &start, why));
	one_position(&position, text);
	if (rest != NULL)
		one_go(position, rest);
	position_free(position);
	return 0;
}
