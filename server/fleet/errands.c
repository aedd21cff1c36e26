/* SPDX-License-Identifier: MIT
 * errands.c - see errands.h. */
#include "server/fleet/errands.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/admission.h"
#include "server/durable_record.h"
#include "server/fleet/front.h"
#include "server/fleet/outcome.h"
#include "server/fleet/witness.h"
#include "server/handle_job.h"
#include "server/log.h"
#include "server/subscriptions.h"

/* A front that has errands here, or had some. */
typedef struct {
	link_t link; /* in errands->patrons */
	errands_t *errands;
	member_t who;
	uint64_t heard_ms;
	peer_t *peer; /* a reference */
	link_t all;   /* its errands */
	unsigned count;
} patron_t;

typedef struct errand {
	link_t link; /* in patron->all */
	patron_t *patron;
	record_t *record;
	uint64_t number;
	uint64_t progress_ms, told_ms; /* 0: it is not watched */
	bool is_stopped;               /* nobody wants to hear of its end */
} errand_t;

struct errands {
	errands_conf_t conf;
	witness_t *witness;
	link_t patrons;
	unsigned patron_count;
	bool is_draining;
	errands_counts_t counts;
};

errands_t *errands_create(const errands_conf_t *conf)
{
	errands_t *errands = mem_alloc(sizeof(*errands));

	if (errands == NULL)
		return NULL;
	errands->conf = *conf;
	list_init(&errands->patrons);
	errands->witness = witness_create(&(witness_conf_t){.server = conf->server,
	                                                    .self = conf->self,
	                                                    .send_cb = conf->send_cb,
	                                                    .context = conf->context});
	if (errands->witness == NULL) {
		mem_free(errands, sizeof(*errands));
		return NULL;
	}
	return errands;
}

static uint64_t now(const errands_t *errands)
{
	return uv_now(errands->conf.server->loop);
}

static void patron_free(patron_t *patron)
{
	assert(patron->count == 0);
	list_drop(&patron->link);
	patron->errands->patron_count--;
	peers_drop(patron->peer);
	mem_free(patron, sizeof(*patron));
}

void errands_free(errands_t *errands)
{
	if (errands == NULL)
		return;
	while (!list_empty(&errands->patrons))
		patron_free(LIST_ENTRY(errands->patrons.next, patron_t, link));
	witness_free(errands->witness);
	mem_free(errands, sizeof(*errands));
}

static patron_t *find_patron(const errands_t *errands, const char *name)
{
	for (link_t *at = errands->patrons.next; at != &errands->patrons; at = at->next) {
		patron_t *patron = LIST_ENTRY(at, patron_t, link);

		if (strcmp(patron->who.name, name) == 0)
			return patron;
	}
	return NULL;
}

static errand_t *find_errand(const patron_t *patron, uint64_t number)
{
	for (link_t *at = patron->all.next; at != &patron->all; at = at->next) {
		errand_t *errand = LIST_ENTRY(at, errand_t, link);

		if (errand->number == number && !errand->is_stopped)
			return errand;
	}
	return NULL;
}

/* stop has an errand end, of which nobody is told. */
static void stop(errand_t *errand)
{
	if (errand->is_stopped)
		return;
	errand->is_stopped = true;
	errand->patron->errands->counts.cancelled++;
	solver_cancel(errand->record->job);
}

static void stop_all(const patron_t *patron)
{
	for (link_t *at = patron->all.next; at != &patron->all; at = at->next)
		stop(LIST_ENTRY(at, errand_t, link));
}

/* hear notes that a front is there; its former self is not, if that was another. */
static void hear(patron_t *patron, const member_t *who)
{
	patron->heard_ms = now(patron->errands);
	if (patron->who.id == who->id)
		return;
	stop_all(patron);
	patron->who.id = who->id;
}

/* patron_of finds or makes the entry of a front; NULL: no memory, or there are too many. */
static patron_t *patron_of(errands_t *errands, const member_t *who)
{
	patron_t *patron = find_patron(errands, who->name);

	if (patron == NULL && errands->patron_count < ERRANDS_FRONTS) {
		patron = mem_alloc(sizeof(*patron));
		if (patron == NULL)
			return NULL;
		patron->peer = peers_of_front(&errands->conf.server->peers, who->name);
		if (patron->peer == NULL) {
			mem_free(patron, sizeof(*patron));
			return NULL;
		}
		patron->errands = errands;
		patron->who = *who;
		list_init(&patron->link);
		list_init(&patron->all);
		list_add(&errands->patrons, &patron->link);
		errands->patron_count++;
	}
	if (patron != NULL)
		hear(patron, who);
	return patron;
}

/* room_without tells how much room there is when so many of the jobs that are here have gone. */
static unsigned room_without(const errands_t *errands, unsigned gone)
{
	const server_t *server = errands->conf.server;
	const unsigned out = server->jobs.front != NULL ? front_counts(server->jobs.front).out : 0;
	const unsigned all = server->jobs.active_count + server->batches.running;
	const unsigned here = all > out + gone ? all - out - gone : 0;
	const unsigned places = errands_places(errands);

	return places > here ? places - here : 0;
}

/* begin begins a message about jobs of a front. */
static void begin(const errands_t *errands, wirebuf_t *out, message_kind_t kind, uint64_t number,
                  uint32_t fields)
{
	wirebuf_init(out, BUS_MESSAGE_MOST);
	messages_open_about(out, kind, errands->conf.self, number, fields);
}

/* post sends a message to a front, and frees it. */
static void post(const errands_t *errands, bus_care_t care, const char *name, wirebuf_t *message)
{
	if (message->failed == ERR_OK)
		(void)errands->conf.send_cb(errands->conf.context, care, FLEET_NEWS, name, message);
	wirebuf_fini(message);
}

static void decline(errands_t *errands, const message_t *asked, bool is_lasting, const char *why)
{
	wirebuf_t message;

	errands->counts.declined++;
	begin(errands, &message, MESSAGE_DECLINED, asked->number, 3);
	put_text(&message, "free");
	put_uint(&message, errands_room(errands));
	put_text(&message, "lasting");
	put_bool(&message, is_lasting);
	put_text(&message, "why");
	put_text(&message, why);
	post(errands, BUS_KEPT, asked->from.name, &message);
}

/* submit begins the search for an errand. */
static err_t submit(errand_t *errand, const message_t *asked, codec_t *codec, errinfo_t *why)
{
	server_t *server = errand->patron->errands->conf.server;
	msg_submitted_t bounded = {.job = 0};
	msg_submit_t msg;
	err_t err =
	        durable_record_submit(codec, (const uint8_t *)asked->body, asked->count, &msg, why);

	if (err != ERR_OK)
		return err;
	msg.detach = false; /* its front has set the limits, and is there */
	msg.limits.time_ms = asked->time_ms;
	err = admission_job(&server->conf, &msg, &bounded, why);
	if (err == ERR_OK && (bounded.time_ms > 0 || bounded.nodes > 0))
		err = err_fail(why, ERR_RANGE, "this server's jobs have limits of time or nodes");
	return err == ERR_OK
	               ? handle_job_again(server, errand->patron->peer, &msg, &errand->record, why)
	               : err;
}

/* set_watched has its front told of an errand's progress every so many ms, 0: never. */
static void set_watched(errand_t *errand, uint64_t progress_ms)
{
	if ((progress_ms > 0) != (errand->progress_ms > 0))
		subscriptions_want(errand->record, progress_ms > 0);
	errand->progress_ms = progress_ms;
}

/* take takes a job that there is room for. */
static void take(errands_t *errands, patron_t *patron, const message_t *asked, codec_t *codec)
{
	errand_t *errand = mem_alloc(sizeof(*errand));
	errinfo_t why = {.text = "out of memory"};
	err_t err = ERR_NOMEM;

	if (errand != NULL) {
		errand->patron = patron;
		errand->number = asked->number;
		list_init(&errand->link);
		err = submit(errand, asked, codec, &why);
	}
	if (err != ERR_OK) {
		mem_free(errand, sizeof(*errand));
		decline(errands, asked, err != ERR_NOMEM, why.text);
		return;
	}
	errand->record->errand = errand;
	set_watched(errand, asked->progress_ms);
	list_add(&patron->all, &errand->link);
	patron->count++;
	errands->counts.taken++;
	if (errands->counts.running++ == 0)
		errands->conf.busy_cb(errands->conf.context);
}

void errands_take(errands_t *errands, const message_t *message, codec_t *codec)
{
	patron_t *patron = patron_of(errands, &message->from);

	if (patron == NULL)
		decline(errands, message, false,
		        "there are too many fronts, or there is no memory");
	else if (errands->is_draining)
		decline(errands, message, false, "it is ending");
	else if (find_errand(patron, message->number) != NULL)
		return; /* it came twice */
	else if (errands->counts.running >= 2 * errands_places(errands))
		decline(errands, message, false, "it has enough to do");
	else
		take(errands, patron, message, codec);
}

/* find finds an errand of who sends a message. */
static errand_t *find(const errands_t *errands, const member_t *from, uint64_t number)
{
	const patron_t *patron = find_patron(errands, from->name);

	return patron != NULL && patron->who.id == from->id ? find_errand(patron, number) : NULL;
}

void errands_stop(errands_t *errands, const message_t *message)
{
	for (unsigned i = 0; i < message->numbers; i++) {
		errand_t *errand = find(errands, &message->from, message->numbered[i]);

		if (errand != NULL)
			stop(errand);
	}
}

void errands_watch(errands_t *errands, const message_t *message)
{
	errand_t *errand = find(errands, &message->from, message->number);

	if (errand != NULL)
		set_watched(errand, message->progress_ms);
}

void errands_here(errands_t *errands, const message_t *message)
{
	patron_t *patron = find_patron(errands, message->from.name);

	if (patron != NULL)
		hear(patron, &message->from);
}

void errands_prove(errands_t *errands, const message_t *message)
{
	witness_ask(errands->witness, message);
}

void errands_progressed(record_t *record)
{
	errand_t *errand = record->errand;
	const errands_t *errands = errand->patron->errands;
	progress_t progress;
	wirebuf_t message;

	if (errand->progress_ms == 0 || errand->is_stopped ||
	    now(errands) - errand->told_ms < errand->progress_ms)
		return;
	errand->told_ms = now(errands);
	job_progress(record->job, &progress);
	begin(errands, &message, MESSAGE_PROGRESS, errand->number, 1);
	put_text(&message, "progress");
	outcome_write_progress(&message, &progress);
	post(errands, BUS_FRESH, errand->patron->who.name, &message);
}

void errands_ended(record_t *record, const result_t *result)
{
	errand_t *errand = record->errand;
	patron_t *patron = errand->patron;
	errands_t *errands = patron->errands;
	wirebuf_t message;

	record->errand = NULL;
	set_watched(errand, 0);
	list_drop(&errand->link);
	patron->count--;
	errands->counts.running--;
	if (!errand->is_stopped) {
		errands->counts.done++;
		witness_keep(errands->witness, &patron->who, errand->number, record->job);
		begin(errands, &message, MESSAGE_DONE, errand->number, 2);
		put_text(&message, "free");
		put_uint(&message, room_without(errands, 1)); /* its record is still there */
		put_text(&message, "outcome");
		outcome_write(&message, result);
		post(errands, BUS_KEPT, patron->who.name, &message);
	}
	mem_free(errand, sizeof(*errand));
}

/* renew tells a front which errands of its are here. */
static void renew(const patron_t *patron)
{
	const link_t *at = patron->all.next;
	unsigned left = patron->count;

	while (left > 0) {
		const unsigned count = left < FLEET_NUMBERS ? left : FLEET_NUMBERS;
		wirebuf_t message;

		wirebuf_init(&message, BUS_MESSAGE_MOST);
		messages_open(&message, MESSAGE_RENEW, patron->errands->conf.self, 1);
		put_text(&message, "numbers");
		put_array(&message, count);
		for (unsigned i = 0; i < count; i++, at = at->next)
			put_uint(&message, LIST_ENTRY(at, const errand_t, link)->number);
		post(patron->errands, BUS_FRESH, patron->who.name, &message);
		left -= count;
	}
}

void errands_tick(errands_t *errands)
{
	for (link_t *at = errands->patrons.next, *next; at != &errands->patrons; at = next) {
		patron_t *patron = LIST_ENTRY(at, patron_t, link);
		const bool is_gone = now(errands) - patron->heard_ms > ERRANDS_SILENCE_MS;

		next = at->next;
		if (is_gone && patron->count > 0) {
			log_line(LOG_NOTICE, LOG_SERVER, "event=fleet-front-silent name=%s jobs=%u",
			         patron->who.name, patron->count);
			stop_all(patron);
		} else if (is_gone) {
			patron_free(patron);
		} else {
			renew(patron);
		}
	}
}

void errands_drain(errands_t *errands)
{
	errands->is_draining = true;
	witness_stop(errands->witness);
}

bool errands_busy(const errands_t *errands)
{
	return witness_busy(errands->witness);
}

unsigned errands_places(const errands_t *errands)
{
	return errands->is_draining ? 0
	                            : ERRANDS_AHEAD * solver_workers(errands->conf.server->solver) +
	                                      ERRANDS_MORE;
}

unsigned errands_room(const errands_t *errands)
{
	return room_without(errands, 0);
}

errands_counts_t errands_counts(const errands_t *errands)
{
	return errands->counts;
}
