/* SPDX-License-Identifier: MIT
 * sgf_split.h - finds the game trees of a file with many of them, without reading the games.
 *
 * A tree that is not closed ends where the next one begins, so that one broken record does not
 * hide those behind it.
 *
 * Units     offsets in bytes from the start of the text.
 * Ownership the text is borrowed during the call.
 * Threads   any.
 */
#ifndef PROTOCOL_SGF_SPLIT_H
#define PROTOCOL_SGF_SPLIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	size_t start, end; /* from its "(" to behind its ")" */
	bool is_closed;    /* every bracket of it is */
	bool has_stray;    /* text that is no white space stands before it, from the cursor on */
	size_t stray;      /* where that begins */
} sgf_tree_t;

/* sgf_split_next finds the next game tree at or behind *at, and moves *at behind it. Returns false
 * when there is none; *out then tells of text that is left over. */
bool sgf_split_next(const char *text, size_t length, size_t *at, sgf_tree_t *out);

#endif
