/* SPDX-License-Identifier: MIT
 * browse.h - goes through a certificate move by move, by the checker's rules.
 *
 * A proof browser (browse_t) stands at a position with its node; at first these are the position
 * and the root of the claim. browse_play makes a move, browse_back takes one back. The browser does
 * not tell whether the nodes prove anything: check.h does. Of a certificate that check.h has not
 * accepted it shows what is there, and refuses moves that lead nowhere.
 *
 * Units     moves as in docs/proofs.md.
 * Ownership a browser is its creator's; browse_close releases it.
 * Threads   one at a time.
 * Errors    those of check_stream, from browse_open, and ERR_LIMIT; the others cannot fail.
 */
#ifndef ENGINE_PROOF_CHECK_BROWSE_H
#define ENGINE_PROOF_CHECK_BROWSE_H

#include "engine/base/strbuf.h"
#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"

enum {
	BROWSE_REPLIES_MAX = CERTIFICATE_REPLIES_MAX + 1,
	BROWSE_NO_MOVE = -2,          /* no code of a move */
	BROWSE_BOARD_BYTES = 420,     /* room for a board of 20x20, the NUL included */
	BROWSE_MOVE_BYTES = 8,        /* for a move */
	BROWSE_BYTES_MAX = 512 << 20, /* of nodes: more than any certificate of tesujid has */
};

typedef struct browse browse_t;

/* Who is to move: the attacker, whose move the certificate has; the defender, who may choose. */
typedef enum { BROWSE_ATTACK, BROWSE_DEFENCE, BROWSE_REACHED } browse_turn_t;

/* A reply of the defender's, and the node that answers it. */
typedef struct {
	int32_t move;
	uint32_t child;
	unsigned moves; /* at most, from here to the goal, this one counted */
	bool others;    /* it is not listed and stands for all that are not */
} browse_reply_t;

/* browse_open reads a certificate. ERR_LIMIT: its nodes take more than `most` bytes of memory. */
err_t browse_open(certificate_source_t source, size_t most, browse_t **out, errinfo_t *why);
void browse_close(browse_t *browse);

/* browse_bytes returns how much memory a browser takes. */
size_t browse_bytes(const browse_t *browse);

const certificate_header_t *browse_header(const browse_t *browse);

/* Where the browser stands: the moves so far, the last of them (BROWSE_NO_MOVE at the start), whose
 * turn it is, and of which colour he is. */
unsigned browse_depth(const browse_t *browse);
int32_t browse_last(const browse_t *browse);
browse_turn_t browse_turn(const browse_t *browse);
bool browse_black(const browse_t *browse);

/* The node, unless the goal is reached: its number, how many nodes can be come to from it, itself
 * counted, the moves to the goal at most, and the attacker's move if it is an attack. */
uint32_t browse_node(const browse_t *browse);
uint32_t browse_nodes(const browse_t *browse);
unsigned browse_moves(const browse_t *browse);
int32_t browse_attack(const browse_t *browse);

/* browse_replies tells the defender's legal replies that are listed, and one of those that are not,
 * if there is one, a pass if that is legal: those with the most moves to the goal first. Returns
 * how many. browse_others counts the legal ones that are not listed. */
unsigned browse_replies(const browse_t *browse, browse_reply_t out[BROWSE_REPLIES_MAX]);
unsigned browse_others(const browse_t *browse);

/* browse_listed: is this reply listed at the defence? */
bool browse_listed(const browse_t *browse, int32_t move);

/* browse_play plays a move: of the attacker's the one of the node, of the defender's any legal one.
 * False: that is none of these, or no node answers it. */
bool browse_play(browse_t *browse, int32_t move);

/* browse_back takes the last move back; false at the start. */
bool browse_back(browse_t *browse);

/* browse_board writes the board: rows from the top, X black, O white; in chess as in the FEN. */
void browse_board(const browse_t *browse, strbuf_t *out);

/* browse_write writes what a move is called, browse_read reads it: BROWSE_NO_MOVE if it is none of
 * this board. It need not be legal. */
void browse_write(const browse_t *browse, int32_t move, strbuf_t *out);
int32_t browse_read(const browse_t *browse, const char *text);

/* The sides of the board, and the point or square where a move ends; false if it is a pass. */
unsigned browse_width(const browse_t *browse);
unsigned browse_height(const browse_t *browse);
bool browse_place(const browse_t *browse, int32_t move, unsigned *x, unsigned *y);

#endif
