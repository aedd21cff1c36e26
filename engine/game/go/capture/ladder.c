/* SPDX-License-Identifier: MIT
 * ladder.c - reads ladders: order 1 of a capture, without the search's stack, numbers or table.
 *
 * Two out of three nodes of a search for a capture belong to ladders: every threat of order 2 is
 * one. Most are over after a few moves. To read them by playing them out takes a fraction of the
 * time of as many nodes of the search.
 *
 * Tree       The attacker fills one of the target's two liberties; another move would be no
 *            threat. The defender, in atari, plays only moves that can change the capture that
 *            comes next: a move on the zone of that capture, or one that takes an attacker's block
 *            in atari with a stone on that zone (zone.c, "The other side's move"). These are the
 *            target's last liberty and the captures around it. A reply that leaves the target with
 *            three liberties ends the ladder; with two it goes on.
 *
 * Unread     The reader gives up, and the search takes over, where a ladder takes more than
 *            LADDER_READ_NODES nodes or ends in a capture that might be taken back. A result is
 *            `stocked` where there was a ko or such a capture was near: it holds for these stocks
 *            of threats alone. A result does not depend on the moves that led to the position:
 *            endless lines are not read to their end, so no failure rests on a repetition, and a
 *            proof needs no history.
 *
 * Zones      Made as in engine/search/core/zone_track.c. The zone of a success has the zone of the
 *            move's child and what the move needs. The zone of a failure has the zones of all
 *            children, what the threat or the distance needs, and what `close` adds.
 *
 * Recursion  The functions call each other, no deeper than LADDER_READ_NODES.
 */
#include "engine/game/go/capture/ladder.h"

#include "engine/game/go/capture/capture.h"
#include "engine/game/go/capture/capture_moves.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/rules.h"
#include "engine/game/go/zone/zone.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/board/play.h"
#include "engine/tuning/tuning.h"

/* bound: each node plays at most one move; one more is answered, and read_threat plays a pass. */
enum { PLIES_MOST = PLAYED_MAX - READ_NODES - 2 };

typedef enum { FAILS, WORKS, UNREAD } outcome_t;

typedef struct {
	go_t *go;
	unsigned nodes;
	bool stocked; /* the stocks of threats may have mattered */
} reader_t;

/* What was read of a node: the zone of the result; of a success also the attacker's move, if he is
 * to move, and the plies that it takes. */
typedef struct {
	bits_t zone;
	move_t best;
	unsigned plies;
} variation_t;

static outcome_t read_attack(reader_t *r, variation_t *out);

/* take_node counts a node; false: LADDER_READ_NODES have been counted. */
static bool take_node(reader_t *r)
{
	if (r->nodes == LADDER_READ_NODES)
		return false;
	r->nodes++;
	assert(r->nodes <= READ_NODES);
	return true;
}

/* children adds the zone of a child to that of its parent. */
static void children(bits_t *zone, const bits_t *child)
{
	if (zone_rule_keeps(&zone_rules[ZONE_RULE_CHILDREN]))
		bits_unite(zone, child);
}

/* captures_for_good: can the attacker, to move, capture the target for good? Then the zone of that
 * is added to *zone. */
static bool captures_for_good(const go_t *go, bits_t *zone)
{
	const move_t finish = capture_moves_finish(go);

	if (finish == MOVE_NONE)
		return false;
	go->goal->needs_finish(go, finish, zone);
	return true;
}

/* read_threat returns whether the attacker captures the target if the defender, to move, passes,
 * and writes the zone of that capture. */
static bool read_threat(go_t *go, bits_t *zone)
{
	bool works;

	*zone = (bits_t){{0}};
	play_move(go, MOVE_PASS);
	works = captures_for_good(go, zone);
	play_undo(go);
	return works;
}

/* read_played reads the position after a reply of the defender's. */
static outcome_t read_played(reader_t *r, variation_t *out)
{
	go_t *go = r->go;
	const unsigned libs = board_target(go)->libs;

	out->zone = (bits_t){{0}};
	out->plies = 1;
	if (libs == 1)
		return captures_for_good(go, &out->zone) ? WORKS : UNREAD;
	if (libs == 2)
		return read_attack(r, out);
	if (zone_rule_keeps(&go_rules[GO_RULE_FAR]))
		go->goal->needs_far(go, 2, &out->zone);
	return FAILS;
}

/* add_reply adds what was read of a reply that does not save the target. */
static void add_reply(variation_t *out, const variation_t *reply)
{
	children(&out->zone, &reply->zone);
	if (reply->plies + 1 > out->plies)
		out->plies = reply->plies + 1;
}

/* read_reply plays a legal reply, reads the position, and takes the reply back. */
static outcome_t read_reply(reader_t *r, unsigned move, variation_t *out)
{
	outcome_t read;

	if (!take_node(r))
		return UNREAD;
	play_move(r->go, (move_t)move);
	read = read_played(r, out);
	play_undo(r->go);
	if (read == FAILS)
		zone_add_move(r->go, (move_t)move, &out->zone);
	return read;
}

/* read_others reads the legal replies on `left` until one saves the target. *out has what was read
 * of the pass; what is read of the replies is added, or written in its place if one saves the
 * target. */
static outcome_t read_others(reader_t *r, bits_t left, variation_t *out)
{
	outcome_t all = WORKS;

	while (!bits_is_empty(&left)) {
		const unsigned move = bits_take(&left);
		variation_t reply;
		outcome_t read;

		if (!board_legal(r->go, (move_t)move))
			continue;
		read = read_reply(r, move, &reply);
		if (read == FAILS) {
			*out = reply;
			return FAILS;
		}
		if (read == UNREAD)
			all = UNREAD;
		else
			add_reply(out, &reply);
	}
	return all;
}

/* read_defence reads a position with the target in atari and the defender to move. The move on the
 * last liberty is read first, as it is the likeliest to save the target. */
static outcome_t read_defence(reader_t *r, variation_t *out)
{
	go_t *go = r->go;
	const unsigned last = board_only_liberty(board_target(go));
	const bool may_extend = board_legal(go, (move_t)last);
	variation_t extended;
	bits_t must, left;
	outcome_t read;

	assert(go->base.turn == SIDE_DEFENDER);
	r->stocked |= go->ko != POINT_NONE || retake_matters(go);
	if (may_extend) {
		read = read_reply(r, last, &extended);
		if (read != WORKS) {
			*out = extended;
			return read;
		}
	}
	if (!read_threat(go, &out->zone)) {
		out->zone = (bits_t){{0}};
		if (zone_rule_keeps(&go_rules[GO_RULE_FAR]))
			go->goal->needs_far(go, 1, &out->zone);
		return FAILS;
	}
	zone_of_moves(go, &out->zone, &must);
	if (!zone_rule_keeps(&zone_rules[ZONE_RULE_THREAT]))
		out->zone = (bits_t){{0}};
	out->plies = 2;
	left = must;
	if (may_extend) {
		add_reply(out, &extended);
		bits_remove(&left, last);
	}
	read = read_others(r, left, out);
	if (read == WORKS)
		zone_close(go, &must, &out->zone);
	return read;
}

/* order writes the target's two liberties. The first is the one by which the target would gain more
 * if the defender played there. */
static void order(const go_t *go, unsigned out[2])
{
	bits_t left = board_target(go)->lib;
	const unsigned a = bits_take(&left), b = bits_take(&left);
	const bool is_first = capture_moves_liberties(go, a) >= capture_moves_liberties(go, b);

	out[0] = is_first ? a : b;
	out[1] = is_first ? b : a;
}

/* read_move plays a legal attack, reads the position, and takes the attack back. */
static outcome_t read_move(reader_t *r, unsigned move, variation_t *out)
{
	outcome_t read;

	play_move(r->go, (move_t)move);
	read = read_defence(r, out);
	play_undo(r->go);
	if (read == WORKS) {
		zone_add_move(r->go, (move_t)move, &out->zone);
		out->best = (move_t)move;
		out->plies++;
	}
	return read;
}

/* read_attack reads a position with two liberties of the target and the attacker to move. */
static outcome_t read_attack(reader_t *r, variation_t *out)
{
	go_t *go = r->go;
	const bits_t must = board_target(go)->lib;
	unsigned moves[2];
	bool fails = true;

	assert(go->base.turn == SIDE_ATTACKER && board_target(go)->libs == 2);
	if (!take_node(r))
		return UNREAD;
	r->stocked |= go->ko != POINT_NONE;
	out->zone = (bits_t){{0}};
	order(go, moves);
	for (unsigned i = 0; i < 2; i++) {
		variation_t tried;
		outcome_t read;

		if (!board_legal(go, (move_t)moves[i]))
			continue;
		read = read_move(r, moves[i], &tried);
		if (read == WORKS) {
			*out = tried;
			return WORKS;
		}
		if (read == FAILS)
			children(&out->zone, &tried.zone);
		fails &= read == FAILS;
	}
	if (!fails)
		return UNREAD;
	if (zone_rule_keeps(&go_rules[GO_RULE_FAR]) &&
	    zone_rule_keeps(&zone_rules[ZONE_RULE_THREAT]))
		go->goal->needs_far(go, 1, &out->zone);
	zone_close(go, &must, &out->zone);
	return FAILS;
}

bool ladder_read(position_t *pos, reading_t *out)
{
	go_t *go = (go_t *)pos;
	reader_t r = {.go = go};
	variation_t line;
	outcome_t read;

	assert(pos->game == &go_game && go->goal == &go_capture);
	assert(pos->turn == SIDE_ATTACKER);
	out->nodes = 0;
	if (retake_is_open(go) || board_target(go)->libs != 2 || go->plies > PLIES_MOST)
		return false;
	read = read_attack(&r, &line);
	out->nodes = r.nodes;
	if (read == UNREAD)
		return false;
	out->stocked = r.stocked;
	out->works = read == WORKS;
	out->best = out->works ? line.best : MOVE_NONE;
	out->plies = out->works ? line.plies : 0;
	out->zone = line.zone;
	assert(!out->works || (out->plies % 2 == 1 && board_legal(go, out->best)));
	return true;
}
