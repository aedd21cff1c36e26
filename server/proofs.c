/* SPDX-License-Identifier: MIT
 * proofs.c - a thread for each build, and the bridge back.
 *
 * libuv's pool is not used: its threads have the loop's priority, and a build may search for
 * seconds. A request is always answered at once. Where the certificate is not ready the answer
 * says so, and job.certified follows, as job.done does for a job. A client that asks again
 * meanwhile is told how far the build is.
 */
#include "server/proofs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/certify.h"
#include "engine/solve/thread_priority.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "server/conns.h"
#include "server/log.h"
#include "server/quota.h"

enum {
	BUILDS_MAX = 2,               /* at once */
	WAITING_MAX = 16,             /* connections that wait for one */
	KEPT_BYTES_MAX = 256 << 20,   /* of all that are ready */
	SEARCH_NODES_MAX = 200000000, /* again, for one: longer than MAKING_MOST_MS */
	FULL_RETRY_MS = 1000,         /* retry_ms where nobody knows when there will be room */
	MEAN_OF = 16,                 /* builds, about */
};

typedef enum { PROOF_PROVEN, PROOF_BUILDING, PROOF_READY } proof_state_t;

struct proof {
	proofs_t *proofs;
	uint64_t id; /* of the job */
	proof_state_t state;
	bool dropped; /* its record is gone */
	proven_t proven;
	uint64_t waiting[WAITING_MAX]; /* ids of the connections to be told */
	unsigned waiting_count;

	/* Of a build. */
	link_t link;
	peer_t *peer; /* who asked for it; a reference, NULL: no build */
	uint64_t started_ns;
	bridge_node_t built_node;
	_Atomic bool cancel;
	budget_t budget;
	_Atomic uint64_t made; /* nodes so far */
	err_t err;
	errinfo_t why;
	proof_built_t built;
	wirebuf_t out; /* the certificate */
};

void proofs_init(proofs_t *proofs, conns_t *conns, void *context)
{
	*proofs = (proofs_t){.conns = conns, .context = context};
	list_init(&proofs->building);
}

proof_t *proofs_of(proofs_t *proofs, const job_t *job, uint64_t id)
{
	proof_t *proof = mem_alloc(sizeof(*proof));
	errinfo_t why;

	if (proof == NULL)
		return NULL;
	proof->proofs = proofs;
	proof->id = id;
	list_init(&proof->link);
	if (proven_of_job(job, &proof->proven, &why) == ERR_OK)
		return proof;
	mem_free(proof, sizeof(*proof));
	return NULL;
}

void proofs_drop(proof_t *proof)
{
	if (proof == NULL)
		return;
	if (proof->state == PROOF_BUILDING) {
		proof->dropped = true;
		atomic_store_explicit(&proof->cancel, true, memory_order_relaxed);
		return; /* built_cb frees it */
	}
	assert(proof->peer == NULL && list_empty(&proof->link));
	assert(proof->proofs->bytes >= proof->out.length);
	proof->proofs->bytes -= proof->out.length;
	wirebuf_fini(&proof->out);
	proven_fini(&proof->proven);
	mem_free(proof, sizeof(*proof));
}

/* take is the sink of the certificate: it appends bytes to proof->out. */
static bool take(void *to, const void *bytes, size_t length) /* the build's thread */
{
	proof_t *proof = to;

	put_raw(&proof->out, bytes, length);
	return proof->out.failed == ERR_OK;
}

static void *build_main(void *argument) /* the build's thread */
{
	proof_t *proof = argument;
	const certificate_sink_t sink = {take, proof};
	err_t err;

	thread_priority_set(proof->proofs->priority);
	err = certify_proven(proof->proofs->solver, &proof->proven, &proof->budget, sink,
	                     &proof->built, &proof->why);
	proof->err = proof->out.failed != ERR_OK ? proof->out.failed : err;
	if (proof->out.failed == ERR_LIMIT)
		(void)err_fail(&proof->why, ERR_LIMIT, "the certificate is longer than %d bytes",
		               CERTIFICATE_BYTES_MAX);
	else if (proof->out.failed != ERR_OK)
		(void)err_fail(&proof->why, proof->err, "%s", err_text(proof->err));
	bridge_post(proof->proofs->bridge, &proof->built_node);
	return NULL;
}

/* tell_one sends a connection that waits job.certified. */
static void tell_one(const proof_t *proof, uint64_t conn_id)
{
	conn_t *conn = conns_find(proof->proofs->conns, conn_id);
	msg_certified_t msg = {.job = proof->id,
	                       .bytes = proof->out.length,
	                       .nodes = proof->built.nodes,
	                       .searched = proof->built.searched,
	                       .has_error = proof->err != ERR_OK};
	outbuf_t *buf;
	wirebuf_t out;

	if (conn == NULL)
		return;
	if (msg.has_error) {
		msg.error.code = proof->why.code;
		snprintf(msg.error.name, sizeof(msg.error.name), "%s", err_name(proof->why.code));
		snprintf(msg.error.message, sizeof(msg.error.message), "%s", proof->why.text);
	}
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_notification(&out, NOTIFY_CERTIFIED);
	msg_certified_write(&out, &msg);
	buf = outq_buffer_take(&out);
	if (buf == NULL) {
		conn_abort(conn, "no memory for a certificate");
		return;
	}
	conn_send(conn, buf);
	outq_buffer_release(buf);
}

static void built_cb(bridge_node_t *node)
{
	proof_t *proof = LIST_ENTRY(node, proof_t, built_node);
	proofs_t *proofs = proof->proofs;

	assert(proof->state == PROOF_BUILDING && proof->waiting_count <= WAITING_MAX);
	assert(proofs->building_count > 0 && proof->peer->certificates > 0);
	list_drop(&proof->link);
	proofs->building_count--;
	proofs->mean_ms +=
	        ((double)(clock_now_ns() - proof->started_ns) / NS_PER_MS - proofs->mean_ms) /
	        MEAN_OF;
	proof->peer->certificates--;
	quota_spend(proof->peer->account, quota_now(), proof->built.searched,
	            clock_now_ns() - proof->started_ns);
	peers_drop(proof->peer);
	proof->peer = NULL;
	if (proof->err != ERR_OK)
		wirebuf_fini(&proof->out);
	proof->state = proof->err == ERR_OK ? PROOF_READY : PROOF_PROVEN;
	proofs->bytes += proof->out.length;
	log_line(proof->err == ERR_INTERNAL ? LOG_ERROR : LOG_DEBUG, LOG_JOB,
	         "job=%llu event=certified bytes=%zu nodes=%u searched=%llu%s%s",
	         (unsigned long long)proof->id, proof->out.length, proof->built.nodes,
	         (unsigned long long)proof->built.searched, proof->err != ERR_OK ? " why=" : "",
	         proof->err != ERR_OK ? err_name(proof->err) : "");
	for (unsigned i = 0; i < proof->waiting_count; i++)
		tell_one(proof, proof->waiting[i]);
	proof->waiting_count = 0;
	if (proof->dropped)
		proofs_drop(proof);
	if (proofs->building_count == 0)
		proofs->idle_cb(proofs);
}

/* limit sets what the build may cost, as the request asks and within the server's limits. */
static void limit(proof_t *proof, const msg_certificate_t *asked)
{
	const uint64_t ms = asked->time_ms > 0 ? asked->time_ms : MAKING_MOST_MS;
	const bool own = asked->nodes > 0 && asked->nodes < SEARCH_NODES_MAX;

	proof->budget = (budget_t){.nodes = own ? asked->nodes : SEARCH_NODES_MAX,
	                           .end_ns = clock_now_ns() + ms * NS_PER_MS,
	                           .cancel = &proof->cancel,
	                           .made = &proof->made};
	atomic_store_explicit(&proof->made, 0, memory_order_relaxed);
	atomic_store_explicit(&proof->cancel, false, memory_order_relaxed);
}

/* admit tells whether `peer` may have one more certificate made now. ERR_BUSY, and *retry_ms: too
 * many are being made or kept. A build will have ended after about the mean; whoever asks again
 * then may be refused once more, as clients ask for many at once and few take long. */
static err_t admit(const proofs_t *proofs, const peer_t *peer, uint64_t *retry_ms, errinfo_t *why)
{
	const bound_t bound = {.what = "certificates",
	                       .doing = "being made",
	                       .settings = "peer_share",
	                       .of_peer = peer->certificates,
	                       .used = proofs->building_count,
	                       .most = BUILDS_MAX};
	bound_hit_t hit;

	if (peers_admit(peer, &bound, &hit, why) != ERR_OK) {
		*retry_ms = peers_retry(proofs->mean_ms);
		return ERR_BUSY;
	}
	if (proofs->bytes >= KEPT_BYTES_MAX) {
		*retry_ms = FULL_RETRY_MS;
		return err_fail(why, ERR_BUSY, "certificates of %d bytes together are kept already",
		                KEPT_BYTES_MAX);
	}
	*retry_ms = 0;
	return ERR_OK;
}

/* build begins to make the certificate; errors as admit. */
static err_t build(proof_t *proof, peer_t *peer, const msg_certificate_t *asked, uint64_t *retry_ms,
                   errinfo_t *why)
{
	proofs_t *proofs = proof->proofs;
	const err_t err = admit(proofs, peer, retry_ms, why);

	assert(proof->state == PROOF_PROVEN && proof->peer == NULL && !proof->dropped);
	if (err != ERR_OK)
		return err;
	proof->built_node.run = built_cb;
	wirebuf_init(&proof->out, CERTIFICATE_BYTES_MAX);
	limit(proof, asked);
	proof->started_ns = clock_now_ns();
	if (background_begin(proofs->background, build_main, proof) != ERR_OK)
		return err_fail(why, ERR_NOMEM, "no thread to make a certificate");
	proof->state = PROOF_BUILDING;
	proof->peer = peers_hold(peer);
	peer->certificates++;
	list_add(&proofs->building, &proof->link);
	proofs->building_count++;
	return ERR_OK;
}

/* wait_for has job.certified sent to `conn`. ERR_BUSY: too many connections wait already. */
static err_t wait_for(proof_t *proof, const conn_t *conn, errinfo_t *why)
{
	for (unsigned i = 0; i < proof->waiting_count; i++)
		if (proof->waiting[i] == conn->node.id)
			return ERR_OK;
	if (proof->waiting_count == WAITING_MAX)
		return err_fail(why, ERR_BUSY, "%d connections wait for it already", WAITING_MAX);
	proof->waiting[proof->waiting_count++] = conn->node.id;
	return ERR_OK;
}

err_t proofs_ask(proof_t *proof, conn_t *conn, const msg_certificate_t *asked, msg_piece_t *out,
                 uint64_t *retry_ms, errinfo_t *why)
{
	const uint64_t offset = asked->offset;
	err_t err = ERR_OK;

	*out = (msg_piece_t){.job = proof->id};
	if (proof->state == PROOF_PROVEN)
		err = build(proof, conn->peer, asked, retry_ms, why);
	if (err != ERR_OK)
		return err;
	if (proof->state == PROOF_BUILDING) { /* its bytes are the thread's */
		err = wait_for(proof, conn, why);
		out->made = atomic_load_explicit(&proof->made, memory_order_relaxed);
		*retry_ms = err != ERR_OK ? FULL_RETRY_MS : 0;
		return err;
	}
	if (offset > proof->out.length)
		return err_at(why, ERR_RANGE, "params.offset", "%llu is beyond its %zu bytes",
		              (unsigned long long)offset, proof->out.length);
	out->ready = true;
	out->bytes = proof->out.length;
	out->piece = (const char *)proof->out.data + offset;
	out->length = proof->out.length - offset;
	if (out->length > PIECE_BYTES_MAX)
		out->length = PIECE_BYTES_MAX;
	return ERR_OK;
}

void proofs_conn_gone(proofs_t *proofs, const conn_t *conn)
{
	for (link_t *at = proofs->building.next; at != &proofs->building; at = at->next) {
		proof_t *proof = LIST_ENTRY(at, proof_t, link);

		for (unsigned i = 0; i < proof->waiting_count; i++)
			if (proof->waiting[i] == conn->node.id)
				proof->waiting[i] = proof->waiting[--proof->waiting_count];
		if (proof->waiting_count == 0)
			atomic_store_explicit(&proof->cancel, true, memory_order_relaxed);
	}
}

void proofs_cancel_all(proofs_t *proofs)
{
	for (link_t *at = proofs->building.next; at != &proofs->building; at = at->next)
		atomic_store_explicit(&LIST_ENTRY(at, proof_t, link)->cancel, true,
		                      memory_order_relaxed);
}
