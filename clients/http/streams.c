/* SPDX-License-Identifier: MIT
 * streams.c - see streams.h.
 *
 * Design     libmicrohttpd asks for bytes when a client can take some. A stream that has none stops
 *            its connection, and an event lets it go on. So what waits is here, and is bounded: one
 *            progress; of a status the verdicts, which are as many as its questions; of a batch,
 *            whose results are fetched, one part of them.
 *
 * Turns      An event may have a thousand followers. Those that stand still are let go on a few in
 *            each turn of the loop, so that a request that comes meanwhile waits for a few writes
 *            and not for all.
 *
 * Gone       A connection that stands still is not watched. So a stream that is silent says
 *            something now and then, a comment or an empty line: if its client has gone, it
 *            learns that way.
 */
#include "clients/http/streams.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clients/http/errors.h"
#include "clients/http/wire.h"

enum { BUCKETS = 1024, BLOCK_BYTES = 4096, ALIVE_MS = 2500, WAKES_A_TURN = 32, DIGITS_BYTES = 24 };

const uint64_t streams_done_id = 9007199254740991;

/* A text that one stream or several will send. */
typedef struct {
	unsigned holders;
	size_t length;
	char *bytes;
} text_t;

/* A text that waits to be sent. */
typedef struct piece {
	struct piece *next;
	bool is_latest; /* a later one of its kind takes its place */
	text_t *text;
	size_t sent;
} piece_t;

/* An event while it is told: its texts, each of which is printed once. */
enum { PRINTS = FORMAT_TEXT + 1 };

typedef struct {
	const stream_event_t *event;
	char *json;
	text_t *text[PRINTS]; /* NULL: not printed yet */
} telling_t;

struct stream {
	streams_t *streams;
	stream_of_t of;
	struct MHD_Connection *connection;
	stream_format_t format;
	bool is_stopped, is_last; /* is_last: the last event has been told */
	bool is_due;              /* it is in the list of those that will go on */
	bool is_silent;           /* since the last tick of `alive` */
	bool is_cut;              /* an event that is missed could not be told */
	piece_t *first, **last;
	upstream_t *upstream; /* by which it is told; held */
	void (*left)(upstream_t *upstream, uint64_t number);
	stream_source_t source; /* without functions: there is none */
	stream_t *next, **link; /* in its bucket */
	stream_t *next_due;
};

struct streams {
	stream_t *bucket[BUCKETS];
	unsigned count;
	stream_t *due, **due_last; /* they stand still, and have something to say */
	uv_idle_t waker;           /* runs while there are any */
	uv_timer_t alive;
	unsigned handles; /* of libuv, not closed yet */
	void (*turn)(gateway_t *gateway);
	gateway_t *gateway;
};

static stream_t **bucket_of(streams_t *streams, const stream_of_t *of)
{
	return &streams->bucket[(2 * of->number + of->kind) % BUCKETS];
}

/* wake_some lets up to `most` streams go on that have waited longest for it. */
static void wake_some(streams_t *streams, unsigned most)
{
	for (; streams->due != NULL && most > 0; most--) {
		stream_t *s = streams->due;

		assert(s->is_due && s->is_stopped); /* so that it cannot be gone */
		streams->due = s->next_due;
		s->is_due = s->is_stopped = false;
		MHD_resume_connection(s->connection);
	}
	if (streams->due == NULL) {
		streams->due_last = &streams->due;
		uv_idle_stop(&streams->waker);
	}
	streams->turn(streams->gateway);
}

static void wake_few(uv_idle_t *waker)
{
	wake_some(waker->data, WAKES_A_TURN);
}

/* wake lets a stream go on, in its turn. */
static void wake(stream_t *s)
{
	streams_t *streams = s->streams;

	if (!s->is_stopped || s->is_due)
		return;
	s->is_due = true;
	s->next_due = NULL;
	*streams->due_last = s;
	streams->due_last = &s->next_due;
	(void)uv_idle_start(&streams->waker, wake_few);
}

/* text_new makes a text with one holder of bytes that it takes over; NULL: no memory. */
static text_t *text_new(char *bytes, size_t length)
{
	text_t *text = bytes != NULL ? malloc(sizeof(*text)) : NULL;

	if (text != NULL)
		*text = (text_t){.holders = 1, .length = length, .bytes = bytes};
	else
		free(bytes);
	return text;
}

static void text_drop(text_t *text)
{
	if (text == NULL || --text->holders > 0)
		return;
	free(text->bytes);
	free(text);
}

/* piece_add adds a text, of which the stream becomes a holder, and wakes the stream. False: no
 * memory. */
static bool piece_add(stream_t *s, text_t *text, bool is_latest)
{
	const bool is_empty = text != NULL && text->length == 0;
	piece_t *piece = text != NULL && !is_empty ? malloc(sizeof(*piece)) : NULL;

	if (piece != NULL) {
		text->holders++;
		*piece = (piece_t){.is_latest = is_latest, .text = text};
		*s->last = piece;
		s->last = &piece->next;
		s->is_silent = false;
	}
	wake(s);
	return piece != NULL || is_empty;
}

static void piece_free(piece_t *piece)
{
	text_drop(piece->text);
	free(piece);
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
		piece_free(piece);
	}
	s->last = at;
}

/* print writes an event. */
static void print(FILE *out, const telling_t *t, unsigned form)
{
	const stream_event_t *event = t->event;
	const char *json = t->json != NULL ? t->json : "null";

	if (form == FORMAT_TEXT) {
		if (event->words != NULL)
			event->words(out, event);
	} else if (form == FORMAT_NDJSON) {
		fprintf(out, "{\"event\":\"%s\",\"data\":%s}\n", event->name, json);
	} else {
		if (event->id > 0)
			fprintf(out, "id: %llu\n", (unsigned long long)event->id);
		fprintf(out, "event: %s\ndata: %s\n\n", event->name, json);
	}
}

/* text_of returns the text of an event in the format of a stream; NULL: no memory. */
static text_t *text_of(telling_t *t, const stream_t *s)
{
	const unsigned form = s->format < FORMAT_TEXT ? (unsigned)s->format : FORMAT_TEXT;
	char *bytes = NULL;
	size_t length = 0;
	FILE *out;

	if (t->text[form] != NULL)
		return t->text[form];
	if (form < FORMAT_TEXT && t->json == NULL)
		t->json = wire_text(t->event->value);
	out = open_memstream(&bytes, &length);
	if (out == NULL)
		return NULL;
	print(out, t, form);
	if (fclose(out) != 0)
		length = 0;
	t->text[form] = text_new(bytes, length);
	return t->text[form];
}

/* tell adds an event. Without memory it is a progress less, or the stream breaks off; the last
 * event ends it all the same. */
static void tell(stream_t *s, telling_t *t)
{
	const stream_keep_t keep = t->event->keep;

	if (s->is_last || s->is_cut)
		return;
	s->is_last = keep == STREAM_LAST;
	if (keep == STREAM_LATEST)
		drop_latest(s);
	if (!piece_add(s, text_of(t, s), keep == STREAM_LATEST))
		s->is_cut = keep == STREAM_KEPT;
}

/* told ends the telling of an event. */
static void told(telling_t *t)
{
	free(t->json);
	for (unsigned i = 0; i < PRINTS; i++)
		text_drop(t->text[i]);
}

void streams_tell_one(stream_t *s, const stream_event_t *event)
{
	telling_t telling = {.event = event};

	tell(s, &telling);
	told(&telling);
}

void streams_tell(streams_t *streams, const stream_of_t *of, const stream_event_t *event)
{
	telling_t telling = {.event = event};

	for (stream_t *s = *bucket_of(streams, of), *next; s != NULL; s = next) {
		next = s->next;
		if (s->of.kind == of->kind && s->of.number == of->number && s->of.via == of->via)
			tell(s, &telling);
	}
	told(&telling);
}

/* take moves what fits of the first piece to `out`. Returns how many bytes. */
static size_t take(stream_t *s, char *out, size_t room)
{
	piece_t *piece = s->first;
	const size_t left = piece->text->length - piece->sent, length = left < room ? left : room;

	memcpy(out, piece->text->bytes + piece->sent, length);
	piece->sent += length;
	if (length < left)
		return length;
	s->first = piece->next;
	if (s->first == NULL)
		s->last = &s->first;
	piece_free(piece);
	return length;
}

/* give is called by libmicrohttpd when the client can take bytes. */
static ssize_t give(void *context, uint64_t at, char *out, size_t room)
{
	stream_t *s = context;
	size_t length = 0;

	(void)at;
	if (s->first == NULL && s->source.wanted != NULL && !s->is_last && !s->is_cut)
		s->source.wanted(s->source.user);
	while (s->first != NULL && length < room)
		length += take(s, out + length, room - length);
	if (length > 0)
		return (ssize_t)length;
	if (s->is_last)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (s->is_cut)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	s->is_stopped = true;
	MHD_suspend_connection(s->connection);
	return 0;
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
		s->left(s->upstream, s->of.number);
	if (s->source.gone != NULL)
		s->source.gone(s->source.user);
	upstream_release(s->upstream);
	for (piece_t *piece = s->first, *next; piece != NULL; piece = next) {
		next = piece->next;
		piece_free(piece);
	}
	free(s);
}

/* The formats, in the order in which they are looked for in Accept. JSON in one piece is none of an
 * answer that goes on: who accepts that gets it line by line. */
static const struct {
	const char *name, *media;
	stream_format_t format;
} formats[] = {{"sse", "text/event-stream", FORMAT_SSE},
               {"ndjson", "application/x-ndjson", FORMAT_NDJSON},
               {"ndjson", "application/json", FORMAT_NDJSON},
               {"text", "text/plain", FORMAT_TEXT}};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

/* accepts tells whether a list of media types has the type `media`, and not with "q=0": "not this
 * one". Weights above 0 count alike. */
static bool accepts(const char *list, const char *media)
{
	const size_t length = strlen(media);

	for (const char *item = list; *item != '\0'; item += *item == ',') {
		const char *end, *weight;

		item += strspn(item, " \t");
		end = item + strcspn(item, ",");
		weight = strcasestr(item, "q=0");
		if (strncasecmp(item, media, length) == 0 &&
		    strchr(" \t;,", item[length]) != NULL &&
		    !(weight != NULL && weight < end && strtod(weight + 2, NULL) == 0))
			return true;
		item = end;
	}
	return false;
}

bool streams_choose(request_t *r, stream_format_t usual, bool has_words)
{
	const char *name = request_query(r, "format"), *accept = request_header(r, "Accept");

	r->format = usual;
	for (unsigned i = 0; i < FORMATS; i++) {
		const bool can = has_words || formats[i].format != FORMAT_TEXT;

		r->format = formats[i].format;
		if (can && name != NULL && strcasecmp(name, formats[i].name) == 0)
			return true;
		if (can && name == NULL && accept != NULL && accepts(accept, formats[i].media))
			return true;
	}
	r->format = usual;
	if (name == NULL)
		return true;
	request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/format",
	                "\"%.16s\" is not sse or ndjson%s", name, has_words ? " or text" : "");
	return false;
}

static const char *media_of(stream_format_t format)
{
	unsigned i = 0;

	while (formats[i].format != format)
		i++;
	return format == FORMAT_TEXT ? "text/plain; charset=utf-8" : formats[i].media;
}

stream_t *streams_open(streams_t *streams, request_t *r, const stream_of_t *of,
                       void (*left)(upstream_t *upstream, uint64_t number))
{
	struct MHD_Response *response = NULL;
	stream_t *s = calloc(1, sizeof(*s));
	stream_t **bucket = bucket_of(streams, of);

	if (s != NULL)
		response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, give, s,
		                                             gone);
	if (response == NULL) {
		free(s);
		request_fail_as(r, &errors_no_memory);
		return NULL;
	}
	s->streams = streams;
	s->of = *of;
	s->connection = r->connection;
	s->format = r->format;
	s->last = &s->first;
	s->upstream = upstream_hold(r->upstream);
	s->left = left;
	s->next = *bucket;
	s->link = bucket;
	if (s->next != NULL)
		s->next->link = &s->next;
	*bucket = s;
	streams->count++;
	(void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, media_of(s->format));
	request_respond(r, MHD_HTTP_OK, response);
	return s;
}

void streams_feed(stream_t *s, const stream_source_t *source)
{
	s->source = *source;
}

bool streams_has_all(request_t *r)
{
	const char *last = request_header(r, "Last-Event-ID");
	char done[DIGITS_BYTES];

	snprintf(done, sizeof(done), "%llu", (unsigned long long)streams_done_id);
	if (last == NULL || strcmp(last, done) != 0)
		return false;
	request_respond(r, MHD_HTTP_NO_CONTENT,
	                MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT));
	return true;
}

/* still_there lets every stream that is silent find out whether its client is there. */
static void still_there(uv_timer_t *timer)
{
	static const char *const texts[] = {
	        [FORMAT_SSE] = ":\n\n", [FORMAT_NDJSON] = "\n", [FORMAT_TEXT] = "...\n"};
	streams_t *streams = timer->data;
	text_t *text;

	for (unsigned i = 0; i < BUCKETS; i++)
		for (stream_t *s = streams->bucket[i]; s != NULL; s = s->next) {
			if (s->is_stopped && s->is_silent) {
				text = text_new(strdup(texts[s->format]), strlen(texts[s->format]));
				(void)piece_add(s, text, false);
				text_drop(text);
			}
			s->is_silent = true;
		}
}

streams_t *streams_new(uv_loop_t *loop, void (*turn)(gateway_t *gateway), gateway_t *gateway)
{
	streams_t *streams = calloc(1, sizeof(*streams));

	if (streams == NULL)
		return NULL;
	(void)uv_timer_init(loop, &streams->alive); /* which cannot fail */
	(void)uv_idle_init(loop, &streams->waker);
	streams->handles = 2;
	streams->due_last = &streams->due;
	streams->waker.data = streams;
	streams->turn = turn;
	streams->gateway = gateway;
	streams->alive.data = streams;
	(void)uv_timer_start(&streams->alive, still_there, ALIVE_MS, ALIVE_MS);
	return streams;
}

/* words_lost writes that the rest will not come. */
static void words_lost(FILE *out, const stream_event_t *event)
{
	const char *detail = json_string_value(json_object_get(event->value, "detail"));

	fprintf(out, "Lost: %s.\n", detail != NULL ? detail : "the daemon is gone");
}

void streams_end(streams_t *streams, uint64_t via, const json_t *why)
{
	const stream_event_t lost = {
	        .name = "lost", .value = why, .keep = STREAM_LAST, .words = words_lost};
	telling_t telling = {.event = &lost};

	for (unsigned i = 0; i < BUCKETS; i++)
		for (stream_t *s = streams->bucket[i], *next; s != NULL; s = next) {
			next = s->next;
			if (via != 0 && s->of.via != via)
				continue;
			s->left = NULL;
			tell(s, &telling);
		}
	told(&telling);
	if (via == 0) /* the gateway ends, and has no other turns */
		wake_some(streams, UINT_MAX);
}

unsigned streams_count(const streams_t *streams)
{
	return streams->count;
}

static void handle_closed(uv_handle_t *handle)
{
	streams_t *streams = handle->data;

	if (--streams->handles == 0)
		free(streams);
}

void streams_free(streams_t *streams)
{
	assert(streams->count == 0);
	uv_close((uv_handle_t *)&streams->alive, handle_closed);
	uv_close((uv_handle_t *)&streams->waker, handle_closed);
}
