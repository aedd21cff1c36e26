/* SPDX-License-Identifier: MIT
 * limits.h - every number that the protocol promises or enforces. SPEC.md lists the same
 * numbers, and a test compares them.
 *
 * Units     in the names; _MAX is the largest value that is accepted.
 */
#ifndef PROTOCOL_LIMITS_H
#define PROTOCOL_LIMITS_H

/*        constant                    value       name on the wire        meaning */
#define BOUND_TABLE(X)                                                                            \
	X(FRAME_BYTES_MAX, 65536, "frame_bytes", "bytes of one message to the server")            \
	X(FRAME_VALUES_MAX, 16384, "values", "MessagePack values in it, keys and containers too") \
	X(FRAME_DEPTH_MAX, 16, "depth", "containers open at once")                                \
	X(METHOD_BYTES_MAX, 64, "method_bytes", "bytes of a method's name")                       \
	X(LABEL_BYTES_MAX, 63, "label_bytes", "bytes of a job's label")                           \
	X(CONNECTION_JOBS_MAX, 64, "jobs_per_connection", "jobs in flight of one connection")     \
	X(SERVER_JOBS_MAX, 1024, "jobs_total", "jobs in flight of the server")                    \
	X(FINISHED_JOBS_MAX, 1024, "jobs_finished", "finished jobs that are kept")                \
	X(CONNECTION_BOARDS_MAX, 16, "boards_per_connection", "boards that a connection keeps")   \
	X(BOARD_MOVES_MAX, 1024, "moves_per_board", "moves that such a board can take back")      \
	X(KEY_BYTES_MAX, 127, "key_bytes", "bytes of the key of a durable job")                   \
	X(DURABLE_JOBS_MAX, 10000, "jobs_durable", "durable jobs that are kept")                  \
	X(BATCH_JOBS_MAX, 10000, "jobs_per_batch", "jobs of one batch")

#define BOUND_ROW(constant, value, name, text) constant = (value),
enum { BOUND_TABLE(BOUND_ROW) };
#undef BOUND_ROW

enum {
	PROTOCOL_VERSION = 1,

	/* Of a message to the client: what the longest job.list can need. */
	REPLY_BYTES_MAX = 1048576,
	REPLY_VALUES_MAX = 65536,

	/* Connections. */
	TURN_MS = 1,                 /* of requests of one connection before others have a turn */
	OUTPUT_SOFT_BYTES = 1048576, /* unread output beyond which a connection is not read, and */
	OUTPUT_SOFT_MS = 5000,       /* progress is dropped; closed when it lasts this long */
	OUTPUT_HARD_BYTES = 8388608, /* unread output for which a connection is closed at once */
	IDLE_MS = 300000,            /* without a frame, a job or a watch, until it is closed */
	HALF_FRAME_MS = 5000,        /* from a frame's first byte to its last */
	LOGIN_MS = 10000,            /* until a login, where one is asked for */
	STALLED_WRITE_MS = 10000,    /* without a byte written, until it is closed */
	KEEPALIVE_S = 60,            /* of TCP */

	/* Jobs. */
	FINISHED_KEPT_MS = 600000,
	PROGRESS_DEFAULT_MS = 200,
	PROGRESS_LEAST_MS = 10, /* what a shorter interval is raised to; 0 is none at all */
	PROGRESS_MOST_MS = 60000,
	CONNECTION_STATUSES_MAX = 4, /* in flight; each asks hundreds of questions */
	SERVER_STATUSES_MAX = 32,
	RETRY_LEAST_MS = 10, /* retry_ms of an answer "busy" */
	RETRY_MOST_MS = 10000,
};

#endif
