/* SPDX-License-Identifier: MIT
 * streams.c - see streams.h.
 *
 * Design     libmicrohttpd asks for bytes when a client can take some. A stream that has none stops
 *            its connection, and an event lets it go on. So what waits is here, and is bounded: one
 *            progress, and of a status the verdicts, which are as many as its questions.
 *
 * Gone       A connection that stands still is not watched. So every stream says something now and
 *            then, a comment or an empty line, and learns that way that its client has gone.
 */
#include "clients/http/streams.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clients/http/wire.h"

enum { BUCKETS = 1024, BLOCK_BYTES = 4096, ALIVE_MS = 5000, HEAD_BYTES = 128 };

static const char sse_type[] = "text/event-stream", line_type[] = "application/x-ndjson";

/* A text that waits to be sent. */
typedef struct piece {
	struct piece *next;
	bool is_latest; /* a later one of its kind takes its place */
	size_t length, sent;
	char text[];
} piece_t;

struct stream {
	streams_t *streams;
	stream_kind_t kind;
	uint64_t number;
	struct MHD_Connection *connection;
	bool is_sse, is_stopped, is_last; /* is_last: the last event has been told */
	piece_t *first, **last;
	void (*left)(gateway_t *gateway, uint64_t number);
	stream_t *next, **link; /* in its bucket */
};

struct streams {
	stream_t *bucket[BUCKETS];
	unsigned count;
	uv_timer_t alive;
	void (*turn)(gateway_t *gateway);
	gateway_t *gateway;
};

static stream_t **bucket_of(streams_t *streams, stream_kind_t kind, uint64_t number)
{
	return &streams->bucket[(2 * number + kind) % BUCKETS];
}

static void wake(stream_t *s)
{
	if (!s->is_stopped)
		return;
	s->is_stopped = false;
	MHD_resume_connection(s->connection);
	s->streams->turn(s->streams->gateway);
}

/* piece_add adds a piece and takes it over. */
static void piece_add(stream_t *s, piece_t *piece)
{
	*s->last = piece;
	s->last = &piece->next;
	wake(s);
}

/* drop_latest takes out what a new piece replaces, unless a part of it has been sent. */
static void drop_latest(stream_t *s)
{
	piece_t **at = &s->first;

	while (*at != NULL) {
		piece_t *piece = *at;

		if (!piece->is_latest || piece->sent > 0) {
			at = &piece->next;
			continue;
		}
		*at = piece->next;
		free(piece);
	}
	s->last = at;
}

/* tell_text adds an event whose value is a JSON text. */
static void tell_text(stream_t *s, const char *name, const char *json, uint64_t id,
                      stream_keep_t keep)
{
	const size_t room = strlen(json) + HEAD_BYTES;
	char number[HEAD_BYTES / 4] = "";
	piece_t *piece;
	int length;

	if (s->is_last)
		return;
	if (keep == STREAM_LATEST)
		drop_latest(s);
	s->is_last = keep == STREAM_LAST;
	piece = malloc(sizeof(*piece) + room);
	if (piece ==
	    NULL) { /* a progress more or less; the last event ends the stream all the same */
		wake(s);
		return;
	}
	if (id > 0)
		snprintf(number, sizeof(number), "id: %llu\n", (unsigned long long)id);
	length = s->is_sse ? snprintf(piece->text, room, "%sevent: %s\ndata: %s\n\n", number, name,
	                              json)
	                   : snprintf(piece->text, room, "{\"event\":\"%s\",\"data\":%s}\n", name,
	                              json);
	assert(length > 0 && (size_t)length < room);
	piece->next = NULL;
	piece->is_latest = keep == STREAM_LATEST;
	piece->length = (size_t)length;
	piece->sent = 0;
	piece_add(s, piece);
}

void streams_tell_one(stream_t *s, const char *name, const json_t *value, uint64_t id,
                      stream_keep_t keep)
{
	char *json = wire_text(value);

	if (json != NULL)
		tell_text(s, name, json, id, keep);
	free(json);
}

void streams_tell(streams_t *streams, stream_kind_t kind, uint64_t number, const char *name,
                  const json_t *value, uint64_t id, stream_keep_t keep)
{
	char *json = NULL;

	for (stream_t *s = *bucket_of(streams, kind, number), *next; s != NULL; s = next) {
		next = s->next;
		if (s->kind != kind || s->number != number)
			continue;
		if (json == NULL)
			json = wire_text(value);
		if (json != NULL)
			tell_text(s, name, json, id, keep);
	}
	free(json);
}

/* give is called by libmicrohttpd when the client can take bytes. */
static ssize_t give(void *context, uint64_t at, char *out, size_t room)
{
	stream_t *s = context;
	piece_t *piece = s->first;
	size_t length;

	(void)at;
	if (piece == NULL) {
		if (s->is_last)
			return MHD_CONTENT_READER_END_OF_STREAM;
		s->is_stopped = true;
		MHD_suspend_connection(s->connection);
		return 0;
	}
	length = piece->length - piece->sent < room ? piece->length - piece->sent : room;
	memcpy(out, piece->text + piece->sent, length);
	piece->sent += length;
	if (piece->sent == piece->length) {
		s->first = piece->next;
		if (s->first == NULL)
			s->last = &s->first;
		free(piece);
	}
	return (ssize_t)length;
}

/* gone is called by libmicrohttpd when the response is done with. */
static void gone(void *context)
{
	stream_t *s = context;
	streams_t *streams = s->streams;

	*s->link = s->next;
	if (s->next != NULL)
		s->next->link = s->link;
	streams->count--;
	if (!s->is_last && s->left != NULL)
		s->left(streams->gateway, s->number);
	for (piece_t *piece = s->first, *next; piece != NULL; piece = next) {
		next = piece->next;
		free(piece);
	}
	free(s);
}

static bool wants_sse(const request_t *r)
{
	const char *format = request_query(r, "format"), *accept = request_header(r, "Accept");

	if (format != NULL)
		return strcasecmp(format, "ndjson") != 0;
	return accept == NULL || strstr(accept, line_type) == NULL;
}

stream_t *streams_open(streams_t *streams, request_t *r, stream_kind_t kind, uint64_t number,
                       void (*left)(gateway_t *gateway, uint64_t number))
{
	struct MHD_Response *response = NULL;
	stream_t *s = calloc(1, sizeof(*s));
	stream_t **bucket = bucket_of(streams, kind, number);

	if (s != NULL)
		response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, give, s,
		                                             gone);
	if (response == NULL) {
		free(s);
		request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no_memory", "out of memory");
		return NULL;
	}
	s->streams = streams;
	s->kind = kind;
	s->number = number;
	s->connection = r->connection;
	s->is_sse = wants_sse(r);
	s->last = &s->first;
	s->left = left;
	s->next = *bucket;
	s->link = bucket;
	if (s->next != NULL)
		s->next->link = &s->next;
	*bucket = s;
	streams->count++;
	(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
	                              s->is_sse ? sse_type : line_type);
	request_respond(r, MHD_HTTP_OK, response);
	return s;
}

/* say_nothing sends what no client minds. */
static void say_nothing(stream_t *s)
{
	const char *text = s->is_sse ? ":\n\n" : "\n";
	const size_t length = strlen(text);
	piece_t *piece = malloc(sizeof(*piece) + length + 1);

	if (piece == NULL)
		return;
	*piece = (piece_t){.length = length};
	memcpy(piece->text, text, length + 1);
	piece_add(s, piece);
}

/* still_there lets every stream that has nothing to say find out whether its client is there. */
static void still_there(uv_timer_t *timer)
{
	streams_t *streams = timer->data;

	for (unsigned i = 0; i < BUCKETS; i++)
		for (stream_t *s = streams->bucket[i]; s != NULL; s = s->next)
			if (s->is_stopped)
				say_nothing(s);
}

streams_t *streams_new(uv_loop_t *loop, void (*turn)(gateway_t *gateway), gateway_t *gateway)
{
	streams_t *streams = calloc(1, sizeof(*streams));

	if (streams == NULL || uv_timer_init(loop, &streams->alive) != 0) {
		free(streams);
		return NULL;
	}
	streams->turn = turn;
	streams->gateway = gateway;
	streams->alive.data = streams;
	(void)uv_timer_start(&streams->alive, still_there, ALIVE_MS, ALIVE_MS);
	return streams;
}

void streams_end(streams_t *streams, const json_t *why)
{
	char *json = wire_text(why);

	for (unsigned i = 0; i < BUCKETS; i++)
		for (stream_t *s = streams->bucket[i], *next; s != NULL; s = next) {
			next = s->next;
			s->left = NULL;
			tell_text(s, "lost", json != NULL ? json : "null", 0, STREAM_LAST);
		}
	free(json);
}

static void alive_closed(uv_handle_t *handle)
{
	free(handle->data);
}

void streams_free(streams_t *streams)
{
	assert(streams->count == 0);
	uv_close((uv_handle_t *)&streams->alive, alive_closed);
}
