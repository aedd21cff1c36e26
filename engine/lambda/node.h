/* SPDX-License-Identifier: MIT
 * node.h - the inside of a search, shared by the files of this floor: its state,
 * how a node is entered and left, and how workers share nodes.
 *
 * Threads   as search.h: everything belongs to the one thread that runs it.
 */
#ifndef ENGINE_LAMBDA_NODE_H
#define ENGINE_LAMBDA_NODE_H

#include "engine/lambda/answers.h"
#include "engine/lambda/frame.h"
#include "engine/lambda/patterns.h"
#include "engine/lambda/search.h"

struct search {
	search_env_t env; /* its driver: of the question */
	driver_t driver;  /* of search_begin */
	const game_t *game;
	position_t *pos;
	framestack_t stack;
	const zone_rules_t *rules; /* NULL: no zones are kept */
	zone_cells_t cells;        /* of coarse zones */
	patterns_t *patterns;      /* proofs by their zones; NULL: none are kept */
	answers_t *answers;        /* df-pn: what proved nodes; NULL: is not kept */

	uint64_t nodes;      /* since the search was made */
	unsigned unpolled;   /* nodes not yet told to poll */
	uint64_t last_node;  /* df-pn: nodes at which it gives up */
	uint32_t patient;    /* df-pn: which frame waits for its lower order, from 1; 0: none */
	uint64_t patience;   /* the effort at which it waits no longer */
	uint64_t walk_until; /* df-pn: nodes at which a walk is put off (walk.c), */
	numbers_t put_off;   /* and its numbers then */
	uint32_t room;       /* game_t.room of the question */
	bool bounded;        /* df-pn, plain: within the depth asked (dfpn.c, "Depth") */
	bool by_numbers;     /* the question is df-pn's */
	bool has_cycles;     /* a position has stood twice on a line */
	uint64_t look_at;    /* nodes at which to look at the ancestors again */
	uint32_t serial;     /* of the question */
	uint64_t wait_from;  /* clock when the top frame began to wait */
	search_state_t end;  /* STOPPED or FAILED, when a step had to end the run */

	/* What the frame that was left last returned. */
	value_t value;
	unsigned plies;
	uint32_t taint;
	bool stocked;
	move_t best;
	zone_t zone;
	numbers_t numbers; /* df-pn: of an undecided one */
	bool is_guess;     /* df-pn: they are the first of the one last glanced at */
	uint64_t tag;      /* df-pn: of the one last glanced at */
};

static inline uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* node_is_plain: is the question one without lambda? */
static inline bool node_is_plain(const search_t *s)
{
	return s->env.driver == DRIVER_PLAIN;
}

/* node_keeps_answers: are the answers to replies (answers.h) of use? Plain search does without
 * where it has no zones. */
static inline bool node_keeps_answers(const search_t *s)
{
	return s->by_numbers && (!node_is_plain(s) || s->rules != NULL);
}

/* node_asks_pass: is the top frame a defender's of plain df-pn, whose pass, asked first, tells
 * which of his moves matter? Not where a depth limit may cut it off. */
static inline bool node_asks_pass(const search_t *s)
{
	return node_is_plain(s) && s->rules != NULL && s->by_numbers && !s->bounded &&
	       framestack_top(&s->stack)->defends && s->game->may_pass(s->pos);
}

/* node_effort counts the nodes of all workers on the job, to within what they have not told. */
static inline uint64_t node_effort(const search_t *s)
{
	return s->env.nodes == NULL
	               ? s->nodes
	               : atomic_load_explicit(s->env.nodes, memory_order_relaxed) + s->unpolled;
}

/* node_has_to_leave: has df-pn spent the nodes of the question, or of the node that waits? */
static inline bool node_has_to_leave(const search_t *s)
{
	return search_is_spent(s) || (s->patient != 0 && node_effort(s) >= s->patience);
}

/* node_depth is the depth by which the table knows the frame: a root that the defender is to move
 * at may be one deeper. Its parity is then not the frame's: for comparing only. */
static inline unsigned node_depth(const frame_t *f)
{
	return least(f->depth, DEPTH_MAX);
}

/* node_free_key is the key without the stocks of threats of a position below the frame. */
static inline hashkey_t node_free_key(const frame_t *f, hashkey_t key)
{
	return (hashkey_t){key.lo ^ f->key.lo ^ f->free_key.lo,
	                   key.hi ^ f->key.hi ^ f->free_key.hi};
}

/* node_order is the order of what a move of the frame leads to. */
static inline unsigned node_order(const frame_t *f)
{
	return f->order - (f->opening ? 1u : 0u);
}

/* node_moves counts the attacker's moves in a row that the frame's order has. */
static inline unsigned node_moves(const frame_t *f)
{
	return f->order + (f->defends ? 0u : 1u);
}

/* node_distance is the distance at the top frame, of lambda: as far as its order asks for it. */
static inline unsigned node_distance(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	return s->game->distance_within == NULL ? s->game->distance(s->pos)
	                                        : s->game->distance_within(s->pos, node_moves(f));
}

/* node_push enters a child of the top frame, whose move has been played. A
 * failure takes the move back and shows in `end`. */
void node_push(search_t *s, move_t move, bool defends, unsigned order, unsigned depth);

/* node_pop drops the top frame: its mark, its candidates, its move. */
void node_pop(search_t *s);

/* node_taint is that of the top frame if it has failed: a repetition that closes there is a fact.
 */
uint32_t node_taint(const search_t *s);

/* node_leave returns a value from the top frame to the one below; plies is the
 * depth of a proof. node_leave_stored keeps it in the table as well: for what
 * took work to find. */
void node_leave(search_t *s, value_t value, unsigned plies);
void node_leave_stored(search_t *s, value_t value, unsigned plies);

/* node_is_over leaves the top frame, an attacker's node of that distance, if the
 * game is lost or the next move reaches the goal. */
bool node_is_over(search_t *s, unsigned distance);

/* node_is_lost: is the game lost for the attacker, as far as the search wants to know? */
static inline bool node_is_lost(const search_t *s)
{
	return (node_is_plain(s) || s->game->looks_lost == NULL || s->game->looks_lost(s->pos)) &&
	       s->game->lost(s->pos);
}

/* node_repeats leaves the top frame, an attacker's node or without lambda any,
 * if its position stands on this line already. */
bool node_repeats(search_t *s);

/* node_rest adds what the value that a child of the frame came back with rests on besides the
 * position; node_rest_alone: the frame's value rests on that child alone. */
void node_rest(const search_t *s, frame_t *f);
void node_rest_alone(const search_t *s, frame_t *f);

/* node_is_walked: is the top frame one that df-pn, too, leaves to alpha-beta's walk? */
bool node_is_walked(const search_t *s);

/* What the table has of a node. */
typedef struct {
	ttentry_t entry;
	bool stocked; /* with these stocks of threats */
} recalled_t;

/* node_recall looks for the value of a frame of the search in the table; node_decides: has it been
 * found for good? node_known leaves the top frame `f` if it has been found. */
void node_recall(const search_t *s, const frame_t *f, recalled_t *out);
bool node_decides(const frame_t *f, const recalled_t *r);
bool node_known(search_t *s, const frame_t *f, const recalled_t *r);

/* share_is_worth: is a node of this order and depth worth a mark? */
bool share_is_worth(const search_t *s, unsigned order, unsigned depth);

/* share_mark notes the mark held for the top frame. */
void share_mark(search_t *s, uint64_t tag, bool marked);

/* share_claim marks the child of `f` that has just been played, or returns
 * false: another worker is at it. */
bool share_claim(search_t *s, const frame_t *f, uint64_t *tag, bool *marked);

/* share_enter_alone makes sure that the order-1 test of a higher node is
 * searched by one worker only; false when another one is at it: the top frame
 * is then in PHASE_SOLO, and share_is_free says when it may go on. */
bool share_enter_alone(search_t *s);
bool share_is_free(search_t *s);

/* share_is_overtaken cuts the stack down to the lowest shared node whose value
 * another worker has found meanwhile, and leaves that node with it. */
bool share_is_overtaken(search_t *s);

/* children_only searches the one child of a phase (lower order, threat test). */
void children_only(search_t *s, move_t move, unsigned order, unsigned depth);

/* children_attacks and _replies begin with the candidates of the top frame, the
 * table's move first if `hinted`; a failure shows in `end`. children_next goes on
 * to the next candidate: those nobody is at first, the others afterwards. False
 * when there is none left. */
void children_attacks(search_t *s, unsigned order);
void children_replies(search_t *s, bool hinted);
bool children_next(search_t *s);

/* children_fetch asks memory for what the table has of the position after candidate `i`, if
 * there is one, children_fetch_after after a move, at an order: it comes while others are looked
 * at. */
void children_fetch(const search_t *s, unsigned i);
void children_fetch_after(const search_t *s, move_t move, unsigned order);

/* children_walk goes on to the next candidate, or leaves the node with what is known
 * when there is none left. */
void children_walk(search_t *s);

/* children_few leaves so many candidates at most, the likely ones. */
void children_few(search_t *s, unsigned most);

/* children_back hands a node the value of its candidate. */
void children_back(search_t *s, move_t tried);

/* The drivers: _enter looks at a node for the first time, _back hands it the value
 * that its child `tried` came back with; plain search has candidates only, so its
 * is children_back. */
void alphabeta_enter(search_t *s);
void alphabeta_back(search_t *s, move_t tried);
void plain_enter(search_t *s);

/* lambda_by_rule and plain_by_rule leave the top frame, of that distance, if it needs no
 * search or is cut by depth. *enduring is then the distance that no forced move of the
 * defender brings down, if the node is searched. */
bool lambda_by_rule(search_t *s, unsigned distance);
bool plain_by_rule(search_t *s, unsigned distance, unsigned *enduring);

/* plain_distance is a lower bound on the distance: as good as the rules above can use. */
unsigned plain_distance(const search_t *s);

/* plain_plies_left counts to the end from a defender's node without candidates: his
 * moves are not worth trying, whichever he plays the attacker finishes; or he has none. */
unsigned plain_plies_left(search_t *s);

/* walk_read leaves the top frame, which no rule decides and the table does not know, if the game
 * can read the walk from there (game_t.read). */
bool walk_read(search_t *s);

/* walk_read_on does so within a walk that could not be read from where it began. */
bool walk_read_on(search_t *s);

/* walk_limit tells the walk whose first frame is the top one when it is put off; walk_is_over: is
 * it, or are the nodes of the question spent? walk_leave leaves the whole of it: a part that was
 * left open would look to the rest as if it had failed. */
void walk_limit(search_t *s);
bool walk_is_over(const search_t *s);
void walk_leave(search_t *s);

/* dfpn_enter and dfpn_back are the same for df-pn; dfpn_glance goes on in PHASE_GLANCE. */
void dfpn_enter(search_t *s);
void dfpn_glance(search_t *s);
void dfpn_back(search_t *s);

#endif
