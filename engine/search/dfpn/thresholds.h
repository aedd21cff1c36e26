/* SPDX-License-Identifier: MIT
 * thresholds.h - the numbers of df-pn: first guesses, and what follows for a node from those
 * of its children. dfpn.c walks by them.
 *
 * Threads   as search.h.
 */
#ifndef ENGINE_SEARCH_DFPN_THRESHOLDS_H
#define ENGINE_SEARCH_DFPN_THRESHOLDS_H

#include "engine/search/core/node.h"

enum {
	NEVER = NUMBER_MAX, /* a number of what is solved the other way */
	GIVEN_UP = 1 << 22, /* a proof number: only cycles and cuts are left */
};

/* A node's candidates that are open, as numbers. */
typedef struct {
	unsigned open; /* how many */
	unsigned best; /* the candidate to go on with, */
	bool lower;    /* or it is the lower order */
	numbers_t node;
	uint32_t proof_limit, disproof_limit; /* of the one to go on with */
} choice_t;

/* thresholds_unseen: of a node that was left unseen; what was thought of it before holds. */
static inline numbers_t thresholds_unseen(void)
{
	return (numbers_t){0, 0};
}

static inline bool thresholds_is_unseen(numbers_t n)
{
	return n.proof == 0 && n.disproof == 0;
}

/* thresholds_ends leaves the top frame, of that distance and that nothing is known of, if a look
 * at it proves it; else writes its first numbers. */
bool thresholds_ends(search_t *s, unsigned distance, numbers_t *out);

/* thresholds_first guesses the numbers of a lambda node of that distance, of which nothing is
 * known.
 */
numbers_t thresholds_first(const search_t *s, const frame_t *f, unsigned distance);

/* thresholds_note notes of candidate `i`, just glanced at, what is no number of its own: of moves
 * of which nothing is known but how they look the game wrote the likely ones first. */
void thresholds_note(search_t *s, unsigned i);

/* thresholds_unplayed does so, and writes candidate i's numbers, without its being played. False:
 * it has to be, to tell whether it is solved. */
bool thresholds_unplayed(search_t *s, unsigned i);

/* thresholds_puts_off: can a look at candidate `i` wait until it is chosen? Then what the table
 * knows of its numbers is written, without its being played. */
bool thresholds_puts_off(search_t *s, unsigned i);

/* thresholds_judge has the game say how much work the top frame is, whose candidates have been
 * listed. */
void thresholds_judge(search_t *s);

/* thresholds_open says what numbers those have that are put off, before any is asked about. */
void thresholds_open(search_t *s);

/* thresholds_kept reads the numbers that the table has of a frame; false when it has none.
 * thresholds_keep writes them. */
bool thresholds_kept(const search_t *s, const frame_t *f, numbers_t *out);
void thresholds_keep(search_t *s, const frame_t *f, numbers_t numbers);

/* thresholds_raised leaves the top frame if other workers have raised its numbers beyond its
 * limits. */
bool thresholds_raised(search_t *s);

/* thresholds_expected guesses what the replies of the top frame, a defender's, add to what its
 * threat costs. */
uint32_t thresholds_expected(const search_t *s);

/* thresholds_replies: what a defender's node will cost beyond its threat; 0 at an attacker's. */
uint32_t thresholds_replies(const frame_t *f);

/* thresholds_patience: so many nodes are waited for a lower order (dfpn.c, "Special child"). */
uint64_t thresholds_patience(const search_t *s);

/* thresholds_beyond: does a number reach the frame's limit? */
bool thresholds_beyond(const frame_t *f, numbers_t n);

/* Of a node that is cut: anything else is better; and of one that has failed within the depth
 * of the question. */
extern const numbers_t estimate_cut, estimate_failed;

/* The top frame is left: open, with these numbers; disproven, on this line at least; having
 * failed within its depth. */
void thresholds_leave_open(search_t *s, numbers_t numbers);
void thresholds_leave_failed(search_t *s);
void thresholds_leave_failed_here(search_t *s);

/* thresholds_choose looks through the candidates of the top frame. */
choice_t thresholds_choose(const search_t *s);

#endif
