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

/* The holder of a result is the side that it is good for: the attacker where the result is a proof,
 * else the defender. The other side tries to prevent the result. Every function that gets a zone_t
 * adds to it what a result needs, and never takes anything out. */
typedef struct zone_ops {
	/* The game's zone rules, ended by one without a name; tests/zones drops each of them in
	 * turn (zone_rule_keeps). NULL: the game has none that can be dropped. */
	const zone_rule_t *rules;

	/* The lowest order of a question at which zones leave out moves. Below it only proofs need
	 * them (zone_track.c, "Proofs"). */
	unsigned prunes_from;

	bool is_plain; /* the zones are sound in a search without lambda as well */

	/* question hashes all that decides the result but the stones, and writes the points of the
	 * black and the white stones. Two positions with the same question and the same stones on
	 * the zone of a result both have that result. NULL: the zones of this game do not promise
	 * that. */
	hashkey_t (*question)(const position_t *pos, bits_t stones[2]);

	/* begin makes an empty zone for a position and questions of orders up to `order`. A zone
	 * without areas says that there are no zones for it. */
	void (*begin)(const position_t *pos, unsigned order, zone_t *zone);

	/* The leaves of a search. finish: the attacker, to move, reaches the goal with `move`. If
	 * `move` is MOVE_PASS, he has as good as reached it, and either side may be to move
	 * (hints_t.guess). far: the attacker cannot reach the goal with `moves` moves in a row.
	 * lost: he never can. */
	void (*finish)(const position_t *pos, move_t move, zone_t *zone);
	void (*far)(const position_t *pos, unsigned moves, zone_t *zone);
	void (*lost)(const position_t *pos, zone_t *zone);

	/* move: the holder, to move, plays `move`. *zone is what the position after the move needs;
	 * it becomes what this position needs. */
	void (*move)(const position_t *pos, move_t move, zone_t *zone);

	/* answered: the other side is to move. *zone already has what the answer to its `move`
	 * needs. `quiet`: the move is an attack that threatens nothing, answered by a pass.
	 * `cyclic`: the answer rests on a position standing twice on the line. NULL: nothing is
	 * added. */
	void (*answered)(const position_t *pos, move_t move, bool quiet, bool cyclic, zone_t *zone);

	/* must: the other side is to move, and `zone` is what the holder needs to succeed if it
	 * passes. Writes the points where a move of that side may change this; moves on all other
	 * points act like the pass. `order` is that of the node. */
	void (*must)(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must);

	/* lifts returns whether any move of the other side, wherever it is, changes more than the
	 * pass for which the holder's success was found. Then no move may be left out because of
	 * that success. NULL: false everywhere. */
	bool (*lifts)(const position_t *pos, unsigned order);

	/* idle: the other side's `move` was answered with *zone. Returns whether the holder
	 * succeeds with the same zone if that side passes instead. NULL: false everywhere. */
	bool (*idle)(const position_t *pos, move_t move, const zone_t *zone);

	/* apart: the attacker is to move and cannot finish, and his other moves were left out
	 * because one was idle. Adds what must stay so that he still cannot finish, if the
	 * defender's success after the idle move may have another reason than that the goal is out
	 * of reach. NULL: nothing is added. */
	void (*apart)(const position_t *pos, zone_t *zone);

	/* never_idle returns whether idle is false for all moves of either side, in this position
	 * and in all after it. NULL: false everywhere. */
	bool (*never_idle)(const position_t *pos);

	/* steps: the attacker is to move and fails. Adds what must stay so that none of the moves
	 * that `attacks` leaves out at `order` would reach the goal. NULL: nothing is added. */
	void (*steps)(const position_t *pos, unsigned order, zone_t *zone);

	/* close: the other side is to move, and *zone has the answers to all its moves on `must`
	 * that `attacks` or `replies` write. Adds the rest of what this position needs. NULL:
	 * nothing is added. */
	void (*close)(const position_t *pos, const bits_t *must, zone_t *zone);

	/* own adds to the zone of a whole search, from `pos` on at `order`, what the zones below
	 * its root need not have. The search leaves out moves of the other side alone, but more
	 * stones of the holder's own could hurt him too. NULL: nothing is added. */
	void (*own)(const position_t *pos, side_t holder, unsigned order, zone_t *zone);
} zone_ops_t;

#endif
