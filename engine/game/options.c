/* SPDX-License-Identifier: MIT
 * options.c - "k=4 rule=renju" against a game's table of options. */
#include "engine/game/options.h"

#include <string.h>

#include "engine/base/check.h"

/* A piece of a longer text. */
typedef struct {
	const char *text;
	size_t length;
} piece_t;

static bool is(piece_t piece, const char *word, size_t length)
{
	return piece.length == length && memcmp(piece.text, word, length) == 0;
}

static int shown(piece_t piece) /* how much of it a message shows */
{
	return piece.length > 32 ? 32 : (int)piece.length;
}

/* word_find returns the place of a word among words parted by `separator`, or -1. */
static int word_find(const char *words, char separator, piece_t piece)
{
	const char stop[] = {separator, '\0'};

	for (int index = 0;; index++) {
		size_t length = strcspn(words, stop);

		if (is(piece, words, length))
			return index;
		if (words[length] == '\0')
			return -1;
		words += length + 1;
	}
}

/* number_read reads digits alone; -1 when it is not a number, or a huge one. */
static int number_read(piece_t piece)
{
	int n = 0;

	if (piece.length == 0 || piece.length > 6)
		return -1;
	for (size_t i = 0; i < piece.length; i++) {
		if (piece.text[i] < '0' || piece.text[i] > '9')
			return -1;
		n = 10 * n + (piece.text[i] - '0');
	}
	return n;
}

/* size_read reads "15" or "6x5"; -1 when it is no size in least..most. */
static int size_read(piece_t piece, int least, int most)
{
	const char *cross = memchr(piece.text, 'x', piece.length);
	piece_t first = piece, second = piece;
	int width, height;

	if (piece.length == 0)
		return 0;
	if (cross != NULL) {
		first.length = (size_t)(cross - piece.text);
		second = (piece_t){cross + 1, piece.length - first.length - 1};
	}
	width = number_read(first);
	height = number_read(second);
	if (width < least || width > most || height < least || height > most)
		return -1;
	return width * 256 + height;
}

static err_t value_read(const game_option_t *o, piece_t text, const char *options, int *value,
                        errinfo_t *why)
{
	switch (o->kind) {
	case OPTION_TEXT:
		*value = text.length > 0 ? (int)(text.text - options) : -1;
		return ERR_OK;
	case OPTION_NUMBER:
		*value = number_read(text);
		if (*value >= o->least && *value <= o->most)
			return ERR_OK;
		return err_at(why, ERR_RANGE, o->name, "\"%.*s\" is not in %d..%d", shown(text),
		              text.text, o->least, o->most);
	case OPTION_WORD:
		*value = word_find(o->words, '|', text);
		if (*value >= 0)
			return ERR_OK;
		return err_at(why, ERR_VALUE, o->name, "\"%.*s\" is not one of %s", shown(text),
		              text.text, o->words);
	default:
		assert(o->kind == OPTION_SIZE);
		*value = size_read(text, o->least, o->most);
		if (*value >= 0)
			return ERR_OK;
		return err_at(why, ERR_RANGE, o->name,
		              "\"%.*s\" is no size (like 9 or 6x5) from %d to %d", shown(text),
		              text.text, o->least, o->most);
	}
}

/* assignment_read takes one "name=value". */
static err_t assignment_read(const game_t *game, piece_t piece, const char *options, int *value,
                             bool *given, errinfo_t *why)
{
	const char *equals = memchr(piece.text, '=', piece.length);
	piece_t name = piece, text;

	if (equals == NULL)
		return err_at(why, ERR_SYNTAX, "options", "\"%.*s\" is not of the form name=value",
		              shown(piece), piece.text);
	name.length = (size_t)(equals - piece.text);
	text = (piece_t){equals + 1, piece.length - name.length - 1};
	for (const game_option_t *o = game->options; o != NULL && o->name != NULL; o++) {
		if (!is(name, o->name, strlen(o->name)))
			continue;
		if (given[o - game->options])
			return err_under(why, err_at(why, ERR_VALUE, o->name, "it is given twice"),
			                 "options");
		given[o - game->options] = true;
		return err_under(why, value_read(o, text, options, &value[o - game->options], why),
		                 "options");
	}
	return err_at(why, ERR_VALUE, "options", "%s has no option \"%.*s\"", game->name,
	              shown(name), name.text);
}

err_t options_read(const game_t *game, const problem_t *problem, int *value, errinfo_t *why)
{
	const char *const options = problem->options != NULL ? problem->options : "";
	const char *text = options;
	bool given[OPTIONS_MAX] = {false};
	err_t err = ERR_OK;

	for (const game_option_t *o = game->options; o != NULL && o->name != NULL; o++) {
		assert(o - game->options < OPTIONS_MAX);
		err = value_read(o, (piece_t){o->fallback, strlen(o->fallback)}, options,
		                 &value[o - game->options], why);
		assert(err == ERR_OK);
	}
	for (text += strspn(text, " "); *text != '\0' && err == ERR_OK; text += strspn(text, " ")) {
		piece_t piece = {text, strcspn(text, " ")};

		err = assignment_read(game, piece, options, value, given, why);
		text += piece.length;
	}
	return err;
}

err_t options_read_goal(const game_t *game, const problem_t *problem, unsigned *index,
                        errinfo_t *why)
{
	int found = 0;

	if (problem->goal != NULL)
		found = word_find(game->goals, ' ',
		                  (piece_t){problem->goal, strlen(problem->goal)});
	if (found < 0)
		return err_at(why, ERR_GAME, "goal.type", "%s has no goal \"%.32s\"", game->name,
		              problem->goal);
	*index = (unsigned)found;
	return ERR_OK;
}
