/* SPDX-License-Identifier: MIT
 * browse.h - goes through a certificate move by move, by the checker's rules.
 *
 * A proof browser (browse_t) stands at a position with its node; at first these are the position
 * and the root of the claim. browse_play makes a move, browse_back takes one back. The certificate
 * has the moves of one side, and the other may play what it likes: in a proof the attacker's
 * strategy answers the defender, in a denial the defender's answers the attacker. The browser does
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
	BROWSE_DEPTH_MAX = CERTIFICATE_LINE_MAX, /* moves of a line: no proof has longer ones */
	BROWSE_ORDER_MAX = 9,                    /* of what is denied up to an order, */
	BROWSE_WITHIN_MAX = 253,                 /* within so many moves of the attacker's */
	BROWSE_REPLIES_MAX = CERTIFICATE_REPLIES_MAX + 1,
	BROWSE_NO_MOVE = -2,          /* no code of a move */
	BROWSE_BOARD_BYTES = 420,     /* room for a board of 20x20, the NUL included */
	BROWSE_MOVE_BYTES = 8,        /* for a move */
	BROWSE_BYTES_MAX = 512 << 20, /* of nodes: more than any certificate of tesujid has */
};

typedef struct browse browse_t;

/* Who is to move: the attacker or the defender; or the line ends, because the goal is reached, or
 * in a denial because the attacker is held from it. */
typedef enum { BROWSE_ATTACK, BROWSE_DEFENCE, BROWSE_REACHED, BROWSE_HELD } browse_turn_t;

/* Why he is held: the goal is lost for good; the rules alone keep him from it (docs/proofs.md,
 * "Denials"); he has no move left of those within which it is denied, or the defender no pass; it
 * takes more moves in a row than are left; he has no legal move; or the position is met at another
 * node, which is not known here (browse_met.h). */
typedef enum {
	BROWSE_HELD_LOST,
	BROWSE_HELD_SAFE,
	BROWSE_HELD_SPENT,
	BROWSE_HELD_FAR,
	BROWSE_HELD_STUCK,
	BROWSE_HELD_MET,
} browse_held_t;

/* Up to what a denial denies: nothing, and so no proof has; an order; so many moves of the
 * attacker's. */
typedef enum { BROWSE_UNBOUNDED, BROWSE_ORDER, BROWSE_MOVES } browse_bound_t;

/* A move of the side that may choose, and the node that answers it. */
typedef struct {
	int32_t move;
	uint32_t child; /* of no meaning where the move ends the line */
	unsigned moves; /* of the longest line from here, this one counted; in a proof that is to
	                   the goal */
	bool others;    /* it is not listed and stands for all that are not */
} browse_reply_t;

/* browse_open reads a certificate, and replays a part of a denial (browse_met.h). ERR_LIMIT: its
 * nodes take more than `most` bytes of memory. */
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

/* browse_denies: is it a denial? Where the browser stands one of these is true: browse_ends, the
 * line ends; browse_chooses, it is the turn of the side that may choose; browse_answers, of the
 * other. */
bool browse_denies(const browse_t *browse);
bool browse_ends(const browse_t *browse);
bool browse_chooses(const browse_t *browse);
bool browse_answers(const browse_t *browse);

/* Of a denial: why the line ends where it is BROWSE_HELD; whether the position was a stop and its
 * node is one at which it is met elsewhere; what bound it has, and how much of that is left. */
browse_held_t browse_held(const browse_t *browse);
bool browse_is_met(const browse_t *browse);
browse_bound_t browse_bound(const browse_t *browse);
unsigned browse_left(const browse_t *browse);

/* The node, unless the line ends: its number, how many nodes can be come to from it, itself counted
 * (0: no memory), the moves of the longest line at most, and the move of the certificate where the
 * other side may not choose. */
uint32_t browse_node(const browse_t *browse);
uint32_t browse_nodes(const browse_t *browse);
unsigned browse_moves(const browse_t *browse);
int32_t browse_answer(const browse_t *browse);

/* Where a side may choose: browse_replies tells the legal moves that are listed, and one of those
 * that are not, if there is one, a pass if that is legal: those with the longest lines first.
 * Returns how many. browse_others counts the legal ones that are not listed. */
unsigned browse_replies(const browse_t *browse, browse_reply_t out[BROWSE_REPLIES_MAX]);
unsigned browse_others(const browse_t *browse);

/* browse_listed: is this move listed there? */
bool browse_listed(const browse_t *browse, int32_t move);

/* browse_play plays a move: any legal one of the side that may choose, of the other the one of the
 * node. False: that is none of these, no node answers it, or BROWSE_DEPTH_MAX are played. */
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
