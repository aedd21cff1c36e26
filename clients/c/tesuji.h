/* SPDX-License-Identifier: MIT
 * tesuji.h - libtesuji: ask a tesujid daemon to prove or disprove a goal in a game.
 *
 * A handle (tesuji_t) is one connection. Any number of jobs may be in flight on
 * it. There are three ways to use it, and they may be mixed:
 *
 *   blocking   tesuji_solve() submits a problem and returns its result.
 *   events     tesuji_submit() returns at once; tesuji_next() hands out the
 *              progress and the results of all jobs, one after the other.
 *   callbacks  tesuji_on_event() names a function; tesuji_dispatch() calls it
 *              for every event. With a poll loop of your own: poll tesuji_fd()
 *              for input and call tesuji_dispatch(handle, 0) when there is some
 *              (and whenever tesuji_pending() is not 0 before you go to sleep).
 *
 * clients/c/example.c is a complete program. Link with
 * `pkg-config --libs tesuji`.
 *
 * Units     times in milliseconds, depths in plies, points and moves as the game
 *           writes them (Go: "D4", columns A to T without I, row 1 at the bottom;
 *           chess: "Nf3"; "pass"). A timeout below 0 waits for ever, 0 does not
 *           wait.
 * Ownership structs and buffers are the caller's; the library copies what it
 *           keeps. Only the handle is the library's: tesuji_close() frees it and
 *           closes the connection. Jobs submitted without `detach` are cancelled
 *           by the daemon when their connection is closed.
 * Threads   one handle, one thread at a time. Different handles are independent.
 *           Callbacks run on the thread that called tesuji_dispatch() or
 *           tesuji_solve(), never inside another call; they may call everything
 *           but tesuji_close(), tesuji_dispatch() and tesuji_solve() on their own
 *           handle. No threads are made, no signals are touched, nothing is
 *           printed.
 * Errors    functions return 0 (or a count) or a negative tesuji_code_t. The text
 *           for people, with the path of a bad field where there is one
 *           ("params.limits.order: 9 is not in 0..7"), is in tesuji_last_error().
 *           A call that gets no answer in time ends the connection: nobody could
 *           tell any more what became of it. A lost connection is told once as
 *           the event TESUJI_EVENT_LOST; every call from then on returns
 *           TESUJI_E_CLOSED (or what else ended it).
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

/* The errors; the numbers and names are those on the wire. */
typedef enum {
	TESUJI_OK = 0,
	TESUJI_E_NOMEM = -1,
	TESUJI_E_RANGE = -2,  /* value outside its range */
	TESUJI_E_BUSY = -3,   /* too many jobs; try again after retry_ms */
	TESUJI_E_SYNTAX = -4, /* text that cannot be read */
	TESUJI_E_TYPE = -5,
	TESUJI_E_MISSING = -6,  /* a required field is missing */
	TESUJI_E_VALUE = -7,    /* value that makes no sense here */
	TESUJI_E_POSITION = -8, /* position that the rules do not allow */
	TESUJI_E_GAME = -9,     /* no such game or goal */
	TESUJI_E_METHOD = -10,  /* the daemon does not know this call */
	TESUJI_E_JOB = -11,     /* no such job */
	TESUJI_E_FRAME = -12,
	TESUJI_E_LIMIT = -13,    /* message above a limit of the protocol */
	TESUJI_E_DRAINING = -14, /* the daemon is shutting down */
	TESUJI_E_CANCELLED = -15,
	TESUJI_E_IO = -16,       /* cannot connect, or the system refused */
	TESUJI_E_CLOSED = -17,   /* the connection is lost */
	TESUJI_E_TIMEOUT = -18,  /* no answer in time */
	TESUJI_E_PROTOCOL = -19, /* the peer does not speak this protocol */
	TESUJI_E_INTERNAL = -20, /* a fault in tesuji itself */
} tesuji_code_t;

typedef enum {
	TESUJI_QUEUED,
	TESUJI_RUNNING,
	TESUJI_DONE, /* the search came to its end */
	TESUJI_CANCELLED,
	TESUJI_EXPIRED, /* a limit of nodes or time ended it */
	TESUJI_FAILED,  /* see `error` */
} tesuji_state_t;

typedef enum {
	TESUJI_DISPROVEN,
	TESUJI_UNDECIDED,
	TESUJI_PROVEN,
} tesuji_value_t;

typedef enum {
	TESUJI_SCOPE_NONE,      /* undecided */
	TESUJI_SCOPE_ABSOLUTE,  /* a fact of the game */
	TESUJI_SCOPE_ORDER,     /* holds for orders up to the report's order */
	TESUJI_SCOPE_HEURISTIC, /* rests on a guess: zones by the inversion rule */
} tesuji_scope_t;

typedef enum { TESUJI_NO_COLOUR, TESUJI_BLACK, TESUJI_WHITE } tesuji_colour_t;

typedef enum { TESUJI_ATTACKER, TESUJI_DEFENDER } tesuji_side_t;

/* The verdict by ko of who moves first; he succeeds if the attacker reaches the goal, or if
 * he is the defender and the attacker does not. */
typedef enum {
	TESUJI_KO_UNASKED, /* or not decided */
	TESUJI_KO_NONE,    /* he succeeds whatever ko threats the other side has */
	TESUJI_KO_FIGHT,   /* he needs a ko, and as many external threats as ko_threats tells */
	TESUJI_KO_FAILS,   /* he fails whatever threats he has */
} tesuji_ko_t;

/* Which search answers: by lambda-orders, or through all moves of both sides. */
typedef enum { TESUJI_LAMBDA, TESUJI_PLAIN } tesuji_driver_t;

/* How it goes through its tree: depth by depth, or by proof numbers. */
typedef enum { TESUJI_AUTO, TESUJI_ALPHABETA, TESUJI_DFPN } tesuji_engine_t;

enum {
	TESUJI_DEFAULT = -1,       /* "as the daemon likes it", for numbers of a request */
	TESUJI_UNLIMITED = 3,      /* ko threats without end */
	TESUJI_STONES_BYTES = 32,  /* room for one or two points, "D4 F5" */
	TESUJI_POINT_BYTES = 16,   /* room for a point, the final NUL included, as all below */
	TESUJI_TARGET_BYTES = 64,  /* for the points of a goal */
	TESUJI_LINE_MOVES = 512,   /* most moves in a line */
	TESUJI_ZONE_POINTS = 361,  /* most points of a zone */
	TESUJI_ROWS_BYTES = 512,   /* room for a board in rows */
	TESUJI_LABEL_BYTES = 64,   /* room for a label */
	TESUJI_GOAL_BYTES = 32,    /* room for a goal's name */
	TESUJI_NAME_BYTES = 32,    /* room for the name of a game, a style, an option, a limit */
	TESUJI_CLAIM_BYTES = 64,   /* room for a claim */
	TESUJI_ERROR_BYTES = 256,  /* room for the text of an error */
	TESUJI_TIMEOUT_MS = 10000, /* how long a call waits for its answer; tesuji_set_timeout */
};

typedef struct {
	tesuji_code_t code;
	uint64_t retry_ms; /* TESUJI_E_BUSY: when to try again; else 0 */
	char text[TESUJI_ERROR_BYTES];
} tesuji_error_t;

/* A problem and how to search it. Fill with tesuji_request_init() first. */
typedef struct {
	/* The position: one of these, or none where options give a size. */
	const char *sgf;  /* a game record; the position after its main line */
	const char *rows; /* "...X/.OOX/...": top row first, X black, O white, . empty */
	const char *fen;  /* of chess */
	int64_t move;     /* with sgf: after that many moves only; default: all */
	unsigned board;   /* or one of Go that the daemon keeps (tesuji_go.h); 0 = none */

	const char *game;         /* default: the record's, "chess" with fen, else "go" */
	const char *options;      /* of the game, "k=4 rule=renju"; default: the game's */
	const char *goal;         /* "capture"; default: the game's first */
	const char *target;       /* point that the goal is about, "D4"; default none */
	tesuji_colour_t attacker; /* default: as target and position tell */
	const char *first;        /* who moves first, "attacker" or, in Go, "defender"; default
	                           * the attacker. The defender: the question is whether the
	                           * attacker reaches the goal whatever the defender does first */
	const char *ko;           /* point that may not be retaken now; default none */
	int attacker_threats;     /* external ko threats: 0, 1, 2 or TESUJI_UNLIMITED */
	int defender_threats;
	int ko_verdict; /* 1: ask for the verdict by ko; then no threats are given */

	/* Limits; 0 has the meaning "no limit" (order: 0 is order 0). */
	int64_t order;       /* highest order searched */
	int64_t depth;       /* plies, odd */
	int64_t nodes;       /* over all workers */
	int64_t time_ms;     /* wall time from submission */
	int64_t table_bytes; /* a table of its own; 0 = the shared one */
	int64_t workers;     /* most workers at once; 0 = all */

	const char *schedule; /* "auto" or "depth"; default "auto" */
	const char *driver;   /* "lambda" or "plain"; default "lambda" */
	const char *engine;   /* "auto", "alphabeta" or "dfpn"; default "auto" */
	const char *zone;     /* "sound", "none" or, in Go, "inversion"; default "sound" */
	const char *label;    /* shown in lists; default none */
	int64_t progress_ms;  /* least time between progress events; 0 = none */
	int fresh;            /* 1: search, even if the daemon remembers the answer */
	int detach;           /* 1: the job outlives the connection */
	void *user;           /* handed back in every event of the job */
} tesuji_request_t;

/* What is known of a job. Fields that the daemon did not tell are 0 or "". */
typedef struct {
	uint64_t job;
	char label[TESUJI_LABEL_BYTES];
	tesuji_state_t state;
	int detached;
	uint64_t sequence;    /* progress: grows; gaps are reports that were dropped */
	tesuji_value_t value; /* known so far; final once the state is */
	tesuji_scope_t scope;
	unsigned order, depth; /* being searched; in the end: where it was decided */
	uint64_t nodes, nodes_per_s;
	double time_ms;                 /* since submission */
	unsigned workers;               /* on the job now; in the end: most that ran at once */
	char claim[TESUJI_CLAIM_BYTES]; /* a proof in the game's words, "mate in 3"; or "" */
	tesuji_driver_t driver;         /* with TESUJI_PLAIN `order` means nothing */
	tesuji_engine_t engine;         /* that gave the final value; AUTO: not known */
	/* The first move of who succeeds, "" = none: he who moves first proves, or, the
	 * defender first, refutes by it; then "pass" says that he need not move. */
	char best[TESUJI_POINT_BYTES];
	unsigned line_length;
	char line[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES]; /* `first` first; "pass" may occur */
	/* Where moves have names of their own ("Qxf7"), the points they are about
	 * ("h5f7"): best_coords, and as many coords as moves. Else "" and 0. */
	char best_coords[TESUJI_POINT_BYTES];
	unsigned coords_length;
	char coords[TESUJI_LINE_MOVES][TESUJI_POINT_BYTES];
	/* The zone of a final report: what the value depends on. areas 0: not known, every point
	 * may matter. 1: whatever stands or happens on other points than these, with the same
	 * side to move and the same ko, the value stays. More: each point has an index below
	 * `areas`, and those not listed have the index `areas`; a stone on a point of index i
	 * can matter once i stones are put on the board. */
	unsigned areas;
	unsigned zone_length;
	char zone[TESUJI_ZONE_POINTS][TESUJI_POINT_BYTES];
	unsigned char indices[TESUJI_ZONE_POINTS]; /* all 1 where there is one area */
	char game[TESUJI_NAME_BYTES];
	char style[TESUJI_NAME_BYTES]; /* how to draw: "go", "renju", "hex", "chess" */
	char rows[TESUJI_ROWS_BYTES];  /* the board at the start, or a FEN */
	tesuji_colour_t attacker;
	char goal[TESUJI_GOAL_BYTES];
	char target[TESUJI_TARGET_BYTES]; /* a point, or several: "D4 F5" */
	tesuji_side_t first;
	tesuji_ko_t ko;      /* of a final report, if it was asked for */
	unsigned ko_threats; /* TESUJI_KO_FIGHT: 0 (the other side has to find the first one), 1, 2
	                      * or TESUJI_UNLIMITED: more */
	uint64_t table_bytes, table_entries, table_used; /* of the final report */
	int remembered;       /* likewise, 1: an answer that the daemon knew, without a search */
	tesuji_error_t error; /* of a failed job */
} tesuji_report_t;

/* What is asked about a Go board (tesuji_go_status): does who moves first capture the block of his
 * enemy, save his own, keep two blocks of his enemy apart? */
typedef enum { TESUJI_CAPTURE, TESUJI_SAVE, TESUJI_CUT } tesuji_asked_t;

typedef struct {
	tesuji_asked_t asked;
	tesuji_colour_t colour; /* of the stones */
	char stones[TESUJI_STONES_BYTES];
	unsigned size, liberties; /* of the block; of two: of both, of the one with fewer */
	tesuji_value_t value;     /* TESUJI_PROVEN: he succeeds */
	tesuji_scope_t scope;
	tesuji_ko_t ko; /* of a capture or save, how; ko_threats as in a report */
	unsigned ko_threats;
	char best[TESUJI_POINT_BYTES]; /* his first move if he succeeds; "pass": none is needed */
	unsigned order;
	double time_ms; /* since the status was asked for */
	int remembered;
} tesuji_verdict_t;

typedef enum {
	TESUJI_EVENT_PROGRESS, /* the latest of its job; earlier ones may have been dropped */
	TESUJI_EVENT_DONE,     /* the job's last event */
	TESUJI_EVENT_LOST,     /* the connection's last event; `error` says why */
	TESUJI_EVENT_VERDICT,  /* of a status */
	TESUJI_EVENT_STATUS,   /* a status's last event; decided, undecided: its verdicts */
} tesuji_event_kind_t;

typedef struct {
	tesuji_event_kind_t kind;
	uint64_t job;           /* 0 with TESUJI_EVENT_LOST */
	void *user;             /* from the request or tesuji_watch() */
	tesuji_report_t report; /* PROGRESS, DONE */
	tesuji_error_t error;   /* LOST */
	uint64_t status;        /* VERDICT, STATUS: its number; `job` is 0 */
	tesuji_verdict_t verdict;
	unsigned decided, undecided;
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
	int64_t least, most;              /* of a number, or of either side */
	char words[TESUJI_HELP_BYTES];    /* separated by spaces */
	char fallback[TESUJI_NAME_BYTES]; /* the default; "" = the position tells */
	char help[TESUJI_HELP_BYTES];
} tesuji_option_t;

typedef struct {
	char name[TESUJI_NAME_BYTES];
	char goals[TESUJI_HELP_BYTES]; /* separated by spaces; the first is the default */
	char help[TESUJI_HELP_BYTES];
	char style[TESUJI_NAME_BYTES]; /* of its board, as in a report */
	unsigned options_count;
	tesuji_option_t options[TESUJI_OPTIONS_MAX];
} tesuji_game_t;

typedef struct {
	char name[TESUJI_NAME_BYTES];
	uint64_t least, most, fallback; /* fallback: the default */
	char unit[TESUJI_NAME_BYTES];
	char help[TESUJI_HELP_BYTES];
} tesuji_limit_t;

/* Large, some 100 KB: not for the stack of a small thread. */
typedef struct {
	char name[TESUJI_NAME_BYTES]; /* "tesuji" */
	char version[TESUJI_NAME_BYTES];
	unsigned protocol, workers;
	uint64_t uptime_ms;
	uint64_t table_bytes;
	double table_used; /* 0..1 */
	uint64_t jobs_queued, jobs_running, jobs_finished, jobs_total;
	uint64_t connections;
	unsigned games_count, limits_count;
	tesuji_game_t games[TESUJI_GAMES_MAX];
	tesuji_limit_t limits[TESUJI_LIMITS_MAX];
	uint64_t client_bytes, client_bytes_most, faults; /* as of server.info; 0 = none */
} tesuji_info_t;

/* tesuji_version returns the version of this library, "0.1.0". */
TESUJI_API const char *tesuji_version(void);

/* Names as on the wire ("no_memory", "running", "proven", "order", "black") and
 * a short text for a code. Never NULL. */
TESUJI_API const char *tesuji_code_name(tesuji_code_t code);
TESUJI_API const char *tesuji_code_text(tesuji_code_t code);

/* tesuji_error_path copies the path of the field that is to blame ("params.limits.order",
 * "params.play[3]") from the beginning of the error's text into `path`, cut to `size` bytes with
 * its NUL, and returns the length of the path: the text goes on behind it (": 9 is not in 0..7").
 * 0 and "" where the error is about no single field. */
TESUJI_API size_t tesuji_error_path(const tesuji_error_t *error, char *path, size_t size);
TESUJI_API const char *tesuji_state_name(tesuji_state_t state);
TESUJI_API const char *tesuji_value_name(tesuji_value_t value);
TESUJI_API const char *tesuji_scope_name(tesuji_scope_t scope);
TESUJI_API const char *tesuji_colour_name(tesuji_colour_t colour);
TESUJI_API const char *tesuji_side_name(tesuji_side_t side);
TESUJI_API const char *tesuji_ko_name(tesuji_ko_t ko);
TESUJI_API const char *tesuji_driver_name(tesuji_driver_t driver);
TESUJI_API const char *tesuji_engine_name(tesuji_engine_t engine);
TESUJI_API const char *tesuji_asked_name(tesuji_asked_t asked); /* "capture", "save", "cut" */

/* tesuji_request_init makes every field its default. */
TESUJI_API void tesuji_request_init(tesuji_request_t *request);

/* tesuji_connect opens a connection. `address` is "unix:/path", "/path",
 * "tcp:host:port" or "host:port" ("[::1]:7411" for IPv6). Blocks for at most
 * timeout_ms. *out is NULL on failure; *why (may be NULL) says what was wrong. */
TESUJI_API int tesuji_connect(const char *address, int timeout_ms, tesuji_t **out,
                              tesuji_error_t *why);

/* tesuji_connect_fd takes over a connected stream socket: the handle closes it
 * in the end. On failure the socket stays the caller's. */
TESUJI_API int tesuji_connect_fd(int fd, tesuji_t **out, tesuji_error_t *why);

/* tesuji_close ends the connection. Not from a callback. NULL is accepted. */
TESUJI_API void tesuji_close(tesuji_t *t);

/* tesuji_set_timeout sets how long a call waits for its answer, from the next
 * call on. */
TESUJI_API void tesuji_set_timeout(tesuji_t *t, int timeout_ms);

/* tesuji_last_error borrows the error of the last call on this handle that
 * failed; valid until the next call. Never NULL. */
TESUJI_API const tesuji_error_t *tesuji_last_error(const tesuji_t *t);

/* The calls below send one request and wait for its answer. Events that come
 * in the meantime are kept for tesuji_next() and tesuji_dispatch(). */

TESUJI_API int tesuji_info(tesuji_t *t, tesuji_info_t *out);

/* tesuji_submit hands a job over and stores its number in *job. Its progress
 * and its one final event come by tesuji_next() or tesuji_dispatch(). A game
 * record too large for a request is read here, and its board sent instead. */
TESUJI_API int tesuji_submit(tesuji_t *t, const tesuji_request_t *request, uint64_t *job);

/* tesuji_cancel asks a job to stop, whoever submitted it; *state (may be NULL)
 * is its state then. Its final event still comes. A finished job is no error. */
TESUJI_API int tesuji_cancel(tesuji_t *t, uint64_t job, tesuji_state_t *state);

TESUJI_API int tesuji_status(tesuji_t *t, uint64_t job, tesuji_report_t *out);

/* tesuji_watch is tesuji_status, and from then on this connection gets the
 * events of the job, with `user` in them. Of a finished job the final event
 * follows at once. progress_ms: as in a request, or TESUJI_DEFAULT. */
TESUJI_API int tesuji_watch(tesuji_t *t, uint64_t job, int64_t progress_ms, void *user,
                            tesuji_report_t *out);

/* tesuji_certificate hands the certificate of a job (docs/proofs.md) to `write` in pieces; what
 * that returns but 0 ends it. It may take a minute: timeout_ms, -1 = for ever. tesuji_proof.h. */
TESUJI_API int tesuji_certificate(tesuji_t *t, uint64_t job, int timeout_ms,
                                  int (*write)(void *user, const void *data, size_t n), void *user);

/* tesuji_list calls `visit` for every job the daemon knows: first the whole
 * list is fetched, then `visit` runs. It may call anything but tesuji_close.
 * A value other than 0 ends the walk and is returned. */
TESUJI_API int tesuji_list(tesuji_t *t, int (*visit)(const tesuji_report_t *job, void *user),
                           void *user);

typedef struct {
	uint64_t status;    /* its number, in its events */
	unsigned questions; /* captures and cuts; a save follows each capture that succeeds */
	char rows[TESUJI_ROWS_BYTES];
} tesuji_status_t;

/* tesuji_go_status asks for all that can be captured, saved and, if `cuts`, cut on a Go board.
 * Of the request sgf, rows, move, board, ko, order, fresh, user and time_ms count, which is for all
 * questions together, by default a second. A verdict for each question comes as an event, the
 * undecided ones last, then TESUJI_EVENT_STATUS. tesuji_go_cancel ends it sooner. */
TESUJI_API int tesuji_go_status(tesuji_t *t, const tesuji_request_t *request, int cuts,
                                tesuji_status_t *out);
TESUJI_API int tesuji_go_cancel(tesuji_t *t, uint64_t status);

/* tesuji_next waits up to timeout_ms for an event. 1: *out holds it; 0: there
 * was none in time; negative: the connection is lost, and that was told. */
TESUJI_API int tesuji_next(tesuji_t *t, int timeout_ms, tesuji_event_t *out);

/* tesuji_on_event names the function that tesuji_dispatch calls; NULL = none. */
TESUJI_API void tesuji_on_event(tesuji_t *t,
                                void (*on_event)(tesuji_t *t, const tesuji_event_t *event,
                                                 void *context),
                                void *context);

/* tesuji_dispatch waits up to timeout_ms for an event and then calls the
 * function for all events that are there. Returns how many, 0 when there was
 * none in time; negative: the connection is lost, and that was told. */
TESUJI_API int tesuji_dispatch(tesuji_t *t, int timeout_ms);

/* tesuji_fd is the socket, for the caller's own poll (input only). Nobody but
 * the library may read, write or close it. */
TESUJI_API int tesuji_fd(const tesuji_t *t);

/* tesuji_pending tells how many events are here already: a poll loop that
 * would sleep while this is not 0 sleeps too long. */
TESUJI_API unsigned tesuji_pending(const tesuji_t *t);

/* tesuji_solve submits a job and waits for its end; *out is the final report.
 * on_progress (may be NULL) is called with every progress; when it returns
 * something other than 0 the job is cancelled (and its report still waited
 * for). Events of other jobs are kept. There is no end to the waiting besides
 * the job's own limits. Returns 0 with every report, that of a cancelled or a
 * failed job too: see out->state. */
TESUJI_API int tesuji_solve(tesuji_t *t, const tesuji_request_t *request,
                            int (*on_progress)(const tesuji_report_t *report, void *user),
                            tesuji_report_t *out);

#ifdef __cplusplus
}
#endif

#endif
