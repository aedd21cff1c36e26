/* SPDX-License-Identifier: MIT
 * check.c - replays every node on every position that the node has to answer.
 *
 * Design       A stack of frames, one for each node of the line that is being replayed; each
 *              frame has a copy of the board. What has been replayed is remembered (memo.h), so
 *              that a shared part is replayed once for each position, and in the default mode
 *              once for each class of positions.
 *
 * Exhaustive   At a defence every legal reply is tried, and the pass where the rules have it.
 *
 * Default      At a defence `default` is first replayed on the board as it is, as if the defender
 *              had made no move. That replay has a zone Zp: it would succeed on other boards too
 *              (rules.h says on which). Then the listed replies are tried, and all legal replies
 *              on points of the zone. The zone grows by the zones of their answers and by what
 *              the game's rule adds, until all legal replies on its points have been tried. The
 *              points of listed replies are in it. All other replies change nothing in Zp, and
 *              the game's rule makes sure that they capture nothing that matters and win nothing:
 *              `default` answers them. (The proofs are in the heads of go.c, gomoku.c, atarigo.c
 *              and hex.c.) If there is no `default`, or it fails after no move, which proves
 *              nothing where the defender cannot pass, then all legal replies are tried and the
 *              zone is the whole board.
 *
 * Agreement    So the default mode says yes only where the exhaustive mode does. It says no only
 *              where the exhaustive mode does, because the exhaustive mode tries all that it
 *              tries, except passes that are not legal; their failure is not held against the
 *              certificate. */
#include "engine/proof/check/check.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/proof/canonical.h"
#include "engine/proof/check/claim.h"
#include "engine/proof/check/deny.h"
#include "engine/proof/check/limit.h"
#include "engine/proof/check/memo.h"
#include "engine/proof/check/rules.h"
#include "engine/proof/strategy.h"

_Static_assert((int)CHECK_ZONE_WORDS == (int)CHECK_SET_WORDS, "a zone is a set of points");

typedef enum { BEGIN, ANSWERED, IDLE, REPLIES } phase_t;

typedef struct {
	uint32_t node;
	int move; /* that led here */
	unsigned extra;
	phase_t phase;
	bool trial; /* if this fails, nothing is lost */
	bool all;   /* replies are to be tried */
	int cursor; /* next move to look at */
	check_board_t board;
	set_t zone, tried;
} frame_t;

typedef struct {
	check_claim_t claim;
	strategy_t strategy;
	memo_t *memo;
	bool zones;
	unsigned depth;
	check_result_t *result;
	enum { GOING_ON, GOOD, BAD } last; /* what the frame that was left came to */
	set_t zone;                        /* its zone, if good */
	frame_t stack[CERTIFICATE_LINE_MAX];
} check_t;

static const strategy_node_t *node_of(const check_t *c, const frame_t *f)
{
	return &c->strategy.nodes[f->node];
}

static frame_t *push(check_t *c, uint32_t node, const check_board_t *board, int move,
                     unsigned extra)
{
	frame_t *f = &c->stack[c->depth++];

	assert(c->depth <= CERTIFICATE_LINE_MAX);
	f->node = node;
	f->move = move;
	f->extra = extra;
	f->phase = BEGIN;
	f->trial = f->all = false;
	f->cursor = PASS;
	f->board = *board;
	memset(&f->zone, 0, sizeof(f->zone));
	memset(&f->tried, 0, sizeof(f->tried));
	c->last = GOING_ON;
	return f;
}

/* good leaves the frame: it was replayed, with its zone. */
static void good(check_t *c, const frame_t *f)
{
	assert(c->depth > 0 && f == &c->stack[c->depth - 1]);
	memo_add(c->memo, f->node, &f->board, f->extra, &f->zone);
	c->zone = f->zone;
	c->last = GOOD;
	c->depth--;
}

static void write_path(check_t *c, int move)
{
	strbuf_t out;

	strbuf_init(&out, c->result->path, sizeof(c->result->path));
	for (unsigned i = 1; i < c->depth; i++) {
		claim_move(&c->claim, c->stack[i].move, &out);
		strbuf_char(&out, ' ');
	}
	if (move != CERTIFICATE_MOVE_MAX + 1)
		claim_move(&c->claim, move, &out);
	else if (out.length > 0)
		out.text[--out.length] = '\0';
}

/* bad leaves all frames down to the one that was on trial, or all: `move` at the last of them is
 * bad, or the node itself (CERTIFICATE_MOVE_MAX + 1). */
static void bad(check_t *c, int move, const char *reason)
{
	unsigned i = c->depth;

	assert(i > 0);
	while (i > 0 && !c->stack[i - 1].trial)
		i--;
	c->last = BAD;
	if (i == 0) {
		write_path(c, move);
		c->result->node = c->stack[c->depth - 1].node;
		(void)snprintf(c->result->reason, sizeof(c->result->reason), "%s", reason);
		c->depth = 0;
	} else {
		c->depth = i - 1;
	}
}

static void attack(check_t *c, frame_t *f)
{
	const rules_t *rules = c->claim.rules;
	const strategy_node_t *node = node_of(c, f);
	check_board_t after = f->board;
	outcome_t outcome;

	assert(f->board.turn == ATTACKER);
	assert(f->phase == BEGIN || (f->phase == ANSWERED && c->last == GOOD));
	if (f->phase == BEGIN && !rules->legal(&c->claim, &f->board, node->move)) {
		bad(c, node->move, "the attacker's move is not legal");
		return;
	}
	rules->play(&c->claim, &after, node->move);
	if (f->phase == ANSWERED) {
		f->zone = c->zone;
		outcome = OPEN;
	} else {
		outcome = rules->judge(&c->claim, &after);
		if (outcome == OPEN && node->child != CERTIFICATE_NONE) {
			f->phase = ANSWERED;
			(void)push(c, node->child, &after, node->move, f->extra);
			return;
		}
		if (outcome != REACHED) {
			bad(c, node->move, "the attacker's last move does not reach the goal");
			return;
		}
	}
	if (c->zones)
		rules->attack(&c->claim, &f->board, node->move, &after, outcome == REACHED,
		              &f->zone);
	good(c, f);
}

/* stays takes what the defender's move has come to: true if it has reached the goal. */
static bool stays(check_t *c, outcome_t outcome)
{
	if (outcome != REACHED || c->claim.rules->stay == NULL)
		return false;
	memset(&c->zone, 0, sizeof(c->zone));
	c->claim.rules->stay(&c->claim, &c->zone);
	c->last = GOOD;
	return true;
}

/* idle replays `default` on the board as it is. */
static void idle(check_t *c, frame_t *f)
{
	const strategy_node_t *node = node_of(c, f);
	const bool bears = c->claim.rules->zones == ZONE_BEARS;
	check_board_t after = f->board;
	bool is_reply;

	f->phase = IDLE;
	if (node->child == CERTIFICATE_NONE || !c->zones) {
		f->all = true;
		f->phase = REPLIES;
		return;
	}
	is_reply = c->claim.rules->legal(&c->claim, &f->board, PASS) &&
	           strategy_listed(&c->strategy, f->node, PASS) == CERTIFICATE_NONE;
	c->claim.rules->play(&c->claim, &after, PASS);
	if (stays(c, c->claim.rules->judge(&c->claim, &after)))
		return;
	push(c, node->child, &after, PASS, f->extra + bears)->trial = !is_reply;
}

/* is_due: must this reply be tried, as far as is known? */
static bool is_due(const check_t *c, const frame_t *f, int move)
{
	const bool listed = strategy_listed(&c->strategy, f->node, move) != CERTIFICATE_NONE;

	if (move == PASS)
		return listed || node_of(c, f)->child == CERTIFICATE_NONE || !c->zones;
	if (!c->zones)
		return true;
	return !set_has(&f->tried, move) && (f->all || listed || set_has(&f->zone, move));
}

/* next_reply returns the next one from the cursor on that is due and legal, or the number of moves
 * there are. */
static int next_reply(const check_t *c, frame_t *f)
{
	const int end = c->claim.rules->columns != NULL ? c->claim.area : CODES_MAX;

	for (; f->cursor < end; f->cursor++)
		if (is_due(c, f, f->cursor) &&
		    c->claim.rules->legal(&c->claim, &f->board, f->cursor))
			break;
	return f->cursor;
}

/* close makes the zone whole, and tells whether more replies are due. */
static bool close(check_t *c, frame_t *f)
{
	const strategy_node_t *node = node_of(c, f);

	for (uint32_t i = 0; i < node->count; i++) {
		const int move = c->strategy.replies[node->first + i].move;

		if (move >= 0 && move < c->claim.area)
			set_add(&f->zone, move);
		else if (move == PASS && c->claim.rules->zones == ZONE_BEARS)
			f->all = true; /* it may be legal on another board */
	}
	if (f->all)
		claim_fill(&c->claim, &f->zone);
	else
		c->claim.rules->defence(&c->claim, &f->board, f->extra, &f->zone);
	f->cursor = 0;
	return next_reply(c, f) < c->claim.area;
}

static void reply(check_t *c, frame_t *f, int move)
{
	uint32_t child = strategy_listed(&c->strategy, f->node, move);
	check_board_t after = f->board;
	outcome_t outcome;

	if (child == CERTIFICATE_NONE)
		child = node_of(c, f)->child;
	c->claim.rules->play(&c->claim, &after, move);
	if (move != PASS && c->zones)
		set_add(&f->tried, move);
	f->cursor = move + 1;
	outcome = c->claim.rules->judge(&c->claim, &after);
	if (outcome == LOST)
		bad(c, move, "the defender's reply puts the goal out of reach");
	else if (stays(c, outcome))
		return;
	else if (child == CERTIFICATE_NONE)
		bad(c, move, "the defender's reply has no answer");
	else
		(void)push(c, child, &after, move, f->extra);
}

static void defence(check_t *c, frame_t *f)
{
	const int end = c->claim.rules->columns != NULL ? c->claim.area : CODES_MAX;
	int move;

	assert(f->board.turn == DEFENDER);
	if (f->phase == BEGIN) {
		idle(c, f);
		if (f->phase == IDLE)
			return;
	} else if (c->last == BAD) {
		assert(f->phase == IDLE);
		f->all = true;
	} else {
		assert(c->last == GOOD);
		set_unite(&f->zone, &c->zone);
	}
	f->phase = REPLIES;
	move = next_reply(c, f);
	if (move == end && c->zones && close(c, f))
		move = f->cursor;
	if (move < end)
		reply(c, f, move);
	else
		good(c, f);
}

/* replay goes through the whole certificate. */
static err_t replay(check_t *c, const check_options_t *options, errinfo_t *why)
{
	const bool bears = c->zones && c->claim.rules->zones == ZONE_BEARS;
	err_t err;

	(void)push(c, c->strategy.root, &c->claim.start, PASS, bears ? options->extra : 0);
	while (c->depth > 0) {
		frame_t *f = &c->stack[c->depth - 1];

		if (f->phase == BEGIN) {
			if (memo_find(c->memo, f->node, &f->board, f->extra, &c->zone)) {
				c->last = GOOD;
				c->depth--;
				continue;
			}
			if ((err = limit_count(c->result, options, why)) != ERR_OK)
				return err;
		}
		if (node_of(c, f)->defence)
			defence(c, f);
		else
			attack(c, f);
	}
	assert(c->last != GOING_ON);
	c->result->proven = c->last == GOOD;
	if (!c->zones)
		claim_fill(&c->claim, &c->zone);
	memcpy(c->result->zone, c->zone.word, sizeof(c->result->zone));
	return ERR_OK;
}

/* understand reads claim and nodes. */
static err_t understand(check_t *c, certificate_source_t source, errinfo_t *why)
{
	const certificate_header_t *header = &c->result->header;
	certificate_reader_t *reader;
	canonical_tap_t tap;
	strbuf_t text;
	err_t err = certificate_read_begin(canonical_tap(&tap, source), &c->result->header, &reader,
	                                   why);

	if (err != ERR_OK)
		return err;
	err = claim_read(header, &c->claim, why);
	if (err == ERR_OK) {
		strbuf_init(&text, c->result->claim, sizeof(c->result->claim));
		claim_text(header, &c->claim, &text);
		err = strategy_read(reader, header->defender_first != c->claim.denial,
		                    STRATEGY_BYTES_MAX, &c->strategy, why);
		c->result->nodes = c->strategy.count;
	}
	if (err == ERR_OK)
		err = canonical_name(&tap, header, &c->strategy, c->result->digest,
		                     &c->result->canonical, why);
	certificate_reader_free(reader);
	return err;
}

err_t check_stream(certificate_source_t source, const check_options_t *options, check_result_t *out,
                   errinfo_t *why)
{
	const size_t memory = options->memory > 0 ? options->memory : CHECK_MEMORY_DEFAULT;
	check_t *c = mem_alloc(sizeof(*c));
	err_t err;

	memset(out, 0, sizeof(*out));
	if (c == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	c->result = out;
	err = understand(c, source, why);
	out->most = limit_most(options, c->strategy.count, c->strategy.replied);
	if (err == ERR_OK && c->claim.denial) {
		err = deny_replay(&c->claim, &c->strategy, options, memory, NULL, out, why);
	} else if (err == ERR_OK) {
		c->zones = !options->exhaustive && c->claim.rules->zones != ZONE_NONE;
		c->memo = memo_create(&c->claim, c->zones, memory);
		if (c->memo == NULL)
			err = err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	}
	if (err == ERR_OK && !c->claim.denial)
		err = replay(c, options, why);
	memo_free(c->memo);
	strategy_free(&c->strategy);
	mem_free(c, sizeof(*c));
	return err;
}

static long read_some(void *from, void *buffer, size_t capacity)
{
	const size_t got = fread(buffer, 1, capacity, from);

	return got == 0 && ferror((FILE *)from) ? -1 : (long)got;
}

err_t check_file(const char *path, const check_options_t *options, check_result_t *out,
                 errinfo_t *why)
{
	FILE *file = fopen(path, "rb");
	err_t err;

	memset(out, 0, sizeof(*out));
	if (file == NULL)
		return err_fail(why, ERR_IO, "%s", strerror(errno));
	err = check_stream((certificate_source_t){read_some, file}, options, out, why);
	(void)fclose(file);
	return err;
}
