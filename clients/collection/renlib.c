/* SPDX-License-Identifier: MIT
 * renlib.c - see renlib.h.
 *
 * Format     A head of 20 bytes: FF "RenLib" FF, the version (3.0 to 3.4), FF to its end. Files
 *            without it, of the first versions, begin with a stone in the centre. Then the
 *            nodes, each with its first child behind it and its next sibling behind all of its
 *            children. A node has two bytes: the point (column 1 to 15 in the low half, row 0
 *            to 14 from the top in the high one; 0: a pass, or no move at the root), and bits:
 *
 *            80 a sibling follows    20, 08 a comment follows    02 no move
 *            40 it has no children   10 marked                   01 more bits follow
 *
 *            More bits are two bytes, the first with the bits 16 to 23, the second 8 to 15; 100
 *            says that a text of the board follows. Comments and such texts end with a pair of
 *            bytes of which one is 0.
 *
 * Design     The tree is walked as it stands, twice: first to see whether nodes are marked. All
 *            state is the line that leads to the node, and the depths at which siblings are
 *            still to come. Depths are bounded by the points of the board, and passes.
 */
#include "clients/collection/renlib.h"

#include <string.h>

#include "clients/collection/stones.h"

enum {
	HEAD_BYTES = 20,
	SIDE = 15,
	CENTRE = 0x78,
	VERSION_MAJOR = 3, /* the highest that is known */
	HAS_SIBLING = 0x80,
	IS_LEAF = 0x40,
	HAS_COMMENT = 0x20 | 0x08,
	IS_MARKED = 0x10,
	NO_MOVE = 0x02,
	IS_EXTENDED = 0x01,
	HAS_BOARD_TEXT = 0x100,
	NO_POINT = 0xf0, /* in a line: a node without a move, where there must be one */
	DEPTH_MOST = 2 * SIDE * SIDE,
};

static const char magic[] = "\xffRenLib\xff";

typedef struct {
	uint8_t point;
	unsigned bits;
	slice_t comment;
} node_t;

/* A walk through the tree. */
typedef struct {
	reader_t *r;
	size_t at;
	unsigned nodes;
	bool marks;                   /* some node is marked: known from the first walk */
	unsigned depth;               /* of the node to come; its line is the first of `line` */
	uint8_t line[DEPTH_MOST];     /* points */
	unsigned pending[DEPTH_MOST]; /* depths of siblings to come */
	unsigned pending_count;
} walk_t;

bool collection_renlib_looks(const char *text, size_t length)
{
	return length >= HEAD_BYTES && memcmp(text, magic, sizeof(magic) - 1) == 0;
}

/* pair_take takes two bytes; false: there are no more. */
static bool pair_take(walk_t *w, uint8_t *first, uint8_t *second)
{
	if (w->r->length - w->at < 2)
		return false;
	*first = (uint8_t)w->r->text[w->at];
	*second = (uint8_t)w->r->text[w->at + 1];
	w->at += 2;
	return true;
}

/* text_take takes a text up to the pair with a 0. */
static bool text_take(walk_t *w, slice_t *out)
{
	uint8_t first = 1, second = 1;

	*out = (slice_t){w->r->text + w->at, 0};
	while (first != 0 && second != 0)
		if (!pair_take(w, &first, &second))
			return false;
	out->length = (size_t)(w->r->text + w->at - out->text) - (first != 0 ? 1 : 2);
	return true;
}

/* node_take takes a node and its texts; false: the file breaks off within it. */
static bool node_take(walk_t *w, node_t *out)
{
	uint8_t bits, high, low;
	slice_t board;

	*out = (node_t){.comment = {w->r->text, 0}};
	if (!pair_take(w, &out->point, &bits))
		return false;
	out->bits = bits;
	if ((bits & IS_EXTENDED) != 0) {
		if (!pair_take(w, &high, &low))
			return false;
		out->bits |= (unsigned)high << 16 | (unsigned)low << 8;
	}
	if ((out->bits & HAS_COMMENT) != 0 && !text_take(w, &out->comment))
		return false;
	return (out->bits & HAS_BOARD_TEXT) == 0 || text_take(w, &board);
}

/* fault_of adds a fault of the node that was read last, or of the first if there is none. */
static void fault_of(walk_t *w, const char *what)
{
	reader_fault(w->r, w->nodes > 0 ? w->nodes : 1, "node %u, byte %zu: %s", w->nodes, w->at,
	             what);
}

/* add adds the position after the line of the node. A pass of a player is played: it changes the
 * turn; at the root it is no move. */
static void add(walk_t *w, const node_t *node)
{
	const long wanted = w->r->hints->move;
	char id[COLLECTION_ID_BYTES];
	collection_stones_t stones;

	(void)collection_stones_init(&stones, SIDE, SIDE);
	for (unsigned i = 0; i < w->depth; i++) {
		const unsigned x = w->line[i] & 15u, y = w->line[i] >> 4;

		if (wanted >= 0 && stones.moves == (unsigned long)wanted)
			break;
		if (w->line[i] == 0) {
			stones.moves += i > 0;
		} else if (x == 0 || y >= SIDE) {
			fault_of(w, "a move is no point of the board");
			return;
		} else if (!collection_stones_put(&stones, y * SIDE + x - 1)) {
			fault_of(w, "a move is on a stone");
			return;
		}
	}
	reader_id(node->comment, id);
	collection_stones_add(w->r, w->nodes, &stones, "gomoku", id);
}

/* step goes to the node that follows; false: the tree is over. */
static bool step(walk_t *w, const node_t *node)
{
	const unsigned own = w->depth;

	if ((node->bits & HAS_SIBLING) != 0) {
		if (w->pending_count == DEPTH_MOST) {
			fault_of(w, "more variations in each other than there are points");
			return false;
		}
		w->pending[w->pending_count++] = own - 1;
	}
	if ((node->bits & IS_LEAF) == 0)
		return true;
	if (w->pending_count == 0)
		return false;
	w->depth = w->pending[--w->pending_count];
	return true;
}

/* walk goes through the whole tree, and adds problems in the second pass. Returns whether a node is
 * marked. */
static bool walk(walk_t *w, bool adds)
{
	bool marks = false;
	node_t node;

	do {
		if (w->at >= w->r->length || w->depth == DEPTH_MOST || !node_take(w, &node)) {
			if (adds)
				fault_of(w, w->depth == DEPTH_MOST
				                    ? "a line has more moves than there are points"
				                    : "the file ends within its tree");
			return marks;
		}
		w->nodes++;
		if ((node.bits & NO_MOVE) != 0)
			node.point = w->depth == 0 ? 0 : NO_POINT;
		w->line[w->depth++] = node.point;
		marks |= (node.bits & IS_MARKED) != 0;
		if (adds && (node.bits & (w->marks ? IS_MARKED : IS_LEAF)) != 0)
			add(w, &node);
	} while (w->r->out->failed == ERR_OK && step(w, &node));
	if (adds && w->r->out->failed == ERR_OK && w->at < w->r->length)
		fault_of(w, "bytes are left over behind the tree");
	return marks;
}

void collection_renlib_read(reader_t *r)
{
	walk_t first = {.r = r}, second;
	const uint8_t *bytes = (const uint8_t *)r->text;

	if (collection_renlib_looks(r->text, r->length)) {
		first.at = HEAD_BYTES;
		if (bytes[sizeof(magic) - 1] > VERSION_MAJOR) {
			reader_fault(r, 1, "a library of version %u, at most %d is known",
			             bytes[sizeof(magic) - 1], VERSION_MAJOR);
			return;
		}
	} else if (r->length < 2 || bytes[0] != CENTRE) {
		reader_fault(r, 1, "no library of RenLib");
		return;
	}
	second = first;
	second.marks = walk(&first, false);
	(void)walk(&second, true);
}
