/* SPDX-License-Identifier: MIT
 * question.h - makes a question out of a record, so that a solver can be asked again.
 *
 * A record holds on many boards. The question is about one of them: as small as the record
 * allows, the attacker black (in chess white), and the cells that may be anything empty or drawn
 * at random.
 *
 * Ownership the texts of a question point into it: do not copy one.
 * Threads   values.
 * Errors    ERR_VALUE, with the path "question": this program does not know the question, a
 *           lookup would not find the record, or its move is not legal.
 */
#ifndef ENGINE_STORE_QUESTION_H
#define ENGINE_STORE_QUESTION_H

#include "engine/base/rng.h"
#include "engine/store/fact_record.h"

enum { QUESTION_OPTIONS_MAX = 2048 }; /* bytes, the NUL included: a region of single points */

typedef struct {
	problem_t problem;
	unsigned order; /* up to which it is to be searched for the same answer */
	bool verdict;   /* the verdict by ko is asked for */
	bool plain;     /* it is to be searched without lambda, */
	bool by_plain;  /* and was asked so */
	bool within;    /* a region */
	char game[QUESTION_MAX], goal[QUESTION_MAX], options[QUESTION_OPTIONS_MAX];
	char rows[ROWS_TEXT_MAX], target[QUESTION_MAX], ko[MOVE_TEXT_MAX];
} question_t;

/* question_make reads a sound record that is looked for under `hash`. `rng` draws what may be
 * anything; NULL: it is empty. */
err_t question_make(const fact_record_t *record, uint64_t hash, rng_t *rng, question_t *out,
                    errinfo_t *why);

#endif
