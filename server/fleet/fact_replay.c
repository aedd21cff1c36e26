/* SPDX-License-Identifier: MIT
 * fact_replay.c - see fact_replay.h. */
#include "server/fleet/fact_replay.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "protocol/put.h"
#include "server/fleet/fact_parcel.h"
#include "server/log.h"

typedef enum { IDLE, LISTING, COMPARING, WANTING } state_t;

struct fact_replay {
	fact_replay_conf_t conf;
	uv_timer_t step; /* active while WANTING */
	state_t state;
	member_t peer;   /* who is asked */
	unsigned turn;   /* of the members */
	uint64_t due_ms; /* when it begins again */
	uint64_t asked_ms;
	uint64_t from, next; /* where the list begins that was asked for, and the one after it */
	uint64_t wanted;     /* facts, of this peer */

	chore_t compare;
	fact_name_t name[PARCEL_LISTED]; /* of the list; later those that are not here */
	unsigned count, at;

	uint64_t second_ms; /* since when answers are counted */
	unsigned answers;
	bool is_stopping;
};

static uint64_t now(const fact_replay_t *replay)
{
	return uv_now(replay->conf.loop);
}

/* send_body sends a message with that body to a daemon. */
static bool send_body(fact_replay_t *replay, message_kind_t kind, const char *name,
                      const uint8_t *bytes, size_t count)
{
	wirebuf_t message;
	bool is_sent;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open_facts(&message, kind, replay->conf.self);
	put_bin(&message, bytes, count);
	is_sent = message.failed == ERR_OK &&
	          replay->conf.send_cb(replay->conf.send_context, BUS_FRESH, FLEET_STORE, name,
	                               &message);
	wirebuf_fini(&message);
	return is_sent;
}

/* over ends with this peer; the next one is asked after so many ms. */
static void over(fact_replay_t *replay, uint64_t ms)
{
	(void)uv_timer_stop(&replay->step);
	replay->state = IDLE;
	replay->due_ms = now(replay) + ms;
}

static void ask_list(fact_replay_t *replay)
{
	uint8_t from[PARCEL_HASH];

	fact_parcel_put_hash(replay->from, from);
	replay->state = LISTING;
	replay->asked_ms = now(replay);
	if (!send_body(replay, MESSAGE_LIST, replay->peer.name, from, sizeof(from)))
		over(replay, MS_PER_S);
}

static void ask_some(fact_replay_t *replay)
{
	uint8_t names[PARCEL_WANTED * PARCEL_NAME];
	unsigned count = 0;

	for (; count < PARCEL_WANTED && replay->at < replay->count; count++)
		fact_parcel_put_name(replay->name[replay->at++], names + count * PARCEL_NAME);
	replay->wanted += count;
	if (!send_body(replay, MESSAGE_WANT, replay->peer.name, names, count * PARCEL_NAME))
		over(replay, MS_PER_S);
}

static void step_cb(uv_timer_t *timer)
{
	fact_replay_t *replay = timer->data;

	if (replay->at < replay->count) {
		ask_some(replay);
	} else if (replay->next != 0) {
		replay->from = replay->next;
		(void)uv_timer_stop(&replay->step);
		ask_list(replay);
	} else {
		log_line(LOG_INFO, LOG_SERVER, "event=fleet-facts-replayed name=%s wanted=%llu",
		         replay->peer.name, (unsigned long long)replay->wanted);
		over(replay, FACT_REPLAY_MS);
	}
}

static void compare_run(chore_t *chore) /* the pool */
{
	fact_replay_t *replay = LIST_ENTRY(chore, fact_replay_t, compare);
	unsigned missing = 0;

	for (unsigned i = 0; i < replay->count; i++)
		if (!store_has(replay->conf.store, replay->name[i]))
			replay->name[missing++] = replay->name[i];
	replay->count = missing;
}

static void compare_end(chore_t *chore, bool is_run)
{
	fact_replay_t *replay = LIST_ENTRY(chore, fact_replay_t, compare);

	assert(replay->state == COMPARING);
	if (!is_run || replay->is_stopping) {
		over(replay, MS_PER_S);
		return;
	}
	replay->state = WANTING;
	(void)uv_timer_start(&replay->step, step_cb, 0, FACT_REPLAY_STEP_MS);
}

fact_replay_t *fact_replay_create(const fact_replay_conf_t *conf)
{
	fact_replay_t *replay = mem_alloc(sizeof(*replay));

	if (replay == NULL)
		return NULL;
	replay->conf = *conf;
	replay->due_ms = UINT64_MAX;
	replay->compare.run = compare_run;
	replay->compare.end = compare_end;
	return replay;
}

void fact_replay_begin(fact_replay_t *replay)
{
	(void)uv_timer_init(replay->conf.loop, &replay->step);
	replay->step.data = replay;
}

void fact_replay_end(fact_replay_t *replay)
{
	uv_close((uv_handle_t *)&replay->step, NULL);
}

void fact_replay_free(fact_replay_t *replay)
{
	if (replay != NULL)
		mem_free(replay, sizeof(*replay));
}

void fact_replay_due(fact_replay_t *replay)
{
	if (replay->state == IDLE)
		replay->due_ms = 0;
}

void fact_replay_stop(fact_replay_t *replay)
{
	if (replay->state != COMPARING) /* compare_end is still to come */
		over(replay, 0);
	replay->is_stopping = true;
}

/* choose returns the next member that has facts; NULL: there is none. */
static const fleet_member_t *choose(fact_replay_t *replay)
{
	const members_t *members = replay->conf.members;

	for (unsigned i = 0; i < members->count; i++) {
		const fleet_member_t *member = &members->all[(replay->turn + i) % members->count];

		if (!member->fits || member->facts == 0 ||
		    now(replay) - member->heard_ms > FACT_REPLAY_ANSWER_MS ||
		    replay->conf.is_shut_out_cb(replay->conf.context, member->who.name))
			continue;
		replay->turn += i + 1;
		return member;
	}
	return NULL;
}

void fact_replay_tick(fact_replay_t *replay)
{
	const fleet_member_t *member;

	if (replay->state == LISTING && now(replay) - replay->asked_ms > FACT_REPLAY_ANSWER_MS)
		over(replay, 0);
	if (replay->state != IDLE || now(replay) < replay->due_ms ||
	    (member = choose(replay)) == NULL)
		return;
	replay->peer = member->who;
	replay->from = replay->next = replay->wanted = 0;
	ask_list(replay);
}

/* take_list takes the answer to ask_list. */
static bool take_list(fact_replay_t *replay, const message_t *message, errinfo_t *why)
{
	const uint8_t *bytes = (const uint8_t *)message->body;
	const size_t names =
	        message->count >= PARCEL_HASH ? (message->count - PARCEL_HASH) / PARCEL_NAME : 0;
	uint64_t next;

	if (replay->state != LISTING || message->from.id != replay->peer.id)
		return true; /* it comes late */
	if (message->count != PARCEL_HASH + names * PARCEL_NAME || names > PARCEL_LISTED) {
		over(replay, MS_PER_S);
		(void)err_at(why, ERR_VALUE, "body", "it is no list of facts");
		return false;
	}
	next = fact_parcel_hash(bytes);
	if (next != 0 && next <= replay->from) {
		over(replay, MS_PER_S);
		(void)err_at(why, ERR_VALUE, "body", "the list goes back");
		return false;
	}
	for (size_t i = 0; i < names; i++)
		replay->name[i] = fact_parcel_name(bytes + PARCEL_HASH + i * PARCEL_NAME);
	replay->count = (unsigned)names;
	replay->at = 0;
	replay->next = next;
	replay->state = COMPARING;
	if (!chores_add(replay->conf.chores, &replay->compare))
		over(replay, MS_PER_S);
	return true;
}

/* What is being looked up for another daemon. */
typedef struct {
	chore_t chore;
	fact_replay_t *replay;
	char name[FLEET_NAME_BYTES];
	message_kind_t kind; /* of the question */
	uint64_t from;
	unsigned count; /* of names: that are wanted, or were found */
	fact_name_t fact[PARCEL_LISTED];
	size_t length; /* of the answer */
	uint8_t bytes[PARCEL_HASH + PARCEL_LISTED * PARCEL_NAME +
	              PARCEL_WANTED * (PARCEL_FACT_HEAD + PACKED_MAX)];
} answer_t;

static void list_run(answer_t *answer) /* the pool */
{
	uint64_t next;
	const unsigned count = store_names(answer->replay->conf.store, answer->from, answer->fact,
	                                   PARCEL_LISTED, &next);

	fact_parcel_put_hash(next, answer->bytes);
	answer->length = PARCEL_HASH;
	for (unsigned i = 0; i < count; i++, answer->length += PARCEL_NAME)
		fact_parcel_put_name(answer->fact[i], answer->bytes + answer->length);
}

static void want_run(answer_t *answer) /* the pool */
{
	fact_record_bytes_t record;

	for (unsigned i = 0; i < answer->count; i++)
		if (store_get(answer->replay->conf.store, answer->fact[i], &record))
			answer->length += fact_parcel_put(&record, answer->bytes + answer->length,
			                                  sizeof(answer->bytes) - answer->length);
}

static void answer_run(chore_t *chore) /* the pool */
{
	answer_t *answer = LIST_ENTRY(chore, answer_t, chore);

	if (answer->kind == MESSAGE_LIST)
		list_run(answer);
	else
		want_run(answer);
}

static void answer_end(chore_t *chore, bool is_run)
{
	answer_t *answer = LIST_ENTRY(chore, answer_t, chore);

	if (is_run && answer->length > 0)
		(void)send_body(answer->replay,
		                answer->kind == MESSAGE_LIST ? MESSAGE_LISTED : MESSAGE_FACTS,
		                answer->name, answer->bytes, answer->length);
	mem_free(answer, sizeof(*answer));
}

/* may_answer: has this second room for another answer? */
static bool may_answer(fact_replay_t *replay)
{
	if (now(replay) - replay->second_ms >= MS_PER_S) {
		replay->second_ms = now(replay);
		replay->answers = 0;
	}
	return replay->answers++ < FACT_REPLAY_ANSWERS;
}

static bool is_question(const message_t *message)
{
	if (message->kind == MESSAGE_LIST)
		return message->count == PARCEL_HASH;
	return message->count > 0 && message->count % PARCEL_NAME == 0 &&
	       message->count / PARCEL_NAME <= PARCEL_WANTED;
}

static bool take_question(fact_replay_t *replay, const message_t *message, errinfo_t *why)
{
	const uint8_t *bytes = (const uint8_t *)message->body;
	answer_t *answer;

	if (!is_question(message)) {
		(void)err_at(why, ERR_VALUE, "body", "it is no hash, or no names of facts");
		return false;
	}
	if (!may_answer(replay) || (answer = mem_alloc(sizeof(*answer))) == NULL)
		return true;
	answer->chore = (chore_t){.run = answer_run, .end = answer_end};
	answer->replay = replay;
	answer->kind = message->kind;
	memcpy(answer->name, message->from.name, sizeof(answer->name));
	if (answer->kind == MESSAGE_LIST)
		answer->from = fact_parcel_hash(bytes);
	else
		answer->count = (unsigned)(message->count / PARCEL_NAME);
	for (unsigned i = 0; i < answer->count; i++)
		answer->fact[i] = fact_parcel_name(bytes + (size_t)i * PARCEL_NAME);
	if (!chores_add(replay->conf.chores, &answer->chore))
		mem_free(answer, sizeof(*answer));
	return true;
}

bool fact_replay_message(fact_replay_t *replay, const message_t *message, errinfo_t *why)
{
	return message->kind == MESSAGE_LISTED ? take_list(replay, message, why)
	                                       : take_question(replay, message, why);
}
