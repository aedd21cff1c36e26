/* SPDX-License-Identifier: MIT
 * on_proof.c - goes through the certificate of a job: what is the answer to these moves? In a proof
 * the attacker answers the defender, in a denial the defender answers the attacker.
 *
 * Design     Each request begins at the root, so that the client alone has a state. A walk costs
 *            what its moves cost, and a count of the nodes below. What can be said without a
 *            certificate is said before one is made: that the moves are none, and that the job is
 *            not known any more, not ended or not decided.
 */
#include "clients/http/on_proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/decided.h"
#include "clients/http/errors.h"
#include "clients/http/forms.h"
#include "clients/http/gateway.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"

enum { POINTER_BYTES = 32, WORD_MOST = 16 };

static const char between[] = ", ", pass[] = "pass";

static const char *colour(bool black)
{
	return black ? "black" : "white";
}

/* text_or_null makes a JSON text, null of "". */
static json_t *text_or_null(const char *text)
{
	return text[0] != '\0' ? json_string(text) : json_null();
}

/* name_of makes the name of a move. */
static json_t *name_of(const browse_t *browse, int32_t move)
{
	char name[BROWSE_MOVE_BYTES];
	strbuf_t text;

	strbuf_init(&text, name, sizeof(name));
	browse_write(browse, move, &text);
	return json_string(name);
}

/* claim_of tells what is shown; of a denial that has a bound also that: the order, or so many
 * moves. */
static json_t *claim_of(const browse_t *browse)
{
	const certificate_header_t *header = browse_header(browse);
	json_t *options = json_object(), *claim;

	for (unsigned i = 0; i < header->options; i++)
		(void)json_object_set_new(options, header->option[i].name,
		                          json_string(header->option[i].value));
	claim = json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:o}", "game", header->game, "verdict",
	                  browse_denies(browse) ? "disproven" : "proven", "goal", header->goal,
	                  "target", text_or_null(header->target), "attacker", colour(header->black),
	                  "first", header->defender_first ? "defender" : "attacker", "options",
	                  options);
	switch (browse_bound(browse)) {
	case BROWSE_ORDER:
		(void)json_object_set_new(claim, "order", json_integer(header->order));
		break;
	case BROWSE_MOVES:
		(void)json_object_set_new(claim, "within", json_integer((header->depth + 1) / 2));
		break;
	case BROWSE_UNBOUNDED:
		break;
	}
	return claim;
}

/* attacks_of lists the attacker's moves in a denial, with what refutes each, or nothing if it is
 * not his turn. */
static json_t *attacks_of(browse_t *browse)
{
	browse_reply_t attack[BROWSE_REPLIES_MAX];
	json_t *list = json_array();
	unsigned count;

	if (!browse_denies(browse) || !browse_chooses(browse))
		return list;
	count = browse_replies(browse, attack);
	for (unsigned i = 0; i < count; i++) {
		json_t *refutation;

		if (!browse_play(browse, attack[i].move))
			continue; /* it is no denial, or the line is as long as can be */
		refutation = browse_answers(browse) ? name_of(browse, browse_answer(browse))
		                                    : json_null();
		(void)browse_back(browse);
		(void)json_array_append_new(
		        list, json_pack("{s:o, s:o, s:b}", "move", name_of(browse, attack[i].move),
		                        "refutation", refutation, "others", attack[i].others));
	}
	return list;
}

/* replies_of lists the defender's replies in a proof, or nothing if it is not his turn. */
static json_t *replies_of(const browse_t *browse)
{
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	json_t *list = json_array();
	unsigned count;

	if (browse_denies(browse) || !browse_chooses(browse))
		return list;
	count = browse_replies(browse, reply);
	for (unsigned i = 0; i < count; i++)
		(void)json_array_append_new(list, json_pack("{s:o, s:i, s:b}", "move",
		                                            name_of(browse, reply[i].move),
		                                            "to_goal", (int)reply[i].moves - 1,
		                                            "others", reply[i].others));
	return list;
}

/* answer_of makes the name of the certificate's move, null where another side is to move. */
static json_t *answer_of(const browse_t *browse, bool denial)
{
	if (browse_denies(browse) != denial || !browse_answers(browse))
		return json_null();
	return name_of(browse, browse_answer(browse));
}

/* add_way adds how far it is to the goal, or in a denial what is left of its bound and why the line
 * ends. */
static void add_way(const browse_t *browse, json_t *node)
{
	static const char *const held[] = {
	        [BROWSE_HELD_LOST] = "lost",   [BROWSE_HELD_SAFE] = "safe",
	        [BROWSE_HELD_SPENT] = "spent", [BROWSE_HELD_FAR] = "far",
	        [BROWSE_HELD_STUCK] = "stuck", [BROWSE_HELD_MET] = "met"};
	const browse_turn_t turn = browse_turn(browse);

	if (!browse_denies(browse))
		(void)json_object_set_new(
		        node, "to_goal",
		        json_integer(turn == BROWSE_REACHED ? 0 : browse_moves(browse)));
	else
		(void)json_object_set_new(node, "again", json_boolean(browse_is_met(browse)));
	if (browse_bound(browse) != BROWSE_UNBOUNDED)
		(void)json_object_set_new(node, "left", json_integer(browse_left(browse)));
	if (turn == BROWSE_HELD)
		(void)json_object_set_new(node, "held", json_string(held[browse_held(browse)]));
}

/* node_of makes the answer: where the browser stands, with so many nodes below. `moves` is taken
 * over. */
static json_t *node_of(browse_t *browse, uint64_t job, uint32_t below, json_t *moves)
{
	static const char *const turns[] = {[BROWSE_ATTACK] = "attack",
	                                    [BROWSE_DEFENCE] = "defence",
	                                    [BROWSE_REACHED] = "reached",
	                                    [BROWSE_HELD] = "held"};
	const bool is_begun = browse_depth(browse) > 0, chooses = browse_chooses(browse);
	char board[BROWSE_BOARD_BYTES];
	json_t *node, *rest;
	strbuf_t text;

	strbuf_init(&text, board, sizeof(board));
	browse_board(browse, &text);
	node = json_pack("{s:I, s:o, s:o, s:s, s:s, s:s, s:o}", "job", (json_int_t)job, "moves",
	                 moves, "claim", claim_of(browse), "turn", turns[browse_turn(browse)],
	                 "colour", colour(browse_black(browse)), "board", board, "last",
	                 is_begun ? name_of(browse, browse_last(browse)) : json_null());
	add_way(browse, node);
	rest = json_pack("{s:I, s:o, s:o, s:o, s:o, s:i}", "nodes", (json_int_t)below, "attack",
	                 answer_of(browse, false), "refutation", answer_of(browse, true), "replies",
	                 replies_of(browse), "attacks", attacks_of(browse), "others",
	                 chooses ? (int)browse_others(browse) : 0);
	(void)json_object_update(node, rest);
	json_decref(rest);
	return node;
}

/* refuse answers that the move could not be played where the browser stands. */
static void refuse(request_t *r, const browse_t *browse, const char *word, const char *pointer)
{
	const bool denies = browse_denies(browse);
	char name[BROWSE_MOVE_BYTES];
	strbuf_t text;

	if (browse_ends(browse)) {
		request_fail_at(r, MHD_HTTP_NOT_FOUND, "not_in_proof", pointer,
		                denies ? "the line ends before %.16s"
		                       : "the goal is reached before %.16s",
		                word);
	} else if (browse_depth(browse) == BROWSE_DEPTH_MAX) {
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", pointer,
		                "a line has %d moves at most", BROWSE_DEPTH_MAX);
	} else if (browse_chooses(browse)) {
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", pointer,
		                "%.16s is not legal for %s here", word,
		                colour(browse_black(browse)));
	} else {
		strbuf_init(&text, name, sizeof(name));
		browse_write(browse, browse_answer(browse), &text);
		request_fail_at(r, MHD_HTTP_NOT_FOUND, "not_in_proof", pointer,
		                "%.16s is not the move of the %s, which plays %s", word,
		                denies ? "denial" : "proof", name);
	}
}

/* play plays move number `index`. False: it cannot be played, and the request is answered. */
static bool play(request_t *r, browse_t *browse, const char *word, unsigned index)
{
	const int32_t move = browse_read(browse, word);
	char pointer[POINTER_BYTES];

	snprintf(pointer, sizeof(pointer), "#/moves/%u", index);
	if (move == BROWSE_NO_MOVE) {
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", pointer,
		                "\"%.16s\" is no move on this board", word);
		return false;
	}
	if (browse_play(browse, move))
		return true;
	refuse(r, browse, word, pointer);
	return false;
}

/* arrive answers with where the browser stands after `moves`, which it takes over. */
static void arrive(request_t *r, browse_t *browse, json_t *moves)
{
	const uint32_t nodes = browse_ends(browse) ? 1 : browse_nodes(browse);
	json_t *node;

	if (nodes == 0) {
		json_decref(moves);
		request_fail_as(r, &errors_no_memory);
		return;
	}
	node = node_of(browse, r->named.number, nodes - 1, moves);
	request_json(r, MHD_HTTP_OK, node);
	json_decref(node);
}

/* walk answers with where the moves of the query lead. */
static void walk(request_t *r, browse_t *browse)
{
	const char *query = request_query(r, "moves");
	char *words = strdup(query != NULL ? query : ""), *rest = NULL;
	json_t *moves = json_array();
	bool fine = words != NULL && moves != NULL;
	unsigned count = 0;

	if (!fine)
		request_fail_as(r, &errors_no_memory);
	while (browse_back(browse)) {
	}
	for (char *word = fine ? strtok_r(words, between, &rest) : NULL; word != NULL && fine;
	     word = strtok_r(NULL, between, &rest)) {
		fine = play(r, browse, word, count++);
		if (fine)
			(void)json_array_append_new(moves, name_of(browse, browse_last(browse)));
	}
	free(words);
	if (fine)
		arrive(r, browse, moves);
	else
		json_decref(moves);
}

/* is_move: does the word look like a move of any board: "D4", "e2e4", "e7e8q", "pass"? */
static bool is_move(const char *word, size_t length)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char digits[] = "0123456789";
	const size_t column = strspn(word, letters);

	if (length == strlen(pass) && strncmp(word, pass, length) == 0)
		return true;
	return length < BROWSE_MOVE_BYTES && column == 1 && strspn(word + column, digits) > 0;
}

/* moves_are_sound tells whether the moves of the query can be any; else the request is answered. */
static bool moves_are_sound(request_t *r)
{
	const char *word = request_query(r, "moves");
	char pointer[POINTER_BYTES];
	unsigned index = 0;

	if (word == NULL)
		return true;
	if (strlen(word) >= FORMS_MOVES_BYTES) {
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", "#/moves",
		                "the moves are longer than %d bytes", FORMS_MOVES_BYTES - 1);
		return false;
	}
	while (*(word += strspn(word, between)) != '\0') {
		const size_t length = strcspn(word, between);

		snprintf(pointer, sizeof(pointer), "#/moves/%u", index++);
		if (!is_move(word, length)) {
			request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", pointer,
			                "\"%.*s\" is no move",
			                (int)(length < WORD_MOST ? length : WORD_MOST), word);
			return false;
		}
		word += length;
	}
	return true;
}

static void told(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;

	if (!decided_failed(r, answer))
		browsers_ask(r->gateway->browsers, r, walk);
}

void on_proof_get(request_t *r)
{
	if (moves_are_sound(r))
		named_call(r, NAMED_JOB, "job.status", told);
}
