/* SPDX-License-Identifier: MIT
 * witness.c - see witness.h. */
#include "server/fleet/witness.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/certify.h"
#include "engine/solve/thread_priority.h"
#include "server/log.h"

/* Something that was found, in the ring of the last ones. */
typedef struct {
	member_t front;
	uint64_t number; /* 0: nothing is here, or it is being made or was asked for */
	proven_t proven;
} proven_result_t;

struct witness {
	witness_conf_t conf;
	proven_result_t kept[WITNESS_KEPT];
	unsigned next; /* to be overwritten */
	proven_result_t waiting[WITNESS_WAITING];
	unsigned waiting_count;
	bool is_stopping, is_making;

	/* Of the one that is being made. */
	proven_result_t made;
	_Atomic bool cancel;
	_Atomic uint64_t nodes;
	budget_t budget;
	wirebuf_t out;
	err_t err;
	errinfo_t why;
	bridge_node_t node;
};

witness_t *witness_create(const witness_conf_t *conf)
{
	witness_t *witness = mem_alloc(sizeof(*witness));

	if (witness != NULL)
		witness->conf = *conf;
	return witness;
}

static void forget(proven_result_t *result)
{
	proven_fini(&result->proven);
	*result = (proven_result_t){.number = 0};
}

void witness_free(witness_t *witness)
{
	if (witness == NULL)
		return;
	assert(!witness->is_making);
	for (unsigned i = 0; i < WITNESS_KEPT; i++)
		forget(&witness->kept[i]);
	for (unsigned i = 0; i < witness->waiting_count; i++)
		forget(&witness->waiting[i]);
	mem_free(witness, sizeof(*witness));
}

void witness_keep(witness_t *witness, const member_t *front, uint64_t number, const job_t *job)
{
	proven_result_t *to = &witness->kept[witness->next];
	proven_result_t result = {.front = *front, .number = number};
	errinfo_t why;

	if (proven_of_job(job, &result.proven, &why) != ERR_OK)
		return;
	forget(to);
	*to = result;
	witness->next = (witness->next + 1) % WITNESS_KEPT;
}

/* answer tells a front the certificate, or why there is none. */
static void answer(const witness_t *witness, const char *front, uint64_t number,
                   const uint8_t *bytes, size_t count, const char *why)
{
	const witness_conf_t *conf = &witness->conf;
	wirebuf_t message;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open_about(&message, MESSAGE_PROOF, conf->self, number, 2);
	put_text(&message, "certificate");
	put_bin(&message, bytes, count);
	put_text(&message, "why");
	put_text(&message, why);
	if (message.failed == ERR_OK)
		(void)conf->send_cb(conf->context, BUS_KEPT, FLEET_NEWS, front, &message);
	wirebuf_fini(&message);
}

/* take is the sink of the certificate. */
static bool take(void *to, const void *bytes, size_t length) /* its thread */
{
	wirebuf_t *out = to;

	put_raw(out, bytes, length);
	return out->failed == ERR_OK;
}

static void *make_main(void *context) /* its thread */
{
	witness_t *witness = context;
	server_t *server = witness->conf.server;
	const certificate_sink_t sink = {take, &witness->out};
	proof_built_t built;

	thread_priority_set(server->proofs.priority);
	witness->err = certify_proven(server->solver, &witness->made.proven, &witness->budget, sink,
	                              &built, &witness->why);
	if (witness->out.failed != ERR_OK)
		witness->err = err_fail(&witness->why, witness->out.failed,
		                        "it is longer than %d bytes", WITNESS_BYTES);
	bridge_post(server->bridge, &witness->node);
	return NULL;
}

static void make_next(witness_t *witness);

static void made_cb(bridge_node_t *node)
{
	witness_t *witness = LIST_ENTRY(node, witness_t, node);
	jobs_t *jobs = &witness->conf.server->jobs;
	const bool is_made = witness->err == ERR_OK;

	if (!witness->is_stopping)
		answer(witness, witness->made.front.name, witness->made.number, witness->out.data,
		       is_made ? witness->out.length : 0, is_made ? "" : witness->why.text);
	wirebuf_fini(&witness->out);
	forget(&witness->made);
	witness->is_making = false;
	make_next(witness);
	if (!witness->is_making)
		jobs->idle_cb(jobs);
}

/* make_next begins with the certificate that was asked for first. */
static void make_next(witness_t *witness)
{
	while (witness->waiting_count > 0 && !witness->is_making && !witness->is_stopping) {
		witness->made = witness->waiting[0];
		witness->waiting_count--;
		memmove(witness->waiting, witness->waiting + 1,
		        witness->waiting_count * sizeof(witness->waiting[0]));
		atomic_store(&witness->nodes, 0);
		witness->budget = (budget_t){.nodes = WITNESS_NODES,
		                             .end_ns = clock_now_ns() +
		                                       (uint64_t)WITNESS_MAKING_MS * NS_PER_MS,
		                             .cancel = &witness->cancel,
		                             .made = &witness->nodes};
		wirebuf_init(&witness->out, WITNESS_BYTES);
		witness->node.run = made_cb;
		witness->is_making = background_begin(&witness->conf.server->background, make_main,
		                                      witness) == ERR_OK;
		if (witness->is_making)
			return;
		answer(witness, witness->made.front.name, witness->made.number, NULL, 0,
		       "it has no thread for that");
		forget(&witness->made);
	}
}

static proven_result_t *find(witness_t *witness, const member_t *front, uint64_t number)
{
	for (unsigned i = 0; i < WITNESS_KEPT; i++) {
		proven_result_t *result = &witness->kept[i];

		if (result->number == number && result->front.id == front->id &&
		    strcmp(result->front.name, front->name) == 0)
			return result;
	}
	return NULL;
}

void witness_ask(witness_t *witness, const message_t *message)
{
	proven_result_t *result =
	        message->number != 0 ? find(witness, &message->from, message->number) : NULL;

	if (result == NULL) { /* or it comes twice */
		answer(witness, message->from.name, message->number, NULL, 0, "it is forgotten");
	} else if (witness->waiting_count == WITNESS_WAITING || witness->is_stopping) {
		answer(witness, message->from.name, message->number, NULL, 0,
		       "it has enough to do");
	} else {
		witness->waiting[witness->waiting_count++] = *result;
		*result = (proven_result_t){.number = 0};
		make_next(witness);
	}
}

void witness_stop(witness_t *witness)
{
	witness->is_stopping = true;
	atomic_store(&witness->cancel, true);
}

bool witness_busy(const witness_t *witness)
{
	return witness->is_making;
}
