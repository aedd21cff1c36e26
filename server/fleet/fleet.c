/* SPDX-License-Identifier: MIT
 * fleet.c - see fleet.h.
 *
 * Two timers: `beat` says every second that the daemon is here, and renews leases; `tick` runs only
 * while jobs are offered or errands are here, and hands out what waits. A worker that had no room,
 * and has had some since the last tick, says so at once: other fronts than that whose job has ended
 * would hear of it by the next beat. */
#include "server/fleet/fleet.h"

#include <assert.h>
#include <string.h>

#include "engine/base/hmac.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "engine/base/version.h"
#include "server/fleet/members.h"
#include "server/log.h"

struct fleet {
	server_t *server;
	member_t self;
	role_t role;
	bus_t *bus;         /* NULL: it has not begun */
	front_t *front;     /* NULL: it hands nothing out */
	audit_t *audit;     /* of what is handed out; NULL: likewise */
	errands_t *errands; /* NULL: it takes nothing in */
	facts_t *facts;     /* NULL: it does not share its store */
	codec_t *codec;
	members_t members;
	char differs[ERRINFO_TEXT_MAX]; /* who was last heard of whose jobs are left alone; "" */
	uv_timer_t beat, tick;
	bool has_timers, is_connected;
	bool was_full;       /* the others were told that there is no room */
	uint64_t roomy_ms;   /* since when there has been room nevertheless; 0: there is none */
	uint64_t refused_ms; /* when a message was last refused in the log */
};

static const role_t roles[] = {ROLE_BOTH, ROLE_FRONT, ROLE_WORKER}; /* in the setting's order */
static const char *const role_words[] = {
        [ROLE_FRONT] = "front", [ROLE_WORKER] = "worker", [ROLE_BOTH] = "both"};

/* subject_of writes the subject of a name: of a daemon's, or a role's. */
static void subject_of(char subject[BUS_SUBJECT_BYTES], const char *prefix, const char *name)
{
	strbuf_t text;

	strbuf_init(&text, subject, BUS_SUBJECT_BYTES);
	strbuf_printf(&text, "%s%s", prefix, name);
}

static bool send_cb(void *context, bus_care_t care, const char *prefix, const char *name,
                    const wirebuf_t *message)
{
	const fleet_t *fleet = context;
	char subject[BUS_SUBJECT_BYTES];

	subject_of(subject, prefix, name);
	return fleet->bus != NULL &&
	       bus_send(fleet->bus, care, subject, message->data, message->length);
}

/* say_here tells the others that this daemon is here. */
static void say_here(fleet_t *fleet)
{
	const unsigned places = fleet->errands != NULL ? errands_places(fleet->errands) : 0;
	const unsigned room = fleet->errands != NULL ? errands_room(fleet->errands) : 0;
	wirebuf_t message;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open(&message, MESSAGE_HERE, &fleet->self, 7);
	put_text(&message, "role");
	put_text(&message, role_words[fleet->role]);
	put_text(&message, "version");
	put_text(&message, TESUJI_VERSION);
	put_text(&message, "rules");
	put_uint(&message, FLEET_RULES);
	put_text(&message, "differs");
	put_text(&message, fleet->differs);
	put_text(&message, "places");
	put_uint(&message, places);
	put_text(&message, "free");
	put_uint(&message, room);
	put_text(&message, "facts");
	put_uint(&message, fleet->facts != NULL ? facts_offered(fleet->facts) : 0);
	if (message.failed == ERR_OK)
		(void)send_cb(fleet, BUS_FRESH, FLEET_HERE, role_words[fleet->role], &message);
	wirebuf_fini(&message);
	fleet->was_full = places > 0 && room == 0;
	fleet->roomy_ms = 0;
}

static void beat_cb(uv_timer_t *timer)
{
	fleet_t *fleet = timer->data;

	say_here(fleet);
	if (fleet->errands != NULL)
		errands_tick(fleet->errands);
	if (fleet->audit != NULL)
		audit_tick(fleet->audit);
	if (fleet->facts != NULL)
		facts_tick(fleet->facts);
}

/* tell_room tells the others of room that has been there for a while, where they know of none. */
static void tell_room(fleet_t *fleet)
{
	const uint64_t now = uv_now(fleet->server->loop);

	if (!fleet->was_full || errands_room(fleet->errands) == 0)
		fleet->roomy_ms = 0;
	else if (fleet->roomy_ms == 0)
		fleet->roomy_ms = now;
	else if (now - fleet->roomy_ms >= FLEET_ROOM_MS)
		say_here(fleet);
}

static bool is_busy(const fleet_t *fleet)
{
	return (fleet->front != NULL && front_counts(fleet->front).offered > 0) ||
	       (fleet->errands != NULL &&
	        (errands_counts(fleet->errands).running > 0 || fleet->was_full));
}

static void tick_cb(uv_timer_t *timer)
{
	fleet_t *fleet = timer->data;

	if (fleet->front != NULL)
		front_tick(fleet->front, fleet->is_connected);
	if (fleet->errands != NULL)
		tell_room(fleet);
	if (!is_busy(fleet))
		(void)uv_timer_stop(&fleet->tick);
}

static void busy_cb(void *context)
{
	fleet_t *fleet = context;

	if (fleet->has_timers && !uv_is_active((uv_handle_t *)&fleet->tick))
		(void)uv_timer_start(&fleet->tick, tick_cb, 1, FRONT_TICK_MS);
}

/* refuse logs a message that cannot be read, once in a while. */
static void refuse(fleet_t *fleet, const char *subject, const errinfo_t *why)
{
	const uint64_t now = uv_now(fleet->server->loop);

	if (fleet->refused_ms != 0 && now - fleet->refused_ms < FLEET_HERE_MS)
		return;
	fleet->refused_ms = now;
	log_line(LOG_WARNING, LOG_SERVER, "event=fleet-message-refused subject=%s why=\"%s\"",
	         subject, why->text);
}

/* leave_alone tells of a daemon to which no jobs go, and from which none come. */
static void leave_alone(fleet_t *fleet, const message_t *message)
{
	strbuf_t text;

	strbuf_init(&text, fleet->differs, sizeof(fleet->differs));
	strbuf_printf(&text, "%s has rules %llu and format %llu, and here they are %d and %d",
	              message->from.name, (unsigned long long)message->rules,
	              (unsigned long long)message->format, FLEET_RULES, FLEET_FORMAT);
	log_line(LOG_WARNING, LOG_SERVER, "event=fleet-differs name=%s version=%s why=\"%s\"",
	         message->from.name, message->version, fleet->differs);
}

/* meet takes what a daemon tells of itself. */
static void meet(fleet_t *fleet, const message_t *message)
{
	const member_news_t news =
	        members_note(&fleet->members, message, uv_now(fleet->server->loop));

	if (news != MEMBER_KNOWN && !members_fits(message))
		leave_alone(fleet, message);
	if (news == MEMBER_TWICE || strcmp(message->from.name, fleet->self.name) == 0)
		log_line(LOG_ERROR, LOG_SERVER,
		         "event=fleet-name-taken name=%s why=\"two daemons have that name: give "
		         "each its own (fleet_name)\"",
		         message->from.name);
	if (fleet->front != NULL)
		front_here(fleet->front, message);
	if (fleet->errands != NULL)
		errands_here(fleet->errands, message);
}

static void give(fleet_t *fleet, const message_t *message, const node_t *root)
{
	switch (message->kind) {
	case MESSAGE_HERE:
		meet(fleet, message);
		break;
	case MESSAGE_WORK:
		if (fleet->errands != NULL)
			errands_take(fleet->errands, message, fleet->codec);
		break;
	case MESSAGE_STOP:
		if (fleet->errands != NULL)
			errands_stop(fleet->errands, message);
		break;
	case MESSAGE_WATCH:
		if (fleet->errands != NULL)
			errands_watch(fleet->errands, message);
		break;
	case MESSAGE_PROVE:
		if (fleet->errands != NULL)
			errands_prove(fleet->errands, message);
		break;
	case MESSAGE_PROOF:
	case MESSAGE_DECLINED:
	case MESSAGE_PROGRESS:
	case MESSAGE_DONE:
	case MESSAGE_RENEW:
		if (fleet->front != NULL)
			front_news(fleet->front, message, root);
		break;
	case MESSAGE_SENT:
		if (fleet->front != NULL)
			front_sent(fleet->front, message);
		break;
	case MESSAGE_FACTS:
	case MESSAGE_LIST:
	case MESSAGE_LISTED:
	case MESSAGE_WANT:
		if (fleet->facts != NULL)
			facts_message(fleet->facts, message);
		break;
	case MESSAGE_KINDS:
		break;
	}
}

static void message_cb(void *context, const char *subject, const uint8_t *bytes, size_t count)
{
	fleet_t *fleet = context;
	message_t message;
	errinfo_t why;
	node_t root;

	if (messages_read(fleet->codec, bytes, count, &root, &message, &why) != ERR_OK)
		refuse(fleet, subject, &why);
	else if (message.from.id != fleet->self.id)
		give(fleet, &message, &root);
}

static void state_cb(void *context, bool is_connected, const char *why)
{
	fleet_t *fleet = context;

	fleet->is_connected = is_connected;
	if (is_connected)
		log_line(LOG_NOTICE, LOG_SERVER, "event=fleet-connected name=%s role=%s",
		         fleet->self.name, role_words[fleet->role]);
	else
		log_line(LOG_WARNING, LOG_SERVER, "event=fleet-not-connected why=\"%s\"", why);
	if (is_connected)
		say_here(fleet);
	if (fleet->facts != NULL)
		facts_connected(fleet->facts, is_connected);
}

/* set_self gives the daemon its name, and a number that no other has. */
static err_t set_self(fleet_t *fleet, const char *name, errinfo_t *why)
{
	size_t length = sizeof(fleet->self.name);
	uint64_t drawn;

	strbuf_copy(fleet->self.name, sizeof(fleet->self.name), name);
	if (name[0] == '\0' && uv_os_gethostname(fleet->self.name, &length) != 0)
		strbuf_copy(fleet->self.name, sizeof(fleet->self.name), "?");
	for (char *at = fleet->self.name; name[0] == '\0' && *at != '\0'; at++)
		if (*at == '.')
			*at = '-';
	if (!messages_name_good(fleet->self.name))
		return err_at(why, ERR_VALUE, "fleet_name",
		              "'%s' is no name: letters, digits, - and _, at most %d of them",
		              fleet->self.name, FLEET_NAME_BYTES - 1);
	if (!hmac_random((uint8_t *)&drawn, sizeof(drawn)))
		return err_fail(why, ERR_IO, "no random bytes");
	fleet->self.id = drawn % CODEC_INTEGER_MAX + 1;
	return ERR_OK;
}

static void caught_cb(void *context, const char *worker, const errinfo_t *why)
{
	const fleet_t *fleet = context;

	front_shut_out(fleet->front, worker, why);
}

/* make_parts makes what the role needs. */
static err_t make_parts(fleet_t *fleet, errinfo_t *why)
{
	server_t *server = fleet->server;

	fleet->codec = codec_create();
	if (fleet->role != ROLE_WORKER)
		fleet->audit = audit_create(&(audit_conf_t){.server = server,
		                                            .self = &fleet->self,
		                                            .send_cb = send_cb,
		                                            .caught_cb = caught_cb,
		                                            .context = fleet});
	if (fleet->audit != NULL)
		fleet->front = front_create(
		        &(front_conf_t){.loop = server->loop,
		                        .solver = server->solver,
		                        .audit = fleet->audit,
		                        .self = &fleet->self,
		                        .small_ms = (double)server->conf.fleet_small_ms,
		                        .send_cb = send_cb,
		                        .busy_cb = busy_cb,
		                        .context = fleet});
	if (fleet->role != ROLE_FRONT)
		fleet->errands = errands_create(&(errands_conf_t){.server = server,
		                                                  .self = &fleet->self,
		                                                  .send_cb = send_cb,
		                                                  .busy_cb = busy_cb,
		                                                  .context = fleet});
	return fleet->codec != NULL && (fleet->front != NULL || fleet->role == ROLE_WORKER) &&
	                       (fleet->errands != NULL || fleet->role == ROLE_FRONT)
	               ? ERR_OK
	               : err_fail(why, ERR_NOMEM, "out of memory");
}

err_t fleet_create(server_t *server, fleet_t **out, errinfo_t *why)
{
	fleet_t *fleet;
	err_t err;

	*out = NULL;
	if (server->conf.fleet[0] == '\0')
		return ERR_OK;
	fleet = mem_alloc(sizeof(*fleet));
	if (fleet == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	fleet->server = server;
	fleet->role = roles[server->conf.fleet_role];
	err = set_self(fleet, server->conf.fleet_name, why);
	if (err == ERR_OK)
		err = make_parts(fleet, why);
	if (err == ERR_OK && server->conf.fleet_facts)
		err = facts_create(&(facts_conf_t){.server = server,
		                                   .self = &fleet->self,
		                                   .members = &fleet->members,
		                                   .send_cb = send_cb,
		                                   .context = fleet},
		                   &fleet->facts, why);
	if (err == ERR_OK)
		*out = fleet;
	else
		fleet_free(fleet);
	return err;
}

void fleet_attach(fleet_t *fleet)
{
	jobs_t *jobs;

	if (fleet == NULL)
		return;
	jobs = &fleet->server->jobs;
	jobs->front = fleet->front;
	jobs->errand_progress_cb = errands_progressed;
	jobs->errand_ended_cb = errands_ended;
	if (fleet->facts != NULL)
		facts_attach(fleet->facts);
}

/* What a daemon listens to. */
typedef struct {
	char text[BUS_SUBJECTS_MOST][BUS_SUBJECT_BYTES];
	unsigned count;
} subjects_t;

static void add_subject(subjects_t *subjects, const char *prefix, const char *name)
{
	assert(subjects->count < BUS_SUBJECTS_MOST);
	subject_of(subjects->text[subjects->count++], prefix, name);
}

/* subjects_of lists what concerns this daemon. */
static void subjects_of(const fleet_t *fleet, subjects_t *out)
{
	out->count = 0;
	add_subject(out, FLEET_HERE, role_words[ROLE_BOTH]);
	if (fleet->errands != NULL) {
		add_subject(out, FLEET_HERE, role_words[ROLE_FRONT]);
		add_subject(out, FLEET_WORK, fleet->self.name);
	}
	if (fleet->front != NULL) {
		add_subject(out, FLEET_HERE, role_words[ROLE_WORKER]);
		add_subject(out, FLEET_NEWS, fleet->self.name);
		add_subject(out, FLEET_SENT, "");
	}
	if (fleet->facts != NULL) {
		add_subject(out, FLEET_FACTS, "");
		add_subject(out, FLEET_STORE, fleet->self.name);
	}
}

/* open_bus begins to connect. */
static err_t open_bus(fleet_t *fleet, const broker_ops_t *broker, errinfo_t *why)
{
	const conf_t *conf = &fleet->server->conf;
	bus_conf_t bus = {.broker = broker,
	                  .servers = conf->fleet,
	                  .name = fleet->self.name,
	                  .credentials = conf->fleet_credentials,
	                  .ca = conf->fleet_tls_ca,
	                  .message_cb = message_cb,
	                  .state_cb = state_cb,
	                  .context = fleet};
	subjects_t subjects;

	subjects_of(fleet, &subjects);
	for (unsigned i = 0; i < subjects.count; i++)
		bus.subjects[i] = subjects.text[i];
	return bus_open(&bus, fleet->server->bridge, &fleet->bus, why);
}

static void timer_begin(fleet_t *fleet, uv_timer_t *timer)
{
	(void)uv_timer_init(fleet->server->loop, timer); /* cannot fail */
	timer->data = fleet;
}

err_t fleet_join(fleet_t *fleet, const broker_ops_t *broker, errinfo_t *why)
{
	err_t err;

	if (fleet == NULL)
		return ERR_OK;
	if (broker == NULL)
		return err_at(why, ERR_VALUE, "fleet", "this program was built without NATS");
	err = open_bus(fleet, broker, why);
	if (err != ERR_OK)
		return err;
	timer_begin(fleet, &fleet->beat);
	timer_begin(fleet, &fleet->tick);
	if (fleet->facts != NULL)
		facts_begin(fleet->facts);
	fleet->has_timers = true;
	(void)uv_timer_start(&fleet->beat, beat_cb, FLEET_HERE_MS, FLEET_HERE_MS);
	if (is_busy(fleet)) /* with durable jobs that were taken up again */
		busy_cb(fleet);
	return ERR_OK;
}

bool fleet_count(const fleet_t *fleet, fleet_counts_t *out)
{
	if (fleet == NULL)
		return false;
	*out = (fleet_counts_t){.members = fleet->members.count,
	                        .places = front_places(fleet->front),
	                        .is_connected = fleet->is_connected};
	if (fleet->front != NULL)
		out->front = front_counts(fleet->front);
	if (fleet->audit != NULL)
		out->audit = audit_counts(fleet->audit);
	if (fleet->errands != NULL)
		out->errands = errands_counts(fleet->errands);
	out->has_facts = fleet->facts != NULL;
	if (fleet->facts != NULL)
		out->facts = facts_counts(fleet->facts);
	if (fleet->bus != NULL)
		out->lost = bus_lost(fleet->bus);
	return true;
}

/* tell_member fills in what is known of another daemon. */
static void tell_member(const fleet_t *fleet, const fleet_member_t *member, msg_member_t *out)
{
	const fleet_worker_t *worker =
	        fleet->front != NULL ? front_worker(fleet->front, member->who.name) : NULL;

	*out = (msg_member_t){.places = member->places,
	                      .free = member->free,
	                      .silent_ms = uv_now(fleet->server->loop) - member->heard_ms};
	strbuf_copy(out->name, sizeof(out->name), member->who.name);
	strbuf_copy(out->role, sizeof(out->role), role_words[member->role]);
	strbuf_copy(out->version, sizeof(out->version), member->version);
	if (worker != NULL)
		out->jobs = worker->out;
	if (!member->fits)
		strbuf_copy(out->why, sizeof(out->why), "it has other rules, or another format");
	else if (worker != NULL && worker->is_shut_out)
		strbuf_copy(out->why, sizeof(out->why), "it has told what is false, or cannot be");
}

void fleet_tell(const fleet_t *fleet, msg_info_t *out)
{
	fleet_counts_t counts;

	out->has_fleet = fleet_count(fleet, &counts);
	if (!out->has_fleet)
		return;
	strbuf_copy(out->fleet.name, sizeof(out->fleet.name), fleet->self.name);
	strbuf_copy(out->fleet.role, sizeof(out->fleet.role), role_words[fleet->role]);
	out->fleet.is_connected = counts.is_connected;
	out->fleet.out = counts.front.out;
	out->fleet.handed_out = counts.front.sent;
	out->fleet.settled = counts.front.settled;
	out->fleet.declined = counts.front.declined;
	out->fleet.lapsed = counts.front.lapsed;
	out->fleet.failed = counts.front.failed;
	out->fleet.errands = counts.errands.running;
	out->fleet.taken = counts.errands.taken;
	out->fleet.done = counts.errands.done;
	out->fleet.lost = counts.lost;
	while (out->fleet.member_count < MSG_MEMBERS &&
	       out->fleet.member_count < fleet->members.count) {
		const uint32_t i = out->fleet.member_count++;

		tell_member(fleet, &fleet->members.all[i], &out->fleet.members[i]);
	}
}

void fleet_drain(fleet_t *fleet)
{
	if (fleet == NULL)
		return;
	if (fleet->errands != NULL)
		errands_drain(fleet->errands);
	if (fleet->audit != NULL)
		audit_stop(fleet->audit);
	if (fleet->facts != NULL)
		facts_stop(fleet->facts);
	say_here(fleet);
}

unsigned fleet_in_flight(const fleet_t *fleet)
{
	unsigned count = 0;

	if (fleet != NULL && fleet->audit != NULL && audit_busy(fleet->audit))
		count++;
	if (fleet != NULL && fleet->errands != NULL && errands_busy(fleet->errands))
		count++;
	if (fleet != NULL && fleet->facts != NULL && facts_busy(fleet->facts))
		count++;
	return count;
}

void fleet_end(fleet_t *fleet)
{
	if (fleet == NULL || fleet->bus == NULL)
		return;
	bus_end(fleet->bus);
	bridge_drain(fleet->server->bridge);
	uv_close((uv_handle_t *)&fleet->beat, NULL);
	uv_close((uv_handle_t *)&fleet->tick, NULL);
	if (fleet->facts != NULL)
		facts_end(fleet->facts);
}

void fleet_free(fleet_t *fleet)
{
	if (fleet == NULL)
		return;
	bus_free(fleet->bus);
	front_free(fleet->front);
	audit_free(fleet->audit);
	errands_free(fleet->errands);
	facts_free(fleet->facts);
	members_fini(&fleet->members);
	codec_destroy(fleet->codec);
	mem_free(fleet, sizeof(*fleet));
}
