/* SPDX-License-Identifier: MIT
 * front.c - see front.h.
 *
 * What it has of a job, a parcel (parcels.h), is found by the job, since the solver picks what goes
 * out: under its lock it asks `suits`, which looks at parcels alone, and at what is in sent.h. */
#include "server/fleet/front.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "engine/solve/lend.h"
#include "server/fleet/leases.h"
#include "server/fleet/members.h"
#include "server/fleet/outcome.h"
#include "server/fleet/parcels.h"
#include "server/fleet/sent.h"
#include "server/log.h"

/* What is known of a worker beside its placement. */
typedef struct {
	uint64_t id;
	bool is_there; /* it was said to have come */
} acquaintance_t;

struct front {
	front_conf_t conf;
	placement_t placement;
	acquaintance_t known[PLACEMENT_WORKERS];
	leases_t leases;
	sent_t sent;
	parcels_t parcels;
	front_counts_t counts;
	uint64_t watched_ms;  /* when front_tick last looked at who is watched */
	uint64_t followed_ms; /* when nothing was found last that goes out without a place */
	bool has_place;       /* a worker is known that has one */
	bool is_connected;
	char last_settled_by[FLEET_NAME_BYTES];
};

front_t *front_create(const front_conf_t *conf)
{
	front_t *front = mem_alloc(sizeof(*front));

	if (front == NULL)
		return NULL;
	front->conf = *conf;
	leases_init(&front->leases, conf->self->id / 2);
	sent_init(&front->sent);
	parcels_init(&front->parcels);
	return front;
}

void front_free(front_t *front)
{
	if (front == NULL)
		return;
	assert(front->counts.offered == 0);
	leases_fini(&front->leases);
	mem_free(front, sizeof(*front));
}

static uint64_t now(const front_t *front)
{
	return uv_now(front->conf.loop);
}

void front_offer(front_t *front, job_t *job, uint64_t job_id, const msg_submit_t *msg,
                 const char *game, const atomic_bool *wanted)
{
	parcel_t *parcel = front != NULL ? parcels_add(&front->parcels, job, msg) : NULL;

	if (parcel == NULL)
		return;
	parcel->job_id = job_id;
	parcel->kind = placement_kind(&front->placement, game, msg->goal.type);
	parcel->wanted = wanted;
	if (msg->limits.time_ms > 0)
		parcel->deadline_ms = now(front) + msg->limits.time_ms;
	if (front->counts.offered++ == 0)
		front->conf.busy_cb(front->conf.context);
}

/* begin begins a message to a worker about a job. */
static void begin(const front_t *front, wirebuf_t *out, message_kind_t kind, uint64_t number,
                  uint32_t fields)
{
	wirebuf_init(out, BUS_MESSAGE_MOST);
	messages_open_about(out, kind, front->conf.self, number, fields);
}

/* post sends a message to a worker, and frees it; false: it is lost. */
static bool post(front_t *front, bus_care_t care, unsigned worker, wirebuf_t *message)
{
	const bool is_sent = message->failed == ERR_OK &&
	                     front->conf.send_cb(front->conf.context, care, FLEET_WORK,
	                                         front->placement.worker[worker].name, message);

	wirebuf_fini(message);
	return is_sent;
}

static void send_stop(front_t *front, unsigned worker, uint64_t number)
{
	wirebuf_t message;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open(&message, MESSAGE_STOP, front->conf.self, 1);
	put_text(&message, "numbers");
	put_array(&message, 1);
	put_uint(&message, number);
	(void)post(front, BUS_KEPT, worker, &message);
}

static uint64_t progress_ms(const parcel_t *parcel)
{
	return parcel->is_watched ? FRONT_WATCH_MS : 0;
}

static bool is_watched(const parcel_t *parcel)
{
	return parcel->wanted != NULL && atomic_load_explicit(parcel->wanted, memory_order_relaxed);
}

static bool send_work(front_t *front, parcel_t *parcel, unsigned worker)
{
	const uint64_t at = now(front);
	wirebuf_t message;

	parcel->is_watched = is_watched(parcel);
	begin(front, &message, MESSAGE_WORK, parcel->lease.node.id, 3);
	put_text(&message, "time_ms");
	put_uint(&message, parcel->deadline_ms == 0   ? 0
	                   : parcel->deadline_ms > at ? parcel->deadline_ms - at
	                                              : 1);
	put_text(&message, "progress_ms");
	put_uint(&message, progress_ms(parcel));
	put_text(&message, "body");
	put_bin(&message, parcel->body, parcel->count);
	return post(front, BUS_KEPT, worker, &message);
}

/* take_back ends the lease of a job that is out. */
static void take_back(front_t *front, parcel_t *parcel)
{
	assert(parcel->is_out);
	placement_back(&front->placement, parcel->lease.worker);
	leases_end(&front->leases, &parcel->lease);
	front->counts.out--;
	parcel->is_out = false;
}

const char *front_ended(front_t *front, const job_t *job, const result_t *result)
{
	parcel_t *parcel = front != NULL ? parcels_find(&front->parcels, job) : NULL;

	if (parcel == NULL)
		return "";
	if (parcel->is_out) {
		send_stop(front, parcel->lease.worker, parcel->lease.node.id);
		take_back(front, parcel);
	}
	if (result->worked_ns > 0 && !result->remembered)
		placement_learn(&front->placement, parcel->kind,
		                (double)result->worked_ns / NS_PER_MS);
	strbuf_copy(front->last_settled_by, sizeof(front->last_settled_by),
	            parcel->settled_by.name);
	if (parcel->settled_by.name[0] != '\0' && result->value != VALUE_UNDECIDED)
		audit_settled(front->conf.audit, &parcel->settled_by, parcel->settled_number,
		              parcel->job_id, job);
	parcels_drop(parcel);
	assert(front->counts.offered > 0);
	front->counts.offered--;
	return front->last_settled_by;
}

/* chosen_before returns the worker to which another job was sent that asks the same, or -1: there
 * is none, or it takes no jobs. */
static int chosen_before(const front_t *front, const parcel_t *parcel)
{
	const char *name = sent_find(&front->sent, parcel->question, now(front));
	const int worker = name != NULL ? placement_find(&front->placement, name) : -1;

	return worker >= 0 && placement_takes(&front->placement, (unsigned)worker, now(front),
	                                      FRONT_SILENCE_MS)
	               ? worker
	               : -1;
}

/* send_sent tells the other fronts what they are to be told. */
static void send_sent(front_t *front)
{
	wirebuf_t message;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	sent_write(&front->sent, front->conf.self, now(front), &message);
	if (message.failed == ERR_OK)
		(void)front->conf.send_cb(front->conf.context, BUS_FRESH, FLEET_SENT, "", &message);
	wirebuf_fini(&message);
}

/* tell_sent notes, and has the others told, which worker has a job. */
static void tell_sent(front_t *front, parcel_t *parcel)
{
	const char *name = front->placement.worker[parcel->lease.worker].name;

	parcel->told_ms = now(front);
	if (parcel->question == 0)
		return;
	sent_note(&front->sent, parcel->question, name, now(front));
	if (sent_tell(&front->sent, parcel->question, name))
		return;
	send_sent(front);
	(void)sent_tell(&front->sent, parcel->question, name); /* there is room now */
}

void front_sent(front_t *front, const message_t *message)
{
	for (unsigned i = 0; i < message->numbers; i++)
		sent_note(&front->sent, message->numbered[i], message->workers[i], now(front));
}

/* suits runs with the solver's lock. */
static bool suits(const job_t *job, uint64_t ran_ns, void *context)
{
	front_t *front = context;
	const parcel_t *parcel = parcels_find(&front->parcels, job);

	return parcel != NULL && !parcel->stays &&
	       placement_may_leave(placement_expected_ms(&front->placement, parcel->kind),
	                           (double)ran_ns / NS_PER_MS, front->conf.small_ms) &&
	       (front->has_place || chosen_before(front, parcel) >= 0);
}

/* hand_out sends a job to a worker; false: it cannot be sent. */
static bool hand_out(front_t *front, parcel_t *parcel, unsigned worker)
{
	leases_grant(&front->leases, &parcel->lease, worker, now(front));
	placement_sent(&front->placement, worker);
	parcel->is_out = true;
	front->counts.out++;
	if (send_work(front, parcel, worker)) {
		front->counts.sent++;
		tell_sent(front, parcel);
		return true;
	}
	take_back(front, parcel);
	parcel->stays = parcel->count > BUS_MESSAGE_MOST / 2;
	(void)lend_return(parcel->job);
	return false;
}

/* next_out returns a job that goes out, or NULL: there is none. Where no worker has a free place it
 * is one that asks what a worker was sent already; such jobs are looked for now and then. */
static parcel_t *next_out(front_t *front)
{
	job_t *job;

	if (!front->has_place && now(front) - front->followed_ms < FRONT_FOLLOW_MS)
		return NULL;
	job = lend_next(front->conf.solver, suits, front);
	if (job == NULL) {
		if (!front->has_place)
			front->followed_ms = now(front);
		return NULL;
	}
	job_release(job); /* who has offered it has it */
	return parcels_find(&front->parcels, job);
}

/* hand_out_all hands out what waits, as far as there are places. */
static void hand_out_all(front_t *front)
{
	int roomy = -1; /* a worker that has a free place */

	for (unsigned i = 0;
	     i < FRONT_AT_ONCE && front->is_connected && front->counts.out < front->counts.offered;
	     i++) {
		parcel_t *parcel;
		int worker;

		if (roomy < 0)
			roomy = placement_choose(&front->placement, now(front), FRONT_SILENCE_MS);
		front->has_place = roomy >= 0;
		parcel = next_out(front);
		if (parcel == NULL)
			return;
		worker = chosen_before(front, parcel);
		if (worker < 0)
			worker = roomy;
		assert(worker >= 0);
		if (worker == roomy)
			roomy = -1; /* this may have been its last place */
		if (!hand_out(front, parcel, (unsigned)worker))
			return;
	}
}

/* bring_home has a job that is out searched here, or by another. */
static void bring_home(front_t *front, parcel_t *parcel, const char *why)
{
	log_line(LOG_DEBUG, LOG_JOB, "event=fleet-back worker=%s number=%llu why=%s",
	         front->placement.worker[parcel->lease.worker].name,
	         (unsigned long long)parcel->lease.node.id, why);
	sent_forget(&front->sent, parcel->question,
	            front->placement.worker[parcel->lease.worker].name);
	take_back(front, parcel);
	(void)lend_return(parcel->job);
}

/* lose takes back a job of which nothing is heard any more. */
static void lose(front_t *front, parcel_t *parcel, const char *why)
{
	front->counts.lapsed++;
	parcel->lost += front->is_connected; /* else the broker is to blame */
	parcel->stays = parcel->stays || parcel->lost >= FRONT_TRIES;
	send_stop(front, parcel->lease.worker, parcel->lease.node.id);
	bring_home(front, parcel, why);
}

static void lose_all_of(front_t *front, unsigned worker)
{
	lease_t *lease;

	while ((lease = leases_of(&front->leases, worker)) != NULL)
		lose(front, LIST_ENTRY(lease, parcel_t, lease), "restarted");
}

/* meet notes that a worker has come, or has come again. */
static void meet(front_t *front, unsigned worker, const message_t *message)
{
	acquaintance_t *known = &front->known[worker];

	if (known->is_there && known->id == message->from.id)
		return;
	if (known->id != message->from.id)
		lose_all_of(front, worker);
	*known = (acquaintance_t){.id = message->from.id, .is_there = true};
	log_line(LOG_NOTICE, LOG_SERVER, "event=fleet-worker name=%s version=%s places=%u",
	         message->from.name, message->version, message->places);
}

void front_here(front_t *front, const message_t *message)
{
	const bool fits = members_fits(message) && message->places > 0;
	int worker = placement_find(&front->placement, message->from.name);

	if (!fits) { /* one that goes, is a front, or is another version's */
		if (worker >= 0)
			placement_left(&front->placement, (unsigned)worker);
		return;
	}
	worker = placement_heard(&front->placement, message->from.name, message->places,
	                         message->free, now(front));
	if (worker < 0)
		return;
	meet(front, (unsigned)worker, message);
	hand_out_all(front);
}

/* shut_out has a worker get no more jobs, and takes back those that it has. */
static void shut_out(front_t *front, unsigned worker, const errinfo_t *why)
{
	log_line(LOG_ERROR, LOG_SERVER, "event=fleet-shut-out worker=%s why=\"%s\"",
	         front->placement.worker[worker].name, why->text);
	placement_shut_out(&front->placement, worker);
	lose_all_of(front, worker);
}

void front_shut_out(front_t *front, const char *name, const errinfo_t *why)
{
	const int worker = placement_find(&front->placement, name);

	if (worker >= 0 && !front->placement.worker[worker].is_shut_out)
		shut_out(front, (unsigned)worker, why);
}

/* believe_no_more shuts a worker out that has told what cannot be. */
static void believe_no_more(front_t *front, unsigned worker, const errinfo_t *why)
{
	member_t who = {.id = front->known[worker].id};

	strbuf_copy(who.name, sizeof(who.name), front->placement.worker[worker].name);
	shut_out(front, worker, why);
	audit_suspect(front->conf.audit, &who);
}

/* read_result reads the result of a job. Errors as outcome_read. */
static err_t read_result(const parcel_t *parcel, const node_t *root, result_t *result,
                         errinfo_t *why)
{
	const node_t field = codec_field(root, "outcome");
	const err_t err = outcome_read(&field, job_position(parcel->job), result, why);

	if (err == ERR_OK && result->scope == SCOPE_HEURISTIC && !parcel->may_guess)
		return err_at(why, ERR_VALUE, "outcome.scope", "nobody has asked for a guess");
	return err;
}

/* done takes the result of a job. */
static void done(front_t *front, parcel_t *parcel, const node_t *root)
{
	const unsigned worker = parcel->lease.worker;
	result_t result;
	errinfo_t why;
	const err_t err = read_result(parcel, root, &result, &why);

	if (err == ERR_NOMEM) {
		bring_home(front, parcel, "memory");
	} else if (err != ERR_OK) {
		believe_no_more(front, worker, &why);
	} else if (result.state == JOB_CANCELLED) {
		bring_home(front, parcel, "cancelled");
	} else if (result.state == JOB_FAILED) {
		front->counts.failed++;
		parcel->stays = true;
		bring_home(front, parcel, "failed");
	} else {
		take_back(front, parcel);
		front->counts.settled++;
		strbuf_copy(parcel->settled_by.name, sizeof(parcel->settled_by.name),
		            front->placement.worker[worker].name);
		parcel->settled_by.id = front->known[worker].id;
		parcel->settled_number = parcel->lease.node.id;
		(void)lend_settle(parcel->job, &result); /* false: it was cancelled just now */
	}
}

static void declined(front_t *front, parcel_t *parcel, const message_t *message)
{
	front->counts.declined++;
	parcel->stays = parcel->stays || message->is_lasting;
	log_line(LOG_DEBUG, LOG_JOB, "event=fleet-declined worker=%s why=\"%s\"",
	         message->from.name, message->why);
	bring_home(front, parcel, "declined");
}

static void progressed(const parcel_t *parcel, const node_t *root)
{
	const node_t field = codec_field(root, "progress");
	progress_t progress;
	errinfo_t why;

	if (outcome_read_progress(&field, job_position(parcel->job), &progress, &why) == ERR_OK)
		lend_progress(parcel->job, &progress);
}

static void renewed(front_t *front, unsigned worker, const message_t *message)
{
	for (unsigned i = 0; i < message->numbers; i++) {
		lease_t *lease = leases_find(&front->leases, message->numbered[i], worker);

		if (lease != NULL)
			leases_renew(&front->leases, lease, now(front));
		else
			send_stop(front, worker, message->numbered[i]);
	}
}

/* about_job takes news of a job that a worker has. */
static void about_job(front_t *front, parcel_t *parcel, const message_t *message,
                      const node_t *root)
{
	if (message->kind == MESSAGE_DONE)
		done(front, parcel, root);
	else if (message->kind == MESSAGE_DECLINED)
		declined(front, parcel, message);
	else if (message->kind == MESSAGE_PROGRESS)
		progressed(parcel, root);
}

void front_news(front_t *front, const message_t *message, const node_t *root)
{
	const int worker = placement_find(&front->placement, message->from.name);
	lease_t *lease;

	if (worker < 0 || front->known[worker].id != message->from.id)
		return;
	if (message->kind == MESSAGE_RENEW) {
		renewed(front, (unsigned)worker, message);
		return;
	}
	if (message->kind == MESSAGE_PROOF) {
		audit_proof(front->conf.audit, message);
		return;
	}
	lease = leases_find(&front->leases, message->number, (unsigned)worker);
	if (lease != NULL)
		about_job(front, LIST_ENTRY(lease, parcel_t, lease), message, root);
	if (message->kind == MESSAGE_DONE || message->kind == MESSAGE_DECLINED) {
		placement_told(&front->placement, (unsigned)worker, message->free, now(front));
		hand_out_all(front);
	}
}

/* watch tells workers whether the progress of their jobs is wanted. */
static void watch(front_t *front)
{
	for (link_t *at = front->leases.by_end.next; at != &front->leases.by_end; at = at->next) {
		lease_t *lease = LIST_ENTRY(at, lease_t, link);
		parcel_t *parcel = LIST_ENTRY(lease, parcel_t, lease);
		wirebuf_t message;

		if (parcel->is_watched == is_watched(parcel))
			continue;
		parcel->is_watched = !parcel->is_watched;
		begin(front, &message, MESSAGE_WATCH, lease->node.id, 1);
		put_text(&message, "progress_ms");
		put_uint(&message, progress_ms(parcel));
		if (!post(front, BUS_FRESH, lease->worker, &message))
			parcel->is_watched = !parcel->is_watched;
	}
}

/* miss tells of workers that are not heard of any more. */
static void miss(front_t *front)
{
	for (unsigned i = 0; i < front->placement.workers; i++) {
		const fleet_worker_t *worker = &front->placement.worker[i];

		if (!front->known[i].is_there || now(front) - worker->heard_ms <= FRONT_SILENCE_MS)
			continue;
		front->known[i].is_there = false;
		log_line(LOG_WARNING, LOG_SERVER, "event=fleet-worker-silent name=%s jobs=%u",
		         worker->name, worker->out);
	}
}

/* tell_again tells the other fronts anew where jobs are that have been out for long. */
static void tell_again(front_t *front)
{
	for (link_t *at = front->leases.by_end.next; at != &front->leases.by_end; at = at->next) {
		parcel_t *parcel = LIST_ENTRY(LIST_ENTRY(at, lease_t, link), parcel_t, lease);

		if (now(front) - parcel->told_ms >= SENT_AGAIN_MS)
			tell_sent(front, parcel);
	}
}

void front_tick(front_t *front, bool is_connected)
{
	lease_t *lease;

	front->is_connected = is_connected;
	while ((lease = leases_lapsed(&front->leases, now(front))) != NULL)
		lose(front, LIST_ENTRY(lease, parcel_t, lease), "lapsed");
	if (now(front) - front->watched_ms >= FRONT_WATCH_MS) {
		front->watched_ms = now(front);
		watch(front);
		tell_again(front);
		miss(front);
		if (front->counts.out > 0)
			lend_expire(front->conf.solver);
	}
	hand_out_all(front);
	if (sent_due(&front->sent, now(front)))
		send_sent(front);
}

front_counts_t front_counts(const front_t *front)
{
	return front->counts;
}

unsigned front_places(const front_t *front)
{
	unsigned places = 0;

	for (unsigned i = 0; front != NULL && i < front->placement.workers; i++) {
		const fleet_worker_t *worker = &front->placement.worker[i];

		if (front->known[i].is_there && !worker->is_shut_out)
			places += worker->places;
	}
	return places;
}

const fleet_worker_t *front_worker(const front_t *front, const char *name)
{
	const int worker = placement_find(&front->placement, name);

	return worker >= 0 ? &front->placement.worker[worker] : NULL;
}
