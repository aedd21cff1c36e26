/* SPDX-License-Identifier: MIT
 * chess.c - see chess.h.
 */
#include "clients/collection/chess.h"

#include <string.h>

enum { PLIES_KEPT = 256 }; /* below PLAYED_MAX */

bool collection_chess_looks(slice_t line)
{
	const slice_t word = reader_word(&line);
	unsigned slashes = 0;

	for (size_t i = 0; i < word.length; i++) {
		if (word.text[i] == '\0' || strchr("pnbrqkPNBRQK12345678/", word.text[i]) == NULL)
			return false;
		slashes += word.text[i] == '/';
	}
	return slashes == 7;
}

position_t *collection_chess_of(const char *fen, errinfo_t *why)
{
	const problem_t problem = {.game = "chess", .rows = fen};
	position_t *position;

	return game_create(&problem, &position, why) == ERR_OK ? position : NULL;
}

move_t collection_chess_move(const position_t *position, slice_t word)
{
	char text[COLLECTION_SAN_BYTES];
	move_t move;

	if (!reader_copy(word, text, sizeof(text)))
		return MOVE_NONE;
	move = position->game->move_parse(position, text);
	return move != MOVE_PASS ? move : MOVE_NONE;
}

bool collection_chess_play(position_t **position, unsigned n, move_t move)
{
	char fen[COLLECTION_FEN_BYTES];
	position_t *next;

	(*position)->game->play(*position, move);
	if ((n + 1) % PLIES_KEPT != 0)
		return true;
	collection_chess_fen(*position, fen);
	next = collection_chess_of(fen, NULL);
	position_free(*position);
	*position = next;
	return next != NULL;
}

void collection_chess_fen(const position_t *position, char out[COLLECTION_FEN_BYTES])
{
	strbuf_t text;

	strbuf_init(&text, out, COLLECTION_FEN_BYTES);
	position->game->rows_text(position, &text);
}

void collection_chess_add(const position_t *position, move_t move, char list[COLLECTION_BEST_BYTES])
{
	const size_t used = strlen(list);
	strbuf_t text;

	if (used + COLLECTION_SAN_BYTES + 1 >= COLLECTION_BEST_BYTES)
		return;
	strbuf_init(&text, list + used, COLLECTION_BEST_BYTES - used);
	if (used > 0)
		strbuf_char(&text, ' ');
	position->game->move_text(position, move, &text);
}
