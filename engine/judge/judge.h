/* SPDX-License-Identifier: MIT
 * judge.h - a judgement of life and death: can a dragon be killed, or saved, by the side that moves
 * first? It is a guess of a fast reader, not a result: it proves nothing and must not be stored as
 * a fact.
 *
 * Threads   any number at once, each with a question of its own.
 * Errors    none. Without memory the code is JUDGE_NO and no node was looked at.
 */
#ifndef ENGINE_JUDGE_JUDGE_H
#define ENGINE_JUDGE_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

enum { JUDGE_NO_POINT = -1, JUDGE_SIDE_MAX = 19 };

enum {                /* does the side that moves first reach what it wants? */
       JUDGE_NO,      /* no */
       JUDGE_YES,     /* yes */
       JUDGE_KO_GOOD, /* by a ko; the other side has to find the first threat */
       JUDGE_KO_BAD,  /* by a ko; it has to find the first threat itself */
};

/* A question. Points are y * width + x, y = 0 the top row. */
typedef struct {
	unsigned width, height; /* 1..JUDGE_SIDE_MAX */
	const uint8_t *stones;  /* by point: 0 nothing, 1 black, 2 white */
	int ko;                 /* the point banned for the side that moves first, or
	                           JUDGE_NO_POINT */
	int dragon;             /* a point with a stone of the dragon */
	bool kill;              /* the other side moves first, to kill it; else the dragon moves
	                           first, to live */
	unsigned nodes;         /* positions to look at, at most; 0 the default */
} judge_question_t;

typedef struct {
	int code;       /* JUDGE_NO.. JUDGE_KO_BAD */
	int move;       /* a point, or JUDGE_NO_POINT where there is none */
	unsigned nodes; /* positions that were looked at */
	double life;    /* 0..1: how likely the dragon lives, as the search has it */
	bool open;      /* the search came to no end; the code is what looks likelier */
	double chance;  /* 0..1: how likely the code is right, as it was in tests */
} judge_answer_t;

/* judge_dragon answers a question. */
void judge_dragon(const judge_question_t *question, judge_answer_t *answer);

#endif
