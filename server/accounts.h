/* SPDX-License-Identifier: MIT
 * accounts.h - who may use the server, and how much of it: the accounts of the file that the
 * setting `accounts` names.
 *
 * The file has one account a line, its name and then what it is, in any order; # starts a comment
 * at the start of a line or after a blank:
 *
 *     alice  class=interactive token=$y$j75$... weight=2 jobs=64
 *     www    user=www-data group=web connections=4
 *     ops    class=operator cert=ops.example.org
 *
 *   class    operator, interactive, normal (if none is given) or batch
 *   token    the hash of the account's token (tokens.h)
 *   user     who connects to the Unix socket as this user, by name or number, needs no token;
 *   group    likewise the members of this group; the user goes before the group
 *   cert     who comes with a certificate of this common name needs no token
 *   gateway  yes: who logs in as it may have the tokens of others checked, and say from which
 *            address they have come (auth.check); no if it is not given
 *   weight   its part of the workers beside other accounts of its class, 1 if none is given
 *   jobs, connections, boards, statuses, table_mib
 *            how many it may have at once; 0 or not given: no bound of its own
 *   durable, batch_jobs
 *            how many durable jobs of it, and jobs of batches, may be kept, those that have ended
 *            among them
 *   submits_per_s, nodes_per_day, seconds_per_day
 *            how many jobs a second it may submit, in bursts of as many; what its jobs may search
 *            in a day, from midnight UTC, in nodes and in seconds of one worker
 *
 * An account that is read again keeps its identity by its name: its jobs stay its own, what it has
 * in flight stays counted. One whose token, user, group or certificate changed, or which is gone
 * from the file, has a new `session`: connections that logged in before are refused.
 *
 * Ownership accounts_t owns the list; an account is reference-counted: jobs may outlive its line.
 * Threads   the loop thread, or main before it.
 * Errors    *why names the file and the line. A file with an error changes nothing.
 */
#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/base/err.h"
#include "protocol/msg_auth.h"
#include "server/tokens.h"

enum {
	ACCOUNTS_MAX = 65536,
	ACCOUNT_GROUPS_MAX = 256, /* of a peer that are looked at */
	ACCOUNT_WEIGHT_MAX = 100,
	ACCOUNTS_FILE_BYTES_MAX = 16 << 20,
};

/* The limits of an account: field, most. 0 is no limit. */
#define ACCOUNT_LIMIT_TABLE(X)             \
	X(jobs, 65536)                     \
	X(connections, 1048576)            \
	X(boards, 1048576)                 \
	X(statuses, 65536)                 \
	X(durable, 1048576)                \
	X(batch_jobs, 1048576)             \
	X(table_mib, 1048576)              \
	X(submits_per_s, 1000000)          \
	X(nodes_per_day, 9007199254740991) \
	X(seconds_per_day, 9007199254740991)

#define ACCOUNT_LIMIT(name, most) uint64_t name;
typedef struct {
	ACCOUNT_LIMIT_TABLE(ACCOUNT_LIMIT)
} account_limits_t;
#undef ACCOUNT_LIMIT

/* What an account has used (quota.h). */
typedef struct {
	double submits; /* that may come now */
	uint64_t filled_ms, day;
	uint64_t nodes; /* searched on that day */
	double seconds;
} account_use_t;

/* What is told of it (metrics.h): jobs in flight and connections, and what has been since the
 * start. */
typedef struct {
	uint64_t active, connections, submitted, nodes, refused, logins;
	uint64_t kept;       /* durable jobs, now (durable.h) */
	uint64_t batch_jobs; /* of batches, now (batches.h) */
} account_counts_t;

#define ACCOUNT_NOBODY ((uint32_t)-1) /* no user or group */

typedef struct account {
	unsigned refs;    /* > 0 */
	uint64_t number;  /* which no other account has, as long as the server runs */
	uint64_t session; /* grows when those who are logged in have to do so again */
	char name[MSG_ACCOUNT_BYTES];
	msg_class_t class;
	char hash[TOKEN_HASH_BYTES]; /* of the token; "": none */
	char cert[MSG_ACCOUNT_BYTES];
	uint32_t user, group; /* or ACCOUNT_NOBODY */
	bool is_gateway;
	unsigned weight;
	account_limits_t most;
	token_mark_t mark; /* of the token that was verified last */
	bool is_marked;
	account_use_t use;
	account_counts_t counts;
} account_t;

typedef struct accounts accounts_t;

/* accounts_open reads the file at `path`; "": *out is NULL, and there are no accounts. */
err_t accounts_open(const char *path, accounts_t **out, errinfo_t *why);

/* accounts_read_text reads the `length` bytes at `text` as the file that messages call `name`, in
 * place of what was read before. accounts_reload does so with the file at `path`. */
err_t accounts_read_text(accounts_t *accounts, const char *name, const char *text, size_t length,
                         errinfo_t *why);
err_t accounts_reload(accounts_t *accounts, const char *path, errinfo_t *why);

/* accounts_free lets the accounts go; NULL is accepted. */
void accounts_free(accounts_t *accounts);

size_t accounts_count(const accounts_t *accounts);

/* accounts_at returns the account at an index, by name; accounts_find that of a name.
 * accounts_of_peer returns the account of a user who is in these groups, accounts_of_cert that of a
 * common name. NULL: there is none. */
account_t *accounts_at(const accounts_t *accounts, size_t index);
account_t *accounts_find(const accounts_t *accounts, const char *name);
account_t *accounts_of_peer(const accounts_t *accounts, uint32_t user, const uint32_t *groups,
                            unsigned count);
account_t *accounts_of_cert(const accounts_t *accounts, const char *common_name);

/* accounts_name_good tells whether an account may have that name. */
bool accounts_name_good(const char *name);

/* accounts_hold takes one more reference and returns the account; accounts_drop gives one back.
 * Both accept NULL. */
account_t *accounts_hold(account_t *account);
void accounts_drop(account_t *account);

#endif
