/* SPDX-License-Identifier: MIT
 * facts.c - see facts.h. */
#include "server/fleet/facts.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hmac.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/base/strbuf.h"
#include "engine/store/question.h"
#include "protocol/put.h"
#include "server/fleet/chores.h"
#include "server/fleet/fact_audit.h"
#include "server/fleet/fact_outbox.h"
#include "server/fleet/fact_peers.h"
#include "server/fleet/fact_replay.h"
#include "server/log.h"

enum { PERCENT = 100 };

struct facts {
	facts_conf_t conf;
	store_t *store;
	fact_outbox_t outbox;
	fact_peers_t peers;
	fact_audit_t *audit;
	fact_replay_t *replay;
	chores_t chores;
	uv_timer_t flush; /* active while something is to be told */
	rng_t rng;
	facts_counts_t counts;
	uint64_t refused_ms; /* when something was last refused in the log */
	bool is_connected, is_stopping, has_timers;
	uint8_t parcel[FACTS_PARCEL_BYTES];
};

static uint64_t now(const facts_t *facts)
{
	return uv_now(facts->conf.server->loop);
}

/* tell sends a parcel of what was found here. */
static void tell(facts_t *facts)
{
	wirebuf_t message;
	unsigned count;
	const size_t bytes =
	        fact_outbox_take(&facts->outbox, facts->parcel, sizeof(facts->parcel), &count);

	if (count == 0)
		return;
	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open_facts(&message, MESSAGE_FACTS, facts->conf.self);
	put_bin(&message, facts->parcel, bytes);
	if (message.failed == ERR_OK &&
	    facts->conf.send_cb(facts->conf.context, BUS_FRESH, FLEET_FACTS, "", &message))
		facts->counts.sent += count;
	else
		facts->counts.lost += count;
	wirebuf_fini(&message);
}

static void flush_cb(uv_timer_t *timer)
{
	facts_t *facts = timer->data;

	tell(facts);
	if (!fact_outbox_waits(&facts->outbox))
		(void)uv_timer_stop(timer);
}

/* due_cb has facts told that have come; without a broker they wait for one. */
static void due_cb(void *context)
{
	facts_t *facts = context;

	if (facts->has_timers && facts->is_connected && !uv_is_active((uv_handle_t *)&facts->flush))
		(void)uv_timer_start(&facts->flush, flush_cb, FACTS_DELAY_MS, FACTS_DELAY_MS);
}

static void kept_cb(void *context, const fact_record_bytes_t *record) /* any thread */
{
	facts_t *facts = context;

	fact_outbox_add(&facts->outbox, record);
}

/* refuse counts what is no good, and says so once in a while. */
static void refuse(facts_t *facts, const char *name, const char *why)
{
	facts->counts.refused++;
	if (facts->refused_ms != 0 && now(facts) - facts->refused_ms < FACTS_REFUSED_MS)
		return;
	facts->refused_ms = now(facts);
	log_line(LOG_WARNING, LOG_SERVER, "event=fleet-facts-refused name=%s why=\"%s\"", name,
	         why);
}

/* take puts a fact of a peer's into the store. */
static void take(facts_t *facts, const fact_peer_t *peer, const fact_record_bytes_t *record)
{
	store_put(facts->store, record);
	fact_peers_took(&facts->peers, peer, store_name(record));
	facts->counts.taken++;
}

/* shut_out believes a peer no more, and drops what was taken from it. */
static void shut_out(facts_t *facts, fact_peer_t *peer)
{
	unsigned at = 0, dropped = 0;
	fact_name_t name;

	peer->is_shut_out = true;
	while (fact_peers_untake(&facts->peers, peer, &at, &name))
		dropped += store_forget(facts->store, name);
	facts->counts.dropped += dropped;
	fact_audit_drop(facts->audit, peer->name);
	log_line(LOG_ERROR, LOG_SERVER,
	         "event=fleet-facts-shut-out name=%s dropped=%u why=\"it has told a fact that is "
	         "false\"",
	         peer->name, dropped);
}

static void refuted(facts_t *facts, fact_peer_t *peer, const fact_record_bytes_t *record)
{
	fact_record_t r;

	if (!fact_record_open(record->byte, record->bytes, &r))
		return;
	facts->counts.refuted++;
	log_line(LOG_ERROR, LOG_SERVER,
	         "event=fleet-false-fact name=%s question=\"%.*s\" value=%s why=\"a search here "
	         "has found the opposite\"",
	         peer->name, (int)r.question_length, r.question, value_name((value_t)r.value));
	shut_out(facts, peer);
}

static void checked_cb(void *context, const char *name, const fact_record_bytes_t *record,
                       fact_verdict_t verdict)
{
	facts_t *facts = context;
	fact_peer_t *peer = fact_peers_note(&facts->peers, name, now(facts));

	if (peer == NULL || peer->is_shut_out)
		return;
	if (verdict == FACT_FALSE) {
		refuted(facts, peer, record);
		return;
	}
	if (verdict == FACT_TRUE)
		facts->counts.agreed++;
	else
		facts->counts.open++;
	take(facts, peer, record);
}

/* What was told, and is being looked at. */
typedef enum { FORM_GOOD, FORM_KNOWN, FORM_STRANGE } form_t;

typedef struct {
	chore_t chore;
	facts_t *facts;
	char name[FLEET_NAME_BYTES];
	unsigned facts_count;
	bool is_bad; /* from the last one on it is no parcel */
	uint8_t form[PARCEL_FACTS];
	size_t count;
	uint8_t bytes[];
} told_facts_t;

/* form_of looks at one record: would a lookup find it? */
static form_t form_of(store_t *store, const fact_record_bytes_t *record, question_t *q)
{
	fact_record_t r;
	errinfo_t why;

	if (store_has(store, store_name(record)))
		return FORM_KNOWN;
	if (!fact_record_open(record->byte, record->bytes, &r) ||
	    question_make(&r, record->hash, NULL, q, &why) != ERR_OK)
		return FORM_STRANGE;
	return FORM_GOOD;
}

static void told_run(chore_t *chore) /* the pool */
{
	told_facts_t *told = LIST_ENTRY(chore, told_facts_t, chore);
	question_t *q = mem_alloc(sizeof(*q));
	fact_record_bytes_t record;
	size_t at = 0;

	if (q == NULL)
		return;
	while (told->facts_count < PARCEL_FACTS &&
	       fact_parcel_take(told->bytes, told->count, &at, &record))
		told->form[told->facts_count++] = (uint8_t)form_of(told->facts->store, &record, q);
	told->is_bad = at != told->count;
	mem_free(q, sizeof(*q));
}

/* is_drawn: is this fact to be checked? */
static bool is_drawn(facts_t *facts, fact_peer_t *peer)
{
	const unsigned percent = (unsigned)facts->conf.server->conf.fleet_check_percent;

	if (percent == 0 ||
	    (peer->drawn >= FACTS_FIRST && rng_below(&facts->rng, PERCENT) >= percent))
		return false;
	peer->drawn++;
	return true;
}

static void take_all(facts_t *facts, const told_facts_t *told, fact_peer_t *peer)
{
	fact_record_bytes_t record;
	size_t at = 0;

	for (unsigned i = 0;
	     i < told->facts_count && fact_parcel_take(told->bytes, told->count, &at, &record);
	     i++) {
		if (told->form[i] == FORM_KNOWN)
			facts->counts.known++;
		else if (told->form[i] == FORM_STRANGE)
			refuse(facts, peer->name, "a lookup would not find the fact");
		else if (!is_drawn(facts, peer) ||
		         !fact_audit_add(facts->audit, peer->name, &record))
			take(facts, peer, &record);
		if (peer->is_shut_out)
			return;
	}
	if (told->is_bad)
		refuse(facts, peer->name, "it is no parcel of facts");
}

static void told_end(chore_t *chore, bool is_run)
{
	told_facts_t *told = LIST_ENTRY(chore, told_facts_t, chore);
	facts_t *facts = told->facts;
	fact_peer_t *peer = fact_peers_find(&facts->peers, told->name);

	if (is_run && !facts->is_stopping && peer != NULL && !peer->is_shut_out)
		take_all(facts, told, peer);
	mem_free(told, sizeof(*told) + told->count);
}

/* look_at has the form of a parcel looked at; false: there is too much to do. */
static bool look_at(facts_t *facts, const message_t *message)
{
	told_facts_t *told = mem_alloc(sizeof(*told) + message->count);

	if (told == NULL)
		return false;
	told->chore.run = told_run;
	told->chore.end = told_end;
	told->facts = facts;
	strbuf_copy(told->name, sizeof(told->name), message->from.name);
	told->count = message->count;
	memcpy(told->bytes, message->body, message->count);
	if (chores_add(&facts->chores, &told->chore))
		return true;
	mem_free(told, sizeof(*told) + told->count);
	return false;
}

/* is_full: does so much wait for the disk that others' facts would take what is found here its
 * place? */
static bool is_full(const facts_t *facts)
{
	store_stats_t stats;

	store_stats(facts->store, &stats);
	return stats.waiting >= FACTS_WAITING_MOST;
}

static void take_facts(facts_t *facts, const message_t *message)
{
	fact_peer_t *peer = fact_peers_note(&facts->peers, message->from.name, now(facts));

	if (peer == NULL || peer->is_shut_out)
		facts->counts.refused++;
	else if (!fact_peers_may(peer, message->count, now(facts)))
		refuse(facts, peer->name, "it tells too much at a time");
	else if (is_full(facts))
		refuse(facts, peer->name, "too many facts wait for the disk");
	else if (!look_at(facts, message))
		refuse(facts, peer->name, "too many messages wait");
}

void facts_message(facts_t *facts, const message_t *message)
{
	errinfo_t why;

	if (facts->is_stopping)
		return;
	if (message->store_rules != STORE_RULES || message->store_format != STORE_FORMAT)
		refuse(facts, message->from.name, "its facts have other rules, or another format");
	else if (message->kind == MESSAGE_FACTS)
		take_facts(facts, message);
	else if (!fact_replay_message(facts->replay, message, &why))
		refuse(facts, message->from.name, why.text);
}

static bool is_shut_out_cb(void *context, const char *name)
{
	facts_t *facts = context;
	const fact_peer_t *peer = fact_peers_find(&facts->peers, name);

	return peer != NULL && peer->is_shut_out;
}

static void idle_cb(void *context)
{
	const facts_t *facts = context;
	jobs_t *jobs = &facts->conf.server->jobs;

	jobs->idle_cb(jobs);
}

static bool make_parts(facts_t *facts)
{
	const facts_conf_t *conf = &facts->conf;

	facts->audit = fact_audit_create(&(fact_audit_conf_t){.server = conf->server,
	                                                      .self = conf->self,
	                                                      .checked_cb = checked_cb,
	                                                      .context = facts});
	facts->replay = fact_replay_create(&(fact_replay_conf_t){.loop = conf->server->loop,
	                                                         .store = facts->store,
	                                                         .self = conf->self,
	                                                         .members = conf->members,
	                                                         .chores = &facts->chores,
	                                                         .send_cb = conf->send_cb,
	                                                         .send_context = conf->context,
	                                                         .is_shut_out_cb = is_shut_out_cb,
	                                                         .context = facts});
	return fact_outbox_init(&facts->outbox, due_cb, facts) && facts->audit != NULL &&
	       facts->replay != NULL;
}

err_t facts_create(const facts_conf_t *conf, facts_t **out, errinfo_t *why)
{
	facts_t *facts;

	*out = NULL;
	if (conf->server->committer == NULL)
		return err_at(why, ERR_VALUE, "fleet_facts",
		              "there is no store to be shared (store)");
	facts = mem_alloc(sizeof(*facts));
	if (facts == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	facts->conf = *conf;
	facts->store = committer_store(conf->server->committer);
	if (!hmac_random((uint8_t *)&facts->rng, sizeof(facts->rng)))
		facts->rng = (rng_t){clock_now_ns()};
	chores_init(&facts->chores, conf->server->loop, idle_cb, facts);
	if (!make_parts(facts)) {
		facts_free(facts);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	*out = facts;
	return ERR_OK;
}

void facts_attach(facts_t *facts)
{
	fact_outbox_begin(&facts->outbox, facts->conf.server->bridge);
	committer_watch(facts->conf.server->committer, kept_cb, facts);
}

void facts_free(facts_t *facts)
{
	if (facts == NULL)
		return;
	assert(!chores_busy(&facts->chores));
	fact_audit_free(facts->audit);
	fact_replay_free(facts->replay);
	fact_outbox_fini(&facts->outbox);
	mem_free(facts, sizeof(*facts));
}

void facts_begin(facts_t *facts)
{
	(void)uv_timer_init(facts->conf.server->loop, &facts->flush); /* cannot fail */
	facts->flush.data = facts;
	fact_replay_begin(facts->replay);
	facts->has_timers = true;
}

void facts_end(facts_t *facts)
{
	assert(facts->has_timers);
	fact_replay_end(facts->replay);
	uv_close((uv_handle_t *)&facts->flush, NULL);
	facts->has_timers = false;
}

void facts_connected(facts_t *facts, bool is_connected)
{
	facts->is_connected = is_connected;
	if (!is_connected) {
		(void)uv_timer_stop(&facts->flush);
		return;
	}
	fact_replay_due(facts->replay);
	if (fact_outbox_waits(&facts->outbox))
		due_cb(facts);
}

void facts_tick(facts_t *facts)
{
	if (facts->is_connected && !facts->is_stopping)
		fact_replay_tick(facts->replay);
}

void facts_stop(facts_t *facts)
{
	facts->is_stopping = true;
	fact_replay_stop(facts->replay);
	chores_drop(&facts->chores);
	fact_audit_stop(facts->audit);
}

bool facts_busy(const facts_t *facts)
{
	return chores_busy(&facts->chores) || fact_audit_busy(facts->audit);
}

uint64_t facts_offered(const facts_t *facts)
{
	store_stats_t stats;

	store_stats(facts->store, &stats);
	return facts->is_stopping ? 0 : stats.facts;
}

facts_counts_t facts_counts(facts_t *facts)
{
	facts_counts_t counts = facts->counts;

	counts.lost += fact_outbox_lost(&facts->outbox);
	return counts;
}
