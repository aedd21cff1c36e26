/* SPDX-License-Identifier: MIT
 * link.c - the bytes of a connection.
 *
 * Design     The socket never blocks; every wait is a poll with a deadline. The input buffer holds
 *            at most one unfinished message: complete ones are handed out at once, and the rest
 *            moves to the front. The scanner refuses a message above the protocol's limits before
 *            the decoder sees it, so the size of the buffer is bounded, too. Whether the bytes come
 *            inside TLS only stream.c knows.
 *
 * Losing     Everything that ends the connection goes through link_lose. The socket stays open
 *            until tesuji_close, so that a number in a caller's poll set never comes to mean
 *            another file.
 */
#include "clients/c/link.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "clients/c/certificate.h"
#include "clients/c/convert.h"
#include "clients/c/events.h"
#include "clients/c/stream.h"

enum { IN_BYTES_FIRST = 16 * 1024 };

int link_lose(tesuji_t *t, tesuji_code_t code, const char *format, ...)
{
	char reason[ERRINFO_TEXT_MAX];
	va_list arguments;

	if (t->lost.code != TESUJI_OK)
		return t->lost.code;
	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	(void)fail_with(&t->lost, code, "connection to %s lost: %s", t->peer, reason);
	if (t->waiting) { /* an answer that came before stays an answer */
		t->error = t->lost;
		t->answer = code;
		t->waiting = false;
	}
	(void)shutdown(t->fd, SHUT_RDWR);
	return code;
}

/* take_response ends the call that waits, if the message is its answer. */
static void take_response(tesuji_t *t, const rpc_t *message)
{
	errinfo_t why = {.code = ERR_OK};

	if (!t->waiting || message->msgid != t->msgid)
		return;
	t->waiting = false;
	if (codec_kind(&message->error) != NODE_ABSENT && codec_kind(&message->error) != NODE_NIL) {
		if (msg_error_read(&message->error, &t->scratch.error, &why) == ERR_OK) {
			convert_error(&t->scratch.error, &t->error);
			t->answer = t->error.code;
			return;
		}
	} else if (t->read_answer(t, &message->result, t->context, &why) == ERR_OK) {
		t->answer = TESUJI_OK;
		return;
	}
	t->answer = fail_with(&t->error, why.code == ERR_NOMEM ? TESUJI_E_NOMEM : TESUJI_E_PROTOCOL,
	                      "the answer of %s makes no sense: %s", t->peer, why.text);
}

static void take_notification(tesuji_t *t, const rpc_t *message)
{
	errinfo_t why = {.code = ERR_OK};
	err_t rc = ERR_OK;

	if (strcmp(message->method, NOTIFY_PROGRESS) == 0) {
		rc = msg_progress_read(&message->params, &t->scratch.progress, &why);
		if (rc == ERR_OK)
			events_progress(t);
	} else if (strcmp(message->method, NOTIFY_DONE) == 0) {
		rc = msg_done_read(&message->params, &t->scratch.done, &why);
		if (rc == ERR_OK)
			events_done(t);
	} else if (strcmp(message->method, NOTIFY_KEPT) == 0) {
		rc = msg_kept_read(&message->params, &t->scratch.kept, &why);
		if (rc == ERR_OK)
			events_kept(t);
	} else if (strcmp(message->method, NOTIFY_CERTIFIED) == 0) {
		rc = certificate_take(t, &message->params, &why);
	} else if (strcmp(message->method, NOTIFY_VERDICT) == 0) {
		rc = msg_verdict_read(&message->params, &t->scratch.verdict, &why);
		if (rc == ERR_OK)
			events_verdict(t);
	} else if (strcmp(message->method, NOTIFY_ENDED) == 0) {
		rc = msg_ended_read(&message->params, &t->scratch.ended, &why);
		if (rc == ERR_OK)
			events_ended(t);
	} else if (strcmp(message->method, NOTIFY_MOVE) == 0) {
		/* a result has more than the message tells of one */
		memset(&t->scratch.tried, 0, sizeof(t->scratch.tried));
		rc = msg_tried_read(&message->params, &t->scratch.tried, &why);
		if (rc == ERR_OK)
			events_move(t);
	} else if (strcmp(message->method, NOTIFY_MOVED) == 0) {
		rc = msg_moved_read(&message->params, &t->scratch.moved, &why);
		if (rc == ERR_OK)
			events_moved(t);
	} else if (strcmp(message->method, NOTIFY_ERROR) == 0) {
		rc = msg_error_read(&message->params, &t->scratch.error, &why);
		if (rc == ERR_OK)
			snprintf(t->last_word, sizeof(t->last_word), "%s",
			         t->scratch.error.message);
	}
	/* Other notifications are those of a newer daemon and are ignored. */
	if (rc != ERR_OK)
		(void)link_lose(t, TESUJI_E_PROTOCOL, "%s: %s", message->method, why.text);
}

static void take_message(tesuji_t *t, const uint8_t *data, size_t length)
{
	rpc_t message;
	errinfo_t why = {.code = ERR_OK};

	if (rpc_parse(t->codec, data, length, &message, &why) != ERR_OK)
		(void)link_lose(t, why.code == ERR_NOMEM ? TESUJI_E_NOMEM : TESUJI_E_PROTOCOL, "%s",
		                why.text);
	else if (t->take != NULL && t->take(t, &message))
		return;
	else if (message.kind == RPC_RESPONSE)
		take_response(t, &message);
	else if (message.kind == RPC_NOTIFICATION)
		take_notification(t, &message);
	else
		(void)link_lose(t, TESUJI_E_PROTOCOL, "it sent a request");
}

/* take_input hands out every complete message and keeps the rest. */
static void take_input(tesuji_t *t)
{
	size_t start = 0;

	while (t->lost.code == TESUJI_OK && start < t->in_length) {
		scan_state_t state = scan_feed(&t->scan, t->in + start, t->in_length - start);
		size_t taken = t->scan.taken;
		errinfo_t why;

		if (state == SCAN_MORE)
			break;
		if (state == SCAN_REFUSED) {
			(void)scan_explain(&t->scan, &why);
			(void)link_lose(t, TESUJI_E_PROTOCOL, "%s", why.text);
			break;
		}
		scan_begin(&t->scan, &scan_reply_limits);
		take_message(t, t->in + start, taken);
		start += taken;
	}
	assert(start <= t->in_length && t->in_length <= t->in_capacity);
	t->in_length -= start;
	if (start > 0 && t->in_length > 0)
		memmove(t->in, t->in + start, t->in_length);
}

/* make_room doubles the input buffer if it is full; false: no memory. */
static bool make_room(tesuji_t *t)
{
	size_t capacity = t->in_capacity == 0 ? IN_BYTES_FIRST : t->in_capacity * 2;
	uint8_t *in;

	if (t->in_length < t->in_capacity)
		return true;
	in = mem_grow(t->in, t->in_capacity, capacity);
	if (in == NULL)
		return false;
	t->in = in;
	t->in_capacity = capacity;
	return true;
}

/* read_once reads once and hands out the complete messages. */
static void read_once(tesuji_t *t)
{
	ssize_t n;

	if (!make_room(t)) {
		(void)link_lose(t, TESUJI_E_NOMEM, "out of memory");
		return;
	}
	n = stream_recv(t, t->in + t->in_length, t->in_capacity - t->in_length);
	if (n > 0) {
		t->in_length += (size_t)n;
		assert(t->in_length <= t->in_capacity);
		take_input(t);
	} else if (n == 0) {
		(void)link_lose(t, TESUJI_E_CLOSED, "%s",
		                t->last_word[0] != '\0' ? t->last_word
		                                        : "closed by the other side");
	} else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
		(void)link_lose(
		        t, errno == ECONNRESET || errno == EPIPE ? TESUJI_E_CLOSED : TESUJI_E_IO,
		        "%s", t->last_word[0] != '\0' ? t->last_word : stream_text(t, errno));
	}
}

void link_read(tesuji_t *t)
{
	do
		read_once(t);
	while (t->lost.code == TESUJI_OK && stream_has_more(t));
}

/* await_turns is await for a handle whose server has to be given its turns (turns.h). */
static int await_turns(tesuji_t *t, struct pollfd *poller, deadline_t deadline)
{
	for (;;) {
		struct pollfd both[2] = {*poller, {.events = POLLIN}};
		const int again = t->turn(t->turner, &both[1].fd), left = deadline_left(deadline);
		const int soon = again < 0 || (left >= 0 && left < again) ? left : again;
		const int ready = poll(both, 2, soon);

		poller->revents = both[0].revents;
		if (ready < 0 || both[0].revents != 0)
			return ready < 0 ? ready : 1;
		if (left == 0 || (ready == 0 && soon == left))
			return 0;
	}
}

/* await polls the handle's socket: the number of ready descriptors, 0 at the deadline, -1 with
 * errno. */
static int await(tesuji_t *t, struct pollfd *poller, deadline_t deadline)
{
	return t->turn != NULL ? await_turns(t, poller, deadline)
	                       : poll(poller, 1, deadline_left(deadline));
}

int link_step(tesuji_t *t, deadline_t deadline)
{
	struct pollfd poller = {.fd = t->fd, .events = POLLIN};
	int ready;

	if (t->lost.code != TESUJI_OK)
		return t->lost.code;
	do
		ready = await(t, &poller, deadline);
	while (ready < 0 && errno == EINTR);
	if (ready < 0)
		return link_lose(t, TESUJI_E_IO, "%s", strerror(errno));
	if (ready == 0)
		return 0;
	link_read(t);
	return t->lost.code != TESUJI_OK ? t->lost.code : 1;
}

int link_send(tesuji_t *t, const uint8_t *data, size_t length, deadline_t deadline)
{
	size_t sent = 0;

	while (t->lost.code == TESUJI_OK && (sent < length || stream_waits(t))) {
		struct pollfd poller = {.fd = t->fd, .events = POLLIN | POLLOUT};
		ssize_t n = stream_send(t, data + sent, length - sent);
		int ready;

		if (n >= 0) {
			sent += (size_t)n;
			continue;
		}
		if (errno == EPIPE || errno == ECONNRESET) {
			link_read(t); /* the daemon's last message may tell why */
			(void)link_lose(t, TESUJI_E_CLOSED, "closed by the other side");
			break;
		}
		if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
			(void)link_lose(t, TESUJI_E_IO, "%s", stream_text(t, errno));
			break;
		}
		ready = await(t, &poller, deadline);
		if (ready == 0)
			(void)link_lose(t, TESUJI_E_TIMEOUT, "it takes no more requests");
		else if (ready > 0 && (poller.revents & ~POLLOUT) != 0)
			link_read(t);
	}
	return t->lost.code;
}
