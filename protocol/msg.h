/* SPDX-License-Identifier: MIT
 * msg.h - one struct for each map that travels, with a function for each direction.
 *
 * For every msg_X_t, msg_X_write writes the map where an rpc_put_* function has stopped, and
 * msg_X_read fills the struct from a map; what the map does not have is set to its default. Both
 * go through the same table of fields (msg.c), so they cannot disagree. An optional field at its
 * default is not written.
 *
 * Units     in the names. Enums have the numbers of their namesakes in the engine (a test
 *           compares), so that values can be cast both ways. Enum members are `unsigned`, so that
 *           one table can describe all of them; the comment names the enum.
 * Ownership all storage is inside the structs, except msg_submit_t.position.sgf, which is borrowed
 *           (after reading: from the bytes of the frame). The structs are large: msg_job_t has some
 *           41 KB, msg_info_t some 80 KB.
 * Threads   any; no state.
 * Errors    reading returns the first error, with the path of the field. Writing fails in the
 *           buffer (wirebuf.h).
 */
#ifndef PROTOCOL_MSG_H
#define PROTOCOL_MSG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "protocol/codec.h"
#include "protocol/limits.h"

enum {
	MSG_NAME_BYTES = 32,   /* names and units, the NUL included, as in all _BYTES */
	MSG_POINT_BYTES = 16,  /* a point or move */
	MSG_TARGET_BYTES = 64, /* points of a goal, "D4 F5" */
	MSG_ROWS_BYTES = 512,  /* a board in rows */
	MSG_FEN_BYTES = 128,
	MSG_OPTIONS_BYTES = 256, /* options of a game, "k=4 rule=renju" */
	MSG_CLAIM_BYTES = 64,
	MSG_HELP_BYTES = 160,
	MSG_LABEL_BYTES = LABEL_BYTES_MAX + 1,
	MSG_KEY_BYTES = KEY_BYTES_MAX + 1,
	MSG_LINE_MOVES = 512,
	MSG_ZONE_POINTS = 400, /* of a zone: a board of 20x20 */
	MSG_ZONE_AREAS = 16,   /* most areas of a zone */
	MSG_GAMES = 16,
	MSG_GOALS = 8,
	MSG_OPTIONS = 8, /* of one game */
	MSG_WORDS = 8,   /* that an option may be */
	MSG_LIMITS = 16,
	MSG_MEMBERS = 64,          /* of a fleet that are told of */
	MSG_MOVE_ALL = 0x7fffffff, /* position.move: all moves of the record */
};

typedef enum { MSG_DISPROVEN, MSG_UNDECIDED, MSG_PROVEN } msg_value_t;
typedef enum {
	MSG_SCOPE_NONE,
	MSG_SCOPE_ABSOLUTE,
	MSG_SCOPE_ORDER,
	MSG_SCOPE_HEURISTIC,
	MSG_SCOPE_WITHIN,
} msg_scope_t;
typedef enum {
	MSG_QUEUED,
	MSG_RUNNING,
	MSG_DONE,
	MSG_CANCELLED,
	MSG_EXPIRED,
	MSG_FAILED,
} msg_state_t;
typedef enum { MSG_COLOUR_NONE, MSG_BLACK, MSG_WHITE } msg_colour_t;
typedef enum { MSG_ATTACKER, MSG_DEFENDER } msg_side_t;
typedef enum { MSG_KO_UNASKED, MSG_KO_NONE, MSG_KO_FIGHT, MSG_KO_FAILS } msg_ko_t;
typedef enum { MSG_SCHEDULE_AUTO, MSG_SCHEDULE_DEPTH } msg_schedule_t;
typedef enum { MSG_DRIVER_LAMBDA, MSG_DRIVER_PLAIN } msg_driver_t;
typedef enum { MSG_ENGINE_AUTO, MSG_ENGINE_ALPHABETA, MSG_ENGINE_DFPN } msg_engine_t;
typedef enum { MSG_ZONING_SOUND, MSG_ZONING_NONE, MSG_ZONING_INVERSION } msg_zoning_t;
enum { MSG_THREATS_UNLIMITED = 3, MSG_THREATS_UNTOLD = 4 };

/* Names on the wire, by number; NULL ends each list. */
extern const char *const msg_value_names[];
extern const char *const msg_scope_names[];
extern const char *const msg_state_names[];
extern const char *const msg_colour_names[];
extern const char *const msg_side_names[];
extern const char *const msg_ko_names[];
extern const char *const msg_schedule_names[];
extern const char *const msg_driver_names[];
extern const char *const msg_engine_names[];
extern const char *const msg_zoning_names[];

/* A line of moves. */
typedef struct {
	uint32_t count;
	char move[MSG_LINE_MOVES][MSG_POINT_BYTES]; /* "D4", "pass" */
} msg_line_t;

/* The points of a zone. A zone that is known may have no point. */
typedef struct {
	bool is_known;
	uint32_t count;
	char point[MSG_ZONE_POINTS][MSG_POINT_BYTES];
} msg_points_t;

/* The index of each point in msg_points_t, of a zone with several areas. */
typedef struct {
	uint32_t count;
	uint8_t index[MSG_ZONE_POINTS];
} msg_indices_t;

typedef struct {
	char type[MSG_NAME_BYTES];     /* "capture"; "" = the game's first */
	char target[MSG_TARGET_BYTES]; /* "D4", "D4 F5"; "" = none */
	unsigned attacker;             /* msg_colour_t; NONE = the position tells */
	unsigned first;                /* msg_side_t: who moves first */
} msg_goal_t;

/* limits.order of a job that names none: the solver's default, and what it may do beyond that. */
#define MSG_ORDER_OPEN UINT64_MAX

/* The limits of a job, mirrored from engine/solve/limits.h (a test compares):
 *        field        least most            default */
#define MSG_LIMIT_TABLE(X)                  \
	X(order, 0, 7, MSG_ORDER_OPEN)      \
	X(depth, 1, 507, 507)               \
	X(within, 0, 250, 0)                \
	X(nodes, 0, 9007199254740991, 0)    \
	X(time_ms, 0, 86400000, 0)          \
	X(table_bytes, 0, 1099511627776, 0) \
	X(workers, 0, 1024, 0)

typedef struct {
	uint64_t order, depth, within, nodes, time_ms, table_bytes, workers;
} msg_limits_t;

enum { MSG_PRIORITY_MOST = 9, MSG_PRIORITY_DEFAULT = 4, MSG_DEADLINE_MOST_MS = 86400000 };

/* The parameters of job.submit. At most one of board, sgf, rows and fen is given. */
typedef struct {
	char game[MSG_NAME_BYTES]; /* "" = the board tells (msg_submit.h) */
	struct {
		uint64_t board;  /* number of a kept board (msg_position.h); 0 = not given */
		const char *sgf; /* borrowed, sgf_bytes long; NULL = not given */
		size_t sgf_bytes;
		uint64_t move;             /* the position after so many moves, or MSG_MOVE_ALL */
		char rows[MSG_ROWS_BYTES]; /* top row first, '/' between; "" = not given */
		char fen[MSG_FEN_BYTES];   /* "" = not given */
	} position;
	char options[MSG_OPTIONS_BYTES]; /* "k=4 rule=renju": a map on the wire */
	msg_goal_t goal;
	char ko[MSG_POINT_BYTES]; /* where the first move may not retake; "" = the board tells */
	struct {
		unsigned attacker, defender; /* 0, 1, 2 or MSG_THREATS_UNLIMITED */
	} threats;
	bool ko_verdict;
	bool shortest; /* the least number of moves is asked for */
	msg_limits_t limits;
	unsigned schedule;    /* msg_schedule_t */
	unsigned driver;      /* msg_driver_t */
	unsigned engine;      /* msg_engine_t */
	unsigned zone;        /* msg_zoning_t */
	bool fresh;           /* search it, even if the answer is remembered */
	bool detach;          /* the job outlives its connection */
	uint64_t priority;    /* among the jobs of its connection or account; more goes first */
	uint64_t deadline_ms; /* after which nobody wants the answer; 0 = none */
	uint64_t progress_ms; /* 0 = no progress */
	char label[MSG_LABEL_BYTES];
	bool durable;            /* it is kept until job.ack, whatever becomes of the server */
	char key[MSG_KEY_BYTES]; /* of a durable job, by which it is found again; "" = none */
} msg_submit_t;

void msg_submit_init(msg_submit_t *msg); /* every field at its default */
void msg_submit_write(wirebuf_t *out, const msg_submit_t *msg);
err_t msg_submit_read(const node_t *map, msg_submit_t *msg, errinfo_t *why);

/* Names a job by its number, or a durable one by its key: the parameters of job.cancel, job.status,
 * job.watch and job.ack. */
typedef struct {
	uint64_t job;            /* 1 .. CODEC_INTEGER_MAX; 0 = not given */
	char key[MSG_KEY_BYTES]; /* "" = not given */
	uint64_t progress_ms;    /* of job.watch */
} msg_ref_t;

typedef struct {
	uint64_t job;
	unsigned state; /* msg_state_t */
} msg_cancelled_t;

/* The result of job.submit: the job, and the limits that the server has set because none were
 * given; 0 = it has set none. */
typedef struct {
	uint64_t job;
	uint64_t time_ms, nodes;
	char key[MSG_KEY_BYTES]; /* of a durable job */
	bool known;              /* its key was known: this is the job that it names */
} msg_submitted_t;

/* The result of job.ack, and of job.kept: the server ends, and the job goes on when it is started
 * again. */
typedef struct {
	uint64_t job;
	char key[MSG_KEY_BYTES];
} msg_kept_t;

void msg_kept_write(wirebuf_t *out, const msg_kept_t *msg);
err_t msg_kept_read(const node_t *map, msg_kept_t *msg, errinfo_t *why);

void msg_submitted_write(wirebuf_t *out, const msg_submitted_t *msg);
err_t msg_submitted_read(const node_t *map, msg_submitted_t *msg, errinfo_t *why);
void msg_ref_write(wirebuf_t *out, const msg_ref_t *msg); /* {job} or {key} */
err_t msg_ref_read(const node_t *map, msg_ref_t *msg, errinfo_t *why);
void msg_watch_write(wirebuf_t *out, const msg_ref_t *msg); /* and progress_ms */
err_t msg_watch_read(const node_t *map, msg_ref_t *msg, errinfo_t *why);
void msg_cancelled_write(wirebuf_t *out, const msg_cancelled_t *msg);
err_t msg_cancelled_read(const node_t *map, msg_cancelled_t *msg, errinfo_t *why);

typedef struct {
	int64_t code; /* an err_t */
	char name[MSG_NAME_BYTES];
	char message[ERRINFO_TEXT_MAX];
	uint64_t retry_ms; /* 0 = not given */
} msg_error_t;

void msg_error_write(wirebuf_t *out, const msg_error_t *msg);
err_t msg_error_read(const node_t *map, msg_error_t *msg, errinfo_t *why);

/* msg_path_length returns how many bytes of an error's message are the path of the field of the
 * request that was wrong (SPEC.md, section 6): 19 in "params.limits.order: 9 is not in 0..7". 0:
 * the message does not begin with a path. */
size_t msg_path_length(const char *message);

/* job.progress: the iteration that is searched, and the line that is looked at. */
typedef struct {
	uint64_t job, sequence;
	unsigned driver; /* msg_driver_t */
	uint64_t order, depth;
	unsigned value;
	uint64_t nodes, nodes_per_s;
	double time_ms;
	uint64_t workers;
	char best[MSG_POINT_BYTES]; /* "" = none yet, nil on the wire */
	msg_line_t line;
	char best_coords[MSG_POINT_BYTES]; /* the points of `best` where moves have names; else ""
	                                    */
	msg_line_t coords;                 /* likewise of each move of the line; else empty */
} msg_progress_t;

void msg_progress_write(wirebuf_t *out, const msg_progress_t *msg);
err_t msg_progress_read(const node_t *map, msg_progress_t *msg, errinfo_t *why);

/* job.done: the end of a job. */
typedef struct {
	uint64_t job;
	char label[MSG_LABEL_BYTES];
	char key[MSG_KEY_BYTES]; /* of a durable job, else "" */
	unsigned state;          /* msg_state_t, a final one */
	bool has_error;          /* the state is MSG_FAILED */
	msg_error_t error;
	unsigned value, scope;       /* msg_value_t, msg_scope_t */
	char claim[MSG_CLAIM_BYTES]; /* what is proven, in the game's words; "" = nothing */
	unsigned driver;             /* msg_driver_t */
	unsigned engine;             /* msg_engine_t; AUTO = not told */
	uint64_t order, depth;
	uint64_t denied;            /* the goal is not reached within so many moves; 0 = not told */
	char best[MSG_POINT_BYTES]; /* "" = none */
	char best_coords[MSG_POINT_BYTES];
	unsigned ko;         /* msg_ko_t: the verdict by ko; UNASKED = not asked or not decided */
	unsigned ko_threats; /* with KO_FIGHT: 0, 1, 2 or MSG_THREATS_UNLIMITED; else UNTOLD */
	uint64_t areas;      /* of the zone; 0: one. Else each of its points has an index below */
	uint64_t nodes, nodes_per_s;
	double time_ms;
	struct {
		uint64_t bytes, entries, used;
	} table;
	uint64_t workers;
	bool remembered; /* answered from memory, without a search */
	char game[MSG_NAME_BYTES];
	char style[MSG_NAME_BYTES]; /* how the board is drawn: "go", "renju", "hex", "chess" */
	char rows[MSG_ROWS_BYTES];  /* the board of the problem */
	unsigned attacker;
	msg_goal_t goal;
	char options[MSG_OPTIONS_BYTES]; /* of the game, that were given */

	/* Large, and hardly ever full: what is beyond a count means nothing. */
	msg_line_t line, coords;
	msg_points_t zone;     /* the points on which the value rests */
	msg_indices_t indices; /* i: a stone there matters once i stones are put on the board */
} msg_done_t;

/* msg_done_init empties a message, without writing to all of its 25 KB. */
void msg_done_init(msg_done_t *msg);

void msg_done_write(wirebuf_t *out, const msg_done_t *msg);
err_t msg_done_read(const node_t *map, msg_done_t *msg, errinfo_t *why);

/* The job map: the result of job.status and job.watch. Members as in msg_progress_t and
 * msg_done_t. */
typedef struct {
	uint64_t job;
	char label[MSG_LABEL_BYTES];
	char key[MSG_KEY_BYTES];
	unsigned state;
	bool detach;
	unsigned driver;
	uint64_t order, depth;
	unsigned value;
	uint64_t nodes, nodes_per_s;
	double time_ms;
	uint64_t workers;
	char best[MSG_POINT_BYTES];
	msg_line_t line;
	char best_coords[MSG_POINT_BYTES];
	msg_line_t coords;
	char game[MSG_NAME_BYTES], style[MSG_NAME_BYTES];
	char rows[MSG_ROWS_BYTES];
	unsigned attacker;
	msg_goal_t goal;
	char options[MSG_OPTIONS_BYTES];
	bool has_result; /* the state is final */
	msg_done_t result;
} msg_job_t;

void msg_job_write(wirebuf_t *out, const msg_job_t *msg);
err_t msg_job_read(const node_t *map, msg_job_t *msg, errinfo_t *why);

/* One row of job.list. To write the list, call msg_list_open(count) and then msg_row_write for
 * each row. To read it, call msg_list_count and then msg_list_read for each index. */
typedef struct {
	uint64_t job;
	char label[MSG_LABEL_BYTES];
	char key[MSG_KEY_BYTES];
	unsigned state;
	uint64_t order, depth;
	unsigned value;
	uint64_t nodes;
	double time_ms;
	uint64_t workers;
} msg_row_t;

void msg_list_open(wirebuf_t *out, uint32_t count);
void msg_row_write(wirebuf_t *out, const msg_row_t *msg);
err_t msg_list_count(const node_t *map, uint32_t *count, errinfo_t *why);
err_t msg_list_read(const node_t *map, uint32_t index, msg_row_t *msg, errinfo_t *why);

/* server.info. An option of a game is a number, a word, a size ("9", "6x5") or a text. */
typedef struct {
	char name[MSG_NAME_BYTES];
	char kind[MSG_NAME_BYTES];             /* "number", "word", "size", "text" */
	int64_t least, most;                   /* of a number, or of either side of a size */
	char words[MSG_WORDS][MSG_NAME_BYTES]; /* the words that it may be; the rest is "" */
	char fallback[MSG_NAME_BYTES];         /* "default" on the wire; "" = the position tells */
	char help[MSG_HELP_BYTES];
} msg_option_t;

typedef struct {
	char name[MSG_NAME_BYTES];
	char goals[MSG_GOALS][MSG_NAME_BYTES]; /* those given, the rest "" */
	char help[MSG_HELP_BYTES];
	char style[MSG_NAME_BYTES];
	uint32_t option_count;
	msg_option_t options[MSG_OPTIONS];
} msg_game_t;

typedef struct {
	char name[MSG_NAME_BYTES];
	uint64_t least, most, fallback; /* "default" on the wire */
	char unit[MSG_NAME_BYTES];
	char help[MSG_HELP_BYTES];
} msg_limit_t;

/* A daemon of a fleet, as another one knows it. */
typedef struct {
	char name[MSG_KEY_BYTES];
	char role[MSG_NAME_BYTES]; /* "both", "front", "worker" */
	char version[MSG_NAME_BYTES];
	uint64_t places, free; /* jobs of others that it searches at once, that it could begin */
	uint64_t jobs;         /* that it has of who tells */
	uint64_t silent_ms;    /* since it was heard of */
	char why[ERRINFO_TEXT_MAX]; /* why it gets no jobs; "": it may get some */
} msg_member_t;

typedef struct {
	char name[MSG_NAME_BYTES];
	char version[MSG_NAME_BYTES];
	uint64_t protocol;
	uint64_t workers;
	uint64_t uptime_ms;
	uint64_t table_bytes;
	double table_used; /* share of the shared table, 0..1 */
	struct {
		uint64_t queued, running, finished; /* now; `finished` are those kept */
		uint64_t total;                     /* accepted since the start */
	} jobs;
	uint64_t connections;
	uint32_t game_count;
	msg_game_t games[MSG_GAMES];
	uint32_t limit_count;
	msg_limit_t limits[MSG_LIMITS];
	struct { /* the numbers of BOUND_TABLE (limits.h), by their names */
		uint64_t frame_bytes, values, depth, method_bytes, label_bytes, jobs_per_connection,
		        jobs_total, jobs_finished;
		uint64_t boards_per_connection, moves_per_board; /* 0 = a daemon without boards */
		uint64_t key_bytes, jobs_durable; /* 0 = a daemon that has no journal */
		uint64_t jobs_per_batch;          /* 0 = a daemon without batches */
	} bounds;
	bool has_loop;
	struct {                            /* turns of its event loop since the start */
		uint64_t turns, long_turns; /* long: above 10 ms */
		double longest_ms;
	} loop;
	bool has_store;
	struct {
		uint64_t facts, waiting; /* on disk; found and not on disk yet */
		uint64_t bytes, bytes_most;
		uint64_t found, missed, evicted; /* since the start */
		bool is_full;                    /* nothing can be written now */
		char state[MSG_NAME_BYTES];      /* "" = open, "failing" or "shut" */
		char why[ERRINFO_TEXT_MAX];      /* why it is not open */
	} store;
	bool has_fleet;
	struct {
		char name[MSG_KEY_BYTES], role[MSG_NAME_BYTES];
		bool is_connected;
		uint64_t out, handed_out, settled, declined, lapsed, failed; /* jobs of this one */
		uint64_t errands, taken, done;                               /* of others */
		uint64_t lost; /* messages, coming or going */
		uint32_t member_count;
		msg_member_t members[MSG_MEMBERS];
	} fleet;
	uint64_t client_bytes, client_bytes_most; /* held for connections; most: 0 = no limit */
	uint64_t faults;                          /* assertions that have failed since the start */
} msg_info_t;

/* msg_info_init sets name, version, protocol and bounds, and every other member to its default. */
void msg_info_init(msg_info_t *msg);
void msg_info_write(wirebuf_t *out, const msg_info_t *msg);
err_t msg_info_read(const node_t *map, msg_info_t *msg, errinfo_t *why);

#endif
