/* SPDX-License-Identifier: MIT
 * position.c - see position.h.
 *
 * Design     The rules are the engine's own (game.h). Its positions have a bounded number of moves
 *            to take back, so a long game begins anew from a FEN from time to time. The two
 *            counters of a FEN and repetitions have no part in the question of a mate.
 */
#include "clients/uci/position.h"

#include <stdio.h>
#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum {
	FEN_FIELDS = 6,
	PLIES_KEPT = 256, /* below PLAYED_MAX */
	MOVE_LEAST = 4,   /* letters of "e2e4" */
	MOVE_MOST = 5,
	SAN_BYTES = 32,
};

position_t *uci_position_of(const char *fen, char *why)
{
	const problem_t problem = {.game = "chess", .rows = fen};
	errinfo_t info = {.code = ERR_OK};
	position_t *position;

	if (game_create(&problem, &position, &info) == ERR_OK)
		return position;
	if (why != NULL)
		snprintf(why, UCI_WHY_BYTES, "position fen: %s", info.text);
	return NULL;
}

void uci_position_fen(const position_t *position, char fen[UCI_FEN_BYTES])
{
	strbuf_t text;

	strbuf_init(&text, fen, UCI_FEN_BYTES);
	position->game->rows_text(position, &text);
}

position_t *uci_position_after(position_t *position, move_t move)
{
	char fen[UCI_FEN_BYTES];

	position->game->play(position, move);
	uci_position_fen(position, fen);
	position->game->undo(position);
	return uci_position_of(fen, NULL);
}

void uci_position_move(const position_t *position, move_t move, char text[MOVE_TEXT_MAX])
{
	strbuf_t out;

	strbuf_init(&out, text, MOVE_TEXT_MAX);
	position->game->notation->coords_text(position, move, &out);
}

move_t uci_position_read(const position_t *position, const char *text)
{
	const size_t length = strlen(text);
	char again[MOVE_TEXT_MAX];
	move_t move;

	if (length < MOVE_LEAST || length > MOVE_MOST)
		return MOVE_NONE;
	move = position->game->move_parse(position, text);
	if (move == MOVE_NONE || move == MOVE_PASS)
		return MOVE_NONE;
	uci_position_move(position, move, again);
	return strcmp(text, again) == 0 ? move : MOVE_NONE;
}

bool uci_position_mates(const position_t *position, move_t move)
{
	char san[SAN_BYTES];
	strbuf_t out;

	strbuf_init(&out, san, sizeof(san));
	position->game->move_text(position, move, &out);
	return out.length > 0 && san[out.length - 1] == '#';
}

/* A FEN in which the side that is not to move stands in check is refused. */
bool uci_position_in_check(const position_t *position)
{
	char fen[UCI_FEN_BYTES], turned[UCI_FEN_BYTES];
	position_t *other;
	char *turn;

	uci_position_fen(position, fen);
	turn = strchr(fen, ' ');
	snprintf(turned, sizeof(turned), "%.*s %c - - 0 1", (int)(turn - fen), fen,
	         turn[1] == 'w' ? 'b' : 'w');
	other = uci_position_of(turned, NULL);
	position_free(other);
	return other == NULL;
}

/* play plays moves, beginning anew from the FEN in time. */
static bool play(position_t **position, unsigned count, char **words, char *why)
{
	for (unsigned i = 0; i < count; i++) {
		const move_t move = uci_position_read(*position, words[i]);

		if (move == MOVE_NONE) {
			snprintf(why, UCI_WHY_BYTES, "position: move %u, '%.16s', is not legal",
			         i + 1, words[i]);
			return false;
		}
		if ((i + 1) % PLIES_KEPT == 0) {
			position_t *next = uci_position_after(*position, move);

			position_free(*position);
			*position = next;
			if (next == NULL) {
				snprintf(why, UCI_WHY_BYTES, "position: no memory");
				return false;
			}
		} else {
			(*position)->game->play(*position, move);
		}
	}
	return true;
}

/* fen_join joins words to a FEN and returns how many it took. */
static unsigned fen_join(unsigned count, char **words, char fen[UCI_FEN_BYTES])
{
	unsigned taken = 0;
	strbuf_t out;

	strbuf_init(&out, fen, UCI_FEN_BYTES);
	while (taken < count && taken < FEN_FIELDS && strcmp(words[taken], "moves") != 0)
		strbuf_printf(&out, taken == 0 ? "%s" : " %s", words[taken]), taken++;
	return taken;
}

bool uci_position_set(position_t **position, unsigned count, char **words, char *why)
{
	char fen[UCI_FEN_BYTES] = START;
	unsigned taken = 1;
	position_t *made, *turned;

	if (count > 0 && strcmp(words[0], "fen") == 0) {
		taken += fen_join(count - 1, words + 1, fen);
	} else if (count == 0 || strcmp(words[0], "startpos") != 0) {
		snprintf(why, UCI_WHY_BYTES, "position: neither startpos nor fen");
		return false;
	}
	if (taken < count && strcmp(words[taken], "moves") != 0) {
		snprintf(why, UCI_WHY_BYTES, "position: '%.40s' where 'moves' was expected",
		         words[taken]);
		return false;
	}
	if ((made = uci_position_of(fen, why)) == NULL)
		return false;
	if (taken + 1 < count && !play(&made, count - taken - 1, words + taken + 1, why)) {
		position_free(made);
		return false;
	}
	uci_position_fen(made, fen); /* whose side to move is its attacker */
	turned = uci_position_of(fen, why);
	position_free(made);
	if (turned == NULL)
		return false;
	position_free(*position);
	*position = turned;
	return true;
}
