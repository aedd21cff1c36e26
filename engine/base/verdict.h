/* SPDX-License-Identifier: MIT
 * verdict.h - the words of an answer: its value, how far that reaches, the verdict by ko, and
 * which search found it.
 *
 * Numbers   The store writes them to disk, and the wire has names for them: a new one goes to the
 *           end of its list, and none ever changes.
 * Threads   any; a name is a constant string.
 */
#ifndef ENGINE_BASE_VERDICT_H
#define ENGINE_BASE_VERDICT_H

#include "engine/base/check.h"

/* The three values of a search. Proven (1) and disproven at any depth (0) are facts; undecided
 * (one half) only means that the search has not decided yet. */
typedef enum {
	VALUE_DISPROVEN = 0, /* 0 */
	VALUE_UNDECIDED = 1, /* one half */
	VALUE_PROVEN = 2,    /* 1 */
} value_t;

/* How far a value reaches. */
typedef enum {
	SCOPE_NONE,      /* undecided */
	SCOPE_ABSOLUTE,  /* a fact of the game */
	SCOPE_ORDER,     /* holds for lambda orders up to the result's order */
	SCOPE_HEURISTIC, /* rests on a guess: zones by the inversion rule */
	SCOPE_WITHIN,    /* holds for so many moves of the attacker as were asked about */
} scope_t;

/* The verdict by ko about the side that moves first. KO_FIGHT has a number of threats that the
 * side needs; with 0 the other side has to find the first threat. */
typedef enum {
	KO_UNASKED,
	KO_NONE,  /* it succeeds whatever ko threats the other side has */
	KO_FIGHT, /* it has to win a ko, and needs that number of threats */
	KO_FAILS, /* it fails whatever threats it has */
} ko_t;

/* Whether moves are searched by lambda-orders, or all moves of both sides, with no passes but
 * those of the rules. A plain search ends in a proof or in an absolute disproof. */
typedef enum { DRIVER_LAMBDA, DRIVER_PLAIN } driver_t;

/* The algorithm that walks the tree: alpha-beta deepens ply by ply; df-pn follows proof numbers
 * and asks for no depth but the greatest. AUTO, in a request: both, in turn. */
typedef enum { ALGORITHM_AUTO, ALGORITHM_ALPHABETA, ALGORITHM_DFPN } algorithm_t;

/* The names in results, logs and tests. The value must be one of its enum. */
static inline const char *value_name(value_t value)
{
	static const char *const names[] = {"disproven", "undecided", "proven"};

	CHECK((unsigned)value <= VALUE_PROVEN);
	return names[value];
}

static inline const char *scope_name(scope_t scope)
{
	static const char *const names[] = {"none", "absolute", "order", "heuristic", "within"};

	CHECK((unsigned)scope <= SCOPE_WITHIN);
	return names[scope];
}

static inline const char *ko_name(ko_t ko)
{
	static const char *const names[] = {"unasked", "unconditional", "ko", "fails"};

	CHECK((unsigned)ko <= KO_FAILS);
	return names[ko];
}

static inline const char *algorithm_name(algorithm_t algorithm)
{
	static const char *const names[] = {"auto", "alphabeta", "dfpn"};

	CHECK((unsigned)algorithm <= ALGORITHM_DFPN);
	return names[algorithm];
}

#endif
