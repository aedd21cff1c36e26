/* SPDX-License-Identifier: MIT
 * browse.c - see browse.h.
 *
 * Design    A stack of positions, one for each move, as in check.c: a move is taken back by going
 *           down. Nothing is remembered of what was replayed, so a move costs what its rules
 *           cost. */
#include "engine/proof/check/browse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/proof/check/browse_denial.h"
#include "engine/proof/check/browse_inside.h"
#include "engine/proof/check/claim.h"
#include "engine/proof/check/pieces.h"

_Static_assert((int)BROWSE_ORDER_MAX == (int)DENIED_ORDER_MAX &&
                       (int)BROWSE_WITHIN_MAX == (DENIED_PLIES_MAX + 1) / 2,
               "what can be denied");

static err_t understand(browse_t *browse, certificate_source_t source, size_t most, errinfo_t *why)
{
	certificate_reader_t *reader;
	err_t err = certificate_read_begin(source, &browse->header, &reader, why);

	if (err != ERR_OK)
		return err;
	err = claim_read(&browse->header, &browse->claim, why);
	if (err == ERR_OK)
		err = strategy_read(reader, browse->header.defender_first != browse->claim.denial,
		                    most, &browse->strategy, why);
	certificate_reader_free(reader);
	if (err == ERR_OK && browse->claim.denial)
		err = browse_met_read(&browse->met, &browse->claim, &browse->strategy, why);
	return err;
}

err_t browse_open(certificate_source_t source, size_t most, browse_t **out, errinfo_t *why)
{
	browse_t *browse = mem_alloc(sizeof(*browse));
	err_t err;

	*out = NULL;
	if (browse == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	err = understand(browse, source, most, why);
	if (err != ERR_OK) {
		browse_close(browse);
		return err;
	}
	browse->stand[0] = (browse_stand_t){.board = browse->claim.start,
	                                    .turn = browse->header.defender_first ? BROWSE_DEFENCE
	                                                                          : BROWSE_ATTACK,
	                                    .node = browse->strategy.root,
	                                    .move = BROWSE_NO_MOVE};
	if (browse->claim.denial)
		browse_denial_start(browse, &browse->stand[0]);
	*out = browse;
	return ERR_OK;
}

void browse_close(browse_t *browse)
{
	if (browse == NULL)
		return;
	strategy_free(&browse->strategy);
	browse_met_free(&browse->met);
	mem_free(browse, sizeof(*browse));
}

size_t browse_bytes(const browse_t *browse)
{
	return sizeof(*browse) + strategy_bytes(&browse->strategy) + browse_met_bytes(&browse->met);
}

const certificate_header_t *browse_header(const browse_t *browse)
{
	return &browse->header;
}

unsigned browse_depth(const browse_t *browse)
{
	return browse->depth;
}

int32_t browse_last(const browse_t *browse)
{
	return browse_standing(browse)->move;
}

browse_turn_t browse_turn(const browse_t *browse)
{
	return browse_standing(browse)->turn;
}

bool browse_denies(const browse_t *browse)
{
	return browse->claim.denial;
}

bool browse_ends(const browse_t *browse)
{
	return browse_is_over(browse_standing(browse));
}

bool browse_chooses(const browse_t *browse)
{
	return browse_turn(browse) == (browse->claim.denial ? BROWSE_ATTACK : BROWSE_DEFENCE);
}

bool browse_answers(const browse_t *browse)
{
	return !browse_ends(browse) && !browse_chooses(browse);
}

browse_held_t browse_held(const browse_t *browse)
{
	assert(browse_turn(browse) == BROWSE_HELD);
	return browse_standing(browse)->held;
}

bool browse_is_met(const browse_t *browse)
{
	return browse_standing(browse)->is_met;
}

bool browse_black(const browse_t *browse)
{
	return browse->claim.colour[browse_standing(browse)->board.turn] == STONE_BLACK;
}

uint32_t browse_node(const browse_t *browse)
{
	assert(!browse_is_over(browse_standing(browse)));
	return browse_standing(browse)->node;
}

uint32_t browse_nodes(const browse_t *browse)
{
	const strategy_t *s = &browse->strategy;
	const uint32_t top = browse_node(browse);
	uint8_t *reached = mem_alloc((size_t)top + 1);
	uint32_t count = 0;

	if (reached == NULL)
		return 0;
	reached[top] = 1;
	for (uint32_t i = top + 1; i-- > 0;) { /* children have smaller numbers */
		const strategy_node_t *node = &s->nodes[i];

		if (!reached[i])
			continue;
		count++;
		if (node->child != CERTIFICATE_NONE)
			reached[node->child] = 1;
		for (uint32_t r = 0; r < node->count; r++)
			reached[s->replies[node->first + r].child] = 1;
	}
	mem_free(reached, (size_t)top + 1);
	return count;
}

unsigned browse_moves(const browse_t *browse)
{
	return browse_node_of(browse)->height;
}

browse_bound_t browse_bound(const browse_t *browse)
{
	return browse->claim.lambda    ? BROWSE_ORDER
	       : browse->claim.bounded ? BROWSE_MOVES
	                               : BROWSE_UNBOUNDED;
}

unsigned browse_left(const browse_t *browse)
{
	const int order = browse_standing(browse)->order;

	assert(browse_bound(browse) != BROWSE_UNBOUNDED);
	return order > 0 ? (unsigned)order : 0;
}

int32_t browse_answer(const browse_t *browse)
{
	assert(!browse_node_of(browse)->defence);
	return browse_node_of(browse)->move;
}

static bool is_legal(const browse_t *browse, int32_t move)
{
	return browse->claim.rules->legal(&browse->claim, &browse_standing(browse)->board, move);
}

bool browse_listed(const browse_t *browse, int32_t move)
{
	return strategy_listed(&browse->strategy, browse_node(browse), move) != CERTIFICATE_NONE;
}

/* next_other returns the first legal reply from `move` on that is not listed, or the end. */
static int32_t next_other(const browse_t *browse, int32_t move)
{
	const int32_t end = browse_moves_end(&browse->claim);

	while (move < end && (browse_listed(browse, move) || !is_legal(browse, move)))
		move++;
	return move;
}

unsigned browse_others(const browse_t *browse)
{
	const int32_t end = browse_moves_end(&browse->claim);
	unsigned count = 0;

	for (int32_t m = next_other(browse, PASS); m < end; m = next_other(browse, m + 1))
		count++;
	return count;
}

/* stays: does the reply reach the goal, for want of one that keeps it away? */
static bool stays(const browse_t *browse, int32_t move)
{
	const rules_t *rules = browse->claim.rules;
	check_board_t after = browse_standing(browse)->board;

	if (rules->stay == NULL)
		return false;
	rules->play(&browse->claim, &after, move);
	return rules->judge(&browse->claim, &after) == REACHED;
}

/* decides: does the move end the line by itself? */
static bool decides(const browse_t *browse, int32_t move)
{
	return browse->claim.denial ? browse_denial_ends(browse, move) : stays(browse, move);
}

/* any_other finds the one that stands for all moves that are not listed: one that does not end the
 * line by itself, if there is one. False: none, or none that leads anywhere. */
static bool any_other(const browse_t *browse, int32_t *out)
{
	const int32_t end = browse_moves_end(&browse->claim), first = next_other(browse, PASS);
	int32_t move = first;

	while (move < end && decides(browse, move))
		move = next_other(browse, move + 1);
	if (move < end && browse_node_of(browse)->child != CERTIFICATE_NONE) {
		*out = move;
		return true;
	}
	*out = first;
	return first < end && decides(browse, first);
}

/* The longest first; among equals what is listed, in the order of the list. */
static int compare(const void *a, const void *b)
{
	const browse_reply_t *x = a, *y = b;

	if (x->moves != y->moves)
		return x->moves < y->moves ? 1 : -1;
	if (x->others != y->others)
		return x->others ? 1 : -1;
	return x->move < y->move ? -1 : x->move > y->move;
}

/* reply_of tells what is known of a reply with its answer. */
static browse_reply_t reply_of(const browse_t *browse, int32_t move, uint32_t child, bool others)
{
	const unsigned moves = decides(browse, move) ? 0 : browse->strategy.nodes[child].height;

	return (browse_reply_t){.move = move, .child = child, .moves = moves + 1, .others = others};
}

unsigned browse_replies(const browse_t *browse, browse_reply_t out[BROWSE_REPLIES_MAX])
{
	const strategy_node_t *node = browse_node_of(browse);
	unsigned count = 0;
	int32_t other;

	assert(node->defence);
	for (uint32_t i = 0; i < node->count; i++) {
		const certificate_reply_t *r = &browse->strategy.replies[node->first + i];

		if (is_legal(browse, r->move))
			out[count++] = reply_of(browse, r->move, r->child, false);
	}
	if (any_other(browse, &other))
		out[count++] = reply_of(browse, other, node->child, true);
	qsort(out, count, sizeof(out[0]), compare);
	return count;
}

/* play_proof makes a move in a proof, as browse_denial_play does in a denial. */
static bool play_proof(const browse_t *browse, int32_t move, browse_stand_t *out)
{
	const browse_stand_t *at = browse_standing(browse);
	const strategy_node_t *node = browse_node_of(browse);
	outcome_t outcome;

	if ((!node->defence && move != node->move) || !is_legal(browse, move))
		return false;
	*out = *at;
	out->move = move;
	browse->claim.rules->play(&browse->claim, &out->board, move);
	outcome = browse->claim.rules->judge(&browse->claim, &out->board);
	out->node = node->child;
	if (node->defence) {
		const uint32_t listed = strategy_listed(&browse->strategy, at->node, move);

		out->turn = outcome == REACHED && browse->claim.rules->stay != NULL ? BROWSE_REACHED
		                                                                    : BROWSE_ATTACK;
		if (listed != CERTIFICATE_NONE)
			out->node = listed;
	} else {
		out->turn = outcome == REACHED ? BROWSE_REACHED : BROWSE_DEFENCE;
	}
	return outcome != LOST && (out->node != CERTIFICATE_NONE || out->turn == BROWSE_REACHED);
}

bool browse_play(browse_t *browse, int32_t move)
{
	browse_stand_t *next = &browse->stand[browse->depth + 1];

	if (browse_is_over(browse_standing(browse)) || browse->depth == BROWSE_DEPTH_MAX)
		return false;
	if (!(browse->claim.denial ? browse_denial_play(browse, move, next)
	                           : play_proof(browse, move, next)))
		return false;
	browse->depth++;
	return true;
}

bool browse_back(browse_t *browse)
{
	if (browse->depth == 0)
		return false;
	browse->depth--;
	return true;
}

/* A rank as the FEN has it: numbers for what is empty. */
static void write_rank(const uint8_t *at, strbuf_t *out)
{
	unsigned gap = 0;

	for (unsigned x = 0; x < PIECES_FILES; x++) {
		if (at[x] == STONE_NONE) {
			gap++;
			continue;
		}
		if (gap > 0)
			strbuf_printf(out, "%u", gap);
		gap = 0;
		strbuf_char(out, (char)at[x]);
	}
	if (gap > 0)
		strbuf_printf(out, "%u", gap);
}

void browse_board(const browse_t *browse, strbuf_t *out)
{
	const check_claim_t *claim = &browse->claim;
	const uint8_t *at = browse_standing(browse)->board.at;

	for (unsigned y = 0; y < browse_height(browse); y++) {
		if (y > 0)
			strbuf_char(out, '/');
		if (claim->rules->columns == NULL)
			write_rank(&at[(PIECES_FILES - 1 - y) * PIECES_FILES], out);
		else
			for (int x = 0; x < claim->width; x++)
				strbuf_char(out, ".XO"[at[(int)y * claim->width + x]]);
	}
}

void browse_write(const browse_t *browse, int32_t move, strbuf_t *out)
{
	claim_move(&browse->claim, move, out);
}

/* read_squares reads "e2e4" and "e7e8q". */
static int32_t read_squares(const char *text)
{
	static const char pieces[] = "nbrq";
	const size_t length = strlen(text);
	int32_t move = 0;

	if (length != 4 && length != 5)
		return BROWSE_NO_MOVE;
	for (unsigned i = 0; i < 4; i++) {
		const int part = i % 2 == 0 ? text[i] - 'a' : text[i] - '1';

		if (part < 0 || part >= PIECES_FILES)
			return BROWSE_NO_MOVE;
		move += part << 3 * i;
	}
	if (length == 5) {
		const char *piece = strchr(pieces, text[4]);

		if (piece == NULL)
			return BROWSE_NO_MOVE;
		move += (int32_t)(piece - pieces + 1) << 12;
	}
	return move;
}

int32_t browse_read(const browse_t *browse, const char *text)
{
	int point;

	if (strcmp(text, "pass") == 0)
		return PASS;
	if (browse->claim.rules->columns == NULL)
		return read_squares(text);
	point = claim_point(&browse->claim, text, strlen(text));
	return point == NO_POINT ? BROWSE_NO_MOVE : point;
}

unsigned browse_width(const browse_t *browse)
{
	return browse->claim.rules->columns == NULL ? PIECES_FILES : (unsigned)browse->claim.width;
}

unsigned browse_height(const browse_t *browse)
{
	return browse->claim.rules->columns == NULL ? PIECES_FILES : (unsigned)browse->claim.height;
}

bool browse_place(const browse_t *browse, int32_t move, unsigned *x, unsigned *y)
{
	if (move < 0)
		return false;
	if (browse->claim.rules->columns == NULL) {
		*x = (unsigned)move >> 6 & 7;
		*y = PIECES_FILES - 1 - ((unsigned)move >> 9 & 7);
	} else {
		*x = (unsigned)(move % browse->claim.width);
		*y = (unsigned)(move / browse->claim.width);
	}
	return true;
}
