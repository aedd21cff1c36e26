/* SPDX-License-Identifier: MIT
 * fact.h - what the store holds: a fact, and what may be asked of it.
 *
 * The numbers of value, scope, engine, driver and ko are those of verdict.h.
 * STORE_RULES is the number of the rules by which facts were found: raise it when a fact that was
 * right is right no more (a rule of a game, or the meaning of an order or a scope, has changed).
 * STORE_FORMAT is the number of the format of the bytes.
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_FACT_H
#define ENGINE_STORE_FACT_H

#include "engine/base/verdict.h"
#include "engine/game/game.h"
#include "engine/zone/zone.h"

enum { STORE_FORMAT = 1, STORE_RULES = 1 };

/* Moves of a line that are kept: longer ones are rare, and told again by a search. */
enum { FACT_LINE_MAX = 40 };

typedef struct {
	uint8_t value, scope;   /* value_t but VALUE_UNDECIDED; SCOPE_ABSOLUTE or SCOPE_ORDER */
	uint8_t engine, driver; /* algorithm_t, driver_t */
	uint8_t order, ko, threats;
	uint16_t depth;
	move_t best; /* of a proof with the attacker to move, else what holds him off; MOVE_NONE */
	unsigned line_length;
	move_t line[FACT_LINE_MAX];
	zone_t zone;
	uint64_t nodes; /* that it cost */
} fact_t;

/* What is asked: any order up to `order`; also without lambda, where that sees more. */
typedef struct {
	unsigned order;
	bool beyond;
} wanted_t;

/* fact_serves: is a fact of that kind, of a board that agrees, the answer? */
static inline bool fact_serves(unsigned value, unsigned scope, unsigned driver, unsigned order,
                               wanted_t wanted)
{
	if (driver !=
	    DRIVER_LAMBDA) /* without lambda: absolute either way, but no answer about orders */
		return wanted.beyond || value == VALUE_DISPROVEN;
	if (value == VALUE_PROVEN)
		return order <= wanted.order;
	return scope == SCOPE_ABSOLUTE || (order >= wanted.order && !wanted.beyond);
}

/* fact_is_playable: may the side to move play the fact's move there? True of every board that the
 * fact was found to hold on; so false says that its record is none. The line is cut where it
 * cannot be played: what matters of it can, but it may have a reply outside of the zone. Without
 * memory it is cut to its first move. */
bool fact_is_playable(fact_t *fact, const position_t *pos);

#endif
