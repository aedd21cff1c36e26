/* SPDX-License-Identifier: MIT
 * messages.h - what the daemons of a fleet tell each other: MessagePack maps, read as if a stranger
 * had written them.
 *
 *   subject              message   from      what it has beside {v (the format), kind, name, id}
 *   tesuji.1.here.ROLE   here      all       role, version, rules, places, free, differs: who has
 *                                           another version, as far as it knows; facts: how many
 *                                           others may ask it for, where it shares its store
 *   tesuji.1.work.NAME   work      a front   number, body, time_ms, progress_ms: a job for NAME
 *                        stop      a front   numbers: it is not wanted any more
 *                        watch     a front   number, progress_ms: how often to tell of it, 0: never
 *                        prove     a front   number: asks for the certificate of a result of NAME's
 *   tesuji.1.news.NAME   declined  a worker  number, free, lasting, why: NAME's job is not taken
 *                        progress  a worker  number, progress (outcome.h)
 *                        done      a worker  number, free, outcome (outcome.h)
 *                        renew     a worker  numbers: the jobs of NAME's that it has
 *                        proof     a worker  number, certificate, why: it is empty, "": it is not
 *   tesuji.1.sent        sent      a front   numbers, workers: to whom it has sent which questions
 *                                           (sent.h); as many of both
 *   tesuji.1.facts       facts     a sharer  rules, format (fact.h), body: what it has found
 *   tesuji.1.store.NAME  list      a sharer  rules, format, body: the hash from which on NAME is to
 *                                           say which facts it has
 *                        listed    a sharer  rules, format, body: a list of those
 *                        want      a sharer  rules, format, body: names of facts, for NAME to tell
 *                        facts     a sharer  rules, format, body: these (fact_parcel.h has all)
 *
 * A sharer is a daemon with fleet_facts (facts.h). Fronts listen to workers, and workers to fronts:
 * in a fleet of a thousand workers nobody but the fronts hears all of them every second.
 *
 * `name` and `id` are the sender's: its name in the fleet, and a number that it has drawn when it
 * began, by which its restart is noticed. A number is that of a lease (leases.h). Where rules or
 * format differ two daemons leave each other's jobs alone; `here` alone is read then.
 *
 * Ownership what is read lends `body`, and nodes of the codec.
 * Threads   one for each codec.
 */
#ifndef SERVER_FLEET_MESSAGES_H
#define SERVER_FLEET_MESSAGES_H

#include "protocol/codec.h"
#include "server/fleet/bus.h"

enum {
	FLEET_RULES = 1,  /* to be raised when a result may be another than before */
	FLEET_FORMAT = 1, /* to be raised when a message changes, OUTCOME_VERSION among them */
	FLEET_NAME_BYTES = 64,
	FLEET_NUMBERS = 256,       /* limit: numbers in a message, */
	FLEET_SENT_MOST = 64,      /* limit: where each has a worker */
	FLEET_PLACES_MOST = 65536, /* limit: of a worker */
};

#define FLEET_HERE  "tesuji.1.here."
#define FLEET_WORK  "tesuji.1.work."
#define FLEET_NEWS  "tesuji.1.news."
#define FLEET_SENT  "tesuji.1.sent"
#define FLEET_FACTS "tesuji.1.facts"
#define FLEET_STORE "tesuji.1.store."

typedef enum {
	MESSAGE_HERE,
	MESSAGE_WORK,
	MESSAGE_STOP,
	MESSAGE_WATCH,
	MESSAGE_DECLINED,
	MESSAGE_PROGRESS,
	MESSAGE_DONE,
	MESSAGE_RENEW,
	MESSAGE_PROVE,
	MESSAGE_PROOF,
	MESSAGE_FACTS,
	MESSAGE_LIST,
	MESSAGE_LISTED,
	MESSAGE_WANT,
	MESSAGE_SENT,
	MESSAGE_KINDS
} message_kind_t;

typedef enum { ROLE_FRONT, ROLE_WORKER, ROLE_BOTH } role_t;

/* Who sends. */
typedef struct {
	char name[FLEET_NAME_BYTES];
	uint64_t id;
} member_t;

typedef struct {
	message_kind_t kind;
	member_t from;
	role_t role;
	char version[FLEET_NAME_BYTES];
	uint64_t rules, format;
	unsigned places, free;
	uint64_t facts;
	uint64_t store_rules, store_format; /* by which facts were found, and are written */
	uint64_t number, time_ms, progress_ms;
	bool is_lasting;
	char why[ERRINFO_TEXT_MAX];
	const char *body; /* of work and of facts; or the certificate of a proof */
	size_t count;
	unsigned numbers;
	uint64_t numbered[FLEET_NUMBERS];
	char workers[FLEET_SENT_MOST][FLEET_NAME_BYTES]; /* of `sent`: of each number */
} message_t;

/* Sends a message to a daemon: to the subject `prefix` and its name. False: it is lost. */
typedef bool (*messages_send_t)(void *context, bus_care_t care, const char *prefix,
                                const char *name, const wirebuf_t *message);

/* messages_name_good tells whether it may be the name of a daemon: letters, digits, - and _. */
bool messages_name_good(const char *name);

/* messages_open begins a message, which needs so many fields more; its fields follow. */
void messages_open(wirebuf_t *out, message_kind_t kind, const member_t *from, uint32_t fields);

/* messages_open_about begins one about the job of a number, which needs so many fields more. */
void messages_open_about(wirebuf_t *out, message_kind_t kind, const member_t *from, uint64_t number,
                         uint32_t fields);

/* messages_open_facts begins one about facts, up to its body, which follows. */
void messages_open_facts(wirebuf_t *out, message_kind_t kind, const member_t *from);

/* messages_read reads a message; *root is its map, in which what outcome.h has is left to be read.
 * A `here` of another format is read as far as all have it. Fails
 * with an error of the codec's, ERR_FRAME, or ERR_LIMIT. */
err_t messages_read(codec_t *codec, const uint8_t *bytes, size_t count, node_t *root,
                    message_t *out, errinfo_t *why);

#endif
