/* SPDX-License-Identifier: MIT
 * answers.h - which attack proved a node of df-pn, by the moves before it: a guess at what
 * proves the next node that they lead to.
 *
 * Ownership the caller of answers_create owns it.
 * Threads   values of one search: one thread at a time.
 * Errors    answers_create returns NULL when there is no memory; a search does without.
 */
#ifndef ENGINE_LAMBDA_ANSWERS_H
#define ENGINE_LAMBDA_ANSWERS_H

#include "engine/lambda/frame.h"

typedef struct answers answers_t;

answers_t *answers_create(void);
void answers_free(answers_t *a);

/* answers_keep notes that the best move of the top frame, an attacker's, has proven it. */
void answers_keep(answers_t *a, const framestack_t *st);

/* answers_front brings what proved nodes like the top frame, an attacker's whose candidates have
 * been listed, to their front. */
void answers_front(const answers_t *a, framestack_t *st);

#endif
