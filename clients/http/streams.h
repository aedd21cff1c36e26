/* SPDX-License-Identifier: MIT
 * streams.h - answers that go on: the notifications about a job, or about a status, to those who
 * follow it.
 *
 * Formats   Server-Sent Events (text/event-stream), a JSON value a line (application/x-ndjson), or
 *           words for people (text/plain). An event has a name, "progress" for example, and a JSON
 *           value.
 *
 * Slow      Of progress only the latest waits for a client that does not read; all else waits
 *           whole. A client is sent nothing before it has read what was sent. What could fill
 *           memory so is not told but fetched: a part when the client has taken the last one
 *           (streams_feed).
 *
 * Ownership a stream belongs to its response, and goes with it. It holds the upstream of its
 * request.
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_STREAMS_H
#define CLIENTS_HTTP_STREAMS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <uv.h>

#include "clients/http/request.h"
#include "clients/http/upstream.h"

typedef struct streams streams_t;
typedef struct stream stream_t;

/* What a stream follows: what has that number, as it is told on the connection `via`. */
typedef enum { STREAM_JOB, STREAM_STATUS, STREAM_BATCH } stream_kind_t;

typedef struct {
	stream_kind_t kind;
	uint64_t number, via;
} stream_of_t;

/* How an event is kept: the latest of its name; with all others; and as the last. Where there is no
 * memory for one that is kept the stream breaks off. */
typedef enum { STREAM_LATEST, STREAM_KEPT, STREAM_LAST } stream_keep_t;

typedef struct stream_event stream_event_t;
struct stream_event {
	const char *name;
	const json_t *value;
	uint64_t id; /* 0: it has none */
	stream_keep_t keep;
	const void *bytes; /* the value in MessagePack, as the daemon has sent it */
	size_t length;

	/* Writes the event for people. NULL: it has no words. */
	void (*words)(FILE *out, const stream_event_t *event);
};

/* streams_new makes the list of all streams; streams_end lets each that hears the connection `via`,
 * with 0 each there is, end with an event "lost", and streams_free frees the list, when they are
 * gone. */
streams_t *streams_new(uv_loop_t *loop, void (*turn)(gateway_t *gateway), gateway_t *gateway);
void streams_end(streams_t *streams, uint64_t via, const json_t *why);
void streams_free(streams_t *streams);

/* streams_count returns how many there are. */
unsigned streams_count(const streams_t *streams);

/* streams_choose sets r->format to what the request wants: by `format` in its query ("sse",
 * "ndjson" or "text"), by Accept, or else `usual`. Only what `has_words` can be had as text. False:
 * there is no such format, and the request is answered. */
bool streams_choose(request_t *r, stream_format_t usual, bool has_words);

/* streams_open answers a request with a stream of r->format. NULL: no memory, and the request is
 * answered. `left`, which may be NULL, is called if the client goes before the last event, with the
 * upstream of the request. */
stream_t *streams_open(streams_t *streams, request_t *r, const stream_of_t *of,
                       void (*left)(upstream_t *upstream, uint64_t number));

/* A stream whose events are fetched has a source: `wanted` is called whenever its client has taken
 * all that was told, `gone` when the stream is no more. */
typedef struct {
	void (*wanted)(void *user);
	void (*gone)(void *user);
	void *user;
} stream_source_t;

void streams_feed(stream_t *stream, const stream_source_t *source);

/* The `id` of a last event, "done"; streams_has_all answers a client that comes back with it: 204,
 * it has heard all. False: that is not so, and the request is not answered. */
extern const uint64_t streams_done_id;
bool streams_has_all(request_t *r);

/* streams_tell_one adds an event to one stream, streams_tell to all that follow something. */
void streams_tell_one(stream_t *stream, const stream_event_t *event);
void streams_tell(streams_t *streams, const stream_of_t *of, const stream_event_t *event);

#endif
