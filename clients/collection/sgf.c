/* SPDX-License-Identifier: MIT
 * sgf.c - see sgf.h.
 *
 * Design     The problem keeps its game tree as text: what it asks (target, first side) decides
 *            about its ko and its attacker, and only who reads the request knows that. Here the
 *            record is read once, to find what is wrong with it and of which game it is.
 *
 * Between    Text between two records is a fault: one of them may have been there. What stands
 *            before the first one, or behind the only one, is none: readers of records skip it.
 *
 * Goal       SGF has no property for it. A line "goal: TYPE" or "goal: TYPE:POINTS" of the
 *            first node's comment is one; without it a single mark (MA, TR, SQ, CR) on a stone
 *            there is the target of the game's own goal.
 */
#include "clients/collection/sgf.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "protocol/sgf_board.h"
#include "protocol/sgf_split.h"

enum { COMMENT_BYTES = 4096, GOAL_BYTES = 96, MARK_BYTES = 8 };

/* A goal as the record says it. */
typedef struct {
	char text[GOAL_BYTES]; /* "capture" */
	char target[GOAL_BYTES];
} goal_t;

bool collection_sgf_looks(const char *text, size_t length)
{
	size_t at = 0;
	sgf_tree_t tree;

	if (length > COMMENT_BYTES)
		length = COMMENT_BYTES; /* a record begins near the start */
	return sgf_split_next(text, length, &at, &tree) &&
	       (!tree.has_stray || tree.stray + 3 == tree.start);
}

/* goal_of_comment looks for a line "goal: ..." in the first comment. */
static bool goal_of_comment(slice_t tree, goal_t *out)
{
	static const char word[] = "goal:";
	char comment[COMMENT_BYTES];
	slice_t rest, line, type;

	if (!sgf_root_value(tree.text, tree.length, "C", 0, comment, sizeof(comment)))
		return false;
	rest = (slice_t){comment, strlen(comment)};
	while (rest.length > 0) {
		line = reader_trim(reader_field(&rest, '\n'));
		if (line.length < sizeof(word) ||
		    strncasecmp(line.text, word, sizeof(word) - 1) != 0)
			continue;
		line.text += sizeof(word) - 1;
		line.length -= sizeof(word) - 1;
		line = reader_trim(line);
		type = reader_field(&line, ':');
		return type.length > 0 && reader_copy(type, out->text, sizeof(out->text)) &&
		       reader_copy(reader_trim(line), out->target, sizeof(out->target));
	}
	return false;
}

/* stands tells whether there is a stone on a point of a position. */
static bool stands(const sgf_position_t *position, int point)
{
	sgf_board_t board;

	sgf_board_of(position, &board);
	return board.stones[point] != SGF_EMPTY;
}

/* stood tells whether there is a stone on a point of the record's first node. */
static bool stood(slice_t tree, const char *game, int point)
{
	const sgf_query_t query = {.game = game, .moves = 0, .path = "sgf"};
	sgf_position_t position;
	errinfo_t why;

	return sgf_read(tree.text, tree.length, &query, &position, &why) == ERR_OK &&
	       stands(&position, point);
}

/* goal_of_mark takes a stone with the one mark of the first node as the target. It may have been
 * captured since: whoever asks about an earlier position still finds it. */
static bool goal_of_mark(slice_t tree, const sgf_position_t *position, goal_t *out)
{
	static const char *const marks[] = {"MA", "TR", "SQ", "CR"};
	sgf_board_t board;
	char mark[MARK_BYTES], found[MARK_BYTES] = "", another[MARK_BYTES];
	int point;

	if (strcmp(position->game, "go") != 0)
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (!sgf_root_value(tree.text, tree.length, marks[i], 0, mark, sizeof(mark)))
			continue;
		if (found[0] != '\0' ||
		    sgf_root_value(tree.text, tree.length, marks[i], 1, another, sizeof(another)))
			return false;
		strcpy(found, mark);
	}
	if (strlen(found) != 2 || found[0] < 'a' || found[1] < 'a' ||
	    (unsigned)(found[0] - 'a') >= position->width ||
	    (unsigned)(found[1] - 'a') >= position->height)
		return false;
	point = (found[1] - 'a') * (int)position->width + (found[0] - 'a');
	if (!stands(position, point) && !stood(tree, position->game, point))
		return false;
	sgf_board_of(position, &board);
	sgf_board_point(&board, point, out->target, sizeof(out->target));
	return true;
}

/* id_of takes the name of the game, or of the event. */
static void id_of(slice_t tree, char out[COLLECTION_ID_BYTES])
{
	static const char *const names[] = {"GN", "EV", "N"};
	char text[COLLECTION_ID_BYTES];

	out[0] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && out[0] == '\0'; i++)
		if (sgf_root_value(tree.text, tree.length, names[i], 0, text, sizeof(text)))
			reader_id((slice_t){text, strlen(text)}, out);
}

sgf_query_t collection_sgf_query(const reader_t *r, const char *game, size_t base)
{
	const long move = r->hints->move;

	return (sgf_query_t){.game = game,
	                     .moves = move >= 0 && move < SGF_MOVE_ALL ? (uint32_t)move
	                                                               : SGF_MOVE_ALL,
	                     .path = "sgf",
	                     .base = base};
}

static void read_tree(reader_t *r, slice_t tree)
{
	const size_t start = (size_t)(tree.text - r->text);
	const sgf_query_t query = collection_sgf_query(r, r->hints->game, start);
	collection_problem_t problem = {.file = NULL};
	char id[COLLECTION_ID_BYTES], *text;
	sgf_position_t position;
	errinfo_t why;
	goal_t goal = {"", ""};

	if (sgf_read(tree.text, tree.length, &query, &position, &why) != ERR_OK) {
		reader_fault(r, reader_line_at(r, start + position.fault), "%s",
		             err_rest(&why) + 2);
		return;
	}
	if (memchr(tree.text, '\0', tree.length) != NULL) {
		reader_fault(r, reader_line_at(r, start), "a byte of the record is 0");
		return;
	}
	id_of(tree, id);
	if (goal_of_comment(tree, &goal))
		problem.goal = goal.text;
	if (problem.goal != NULL ? goal.target[0] != '\0' : goal_of_mark(tree, &position, &goal))
		problem.target = goal.target;
	text = reader_duplicate(tree);
	if (text == NULL) {
		r->out->failed = ERR_NOMEM;
		return;
	}
	problem.id = id;
	problem.game = r->hints->game != NULL ? r->hints->game : position.game;
	problem.sgf = text;
	reader_add(r, reader_line_at(r, start), &problem);
	free(text);
}

/* is_blank: is there nothing but white space in the text? Between records any control character is
 * taken for that, a file of them is no file of records. */
static bool is_blank(const reader_t *r)
{
	size_t at = 0;

	while (at < r->length && r->text[at] != '\0' && strchr(" \t\n\v\f\r", r->text[at]) != NULL)
		at++;
	return at == r->length;
}

void collection_sgf_read(reader_t *r)
{
	unsigned count = 0; /* of game trees */
	sgf_tree_t tree;
	bool found;

	do {
		reader_shown_t shown;

		found = sgf_split_next(r->text, r->length, &r->at, &tree);
		if (tree.has_stray && count != (found ? 0 : 1))
			reader_fault(
			        r, reader_line_at(r, tree.stray), "'%s' is no game record",
			        reader_shown(&shown, (slice_t){r->text + tree.stray,
			                                       (found ? tree.start : r->length) -
			                                               tree.stray}));
		else if (!found && count == 0 && !is_blank(r))
			reader_fault(r, 1, "no game record");
		if (found && !tree.is_closed)
			reader_fault(r, reader_line_at(r, tree.start),
			             "the game that begins here is not closed");
		else if (found)
			read_tree(r, (slice_t){r->text + tree.start, tree.end - tree.start});
		count++;
	} while (found && r->out->failed == ERR_OK);
}
