/* SPDX-License-Identifier: MIT
 * ladder.c - reading out ladders, order 1 of a capture, without frames, numbers or the table.
 *
 * Two out of three nodes of a search for a capture are those of ladders: every threat of order 2 is
 * one. Most are over after a few moves, and what a node of the search costs is then spent on saying
 * what the next three moves say again. So a ladder is first read by this, which plays and looks.
 *
 * Tree       The attacker fills one of two liberties, or he has no threat. The defender, in atari,
 *            may do no more than what changes something about the capture that comes next: play on
 *            the zone of it, or take an attacker's block in atari with a stone there (zone.c, "The
 *            other side's move"). That is his last liberty, and the captures around him. What
 *            leaves him with three liberties ends the ladder, with two it goes on.
 *
 * Unread     What takes more than READ_NODES nodes, or ends in a capture that might be taken back:
 *            there lambda-search does it. Where a ko is met or such a capture is near, what was
 *            read holds for these stocks of threats alone; but always on any line. No failure
 *            rests on a repetition, as endless lines are not read to their end, and a proof needs
 *            no history.
 *
 * Zones      Put together as in engine/search/core/zone_track.c: one that works needs what its
 * child needs, and the move itself; one where all fail what each needs, the threat or what makes
 * the goal far, and what closes it.
 *
 * Recursion  of C, no deeper than READ_NODES. */
#include "engine/game/go/capture/ladder.h"

#include "engine/game/go/capture/capture.h"
#include "engine/game/go/capture/capture_moves.h"
#include "engine/game/go/capture/retake.h"
#include "engine/game/go/zone/rules.h"
#include "engine/game/go/zone/zone.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/board/play.h"

/* Each node is a move, and there is one that is answered and a pass besides. */
enum { PLIES_MOST = PLAYED_MAX - READ_NODES - 2 };

typedef enum { FAILS, WORKS, UNREAD } outcome_t;

typedef struct {
	go_t *go;
	unsigned nodes;
	bool stocked; /* the stocks of threats may have mattered */
} reader_t;

/* What was read: who succeeds does so by this, within so many plies. */
typedef struct {
	bits_t zone;
	move_t best;
	unsigned plies;
} pv_t;

static outcome_t read_attack(reader_t *r, pv_t *out);

/* take_node counts one more; false: there is none left. */
static bool take_node(reader_t *r)
{
	if (r->nodes == READ_NODES)
		return false;
	r->nodes++;
	return true;
}

/* children adds what a child needs to what its parent does. */
static void children(bits_t *zone, const bits_t *child)
{
	if (zone_rule_keeps(&zone_rules[ZONE_RULE_CHILDREN]))
		bits_unite(zone, child);
}

/* capture_many_next: the attacker, to move, takes the target for good; adds what that needs. */
static bool capture_many_next(const go_t *go, bits_t *zone)
{
	const move_t finish = capture_moves_finish(go);

	if (finish == MOVE_NONE)
		return false;
	go->goal->needs_finish(go, finish, zone);
	return true;
}

/* read_threat writes what the capture needs that comes next if the defender, to move, passes. */
static bool read_threat(go_t *go, bits_t *zone)
{
	bool works;

	*zone = (bits_t){{0}};
	play_move(go, MOVE_PASS);
	works = capture_many_next(go, zone);
	play_undo(go);
	return works;
}

/* read_played reads the position after a reply. */
static outcome_t read_played(reader_t *r, pv_t *out)
{
	go_t *go = r->go;
	const unsigned libs = board_target(go)->libs;

	out->zone = (bits_t){{0}};
	out->plies = 1;
	if (libs == 1)
		return capture_many_next(go, &out->zone) ? WORKS : UNREAD;
	if (libs == 2)
		return read_attack(r, out);
	if (zone_rule_keeps(&go_rules[GO_RULE_FAR]))
		go->goal->needs_far(go, 2, &out->zone);
	return FAILS;
}

/* add_reply adds what a reply that does not save the target needs for that. */
static void add_reply(pv_t *out, const pv_t *reply)
{
	children(&out->zone, &reply->zone);
	if (reply->plies + 1 > out->plies)
		out->plies = reply->plies + 1;
}

/* read_reply reads what becomes of a legal reply. */
static outcome_t read_reply(reader_t *r, unsigned move, pv_t *out)
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

/* read_others reads the replies on `left`, as long as none is found to save the target, and adds to
 * *out, which needs what the attack needs that is answered by a pass. */
static outcome_t read_others(reader_t *r, bits_t left, pv_t *out)
{
	outcome_t all = WORKS;

	while (!bits_is_empty(&left)) {
		const unsigned move = bits_take(&left);
		pv_t reply;
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

/* read_defence: the target is in atari, the defender to move. To extend is what most likely saves
 * it, and then nothing else is asked. */
static outcome_t read_defence(reader_t *r, pv_t *out)
{
	go_t *go = r->go;
	const unsigned last = board_only_liberty(board_target(go));
	const bool may_extend = board_legal(go, (move_t)last);
	pv_t extended;
	bits_t must, left;
	outcome_t read;

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

/* order writes the two liberties, the one that the defender would gain most by first. */
static void order(const go_t *go, unsigned out[2])
{
	bits_t left = board_target(go)->lib;
	const unsigned a = bits_take(&left), b = bits_take(&left);
	const bool is_first = capture_moves_liberties(go, a) >= capture_moves_liberties(go, b);

	out[0] = is_first ? a : b;
	out[1] = is_first ? b : a;
}

/* read_move reads what becomes of a legal attack; one that works needs what its move does. */
static outcome_t read_move(reader_t *r, unsigned move, pv_t *out)
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

/* read_attack: the target has two liberties, the attacker is to move. */
static outcome_t read_attack(reader_t *r, pv_t *out)
{
	go_t *go = r->go;
	const bits_t must = board_target(go)->lib;
	unsigned moves[2];
	bool fails = true;

	if (!take_node(r))
		return UNREAD;
	r->stocked |= go->ko != POINT_NONE;
	out->zone = (bits_t){{0}};
	order(go, moves);
	for (unsigned i = 0; i < 2; i++) {
		pv_t tried;
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
	pv_t line;
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
	return true;
}
