/* SPDX-License-Identifier: MIT
 * tesuji.h - libtesuji: ask a tesujid daemon to prove or disprove a goal in a game.
 *
 * A handle (tesuji_t) is one connection to a daemon. Any number of jobs may be in flight on it.
 * There are three ways to use it, and they may be mixed:
 *
 *   blocking   tesuji_solve() submits a problem and returns its result.
 *   events     tesuji_submit() returns at once; tesuji_next() returns the progress and the results
 *              of all jobs, one after the other.
 *   callbacks  tesuji_on_event() sets a function; tesuji_dispatch() calls it for every event. With
 *              a poll loop of your own: poll tesuji_fd() for input and call
 *              tesuji_dispatch(handle, 0) when there is some, and whenever tesuji_pending() is
 *              not 0 before the loop sleeps.
 *
 * tesuji_async.h is for thousands of queries at once, tesuji_go.h for boards of Go that the
 * daemon keeps, tesuji_moves.h for all first moves of a problem, tesuji_durable.h for jobs that
 * outlive the daemon, tesuji_batch.h for thousands of problems handed in as one, tesuji_proof.h for
 * certificates, tesuji_fleet.h for daemons that search each other's jobs,
 * tesuji_login.h for daemons that have accounts, tesuji_tls.h for connections inside TLS.
 * clients/c/example.c is a complete program. Link with `pkg-config --libs tesuji`.
 *
 * Units     times in milliseconds; depths in plies (moves of either side); sizes in bytes, that of
 *           a text with its final NUL. Points and moves are texts as the game writes them: in Go
 *           "D4", columns A to T without I, row 1 at the bottom; in chess "Nf3"; "pass". A timeout
 *           below 0 waits for ever, 0 does not wait.
 * Ownership structs and buffers are the caller's, and the library copies what it keeps. Texts of a
 *           request are read during the call only. Only the handle is the library's: tesuji_close()
 *           frees it and closes the connection. When a connection is closed, the daemon cancels the
 *           jobs that were submitted on it without `detach`.
 * Threads   one thread at a time for each handle; different handles are independent. Callbacks run
 *           on the thread that called tesuji_dispatch() or tesuji_solve(), and never inside another
 *           call. They may call everything but tesuji_close(), tesuji_dispatch() and tesuji_solve()
 *           on their own handle. The library makes no threads, changes no signals and prints
 *           nothing.
 * Errors    functions return 0 (or a count), or a negative tesuji_code_t; tesuji_last_error() then
 *           has a text for people, with the path of a wrong field ("params.limits.order: 9 is not
 *           in 0..7"). A call that gets no answer in time ends the connection, because nobody could
 *           tell what has become of its request. A lost connection is reported once, as the event
 *           TESUJI_EVENT_LOST; every call from then on returns TESUJI_E_CLOSED, or the other error
 *           that ended it.
 * Source    the protocol is described in protocol/SPEC.md, lambda-search and df-pn in
 *           docs/search.md.
 */
#ifndef TESUJI_H
#define TESUJI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TESUJI_API __attribute__((visibility("default")))
#else
#define TESUJI_API
#endif

typedef struct tesuji tesuji_t;

/* The errors. Their numbers and names are those on the wire. */
typedef enum {
	TESUJI_OK = 0,
	TESUJI_E_NOMEM = -1,      /* no memory, here or in the daemon */
	TESUJI_E_RANGE = -2,      /* value outside its range */
	TESUJI_E_BUSY = -3,       /* too many jobs; try again after retry_ms */
	TESUJI_E_SYNTAX = -4,     /* text that cannot be read */
	TESUJI_E_TYPE = -5,       /* value of the wrong type */
	TESUJI_E_MISSING = -6,    /* a required field is missing */
	TESUJI_E_VALUE = -7,      /* value that makes no sense here */
	TESUJI_E_POSITION = -8,   /* position that the rules do not allow */
	TESUJI_E_GAME = -9,       /* no such game or goal */
	TESUJI_E_METHOD = -10,    /* the daemon does not know this call */
	TESUJI_E_JOB = -11,       /* no such job */
	TESUJI_E_FRAME = -12,     /* the daemon could not read a message of this library */
	TESUJI_E_LIMIT = -13,     /* message or certificate above a limit */
	TESUJI_E_DRAINING = -14,  /* the daemon is shutting down */
	TESUJI_E_CANCELLED = -15, /* the job or query was cancelled */
	TESUJI_E_IO = -16,        /* cannot connect, or the system refused */
	TESUJI_E_CLOSED = -17,    /* the connection is lost */
	TESUJI_E_TIMEOUT = -18,   /* no answer in time */
	TESUJI_E_PROTOCOL = -19,  /* the peer does not speak this protocol */
	TESUJI_E_INTERNAL = -20,  /* a fault in tesuji itself */
	TESUJI_E_LOGIN = -21,     /* the daemon has accounts, and this is a connection of none */
	TESUJI_E_TOKEN = -22,     /* no account has this token */
	TESUJI_E_OWNER = -23,     /* it belongs to another account */
	TESUJI_E_QUOTA = -24,     /* the account has used up what it may have */
	TESUJI_E_KEY = -25,       /* the key belongs to another problem */
	TESUJI_E_JOURNAL = -26,   /* the daemon's journal did not take it */
} tesuji_code_t;

/* The state of a job; those from TESUJI_DONE on are final. */
typedef enum {
	TESUJI_QUEUED,    /* no worker has begun it */
	TESUJI_RUNNING,   /* workers search it */
	TESUJI_DONE,      /* the search came to its end */
	TESUJI_CANCELLED, /* tesuji_cancel(), or its connection was closed */
	TESUJI_EXPIRED,   /* a limit of nodes or time ended it */
	TESUJI_FAILED,    /* see the report's `error` */
} tesuji_state_t;

/* The value of a problem: does the attacker reach the goal? */
typedef enum {
	TESUJI_DISPROVEN, /* no, as far as the scope tells */
	TESUJI_UNDECIDED, /* not known */
	TESUJI_PROVEN,    /* yes, against every defence */
} tesuji_value_t;

/* How far a value reaches. */
typedef enum {
	TESUJI_SCOPE_NONE,      /* undecided */
	TESUJI_SCOPE_ABSOLUTE,  /* a fact of the game */
	TESUJI_SCOPE_ORDER,     /* holds for lambda-orders up to the report's order */
	TESUJI_SCOPE_HEURISTIC, /* rests on a guess: zones by the inversion rule */
	TESUJI_SCOPE_WITHIN,    /* holds for as many moves of the attacker as the report denies */
} tesuji_scope_t;

typedef enum { TESUJI_NO_COLOUR, TESUJI_BLACK, TESUJI_WHITE } tesuji_colour_t;

typedef enum { TESUJI_ATTACKER, TESUJI_DEFENDER } tesuji_side_t;

/* The verdict by ko, about the side that moves first. The attacker succeeds by reaching the
 * goal, the defender by preventing that. */
typedef enum {
	TESUJI_KO_UNASKED, /* or not decided */
	TESUJI_KO_NONE,    /* it succeeds whatever ko threats the other side has */
	TESUJI_KO_FIGHT,   /* it has to win a ko, and needs as many threats as ko_threats tells */
	TESUJI_KO_FAILS,   /* it fails whatever threats it has */
} tesuji_ko_t;

/* Which moves are searched: threats, by lambda-orders, or all moves of both sides. */
typedef enum { TESUJI_LAMBDA, TESUJI_PLAIN } tesuji_driver_t;

/* The algorithm: alpha-beta, which deepens ply by ply, or df-pn, by proof numbers. AUTO: in a
 * request both, in turn; in a report not known. */
typedef enum { TESUJI_AUTO, TESUJI_ALPHABETA, TESUJI_DFPN } tesuji_engine_t;

enum {
	TESUJI_DEFAULT = -1,             /* a number of a request that the daemon chooses */
	TESUJI_UNLIMITED = 3,            /* ko threats without end */
	TESUJI_STONES_BYTES = 32,        /* room for one or two points, "D4 F5" */
	TESUJI_POINT_BYTES = 16,         /* room for a point or move */
	TESUJI_TARGET_BYTES = 64,        /* for the points of a goal */
	TESUJI_LINE_MOVES = 512,         /* most moves in a line */
	TESUJI_ZONE_POINTS = 400,        /* most points of a zone */
	TESUJI_ROWS_BYTES = 512,         /* room for a board in rows */
	TESUJI_LABEL_BYTES = 64,         /* room for a label */
	TESUJI_GOAL_BYTES = 32,          /* room for a goal's name */
	TESUJI_GAME_OPTIONS_BYTES = 256, /* room for options of a game, "k=4 rule=renju" */
	TESUJI_OPTIONS_BYTES = 256,      /* room for the options of a game as text */
	TESUJI_NAME_BYTES = 32,    /* room for the name of a game, a style, an option, a limit */
	TESUJI_CLAIM_BYTES = 64,   /* room for a claim */
	TESUJI_ERROR_BYTES = 256,  /* room for the text of an error */
	TESUJI_TIMEOUT_MS = 10000, /* how long a call waits, without tesuji_set_timeout() */
};

/* An error. `code` is for programs, `text` for people; tesuji_error_path() tells which field is
 * wrong. */
typedef struct {
	tesuji_code_t code;
	uint64_t retry_ms; /* TESUJI_E_BUSY, _QUOTA: after how long to try again; 0: not known */
	char text[TESUJI_ERROR_BYTES];
} tesuji_error_t;

/* A problem and how to search it. Call tesuji_request_init() first. A member that stays at its
 * default (NULL, TESUJI_DEFAULT, 0) is chosen by the daemon; tesuji_info() tells its limits and
 * games. */
typedef struct {
	/* The position: at most one of sgf, rows, fen and board; none if the options give a
	 * size. */
	const char *sgf;  /* a game record (SGF): the position after its main line */
	const char *rows; /* "...X/.OOX/...": top row first, X black, O white, . empty */
	const char *fen;  /* a position of chess */
	int64_t move;     /* with sgf: the position after that many moves; default: all moves */
	unsigned board;   /* number of a board that the daemon keeps (tesuji_go.h); 0 = none */

	const char *game;    /* default: the record's game, "chess" with fen, else "go" */
	const char *options; /* options of the game, "k=4 rule=renju"; default: the game's */
	const char *goal;    /* "capture"; default: the game's first goal */
	const char *target;  /* the points that the goal is about, "D4", "D4 F5"; default: none */
	tesuji_colour_t attacker; /* default: as the target and the position tell */
	const char *first;        /* who moves first: "attacker" (default) or "defender". With the
	                           * defender the question is whether the attacker reaches the
	                           * goal whatever the defender plays first */
	const char *ko;       /* a point where the first move may not retake a ko; default: none */
	int attacker_threats; /* ko threats elsewhere: 0, 1, 2 or TESUJI_UNLIMITED; default 0 */
	int defender_threats;
	int ko_verdict; /* 1: ask for the verdict by ko; then give no threats */

	/* Limits; 0 means "no limit" (but order 0 is order 0). */
	int64_t order;   /* highest lambda-order searched */
	int64_t depth;   /* plies, odd: the attacker has the last move */
	int64_t within;  /* moves of the attacker, "mate in 3"; then no depth, order or driver */
	int64_t nodes;   /* positions looked at, by all workers together */
	int64_t time_ms; /* wall time from submission */
	int64_t table_bytes; /* size of a table of the job's own; 0 = the shared table */
	int64_t workers;     /* most workers at once; 0 = all */

	const char *schedule; /* "auto" (default), or "depth": the least depth first, slower */
	const char *driver;   /* "lambda" (default) or "plain"; see tesuji_driver_t */
	const char *engine;   /* "auto" (default), "alphabeta" or "dfpn"; see tesuji_engine_t */
	const char *zone;  /* "sound" (default), "none" or, in Go, "inversion": smaller, a guess */
	const char *label; /* a name for lists of jobs; default: none */
	int64_t progress_ms; /* least time between two progress events; 0 = no progress */
	int shortest;        /* 1: ask for the least number of moves as well */
	int fresh;           /* 1: search, even if the daemon remembers the answer */
	int detach;          /* 1: the job goes on when the connection is closed */
	int64_t priority;    /* 0 to 9, those with more go first; default: 4 */
	int64_t deadline_ms; /* from submission, when nobody wants the answer any more; 0 = none */
	void *user;          /* returned in every event of the job; not used */
} tesuji_request_t;

/* What is known of a job: its progress, or its result once the state is final. Members that the
 * daemon did not tell are 0 or "". Large, some 24 KB. */
typedef struct {
	uint64_t job;
	char label[TESUJI_LABEL_BYTES];
	tesuji_state_t state;
	int detached;         /* 1: the job outlives its connection */
	uint64_t sequence;    /* of progress: grows; gaps are reports that were dropped */
	tesuji_value_t value; /* known so far; final when the state is final */
	tesuji_scope_t scope;
	unsigned order, depth; /* searched now; in a final report: where it was decided */
	uint64_t nodes, nodes_per_s;
	double time_ms;                 /* since submission */
	unsigned workers;               /* on the job now; in a final report: most at once */
	char claim[TESUJI_CLAIM_BYTES]; /* what is proven, in the game's words: "mate in 3" */
	tesuji_driver_t driver;         /* with TESUJI_PLAIN `order` has no meaning */
	tesuji_engine_t engine;         /* the algorithm that found the final value */
	/* The first move of the side that succeeds, "" = none: the first side proves by it or, if
	 * that is the defender, refutes. "pass": the defender need not move. */
	char best[TESUJI_POINT_BYTES];
	/* A line of moves with best play, beginning with the side that moves first; "pass" may
	 * occur. */
	unsigned line_length;
	char line[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
	/* In games whose moves have names ("Qxf7"), the points of the moves ("h5f7"): best_coords,
	 * and coords_length == line_length. In other games "" and 0. */
	char best_coords[TESUJI_POINT_BYTES];
	unsigned coords_length;
	char coords[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
	/* The zone of a final report: the points on which the value rests.
	 *   areas 0   the zone is not known; every point may matter
	 *   areas 1   whatever stands or happens on points outside the zone, with the same side
	 *             to move and the same ko, the value stays
	 *   areas n   each listed point has an index below n, all others have the index n; a
	 *             stone on a point of index i can matter only once i stones have been put
	 *             on the board */
	unsigned areas;
	unsigned zone_length;
	char zone[TESUJI_ZONE_POINTS][TESUJI_POINT_BYTES];
	unsigned char indices[TESUJI_ZONE_POINTS]; /* of the points of `zone`; all 1 with areas 1 */
	char game[TESUJI_NAME_BYTES];
	char style[TESUJI_NAME_BYTES]; /* how the board is drawn: "go", "renju", "hex", "chess" */
	char rows[TESUJI_ROWS_BYTES];  /* the board of the problem, or a FEN */
	tesuji_colour_t attacker;
	char goal[TESUJI_GOAL_BYTES];
	char target[TESUJI_TARGET_BYTES]; /* a point, or several: "D4 F5" */
	tesuji_side_t first;
	char options[TESUJI_OPTIONS_BYTES]; /* of the game, that were given: "k=4 rule=renju" */
	unsigned denied;     /* of a final report, if moves were asked about (within, shortest): the
	                      * goal is not reached within so many moves of the attacker, 0 = none.
	                      * With a value of TESUJI_PROVEN: of a proof in one move more it is
	                      * the shortest */
	tesuji_ko_t ko;      /* of a final report, if the request asked for it */
	unsigned ko_threats; /* with TESUJI_KO_FIGHT: 0 (the other side has to find the first
	                      * threat), 1, 2, or TESUJI_UNLIMITED: more than 2 */
	uint64_t table_bytes, table_entries, table_used; /* of a final report: the table */
	int remembered; /* of a final report: 1: the daemon knew the answer, without a search */
	tesuji_error_t error; /* of a failed job */
} tesuji_report_t;

/* What a status asks: whether the side that moves first succeeds. The first three are about a Go
 * board (tesuji_go_status), the others about a dragon (tesuji_go_life). */
typedef enum {
	TESUJI_CAPTURE, /* it captures a block of its enemy */
	TESUJI_SAVE,    /* it saves a block of its own */
	TESUJI_CUT,     /* it keeps two blocks of its enemy apart */
	TESUJI_KILL,    /* it captures its enemy's dragon */
	TESUJI_LIVE,    /* it keeps its own dragon from capture */
	TESUJI_EYES,    /* it keeps its enemy's dragon from unconditional life */
} tesuji_asked_t;

/* What the verdicts about a dragon say together. */
typedef enum {
	TESUJI_LIFE_UNTOLD,
	TESUJI_LIFE_OPEN,      /* not enough is decided */
	TESUJI_LIFE_ALIVE,     /* it lives even if the enemy moves first */
	TESUJI_LIFE_DEAD,      /* it is captured even if its owner moves first */
	TESUJI_LIFE_UNSETTLED, /* who moves first decides */
	TESUJI_LIFE_KO,        /* likewise, but one side at least needs a ko */
	TESUJI_LIFE_SEKI,      /* it is not captured, but has no two eyes */
} tesuji_life_t;

/* The answer to one question of a status. */
typedef struct {
	tesuji_asked_t asked;
	tesuji_colour_t colour;           /* of the stones */
	char stones[TESUJI_STONES_BYTES]; /* a stone of the block; of a cut, one of each block */
	unsigned size, liberties; /* stones of all blocks; liberties of the block with fewest */
	tesuji_value_t value;     /* TESUJI_PROVEN: the side that moves first succeeds */
	tesuji_scope_t scope;
	tesuji_ko_t ko; /* of a capture or save: how it succeeds; ko_threats as in a report */
	unsigned ko_threats;
	char best[TESUJI_POINT_BYTES];  /* the first move if it succeeds; "pass": none is needed */
	unsigned order;                 /* the lambda-order that decided */
	double time_ms;                 /* since the status was asked for */
	int remembered;                 /* 1: answered without a search */
	char tried[TESUJI_POINT_BYTES]; /* the answer is about this first move alone; "" = any */

	/* 1: a judgement of an undecided question, no fact: then `chance` tells, from 0 to 1, how
	 * likely the side that moves first succeeds, and best and ko tell how. */
	int is_judged;
	double chance;
} tesuji_verdict_t;

/* What the verdict on a first move says (tesuji_moves.h). */
typedef enum { TESUJI_MOVE_OPEN, TESUJI_MOVE_WORKS, TESUJI_MOVE_FAILS } tesuji_tells_t;

/* A first move, and what is needed besides the report to ask the question after it again. */
typedef struct {
	char move[TESUJI_POINT_BYTES];
	char coords[TESUJI_POINT_BYTES]; /* its points, in games whose moves have names; else "" */
	tesuji_tells_t verdict;
	unsigned rank;    /* its place in the order of the game, from 1: natural moves come first */
	int has_question; /* 0: the move itself has decided, or no problem can state what is left */
	char options[TESUJI_GAME_OPTIONS_BYTES];
	char ko[TESUJI_POINT_BYTES];
	int attacker_threats, defender_threats;
} tesuji_tried_t;

/* The kinds of events, with the members that are valid beside `user`. */
typedef enum {
	TESUJI_EVENT_PROGRESS, /* job, report: the latest of its job; earlier ones may be dropped */
	TESUJI_EVENT_DONE,     /* job, report: the last event of the job */
	TESUJI_EVENT_LOST,     /* error: the last event of the connection */
	TESUJI_EVENT_VERDICT,  /* status, verdict: an answer of a status */
	TESUJI_EVENT_STATUS,   /* status, decided, undecided: the last event of a status */
	TESUJI_EVENT_MOVE,     /* status, tried, report: a first move, and its question's result */
	TESUJI_EVENT_MOVES, /* status, works, fails, open, nodes: the last event of first moves */
	TESUJI_EVENT_KEPT, /* job, error: the last event of a durable job (tesuji_durable.h), as the
	                    * daemon ends: the job goes on when that is started again */
} tesuji_event_kind_t;

typedef struct {
	tesuji_event_kind_t kind;
	uint64_t job; /* number of the job, else 0 */
	void *user;   /* from the request or tesuji_watch() */
	tesuji_report_t report;
	tesuji_error_t error;
	uint64_t status; /* number of the status, else 0 */
	tesuji_verdict_t verdict;
	unsigned decided, undecided; /* how many verdicts there were */
	tesuji_life_t life;          /* of the status of a dragon */
	tesuji_tried_t tried;
	unsigned works, fails, open; /* how many verdicts on first moves there were */
	uint64_t nodes;              /* of all their questions */
} tesuji_event_t;

enum {
	TESUJI_GAMES_MAX = 16,
	TESUJI_LIMITS_MAX = 16,
	TESUJI_OPTIONS_MAX = 8, /* of one game */
	TESUJI_HELP_BYTES = 256,
};

/* An option of a game. */
typedef struct {
	char name[TESUJI_NAME_BYTES];
	char kind[TESUJI_NAME_BYTES];     /* "number", "word", "size" ("9", "6x5"), "text" */
	int64_t least, most;              /* of a number, or of either side of a size */
	char words[TESUJI_HELP_BYTES];    /* the words that it may be, separated by spaces */
	char fallback[TESUJI_NAME_BYTES]; /* the default; "" = the position tells */
	char help[TESUJI_HELP_BYTES];
} tesuji_option_t;

/* A game that the daemon knows. */
typedef struct {
	char name[TESUJI_NAME_BYTES];
	char goals[TESUJI_HELP_BYTES]; /* separated by spaces; the first is the default */
	char help[TESUJI_HELP_BYTES];
	char style[TESUJI_NAME_BYTES]; /* of its board, as in a report */
	unsigned options_count;
	tesuji_option_t options[TESUJI_OPTIONS_MAX];
} tesuji_game_t;

/* A limit of a request: which values it may have. */
typedef struct {
	char name[TESUJI_NAME_BYTES];
	uint64_t least, most, fallback; /* fallback: the default */
	char unit[TESUJI_NAME_BYTES];
	char help[TESUJI_HELP_BYTES];
} tesuji_limit_t;

/* What a daemon is, can do and is doing. Large, some 100 KB: not for the stack of a small
 * thread. */
typedef struct {
	char name[TESUJI_NAME_BYTES]; /* "tesuji" */
	char version[TESUJI_NAME_BYTES];
	unsigned protocol, workers;
	uint64_t uptime_ms;
	uint64_t table_bytes;               /* of the shared table */
	double table_used;                  /* share of it that is in use, 0..1 */
	uint64_t jobs_queued, jobs_running; /* now */
	uint64_t jobs_finished;             /* kept for tesuji_status() and tesuji_watch() */
	uint64_t jobs_total;                /* accepted since the start */
	uint64_t connections;
	unsigned games_count, limits_count;
	tesuji_game_t games[TESUJI_GAMES_MAX];
	tesuji_limit_t limits[TESUJI_LIMITS_MAX];
	uint64_t client_bytes, client_bytes_most; /* held for connections; most: 0 = no limit */
	uint64_t faults; /* assertions that have failed in the daemon since its start */
} tesuji_info_t;

/* tesuji_version returns the version of this library, "0.1.0"; a constant. */
TESUJI_API const char *tesuji_version(void);

/* The name on the wire ("no_memory", "running", "proven", "order", "black"), and for a code a
 * short text. Constants, never NULL; "unknown" or "internal" for a number that is none of the
 * enum's. */
TESUJI_API const char *tesuji_code_name(tesuji_code_t code);
TESUJI_API const char *tesuji_code_text(tesuji_code_t code);

TESUJI_API const char *tesuji_state_name(tesuji_state_t state);
TESUJI_API const char *tesuji_value_name(tesuji_value_t value);
TESUJI_API const char *tesuji_scope_name(tesuji_scope_t scope);
TESUJI_API const char *tesuji_colour_name(tesuji_colour_t colour);
TESUJI_API const char *tesuji_side_name(tesuji_side_t side);
TESUJI_API const char *tesuji_ko_name(tesuji_ko_t ko);
TESUJI_API const char *tesuji_driver_name(tesuji_driver_t driver);
TESUJI_API const char *tesuji_engine_name(tesuji_engine_t engine);
TESUJI_API const char *tesuji_asked_name(tesuji_asked_t asked); /* "capture", "save", ... */
TESUJI_API const char *tesuji_life_name(tesuji_life_t life);    /* "open", "alive", ... */
TESUJI_API const char *tesuji_tells_name(tesuji_tells_t tells); /* "open", "works", "fails" */

/* tesuji_error_path copies the path of the wrong field ("params.limits.order", "params.play[3]"),
 * with which the error's text begins, into `path`, cut to `size` bytes with the NUL. It returns
 * the length of the whole path; error->text + that length is the rest (": 9 is not in 0..7"). 0
 * and "": the error is about no single field. */
TESUJI_API size_t tesuji_error_path(const tesuji_error_t *error, char *path, size_t size);

/* tesuji_request_init sets every member to its default. */
TESUJI_API void tesuji_request_init(tesuji_request_t *request);

/* tesuji_connect opens a connection and stores the handle in *out. `address` is "unix:/path",
 * "/path", "tcp:host:port" or "host:port" ("[::1]:7411" for IPv6), or "tls://host:port"
 * (tesuji_tls.h). It blocks for at most timeout_ms for each address that the name of a host has,
 * as long again for the handshake of TLS, and as long as the system needs to look the name up. On
 * failure *out is NULL and *why, which may be NULL, has the error:
 * TESUJI_E_SYNTAX (the address), TESUJI_E_IO, TESUJI_E_TIMEOUT, TESUJI_E_NOMEM. */
TESUJI_API int tesuji_connect(const char *address, int timeout_ms, tesuji_t **out,
                              tesuji_error_t *why);

/* tesuji_connect_fd makes a handle of a connected stream socket, which the handle closes in the
 * end. On failure the socket stays the caller's, *out is NULL, and *why, which may be NULL, has
 * the error. */
TESUJI_API int tesuji_connect_fd(int fd, tesuji_t **out, tesuji_error_t *why);

/* tesuji_close closes the connection and frees the handle. Not from a callback. NULL is
 * accepted. */
TESUJI_API void tesuji_close(tesuji_t *t);

/* tesuji_set_timeout sets how long each call waits for its answer, from the next call on. */
TESUJI_API void tesuji_set_timeout(tesuji_t *t, int timeout_ms);

/* tesuji_last_error returns the error of the last call on this handle that failed. Never NULL;
 * valid until the next call. */
TESUJI_API const tesuji_error_t *tesuji_last_error(const tesuji_t *t);

/* Each of the following calls sends one request and waits for its answer. Events that arrive
 * meanwhile are kept for tesuji_next() and tesuji_dispatch(). */

/* tesuji_info asks what the daemon is, can do and is doing. */
TESUJI_API int tesuji_info(tesuji_t *t, tesuji_info_t *out);

/* tesuji_reload has the daemon read its settings again, as SIGHUP does; `frozen` becomes the name
 * of one that was changed and needs a restart, or "". tesuji_drain has it end when its jobs have,
 * as SIGTERM does, or at once the second time; *jobs becomes their number. Both are for operators:
 * TESUJI_E_OWNER. */
TESUJI_API int tesuji_reload(tesuji_t *t, char frozen[TESUJI_NAME_BYTES]);
TESUJI_API int tesuji_drain(tesuji_t *t, uint64_t *jobs);

/* tesuji_metrics asks how the daemon has fared, in the text format of Prometheus (docs/metrics.md),
 * and passes the text to `write`, once; it is not terminated by a zero. If `write` returns
 * something other than 0, the call returns that; it must not use the connection. Where there are
 * accounts, operators are told everything, others some of it. */
TESUJI_API int tesuji_metrics(tesuji_t *t, int (*write)(void *user, const char *text, size_t n),
                              void *user);

/* tesuji_backup has the daemon copy its store and its journal into a new folder, `to`, which is an
 * absolute path on the daemon's machine. The answer comes when that is done, which may take
 * minutes: tesuji_set_timeout(t, -1). For operators: TESUJI_E_OWNER. TESUJI_E_BUSY: another backup
 * is being made. */
typedef struct {
	uint64_t bytes;
	uint64_t facts;   /* of the store; 0: there is none, or it is empty */
	uint64_t records; /* of the journal, likewise */
} tesuji_backup_t;

TESUJI_API int tesuji_backup(tesuji_t *t, const char *to, tesuji_backup_t *out);

/* tesuji_submit submits a job and stores its number in *job. Its progress and its one final
 * event come by tesuji_next() or tesuji_dispatch(). A game record that is too large for a
 * request is read by the library, which sends the board instead. TESUJI_E_BUSY: the daemon takes
 * no more jobs now. */
TESUJI_API int tesuji_submit(tesuji_t *t, const tesuji_request_t *request, uint64_t *job);

/* tesuji_cancel asks a job to stop, whoever submitted it, and stores the job's state in *state,
 * which may be NULL. The final event still comes. Cancelling a finished job is no error.
 * TESUJI_E_JOB: the daemon knows no such job. */
TESUJI_API int tesuji_cancel(tesuji_t *t, uint64_t job, tesuji_state_t *state);

/* tesuji_status asks what is known of a job, whoever submitted it. TESUJI_E_JOB: the daemon knows
 * no such job (any more). */
TESUJI_API int tesuji_status(tesuji_t *t, uint64_t job, tesuji_report_t *out);

/* tesuji_watch is tesuji_status, and from then on this connection gets the events of the job,
 * with `user` in them. The final event of a finished job follows at once. progress_ms is as in a
 * request, or TESUJI_DEFAULT. */
TESUJI_API int tesuji_watch(tesuji_t *t, uint64_t job, int64_t progress_ms, void *user,
                            tesuji_report_t *out);

/* tesuji_certificate fetches the certificate of a job that has proven or disproven its goal (the
 * file that docs/proofs.md describes) and passes it to `write` in pieces, in order. If `write`
 * returns something other than 0, the call ends and returns that. Making a certificate may take
 * a minute: timeout_ms, -1 = for ever. tesuji_proof.h has the same with limits. */
TESUJI_API int tesuji_certificate(tesuji_t *t, uint64_t job, int timeout_ms,
                                  int (*write)(void *user, const void *data, size_t n), void *user);

/* tesuji_list fetches the list of all jobs that the daemon knows, and then calls `visit` for
 * each. visit may call everything but tesuji_close(). If it returns something other than 0, the
 * call ends and returns that. */
TESUJI_API int tesuji_list(tesuji_t *t, int (*visit)(const tesuji_report_t *job, void *user),
                           void *user);

/* A status that was begun. */
typedef struct {
	uint64_t status;    /* its number, which its events have */
	unsigned questions; /* captures and cuts; a save follows each capture that succeeds */
	char rows[TESUJI_ROWS_BYTES]; /* the board */
} tesuji_status_t;

/* tesuji_go_status begins a status of a Go board: all that can be captured, saved and, if `cuts`
 * is 1, cut. Of the request it uses sgf, rows, move, board, ko, order, fresh, user and time_ms;
 * time_ms is for all questions together, a second by default. Each question is answered by an
 * event TESUJI_EVENT_VERDICT, the undecided ones at the end, and TESUJI_EVENT_STATUS comes last.
 * tesuji_go_cancel ends a status sooner. TESUJI_E_BUSY: the daemon takes no more statuses now;
 * TESUJI_E_JOB: there is no such status (any more). */
TESUJI_API int tesuji_go_status(tesuji_t *t, const tesuji_request_t *request, int cuts,
                                tesuji_status_t *out);
TESUJI_API int tesuji_go_cancel(tesuji_t *t, uint64_t status);

/* tesuji_next waits up to timeout_ms for an event. 1: *out is one; 0: there was none in time;
 * negative: the connection is lost, and TESUJI_EVENT_LOST has been returned before. */
TESUJI_API int tesuji_next(tesuji_t *t, int timeout_ms, tesuji_event_t *out);

/* tesuji_on_event sets the function that tesuji_dispatch calls, with `context`; NULL = none. */
TESUJI_API void tesuji_on_event(tesuji_t *t,
                                void (*on_event)(tesuji_t *t, const tesuji_event_t *event,
                                                 void *context),
                                void *context);

/* tesuji_dispatch waits up to timeout_ms for an event and then calls the function for all events
 * that are there. It returns how many that were; 0: there was none in time; negative: the
 * connection is lost, and TESUJI_EVENT_LOST has been dispatched before. */
TESUJI_API int tesuji_dispatch(tesuji_t *t, int timeout_ms);

/* tesuji_fd returns the socket, for a poll loop of the caller's (input only). Only the library
 * may read, write or close it. */
TESUJI_API int tesuji_fd(const tesuji_t *t);

/* tesuji_pending returns how many events are here already. A poll loop must not sleep while it
 * is not 0. */
TESUJI_API unsigned tesuji_pending(const tesuji_t *t);

/* tesuji_solve submits a job and waits for its end; *out is the final report. on_progress, which
 * may be NULL, is called with every progress and the request's `user`; if it returns something
 * other than 0, the job is cancelled, and its final report is still waited for. Events of other
 * jobs are kept. Only the job's own limits end the wait. It returns 0 with every final report,
 * also of a job that was cancelled or has failed: see out->state. */
TESUJI_API int tesuji_solve(tesuji_t *t, const tesuji_request_t *request,
                            int (*on_progress)(const tesuji_report_t *report, void *user),
                            tesuji_report_t *out);

#ifdef __cplusplus
}
#endif

#endif
