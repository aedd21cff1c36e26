/* SPDX-License-Identifier: MIT
 * rules.h - what the checker knows of games: rules of its own, written to be seen right.
 *
 * Nothing here is shared with the engine's games: a fault would have to be made twice. A board is
 * copied, not taken back; every question is answered by looking at the whole board.
 *
 * Zones, for the default mode, are sets of points. check.c has the argument that is the same for
 * all games, the games' files the rest. There are two kinds of them:
 *
 *   ZONE_AGREES  A proof that holds on board B with zone Z holds, node by node, on every board that
 *                looks the same on Z. (Go, Hex)
 *
 *   ZONE_BEARS   It holds on every board that has up to `extra` more stones of the defender's on
 *                empty points outside of Z, and is otherwise B. (Gomoku, Atari-Go)
 *
 * Units     points and moves as in docs/proofs.md.
 * Threads   any: nothing here keeps state.
 */
#ifndef ENGINE_PROOF_CHECK_RULES_H
#define ENGINE_PROOF_CHECK_RULES_H

#include <assert.h>

#include "engine/base/strbuf.h"
#include "engine/proof/certificate.h"

enum {
	SIDE_MAX = 20,
	GO_SIDE_MAX = 19, /* of Atari-Go, too */
	CHECK_AREA_MAX = SIDE_MAX * SIDE_MAX,
	NO_POINT = -1,
	FAR = CHECK_AREA_MAX + 1, /* a distance: in no number of moves */
	DENIED_ORDER_MAX = 9,     /* orders are digits */
	DENIED_PLIES_MAX = 505,
	PASS = CERTIFICATE_PASS,
	CODES_MAX = CERTIFICATE_MOVE_MAX + 1,
	CHECK_SET_WORDS = (CHECK_AREA_MAX + 63) / 64,
};

typedef enum { ATTACKER, DEFENDER } check_side_t;
typedef enum { STONE_NONE, STONE_BLACK, STONE_WHITE } check_stone_t;

/* What a move has come to. LOST: the attacker cannot reach the goal any more. */
typedef enum { OPEN, REACHED, LOST } outcome_t;

typedef enum { ZONE_NONE, ZONE_AGREES, ZONE_BEARS } zone_kind_t;

/* A set of points. */
typedef struct {
	uint64_t word[CHECK_SET_WORDS];
} set_t;

static inline bool set_has(const set_t *set, int point)
{
	assert(point >= 0 && point < CHECK_AREA_MAX);
	return (set->word[point / 64] >> (point % 64) & 1) != 0;
}

static inline void set_add(set_t *set, int point)
{
	assert(point >= 0 && point < CHECK_AREA_MAX);
	set->word[point / 64] |= UINT64_C(1) << (point % 64);
}

static inline void set_unite(set_t *set, const set_t *other)
{
	for (unsigned i = 0; i < CHECK_SET_WORDS; i++)
		set->word[i] |= other->word[i];
}

/* A position. Of chess only at[0..63] (pieces), castling and passed mean anything but the turn. */
typedef struct {
	uint8_t at[CHECK_AREA_MAX];
	uint8_t turn; /* check_side_t */
	uint8_t threats[2];
	uint8_t castling; /* bits of K Q k q */
	int16_t ko;       /* point banned for the side to move, or NO_POINT */
	int16_t passed;   /* square of en passant, or NO_POINT */
	uint16_t taken;   /* Go: stones of check_claim_t.named that have been captured, in order of
	                     their points, a bit each */
} check_board_t;

typedef struct rules rules_t;

/* What is claimed, understood. */
typedef struct {
	const rules_t *rules;
	int width, height, area;
	uint8_t colour[2]; /* check_stone_t by side; of chess too */
	unsigned goal;     /* its place in rules->goals; below rules->goal_count */
	bool denial;       /* that the goal is reached is denied */
	bool lambda;       /* by lambda up to an order: */
	int order;         /* 0 if not */
	bool bounded;      /* within so many moves of the attacker's: order */
	bool waits;        /* the defender may always move so that the distance stays */
	int target[2];     /* NO_POINT: none */
	bool lives, takes; /* Go: a goal of life; of capturing some of several blocks */
	bool any;          /* one of the stones is enough */
	set_t named;       /* Go, of those goals: the stones; none: all */
	set_t region;      /* Go: where stones may be put */
	int k;             /* Gomoku: stones in a row */
	bool exact;        /* more do not count, for either side */
	bool caro;         /* nor do those with the other side's stones at both ends */
	bool renju;
	bool free_pass, stuck_loses; /* Atari-Go */
	check_board_t start;
} check_claim_t;

/* An option: its words by value, separated by '|', the first is the default. NULL: any text, and
 * its value is the place among the header's options, counted from 1. */
typedef struct {
	const char *name, *words;
} option_t;

/* A goal: its name in the header, and what the attacker does in words, "captures". */
typedef struct {
	const char *name, *verb;
} goal_words_t;

enum { RULES_OPTIONS = 3 }; /* of a game, at most; more do not compile */

struct rules {
	const char *game;
	const goal_words_t *goals; /* so many of them: */
	unsigned goal_count;
	option_t options[RULES_OPTIONS]; /* those behind the last have no name */
	int least, most;                 /* points on a side; 0: the board comes as FEN */
	const char *columns;
	bool from_top; /* rows are counted */
	bool ko;       /* are there any? */
	zone_kind_t zones;

	/* read understands the options, given by their values' places, and the goal; board, colours
	 * and turn have been read. */
	err_t (*read)(const certificate_header_t *header, const unsigned *values,
	              check_claim_t *claim, errinfo_t *why);

	/* legal: may the side to move play this? Any move may be asked, the pass too. */
	bool (*legal)(const check_claim_t *claim, const check_board_t *board, int move);

	/* play makes a legal move, or a pass that need not be legal, and turns. */
	void (*play)(const check_claim_t *claim, check_board_t *board, int move);

	/* judge says what the last move, of the side not to move, has come to. */
	outcome_t (*judge)(const check_claim_t *claim, const check_board_t *board);

	/* stay adds what the goal rests on where the defender's move has reached it, for want of
	 * one that keeps it away. NULL: here the attacker's moves alone reach it. */
	void (*stay)(const check_claim_t *claim, set_t *zone);

	/* For denials. safe: the attacker, to move, can never reach the goal; true is a fact. NULL:
	 * never told. distance: at least so many moves of his in a row take him there, or FAR.
	 * NULL: what lambda denies has no meaning here. */
	bool (*safe)(const check_claim_t *claim, const check_board_t *board);
	int (*distance)(const check_claim_t *claim, const check_board_t *board);

	/* Zones. attack: `move` of the attacker's leads from board `from` to `to`, where it has
	 * reached the goal or *zone is needed: adds what is needed before. defence: adds what is
	 * needed so that replies outside of *zone act like a pass, besides the answers to those
	 * inside. */
	void (*attack)(const check_claim_t *claim, const check_board_t *from, int move,
	               const check_board_t *to, bool reached, set_t *zone);
	void (*defence)(const check_claim_t *claim, const check_board_t *board, unsigned extra,
	                set_t *zone);
};

extern const rules_t rules_go, rules_gomoku, rules_atarigo, rules_hex, rules_chess;

static inline int other_colour(int colour)
{
	assert(colour == STONE_BLACK || colour == STONE_WHITE);
	return STONE_BLACK + STONE_WHITE - colour;
}

#endif
