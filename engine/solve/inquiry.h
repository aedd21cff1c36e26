/* SPDX-License-Identifier: MIT
 * inquiry.h - the questions of one job to its searches, one after the other, and what has been
 * answered so far.
 *
 * plan.h decides which kind of question comes next; an inquiry carries that out: it holds the
 * question being asked (`now`), takes its answer (inquiry_record), and makes the next one or says
 * that the job has its answer.
 *
 * Units     depth and plies in plies; effort in nodes.
 * Ownership limits and root are borrowed from the job, and stay where they are, or inquiry_moved
 *           says where the root is.
 * Threads   an inquiry belongs to its job's lock (the solver's).
 */
#ifndef ENGINE_SOLVE_INQUIRY_H
#define ENGINE_SOLVE_INQUIRY_H

#include "engine/search/search.h"
#include "engine/solve/deepening.h"
#include "engine/solve/plan.h"
#include "engine/solve/solver.h"

/* A question to a search. */
typedef struct {
	driver_t driver;
	unsigned order, depth;
	uint64_t dfpn_nodes; /* asked of df-pn within so many; 0: of the request's algorithm */
} inquiry_question_t;

/* What lambda-search has answered, kept while the job asks beyond it. */
typedef struct {
	value_t value;
	unsigned depth;
	uint64_t dfpn_nodes;
} lambda_answer_t;

/* A question about moves (limits_bound). */
typedef struct {
	unsigned denied; /* greatest depth within which the goal is not reached; 0: none */
	bool decides;    /* that it is not reached within the depth asked is the answer */
	unsigned plies;  /* of the shortest proof so far, whose question is `proof`; 0: none */
	inquiry_question_t proof;
} moves_inquiry_t;

/* A verdict by ko: one series of questions for each stock of threats. */
typedef struct {
	bool asked;
	ko_stage_t stage; /* the stock being asked about, or that gave the verdict */
	ko_t verdict;     /* KO_UNASKED: none yet */
	unsigned threats; /* KO_FIGHT: how many the mover needs */
	zone_t zone;      /* what the answers with the stocks before depend on */
} ko_inquiry_t;

/* What is known of the position with the present stocks of threats. */
typedef struct {
	value_t value;
	move_t best;     /* MOVE_NONE: none yet */
	unsigned plies;  /* of the proof */
	bool has_cycles; /* some question met one */
	zone_t proven_zone;
	/* Of the last failure at each order: what it depends on, and its depth; 0: none. */
	zone_t failed_zone[ORDER_MAX + 1];
	unsigned failed_depth[ORDER_MAX + 1];
} finding_t;

typedef struct {
	/* Set once. */
	const limits_t *limits; /* defaults filled in */
	const position_t *root;
	bool goes_beyond;   /* where lambda fails, df-pn is asked without it */
	bool leaves_lambda; /* df-pn is asked without lambda from the beginning */

	plan_stage_t stage;     /* of `now`; PLAN_OVER: nothing is asked any more */
	inquiry_question_t now; /* when nothing is asked any more: the question asked last */
	uint64_t nodes;         /* of `now`, as far as its tasks have counted them */
	deepening_t deepening;
	finding_t found;
	lambda_answer_t lambda; /* of stage PLAN_BEYOND */
	ko_inquiry_t ko;
	moves_inquiry_t moves;
} inquiry_t;

/* inquiry_init makes an inquiry of a job that has asked nothing yet. */
void inquiry_init(inquiry_t *q, const limits_t *limits, const position_t *root, bool asks_ko);

/* inquiry_moved tells where the root is now. */
void inquiry_moved(inquiry_t *q, const position_t *root);

/* inquiry_begin makes the first question of a series. */
void inquiry_begin(inquiry_t *q);

/* inquiry_record takes the answer of a search that has come to the end of question `now`, and
 * makes the next question; false: there is none, the answer is complete. */
bool inquiry_record(inquiry_t *q, const search_t *search);

/* inquiry_settle makes lambda's answer the job's when what was asked beyond it is left undecided,
 * and the proof that was found where a shorter one was looked for; false: nothing was asked beyond
 * an answer, or that has been decided. Then nothing more is asked. */
bool inquiry_settle(inquiry_t *q);

/* inquiry_void drops whatever was found: it may be wrong. */
void inquiry_void(inquiry_t *q);

/* inquiry_suggest notes the move that looks best to a search that is being stopped; it stands when
 * nothing is decided. */
void inquiry_suggest(inquiry_t *q, move_t move);

/* inquiry_stock writes the stocks of threats, by side, of the question of a verdict by ko. */
void inquiry_stock(const inquiry_t *q, unsigned threats[2]);

/* inquiry_zone writes what the answer so far depends on, without areas when no zone is known.
 * `complete`: the inquiry has come to its end by itself; of an undecided one that was stopped
 * there is no zone, since what it was about to find is not known. */
void inquiry_zone(const inquiry_t *q, bool complete, zone_t *out);

/* inquiry_denied returns the moves of the attacker within which the goal is known not to be
 * reached, of a question about moves. */
unsigned inquiry_denied(const inquiry_t *q);

/* inquiry_shown_order returns the order as results tell it: plain search has none, 0. */
unsigned inquiry_shown_order(driver_t driver, unsigned order);

#endif
