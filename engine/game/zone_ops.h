/* SPDX-License-Identifier: MIT
 * zone_ops.h - the optional table of what a game knows of relevancy zones (docs/zones.md): the
 * points that a result depends on. A game without the table has every move searched.
 *
 * Units     as types.h; `order` is that of the node, or of the question.
 * Ownership rows are constants; zones belong to the caller.
 * Threads   any; functions read the position and write the zone alone.
 * Errors    none.
 */
#ifndef ENGINE_GAME_ZONE_OPS_H
#define ENGINE_GAME_ZONE_OPS_H

#include "engine/game/types.h"
#include "engine/zone/rule.h"
#include "engine/zone/zone.h"

/* What a game knows of zones (docs/zones.md). All add to *zone what a result needs.
 *
 * The side that a zone supports is called the holder: the attacker where the result
 * is a proof, the defender where it is not. */
typedef struct zone_ops {
	/* The game's rules, each of which zone_rule_keeps is asked about, ended by one without a
	 * name; NULL: none can be dropped. tests/zones drops each of them in turn. */
	const zone_rule_t *rules;

	bool is_plain; /* they hold without lambda as well */

	/* question hashes all that decides the result but the stones, and writes where those
	 * stand, black and white. What has the same question, and the same stones on the zone
	 * of a result, has that result. NULL: zones do not say that much here. */
	hashkey_t (*question)(const position_t *pos, bits_t stones[2]);

	/* begin makes an empty zone for a position and questions of orders up to `order`;
	 * without areas where the game has no zones for it. */
	void (*begin)(const position_t *pos, unsigned order, zone_t *zone);

	/* Leaves. finish: the attacker, to move, reaches the goal with `move`; or if that is
	 * MOVE_PASS, he has as good as done so, whoever is to move (guess). far: he cannot
	 * reach it with `moves` moves of his in a row. lost: he never can. */
	void (*finish)(const position_t *pos, move_t move, zone_t *zone);
	void (*far)(const position_t *pos, unsigned moves, zone_t *zone);
	void (*lost)(const position_t *pos, zone_t *zone);

	/* move: the holder is to move and plays `move`; *zone is what the position after it
	 * needs. */
	void (*move)(const position_t *pos, move_t move, zone_t *zone);

	/* answered: the other side is to move; *zone has been united with what its `move`
	 * needs to be answered. `quiet`: it is an attack that threatens nothing, answered by
	 * a pass; `cyclic`: that rests on a position standing twice on the line. NULL:
	 * nothing to add. */
	void (*answered)(const position_t *pos, move_t move, bool quiet, bool cyclic, zone_t *zone);

	/* must: the other side is to move, and `zone` is what the holder needs to succeed
	 * should it pass: writes the points where a move may change that. The others act
	 * like the pass. `order` of the node. */
	void (*must)(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must);

	/* lifts: does playing anything at all change more than the pass that the holder's
	 * success was asked for would? Then no move can be left out for its sake. NULL: no. */
	bool (*lifts)(const position_t *pos, unsigned order);

	/* idle: the other side's `move` was answered by *zone. Does the holder succeed with
	 * that as well if the move is not made? NULL: not known to. */
	bool (*idle)(const position_t *pos, move_t move, const zone_t *zone);

	/* apart: the attacker is to move and cannot finish: adds what must stay so that no move
	 * of his does, where a success of the defender's after it might have another reason than
	 * that the goal cannot be reached. Asked where what idle says stands for the other moves
	 * alone. NULL: nothing. */
	void (*apart)(const position_t *pos, zone_t *zone);

	/* never_idle: is idle false for all moves of either side, now and after any? NULL: no. */
	bool (*never_idle)(const position_t *pos);

	/* steps: the attacker is to move and fails: adds what must stay so that none of the moves
	 * that attacks leaves out at `order` would do. NULL: nothing. */
	void (*steps)(const position_t *pos, unsigned order, zone_t *zone);

	/* close: the other side is to move, all of its moves on `must` that attacks or replies
	 * write have been answered in *zone: adds what makes *zone whole. NULL: nothing. */
	void (*close)(const position_t *pos, const bits_t *must, zone_t *zone);

	/* own: adds to the zone of a whole search, from `pos` on at `order`, what no zone below
	 * its root needs: a search leaves out moves of the other side alone, but stones of the
	 * holder's own could hurt him, too. NULL: nothing. */
	void (*own)(const position_t *pos, side_t holder, unsigned order, zone_t *zone);
} zone_ops_t;

#endif
