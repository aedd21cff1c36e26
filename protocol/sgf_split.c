/* SPDX-License-Identifier: MIT
 * sgf_split.c - see sgf_split.h.
 *
 * Design     Brackets are counted, without a stack: the text may nest as deeply as it likes.
 *            Inside a value only its end counts, and what a backslash precedes is no end.
 *
 * Broken     A record that lacks a bracket would take in all that follow it. So "(;" with a
 *            property that only the first node of a game has (FF, GM, SZ, CA, AP) begins a new
 *            game, wherever it stands outside of a value; inside a value only at the start of a
 *            line, where such a text has hardly ever been part of a comment.
 *
 * Cost       O(bytes).
 */
#include "protocol/sgf_split.h"

#include <string.h>

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static size_t skip_space(const char *text, size_t length, size_t at)
{
	while (at < length && is_space(text[at]))
		at++;
	return at;
}

/* is_tree tells whether a game tree or a variation opens at `at`; *node is then behind its ;. */
static bool is_tree(const char *text, size_t length, size_t at, size_t *node)
{
	if (text[at] != '(')
		return false;
	at = skip_space(text, length, at + 1);
	*node = at + 1;
	return at < length && text[at] == ';';
}

/* is_game tells whether what opens at `at` is the first node of a game: by its first property. */
static bool is_game(const char *text, size_t length, size_t at)
{
	static const char *const of_games[] = {"FF[", "GM[", "SZ[", "CA[", "AP["};

	if (!is_tree(text, length, at, &at))
		return false;
	at = skip_space(text, length, at);
	for (size_t i = 0; i < sizeof(of_games) / sizeof(of_games[0]); i++)
		if (length - at >= 3 && memcmp(text + at, of_games[i], 3) == 0)
			return true;
	return false;
}

/* value_end returns where the value that opens at `at` is closed, or `length`; or where a game
 * begins that it would swallow, with *broken. */
static size_t value_end(const char *text, size_t length, size_t at, bool *broken)
{
	for (at++; at < length && text[at] != ']'; at++) {
		if (text[at] == '\\')
			at++;
		else if (text[at] == '(' && text[at - 1] == '\n' && is_game(text, length, at))
			*broken = true;
		if (*broken)
			return at;
	}
	return at < length ? at : length;
}

/* tree_end sets the end of the tree that opens at out->start. */
static void tree_end(const char *text, size_t length, sgf_tree_t *out)
{
	size_t depth = 0, at = out->start;
	bool broken = false;

	for (; at < length; at++) {
		if (text[at] == '[') {
			at = value_end(text, length, at, &broken);
		} else if (text[at] == '(') {
			broken = depth > 0 && is_game(text, length, at);
			depth++;
		} else if (text[at] == ')') {
			depth--;
		}
		if (broken || depth == 0)
			break;
	}
	out->is_closed = !broken && at < length;
	out->end = out->is_closed ? at + 1 : at < length ? at : length;
}

bool sgf_split_next(const char *text, size_t length, size_t *at, sgf_tree_t *out)
{
	size_t i = skip_space(text, length, *at), node;

	*out = (sgf_tree_t){.stray = i};
	while (i < length && !is_tree(text, length, i, &node))
		i++;
	out->has_stray = i > out->stray;
	if (i >= length) {
		*at = length;
		return false;
	}
	out->start = i;
	tree_end(text, length, out);
	*at = out->end;
	return true;
}
