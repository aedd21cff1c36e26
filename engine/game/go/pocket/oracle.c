/* SPDX-License-Identifier: MIT
 * oracle.c - see oracle.h.
 *
 * Design     A search without lambda of a small region takes some microseconds a node: it keeps
 *            zones, for proofs that hold elsewhere and can be checked, and a board that knows every
 *            block's liberties. A pocket keeps neither, and looks at some twenty positions in that
 *            time. What it finds could not be written as a certificate, and is no fact by the
 *            standards of this program: repetitions are not followed up to the end. So it only
 *            guides df-pn, which then proves the same with hardly a move besides those that are
 *            needed. An error here costs time; facts, zones and certificates are made as ever.
 *
 *            To list all positions and mark them from the end backwards (retrograde analysis) gives
 *            exact values, but a region of nine empty points has up to some million positions, and
 *            each one more has three times as many; df-pn looks at a thousandth of them.
 *
 * Slices     The question is searched at first, some nodes at a time. Later on positions that the
 *            table does not know are asked as well, where the search leaves the lines that were
 *            needed. */
#include "engine/game/go/pocket/oracle.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/game/go/board/board.h"
#include "engine/game/go/goal.h"
#include "engine/game/go/pocket/pocket_search.h"
#include "engine/tuning/tuning.h"

enum {
	ENTRIES_LEAST = 1 << 18, /* size: of the table, for few empty points */
	ENTRIES_MOST = 1 << 20,  /* size: for many */
	ENTRIES_EMPTY = 8,       /* size: the empty points up to which the least will do */
};

struct oracle {
	pocket_t pocket;
	pocket_search_t *search; /* NULL: not yet begun */
	unsigned entries;
};

/* goal_of tells which goal of a pocket a goal of Go is; false: none. */
static bool goal_of(const go_t *go, pocket_goal_t *out)
{
	static const struct {
		const char *name;
		pocket_goal_t goal;
	} goals[] = {{"live", POCKET_LIVE},
	             {"live-any", POCKET_LIVE_ANY},
	             {"capture", POCKET_CAPTURE_ANY},
	             {"capture-any", POCKET_CAPTURE_ANY},
	             {"capture-all", POCKET_CAPTURE_ALL}};

	for (unsigned i = 0; i < sizeof(goals) / sizeof(goals[0]); i++)
		if (strcmp(go->goal->name, goals[i].name) == 0) {
			*out = goals[i].goal;
			return true;
		}
	return false;
}

static oracle_t *oracle_open(const position_t *pos)
{
	const go_t *go = board_of(pos);
	pocket_goal_t goal;
	unsigned empty;
	oracle_t *o;
	bits_t free = go->region;

	bits_intersect(&free, &go->empty);
	empty = bits_count(&free);
	if (bits_count(&go->region) == go->geo->area || empty > POCKET_EMPTY || !goal_of(go, &goal))
		return NULL;
	o = mem_alloc(sizeof(*o));
	if (o == NULL)
		return NULL;
	if (!pocket_make(go, goal, &o->pocket)) {
		mem_free(o, sizeof(*o));
		return NULL;
	}
	o->entries = ENTRIES_LEAST;
	for (; empty > ENTRIES_EMPTY && o->entries < ENTRIES_MOST; empty--)
		o->entries *= 2;
	return o;
}

static void oracle_close(oracle_t *o)
{
	if (o == NULL)
		return;
	pocket_search_free(o->search);
	mem_free(o, sizeof(*o));
}

static void oracle_begin(oracle_t *o, const position_t *pos)
{
	pocket_state_t at;

	if (o->search == NULL)
		o->search = pocket_search_make(&o->pocket, o->entries);
	if (o->search == NULL)
		return;
	pocket_read(&o->pocket, board_of(pos), &at);
	pocket_search_begin(o->search, &at);
}

static bool oracle_go(oracle_t *o, unsigned *positions)
{
	uint64_t before;
	bool ended;

	if (o->search == NULL) {
		*positions = 0;
		return true;
	}
	before = pocket_search_nodes(o->search);
	ended = pocket_search_go(o->search, *positions) != POCKET_OPEN;
	*positions = (unsigned)(pocket_search_nodes(o->search) - before);
	return ended;
}

static oracle_says_t oracle_tell(const oracle_t *o, const position_t *pos, bool wants_best)
{
	const go_t *go = board_of(pos);
	oracle_says_t says = {VALUE_UNDECIDED, MOVE_NONE};
	pocket_state_t at;
	pocket_end_t end;

	if (o->search == NULL)
		return says;
	pocket_read(&o->pocket, go, &at);
	end = pocket_search_known(o->search, &at);
	says.value = end == POCKET_WON    ? VALUE_PROVEN
	             : end == POCKET_LOST ? VALUE_DISPROVEN
	                                  : VALUE_UNDECIDED;
	if (wants_best && end == (at.turn == SIDE_ATTACKER ? POCKET_WON : POCKET_LOST)) {
		const unsigned best = pocket_search_best(o->search, &at);

		says.best = best == POCKET_NONE ? MOVE_NONE : pocket_move(&o->pocket, go, best);
	}
	return says;
}

const oracle_ops_t oracle_pocket = {
        .open = oracle_open,
        .close = oracle_close,
        .begin = oracle_begin,
        .go = oracle_go,
        .tell = oracle_tell,
};
