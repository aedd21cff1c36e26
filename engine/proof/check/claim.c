/* SPDX-License-Identifier: MIT
 * claim.c - from a header to a position and a goal, and to words for people. */
#include "engine/proof/check/claim.h"

#include <assert.h>
#include <string.h>

static const rules_t *const games[] = {&rules_go, &rules_gomoku, &rules_atarigo, &rules_hex,
                                       &rules_chess};

enum { PIECES_FILES = 8 };

void claim_fill(const check_claim_t *claim, set_t *set)
{
	for (int p = 0; p < claim->area; p++)
		set_add(set, p);
}

int claim_point(const check_claim_t *claim, const char *text, size_t length)
{
	int x = 0, row = 0;

	assert(claim->rules->columns != NULL);
	if (length < 2 || length > 3)
		return NO_POINT;
	while (x < claim->width && (claim->rules->columns[x] | 0x20) != (text[0] | 0x20))
		x++;
	for (size_t i = 1; i < length; i++) {
		if (text[i] < '0' || text[i] > '9' || text[1] == '0')
			return NO_POINT;
		row = 10 * row + text[i] - '0';
	}
	if (x == claim->width || row < 1 || row > claim->height)
		return NO_POINT;
	return (claim->rules->from_top ? row - 1 : claim->height - row) * claim->width + x;
}

void claim_move(const check_claim_t *claim, int move, strbuf_t *out)
{
	static const char pieces[] = "\0nbrq";

	if (move == PASS) {
		strbuf_add(out, "pass");
	} else if (claim->rules->columns == NULL) {
		strbuf_printf(out, "%c%d%c%d", 'a' + move % PIECES_FILES, (move >> 3 & 7) + 1,
		              'a' + (move >> 6) % PIECES_FILES, (move >> 9 & 7) + 1);
		if (move >> 12 > 0 && move >> 12 < 5)
			strbuf_char(out, pieces[move >> 12]);
	} else if (move >= claim->area) {
		strbuf_printf(out, "%d", move);
	} else {
		const int y = move / claim->width;

		strbuf_printf(out, "%c%d", claim->rules->columns[move % claim->width],
		              claim->rules->from_top ? y + 1 : claim->height - y);
	}
}

/* place_of returns the place of a word among those parted by '|', or -1. */
static int place_of(const char *words, const char *word)
{
	const size_t length = strlen(word);

	for (int place = 0; words != NULL; place++) {
		const char *end = strchr(words, '|');
		const size_t this = end != NULL ? (size_t)(end - words) : strlen(words);

		if (this == length && memcmp(words, word, length) == 0)
			return place;
		words = end != NULL ? end + 1 : NULL;
	}
	return -1;
}

/* option_find is the place of an option in the game's table, RULES_OPTIONS if it is none of it. */
static unsigned option_find(const rules_t *rules, const char *name)
{
	unsigned o = 0;

	while (o < RULES_OPTIONS && rules->options[o].name != NULL)
		if (strcmp(rules->options[o++].name, name) == 0)
			return o - 1;
	return RULES_OPTIONS;
}

static err_t read_options(const certificate_header_t *header, const rules_t *rules,
                          unsigned *values, errinfo_t *why)
{
	for (unsigned i = 0; i < header->options; i++) {
		const certificate_option_t *given = &header->option[i];
		const unsigned o = option_find(rules, given->name);
		int place = -1;

		if (o < RULES_OPTIONS)
			place = rules->options[o].words == NULL
			                ? (int)i + 1
			                : place_of(rules->options[o].words, given->value);
		if (place < 0)
			return err_at(why, ERR_VALUE, "header.options", "%s has no %s=%s",
			              rules->game, given->name, given->value);
		values[o] = (unsigned)place;
	}
	return ERR_OK;
}

static err_t read_rows(const certificate_header_t *header, check_claim_t *claim, errinfo_t *why)
{
	static const char stones[] = ".XO";
	const int least = claim->rules->least, most = claim->rules->most;
	const char *row = header->rows;

	claim->width = (int)strcspn(row, "/");
	if (claim->width < least || claim->width > most)
		return err_at(why, ERR_POSITION, "header.position.rows", "%d columns",
		              claim->width);
	for (bool more = true; more; claim->height++) {
		const int length = (int)strcspn(row, "/");

		if (length != claim->width || claim->height == most)
			return err_at(why, ERR_POSITION, "header.position.rows", "row %d",
			              claim->height + 1);
		for (int x = 0; x < length; x++) {
			const char *at = strchr(stones, row[x]);

			if (at == NULL)
				return err_at(why, ERR_POSITION, "header.position.rows", "'%c'",
				              row[x]);
			claim->start.at[claim->height * claim->width + x] = (uint8_t)(at - stones);
		}
		more = row[length] == '/';
		row += length + 1;
	}
	if (claim->height < least)
		return err_at(why, ERR_POSITION, "header.position.rows", "%d rows", claim->height);
	claim->area = claim->width * claim->height;
	return ERR_OK;
}

/* read_board reads what stands, whose turn it is, the ko and the threats. */
static err_t read_board(const certificate_header_t *header, check_claim_t *claim, errinfo_t *why)
{
	const bool on_points = claim->rules->columns != NULL;
	check_board_t *board = &claim->start;

	claim->colour[ATTACKER] = header->black ? STONE_BLACK : STONE_WHITE;
	claim->colour[DEFENDER] = header->black ? STONE_WHITE : STONE_BLACK;
	board->turn = header->defender_first ? DEFENDER : ATTACKER;
	board->ko = board->passed = NO_POINT;
	for (unsigned side = 0; side < 2; side++)
		board->threats[side] = (uint8_t)header->threats[side];
	if ((header->fen[0] == '\0') != on_points)
		return err_at(why, ERR_POSITION, "header.position", "expected %s",
		              on_points ? "rows" : "fen");
	if (!claim->rules->ko &&
	    (header->ko[0] != '\0' || header->threats[0] != 0 || header->threats[1] != 0))
		return err_at(why, ERR_VALUE, "header", "%s has no ko", claim->rules->game);
	if (on_points) {
		err_t err = read_rows(header, claim, why);

		if (err != ERR_OK)
			return err;
	}
	if (header->ko[0] != '\0') {
		board->ko = (int16_t)claim_point(claim, header->ko, strlen(header->ko));
		if (board->ko == NO_POINT)
			return err_at(why, ERR_VALUE, "header.position.ko", "\"%s\" is no point",
			              header->ko);
	}
	return ERR_OK;
}

static err_t read_goal(const certificate_header_t *header, check_claim_t *claim, errinfo_t *why)
{
	const rules_t *rules = claim->rules;

	claim->target[0] = claim->target[1] = NO_POINT;
	for (claim->goal = 0; claim->goal < rules->goal_count; claim->goal++)
		if (strcmp(rules->goals[claim->goal].name, header->goal) == 0)
			return ERR_OK;
	return err_at(why, ERR_GAME, "header.goal.type", "%s has no goal \"%s\"", rules->game,
	              header->goal);
}

/* is_over: does the position leave nothing to claim? A proof may begin where the defender, to move,
 * is stuck, as one who is mated is: then there is no reply that it has to answer. */
static bool is_over(const check_claim_t *claim)
{
	const check_board_t *board = &claim->start;
	const int end = claim->rules->columns != NULL ? claim->area : CODES_MAX;
	const outcome_t outcome = claim->rules->judge(claim, board);

	if (outcome != REACHED || claim->lives)
		return outcome == LOST && !claim->denial;
	for (int move = PASS; move < end; move++)
		if (board->turn == ATTACKER || claim->rules->legal(claim, board, move))
			return true;
	return claim->denial;
}

err_t claim_read(const certificate_header_t *header, check_claim_t *claim, errinfo_t *why)
{
	unsigned values[RULES_OPTIONS] = {0};
	err_t err;

	memset(claim, 0, sizeof(*claim));
	claim->lambda = strcmp(header->kind, "lambda-denial") == 0;
	claim->bounded = strcmp(header->kind, "bounded-denial") == 0;
	claim->denial = claim->lambda || claim->bounded || strcmp(header->kind, "denial") == 0;
	claim->order = claim->lambda    ? (int)header->order
	               : claim->bounded ? (int)(header->depth + 1) / 2
	                                : 0;
	if (!claim->denial && strcmp(header->kind, "proof") != 0)
		return err_at(why, ERR_VALUE, "header.kind", "\"%s\" is not known here",
		              header->kind);
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		if (strcmp(games[i]->game, header->game) == 0)
			claim->rules = games[i];
	if (claim->rules == NULL)
		return err_at(why, ERR_GAME, "header.game", "\"%s\" is not known here",
		              header->game);
	if (claim->lambda && (claim->rules->distance == NULL || header->order > DENIED_ORDER_MAX))
		return err_at(why, ERR_VALUE, "header.kind",
		              "nothing is known here of order %u of %s", header->order,
		              header->game);
	if (claim->bounded && (header->depth % 2 == header->defender_first || header->depth == 0 ||
	                       header->depth > DENIED_PLIES_MAX))
		return err_at(why, ERR_VALUE, "header.depth",
		              "%u plies do not end with the attacker's move, or are too many",
		              header->depth);
	claim->waits = claim->rules == &rules_go || claim->rules == &rules_gomoku ||
	               claim->rules == &rules_hex;
	if ((err = read_options(header, claim->rules, values, why)) != ERR_OK ||
	    (err = read_board(header, claim, why)) != ERR_OK ||
	    (err = read_goal(header, claim, why)) != ERR_OK ||
	    (err = claim->rules->read(header, values, claim, why)) != ERR_OK)
		return err;
	if (is_over(claim))
		return err_at(why, ERR_POSITION, "header.position", "it is decided already");
	return ERR_OK;
}

static void add_threats(const char *whose, unsigned threats, strbuf_t *out)
{
	if (threats == CERTIFICATE_UNLIMITED)
		strbuf_printf(out, ", %s has unlimited ko threats", whose);
	else if (threats > 0)
		strbuf_printf(out, ", %s has %u ko threat%s", whose, threats,
		              threats > 1 ? "s" : "");
}

void claim_text(const certificate_header_t *header, const check_claim_t *claim, strbuf_t *out)
{
	const char *attacker = header->black ? "black" : "white";
	const char *defender = header->black ? "white" : "black";

	strbuf_printf(out, "%s: %s%s %s", claim->rules->game, attacker,
	              claim->denial ? " never" : "", claim->rules->goals[claim->goal].verb);
	if (header->target[0] != '\0')
		strbuf_printf(out, " %s", header->target);
	else if (claim->lives)
		strbuf_add(out, " all blocks");
	if (claim->lambda)
		strbuf_printf(out, " by lambda of order %u or less", header->order);
	if (claim->bounded)
		strbuf_printf(out, " within %d move%s", claim->order, claim->order == 1 ? "" : "s");
	strbuf_printf(out, "%s, %s moving first", claim->denial ? "" : " by force",
	              header->defender_first ? defender : attacker);
	for (unsigned i = 0; i < header->options; i++)
		strbuf_printf(out, ", %s=%s", header->option[i].name, header->option[i].value);
	if (header->ko[0] != '\0')
		strbuf_printf(out, ", not at %s at once", header->ko);
	add_threats(attacker, header->threats[0], out);
	add_threats(defender, header->threats[1], out);
}
