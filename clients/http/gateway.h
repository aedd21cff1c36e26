/* SPDX-License-Identifier: MIT
 * gateway.h - what the parts of tesuji-http share.
 *
 *   listener.c    HTTP: libmicrohttpd on the loop, who may ask, limits
 *   places.c      the connections that are open, and how long they may keep a place
 *   bodies.c      the bodies of requests, and how much they hold
 *   framing.c     refuses heads that HTTP/1.1 does not let be
 *   request.c     one request, and its answer
 *   routes.c      which function answers which request
 *   on_job.c      the requests about jobs
 *   on_batch.c    those about batches; lot.c cuts one into messages
 *   on_results.c  the results of a batch, as they come
 *   on_certificate.c passes the certificates of jobs on
 *   on_diagram.c  the pictures of jobs
 *   on_proof.c    goes through certificates, which browsers.c opens
 *   decided.c     what has no certificate
 *   errors.c      what more than one part answers with
 *   on_status.c   boards, dragons and first moves
 *   on_info.c     the daemon, and this interface
 *   assets.c      the files of the page
 *   openapi.c     describes this interface; schema.c the values in it
 *   bearers.c     who asks: accounts whose tokens requests bring
 *   bearers_list.c, bearers_turns.c   which there are; which is tried next
 *   asker.c       the address that a request comes from
 *   wrongs.c      tokens that are none
 *   relay.c       passes a request on to the daemon, and the answer back
 *   ask.c         the body and the query of a request as parameters of a method
 *   streams.c     answers that go on: progress and verdicts as events
 *   words.c       the events of a job for people; report.c reads them
 *   upstream.c    asks the daemon as an account
 *   upstream_links.c   its connections
 *   upstream_queue.c   who waits for a place on them
 *   upstream_begun.c   what goes on there
 *   upstream_batch.c   hands batches in
 *   percent.c     parts of paths
 *   wire.c        JSON as MessagePack
 *
 * Threads   one: that of the loop.
 */
#ifndef CLIENTS_HTTP_GATEWAY_H
#define CLIENTS_HTTP_GATEWAY_H

#include <uv.h>

#include "clients/http/asker.h"
#include "clients/http/assets.h"
#include "clients/http/bearers.h"
#include "clients/http/browsers.h"
#include "clients/http/request.h"
#include "clients/http/streams.h"
#include "clients/http/upstream.h"

enum { GATEWAY_NAMES_MOST = 16, GATEWAY_SIGNALS = 2 };

typedef struct gateway_options {
	const char *listen;                     /* "127.0.0.1:7412", "[::1]:7412" */
	const char *daemon;                     /* address of the daemon */
	const char *token;                      /* to log in with there; "": none */
	tesuji_tls_t tls;                       /* for a daemon that is named by tls:// */
	const char *origin[GATEWAY_NAMES_MOST]; /* other origins that may ask */
	const char *host[GATEWAY_NAMES_MOST];   /* names of this machine */
	asker_t proxy[GATEWAY_NAMES_MOST];      /* whose X-Forwarded-For is believed */
	unsigned origins, hosts, proxies;
	unsigned connections; /* at most */
	unsigned of_address;  /* of these, one address has at most */
	unsigned request_s;   /* in which the head of a request must come, and its body */
	unsigned accounts;    /* beside its own, that it asks as at once */
	bool needs_token;     /* of who asks: its own account is not for him */
} gateway_options_t;

struct gateway {
	gateway_options_t options;
	uv_loop_t *loop;
	struct MHD_Daemon *http;
	unsigned port; /* that it listens on */
	uv_poll_t poll;
	uv_timer_t timer;
	uv_signal_t signals[GATEWAY_SIGNALS];
	upstream_common_t common;
	upstream_t *upstream; /* its own */
	bearers_t *bearers;   /* those of others */
	streams_t *streams;
	assets_t *assets; /* the files of the page; NULL: none */
	browsers_t *browsers;
	struct place *places;         /* its connections (places.c) */
	uint64_t sweep_at;            /* when those that are late are looked for */
	size_t bodies;                /* bytes that the bodies of requests hold */
	unsigned waiting;             /* requests that wait for their answer */
	struct passing *certificates; /* that are being passed on (on_certificate.c) */
	struct following *results;    /* of batches, that are being passed on (on_results.c) */
	char *openapi;                /* /openapi.json, from when it was first asked for */
	bool is_closing;
};

#endif
